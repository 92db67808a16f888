//! Reads tumour stages: TNM, with or without spaces, and stage groups, in English and Spanish.
//!
//! The categories are facts of the UICC and AJCC classifications; this module does not know which exist for a site.

use crate::analysis::folding::fold;
use crate::pattern::word_list;
use referee_text::Span;

/// A stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its location.
    pub span: Span,
    /// Its content.
    pub says: ClaimedStage,
}

/// The content of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedStage {
    /// Categories: `cT2 N1 M0`.
    Tnm(Tnm),
    /// A group: `Stage IIIA`.
    Group(Group),
}

/// TNM categories; `None` for a missing one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tnm {
    /// `c`, `p`, `yp`, `r`, `a`, as written; may be empty.
    pub prefix: String,
    /// What follows T: `2`, `4b`, `is`, `X`.
    pub t: Option<String>,
    /// What follows N.
    pub n: Option<String>,
    /// What follows M.
    pub m: Option<String>,
}

/// A stage group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// 0 to 4; larger numbers are mistakes or mean something else.
    pub number: u8,
    /// The suffix: `A`, `B1`.
    pub sub: String,
}

/// The stages in the prose of a block, in order.
pub(crate) fn read(text: &str) -> Vec<Stage> {
    let mut out = Vec::new();
    tnm(text, &mut out);
    groups(text, &mut out);
    out.sort_by_key(|stage| stage.span);
    out
}

/// One category: its letter, its value, its start (prefix included) and its end.
struct Category<'t> {
    prefix: &'t str,
    letter: u8,
    value: &'t str,
    start: usize,
    end: usize,
}

/// The category at `at`.
fn category(text: &str, at: usize) -> Option<Category<'_>> {
    let rest = text.get(at..)?;
    let marks =
        rest.bytes().take_while(|byte| matches!(byte, b'c' | b'p' | b'y' | b'r' | b'a')).take(2).count();
    let letter = *rest.as_bytes().get(marks)?;
    if !matches!(letter, b'T' | b'N' | b'M') {
        return None;
    }
    let value = rest.get(marks + 1..)?;
    let len = match value.as_bytes().first()? {
        b'X' | b'x' => 1,
        b'i' if letter == b'T' && value.starts_with("is") => 2,
        b'a' if letter == b'T' && !value.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase) => 1,
        b'0'..=b'9' => {
            let mut len = 1;
            let bytes = value.as_bytes();
            // T1mi, T4b, N2a, M1c; a second digit makes it something else (T12 is a vertebra).
            if bytes.get(1).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            if value.get(1..3) == Some("mi") {
                len = 3;
            } else if bytes.get(1).is_some_and(|byte| matches!(byte, b'a'..=b'd')) {
                len = 2;
                if bytes.get(2).is_some_and(|byte| matches!(byte, b'1'..=b'3')) {
                    len = 3;
                }
            }
            len
        }
        _ => return None,
    };
    let end = at + marks + 1 + len;
    Some(Category { prefix: rest.get(..marks)?, letter, value: value.get(..len)?, start: at, end })
}

/// Byte length of a bracket after a category: `(m)`, positive of examined nodes, `(sn)`, `(i-)`.
fn bracket_behind(rest: &str) -> usize {
    let bare = rest.strip_prefix(' ').unwrap_or(rest);
    let Some((inner, _)) = bare.strip_prefix('(').and_then(|inner| inner.split_once(')')) else { return 0 };
    let is_count =
        inner.contains('/') && inner.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'/' | b' '));
    let is_mark = matches!(inner, "m" | "s" | "sn" | "i-" | "i+" | "f" | "mol-" | "mol+");
    if is_count || is_mark { rest.len() - bare.len() + inner.len() + 2 } else { 0 }
}

