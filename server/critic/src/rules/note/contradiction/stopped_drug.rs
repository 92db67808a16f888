//! A drug that was stopped, or must not be given again, but is continued in another place.

use super::claims::names_relatives;
use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::drugs;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_of, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A stopped drug: its index in the drug list, and its location.
type Stop = (usize, Span);

/// The drugs that a block or a draft stops.
#[derive(Clone, Debug, Default)]
struct Stops(Vec<Stop>);

impl Scan for Stops {
    type State = ();
    type Summary = Stops;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Stops, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Stops> = block.fact_of_sentences(stops_in);
            summary.0.extend(here.0.iter().map(|(drug, span)| (*drug, span.shift(block.start))));
        }
    }
}

/// Words directly before a drug that stop or forbid it, folded.
static STOPPED_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let english = any_of("contradiction/stopped-drug/stopped-before-english");
    let spanish = any_of("contradiction/stopped-drug/english-spanish");
    exact(&format!(
        r"\b(?:{english}|{spanish})(?:[:,-])?(?: (?:the|his|her|regular|usual|permanently|definitivamente|de forma definitiva|el|la|los|las|su))* ?$"
    ))
});

/// Words directly after a drug and its dose that stop or forbid it, folded.
static STOPPED_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("contradiction/stopped-drug/stopped-behind-english");
    let spanish = r"(?:fue |ha sido |se ha |queda |definitivamente )*(?:suspendid[oa]|retirad[oa])|se (?:suspende|suspendio|retira|retiro)(?: definitivamente| de forma definitiva)?|no (?:debe|se debe|puede) (?:reintroducir|reiniciar|volver)\w*|no (?:reintroducir|reiniciar|volver a (?:dar|pautar|tomar))";
    exact(&format!(
        r"^(?: ?\d[\d.,/]* ?(?:mg|mcg|micrograms|g|ml|units|unidades)?(?: (?:od|bd|tds|daily|twice daily|al dia))?)?[ :,(–-]{{1,3}}(?:{english}|{spanish})\b"
    ))
});

/// Words that make a stop temporary, partial or hypothetical, folded.
static NOT_FOR_GOOD: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})", words = forms("contradiction/stopped-drug/not-for-good")))
});

/// Words anywhere in a note that resume a stopped drug, folded.
static GIVEN_AGAIN: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})", words = forms("contradiction/stopped-drug/given-again")))
});

/// Words at the end of the text before [`GIVEN_AGAIN`] that negate it, folded.
static DENIED_AGAIN: LazyLock<Pattern> =
    LazyLock::new(|| exact(r"\b(?:not|never|no|don't|nor|sin|ni)(?: \w+){0,3} ?$"));

fn stops_in(block: &BlockContext<'_>, sentence: Sentence, out: &mut Stops) {
    let section = block.section_at(sentence.span.start as usize);
    if section == Section::FamilyHistory {
        return;
    }
    let whole = fold(block.slice(sentence.span));
    if names_relatives(&whole) {
        return;
    }
    for found in block.phrases_in(sentence.span) {
        let Meaning::Drug(drug) = found.meaning else { continue };
        // A stem covers many drugs.
        if drugs::drug(drug).is_none_or(|known| known.names.is_empty()) {
            continue;
        }
        let before = fold(block.slice(Span { start: sentence.span.start, end: found.span.start }));
        let behind = fold(block.slice(Span { start: found.span.end, end: sentence.span.end }));
        let is_stop = STOPPED_BEFORE.is_match(&before) || STOPPED_BEHIND.is_match(&behind);
        let is_forbidden = [
            "must not",
            "do not re",
            "never again",
            "not to be re",
            "no reintrod",
            "no reinic",
            "definitiv",
            "permanent",
        ]
        .iter()
        .any(|words| whole.contains(words));
        let is_own = assertion::within(block, sentence, found.span).experiencer == Experiencer::Patient;
        if is_stop && is_own && (is_forbidden || !NOT_FOR_GOOD.is_match(&whole)) {
            out.0.push((drug, found.span));
        }
    }
    out.0.extend(stopped_by_pronoun(block, sentence, &whole));
}

/// Words at the beginning of a sentence, folded, that stop the drug of the sentence before.
static STOPPED_IT: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"^(?:{words})", words = forms("contradiction/stopped-drug/stopped-it")))
});

