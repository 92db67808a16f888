//! Which entry of a bibliography, or which item of a list, is a work that a source describes.
//!
//! An identifier alone is not enough: an entry may carry the DOI of another work. What was judged to be another work,
//! or to have another title, is never taken, and of several the one whose title agrees is.

use crate::Verdict;
use crate::rules::context::RuleContext;
use crate::{Judgement, Reference};
use referee_bibliography::{Identifier, Work};
use referee_syntax::Listed;
use referee_text::{fold, similarity};

/// The least similarity of two titles of one work, of 1.
const MIN_TITLE_SIMILARITY: f64 = 0.85;

/// The least number of words of a title that names a work without an identifier.
const MIN_TITLE_WORDS: usize = 4;

/// The least number of words of a title that may be the beginning of a longer one.
const MIN_CUT_TITLE_WORDS: usize = 2;

/// How sure it is that a description is of a work; the greater, the surer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// They share an identifier, and one of them has no title.
    Identifier,
    /// They share an identifier, and the sources say that the description is right, under another title.
    Judged,
    /// The titles agree, and nothing else is against it.
    Title,
    /// They share an identifier, and the titles agree.
    Both,
}

/// The key of the entry that is this work, also where it has only one of the `other` identifiers of it.
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

/// The item of the draft's list of references that is this work.
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
    // Of equals the first.
    fitting.rev().max_by_key(|(certainty, _)| *certainty).map(|(_, listed)| listed)
}

/// What a judgement says about taking a description for the work that it seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchVerdict {
    /// It is the work of its identifiers.
    Right,
    /// It has the identifier of another work, or the title of another.
    OfAnotherWork,
    /// Nothing that matters here.
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

/// Whether two descriptions without a common identifier are of one work by their titles, which agree: no identifier
/// of one kind differs, the title is long enough and the same to the word, the years are at most one apart.
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

/// Whether the titles may be of one work; `None` where one of them has none.
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
