//! Reads the author's Zotero, if it runs on this machine.
//!
//! Zotero 7 and newer has a read-only HTTP API on this machine that needs no key, once *Allow other
//! applications on this computer to communicate with Zotero* is switched on in its settings.
//! [`Zotero`] lists the items of the author's library and group libraries once and then polls for
//! changes by library version, at most every 30 seconds. [`Zotero::follow`] polls on a background
//! thread, so callers do not wait; after a failure there is a pause before the next attempt.
//!
//! An item in Zotero is not evidence that a work exists: items can be found and cited, but no
//! reference is judged by them. Start reading at [`Zotero`]; `item.rs` parses the responses.

mod fetch;
mod item;

pub use item::{Attachment, NAME, ZoteroItem};

use crate::InMemoryLibrary;
use fetch::Libraries;
use referee_bibliography::Work;
use referee_records::completeness::Completeness;
use referee_records::{Answer, Coverage, Question, Source, SourceError};
use referee_text::{Revision, fold};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The default address of the Zotero API.
pub const DEFAULT_BASE_URL: &str = "http://127.0.0.1:23119/api";

/// The minimum time between two polls of the library.
const POLL_INTERVAL: Duration = Duration::from_secs(30);

/// How long to wait after a failed poll.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// The author's Zotero. Clones share one state.
#[derive(Clone)]
pub struct Zotero(Arc<Shared>);

struct Shared {
    base_url: String,
    /// The known items, replaced as a whole.
    known: Mutex<Arc<Known>>,
    /// The libraries as of the last poll. Locked during a poll.
    libraries: Mutex<Libraries>,
    /// The time of the next poll.
    due: Mutex<Option<Instant>>,
    /// Whether a background poll is running.
    looking: AtomicBool,
}

/// The items of all libraries, with indexes.
struct Known {
    revision: Revision,
    items: Arc<[Arc<ZoteroItem>]>,
    by_identifier: HashMap<String, usize>,
    by_title: HashMap<String, usize>,
    by_citation_key: HashMap<String, usize>,
    records: InMemoryLibrary,
}

impl Default for Known {
    fn default() -> Self {
        Known::of(Vec::new())
    }
}

impl std::fmt::Debug for Zotero {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zotero").field("base_url", &self.0.base_url).finish_non_exhaustive()
    }
}

impl Zotero {
    /// Creates a client for an address on this machine. Sends nothing yet.
    #[must_use]
    pub fn at(base_url: &str) -> Self {
        Zotero(Arc::new(Shared {
            base_url: base_url.trim_end_matches('/').to_owned(),
            known: Mutex::default(),
            libraries: Mutex::default(),
            due: Mutex::default(),
            looking: AtomicBool::new(false),
        }))
    }

    /// Polls for changes on a background thread, if a poll is due.
    pub fn follow(&self) {
        if !self.is_due() || self.0.looking.swap(true, Ordering::AcqRel) {
            return;
        }
        let zotero = self.clone();
        let looked = std::thread::Builder::new().name("zotero".to_owned()).spawn(move || {
            zotero.look();
            zotero.0.looking.store(false, Ordering::Release);
        });
        if looked.is_err() {
            self.0.looking.store(false, Ordering::Release);
        }
    }

    /// Polls for changes and waits for the result, if a poll is due. Takes a few seconds at most,
    /// and hardly any time if nothing listens at the address.
    pub fn look(&self) {
        let mut libraries = lock(&self.0.libraries);
        if !self.is_due() {
            return;
        }
        let looked = libraries.update(&self.0.base_url);
        let wait = if looked.is_ok() { POLL_INTERVAL } else { RETRY_AFTER };
        *lock(&self.0.due) = Some(Instant::now() + wait);
        match looked {
            Ok(true) => {
                let known = Known::of(libraries.items());
                *lock(&self.0.known) = Arc::new(known);
            }
            Ok(false) => {}
            Err(error) => tracing::debug!("Zotero at {}: {error}", self.0.base_url),
        }
    }

    fn is_due(&self) -> bool {
        lock(&self.0.due).is_none_or(|due| due <= Instant::now())
    }

    fn known(&self) -> Arc<Known> {
        Arc::clone(&lock(&self.0.known))
    }

    /// Returns all items that describe works, and the revision of the list, which changes with its
    /// content.
    #[must_use]
    pub fn items(&self) -> (Revision, Arc<[Arc<ZoteroItem>]>) {
        let known = self.known();
        (known.revision, Arc::clone(&known.items))
    }

    /// Returns the item with a citation key that Better BibTeX assigned or that the item states.
    #[must_use]
    pub fn item_cited_as(&self, citation_key: &str) -> Option<Arc<ZoteroItem>> {
        let known = self.known();
        known.items.get(*known.by_citation_key.get(citation_key)?).cloned()
    }

    /// Returns the item with this [`ZoteroItem::handle`].
    #[must_use]
    pub fn item(&self, handle: &str) -> Option<Arc<ZoteroItem>> {
        self.known().items.iter().find(|item| item.handle() == handle).cloned()
    }

    /// Returns the item for a work, among the items known so far.
    #[must_use]
    pub fn item_of(&self, work: &Work) -> Option<Arc<ZoteroItem>> {
        let known = self.known();
        let by_identifier = work
            .identifiers
            .iter()
            .find_map(|identifier| known.by_identifier.get(&identifier.canonical().to_string()));
        let found = by_identifier.or_else(|| known.by_title.get(&title_key(work)?))?;
        known.items.get(*found).cloned()
    }
}

impl Known {
    fn of(items: Vec<Arc<ZoteroItem>>) -> Self {
        let (mut by_identifier, mut by_title, mut by_citation_key) =
            (HashMap::new(), HashMap::new(), HashMap::new());
        for (at, item) in items.iter().enumerate() {
            for identifier in item.work.identifiers.iter() {
                by_identifier.entry(identifier.canonical().to_string()).or_insert(at);
            }
            if let Some(key) = title_key(&item.work) {
                by_title.entry(key).or_insert(at);
            }
            if let Some(key) = &item.citation_key {
                by_citation_key.entry(key.clone()).or_insert(at);
            }
        }
        let records = items.iter().map(|item| item.record()).collect();
        let records = InMemoryLibrary::from_records(records, Completeness::nothing());
        Known {
            revision: Revision::next(),
            items: items.into(),
            by_identifier,
            by_title,
            by_citation_key,
            records,
        }
    }
}

/// Returns the key that finds a work without an identifier: its title, first author and year.
fn title_key(work: &Work) -> Option<String> {
    let title = fold::title(&work.full_title()?);
    let author = work.authors.first().map(|name| fold::title(&name.surname())).unwrap_or_default();
    (title.len() > 8).then(|| format!("{title}|{author}|{}", work.year().unwrap_or_default()))
}

/// Zotero can be searched for words and asked for identifiers; no reference is judged by it.
impl Source for Zotero {
    fn name(&self) -> &str {
        NAME
    }

    fn covers(&self, _work: &Work) -> Coverage {
        Coverage::None
    }

    fn ask(&self, question: &Question) -> Answer {
        match question {
            Question::Identifier(_) => self.known().records.ask(question),
            Question::Like(_) | Question::Subject(_) => Answer::None(SourceError::Unsuited),
        }
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let known = self.known();
        if known.items.is_empty() { None } else { known.records.search(words, limit) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