/// The only drug of the sentence before, if a sentence, folded in `whole`, says that it was stopped: "Cause: naproxen.
/// This has been stopped."
fn stopped_by_pronoun(block: &BlockContext<'_>, sentence: Sentence, whole: &str) -> Option<Stop> {
    let clause = whole.split([',', ';', '\n']).next().unwrap_or_default();
    let clause = clause.split(" and ").next().unwrap_or_default();
    if !STOPPED_IT.is_match(whole) || NOT_FOR_GOOD.is_match(clause) {
        return None;
    }
    let before =
        block.sentences().iter().take_while(|other| other.span.start < sentence.span.start).last()?;
    if before.span == sentence.span || names_relatives(&fold(block.slice(before.span))) {
        return None;
    }
    let drugs: Vec<Stop> = block
        .phrases_in(before.span)
        .filter_map(|found| match found.meaning {
            Meaning::Drug(drug) if drugs::drug(drug).is_some_and(|known| !known.names.is_empty()) => {
                Some((drug, found.span))
            }
            _ => None,
        })
        .collect();
    let (drug, span) = *drugs.first()?;
    let is_own = assertion::within(block, *before, span).experiencer == Experiencer::Patient;
    (is_own && drugs.iter().all(|(other, _)| *other == drug)).then_some((drug, span))
}

/// A folded line beginning that introduces continued medication.
static GOES_ON_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("contradiction/stopped-drug/goes-on-label-english");
    let spanish = forms("contradiction/stopped-drug/english-spanish-2");
    exact(&format!(r"^[ *_#>|0-9.)-]*(?:{english}|{spanish})\b[^:\n]{{0,25}}(?::|$)"))
});

/// A folded line beginning that introduces home medication: "Tto domiciliario:".
static HOME_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"^[ *_#>|0-9.)-]*(?:tto|tratamiento|medicacion)\.? (?:domiciliari[oa]|habitual|previ[oa]|cronic[oa]|al ingreso|actual|basal)[ *_]*(?::|$)",
    )
});

/// A folded line beginning that may introduce what the patient takes or what is ordered: "Tto:".
static UNCERTAIN_LABEL: LazyLock<Pattern> = LazyLock::new(|| exact(r"^[ *_#>|0-9.)-]*tto\.?[ *_]*(?::|$)"));

/// Any other folded label at the beginning of a line.
static OTHER_LABEL: LazyLock<Pattern> = LazyLock::new(|| exact(r"^[ *_#>|-]*(?:[a-z][a-z /&()-]{2,40}:|#)"));

/// Words directly before a drug that continue it, folded.
static CONTINUED_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(
        r"\b(?:{words})(?: (?:the|his|her|regular|usual|home|el|la|su))* $",
        words = forms("contradiction/stopped-drug/continued-before")
    ))
});

/// Words around a drug that show that it is not continued, folded.
static NOT_GIVEN: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/stopped-drug/not-given")))
});

/// Whether the folded words before a drug continue a list in which it is a later item: "continue candesartan 16 mg, ".
fn is_listed_after_continue(lead: &str) -> bool {
    /// The longest list, in bytes.
    const MAX_LIST_BYTES: usize = 160;
    static CONTINUED: LazyLock<Pattern> = LazyLock::new(|| {
        exact(&format!(r"\b(?:{words}) ", words = forms("contradiction/stopped-drug/continued-before")))
    });
    let Some(found) = CONTINUED.find_iter(lead).last() else { return false };
    let list = lead.get(found.end()..).unwrap_or_default();
    let joins = [", ", " and ", " y ", " e "].iter().any(|mark| list.ends_with(mark));
    joins
        && list.len() <= MAX_LIST_BYTES
        && !list.contains([';', ':'])
        && !list.contains(". ")
        && !NOT_GIVEN.is_match(list)
}

/// What the lines below the last label are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    #[default]
    Other,
    /// A list of what is continued: "Discharge medicines:".
    Continued,
    /// A list of what is taken or ordered: "Tto:".
    Uncertain,
}

/// The drugs that a block or a draft continues, each with whether the list may be that of what was taken.
#[derive(Clone, Debug, Default)]
struct GoesOn(Vec<(Stop, bool)>);

impl Scan for GoesOn {
    type State = Below;
    type Summary = GoesOn;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit(below: &mut Below, summary: &mut GoesOn, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            goes_on_with(block, below, &mut summary.0);
        }
    }
}