/// Runs of at least two categories, in the order T, N, M.
fn tnm(text: &str, out: &mut Vec<Stage>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'T', b'N', b'M', bytes.get(at..).unwrap_or_default()) {
        let letter = at + found;
        at = letter + 1;
        // Extend back over the prefix.
        let mut start = letter;
        while start > 0
            && letter - start < 2
            && matches!(bytes.get(start - 1), Some(b'c' | b'p' | b'y' | b'r' | b'a'))
        {
            start -= 1;
        }
        let stands_alone = |start: usize| {
            !text
                .get(..start)
                .and_then(|before| before.chars().next_back())
                .is_some_and(char::is_alphanumeric)
        };
        if !stands_alone(start) {
            continue;
        }
        let Some(first) = category(text, start) else { continue };
        let mut all = vec![first];
        while let Some(last) = all.last() {
            let order = |letter: u8| b"TNM".iter().position(|known| *known == letter);
            let mut next = last.end;
            // "T2, N1, M0", "T2 (m) N1", "N1b (2/18), M0", "T2/N1/M0", "T2-N1".
            next += text.get(next..).map_or(0, bracket_behind);
            let gap = bytes.get(next..).map_or(0, |rest| {
                rest.iter()
                    .take_while(|byte| matches!(byte, b' ' | b',' | b'/' | b'-' | b'.' | b';'))
                    .take(3)
                    .count()
            });
            let Some(more) = category(text, next + gap) else { break };
            if order(more.letter) <= order(last.letter) {
                break;
            }
            all.push(more);
        }
        let Some(last) = all.last() else { continue };
        let end = last.end;
        let ends_clean =
            !text.get(end..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric);
        if all.len() < 2 || !ends_clean {
            continue;
        }
        let span = Span::new(all.first().map_or(start, |first| first.start), end);
        let value = |letter: u8| {
            all.iter().find(|category| category.letter == letter).map(|category| category.value.to_owned())
        };
        let prefix = all.first().map_or("", |first| first.prefix).to_owned();
        let says = ClaimedStage::Tnm(Tnm { prefix, t: value(b'T'), n: value(b'N'), m: value(b'M') });
        out.push(Stage { span, says });
        at = end;
    }
}

/// "Stage IIIA", "estadio III-A", "Stage 3b", "etapa IV".
fn groups(text: &str, out: &mut Vec<Stage>) {
    const STAGE_WORDS: &[&str] = &["stage", "estadio", "estadío", "etapa", "stadium"];
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| rest.iter().position(|byte| matches!(byte, b's' | b'S' | b'e' | b'E')))
    {
        let start = at + found;
        at = start + 1;
        if text.get(..start).and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric)
        {
            continue;
        }
        let Some(rest) = text.get(start..) else { continue };
        let window = rest.get(..rest.floor_char_boundary(40)).unwrap_or_default();
        let name = window.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let folded = fold(name);
        let behind = window.get(name.len()..).unwrap_or_default();
        // "EC IIIB": "estadio clínico", in capitals and before a Roman numeral.
        let is_abbreviated = name == "EC" && behind.trim_start().starts_with(['I', 'V']);
        if !is_abbreviated && !STAGE_WORDS.iter().any(|known| fold(known) == folded) {
            continue;
        }
        // "Stage (AJCC 8th) | IIA": a remark, and a row of a table.
        let remarked = behind.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let behind = remarked.map_or(behind, |(_, rest)| rest);
        let value = behind.trim_start_matches([' ', ':', '\u{a0}', '-', '=', '|', '*']);
        let value =
            word_list!("staging/groups").iter().find_map(|word| value.strip_prefix(word)).unwrap_or(value);
        if behind.len() == value.len() {
            continue;
        }
        if let Some((group, len)) = group(value) {
            let from = start + window.len() - value.len();
            out.push(Stage { span: Span::new(start, from + len), says: ClaimedStage::Group(group) });
            at = from + len;
        }
    }
}

