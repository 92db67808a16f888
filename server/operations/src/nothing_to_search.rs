//! Why there is nothing to search, and what to do next.

use referee_text::{FileId, Phrase};
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;

/// The message on the command line, where a flag allows the online services.
pub const NOTHING_TO_SEARCH: &str = "there is no library to search; make one with `referee library import FILE...`, name files under `[library] files` in referee.toml, or search the services with --online";

/// Returns the message for an editor if there is nothing to search, with the next step.
#[must_use]
pub fn nothing_to_search(snapshot: &Snapshot, file: &FileId) -> Phrase {
    if snapshot.is_confidential(file) {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the words of a clinical note stay on it. Import records into the library.",
            spanish: "No hay ninguna fuente donde buscar: no hay biblioteca en este equipo, y las palabras de una nota clínica no salen de él. Importe registros a la biblioteca.",
        };
    }
    if snapshot.network(file) == Network::Deny {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the setting `network` is `deny`. Import records into the library, or change the setting.",
            spanish: "No hay ninguna fuente donde buscar: no hay biblioteca en este equipo, y el ajuste `network` es `deny`. Importe registros a la biblioteca, o cambie el ajuste.",
        };
    }
    Phrase {
        english: "There is nothing to search: there is no library on this machine, and online services may not be asked here. Allow online look-ups (the command referee.allowNetwork), or import records into the library.",
        spanish: "No hay ninguna fuente donde buscar: no hay biblioteca en este equipo, y aquí no se puede preguntar a los servicios en línea. Permita las consultas en línea (el comando referee.allowNetwork), o importe registros a la biblioteca.",
    }
}
