//! Compares identifiers and decides which of them belong to one work only.

use referee_bibliography::{Identifier, Work};

/// Returns whether the identifier belongs to one work only. Every article about a trial gives its
/// registration number, and every chapter of a book its ISBN: their records are not evidence
/// against a reference.
pub(super) fn is_of_one_work(identifier: &Identifier) -> bool {
    matches!(
        identifier,
        Identifier::Doi(_) | Identifier::Pmid(_) | Identifier::Pmcid(_) | Identifier::Arxiv(..)
    )
}

/// Returns whether a work has the identifier in any spelling: an arXiv number and the DOI that
/// arXiv registers for it are equal.
pub(super) fn bears(work: &Work, identifier: &Identifier) -> bool {
    let wanted = identifier.canonical();
    work.identifiers.iter().any(|own| own.canonical() == wanted)
}

/// Returns whether both have DOIs or both have PMIDs, and none in common: then they are two
/// publications.
pub(super) fn conflict(a: &Work, b: &Work) -> bool {
    let differ = |numbers: fn(&Work) -> Vec<Identifier>| {
        let (one, other) = (numbers(a), numbers(b));
        !one.is_empty() && !other.is_empty() && !one.iter().any(|number| other.contains(number))
    };
    differ(|work| of_kind(work, |identifier| matches!(identifier, Identifier::Doi(_))))
        || differ(|work| of_kind(work, |identifier| matches!(identifier, Identifier::Pmid(_))))
}

fn of_kind(work: &Work, kind: fn(&Identifier) -> bool) -> Vec<Identifier> {
    work.identifiers.iter().map(Identifier::canonical).filter(kind).collect()
}

/// Returns the work's identifier of the same kind, if it has one.
pub(super) fn counterpart<'a>(work: &'a Work, identifier: &Identifier) -> Option<&'a Identifier> {
    work.identifiers.iter().find(|own| std::mem::discriminant(*own) == std::mem::discriminant(identifier))
}

/// Returns the field of a reference that holds the identifier, as reports call it.
pub(super) fn field(identifier: &Identifier) -> &'static str {
    match identifier {
        Identifier::Doi(_) => "doi",
        Identifier::Pmid(_) => "pmid",
        Identifier::Pmcid(_) => "pmcid",
        Identifier::Arxiv(..) => "arxiv",
        Identifier::Trial(_) => "trial",
        Identifier::Isbn(_) => "isbn",
    }
}

/// Returns the identifier without the prefix for its kind, as the field holds it.
pub(super) fn value(identifier: &Identifier) -> String {
    match identifier {
        Identifier::Doi(doi) => doi.clone(),
        Identifier::Pmid(number) => number.to_string(),
        Identifier::Pmcid(number) => format!("PMC{number}"),
        Identifier::Arxiv(id, Some(version)) => format!("{id}v{version}"),
        Identifier::Arxiv(id, None) | Identifier::Trial(id) | Identifier::Isbn(id) => id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(identifier: Identifier) -> Work {
        Work { identifiers: [identifier].into_iter().collect(), ..Work::default() }
    }

    fn doi(text: &str) -> Identifier {
        Identifier::Doi(text.to_owned())
    }

    #[test]
    fn an_arxiv_doi_with_a_version_is_the_arxiv_number() {
        let number = |id: &str, version| Identifier::Arxiv(id.to_owned(), version);
        assert!(bears(&with(number("2602.12196", None)), &doi("10.48550/arxiv.2602.12196v1")));
        assert!(bears(&with(doi("10.48550/arxiv.2602.12196")), &number("2602.12196", Some(3))));
        assert!(!bears(&with(doi("10.48550/arxiv.2602.12196")), &number("2602.12197", None)));
    }

    #[test]
    fn the_number_of_a_preprint_and_the_doi_of_an_article_do_not_conflict() {
        assert!(!conflict(&with(doi("10.48550/arxiv.2602.12196")), &with(doi("10.1000/1"))));
        assert!(conflict(&with(doi("10.1000/2")), &with(doi("10.1000/1"))));
    }
}
