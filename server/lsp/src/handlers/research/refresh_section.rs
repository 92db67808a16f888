//! `referee.refreshSection`

use super::messages::{no_evidence, nothing_to_write};
use super::question::MAX_ROUNDS;
use super::run::{self, Inquiry};
use super::target::{Target, failed, not_written, refused, text_changed};
use crate::edits::{also_changed, apply_edit};
use crate::state::View;
use referee_features::write::{self, GenerationInfo};
use referee_operations::rounds::QUICK_ROUNDS;
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_syntax::WrittenPassage;
use referee_text::{FileId, Phrase};
use referee_workspace::FileKind;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The maximum number of search rounds.
    rounds: Option<u32>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    online: Option<bool>,
    /// Whether an unedited passage is also rewritten, not only compared.
    apply: Option<bool>,
}

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

// Messages about a passage that was compared.
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
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let Some(FileKind::Draft(document)) = view.snapshot.kind(&file) else {
        return Err(refused(view, NOT_IN_A_DRAFT));
    };
    let passage = write::written_at(&document, range).ok_or_else(|| refused(view, NO_PASSAGE))?;
    let rounds = arguments.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS);
    refresh(view, &file, &passage, rounds, arguments.online, arguments.apply.unwrap_or(false))
}

/// Compares one passage and, with `apply`, rewrites it.
pub(super) fn refresh(
    view: &View,
    file: &FileId,
    passage: &WrittenPassage,
    rounds: u32,
    online: Option<bool>,
    apply: bool,
) -> Result<Option<Value>> {
    let provenance = &passage.provenance;
    let (Some(question), Some(what)) = (&provenance.question, &provenance.what) else {
        return Err(refused(view, NO_ORIGIN));
    };
    let deliverable = Deliverable::parse(what);
    let inquiry = Inquiry { question, rounds, online, purpose: deliverable.purpose() };
    let result = run::research(view, file, &inquiry)?;
    if result.cancelled {
        return Err(Error::request_cancelled());
    }
    // A passage with content is never replaced by the message that nothing was found.
    if let Some(why) = no_evidence(&result) {
        return Err(refused(view, why));
    }
    if let Some(why) = nothing_to_write(&deliverable, &result) {
        return Ok(Some(json!({
            "question": question,
            "what": what,
            "changed": false,
            "applied": false,
            "message": why.into_text(view.state.language()),
        })));
    }
    let AuthoredPage { page, author } = deliverable.page(&result).map_err(failed)?;
    let evidence = &result.outcome.evidence;
    let told = GenerationInfo { by: &author, question, what, works: result.outcome.counted_works() };
    let changed = || text_changed(view);
    let (now, at) = view.read_again(file, passage.provenance.span).ok_or_else(changed)?;
    let passage = match now.snapshot.kind(file) {
        Some(FileKind::Draft(document)) => write::written_at(&document, at).ok_or_else(changed)?,
        _ => return Err(changed()),
    };
    let fresh = write::refresh(&now.snapshot, file, &passage, &page, evidence, told).map_err(failed)?;
    let diff = write::diff(&fresh.before, &fresh.after);
    let apply = apply && !fresh.edits.is_empty();
    if apply {
        let edit = now
            .encoder()
            .workspace_edit(&fresh.edits)
            .ok_or_else(|| not_written(view, &now, &fresh.edits))?;
        apply_edit(&view.state, edit);
    }
    let language = view.state.language();
    let message = match (diff.is_empty(), fresh.edited, apply) {
        (true, ..) => SAME,
        (_, true, _) => EDITED,
        (_, _, true) => WRITTEN,
        _ => SHOWN,
    };
    let mut answer = json!({
        "question": question,
        "what": what,
        "changed": !diff.is_empty(),
        "edited": fresh.edited,
        "applied": apply,
        "message": if apply {
            format!("{}{}", message.text(language), also_changed(language, file, &fresh.edits))
        } else {
            message.text(language).to_owned()
        },
    });
    if !diff.is_empty() {
        answer["language"] = json!("diff");
        answer["text"] = json!(diff);
    }
    Ok(Some(answer))
}
