//! Detects from the comment or the summary that a paper was withdrawn.
//!
//! arXiv lacks a field for it: authors write a sentence in the comment, or replace the summary. A
//! sentence counts only if its subject is the paper: patients, drugs and consent are withdrawn too,
//! and papers are withdrawn from conferences.

use crate::word_lists::WordLists;
use std::sync::LazyLock;

/// The lists in the table `data/withdrawal.tsv`, which documents the use of each.
struct Vocabulary {
    works: &'static [&'static str],
    auxiliaries: &'static [&'static str],
    modifiers: &'static [&'static str],
    openers: &'static [&'static str],
    authors: &'static [&'static str],
    decisions: &'static [&'static str],
    reasons: &'static [&'static str],
    here: &'static [&'static str],
}

static LISTS: LazyLock<WordLists> =
    LazyLock::new(|| WordLists::read(include_str!("../../../data/withdrawal.tsv")));

static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
    works: LISTS.of("works"),
    auxiliaries: LISTS.of("auxiliaries"),
    modifiers: LISTS.of("modifiers"),
    openers: LISTS.of("openers"),
    authors: LISTS.of("authors"),
    decisions: LISTS.of("decisions"),
    reasons: LISTS.of("reasons"),
    here: LISTS.of("here"),
});

/// Returns whether a comment or the first sentence of a summary says that the paper was withdrawn.
pub(super) fn is_withdrawn(comment: &str, summary: &str) -> bool {
    sentences(comment).any(says_so) || sentences(summary).next().is_some_and(says_so)
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?'])
        .scan(0_usize, |end, piece| {
            let start = *end;
            *end += piece.len();
            Some((start, *end))
        })
        // A dot inside a word does not end a sentence: "v1.2", "arXiv.org".
        .scan(0_usize, move |begin, (_, end)| {
            let rest = text.get(end..).unwrap_or_default();
            if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
                return Some(None);
            }
            let sentence = text.get(*begin..end);
            *begin = end;
            Some(sentence)
        })
        .flatten()
}

/// Returns whether a sentence says that the paper that it belongs to was withdrawn.
fn says_so(sentence: &str) -> bool {
    let clauses = sentence.to_lowercase();
    clauses.split([',', ';', ':', '(', ')', '[', ']', '*', '—', '–']).any(|clause| {
        let words: Vec<&str> = clause
            .split(|c: char| !(c.is_alphanumeric() || c == '-'))
            .map(|word| word.trim_matches('-'))
            .filter(|word| !word.is_empty())
            .map(|word| {
                if word == "e-print" {
                    "eprint"
                } else if word == "pre-print" {
                    "preprint"
                } else {
                    word
                }
            })
            .collect();
        (0..words.len()).any(|at| {
            let (before, after) =
                (words.get(..at).unwrap_or_default(), words.get(at + 1..).unwrap_or_default());
            match words.get(at) {
                Some(&"withdrawn") => is_passive(before, after) || is_active(before, after),
                Some(&("withdraw" | "withdrew")) => is_active(before, after),
                _ => false,
            }
        })
    })
}

/// Matches the passive: "This paper has been withdrawn", "paper withdrawn", "withdrawn due to an
/// error".
fn is_passive(before: &[&str], after: &[&str]) -> bool {
    let subject = without_last(before, WORDS.auxiliaries);
    if is_from_elsewhere(after) {
        return false;
    }
    let Some((noun, rest)) = subject.split_last() else {
        // The clause begins with "withdrawn".
        return match after {
            [] => true,
            [first, rest @ ..] if WORDS.works.contains(first) => {
                rest.first().is_none_or(|word| WORDS.reasons.contains(word)) && !is_from_elsewhere(rest)
            }
            [first, ..] => WORDS.reasons.contains(first) || *first == "from",
        };
    };
    WORDS.works.contains(noun) && begins_clause(rest)
}

/// Matches the active: "We have withdrawn this article", "the authors withdraw the paper".
fn is_active(before: &[&str], after: &[&str]) -> bool {
    let subject = without_last(before, WORDS.decisions);
    let object = without_first(after, WORDS.modifiers);
    let is_work = object.first().is_some_and(|noun| WORDS.works.contains(noun));
    let rest = object.get(1..).unwrap_or_default();
    is_work
        && object.len() < after.len()
        && !is_from_elsewhere(rest)
        && subject.split_last().is_some_and(|(who, rest)| WORDS.authors.contains(who) && begins_clause(rest))
}

