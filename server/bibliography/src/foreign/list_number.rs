//! Numbers of the items of a list, which several markups read alike at the start of a line.

/// The length of the number at the start of `written`, where it numbers an item of a list: `1.`, `a)`, `iv.`
pub(super) fn list_number(written: &str) -> Option<usize> {
    let length = written.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (number, behind) = written.split_at(length);
    let is_number = length == 1
        || length > 0
            && (number.bytes().all(|b| b.is_ascii_digit())
                || number.bytes().all(|b| b"ivxlcdmIVXLCDM".contains(&b)));
    (is_number && behind.starts_with(['.', ')'])).then_some(length)
}

/// `written` with a backslash behind the number of an item of a list that it begins with.
pub(super) fn without_list_number(written: &str) -> Option<String> {
    let (number, behind) = written.split_at(list_number(written)?);
    Some(format!("{number}\\{behind}"))
}
