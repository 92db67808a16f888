//! What is known about a file that an entry lists.

use referee_literature::papers::PaperState;
use referee_text::{Message, Phrase};

/// What is known about an attached file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttachedState {
    /// It is the cited work, and its text is used.
    ThisWork,
    /// It is another work, with the reason.
    OtherWork(Message),
    /// Its text does not show which work it is.
    Unknown,
    /// Its text cannot be read.
    Unread(PaperState),
    /// It does not exist.
    Missing,
    /// It is in a place where no file is read.
    NotAllowed,
    /// It was not read yet.
    Waiting,
}

impl AttachedState {
    /// Returns a clause about the file: `it was not read yet`.
    #[must_use]
    pub fn clause(&self) -> Message {
        let phrase = match self {
            AttachedState::ThisWork => Phrase { english: "it is this work", spanish: "es este trabajo" },
            AttachedState::OtherWork(why) => {
                return Message::written(|language| {
                    let why = why.text(language);
                    language.pick(format!("not this work. {why}"), format!("no es este trabajo. {why}"))
                });
            }
            AttachedState::Unknown => Phrase {
                english: "its text does not show which work it is",
                spanish: "su texto no muestra qué trabajo es",
            },
            AttachedState::Unread(state) => state.clause(),
            AttachedState::Missing => Phrase { english: "there is no such file", spanish: "no existe" },
            AttachedState::NotAllowed => Phrase {
                english: "after following links, it is outside the workspace, your home folder and your folders of papers",
                spanish: "una vez seguidos los enlaces, está fuera del espacio de trabajo, de su carpeta personal y de sus carpetas de artículos",
            },
            AttachedState::Waiting => {
                Phrase { english: "it was not read yet", spanish: "aún no se ha leído" }
            }
        };
        Message::new(phrase.english, phrase.spanish)
    }

    /// Returns what the author can do so that the file is read, as a clause.
    #[must_use]
    pub fn remedy(&self) -> Option<Phrase> {
        (*self == AttachedState::NotAllowed).then_some(Phrase {
            english: "to allow it, add its folder to `library.papers` in your own config.toml",
            spanish: "para permitirlo, añada su carpeta a `library.papers` en su propio config.toml",
        })
    }
}
