//! Gathers identifiers from fields that are not meant for them: notes and addresses.

use crate::{Identifier, Identifiers};

/// Adds an identifier unless one of its kind is known: a note does not override a dedicated field.
pub(crate) fn add(found: &mut Identifiers, identifier: Option<Identifier>) {
    let Some(identifier) = identifier else {
        return;
    };
    let known = match &identifier {
        Identifier::Doi(_) => found.doi().is_some(),
        Identifier::Pmid(_) => found.pmid().is_some(),
        Identifier::Pmcid(_) => found.pmcid().is_some(),
        Identifier::Arxiv(..) => found.arxiv().is_some(),
        Identifier::Trial(_) | Identifier::Isbn(_) => false,
    };
    if !known {
        found.insert(identifier);
    }
}

/// Reads labelled identifiers in a note: `PMID: 123`, `PMCID: PMC123`, `doi:10.1/x`.
pub(crate) fn labelled(text: &str, found: &mut Identifiers) {
    let folded = text.to_ascii_lowercase();
    for label in ["pmcid", "pmid", "doi:"] {
        let Some(at) = folded.find(label) else {
            continue;
        };
        let rest = text.get(at + label.len()..).unwrap_or_default();
        let rest = rest.trim_start_matches([':', '=', ' ', '#']);
        let word = rest
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ']'))
            .next()
            .unwrap_or_default();
        let word = word.trim_end_matches(['.', ')']);
        match label {
            "pmcid" => add(found, Identifier::pmcid(word)),
            "pmid" => add(found, Identifier::pmid(word)),
            _ => add(found, Identifier::doi(word)),
        }
    }
}

/// Reads the identifiers in the web addresses in `text`.
pub(crate) fn addresses(text: &str, found: &mut Identifiers) {
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '|')) {
        let folded = word.to_ascii_lowercase();
        let word = word.trim_end_matches([',', ';', ')', '.']);
        if let Some(at) = folded.find("doi.org/10.") {
            add(found, word.get(at + 8..).and_then(|doi| Identifier::doi(&percent_decoded(doi))));
        } else if folded.contains("arxiv.org/") {
            add(found, Identifier::arxiv(word));
        } else if folded.contains("/pmc/articles/") || folded.contains("pmc.ncbi.nlm.nih.gov/articles/") {
            add(found, Identifier::pmcid(word));
        } else if folded.contains("ncbi.nlm.nih.gov/pubmed/")
            || folded.contains("pubmed.ncbi.nlm.nih.gov/")
            || folded.contains("pubmed.gov/")
        {
            add(found, Identifier::pmid(word));
        }
    }
}

/// Decodes percent-encoding such as `%2F`.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        match code.filter(|_| *byte == b'%').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// Reads the ClinicalTrials.gov numbers in `text`.
pub(crate) fn trials(text: &str, found: &mut Identifiers) {
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if word.len() == 11 && word.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("nct")) {
            add(found, Identifier::trial(word));
        }
    }
}
