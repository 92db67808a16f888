//! Parses an XML file into a tree of elements with spans.
//!
//! Namespace prefixes are removed (`w:p` becomes `p`). Entities that a file defines are never
//! expanded and are kept as written, so no file can grow while it is parsed.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use referee_text::Span;

/// The maximum nesting depth of elements.
pub const MAX_DEPTH: usize = 200;

/// The maximum number of elements in a file.
pub const MAX_ELEMENTS: usize = 2_000_000;

/// The error of parsing an XML file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XmlError {
    /// The file is not well-formed at this byte.
    #[error("it is not readable XML: {message}")]
    NotWellFormed {
        /// The parser's message.
        message: String,
        /// The offset in bytes.
        at: usize,
    },
    /// Elements are nested deeper than [`MAX_DEPTH`].
    #[error("its elements are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// There are more elements than [`MAX_ELEMENTS`].
    #[error("it has more than {MAX_ELEMENTS} elements")]
    TooMany,
    /// The file contains no element.
    #[error("it holds no XML element")]
    Empty,
}

/// An element with its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// The name without its prefix.
    pub name: String,
    /// The attributes, in the order of the file: names without prefixes, values decoded.
    pub attributes: Vec<(String, String)>,
    /// The content, in order.
    pub content: Vec<Node>,
    /// From its `<` to its last `>`.
    pub span: Span,
}

/// A node in an element's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A child element.
    Element(Element),
    /// Decoded text with its span.
    Text(String, Span),
}

