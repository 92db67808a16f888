//! Warnings to the author about a run that continues.

use crate::evidence::StoreError;
use referee_text::Message;
use std::path::PathBuf;

/// A problem that the author should know although the run continues.
#[derive(Debug, thiserror::Error)]
pub enum ResearchWarning {
    /// The store on disk cannot be used; the evidence is kept in memory.
    #[error("{0}; the evidence is not kept")]
    NotKept(#[source] StoreError),
    /// The store was damaged; it was moved aside, and a new one was created.
    #[error(
        "the evidence that was kept for this folder is damaged; it was put aside as {}, and a new store begun: asking the questions again finds their evidence again",
        .0.display()
    )]
    PutAside(PathBuf),
    /// This number of works in the store were damaged and are left out.
    #[error(
        "works of the evidence that are damaged and were left out: {0}; asking their questions again finds them again"
    )]
    DamagedWorks(usize),
    /// The workspace contains a store that the author has not imported.
    #[error(
        "{} came with this folder and is not read: whoever wrote it could have written anything; if you trust it, take it over with `referee evidence import`",
        .0.display()
    )]
    WorkspaceFile(PathBuf),
    /// A line of the user's own vocabulary cannot be read.
    #[error("{}: {complaint}", path.display())]
    Vocabulary {
        /// The vocabulary file.
        path: PathBuf,
        /// The line, and its expected form.
        complaint: String,
    },
}

impl ResearchWarning {
    /// Returns the message to the author, in the supported languages.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish = match self {
            ResearchWarning::NotKept(error) => format!("{error}; la evidencia no se guarda"),
            ResearchWarning::PutAside(aside) => format!(
                "la evidencia que se guardaba para esta carpeta está dañada; se apartó como {}, y se empezó un archivo nuevo: al repetir las preguntas se vuelve a encontrar su evidencia",
                aside.display()
            ),
            ResearchWarning::DamagedWorks(works) => format!(
                "trabajos de la evidencia que están dañados y se dejaron fuera: {works}; al repetir sus preguntas se vuelven a encontrar"
            ),
            ResearchWarning::WorkspaceFile(path) => format!(
                "{} llegó con esta carpeta y no se lee: quien lo escribió pudo poner cualquier cosa; si se fía de él, adóptelo con `referee evidence import`",
                path.display()
            ),
            ResearchWarning::Vocabulary { path, complaint } => format!("{}: {complaint}", path.display()),
        };
        Message::new(self.to_string(), spanish)
    }
}
