//! Name lists.

use super::{Name, collapsed, is_family, is_initials, is_organisation, is_suffix};
use regex::Regex;
use std::sync::LazyLock;

/// A parsed name list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameList {
    /// The names, in the order of the list.
    pub names: Vec<Name>,
    /// The list ends with "et al.", or names are left out in the middle: `names` is its beginning.
    pub truncated: bool,
    /// Every person has initials next to the family name, which is hardly ever the case in other
    /// text.
    pub sure: bool,
}

/// Matches words at the end of a list that indicate omitted names.
static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:^|[,;\s])\s*(?:(?:and|y|e|&|with)\s+)?",
        r"(?:et\.?\s*al(?:ii|ia)?|(?:and|&)\s+(?:others|colleagues|coworkers|co-workers)|others|[ye]\s+cols?|cols|",
        r"[ye]\s+(?:otros|outros|colaboradores)|et\s+coll|u\.\s?a|и\s+(?:др|соавт)|等)\.?\s*$"
    ))
    .expect("the pattern is valid")
});

/// Matches a gap for omitted names in a long list: `Smith, J., . . . Doe, R.`
static GAP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*,?\s*(?:\.\s?\.\s?\.|…)").expect("the pattern is valid"));

/// Reads the name list at the start of a reference: Vancouver (`Smith JA, Doe R, et al.`), APA
/// (`Smith, J. A., & Doe, R.`), IEEE (`J. A. Smith and R. Doe`), Chicago
/// (`Smith, John A., and Jane Doe`). It may contain or end with a group
/// (`…; Diabetes Prevention Program Research Group`). `None` if a part is not a name.
#[must_use]
pub fn read_names(text: &str) -> Option<NameList> {
    let mut list = NameList { sure: true, ..NameList::default() };
    let mut text = text.trim().trim_end_matches([',', ';', ':']).trim_end();
    if let Some(gap) = GAP.find(text) {
        text = text.get(..gap.start()).unwrap_or_default();
        list.truncated = true;
    }
    // German lists separate names by slashes: `Doe, Jane/Roe, John`.
    let has_slashes = !text.contains(';')
        && text.contains('/')
        && text.split('/').all(|name| name.matches(", ").count() == 1 && !name.contains(": "));
    for segment in text.split(if has_slashes { '/' } else { ';' }) {
        let segment = segment.trim();
        if segment.is_empty() {
            continue;
        }
        let (segment, others) = without_others(segment);
        list.truncated |= others;
        if segment.is_empty() {
            continue;
        }
        if is_group(segment) && !segment.contains(',') {
            list.names.push(organisation(segment));
            continue;
        }
        read_segment(segment, &mut list)?;
    }
    list.sure |= has_slashes;
    (!list.names.is_empty()).then_some(list)
}

/// Removes "et al." from `segment`; also returns whether it was there.
pub(super) fn without_others(segment: &str) -> (&str, bool) {
    match OTHERS.find(segment) {
        Some(found) => {
            (segment.get(..found.start()).unwrap_or_default().trim_end_matches([',', ' ', '&']), true)
        }
        None => (segment, false),
    }
}

/// Whether `text` is the name of a group; sentences are not.
pub(super) fn is_group(text: &str) -> bool {
    is_organisation(text) && !text.contains(". ") && !text.contains(": ")
}

pub(super) fn organisation(text: &str) -> Name {
    let text = text.trim().trim_end_matches('.');
    let text = ["and the ", "for the ", "on behalf of the ", "on behalf of ", "and ", "the ", "The "]
        .iter()
        .find_map(|start| text.strip_prefix(start))
        .unwrap_or(text);
    Name::organisation(collapsed(text))
}

