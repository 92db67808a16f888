//! Left and right.

use crate::vocabulary::lists;
use crate::words::Word;

/// Returns whether a side is the left one; `None` for other words.
pub(super) fn side_of(word: &Word) -> Option<bool> {
    if lists().left.has(word) { Some(true) } else { lists().right.has(word).then_some(false) }
}
