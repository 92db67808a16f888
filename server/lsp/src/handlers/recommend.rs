//! `referee.writeRecommendation`: writes a recommendation for a clinical note with the configured
//! language model, from the evidence of the library, and has the critic check it.

use super::research::{Target, arguments, failed, not_written, refused, text_changed};
use crate::edits::apply_edit;
use crate::permission;
use crate::progress::{Progress, model_writes};
use crate::state::View;
use referee_critic::analysis::words::is_spanish;
use referee_features::write;
use referee_operations::nothing_to_search::nothing_to_search;
use referee_research::Vocabulary;
use referee_research::model::CallControl;
use referee_research::model::recommend::{RecommendationOutcome, recommend};
use referee_research::rounds::Progress as Step;
use referee_research::run::{Purpose, ResearchObserver, ResearchRun, ResearchWarning, Storage};
use referee_syntax::DraftKind;
use referee_text::{Message, Phrase};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::MessageType;

/// The name of the command that writes a recommendation.
pub(crate) const WRITE_RECOMMENDATION: &str = "referee.writeRecommendation";

/// The maximum number of entities in the note that are searched for.
const MAX_NAMES: usize = 8;

/// The steps that the editor shows: searching, writing, checking.
const STEPS: u32 = 3;

/// The title of the progress.
const WRITING: Phrase =
    Phrase { english: "Writing a recommendation", spanish: "Escribiendo una recomendación" };

const NO_NOTE: Phrase = Phrase {
    english: "A recommendation is written for a clinical note; this draft is none.",
    spanish: "Las recomendaciones se escriben para una nota clínica; este borrador no lo es.",
};
const NO_MODEL: Phrase = Phrase {
    english: "A recommendation needs a language model; llm.model is empty.",
    spanish: "Una recomendación necesita un modelo de lenguaje; llm.model está vacío.",
};
const NO_NAMES: Phrase = Phrase {
    english: "The note names no drug and no condition that can be searched for.",
    spanish: "La nota no nombra ningún fármaco ni enfermedad que se pueda buscar.",
};

/// Writes a recommendation after the block at the cursor, as one edit.
pub(crate) fn execute(view: &View, given: Vec<Value>) -> Result<Option<Value>> {
    let target: Target = arguments(given)?;
    let (file, range) = target.resolve(view)?;
    if view.snapshot.document_kind(&file) != DraftKind::ClinicalNote {
        return Err(refused(view, NO_NOTE));
    }
    let settings = view.snapshot.settings(&file);
    let models = view
        .state
        .models
        .for_research(&settings, Purpose::Recommendation, permission::of(view), true)
        .map_err(failed)?;
    let model = models.language.as_ref().ok_or_else(|| refused(view, NO_MODEL))?;
    let note = view.snapshot.text(&file).map(|text| text.to_string()).unwrap_or_default();
    let sources = view.snapshot.with_context(&file, |around| around.sources.to_vec());
    if sources.is_empty() {
        return Err(refused(view, nothing_to_search(&view.snapshot, &file)));
    }
    // Only terms of a closed vocabulary are searched for, never the text of the note.
    let names = Vocabulary::shipped().names_in(&note, MAX_NAMES);
    if names.is_empty() {
        return Err(refused(view, NO_NAMES));
    }
    let cancel = view.cancel.child_token();
    let shown = Progress::begin(&view.state, WRITING, true, &cancel);
    let run = ResearchRun {
        question: &names.join(" "),
        rounds: 1,
        purpose: Purpose::Recommendation,
        // No evidence for a note is stored: it lives as long as this command.
        storage: Storage::default(),
        sources: &sources,
        mechanisms: None,
        models: &models,
    };
    let found = run.execute(&mut Observer { view, shown: &shown }, &cancel).map_err(failed)?.outcome;
    for complaint in found.complaints() {
        view.state.client.show_message(MessageType::WARNING, complaint);
    }
    let mut on_progress =
        |characters| shown.tell(1, STEPS, model_writes(view.state.language(), model.name(), characters));
    let mut call = CallControl { cancel: &cancel, on_progress: &mut on_progress };
    let written = recommend(model, &note, &found, is_spanish(&note), &mut call);
    if cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    if let RecommendationOutcome::Failed(error) = &written.end {
        let name = model.name();
        let english = format!("The language model {name} {error}. Nothing was written.");
        let spanish =
            format!("El modelo de lenguaje {name} no respondió como debía ({error}). No se escribió nada.");
        return Err(refused(view, Message::new(english, spanish)));
    }
    let told = write::GenerationInfo {
        by: model.name(),
        question: "",
        what: "recommendation",
        works: found.counted_works(),
    };
    let changed = || text_changed(view);
    let (now, range) = view.read_again(&file, range).ok_or_else(changed)?;
    let edits = [write::insert_text(&now.snapshot, &file, range, &written.text, told, &written.sources)
        .map_err(|error| refused(view, error.message()))?];
    let edit = now.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, &now, &edits))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!({
        "message": written.end.describe(view.state.language()),
        "checked": written.end == RecommendationOutcome::Checked,
        "attempts": written.attempts,
        "found": written.found,
        "sources": written.sources,
        "complaints": found.complaints(),
        "model": {"model": model.name()},
    })))
}

/// Shows the search in the editor. A run in memory never warns, and writes nothing itself.
struct Observer<'a> {
    view: &'a View,
    shown: &'a Progress,
}

impl ResearchObserver for Observer<'_> {
    fn warning(&mut self, warning: &ResearchWarning) {
        tracing::warn!("{warning}");
    }

    fn progress(&mut self, step: Step<'_>) {
        let doing = self.view.state.language().pick("searching", "buscando");
        self.shown.tell(0, STEPS, format!("{doing}: {}", step.doing));
    }

    fn writing(&mut self, _: &str, _: usize) {}
}