/// Reads the names between two semicolons.
fn read_segment(segment: &str, list: &mut NameList) -> Option<()> {
    let parts = conjoined(segment);
    // `Smith, John and Doe, Jane`: every part has exactly one comma.
    let pairs = parts.len() >= 2
        && parts.iter().all(|part| part.matches(',').count() == 1)
        && parts.iter().all(|part| !part.split(',').any(|piece| Name::vancouver(piece.trim()).is_some()));
    if pairs {
        for part in parts {
            let (family, given) = part.split_once(',')?;
            // `LI, Mei and LIN, Zhi-Xiong`: text in capitals up to a comma is hardly ever anything
            // but a name.
            list.sure &= are_initials(given) || is_capitals(family) && !is_capitals(given);
            if !is_family(&words(family)) || !is_given(given) {
                return None;
            }
            list.names.push(Name::family_first(part)?);
        }
        return Some(());
    }
    let pieces: Vec<&str> = parts
        .iter()
        .flat_map(|part| part.split(','))
        .map(str::trim)
        .filter(|piece| !piece.is_empty())
        .collect();
    let mut at = 0;
    let mut inverted = false;
    while let Some(piece) = pieces.get(at) {
        at += 1;
        if is_suffix(piece) {
            if let Some(Name::Person { suffix, .. }) = list.names.last_mut() {
                *suffix = piece.trim_end_matches('.').to_owned();
                continue;
            }
            return None;
        }
        if let Some(name) = Name::vancouver(piece) {
            list.names.push(name);
            continue;
        }
        let next = pieces.get(at).copied().unwrap_or_default();
        // `SMITH, John A., DOE, Jane`: each family name is in capitals.
        if is_capitals(piece) && is_family(&words(piece)) && !is_capitals(next) && is_given(next) {
            list.names.push(Name::family_first(&format!("{piece}, {next}"))?);
            at += 1;
            continue;
        }
        // `Elm, E. von`: some styles print the particle last.
        let (bare, particle) = super::trailing_particle(next);
        if is_family(&words(piece)) && !next.is_empty() && are_initials(bare) {
            list.names.push(Name::from_parts(piece, &super::spread(bare), "")?.with_particle(particle));
            at += 1;
            continue;
        }
        // Next to full names, `C. Michael Stein` has two given names.
        let is_written_out = (inverted || !list.sure) && is_initial_and_given(piece);
        if let Some(name) = initials_first(piece).filter(|_| !is_written_out) {
            list.names.push(name);
            continue;
        }
        if is_group(piece) {
            list.names.push(organisation(piece));
            continue;
        }
        // Chicago and MLA invert only the first name: `Smith, John A., and Jane Doe`. Between
        // semicolons or slashes, every name may be inverted.
        if (list.names.is_empty() || pieces.len() == 2)
            && is_family(&words(piece))
            && is_given(next)
            && pieces.len() == at + 1 + rest_full(&pieces, at + 1)
        {
            list.names.push(Name::family_first(&format!("{piece}, {next}"))?);
            list.sure = false;
            inverted = true;
            at += 1;
            continue;
        }
        if (inverted || list.names.is_empty() || !list.sure) && is_full(piece) {
            list.names.push(Name::given_first(piece)?);
            list.sure = false;
            continue;
        }
        return None;
    }
    Some(())
}

/// Whether a text is in capitals and has at least two letters.
fn is_capitals(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    letters.by_ref().take(2).filter(|c| c.is_uppercase()).count() == 2 && letters.all(char::is_uppercase)
}

/// Counts the full names from `from` on; unless all pieces are, the text is not a list.
fn rest_full(pieces: &[&str], from: usize) -> usize {
    pieces.iter().skip(from).take_while(|piece| is_full(piece) || is_suffix(piece)).count()
}

/// Splits at "and" and similar words. "y" and "e" also occur within names, so they separate only
/// after initials.
pub(super) fn conjoined(segment: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = segment;
    let mut from = 0;
    while let Some((at, length)) = next_conjunction(rest, from) {
        let left = rest.get(..at).unwrap_or_default().trim().trim_end_matches(',').trim_end();
        let word = rest.get(at..at + length).unwrap_or_default().trim();
        let parts = !matches!(word, "y" | "e" | "i" | "et" | "und")
            || left.rsplit([' ', ',']).next().is_some_and(is_initials);
        if parts {
            if !left.is_empty() {
                out.push(left);
            }
            rest = rest.get(at + length..).unwrap_or_default();
            from = 0;
        } else {
            from = at + length;
        }
    }
    let last = rest.trim().trim_end_matches(',').trim_end();
    if !last.is_empty() {
        out.push(last);
    }
    out
}

