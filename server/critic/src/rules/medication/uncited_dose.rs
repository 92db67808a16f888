//! `medication/uncited-dose`

mod sources;
mod words;

use super::dose::doses;
use crate::analysis::assertion::{self, State};
use crate::analysis::drugs::Class;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::quantities::Measure;
use crate::analysis::sections::Section;
use crate::analysis::tense;
use crate::analysis::terms::Term;
use crate::rules::notice::notice;
use crate::{
    Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, Profile, Sentence, UnitKind,
};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use sources::{has_glued_number, has_named_source, names_source};
use words::{ALREADY_TAKEN, CONTINUED};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/uncited-dose",
        summary: "A dose is recommended without a source",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A dose that is recommended to others, without a citation in the same sentence, item of a list or row of a \
table: in a recommendation (“we recommend”, “it is advised”, “se recomienda”), in the minutes of a tumour board, and in \
generated text. As information: a dose of a drug against cancer or of radiotherapy in another plan. `[Source: ]`, `[source needed]` and \
`[Fuente: desconocida]` are no sources. Plain orders (“start ramipril 5 mg daily”, “I recommend Mobic 15 mg” to the \
patient), what is stopped, reduced, replaced or continued, what the patient takes, and what was given need none.

## Why

A dose without a source cannot be checked by the reader, and is what a language model invents most plausibly.

## Example

```text
We recommend cisplatin 75 mg/m2 every 21 days.
```

## What it cannot tell

Whether the source supports the dose. Doses that the patient takes or has taken, lists of medications, laboratory values \
and measurements need no source and are passed over.
",
            notice!(),
            "
## Fixes

None: cite the guideline or the label in the sentence, in any way the format knows (`[@key]`, `\\\\cite{key}`, `[12]`, a \
DOI, `PMID:`, `[Source: …]`, `[Fuente: …]`, author and year in brackets), or remove the number.

## Sources

The requirement that every dose carries its own source is that of a reviewer of generated text; how doses are written \
follows the lists of the Joint Commission and ISMP.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, check)],
    fixes: None,
};

/// The way in which a dose without a source is advised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Advice {
    /// It is ordered.
    Order,
    /// A cancer treatment is ordered, usually on the authority of a board or a guideline.
    OrderOfOncology,
    /// It is recommended.
    Recommendation,
}

/// Returns the doses of a block that are advised without a citation, with their place in the block
/// and kind of advice.
#[must_use]
pub fn uncited_doses(block: &BlockContext<'_>) -> Vec<(Span, Advice)> {
    let mut out: Vec<(Span, Advice)> = Vec::new();
    for (sentence, quantity) in doses(block) {
        if matches!(quantity.measure, Measure::Volume) && !has_drug(block, sentence) {
            continue;
        }
        let Some(advice) = advice(block, sentence, quantity.span) else { continue };
        if !is_cited(block, sentence) {
            out.push((quantity.span, advice));
        }
    }
    out
}

/// Returns the doses of a block without a citation, in any wording: for a text that is a
/// recommendation as a whole. Places are relative to the block.
#[must_use]
pub fn doses_without_source(block: &BlockContext<'_>) -> Vec<Span> {
    doses(block)
        .filter(|(sentence, _)| !is_cited(block, *sentence))
        .map(|(_, quantity)| quantity.span)
        .collect()
}

fn has_drug(block: &BlockAnalysis, sentence: Sentence) -> bool {
    block.phrases_in(sentence.span).any(|found| matches!(found.meaning, Meaning::Drug(_)))
}

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let advised = uncited_doses(block).into_iter().filter(|(_, advice)| *advice != Advice::Order);
    advised
        .map(|(span, advice)| {
            let shown = block.slice(span);
            let message = if block.in_spanish() {
                format!(
                    "La dosis «{shown}» se recomienda sin una fuente en su frase. Cite aquí la guía o la ficha técnica, o quite la cifra."
                )
            } else {
                format!(
                    "The dose “{shown}” is recommended without a source in its sentence. Cite the guideline or the label here, or leave the number out."
                )
            };
            let severity =
                if advice == Advice::Recommendation { Severity::Warning } else { Severity::Information };
            Remark::new(span, message).with_severity(severity)
        })
        .collect()
}

