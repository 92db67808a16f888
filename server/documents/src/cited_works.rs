//! Collects the works that a document holds as data, each once, with the key that citations use.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use referee_bibliography::bibtex::suggest_key;
use referee_bibliography::lists::endnote_records;
use referee_bibliography::{Bibliography, Format, Work, latex_text};
use referee_text::Rope;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The maximum number of works in one citation.
const MAX_WORKS_OF_CITATION: usize = 1_000;

/// The elements of an item that contain text for readers.
const TEXT_ELEMENTS: &[&str] = &[
    "abstract",
    "collection-title",
    "container-title",
    "container-title-short",
    "event-title",
    "family",
    "given",
    "journalAbbreviation",
    "literal",
    "publisher",
    "publisher-place",
    "title",
];

/// The maximum depth to which an item is searched for text.
const MAX_ITEM_DEPTH: usize = 8;

/// The works of a document in the order of their first citations.
#[derive(Debug, Default)]
pub(crate) struct CitedWorks {
    works: Vec<(String, Work)>,
    /// The indexes of the works, by their identity in the reference manager.
    indices: HashMap<String, usize>,
    keys: HashSet<String>,
}

impl CitedWorks {
    /// Adds a work, unless it is already present; returns its index.
    pub(crate) fn add(&mut self, identity: Option<&str>, own_key: Option<&str>, work: Work) -> usize {
        let identity = identity.map_or_else(|| format!("{work:?}"), str::to_owned);
        if let Some(index) = self.indices.get(&identity) {
            return *index;
        }
        let own = own_key.filter(|key| !key.contains(char::is_whitespace) && !self.keys.contains(*key));
        let key = own.map_or_else(|| self.free_key(&work), str::to_owned);
        self.keys.insert(key.clone());
        let index = self.works.len();
        self.works.push((key, work));
        self.indices.insert(identity, index);
        index
    }

    fn free_key(&self, work: &Work) -> String {
        let empty = Bibliography::read(Format::Bibtex, Rope::new());
        suggest_key(&empty, work, &|key| self.keys.contains(key))
    }

    /// Returns the key of a work.
    pub(crate) fn key(&self, index: usize) -> Option<&str> {
        self.works.get(index).map(|(key, _)| key.as_str())
    }

    /// Returns the works with their keys, in order.
    pub(crate) fn all(&self) -> &[(String, Work)] {
        &self.works
    }

    /// Returns the works of the CSL-JSON that Zotero and Mendeley put into a field:
    /// `{"citationItems": [{"itemData": …}]}` somewhere in `code`.
    pub(crate) fn csl(&mut self, code: &str) -> Vec<usize> {
        let Some(json) = code.find('{').and_then(|start| code.get(start..)) else { return Vec::new() };
        let mut values = serde_json::Deserializer::from_str(json).into_iter::<Value>();
        let Some(Ok(citation)) = values.next() else { return Vec::new() };
        let items = citation["citationItems"].as_array().map(Vec::as_slice).unwrap_or_default();
        items.iter().take(MAX_WORKS_OF_CITATION).filter_map(|item| self.csl_item(item)).collect()
    }

    fn csl_item(&mut self, item: &Value) -> Option<usize> {
        let mut data = item.get("itemData").filter(|data| data.is_object())?.clone();
        without_latex(&mut data, 0);
        let bibliography = Bibliography::read(Format::CslJson, Rope::from_str(&format!("[{data}]")));
        let work = bibliography.entries().next()?.work();
        let uri = |name: &str| item.get(name).and_then(|uris| uris.get(0)).and_then(Value::as_str);
        let key = data.get("citation-key").and_then(Value::as_str);
        Some(self.add(uri("uris").or_else(|| uri("uri")), key, work))
    }

    /// Returns the works of a citation of Mendeley Cite, whose CSL-JSON is encoded in base 64.
    pub(crate) fn csl_in_base64(&mut self, code: &str) -> Vec<usize> {
        decoded(code).map(|json| self.csl(&json)).unwrap_or_default()
    }

    /// Returns the works of the XML that EndNote puts into a field, plain or in base 64.
    pub(crate) fn endnote(&mut self, code: &str) -> Vec<usize> {
        let text = match code.find("<EndNote") {
            Some(start) => code.get(start..).map(str::to_owned),
            None => decoded(code),
        };
        let Some(text) = text else { return Vec::new() };
        let end = text.rfind("</EndNote>").map_or(text.len(), |end| end + "</EndNote>".len());
        let records = text.get(..end).and_then(|xml| endnote_records(xml).ok()).unwrap_or_default();
        let works = records.into_iter().take(MAX_WORKS_OF_CITATION);
        works
            .map(|(number, work)| {
                // The number refers to the author's library; two libraries may share it.
                let identity = format!("endnote {number} {}", work.title.as_deref().unwrap_or_default());
                self.add(Some(&identity), None, work)
            })
            .collect()
    }
}

/// Removes LaTeX markup from the text of an item: Mendeley keeps `{DNA}` and `\&` of the BibTeX
/// file that it imported.
fn without_latex(item: &mut Value, depth: usize) {
    if depth > MAX_ITEM_DEPTH {
        return;
    }
    match item {
        Value::Array(values) => values.iter_mut().for_each(|value| without_latex(value, depth + 1)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(words) if TEXT_ELEMENTS.contains(&name.as_str()) && has_latex(words) => {
                        *words = latex_text::plain(words);
                    }
                    Value::String(_) => {}
                    value => without_latex(value, depth + 1),
                }
            }
        }
        _ => {}
    }
}

/// Returns whether a text has an escaped LaTeX character, or letters in braces. Numbers in braces
/// are a set.
fn has_latex(words: &str) -> bool {
    let is_group = |group: &str| {
        let group = group.trim_start_matches('{');
        group.starts_with(|c: char| c.is_alphabetic() || c == '\\') && group.contains('}')
    };
    ["\\&", "\\%", "\\_", "\\#"].iter().any(|mark| words.contains(mark))
        || words.split('{').skip(1).any(is_group)
}

/// Decodes base 64; line breaks and missing padding are allowed.
fn decoded(code: &str) -> Option<String> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&STANDARD, config);
    let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '\0').collect();
    let bytes = engine.decode(code).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
