//! `source/negation-differs` and `source/problem-not-said`.

mod aligned;
mod diagnoses;
mod habits;
mod named;
mod normal;
mod patient;
mod side;
mod weigh;

use super::definitions::{NEGATION_DIFFERS, PERSON_DIFFERS, PROBLEM_NOT_SAID};
use super::remark::{Evidence, SourceRemark};
use crate::note::{Claim, Item, Note};
use crate::talk::{Mention, Talk};
use crate::vocabulary::{self, Reach, lists, problems};
use crate::words::{Word, shown};
use named::{known_at, literal, longest_name, problem_of, shared_noun};
use patient::is_of_patient_alone;
use referee_findings::Severity;
use referee_text::Message;
use side::side_of;
use weigh::{Aspect, weigh};

/// Whether a word ends the part of an item that names the thing itself: "swelling in her legs".
fn ends_core(word: &Word) -> bool {
    lists().core_end.has(word)
}

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    normal::check(note, talk, out);
    if talk.is_talk {
        habits::check(note, talk, out);
    }
    let named: Vec<Option<usize>> = note
        .items
        .iter()
        .map(|item| problem_of(note, item.words.0, item.words.1).map(|(problem, _)| problem))
        .collect();
    for (index, item) in note.items.iter().enumerate() {
        let section = note.sentences[item.sentence].section;
        let is_reported = is_verb(note, item.cue);
        if matches!(section, "family-history" | "allergies" | "medications") && !is_reported {
            continue;
        }
        let is_opposite = |other: &Item| {
            matches!(
                (item.claim, other.claim),
                (Claim::Denied, Claim::Reported) | (Claim::Reported, Claim::Denied)
            )
        };
        let is_contradicted = named[index].is_some()
            && note
                .items
                .iter()
                .zip(&named)
                .any(|(other, problem)| *problem == named[index] && is_opposite(other));
        let before = out.len();
        examine(note, talk, item, (section, is_contradicted), out);
        let is_title = item.claim == Claim::Named
            && matches!(
                section,
                "assessment"
                    | "plan"
                    | "assessment-and-plan"
                    | "past-history"
                    | "complaint"
                    | "management"
                    | "objective"
                    | "findings"
                    | "social-history"
                    | "results"
                    | "pathology"
            );
        if out.len() == before && !is_title {
            let (first, end) = item.words;
            aligned::check(note, talk, item, known_at(note, first, end), out);
        }
    }
}

