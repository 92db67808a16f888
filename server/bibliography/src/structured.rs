//! Formats that are parsed as a whole: CSL in JSON and YAML, Hayagriva, and lists exported by
//! programs.

pub(crate) mod edit;
pub(crate) mod write;

use crate::bibtex::hash_of;
use crate::data_tree::{self, Node, SyntaxError, Value};
use crate::{FieldName, Format, ListFormat, Problem, ProblemKind, Work, csl, hayagriva, lists};
use referee_text::{Message, Rope, Span};
use std::collections::HashMap;

/// The maximum number of syntax errors after which reading a file continues.
const MAX_MISTAKES: usize = 64;

/// The entries of such a file, and its problems.
#[derive(Debug, Default)]
pub(crate) struct StructuredFile {
    pub items: Vec<StructuredEntry>,
    pub problems: Vec<Problem>,
    keys: HashMap<Box<str>, usize>,
}

/// One entry of such a file.
#[derive(Debug)]
pub(crate) struct StructuredEntry {
    pub key: Box<str>,
    pub kind: Box<str>,
    pub key_span: Span,
    pub span: Span,
    fields: Box<[(FieldName, Span)]>,
    pub hash: u64,
    /// The work, for formats in which the text of the entry is not sufficient to rebuild it.
    work: Option<Box<Work>>,
}

impl StructuredFile {
    pub(crate) fn read(format: Format, rope: &Rope) -> Self {
        let text = String::from(rope);
        let mut structured = StructuredFile::default();
        match format {
            Format::CslJson => structured.read_json(&text),
            Format::CslYaml => structured.read_yaml(&text, csl_entries),
            Format::Hayagriva => structured.read_yaml(&text, hayagriva_entries),
            Format::List(list) => structured.read_list(list, &text),
            Format::Bibtex => {}
        }
        for (at, item) in structured.items.iter().enumerate() {
            if !item.key.is_empty() {
                structured.keys.entry(item.key.clone()).or_insert(at);
            }
        }
        structured
    }

    pub(crate) fn item(&self, index: usize) -> Option<&StructuredEntry> {
        self.items.get(index)
    }

    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.keys.get(key).copied()
    }

    pub(crate) fn at(&self, offset: usize) -> Option<usize> {
        let after = self.items.partition_point(|item| item.span.start as usize <= offset);
        let index = after.checked_sub(1)?;
        self.items.get(index).filter(|item| item.span.touches(offset)).map(|_| index)
    }

    fn read_list(&mut self, format: ListFormat, text: &str) {
        let (references, problems) = lists::read(format, text);
        self.problems = problems;
        self.items.extend(references.into_iter().map(|reference| StructuredEntry {
            key_span: reference.key_span.unwrap_or_else(|| first_line(text, reference.span)),
            key: Box::from(reference.key),
            kind: Box::from(reference.kind),
            span: reference.span,
            fields: reference.fields.into_boxed_slice(),
            hash: hash_of(format!("{:?}", reference.work)),
            work: Some(Box::new(reference.work)),
        }));
    }

    fn read_json(&mut self, text: &str) {
        let list = match json_list(text) {
            JsonList::Empty => return,
            JsonList::None(at) => {
                let broken = SyntaxError { at, message: "it is no JSON".to_owned() };
                return self.problem(&broken, text, ProblemKind::NotReadable);
            }
            JsonList::Object(at) => {
                self.read_json_object(text, at, text.trim_end().len());
                return;
            }
            JsonList::Behind(at) => at,
        };
        let bytes = text.as_bytes();
        let mut at = list;
        while self.problems.len() < MAX_MISTAKES {
            match bytes.get(at) {
                Some(b'{') => {
                    let end = value_end(bytes, at).unwrap_or(bytes.len());
                    at = self.read_json_object(text, at, end).max(at + 1);
                }
                Some(b']') => return,
                Some(_) => at += 1,
                None => {
                    let at = text.trim_end().len().saturating_sub(1);
                    return self.problem(
                        &SyntaxError { at, message: "the list is not closed".to_owned() },
                        text,
                        ProblemKind::Damaged,
                    );
                }
            }
        }
    }

    /// Reads the object at `at`, which seems to end at `end`; returns its actual end. A malformed
    /// object ends before the next line that starts an object with the same indentation.
    fn read_json_object(&mut self, text: &str, at: usize, end: usize) -> usize {
        let source = text.get(at..end).unwrap_or_default();
        let broken = match data_tree::json(source, at) {
            Ok(node) => {
                self.items.extend(csl_entry(&node, source, false));
                return end;
            }
            Err(broken) => broken,
        };
        let end = next_object(text, at, end);
        let source = text.get(at..end).unwrap_or_default();
        let good = text.get(at..line_start(text, broken.at.min(end))).unwrap_or_default();
        if let Ok(mut node) = data_tree::json(&closed(good), at) {
            node.end_at(at + good.len());
            if let Some(mut item) = csl_entry(&node, source, true) {
                item.span = Span::new(at, at + source.trim_end().trim_end_matches(',').len());
                self.items.push(item);
            }
        }
        let broken = SyntaxError { at: broken.at.min(end.saturating_sub(1)), ..broken };
        self.problem(&broken, text, ProblemKind::Damaged);
        end
    }

    /// Reads YAML. After a syntax error, reading continues with the next entry.
    fn read_yaml(&mut self, text: &str, items: fn(&Node, &str) -> Option<Vec<StructuredEntry>>) {
        let mut from = 0;
        for _ in 0..MAX_MISTAKES {
            let (root, broken) = data_tree::yaml(text.get(from..).unwrap_or_default(), from);
            let found = root.as_ref().and_then(|root| items(root, text));
            let Some(broken) = broken else {
                if found.is_none() && from == 0 && root.is_some_and(|root| root.value != Value::Null) {
                    let message = "this is not a list of references".to_owned();
                    self.problem(&SyntaxError { at: from, message }, text, ProblemKind::NotReadable);
                }
                self.items.extend(found.unwrap_or_default());
                return;
            };
            let found = found.unwrap_or_default();
            let last = found.last().map_or(from, |item| item.span.start as usize);
            self.items.extend(found);
            self.problem(&broken, text, ProblemKind::Damaged);
            let Some(next) = next_entry(text, from, last) else {
                return;
            };
            from = next;
        }
    }

    fn problem(&mut self, broken: &SyntaxError, text: &str, kind: ProblemKind) {
        // To the end of the line, so that there is text to underline.
        let at = (0..=broken.at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let rest = text.get(at..).unwrap_or_default();
        let len = rest.find('\n').unwrap_or(rest.len());
        let why = broken.message.trim_end_matches('.');
        let message = Message::new(
            format!("This part of the file could not be read: {why}."),
            format!("Esta parte del archivo no se pudo leer: {why}."),
        );
        self.problems.push(Problem { span: Span::new(at, at + len), kind, message });
    }
}

