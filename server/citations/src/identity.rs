//! Computes keys of works: two records that share a key are the same work.

use crate::guideline;
use referee_bibliography::{Identifier, Work};
use referee_text::fold;

/// Returns the handle of a work: `pmid:123`, else `doi:10.1/x`, else its other identifiers, else a
/// hash of its title, first author and year.
#[must_use]
pub fn handle(work: &Work) -> String {
    let mut all: Vec<Identifier> = work.identifiers.iter().map(Identifier::canonical).collect();
    all.sort_by_key(|identifier| match identifier {
        Identifier::Pmid(_) => 0,
        Identifier::Doi(_) => 1,
        Identifier::Pmcid(_) => 2,
        Identifier::Arxiv(..) => 3,
        Identifier::Trial(_) => 4,
        Identifier::Isbn(_) => 5,
    });
    all.first().map_or_else(|| by_title(work), key)
}

/// Returns every key of a work; without identifiers, the key made from its title.
#[must_use]
pub fn keys(work: &Work) -> Vec<String> {
    let mut out: Vec<String> =
        work.identifiers.iter().map(|identifier| key(&identifier.canonical())).collect();
    if out.is_empty() {
        out.push(by_title(work));
    }
    out
}

/// Returns the key of an identifier.
#[must_use]
pub fn key(identifier: &Identifier) -> String {
    match identifier {
        Identifier::Pmid(number) => format!("pmid:{number}"),
        Identifier::Doi(doi) => format!("doi:{doi}"),
        Identifier::Pmcid(number) => format!("pmcid:{number}"),
        Identifier::Arxiv(id, _) => format!("arxiv:{id}"),
        Identifier::Trial(id) => format!("trial:{id}"),
        Identifier::Isbn(isbn) => format!("isbn:{isbn}"),
    }
}

/// Returns whether two descriptions are of one work: they share an identifier; or, if one of them
/// lacks the identifiers that the other has, their titles are the same and have at least five
/// words, and the years are at most one apart.
#[must_use]
pub fn same(a: &Work, b: &Work) -> bool {
    if a.identifiers.meet(&b.identifiers) {
        return true;
    }
    let rivals =
        |pick: fn(&Work) -> Option<String>| matches!((pick(a), pick(b)), (Some(x), Some(y)) if x != y);
    let doi = |work: &Work| work.identifiers.doi().map(str::to_owned);
    let pmid = |work: &Work| work.identifiers.pmid().map(|number| number.to_string());
    if rivals(doi) || rivals(pmid) {
        return false;
    }
    let title = |work: &Work| fold::title(&work.full_title().unwrap_or_default());
    let (left, right) = (title(a), title(b));
    let near = match (a.year(), b.year()) {
        (Some(x), Some(y)) => x.abs_diff(y) <= 1,
        _ => true,
    };
    let apart = match (guideline::place(a), guideline::place(b)) {
        (Some(x), Some(y)) => fold::title(x.whole) != fold::title(y.whole) || x.page != y.page,
        _ => false,
    };
    left == right && left.split(' ').count() >= 5 && near && !apart
}

fn by_title(work: &Work) -> String {
    let mut title = fold::title(&work.full_title().unwrap_or_default());
    if let Some(place) = guideline::place(work) {
        // Many guidelines have sections of the same name, and a section may span several pages.
        for more in [Some(place.whole), place.page].into_iter().flatten() {
            title.push('\n');
            title.push_str(&fold::title(more));
        }
    }
    let year = work.year().unwrap_or_default();
    // FNV-1a, because the store keeps the hash: it is the same on every machine and in every
    // version.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in title.bytes().chain(year.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("work:{hash:016x}")
}
