//! `source/side-differs`.

use super::definitions::SIDE_DIFFERS;
use super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::talk::Talk;
use crate::vocabulary::{lists, region};
use crate::words::{Word, WordKind, shown};
use referee_findings::Severity;
use referee_text::Message;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

fn side(word: &Word) -> Option<Side> {
    if lists().left.has(word) {
        Some(Side::Left)
    } else if lists().right.has(word) {
        Some(Side::Right)
    } else {
        None
    }
}

/// The number of words after a side in which its body part is looked for.
const PART_WITHIN: usize = 4;

/// Returns the parts that a side belongs to: known regions, and the roots of the next content words.
/// In Spanish the side follows its part: "la rodilla izquierda".
fn parts(words: &[Word], at: usize, within: (usize, usize)) -> (Vec<u32>, Vec<Box<str>>) {
    if is_spanish(&words[at]) {
        let before = words.get(within.0..at).unwrap_or_default();
        let (regions, roots) = parts_in(before.iter().rev());
        if !regions.is_empty() || !roots.is_empty() {
            return (regions, roots);
        }
    }
    parts_in(words.get(at + 1..within.1.min(words.len())).unwrap_or_default().iter())
}

/// Whether a side is a Spanish word.
fn is_spanish(word: &Word) -> bool {
    lists().spanish_side.has(word)
}

fn parts_in<'w>(words: impl Iterator<Item = &'w Word>) -> (Vec<u32>, Vec<Box<str>>) {
    let (mut regions, mut roots) = (Vec::new(), Vec::new());
    let mut seen = 0;
    for word in words {
        if matches!(word.kind, WordKind::Mark('.' | ',' | ';' | '?') | WordKind::LineEnd)
            || seen >= PART_WITHIN
        {
            break;
        }
        // "Left arm or fingers": the side belongs to the arm.
        let is_joint = matches!(&*word.text, "or" | "o");
        if is_joint && !(regions.is_empty() && roots.is_empty()) {
            break;
        }
        if !word.is_letters() {
            continue;
        }
        seen += 1;
        if let Some(region) = region(word) {
            regions.push(region);
        }
        if !lists().filler.has(word) {
            roots.push(word.root.clone());
        }
    }
    (regions, roots)
}

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    for at in 0..note.words.len() {
        let Some(here) = side(&note.words[at]) else { continue };
        // A label has sides too: "Examination of the left knee: no effusion".
        let Some(within) = note.sentence_of(at).map(|sentence| sentence.words).or_else(|| note.label_of(at))
        else {
            continue;
        };
        let (regions, roots) = parts(&note.words, at, within);
        if regions.is_empty() && roots.is_empty() {
            continue;
        }
        let (mut same, mut other, mut both) = (Vec::new(), Vec::new(), 0);
        for place in talk.side_places().iter().copied() {
            let word = &talk.words[place];
            let is_both = lists().both.has(word);
            // "Right-hand side" names a side.
            let is_compound = talk.words.get(place + 1).is_some_and(|next| next.is_mark('-'));
            // "The right one", "on the right": an article goes with a side.
            let has_article = place > 0
                && lists().known_thing.has(&talk.words[place - 1])
                && !matches!(&*talk.words[place - 1].text, "that" | "this");
            let is_interjection = &*word.text == "right"
                && !is_compound
                && !has_article
                && !answers_choice(talk, place)
                && (talk
                    .words
                    .get(place + 1)
                    .is_none_or(|next| lists().not_a_side.has(next) || !next.is_letters())
                    || place > 0 && matches!(&*talk.words[place - 1].text, "all" | "that"));
            let found = side(word).filter(|_| !is_interjection);
            if found.is_none() && !is_both {
                continue;
            }
            // "Left or right?"
            let is_choice = (place.saturating_sub(2)..(place + 3).min(talk.words.len())).any(|near| {
                side(&talk.words[near]).is_some_and(|near| found.is_some_and(|found| near != found))
            });
            if is_choice {
                continue;
            }
            if !speaks_of(talk, place, &regions, &roots) && !answers_about(talk, place, &regions, &roots) {
                continue;
            }
            if is_both {
                both += 1;
            } else if found == Some(here) {
                same.push(place);
            } else {
                other.push(place);
            }
        }
        if !same.is_empty() || other.is_empty() {
            continue;
        }
        let wrong = &note.words[at];
        let is_name = |word: &&Word| word.is_letters() && !lists().filler.has(word);
        let part = if is_spanish(wrong) {
            note.words[within.0..at].iter().rev().find(is_name)
        } else {
            note.words[at + 1..within.1].iter().find(is_name)
        };
        let part = part.map_or(String::new(), |word| shown(std::slice::from_ref(word)));
        let (english, spanish) = match here {
            Side::Left => (("left", "right"), ("izquierd", "derech")),
            Side::Right => (("right", "left"), ("derech", "izquierd")),
        };
        // The ending agrees with the part: "pierna izquierda", "hombros derechos".
        let ending = wrong.text.strip_prefix(spanish.0).unwrap_or(match &*wrong.text {
            "izda" | "dcha" => "a",
            _ => "o",
        });
        let severity = if regions.is_empty() || both > 0 { Severity::Information } else { Severity::Warning };
        let mut remark = SourceRemark::new(
            &SIDE_DIFFERS,
            severity,
            wrong.span,
            Message::new(
                format!("{part}: {} here, only {} in the source.", english.0, english.1),
                format!("{part}: {}{ending} aquí, solo {}{ending} en la fuente.", spanish.0, spanish.1),
            ),
        )
        .with(other.iter().map(|place| Evidence::of(talk, *place, place + 1)));
        if &*wrong.text == english.0 {
            remark.replacement = Some((wrong.span, english.1.to_owned()));
        } else if wrong.text.starts_with(spanish.0) {
            remark.replacement = Some((wrong.span, format!("{}{ending}", spanish.1)));
        }
        out.push(remark);
    }
}

