//! The comments of HTML, which Markdown has too.

use referee_text::Span;

/// The comments in `text`, each with its marks and its place; one that is not closed goes to the end.
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
