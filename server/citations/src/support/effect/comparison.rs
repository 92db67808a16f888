//! Compares statements of which of two groups has more of something: `remission was more common
//! with surgery than with diet`.
//!
//! The words that only one of the two sides has distinguish them. A text states the same
//! comparison in words, in either order, or by the figures of both groups: `22 (73%) in the surgery
//! group and 4 (13%) in the diet group`.

use super::clause::clauses;
use super::grammar::is_same_root;
use super::is_no_finding;
use super::words::{Role, Word, words};
use crate::support::word_lists::WordList;
use referee_text::sentences::sentences;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The minimum share of the words of the outcome in a sentence about the same outcome.
const MIN_OUTCOME_SHARE: f64 = 0.6;

/// A claim that one of two groups has more or less of something than the other.
pub(crate) struct GroupComparison {
    /// The words of the first side alone.
    first: BTreeSet<String>,
    /// The words of the second side alone.
    second: BTreeSet<String>,
    /// The compared outcome.
    outcome: BTreeSet<String>,
    /// Whether the first side has more, or is better.
    is_more: bool,
    /// Whether it is better or worse, and not more or less.
    is_judged: bool,
}

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
fn pattern(text: &str) -> Regex {
    referee_text::pattern(text).unwrap()
}

/// The figures of two groups.
static FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d{1,6}(?:[.·]\d+)?\s*%?(?:\s*\((?P<share>\d{1,3}(?:[.·]\d+)?)\s*%[^)]*\))?";
    let name = r"(?:patients|participants|people|subjects|those|women|men)?\s*(?:in|for|with|among|receiving|of)\s+(?:the\s+)?(?P<name>[^,;()\d%]{2,60}?)\s*(?:\([^)]*\))?";
    let (first, second) = (format!("(?P<a>{number})\\s*{name}"), format!("(?P<b>{number})\\s*{name}"));
    let first = first.replace("<share>", "<share_a>").replace("<name>", "<name_a>");
    let second = second.replace("<share>", "<share_b>").replace("<name>", "<name_b>");
    pattern(&format!(
        r"(?i){first}\s*(?:,|;|\band\b|\bvs\b\.?|\bversus\b|\bv\b|\bcompared (?:with|to)\b)+\s*(?:and\s+)?{second}(?:[,;.(]|\band\b|\bper\b|$)"
    ))
});

/// The object of a comparison at the start of a sentence: `Compared with women, men …`.
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:[A-Z]+:?\s+)?(?:as\s+)?(?:when\s+)?(?:compared|in comparison|relative)\s+(?:with|to)\s+(?P<object>[^,;]{2,80}),\s*(?P<rest>.+)$",
    )
});

/// One side of a comparison in words, the sign of its first side, and whether that is a judgement.
struct Sides {
    first: Vec<String>,
    second: Vec<String>,
    /// The words after the second side.
    after: Vec<String>,
    is_more: bool,
    is_judged: bool,
}

impl GroupComparison {
    /// Parses a claim; `None` if it compares no two groups.
    pub(crate) fn read(claim: &str) -> Option<GroupComparison> {
        if words(claim).iter().any(|word| word.role == Role::Denial) {
            return None;
        }
        let sides = sides(claim)?;
        let (all_first, all_second): (BTreeSet<String>, BTreeSet<String>) =
            (sides.first.iter().cloned().collect(), sides.second.iter().cloned().collect());
        let (subject, rest) = split_subject(claim)?;
        let second: BTreeSet<String> = all_second.difference(&all_first).cloned().collect();
        let first: BTreeSet<String> = subject.difference(&all_second).cloned().collect();
        let outcome: BTreeSet<String> = rest
            .iter()
            .chain(&sides.after)
            .filter(|root| !first.contains(*root) && !second.contains(*root))
            .cloned()
            .collect();
        if first.is_empty() || second.is_empty() || outcome.is_empty() {
            return None;
        }
        Some(GroupComparison { first, second, outcome, is_more: sides.is_more, is_judged: sides.is_judged })
    }

    /// Returns the sentence of a text that states the comparison the other way round; `None` if
    /// another sentence agrees.
    pub(crate) fn contradicted_by(&self, text: &str) -> Option<String> {
        let mut found = None;
        for range in sentences(text) {
            let Some(sentence) = text.get(range) else { continue };
            if is_no_finding(sentence) {
                continue;
            }
            match self.stated_in(sentence) {
                Some(true) => return None,
                Some(false) => {
                    found.get_or_insert_with(|| sentence.to_owned());
                }
                None => {}
            }
        }
        found
    }

