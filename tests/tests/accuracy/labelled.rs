//! References labelled as valid or wrong by others.

use crate::records;
use referee_bibliography::{Bibliography, Format, Work};
use referee_records::Record;
use referee_text::Rope;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A reference and its label.
pub(crate) struct Labelled {
    /// Its name in reports.
    pub(crate) name: String,
    /// Whether it is a true reference.
    pub(crate) valid: bool,
    /// The falsification, or the citation style.
    pub(crate) group: String,
    /// Details for reports, such as an explanation or the authors; may be empty.
    pub(crate) remark: String,
    /// The work that it describes.
    pub(crate) work: Work,
}

/// Reads the entries of the HALLMARK sets and of refchecker's samples.
pub(crate) fn read(data: &Path) -> Vec<Labelled> {
    let folder = data.join("hallucinated");
    let mut out = Vec::new();
    for file in ["dev_public.jsonl", "stress_test.jsonl", "journal_articles.jsonl"] {
        for row in records::lines(&folder.join(file)) {
            // The canary marks the set; it is not a reference.
            if row["generation_method"] == "canary" {
                continue;
            }
            let source = row["bibtex"].as_str().map_or_else(|| bibtex(&row), str::to_owned);
            let Some(work) = work(&source) else { continue };
            out.push(Labelled {
                name: format!("{file} {}", row["bibtex_key"].as_str().unwrap_or_default()),
                valid: row["label"] == "VALID",
                group: match row["hallucination_type"].as_str() {
                    Some(kind) => format!("{} {kind}", &file[..file.len() - 6]),
                    None => format!("{} valid", &file[..file.len() - 6]),
                },
                remark: row["explanation"].as_str().unwrap_or_default().to_owned(),
                work,
            });
        }
    }
    out
}

/// Returns the origins of the wrong entries of HALLMARK, by their name in reports: `real_world`
/// were found in papers, `llm_generated` were written by a language model.
pub(crate) fn origins(data: &Path) -> BTreeMap<String, String> {
    let file = "dev_public.jsonl";
    records::lines(&data.join("hallucinated").join(file))
        .iter()
        .filter(|row| row["label"] == "HALLUCINATED")
        .filter_map(|row| {
            let (key, origin) = (row["bibtex_key"].as_str()?, row["generation_method"].as_str()?);
            Some((format!("{file} {key}"), origin.to_owned()))
        })
        .collect()
}

fn bibtex(row: &Value) -> String {
    let mut out = format!(
        "@{}{{{},\n",
        row["bibtex_type"].as_str().unwrap_or("misc"),
        row["bibtex_key"].as_str().unwrap_or("key")
    );
    for (field, value) in row["fields"].as_object().into_iter().flatten() {
        out.push_str(&format!("  {field} = {{{}}},\n", value.as_str().unwrap_or_default()));
    }
    out.push_str("}\n");
    out
}

/// Whether a record describes the work of a true reference: by DOI, otherwise by the letters of the
/// title.
pub(crate) fn is_about(record: &Record, work: &Work) -> bool {
    let letters = |work: &Work| -> String {
        work.title
            .iter()
            .flat_map(|title| title.chars())
            .filter(|c| c.is_ascii_alphabetic())
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    record.work.identifiers.meet(&work.identifiers) || letters(&record.work) == letters(work)
}

/// Returns the work in a file with one BibTeX entry.
pub(crate) fn work(source: &str) -> Option<Work> {
    let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(source));
    bibliography.entries().next().map(|entry| entry.work())
}
