//! HTML comments, which Markdown also has.

use referee_text::Span;

/// Returns the comments in `text`, each with its span, delimiters included; an unclosed one extends
/// to the end.
pub(crate) fn html_comments(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("<!--")?;
        let rest = text.get(start..)?;
        let len = rest.find("-->").map_or(rest.len(), |end| end + "-->".len());
        from = start + len;
        Some((Span::new(start, from), rest.get(..len)?))
    })
}
