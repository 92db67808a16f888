//! What answers with records.

use crate::{Record, RetractionTable};
use referee_bibliography::{Identifier, Work};
use std::sync::Arc;

/// How many records a search by subject gives, unless it is asked for another number.
pub const SUBJECT: usize = 100;

/// A question to a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The record with this identifier.
    Identifier(Identifier),
    /// Records that could be this work, by title, authors, journal, year and pages.
    Like(Arc<Work>),
    /// Records about the subject that these words name: a search.
    Subject(Box<str>),
}

/// What a source answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All that the source has for the question, best first; empty when it has none.
    Records(Vec<Arc<Record>>),
    /// The source did not answer in full: nothing may be concluded from it.
    None(SourceError),
}

impl From<Vec<Record>> for Answer {
    fn from(records: Vec<Record>) -> Self {
        Answer::Records(records.into_iter().map(Arc::new).collect())
    }
}

/// Why a source did not answer. None of them says anything about the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceError {
    /// No network is allowed.
    Offline,
    /// The question was not put to it yet.
    NotAsked,
    /// It cannot be asked this: it knows no such identifiers, or finds nothing by description. No failure.
    Unsuited,
    /// The question would tell more about a clinical note than may leave this machine.
    Private,
    /// The source could not be read or reached: no connection, an error of the server.
    Unavailable,
    /// It did not answer in time.
    Timeout,
    /// It wants to be asked less often.
    Busy,
    /// What came back is not what it sends: the page of a hotel's network, half a document.
    Unreadable,
    /// It refuses the question for good: it is malformed, or about something that the source does not answer.
    Refused,
    /// It refused the user's key: wrong, expired or blocked.
    KeyRefused,
    /// It refuses this program or this network, whatever the question.
    Forbidden,
    /// The budget that it grants to this address or key is spent until it is renewed.
    BudgetSpent,
    /// The requests that this program allows itself within a period are used up.
    OwnLimit,
    /// Nothing was sent to it, because the log of what leaves this machine cannot be written.
    Unlogged,
    /// The asking was called off.
    Cancelled,
}

impl SourceError {
    /// The word for machines: what `summary.unchecked_because` and the log hold.
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

    /// What happened, to stand behind the name of the source: "did not answer in time".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            SourceError::Offline => "was not asked: no network is allowed",
            SourceError::NotAsked => "was not asked yet",
            SourceError::Unsuited => "cannot be asked this",
            SourceError::Private => {
                "was not asked: the question would tell more than may leave a clinical note"
            }
            SourceError::Unavailable => "could not be reached",
            SourceError::Timeout => "did not answer in time",
            SourceError::Busy => "is busy and wants to be asked later",
            SourceError::Unreadable => "sent something that is no answer",
            SourceError::Refused => "refused the question",
            SourceError::KeyRefused => "refused the key",
            SourceError::Forbidden => "refuses requests from this program or network",
            SourceError::BudgetSpent => "answers no more questions today: the budget is spent",
            SourceError::OwnLimit => "was not asked: this program's own limit of requests is used up",
            SourceError::Unlogged => "was not asked: the log of what leaves this machine cannot be written",
            SourceError::Cancelled => "was not asked: checking was cancelled",
        }
    }

    /// Whether asking again later may bring an answer, without a change of the settings.
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

/// Whether the absence of a work from a source means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The source lists every work of this kind and time: a work that it does not have does not exist.
    Complete,
    /// The source may have it: finding it says something, not finding it says nothing.
    Partial,
    /// The source does not list works of this kind.
    None,
}

/// A record that is near in meaning to a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The record.
    pub record: Arc<Record>,
    /// The cosine of the angle between its vector and that of the text, from -1 to 1.
    pub similarity: f32,
}

/// Something that answers with records. Judging asks it nothing: evidence is gathered first.
pub trait Source: Send + Sync {
    /// The name that findings show: `library`, `pubmed`.
    fn name(&self) -> &str;

    /// Whether absence of `work` would mean something.
    fn covers(&self, work: &Work) -> Coverage;

    /// Answers a question.
    fn ask(&self, question: &Question) -> Answer;

    /// Whether it grants so few questions that it is asked only what no other source decides.
    fn is_scarce(&self) -> bool {
        false
    }

    /// Whether it has works of the journal of this name; `None` where it cannot tell without being asked.
    fn has_journal(&self, name: &str) -> Option<bool> {
        let _ = name;
        None
    }

    /// The records about the subject that these words name, best first, at most `limit`; `None` where the source
    /// cannot be searched by subject.
    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let _ = (words, limit);
        None
    }

    /// The table of retracted works, if the source is one. Such a source has no records.
    fn retraction_table(&self) -> Option<&RetractionTable> {
        None
    }

    /// Whether the source has vectors of its records that the embedding model of this name made.
    fn has_vectors_of(&self, model: &str) -> bool {
        let _ = model;
        false
    }

    /// The records whose vectors of the embedding model `model` are nearest to `vector`, nearest first, at most
    /// `limit`; none where it has no vectors of that model.
    fn nearest(&self, model: &str, vector: &[f32], limit: usize) -> Vec<Neighbour> {
        let _ = (model, vector, limit);
        Vec::new()
    }

    /// The parts of the guideline of this title, in order; none where the source has no such document.
    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        let _ = title;
        Arc::default()
    }
}
