//! Finds the drugs that a note orders or continues.

use super::mentions::{Mention, mentions};
use super::note_allergies::{BlockAllergies, is_given_for_allergy, is_in_list, tells_of_past};
use super::reported_reaction;
use super::withheld::{is_successor, is_withheld};
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Assertion, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_case, context, forms, word_list, words};
use crate::rules::medication::order_words::without_dispensing;
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The maximum number of places of one order that a remark shows.
const MAX_PLACES: usize = 5;

/// An ordered drug with the first places at which it is ordered.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) substance: Substance,
    /// The name at the first place, folded.
    pub(crate) name: String,
    pub(crate) places: Vec<Span>,
}

/// The orders of a block, with places relative to it.
struct BlockOrders(Vec<Order>);

impl BlockOrders {
    fn of(block: &BlockContext<'_>) -> Arc<BlockOrders> {
        block.fact(|block| {
            let mut out = Vec::new();
            for sentence in block.sentences() {
                let named = mentions(block, sentence.span);
                for mention in named.iter().copied() {
                    if mention.substance.can_be_ordered() && is_ordered(block, *sentence, &named, mention) {
                        let name = fold(block.slice(mention.span));
                        add(
                            &mut out,
                            &Order { substance: mention.substance, name, places: vec![mention.span] },
                            0,
                        );
                    }
                }
            }
            BlockOrders(out)
        })
    }
}

/// Describes what the note does with the drug at `place`, as the beginning of a message: it orders
/// the drug, or lists it among the medicines of the patient, who may already take it.
pub(crate) fn order_in_words(draft: &Draft<'_>, place: Span) -> String {
    let drug = draft.text(place).unwrap_or_default();
    let section = draft.at(place.start as usize).map(|block| {
        let offset = (place.start as usize).saturating_sub(block.start);
        block.section_at(offset)
    });
    match (section == Some(Section::Medications), draft.is_spanish()) {
        (false, false) => format!("“{drug}” is ordered"),
        (false, true) => format!("Se pauta «{drug}»"),
        (true, false) => format!("“{drug}” is among the medicines"),
        (true, true) => format!("«{drug}» consta en el tratamiento"),
    }
}

/// Adds an order whose block begins `start` bytes further on.
pub(crate) fn add(all: &mut Vec<Order>, order: &Order, start: usize) {
    let places = order.places.iter().map(|place| place.shift(start));
    match all.iter_mut().find(|known| known.substance == order.substance && known.name == order.name) {
        Some(known) => {
            known.places.extend(places);
            known.places.truncate(MAX_PLACES);
        }
        None => all.push(Order { places: places.collect(), ..order.clone() }),
    }
}

/// Collects the orders of a note.
pub(crate) struct OrderScan;

impl Scan for OrderScan {
    type State = ();
    type Summary = Vec<Order>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Vec<Order>, block: &BlockContext<'_>) {
        for order in &BlockOrders::of(block).0 {
            add(summary, order, block.start);
        }
    }
}

/// Collects the drugs that a note stops, with their places.
pub(crate) struct StoppedScan;

impl Scan for StoppedScan {
    type State = ();
    type Summary = Vec<(Substance, Span)>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Self::Summary, block: &BlockContext<'_>) {
        for sentence in block.sentences() {
            let named = mentions(block, sentence.span);
            for mention in &named {
                if is_stopped(block, Span { start: sentence.span.start, end: mention.span.start })
                    || is_withheld(block, *sentence, &named, mention.span)
                {
                    summary.push((mention.substance, mention.span.shift(block.start)));
                }
            }
        }
    }
}

/// Words before a drug that mean that it is no longer given.
static STOP_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("allergy-conflict/orders/stop-words"));

/// Words before a drug whose effect is reversed, and the prepositions that introduce the reversal
/// agent.
const REVERSAL_WORDS: &[&str] =
    &["reverse", "reverses", "reversed", "reversing", "reversal", "revertir", "revierte", "reversion"];
