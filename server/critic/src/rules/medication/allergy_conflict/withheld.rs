//! Detects drugs that a sentence mentions but does not give: avoided, cancelled, excluded, struck off,
//! or taken by another person.
//!
//! The words for this may precede or follow the drug, and may apply to several drugs:
//! “carbamazepine and oxcarbazepine are ruled out”. They are read from the clause of the drug, so
//! that no list of sentences is needed.

use super::ended;
use super::mentions::{Mention, mentions};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, any_of, context, forms, word_list};
use crate::rules::medication::cancelled_order::is_cancelled_order;
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Words after a drug that mean that it is not given, in folded text.
static WITHHELD_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("allergy-conflict/withheld/withheld-behind-english");
    let spanish = forms("allergy-conflict/withheld/english-spanish");
    any_case(&format!(r"\b(?:{english}|{spanish})\b"))
});

/// A refusal directly after the name of a drug, folded: "metamizol no", "amoxicillin no, see
/// allergies", "metamizol a evitar".
static REFUSED_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"^ ?[,:(–-]? ?(?:{words})", words = forms("allergy-conflict/withheld/refused-behind")))
});

/// An arrow from a drug to its replacement, folded: "amoxicillin -> clindamycin".
static ARROW_TO_NEXT: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"^(?: \d[\d.,/]* ?\w+(?:[ /]\w+){0,2})? ?(?:->|→|=>|-->) ?$"));

/// Words directly after a name that make it the name of an allergy or of another thing, folded:
/// “the penicillin label”.
static OTHER_THING_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"^[ -]?(?:{words})\b", words = forms("allergy-conflict/withheld/other-thing-behind")))
});

/// Words between a drug and its replacement, which end them, folded.
static REPLACED_BY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words}) (?:to|for|by|with|a|por)(?: \w+)? ?$",
        words = forms("allergy-conflict/withheld/replaced-by")
    ))
});

/// Words that change the subject, so that the search after the drug ends there.
static SUBJECT_CHANGE: LazyLock<Pattern> =
    LazyLock::new(|| context("allergy-conflict/withheld/subject-change"));

/// Words before a drug that mean that it is not given, in folded text.
static WITHHELD_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("allergy-conflict/withheld/withheld-before-english");
    let spanish = forms("allergy-conflict/withheld/english-spanish-2");
    any_case(&format!(r"\b(?:{english}|{spanish})\b"))
});

/// Words that mean that a following drug is given nevertheless: "stop ramipril and start losartan".
static GIVEN_AFTER_ALL: LazyLock<Pattern> =
    LazyLock::new(|| context("allergy-conflict/withheld/given-after-all"));

/// A relative, neighbour or other patient who takes the drug, directly before it.
static OTHER_PERSON_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let who = any_of("allergy-conflict/withheld/other-person-before-who");
    let takes = any_of("allergy-conflict/withheld/who-takes");
    any_case(&format!(
        r"\b{who}(?:['’]s)?(?P<gap>[^.;]{{0,40}}?) {takes}(?: \w+){{0,3}} ?$|\b{who}['’]s (?:\w+ ){{0,2}}$|\bde (?:su|la|el) (?:\w+ )?{who} ?$"
    ))
});

/// Another person who takes the drug, after it: "FOLFOX, which his neighbour is on", "Augmentine de
/// su marido".
static OTHER_PERSON_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let who = any_of("allergy-conflict/withheld/other-person-behind-who");
    any_case(&format!(
        r"^[ ,]*(?:(?:that |which )?(?:his|her|their|the) {who}\b|(?:que (?:toma|usa|lleva) )?(?:de )?su {who}\b|(?:belonging|prescribed) (?:to|for) (?:his|her|their|the) {who}\b|for (?:his|her|their|the) {who}\b)"
    ))
});