impl StructuredEntry {
    pub(crate) fn work(&self, text: &Rope) -> Work {
        if let Some(work) = &self.work {
            return Work::clone(work);
        }
        let source = text.get_byte_slice(self.span.range()).map(String::from).unwrap_or_default();
        data_tree::json(&source, 0).map(|node| csl::work(&node)).unwrap_or_default()
    }

    pub(crate) fn field(&self, field: FieldName) -> Option<Span> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, span)| *span)
    }
}

/// Returns the first line of a reference, which is shown for an entry without a key.
fn first_line(text: &str, span: Span) -> Span {
    let source = text.get(span.range()).unwrap_or_default();
    let len = source.find(['\n', '\r']).unwrap_or(source.len());
    Span::new(span.start as usize, span.start as usize + len)
}

/// Reads one CSL item; `None` if the node is not a mapping.
fn csl_entry(node: &Node, source: &str, keep: bool) -> Option<StructuredEntry> {
    let Value::Map(_) = &node.value else {
        return None;
    };
    let id = ["id", "citation-key", "citekey"]
        .iter()
        .find_map(|key| node.get(key).filter(|id| id.text().is_some()));
    Some(StructuredEntry {
        key: Box::from(id.and_then(Node::text).unwrap_or_default()),
        kind: Box::from(node.text_of("type").unwrap_or_default()),
        key_span: id.map_or_else(|| Span::at(node.span.start as usize), Node::inner),
        span: node.span,
        fields: csl::fields(node).into_boxed_slice(),
        hash: hash_of(source),
        work: keep.then(|| Box::new(csl::work(node))),
    })
}

fn csl_entries(root: &Node, text: &str) -> Option<Vec<StructuredEntry>> {
    let list = match &root.value {
        Value::Map(_) => root.get("references")?,
        _ => root,
    };
    let Value::List(nodes) = &list.value else {
        return matches!(list.value, Value::Null).then(Vec::new);
    };
    let item = |node: &Node| csl_entry(node, text.get(node.span.range()).unwrap_or_default(), true);
    Some(nodes.iter().filter_map(item).collect())
}

