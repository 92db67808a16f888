//! Numbers of list items, which several markups recognise in the same way at the start of a line.

/// Returns the length of the number at the start of `written` if it numbers a list item: `1.`,
/// `a)`, `iv.`.
pub(super) fn list_number(written: &str) -> Option<usize> {
    let length = written.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (number, behind) = written.split_at(length);
    let is_number = length == 1
        || length > 0
            && (number.bytes().all(|b| b.is_ascii_digit())
                || number.bytes().all(|b| b"ivxlcdmIVXLCDM".contains(&b)));
    (is_number && behind.starts_with(['.', ')'])).then_some(length)
}

/// Inserts a backslash after a list number at the start of `written`.
pub(super) fn without_list_number(written: &str) -> Option<String> {
    let (number, behind) = written.split_at(list_number(written)?);
    Some(format!("{number}\\{behind}"))
}