/// Adds the drugs that a block continues.
fn goes_on_with(block: &BlockContext<'_>, below: &mut Below, out: &mut Vec<(Stop, bool)>) {
    let prose = block.prose();
    let mut at = 0;
    for line in prose.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let folded = fold(line.trim_end());
        if GOES_ON_LABEL.is_match(&folded) && !HOME_LABEL.is_match(&folded) {
            *below = if UNCERTAIN_LABEL.is_match(&folded) { Below::Uncertain } else { Below::Continued };
        } else if block.is_heading() || OTHER_LABEL.is_match(&folded) {
            *below = Below::Other;
        }
        let names_drug = |span: Span| (start..at).contains(&(span.start as usize));
        for found in block.phrases().iter().filter(|found| names_drug(found.span)) {
            let Meaning::Drug(drug) = found.meaning else { continue };
            let from = (found.span.start as usize).saturating_sub(start);
            let to = (found.span.end as usize).saturating_sub(start);
            let lead = fold(line.get(..from).unwrap_or_default());
            let clause_start = lead.rfind([';', '.', ',']).map_or(0, |at| at + 1);
            let rest = fold(line.get(to..).unwrap_or_default());
            let clause_end = rest.find([';', ',', '\n']).unwrap_or(rest.len());
            let own_words = [lead.get(clause_start..), rest.get(..clause_end)];
            let is_denied = own_words.into_iter().flatten().any(|words| NOT_GIVEN.is_match(words));
            if !is_denied
                && (*below != Below::Other
                    || CONTINUED_BEFORE.is_match(&lead)
                    || is_listed_after_continue(&lead))
            {
                out.push(((drug, found.span.shift(block.start)), *below == Below::Uncertain));
            }
        }
    }
}

/// The drugs that a block or a draft resumes.
#[derive(Clone, Debug, Default)]
struct TakenAgain {
    drugs: Vec<usize>,
    /// Whether something is resumed in a sentence without a drug.
    is_unnamed: bool,
}

impl Scan for TakenAgain {
    type State = ();
    type Summary = TakenAgain;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut TakenAgain, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here: Arc<TakenAgain> = block.fact_of_sentences(resumed_in);
        summary.drugs.extend(here.drugs.iter().copied());
        summary.is_unnamed |= here.is_unnamed;
    }
}

fn resumed_in(block: &BlockContext<'_>, sentence: Sentence, out: &mut TakenAgain) {
    let folded = fold(block.slice(sentence.span));
    let is_again =
        |found: regex::Match<'_>| !DENIED_AGAIN.is_match(folded.get(..found.start()).unwrap_or_default());
    if !GIVEN_AGAIN.find_iter(&folded).any(is_again) {
        return;
    }
    let from = out.drugs.len();
    out.drugs.extend(block.phrases_in(sentence.span).filter_map(|found| match found.meaning {
        Meaning::Drug(drug) => Some(drug),
        _ => None,
    }));
    out.is_unnamed |= out.drugs.len() == from;
}

/// Reports a drug that is both stopped and continued.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut stopped: Vec<Stop> = Vec::new();
    for group in draft.scan::<Stops>(()) {
        stopped.extend(group.summary.0.iter().map(|(drug, span)| (*drug, span.shift(group.start))));
    }
    if stopped.is_empty() {
        return Vec::new();
    }
    let again = draft.scan::<TakenAgain>(());
    if again.iter().any(|group| group.summary.is_unnamed) {
        return Vec::new();
    }
    stopped.retain(|(drug, _)| !again.iter().any(|group| group.summary.drugs.contains(drug)));
    let pair = draft.scan::<GoesOn>(Below::Other).into_iter().find_map(|group| {
        group.summary.0.iter().find_map(|((drug, span), is_uncertain)| {
            let place = span.shift(group.start);
            // What is stopped below “Tto:” was taken until then.
            let (_, stop) = stopped.iter().find(|(other, stop)| {
                other == drug && *stop != place && (!is_uncertain || stop.start < place.start)
            })?;
            Some((*stop, place))
        })
    });
    let Some((stop, place)) = pair else { return Vec::new() };
    let drug = draft.text(place).unwrap_or_default();
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{drug}» se suspende en un lugar y sigue en el tratamiento en otro. Compruebe los dos lugares."
            ),
            "donde se suspende",
        )
    } else {
        (
            format!("“{drug}” is stopped in one place and continued in another. Check both places."),
            "where it is stopped",
        )
    };
    vec![Remark::new(place, message).with_severity(Severity::Warning).with_related(stop, other)]
}
