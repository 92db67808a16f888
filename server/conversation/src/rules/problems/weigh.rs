//! Sorts the mentions of a problem in the source: affirmed, denied, or open.

use crate::talk::{Mention, State, Talk};
use crate::vocabulary::{List, Reach, lists};
use crate::words::Word;

/// The mentions of something: affirmed, denied or open, and by the patient or by anyone.
#[derive(Default)]
pub(super) struct Seen {
    /// Affirmed by any speaker.
    pub(super) present: Vec<(usize, usize)>,
    /// Affirmed by the patient, or by yes to a question.
    pub(super) said_present: Vec<(usize, usize)>,
    /// Denied by any speaker.
    pub(super) denied: Vec<(usize, usize)>,
    /// Denied by the patient, or by no to a question.
    pub(super) said_denied: Vec<(usize, usize)>,
    /// Left open: asked about without a clear answer, or hypothetical.
    pub(super) open: Vec<(usize, usize)>,
    /// The number of mentions that leave it open.
    pub(super) unclear: usize,
}

/// The properties of a claim other than its problem.
#[derive(Clone, Copy, Default)]
pub(super) struct Aspect<'n> {
    /// The words of the note after the name of the problem, which say where it is.
    pub(super) place: &'n [Word],
    /// Whether the problem is a symptom or a habit.
    pub(super) is_symptom: bool,
    /// Whether the claim is about trouble with something: "any issues with heartburn".
    pub(super) is_trouble: bool,
    /// Whether the claim is about an earlier time: "no history of".
    pub(super) is_earlier: bool,
    /// Whether the claim is about another place than the one that was named: "no numbness elsewhere".
    pub(super) is_elsewhere: bool,
}

/// The maximum distance in turns from a question to a mention that answers it.
const ANSWER_WITHIN: u32 = 2;

/// Sorts the mentions of a problem by what they say.
pub(super) fn weigh(talk: &Talk, mentions: &[Mention], aspect: Aspect<'_>) -> Seen {
    let mut seen = Seen::default();
    let turn = |at: usize| talk.turn_of.get(at).copied().unwrap_or_default();
    let states: Vec<State> = mentions.iter().map(|mention| state_of(talk, mention)).collect();
    for (index, mention) in mentions.iter().enumerate() {
        let (at, stop) = mention.words;
        let is_broad = mention.reach == Reach::Broad;
        // A later mention that says it settles a question: "any nausea, vomiting? I'm not vomiting".
        let is_settled = || {
            talk.is_asked(at)
                && mentions.iter().zip(&states).any(|(other, state)| {
                    let distance = turn(other.words.0).wrapping_sub(turn(at));
                    other.words.0 > at
                        && (distance == 1
                            || (distance == 0 && talk.is_asked(other.words.0) && *state != State::Unclear)
                            || (*state != State::Unclear && distance <= ANSWER_WITHIN))
                })
        };
        let own = states[index];
        let asked_before = || talk.asked_of_before(at, stop).filter(|_| aspect.is_earlier);
        // "Any problems with your speech?"
        let state = if aspect.is_trouble || is_broad {
            talk.trouble_asked(at, stop, !aspect.is_trouble).unwrap_or(own)
        } else {
            asked_before().unwrap_or(own)
        };
        match state {
            // "No pain outside of the elbow" says nothing of the elbow.
            State::Denied if is_elsewhere(talk, stop) && !aspect.is_elsewhere => seen.unclear += 1,
            // "No tenderness over the proximal joint" says nothing of the tip.
            State::Denied if is_of_other_place(talk, stop, aspect.place) => seen.unclear += 1,
            // What was once is neither present now nor denied.
            State::Present if !is_broad && talk.is_past(at, stop) && !aspect.is_earlier => {}
            // "No history of stroke" is not contradicted by a stroke that is suspected today.
            State::Present
                if !is_broad
                    && aspect.is_earlier
                    && !talk.is_past(at, stop)
                    && !talk.is_of_patient(at, stop)
                    && !is_owned(talk, at) =>
            {
                seen.unclear += 1;
            }
            State::Present if !is_broad => {
                seen.present.push((at, stop));
                if talk.is_of_patient(at, stop) {
                    seen.said_present.push((at, stop));
                }
            }
            State::Denied
                if !is_broad
                    || (aspect.is_symptom && talk.is_asked_directly(at) && !talk.denies_by_name(at)) =>
            {
                seen.denied.push((at, stop));
                let earlier = mentions[..index].iter().map(|before| before.words.0);
                if talk.is_of_patient(at, stop) || talk.is_echo(at, earlier) {
                    seen.said_denied.push((at, stop));
                }
            }
            // A mention of the stomach does not affirm pain in it.
            State::Present => {}
            State::Unclear if is_settled() => {}
            State::Denied | State::Unclear => {
                seen.unclear += 1;
                seen.open.push((at, stop));
            }
        }
    }
    seen
}

/// Returns whether a mention affirms or denies the problem: clear lungs deny a wheeze, and lungs that
/// are not clear leave it open.
fn state_of(talk: &Talk, mention: &Mention) -> State {
    let state = talk.state(mention.words.0, mention.words.1);
    match (mention.reach, state) {
        (Reach::Absent, State::Present) => State::Denied,
        (Reach::Absent, _) => State::Unclear,
        _ => state,
    }
}

/// Whether a word for another place follows: "outside of the elbow".
fn is_elsewhere(talk: &Talk, end: usize) -> bool {
    const WITHIN: usize = 4;
    let (_, stop) = talk.segment(end.saturating_sub(1));
    talk.words[end..stop.min(end + WITHIN).max(end)].iter().any(|word| lists().elsewhere.has(word))
}

/// Whether the source denies something of a place, and the note says it of another: both have words
/// after "over" or "at", and none in common.
fn is_of_other_place(talk: &Talk, end: usize, place: &[Word]) -> bool {
    const WITHIN: usize = 7;
    let is_content = |word: &&Word| word.is_letters() && !lists().filler.has(word);
    let (_, stop) = talk.segment(end.saturating_sub(1));
    let theirs = &talk.words[end..stop.min(end + WITHIN).max(end)];
    let begins = |words: &[Word]| words.first().is_some_and(|word| lists().at_place.has(word));
    begins(place)
        && begins(theirs)
        && theirs.iter().filter(is_content).count() > 0
        && !theirs.iter().filter(is_content).any(|word| place.iter().any(|own| own.root == word.root))
}

/// Whether the words are attributed to the patient: "your hypertension".
fn is_owned(talk: &Talk, at: usize) -> bool {
    const BEFORE: usize = 3;
    const DIAGNOSIS_BEFORE: usize = 8;
    let (start, _) = talk.segment(at);
    let is_near = |list: &List, reach: usize| {
        (at.saturating_sub(reach).max(start)..at).any(|place| list.length_at(&talk.words, place) > 0)
    };
    is_near(&lists().owned, BEFORE) || is_near(&lists().diagnosis, DIAGNOSIS_BEFORE)
}
