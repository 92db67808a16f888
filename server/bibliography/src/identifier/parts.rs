//! Text that wraps or precedes identifiers.

/// Removes blanks, quotes, braces and `\url{…}` around an identifier.
pub(super) fn unwrapped(text: &str) -> &str {
    let mut text = text.trim();
    for command in ["\\url", "\\href", "\\doi", "\\nolinkurl", "\\path"] {
        if let Some(rest) = text.strip_prefix(command) {
            text = rest.trim_start();
        }
    }
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '\u{feff}' | '\u{200b}'))
        .trim_start_matches(['<', '('])
}

/// Strips `prefix`, ignoring the case of ASCII letters.
pub(super) fn strip_prefix_folded<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    if head.eq_ignore_ascii_case(prefix) { text.get(prefix.len()..) } else { None }
}

/// Returns the text after the first of `places` that occurs in `text`.
pub(super) fn after_any<'a>(text: &'a str, places: &[&str]) -> Option<&'a str> {
    let folded = text.to_ascii_lowercase();
    places.iter().find_map(|place| folded.find(place).and_then(|at| text.get(at + place.len()..)))
}

/// Returns the text after one of `labels`, a colon and blanks.
pub(super) fn after_label<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| strip_prefix_folded(text, label)).map(|rest| {
        rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '#' | '=' | '/'))
    })
}

/// Parses `text` as a number that only punctuation or a bracketed remark may follow.
pub(super) fn number_alone(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text.get(digits..)?;
    if digits == 0 || digits > 10 || !ends_here(behind) {
        return None;
    }
    text.get(..digits)?.parse().ok()
}

/// Whether the text after an identifier does not belong to it.
pub(super) fn ends_here(behind: &str) -> bool {
    let behind = behind.trim_start_matches(['.', ',', ';', ')', ']', '>', '/']);
    let trimmed = behind.trim_start();
    trimmed.is_empty() || behind.starts_with(['?', '#']) || trimmed.starts_with(['[', '('])
}
