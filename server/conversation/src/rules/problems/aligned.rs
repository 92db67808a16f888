//! Compares a statement with the passage of the source that has most of its words, for statements
//! about things that `problems.tsv` lacks: "denies having a pacemaker".

use super::super::definitions::NEGATION_DIFFERS;
use super::super::remark::{Evidence, SourceRemark};
use super::side::side_of;
use crate::note::{Claim, Item, Note};
use crate::talk::{State, Talk};
use crate::vocabulary::{self, Reach, lists, problems};
use crate::words::{Word, WordKind, shown};
use referee_findings::Severity;
use referee_text::Message;

/// The maximum distance from the word that is looked for to the others of the statement, in words.
const WITHIN: usize = 16;
/// The minimum share of the words of a statement that a passage has, by weight.
const MIN_SHARE: f64 = 0.5;
/// By how much the share of a passage may fall short of the best one.
const TOLERANCE: f64 = 0.12;
/// A word that the source has more often than this does not identify a passage.
const MAX_PLACES: usize = 12;
/// A statement of a single word needs a word of this length that is this rare in the source.
const SINGLE: (usize, usize) = (5, 3);

/// A word that the source has no more often than this is rare.
const RARE: usize = 2;

/// The maximum distance of a side from what it belongs to, in words.
const SIDE_WITHIN: usize = 5;
/// The maximum length of a name in a list of findings, in words.
const MAX_NAMED: usize = 4;
/// The maximum reach of a denial, in words.
const REACH: usize = 10;
/// The distance of a denied verb from its object, in words.
const VERB_WITHIN: usize = 4;

/// A word of a statement and the places of the source that have it.
struct Feature {
    places: Vec<(usize, usize)>,
    weight: f64,
    /// Whether it names the thing itself, not a place or a circumstance.
    is_core: bool,
}

/// A passage of the source that has words of a statement.
struct Passage {
    words: (usize, usize),
    share: f64,
    matched: usize,
    state: State,
}

