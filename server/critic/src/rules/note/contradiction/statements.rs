//! Compares any two statements about the patient.
//!
//! A statement is a state of the patient with a place, a time and perhaps a side: smoking=never, temperature=fever from
//! “39.1”. The phrases that give a state, the ranges of numbers that do, and which states exclude each other are tables
//! of `referee-knowledge`: a new contradiction is a row. Start with [`read`], which reads the statements of a block, and
//! [`check`], which compares them.

mod charts;
mod clauses;
mod frame;
mod label;
mod phrases;
mod statement;
mod table;
mod tokens;
mod values;

use super::claims::{self, Claim, names_relatives, without_household};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::pattern::word_list;
use crate::{BlockContext, Draft, Scan, Sentence};
use frame::{Frame, begins_entry, clock};
use label::Label;
use phrases::{Found, Searched};
use referee_findings::Remark;
use referee_text::Span;
use rustc_hash::FxHashMap;
use statement::{Says, Statement, Statements, remark};
use std::ops::Range;
use std::sync::Arc;
use table::{Apart, Exclusion, Lasts, Place, Row, Sides, StateId, TABLES};
use tokens::{Gap, Tokens};

impl Scan for Statements {
    type State = ();
    type Summary = Statements;

    fn visit((): &mut (), summary: &mut Statements, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Statements> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// Reads the statements of a block.
fn read(block: &BlockContext<'_>) -> Statements {
    let mut out = Statements::default();
    read_into(block, &mut out, |_, _| ());
    out
}

/// Describes each phrase of a block that the tables know: the state that it gives, or why it gives none.
pub(crate) fn readings(block: &BlockContext<'_>) -> Vec<(Span, String)> {
    let mut out = Vec::new();
    read_into(block, &mut Statements::default(), |span, said| {
        out.push((
            span,
            match said {
                Ok(all) => all.iter().map(Statement::describe).collect::<Vec<_>>().join("; "),
                Err((row, silence)) => format!("not {}: {}", row.name(), silence.describe()),
            },
        ));
    });
    out.retain(|(_, meaning)| !meaning.is_empty());
    out.dedup();
    out
}

/// Reads the statements of a block; `visit` gets each phrase that was found with its statements, or the reason for none.
fn read_into(
    block: &BlockContext<'_>,
    out: &mut Statements,
    mut visit: impl FnMut(Span, Result<&[Statement], (&'static Row, Silence)>),
) {
    let prose = block.prose();
    let tokens = Tokens::read(prose);
    let mut starts = Vec::new();
    for at in 0..tokens.len() {
        if begins_entry(&tokens, prose, at) {
            starts.push(at);
        }
        if tokens.get(at).is_some_and(|token| token.is_number)
            && let Some(minutes) = clock(&tokens, prose, at)
            && !out.clocks.contains(&(starts.len(), minutes))
        {
            out.clocks.push((starts.len(), minutes));
        }
    }
    out.entries = starts.len();
    let drug_at = |at: usize| {
        let start = tokens.get(at)?.span.start;
        let all = block.phrases();
        let first = all.partition_point(|found| found.span.start < start);
        let here = all.get(first..)?.iter().take_while(|found| found.span.start == start);
        here.into_iter().find_map(|found| match found.meaning {
            Meaning::Drug(drug) => Some(2 * drug),
            Meaning::DrugGroup(group) => Some(2 * group + 1),
            _ => None,
        })
    };
    let text = Searched { tokens: &tokens, prose, drug_at: &drug_at, here: None };
    let mut all = Vec::new();
    TABLES.phrases.find(&text, 0..tokens.len(), |found| {
        if !all.contains(&found) {
            all.push(found);
        }
    });
    let times = frame::times(&text);
    let steps: Vec<usize> =
        times.iter().filter(|(label, _)| *label == Label::Step).map(|(_, time)| time.first).collect();
    out.steps = steps.len();
    for found in all {
        let Some(row) = TABLES.rows.get(found.row) else { continue };
        let entry = starts.partition_point(|start| *start <= found.first);
        let step = steps.partition_point(|step| *step <= found.first);
        let from = out.all.len();
        let said = statement(block, &text, &times, row, &found, &mut out.all);
        for one in out.all.iter_mut().skip(from) {
            (one.entry, one.step) = (entry, step);
        }
        if let (Some(first), Some(last)) = (tokens.get(found.first), tokens.get(found.last)) {
            let span = Span { start: first.span.start, end: last.span.end };
            visit(span, said.map(|()| out.all.get(from..).unwrap_or_default()).map_err(|why| (row, why)));
        }
    }
    let last = (starts.len(), steps.len());
    charts::read(block, last, &mut out.all);
}

/// Why a phrase of the tables states nothing about the patient.
enum Silence {
    /// Its section is about another time.
    Section,
    /// It is about a relative.
    Relative,
    /// A phrase of `with` is absent, or one of `unless` is there.
    Words(String),
    /// It is negated, uncertain or planned.
    Said(State),
    /// It is of another time.
    Time,
}

impl Silence {
    fn describe(&self) -> String {
        match self {
            Silence::Section => "its section is about another time".to_owned(),
            Silence::Relative => "it is about another person".to_owned(),
            Silence::Words(words) => words.clone(),
            Silence::Said(state) => format!("it is {state:?}").to_lowercase(),
            Silence::Time => "it is of another time".to_owned(),
        }
    }
}

/// Adds what a phrase states about the patient, or gives the reason why it states nothing.
fn statement(
    block: &BlockContext<'_>,
    text: &Searched<'_>,
    times: &[(Label, Found)],
    row: &Row,
    found: &Found,
    out: &mut Vec<Statement>,
) -> Result<(), Silence> {
    let tokens = text.tokens;
    let (Some(first), Some(last)) = (tokens.get(found.first), tokens.get(found.last)) else { return Ok(()) };
    let span = Span { start: first.span.start, end: last.span.end };
    let section = block.section_at(span.start as usize);
    let is_elsewhere = match row.place {
        Place::Anywhere => row.lasts == Lasts::Briefly && is_other_time(section),
        Place::Before => is_planned(section) || section == Section::HospitalCourse,
        Place::Current => {
            matches!(section, Section::PastHistory | Section::SocialHistory | Section::Allergies)
        }
        Place::Plan => !is_planned(section),
    };
    if is_elsewhere || section == Section::FamilyHistory && !row.is_of_anyone {
        return Err(Silence::Section);
    }
    let part = tokens.around(found.first, found.last, Gap::Comma);
    let list = clauses::within(tokens, part.clone(), found.first..found.last + 1);
    let clause = tokens.around(found.first, found.last, Gap::Mark);
    let clause = clause.start.max(list.start)..clause.end.min(list.end);
    let place = |range: &Range<usize>| {
        let (first, last) = (tokens.get(range.start)?, tokens.get(range.end.checked_sub(1)?)?);
        Some(Span { start: first.span.start, end: last.span.end })
    };
    let (Some(part_span), Some(clause_span), Some(scope)) =
        (place(&part), place(&clause), place(&(list.start..clause.end)))
    else {
        return Ok(());
    };
    if !row.is_of_anyone {
        let teller = clauses::after_teller(tokens, part.start..clause.end, found.first);
        if place(&(teller..clause.end))
            .is_some_and(|span| names_relatives(&without_household(&fold(block.slice(span)))))
        {
            return Err(Silence::Relative);
        }
    }
    if !row.with.is_empty() && row.with.first_in(text, part.clone(), |_| true).is_none() {
        return Err(Silence::Words("its sentence has no word of `with`".to_owned()));
    }
    let around = Searched { here: Some(found.first), ..*text };
    let range = if row.is_wide { part.clone() } else { clause.clone() };
    if let Some(other) = row.unless.first_in(&around, range, |other| !is_later_negation(tokens, other, found))
    {
        let words = place(&(other.first..other.last + 1)).map_or("", |span| block.slice(span));
        return Err(Silence::Words(format!("`{words}` is a word of `unless`")));
    }
    let Some(sentence) = block.sentence_at(span.start as usize) else { return Ok(()) };
    let said = assertion::within(block, Sentence { span: scope, ..sentence }, span);
    if said.experiencer != Experiencer::Patient && !row.is_of_anyone {
        return Err(Silence::Relative);
    }
    let is_own = said.cue.is_some_and(|cue| span.contains(cue));
    let state = match said.state {
        _ if row.is_implied || is_own => row.state,
        State::Uncertain | State::Pending | State::Historical if row.is_doubted => row.state,
        State::Confirmed => row.state,
        State::Historical if row.lasts == Lasts::Ever => row.state,
        State::Negated => match row.denied {
            Some(denied) if clauses::reaches(tokens, said.cue, found.first, &clause, &list) => Some(denied),
            _ => return Err(Silence::Said(State::Negated)),
        },
        other => return Err(Silence::Said(other)),
    };
    let frame = frame::of(text, times, &(found.first..found.last + 1), list, &clause, row.lasts);
    let elsewhere = Frame::At(Label::Elsewhere, 0);
    if row.lasts != Lasts::Ever && frame == elsewhere && row.measure.is_none() {
        return Err(Silence::Time);
    }
    // The night before is told in the subjective part of a note, and so are the symptoms that led to the visit.
    if row.lasts == Lasts::Briefly && section == Section::Subjective && frame == Frame::Now {
        return Err(Silence::Section);
    }
    let mut push = |says: Says, frame: Frame| {
        out.push(Statement {
            says,
            span,
            part: part_span,
            clause: clause_span,
            frame,
            entry: 0,
            step: 0,
            which: found.which,
            measure: row.measure,
            drug: found.drug,
            is_charted: false,
            is_lasting: row.measure.is_none() && row.lasts == Lasts::Long,
        });
    };
    if let Some(state) = state {
        push(Says::State(state), frame);
    }
    let Some(measure) = row.measure else { return Ok(()) };
    let limits = TABLES.measures.get(measure);
    // "13.4 -> 10.2": the first value is the older one. A value of another time explains words for it.
    let is_older = found.number.is_some_and(|at| tokens.get(at + 1).is_some_and(|next| next.follows_arrow));
    let frame = if is_older { elsewhere } else { frame };
    let value = found.number.and_then(|at| tokens.number(at).or_else(|| tokens.count(at)));
    let Some(value) =
        value.filter(|value| limits.is_some_and(|limits| (limits.lowest..=limits.highest).contains(value)))
    else {
        return Ok(());
    };
    if frame != elsewhere {
        push(Says::Value(measure, value), frame);
    }
    for range in TABLES.ranges.iter().filter(|range| range.measure == measure) {
        if (range.from..=range.to).contains(&value) {
            push(Says::State(range.state), frame);
        }
    }
    Ok(())
}

/// Whether a word of `unless` is a negation after the statement that is about something else: in "irregularly irregular with no
/// P waves" and "weakness of the arm and no speech" the statement holds; in "catheter: no" it does not.
fn is_later_negation(tokens: &Tokens, word: &Found, statement: &Found) -> bool {
    const MAX_BETWEEN: usize = 1;
    let is_negation = word.first == word.last
        && word_list!("contradiction/statements/negations").contains(&tokens.text(word.first));
    is_negation && word.first > statement.last + MAX_BETWEEN
}

/// Sections about another time than that of the note.
fn is_other_time(section: Section) -> bool {
    matches!(
        section,
        Section::PastHistory
            | Section::ReviewOfSystems
            | Section::Complaint
            | Section::Plan
            | Section::FollowUp
            | Section::FamilyHistory
            | Section::SocialHistory
            | Section::Question
    )
}

/// Sections about what is to be done.
fn is_planned(section: Section) -> bool {
    section.is_plan() || matches!(section, Section::FollowUp | Section::DischargeMedications)
}

/// Reports pairs of statements that exclude each other.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Statements::default();
    for group in draft.scan::<Statements>(()) {
        all.add(&group.summary, group.start);
    }
    add_claims(draft, &mut all);
    let mut by_state: FxHashMap<StateId, Vec<&Statement>> = FxHashMap::default();
    for one in &all.all {
        if let Says::State(state) = one.says {
            by_state.entry(state).or_default().push(one);
        }
    }
    let mut out: Vec<Remark> = Vec::new();
    for exclusion in &TABLES.exclusions {
        if exclusion.unless.iter().any(|state| by_state.contains_key(state)) {
            continue;
        }
        let of = |states: &[StateId]| -> Vec<&Statement> {
            states.iter().filter_map(|state| by_state.get(state)).flatten().copied().collect()
        };
        let pair = first_pair(&of(&exclusion.one), &of(&exclusion.other), &all, exclusion);
        if let Some((first, second)) = pair {
            let remark =
                remark(draft, exclusion.kind, exclusion.english, exclusion.spanish, first.span, second.span);
            if !out.iter().any(|known| known.place.overlaps(remark.place)) {
                out.push(remark);
            }
        }
    }
    out.extend(TABLES.measures.iter().enumerate().filter_map(|(index, measure)| match measure.parts {
        Some(parts) => values::wrong_total(draft, &all, index, parts, measure),
        None => values::two_values(draft, &all, index, measure),
    }));
    out
}

/// Adds what other readers know: the sex, and that there are no allergies.
fn add_claims(draft: &Draft<'_>, all: &mut Statements) {
    let claims = claims::of(draft);
    let has_one_sex = !(claims.has(Claim::Transgender) || claims.has(Claim::Man) && claims.has(Claim::Woman));
    for (claim, name) in
        [(Claim::Man, "sex=man"), (Claim::Woman, "sex=woman"), (Claim::NoDrugAllergy, "allergy=none")]
    {
        if claim != Claim::NoDrugAllergy && !has_one_sex {
            continue;
        }
        // "Allergies: none to sulfa" excludes one allergy only.
        let is_excepted = |span: Span| {
            claim == Claim::NoDrugAllergy
                && draft.text(Span { start: span.end, end: span.end + 4 }).is_some_and(|rest| rest == " to ")
        };
        if let (Some(span), Some(state)) =
            (claims.first(claim).filter(|span| !is_excepted(*span)), TABLES.state(name))
        {
            let says = Says::State(state);
            let frame = Frame::Now;
            all.all.push(Statement {
                says,
                span,
                part: span,
                clause: span,
                frame,
                entry: 0,
                step: 0,
                which: None,
                measure: None,
                drug: None,
                is_charted: false,
                is_lasting: true,
            });
        }
    }
}

/// Whether two statements have a side each, and not the same one.
fn are_opposite(one: &Statement, other: &Statement) -> bool {
    one.which.zip(other.which).is_some_and(|(one, other)| one != other)
}

/// The first two statements that exclude each other, in text order.
fn first_pair<'a>(
    one: &[&'a Statement],
    other: &[&'a Statement],
    all: &Statements,
    exclusion: &Exclusion,
) -> Option<(&'a Statement, &'a Statement)> {
    let mut pairs: Vec<(&Statement, &Statement)> = Vec::new();
    let is_lonely = |this: &Statement| {
        let same = |known: &&&Statement| known.which == this.which && !known.part.overlaps(this.part);
        !one.iter().chain(other).any(|known| same(&known))
    };
    for one in one {
        for other in other {
            let goes = match exclusion.sides {
                Sides::Any => true,
                Sides::Compatible => !are_opposite(one, other),
                Sides::Opposite => are_opposite(one, other),
                Sides::Lonely => are_opposite(one, other) && is_lonely(other),
                Sides::Same => one.which.zip(other.which).is_some_and(|(one, other)| one == other),
                Sides::Drug => one.drug.is_some() && one.drug == other.drug,
            };
            // A palsy and its cause on one side are a contradiction within a sentence too, and so are two facts in its clauses.
            let is_apart = match exclusion.apart {
                _ if exclusion.sides == Sides::Same => !one.span.overlaps(other.span),
                Apart::Clauses => !one.clause.overlaps(other.clause),
                Apart::Parts => !one.part.overlaps(other.part),
            };
            let is_in_order = !exclusion.is_in_order || one.span.start < other.span.start;
            if goes && is_apart && is_in_order && (!exclusion.at_one_time || are_of_one_time(one, other, all))
            {
                pairs.push(if one.span.start <= other.span.start { (*one, *other) } else { (*other, *one) });
            }
        }
    }
    pairs.into_iter().min_by_key(|(first, second)| (second.span.start, first.span.start))
}

fn are_of_one_time(one: &Statement, other: &Statement, all: &Statements) -> bool {
    if one.is_charted || other.is_charted {
        return charts::are_of_one_time(one, other);
    }
    // A diagnosis is about the only reading of the note.
    let is_only_reading = |number: &Statement, word: &Statement| {
        let others = |known: &&Statement| {
            matches!(known.says, Says::Value(of, _) if Some(of) == number.measure)
                && known.frame != number.frame
        };
        number.measure.is_some()
            && word.measure.is_none()
            && word.frame == Frame::Now
            && matches!(number.frame, Frame::Clock(_))
            && !all.all.iter().any(|known| others(&known))
    };
    if is_only_reading(one, other) || is_only_reading(other, one) {
        return one.entry == other.entry && one.step == other.step;
    }
    let is_one_entry = one.entry == other.entry || one.frame.spans_entries() || other.frame.spans_entries();
    let hours = all.clocks.iter().filter(|(entry, _)| *entry == one.entry).count();
    let is_one_step = one.step == other.step || one.frame.spans_entries() || other.frame.spans_entries();
    is_one_entry && is_one_step && one.frame.meets(other.frame, hours <= 1)
}

#[cfg(test)]
mod tests;