    /// Returns whether a sentence states the same comparison (`true`) or the opposite one (`false`).
    fn stated_in(&self, sentence: &str) -> Option<bool> {
        let all: Vec<Word> = words(sentence);
        if all.iter().any(|word| word.role == Role::Denial) || !self.is_about_outcome(&all) {
            return None;
        }
        let in_words = std::iter::once(sentence.to_owned())
            .chain(clauses(sentence))
            .find_map(|clause| self.in_words(&clause));
        in_words.or_else(|| self.in_figures(sentence))
    }

    fn is_about_outcome(&self, words: &[Word]) -> bool {
        let has = |root: &&String| words.iter().any(|word| is_same_root(&word.root, root));
        #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
        let share = self.outcome.iter().filter(has).count() as f64 / self.outcome.len() as f64;
        share >= MIN_OUTCOME_SHARE
    }

    fn in_words(&self, clause: &str) -> Option<bool> {
        let sides = sides(clause)?;
        let order = self.order(&sides.first, &sides.second)?;
        (sides.is_judged == self.is_judged).then_some((sides.is_more == self.is_more) == order)
    }

    fn in_figures(&self, sentence: &str) -> Option<bool> {
        if self.is_judged {
            return None;
        }
        let found = FIGURES.captures(sentence)?;
        let roots = |name: &str| -> Vec<String> {
            let text = found.name(name).map_or("", |name| name.as_str());
            words(text).into_iter().map(|word| word.root).collect()
        };
        let order = self.order(&roots("name_a"), &roots("name_b"))?;
        let number = |text: &str| -> Option<f64> {
            let digits: String =
                text.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | '·')).collect();
            digits.replace('·', ".").parse().ok()
        };
        let share = |name: &str| number(found.name(name)?.as_str());
        let (first, second) = match (share("share_a"), share("share_b")) {
            (Some(first), Some(second)) => (first, second),
            (None, None) => {
                let (a, b) = (found.name("a")?.as_str(), found.name("b")?.as_str());
                if a.contains('%') != b.contains('%') {
                    return None;
                }
                (number(a)?, number(b)?)
            }
            _ => return None,
        };
        // A difference that may be due to chance does not count.
        let is_clear = (first - second).abs() > MIN_CLEAR_DIFFERENCE * first.max(second);
        is_clear.then_some(((first > second) == self.is_more) == order)
    }

    /// Returns whether the sides of a text are in the order of the claim; `None` if they are not
    /// the same two groups.
    fn order(&self, first: &[String], second: &[String]) -> Option<bool> {
        let has = |side: &BTreeSet<String>, words: &[String]| {
            side.iter().any(|root| words.iter().any(|word| is_same_root(word, root)))
        };
        let (a_first, a_second) = (has(&self.first, first), has(&self.first, second));
        let (b_first, b_second) = (has(&self.second, first), has(&self.second, second));
        match (a_first, a_second, b_first, b_second) {
            (true, false, false, true) => Some(true),
            (false, true, true, false) => Some(false),
            _ => None,
        }
    }
}

/// The minimum difference of two figures, as a share of the larger one.
const MIN_CLEAR_DIFFERENCE: f64 = 0.15;

/// Returns the content words before the verb of a claim, and those after it up to the object of the
/// comparison.
fn split_subject(claim: &str) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
    let words = words(claim);
    let verb = (1..words.len()).find(|at| {
        let before = words.get(at - 1);
        words.get(*at).is_some_and(|word| word.begins_predicate(before))
    });
    let object = object_at(&words)?;
    let content = |range: std::ops::Range<usize>| -> BTreeSet<String> {
        words
            .get(range)
            .into_iter()
            .flatten()
            .filter(|word| word.role == Role::Content)
            .map(|word| word.root.clone())
            .collect()
    };
    // `Remission occurs more in people with X than in people with Y`: the groups follow the verb.
    let place = (0..object).rev().find(|at| {
        words
            .get(*at)
            .is_some_and(|word| matches!(word.text.as_str(), "in" | "among" | "with" | "for" | "after"))
    });
    let repeats = words
        .get(object)
        .is_some_and(|word| matches!(word.text.as_str(), "in" | "among" | "with" | "for" | "after"));
    match (place, repeats) {
        (Some(place), true) => Some((content(place..object), content(0..place))),
        _ => {
            let sign = words.iter().position(|word| word.role.is_direction());
            let verb = verb.or(sign).filter(|verb| *verb < object)?;
            Some((content(0..verb), content(verb..object)))
        }
    }
}

