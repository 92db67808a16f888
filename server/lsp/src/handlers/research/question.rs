//! The question of a command: the one that it gives, else what the draft is about.

use super::target::refused;
use crate::state::View;
use referee_features::write;
use referee_syntax::DraftKind;
use referee_text::{FileId, Phrase};
use referee_workspace::FileKind;
use tower_lsp::jsonrpc::Result;

/// The number of rounds of a command that is to answer soon.
pub(super) const QUICK_ROUNDS: u32 = 2;

/// The number of rounds of `referee.research`.
pub(super) const THOROUGH_ROUNDS: u32 = 3;

/// The highest number of rounds that a command may ask for.
pub(super) const MAX_ROUNDS: u32 = 10;

/// Why nothing is researched where there is no question.
const NO_QUESTION: Phrase = Phrase {
    english: "A question is needed: give one, or give the draft a title.",
    spanish: "Hace falta una pregunta: escriba una, o dé un título al borrador.",
};

/// The question that was given, else the title of the draft. A clinical note is never taken for a question.
pub(super) fn question(view: &View, file: &FileId, given: Option<&str>) -> Result<String> {
    if let Some(question) = given.map(str::trim).filter(|text| !text.is_empty()) {
        return Ok(question.to_owned());
    }
    let title = match view.snapshot.kind(file) {
        Some(FileKind::Draft(document)) if view.snapshot.document_kind(file) != DraftKind::ClinicalNote => {
            write::question_of(&document)
        }
        _ => None,
    };
    title.ok_or_else(|| refused(view, NO_QUESTION))
}
