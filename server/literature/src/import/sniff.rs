//! Detects the format of a file: by its first bytes, or by its extension if they are inconclusive.

use super::error::ImportError;
use super::format::ImportFormat;
use super::guideline::{DocumentFormat, begins_like_document};
use referee_bibliography::dblp;
use std::path::Path;

/// The extensions of files that can be imported, without `.gz`.
const EXTENSIONS: &[(&str, ImportFormat)] = &[
    ("xml", ImportFormat::PubmedXml),
    ("nbib", ImportFormat::Nbib),
    ("medline", ImportFormat::Nbib),
    ("ris", ImportFormat::Ris),
    ("bib", ImportFormat::Bibtex),
    ("bibtex", ImportFormat::Bibtex),
    ("json", ImportFormat::CslJson),
    ("csljson", ImportFormat::CslJson),
    ("jsonl", ImportFormat::Records),
    ("csv", ImportFormat::RetractionWatch),
];

/// Returns whether the extension is that of a file that can be imported.
pub(super) fn has_known_extension(path: &Path) -> bool {
    by_extension(path).is_some()
}

fn by_extension(path: &Path) -> Option<ImportFormat> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    if extension == "gz" {
        return by_extension(Path::new(path.file_stem()?));
    }
    EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, format)| *format)
}

/// Returns the format of a file that begins with `head`.
pub(super) fn sniff(path: &Path, head: &[u8]) -> Result<ImportFormat, ImportError> {
    let extension = path.extension().map(|ext| ext.to_string_lossy().to_lowercase()).unwrap_or_default();
    let document = DocumentFormat::of_extension(&extension);
    // `@roe2020 (…)` may begin a line of Markdown as well as an entry of BibTeX.
    if document.is_some_and(|kind| kind != DocumentFormat::Text) {
        return Ok(ImportFormat::Guideline);
    }
    let text = referee_text::decode::decode(head.to_vec()).text;
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if extension.is_empty() && begins_like_document(head, start) {
        return Ok(ImportFormat::Guideline);
    }
    if start.starts_with('<') {
        let known = ["<PubmedArticle", "<MedlineCitation", "<PubmedBookArticle", "<DeleteCitation"];
        return if known.iter().any(|name| text.contains(name)) || text.contains("PubmedArticleSet") {
            Ok(ImportFormat::PubmedXml)
        } else if dblp::recognises(start) {
            Ok(ImportFormat::DblpXml)
        } else {
            Err(ImportError::OtherXml)
        };
    }
    if start.starts_with("Record ID,")
        || start.lines().next().is_some_and(|line| line.contains("RetractionNature"))
    {
        return Ok(ImportFormat::RetractionWatch);
    }
    if start.starts_with('{') && start.lines().next().is_some_and(|line| line.starts_with("{\"work\":")) {
        return Ok(ImportFormat::Records);
    }
    if start.starts_with(['[', '{']) {
        return Ok(ImportFormat::CslJson);
    }
    for line in start.lines().take(200) {
        if line.starts_with("PMID- ") || line.starts_with("PMID-\t") {
            return Ok(ImportFormat::Nbib);
        }
        if is_ris_start(line) {
            return Ok(ImportFormat::Ris);
        }
        if line.trim_start().starts_with('@') && line.contains(['{', '(']) {
            return Ok(if is_anthology(start) { ImportFormat::AclAnthology } else { ImportFormat::Bibtex });
        }
    }
    match by_extension(path) {
        // Another comma-separated table, or a file of records that contains none.
        Some(ImportFormat::RetractionWatch) => Err(ImportError::OtherTable),
        Some(ImportFormat::PubmedXml) => Err(ImportError::NotXml),
        Some(ImportFormat::CslJson | ImportFormat::Records) => Err(ImportError::NotJson),
        Some(format) => Ok(format),
        None if document.is_some() || begins_like_document(head, start) => Ok(ImportFormat::Guideline),
        None => Err(ImportError::UnknownFormat),
    }
}