/// Returns the index of the first word of the object of a comparison: after `than`, `compared with`.
fn object_at(words: &[Word]) -> Option<usize> {
    words.iter().enumerate().find_map(|(at, word)| match word.text.as_str() {
        "than" | "versus" | "vs" => Some(at + 1),
        "compared" | "relative" => {
            let next = words.get(at + 1)?;
            matches!(next.text.as_str(), "with" | "to").then_some(at + 2)
        }
        _ => None,
    })
}

/// Reads the two sides of a comparison in words.
fn sides(clause: &str) -> Option<Sides> {
    let leading = LEADING.captures(clause);
    let part = |name: &str| leading.as_ref().and_then(|found| found.name(name)).map(|part| part.as_str());
    let (left, right) = match (part("rest"), part("object")) {
        (Some(rest), Some(object)) => (words(rest), words(object)),
        _ => {
            let mut left = words(clause);
            let object = object_at(&left)?;
            let right = left.split_off(object);
            (left, right)
        }
    };
    let mut signs = left.iter().filter(|word| word.role.is_direction()).map(|word| word.role);
    let role = signs.next()?;
    if signs.next().is_some() || right.iter().any(|word| word.role.is_direction() || word.text == "than") {
        return None;
    }
    let (is_more, is_judged) = match role {
        Role::More => (true, false),
        Role::Less => (false, false),
        Role::Better => (true, true),
        Role::Worse => (false, true),
        _ => return None,
    };
    let is_content = |word: &&Word| word.role == Role::Content;
    let first: Vec<String> = left.iter().filter(is_content).map(|word| word.root.clone()).collect();
    // The group ends at the preposition after it: `than Y in reducing pain`.
    let mut end = right.len();
    let mut is_named = false;
    for (at, word) in right.iter().enumerate() {
        if is_named && WordList::Preposition.has(&word.text) {
            end = at;
            break;
        }
        is_named |= word.role == Role::Content && !first.contains(&word.root);
    }
    let roots = |words: &[Word]| -> Vec<String> {
        words.iter().filter(is_content).map(|word| word.root.clone()).collect()
    };
    let (group, after) = right.split_at(end);
    Some(Sides { first, second: roots(group), after: roots(after), is_more, is_judged })
}

#[cfg(test)]
mod tests {
    use super::GroupComparison;

    fn contradicted(claim: &str, text: &str) -> bool {
        GroupComparison::read(claim).is_some_and(|claim| claim.contradicted_by(text).is_some())
    }

    #[test]
    fn the_other_group_has_more() {
        for (claim, text) in [
            (
                "Omnivores produce less trimethylamine than vegans.",
                "Omnivores produced more trimethylamine than did vegans.",
            ),
            (
                "Remission occurs more in people with diet than in people with surgery.",
                "Remission was achieved by 22 (73%) in the surgery group and 4 (13%) in the diet group.",
            ),
            (
                "Mortality was higher in boys than in girls.",
                "The early neonatal mortality was 29 in boys and 69 in girls per 1000 live births.",
            ),
            (
                "Men have a lower risk of pneumonia than women.",
                "Compared with women, men had a higher risk of pneumonia.",
            ),
            (
                "Patients with warfarin have a lower risk of haemorrhage compared with patients with apixaban.",
                "The risk of haemorrhage was lower with apixaban than with warfarin.",
            ),
        ] {
            assert!(contradicted(claim, text), "{claim} / {text}");
        }
    }

    #[test]
    fn the_same_comparison_or_another_one_agrees() {
        for (claim, text) in [
            (
                "Omnivores produce more trimethylamine than vegans.",
                "Omnivores produced more trimethylamine than did vegans.",
            ),
            (
                "Omnivores produce more trimethylamine than vegans.",
                "Vegans produced less trimethylamine than omnivores.",
            ),
            (
                "Mortality was higher in girls than in boys.",
                "The early neonatal mortality was 29 in boys and 69 in girls per 1000 live births.",
            ),
            ("Mortality was higher in boys than in girls.", "The mean age was 29 in boys and 69 in girls."),
            ("Mortality was higher in boys than in girls.", "The mortality was 68 in boys and 69 in girls."),
            ("Mortality was higher in boys than in girls.", "Mortality was not lower in boys than in girls."),
            (
                "Men have a lower risk of pneumonia than women.",
                "Compared with children, men had a higher risk of pneumonia.",
            ),
        ] {
            assert!(!contradicted(claim, text), "{claim} / {text}");
        }
    }
}