/// An answer, directly after a listed drug and its dose, that it is not taken: "trimethoprim: NO,
/// has fosfomycin", folded.
static NOT_TAKEN_IN_LIST: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("allergy-conflict/withheld/not-taken-in-list-english");
    let spanish = forms("allergy-conflict/withheld/english-spanish-3");
    any_case(&format!(
        r"^(?: [a-z]+)?(?: \d[\d.,/]* ?(?:mg|g|mcg|microg\w*|ug|ui|units?|ml|puffs?)?(?:[ /]\w+){{0,3}})? ?[:=–—-]+ ?(?:no ?(?:[,.;()\n]|$)|(?:{english}|{spanish}))"
    ))
});

/// Words before a drug that mean that another one is replaced by it, in folded text.
static REPLACED_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(r"^(?:cambi|switch|chang|swap|sustitu|reemplaz|replac|rota|en sustitucion|en reemplazo)")
});

/// Words that lead from a replaced drug to its replacement and end the text between them, folded.
static LEADS_TO_SUCCESSOR: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(r"(?:\b(?:por|a|al|to|for|with|by|con|onto|into)(?: (?:iv|oral|la|el|the))?|->|→|>) ?$")
});

/// Words directly before a drug that mean that the next drug replaces it: "de-escalate vancomycin
/// to", folded.
static CHANGE_OF: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:(?:switch|chang|swap|convert|replac|rotat|de-?escalat|step(?:p?ed|ping)? down|narrow)(?:e|es|ed|ped|ing|ping)?|(?:se )?(?:cambi|sustitu|reemplaz|rot|desescal|retir|pas)(?:ar?|o|amos|ye|yo|yendo|ando|imos|ir))(?: (?:from|iv|the|her|his|de|la|el|su))* $",
    )
});

/// Whether a drug is replaced by the next one of its sentence.
fn gives_way(block: &BlockContext<'_>, sentence: Sentence, span: Span, next: Option<u32>) -> bool {
    static DOSE_AND_LEAD: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^(?: \d[\d.,/]* ?\w+(?: \w+)?)? ?(?:to|for|with|by|por|a|al|->|→)(?: (?:iv|oral|the|la|el))? $",
        )
    });
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    next.filter(|next| *next < sentence.span.end).is_some_and(|next| {
        CHANGE_OF.is_match(&before)
            && DOSE_AND_LEAD.is_match(&fold(block.slice(Span { start: span.end, end: next })))
    })
}

/// Whether a drug replaces one before it in its clause: "change from levofloxacin to Tazocin",
/// "suspender ceftriaxona, empezar ertapenem".
pub(super) fn is_successor(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    span: Span,
) -> bool {
    static STARTED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"(?:,|;|\+|\b(?:and|then|y|e|luego)) ?(?:then |luego |se )?(?:{words})(?: (?:iv|oral|the|on|con|la|el))* ?$",
            words = forms("allergy-conflict/withheld/started")
        ))
    });
    let Some(other) = named.iter().rev().find(|other| other.span.end <= span.start) else { return false };
    let between = fold(block.slice(Span { start: other.span.end, end: span.start }));
    let lead = fold(block.slice(Span { start: sentence.span.start, end: other.span.start }));
    if between.contains(['.', ':']) && !between.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let is_stop =
        lead.split(|c: char| !c.is_alphanumeric()).rev().filter(|word| !word.is_empty()).take(3).any(
            |word| {
                [
                    "stop",
                    "suspend",
                    "retir",
                    "discontinu",
                    "ceas",
                    "hold",
                    "interrump",
                    "quit",
                    "dej",
                    "par",
                    "dc",
                ]
                .iter()
                .any(|stem| word.starts_with(stem) && word.len() <= stem.len() + 5)
            },
        );
    let leads_on = LEADS_TO_SUCCESSOR.is_match(&between)
        && between.split_whitespace().count() <= 6
        && CHANGE_OF.is_match(&lead);
    is_stop && STARTED.is_match(&between) || leads_on
}