/// Whether a side in the source belongs to one of these parts, which is within a few words after it
/// or before it ("the knee, the right one").
fn speaks_of(talk: &Talk, at: usize, regions: &[u32], roots: &[Box<str>]) -> bool {
    let turn = talk.turn_of[at];
    if is_spanish(&talk.words[at]) {
        // "La rodilla izquierda, y el hombro derecho": the side belongs to the part before it.
        let start = talk.turn_words(turn as usize).0;
        let (before, roots_before) = parts_in(talk.words[start..at].iter().rev());
        if !before.is_empty() || !roots_before.is_empty() {
            return if regions.is_empty() {
                roots_before.iter().any(|root| roots.contains(root))
            } else {
                before.iter().any(|region| regions.contains(region))
            };
        }
    }
    let reach = if regions.is_empty() { 3 } else { 5 };
    let from = at.saturating_sub(reach);
    let to = (at + reach + 1).min(talk.words.len());
    (from..to).filter(|place| *place != at && talk.turn_of[*place] == turn).any(|place| {
        let word = &talk.words[place];
        if !word.is_letters() {
            return false;
        }
        match region(word) {
            Some(found) => regions.contains(&found),
            None => regions.is_empty() && roots.contains(&word.root),
        }
    })
}

/// Returns the last sentence of the turn before the one of a word, if another person asks it.
fn question_before(talk: &Talk, at: usize) -> Option<(usize, usize)> {
    let turn = talk.turn_of[at] as usize;
    let before = turn.checked_sub(1)?;
    let (_, end) = talk.turn_words(before);
    let last = end.checked_sub(1)?;
    let is_other = talk.turns[before].role != talk.turns[turn].role;
    (is_other && talk.is_asked(last)).then(|| (talk.segment(last).0, end))
}

/// Whether a word is the answer to "left or right?".
fn answers_choice(talk: &Talk, at: usize) -> bool {
    let first = talk.turn_words(talk.turn_of[at] as usize).0;
    at == first
        && question_before(talk, at).is_some_and(|(from, to)| {
            let asks = |own: Side| talk.words[from..to].iter().any(|word| side(word) == Some(own));
            asks(Side::Left) && asks(Side::Right)
        })
}

/// Whether a side answers a question about one of these parts: "Which knee is it?" "The right one."; or one
/// about the part that was named before: "My knee hurts." "Which one?" "The right."
fn answers_about(talk: &Talk, at: usize, regions: &[u32], roots: &[Box<str>]) -> bool {
    const WITHIN: usize = 6;
    const TURNS_BACK: usize = 2;
    let turn = talk.turn_of[at] as usize;
    let start = talk.turn_words(turn).0;
    let Some((asked, asked_end)) = question_before(talk, at) else { return false };
    if at - start > WITHIN || names_part(talk, at) {
        return false;
    }
    // A part of the body that is not in a region must be next to its side.
    let is_part = |word: &Word| match region(word) {
        Some(found) => regions.contains(&found),
        None => regions.is_empty() && roots.first() == Some(&word.root),
    };
    let question = &talk.words[asked..asked_end];
    if question.iter().any(is_part) {
        return true;
    }
    let (first, _) = talk.turn_words((turn - 1).saturating_sub(TURNS_BACK));
    let is_choice = question.iter().any(|word| lists().choice.has(word))
        && !question.iter().any(|word| region(word).is_some());
    let last = talk.words[first..asked].iter().rev().find(|word| region(word).is_some());
    is_choice && last.is_some_and(is_part)
}

/// Whether a word for a side has its part beside it, or does not mean a side: "the right arm", "right when I get up"; not
/// "the right one".
fn names_part(talk: &Talk, at: usize) -> bool {
    let is_apart = |word: Option<&Word>| {
        word.is_none_or(|word| {
            !word.is_letters() || lists().filler.has(word) || lists().after_object.has(word)
        })
    };
    let (start, end) = talk.turn_words(talk.turn_of[at] as usize);
    if is_spanish(&talk.words[at]) {
        return !is_apart(
            at.checked_sub(1).filter(|before| *before >= start).map(|before| &talk.words[before]),
        );
    }
    let next = talk.words.get(at + 1).filter(|_| at + 1 < end);
    let is_pronoun = next.is_some_and(|next| matches!(&*next.text, "one" | "side" | "mostly" | "mainly"));
    // "Right when I get up" does not name a side.
    let has_article = at > start
        && (lists().known_thing.has(&talk.words[at - 1]) || lists().at_place.has(&talk.words[at - 1]));
    let is_alone = next.is_none_or(|next| !next.is_letters()) || has_article && is_apart(next);
    !is_alone && !is_pronoun
}
