//! Messages for an author if nothing can be cited.

use referee_features::cite::{CiteQuery, Offer};
use referee_text::{FileId, Language, Phrase};
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;

/// Returns the reason why online services were not asked, and how to allow it.
#[must_use]
pub fn why_not_asked(snapshot: &Snapshot, file: &FileId, query: &CiteQuery) -> Phrase {
    if matches!(query, CiteQuery::Words(_)) && snapshot.is_confidential(file) {
        return Phrase {
            english: " Online services were not asked: the words of a clinical note stay on this machine.",
            spanish: " No se preguntó a los servicios en línea: las palabras de una nota clínica no salen de este equipo.",
        };
    }
    match snapshot.network(file) {
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
#[must_use]
pub fn nothing_found(language: Language, query: &CiteQuery, offer: &Offer, why_not_online: &str) -> String {
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