const REVERSAL_PREPOSITIONS: &[&str] = &["with", "using", "by", "con", "mediante"];

/// Whether a drug is ordered here: the sentence says how it is given, or that it should be given.
fn is_ordered(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], mention: Mention) -> bool {
    let span = mention.span;
    let section = block.section_at(span.start as usize);
    let quiet = matches!(
        section,
        Section::FamilyHistory
            | Section::Subjective
            | Section::PastHistory
            | Section::ReviewOfSystems
            | Section::Complaint
    );
    let is_order = || {
        is_for_problem(block, sentence, span)
            || begins_with_order(block, sentence)
            || is_in_plan_line(block, sentence)
            || section == Section::PastHistory
                && (is_of_today(block, sentence) || is_below_history(block, sentence, span))
    };
    let is_instead = || {
        let nth = named.iter().position(|other| other.span == span);
        nth.is_some_and(|nth| is_given_for_allergy(block, sentence, named, nth))
    };
    if quiet && !is_order() || is_in_list(block, sentence) && !is_instead() {
        return false;
    }
    let said = beyond_heading(block, assertion::within(block, sentence, span), span);
    let is_successor = is_successor(block, sentence, named, span);
    // "Suspender ceftriaxona, empezar ertapenem": only the first is stopped.
    let is_denied = said.state == State::Negated && !is_successor || said.state == State::Historical;
    if is_denied || said.experiencer == Experiencer::Relative {
        return false;
    }
    let before = Span { start: sentence.span.start, end: span.start };
    let behind = Span { start: span.end, end: sentence.span.end };
    let advised = |from: u32| {
        let lead = Span { start: from, end: span.start };
        block.terms_in(lead, |term| term == Term::Recommend).next().is_some()
    };
    let medication = block.medications().iter().find(|medication| medication.drug == span);
    let details = medication.is_some_and(|medication| {
        medication.dose.is_some() || medication.frequency.is_some() || medication.route.is_some()
    });
    let has = |place: Span, term: Term| block.terms_in(place, |found| found == term).next().is_some();
    // "Allergic to penicillin; start amoxicillin": a verb must follow the allergy.
    let allergies = BlockAllergies::of(block);
    if allergies.allergies.iter().any(|allergy| allergy.span == span) {
        return false;
    }
    let of_sentence = allergies.allergies.iter().filter(|allergy| allergy.sentence == sentence.span);
    let last =
        of_sentence.filter(|allergy| allergy.span.end <= span.start).map(|allergy| allergy.span.end).max();
    let shared = allergies.allergies.iter().any(|allergy| allergy.sentence == sentence.span);
    let is_begun = details && is_begun_behind(block.slice(behind));
    if shared && !is_begun && !is_instead() && !advised(last.unwrap_or(sentence.span.start)) {
        return false;
    }
    // "In 2011 was given amoxicillin, after the second capsule facial swelling": a description of
    // the reaction.
    if tells_of_past(block.slice(sentence.span))
        && !details
        && !reported_reaction::reported_reactions_in(block, sentence).is_empty()
    {
        return false;
    }
    // A graded challenge, a desensitisation.
    let is_challenge = block.terms_in(sentence.span, |term| term == Term::Tolerated).any(|found| {
        // "Sin desensibilización".
        let before = fold(block.slice(Span { start: sentence.span.start, end: found.span.start }));
        let last = before.split_whitespace().next_back().unwrap_or_default().to_owned();
        let word = fold(block.slice(found.span));
        // "Ceftazidime 2 g (tolerates) + tobramycin": the word refers to the drug before it.
        let is_of_other = found.span.end <= span.start
            && ["tolera", "without", "sin ", "no "].iter().any(|start| word.starts_with(start))
            && block.prose().get(found.span.end as usize..).is_some_and(|rest| rest.starts_with(')'))
            && named.iter().any(|other| other.span.end <= found.span.start);
        let is_without = word.starts_with("desens") && matches!(last.as_str(), "sin" | "without" | "no");
        !is_of_other && !is_without
    });
    if is_challenge || has(sentence.span, Term::Susceptibility) && !details {
        return false;
    }
    let near = |term: Term, limit: u32| {
        block.terms_in(before, |found| found == term).any(|found| {
            let gap = Span { start: found.span.end, end: span.start };
            span.start - found.span.end <= limit && !block.slice(gap).contains([',', ';'])
        })
    };
    // "A flucloxacillin-sparing regimen", "Rifater-style treatment".
    let is_spared = ["-sparing", "-free", "-style", "-like", "-type"]
        .iter()
        .any(|end| block.slice(behind).starts_with(end));
    if is_spared
        || mention.substance.contrast().is_some() && was_done(block.slice(behind))
        || was_taken(block.slice(before))
        || is_not_given(block.slice(behind))
        || !is_successor && near(Term::InsteadOf, 25)
        || !is_successor && is_stopped(block, before)
        || is_withheld(block, sentence, named, span)
    {
        return false;
    }
    let next = block.terms_in(behind, |term| matches!(term, Term::Allergy | Term::Analyte)).next();
    if next.is_some_and(|next| next.span.start - span.end <= 3 && !details) {
        return false;
    }
    // In a plan "ibuprofen caused the bleeding" is not an order, but a bare name in a list is.
    details
        || is_lock(block.slice(before))
        || is_given_by_us(block, sentence, span)
        || is_cycle_of_today(block.slice(before), block.slice(behind))
        || advised(sentence.span.start)
        || section.is_plan()
        || near(Term::Continued, 20)
}

