//! The question of a command: the given one, or else the title of the draft.

use super::target::refused;
use crate::state::View;
use referee_features::write;
use referee_syntax::DraftKind;
use referee_text::{FileId, Phrase};
use referee_workspace::FileKind;
use tower_lsp::jsonrpc::Result;

/// The maximum number of rounds that a command may request.
pub(super) const MAX_ROUNDS: u32 = 10;

/// The message for a command without a question.
const NO_QUESTION: Phrase = Phrase {
    english: "A question is needed: give one, or give the draft a title.",
    spanish: "Hace falta una pregunta: escriba una, o dé un título al borrador.",
};

/// Returns the given question, or else the title of the draft. A clinical note is never used as a
/// question.
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
