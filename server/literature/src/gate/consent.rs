//! What the author allowed.

use crate::online::{Disclosure, Request};
use referee_records::source::{Question, SourceError};
use tokio::sync::watch;

/// Whether the author allows the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consent {
    /// Nobody was asked: nothing leaves.
    #[default]
    NotAsked,
    /// The author said no: nothing leaves.
    Denied,
    /// The author said yes.
    Allowed,
}

/// What a question may tell, by the text that it was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Allowance {
    /// A manuscript: identifiers, titles, authors, terms of a search.
    #[default]
    Everything,
    /// A clinical note: identifiers of works and terms from closed vocabularies, nothing else.
    ClosedTermsOnly,
}

impl Allowance {
    /// Whether `question` may be put to an online source at all.
    #[must_use]
    pub fn permits(self, question: &Question) -> bool {
        match self {
            Allowance::Everything => true,
            Allowance::ClosedTermsOnly => matches!(question, Question::Identifier(_)),
        }
    }

    /// Whether `request` may leave: by what it says of itself and by the questions that it was made from.
    pub(crate) fn passes(self, request: &Request) -> bool {
        match self {
            Allowance::Everything => true,
            Allowance::ClosedTermsOnly => {
                matches!(
                    request.tells,
                    Disclosure::Identifiers | Disclosure::ClosedTerms | Disclosure::Nothing
                ) && request.questions.iter().all(|question| self.permits(question))
            }
        }
    }
}

/// The consent in force, and its changes.
pub(super) struct ConsentSwitch {
    state: watch::Sender<Consent>,
}

impl ConsentSwitch {
    pub(super) fn new(consent: Consent) -> Self {
        ConsentSwitch { state: watch::Sender::new(consent) }
    }

    pub(super) fn get(&self) -> Consent {
        *self.state.borrow()
    }

    pub(super) fn set(&self, consent: Consent) {
        self.state.send_replace(consent);
    }

    /// Whether anything may leave.
    pub(super) fn check(&self) -> Result<(), SourceError> {
        if self.get() == Consent::Allowed { Ok(()) } else { Err(SourceError::Offline) }
    }

    /// Waits until nothing may leave any more.
    pub(super) async fn revoked(&self) {
        let mut changes = self.state.subscribe();
        // The sender lives as long as `self`.
        let _ = changes.wait_for(|consent| *consent != Consent::Allowed).await;
    }
}