/// Cancer drugs that are given as often for other diseases.
const USED_OUTSIDE_ONCOLOGY: &[&str] =
    &["cyclophosphamide", "methotrexate", "rituximab", "hydroxyurea", "mercaptopurine", "interferon"];

/// Whether a block mentions a cancer, or a drug that is given only for cancer; a biopsy alone does not
/// count.
fn names_cancer(block: &BlockAnalysis) -> bool {
    block.phrases().iter().any(|found| match found.meaning {
        Meaning::Term(term) => {
            matches!(term, Term::Cancer | Term::Histology)
                && assertion::of(block, found.span).state != State::Negated
        }
        Meaning::Drug(index) => crate::analysis::drugs::drug(index).is_some_and(|drug| {
            let name = drug.names.first().map_or("", String::as_str);
            drug.class == Class::Cytotoxic && !USED_OUTSIDE_ONCOLOGY.contains(&name)
        }),
        _ => false,
    })
}

/// Whether the only action in a sentence is that a drug is being given.
fn is_administered(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let mut verbs = block.terms_in(sentence.span, |term| term == Term::Recommend).peekable();
    verbs.peek().is_some() && verbs.all(|verb| fold(block.slice(verb.span)) == "se administra")
}

/// Whether a sentence orders for the same day, to be carried out by a nurse: "hoy se indica …",
/// "due at 14:00".
fn is_of_today(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let folded = fold(block.slice(sentence.span));
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "hoy" | "today" | "tonight" | "stat" | "ahora"))
        || folded.contains("due at")
}

/// Whether a sentence is a line of an order sheet: `Orders: …`, `Órdenes: …`, `Given today: …`.
fn is_order_sheet(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let folded = fold(block.slice(sentence.span));
    let label = folded.split_once(':').map_or("", |(label, _)| label);
    label.len() <= 30
        && ["order", "orden", "prescri", "indicaciones", "given", "administered", "administrad", "mar"]
            .iter()
            .any(|name| label.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with(name))
}

/// Returns how a dose is advised in its sentence; `None` if it is not.
fn advice(block: &BlockContext<'_>, sentence: Sentence, dose: Span) -> Option<Advice> {
    let section = block.section_at(dose.start as usize);
    let quiet = matches!(
        section,
        Section::Medications
            | Section::DischargeMedications
            | Section::Subjective
            | Section::PastHistory
            | Section::Objective
            | Section::Findings
            | Section::Allergies
            | Section::FamilyHistory
            | Section::SocialHistory
            | Section::HospitalCourse
            | Section::ReviewOfSystems
            | Section::Complaint
            | Section::Pathology
            | Section::Procedures
            | Section::References
    );
    let advised: Vec<Span> = block
        .terms_in(sentence.span, |term| term == Term::Recommend)
        .map(|found| found.span)
        .filter(|span| span.end <= dose.start || section.is_plan() || is_passive(block, dose, *span))
        .collect();
    let board = block.setting.profile == Some(Profile::TumourBoard) || is_of_board(block, sentence);
    let strong = advised.iter().any(|span| {
        (span.end <= dose.start || is_passive(block, dose, *span))
            && is_strong(block.slice(*span))
            && !is_told_as_past(block, sentence, *span)
            && (board || !is_label(block, sentence, *span) && !is_begun_by_us(block, sentence, *span))
            && (board || !is_to_patient(block, sentence, *span))
    });
    if quiet && !strong {
        return None;
    }
    let is_plan = section.is_plan() || section == Section::FollowUp;
    let is_board_plan = board && is_decided(block.slice(sentence.span));
    let is_past = advised.iter().any(|span| is_told_as_past(block, sentence, *span));
    if is_past && !strong || advised.is_empty() && !is_plan && !is_board_plan {
        return None;
    }
    let state = assertion::within(block, before_brackets(block, sentence, dose), dose).state;
    if matches!(state, State::Negated | State::Historical) {
        return None;
    }
    // "I recommend to continue aspirin 81 mg": a medicine that is already taken needs no source.
    let accepted = fold(block.slice(sentence.span));
    if ["se decide", "acepta", "accepted", "agreed to", "rechaz"].iter().any(|word| accepted.contains(word)) {
        return None;
    }
    let kept = block
        .prose()
        .get(sentence.span.start as usize..dose.start as usize)
        .unwrap_or_default()
        .split(|c: char| !c.is_alphabetic())
        .any(|word| CONTINUED.contains(&fold(word).as_str()));
    if kept || (!strong && tense::is_past_tense(block, sentence, dose)) {
        return None;
    }
    if !strong {
        let before = block.prose().get(sentence.span.start as usize..dose.start as usize).unwrap_or_default();
        let taken = before
            .split(|c: char| !c.is_alphabetic())
            .any(|word| ALREADY_TAKEN.contains(&fold(word).as_str()));
        if taken {
            return None;
        }
    }
    // "ABVD, allopurinol 300 mg": the dose belongs to its own drug.
    let own = block
        .medications()
        .iter()
        .find(|medication| medication.dose.is_some_and(|known| known.span.overlaps(dose)));
    let place = own.map_or(sentence.span, |medication| medication.drug);
    let for_cancer = block.phrases_in(place).any(|found| match found.meaning {
        Meaning::Drug(index) => crate::analysis::drugs::drug(index).is_some_and(|drug| {
            let name = drug.names.first().map_or("", String::as_str);
            drug.class.treatment().is_some()
                && drug.class != Class::CancerHormone
                && (!USED_OUTSIDE_ONCOLOGY.contains(&name) || names_cancer(block))
        }),
        _ => false,
    }) && !is_administered(block, sentence)
        && !is_order_sheet(block, sentence)
        && !is_of_today(block, sentence);
    let radiation = block.quantities().iter().any(|quantity| {
        quantity.span == dose && matches!(quantity.measure, Measure::Radiation | Measure::Auc)
    });
    Some(if strong || board {
        Advice::Recommendation
    } else if for_cancer || radiation {
        Advice::OrderOfOncology
    } else {
        Advice::Order
    })
}