/// Whether the patient takes the drug at a place: it is ordered there, belongs to a list of
/// medicines, or follows words that say that it is taken.
pub(crate) fn is_taken(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    mention: Mention,
) -> bool {
    static TAKEN_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"(?:{words}) $", words = forms("allergy-conflict/orders/taken-before")))
    });
    static NOT_THE_DRUG_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^[ -]?(?:{words})", words = forms("allergy-conflict/orders/not-the-drug-behind")))
    });
    if is_ordered(block, sentence, named, mention) {
        return true;
    }
    let span = mention.span;
    let section = block.section_at(span.start as usize);
    if matches!(section, Section::FamilyHistory | Section::ReviewOfSystems | Section::Allergies)
        || is_in_list(block, sentence)
        || BlockAllergies::of(block).allergies.iter().any(|allergy| allergy.span == span)
    {
        return false;
    }
    let said = beyond_heading(block, assertion::within(block, sentence, span), span);
    if !matches!(said.state, State::Confirmed | State::Pending) || said.experiencer == Experiencer::Relative {
        return false;
    }
    let before = Span { start: sentence.span.start, end: span.start };
    let behind = block.slice(Span { start: span.end, end: sentence.span.end });
    if was_taken(block.slice(before))
        || is_not_given(behind)
        || is_stopped(block, before)
        || is_withheld(block, sentence, named, span)
        || NOT_THE_DRUG_BEHIND.is_match(behind) && !begins_with_dose(block, span)
        || tells_of_past(&without_dispensing(&time_words(block, sentence, span)))
    {
        return false;
    }
    let medication = block.medications().iter().find(|medication| medication.drug == span);
    let has_dose = medication.is_some_and(|medication| medication.dose.is_some());
    let is_listed = matches!(section, Section::Medications | Section::DischargeMedications);
    // "On apixaban, bisoprolol and ramipril": the words apply to the whole enumeration.
    let row = named.iter().rev().filter(|other| other.span.end <= span.start);
    let mut start = span.start;
    for other in row {
        let gap = block.slice(Span { start: other.span.end, end: start });
        if gap.len() > 30 || gap.contains(['.', ';', ':', '(']) {
            break;
        }
        start = other.span.start;
    }
    let is_told = TAKEN_BEFORE.is_match(block.slice(Span { start: sentence.span.start, end: start }));
    // "OCP Microgynon.": a line of a list without a heading.
    let words = block.slice(sentence.span).split_whitespace().count();
    let is_bare =
        words <= 3 && !block.slice(sentence.span).ends_with(['?', ':']) && section != Section::PastHistory;
    is_listed || has_dose || is_told || is_bare
}

