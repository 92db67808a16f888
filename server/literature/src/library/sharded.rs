//! A library in several parts that nobody writes to: the shards of a library that many share, in one folder.
//!
//! Each shard is a library of its own, mapped and not loaded. All are asked, and what they answer is merged. What announces
//! something about other works, and guidelines, stand in each of them: a shard knows what is retracted of what it holds.

use super::error::Damage;
use super::format::SHARDS_FILE;
use super::{Library, LibraryError, LibraryHoldings};
use crate::private_files;
use referee_bibliography::{Date, Identifier, Work};
use referee_records::completeness::{Completeness, Holdings};
use referee_records::merge::{self, Statement};
use referee_records::record::Record;
use referee_records::source::{Answer, Coverage, Question, SUBJECT, Source, SourceError};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path};
use std::sync::Arc;

/// The form of the list that this version reads and writes.
const LIST_FORMAT: u32 = 1;

/// How often identifiers that came from one shard are asked of the others.
const MAX_ROUNDS: usize = 3;

/// One shard of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The name of its folder beside the list.
    pub folder: String,
    /// The number of the first statement that it may hold, in the library that it was made from.
    pub from: i64,
    /// The number of the last statement that it may hold.
    pub to: i64,
    /// How many statements of that range it holds.
    pub statements: u64,
}

/// The list of the shards in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardList {
    format: u32,
    /// The generation of the library that they were made from.
    pub generation: i64,
    /// The shards, by their ranges.
    pub shards: Vec<Shard>,
}

impl ShardList {
    /// A list of shards.
    #[must_use]
    pub fn new(generation: i64, shards: Vec<Shard>) -> Self {
        ShardList { format: LIST_FORMAT, generation, shards }
    }

    /// Reads the list of a folder; `None` where it has none.
    ///
    /// # Errors
    ///
    /// If the list cannot be read, is of a newer version, or names a folder elsewhere.
    pub fn read(root: &Path) -> Result<Option<Self>, LibraryError> {
        let path = root.join(SHARDS_FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(LibraryError::io(&path, source)),
        };
        let damaged = || LibraryError::damaged(root, Damage::Changed(SHARDS_FILE.into()));
        let list: ShardList = serde_json::from_str(&text).map_err(|_| damaged())?;
        let is_here = |shard: &Shard| {
            let mut parts = Path::new(&shard.folder).components();
            matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
        };
        if list.format != LIST_FORMAT || !list.shards.iter().all(is_here) {
            return Err(damaged());
        }
        Ok(Some(list))
    }

    /// Writes the list of a folder, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to.
    pub fn write(&self, root: &Path) -> Result<(), LibraryError> {
        let path = root.join(SHARDS_FILE);
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::from);
        text.and_then(|text| private_files::replace(&path, text.as_bytes()))
            .map_err(|source| LibraryError::io(&path, source))
    }
}

/// The shards of a folder, to be read.
pub struct ShardedLibrary {
    shards: Vec<Library>,
    complete: Completeness,
}

impl ShardedLibrary {
    /// Opens the shards in `root`; `None` where there is no list of them.
    ///
    /// # Errors
    ///
    /// If one of them is missing, damaged, or of another format: without it nothing could be called missing.
    pub fn open(root: &Path) -> Result<Option<Self>, LibraryError> {
        let Some(list) = ShardList::read(root)? else { return Ok(None) };
        let mut shards = Vec::with_capacity(list.shards.len());
        for shard in list.shards {
            let library = Library::open(root.join(&shard.folder))?;
            let missing = || LibraryError::damaged(root, Damage::Missing(shard.folder.clone().into()));
            shards.push(library.ok_or_else(missing)?);
        }
        Ok(Some(ShardedLibrary { shards, complete: Completeness::nothing() }))
    }

    /// The same shards, with what their owner says that they hold completely.
    #[must_use]
    pub fn with_completeness(mut self, complete: Completeness) -> Self {
        self.complete = complete;
        self
    }

    /// The records with this identifier, best first.
    ///
    /// # Errors
    ///
    /// If a shard cannot be read.
    pub fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, LibraryError> {
        self.ask_all(|shard| shard.get(identifier))
    }

    /// The records that could be `work`, best first.
    ///
    /// # Errors
    ///
    /// If a shard cannot be read.
    pub fn like(&self, work: &Work) -> Result<Vec<Record>, LibraryError> {
        self.ask_all(|shard| shard.like(work))
    }

    /// The records about the subject that `words` name: the best of each shard first, then the second best.
    ///
    /// # Errors
    ///
    /// If a shard cannot be read.
    pub fn about(&self, words: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        let mut found = self.ask_all(|shard| shard.about(words, limit))?;
        found.truncate(limit);
        Ok(found)
    }

