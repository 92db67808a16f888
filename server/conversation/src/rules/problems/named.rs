//! What problem the words of a note name, and where the source has the same words.

use crate::note::Note;
use crate::talk::Talk;
use crate::vocabulary::{Gap, NamedForm, Reach, forms_at, lists, problems};

/// Returns the forms of problems, procedures left out, that words of a note contain.
fn forms_in(note: &Note, first: usize, end: usize) -> impl Iterator<Item = (usize, NamedForm)> {
    (first..end).flat_map(move |at| forms_at(&note.words, at, Gap::Link).map(move |form| (at, form))).filter(
        move |(_, form)| {
            form.reach == Reach::Exact && form.end <= end && problems()[form.problem].kind != "procedure"
        },
    )
}

/// Returns the problem that words of a note name, with the words that name it.
pub(super) fn known_at(note: &Note, first: usize, end: usize) -> Option<(usize, usize, usize)> {
    let (problem, _) = problem_of(note, first, end)?;
    forms_in(note, first, end)
        .filter(|(_, form)| form.problem == problem)
        .map(|(at, form)| (problem, at, form.end))
        .max_by_key(|(_, at, stop)| stop - at)
}

/// Returns the end of the longest name of a problem that begins at a word.
pub(super) fn longest_name(note: &Note, first: usize, end: usize) -> usize {
    let names = forms_in(note, first, end).take_while(|(at, _)| *at == first);
    names.map(|(_, form)| form.end).max().unwrap_or(first)
}

/// Returns the problem that words of a note name, and the length of the form.
pub(super) fn problem_of(note: &Note, first: usize, end: usize) -> Option<(usize, usize)> {
    // Of two problems with the same words, prefer the one that has them as its first form.
    let weight = |at: usize, form: &NamedForm| 2 * (form.end - at) + usize::from(form.rank == 0);
    forms_in(note, first, end)
        .map(|(at, form)| (form.problem, weight(at, &form)))
        .max_by_key(|(problem, weight)| (*weight, std::cmp::Reverse(*problem)))
}

/// Returns the problem of a word that shares its noun with the next: "bowel/urinary symptoms".
pub(super) fn shared_noun(note: &Note, first: usize, end: usize) -> Option<(usize, usize)> {
    const WITHIN: usize = 4;
    let is_joined = end == first + 1
        && note.words.get(end).is_some_and(|joint| joint.is_mark('/') || matches!(&*joint.text, "or" | "o"));
    let noun = note.words.get(end + 1..(end + WITHIN).min(note.words.len())).filter(|_| is_joined)?;
    let noun = noun.iter().find(|word| lists().trouble.has(word) || lists().general.has(word))?;
    let words = [note.words[first].clone(), noun.clone()];
    let form = forms_at(&words, 0, Gap::Link).find(|form| form.reach == Reach::Exact && form.end == 2)?;
    Some((form.problem, form.end))
}

/// Finds the places where all content words of an item occur close together. A word for pain counts as
/// any other ("knee pain", "my knee hurts") and is the place of the mention.
pub(super) fn literal(note: &Note, talk: &Talk, core: &[usize]) -> Vec<(usize, usize)> {
    const WITHIN: usize = 6;
    const ACHE_WITHIN: usize = 4;
    let is_ache = |at: &usize| lists().ache.has(&note.words[*at]);
    let places = |at: &usize| -> Vec<usize> {
        if core.len() > 1 && is_ache(at) {
            return talk.ache_places().to_vec();
        }
        let places = talk.by_root.get(&note.words[*at].root).map_or(&[][..], Vec::as_slice);
        places.iter().map(|place| *place as usize).collect()
    };
    let first = core.iter().find(|at| is_ache(at)).or(core.first());
    let Some(first) = first else { return Vec::new() };
    let rest: Vec<Vec<usize>> = core.iter().filter(|at| *at != first).map(places).collect();
    let is_of_ache = core.len() > 1 && is_ache(first);
    let reach = if is_of_ache { ACHE_WITHIN } else { WITHIN };
    // "Body aches, joint pain": the pain belongs to the part on its side of the comma.
    let is_apart = |a: usize, b: usize| {
        is_of_ache && talk.words[a.min(b)..a.max(b)].iter().any(|word| word.is_mark(','))
    };
    let mut out = Vec::new();
    for place in places(first) {
        let mut range = (place, place + 1);
        let is_all = rest.iter().all(|others| {
            let near = others.iter().find(|found| {
                found.abs_diff(place) <= reach
                    && talk.segment_of[**found] == talk.segment_of[place]
                    && !is_apart(**found, place)
            });
            if let Some(near) = near.filter(|_| !is_of_ache) {
                range = (range.0.min(*near), range.1.max(*near + 1));
            }
            near.is_some()
        });
        if is_all {
            out.push(range);
        }
    }
    out
}