fn examine(
    note: &Note,
    talk: &Talk,
    item: &Item,
    (section, is_contradicted): (&str, bool),
    out: &mut Vec<SourceRemark>,
) {
    let (first, end) = item.words;
    let content = |at: &usize| note.words[*at].is_letters() && !lists().filler.has(&note.words[*at]);
    let Some(core_first) = core_start(note, first, end) else { return };
    let core_end =
        (core_first + 1..end).find(|at| ends_core(&note.words[*at]) || is_dash(note, *at)).unwrap_or(end);
    // "Shortness of breath" is one name.
    let name_end = longest_name(note, core_first, end);
    let core_end = core_end.max(name_end);
    let is_long = (core_first..core_end).filter(content).count() > MAX_CORE && name_end > core_first;
    let core_end = if is_long { name_end } else { core_end };
    let core: Vec<usize> = (core_first..core_end).filter(content).collect();
    if core.is_empty()
        || core.len() > MAX_CORE
        || note.words[first..end].iter().any(|word| {
            (lists().hypothetical.has(word) && !lists().general.has(word)) || lists().family.has(word)
        })
    {
        return;
    }
    // Other rules compare drugs and amounts.
    if (core_first..core_end).any(|at| vocabulary::drug_at(&note.words, at).is_some()) {
        return;
    }
    let known = problem_of(note, core_first, core_end).or_else(|| shared_noun(note, core_first, core_end));
    let is_reported = lists().reporting.has(&note.words[item.cue]);
    // The title of a problem is not a statement, and a named disease was not asked about.
    let is_title = matches!(
        section,
        "assessment" | "plan" | "assessment-and-plan" | "past-history" | "complaint" | "management"
    );
    let is_disease = known.is_some_and(|(problem, _)| {
        matches!(problems()[problem].kind.as_str(), "problem" | "event" | "habit")
    });
    let is_habit = known.is_some_and(|(problem, _)| problems()[problem].kind == "habit");
    let is_event = known.is_some_and(|(problem, _)| problems()[problem].kind == "event");
    if item.claim == Claim::Named && (is_title || (is_disease && !is_habit && !is_event)) {
        let is_diagnosis = is_disease && !is_habit;
        if let Some((problem, _)) = known.filter(|_| is_diagnosis && diagnoses::SECTIONS.contains(&section)) {
            diagnoses::denied(note, talk, (core_first, core_end), problem, out);
        }
        return;
    }
    // "No tenderness at the shoulder or elbow": the second place is not a separate statement.
    let is_tail = known.is_none() && note.words[item.cue..first].iter().any(ends_core);
    let is_short = known.is_none() && core.len() == 1 && matches!(&*note.words[item.cue].text, "no" | "nil");
    let is_unknown_denial = known.is_none() && item.claim == Claim::Denied;
    let is_going_on = (first..end).any(|at| lists().settled.has(&note.words[at]));
    let is_aside =
        is_disease && item.claim == Claim::Reported && !lists().reporting.has(&note.words[item.cue]);
    let is_place = core.iter().all(|at| vocabulary::region(&note.words[*at]).is_some());
    // "Non-healing ulcer" does not deny the ulcer.
    let is_of_one_word = &*note.words[item.cue].text == "non" && core.len() > 1;
    if is_of_one_word || is_place || is_tail || is_short || is_unknown_denial || is_going_on || is_aside {
        return;
    }
    // "She had blood in her stool three years ago" does not go against what is denied today.
    if item.claim != Claim::Denied && is_of_past(note, item) {
        return;
    }
    let is_asked_of = first > 0 && note.words[first - 1].is_mark('?');
    if is_asked_of
        || (known.is_none() && (item.claim == Claim::Named || !is_reported))
        || is_a_case(note, item)
    {
        return;
    }
    let mut mentions: Vec<Mention> = Vec::new();
    if let Some((problem, _)) = known {
        mentions = talk.problem(problem).to_vec();
    }
    for (at, stop) in literal(note, talk, &core) {
        if !mentions.iter().any(|one| one.words.0 <= at && at < one.words.1) {
            mentions.push(Mention { words: (at, stop), reach: Reach::Exact });
        }
    }
    let span = note.span(item.cue.min(first), core_end);
    let name = shown(&note.words[core_first..core_end]);
    if mentions.is_empty() {
        let Some((problem, _)) = known else { return };
        let is_symptom = problems()[problem].kind == "symptom";
        let is_story = !matches!(section, "pathology");
        if item.claim == Claim::Reported && is_symptom && is_story {
            out.push(SourceRemark::new(
                &PROBLEM_NOT_SAID,
                Severity::Warning,
                span,
                Message::new(
                    format!("{name} is not mentioned in the source."),
                    format!("{name} no se menciona en la fuente."),
                ),
            ));
        }
        let is_long = talk.words.len() >= MIN_TALK;
        if item.claim == Claim::Named && is_symptom && is_long && section.is_empty() {
            out.push(SourceRemark::new(
                &PROBLEM_NOT_SAID,
                Severity::Information,
                span,
                Message::new(
                    format!("{name} is not mentioned in the source."),
                    format!("{name} no se menciona en la fuente."),
                ),
            ));
        }
        return;
    }
    let is_symptom = known.is_some_and(|(problem, _)| {
        matches!(problems()[problem].kind.as_str(), "symptom" | "habit" | "circumstance")
    });
    // "No numbness in the rest of the body", "not short of breath now".
    let (_, sentence_end) = note.sentences[item.sentence].words;
    let sentence_start = note.sentences[item.sentence].words.0;
    let is_elsewhere = note.words[first.max(name_end)..(end + ELSEWHERE_WITHIN).min(sentence_end)]
        .iter()
        .any(|word| lists().elsewhere.has(word));
    if is_elsewhere {
        mentions.retain(|one| {
            let (at, stop) = one.words;
            let to = (stop + ELSEWHERE_WITHIN).min(talk.segment(at).1).max(at);
            talk.words[at..to].iter().any(|word| lists().elsewhere.has(word))
        });
    }
    let is_of_now = item.claim == Claim::Denied
        && note.words[sentence_start..sentence_end].iter().any(|word| lists().now.has(word));
    // "No new bowel symptoms" goes with old ones.
    let is_of_new = item.claim == Claim::Denied
        && note.words[item.cue..core_end].iter().any(|word| lists().additional.has(word));
    if is_of_new || is_of_now || (is_elsewhere && mentions.is_empty()) {
        return;
    }
    // "Unintentional weight loss" differs from intended weight loss.
    let is_of_place = || {
        let to = sentence_end.min(core_end + PLACE_WITHIN);
        (core_end..to).any(|at| vocabulary::region(&note.words[at]).is_some())
    };
    let is_of_case = note.words.get(core_end).is_some_and(|word| lists().qualifier.has(word))
        && !is_habit
        && !is_of_place();
    if is_of_case {
        return;
    }
    let is_trouble = note.words[item.cue..core_first].iter().any(|word| lists().trouble.has(word));
    let is_qualified =
        is_trouble || (!is_disease && known.is_some_and(|(_, weight)| core.len() > weight / 2));
    if let Some(own) = (first..end).find_map(|at| side_of(&note.words[at])) {
        // "Left knee pain" is not denied by a statement about the right knee.
        mentions.retain(|one| {
            let (at, stop) = one.words;
            !talk.words[at.saturating_sub(4)..(stop + 4).min(talk.words.len())]
                .iter()
                .any(|word| side_of(word).is_some_and(|side| side != own))
        });
        if mentions.is_empty() {
            return;
        }
    }
    if is_disease {
        // A denial of seizures does not deny epilepsy: only the word itself counts.
        mentions.retain(|one| {
            talk.words[one.words.0..one.words.1]
                .iter()
                .any(|word| core.iter().any(|own| is_same_word(&note.words[*own], word)))
        });
    }
    let is_relatives =
        is_disease && !mentions.is_empty() && mentions.iter().all(|one| talk.is_of_relative(one.words.0));
    if is_relatives && item.claim != Claim::Denied {
        out.push(
            SourceRemark::new(
                &PERSON_DIFFERS,
                Severity::Information,
                span,
                Message::new(
                    format!("{name}: the patient's here, a relative's in the source."),
                    format!("{name}: del paciente aquí, de un familiar en la fuente."),
                ),
            )
            .with(mentions.iter().map(|one| Evidence::of(talk, one.words.0, one.words.1))),
        );
        return;
    }
    let is_examined = matches!(section, "objective" | "findings");
    if is_examined {
        // The examination is compared with what the clinician says of it.
        mentions.retain(|one| {
            !talk.is_asked(one.words.0) && !is_of_patient_alone(talk, one.words.0, one.words.1)
        });
    }
    let is_earlier = note.words[item.cue..end].iter().any(|word| lists().earlier.has(word))
        || matches!(&*note.words[end - 1].text, "before" | "antes");
    let place = &note.words[core_end..sentence_end.min(core_end + PLACE_LENGTH).max(core_end)];
    // A patient may deny what the examination finds.
    if item.claim == Claim::Denied && is_verb(note, item.cue) {
        mentions.retain(|one| !talk.is_examined(one.words.0));
    }
    let seen = weigh(talk, &mentions, Aspect { place, is_symptom, is_trouble, is_earlier, is_elsewhere });
    let (against, is_sure) = match item.claim {
        // A finding of the examination is compared with what the clinician says.
        Claim::Reported | Claim::Named if is_examined => {
            (&seen.denied, seen.present.is_empty() && seen.unclear == 0)
        }
        Claim::Reported | Claim::Named
            if known.is_some()
                && seen.said_denied.is_empty()
                && seen.present.is_empty()
                && seen.unclear == 0 =>
        {
            (&seen.denied, false)
        }
        // "Reports any injury" goes with a denial: a question without an answer is enough.
        Claim::Reported if item.is_open && seen.said_denied.is_empty() => {
            (if seen.denied.is_empty() { &seen.open } else { &seen.denied }, false)
        }
        Claim::Reported => (&seen.said_denied, seen.present.is_empty() && seen.unclear == 0),
        Claim::Named => (&seen.said_denied, false),
        Claim::Denied if seen.said_present.is_empty() => (&seen.present, false),
        Claim::Denied => {
            (&seen.said_present, seen.denied.is_empty() && seen.unclear == 0 && seen.said_present.len() > 1)
        }
    };
    let contrary = match item.claim {
        Claim::Reported | Claim::Named if is_examined => seen.present.len(),
        Claim::Reported | Claim::Named => seen.said_present.len(),
        // If only the clinician mentions it, more than one mention is required.
        Claim::Denied if is_qualified => 1,
        Claim::Denied if seen.said_present.is_empty() => {
            seen.denied.len()
                + usize::from(
                    (seen.present.len() < 2 && !is_disease)
                        || 2 * seen.unclear > seen.present.len()
                        || !is_repeated(talk, &seen.present, is_disease),
                )
        }
        Claim::Denied => seen.denied.len() + usize::from(seen.unclear > seen.said_present.len()),
    };
    // The note says both, and the source supports one of them.
    let is_outweighed = is_contradicted
        && !is_qualified
        && match item.claim {
            Claim::Denied => seen.denied.is_empty() && !seen.present.is_empty(),
            _ => seen.said_present.is_empty() && !seen.denied.is_empty(),
        };
    let is_mostly = match item.claim {
        Claim::Denied if is_earlier => false,
        Claim::Denied => seen.said_present.len() >= 3 && seen.said_present.len() >= 3 * seen.denied.len(),
        _ => seen.said_denied.len() >= 3 && seen.said_denied.len() >= 3 * seen.said_present.len(),
    };
    let against = match item.claim {
        Claim::Denied if is_outweighed => &seen.present,
        _ if is_outweighed => &seen.denied,
        _ => against,
    };
    if against.is_empty() || (contrary > 0 && !is_outweighed && !is_mostly) {
        return;
    }
    let (english, spanish) = match item.claim {
        Claim::Denied => ("denied here, present in the source", "negado aquí, presente en la fuente"),
        _ => ("present here, denied in the source", "presente aquí, negado en la fuente"),
    };
    // A single answer may belong to the question before it.
    let is_stated = against.len() > 1 || against.iter().any(|(at, _)| !talk.is_asked(*at));
    let severity =
        if is_sure && is_stated && contrary == 0 { Severity::Warning } else { Severity::Information };
    out.push(
        SourceRemark::new(
            &NEGATION_DIFFERS,
            severity,
            span,
            Message::new(format!("{name}: {english}."), format!("{name}: {spanish}.")),
        )
        .with(against.iter().map(|(at, stop)| Evidence::of(talk, *at, *stop))),
    );
}

