//! Name lists that a program reads differently.

use super::{edits_of, message};
use crate::bibtex::names::without_final_et_al;
use crate::latex_text;
use crate::misreading::{Misreading, rows};
use crate::name::is_organisation;
use referee_text::{Span, TextEdit};

/// Family names that look like initials.
const SHORT_FAMILY_NAMES: &[&str] = &["NG", "X"];
/// Suffixes of a whole name: generations and degrees.
const SUFFIXES: &[&str] =
    &["II", "III", "IV", "VI", "JR", "SR", "MD", "DO", "RN", "DDS", "DMD", "MPH", "MSC", "BSC", "PHD"];

/// A name list: its words outside of braces, grouped by the word “and”.
struct List<'a> {
    value: &'a str,
    /// The words “and” between names.
    joints: Vec<Span>,
    /// The words of each name.
    names: Vec<Vec<Span>>,
}

impl<'a> List<'a> {
    fn read(value: &'a str) -> Self {
        let mut list = List { value, joints: Vec::new(), names: vec![Vec::new()] };
        for word in words(value) {
            if list.text(word).eq_ignore_ascii_case("and") {
                list.joints.push(word);
                list.names.push(Vec::new());
            } else if let Some(name) = list.names.last_mut() {
                name.push(word);
            }
        }
        list
    }

    fn text(&self, span: Span) -> &'a str {
        self.value.get(span.range()).unwrap_or_default()
    }

    fn span_of(name: &[Span]) -> Span {
        match (name.first(), name.last()) {
            (Some(first), Some(last)) => first.cover(*last),
            _ => Span::default(),
        }
    }
}

/// Returns the words of a text, separated by blanks outside of braces.
fn words(value: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0usize, None);
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && byte.is_ascii_whitespace() {
            out.extend(start.take().map(|start| Span::new(start, at)));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    out.extend(start.map(|start| Span::new(start, value.len())));
    out
}

/// Returns the offsets of an unescaped byte outside of braces, within `span`.
fn outside(value: &str, span: Span, wanted: u8) -> Vec<usize> {
    let mut depth = 0usize;
    let mut out = Vec::new();
    let mut before = 0;
    for at in span.range() {
        let Some(byte) = value.as_bytes().get(at).copied() else { break };
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            byte if byte == wanted && depth == 0 && before != b'\\' => out.push(at),
            _ => {}
        }
        before = byte;
    }
    out
}

/// Checks the name list `value`. Spans are relative to `value`.
pub(super) fn misread(value: &str) -> Vec<Misreading> {
    let list = List::read(value);
    let mut out = Vec::new();
    // Skip the notation of biblatex's data model: `family=Smith, given=Ada`.
    if list.names.iter().all(Vec::is_empty) || value.contains('=') {
        return out;
    }
    joints(&list, &mut out);
    let last = list.names.len() - 1;
    for (at, name) in list.names.iter().enumerate() {
        let span = List::span_of(name);
        if name.is_empty() || at == last && cut_short(&list, name, &mut out) {
            continue;
        }
        separators(&list, span, &mut out);
    }
    initials(&list, &mut out);
    out
}

