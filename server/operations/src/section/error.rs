//! Why nothing is written about a question.

use referee_features::write::WriteError;
use referee_research::deliverable::DeliverableError;
use referee_research::report::SECTIONS;
use referee_text::{Language, Message, Phrase};

const NO_QUESTION: Phrase = Phrase {
    english: "A question is needed: give one, or give the draft a title.",
    spanish: "Hace falta una pregunta: escriba una, o dé un título al borrador.",
};
const NOT_IN_A_DRAFT: Phrase = Phrase {
    english: "Only a passage in a draft can be rewritten.",
    spanish: "Solo se puede reescribir un pasaje de un borrador.",
};
const NO_PASSAGE: Phrase = Phrase {
    english: "There is no passage written by referee here: such a passage has a comment above it that begins with referee:written.",
    spanish: "Aquí no hay ningún pasaje escrito por referee: el comentario que va encima empieza por referee:written.",
};
const NO_ORIGIN: Phrase = Phrase {
    english: "The comment above this passage does not name its question; insert the passage again.",
    spanish: "El comentario de este pasaje no indica su pregunta; inserte el pasaje de nuevo.",
};

/// Why nothing is written about a question.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message().text(Language::English))]
pub enum SectionError {
    /// Neither the parameters nor the draft have a question.
    NoQuestion,
    /// No section of the report is named.
    NoSection,
    /// The search found no evidence; holds why.
    NoEvidence(Message),
    /// The file is not a draft.
    NotInADraft,
    /// There is no passage at the place that was written on request.
    NoPassage,
    /// The comment above a passage does not have its question.
    NoOrigin,
    /// The page cannot be made.
    Page(#[from] DeliverableError),
    /// The draft cannot take the page.
    Write(#[from] WriteError),
}

impl SectionError {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            SectionError::NoQuestion => NO_QUESTION.into(),
            SectionError::NoSection => {
                let sections = SECTIONS.join(", ");
                Message::new(
                    format!("A section is missing: {sections}."),
                    format!("Falta la sección: {sections}."),
                )
            }
            SectionError::NoEvidence(why) => why.clone(),
            SectionError::NotInADraft => NOT_IN_A_DRAFT.into(),
            SectionError::NoPassage => NO_PASSAGE.into(),
            SectionError::NoOrigin => NO_ORIGIN.into(),
            SectionError::Page(why) => Message::written(|_| why.to_string()),
            SectionError::Write(why) => why.message(),
        }
    }
}
