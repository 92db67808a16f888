//! Edits JSON and YAML bibliographies and leaves all other text as it is.

use super::write::{self, WrittenEntry};
use super::{JsonList, StructuredEntry, StructuredFile, json_list};
use crate::data_tree::{self, MapEntry, Node, Value};
use crate::{Date, FieldName, Format, Work};
use referee_text::{Span, TextEdit};

/// A file and one of its entries, parsed again with all spans.
pub(crate) struct Target<'a> {
    format: Format,
    text: &'a str,
    node: Node,
}

impl<'a> Target<'a> {
    pub(crate) fn of(format: Format, text: &'a str, item: &StructuredEntry) -> Option<Self> {
        let node = if format == Format::CslJson {
            data_tree::json(text.get(item.span.range())?, item.span.start as usize).ok()?
        } else {
            let root = data_tree::yaml(text, 0).0?;
            let list = root.get("references").unwrap_or(&root);
            match &list.value {
                Value::List(nodes) => nodes.iter().find(|node| node.span == item.span)?.clone(),
                _ => root.pairs().iter().find(|pair| pair.key_span == item.key_span)?.node.clone(),
            }
        };
        Some(Target { format, text, node })
    }

    /// Sets a field to a value in plain Unicode.
    pub(crate) fn set(&self, field: FieldName, value: &str) -> Vec<TextEdit> {
        let mut work = Work::default();
        match field {
            FieldName::Authors => (work.authors, work.authors_truncated) = crate::bibtex::parse_names(value),
            FieldName::Year => work.date = crate::bibtex::parse_date(value),
            _ => return self.set_text(field, value).into_iter().collect(),
        }
        self.take(field, &work).into_iter().collect()
    }

    /// Sets a field from `work`.
    pub(crate) fn take(&self, field: FieldName, work: &Work) -> Option<TextEdit> {
        match field {
            FieldName::Authors if work.authors.is_empty() => None,
            FieldName::Authors => {
                let value = write::authors(self.format, &work.authors);
                self.set_flow("author", &value)
            }
            FieldName::Year => {
                let date = work.date.or(work.online_date)?;
                self.set_date(date)
            }
            _ => self.set_text(field, &write::plain(work, field)?),
        }
    }