/// Checks the words “and” themselves.
fn joints(list: &List<'_>, out: &mut Vec<Misreading>) {
    let capitals: Vec<Span> =
        list.joints.iter().copied().filter(|joint| list.text(*joint) != "and").collect();
    if let Some(first) = capitals.first() {
        let edits = edits_of(capitals.iter().map(|joint| (*joint, "and")));
        let title = message("Write “and” in small letters", "Escribir «and» en minúsculas");
        out.push(Misreading::new(&rows::CAPITAL_AND, *first, list.text(*first)).with(title, edits, true));
    }
    let last = list.names.len() - 1;
    for (at, _) in list.names.iter().enumerate().filter(|(_, name)| name.is_empty()) {
        // An empty name at the end follows its “and”; any other precedes it.
        let Some(joint) = list.joints.get(at.min(last.saturating_sub(1))).copied() else { continue };
        let is_hanging = at == 0 || at == last;
        let row = if is_hanging { &rows::HANGING_AND } else { &rows::EMPTY_NAME };
        let rest = list.value.get(joint.end as usize..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let edit = TextEdit::new(Span::new(joint.start as usize, joint.end as usize + blanks), "");
        let title = message("Remove this “and”", "Quitar este «and»");
        out.push(Misreading::new(row, joint, "and").with(title, vec![edit], true));
    }
}

/// Checks for “et al.”, or a word in braces instead of BibTeX's `others`; returns whether the last
/// name is such a word.
fn cut_short(list: &List<'_>, name: &[Span], out: &mut Vec<Misreading>) -> bool {
    let span = List::span_of(name);
    let written = list.text(span);
    // `Able, Ann et al.`: the words are part of the last name.
    if let Some(rest) = without_final_et_al(written) {
        let place = Span::new(span.start as usize + rest.len(), span.end as usize);
        let title = message("Write “and others”", "Escribir «and others»");
        let edits = vec![TextEdit::new(place, " and others")];
        out.push(Misreading::new(&rows::ET_AL_IN_NAME, place, written).with(title, edits, true));
        return true;
    }
    if list.names.len() < 2 {
        return false;
    }
    if written == "others" {
        let misreading = Misreading::new(&rows::OTHERS, span, written);
        let before = list.names.iter().rev().nth(1).map(|name| List::span_of(name)).unwrap_or_default();
        let title = message("Leave “and others” out", "Quitar «and others»");
        let edit = TextEdit::new(Span::new(before.end as usize, span.end as usize), "");
        out.push(if before.is_empty() { misreading } else { misreading.with(title, vec![edit], false) });
        return true;
    }
    let plain = written.replace(['{', '}', '.'], "").replace('~', " ");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let row = match plain.as_str() {
        "et al" | "al" => &rows::ET_AL,
        "others" => &rows::OTHERS_IN_BRACES,
        _ => return false,
    };
    let title = message("Write “others”", "Escribir «others»");
    let edits = vec![TextEdit::new(span, "others")];
    out.push(Misreading::new(row, span, written).with(title, edits, true));
    true
}

/// Checks for names separated by semicolons, commas or ampersands instead of “and”.
fn separators(list: &List<'_>, span: Span, out: &mut Vec<Misreading>) {
    let value = list.value;
    let text = list.text(span);
    let semicolons: Vec<usize> = outside(value, span, b';')
        .into_iter()
        .filter(|at| {
            let before = value.get(..*at).unwrap_or_default();
            let word = before.rsplit(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
            // Entities such as `&amp;` and `&#237;` also end with a semicolon.
            let is_entity = word.rfind('&').is_some_and(|sign| {
                let name = word.get(sign + 1..).unwrap_or_default();
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
            });
            !is_entity && value.get(at + 1..span.end as usize).is_some_and(|rest| !rest.trim().is_empty())
        })
        .collect();
    let mut commas = outside(value, span, b',');
    if let Some(first) = semicolons.first() {
        let row = match commas.len() {
            0..=2 => &rows::NAMES_WITH_SEMICOLONS,
            _ => &rows::NAMES_WITH_SEMICOLONS_AND_COMMAS,
        };
        let misreading = Misreading::new(row, Span::new(*first, first + 1), text);
        let ends = semicolons.iter().copied().chain([span.end as usize]);
        let starts = [span.start as usize].into_iter().chain(semicolons.iter().map(|at| at + 1));
        let parts: Vec<&str> =
            starts.zip(ends).map(|(from, to)| value.get(from..to).unwrap_or_default().trim()).collect();
        if parts.iter().any(|part| part.is_empty()) {
            out.push(misreading);
            return;
        }
        let is_sure = parts.iter().all(|part| part.chars().all(is_in_name));
        let edits = edits_of(semicolons.iter().map(|at| (Span::new(*at, at + 1), " and")));
        let title = message("Join the names with “and”", "Unir los nombres con «and»");
        out.push(misreading.with(title, edits, is_sure));
        return;
    }
    if let Some(last) = commas.last().copied().filter(|last| last + 1 == span.end as usize) {
        commas.pop();
        let place = Span::new(last, last + 1);
        let title = message("Remove the comma", "Quitar la coma");
        out.push(Misreading::new(&rows::COMMA_ENDS_NAME, place, text).with(
            title,
            vec![TextEdit::new(place, "")],
            true,
        ));
    }
    for ampersand in
        words_of(text).filter(|word| matches!(list.text(word.shift(span.start as usize)), "&" | "\\&"))
    {
        let place = ampersand.shift(span.start as usize);
        let is_between = commas.iter().any(|comma| *comma < place.start as usize)
            && commas.iter().any(|comma| *comma > place.end as usize);
        let (left, right) = text.split_at(ampersand.start as usize);
        let right = right.get(ampersand.len()..).unwrap_or_default();
        let are_people = commas.is_empty() && is_whole_name(left) && is_whole_name(right);
        if is_between || are_people {
            let title = message("Write “and”", "Escribir «and»");
            out.push(Misreading::new(&rows::NAMES_WITH_AMPERSAND, place, text).with(
                title,
                vec![TextEdit::new(place, "and")],
                false,
            ));
            return;
        }
    }
    comma_lists(list, span, &commas, out);
}

/// Whether a character may occur in a name, including LaTeX's accents.
fn is_in_name(c: char) -> bool {
    let is_mark = ('\u{300}'..='\u{36f}').contains(&c);
    c.is_alphabetic()
        || is_mark
        || c == ' '
        || matches!(c, '\n' | '\r' | '\t')
        || ".,-–'’`\"^~={}\\&;#".contains(c)
}

/// Checks for commas between names.
fn comma_lists(list: &List<'_>, span: Span, commas: &[usize], out: &mut Vec<Misreading>) {
    let mut parts: Vec<&str> = Vec::new();
    let mut from = span.start as usize;
    for comma in commas.iter().copied().chain([span.end as usize]) {
        parts.push(list.value.get(from..comma).unwrap_or_default().trim().trim_end_matches(','));
        from = comma + 1;
    }
    let title = message("Join the names with “and”", "Unir los nombres con «and»");
    let text = list.text(span);
    // `Smith J, Doe AB`: each part is a complete name.
    if parts.len() > 1
        && parts.iter().all(|part| initials_of(part).is_some())
        && !(commas.len() == 1 && is_turned_around(list, span, &parts))
    {
        let written: Vec<String> = parts
            .iter()
            .map(|part| match part.rsplit_once(char::is_whitespace) {
                Some((family, given)) => format!("{}, {given}", family.trim()),
                None => (*part).to_owned(),
            })
            .collect();
        let row = if commas.len() > 2 { &rows::TOO_MANY_COMMAS } else { &rows::NAMES_WITH_COMMAS };
        let edits = vec![TextEdit::new(span, written.join(" and "))];
        out.push(Misreading::new(row, span, text).with(title, edits, false));
    } else if commas.len() == 2 && parts.iter().all(|part| is_whole_name(part)) {
        // `Ana Ruiz, Tom Webb, Edgar Poe`: in a single name the middle part would be `Jr`.
        let edits = vec![TextEdit::new(span, parts.join(" and "))];
        out.push(Misreading::new(&rows::NAMES_WITH_COMMAS, span, text).with(title, edits, false));
    } else if commas.len() > 2 {
        let mut misreading = Misreading::new(&rows::TOO_MANY_COMMAS, span, text);
        let is_short = |part: &&str| (1..=3).contains(&part.split_whitespace().count());
        if parts.len().is_multiple_of(2) && parts.iter().all(is_short) {
            let pairs = parts.chunks(2).map(|pair| pair.join(", ")).collect::<Vec<_>>().join(" and ");
            misreading = misreading.with(title, vec![TextEdit::new(span, pairs)], false);
        }
        out.push(misreading);
    }
}

/// Whether this is a person's complete name: two or three words that begin with a capital, the last
/// of more than one letter.
fn is_whole_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
    };
    let ends_with_family = words.last().is_some_and(|last| {
        last.chars().count() > 1 && last.chars().any(char::is_lowercase) && !last.ends_with('.')
    });
    (2..=3).contains(&words.len())
        && words.iter().all(is_name)
        && ends_with_family
        && !SUFFIXES.iter().any(|suffix| words.iter().any(|word| word.eq_ignore_ascii_case(suffix)))
        && !is_organisation(name)
}

