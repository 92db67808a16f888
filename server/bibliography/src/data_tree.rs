//! Parses JSON and YAML into one tree whose nodes have spans.

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use referee_text::Span;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};
use std::cell::Cell;

/// The maximum nesting depth; bibliographies are never nested deeper.
const MAX_DEPTH: usize = 64;

/// A value and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The whole value, with quotes and brackets.
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    /// A string, a number or a Boolean; the span is that of the text without quotes.
    Scalar(String, Span),
    List(Vec<Node>),
    Map(Vec<MapEntry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MapEntry {
    pub key: String,
    /// The span of the key without quotes.
    pub key_span: Span,
    pub node: Node,
}

impl Node {
    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.pairs().iter().find(|pair| pair.key == key).map(|pair| &pair.node)
    }

    /// Returns the pairs of a mapping.
    pub(crate) fn pairs(&self) -> &[MapEntry] {
        if let Value::Map(pairs) = &self.value { pairs } else { &[] }
    }

    /// Returns the elements of a list; any other value counts as its only element.
    pub(crate) fn elements(&self) -> &[Node] {
        match &self.value {
            Value::List(nodes) => nodes,
            Value::Null => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the text of a non-empty scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text, _) if !text.trim().is_empty() => Some(text.trim()),
            _ => None,
        }
    }

    /// Returns the text of a key's value.
    pub(crate) fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key)?.text()
    }

    /// Returns the span of the value without quotes.
    pub(crate) fn inner(&self) -> Span {
        if let Value::Scalar(_, inner) = &self.value { *inner } else { self.span }
    }

    /// Shifts the node by `by` bytes: from offsets in a slice to offsets in the file.
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

    /// Clips every span at `end`: text after it was added only to make the input parse.
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

/// A syntax error with its offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub at: usize,
    pub message: String,
}

/// Parses one JSON value; `start` is its offset in the file.
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

/// `jsonc_parser` limits the depth, so recursion is safe.
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

/// Removes the quotes from a span.
fn unquoted(span: Span, text: &str) -> Span {
    let raw = text.get(span.range()).unwrap_or_default();
    let quoted =
        raw.len() > 1 && ['"', '\''].iter().any(|quote| raw.starts_with(*quote) && raw.ends_with(*quote));
    if quoted { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}

/// Parses a YAML document; `start` is its offset in the file. Returns what precedes the first
/// syntax error, and that error.
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

/// The line starts of a text.
struct Places<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// The last position that was converted: line, column and byte. Positions are converted in
    /// order, and a line may be the whole file.
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

    /// Returns the byte offset of a position, from its line and its characters in the line. The
    /// scanner's own index counts the bytes of comments but the characters of everything else.
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

/// A list or a mapping that is being built.
enum Open {
    List(u32, Vec<Node>),
    /// The last part is the key whose value comes next.
    Map(u32, Vec<MapEntry>, Option<(String, Span)>),
}

struct Builder<'a> {
    text: &'a str,
    open: Vec<Open>,
    root: Option<Node>,
    /// Scalars with an anchor; longer values are not repeated.
    anchors: Vec<(usize, String)>,
}

impl Builder<'_> {
    /// Handles one event; false if the text is nested too deeply.
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

    /// Trims blanks from the ends of a span: those of block scalars include the line break.
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

    /// Returns `end` if a bracket closes there, otherwise 0: a list without brackets ends with its
    /// last element.
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

    /// Returns the root after closing all open nodes.
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
