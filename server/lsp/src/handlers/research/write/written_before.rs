//! Finds a passage that was already written at the same place for the same question.

use crate::editor_client::Question;
use crate::handlers::research::messages::papers;
use crate::state::View;
use referee_features::write;
use referee_research::deliverable::Deliverable;
use referee_syntax::{Provenance, WrittenPassage};
use referee_text::{FileId, Language, Phrase, Span};
use referee_workspace::FileKind;
use std::time::Duration;

/// How long an author may think about an existing passage.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

/// The answer that updates the passage.
pub(super) const REFRESH: Phrase = Phrase { english: "Refresh it", spanish: "Actualizarlo" };
/// The answer that keeps it and writes a second one.
pub(super) const AGAIN: Phrase = Phrase { english: "Write another", spanish: "Escribir otro" };

/// Returns the passage that was written for the same question at the same place.
pub(super) fn standing(
    view: &View,
    file: &FileId,
    range: Span,
    deliverable: &Deliverable,
    question: &str,
) -> Option<WrittenPassage> {
    let Some(FileKind::Draft(document)) = view.snapshot.kind(file) else { return None };
    write::written_before(&document, range, &deliverable.to_string(), question)
}

/// Asks what to do with an existing passage; `None` if no answer was chosen or the editor cannot
/// ask.
pub(super) fn ask_about(view: &View, passage: &WrittenPassage) -> Option<Phrase> {
    if !view.client_capabilities().asks {
        return None;
    }
    let language = view.state.language();
    let question = Question { language, text: stands_already(language, passage), answers: [REFRESH, AGAIN] };
    view.state.runtime.block_on(view.state.client.choose_within(question, ANSWER_LIMIT)).ok().flatten()
}

/// Returns the message about the existing passage.
pub(super) fn stands_already(language: Language, passage: &WrittenPassage) -> String {
    let Provenance { date, works, .. } = &passage.provenance;
    let from = works.map_or_else(String::new, |works| {
        let papers = papers(language, works);
        language.pick(format!(" from {papers}"), format!(" a partir de {papers}"))
    });
    language.pick(
        format!(
            "This was written here before, on {date}{from}. Nothing was written; refresh it with the command referee.refreshSection."
        ),
        format!(
            "Esto ya se escribió aquí, el {date}{from}. No se escribió nada; actualícelo con el comando referee.refreshSection."
        ),
    )
}