fn hayagriva_entries(root: &Node, text: &str) -> Option<Vec<StructuredEntry>> {
    let Value::Map(pairs) = &root.value else {
        return None;
    };
    let item = |pair: &data_tree::MapEntry| {
        let Value::Map(_) = &pair.node.value else {
            return None;
        };
        let span = pair.key_span.cover(pair.node.span);
        Some(StructuredEntry {
            key: Box::from(pair.key.as_str()),
            kind: Box::from(pair.node.text_of("type").unwrap_or_default()),
            key_span: pair.key_span,
            span,
            fields: hayagriva::fields(&pair.node).into_boxed_slice(),
            hash: hash_of(text.get(span.range()).unwrap_or_default()),
            work: Some(Box::new(hayagriva::work(&pair.node))),
        })
    };
    Some(pairs.iter().filter_map(item).collect())
}

/// Returns the start of the first line after that of `at` that begins an entry, with the same
/// indentation as the first entry after `from`.
fn next_entry(text: &str, from: usize, at: usize) -> Option<usize> {
    let entry_line = |line: &str| {
        let bare = line.trim_start_matches(' ');
        let starts = bare.starts_with("- ")
            || (bare.len() == line.len()
                && bare.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '_')));
        (starts && !bare.starts_with("references:"))
            .then_some((line.len() - bare.len(), bare.starts_with("- ")))
    };
    let shape = text.get(from..)?.lines().find_map(entry_line)?;
    let mut start = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        if start > from && start > line_start(text, at) && entry_line(line) == Some(shape) {
            return Some(start);
        }
        start += line.len();
    }
    None
}

fn line_start(text: &str, at: usize) -> usize {
    memchr::memrchr(b'\n', text.as_bytes().get(..at.min(text.len())).unwrap_or_default())
        .map_or(0, |at| at + 1)
}

/// The location of the items in a JSON file.
enum JsonList {
    /// The file is empty.
    Empty,
    /// The text at this offset is not JSON.
    None(usize),
    /// The only object, which is the item.
    Object(usize),
    /// The offset after the `[` of a list: the whole file, or the value of `items` or `references`.
    Behind(usize),
}

fn json_list(text: &str) -> JsonList {
    let Some(start) = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}') else {
        return JsonList::Empty;
    };
    match text.as_bytes().get(start) {
        Some(b'[') => JsonList::Behind(start + 1),
        Some(b'{') => list_inside(text, start).map_or(JsonList::Object(start), JsonList::Behind),
        _ => JsonList::None(start),
    }
}

/// Returns the start of the next line after `at` that starts an object with the same indentation.
fn next_object(text: &str, at: usize, end: usize) -> usize {
    let line = line_start(text, at);
    let indent = text.get(line..at).filter(|indent| indent.trim().is_empty());
    let mut start = line;
    for line in text.get(line..end).unwrap_or_default().split_inclusive('\n') {
        let bare = line.trim_start();
        if start > at && bare.starts_with('{') && indent == line.get(..line.len() - bare.len()) {
            return start;
        }
        start += line.len();
    }
    end
}

/// Closes the brackets that are open at the end of an object's beginning.
fn closed(good: &str) -> String {
    let bytes = good.as_bytes();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
        at += 1;
    }
    let mut out = good.to_owned();
    out.extend(open.into_iter().rev());
    out
}

/// Returns the offset after the `[` of the list under `items` or `references` in the object at
/// `start`.
fn list_inside(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => {
                let end = string_end(bytes, at);
                let name = text.get(at + 1..end.saturating_sub(1)).unwrap_or_default();
                let mut behind = end;
                while bytes.get(behind).is_some_and(u8::is_ascii_whitespace) {
                    behind += 1;
                }
                if bytes.get(behind) == Some(&b':') && matches!(name, "items" | "references") {
                    behind += 1;
                    while bytes.get(behind).is_some_and(u8::is_ascii_whitespace) {
                        behind += 1;
                    }
                    if bytes.get(behind) == Some(&b'[') {
                        return Some(behind + 1);
                    }
                }
                at = behind;
            }
            b'{' | b'[' => at = value_end(bytes, at)?,
            b'}' => return None,
            _ => at += 1,
        }
    }
}

/// Returns the end of the object or list at `at`.
fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = at;
    loop {
        match bytes.get(at)? {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the end of the string at `at`; an unclosed string ends with its line.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return at + 1,
            b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests;