/// Returns whether these words may precede the subject of a clause. The subject of "A version of
/// this paper" is the version, not the paper.
fn begins_clause(words: &[&str]) -> bool {
    let rest = without_last(words, WORDS.modifiers);
    match rest.split_last() {
        None => true,
        Some((&"of", [.., noun])) if WORDS.works.contains(noun) => {
            begins_clause(rest.get(..rest.len().saturating_sub(2)).unwrap_or_default())
        }
        Some((word, _)) => WORDS.openers.contains(word),
    }
}

/// Returns whether the paper was withdrawn from a conference or a journal.
fn is_from_elsewhere(after: &[&str]) -> bool {
    match after {
        ["from", rest @ ..] => {
            !without_first(rest, &["the", "this"]).first().is_some_and(|word| WORDS.here.contains(word))
        }
        _ => false,
    }
}

fn without_last<'s, 'w>(words: &'s [&'w str], left_out: &[&str]) -> &'s [&'w str] {
    let kept = words.iter().rposition(|word| !left_out.contains(word)).map_or(0, |at| at + 1);
    words.get(..kept).unwrap_or_default()
}

fn without_first<'s, 'w>(words: &'s [&'w str], left_out: &[&str]) -> &'s [&'w str] {
    let kept = words.iter().position(|word| !left_out.contains(word)).unwrap_or(words.len());
    words.get(kept..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_withdrawn;

    /// Comments that say that the paper was withdrawn.
    const WITHDRAWN: &[&str] = &[
        "This paper has been withdrawn by the author",
        "This article has been withdrawn by arXiv administrators due to a disputed authorship",
        "This manuscript has been withdrawn due to an error in Lemma 2",
        "The paper has been withdrawn due to a crucial error",
        "Withdrawn: errors in the experimental data of Section 4",
        "We have withdrawn this article",
        "withdrawn",
        "[Withdrawn] 12 pages, 3 figures",
        "14 pages; withdrawn because the main theorem is wrong",
        "Paper withdrawn by the authors",
        "This submission is withdrawn. A corrected proof is in preparation.",
        "24 pages. This work has been temporarily withdrawn",
        "The authors hereby withdraw this manuscript, since Figure 2 is wrong",
        "We regret that the present version of this paper is withdrawn",
        "Our preprint was withdrawn from arXiv",
        "Withdrawn version",
        "The author has decided to withdraw the paper",
    ];

    /// Comments that do not say that the paper was withdrawn.
    const NOT_WITHDRAWN: &[&str] = &[
        "The 12 patients were withdrawn by the author of the protocol",
        "Withdrawn participants were replaced",
        "The drug described in this paper was withdrawn by the manufacturer",
        "Consent was withdrawn by two families",
        "This paper has not been withdrawn",
        "This version replaces a paper that was withdrawn",
        "An earlier version of this paper was withdrawn",
        "This paper studies withdrawn articles",
        "We have withdrawn this dose from the analysis of the article",
        "Withdrawn from ICLR 2024",
        "This paper was withdrawn from the workshop to be extended",
        "We have withdrawn the patients who missed the visit",
        "Data of subjects who have withdrawn, paper in press",
        "Blood was withdrawn by the authors",
        "How troops were withdrawn: this article asks the generals",
        "We withdraw the assumption of our paper",
        "Liquidity is withdrawn",
        "20 pages, 4 figures",
    ];

    #[test]
    fn a_comment_that_withdraws_the_paper_is_recognised() {
        for comment in WITHDRAWN {
            assert!(is_withdrawn(comment, "We study lattices."), "{comment}");
        }
    }

    #[test]
    fn what_else_was_withdrawn_says_nothing_about_the_paper() {
        for comment in NOT_WITHDRAWN {
            assert!(!is_withdrawn(comment, "We study lattices."), "{comment}");
            assert!(!is_withdrawn("", comment), "{comment}");
        }
    }

    #[test]
    fn of_a_summary_only_the_first_sentence_counts() {
        assert!(is_withdrawn("", "This paper has been withdrawn by the author. It was about lattices."));
        let reported = "We study lattices. This paper has been withdrawn is what many of them say.";
        assert!(!is_withdrawn("", reported));
        assert!(is_withdrawn("", "This paper (v1.2) has been withdrawn."));
    }
}
