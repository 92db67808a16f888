//! References as journals printed them, with the PubMed numbers that PubMed found for them.

use crate::labelled::Labelled;
use flate2::read::GzDecoder;
use referee_bibliography::{Identifier, read_item};
use referee_records::Record;
use std::io::Read;
use std::path::Path;

/// The references in PubMed's records to works that are among `all`; none claims its number itself.
pub(crate) fn read(data: &Path, all: &[Record]) -> Vec<Labelled> {
    let bytes = std::fs::read(data.join("records/pubmed_merged.xml.gz")).unwrap();
    let mut xml = String::new();
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut xml).unwrap();
    let mut out = Vec::new();
    for reference in xml.split("<Reference>").skip(1) {
        let reference = reference.split("</Reference>").next().unwrap_or_default();
        let Some(citation) = between(reference, "<Citation>", "</Citation>") else { continue };
        let Some(pmid) =
            between(reference, "<ArticleId IdType=\"pubmed\">", "</ArticleId>").and_then(Identifier::pmid)
        else {
            continue;
        };
        if !all.iter().any(|record| record.work.identifiers.iter().any(|identifier| *identifier == pmid)) {
            continue;
        }
        let citation = referee_bibliography::html_text::plain(citation).replace('\n', " ");
        let work = read_item(&citation).work;
        out.push(Labelled {
            name: pmid.to_string(),
            valid: true,
            group: String::from("published"),
            remark: citation,
            work,
        });
    }
    out
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(inside, _)| inside)
}
