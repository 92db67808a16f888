//! A cursor over the elements of one record.

use crate::{ReadError, ReadProblem};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A position in the XML of a record.
pub(super) struct Cursor<'x> {
    reader: Reader<&'x [u8]>,
    /// The first error of well-formedness.
    pub(super) failure: Option<ReadError>,
}

/// The start tag of an element.
pub(super) struct Tag<'x> {
    start: BytesStart<'x>,
    empty: bool,
}

impl Tag<'_> {
    pub(super) fn name(&self) -> &str {
        self.start.name().into_inner()
    }

    /// Whether the element is self-closing.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    /// Returns the value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let found = self.start.attributes().flatten().find(|attribute| attribute.key.into_inner() == name)?;
        Some(html_escape::decode_html_entities(found.value.as_ref()).into_owned())
    }

    /// Whether an attribute has this value.
    pub(super) fn says(&self, name: &str, value: &str) -> bool {
        self.start
            .attributes()
            .flatten()
            .any(|attribute| attribute.key.into_inner() == name && attribute.value.as_ref() == value)
    }
}

impl<'x> Cursor<'x> {
    pub(super) fn new(xml: &'x str) -> Self {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().check_comments = false;
        Cursor { reader, failure: None }
    }

    fn event(&mut self) -> Event<'x> {
        if self.failure.is_some() {
            return Event::Eof;
        }
        match self.reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let offset = self.reader.error_position();
                self.failure = Some(ReadError { problem: ReadProblem::NotWellFormed(error), offset });
                Event::Eof
            }
        }
    }

    /// Returns the next child of the open element; `None` at its end.
    pub(super) fn child(&mut self) -> Option<Tag<'x>> {
        loop {
            match self.event() {
                Event::Start(start) => return Some(Tag { start, empty: false }),
                Event::Empty(start) => return Some(Tag { start, empty: true }),
                Event::End(_) | Event::Eof => return None,
                _ => {}
            }
        }
    }

    /// Skips an element.
    pub(super) fn skip(&mut self, tag: &Tag<'x>) {
        let mut depth = u32::from(!tag.empty);
        while depth > 0 {
            match self.event() {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof => return,
                _ => {}
            }
        }
    }

    /// Calls `each` with every child of an element; `each` must read or skip the child.
    pub(super) fn children(&mut self, tag: &Tag<'x>, mut each: impl FnMut(&mut Self, Tag<'x>)) {
        if tag.empty {
            return;
        }
        while let Some(child) = self.child() {
            each(self, child);
        }
    }

    /// Returns the text of an element and its descendants, with collapsed white space.
    pub(super) fn text(&mut self, tag: &Tag<'x>) -> String {
        let mut out = String::new();
        let mut depth = u32::from(!tag.empty);
        while depth > 0 {
            match self.event() {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Text(text) => push(&mut out, &text),
                Event::CData(text) => push(&mut out, &text),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(c)) => push(&mut out, c.encode_utf8(&mut [0; 4])),
                    _ => push(&mut out, &html_escape::decode_html_entities(&format!("&{};", &*reference))),
                },
                Event::Eof => break,
                _ => {}
            }
        }
        out.truncate(out.trim_end().len());
        // Text that was escaped twice still contains markup.
        if memchr::memchr2(b'<', b'&', out.as_bytes()).is_some() {
            crate::html_text::plain(&out).into_owned()
        } else {
            out
        }
    }

    /// Returns the text of an element; `None` if it is empty.
    pub(super) fn some_text(&mut self, tag: &Tag<'x>) -> Option<String> {
        Some(self.text(tag)).filter(|text| !text.is_empty())
    }
}

/// Appends `text` and collapses white space.
fn push(out: &mut String, text: &str) {
    let bytes = text.as_bytes();
    let plain = memchr::memchr3(b'\n', b'\t', b'\r', bytes).is_none()
        && memchr::memmem::find(bytes, b"  ").is_none()
        // No-break and thin spaces.
        && (bytes.is_ascii() || !text.contains(|c: char| c.is_whitespace() && !c.is_ascii()));
    if plain {
        let text = if out.is_empty() || out.ends_with(' ') { text.trim_start() } else { text };
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
}
