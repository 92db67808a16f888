//! JSON and YAML as one tree whose nodes know their places.

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use referee_text::Span;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};
use std::cell::Cell;

/// Nothing that is nested deeper is a bibliography.
const MAX_DEPTH: usize = 64;

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// All of it, with quotes and brackets.
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    /// A string, a number or a truth value; the span is that of the text without quotes.
    Scalar(String, Span),
    List(Vec<Node>),
    Map(Vec<MapEntry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MapEntry {
    pub key: String,
    /// The place of the key without quotes.
    pub key_span: Span,
    pub node: Node,
}

impl Node {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.pairs().iter().find(|pair| pair.key == key).map(|pair| &pair.node)
    }

    /// The pairs of a mapping.
    pub(crate) fn pairs(&self) -> &[MapEntry] {
        if let Value::Map(pairs) = &self.value { pairs } else { &[] }
    }

    /// The elements of a list; a value that is no list is its only element.
    pub(crate) fn elements(&self) -> &[Node] {
        match &self.value {
            Value::List(nodes) => nodes,
            Value::Null => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// The text of a scalar that is not empty.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text, _) if !text.trim().is_empty() => Some(text.trim()),
            _ => None,
        }
    }

    /// The text of the value of a key.
    pub(crate) fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key)?.text()
    }

    /// The place that an author would call the value: without quotes.
    pub(crate) fn inner(&self) -> Span {
        if let Value::Scalar(_, inner) = &self.value { *inner } else { self.span }
    }

    /// The node moved by `by` bytes: from a place in a slice to the place in the file.
    fn shift(&mut self, by: usize) {
        self.span = self.span.shift(by);
        match &mut self.value {
            Value::Null => {}
            Value::Scalar(_, inner) => *inner = inner.shift(by),
            Value::List(nodes) => nodes.iter_mut().for_each(|node| node.shift(by)),
            Value::Map(pairs) => {
                for pair in pairs {
                    pair.key_span = pair.key_span.shift(by);
                    pair.node.shift(by);
                }
            }
        }
    }

    /// Ends every place at `end`: what lies behind it was added so that the text could be read.
    pub(crate) fn end_at(&mut self, end: usize) {
        let cut = |span: Span| Span::new((span.start as usize).min(end), (span.end as usize).min(end));
        self.span = cut(self.span);
        match &mut self.value {
            Value::Null => {}
            Value::Scalar(_, inner) => *inner = cut(*inner),
            Value::List(nodes) => nodes.iter_mut().for_each(|node| node.end_at(end)),
            Value::Map(pairs) => {
                for pair in pairs {
                    pair.key_span = cut(pair.key_span);
                    pair.node.end_at(end);
                }
            }
        }
    }
}

/// Where something is wrong, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub at: usize,
    pub message: String,
}

/// Reads one JSON value that stands at `start` in its file.
pub(crate) fn json(text: &str, start: usize) -> Result<Node, SyntaxError> {
    let parsed = jsonc_parser::parse_to_ast(
        text,
        &jsonc_parser::CollectOptions::default(),
        &jsonc_parser::ParseOptions::default(),
    )
    .map_err(|error| SyntaxError {
        at: start + error.range().start.min(text.len()),
        message: error.kind().to_string(),
    })?;
    match parsed.value {
        Some(value) => {
            let mut node = from_json(&value, text);
            node.shift(start);
            Ok(node)
        }
        None => Err(SyntaxError { at: start, message: "there is no value".to_owned() }),
    }
}

/// `jsonc_parser` limits the depth, so this may call itself.
fn from_json(value: &ast::Value<'_>, text: &str) -> Node {
    let span = Span::new(value.start(), value.end());
    let value = match value {
        ast::Value::StringLit(literal) => Value::Scalar(literal.value.to_string(), unquoted(span, text)),
        ast::Value::NumberLit(literal) => Value::Scalar(literal.value.to_owned(), span),
        ast::Value::BooleanLit(literal) => Value::Scalar(literal.value.to_string(), span),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(array) => {
            Value::List(array.elements.iter().map(|value| from_json(value, text)).collect())
        }
        ast::Value::Object(object) => Value::Map(
            object
                .properties
                .iter()
                .map(|property| MapEntry {
                    key: property.name.as_str().to_owned(),
                    key_span: unquoted(Span::new(property.name.start(), property.name.end()), text),
                    node: from_json(&property.value, text),
                })
                .collect(),
        ),
    };
    Node { span, value }
}

/// The span without the quotes that stand at its ends.
fn unquoted(span: Span, text: &str) -> Span {
    let raw = text.get(span.range()).unwrap_or_default();
    let quoted =
        raw.len() > 1 && ['"', '\''].iter().any(|quote| raw.starts_with(*quote) && raw.ends_with(*quote));
    if quoted { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}

/// Reads a YAML document that stands at `start` in its file: what was read before the first mistake, and the
/// mistake.
pub(crate) fn yaml(text: &str, start: usize) -> (Option<Node>, Option<SyntaxError>) {
    let places = Places::of(text);
    let mut builder = Builder { text, open: Vec::new(), root: None, anchors: Vec::new() };
    let mut broken = None;
    for event in Parser::new_from_str(text) {
        match event {
            Ok((Event::DocumentEnd, _)) if builder.root.is_some() => break,
            Ok((event, span)) => {
                let span = Span::new(places.offset(span.start), places.offset(span.end));
                if !builder.take(event, span) {
                    broken = Some(SyntaxError {
                        at: start + span.start as usize,
                        message: "it is nested too deeply".to_owned(),
                    });
                    break;
                }
            }
            Err(error) => {
                let at = start + places.offset(*error.marker());
                broken = Some(SyntaxError { at, message: error.info().to_owned() });
                break;
            }
        }
    }
    let mut root = builder.finish();
    if let Some(root) = &mut root {
        root.shift(start);
    }
    (root, broken)
}

/// Where the lines of a text start.
struct Places<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// The last place that was asked for: line, column and byte. Places are asked for in order, and a line may
    /// be the whole file.
    last: Cell<(usize, usize, usize)>,
}

