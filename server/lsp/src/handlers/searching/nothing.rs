//! Why nothing is searched, and what to do next.

use crate::state::View;
use referee_text::{FileId, Message, Phrase};
use referee_workspace::settings::Network;

/// The author closed the question whether one may search online: nothing is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dismissed;

impl Dismissed {
    /// The message for the author.
    pub(crate) fn message(self) -> Message {
        Message::new(
            "The question was closed: nothing was searched online, and nothing was written. Run the command again and choose, allow online look-ups for this workspace (the command referee.allowNetwork), or import records into the library.",
            "La pregunta se cerró: no se buscó nada en línea ni se escribió nada. Ejecute el comando otra vez y elija, permita las consultas en línea para este espacio de trabajo (el comando referee.allowNetwork) o importe registros en la biblioteca.",
        )
    }
}

/// The message if there is nothing to search, with the next step.
pub(crate) fn nothing_to_search(view: &View, file: &FileId) -> Phrase {
    if view.snapshot.is_confidential(file) {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the words of a clinical note stay on it. Import records into the library.",
            spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y las palabras de una nota clínica no salen de él. Importe registros a la biblioteca.",
        };
    }
    if view.snapshot.network(file) == Network::Deny {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the setting `network` is `deny`. Import records into the library, or change the setting.",
            spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y el ajuste `network` es `deny`. Importe registros a la biblioteca, o cambie el ajuste.",
        };
    }
    Phrase {
        english: "There is nothing to search: there is no library on this machine, and online services may not be asked here. Allow online look-ups (the command referee.allowNetwork), or import records into the library.",
        spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y aquí no se puede preguntar a los servicios en línea. Permita las consultas en línea (el comando referee.allowNetwork), o importe registros a la biblioteca.",
    }
}
