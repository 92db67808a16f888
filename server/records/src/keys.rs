//! The keys for looking up identifiers.
//!
//! Versions of a work share a base: `10.1101/2020.01.01.123456v2` and `…456`, or two versions of a
//! Cochrane review. An identifier is first looked up exactly, then under its base.

use referee_bibliography::identifier::base_doi;
use referee_bibliography::{Identifier, Work, WorkKind};

/// Returns the key of the identifier itself. The versions of an arXiv paper and its arXiv DOI share
/// one.
#[must_use]
pub fn exact_key(identifier: &Identifier) -> String {
    match identifier.canonical() {
        Identifier::Doi(doi) => format!("doi:{doi}"),
        Identifier::Pmid(number) => format!("pmid:{number}"),
        Identifier::Pmcid(number) => format!("pmc:{number}"),
        Identifier::Arxiv(id, _) => format!("arxiv:{}", id.to_ascii_lowercase()),
        Identifier::Trial(id) => format!("trial:{}", id.to_ascii_lowercase()),
        Identifier::Isbn(isbn) => format!("isbn:{isbn}"),
    }
}

/// Returns the keys for a record with this identifier: its own and that of its base.
#[must_use]
pub fn record_keys(identifier: &Identifier) -> Vec<String> {
    let mut out = vec![exact_key(identifier)];
    if let Identifier::Doi(doi) = identifier.canonical() {
        let base = base_doi(&doi);
        if base != doi {
            out.push(format!("base:{base}"));
        }
    }
    out
}

/// Returns the keys that identify the work: two statements with a common key describe the same
/// work, unless other fields contradict each other.
///
/// Trial numbers are not included: the protocol, the results and the follow-up of a trial share
/// one. The ISBN identifies a book, but not a chapter or paper in it; so it is included only for
/// books, under a separate key that their chapters do not have.
pub fn work_keys(work: &Work) -> impl Iterator<Item = String> {
    work.identifiers.iter().filter_map(|identifier| match identifier {
        Identifier::Trial(_) => None,
        Identifier::Isbn(isbn) => (work.kind == WorkKind::Book).then(|| format!("book:{isbn}")),
        _ => Some(exact_key(identifier)),
    })
}

/// Whether both works share an identifying key: see [`work_keys`].
#[must_use]
pub(crate) fn share_work_key(left: &Work, right: &Work) -> bool {
    let lefts: Vec<String> = work_keys(left).collect();
    !lefts.is_empty() && work_keys(right).any(|key| lefts.contains(&key))
}

/// Returns the keys to try if the identifier is not found: other versions, or the work without a
/// version.
#[must_use]
pub fn other_versions(identifier: &Identifier) -> Vec<String> {
    let Identifier::Doi(doi) = identifier.canonical() else { return Vec::new() };
    let base = base_doi(&doi);
    let mut out = vec![format!("base:{base}")];
    if base != doi {
        out.push(format!("doi:{base}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doi(text: &str) -> Identifier {
        Identifier::Doi(text.to_owned())
    }

    fn finds(wanted: &str, recorded: &str) -> bool {
        let keys = record_keys(&doi(recorded));
        other_versions(&doi(wanted)).iter().any(|key| keys.contains(key))
    }

    #[test]
    fn versions_of_one_work_find_each_other() {
        for (versioned, bare) in [
            ("10.1101/2020.01.01.123456v2", "10.1101/2020.01.01.123456"),
            ("10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456"),
            ("10.12688/f1000research.12345.2", "10.12688/f1000research.12345"),
            ("10.1002/14651858.cd001801.pub3", "10.1002/14651858.cd001801"),
        ] {
            assert!(finds(versioned, bare), "{versioned}");
            assert!(finds(bare, versioned), "{versioned}");
            assert_ne!(exact_key(&doi(versioned)), exact_key(&doi(bare)));
        }
        assert!(finds("10.1002/14651858.cd001801.pub3", "10.1002/14651858.cd001801.pub2"));
        assert!(!finds("10.1056/nejmoa1", "10.1056/nejmoa2"));
    }

    #[test]
    fn the_doi_of_an_arxiv_paper_is_its_number() {
        let number = Identifier::Arxiv(String::from("2103.15348"), Some(2));
        assert_eq!(exact_key(&doi("10.48550/arxiv.2103.15348")), exact_key(&number));
        assert_eq!(exact_key(&doi("10.48550/arxiv.2103.15348v1")), exact_key(&number));
    }
}