/// Whether a word is the Spanish section heading "Recomendación:", followed by orders; a separate
/// verb after it recommends.
fn is_label(block: &BlockAnalysis, sentence: Sentence, word: Span) -> bool {
    let rest = block.slice(Span { start: word.end, end: sentence.span.end });
    rest.starts_with(':') && fold(block.slice(word)).starts_with("recomenda")
}

/// Whether the author starts the suggested treatment at once: "neurology suggest, and we start,
/// carbamazepine 100 mg".
fn is_begun_by_us(block: &BlockAnalysis, sentence: Sentence, word: Span) -> bool {
    let behind = fold(block.slice(Span { start: word.end, end: sentence.span.end }));
    ["we start", "we have started", "started today", "iniciamos", "y se inicia", "empezamos"]
        .iter()
        .any(|words| behind.contains(words))
}

/// Whether the sentence contains the decision of a tumour board.
fn is_of_board(block: &BlockAnalysis, sentence: Sentence) -> bool {
    let folded = fold(block.slice(sentence.span));
    [
        "tumor board",
        "tumour board",
        "comite de tumores",
        "comite oncologico",
        "mdt recommend",
        "mdt advis",
        "mdt plan",
    ]
    .iter()
    .any(|name| folded.contains(name))
}

/// Returns the part of a sentence up to the brackets after a dose: "[Source: not available]" does
/// not deny a dose.
fn before_brackets(block: &BlockAnalysis, sentence: Sentence, dose: Span) -> Sentence {
    let behind = block.slice(Span { start: dose.end, end: sentence.span.end.max(dose.end) });
    let end =
        behind.find('[').map_or(sentence.span.end, |at| dose.end + u32::try_from(at).unwrap_or_default());
    Sentence { span: Span { start: sentence.span.start, end }, ..sentence }
}

/// Whether a sentence about a board contains its decision.
fn is_decided(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["plan", "decision", "outcome", "conclus", "agreed", "acuerd", "resolu", "recom"]
        .iter()
        .any(|word| folded.contains(word))
}

/// Whether a word recommends in the past perfect, which describes what was done since: "cardiology
/// had recommended …".
fn is_told_as_past(block: &BlockAnalysis, sentence: Sentence, verb: Span) -> bool {
    let before = fold(block.slice(Span { start: sentence.span.start, end: verb.start }));
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let word = fold(block.slice(verb));
    let is_perfect = ["had", "'d", "habia", "habian", "fue", "fueron", "hubo"];
    is_perfect.contains(&last)
        || last == "been" && before.contains("had been")
        || is_perfect.iter().any(|had| word.starts_with(&format!("{had} ")))
}