/// Returns the assertion about a drug without the effect of its list's heading: the drugs after
/// "Previous medicines: torsemide 5 mg" are home medicines.
fn beyond_heading(block: &BlockContext<'_>, said: Assertion, span: Span) -> Assertion {
    let is_of_heading = said.cue.is_some_and(|cue| {
        let text = block.prose();
        let line =
            text.get(..cue.start as usize).and_then(|ahead| ahead.rfind(['\n', '.'])).map_or(0, |at| at + 1);
        let lead = text.get(line..cue.start as usize).unwrap_or_default();
        let gap = block.slice(Span { start: cue.end.min(span.start), end: span.start });
        lead.len() < 30
            && gap
                .find(':')
                .is_some_and(|at| at < 16 && !gap.get(..at).is_some_and(|name| name.contains(',')))
    });
    if said.state == State::Historical && is_of_heading {
        Assertion { state: State::Confirmed, cue: None, ..said }
    } else {
        said
    }
}

/// Whether the words directly after a drug are its dose and not its level: "digoxin 0.125 mg", not
/// "digoxin 1.2".
fn begins_with_dose(block: &BlockContext<'_>, span: Span) -> bool {
    let medication = block.medications().iter().find(|medication| medication.drug == span);
    medication.and_then(|medication| medication.dose).is_some_and(|dose| {
        let gap = Span { start: span.end.min(dose.span.start), end: dose.span.start };
        !dose.per.concentration && dose.span.start >= span.end && block.slice(gap).trim().is_empty()
    })
}

/// Returns the words that may place a drug at another time: its clause for an order with dose and
/// frequency, otherwise the sentence. "Epilepsy since 2012, valproate 500 mg BD" does not describe
/// earlier valproate.
fn time_words(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> String {
    let medication = block.medications().iter().find(|medication| medication.drug == span);
    let complete =
        medication.filter(|medication| medication.dose.is_some() && medication.frequency.is_some());
    let Some(medication) = complete else { return block.slice(sentence.span).to_owned() };
    let ends = [',', ';', ':', '('];
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let lead = before.rfind(ends).map_or(before, |at| before.get(at + 1..).unwrap_or_default());
    let end = medication.span.end.max(span.end);
    let behind = block.slice(Span { start: end, end: sentence.span.end.max(end) });
    let rest = behind.split([',', ';', '.']).next().unwrap_or_default();
    [lead, block.slice(medication.span.cover(span)), rest].concat()
}

/// Whether the words after a drug and its dose say that it was started: "labetalol stopped for
/// wheeze, ramipril 2.5 mg started".
fn is_begun_behind(behind: &str) -> bool {
    static BEGUN_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^(?:[^,;.:]|[.,]\d){0,40}\b(?:started|commenced|begun|charted|prescribed|iniciad[oa]|comenzad[oa]|pautad[oa]|prescrit[oa])(?: (?:today|instead|hoy|en su lugar))?(?:[,;.]|$)",
        )
    });
    BEGUN_BEHIND.is_match(behind)
}

/// Whether the words directly after a drug say that it is not given: "alteplase was not given
/// because of …".
fn is_not_given(behind: &str) -> bool {
    let folded = fold(behind);
    let behind = folded.trim_start_matches([' ', ':', ',']);
    // "co-amoxiclav 1.2 g crossed off": the dose comes first.
    let is_dose = behind.starts_with(|c: char| c.is_ascii_digit());
    let behind = if is_dose { behind.splitn(3, ' ').nth(2).unwrap_or_default() } else { behind };
    let behind = ["was ", "were ", "is "].iter().find_map(|verb| behind.strip_prefix(verb)).unwrap_or(behind);
    word_list!("allergy-conflict/orders/is-not-given").iter().any(|words| behind.starts_with(words))
}

