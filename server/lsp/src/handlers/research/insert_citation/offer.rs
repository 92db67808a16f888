//! Offers the author works to cite at a place.

use super::super::target::{failed, refused};
use crate::handlers::lookup;
use crate::handlers::searching::{self, Given};
use crate::state::View;
use referee_features::cite::{self, CitePlace, CiteQuery, Offer};
use referee_operations::citation_list::{CitationCandidate, CitationList, nothing_found, why_not_asked};
use referee_text::FileId;
use serde::Serialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// Answers with the works that could be cited: from the draft's bibliography, from this machine,
/// and from online services if the author allows asking them.
pub(super) fn offer(
    view: &View,
    file: &FileId,
    place: &CitePlace,
    online: Option<bool>,
    given: Option<Given>,
) -> Result<Option<Value>> {
    if let Some(zotero) = view.snapshot.zotero(file) {
        // A command may wait briefly; if Zotero is not running, the connection is refused quickly.
        zotero.look();
    }
    let mut offer = cite::candidates(&view.snapshot, &view.state.models, file, &place.query, &[]);
    let language = view.state.language();
    let (mut why_not_online, mut was_asked_online) = ("", false);
    if online == Some(true) || (online.is_none() && offer.is_weak()) {
        match ask_online(view, file, &place.query, given) {
            Some(found) => {
                was_asked_online = true;
                offer = found;
            }
            None if online == Some(true) => {
                return Err(failed(language.pick(
                    "Nothing was searched online: the network is not allowed here, or you did not allow it.",
                    "No se buscó nada en línea: la red no está permitida aquí, o usted no la permitió.",
                )));
            }
            None => {
                why_not_online = why_not_asked(&view.snapshot, file, &place.query).text(language);
            }
        }
    }
    let candidates = offer.works.iter().zip(1..);
    let candidates =
        candidates.map(|(one, rank)| CitationCandidate::offered(one, &view.snapshot, file, rank)).collect();
    let exact = matches!(place.query, CiteQuery::Identifier(_));
    let (query, asked) = (place.query.words(), offer.asked.clone());
    let mut answer = Answer {
        works: CitationList::of(query, Some(exact), candidates, asked, offer.pages.clone()),
        online: was_asked_online,
        search: if exact { None } else { searching::offered(view, file) },
        message: None,
    };
    // A sentence without a search word asks no source, whatever sources there are.
    let could_search = view.snapshot.has_sources(file);
    if offer.works.is_empty() && offer.asked.is_empty() && !exact && !could_search {
        return Err(refused(view, searching::nothing_to_search(view, file)));
    }
    if offer.works.is_empty() {
        answer.message = Some(nothing_found(language, &place.query, &offer, why_not_online));
    }
    Ok(Some(json!(answer)))
}

/// The answer of the command if candidates are offered.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    works: CitationList,
    /// Whether online services were asked.
    online: bool,
    /// What an online search would send; null if none may be made.
    search: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// The offer with what online services have; `None` where they may not be asked.
fn ask_online(view: &View, file: &FileId, query: &CiteQuery, given: Option<Given>) -> Option<Offer> {
    match query {
        CiteQuery::Identifier(_) => {
            let snapshot = searching::allowed(view, file).ok()??;
            lookup::learn(&view.state, &snapshot, file, query, &view.cancel);
            Some(cite::candidates(&snapshot, &view.state.models, file, query, &[]))
        }
        CiteQuery::Words(words) => {
            let searchers =
                searching::searchers(view, file, words, Some(true), given, &view.cancel).ok()?.sources;
            (!searchers.is_empty())
                .then(|| cite::candidates(&view.snapshot, &view.state.models, file, query, &searchers))
        }
    }
}
