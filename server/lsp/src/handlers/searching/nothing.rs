//! Why nothing is searched, and what to do next.

use referee_text::Message;

/// The author closed the question whether one may search online: nothing is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dismissed;

impl Dismissed {
    /// The message for the author.
    pub(crate) fn message(self) -> Message {
        Message::new(
            "The question was closed: nothing was searched online, and nothing was written. Run the command again and choose, allow online look-ups for this workspace (the command referee.allowNetwork), or import records into the library.",
            "La pregunta se cerró: no se buscó nada en línea ni se escribió nada. Ejecute el comando otra vez y elija, permita las consultas en línea para esta área de trabajo (el comando referee.allowNetwork) o importe registros en la biblioteca.",
        )
    }
}