/// Whether a name with one comma whose parts both end with initials is the family name and given
/// name of one person (`Javela D, Lady G.`): only one part has full stops, or another name in the
/// list is inverted.
fn is_turned_around(list: &List<'_>, own: Span, parts: &[&str]) -> bool {
    let is_dotted = |part: &&str| part.ends_with('.');
    let is_person = |span: Span| match outside(list.value, span, b',')[..] {
        [comma] => ![Span::new(span.start as usize, comma), Span::new(comma + 1, span.end as usize)]
            .iter()
            .all(|part| initials_of(list.text(*part).trim()).is_some()),
        _ => false,
    };
    let mut others = list.names.iter().map(|name| List::span_of(name)).filter(|span| *span != own);
    parts.iter().any(is_dotted) != parts.iter().all(is_dotted) || others.any(is_person)
}

fn words_of(text: &str) -> impl Iterator<Item = Span> {
    words(text).into_iter()
}

/// Returns the initials at the end of a name without a comma: `Smith JA`; `None` for other forms.
fn initials_of(name: &str) -> Option<&str> {
    let parts: Vec<&str> = name.split_whitespace().collect();
    let (last, family) = parts.split_last()?;
    if !(1..=3).contains(&family.len()) || name.contains([',', '{', '"', '(', ';', '/', '\\', '~']) {
        return None;
    }
    let letters: Vec<char> = last.chars().filter(|c| c.is_alphabetic()).collect();
    let is_initials = (1..=3).contains(&letters.len())
        && letters.iter().all(|c| c.is_uppercase())
        && last.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-'));
    let bare: String = letters.iter().collect();
    let is_family = |word: &&str| {
        word.chars().count() > 1
            && word.chars().any(char::is_lowercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
    };
    let is_other = SUFFIXES.contains(&bare.as_str()) || SHORT_FAMILY_NAMES.contains(&bare.as_str());
    (is_initials && !is_other && family.iter().all(is_family) && !is_organisation(name)).then_some(last)
}

/// Whether initials cannot be a short family name in capitals (`Wei LI`).
fn is_surely_initials(initials: &str) -> bool {
    let letters = initials.chars().filter(|c| c.is_alphabetic());
    letters.clone().count() == 1
        || initials.contains(['.', '-'])
        || !letters.clone().any(|c| matches!(c, 'A' | 'E' | 'I' | 'O' | 'U' | 'Y'))
}

/// Checks for initials that follow the family name without a comma. Some authors write family names
/// in capitals, so the whole list decides.
fn initials(list: &List<'_>, out: &mut Vec<Misreading>) {
    let without_comma: Vec<Span> = list
        .names
        .iter()
        .filter(|name| !name.is_empty())
        .map(|name| List::span_of(name))
        .filter(|span| outside(list.value, *span, b',').is_empty())
        .filter(|span| !list.text(*span).starts_with('{') && list.text(*span) != "others")
        .collect();
    let is_in_capitals = |span: &Span| {
        let last = list.text(*span).rsplit(char::is_whitespace).next().unwrap_or_default();
        last.chars().filter(|c| c.is_alphabetic()).count() > 3 && !last.chars().any(char::is_lowercase)
    };
    let found: Vec<(Span, &str)> =
        without_comma.iter().filter_map(|span| Some((*span, initials_of(list.text(*span))?))).collect();
    let is_sure = found.iter().any(|(_, initials)| is_surely_initials(initials))
        && found.len() * 2 > without_comma.len()
        && !without_comma.iter().any(is_in_capitals);
    let Some((first, _)) = found.first().copied().filter(|_| is_sure) else { return };
    let edits = found
        .iter()
        .map(|(span, initials)| {
            let family = list.text(*span).strip_suffix(initials).unwrap_or_default().trim_end();
            TextEdit::new(Span::at(span.start as usize + family.len()), ",")
        })
        .collect();
    let title = message("Write a comma after the family names", "Escribir una coma tras los apellidos");
    let name = latex_text::plain(list.text(first));
    out.push(Misreading::new(&rows::INITIALS_LAST, first, &name).with(title, edits, true));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(value: &str) -> Vec<&'static str> {
        misread(value).iter().map(|misreading| misreading.row.id).collect()
    }

    fn corrected(value: &str) -> String {
        let mut text = value.to_owned();
        let mut edits: Vec<TextEdit> = misread(value)
            .into_iter()
            // Only the author knows which names “others” are.
            .filter(|one| one.row.id != "others")
            .filter_map(|one| one.corrections.into_iter().next())
            .flat_map(|one| one.edits)
            .collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        for edit in edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        text
    }

    #[test]
    fn lists_that_programs_read_differently() {
        for (value, id, written) in [
            ("Able, Ann and and Best, Bob", "empty-name", "Able, Ann and Best, Bob"),
            ("Able, Ann and Best, Bob and ", "hanging-and", "Able, Ann and Best, Bob "),
            ("and Able, Ann", "hanging-and", "Able, Ann"),
            (
                "Able, Ann; Best, Bob; Cole, Cy",
                "names-with-semicolons",
                "Able, Ann and Best, Bob and Cole, Cy",
            ),
            ("Ann Able; Bob Best", "names-with-semicolons", "Ann Able and Bob Best"),
            ("Able, Ann, Best, Bob", "too-many-commas", "Able, Ann and Best, Bob"),
            ("Smith J, Doe AB", "names-with-commas", "Smith, J and Doe, AB"),
            ("Able, Ann, and Best, Bob", "comma-ends-name", "Able, Ann and Best, Bob"),
            ("Able, Ann & Best, Bob", "names-with-ampersand", "Able, Ann and Best, Bob"),
            ("Smith JA and Doe R", "initials-last", "Smith, JA and Doe, R"),
            ("van der Berg J.A. and de la Cruz M.", "initials-last", "van der Berg, J.A. and de la Cruz, M."),
            (
                "Knowler WC and Barrett-Connor E and others",
                "initials-last",
                "Knowler, WC and Barrett-Connor, E and others",
            ),
            ("Able, Ann AND Best, Bob", "capital-and", "Able, Ann and Best, Bob"),
            ("Able, Ann and et al.", "et-al", "Able, Ann and others"),
            ("Able, Ann et al.", "et-al", "Able, Ann and others"),
            ("Able, Ann and Best, Bob, et al", "et-al", "Able, Ann and Best, Bob and others"),
            ("Able, Ann and Best, Bob {et al.}", "et-al", "Able, Ann and Best, Bob and others"),
            ("Ann Able, Bob Best, Cy Cole", "names-with-commas", "Ann Able and Bob Best and Cy Cole"),
            ("Ann Able \\& Bob Best", "names-with-ampersand", "Ann Able and Bob Best"),
            ("Able, Ann and {others}", "et-al", "Able, Ann and others"),
        ] {
            assert!(ids(value).contains(&id), "{value}: {:?}", ids(value));
            assert_eq!(corrected(value), written);
        }
    }

    #[test]
    fn semicolons_between_what_is_no_name_are_left_to_the_author() {
        for value in [
            "Able, Ann;; Best, Bob",
            "Able\u{1b}]0;owned\u{7}, Ann",
            "Able, Ann; 12 others",
            "Able; http://b",
        ] {
            let found = misread(value);
            assert!(found[0].row.id.starts_with("names-with-semicolons"), "{value}: {found:?}");
            assert!(
                found.iter().flat_map(|one| &one.corrections).all(|one| !one.is_safe),
                "{value}: {found:?}"
            );
        }
    }

    #[test]
    fn lists_that_every_program_reads_alike() {
        for value in [
            "Able, Ann and Best, Bob",
            "Ann Able and Bob Best",
            "{World Health Organization}",
            "{Smith, Jones, Doe, and Partners}",
            "Johnson {\\&} Johnson and Able, Ann",
            "M{\\'e}ndez, Jos{\\'e} and O&#39;Neil, Ada",
            "Wei LI and Jun WU",
            "Jean DUPONT and Marie LE",
            "Malcolm X",
            "John Smith III",
            "family=Able, given=Ann, prefix=van, suffix=Jr",
            "King, Jr, Martin Luther",
            "Van Dyke, Jr, Martin Luther",
            "Johnson \\& Johnson",
            "Bill \\& Melinda Gates Foundation",
            "Royal Society & British Academy",
            "Ruiz Garcia, Ana Maria",
            "Anderson, Ann and Andrews, Bob",
            "CONSORT Group",
            "Smith, J. A. and Doe, R.",
            "Javela D, Lady G.",
            "Hinojosa, Ana and Javela D, Lady G and Vezirian, Kevin",
            "",
            "and",
        ] {
            assert_eq!(ids(value), [""; 0], "{value}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_list_is_read_without_a_panic(value in "[\\PC]{0,60}", joined in "( and |;|, |\\{|\\}|&|é){0,8}") {
            for text in [value.clone(), format!("{value}{joined}"), format!("{joined}{value}")] {
                for misreading in misread(&text) {
                    proptest::prop_assert!(text.get(misreading.span.range()).is_some());
                    for edit in misreading.corrections.iter().flat_map(|one| &one.edits) {
                        proptest::prop_assert!(text.get(edit.span.range()).is_some());
                    }
                }
            }
        }
    }
}