    /// Sets several fields from `work`.
    pub(crate) fn take_all(&self, fields: &[FieldName], work: &Work) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        let mut serial = Vec::new();
        for field in fields {
            // Insert identifiers that share a missing key together.
            let key = write::serial_key(*field).filter(|_| {
                self.format == Format::Hayagriva
                    && self.find(*field).is_none()
                    && self.node.get("serial-number").is_none()
            });
            match key {
                Some(key) => serial.extend(
                    write::plain(work, *field).map(|value| format!("{key}: {}", self.quoted(&value))),
                ),
                None => edits.extend(self.take(*field, work)),
            }
        }
        if !serial.is_empty() {
            edits.extend(self.insert("serial-number", &format!("{{ {} }}", serial.join(", "))));
        }
        edits
    }

    /// Rewrites the entry so that it describes `work`: its type and all fields that the work has.
    pub(crate) fn become_work(&self, work: &Work) -> Vec<TextEdit> {
        let mut edits: Vec<TextEdit> = Vec::new();
        // Hayagriva distinguishes preprints from articles by their parent, which is a field.
        if self.format != Format::Hayagriva
            && let Some(node) = self.node.get("type")
        {
            edits.extend(self.replace_scalar(node, write::csl_type(work)));
        }
        edits.extend(self.take_all(FieldName::ALL, work));
        edits
    }

    fn set_date(&self, date: Date) -> Option<TextEdit> {
        if self.format == Format::Hayagriva {
            return match self.find(FieldName::Year) {
                Some(node) => self.replace_scalar(node, &write::iso(date)),
                None => self.insert("date", &write::iso(date)),
            };
        }
        match self.node.get("issued") {
            Some(node) if node.text().is_some() => self.replace_scalar(node, &write::iso(date)),
            _ => self.set_flow("issued", &write::date_parts(date)),
        }
    }

    /// Returns the value of a field.
    fn find(&self, field: FieldName) -> Option<&Node> {
        let node = &self.node;
        let keys: &[&str] = match (self.format, field) {
            (Format::Hayagriva, _) => return self.find_hayagriva(field),
            (_, FieldName::Title) => &["title"],
            (_, FieldName::Authors) => &["author"],
            (_, FieldName::Year) => &["issued"],
            (_, FieldName::Journal) => &["container-title"],
            (_, FieldName::Volume) => &["volume"],
            (_, FieldName::Issue) => &["issue"],
            (_, FieldName::Pages) => &["page", "article-number"],
            (_, FieldName::Doi) => &["DOI", "doi"],
            (_, FieldName::Pmid) => &["PMID", "pmid"],
            (_, FieldName::Pmcid) => &["PMCID", "pmcid"],
            (_, FieldName::Url) => &["URL", "url"],
            (_, FieldName::Isbn) => &["ISBN", "isbn"],
            (_, FieldName::Arxiv) => return None,
        };
        keys.iter().find_map(|key| node.get(key))
    }

    fn find_hayagriva(&self, field: FieldName) -> Option<&Node> {
        let parents: &[Node] = self.node.get("parent").map(Node::elements).unwrap_or_default();
        let serial = |key: &str| {
            self.node.get("serial-number").and_then(|serial| serial.get(key)).or_else(|| self.node.get(key))
        };
        let inherited =
            |key: &str| self.node.get(key).or_else(|| parents.iter().find_map(|parent| parent.get(key)));
        match field {
            FieldName::Title => self.node.get("title"),
            FieldName::Authors => self.node.get("author"),
            FieldName::Year => inherited("date"),
            FieldName::Journal => parents.iter().find_map(|parent| parent.get("title")),
            FieldName::Volume => inherited("volume"),
            FieldName::Issue => inherited("issue"),
            FieldName::Pages => self.node.get("page-range"),
            FieldName::Doi => serial("doi"),
            FieldName::Pmid => serial("pmid"),
            FieldName::Pmcid => serial("pmcid"),
            FieldName::Arxiv => serial("arxiv"),
            FieldName::Isbn => serial("isbn"),
            FieldName::Url => self.node.get("url"),
        }
    }

    fn set_text(&self, field: FieldName, value: &str) -> Option<TextEdit> {
        if let Some(node) = self.find(field) {
            // A list of titles, or a formatted title: replace the part that is printed.
            let node = node.get("value").or_else(|| node.elements().first()).unwrap_or(node);
            return self.replace_scalar(node, value);
        }
        if self.format != Format::Hayagriva {
            let key = write::csl_key(field)?;
            return self.insert(key, &self.quoted(value));
        }
        let value = self.quoted(value);
        let Some(serial) = write::serial_key(field) else {
            let key = match field {
                FieldName::Title => "title",
                FieldName::Volume => "volume",
                FieldName::Issue => "issue",
                FieldName::Pages => "page-range",
                FieldName::Url => "url",
                FieldName::Journal if self.node.get("parent").is_none() => {
                    return self.insert("parent", &format!("{{ type: Periodical, title: {value} }}"));
                }
                _ => return None,
            };
            return self.insert(key, &value);
        };
        match self.node.get("serial-number") {
            None => self.insert("serial-number", &format!("{{ {serial}: {value} }}")),
            Some(node) if !node.pairs().is_empty() => self.insert_into(node, serial, &value),
            Some(_) => None,
        }
    }

    fn quoted(&self, value: &str) -> String {
        if self.format == Format::CslJson { write::json_string(value) } else { write::yaml_scalar(value) }
    }

    /// Replaces a scalar and keeps its quotes if they can contain the new text.
    fn replace_scalar(&self, node: &Node, value: &str) -> Option<TextEdit> {
        let raw = self.text.get(node.span.range())?;
        if matches!(node.value, Value::List(_) | Value::Map(_)) {
            return None;
        }
        if self.format == Format::CslJson {
            let number = raw.bytes().all(|byte| byte.is_ascii_digit()) && !raw.is_empty();
            let stays = number
                && !value.starts_with('0')
                && !value.is_empty()
                && value.bytes().all(|byte| byte.is_ascii_digit());
            return Some(TextEdit::new(
                node.span,
                if stays { value.to_owned() } else { write::json_string(value) },
            ));
        }
        // A block scalar starts with `|` or `>`, which may not be part of the span.
        if raw.contains('\n')
            || raw.starts_with(['|', '>'])
            || self.text.get(..node.span.start as usize)?.trim_end().ends_with(['|', '>', '-', '+'])
        {
            return None;
        }
        let text = match raw.chars().next() {
            Some('\'') if !value.contains('\n') => format!("'{}'", value.replace('\'', "''")),
            Some('"') => write::json_string(value),
            Some(_) => write::yaml_scalar(value),
            None => format!(" {}", write::yaml_scalar(value)),
        };
        Some(TextEdit::new(node.span, text))
    }

    /// Sets a key to a value in flow style (`[…]`, `{…}`), which JSON and YAML share.
    fn set_flow(&self, key: &str, value: &str) -> Option<TextEdit> {
        let Some(pair) = self.node.pairs().iter().find(|pair| pair.key == key) else {
            return self.insert(key, value);
        };
        if self.format == Format::CslJson {
            return Some(TextEdit::new(pair.node.span, value));
        }
        // From the colon on, so that a value on separate lines moves up to the key.
        let key_end = pair.key_span.end as usize;
        let colon = key_end + self.text.get(key_end..pair.node.span.start as usize)?.find(':')? + 1;
        Some(TextEdit::new(Span::new(colon, pair.node.span.end as usize), format!(" {value}")))
    }

    fn insert(&self, key: &str, value: &str) -> Option<TextEdit> {
        self.insert_into(&self.node, key, value)
    }

    /// Adds a key to a mapping, in the style of its other keys.
    fn insert_into(&self, node: &Node, key: &str, value: &str) -> Option<TextEdit> {
        let pairs = node.pairs();
        let last = pairs.last()?;
        let flow = self.text.get(node.span.range())?.starts_with('{');
        if !flow {
            return self.insert_line(pairs, key, value);
        }
        let start = |pair: &MapEntry| self.key_start(pair);
        let gap = match pairs.len().checked_sub(2).and_then(|at| pairs.get(at)) {
            Some(before) => self.text.get(before.node.span.end as usize..start(last))?.to_owned(),
            None => format!(",{}", self.text.get(node.span.start as usize + 1..start(last))?),
        };
        // Do not repeat a gap that contains more than a comma and blanks (a comment).
        let gap = if gap.trim() == "," { gap } else { ", ".to_owned() };
        let (key, colon) = if self.format == Format::CslJson {
            let colon = self.text.get(last.key_span.end as usize + 1..last.node.span.start as usize)?;
            (write::json_string(key), if colon.trim() == ":" { colon } else { ": " })
        } else {
            (key.to_owned(), ": ")
        };
        Some(TextEdit::new(Span::at(last.node.span.end as usize), format!("{gap}{key}{colon}{value}")))
    }

    /// Returns the start of a key, including its quote.
    fn key_start(&self, pair: &MapEntry) -> usize {
        let start = pair.key_span.start as usize;
        let quoted = start.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        if matches!(quoted, Some(b'"' | b'\'')) { start - 1 } else { start }
    }

    /// Adds a line after the last one that contains a key and its value.
    fn insert_line(&self, pairs: &[MapEntry], key: &str, value: &str) -> Option<TextEdit> {
        let one_line = |pair: &&MapEntry| {
            let raw =
                self.text.get(pair.key_span.start as usize..pair.node.span.end as usize).unwrap_or_default();
            !raw.contains('\n') && !raw.ends_with(['|', '>'])
        };
        let anchor = pairs.iter().rev().find(one_line)?;
        let line = super::line_start(self.text, anchor.key_span.start as usize);
        // Count columns, since the first key of a list element follows its dash.
        let indent = self.text.get(line..self.key_start(anchor))?.chars().count();
        let end = anchor.node.span.end as usize;
        let rest = self.text.get(end..)?;
        let behind = rest.find(['\n', '\r']).unwrap_or(rest.len());
        Some(TextEdit::new(Span::at(end + behind), format!("\n{}{key}: {value}", " ".repeat(indent))))
    }

    pub(crate) fn remove(&self, field: FieldName) -> Option<TextEdit> {
        let found = self.find(field)?;
        let holder = [Some(&self.node), self.node.get("serial-number")]
            .into_iter()
            .flatten()
            .find(|holder| holder.pairs().iter().any(|pair| pair.node == *found))?;
        let pairs = holder.pairs();
        let at = pairs.iter().position(|pair| pair.node == *found)?;
        let pair = pairs.get(at)?;
        let before = at.checked_sub(1).and_then(|at| pairs.get(at));
        if self.text.get(holder.span.range())?.starts_with('{') {
            return match (before, pairs.get(at + 1)) {
                (Some(before), _) => {
                    Some(TextEdit::new(Span { start: before.node.span.end, end: pair.node.span.end }, ""))
                }
                (None, Some(next)) => {
                    Some(TextEdit::new(Span::new(self.key_start(pair), self.key_start(next)), ""))
                }
                // Do not leave an empty mapping: remove its key.
                (None, None) if holder.span != self.node.span => {
                    let outer = self.node.pairs().iter().find(|pair| pair.node.span == holder.span)?;
                    self.remove_line(outer)
                }
                (None, None) => None,
            };
        }
        before.and_then(|_| self.remove_line(pair))
    }

    /// Removes the lines of a key and its value.
    fn remove_line(&self, pair: &MapEntry) -> Option<TextEdit> {
        let start = super::line_start(self.text, pair.key_span.start as usize);
        if !self.text.get(start..self.key_start(pair))?.trim().is_empty() {
            return None;
        }
        let end = pair.node.span.end.max(pair.key_span.end) as usize;
        let rest = self.text.get(end..)?;
        let end = end + rest.find('\n').map_or(rest.len(), |at| at + 1);
        Some(TextEdit::new(Span::new(start, end), ""))
    }
}

