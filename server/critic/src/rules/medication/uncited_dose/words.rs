//! Words of sentences that describe current treatment and advise nothing new.

use crate::pattern::words;
use std::sync::LazyLock;

/// Words that say that a drug is or was already taken.
pub(super) static ALREADY_TAKEN: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("uncited-dose/words/already-taken"));

/// Words that say that a drug continues as before.
pub(super) static CONTINUED: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("uncited-dose/words/continued"));