/// Whether a cue is a verb by which a patient reports or denies: "denies", not "no".
fn is_verb(note: &Note, cue: usize) -> bool {
    let word = &note.words[cue];
    lists().reporting.has(word) && !matches!(&*word.text, "no" | "nil")
}

/// Returns the first word that names the thing itself: "any signs of apnea", "issues with heartburn".
fn core_start(note: &Note, first: usize, end: usize) -> Option<usize> {
    let lists = lists();
    let is_content = |at: &usize| note.words[*at].is_letters() && !lists.filler.has(&note.words[*at]);
    let is_general = |at: usize| {
        let word = &note.words[at];
        let is_noun = lists.general.has(word) || lists.trouble.has(word) || lists.earlier.has(word);
        is_noun && note.words.get(at + 1).is_some_and(|next| at + 2 < end && ends_core(next))
    };
    let mut at = (first..end).find(is_content)?;
    // "A long-standing history of": the general word may follow an adjective.
    while let Some(general) = (at..end.min(at + GENERAL_WITHIN)).find(|place| is_general(*place))
        && let Some(next) = (general + 2..end).find(is_content)
    {
        at = next;
    }
    Some(at)
}

/// Whether a note says of something that it was years ago; the cues are those of `cues.tsv`.
fn is_of_past(note: &Note, item: &Item) -> bool {
    let (_, end) = note.sentences[item.sentence].words;
    let is_end = |at: &usize| {
        let word = &note.words[*at];
        word.is_mark(',') || lists().clause_end.has(word) || lists().denial.has(word)
    };
    let end = (item.words.1..end).find(is_end).unwrap_or(end);
    (item.words.0..end).any(|at| vocabulary::historical().behind.length_at(&note.words, at) > 0)
}

