//! `source/negation-differs` and `source/problem-not-said`.

use super::{Evidence, NEGATION_DIFFERS, PROBLEM_NOT_SAID, SourceRemark};
use crate::note::{Claim, Item, Note};
use crate::talk::{State, Talk};
use crate::vocabulary::{self, lists, problems};
use crate::words::Word;
use referee_findings::Severity;
use referee_text::Message;

/// What ends the words of an item that name the thing itself: "swelling in her legs".
fn ends_core(word: &Word) -> bool {
    matches!(&*word.text, "in" | "on" | "at" | "with" | "since" | "for" | "when" | "after" | "during" | "due" | "from" | "to" | "of" | "while" | "that" | "until" | "over" | "or" | "en" | "de" | "desde")
}

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    for item in &note.items {
        let section = note.sentences[item.sentence].section;
        if matches!(section, "family-history" | "allergies" | "medications") {
            continue;
        }
        examine(note, talk, item, section, out);
    }
}

fn examine(note: &Note, talk: &Talk, item: &Item, section: &str, out: &mut Vec<SourceRemark>) {
    let (first, end) = item.words;
    let content = |at: &usize| note.words[*at].is_letters() && !lists().filler.has(&note.words[*at]);
    let Some(core_first) = (first..end).find(content) else { return };
    let core_end = (core_first + 1..end).find(|at| ends_core(&note.words[*at])).unwrap_or(end);
    let core: Vec<usize> = (core_first..core_end).filter(content).collect();
    if core.is_empty() || core.len() > 3 || (first..end).any(|at| lists().hypothetical.has(&note.words[at]) || lists().family.has(&note.words[at])) {
        return;
    }
    // A drug or an amount is compared by other rules.
    if (core_first..core_end).any(|at| vocabulary::drug_at(&note.words, at).is_some()) {
        return;
    }
    let known = problem_of(note, core_first, core_end);
    if item.claim == Claim::Named && known.is_none() {
        return;
    }
    let mut mentions: Vec<(usize, usize, bool)> = Vec::new();
    if let Some((problem, _)) = known {
        mentions = talk.problem(problem);
    }
    for (at, stop) in literal(note, talk, &core) {
        if !mentions.iter().any(|(from, to, _)| *from <= at && at < *to) {
            mentions.push((at, stop, false));
        }
    }
    let span = note.span(item.cue.min(first), core_end);
    let name: String = note.words[core_first..core_end].iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ");
    if mentions.is_empty() {
        let Some((problem, _)) = known else { return };
        let is_symptom = problems()[problem].kind == "symptom";
        let is_story = !matches!(section, "pathology");
        if item.claim == Claim::Reported && is_symptom && is_story {
            out.push(SourceRemark::new(&PROBLEM_NOT_SAID, Severity::Warning, span, Message::new(
                format!("{name} is not mentioned in the source."),
                format!("{name} no se menciona en la fuente."),
            )));
        }
        return;
    }
    let (mut present, mut denied, mut unclear) = (Vec::new(), Vec::new(), 0);
    for (at, stop, is_broad) in &mentions {
        match talk.state(*at, *stop) {
            State::Present if !is_broad => present.push((*at, *stop)),
            State::Present => unclear += 1,
            State::Denied => denied.push((*at, *stop)),
            State::Unclear => unclear += 1,
        }
    }
    let (against, english, spanish) = match item.claim {
        Claim::Denied if denied.is_empty() && unclear == 0 && !present.is_empty() => (&present, "denied here, present in the source", "se niega aquí, presente en la fuente"),
        Claim::Reported | Claim::Named if present.is_empty() && !denied.is_empty() => (&denied, "present here, denied in the source", "presente aquí, se niega en la fuente"),
        _ => return,
    };
    let severity = if item.claim == Claim::Named { Severity::Information } else { Severity::Warning };
    out.push(
        SourceRemark::new(&NEGATION_DIFFERS, severity, span, Message::new(format!("{name}: {english}."), format!("{name}: {spanish}.")))
            .with(against.iter().map(|(at, stop)| Evidence::of(talk, *at, *stop))),
    );
}

/// The problem that words of a note name, and the length of the form.
fn problem_of(note: &Note, first: usize, end: usize) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for (index, problem) in problems().iter().enumerate() {
        for form in problem.forms.iter().filter(|form| !form.is_broad) {
            for at in first..end {
                if let Some(stop) = form.end_at(&note.words, at, 0).filter(|stop| *stop <= end)
                    && best.is_none_or(|(_, length)| stop - at > length)
                {
                    best = Some((index, stop - at));
                }
            }
        }
    }
    best
}

/// Where all the words of content of an item are said close together.
fn literal(note: &Note, talk: &Talk, core: &[usize]) -> Vec<(usize, usize)> {
    const WITHIN: u32 = 6;
    let Some((first, rest)) = core.split_first() else { return Vec::new() };
    let places = |at: &usize| talk.by_root.get(&note.words[*at].root).map_or(&[][..], Vec::as_slice);
    let mut out = Vec::new();
    for place in places(first) {
        let mut range = (*place, *place + 1);
        let is_all = rest.iter().all(|other| {
            let near = places(other).iter().find(|found| found.abs_diff(*place) <= WITHIN);
            if let Some(near) = near {
                range = (range.0.min(*near), range.1.max(*near + 1));
            }
            near.is_some()
        });
        if is_all {
            out.push((range.0 as usize, range.1 as usize));
        }
    }
    out
}