/// Returns whether BibTeX is the ACL Anthology's file of its works: every entry at its beginning
/// has an Anthology address, written out or with the abbreviation `anth`.
fn is_anthology(start: &str) -> bool {
    /// A single entry with such an address may come from an author's own bibliography.
    const MIN_ENTRIES: usize = 3;
    let entries = start
        .lines()
        .filter(|line| line.starts_with('@') && !line.to_ascii_lowercase().starts_with("@string"))
        .count();
    // The last entry may be cut off.
    let addressed = start.matches("aclanthology.org/").count().max(start.matches("url = anth").count());
    let is_defined = start.contains("@string") && start.contains("aclanthology.org/");
    let is_whole = entries >= MIN_ENTRIES || is_defined;
    is_whole && addressed > 0 && addressed + 1 >= entries
}

/// Returns whether a line begins an RIS record: `TY  - JOUR`, with any number of blanks.
fn is_ris_start(line: &str) -> bool {
    line.strip_prefix("TY").is_some_and(|rest| rest.trim_start().starts_with('-'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn format(name: &str, head: &str) -> Result<ImportFormat, ImportError> {
        sniff(Path::new(name), head.as_bytes())
    }

    #[test]
    fn a_format_is_found_by_content_whatever_the_file_is_called() {
        use ImportFormat::*;
        for (head, expected) in [
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE PubmedArticleSet>\n<PubmedArticleSet>", PubmedXml),
            ("\u{feff}\n<PubmedArticle>", PubmedXml),
            ("\n\nPMID- 123\nOWN - NLM", Nbib),
            ("TY  - JOUR\n", Ris),
            ("\nTY - JOUR\n", Ris),
            ("% Encoding: UTF-8\n\n@article{a,", Bibtex),
            ("[{\"id\": 1}]", CslJson),
            ("{\"message\": {}}", CslJson),
            ("{\"work\":{\"kind\":\"article\"},\"source\":\"pubmed\"}", Records),
            ("Record ID,Title,Subject,Institution", RetractionWatch),
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>", DblpXml),
        ] {
            assert_eq!(format("file.txt", head).unwrap(), expected, "{head}");
        }
    }

    #[test]
    fn documents_are_guidelines_and_no_bibliographies() {
        for (name, head) in [
            ("guide.md", "# Guide\n\n@roe2020 (and others) say so."),
            ("guide.txt", "1 First steps\n\nOffer one drug."),
            ("guide.html", "<p>Offer one drug.</p>"),
            ("guide", "%PDF-1.7"),
            ("guide", "<!DOCTYPE html><p>Offer"),
        ] {
            assert_eq!(format(name, head).unwrap(), ImportFormat::Guideline, "{name}");
        }
        assert!(!has_known_extension(Path::new("README.md")), "a folder of records may hold one");
    }

    #[test]
    fn the_anthology_is_told_from_a_bibliography_with_papers_of_it() {
        let entry = |number: u32| {
            format!(
                "@inproceedings{{a{number},\n title = \"A\",\n url = \"https://aclanthology.org/2020.acl-main.{number}/\"\n}}\n"
            )
        };
        let three: String = (1..=3).map(entry).collect();
        assert_eq!(format("a.bib", &three).unwrap(), ImportFormat::AclAnthology);
        assert_eq!(format("a.bib", &entry(1)).unwrap(), ImportFormat::Bibtex);
        let mixed = three + "@book{x, title = {B}}\n@book{y, title = {C}}\n";
        assert_eq!(format("a.bib", &mixed).unwrap(), ImportFormat::Bibtex);
        let short = "@string{anth = {https://aclanthology.org/}}\n@inproceedings{a,\n url = anth # {2020.acl-main.1/}\n}\n";
        assert_eq!(format("a.bib", short).unwrap(), ImportFormat::AclAnthology);
    }

    #[test]
    fn what_it_is_not_is_said() {
        assert!(format("x.xml", "<html>").unwrap_err().to_string().contains("PubmedArticleSet"));
        assert!(format("x.csv", "a,b,c").unwrap_err().to_string().contains("Retraction Watch"));
        assert!(format("x.dat", "Dear reader").unwrap_err().to_string().contains("not known"));
        assert_eq!(format("x.bib", "nothing yet").unwrap(), ImportFormat::Bibtex);
        assert_eq!(format("x.nbib.gz", "nothing yet").unwrap(), ImportFormat::Nbib);
    }

    proptest::proptest! {
        #[test]
        fn any_beginning_is_looked_at(head in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = sniff(Path::new("x"), &head);
        }
    }
}
