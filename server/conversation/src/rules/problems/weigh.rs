//! Sorts the mentions of a problem in the source: affirmed, denied, or open.

use crate::talk::{State, Talk};
use crate::vocabulary::lists;

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
pub(super) struct Aspect {
    /// Whether the problem is a symptom or a habit.
    pub(super) is_symptom: bool,
    /// Whether the claim is about trouble with something: "any issues with heartburn".
    pub(super) is_trouble: bool,
    /// Whether the claim is about an earlier time: "no history of".
    pub(super) is_earlier: bool,
}

/// The maximum distance in turns from a question to a mention that answers it.
const ANSWER_WITHIN: u32 = 2;

/// Sorts mentions, given as ranges of words and whether the form is broader than the problem, by what
/// they say.
pub(super) fn weigh(talk: &Talk, mentions: &[(usize, usize, bool)], aspect: Aspect) -> Seen {
    let mut seen = Seen::default();
    let turn = |at: usize| talk.turn_of.get(at).copied().unwrap_or_default();
    let states: Vec<State> = mentions.iter().map(|(at, stop, _)| talk.state(*at, *stop)).collect();
    for (index, (at, stop, is_broad)) in mentions.iter().enumerate() {
        let place = (*at, *stop);
        // A later mention that says it settles a question: "any nausea, vomiting? I'm not vomiting".
        let is_settled = || {
            talk.is_asked(*at)
                && mentions.iter().zip(&states).any(|((other, _, _), state)| {
                    let distance = turn(*other).wrapping_sub(turn(*at));
                    other > at && (distance == 1 || (*state != State::Unclear && distance <= ANSWER_WITHIN))
                })
        };
        let state = if aspect.is_trouble {
            talk.trouble_asked_after(*stop).unwrap_or(states[index])
        } else {
            states[index]
        };
        match state {
            // "No pain outside of the elbow" says nothing of the elbow.
            State::Denied if is_elsewhere(talk, *stop) => seen.unclear += 1,
            // What was once is neither present now nor denied.
            State::Present if !is_broad && talk.is_past(*at, *stop) && !aspect.is_earlier => {}
            // "No history of stroke" is not contradicted by a stroke that is suspected today.
            State::Present
                if !is_broad
                    && aspect.is_earlier
                    && !talk.is_past(*at, *stop)
                    && !talk.is_of_patient(*at, *stop)
                    && !is_owned(talk, *at) =>
            {
                seen.unclear += 1;
            }
            State::Present if !is_broad => {
                seen.present.push(place);
                if talk.is_of_patient(*at, *stop) {
                    seen.said_present.push(place);
                }
            }
            State::Denied if !is_broad || (aspect.is_symptom && talk.is_asked(*at)) => {
                seen.denied.push(place);
                let earlier = mentions[..index].iter().map(|(before, _, _)| *before);
                if talk.is_of_patient(*at, *stop) || talk.is_echo(*at, earlier) {
                    seen.said_denied.push(place);
                }
            }
            // A mention of the stomach does not affirm pain in it.
            State::Present => {}
            State::Unclear if is_settled() => {}
            State::Denied | State::Unclear => {
                seen.unclear += 1;
                seen.open.push(place);
            }
        }
    }
    seen
}

/// Whether a word for another place follows: "outside of the elbow".
fn is_elsewhere(talk: &Talk, end: usize) -> bool {
    const WITHIN: usize = 4;
    let (_, stop) = talk.segment(end.saturating_sub(1));
    talk.words[end..stop.min(end + WITHIN).max(end)].iter().any(|word| lists().elsewhere.has(word))
}

/// Whether the words are attributed to the patient: "your hypertension".
fn is_owned(talk: &Talk, at: usize) -> bool {
    const BEFORE: usize = 3;
    let from = at.saturating_sub(BEFORE);
    talk.words[from..at].iter().any(|word| lists().owned.has(word))
}
