//! The keys under which identifiers are looked up.
//!
//! Versions of one work have one base: `10.1101/2020.01.01.123456v2` and `…456`, `2103.15348v1` and
//! `2103.15348`, and the DOI that arXiv gives to it. An identifier is looked up as it is first, and under its
//! base where that finds nothing.

use referee_bibliography::Identifier;

/// The key of the identifier itself. Versions of an arXiv paper are one work and share it.
#[must_use]
pub(crate) fn exact_key(identifier: &Identifier) -> String {
    match identifier {
        Identifier::Doi(doi) => match arxiv_of_doi(doi) {
            Some(arxiv) => format!("arxiv:{arxiv}"),
            None => format!("doi:{doi}"),
        },
        Identifier::Pmid(number) => format!("pmid:{number}"),
        Identifier::Pmcid(number) => format!("pmc:{number}"),
        Identifier::Arxiv(id, _) => format!("arxiv:{}", id.to_ascii_lowercase()),
        Identifier::Trial(id) => format!("trial:{}", id.to_ascii_lowercase()),
        Identifier::Isbn(isbn) => format!("isbn:{isbn}"),
    }
}

/// The key that all versions of the work share, where its identifier can carry a version.
#[must_use]
pub(crate) fn base_key(identifier: &Identifier) -> Option<String> {
    match identifier {
        Identifier::Doi(doi) if arxiv_of_doi(doi).is_none() => {
            versioned(doi).map(|base| format!("base:{base}"))
        }
        _ => None,
    }
}

/// The arXiv number in the DOI that arXiv registers, without its version.
#[must_use]
fn arxiv_of_doi(doi: &str) -> Option<String> {
    let id = doi.strip_prefix("10.48550/arxiv.")?;
    Some(without_version(id, "v").unwrap_or(id).to_owned())
}

/// How the registrants that number versions write them.
const VERSIONS: &[(&str, &str)] = &[
    ("10.1101/", "v"),
    ("10.64898/", "v"),
    ("10.21203/rs.", "/v"),
    ("10.20944/preprints", ".v"),
    ("10.26434/", "-v"),
    ("10.12688/", "."),
    ("10.7554/elife.", "."),
    ("10.31234/osf.io/", "_v"),
    ("10.31219/osf.io/", "_v"),
    ("10.31222/osf.io/", "_v"),
    ("10.31235/osf.io/", "_v"),
    ("10.35542/osf.io/", "_v"),
    ("10.22541/au.", "/v"),
    ("10.36227/techrxiv.", ".v"),
    ("10.2196/preprints.", "."),
];

/// The DOI without its version, for a registrant that numbers versions; the DOI itself where it has none.
fn versioned(doi: &str) -> Option<&str> {
    let (_, mark) = VERSIONS.iter().find(|(prefix, _)| doi.starts_with(prefix))?;
    Some(without_version(doi, mark).unwrap_or(doi))
}

fn without_version<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    // `.001` is a figure of an eLife paper, and no preprint has a hundred versions.
    if digits == 0 || digits > 2 {
        return None;
    }
    let base = text.get(..text.len() - digits)?.strip_suffix(mark)?;
    (base.len() > 8).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doi(text: &str) -> Identifier {
        Identifier::Doi(text.to_owned())
    }

    #[test]
    fn versions_of_one_preprint_share_a_base() {
        for (versioned, bare) in [
            ("10.1101/2020.01.01.123456v2", "10.1101/2020.01.01.123456"),
            ("10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456"),
            ("10.12688/f1000research.12345.2", "10.12688/f1000research.12345"),
            ("10.7554/elife.86873.3", "10.7554/elife.86873"),
            ("10.26434/chemrxiv-2022-abcde-v2", "10.26434/chemrxiv-2022-abcde"),
        ] {
            assert_eq!(base_key(&doi(versioned)), base_key(&doi(bare)));
            assert_ne!(exact_key(&doi(versioned)), exact_key(&doi(bare)));
        }
    }

    #[test]
    fn cochrane_reviews_are_not_versions_of_one_work() {
        assert_eq!(base_key(&doi("10.1002/14651858.cd001801.pub3")), None);
    }

    #[test]
    fn the_doi_of_an_arxiv_paper_is_its_number() {
        let number = Identifier::Arxiv(String::from("2103.15348"), Some(2));
        assert_eq!(exact_key(&doi("10.48550/arxiv.2103.15348")), exact_key(&number));
        assert_eq!(exact_key(&doi("10.48550/arxiv.2103.15348v1")), exact_key(&number));
    }
}