/// Whether a dose precedes the word that recommends it: "trastuzumab 6 mg/kg is recommended".
fn is_passive(block: &BlockAnalysis, dose: Span, verb: Span) -> bool {
    if verb.start < dose.end || verb.start - dose.end > 60 {
        return false;
    }
    let word = fold(block.slice(verb));
    let between = fold(block.slice(Span { start: dose.end, end: verb.start }));
    let last = between.split_whitespace().next_back().unwrap_or_default();
    matches!(last, "is" | "are" | "es" | "son" | "be" | "ser")
        && !between.contains([';', '.'])
        && ["recommended", "advised", "recomendad", "aconsejad", "suggested"]
            .iter()
            .any(|stem| word.contains(stem))
}

/// Whether a word recommends, rather than orders.
fn is_strong(word: &str) -> bool {
    let folded = fold(word);
    ["recom", "advis", "aconsej", "suggest", "propo", "should receive", "should be given", "deberia", "debe "]
        .iter()
        .any(|stem| folded.contains(stem))
}

/// Whether a recommendation addresses the patient, which makes it an order: "I recommend Mobic 15
/// mg", "advised him to take".
fn is_to_patient(block: &BlockAnalysis, sentence: Sentence, verb: Span) -> bool {
    let before = fold(block.slice(Span { start: sentence.span.start, end: verb.start }));
    let behind = fold(block.slice(Span { start: verb.end, end: sentence.span.end }));
    let subject = before.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty());
    let by_me = before
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .rev()
        .take(3)
        .any(|word| word == "i");
    let object = behind.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let to_him =
        matches!(object, Some("him" | "her" | "them" | "that" | "he" | "she" | "le" | "al" | "patient"));
    // "Advised brisk walking, atorvastatin 20 mg": the author and the patient are implied.
    let was = matches!(subject, Some("was" | "been" | "le"))
        || subject.is_none() && fold(block.slice(verb)).starts_with("advised");
    by_me
        || to_him
        || was
        || ["prescription", "to take", "over the counter", "otc"].iter().any(|word| behind.contains(word))
}

/// The maximum number of characters after a sentence for the number of a reference and the first
/// letter of the next sentence.
const MAX_CHARS_OF_NUMBER: usize = 14;

/// Whether a sentence has a citation: in it, in its item or row, or directly after its full stop.
#[must_use]
pub(super) fn is_cited(block: &BlockAnalysis, sentence: Sentence) -> bool {
    let unit = block.units().get(sentence.unit);
    let span = match unit {
        Some(unit) if matches!(unit.kind, UnitKind::ListItem | UnitKind::TableRow) => unit.span,
        _ => sentence.span,
    };
    // "… 5 mg.[1] Next": the bracket may be part of the next sentence.
    let near = Span { start: span.start, end: span.end + 3 };
    let is_placeholder = |place: Span| {
        let folded = fold(block.slice(place));
        let inner = folded.trim_matches(|c: char| !c.is_alphanumeric() && c != ':');
        ["source", "fuente", "ref", "cita"].iter().any(|name| inner.starts_with(name)) && !names_source(inner)
    };
    if block.citations().iter().filter(|citation| !is_placeholder(citation.group)).any(|citation| {
        citation.group.overlaps(span)
            || (citation.group.start >= span.end && citation.group.start <= near.end)
    }) {
        return true;
    }
    // "… 500 mg.12 Next": the number may be part of the next sentence.
    let rest = block.text().get(span.range().end..).unwrap_or_default();
    let tail: String = rest.chars().take(MAX_CHARS_OF_NUMBER).collect();
    has_glued_number(&format!("{}{tail}", block.slice(span)))
        || has_named_source(block.slice(span))
        || block.text().get(span.end as usize..).is_some_and(|rest| {
            rest.trim_start().starts_with('[') && {
                let close = rest.find(']').map_or(rest.len(), |at| at + 1);
                rest.len() - rest.trim_start().len() <= 2
                    && has_named_source(rest.get(..close).unwrap_or_default())
            }
        })
}
