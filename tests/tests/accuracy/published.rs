//! References as printed by journals, with the PubMed IDs that PubMed matched to them.

use crate::labelled::Labelled;
use flate2::read::GzDecoder;
use referee_bibliography::{Identifier, read_item};
use referee_records::Record;
use std::io::Read;
use std::path::Path;

/// A reference as a journal printed it.
pub(crate) struct PrintedReference {
    /// The text, on one line.
    pub(crate) text: String,
    /// The identifier of the work that PubMed matched.
    pub(crate) pmid: Identifier,
}

/// Returns the references in the reference lists of PubMed's records that PubMed matched to a work.
pub(crate) fn printed(data: &Path) -> Vec<PrintedReference> {
    let bytes = std::fs::read(data.join("records/pubmed_merged.xml.gz")).unwrap();
    let mut xml = String::new();
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut xml).unwrap();
    let read = |reference: &str| {
        let reference = reference.split("</Reference>").next()?;
        let citation = between(reference, "<Citation>", "</Citation>")?;
        let pmid =
            between(reference, "<ArticleId IdType=\"pubmed\">", "</ArticleId>").and_then(Identifier::pmid)?;
        let text = referee_bibliography::html_text::plain(citation).replace('\n', " ");
        Some(PrintedReference { text, pmid })
    };
    xml.split("<Reference>").skip(1).filter_map(read).collect()
}

/// Returns the printed references whose works are in `all`, each parsed without its number.
pub(crate) fn read(data: &Path, all: &[Record]) -> Vec<Labelled> {
    let is_known =
        |pmid: &Identifier| all.iter().any(|record| record.work.identifiers.iter().any(|id| id == pmid));
    printed(data)
        .into_iter()
        .filter(|reference| is_known(&reference.pmid))
        .map(|reference| Labelled {
            name: reference.pmid.to_string(),
            valid: true,
            group: String::from("published"),
            work: read_item(&reference.text).work,
            remark: reference.text,
        })
        .collect()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(inside, _)| inside)
}