/// The group at the beginning of a text and its byte length.
fn group(value: &str) -> Option<(Group, usize)> {
    let word_len = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
    let word = value.get(..word_len)?;
    let upper = word.to_ascii_uppercase();
    let romans = [("VIII", 8), ("VII", 7), ("III", 3), ("IV", 4), ("VI", 6), ("II", 2), ("I", 1), ("V", 5)];
    let (number, used) = match word.bytes().next()? {
        digit @ b'0'..=b'9' => {
            if word.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            (digit - b'0', 1)
        }
        _ => {
            let (roman, number) = romans.iter().find(|(roman, _)| upper.starts_with(roman))?;
            (*number, roman.len())
        }
    };
    let mut sub = upper.get(used..)?.to_owned();
    let mut len = word_len;
    let is_sub = |sub: &str| {
        let mut chars = sub.chars();
        chars.next().is_none_or(|c| matches!(c, 'A'..='E' | 'S'))
            && chars.all(|c| c.is_ascii_digit())
            && sub.len() <= 2
    };
    if !is_sub(&sub) {
        return None;
    }
    // "III A", "III-A"
    if sub.is_empty()
        && let Some(rest) = value.get(word_len..)
        && let Some(letter) = rest.strip_prefix([' ', '-'])
        && let Some(c) = letter.chars().next()
        && matches!(c, 'A'..='C')
        && !letter.get(1..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric)
    {
        sub = c.to_string();
        len = word_len + 2;
    }
    Some((Group { number, sub }, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Categories = (String, Option<String>, Option<String>, Option<String>);

    fn tnms(text: &str) -> Vec<Categories> {
        let mut out = Vec::new();
        tnm(text, &mut out);
        out.into_iter()
            .filter_map(|stage| match stage.says {
                ClaimedStage::Tnm(tnm) => Some((tnm.prefix, tnm.t, tnm.n, tnm.m)),
                ClaimedStage::Group(_) => None,
            })
            .collect()
    }

    // Regression: "Stage IIIA" was not parsed, and TNM only without spaces.
    #[test]
    fn categories_are_read_glued_and_spaced() {
        let s = |text: &str| Some(text.to_owned());
        for text in ["T2N1M0", "T2 N1 M0", "T2, N1, M0", "T2/N1/M0"] {
            assert_eq!(tnms(text), [(String::new(), s("2"), s("1"), s("0"))], "{text}");
        }
        assert_eq!(tnms("ypT4b N2a"), [("yp".to_owned(), s("4b"), s("2a"), None)]);
        assert_eq!(tnms("pT1a(m) pN0"), [("p".to_owned(), s("1a"), s("0"), None)]);
        assert_eq!(tnms("pT3 N1b (2/18), M0"), [("p".to_owned(), s("3"), s("1b"), s("0"))]);
        assert_eq!(tnms("pT2 pN0(sn) cM0"), [("p".to_owned(), s("2"), s("0"), s("0"))]);
        assert_eq!(tnms("cTisN0M0").len(), 1);
        assert_eq!(tnms("T1miN0M0").len(), 1);
        for text in
            ["T2-weighted MRI", "fracture of T5", "T4 level", "TNM", "M1 macrophages", "at T12 N1", "MT2N1"]
        {
            assert_eq!(tnms(text), [], "{text}");
        }
    }

    #[test]
    fn groups_are_read_in_both_languages() {
        let of = |text: &str| {
            let mut out = Vec::new();
            groups(text, &mut out);
            out.into_iter().find_map(|stage| match stage.says {
                ClaimedStage::Group(group) => Some((group.number, group.sub)),
                ClaimedStage::Tnm(_) => None,
            })
        };
        for (text, number, sub) in [
            ("Stage IIIA", 3, "A"),
            ("stage IIIa disease", 3, "A"),
            ("estadio IV", 4, ""),
            ("Estadío III A", 3, "A"),
            ("stage 3b", 3, "B"),
            ("etapa II", 2, ""),
            ("Stage IA2", 1, "A2"),
            ("stage V", 5, ""),
            ("stage: IVB", 4, "B"),
        ] {
            assert_eq!(of(text), Some((number, sub.to_owned())), "{text}");
        }
        for text in [
            "stage fright",
            "on stage",
            "staged procedure",
            "stage in life",
            "backstage IV",
            "estadio de futbol",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
