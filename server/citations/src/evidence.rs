//! A view of the evidence of a workspace, as far as a review looks at it.
//!
//! The evidence itself is kept and read elsewhere; a review neither waits for it nor opens a file. It is given this
//! view, made when a workspace is opened and whenever the evidence has changed.

use crate::identity;
use crate::publication_status::PublicationStatus;
use referee_bibliography::Work;
use std::collections::{BTreeMap, HashMap};

/// A view of the evidence of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceIndex {
    /// The work of each key.
    keys: HashMap<String, usize>,
    works: Vec<(String, PublicationStatus)>,
    /// How many works there are for each question.
    questions: BTreeMap<String, usize>,
}

impl EvidenceIndex {
    /// Adds a work with its keys.
    pub fn add_work(
        &mut self,
        handle: &str,
        standing: PublicationStatus,
        keys: impl IntoIterator<Item = String>,
    ) {
        let number = self.works.len();
        self.works.push((handle.to_owned(), standing));
        self.keys.insert(handle.to_owned(), number);
        for key in keys {
            self.keys.insert(key, number);
        }
    }

    /// Says how many works there are for a question.
    pub fn add_question(&mut self, question: &str, works: usize) {
        self.questions.insert(normal(question), works);
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.works.is_empty()
    }

    /// Whether a work is in it, by any of its identifiers or its title.
    #[must_use]
    pub fn holds(&self, work: &Work) -> bool {
        identity::keys(work).iter().any(|key| self.keys.contains_key(key))
    }

    /// Whether the work of this name can still be relied on; `None` where it is not in it.
    #[must_use]
    pub fn standing(&self, handle: &str) -> Option<PublicationStatus> {
        self.keys.get(handle).and_then(|number| self.works.get(*number)).map(|(_, standing)| *standing)
    }

    /// How many works there are for a question; `None` where it was never asked.
    #[must_use]
    pub fn works(&self, question: &str) -> Option<usize> {
        self.questions.get(&normal(question)).copied()
    }
}

/// A question without the spaces and capitals that do not matter, as a key.
fn normal(question: &str) -> String {
    // A comment cannot hold every character that a question may.
    let plain: String = question.chars().filter(|c| !matches!(c, '"' | '\'' | '-' | '>')).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