/// Returns the offset and length (with blanks) of the next word, from `from` on, that can join two
/// names.
fn next_conjunction(text: &str, from: usize) -> Option<(usize, usize)> {
    const CONJUNCTIONS: &[&str] = &[" and ", " & ", " und ", " et ", " y ", " e ", " i ", ",and ", ",& "];
    let hay = text.get(from..)?;
    CONJUNCTIONS.iter().filter_map(|word| hay.find(word).map(|at| (from + at, word.len()))).min()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Whether `text` consists of initials, with or without dots: `J. A.`, `J.-P.`, `JA`.
fn are_initials(text: &str) -> bool {
    let words = words(text);
    (1..=5).contains(&words.len()) && words.iter().all(|word| is_initials(word)) && !super::runs_on(&words)
}

/// Whether `text` can be given names: one to four capitalised words or initials.
fn is_given(text: &str) -> bool {
    let words = words(text);
    (1..=4).contains(&words.len())
        && words.iter().all(|word| {
            word.chars().all(|c| {
                c.is_alphabetic() || matches!(c, '.' | '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}')
            }) && (word.starts_with(char::is_uppercase)
                || !word.starts_with(char::is_lowercase)
                || super::is_particle(word))
        })
}

impl Name {
    /// Sets a particle that follows the given names, unless the name already has one.
    pub(super) fn with_particle(mut self, behind: String) -> Self {
        if let Name::Person { particle, .. } = &mut self
            && particle.is_empty()
        {
            *particle = behind;
        }
        self
    }
}

/// Capitalised first words of two-word family names: `Mc Donald`, `Dal Negro`.
const FIRST_WORDS_OF_FAMILY_NAMES: &[&str] = &[
    "Mc", "Mac", "De", "Di", "La", "Le", "Lo", "Li", "Van", "Von", "Dal", "Dall", "Del", "Della", "Dello",
    "Degli", "Du", "Da", "Das", "Dos", "Do", "El", "Al", "St.", "St", "San", "Santa", "Ben", "Bin", "Abu",
    "Ter", "Ten", "Den",
];

/// Whether `text` is an initial, a given name and a family name without a particle:
/// `C. Michael Stein`.
pub(super) fn is_initial_and_given(text: &str) -> bool {
    match words(text).as_slice() {
        [initial, given, family] => {
            initial.ends_with('.')
                && is_initials(initial)
                && !super::is_particle(given)
                && !is_initials(given)
                && !FIRST_WORDS_OF_FAMILY_NAMES.contains(given)
                && is_full(&format!("{given} {family}"))
        }
        _ => false,
    }
}

/// Whether `text` can be given names followed by a family name.
pub(super) fn is_full(text: &str) -> bool {
    let words = words(text);
    match words.split_last() {
        Some((family, given)) if !given.is_empty() && words.len() <= 7 => {
            // `Frank J. H. M. van den Biggelaar`
            let particles = given.iter().rev().take_while(|word| super::is_particle(word)).count();
            let given = given.get(..given.len() - particles).unwrap_or_default();
            is_family(&[family])
                && is_given(&given.join(" "))
                && family.chars().filter(|c| c.is_alphabetic()).count() >= 2
        }
        _ => false,
    }
}

/// Reads the names at the start of `J. A. Smith, R. Doe, and T. Roe, A title, …`; also returns the
/// offset of the text after them. `None` without such a name. The list records whether names
/// were omitted.
pub(crate) fn leading_initials_first(text: &str) -> Option<(NameList, usize)> {
    let mut list = NameList { sure: true, ..NameList::default() };
    let mut at = 0;
    while let Some(end) = text.get(at..).and_then(|rest| rest.find(", ")) {
        let piece = text.get(at..at + end).unwrap_or_default();
        let piece = piece.strip_prefix("and ").or_else(|| piece.strip_prefix("& ")).unwrap_or(piece);
        let (piece, truncated) = without_others(piece);
        if truncated && piece.is_empty() && !list.names.is_empty() {
            list.truncated = true;
            at += end + 2;
            break;
        }
        if is_suffix(piece)
            && let Some(Name::Person { suffix, .. }) = list.names.last_mut()
        {
            *suffix = piece.trim_end_matches('.').to_owned();
            at += end + 2;
            continue;
        }
        let read: Option<Vec<Name>> = conjoined(piece).into_iter().map(initials_first).collect();
        let behind = text.get(at + end + 2..).unwrap_or_default();
        match read.filter(|read| !read.is_empty()) {
            Some(read) => list.names.extend(read),
            // One name of many is in another style:
            // `C.S. Solanki, L Cornel, K.V. Nieuwenhuysen, …`.
            None if !list.names.is_empty() && is_loose_name(piece) && names_go_on(behind) => {
                list.names.push(Name::given_first(piece)?);
            }
            None => break,
        }
        list.truncated |= truncated;
        at += end + 2;
    }
    at += end_of_list(text.get(at..).unwrap_or_default(), &mut list);
    (!list.names.is_empty()).then_some((list, at))
}

/// Reads the end of a name list between its last comma and a full stop: `et al. `,
/// `and others. `, `Jr. `, `and the ABC Collaboration. `. Returns its length; 0 if something else
/// follows the comma.
fn end_of_list(text: &str, list: &mut NameList) -> usize {
    let Some(stop) = text.find(". ").filter(|_| !list.names.is_empty()) else { return 0 };
    let last = text.get(..=stop).unwrap_or_default();
    let group = last.trim_end_matches('.');
    let group = ["and the ", "and "].iter().find_map(|word| group.strip_prefix(word));
    if let ("", true) = without_others(last) {
        list.truncated = true;
    } else if is_suffix(last)
        && let Some(Name::Person { suffix, .. }) = list.names.last_mut()
    {
        *suffix = last.trim_end_matches('.').to_owned();
    } else if let Some(group) = group.filter(|group| is_group(group)) {
        list.names.push(organisation(group));
    } else {
        return 0;
    }
    last.len() + 1
}

/// Whether one of the next two parts between commas is a name with initials first and not a journal
/// (`J. Immunol`).
fn names_go_on(text: &str) -> bool {
    let mut pieces = text.split(", ").take(2).map(|piece| piece.strip_prefix("and ").unwrap_or(piece));
    pieces.any(|piece| !piece.starts_with("J. ") && initials_first(piece).is_some())
}

/// Whether a text is a name with undotted initials, or with initials next to a given name:
/// `L Cornel`, `Rene A.C.M.M. van Swaaij`.
fn is_loose_name(text: &str) -> bool {
    let words = words(text);
    let Some((first, rest)) = words.split_first() else { return false };
    let undotted = first.chars().count() <= 3 && first.chars().all(char::is_uppercase) && is_family(rest);
    undotted || is_full(text) && words.iter().any(|word| word.ends_with('.') && is_initials(word))
}

/// Whether a text is one name with initials first.
///
/// It may be the last one of a list: `and M. Cruz`.
pub(crate) fn is_initials_first(text: &str) -> bool {
    let name = text.trim().trim_end_matches([',', '.', ':']);
    let name =
        ["and ", "& ", "und ", "et ", "y "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    initials_first(name).is_some()
}

/// Reads `J. A. Smith`: initials with dots, then the family name.
pub(super) fn initials_first(text: &str) -> Option<Name> {
    let words = words(text);
    // `R. St. John`: `St.` begins the family name.
    let is_dotted = |word: &&&str| {
        (word.ends_with('.') && is_initials(word) || glued(word))
            && !FIRST_WORDS_OF_FAMILY_NAMES.contains(word)
    };
    let dotted = words.iter().take_while(is_dotted).count();
    let (given, family) = (words.get(..dotted)?, words.get(dotted..)?);
    let (suffix, family) = match family.split_last() {
        Some((last, rest)) if !rest.is_empty() && is_suffix(last) => (*last, rest),
        _ => ("", family),
    };
    if given.is_empty() || !is_family(family) {
        return None;
    }
    Name::from_parts(
        &family.join(" "),
        &super::spread(&given.join(" ").replace(".-", "-").replace('.', ". ")),
        suffix,
    )
}

/// Whether a word is initials without spaces: `J.A.` and `J.-P.`
fn glued(word: &str) -> bool {
    word.ends_with('.') && word.len() > 2 && is_initials(word)
}
