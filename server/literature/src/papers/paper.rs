//! Describes a paper, without its whole text.

use referee_bibliography::Work;
use referee_records::{FullText, FullTextForm, Passage, PassagePart};
use referee_text::Phrase;
use serde::{Deserialize, Serialize};

/// The number of passages in the beginning of a text: title, authors, abstract and the first paragraphs.
const MAX_HEAD_PASSAGES: usize = 60;

/// The maximum size of the beginning of a text, in bytes.
const MAX_HEAD_BYTES: usize = 24_000;

/// The SHA-256 of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash(pub(super) [u8; 32]);

impl ContentHash {
    /// Returns the hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
        let mut hash = [0; 32];
        hash.copy_from_slice(digest.as_ref());
        ContentHash(hash)
    }

    /// Returns the first 64 bits, for a hash of several inputs.
    #[must_use]
    pub fn short(&self) -> u64 {
        self.0.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl std::fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ContentHash({:016x}…)", self.short())
    }
}

/// Whether the text of a file could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperState {
    /// Its text is stored.
    Read,
    /// It has pages without letters: it was scanned.
    Scanned,
    /// It is protected by a password.
    Locked,
    /// It is damaged, truncated, or not what its name says.
    Damaged,
    /// It is larger than the limit.
    TooLarge,
}

impl PaperState {
    /// Returns the name in machine-readable output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            PaperState::Read => "read",
            PaperState::Scanned => "scanned",
            PaperState::Locked => "locked",
            PaperState::Damaged => "damaged",
            PaperState::TooLarge => "too-large",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Read, Self::Scanned, Self::Locked, Self::Damaged, Self::TooLarge];
        all.into_iter().find(|state| state.as_str() == name)
    }

    /// Returns a clause about the file: `it is a scan without text`.
    #[must_use]
    pub fn clause(self) -> Phrase {
        let (english, spanish) = match self {
            PaperState::Read => ("it was read", "se leyó"),
            PaperState::Scanned => ("it is a scan without text", "es un documento escaneado, sin texto"),
            PaperState::Locked => ("it is protected by a password", "está protegido con una contraseña"),
            PaperState::Damaged => {
                ("it is damaged, or is no PDF or JATS file", "está dañado, o no es un archivo PDF ni JATS")
            }
            PaperState::TooLarge => ("it is too large", "es demasiado grande"),
        };
        Phrase { english, spanish }
    }
}

/// A paper in the store, without its whole text.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The hash of the file.
    pub hash: ContentHash,
    /// Whether its text could be read.
    pub state: PaperState,
    /// What went wrong, in English: the reason of another state than [`PaperState::Read`], or the
    /// parts that are missing.
    pub damage: Option<String>,
    /// The number of pages; 0 for a form without pages.
    pub pages: u32,
    /// The number of passages.
    pub passages: u32,
    /// What the file says about itself, without passages.
    pub about: FullText,
}

impl Paper {
    /// Describes a text that was read. Without passages it is a scan.
    #[must_use]
    pub fn of(hash: ContentHash, text: &FullText, pages: u32) -> Self {
        let state = if text.passages.is_empty() { PaperState::Scanned } else { PaperState::Read };
        Paper {
            hash,
            state,
            damage: text.unread.clone(),
            pages,
            passages: u32::try_from(text.passages.len()).unwrap_or(u32::MAX),
            about: with_passages(text, Vec::new()),
        }
    }

    /// Describes a file that could not be read.
    #[must_use]
    pub fn unread(hash: ContentHash, state: PaperState, origin: &str, damage: Option<String>) -> Self {
        let about = FullText { origin: origin.to_owned(), ..FullText::default() };
        Paper { hash, state, damage, pages: 0, passages: 0, about }
    }

    /// Returns what the file says that it is.
    #[must_use]
    pub fn work(&self) -> &Work {
        &self.about.work
    }

    /// Returns what the text was read from.
    #[must_use]
    pub fn form(&self) -> FullTextForm {
        self.about.form
    }
}

/// Returns the beginning of a text, with all that the file says about itself: enough to tell which
/// work it is.
pub(super) fn head(text: &FullText) -> FullText {
    let mut room = MAX_HEAD_BYTES;
    let own = text.passages.iter().filter(|passage| passage.part != PassagePart::Reference);
    let head = own.take(MAX_HEAD_PASSAGES).take_while(|passage| {
        let fits = room > 0;
        room = room.saturating_sub(passage.text.len());
        fits
    });
    with_passages(text, head.cloned().collect())
}

/// Returns a text with these passages instead of its own.
fn with_passages(text: &FullText, passages: Vec<Passage>) -> FullText {
    FullText {
        origin: text.origin.clone(),
        form: text.form,
        version: text.version.clone(),
        licence: text.licence.clone(),
        work: text.work.clone(),
        unread: text.unread.clone(),
        passages,
    }
}