/// Reports a statement that the passage with most of its words contradicts.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    item: &Item,
    known: Option<(usize, usize, usize)>,
    out: &mut Vec<SourceRemark>,
) {
    let is_reporting = lists().reporting.has(&note.words[item.cue]);
    let first = item.words.0;
    // "The coupon that was recommended": the source need not contain the relative clause.
    let end = (first + 1..clause_end(note, item))
        .find(|at| lists().relative.has(&note.words[*at]))
        .unwrap_or_else(|| clause_end(note, item));
    let of_family = note.words[item.cue..end].iter().any(|word| lists().family.has(word));
    let is_hypothetical = note.words[first..end].iter().any(|word| lists().case.has(word));
    let is_elsewhere = note.words[first..end].iter().any(|word| lists().elsewhere.has(word));
    // "No" in a list of findings is often an observation; a verb says that the patient was asked.
    // "No current pain" goes with earlier pain.
    let is_of_now =
        item.claim == Claim::Denied && note.words[item.cue..end].iter().any(|word| lists().now.has(word));
    let is_listed = matches!(&*note.words[item.cue].text, "no" | "nil" | "not" | "n't");
    if (item.claim != Claim::Named && !is_reporting)
        || (item.claim == Claim::Denied && is_listed)
        || is_hypothetical
        || is_elsewhere
        || is_of_now
    {
        return;
    }
    if item.claim == Claim::Named && item.words.1 - first > MAX_NAMED {
        return;
    }
    // "Takes ibuprofen" is compared as a drug.
    if item.claim == Claim::Named && (first..end).any(|at| vocabulary::drug_at(&note.words, at).is_some()) {
        return;
    }
    let mut features = features(note, talk, (first, item.words.1.min(end), end), known);
    // "Bowel symptoms" names no more than the part of the body; "arm or fingers" names its end.
    if let [one] = features.as_mut_slice()
        && item.claim != Claim::Denied
    {
        one.is_core = true;
    }
    let core = features.iter().filter(|feature| feature.is_core).count();
    if core == 0 {
        return;
    }
    let mut passages = passages(talk, &features, of_family);
    // "Denies ever being diagnosed" is not contradicted by what is found today.
    let is_earlier = note.words[item.cue..end].iter().any(|word| lists().earlier.has(word));
    // "Denies weight changes", "difficulty moving the arm": that the weight is spoken of is no change, and
    // an arm that does not move is the difficulty.
    let is_trouble = note.words[item.cue..end].iter().any(|word| lists().trouble.has(word));
    let is_disease = known.is_some_and(|(problem, _, _)| problems()[problem].kind == "problem");
    let own_side = note.words[first..end].iter().find_map(side_of);
    passages.retain(|one| {
        let (at, stop) = one.words;
        let around = &talk.words[at.saturating_sub(SIDE_WITHIN)..(stop + SIDE_WITHIN).min(talk.words.len())];
        // "Have you ever injured this arm?" names no side.
        let is_other = |own: bool| around.iter().any(|word| side_of(word) == Some(!own));
        let is_of_side =
            own_side.is_none_or(|own| !is_other(own) || around.iter().any(|word| side_of(word) == Some(own)));
        let is_today = item.claim == Claim::Denied
            && is_earlier
            && one.state == State::Present
            && !talk.is_past(at, stop)
            && !talk.has_had(at)
            && !(is_disease && talk.is_of_patient(at, stop));
        let asks_earlier = is_asked_of_earlier(talk, at);
        // "Have you ever hurt your foot before?" is not about today's pain.
        let is_of_then = item.claim != Claim::Denied && !is_earlier && asks_earlier;
        let is_of_trouble =
            !is_trouble || one.state == State::Unclear || around.iter().any(|word| lists().trouble.has(word));
        is_of_side && is_of_trouble && !is_of_then && (!is_today || asks_earlier)
    });
    let needed = match features.as_slice() {
        [_] => 1,
        [one, other]
            if item.claim == Claim::Denied
                && known.is_none()
                && (one.places.is_empty() || other.places.is_empty()) =>
        {
            1
        }
        _ => 2,
    };
    let best = passages.iter().filter(|one| one.matched >= needed).map(|one| one.share).fold(0.0, f64::max);
    // A word that the source has once or twice identifies a passage without the others.
    let is_rare = item.claim == Claim::Denied
        && known.is_none()
        && features.iter().any(|one| one.is_core && (1..=RARE).contains(&one.places.len()));
    if best < MIN_SHARE || (item.claim != Claim::Reported && best < 1.0 && features.len() <= 2 && !is_rare) {
        return;
    }
    let like: Vec<&Passage> =
        passages.iter().filter(|one| one.matched >= needed && one.share >= best - TOLERANCE).collect();
    let (against, same) = match item.claim {
        Claim::Denied => (State::Present, State::Denied),
        Claim::Reported | Claim::Named => (State::Denied, State::Present),
    };
    let is_said = |one: &&&Passage| one.state != same;
    // An answer that names the thing settles the question before it.
    let turn = |one: &Passage| talk.turn_of[one.words.0];
    let is_settled = |one: &Passage| {
        like.iter().any(|later| {
            later.state != State::Unclear && turn(later) > turn(one) && turn(later) <= turn(one) + 2
        })
    };
    let is_unsettled =
        |one: &&Passage| one.state == State::Unclear && item.claim == Claim::Named && !is_settled(one);
    // "Reports any injury" goes with a denial; a question without a clear answer is enough.
    let is_against = like.iter().any(|one| {
        one.state == against || (item.is_open && one.state == State::Unclear && talk.is_asked(one.words.0))
    });
    if like.iter().any(|one| one.state == same || is_unsettled(one)) || !is_against {
        return;
    }
    let named: Vec<Word> =
        note.words[first..item.words.1].iter().filter(|word| word.is_letters()).cloned().collect();
    let name = shown(&named);
    let (english, spanish) = match item.claim {
        Claim::Denied => ("denied here, present in the source", "se niega aquí, presente en la fuente"),
        _ => ("present here, denied in the source", "presente aquí, se niega en la fuente"),
    };
    out.push(
        SourceRemark::new(
            &NEGATION_DIFFERS,
            Severity::Information,
            note.span(item.cue.min(first), item.words.1),
            Message::new(format!("{name}: {english}."), format!("{name}: {spanish}.")),
        )
        .with(like.iter().filter(is_said).map(|one| Evidence::of(talk, one.words.0, one.words.1))),
    );
}

/// Whether a question about an earlier time contains the word: "have you ever had".
fn is_asked_of_earlier(talk: &Talk, at: usize) -> bool {
    let (start, stop) = talk.segment(at);
    talk.is_asked(at) && talk.words[start..stop].iter().any(|word| lists().earlier.has(word))
}

/// Returns the end of the clause of an item: "chest pain while doing exercises for his knee".
fn clause_end(note: &Note, item: &Item) -> usize {
    let (_, end) = note.sentences[item.sentence].words;
    let is_end = |word: &Word| {
        matches!(word.kind, WordKind::Mark(',' | ';' | '(' | ')' | ':' | '/') | WordKind::LineEnd)
            || lists().denial.has(word)
            || lists().present.has(word)
            || matches!(&*word.text, "and" | "or" | "nor" | "y" | "o" | "ni")
            || (lists().clause_end.has(word) && !lists().qualifier.has(word))
    };
    (item.words.1..end).find(|at| is_end(&note.words[*at])).unwrap_or(end)
}

