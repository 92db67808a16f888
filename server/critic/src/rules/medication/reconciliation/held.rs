//! Detects a drug that was held for a procedure or an illness, in a letter that does not state its restart.

use super::one_class::are_of_one_class;
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, exact, forms};
use crate::rules::medication::allergy_conflict::mentions::mentions;
use crate::rules::medication::regimen::{Regimen, Stage};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Words by which a drug is held for a time, right after it and its dose.
static HELD: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"^[^.;\n]{{0,40}}?\b(?:{words})\b", words = forms("reconciliation/held")))
});

/// Words for how long a drug is held, or that it remains stopped.
static HELD_UNTIL: LazyLock<Pattern> = LazyLock::new(|| context("reconciliation/held-until"));

/// Words anywhere in a note by which a drug is taken again, folded.
static GIVEN_AGAIN: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})", words = forms("contradiction/stopped-drug/given-again")))
});

/// The drugs that a block or a draft holds, and whether it takes any up again.
#[derive(Default)]
struct Held {
    drugs: Vec<(Substance, Span)>,
    is_given_again: bool,
}

impl Scan for Held {
    type State = ();
    type Summary = Held;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Held, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here: Arc<Held> = block.fact_of_sentences(held_in);
        summary.drugs.extend(here.drugs.iter().map(|(drug, at)| (*drug, at.shift(block.start))));
        summary.is_given_again |= here.is_given_again;
    }
}

fn held_in(block: &BlockContext<'_>, sentence: Sentence, out: &mut Held) {
    let text = block.slice(sentence.span);
    out.is_given_again |= GIVEN_AGAIN.is_match(&fold(text));
    let section = block.section_at(sentence.span.start as usize);
    if HELD_UNTIL.is_match(text) || matches!(section, Section::FamilyHistory | Section::PastHistory) {
        return;
    }
    let named = mentions(block, sentence.span);
    for (nth, mention) in named.iter().enumerate() {
        let end = named.get(nth + 1).map_or(sentence.span.end, |next| next.span.start);
        let behind = block.slice(Span { start: mention.span.end, end: end.max(mention.span.end) });
        let is_own = assertion::within(block, sentence, mention.span).experiencer == Experiencer::Patient;
        if is_own
            && matches!(mention.substance, Substance::Drug(_))
            && !mention.substance.names_group()
            && HELD.is_match(behind)
        {
            out.drugs.push((mention.substance, mention.span));
        }
    }
}

/// Returns a remark for each drug that a letter holds without a word on when it is taken again.
pub(super) fn check(draft: &Draft<'_>, regimen: &Regimen) -> Vec<Remark> {
    let mut drugs: Vec<(Substance, Span)> = Vec::new();
    for group in draft.scan::<Held>(()) {
        if group.summary.is_given_again {
            return Vec::new();
        }
        drugs.extend(group.summary.drugs.iter().map(|(drug, at)| (*drug, at.shift(group.start))));
    }
    let is_open = |drug: Substance, at: Span| {
        regimen.all.iter().all(|taken| {
            let is_same = taken.ingredients().iter().any(|one| drug.ingredients().contains(one));
            let is_replaced =
                taken.stage == Stage::Discharge && are_of_one_class(drug.ingredients(), taken.ingredients());
            !is_replaced && (!is_same || taken.place.start <= at.start && taken.stage != Stage::Discharge)
        })
    };
    let mut out: Vec<Remark> = Vec::new();
    let mut told: Vec<Substance> = Vec::new();
    for (drug, at) in drugs {
        if told.contains(&drug) || !is_open(drug, at) {
            continue;
        }
        told.push(drug);
        let shown = draft.text(at).unwrap_or_default();
        let message = if draft.is_spanish() {
            format!("«{shown}» está en pausa y el informe no dice cuándo se reinicia. Compruebe el reinicio.")
        } else {
            format!(
                "“{shown}” is held, and the letter does not say when it is taken again. Check the restart."
            )
        };
        out.push(Remark::new(at, message).with_severity(Severity::Information));
    }
    out
}
