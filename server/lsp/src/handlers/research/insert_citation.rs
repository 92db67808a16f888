//! `referee.insertCitation`

mod offer;

use super::target::{Target, not_written, refused, text_changed};
use crate::edits::{also_changed, apply_edit};
use crate::handlers::searching::{self, Given};
use crate::state::View;
use offer::offer;
use referee_features::cite::{self, CiteQuery};
use referee_text::{FileId, Span};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The chosen candidate; without it, candidates are offered.
    id: Option<String>,
    /// Text that replaces the sentence: another sentence, a title, or a pasted identifier.
    question: Option<String>,
    /// A DOI, a PMID, an arXiv number or an address.
    identifier: Option<String>,
    /// Whether online services are asked. By default, only if nothing was found without them.
    online: Option<bool>,
    /// The author's word for the search, from an editor that asks in its own list.
    consent: Option<Given>,
}

/// Without an `id`, answers with candidates for the sentence at the place or for the text that
/// replaces it; with an `id`, cites that candidate, as one edit of the text and the bibliography.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let named = match &arguments.identifier {
        Some(identifier) => {
            Some(CiteQuery::read_identifier(identifier).map_err(|error| refused(view, error.message()))?)
        }
        None => {
            let words = arguments.question.as_deref().unwrap_or_default();
            CiteQuery::read(words).map_err(|error| refused(view, error.message()))?
        }
    };
    if let Some(id) = &arguments.id {
        return insert(view, &file, range, named, id);
    }
    let now = view.with_libraries();
    let place =
        cite::place(&now.snapshot, &file, range, named).map_err(|error| refused(view, error.message()))?;
    offer(&now, &file, &place, arguments.online, arguments.consent)
}

/// Cites the chosen candidate. It was offered before, so it is found again without online requests.
fn insert(
    view: &View,
    file: &FileId,
    range: Span,
    query: Option<CiteQuery>,
    id: &str,
) -> Result<Option<Value>> {
    let (now, range) = view.read_again(file, range).ok_or_else(|| text_changed(view))?;
    let place =
        cite::place(&now.snapshot, file, range, query).map_err(|error| refused(view, error.message()))?;
    let known = searching::recalled(&now, file);
    let insertion = cite::insert(&now.snapshot, &view.state.models, file, &place, id, &known)
        .map_err(|error| refused(view, error.message()))?;
    let edit = now
        .encoder()
        .workspace_edit(&insertion.edits)
        .ok_or_else(|| not_written(view, &now, &insertion.edits))?;
    apply_edit(&view.state, edit);
    let language = view.state.language();
    let label = &insertion.label;
    let others: Vec<&FileId> =
        insertion.edits.iter().map(|edit| &edit.file).filter(|changed| *changed != file).collect();
    let message = match (insertion.reused, others.first()) {
        (true, None) => language.pick(format!("Cited {label}."), format!("Se ha citado {label}.")),
        (true, Some(_)) => {
            let also = also_changed(language, file, &insertion.edits);
            language.pick(format!("Cited {label}.{also}"), format!("Se ha citado {label}.{also}"))
        }
        (false, Some(other)) => {
            let name = other.name();
            language.pick(
                format!("Cited {label} and added it to {name} (unsaved)."),
                format!("Se ha citado {label} y se ha añadido a {name} (sin guardar)."),
            )
        }
        (false, None) => language.pick(
            format!("Cited {label} and added it to the references."),
            format!("Se ha citado {label} y se ha añadido a las referencias."),
        ),
    };
    Ok(Some(json!({
        "title": insertion.title,
        "message": message,
        "label": insertion.label,
        "reused": insertion.reused,
    })))
}