/// Whether a gap may separate drugs that share a statement.
pub(super) fn is_coordination(gap: &str) -> bool {
    let bare = gap.trim().trim_end_matches(',').trim().trim_start_matches(',').trim();
    bare.is_empty()
        || matches!(
            bare,
            "and"
                | "or"
                | "nor"
                | "y"
                | "e"
                | "o"
                | "u"
                | "ni"
                | "/"
                | "+"
                | "&"
                | "and/or"
                | "y/o"
                | "the"
                | "la"
                | "el"
        )
}

/// Returns the end of the last drug of the enumeration that begins at `span`: "metoclopramide and
/// haloperidol, both …".
fn end_of_row(block: &BlockContext<'_>, named: &[Mention], span: Span) -> u32 {
    let mut end = span.end;
    for other in named.iter().filter(|other| other.span.start >= span.end) {
        if !is_coordination(block.slice(Span { start: end, end: other.span.start })) {
            break;
        }
        end = other.span.end;
    }
    end
}

/// Returns the start of the first drug of the enumeration that ends at `span`.
fn start_of_row(block: &BlockContext<'_>, named: &[Mention], span: Span) -> u32 {
    let has_dose = |drug: Span| {
        block.medications().iter().any(|medication| medication.drug == drug && medication.dose.is_some())
    };
    let mut start = span.start;
    for other in named.iter().rev().filter(|other| other.span.end <= span.start) {
        let gap = block.slice(Span { start: other.span.end, end: start });
        // "Stop warfarin, dabigatran 150 mg bd": the dose belongs to a drug that is given.
        let is_next = gap.trim() == "," && start == span.start && has_dose(span) && !has_dose(other.span);
        if is_next || !is_coordination(gap) {
            break;
        }
        start = other.span.start;
    }
    start
}

/// Whether a sentence mentions the drug at `span` without giving it; `named` contains all drugs of the
/// sentence.
pub(super) fn is_withheld(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    span: Span,
) -> bool {
    let next = named.iter().find(|other| other.span.start >= span.end).map(|next| next.span.start);
    gives_way(block, sentence, span, next)
        || ended::is_over(block, sentence, named, span)
        || is_withheld_behind(block, sentence, named, span)
        || is_withheld_before(block, sentence, named, span)
        || is_cancelled_order(block, sentence, span, || next.or_else(|| next_drug_behind(block, sentence)))
}

/// Returns the start of the first drug after a sentence in its block.
fn next_drug_behind(block: &BlockContext<'_>, sentence: Sentence) -> Option<u32> {
    let rest = Span { start: sentence.span.end, end: Span::at(block.prose().len()).start };
    mentions(block, rest).first().map(|next| next.span.start)
}

