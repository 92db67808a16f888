//! Interprets the fields of a Word document: which of them are citations, and which are lists of a
//! reference manager.

use crate::cited_works::CitedWorks;
use referee_bibliography::Work;
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldMeaning {
    /// It cites these works.
    Citation(Vec<usize>),
    /// It is a list of references that a reference manager wrote.
    ReferenceList,
    /// Any other field: the text that it displays is ordinary text.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct OpenField {
    /// The code of the field that was read so far.
    pub(super) code: String,
    /// Data that EndNote keeps next to the code.
    pub(super) data: String,
    /// Whether the text that it displays has begun.
    pub(super) shows: bool,
    pub(super) meaning: FieldMeaning,
    /// The paragraph in which its displayed text begins, and the offset there.
    pub(super) start: (usize, usize),
}

impl OpenField {
    pub(super) fn new(code: &str, start: (usize, usize)) -> Self {
        OpenField {
            code: code.to_owned(),
            data: String::new(),
            shows: false,
            meaning: FieldMeaning::Other,
            start,
        }
    }
}

/// Returns the meaning of a field code.
pub(super) fn meaning(
    code: &str,
    data: &str,
    sources: &HashMap<String, Work>,
    cited: &mut CitedWorks,
) -> FieldMeaning {
    let mut words = code.split_whitespace();
    let cites = |works: Vec<usize>| {
        if works.is_empty() { FieldMeaning::Other } else { FieldMeaning::Citation(works) }
    };
    match (words.next(), words.next()) {
        (Some("ADDIN"), Some("ZOTERO_BIBL" | "EN.REFLIST")) => FieldMeaning::ReferenceList,
        (Some("ADDIN"), Some("Mendeley")) if code.contains("CSL_BIBLIOGRAPHY") => FieldMeaning::ReferenceList,
        (Some("ADDIN"), Some("ZOTERO_ITEM" | "CSL_CITATION")) => cites(cited.csl(code)),
        // Zotero of 2009 did not write the name of its format.
        (Some("ADDIN"), Some(_)) if code.contains("CSL_CITATION") => cites(cited.csl(code)),
        (Some("ADDIN"), Some(name)) if name.starts_with("EN.CITE") => {
            cites(cited.endnote(if code.contains("<EndNote") { code } else { data }))
        }
        (Some("BIBLIOGRAPHY"), _) => FieldMeaning::ReferenceList,
        (Some("CITATION"), Some(first)) => {
            let mut tags = vec![first];
            let mut rest = code.split_whitespace();
            while let Some(word) = rest.next() {
                if word == "\\m" {
                    tags.extend(rest.next());
                }
            }
            let works = tags.into_iter().filter_map(|tag| {
                let work = sources.get(tag)?.clone();
                Some(cited.add(Some(&format!("word {tag}")), Some(tag), work))
            });
            cites(works.collect())
        }
        _ => FieldMeaning::Other,
    }
}
