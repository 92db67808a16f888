//! Classifies the key after an `@`.

use crate::Target;
use crate::identifiers::identifier_in_key;
use referee_bibliography::identifier::doi_problem;
use referee_text::Phrase;

/// The kinds of Quarto's cross-references: `@fig-flow` is a figure.
const QUARTO: &[&str] = &[
    "fig", "tbl", "sec", "eq", "lst", "thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr", "alg", "tip",
    "nte", "wrn", "imp", "cau", "rem", "sol",
];

/// The kinds of pandoc-crossref: `@fig:flow`.
const PANDOC_CROSSREF: &[&str] = &["fig", "tbl", "eq", "sec", "lst"];

/// Returns the target of `@key`; `None` if it is not a citation: a cross-reference, an address, a
/// tag of Manubot.
pub(super) fn target(key: &str, braced: bool) -> Option<Target> {
    if key.is_empty() || is_crossref(key, QUARTO.iter().copied()) {
        return None;
    }
    let Some((kind, rest)) = key.split_once(':') else { return Some(Target::Key(key.to_owned())) };
    if PANDOC_CROSSREF.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        return None;
    }
    let problem = match kind.to_ascii_lowercase().as_str() {
        "doi" => {
            doi_problem(rest).unwrap_or(Phrase { english: "this is not a DOI", spanish: "esto no es un DOI" })
        }
        "pmid" => Phrase {
            english: "a PMID is a number of at most 8 digits",
            spanish: "un PMID es un número de 8 cifras como mucho",
        },
        "pmc" | "pmcid" => {
            Phrase { english: "a PMCID is PMC and a number", spanish: "un PMCID es PMC y un número" }
        }
        "arxiv" => {
            Phrase { english: "this is not an arXiv number", spanish: "esto no es un número de arXiv" }
        }
        "isbn" => Phrase {
            english: "this is not an ISBN: the digits or the check digit are wrong",
            spanish: "esto no es un ISBN: las cifras o el dígito de control no son correctos",
        },
        "url" | "wikidata" | "tag" | "raw" => return None,
        "http" | "https" if !braced && identifier_in_key(key).is_none() => return None,
        _ => return Some(Target::Key(key.to_owned())),
    };
    Some(match identifier_in_key(key) {
        Some(_) => Target::Key(key.to_owned()),
        None => Target::Malformed(key.to_owned(), problem),
    })
}

/// Returns whether `key` is one of these kinds, a hyphen and a name.
pub(crate) fn is_crossref<'a>(key: &str, mut kinds: impl Iterator<Item = &'a str>) -> bool {
    key.split_once('-')
        .is_some_and(|(kind, name)| !name.is_empty() && kinds.any(|known| kind.eq_ignore_ascii_case(known)))
}