pub(crate) fn remove_entry(
    format: Format,
    text: &str,
    structured: &StructuredFile,
    index: usize,
) -> Option<TextEdit> {
    let item = structured.item(index)?;
    let (before, next) =
        (index.checked_sub(1).and_then(|at| structured.item(at)), structured.item(index + 1));
    if format == Format::CslJson {
        let span = match (before, next) {
            (_, Some(next)) => Span { start: item.span.start, end: next.span.start },
            (Some(before), None) => Span { start: before.span.end, end: item.span.end },
            (None, None) => item.span,
        };
        return Some(TextEdit::new(span, ""));
    }
    let start = super::line_start(text, item.span.start as usize);
    let head = text.get(start..item.span.start as usize)?;
    if !head.trim_matches([' ', '-', '"', '\'']).is_empty() {
        return None;
    }
    let end = match next {
        Some(next) => super::line_start(text, next.span.start as usize),
        None => {
            let rest = text.get(item.span.end as usize..)?;
            item.span.end as usize + rest.find('\n').map_or(rest.len(), |at| at + 1)
        }
    };
    Some(TextEdit::new(Span::new(start, end.max(start)), ""))
}

/// Adds an entry after the last one.
pub(crate) fn append(
    format: Format,
    text: &str,
    structured: &StructuredFile,
    key: &str,
    work: &Work,
) -> Option<TextEdit> {
    let written = WrittenEntry::of(format, key, work);
    match format {
        Format::Bibtex | Format::List(_) => None,
        Format::CslJson => append_json(text, structured, &written),
        Format::CslYaml => Some(append_csl_yaml(text, structured, &written)),
        Format::Hayagriva => {
            let end = text.len();
            let lead = match text {
                "" => "",
                text if text.ends_with("\n\n") => "",
                text if text.ends_with('\n') => "\n",
                _ => "\n\n",
            };
            Some(TextEdit::new(
                Span::at(end),
                format!("{lead}{key}:\n{}", written.yaml("  "), key = write::yaml_scalar(key)),
            ))
        }
    }
}

