//! Titles in quotation marks.

use std::ops::Range;

/// A pair of quotation marks and the text between them.
pub(super) struct Quotation {
    /// The length of the opening mark in bytes.
    pub(super) opening: usize,
    /// The range between the marks.
    pub(super) inner: Range<usize>,
    /// The offset after the closing mark.
    pub(super) behind: usize,
}

/// Returns the first quotation in `text` that begins at most `within` bytes after `from`.
pub(super) fn quoted(text: &str, from: usize, within: usize) -> Option<Quotation> {
    let hay = text.get(from..)?;
    let (at, open) = hay.char_indices().take_while(|(at, _)| *at < within).find(|(at, c)| {
        let behind_blank = *at == 0 || hay.get(..*at).is_some_and(|before| before.ends_with([' ', '(']));
        behind_blank && matches!(c, '"' | '\u{201c}' | '\u{201e}' | '\u{ab}' | '\u{2018}' | '\'')
    })?;
    let inner = at + open.len_utf8();
    let body = hay.get(inner..)?;
    let closes: &[char] = match open {
        '"' => &['"'],
        '\u{201c}' | '\u{201e}' => &['\u{201d}', '\u{201c}', '"'],
        '\u{ab}' => &['\u{bb}'],
        _ => &['\u{2019}', '\''],
    };
    let single = matches!(open, '\u{2018}' | '\'');
    let end = body.char_indices().find(|(at, c)| {
        if !closes.contains(c) {
            return false;
        }
        let behind = body.get(at + c.len_utf8()..).unwrap_or_default();
        let before = body.get(..*at).unwrap_or_default();
        // An apostrophe is not a quotation mark; a closing mark ends a clause.
        if single {
            behind.starts_with([',', '.'])
                || (before.ends_with([',', '.', '?', '!']) && behind.starts_with(' '))
        } else {
            behind.is_empty() || !behind.starts_with(char::is_alphanumeric)
        }
    })?;
    // Short quotations occur within titles; a title in quotation marks ends a clause.
    let behind = body.get(end.0 + end.1.len_utf8()..).unwrap_or_default();
    let clause = body.get(..end.0).is_some_and(|inside| inside.ends_with([',', '.', '?', '!']))
        || behind.is_empty()
        || behind.starts_with([',', '.']);
    (clause && end.0 >= 8).then_some(Quotation {
        opening: open.len_utf8(),
        inner: from + inner..from + inner + end.0,
        behind: from + inner + end.0 + end.1.len_utf8(),
    })
}
