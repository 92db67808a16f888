//! Finds identifiers anywhere in prose.
//!
//! One pass over the text stops at the few literals with which identifiers begin (`10.`, `PMID`,
//! `NCT`, …); the context of each decides. If in doubt, nothing is found: a number that the author
//! did not mean as an identifier must never be judged as one.

mod found_identifier;
mod literal_match;

pub use found_identifier::{FoundIdentifier, Malformed};

use super::trial;
use aho_corasick::{AhoCorasick, Input, MatchKind};
use literal_match::LiteralMatch;
use referee_text::effort::look_at;
use std::sync::LazyLock;

/// Literals with which an identifier begins, except those of trial registries.
const LITERALS: &[&str] = &[
    "10.",
    "doi:",
    "DOI:",
    "Doi:",
    "PMID",
    "pmid",
    "Pmid",
    "nlm.nih.gov/",
    "europepmc.org/",
    "PMC",
    "pmc",
    "arXiv",
    "arxiv",
    "ArXiv",
    "ARXIV",
    "Arxiv",
    "ISBN",
    "isbn",
    "Isbn",
    "EudraCT",
    "EUDRACT",
    "Eudract",
    "eudract",
    "EudraCt",
    "CTIS",
    "EU CT",
    "-00",
    "-5",
];

static SEARCH: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(LITERALS.iter().chain(trial::LITERALS))
        .expect("the literals are few")
});

/// Finds the identifiers in `text`, in order and without overlap. Spans are offsets in `text`.
#[must_use]
pub fn find_identifiers(text: &str) -> Vec<FoundIdentifier> {
    let mut out: Vec<FoundIdentifier> = Vec::new();
    let mut from = 0;
    while let Some(hit) = SEARCH.find(Input::new(text).range(from..)) {
        let literal = text.get(hit.range()).unwrap_or_default();
        look_at(hit.end() - from);
        let before = out.len();
        let found = LiteralMatch { text, start: hit.start(), end: hit.end() };
        match literal {
            "10." => found.doi(&mut out),
            "doi:" | "DOI:" | "Doi:" => found.doi_label(&mut out),
            "PMID" | "pmid" | "Pmid" => found.pmid(&mut out),
            "nlm.nih.gov/" | "europepmc.org/" => found.nlm_address(&mut out),
            "PMC" | "pmc" => found.pmcid(&mut out),
            "arXiv" | "arxiv" | "ArXiv" | "ARXIV" | "Arxiv" => found.arxiv(&mut out),
            "ISBN" | "isbn" | "Isbn" => found.isbn(&mut out),
            "EudraCT" | "EUDRACT" | "Eudract" | "eudract" | "EudraCt" | "CTIS" | "EU CT" => {
                found.european(&mut out)
            }
            "-00" | "-5" => found.european_bare(&mut out),
            _ => found.trial(&mut out),
        }
        from = hit.end();
        if out.len() > before {
            from = from.max(out.last().map_or(0, |found| found.whole.end as usize));
        }
        if out.len() == before + 1 && before > 0 {
            join_link(text, &mut out);
        }
    }
    out
}

/// Merges the label and the target of a Markdown link: `[10.1000/1](https://doi.org/10.1000/1)`.
fn join_link(text: &str, out: &mut Vec<FoundIdentifier>) {
    let [.., label, target] = out.as_slice() else { return };
    let between = text.get(label.whole.end as usize..target.whole.start as usize).unwrap_or(" ");
    if between == "](" && label.result == target.result && label.result.is_ok() {
        let end = target.whole.end;
        out.pop();
        if let Some(label) = out.last_mut() {
            label.whole.end = end;
        }
    }
}

#[cfg(test)]
mod tests;
