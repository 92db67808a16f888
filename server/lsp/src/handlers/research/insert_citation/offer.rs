//! Offers the author works to cite at a place.

use super::super::target::{failed, refused};
use crate::handlers::lookup;
use crate::handlers::searching::{self, Given};
use crate::state::View;
use referee_features::cite::{self, CitePlace, CiteQuery, Offer};
use referee_text::{FileId, Language, Phrase};
use referee_workspace::settings::Network;
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
                why_not_online = why_not_asked(view, file, &place.query).text(language);
            }
        }
    }
    let candidates: Vec<Value> = offer
        .works
        .iter()
        .enumerate()
        .map(|(index, one)| one.to_json(&view.snapshot, file, index + 1))
        .collect();
    let exact = matches!(place.query, CiteQuery::Identifier(_));
    let mut answer = json!({
        "schema": "referee.cite/1",
        "query": place.query.words(),
        "exact": exact,
        "asked": offer.asked,
        "online": was_asked_online,
        "candidates": candidates,
        "pages": offer.pages,
        "search": if exact { None } else { searching::offered(view, file) },
    });
    // A sentence without a search word asks no source, whatever sources there are.
    let could_search = view.snapshot.has_sources(file);
    if offer.works.is_empty() && offer.asked.is_empty() && !exact && !could_search {
        return Err(refused(view, searching::nothing_to_search(view, file)));
    }
    if offer.works.is_empty() {
        answer["message"] = json!(nothing_found(language, &place.query, &offer, why_not_online));
    }
    Ok(Some(answer))
}

/// Returns the reason why online services were not asked, and how to allow it.
fn why_not_asked(view: &View, file: &FileId, query: &CiteQuery) -> Phrase {
    if matches!(query, CiteQuery::Words(_)) && view.snapshot.is_confidential(file) {
        return Phrase {
            english: " Online services were not asked: the words of a clinical note stay on this machine.",
            spanish: " No se preguntó a los servicios en línea: las palabras de una nota clínica no salen de este equipo.",
        };
    }
    match view.snapshot.network(file) {
        Network::Deny => Phrase {
            english: " Online services were not asked: the setting `network` is `deny`.",
            spanish: " No se preguntó a los servicios en línea: el ajuste `network` es `deny`.",
        },
        Network::Allow => Phrase {
            english: " Online services were not asked: run the command again and choose to search online.",
            spanish: " No se preguntó a los servicios en línea: ejecute el comando otra vez y elija buscar en línea.",
        },
        Network::Ask => Phrase {
            english: " Online services were not asked: allow that with the command referee.allowNetwork, or choose to search online.",
            spanish: " No se preguntó a los servicios en línea: permítalo con el comando referee.allowNetwork, o elija buscar en línea.",
        },
    }
}

/// Returns the reason why there is nothing to choose, and the next step.
fn nothing_found(language: Language, query: &CiteQuery, offer: &Offer, why_not_online: &str) -> String {
    let failed: Vec<&str> = offer
        .asked
        .iter()
        .filter(|asked| asked.problem.is_some())
        .map(|asked| referee_records::source_name(language, &asked.source))
        .collect();
    let silent = if failed.is_empty() {
        String::new()
    } else {
        let services = failed.join(", ");
        language.pick(
            format!(" {services} did not answer: try again later."),
            format!(" {services}: sin respuesta; inténtelo más tarde."),
        )
    };
    match query {
        CiteQuery::Identifier(identifier) => language.pick(
            format!(
                "{identifier} was not found; nothing was cited.{silent}{why_not_online} Compare the number with the paper."
            ),
            format!(
                "{identifier} no se encontró; no se citó nada.{silent}{why_not_online} Compare el número con el artículo."
            ),
        ),
        CiteQuery::Words(_) => language.pick(
            format!(
                "No work was found for these words; nothing was cited.{silent}{why_not_online} Try other words, a title, a DOI or a PMID."
            ),
            format!(
                "No se encontró ningún trabajo con estas palabras; no se citó nada.{silent}{why_not_online} Pruebe con otras palabras, un título, un DOI o un PMID."
            ),
        ),
    }
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