impl Element {
    /// Parses a file. Elements that are open at the end of a truncated file are closed there.
    ///
    /// # Errors
    ///
    /// If the file is not well-formed, too deeply nested, or has too many elements or none.
    pub fn parse(text: &str) -> Result<Element, XmlError> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_comments = false;
        let mut open: Vec<Element> = vec![Element::default()];
        let mut elements = 0;
        loop {
            let start = position(reader.buffer_position());
            let event = reader.read_event().map_err(|error| XmlError::NotWellFormed {
                message: error.to_string(),
                at: position(reader.error_position()),
            })?;
            let span = Span::new(start, position(reader.buffer_position()).max(start));
            match event {
                Event::Start(tag) => {
                    elements += 1;
                    if open.len() > MAX_DEPTH {
                        return Err(XmlError::TooDeep);
                    }
                    open.push(element(&tag, span));
                }
                Event::Empty(tag) => {
                    elements += 1;
                    add(&mut open, Node::Element(element(&tag, span)));
                }
                Event::End(_) => close(&mut open, span.end),
                Event::Text(words) => add(&mut open, Node::Text(words.to_string(), span)),
                Event::CData(words) => add(&mut open, Node::Text(words.to_string(), span)),
                Event::GeneralRef(name) => {
                    let words = match name.resolve_char_ref() {
                        Ok(Some(c)) => c.to_string(),
                        _ => html_escape::decode_html_entities(&format!("&{};", &*name)).into_owned(),
                    };
                    add(&mut open, Node::Text(words, span));
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
            if elements > MAX_ELEMENTS {
                return Err(XmlError::TooMany);
            }
        }
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        while open.len() > 1 {
            close(&mut open, end);
        }
        let root = open.pop().and_then(|file| {
            file.content.into_iter().find_map(|node| match node {
                Node::Element(element) => Some(element),
                Node::Text(..) => None,
            })
        });
        root.ok_or(XmlError::Empty)
    }

    /// Returns the value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Iterates over the child elements.
    pub fn children(&self) -> impl Iterator<Item = &Element> {
        self.content.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(..) => None,
        })
    }

    /// Returns the first child element with this name.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children().find(|child| child.name == name)
    }

    /// Returns all descendants with this name, in the order of the file; does not search within
    /// matches.
    #[must_use]
    pub fn descendants(&self, name: &str) -> Vec<&Element> {
        let mut out = Vec::new();
        let mut waiting: Vec<&Element> = vec![self];
        while let Some(next) = waiting.pop() {
            if next.name == name && !std::ptr::eq(next, self) {
                out.push(next);
            } else {
                let from = waiting.len();
                waiting.extend(next.children());
                if let Some(added) = waiting.get_mut(from..) {
                    added.reverse();
                }
            }
        }
        out
    }

    /// Returns the first descendant with this name.
    #[must_use]
    pub fn descendant(&self, name: &str) -> Option<&Element> {
        self.descendants(name).into_iter().next()
    }

    /// Returns all text in the element, with collapsed white space; empty without text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut waiting: Vec<&Node> = self.content.iter().rev().collect();
        while let Some(node) = waiting.pop() {
            match node {
                Node::Text(words, _) => out.push_str(words),
                Node::Element(element) if element.is_tex() => out.push_str(&element.text_of_tex()),
                // Alternative forms of one formula.
                Node::Element(element) if element.name == "alternatives" => {
                    let is_math = |node: &&Node| matches!(node, Node::Element(form) if form.name == "math");
                    match element.content.iter().find(is_math) {
                        Some(math) => waiting.push(math),
                        None => waiting.extend(element.content.iter().rev()),
                    }
                }
                Node::Element(element) => waiting.extend(element.content.iter().rev()),
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether the element contains a formula in TeX.
    fn is_tex(&self) -> bool {
        self.name == "tex-math" || self.name == "formula" && self.attribute("notation") == Some("TeX")
    }

    /// Converts a TeX formula to text. Publishers wrap it in a complete LaTeX document.
    fn text_of_tex(&self) -> String {
        let source: String = self
            .content
            .iter()
            .map(|node| match node {
                Node::Text(words, _) => words.as_str(),
                Node::Element(_) => "",
            })
            .collect();
        let body = source.split_once("\\begin{document}").map_or(source.as_str(), |(_, body)| body);
        let body = body.split("\\end{document}").next().unwrap_or_default();
        let formula = body.trim().trim_matches('$').trim();
        crate::latex_text::plain(&format!("${formula}$"))
    }

    /// Returns the text of the element and its descendants; `None` if it is empty.
    #[must_use]
    pub fn some_text(&self) -> Option<String> {
        Some(self.text()).filter(|text| !text.is_empty())
    }

    /// Returns the span of the content without surrounding blanks; the element's own span if it is
    /// empty.
    #[must_use]
    pub(crate) fn inner_span(&self) -> Span {
        let of = |node: &Node| match node {
            Node::Text(words, span) => {
                let blank = words.trim().is_empty();
                (!blank).then(|| {
                    let before = words.len() - words.trim_start().len();
                    let behind = words.len() - words.trim_end().len();
                    let (start, end) =
                        (span.start as usize + before, (span.end as usize).saturating_sub(behind));
                    Span::new(start.min(span.end as usize), end.max(start).min(span.end as usize))
                })
            }
            Node::Element(element) => Some(element.inner_span()),
        };
        let first = self.content.iter().find_map(of);
        let last = self.content.iter().rev().find_map(of);
        first.zip(last).map_or(self.span, |(first, last)| first.cover(last))
    }
}

fn position(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

fn add(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.content.push(node);
    }
}

/// Closes the innermost element, except the file itself.
fn close(open: &mut Vec<Element>, end: u32) {
    if open.len() > 1
        && let Some(mut element) = open.pop()
    {
        element.span.end = element.span.start.max(end);
        add(open, Node::Element(element));
    }
}

fn element(tag: &BytesStart<'_>, span: Span) -> Element {
    let local = |name: &str| name.rsplit(':').next().unwrap_or_default().to_owned();
    Element {
        name: local(tag.name().into_inner()),
        attributes: tag
            .attributes()
            .flatten()
            .map(|attribute| {
                let value = html_escape::decode_html_entities(attribute.value.as_ref()).into_owned();
                (local(attribute.key.into_inner()), value)
            })
            .collect(),
        content: Vec::new(),
        span,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn entities_of_the_file_are_not_expanded() {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><x>&b;&amp;&#65;</x>";
        assert_eq!(Element::parse(bomb).unwrap().text(), "&b;&A");
    }

    #[test]
    fn what_is_nested_too_deep_is_refused() {
        let deep = "<a>".repeat(MAX_DEPTH + 2);
        assert_eq!(Element::parse(&deep), Err(XmlError::TooDeep));
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "<r><t a='1&amp;2'> Süß &lt; sauer </t></r>";
        let root = Element::parse(text).unwrap();
        let title = root.child("t").unwrap();
        assert_eq!(title.attribute("a"), Some("1&2"));
        assert_eq!(title.text(), "Süß < sauer");
        assert_eq!(&text[title.inner_span().range()], "Süß &lt; sauer");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "(<[a-c/]?|[>&;'\"! ]|[a-zé]{0,4}){0,80}") {
            if let Ok(root) = Element::parse(&text) {
                let span = root.inner_span();
                proptest::prop_assert!(span.end as usize <= text.len());
            }
        }
    }
}