/// Whether two words are forms of one: "anemia", "anemic".
fn is_same_word(a: &Word, b: &Word) -> bool {
    const BEGINNING: usize = 5;
    a.root == b.root
        || (a.text.get(..BEGINNING).is_some() && a.text.get(..BEGINNING) == b.text.get(..BEGINNING))
}

/// The maximum length of the name of a thing, in words with content.
const MAX_CORE: usize = 3;

/// Whether a word is a dash between blanks: "urinary symptoms - passing less urine".
fn is_dash(note: &Note, at: usize) -> bool {
    let is_apart = |before: usize, after: usize| {
        note.words.get(before).zip(note.words.get(after)).is_some_and(|(a, b)| a.span.end < b.span.start)
    };
    note.words[at].is_mark('-') && at > 0 && is_apart(at - 1, at) && is_apart(at, at + 1)
}

/// The minimum length of a conversation, in words, for a symptom that a note only names to be missed in
/// it.
const MIN_TALK: usize = 200;

/// The maximum length of the words that say where something is.
const PLACE_LENGTH: usize = 9;

/// The number of words after a preposition in which a part of the body is looked for: "on his right
/// foot".
const PLACE_WITHIN: usize = 4;

/// The number of words in which a general word precedes the name of a thing: "a long history of".
const GENERAL_WITHIN: usize = 4;

/// The number of words after an item in which its place is looked for.
const ELSEWHERE_WITHIN: usize = 4;

/// Whether the sentence is hypothetical ("if the pain does not improve") or about a relative.
fn is_a_case(note: &Note, item: &Item) -> bool {
    let start = note.sentences[item.sentence].words.0;
    let before = &note.words[start..item.words.0];
    // "Lives with partner, reports stress": another statement; not "wife unwell, but no diarrhea".
    let is_verb = lists().present.has(&note.words[item.cue]);
    let comma = before.iter().rposition(|word| word.is_mark(',')).filter(|_| is_verb);
    let own = comma.map_or(0, |comma| comma + 1);
    before.iter().any(|word| lists().case.has(word))
        || before[own..].iter().any(|word| lists().family.has(word))
}

/// Whether the clinician repeats something that the patient said: "you were endorsing some
/// congestion".
fn is_repeated(talk: &Talk, places: &[(usize, usize)], is_disease: bool) -> bool {
    const BEFORE: usize = 6;
    places.iter().any(|(at, _)| {
        talk.words[at.saturating_sub(BEFORE)..*at]
            .iter()
            .any(|word| lists().told.has(word) || (is_disease && lists().owned.has(word)))
    })
}
