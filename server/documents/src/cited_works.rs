//! The works that a document holds as data, each once, with the key that citations call it by.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use referee_bibliography::bibtex::suggest_key;
use referee_bibliography::lists::endnote_records;
use referee_bibliography::{Bibliography, Format, Work, latex_text};
use referee_text::Rope;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The most works that one citation may hold.
const MAX_WORKS_OF_CITATION: usize = 1_000;

/// What of an item is text that a reader sees.
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

/// How deep an item is looked through for text.
const MAX_ITEM_DEPTH: usize = 8;

/// The works of a document in the order of their first citations.
#[derive(Debug, Default)]
pub(crate) struct CitedWorks {
    works: Vec<(String, Work)>,
    /// By what a reference manager calls them.
    indices: HashMap<String, usize>,
    keys: HashSet<String>,
}

impl CitedWorks {
    /// Adds a work, unless it is there; gives its index.
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

    /// The key of a work.
    pub(crate) fn key(&self, index: usize) -> Option<&str> {
        self.works.get(index).map(|(key, _)| key.as_str())
    }

    /// The works with their keys, in order.
    pub(crate) fn all(&self) -> &[(String, Work)] {
        &self.works
    }

    /// The works of the CSL-JSON that Zotero and Mendeley put into a field: `{"citationItems": [{"itemData": …}]}`
    /// somewhere in `code`.
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

    /// The works of a citation of Mendeley Cite, whose CSL-JSON is written in base 64.
    pub(crate) fn csl_in_base64(&mut self, code: &str) -> Vec<usize> {
        decoded(code).map(|json| self.csl(&json)).unwrap_or_default()
    }

    /// The works of the XML that EndNote puts into a field, as it is or in base 64.
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
                // The number is one of the author's library; two libraries may share it.
                let identity = format!("endnote {number} {}", work.title.as_deref().unwrap_or_default());
                self.add(Some(&identity), None, work)
            })
            .collect()
    }
}

/// Takes out what BibTeX left in the words of an item: Mendeley keeps `{DNA}` and `\&` of the file that it imported.
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

/// Whether words have an escaped mark of LaTeX, or letters between braces. Numbers between braces are a set.
fn has_latex(words: &str) -> bool {
    let is_group = |group: &str| {
        let group = group.trim_start_matches('{');
        group.starts_with(|c: char| c.is_alphabetic() || c == '\\') && group.contains('}')
    };
    ["\\&", "\\%", "\\_", "\\#"].iter().any(|mark| words.contains(mark))
        || words.split('{').skip(1).any(is_group)
}

/// Text that is written in base 64, line breaks and missing padding allowed.
fn decoded(code: &str) -> Option<String> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&STANDARD, config);
    let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '\0').collect();
    let bytes = engine.decode(code).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
