//! Habits that a note gives as current and the patient has given up.

use crate::note::{Note, Sentence};
use crate::reader::Role;
use crate::rules::definitions::NEGATION_DIFFERS;
use crate::rules::remark::{Evidence, SourceRemark};
use crate::talk::{State, Talk};
use crate::vocabulary::{Gap, Reach, forms_at, historical, lists, problems};
use crate::words::{Word, shown};
use referee_findings::Severity;
use referee_text::Message;

/// The distance of a habit from the words for giving it up, in words.
const QUIT_WITHIN: usize = 6;

/// Reports a habit that the note gives as current ("smokes", "smoker") and that the patient only says to
/// have given up ("do you smoke?" "I quit three years ago").
pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    for sentence in note.sentences.iter().filter(|sentence| is_of_now(note, sentence)) {
        let (start, end) = sentence.words;
        let named = (start..end).find_map(|at| {
            let length = lists().habit_now.length_at(&note.words, at);
            let habit = (at..at + length).find_map(|place| habit_at(&note.words, place));
            habit.map(|habit| (habit, (at, at + length)))
        });
        let Some((habit, (first, stop))) = named else { continue };
        let given_up = given_up(talk, habit);
        if given_up.is_empty() || is_current(talk, habit, &given_up) {
            continue;
        }
        let name = shown(&note.words[first..stop]);
        out.push(
            SourceRemark::new(
                &NEGATION_DIFFERS,
                Severity::Warning,
                note.span(first, stop),
                Message::new(
                    format!("{name}: present here, given up in the source."),
                    format!("{name}: presente aquí, abandonado en la fuente."),
                ),
            )
            .with(given_up.iter().map(|at| Evidence::of(talk, *at, *at + 1))),
        );
    }
}

/// Returns the habit that a word names, by index in [`problems`].
fn habit_at(words: &[Word], at: usize) -> Option<usize> {
    forms_at(words, at, Gap::Link)
        .find(|form| form.reach == Reach::Exact && problems()[form.problem].kind == "habit")
        .map(|form| form.problem)
}

/// Whether a sentence of a note says nothing of an earlier time, of a denial or of another person.
fn is_of_now(note: &Note, sentence: &Sentence) -> bool {
    let (start, end) = sentence.words;
    let is_other = |at: usize| {
        let word = &note.words[at];
        lists().denial.has(word)
            || lists().family.has(word)
            || lists().hypothetical.has(word)
            || lists().earlier.has(word)
            || lists().quit.length_at(&note.words, at) > 0
            || historical().ahead.length_at(&note.words, at) > 0
            || historical().behind.length_at(&note.words, at) > 0
    };
    !(start..end).any(is_other)
}

/// Returns the places where the patient says that a habit was given up.
fn given_up(talk: &Talk, habit: usize) -> Vec<usize> {
    const BEGINS_WITHIN: usize = 8;
    const DENIED_WITHIN: usize = 3;
    let names = |from: usize, to: usize| (from..to).any(|at| habit_at(&talk.words, at) == Some(habit));
    (0..talk.words.len())
        .filter(|at| {
            let length = lists().quit.length_at(&talk.words, *at);
            if length == 0 || talk.turn(*at).is_none_or(|turn| turn.role == Role::Clinician) {
                return false;
            }
            let turn = talk.turn_of[*at] as usize;
            let (start, last) = talk.turn_words(turn);
            // "I want to quit", "I haven't quit".
            let before = &talk.words[start.max(at.saturating_sub(DENIED_WITHIN))..*at];
            let is_open = before.iter().any(|word| {
                lists().negation.has(word) || lists().intent.has(word) || lists().hypothetical.has(word)
            });
            let end = talk.sentence_end(*at).min(at + length + QUIT_WITHIN);
            // "I quit smoking but I drink": the habit that follows is the one.
            let mut after = (*at..end).filter_map(|place| habit_at(&talk.words, place));
            let is_named = match after.next() {
                Some(named) => named == habit,
                None => names(start.max(at.saturating_sub(QUIT_WITHIN)), *at),
            };
            let is_answer = || {
                let Some(before) = turn.checked_sub(1) else { return false };
                let (_, to) = talk.turn_words(before);
                let asked = to.checked_sub(1).map_or(to, |last| talk.segment(last).0);
                // "I quit my job" names something else.
                let names_other =
                    (at + length..end).any(|place| talk.is_content(place) && !is_time(&talk.words[place]));
                at - start <= BEGINS_WITHIN && names(asked, to) && !names_other
            };
            let is_back = talk.words[start..last].iter().any(|word| lists().relapse.has(word));
            !is_open && !is_back && (is_named || is_answer())
        })
        .collect()
}

/// Whether a word is one of a time: "years", "ago", "three".
fn is_time(word: &Word) -> bool {
    crate::vocabulary::unit(&word.text).is_some()
        || crate::number_words::number_word(&word.text).is_some()
        || lists().time_past.has(word)
        || lists().time_lasting.has(word)
        || lists().about.has(word)
}

/// Whether the patient also affirms a habit elsewhere: "I smoke".
fn is_current(talk: &Talk, habit: usize, given_up: &[usize]) -> bool {
    let turns: Vec<u32> = given_up.iter().map(|at| talk.turn_of[*at]).collect();
    talk.problem(habit).iter().filter(|mention| mention.reach == Reach::Exact).any(|mention| {
        let (at, stop) = mention.words;
        let turn = talk.turn_of[at];
        let is_answered = turns.iter().any(|own| *own == turn || *own == turn + 1);
        !is_answered
            && talk.state(at, stop) == State::Present
            && talk.is_of_patient(at, stop)
            && !talk.is_past(at, stop)
    })
}