fn features(
    note: &Note,
    talk: &Talk,
    (first, core_end, end): (usize, usize, usize),
    known: Option<(usize, usize, usize)>,
) -> Vec<Feature> {
    let weight = |places: usize| if places == 0 { 1.0 } else { 1.5 / (1.0 + (places as f64).ln()) };
    let mut out = Vec::new();
    let mut seen: Vec<&Word> = Vec::new();
    if let Some((problem, _, _)) = known {
        let places: Vec<(usize, usize)> = talk
            .problem(problem)
            .iter()
            .filter(|mention| matches!(mention.reach, Reach::Exact | Reach::Narrow))
            .map(|mention| mention.words)
            .collect();
        out.push(Feature { weight: weight(places.len()), places, is_core: true });
    }
    let drug = (first..end).find_map(|at| {
        let (name, length) = vocabulary::drug_at(&note.words, at)?;
        (!name.is_class).then_some((at, at + length, &name.drugs))
    });
    if let Some((_, _, drugs)) = drug {
        let is_it = |said: &&crate::talk::DrugMention| vocabulary::share_substance(&said.sure, drugs);
        let places: Vec<(usize, usize)> = talk.drugs.iter().filter(is_it).map(|said| said.words).collect();
        out.push(Feature { weight: weight(places.len()), places, is_core: true });
    }
    for at in first..end {
        let word = &note.words[at];
        let is_of_problem = drug.is_some_and(|(from, to, _)| (from..to).contains(&at));
        let is_of_problem = is_of_problem || known.is_some_and(|(_, from, to)| (from..to).contains(&at));
        if !word.is_letters()
            || is_of_problem
            || lists().filler.has(word)
            || lists().earlier.has(word)
            || lists().trouble.has(word)
            || lists().general.has(word)
            || lists().using.has(word)
            || vocabulary::unit(&word.text).is_some()
            || seen.iter().any(|known| known.root == word.root)
        {
            continue;
        }
        seen.push(word);
        let places: Vec<(usize, usize)> = if lists().ache.has(word) {
            talk.ache_places().iter().map(|at| (*at, at + 1)).collect()
        } else {
            let known = talk.by_root.get(&word.root).map_or(&[][..], Vec::as_slice);
            known.iter().map(|place| (*place as usize, *place as usize + 1)).collect()
        };
        let is_core = known.is_none()
            && at < core_end
            && places.len() <= MAX_PLACES
            && vocabulary::region(word).is_none()
            && !lists().family.has(word);
        out.push(Feature { weight: weight(places.len()), places, is_core });
    }
    // "Problems with her right knee" names no more than trouble with a part of the body.
    let is_of_place = !out.is_empty() && out.iter().all(|feature| !feature.is_core);
    if is_of_place && (first..core_end).any(|at| lists().trouble.has(&note.words[at])) {
        let places: Vec<(usize, usize)> = (0..talk.words.len())
            .filter(|at| lists().trouble.has(&talk.words[*at]))
            .map(|at| (at, at + 1))
            .collect();
        out.push(Feature { weight: weight(places.len()), places, is_core: true });
    }
    let is_weak = |feature: &Feature, length: usize| length < SINGLE.0 || feature.places.len() > SINGLE.1;
    // "Denies use of Tylenol" names all that it is about.
    if drug.is_some() && out.len() == 1 {
        return out;
    }
    if let ([one], [word]) = (out.as_slice(), seen.as_slice())
        && is_weak(one, word.text.len())
    {
        return Vec::new();
    }
    // A known problem alone is compared by its own rule.
    if known.is_some() && out.len() < 2 {
        return Vec::new();
    }
    out
}

fn passages(talk: &Talk, features: &[Feature], of_family: bool) -> Vec<Passage> {
    let total: f64 = features.iter().map(|feature| feature.weight).sum();
    let mut out: Vec<Passage> = Vec::new();
    for feature in features.iter().filter(|feature| feature.is_core) {
        for (at, stop) in &feature.places {
            let turn = talk.turn_of[*at];
            let is_near =
                |place: &(usize, usize)| talk.turn_of[place.0] == turn && place.0.abs_diff(*at) <= WITHIN;
            let near: Vec<&Feature> =
                features.iter().filter(|other| other.places.iter().any(is_near)).collect();
            let share = near.iter().map(|other| other.weight).sum::<f64>() / total;
            let is_told = || talk.is_told_of_patient(*at);
            let state = match talk.state_in(*at, *stop, of_family) {
                // "I did not try the coupon".
                State::Present if is_negated_near(talk, *at, VERB_WITHIN) => State::Denied,
                State::Present if is_negated_near(talk, *at, REACH) => State::Unclear,
                state if talk.is_of_patient(*at, *stop) || state == State::Unclear => state,
                State::Denied if of_family => State::Denied,
                // "You had a stent placed": the clinician tells what is known.
                State::Present if is_told() && !talk.is_examined(*at) => State::Present,
                _ => continue,
            };
            out.push(Passage { words: (*at, *stop), share, matched: near.len(), state });
        }
    }
    out
}

/// Whether a denial precedes a word in its segment, however far its reach.
fn is_negated_near(talk: &Talk, at: usize, reach: usize) -> bool {
    let (start, _) = talk.segment(at);
    (start.max(at.saturating_sub(reach))..at).any(|place| lists().negation.has(&talk.words[place]))
}
