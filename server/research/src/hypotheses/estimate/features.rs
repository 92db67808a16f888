//! Turns the words around two names into numbered features.

use crate::cues::Cue;
use crate::hypotheses::lexicon::grammar::{DENYING_WORDS, HEDGE_BEGINNINGS, MODALS};
use crate::hypotheses::lexicon::nouns::{
    BETTER_ADJECTIVES, BETTER_NOUNS, LESS_ADJECTIVES, MORE_ADJECTIVES, REMOVAL_SUFFIXES,
};
use crate::hypotheses::lexicon::verbs::{PREPOSITIONAL_VERBS, VerbMeaning, effect_noun, verb};
use crate::hypotheses::relation::Sign;
use crate::vocabulary::EntityKind;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The maximum distance between two names, in bytes.
const MAX_DISTANCE: usize = 250;

/// The number of words on each side of the two names that are looked at.
const WINDOW: usize = 4;

/// The maximum number of sentences of a record that are told apart.
const MAX_COUNT: usize = 4;

/// The fewest letters that remain of a word without its ending.
const MIN_STEM: usize = 5;

/// A name in a sentence.
pub(super) struct Span {
    /// The byte range.
    pub(super) range: Range<usize>,
    /// The kind: a drug, a target or a condition.
    pub(super) kind: EntityKind,
}

/// A word, a punctuation mark or a name of a sentence.
struct Token {
    /// The word in lower case; empty for a name.
    word: String,
    /// The word without its ending.
    stem: String,
    /// The index of the name among the spans.
    span: Option<usize>,
}

/// A sentence in tokens.
pub(super) struct Sentence<'s> {
    tokens: Vec<Token>,
    spans: &'s [Span],
    is_question: bool,
}

impl<'s> Sentence<'s> {
    /// Splits a sentence. A span that overlaps an earlier one is ignored.
    pub(super) fn of(text: &str, spans: &'s [Span]) -> Sentence<'s> {
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by_key(|at| spans.get(*at).map(|span| (span.range.start, usize::MAX - span.range.end)));
        let mut tokens = Vec::new();
        let mut at = 0;
        for index in order {
            let Some(span) = spans.get(index).filter(|span| span.range.start >= at) else { continue };
            add_words(text.get(at..span.range.start).unwrap_or_default(), &mut tokens);
            tokens.push(Token { word: String::new(), stem: String::new(), span: Some(index) });
            at = span.range.end;
        }
        add_words(text.get(at..).unwrap_or_default(), &mut tokens);
        Sentence { tokens, spans, is_question: text.contains('?') }
    }

    /// Returns the pairs of a drug with a molecule or a condition, with the positions of their
    /// nearest mentions among the tokens; `ids` name what the spans mention.
    pub(super) fn pairs<Id: Copy + Ord>(&self, ids: &[Id]) -> Vec<((Id, Id), (usize, usize))> {
        let names: Vec<(usize, &Span, Id)> = self
            .tokens
            .iter()
            .enumerate()
            .filter_map(|(at, token)| Some((at, self.spans.get(token.span?)?, *ids.get(token.span?)?)))
            .collect();
        let mut nearest: BTreeMap<(Id, Id), (usize, (usize, usize))> = BTreeMap::new();
        for (drug_at, drug, from) in names.iter().filter(|(_, span, _)| span.kind == EntityKind::Drug) {
            for (other_at, other, to) in &names {
                let is_object = matches!(other.kind, EntityKind::Target | EntityKind::Condition);
                let (first, second) = if drug_at < other_at { (drug, other) } else { (other, drug) };
                let distance = second.range.start.saturating_sub(first.range.end);
                if !is_object || distance > MAX_DISTANCE {
                    continue;
                }
                let found = (distance, (*drug_at, *other_at));
                let known = nearest.entry((*from, *to)).or_insert(found);
                if distance < known.0 {
                    *known = found;
                }
            }
        }
        nearest.into_iter().map(|(ids, (_, places))| (ids, places)).collect()
    }

    /// Returns whether the sentence denies, supposes, asks or compares anything, or says that the
    /// drug was taken away. A denial may be far from both names.
    pub(super) fn is_guarded(&self, (drug, _): (usize, usize)) -> bool {
        let is_denied =
            |word: &str| DENYING_WORDS.contains(&word) || Cue::Comparison.is(word) || is_unsure(word);
        self.is_question || self.tokens.iter().any(|token| is_denied(&token.word)) || self.is_taken_away(drug)
    }

    /// Returns whether a word of effect is between two names or near them. Names alone say nothing: "metformin and amyloid in
    /// the same room".
    pub(super) fn has_effect_word(&self, (drug, other): (usize, usize)) -> bool {
        let (left, right) = (drug.min(other), drug.max(other));
        let end = (right + 1 + WINDOW).min(self.tokens.len());
        let near = self.tokens.get(left.saturating_sub(WINDOW)..end).unwrap_or_default();
        near.iter().any(|token| class(&token.word).is_some())
    }

    /// Returns whether words at a name take it away: `X deficiency`, `withdrawal of X`.
    fn is_taken_away(&self, at: usize) -> bool {
        let word =
            |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.word.as_str());
        let after = if word(Some(at + 1)) == "-" { at + 2 } else { at + 1 };
        let is_of = word(at.checked_sub(1)) == "of";
        let before = word(at.checked_sub(2));
        REMOVAL_SUFFIXES.contains(&word(Some(after))) || is_of && effect_noun(before) == Some(Sign::Decreases)
    }

