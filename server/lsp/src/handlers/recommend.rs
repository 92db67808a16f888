//! `referee.writeRecommendation`: a recommendation for a clinical note by the language model of the settings, from
//! the evidence of the library, checked by the critic.

use super::command::apply_edit;
use super::research::{Order, failed};
use crate::progress::Progress;
use crate::state::View;
use crate::{consent, permission};
use referee_critic::analysis::words::is_spanish;
use referee_features::{cite, model, write};
use referee_research::model::Call;
use referee_research::model::recommend::{End, recommend};
use referee_research::rounds::{ResearchContext, research};
use referee_research::{Store, Vocabulary};
use referee_syntax::Kind;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::MessageType;

/// The command.
pub(crate) const WRITE_RECOMMENDATION: &str = "referee.writeRecommendation";

/// How many names of the note are searched for.
const NAMES: usize = 8;

/// Writes a recommendation behind the block under the cursor, as one edit.
pub(crate) fn execute(view: &View, arguments: Vec<Value>) -> Result<Option<Value>> {
    let order = Order::read(arguments)?;
    let (file, range) = order.place(view)?;
    if view.snapshot.document_kind(&file) != Kind::ClinicalNote {
        return Err(failed("A recommendation is written for a clinical note; this draft is none."));
    }
    let settings = view.snapshot.settings(&file);
    let model = model::of(&settings, permission::of(view), true)
        .map_err(failed)?
        .ok_or_else(|| failed("A recommendation needs a language model; llm.model is empty."))?;
    let embedder = model::embedder(&settings, permission::of(view), true);
    let note = view.snapshot.text(&file).map(|text| text.to_string()).unwrap_or_default();
    let sources = view.snapshot.with_surroundings(&file, |around| around.sources.to_vec());
    if sources.is_empty() {
        return Err(failed(cite::NO_SOURCE));
    }
    // What is searched for are names of a closed vocabulary, and never the words of the note.
    let vocabulary = Vocabulary::shipped();
    let mut names: Vec<String> = Vec::new();
    for entity in vocabulary.mentions(&note).iter().filter_map(|mention| vocabulary.get(mention.entity)) {
        if !names.contains(&entity.name) && names.len() < NAMES {
            names.push(entity.name.clone());
        }
    }
    if names.is_empty() {
        return Err(failed("The note names no drug and no condition that can be searched for."));
    }
    let cancel = view.cancel.child_token();
    let shown = Progress::begin(&view.state, "Writing a recommendation", true, &cancel);
    // Nothing of a note is kept: the evidence lives as long as this command.
    let mut store = Store::in_memory().map_err(|error| failed(error.to_string()))?;
    let mut context = ResearchContext {
        sources: &sources,
        vocabulary: &vocabulary,
        cancel: &cancel,
        progress: &mut |step| shown.tell(0, 3, format!("searching: {}", step.doing)),
        model: None,
        embedder: embedder.as_deref(),
    };
    let found =
        research(&names.join(" "), 1, &mut store, &mut context).map_err(|error| failed(error.to_string()))?;
    for complaint in found.complaints() {
        consent::tell(&view.state, MessageType::WARNING, complaint);
    }
    let mut heard = |heard| shown.tell(1, 3, format!("{} writes ({heard} characters)", model.name()));
    let mut call = Call { cancel: &cancel, heard: &mut heard };
    let written = recommend(&model, &note, &found, is_spanish(&note), &mut call);
    if cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    if let End::Failed(trouble) = &written.end {
        return Err(failed(format!("The language model {} {trouble}. Nothing was written.", model.name())));
    }
    let told = write::GenerationInfo {
        by: model.name(),
        question: "",
        what: "recommendation",
        works: found.evidence.len(),
    };
    let edit = write::insert_text(&view.snapshot, &file, range, &written.text, told, &written.sources)
        .map_err(failed)?;
    let edit = view.speaker().workspace_edit(&[edit]).ok_or_else(|| failed("The text has changed."))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!({
        "message": written.end.describe(),
        "checked": written.end == End::Checked,
        "attempts": written.attempts,
        "found": written.found,
        "sources": written.sources,
        "complaints": found.complaints(),
        "model": {"model": model.name()},
    })))
}
