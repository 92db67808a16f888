//! The interface of sources, which answer questions with records.

use crate::{FullText, Record, RetractionTable};
use referee_bibliography::{Identifier, Work};
use std::sync::Arc;

/// The default number of records of a search by subject.
pub const SUBJECT: usize = 100;

/// A question to a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Asks for the record with this identifier.
    Identifier(Identifier),
    /// Asks for records that could be this work, by title, authors, journal, year and pages.
    Like(Arc<Work>),
    /// Searches for records about a subject, given in words.
    Subject(Box<str>),
}

/// The answer of a source.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All records of the source for the question, the best first; empty if nothing matches.
    Records(Vec<Arc<Record>>),
    /// The source did not answer in full: nothing may be concluded.
    None(SourceError),
}

impl From<Vec<Record>> for Answer {
    fn from(records: Vec<Record>) -> Self {
        Answer::Records(records.into_iter().map(Arc::new).collect())
    }
}

/// The reason why a source did not answer. It never says anything about the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceError {
    /// Network access is not allowed.
    Offline,
    /// The source has not been asked yet.
    NotAsked,
    /// The source does not support the question: other identifiers, or no search by description.
    /// Not a failure.
    Unsuited,
    /// The question would disclose more of a clinical note than may leave this machine.
    Private,
    /// The source could not be read or reached: no connection, a server error.
    Unavailable,
    /// The source did not answer in time.
    Timeout,
    /// The source rate-limits the requests.
    Busy,
    /// The response is not in the source's format: a captive portal, a truncated document.
    Unreadable,
    /// The source permanently refuses the question: it is malformed or unsupported.
    Refused,
    /// The source refused the user's key: wrong, expired or blocked.
    KeyRefused,
    /// The source refuses this program or this network, regardless of the question.
    Forbidden,
    /// The quota of this address or key is used up until it is renewed.
    BudgetSpent,
    /// The program's own limit of requests within a period is reached.
    OwnLimit,
    /// Nothing was sent, because the log of outgoing requests cannot be written.
    Unlogged,
    /// The request was cancelled.
    Cancelled,
}

impl SourceError {
    /// Returns the identifier for machines, as in `summary.unchecked_because` and the log.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            SourceError::Offline => "offline",
            SourceError::NotAsked => "not-asked",
            SourceError::Unsuited => "unsuited",
            SourceError::Private => "private",
            SourceError::Unavailable => "unavailable",
            SourceError::Timeout => "timeout",
            SourceError::Busy => "busy",
            SourceError::Unreadable => "unreadable",
            SourceError::Refused => "refused",
            SourceError::KeyRefused => "key-refused",
            SourceError::Forbidden => "forbidden",
            SourceError::BudgetSpent => "budget-spent",
            SourceError::OwnLimit => "own-limit",
            SourceError::Unlogged => "unlogged",
            SourceError::Cancelled => "cancelled",
        }
    }

    /// Returns the predicate that follows the name of the source in a message: "did not answer in
    /// time".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            SourceError::Offline => "was not asked: no network is allowed",
            SourceError::NotAsked => "was not asked yet",
            SourceError::Unsuited => "cannot be asked this",
            SourceError::Private => {
                "was not asked: the question would tell more than may leave a clinical note"
            }
            SourceError::Unavailable => "is not available (no connection or a server error)",
            SourceError::Timeout => "did not answer in time",
            SourceError::Busy => "is busy and wants to be asked later",
            SourceError::Unreadable => "sent an unreadable answer",
            SourceError::Refused => "refused the question",
            SourceError::KeyRefused => "refused the key",
            SourceError::Forbidden => "refuses requests from this program or network",
            SourceError::BudgetSpent => "answers no more questions today: the budget is spent",
            SourceError::OwnLimit => "was not asked: this program's own limit of requests is used up",
            SourceError::Unlogged => "was not asked: the log of what leaves this machine cannot be written",
            SourceError::Cancelled => "was not asked: checking was cancelled",
        }
    }

    /// Whether asking again later may succeed without a change of the settings.
    #[must_use]
    pub fn passes(self) -> bool {
        !matches!(
            self,
            SourceError::Unsuited
                | SourceError::Private
                | SourceError::Refused
                | SourceError::KeyRefused
                | SourceError::Forbidden
        )
    }
}

impl std::fmt::Display for SourceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

/// What the absence of a work from a source means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The source lists every work of this kind and time: a work that it lacks does not exist.
    Complete,
    /// The source may list the work: only its presence is meaningful.
    Partial,
    /// The source does not list works of this kind.
    None,
}

/// A record that is semantically similar to a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The record.
    pub record: Arc<Record>,
    /// The cosine similarity of its vector and the vector of the text, from -1 to 1.
    pub similarity: f32,
}

/// A source of records. Judging never queries it: evidence is gathered first.
pub trait Source: Send + Sync {
    /// Returns the name that findings show: `library`, `pubmed`.
    fn name(&self) -> &str;

    /// Returns what the absence of `work` means.
    fn covers(&self, work: &Work) -> Coverage;

    /// Answers a question.
    fn ask(&self, question: &Question) -> Answer;

    /// Whether its quota is so small that it is asked only what no other source can decide.
    fn is_scarce(&self) -> bool {
        false
    }

    /// Whether it has works of this journal; `None` if that is unknown without a query.
    fn has_journal(&self, name: &str) -> Option<bool> {
        let _ = name;
        None
    }

    /// Searches for records about a subject, given in words. Returns at most `limit`, the best
    /// first; `None` if the source does not support subject search.
    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let _ = (words, limit);
        None
    }

    /// Returns the table of retracted works if the source is one. Such a source contains no
    /// records.
    fn retraction_table(&self) -> Option<&RetractionTable> {
        None
    }

    /// Whether the source has vectors of its records from this embedding model.
    fn has_vectors_of(&self, model: &str) -> bool {
        let _ = model;
        false
    }

    /// Returns the records with the vectors of the embedding model `model` nearest to `vector`, the
    /// nearest first, at most `limit`; empty if it lacks vectors of that model.
    fn nearest(&self, model: &str, vector: &[f32], limit: usize) -> Vec<Neighbour> {
        let _ = (model, vector, limit);
        Vec::new()
    }

    /// Returns the parts of the guideline with this title, in order; empty if the source lacks it.
    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        let _ = title;
        Arc::default()
    }

    /// Returns the full text that is verified to be of this work; `None` by default.
    fn full_text(&self, work: &Work) -> Option<Arc<FullText>> {
        let _ = work;
        None
    }
}
