//! A passage that was written on request, compared with its current version.

use crate::changed_files::also_changed;
use crate::rounds::{MAX_ROUNDS, QUICK_ROUNDS};
use crate::section::answer::ReadableText;
use crate::section::error::SectionError;
use crate::section::messages::{no_evidence, nothing_to_write};
use referee_features::write::{self, GenerationInfo};
use referee_findings::FileEdit;
use referee_research::Evidence;
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_research::page::Page;
use referee_research::run::ResearchResult;
use referee_syntax::WrittenPassage;
use referee_text::{FileId, Language, Phrase, Span};
use referee_workspace::{FileKind, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const SAME: Phrase = Phrase { english: "The passage is up to date.", spanish: "El pasaje está al día." };
const EDITED: Phrase = Phrase {
    english: "The passage was edited by hand, so it was not overwritten. An updated version is shown next to it.",
    spanish: "El pasaje se editó a mano, así que no se sobrescribió. Al lado se muestra una versión actualizada.",
};
const WRITTEN: Phrase =
    Phrase { english: "The passage was updated.", spanish: "El pasaje se ha actualizado." };
const SHOWN: Phrase = Phrase {
    english: "An updated version is shown next to the passage; nothing was changed.",
    spanish: "Se muestra una versión actualizada junto al pasaje; no se cambió nada.",
};

/// Compares a passage that was written on request with its current version. It is rewritten only on
/// request (`apply`), and never if it was edited by hand.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct RefreshPassage {
    /// The maximum number of search rounds.
    rounds: Option<u32>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    online: Option<bool>,
    /// Whether an unedited passage is also rewritten, not only compared.
    apply: Option<bool>,
}

/// The passage that is compared, and how its current version is searched for.
#[derive(Clone, Debug)]
pub struct PassageRequest {
    /// The passage.
    pub passage: WrittenPassage,
    /// The name of what was written.
    pub what: String,
    /// The question.
    pub question: String,
    /// The maximum number of search rounds.
    pub rounds: u32,
    /// Whether online sources are searched; `None` asks the author if the network is allowed.
    pub online: Option<bool>,
    /// Whether an unedited passage is rewritten.
    pub apply: bool,
}

impl PassageRequest {
    /// Reads the parameters for the passage at a place of the draft.
    ///
    /// # Errors
    ///
    /// If the file is not a draft, there is no passage, or its comment lacks the question.
    pub fn of(
        snapshot: &Snapshot,
        file: &FileId,
        place: Span,
        parameters: &RefreshPassage,
    ) -> Result<Self, SectionError> {
        let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
            return Err(SectionError::NotInADraft);
        };
        let passage = write::written_at(&document, place).ok_or(SectionError::NoPassage)?;
        let provenance = &passage.provenance;
        let question = provenance.question.clone().ok_or(SectionError::NoOrigin)?;
        let what = provenance.what.clone().ok_or(SectionError::NoOrigin)?;
        Ok(PassageRequest {
            passage,
            what,
            question,
            rounds: parameters.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS),
            online: parameters.online,
            apply: parameters.apply.unwrap_or(false),
        })
    }

    /// Returns what the passage is.
    #[must_use]
    pub fn deliverable(&self) -> Deliverable {
        Deliverable::parse(&self.what)
    }
}

/// The current version of a passage, or the answer that there is none.
#[derive(Debug)]
pub enum RefreshedPassage {
    /// Nothing can be written now: the passage stays.
    Answer(RefreshedAnswer),
    /// A current version.
    Ready(Box<FreshPassage>),
}

impl RefreshedPassage {
    /// Builds the current version of a passage from a run.
    ///
    /// # Errors
    ///
    /// Without evidence: a passage with content is never replaced by the message that nothing was
    /// found.
    pub fn of(
        request: &PassageRequest,
        result: ResearchResult,
        language: Language,
    ) -> Result<Self, SectionError> {
        if let Some(why) = no_evidence(&result) {
            return Err(SectionError::NoEvidence(why));
        }
        let deliverable = request.deliverable();
        if let Some(why) = nothing_to_write(&deliverable, &result) {
            return Ok(RefreshedPassage::Answer(RefreshedAnswer {
                question: request.question.clone(),
                what: request.what.clone(),
                changed: false,
                edited: None,
                applied: false,
                message: why.into_text(language),
                text: None,
            }));
        }
        let AuthoredPage { page, author } = deliverable.page(&result)?;
        Ok(RefreshedPassage::Ready(Box::new(FreshPassage {
            page,
            author,
            works: result.outcome.counted_works(),
            evidence: result.outcome.evidence,
        })))
    }
}

/// The current version of a passage.
#[derive(Debug)]
pub struct FreshPassage {
    page: Page,
    author: String,
    works: usize,
    evidence: Vec<Evidence>,
}

impl FreshPassage {
    /// Compares the passage whose comment is now at `place` with the current version. Returns the
    /// edits to make, and the answer; `None` if the passage is not there any more.
    ///
    /// # Errors
    ///
    /// If the draft cannot take the text or its entries.
    pub fn compare(
        &self,
        request: &PassageRequest,
        snapshot: &Snapshot,
        file: &FileId,
        place: Span,
    ) -> Result<Option<(Vec<FileEdit>, RefreshedAnswer)>, SectionError> {
        let passage = match snapshot.kind(file) {
            Some(FileKind::Draft(document)) => write::written_at(&document, place),
            _ => None,
        };
        let Some(passage) = passage else { return Ok(None) };
        let told = GenerationInfo {
            by: &self.author,
            question: &request.question,
            what: &request.what,
            works: self.works,
        };
        let fresh = write::refresh(snapshot, file, &passage, &self.page, &self.evidence, told)?;
        let diff = write::diff(&fresh.before, &fresh.after);
        let edits = if request.apply { fresh.edits } else { Vec::new() };
        let message = match (diff.is_empty(), fresh.edited, edits.is_empty()) {
            (true, ..) => SAME,
            (_, true, _) => EDITED,
            (_, _, false) => WRITTEN,
            _ => SHOWN,
        };
        let language = snapshot.interface_language();
        let answer = RefreshedAnswer {
            question: request.question.clone(),
            what: request.what.clone(),
            changed: !diff.is_empty(),
            edited: Some(fresh.edited),
            applied: !edits.is_empty(),
            message: format!("{}{}", message.text(language), also_changed(language, file, &edits)),
            text: (!diff.is_empty()).then_some(ReadableText { language: "diff", text: diff }),
        };
        Ok(Some((edits, answer)))
    }
}

/// The answer about a passage that was compared with its current version.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefreshedAnswer {
    question: String,
    /// What the passage is: `hypotheses`, `report`, or `section-` and the name of a section.
    what: String,
    /// Whether the current version differs.
    changed: bool,
    /// Whether the passage was edited by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<bool>,
    /// Whether it was rewritten.
    applied: bool,
    /// What was done, as a sentence.
    message: String,
    /// The differences.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    text: Option<ReadableText>,
}
