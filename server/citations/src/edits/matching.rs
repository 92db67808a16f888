//! Finds the entry of a bibliography, or the item of a list, for a work that a source describes.
//!
//! An identifier alone is not enough: an entry may carry the DOI of another work. An entry that was
//! judged to be another work, or to have another title, is never taken; among several candidates,
//! the one with the same title is taken.

use crate::Verdict;
use crate::rules::context::RuleContext;
use crate::{Judgement, Reference};
use referee_bibliography::{Identifier, Work};
use referee_syntax::Listed;
use referee_text::{fold, similarity};

/// The minimum similarity of two titles of one work, from 0 to 1.
const MIN_TITLE_SIMILARITY: f64 = 0.85;

/// The minimum number of words in a title that identifies a work without an identifier.
const MIN_TITLE_WORDS: usize = 4;

/// The minimum number of words in a title that may be the beginning of a longer one.
const MIN_CUT_TITLE_WORDS: usize = 2;

/// The certainty that a description is of a work, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// They share an identifier, and one of them lacks a title.
    Identifier,
    /// They share an identifier, and the sources confirm the description under another title.
    Judged,
    /// The titles agree, and nothing contradicts it.
    Title,
    /// They share an identifier, and the titles agree.
    Both,
}

/// Returns the key of the entry for this work; also if the entry has only one of the work's `other`
/// identifiers.
#[must_use]
pub fn entry_of(context: &RuleContext<'_>, work: &Work, other: &[Identifier]) -> Option<String> {
    let mut best: Option<(Certainty, String)> = None;
    for file in context.bibliographies {
        for entry in file.bibliography.entries().filter(|entry| !entry.key().is_empty()) {
            let own = entry.work();
            let judgement = || (context.known)(&file.file, entry.fingerprint());
            let certainty = certainty(&own, work, other, || judgement().as_deref().map(MatchVerdict::of));
            if let Some(certainty) = certainty
                && best.as_ref().is_none_or(|(known, _)| certainty > *known)
            {
                best = Some((certainty, entry.key().to_owned()));
            }
        }
    }
    best.map(|(_, key)| key)
}

/// Returns the item of the draft's list of references for this work.
pub(super) fn item_of<'a, 'd>(
    context: &RuleContext<'_>,
    items: &'a [Listed<'d>],
    work: &Work,
) -> Option<&'a Listed<'d>> {
    let match_verdict = |listed: &Listed<'_>| {
        let reference = Reference::from_list_item(context.file, &listed.item, listed.start);
        (context.judgement)(&reference).as_deref().map(MatchVerdict::of)
    };
    let fitting = items.iter().filter_map(|listed| {
        Some((certainty(&listed.item.work, work, &[], || match_verdict(listed))?, listed))
    });
    // `max_by_key` returns the last of equals; reversed, that is the first.
    fitting.rev().max_by_key(|(certainty, _)| *certainty).map(|(_, listed)| listed)
}

/// The consequence of a judgement for matching a description with the work that it seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchVerdict {
    /// The description is of the work of its identifiers.
    Right,
    /// It has the identifier or the title of another work.
    OfAnotherWork,
    /// The judgement does not matter for the match.
    Open,
}

impl MatchVerdict {
    fn of(judgement: &Judgement) -> MatchVerdict {
        match judgement.verdict {
            Verdict::Misidentified => MatchVerdict::OfAnotherWork,
            Verdict::Differs if judgement.differences.iter().any(|one| one.field == "title") => {
                MatchVerdict::OfAnotherWork
            }
            Verdict::Verified | Verdict::Differs => MatchVerdict::Right,
            _ => MatchVerdict::Open,
        }
    }
}

fn certainty(
    own: &Work,
    work: &Work,
    other: &[Identifier],
    match_verdict: impl FnOnce() -> Option<MatchVerdict>,
) -> Option<Certainty> {
    let shares = own.identifiers.meet(&work.identifiers)
        || own.identifiers.iter().any(|own| other.iter().any(|other| other.canonical() == own.canonical()));
    let titles = titles_agree(own, work);
    let found = match (shares, titles) {
        (true, Some(true)) => Certainty::Both,
        (true, None) => Certainty::Identifier,
        (true, Some(false)) => Certainty::Judged,
        (false, Some(true)) if is_named_alike(own, work) => Certainty::Title,
        (false, _) => return None,
    };
    match (match_verdict().unwrap_or(MatchVerdict::Open), found) {
        (MatchVerdict::OfAnotherWork, _) => None,
        (MatchVerdict::Open, Certainty::Judged) => None,
        (_, found) => Some(found),
    }
}

/// Returns whether two descriptions without a common identifier are of one work by their titles,
/// which agree: DOI and PMID do not differ, the title is long enough and the same word by word, and
/// the years are at most one apart.
fn is_named_alike(own: &Work, work: &Work) -> bool {
    let differ = |a: Option<String>, b: Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let doi = |work: &Work| work.identifiers.doi().map(str::to_owned);
    let pmid = |work: &Work| work.identifiers.pmid().map(|number| number.to_string());
    if differ(doi(own), doi(work)) || differ(pmid(own), pmid(work)) {
        return false;
    }
    let years_fit = match (own.year(), work.year()) {
        (Some(a), Some(b)) => a.abs_diff(b) <= 1,
        _ => true,
    };
    let (own, work) = (title(own), title(work));
    own.split(' ').count() >= MIN_TITLE_WORDS && own == work && years_fit
}

/// Returns whether the titles may be of one work; `None` if one of the works lacks a title.
fn titles_agree(own: &Work, work: &Work) -> Option<bool> {
    let (a, b) = (title(own), title(work));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    // A subtitle is often left out.
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let begins =
        long.strip_prefix(short.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let cut = begins && short.split(' ').count() >= MIN_CUT_TITLE_WORDS;
    Some(a == b || cut || similarity::ratio_at_least(&a, &b, MIN_TITLE_SIMILARITY).is_some())
}

fn title(work: &Work) -> String {
    fold::title(&work.full_title().unwrap_or_default())
}