    /// Returns the features of the words around a drug and another name.
    pub(super) fn features(&self, (drug, other): (usize, usize), is_title: bool) -> BTreeSet<u16> {
        let (left, right) = (drug.min(other), drug.max(other));
        let order = if drug < other { "<" } else { ">" };
        let is_condition = self
            .tokens
            .get(other)
            .and_then(|token| self.spans.get(token.span?))
            .is_some_and(|span| span.kind == EntityKind::Condition);
        let kinds = if is_condition { "DC" } else { "DT" };
        let stems = |range: Range<usize>| -> Vec<&str> {
            let range = range.start..range.end.min(self.tokens.len());
            self.tokens.get(range).unwrap_or_default().iter().map(|token| self.stem(token)).collect()
        };
        let classes = |range: Range<usize>| -> Vec<&str> {
            let range = range.start..range.end.min(self.tokens.len());
            self.tokens.get(range).unwrap_or_default().iter().filter_map(|token| class(&token.word)).collect()
        };
        let start = left.saturating_sub(WINDOW);
        let (before, between, after) =
            (stems(start..left), stems(left + 1..right), stems(right + 1..right + 1 + WINDOW));
        let (class_before, class_between, class_after) =
            (classes(start..left), classes(left + 1..right), classes(right + 1..right + 1 + WINDOW));
        let mut out = BTreeSet::new();
        let mut add = |parts: &[&str]| {
            out.insert(number(parts));
        };
        add(&["k", kinds]);
        add(&["o", kinds, order]);
        add(&["d", kinds, &(between.len().min(30) / 3).to_string()]);
        if is_title {
            add(&["title", kinds]);
        }
        for word in &between {
            add(&["m", word]);
            add(&["mo", order, word]);
        }
        for pair in between.windows(2) {
            add(&["2", order, pair[0], pair[1]]);
        }
        for (name, words) in [("p", &before), ("q", &after)] {
            words.iter().for_each(|word| add(&[name, order, word]));
        }
        for (name, classes) in [("cm", &class_between), ("cp", &class_before), ("cq", &class_after)] {
            for class in classes {
                add(&[name, class]);
                add(&[name, order, class]);
                add(&[name, kinds, order, class]);
            }
        }
        let joined = |classes: &[&str]| classes.iter().take(4).copied().collect::<String>();
        let last = |classes: &[&str], most: usize| {
            joined(classes.get(classes.len().saturating_sub(most)..).unwrap_or_default())
        };
        let first = |classes: &[&str], most: usize| {
            joined(classes.get(..most.min(classes.len())).unwrap_or_default())
        };
        let middle = joined(&class_between);
        add(&["CM", order, &middle]);
        add(&["CM", kinds, order, &middle]);
        add(&["CC", order, &last(&class_before, 2), &middle, &first(&class_after, 2)]);
        add(&["CC", kinds, order, &last(&class_before, 1), &middle, &first(&class_after, 1)]);
        for (name, words) in [("p", &before), ("l", &between)] {
            if let Some(word) = words.last() {
                add(&[name, "1", order, word]);
                add(&[
                    name,
                    "2",
                    order,
                    &words.get(words.len().saturating_sub(2)..).unwrap_or_default().join(" "),
                ]);
            }
        }
        for (name, words) in [("q", &after), ("f", &between)] {
            if let Some(word) = words.first() {
                add(&[name, "1", order, word]);
                add(&[name, "2", order, &words.get(..words.len().min(2)).unwrap_or_default().join(" ")]);
            }
        }
        if between.len() <= 4 {
            add(&["M", kinds, order, &between.join(" ")]);
        }
        out
    }

