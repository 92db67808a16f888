//! Finds equations: `t(28) = 2.20`, `p < .001`; `OR: 2.1` does not count.

use super::Number;
use std::ops::Range;

/// The relation between a label and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `<`, `≤`
    Less,
    /// `>`, `≥`
    Greater,
}

/// A label, a relation and a number. Ranges are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Equation {
    /// The label: `t`, `p`, `χ^2`, `df`, including a following parenthesis.
    pub(super) label: Range<usize>,
    /// The content of a parenthesis between label and relation: `28`, `1, N = 90`.
    pub(super) group: Option<Range<usize>>,
    pub(super) relation: Relation,
    /// The number, if present.
    pub(super) number: Option<Number>,
    /// The range of the number, or where it would be.
    pub(super) place: Range<usize>,
    /// A subscript of the label in addition to `group`: the `s` of `r_s(28)`, `between` of `Q(between)(2)`.
    pub(super) mark: Option<Range<usize>>,
    /// Whether the relation is a word: `a p value of .036`.
    pub(super) worded: bool,
}

/// An equation's label with the content of its parentheses.
pub(super) struct Label {
    pub(super) label: Range<usize>,
    pub(super) group: Option<Range<usize>>,
    pub(super) mark: Option<Range<usize>>,
}

/// The longest label.
const MAX_LABEL_BYTES: usize = 24;
/// The longest parenthesis after a label.
const MAX_GROUP_BYTES: usize = 60;

/// The equations of a text, in order; `comma` for decimal commas.
pub(super) fn scan(text: &str, comma: bool) -> Vec<Equation> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = next_relation(bytes, at) {
        let start = found;
        let (relation, end) = read_relation(text, start);
        at = end.max(start + 1);
        let Some(Label { label, group, mark }) = label_before(text, start) else { continue };
        let behind = text.get(end..).unwrap_or_default();
        let skipped = behind.len() - behind.trim_start_matches(' ').len();
        let place = end + skipped;
        let read = value(text.get(place..).unwrap_or_default(), comma);
        let length = read.map_or(0, |(_, length)| length);
        out.push(Equation {
            label,
            group,
            relation,
            number: read.map(|(number, _)| number),
            place: place..place + length,
            mark,
            worded: false,
        });
        at = at.max(place);
    }
    out
}

/// The number after a relation and its length. A space may follow its minus (`t(553) = − 4.46`).
///
/// Returns `None` if the number contains a space (`z = 1 2.50`, `p = 0 .03`): it may be 12.50, 1 and 2.50 or a slip.
pub(super) fn value(text: &str, comma: bool) -> Option<(Number, usize)> {
    let unsigned = text.strip_prefix(['-', '–']).filter(|rest| rest.starts_with(' '));
    let (number, length) = match unsigned.map(|rest| rest.trim_start_matches(' ')) {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')) => {
            let (number, length) = Number::read(digits, comma)?;
            (Number { negative: true, ..number }, text.len() - digits.len() + length)
        }
        _ => Number::read(text, comma)?,
    };
    (!goes_on_after_blank(text.get(length..).unwrap_or_default(), number)).then_some((number, length))
}

/// Whether `suffix`, the text after `number`, is the rest of it after a space: ` 2.50` after `1`, ` .03` after `0`.
fn goes_on_after_blank(suffix: &str, number: Number) -> bool {
    let rest = suffix.trim_start_matches(' ');
    if rest.len() == suffix.len() || number.exponent != 0 {
        return false;
    }
    let is_fraction = rest.starts_with('.') && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let token =
        rest.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).next().unwrap_or_default();
    let is_percent =
        rest.get(token.len()..).is_some_and(|rest| rest.trim_start_matches(' ').starts_with('%'));
    is_fraction || number.is_whole() && token.starts_with(|c: char| c.is_ascii_digit()) && !is_percent
}

/// The next `=`, `<`, `>`, `≤` or `≥`.
fn next_relation(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = bytes.get(at..)?;
        let ascii = memchr::memchr3(b'=', b'<', b'>', rest);
        let limit = ascii.unwrap_or(rest.len());
        // ≤ is E2 89 A4, ≥ is E2 89 A5, ≈ is E2 89 88.
        match memchr::memchr(0xE2, rest.get(..limit)?) {
            Some(sign)
                if rest.get(sign + 1) == Some(&0x89) && matches!(rest.get(sign + 2), Some(0xA4 | 0xA5)) =>
            {
                return Some(at + sign);
            }
            Some(sign) => at += sign + 1,
            None => return ascii.map(|found| at + found),
        }
    }
}

/// The relation at `start`, which may have several characters (`<=`, `= <`, `=.`), and its end.
fn read_relation(text: &str, start: usize) -> (Relation, usize) {
    let mut relation = Relation::Equal;
    let mut end = start;
    let mut signs = 0;
    for (offset, c) in text.get(start..).unwrap_or_default().char_indices().take(6) {
        match c {
            '<' | '≤' => relation = Relation::Less,
            '>' | '≥' => relation = Relation::Greater,
            '=' => {}
            ' ' if signs > 0 => continue,
            _ => break,
        }
        signs += 1;
        end = start + offset + c.len_utf8();
    }
    (relation, end.max(start + 1))
}