fn append_json(text: &str, structured: &StructuredFile, written: &WrittenEntry) -> Option<TextEdit> {
    let last = structured.items.len().checked_sub(1).and_then(|at| structured.items.get(at));
    let Some(last) = last else {
        return match json_list(text) {
            JsonList::Behind(at) => {
                Some(TextEdit::new(Span::at(at), format!("\n{}\n", written.json(Some("  ")))))
            }
            JsonList::Empty => {
                Some(TextEdit::new(Span::at(text.len()), format!("[\n{}\n]\n", written.json(Some("  ")))))
            }
            _ => None,
        };
    };
    if let JsonList::Object(_) = json_list(text) {
        return None;
    }
    let source = text.get(last.span.range())?;
    let line = super::line_start(text, last.span.start as usize);
    let indent = text.get(line..last.span.start as usize)?;
    let multi = source.contains('\n');
    let own_line = indent.trim().is_empty() && line > 0;
    let lead = match (own_line, multi) {
        (true, true) => format!(",\n{}", written.json(Some(indent))),
        (true, false) => format!(",\n{indent}{}", written.json(None)),
        (false, true) => format!(", {}", written.json(Some("")).trim_start()),
        (false, false) => format!(", {}", written.json(None)),
    };
    Some(TextEdit::new(Span::at(last.span.end as usize), lead))
}

fn append_csl_yaml(text: &str, structured: &StructuredFile, written: &WrittenEntry) -> TextEdit {
    let Some(last) = structured.items.last() else {
        let at = text.find("references:").map(|at| at + "references:".len());
        return match at {
            Some(at) => TextEdit::new(Span::at(at), format!("\n{}", written.yaml_item("").trim_end())),
            None => TextEdit::new(Span::at(text.len()), format!("references:\n{}", written.yaml_item(""))),
        };
    };
    let line = super::line_start(text, last.span.start as usize);
    let head = text.get(line..last.span.start as usize).unwrap_or_default();
    let indent: String = head.chars().take_while(|c| *c == ' ').collect();
    let end = last.span.end as usize;
    let rest = text.get(end..).unwrap_or_default();
    match rest.find('\n') {
        Some(at) => TextEdit::new(Span::at(end + at + 1), written.yaml_item(&indent)),
        None => TextEdit::new(Span::at(text.len()), format!("\n{}", written.yaml_item(&indent))),
    }
}

#[cfg(test)]
mod tests;