/// Whether the words after an examination with contrast say that it was done: "CT with contrast
/// 2018 showed".
fn was_done(behind: &str) -> bool {
    static PROCEDURE_DONE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^[ ,(]*(?:{words})", words = forms("allergy-conflict/orders/procedure-done")))
    });
    PROCEDURE_DONE.is_match(behind)
}

/// Whether the author says directly before a drug that it was given, without another time: "we gave
/// her amoxicillin", "le pusimos ceftriaxona".
fn is_given_by_us(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static GIVEN_BY_US: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:(?:we|I|the (?:nurse|team|GP)|nurse)(?: have| has|['’]ve)?(?: just| already| also| today| now| therefore| since)? (?:gave|given|started|put|prescribed|administered|commenced)(?: (?:her|him|them|the (?:patient|child|boy|girl)|Mrs?\.? \w+))?(?: on)?|(?:s?he|patient) (?:was|has been) (?:given|started on|put on|prescribed)|(?:se )?(?:le |la )(?:{words}))(?: (?:some|more|a dose of|a course of|one dose of|iv|oral|una dosis de|un ciclo de|la|el))* $",
            words = forms("allergy-conflict/orders/given-by-us")
        ))
    });
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    GIVEN_BY_US.is_match(before) && !tells_of_past(block.slice(sentence.span))
}

/// Whether a course of chemotherapy is about to be given: "FOLFOX, cycle 1 today", "consent signed
/// for FOLFOX".
fn is_cycle_of_today(before: &str, behind: &str) -> bool {
    static CONSENT: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:consent(?:ed)?(?: form)?(?: (?:was|is))?(?: (?:signed|taken|given|obtained))?(?: today)?|consentimiento(?: informado)?(?: firmado)?) (?:for|to|para) $",
        )
    });
    static CYCLE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^[ ,(:–—-]*(?:cycle|c|ciclo) ?(?:no\.? ?)?\d+(?:[ ,/]*(?:day|d|d[ií]a) ?\d+)?[ ,:–—-]*(?:{words})\b",
            words = forms("allergy-conflict/orders/cycle")
        ))
    });
    CONSENT.is_match(before) || CYCLE.is_match(behind)
}

/// Whether the words before a drug say that it was taken in the past: "tomaba ibuprofeno".
fn was_taken(before: &str) -> bool {
    static PAST_PERFECT: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words})\b[^.;:\n]{{0,60}}$",
            words = forms("allergy-conflict/orders/past-perfect")
        ))
    });
    let folded = fold(before);
    PAST_PERFECT.is_match(before)
        || folded
            .split(|c: char| !c.is_alphanumeric())
            .rev()
            .filter(|word| !word.is_empty())
            .take(4)
            .any(|word| matches!(word, "tomaba" | "tomaban" | "llevaba" | "usaba" | "recibia"))
}

/// Whether the words before a drug describe a catheter lock: "lock with heparin", "sellar la vía
/// con heparina".
fn is_lock(before: &str) -> bool {
    let folded = fold(before);
    let mut words =
        folded.split(|c: char| !c.is_alphanumeric()).rev().filter(|word| !word.is_empty()).take(5);
    words.any(|word| {
        matches!(
            word,
            "prep"
                | "prepped"
                | "preparacion"
                | "prepping"
                | "desinfeccion"
                | "pincelacion"
                | "pintado"
                | "asepsia"
                | "lock"
                | "locked"
                | "flush"
                | "flushed"
                | "cleaned"
                | "cleansed"
                | "painted"
                | "swabbed"
                | "limpia"
                | "aseo"
                | "lavado"
                | "pincelado"
                | "limpieza"
                | "pintamos"
                | "sellar"
                | "sellado"
                | "sello"
                | "purgar"
                | "lavar"
        )
    })
}

