//! "His" body in a letter about a woman, or "her" body in one about a man.

use super::claims::{self, Claim, names_relative_of};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The examined body parts, titles and other people in a block or a draft.
#[derive(Clone, Copy, Debug, Default)]
struct Bodies {
    his: Option<Span>,
    hers: Option<Span>,
    titled_man: Option<Span>,
    titled_woman: Option<Span>,
    names_men: bool,
    names_women: bool,
}

impl Bodies {
    fn add(&mut self, other: &Bodies, start: usize) {
        let first = |known: Option<Span>, new: Option<Span>| known.or(new.map(|span| span.shift(start)));
        self.his = first(self.his, other.his);
        self.hers = first(self.hers, other.hers);
        self.titled_man = first(self.titled_man, other.titled_man);
        self.titled_woman = first(self.titled_woman, other.titled_woman);
        self.names_men |= other.names_men;
        self.names_women |= other.names_women;
    }
}

impl Scan for Bodies {
    type State = ();
    type Summary = Bodies;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Bodies, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Bodies> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// A body part or measurement of a patient.
static EXAMINED_BODY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?P<whose>his|her) (?:(?:left|right|lower|upper|resting|current) )?(?:{words}|{relatives})\b",
        words = forms("contradiction/possessive/examined-body"),
        relatives = forms("contradiction/possessive/relative")
    ))
});

/// A title before the patient's name; titles of operators and consultants follow other words.
static TITLE: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(
        r"(?:^|\n|\*\* |\b(?:{words})[: ]+|\. )(?P<title>Mr|Mrs|Ms|Miss)\.? \p{{Lu}}",
        words = forms("contradiction/possessive/title")
    ))
});

fn read(block: &BlockContext<'_>) -> Bodies {
    let mut out = Bodies::default();
    let text = block.prose();
    let folded = fold(text);
    out.names_men = names_relative_of(&folded, Claim::He);
    out.names_women = names_relative_of(&folded, Claim::She);
    for found in EXAMINED_BODY.captures_iter(text) {
        let (Some(whole), Some(whose)) = (found.get(0), found.name("whose")) else { continue };
        let place = if whose.as_str().eq_ignore_ascii_case("his") { &mut out.his } else { &mut out.hers };
        place.get_or_insert(Span::new(whole.start(), whole.end()));
    }
    for title in TITLE.captures_iter(text).filter_map(|found| found.name("title")) {
        let line = text.get(title.start()..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        if claims::is_signature(line) {
            continue;
        }
        let place = if title.as_str() == "Mr" { &mut out.titled_man } else { &mut out.titled_woman };
        place.get_or_insert(Span::new(title.start(), title.end()));
    }
    out
}

/// Reports a possessive that contradicts the patient's title, noun or pronouns.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Bodies::default();
    for group in draft.scan::<Bodies>(()) {
        all.add(&group.summary, group.start);
    }
    if all.his.is_none() && all.hers.is_none() {
        return Vec::new();
    }
    let known = claims::of(draft);
    if known.has(Claim::Transgender) {
        return Vec::new();
    }
    // The possessive itself, at the beginning of its sentence, does not show the sex.
    let other = |claim: Claim, body: Option<Span>| {
        known.first(claim).filter(|span| body.is_none_or(|body| !body.overlaps(*span)))
    };
    let woman = known.first(Claim::Woman).or(all.titled_woman).or_else(|| other(Claim::She, all.hers));
    let man = known.first(Claim::Man).or(all.titled_man).or_else(|| other(Claim::He, all.his));
    // "Her" with a part of the body does not show a woman if nothing else does.
    let (called, body) = match (man, woman, all.his, all.hers) {
        (None, Some(woman), Some(his), _) if !all.names_men => (woman, his),
        (Some(man), None, _, Some(hers)) if !all.names_women => (man, hers),
        _ => return Vec::new(),
    };
    if claims::check(draft).iter().any(|told| told.place.overlaps(body)) {
        return Vec::new();
    }
    let (this, that) = (draft.text(body).unwrap_or_default(), draft.text(called).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (format!("«{this}» y «{that}»: ¿a quién se refieren? Compruebe los dos lugares."), "el otro lugar")
    } else {
        (format!("“{this}” and “{that}”: whom do they refer to? Check both places."), "the other place")
    };
    vec![Remark::new(body, message).with_severity(Severity::Information).with_related(called, other)]
}
