//! A read-only view of the evidence of a workspace for reviews.
//!
//! The evidence itself is stored and read elsewhere; a review neither waits for it nor opens a
//! file. The view is rebuilt when a workspace is opened and whenever the evidence changes.

use crate::identity;
use crate::publication_status::PublicationStatus;
use referee_bibliography::Work;
use std::collections::{BTreeMap, HashMap};

/// A read-only view of the evidence of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceIndex {
    /// Maps each key to the index of its work in `works`.
    keys: HashMap<String, usize>,
    works: Vec<(String, PublicationStatus)>,
    /// The number of works for each question.
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

    /// Records how many works there are for a question.
    pub fn add_question(&mut self, question: &str, works: usize) {
        self.questions.insert(normal(question), works);
    }

    /// Returns whether the index is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.works.is_empty()
    }

    /// Returns whether the index has a work, by any of its identifiers or its title.
    #[must_use]
    pub fn holds(&self, work: &Work) -> bool {
        identity::keys(work).iter().any(|key| self.keys.contains_key(key))
    }

    /// Returns the publication status of the work with this handle; `None` if the index lacks it.
    #[must_use]
    pub fn standing(&self, handle: &str) -> Option<PublicationStatus> {
        self.keys.get(handle).and_then(|number| self.works.get(*number)).map(|(_, standing)| *standing)
    }

    /// Returns the number of works for a question; `None` if the question was never asked.
    #[must_use]
    pub fn works(&self, question: &str) -> Option<usize> {
        self.questions.get(&normal(question)).copied()
    }
}

/// Normalizes spaces and capitals of a question, for use as a key.
fn normal(question: &str) -> String {
    // A comment in a draft cannot hold every character that a question may contain.
    let plain: String = question.chars().filter(|c| !matches!(c, '"' | '\'' | '-' | '>')).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