/// The label that ends before `relation`, with its parentheses.
pub(super) fn label_before(text: &str, relation: usize) -> Option<Label> {
    let before = text.get(..relation)?.trim_end_matches(' ');
    let mut end = before.len();
    let mut group: Option<Range<usize>> = None;
    let mut mark = None;
    let mut tail = end;
    // `χ(1)^2`: the exponent follows the subscript.
    if let Some(base) = before.strip_suffix("^2")
        && base.ends_with(')')
    {
        tail = base.len();
    }
    for _ in 0..2 {
        let label = before.get(..tail)?;
        let (open, close) = if label.ends_with(')') {
            ('(', ')')
        } else if label.ends_with(']') {
            ('[', ']')
        } else {
            break;
        };
        let inside = label.strip_suffix(close)?;
        let window = floor(inside, inside.len().saturating_sub(MAX_GROUP_BYTES));
        let at = window + inside.get(window..)?.rfind(open)?;
        // `F(1,138)(adj)`: the first parentheses count, unless they qualify the statistic, as in `Q(between)(2)`.
        let content = inside.get(at + 1..)?.trim_matches(['"', ' ']);
        let stem = inside.get(..at)?.trim_end_matches(' ');
        let names_statistic = match content {
            "between" | "within" | "entre" | "dentro" | "b" | "w" => stem.ends_with('Q'),
            "s" | "S" => stem.ends_with(['r', 'ρ']),
            _ => false,
        };
        if names_statistic {
            mark = Some(at + 1..inside.len());
        } else {
            group = Some(at + 1..inside.len());
        }
        tail = stem.len();
        end = tail;
    }
    if group.is_none()
        && let Some((label, group)) = bare_f(before)
    {
        return Some(Label { label, group, mark: None });
    }
    let name = before.get(..end)?;
    let start = name
        .char_indices()
        .rev()
        .take(MAX_LABEL_BYTES)
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '^' | '-' | '\'' | '.' | '²'))
        .last()
        .map_or(end, |(at, _)| at);
    let start =
        start + name.get(start..)?.len() - name.get(start..)?.trim_start_matches(['.', '-', '\'', '^']).len();
    // `Q_between` in plain text.
    let start = if name.get(..start)?.ends_with("Q_") { start - 2 } else { start };
    let start = start_of_bare(name, start);
    (start < end).then_some(Label { label: start..end, group, mark })
}

/// Start of a label with a space in place of its lost super- or subscript: `χ 2(1)`, `t 28`.
fn start_of_bare(name: &str, start: usize) -> usize {
    let (stem, digits) = name.split_at(start);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let letter = stem.strip_suffix(' ').and_then(|stem| stem.chars().next_back());
    match letter.filter(|letter| is_number && matches!(letter, 'χ' | 't')) {
        Some(letter) => {
            let at = start - 1 - letter.len_utf8();
            let is_alone = !stem.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
            if is_alone { at } else { start }
        }
        None => start,
    }
}

/// `F1,138` without parentheses: the letter and the degrees of freedom.
fn bare_f(before: &str) -> Option<(Range<usize>, Option<Range<usize>>)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let first = before.trim_end_matches(is_part);
    let upper = first.trim_end_matches(' ').strip_suffix(',')?;
    let letter = upper.trim_end_matches(|c: char| c.is_ascii_digit());
    let (stem, digits) = (letter.trim_end_matches(' '), upper.len() - letter.len());
    let start = stem.strip_suffix('F')?.len();
    let is_alone = !stem.get(..start)?.ends_with(char::is_alphanumeric);
    ((1..=3).contains(&digits) && first.len() < before.len() && is_alone)
        .then(|| (start..start + 1, Some(letter.len()..before.len())))
}

/// The nearest character boundary at or before `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The nearest character boundary at or after `at`.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<String> {
        scan(text, false)
            .into_iter()
            .map(|found| {
                let group = found.group.map(|group| format!("({})", &text[group])).unwrap_or_default();
                let number = found.number.map_or(String::from("?"), |number| number.value().to_string());
                format!("{}{group} {:?} {number}", &text[found.label], found.relation)
            })
            .collect()
    }

    #[test]
    fn names_groups_relations_and_numbers() {
        assert_eq!(
            read("t(28) = 2.20, p < .001; χ^2(1, N = 90)=3.9, P ≤ 0.05, F (1, 138) >= 4"),
            [
                "t(28) Equal 2.2",
                "p Less 0.001",
                "N Equal 90",
                "χ^2(1, N = 90) Equal 3.9",
                "P Less 0.05",
                "F(1, 138) Greater 4"
            ]
        );
        assert_eq!(read("χ(1)^2 = 3.9, p = < .05, p = ns"), ["χ(1) Equal 3.9", "p Less 0.05", "p Equal ?"]);
        assert_eq!(read("= 3, (a = , ) < 2"), ["a Equal ?"]);
        assert_eq!(
            read("t(553) = - 4.46, p = – .03, x = - b"),
            ["t(553) Equal -4.46", "p Equal -0.03", "x Equal ?"]
        );
        assert_eq!(read("z = 1 2.50, t(9) = 1 1 .25, p = 0 .03"), ["z Equal ?", "t(9) Equal ?", "p Equal ?"]);
        assert_eq!(
            read("t(9) = 2 95% CI, F(1, 9) = 2.5 3, p = .03 2"),
            ["t(9) Equal 2", "F(1, 9) Equal 2.5", "p Equal 0.03"]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn any_text_is_scanned(text in "[tpFχ^(), =<>≤≥.0-9éN\\]\\[-]{0,60}") {
            for found in scan(&text, false) {
                prop_assert!(text.get(found.label).is_some() && text.get(found.place).is_some());
            }
        }
    }
}