    /// Asks every shard, and merges what is about one work.
    fn ask_all(
        &self,
        ask: impl Fn(&Library) -> Result<Vec<Record>, LibraryError>,
    ) -> Result<Vec<Record>, LibraryError> {
        let mut found = self.shards.iter().map(ask).collect::<Result<Vec<_>, _>>()?;
        if found.len() == 1 {
            return Ok(found.pop().unwrap_or_default());
        }
        let longest = found.iter().map(Vec::len).max().unwrap_or(0);
        let mut lists: Vec<_> = found.into_iter().map(Vec::into_iter).collect();
        let mut records = Vec::new();
        for _ in 0..longest {
            records.extend(lists.iter_mut().filter_map(Iterator::next));
        }
        self.completed(merged(records, Vec::new()))
    }

    /// Adds what other shards state about the works of these records, by identifiers that one of them brings and another
    /// was not asked for.
    fn completed(&self, mut records: Vec<Record>) -> Result<Vec<Record>, LibraryError> {
        let mut asked: HashSet<Identifier> = HashSet::new();
        for _ in 0..MAX_ROUNDS {
            let identifiers = records.iter().flat_map(|record| record.work.identifiers.iter());
            let new: Vec<Identifier> =
                identifiers.filter(|one| asked.insert((*one).clone())).cloned().collect();
            if new.is_empty() {
                break;
            }
            let mut others = Vec::new();
            for identifier in &new {
                for shard in &self.shards {
                    others.extend(shard.get(identifier)?);
                }
            }
            records = merged(records, others);
        }
        Ok(records)
    }

    fn holdings(&self) -> ShardedHoldings {
        ShardedHoldings(self.shards.iter().map(Library::holdings).collect())
    }

    fn answer(&self, found: Result<Vec<Record>, LibraryError>) -> Answer {
        match found {
            Ok(records) => Answer::from(records),
            Err(error) => {
                tracing::warn!("{error}");
                Answer::None(SourceError::Unavailable)
            }
        }
    }
}

/// The records, in their order; those about one work are one record, filled in by what `others` say about it. What of
/// `others` is about another work is left out.
fn merged(records: Vec<Record>, others: Vec<Record>) -> Vec<Record> {
    let mut all = Newest::default();
    records.into_iter().for_each(|record| all.add(record));
    let own = all.records.len();
    others.into_iter().for_each(|record| all.add(record));
    // The key keeps the place, which merging does not.
    let placed = all.records.into_iter().enumerate();
    let statements = placed.map(|(place, record)| Statement { key: format!("{place:08}"), record }).collect();
    let end = format!("{own:08}");
    let mut first_of_each: Vec<(String, Record)> = merge::merge(statements)
        .into_iter()
        .filter_map(|merged| Some((merged.keys.into_iter().min()?, merged.record)))
        .filter(|(first, _)| *first < end)
        .collect();
    first_of_each.sort_by(|(a, _), (b, _)| a.cmp(b));
    first_of_each.into_iter().map(|(_, record)| record).collect()
}

/// Records of which a source states each once: the newest, where another shard still has an older one.
#[derive(Default)]
struct Newest {
    records: Vec<Record>,
    /// The places of the records by what a library keeps them under.
    places: HashMap<String, usize>,
}

impl Newest {
    fn add(&mut self, mut record: Record) {
        let key = merge::statement_key(&record, "", self.records.len());
        let Some(known) = self.places.get(&key).and_then(|place| self.records.get_mut(*place)) else {
            self.places.insert(key, self.records.len());
            self.records.push(record);
            return;
        };
        if record.as_of > known.as_of {
            std::mem::swap(known, &mut record);
        }
        // Others may have announced them, who are merged with the older one alone.
        merge::announce(&mut known.notices, record.notices);
    }
}

/// What decides whether one of the shards would have a work, at one moment.
struct ShardedHoldings(Vec<LibraryHoldings>);

impl Holdings for ShardedHoldings {
    fn has_journal(&self, name: &str) -> bool {
        self.0.iter().any(|shard| shard.has_journal(name))
    }

    fn has_most_journals(&self) -> bool {
        self.0.iter().any(Holdings::has_most_journals)
    }

    fn has_doi_prefix(&self, prefix: &str) -> bool {
        self.0.iter().any(|shard| shard.has_doi_prefix(prefix))
    }

    fn newest(&self) -> Option<Date> {
        self.0.iter().filter_map(Holdings::newest).max()
    }

    fn highest_pmid(&self) -> u32 {
        self.0.iter().map(Holdings::highest_pmid).max().unwrap_or(0)
    }
}

impl Source for ShardedLibrary {
    fn name(&self) -> &str {
        "library"
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.complete.coverage(work, &self.holdings())
    }

    fn has_journal(&self, name: &str) -> Option<bool> {
        Some(self.holdings().has_journal(name))
    }

    fn ask(&self, question: &Question) -> Answer {
        self.answer(match question {
            Question::Identifier(identifier) => self.get(identifier),
            Question::Like(work) => self.like(work),
            Question::Subject(words) => self.about(words, SUBJECT),
        })
    }

    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        // Each shard has all of it.
        let parts = self.shards.iter().map(|shard| Source::guideline(shard, title));
        parts.into_iter().find(|parts| !parts.is_empty()).unwrap_or_default()
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        Some(self.answer(self.about(words, limit)))
    }
}
