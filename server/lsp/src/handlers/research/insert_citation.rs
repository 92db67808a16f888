//! `referee.insertCitation`

use super::target::{Target, not_written, refused, text_changed};
use crate::edits::apply_edit;
use crate::handlers::lookup;
use crate::handlers::searching::{self, Given};
use crate::state::View;
use referee_features::cite::{self, CiteQuery, Offer};
use referee_operations::insert_citation::{
    CitingDraft, InsertCitation, InsertCitationError, OfferedSearch, OnlineOffer, insert_citation,
    offer_citations,
};
use referee_text::FileId;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    #[serde(flatten)]
    parameters: InsertCitation,
    /// The author's word for the search, from an editor that asks in its own list.
    consent: Option<Given>,
}

/// Without an `id`, answers with candidates for the sentence at the place or for the text that
/// replaces it; with an `id`, cites that candidate, as one edit of the text and the bibliography.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let failed = |error: InsertCitationError| -> Error { refused(view, error.message()) };
    let Arguments { target, parameters, consent } = arguments;
    let (file, range) = target.resolve(view)?;
    let query = parameters.query().map_err(failed)?;
    let (now, range) = match &parameters.id {
        Some(_) => view.read_again(&file, range).ok_or_else(|| text_changed(view))?,
        None => (view.with_libraries(), range),
    };
    let place = cite::place(&now.snapshot, &file, range, query).map_err(|error| failed(error.into()))?;
    let draft = CitingDraft { snapshot: &now.snapshot, models: &view.state.models, file: &file };
    let Some(id) = &parameters.id else {
        let online = Services { view: &now, file: &file, given: *consent };
        return Ok(Some(json!(offer_citations(parameters, draft, &place, &online).map_err(failed)?)));
    };
    // It was offered before, so it is found again without online requests.
    let known = searching::recalled(&now, &file);
    let (edits, answer) = insert_citation(id, draft, &place, &known).map_err(failed)?;
    let edit = now.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, &now, &edits))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!(answer)))
}

/// The online services, for which the author is asked.
struct Services<'a> {
    view: &'a View,
    file: &'a FileId,
    given: Option<Given>,
}

impl OnlineOffer for Services<'_> {
    fn search(&self, query: &CiteQuery) -> Option<Offer> {
        let Services { view, file, given } = *self;
        let models = &view.state.models;
        match query {
            CiteQuery::Identifier(_) => {
                let snapshot = searching::allowed(view, file).ok()??;
                lookup::learn(&view.state, &snapshot, file, query, &view.cancel);
                Some(cite::candidates(&snapshot, models, file, query, &[]))
            }
            CiteQuery::Words(words) => {
                let searchers =
                    searching::searchers(view, file, words, Some(true), given, &view.cancel).ok()?.sources;
                (!searchers.is_empty())
                    .then(|| cite::candidates(&view.snapshot, models, file, query, &searchers))
            }
        }
    }

    fn offered(&self) -> Option<OfferedSearch> {
        searching::offered(self.view, self.file)
    }
}
