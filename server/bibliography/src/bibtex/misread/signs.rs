//! LaTeX's special characters in the text of fields: %, &, _, #, $.

use super::{edits_of, message};
use crate::misreading::{Misreading, Row, notation_rows as rows};
use referee_text::{Message, Span};

/// Commands whose first argument LaTeX takes verbatim.
const VERBATIM: &[&str] = &["url", "href", "path", "nolinkurl", "verb", "detokenize", "ref", "label", "cite"];

/// The offsets of unescaped special characters.
#[derive(Default)]
struct Signs {
    percent: Vec<usize>,
    /// Ampersands and underscores outside of formulas.
    ampersand: Vec<usize>,
    hash: Vec<usize>,
    dollar: Vec<usize>,
}

impl Signs {
    fn read(value: &str) -> Signs {
        let bytes = value.as_bytes();
        let mut signs = Signs::default();
        let mut in_formula = false;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => {
                    at = after_command(value, at, &mut in_formula);
                    continue;
                }
                b'$' => {
                    signs.dollar.push(at);
                    in_formula = !in_formula;
                }
                b'%' => signs.percent.push(at),
                b'&' | b'_' if !in_formula => signs.ampersand.push(at),
                b'#' if !in_formula => signs.hash.push(at),
                _ => {}
            }
            at += 1;
        }
        signs
    }
}

/// Returns the end of the command at `at`, including its verbatim argument.
fn after_command(value: &str, at: usize, in_formula: &mut bool) -> usize {
    let rest = value.get(at + 1..).unwrap_or_default();
    let len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let name = rest.get(..len).unwrap_or_default();
    if len == 0 {
        match rest.as_bytes().first() {
            Some(b'(') => *in_formula = true,
            Some(b')') => *in_formula = false,
            _ => {}
        }
        return at + 1 + rest.chars().next().map_or(0, char::len_utf8);
    }
    let end = at + 1 + len;
    let argument = value.get(end..).unwrap_or_default();
    let blanks = argument.len() - argument.trim_start().len();
    if !VERBATIM.contains(&name) || !argument.trim_start().starts_with('{') {
        return end;
    }
    let mut depth = 0usize;
    for (offset, byte) in argument.bytes().enumerate().skip(blanks) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return end + offset + 1;
        }
    }
    value.len()
}

/// How the text of a field is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is printed in the reference.
    Printed,
    /// It is not printed, but biblatex reads it.
    Kept,
}

/// Returns how a field is used, by its name in lower case; `None` if LaTeX never reads it as text.
pub(super) fn use_of(field: &str) -> Option<Use> {
    Some(match field {
        "title" | "subtitle" | "titleaddon" | "booktitle" | "booksubtitle" | "maintitle" | "journal"
        | "journaltitle" | "journalsubtitle" | "publisher" | "series" | "note" | "addendum" | "address"
        | "location" | "school" | "institution" | "organization" | "edition" | "howpublished" | "type"
        | "chapter" | "number" | "volume" => Use::Printed,
        "abstract" | "keywords" | "annotation" | "annote" => Use::Kept,
        _ => return None,
    })
}

/// Checks the text of a field. Spans are relative to `value`.
pub(super) fn misread(value: &str, used: Use) -> Vec<Misreading> {
    if !value.bytes().any(|byte| matches!(byte, b'%' | b'&' | b'_' | b'#' | b'$')) {
        return Vec::new();
    }
    let signs = Signs::read(value);
    let mut out = Vec::new();
    let mut add = |row: &'static Row, places: &[usize]| {
        let Some(first) = places.first() else { return };
        let edits = edits_of(places.iter().map(|at| escaped(value, *at)));
        let place = Span::new(*first, first + 1);
        out.push(Misreading::new(row, place, &around(value, *first)).with(title(), edits, true));
    };
    let (percent, dollar) = match used {
        Use::Printed => (&rows::PERCENT, &rows::DOLLAR),
        Use::Kept => (&rows::PERCENT_NOT_PRINTED, &rows::DOLLAR_NOT_PRINTED),
    };
    // A % in a formula is wrong too, but an odd `$` must be corrected first.
    if signs.dollar.len() % 2 == 1 {
        let last = signs.dollar.len() - 1;
        add(dollar, signs.dollar.get(last..).unwrap_or_default());
        return out;
    }
    add(percent, &signs.percent);
    if used == Use::Printed {
        add(&rows::AMPERSAND, &signs.ampersand);
        add(&rows::HASH, &signs.hash);
    }
    out
}

fn title() -> Message {
    message("Write a backslash before the sign", "Escribir una barra invertida delante del signo")
}

/// Returns the span and the escaped form of the special character at `at`; for an entity such as
/// `&amp;`, the character that it encodes.
fn escaped(value: &str, at: usize) -> (Span, &'static str) {
    let rest = value.get(at..).unwrap_or_default();
    let one = Span::new(at, at + 1);
    match rest.as_bytes().first() {
        Some(b'&') if rest.starts_with("&amp;") => (Span::new(at, at + 5), "\\&"),
        Some(b'&') => (one, "\\&"),
        Some(b'_') => (one, "\\_"),
        Some(b'#') => (one, "\\#"),
        Some(b'$') => (one, "\\$"),
        _ => (one, "\\%"),
    }
}

/// Returns the words around a place, for a message.
fn around(value: &str, at: usize) -> String {
    const BEFORE: usize = 24;
    let before = value.get(..at).unwrap_or_default();
    let start = before.char_indices().rev().nth(BEFORE).map_or(0, |(start, _)| start);
    let start = if start == 0 {
        0
    } else {
        before.get(start..).and_then(|part| part.find(' ')).map_or(start, |blank| start + blank + 1)
    };
    let rest = value.get(start..).unwrap_or_default();
    if start == 0 { rest.to_owned() } else { format!("…{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(value: &str) -> Vec<&'static str> {
        misread(value, Use::Printed).iter().map(|misreading| misreading.row.id).collect()
    }

    #[test]
    fn signs_of_latex_need_a_backslash() {
        for (value, id, places) in [
            ("Lowers risk by 50% in women", "bare-percent", 1),
            ("Health & Place", "bare-sign", 1),
            ("Health &amp; Place & Time", "bare-sign", 2),
            ("The gene A_B", "bare-sign", 1),
            ("Trial #2", "bare-sign", 1),
            ("Costs $5", "one-dollar", 1),
        ] {
            assert_eq!(ids(value), [id], "{value}");
            let corrections = misread(value, Use::Printed).remove(0).corrections;
            assert_eq!(corrections.first().map(|one| one.edits.len()), Some(places), "{value}");
        }
        for value in [
            "Lowers risk by 50\\% in women",
            "Health \\& Place",
            "Health {\\&} Place",
            "$a_b$ and \\(c_d\\)",
            "See \\url{https://example.org/a%20b_c?d&e#f}",
            "\\href{https://example.org/a%20b}{A page}",
            "{\\textdollar}5",
            "Costs \\$5",
            "",
        ] {
            assert_eq!(ids(value), [""; 0], "{value}");
        }
        let kept = misread("We gave 5% & more_of it", Use::Kept);
        assert_eq!(kept.len(), 1);
    }
}