/// Whether a sentence mentions a problem and, after a colon, the drug with its dose: "Cólico renal:
/// dexketoprofeno 50 mg iv". In a note of one paragraph this is an order in any section.
fn is_for_problem(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    const MAX_PROBLEM_BYTES: usize = 40;
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let Some((problem, rest)) = before.split_once(':') else { return false };
    let begins_unit =
        block.units().get(sentence.unit).is_some_and(|unit| unit.span.start == sentence.span.start);
    let dose = block
        .medications()
        .iter()
        .find(|medication| medication.drug == span)
        .is_some_and(|medication| medication.dose.is_some());
    !begins_unit
        && dose
        && problem.len() <= MAX_PROBLEM_BYTES
        && !problem.contains([',', '('])
        && rest.split_whitespace().count() <= 3
}

/// Whether a sentence below the heading line of its section begins with a verb that orders: "PMH:
/// asthma.↵Start propranolol 40 mg". Not all lines of a block belong to the history that begins it.
fn begins_with_order(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    /// The maximum distance of the verb from the start of the sentence, in bytes: a bullet and a
    /// short word.
    const MAX_LEAD: u32 = 6;
    let is_labelled = block.units().get(sentence.unit).is_some_and(|unit| unit.label.is_some());
    let mut verbs = block.terms_in(sentence.span, |term| term == Term::Recommend);
    let begins_so = |lead: Span| {
        let is_today = ["today:", "today,", "today we", "hoy:", "hoy,", "hoy se"];
        lead.end - lead.start <= MAX_LEAD || is_today.contains(&fold(block.slice(lead)).trim())
    };
    !is_labelled
        && verbs.any(|verb| {
            begins_so(Span { start: sentence.span.start, end: verb.span.start })
                && !matches!(
                    fold(block.slice(verb.span)).as_str(),
                    "recommended" | "advised" | "suggested" | "prescribed"
                )
        })
}

/// Whether a sentence below the heading line of its section is about today: "Antecedentes:
/// …↵Intubación hoy con rocuronio 60 mg".
fn is_of_today(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let unit = block.units().get(sentence.unit).map_or(sentence.span.start, |unit| unit.span.start);
    let is_below = block.slice(Span { start: unit, end: sentence.span.start }).contains('\n')
        || block.units().get(sentence.unit).is_some_and(|unit| unit.label.is_none());
    let folded = fold(block.slice(sentence.span));
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    is_below && words.any(|word| matches!(word, "hoy" | "today" | "tonight"))
}

/// Whether a drug with its dose is on the line below a line of history and no word refers to
/// another time: "PMH: severe asthma.↵For prevention propranolol 40 mg BD". Telegraphic notes have
/// no empty lines.
fn is_below_history(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("allergy-conflict/orders/other-time"));
    let units = block.units();
    let Some(unit) = units.get(sentence.unit) else { return false };
    let heading = units.iter().take(sentence.unit + 1).rev().find(|unit| unit.label.is_some());
    let is_filled = heading.and_then(|unit| unit.label.as_ref()).is_some_and(|label| label.has_text);
    let is_below = unit.label.is_none()
        || block.slice(Span { start: unit.span.start, end: sentence.span.start }).contains('\n');
    let ordered = block.medications().iter().find(|medication| medication.drug == span);
    let has_dose = ordered.is_some_and(|medication| medication.dose.is_some());
    let words = fold(block.slice(sentence.span));
    let is_at_once =
        words.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "stat" | "ahora" | "now"));
    let has_way =
        ordered.is_some_and(|medication| medication.frequency.is_some() || medication.route.is_some());
    is_filled
        && is_below
        && has_dose
        && (is_at_once || has_way || begins_with_drug_or_order(block, sentence, span))
        && !OTHER_TIME.is_match(block.slice(sentence.span))
}

/// Whether the sentence begins with at most a few words, or with a verb that orders, before the
/// drug.
fn begins_with_drug_or_order(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    let lead = Span { start: sentence.span.start, end: span.start };
    block.slice(lead).split_whitespace().count() <= 3
        || block.terms_in(lead, |term| matches!(term, Term::Recommend | Term::Continued)).next().is_some()
}

