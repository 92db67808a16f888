//! Commented-out entries, which BibTeX reads like any other.

use referee_text::{Span, TextEdit};

/// An entry that is commented out, which BibTeX reads all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentedEntry {
    /// Its key.
    pub key: String,
    /// The span of its sign @ and its type.
    pub span: Span,
    /// Whether its later lines are comments too. BibTeX reads no fields there.
    pub is_cut_off: bool,
    /// The edits that uncomment it by removing the signs %; empty if other text precedes it on its
    /// line.
    pub uncomment: Vec<TextEdit>,
}

impl CommentedEntry {
    pub(super) fn shift(mut self, base: usize) -> CommentedEntry {
        self.span = self.span.shift(base);
        for edit in &mut self.uncomment {
            edit.span = edit.span.shift(base);
        }
        self
    }
}

/// Returns the entry whose sign @ is at `at` in text between entries; `None` if no type, brace and
/// key follow the sign.
pub(super) fn entry_at(source: &str, at: usize) -> Option<CommentedEntry> {
    let rest = source.get(at + 1..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let word = rest.get(blanks..)?;
    let word = word.get(..word.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '+')))?)?;
    let is_command = ["comment", "string", "preamble"].iter().any(|other| word.eq_ignore_ascii_case(other));
    let opening = rest.get(blanks + word.len()..)?.trim_start();
    let opened = opening.strip_prefix(['{', '('])?;
    let key = opened.split([',', '\n', '}', '=']).next().unwrap_or_default().trim();
    if word.is_empty() || is_command || key.is_empty() {
        return None;
    }
    let closing = if opening.starts_with('(') { b')' } else { b'}' };
    let body = opened.get(..end_of(opened, closing)).unwrap_or_default();
    let body_start = source.len() - opened.len();
    let is_comment = |line: &str| line.trim_start().starts_with('%');
    Some(CommentedEntry {
        key: key.to_owned(),
        span: Span::new(at, at + 1 + blanks + word.len()),
        is_cut_off: body.split('\n').skip(1).any(is_comment),
        uncomment: uncomment(source, at, body_start..body_start + body.len()),
    })
}

/// Returns the length of the entry whose opening brace or parenthesis precedes `text`: up to
/// `closing` outside of braces, or the whole text.
fn end_of(text: &str, closing: u8) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if byte == closing && depth == 0 => return at,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// Returns the edits that remove the signs % before an entry and its lines; empty if other text
/// precedes the entry on its line.
fn uncomment(source: &str, at: usize, body: std::ops::Range<usize>) -> Vec<TextEdit> {
    let line = source.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let lead = source.get(line..at).unwrap_or_default();
    if !lead.contains('%') || !lead.chars().all(|c| c.is_whitespace() || c == '%') {
        return Vec::new();
    }
    let mut edits = vec![TextEdit::new(Span::new(line, at), "")];
    let mut start = body.start;
    for (number, line) in source.get(body).unwrap_or_default().split_inclusive('\n').enumerate() {
        let code = line.trim_start();
        if let Some(rest) = code.strip_prefix('%').filter(|_| number > 0) {
            let from = start + (line.len() - code.len());
            let blank = usize::from(rest.starts_with(' '));
            edits.push(TextEdit::new(Span::new(from, from + 1 + blank), ""));
        }
        start += line.len();
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uncommented(source: &str) -> Option<(bool, String)> {
        let entry = entry_at(source, source.find('@').unwrap_or_default())?;
        let mut out = source.to_owned();
        for edit in entry.uncomment.iter().rev() {
            out.replace_range(edit.span.range(), &edit.text);
        }
        Some((entry.is_cut_off, out))
    }

    #[test]
    fn the_percent_signs_of_a_commented_entry_are_removed() {
        for (source, is_cut_off, written) in [
            ("% @article{k, title={A}}\n", false, "@article{k, title={A}}\n"),
            ("%@book{k,\n%  title={A},\n% year=2020\n% }\n", true, "@book{k,\n title={A},\nyear=2020\n}\n"),
            ("Old: @article{k, title={A}}\n", false, "Old: @article{k, title={A}}\n"),
            ("% @book(k, title={A) b})\n% See {there}\n", false, "@book(k, title={A) b})\n% See {there}\n"),
            ("% @book(k,\n% title={A})\n% See there\n", true, "@book(k,\ntitle={A})\n% See there\n"),
        ] {
            assert_eq!(uncommented(source), Some((is_cut_off, written.to_owned())), "{source}");
        }
        for source in
            ["% @string{k={A}}", "% @comment{k}", "% joe@example.org {k}", "% @article", "@", "% @article{"]
        {
            assert_eq!(uncommented(source), None, "{source}");
        }
    }
}