fn is_withheld_behind(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], span: Span) -> bool {
    let from = end_of_row(block, named, span);
    let next =
        named.iter().find(|other| other.span.start >= from).map_or(sentence.span.end, |next| next.span.start);
    // "La lamotrigina sugerida por la obra social no corresponde": naming who requested it does not
    // change the subject.
    static PROPOSED_BY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:suggested|requested|proposed|wanted) by (?:the |his |her )?\w+|\b(?:sugerid|propuest|pedid|solicitad)[oa]s? por (?:la |el |su )?\w+(?: social)?",
        )
    });
    let behind = block.slice(Span { start: from, end: next });
    let folded = PROPOSED_BY.replace_all(&fold(behind), " ").into_owned();
    let own_words = fold(block.slice(Span { start: span.end, end: sentence.span.end }));
    if OTHER_PERSON_BEHIND.is_match(&folded)
        || OTHER_THING_BEHIND.is_match(&own_words)
        || NOT_TAKEN_IN_LIST.is_match(&own_words)
        || REFUSED_BEHIND.is_match(&own_words)
    {
        return true;
    }
    if next < sentence.span.end && (REPLACED_BY.is_match(&folded) || ARROW_TO_NEXT.is_match(&folded)) {
        return true;
    }
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let is_inside =
        before.rfind('(').is_some_and(|open| !before.get(open..).unwrap_or_default().contains(')'));
    let ends: &[char] = if is_inside { &[';', '.', ')', '\n'] } else { &[';', '.', '\n', ':'] };
    // "Cisplatin 75 mg/m2. Avoid": a decimal point does not end a clause.
    let end = behind
        .char_indices()
        .find(|(at, c)| {
            ends.contains(c)
                && !behind.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map_or(behind.len(), |(at, _)| at);
    let clause = fold(behind.get(..end).unwrap_or_default());
    // In a row of a table the cells belong together.
    let is_row = block.slice(sentence.span).trim_start().starts_with('|');
    let parts: Vec<&str> = clause.split(", ").collect();
    let first = parts.first().copied().unwrap_or_default();
    let own =
        SUBJECT_CHANGE.find(first).map_or(first, |found| first.get(..found.start()).unwrap_or_default());
    if WITHHELD_BEHIND.is_match(if is_row { &clause } else { own }) {
        return true;
    }
    // "Salazopyrin, which her aunt takes, is not for her": the words after the aside count.
    let is_aside = parts.get(1).is_some_and(|part| {
        ["which ", "who ", "that ", "que ", "the one ", "el que ", "la que "]
            .iter()
            .any(|lead| part.trim_start().starts_with(lead))
    });
    // "El médico pedía ketorolac, no se coloca": a participle or a denial directly after the comma.
    parts.iter().skip(1).take(if is_aside { 2 } else { 1 }).any(|part| {
        let part = part.trim_start();
        let part = ["but ", "which ", "and ", "pero ", "que ", "both ", "ambos ", "ambas ", "now ", "ya "]
            .iter()
            .find_map(|lead| part.strip_prefix(lead))
            .unwrap_or(part);
        let part = ["was ", "were ", "is ", "are ", "has been ", "have been ", "fue ", "ha sido ", "queda "]
            .iter()
            .find_map(|verb| part.strip_prefix(verb))
            .unwrap_or(part);
        WITHHELD_BEHIND.find(part).is_some_and(|found| found.start() == 0)
    })
}

fn is_withheld_before(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], span: Span) -> bool {
    let row = start_of_row(block, named, span);
    let text = block.slice(Span { start: sentence.span.start, end: row });
    // "Wife says he takes lisinopril": the patient takes it.
    let is_of_patient = |gap: &str| {
        word_list!("allergy-conflict/withheld/is-withheld-before")
            .iter()
            .any(|word| gap.split(' ').any(|other| other == *word))
    };
    let folded = fold(text);
    if OTHER_PERSON_BEFORE
        .captures(&folded)
        .is_some_and(|found| !found.name("gap").is_some_and(|gap| is_of_patient(gap.as_str())))
    {
        return true;
    }
    let start = text
        .char_indices()
        .rev()
        .find(|(at, c)| {
            matches!(c, ';' | ':' | '\n')
                || *c == '.'
                    && !text.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                || *c == '(' && !text.get(*at..).unwrap_or_default().contains(')')
        })
        .map_or(0, |(at, c)| at + c.len_utf8());
    let clause = fold(text.get(start..).unwrap_or_default());
    let clause_start = sentence.span.start + Span::at(start).start;
    let Some(found) = WITHHELD_BEFORE.find_iter(&clause).last() else { return false };
    let between = clause.get(found.end()..).unwrap_or_default();
    // "Change from levofloxacin to Tazocin", "cambio de levofloxacino por piperacilina": the second
    // is given.
    let names_other = named
        .iter()
        .any(|other| other.span.start >= clause_start + Span::at(found.end()).start && other.span.end <= row);
    if names_other && REPLACED_BEFORE.is_match(found.as_str()) && LEADS_TO_SUCCESSOR.is_match(between) {
        return false;
    }
    // The words refer to the drug before it: "bivalirudin stopped for lack of stock, enoxaparin 80
    // mg".
    let has_own = named.iter().any(|other| other.span.start >= clause_start && other.span.end <= row);
    if has_own && between.contains(',') {
        return false;
    }
    !GIVEN_AFTER_ALL.is_match(between) && between.split_whitespace().count() <= 6 && !between.contains(',')
}