/// Whether the line of a sentence begins with "Plan" or "P" without a colon: "Plan amoxicillin 500
/// mg TDS"; or with the name of a kind of treatment: "Analgesia: ketorolac 30 mg iv".
fn is_in_plan_line(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let Some(unit) = block.units().get(sentence.unit) else { return false };
    let before = block.prose().get(..sentence.span.start as usize).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let folded = fold(block.prose().get(line..sentence.span.end as usize).unwrap_or_default());
    let bare = folded.trim_start_matches(['-', '*', ' ', '•']);
    let begins_with = |names: &[&str]| names.iter().any(|name| bare.starts_with(name));
    begins_with(&TREATMENT_HEADINGS)
        || unit.label.is_none() && begins_with(&["plan ", "rx ", "tto ", "pauto ", "se pauta ", "ttmo "])
}

/// Folded names of kinds of treatment that begin a line of orders.
static TREATMENT_HEADINGS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("allergy-conflict/orders/treatment-headings"));

/// Whether the words are a single name, and not a list of names: "piperacillin-tazobactam,".
fn is_one_name(words: &str) -> bool {
    let bare = words.trim().trim_end_matches(',');
    let joins = |word: &str| matches!(word, "and" | "or" | "y" | "o" | "e" | "plus" | "+");
    !bare.contains(',') && !bare.split_whitespace().any(joins)
}

/// Whether the words directly before a drug stop it or reverse its effect, and no words after it
/// give it.
fn is_stopped(block: &BlockContext<'_>, before: Span) -> bool {
    let text = block.slice(before);
    let clause = text.rfind([';', '.', ':']).map_or(0, |at| at + 1);
    let mut at = clause;
    let mut stopped = None;
    let mut is_reversed = false;
    for word in text.get(clause..).unwrap_or_default().split_inclusive(|c: char| c.is_whitespace()) {
        let word_alone = fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
        let word_alone = word_alone.as_str();
        is_reversed = REVERSAL_WORDS.contains(&word_alone)
            || is_reversed && !REVERSAL_PREPOSITIONS.contains(&word_alone);
        if STOP_WORDS.contains(&word_alone) {
            stopped = Some(at + word.len());
        }
        at += word.len();
    }
    is_reversed
        || stopped.is_some_and(|end| {
            let behind = Span::new(before.start as usize + end, before.end as usize);
            let given = block.terms_in(behind, |term| matches!(term, Term::Recommend | Term::Continued)).any(
                |found| {
                    let name = fold(block.slice(found.span));
                    // "Se suspendió el tratamiento con enalapril": "tratamiento" is the object that
                    // is stopped.
                    let is_what_stops =
                        ["treatment", "tratamiento", "tto"].iter().any(|word| name.starts_with(word))
                            && block
                                .slice(Span { start: behind.start, end: found.span.start })
                                .split_whitespace()
                                .count()
                                <= 1;
                    name.len() > 4 && !is_what_stops
                },
            );
            // "Bivalirudin stopped for lack of stock, enoxaparin 80 mg": only the first is stopped.
            let own = Span::new(before.start as usize + clause, before.start as usize + end);
            let is_of_other = block.slice(behind).contains(',') && !mentions(block, own).is_empty();
            // "Stop warfarin, dabigatran 150 mg bd": the second drug has its own dose.
            let has_dose = block.medications().iter().any(|medication| {
                medication.drug.start as usize == before.end as usize && medication.dose.is_some()
            });
            let is_next = has_dose
                && block.slice(behind).trim_end().ends_with(',')
                && !block.slice(behind).contains(|c: char| c.is_ascii_digit())
                && is_one_name(block.slice(behind))
                && !mentions(block, behind).is_empty();
            !given && !is_of_other && !is_next && block.slice(behind).split_whitespace().count() <= 7
        })
}
