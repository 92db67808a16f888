//! The text allowed between a statistic and its p.

use super::super::plain_text::HIDDEN_MARK;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The largest distance between a statistic and its p, in bytes of the plain text.
const MAX_GAP_BYTES: usize = 140;

/// Lower-case words allowed between a statistic and its p.
static WORDS_OF_A_RESULT: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("words.txt").lines().filter(|line| !line.starts_with('#')).collect());

/// Whether only other numbers of the same result lie between a statistic and a p.
pub(super) fn belongs(text: &str, from: usize, to: usize) -> bool {
    let Some(gap) = text.get(from..to.max(from)) else { return false };
    if gap.len() > MAX_GAP_BYTES || gap.contains('|') || gap.contains(HIDDEN_MARK) {
        return false;
    }
    let mut plain = true;
    for word in gap.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        let folded = word.to_lowercase();
        plain &= WORDS_OF_A_RESULT.contains(folded.as_str());
    }
    // The end of a sentence separates them.
    plain && !gap.contains(". ") && !gap.contains("\u{a0}")
}