impl<'a> Places<'a> {
    fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut lines = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes.get(at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n') {
                lines.push(at + 1);
            }
        }
        Places { text, lines, last: Cell::new((0, 0, 0)) }
    }

    /// The byte of a place: its line, and characters in the line. The scanner's own index counts the bytes of
    /// comments and the characters of everything else.
    fn offset(&self, marker: Marker) -> usize {
        let Some(start) = marker.line().checked_sub(1).and_then(|line| self.lines.get(line)) else {
            return self.text.len();
        };
        let (line, column, byte) = self.last.get();
        let (from, skip) = if line == marker.line() && column <= marker.col() {
            (byte, marker.col() - column)
        } else {
            (*start, marker.col())
        };
        let rest = self.text.get(from..).unwrap_or_default();
        let offset = rest.char_indices().nth(skip).map_or(self.text.len(), |(at, _)| from + at);
        self.last.set((marker.line(), marker.col(), offset));
        offset
    }
}

/// A list or a mapping that is being read.
enum Open {
    List(u32, Vec<Node>),
    /// With the key whose value comes next.
    Map(u32, Vec<MapEntry>, Option<(String, Span)>),
}

struct Builder<'a> {
    text: &'a str,
    open: Vec<Open>,
    root: Option<Node>,
    /// Scalars that have a name; longer values are not repeated.
    anchors: Vec<(usize, String)>,
}

impl Builder<'_> {
    /// Takes up one event; false where the text is nested too deeply.
    fn take(&mut self, event: Event<'_>, span: Span) -> bool {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                if anchor > 0 && text.len() < 1000 {
                    self.anchors.push((anchor, text.to_string()));
                }
                let span = self.trimmed(span);
                let plain = style == ScalarStyle::Plain;
                let value = if plain && matches!(text.as_ref(), "" | "~" | "null") {
                    Value::Null
                } else {
                    let inner = if plain { span } else { unquoted(span, self.text) };
                    Value::Scalar(text.into_owned(), inner)
                };
                self.add(Node { span, value });
            }
            Event::Alias(anchor) => {
                let text =
                    self.anchors.iter().rev().find(|(name, _)| *name == anchor).map(|(_, text)| text.clone());
                let value = text.map_or(Value::Null, |text| Value::Scalar(text, span));
                self.add(Node { span, value });
            }
            Event::SequenceStart(..) => self.open.push(Open::List(span.start, Vec::new())),
            Event::MappingStart(..) => self.open.push(Open::Map(span.start, Vec::new(), None)),
            Event::SequenceEnd | Event::MappingEnd => self.close(span.end),
            _ => {}
        }
        self.open.len() < MAX_DEPTH
    }

    /// A span without the blanks at its ends: those of block scalars include the line break.
    fn trimmed(&self, span: Span) -> Span {
        let raw = self.text.get(span.range()).unwrap_or_default();
        let start = span.start as usize + (raw.len() - raw.trim_start().len());
        Span::new(start, start + raw.trim().len())
    }

    fn close(&mut self, end: u32) {
        let node = match self.open.pop() {
            Some(Open::List(start, nodes)) => {
                let end = nodes.last().map_or(end, |last| last.span.end.max(self.bracket(end)));
                Node { span: Span { start, end: end.max(start) }, value: Value::List(nodes) }
            }
            Some(Open::Map(start, mut pairs, key)) => {
                if let Some((key, key_span)) = key {
                    let node = Node { span: Span::at(key_span.end as usize), value: Value::Null };
                    pairs.push(MapEntry { key, key_span, node });
                }
                let end = pairs
                    .last()
                    .map_or(end, |last| last.node.span.end.max(last.key_span.end).max(self.bracket(end)));
                Node { span: Span { start, end: end.max(start) }, value: Value::Map(pairs) }
            }
            None => return,
        };
        self.add(node);
    }

    /// `end` where a bracket closes there, else 0: a list without brackets ends with its last element.
    fn bracket(&self, end: u32) -> u32 {
        let before = (end as usize).checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        if matches!(before, Some(b']' | b'}')) { end } else { 0 }
    }

    fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(Open::List(_, nodes)) => nodes.push(node),
            Some(Open::Map(_, pairs, key)) => match key.take() {
                Some((key, key_span)) => pairs.push(MapEntry { key, key_span, node }),
                None => {
                    let inner = node.inner();
                    let text = if let Value::Scalar(text, _) = node.value { text } else { String::new() };
                    *key = Some((text, inner));
                }
            },
            None => self.root = self.root.take().or(Some(node)),
        }
    }

    /// The root; what is still open is closed.
    fn finish(mut self) -> Option<Node> {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        while !self.open.is_empty() {
            let known = self.open.last().and_then(|open| match open {
                Open::List(_, nodes) => nodes.last().map(|node| node.span.end),
                Open::Map(_, pairs, _) => pairs.last().map(|pair| pair.node.span.end),
            });
            self.close(known.unwrap_or(end));
        }
        self.root
    }
}