    /// Returns the stem of a word, or the mark of a name of some kind.
    fn stem<'t>(&'t self, token: &'t Token) -> &'t str {
        match token.span.and_then(|span| self.spans.get(span)).map(|span| span.kind) {
            None => &token.stem,
            Some(EntityKind::Drug) => "\u{1}D",
            Some(EntityKind::Condition) => "\u{1}C",
            Some(EntityKind::Target | EntityKind::Process) => "\u{1}T",
        }
    }
}

/// Returns the feature of the number of sentences of a record.
pub(super) fn count(sentences: usize) -> u16 {
    number(&["count", &sentences.min(MAX_COUNT).to_string()])
}

/// Numbers a feature: FNV-1a of its parts, folded to 16 bits. The same everywhere, because the
/// weights are stored by it.
fn number(parts: &[&str]) -> u16 {
    let mut hash: u32 = 0x811c_9dc5;
    for part in parts {
        for byte in part.bytes().chain([0x1f]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    let [a, b, c, d] = hash.to_le_bytes();
    u16::from_le_bytes([a ^ c, b ^ d])
}

fn add_words(text: &str, tokens: &mut Vec<Token>) {
    let mut push = |word: &str| {
        let word = word.to_lowercase();
        let stem = if word.starts_with(|c: char| c.is_ascii_digit()) { "#" } else { stem(&word) };
        let stem = stem.to_owned();
        tokens.push(Token { word, stem, span: None });
    };
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                push(text.get(from..at).unwrap_or_default());
                start = None;
            }
            _ => {}
        }
        if matches!(c, '%' | ',' | ';' | '(' | ')' | '-' | '/') {
            push(c.encode_utf8(&mut [0; 4]));
        }
    }
    if let Some(from) = start {
        push(text.get(from..).unwrap_or_default());
    }
}

/// Returns a word without its ending, so that forms of a word count together.
fn stem(word: &str) -> &str {
    const ENDINGS: &[&str] = &["ing", "ed", "es", "s", "e", "ion", "or", "ory", "ive"];
    let without = |ending: &&str| word.strip_suffix(*ending).filter(|rest| rest.len() >= MIN_STEM);
    ENDINGS.iter().find_map(without).unwrap_or(word)
}

/// Returns the class of a word of effect.
fn class(word: &str) -> Option<&'static str> {
    let is_cause = |(forms, _, meaning): &&(&[&str], &[&str], VerbMeaning)| {
        *meaning == VerbMeaning::More && forms.contains(&word)
    };
    if let Some((meaning, _)) = verb(word) {
        return match meaning {
            VerbMeaning::More => Some("+"),
            VerbMeaning::Less => Some("-"),
            VerbMeaning::Restore => Some("R"),
            VerbMeaning::Better => Some("G"),
            VerbMeaning::Worse => Some("B"),
            VerbMeaning::Something => Some("U"),
            VerbMeaning::AsTheObjectSays => None,
        };
    }
    if let Some(sign) = effect_noun(word) {
        return Some(match sign {
            Sign::Increases => "+",
            Sign::Decreases => "-",
            Sign::Affects | Sign::UsedFor => "U",
        });
    }
    let better = BETTER_ADJECTIVES.iter().chain(BETTER_NOUNS).find(|(known, _)| *known == word);
    match better {
        Some((_, true)) => Some("G"),
        Some((_, false)) => Some("B"),
        None if MORE_ADJECTIVES.contains(&word) => Some("+"),
        None if LESS_ADJECTIVES.contains(&word) => Some("-"),
        None if PREPOSITIONAL_VERBS.iter().any(|one| is_cause(&one)) => Some("C"),
        None => Cue::Treating.begins(word).then_some("T"),
    }
}

/// Returns whether a word makes what follows a supposition or a question.
fn is_unsure(word: &str) -> bool {
    let is_hedge = |beginning: &&str| {
        if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
    };
    MODALS.contains(&word)
        || HEDGE_BEGINNINGS.iter().any(is_hedge)
        || Cue::UnsureTogether.is(word)
        || Cue::Open.begins(word)
}
