//! The author's consent to network access.

use crate::online::{Disclosure, Request};
use referee_records::source::{Question, SourceError};
use tokio::sync::watch;

/// Whether the author allows network access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consent {
    /// The author has not been asked yet: nothing is sent.
    #[default]
    NotAsked,
    /// The author declined: nothing is sent.
    Denied,
    /// The author agreed.
    Allowed,
}

/// What a question may disclose, depending on the text that it was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Allowance {
    /// A manuscript: identifiers, titles, authors and search terms.
    #[default]
    Everything,
    /// A clinical note: only identifiers of works and terms from closed vocabularies.
    ClosedTermsOnly,
}

impl Allowance {
    /// Returns whether `question` may be put to an online source at all.
    #[must_use]
    pub fn permits(self, question: &Question) -> bool {
        match self {
            Allowance::Everything => true,
            Allowance::ClosedTermsOnly => matches!(question, Question::Identifier(_)),
        }
    }

    /// Returns whether `request` may be sent, judged by its declared disclosure and by the
    /// questions that it was made from.
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

/// The current consent, with notification of changes.
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

    /// Returns an error unless the author allows network access.
    pub(super) fn check(&self) -> Result<(), SourceError> {
        if self.get() == Consent::Allowed { Ok(()) } else { Err(SourceError::Offline) }
    }

    /// Waits until the consent is withdrawn.
    pub(super) async fn revoked(&self) {
        let mut changes = self.state.subscribe();
        // The sender lives as long as `self`, so this cannot fail.
        let _ = changes.wait_for(|consent| *consent != Consent::Allowed).await;
    }
}
