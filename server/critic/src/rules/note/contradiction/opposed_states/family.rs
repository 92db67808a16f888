//! What a family of opposed states is.

/// Two states of which a patient has one at a time. Patterns are over folded text, without accents and capitals.
pub(super) struct Family {
    /// Pieces of words of which whatever says either state has one, so that most texts are passed over at once.
    pub(super) keys: &'static [&'static str],
    /// What says the one state.
    pub(super) one: &'static str,
    /// What says the other state.
    pub(super) other: &'static str,
    /// What in a note makes both true; empty where nothing does.
    pub(super) excuses: &'static str,
    /// Whether the state changes from day to day, so that words of time set a sentence apart.
    pub(super) changes: bool,
    /// Whether the states count beside words of time all the same.
    pub(super) allows_time: bool,
    /// Whether the states name relatives themselves: "lives with his wife".
    pub(super) names_others: bool,
    /// What does not go together, for an English message.
    pub(super) english: &'static str,
    /// The same for a Spanish message.
    pub(super) spanish: &'static str,
}

impl Family {
    /// A family of states that last.
    pub(super) const fn lasting(
        keys: &'static [&'static str],
        one: &'static str,
        other: &'static str,
        english: &'static str,
        spanish: &'static str,
    ) -> Family {
        Family {
            keys,
            one,
            other,
            excuses: "",
            changes: false,
            allows_time: true,
            names_others: false,
            english,
            spanish,
        }
    }

    /// A family of states that change.
    pub(super) const fn passing(
        keys: &'static [&'static str],
        one: &'static str,
        other: &'static str,
        english: &'static str,
        spanish: &'static str,
    ) -> Family {
        Family { changes: true, allows_time: false, ..Family::lasting(keys, one, other, english, spanish) }
    }

    /// The family with what makes both states true.
    pub(super) const fn unless(self, excuses: &'static str) -> Family {
        Family { excuses, ..self }
    }

    /// The family whose states count beside words of time, as long as the note has one entry.
    pub(super) const fn at_any_time(self) -> Family {
        Family { allows_time: true, ..self }
    }

    /// The family whose states name relatives.
    pub(super) const fn naming_others(self) -> Family {
        Family { names_others: true, ..self }
    }
}
