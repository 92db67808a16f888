//! Read-only shards of the shared library: full-text indexes in folders, made from its tables by ranges of statements.
//!
//! Workers map them and ask them instead of the full text of the database. What sources number (PubMed, Crossref, DataCite)
//! stands in shards by ranges of statement numbers: one is made anew when a tenth of its statements was replaced or removed
//! since, and what replaced them stands in a later one. What has no number of a source, and what announces something about
//! other works, stands in a shard of its own, which is made anew with each change: of these nothing says what replaced
//! them, and a notice that was taken back must not go on counting.

use crate::error::DatabaseError;
use crate::library::SharedLibrary;
use crate::read::Reader;
use referee_bibliography::Date;
use referee_literature::Library;
use referee_literature::library::{LibraryError, Shard, ShardFolder, ShardList};
use referee_records::completeness::Newest;
use referee_records::merge::Statement;
use referee_records::record::Record;
use std::path::Path;
use std::time::Duration;
use tokio_postgres::types::Json;

/// How many statements one shard has where nobody says otherwise.
pub const DEFAULT_SHARD_SIZE: u64 = 5_000_000;

/// How many statements are read at once.
const PAGE: i64 = 2_000;

/// The longest time that reading a page, or counting a range, may take.
const PAGE_LIMIT: Duration = Duration::from_secs(600);

/// A shard is made anew when one of so many of its statements is gone.
const STALE_SHARE: u64 = 10;

/// How often shards are made for what was imported while they were being made.
const MAX_ROUNDS: usize = 5;

/// A statement that a source numbers and that announces nothing about other works.
const IS_NUMBERED: &str = "
    (s.key >= 'crossref:' AND s.key < 'crossref;' OR s.key >= 'datacite:' AND s.key < 'datacite;'
        OR s.key >= 'pubmed:' AND s.key < 'pubmed;')
    AND NOT EXISTS (SELECT FROM unnest(s.lookup) AS l(key) WHERE l.key >= 'about:' AND l.key < 'about;')";

/// The numbers of all other statements, by the indexes of their keys.
const NOT_NUMBERED: &str = "
    SELECT id FROM referee.statement WHERE key < 'crossref:'
    UNION SELECT id FROM referee.statement WHERE key >= 'crossref;' AND key < 'datacite:'
    UNION SELECT id FROM referee.statement WHERE key >= 'datacite;' AND key < 'pubmed:'
    UNION SELECT id FROM referee.statement WHERE key >= 'pubmed;'
    UNION SELECT l.statement FROM referee.lookup_key l WHERE l.key >= 'about:' AND l.key < 'about;'
    ORDER BY 1";

/// What came of making shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardReport {
    /// Shards that were made.
    pub made: usize,
    /// Shards that are as they were.
    pub kept: usize,
    /// How many statements the shards were made of, each counted once.
    pub statements: u64,
    /// How many of them cannot be read by this version, and are in no shard.
    pub unreadable: u64,
}

/// Why shards cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The database does not answer.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A shard cannot be written, or the list of shards cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Imports changed the library each time that its shards were nearly done.
    #[error(
        "the shared library changes faster than its shards are made; run this again when its imports have ended"
    )]
    Changing,
}

/// The extent of the shared library at one moment.
#[derive(Clone, Copy)]
struct LibraryExtent {
    generation: i64,
    /// The number of the last statement.
    last: i64,
    newest: Option<Date>,
    highest_pmid: u32,
    /// How many files were imported.
    files: u64,
}

/// Which statements a shard is made of.
#[derive(Clone, Copy)]
enum Selected<'ids> {
    /// The numbered ones of a range.
    Range(i64, i64),
    /// Those of these numbers, which are sorted.
    Ids(&'ids [i64]),
}

impl SharedLibrary {
    /// Makes the shards of this library in `folder`, `size` statements each, and keeps those that are there and of whose
    /// statements few are gone; `anew` keeps none. `making` is called with the first and the last number of each range
    /// before its shard is made. Who reads the folder meanwhile goes on with what there was.
    ///
    /// # Errors
    ///
    /// If the database does not answer, somebody else makes shards in the folder, or it cannot be written to. What there
    /// was before stays.
    pub fn write_shards(
        &self,
        folder: &Path,
        size: u64,
        anew: bool,
        making: &mut dyn FnMut(i64, i64),
    ) -> Result<ShardReport, ShardError> {
        let folder_of_shards = ShardFolder::open(folder)?;
        let size = i64::try_from(size.max(1)).unwrap_or(i64::MAX);
        let before = match ShardList::read(folder) {
            // A list that cannot be read says nothing about what could be kept.
            Err(LibraryError::Shards { .. }) => None,
            read => read?.filter(|_| !anew),
        };
        let mut known = before.clone().map(|list| list.shards).unwrap_or_default();
        let mut rest = before.and_then(|list| Some((list.generation, list.rest?)));
        let mut made: Vec<String> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let extent = self.library_extent()?;
            let mut list =
                ShardList::new(extent.generation, extent.newest, extent.highest_pmid, extent.files);
            let mut from = 1;
            while from <= extent.last {
                let to = from.saturating_add(size - 1).min(extent.last);
                let there = self.count(from, to)?;
                if there == 0 {
                    from = to.saturating_add(1);
                    continue;
                }
                let shard = match known.iter().find(|shard| (shard.from, shard.to) == (from, to)) {
                    Some(shard) if is_fresh(shard, there) => shard.clone(),
                    _ => {
                        making(from, to);
                        let name =
                            folder_of_shards.free_name(&format!("{from:011}-{to:011}-{}", extent.generation));
                        made.push(name.clone());
                        self.write_shard(&folder_of_shards, name, Selected::Range(from, to))?
                    }
                };
                list.shards.push(shard);
                from = to.saturating_add(1);
            }
            list.rest = match rest {
                Some((generation, shard)) if generation == extent.generation => Some(shard),
                _ => match self.not_numbered()? {
                    ids if ids.is_empty() => None,
                    ids => {
                        let name = folder_of_shards.free_name(&format!("rest-{}", extent.generation));
                        made.push(name.clone());
                        Some(self.write_shard(&folder_of_shards, name, Selected::Ids(&ids))?)
                    }
                },
            };
            // What was replaced meanwhile stands in none of them.
            if self.library_extent()?.generation == extent.generation {
                folder_of_shards.publish(&list)?;
                return Ok(report(&list, &made));
            }
            rest = None;
            known = list.shards;
        }
        Err(ShardError::Changing)
    }

    fn library_extent(&self) -> Result<LibraryExtent, DatabaseError> {
        self.read(PAGE_LIMIT, |reader| Box::pin(async move { extent(&reader).await }))
    }

    /// How many numbered statements a range has.
    fn count(&self, from: i64, to: i64) -> Result<u64, DatabaseError> {
        self.read(PAGE_LIMIT, move |reader| {
            Box::pin(async move {
                let sql = format!(
                    "SELECT count(*) FROM referee.statement s WHERE s.id BETWEEN $1 AND $2 AND {IS_NUMBERED}"
                );
                let rows = reader.rows(&sql, &[&from, &to]).await?;
                Ok(rows.first().map_or(0, |row| u64::try_from(row.get::<_, i64>(0)).unwrap_or(0)))
            })
        })
    }

    /// The numbers of the statements that stand in no range, in their order.
    fn not_numbered(&self) -> Result<Vec<i64>, DatabaseError> {
        self.read(PAGE_LIMIT, |reader| {
            Box::pin(async move {
                Ok(reader.rows(NOT_NUMBERED, &[]).await?.iter().map(|row| row.get(0)).collect())
            })
        })
    }

    /// Makes a shard in a folder of its own.
    fn write_shard(
        &self,
        folder: &ShardFolder,
        name: String,
        selected: Selected<'_>,
    ) -> Result<Shard, ShardError> {
        let path = folder.path(&name);
        let written = self.fill_shard(&path, name, selected);
        if written.is_err() {
            // Half a shard is none. What cannot be removed now, the next run removes.
            let _ = std::fs::remove_dir_all(&path);
        }
        written
    }

    fn fill_shard(&self, path: &Path, name: String, selected: Selected<'_>) -> Result<Shard, ShardError> {
        let mut writer = Library::create_or_open_for_import(path)?;
        let mut pages = Pages::new(|after| self.page(selected, after));
        let written = writer.add_statements(&mut pages);
        if let Some(error) = pages.failure {
            return Err(error.into());
        }
        written?;
        writer.close()?;
        let (from, to) = match selected {
            Selected::Range(from, to) => (from, to),
            Selected::Ids(ids) => (ids.first().copied().unwrap_or(0), ids.last().copied().unwrap_or(0)),
        };
        Ok(Shard { folder: name, from, to, statements: pages.read_rows, unreadable: pages.unreadable })
    }

    /// The next statements after the number `after`; none at the end.
    fn page(&self, selected: Selected<'_>, after: i64) -> Result<Option<Page>, DatabaseError> {
        let ids: Option<Vec<i64>> = match selected {
            Selected::Range(..) => None,
            Selected::Ids(all) => {
                let start = all.partition_point(|id| *id <= after);
                let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
                Some(all.iter().skip(start).take(page).copied().collect())
            }
        };
        if ids.as_ref().is_some_and(Vec::is_empty) {
            return Ok(None);
        }
        let range = match selected {
            Selected::Range(from, to) => (after.max(from - 1), to),
            Selected::Ids(_) => (0, 0),
        };
        self.read(PAGE_LIMIT, move |reader| {
            Box::pin(async move {
                let rows = match &ids {
                    Some(ids) => {
                        let sql =
                            "SELECT id, key, record FROM referee.statement WHERE id = ANY ($1) ORDER BY id";
                        reader.rows(sql, &[ids]).await?
                    }
                    None => {
                        let sql = format!(
                            "SELECT s.id, s.key, s.record FROM referee.statement s
                             WHERE s.id > $1 AND s.id <= $2 AND {IS_NUMBERED} ORDER BY s.id LIMIT $3"
                        );
                        reader.rows(&sql, &[&range.0, &range.1, &PAGE]).await?
                    }
                };
                // Those of an import that was taken back meanwhile are gone; the page goes on behind them.
                let last =
                    ids.and_then(|ids| ids.last().copied()).or(rows.last().map(|row| row.get::<_, i64>(0)));
                let Some(last) = last else { return Ok(None) };
                let mut page =
                    Page { last, rows: rows.len() as u64, statements: Vec::with_capacity(rows.len()) };
                for row in &rows {
                    match row.try_get::<_, Json<Record>>(2) {
                        Ok(Json(record)) => page.statements.push(Statement { key: row.get(1), record }),
                        Err(error) => {
                            tracing::warn!("a record of the shared library cannot be read: {error}")
                        }
                    }
                }
                Ok(Some(page))
            })
        })
    }
}

/// What the shards of a list hold, of which these were made.
fn report(list: &ShardList, made: &[String]) -> ShardReport {
    let mut report = ShardReport::default();
    for shard in list.all() {
        match made.contains(&shard.folder) {
            true => report.made += 1,
            false => report.kept += 1,
        }
        report.statements += shard.statements;
        report.unreadable += shard.unreadable;
    }
    report
}

/// The extent of the library. What is imported later is not claimed, even where the shards have some of it.
async fn extent(reader: &Reader<'_>) -> Result<LibraryExtent, DatabaseError> {
    let (generation, _) = reader.state().await?;
    let mut newest = Newest::default();
    let mut highest_pmid = 0;
    let files = reader.imported().await?;
    for file in files.iter().filter(|file| !file.is_guideline()) {
        newest.add(file.newest, file.is_typed());
        highest_pmid = highest_pmid.max(file.highest_pmid);
    }
    let rows = reader.rows("SELECT coalesce(max(id), 0) FROM referee.statement", &[]).await?;
    let last = rows.first().map_or(0, |row| row.get(0));
    Ok(LibraryExtent { generation, last, newest: newest.date(), highest_pmid, files: files.len() as u64 })
}

/// Whether a shard has so few statements that are gone that it need not be made anew.
fn is_fresh(shard: &Shard, there: u64) -> bool {
    let gone = shard.statements.saturating_sub(there);
    there <= shard.statements && gone.saturating_mul(STALE_SHARE) < shard.statements.max(1)
}

/// Some statements of a query.
struct Page {
    /// The number after which the next page begins.
    last: i64,
    /// How many there are, those that cannot be read among them.
    rows: u64,
    statements: Vec<Statement>,
}

/// The statements of a query, page by page. An error ends them and is kept.
struct Pages<Read> {
    read: Read,
    after: i64,
    page: std::vec::IntoIter<Statement>,
    /// How many statements were read, those that cannot be read among them.
    read_rows: u64,
    unreadable: u64,
    failure: Option<DatabaseError>,
}

impl<Read> Pages<Read>
where
    Read: FnMut(i64) -> Result<Option<Page>, DatabaseError>,
{
    fn new(read: Read) -> Self {
        Pages { read, after: 0, page: Vec::new().into_iter(), read_rows: 0, unreadable: 0, failure: None }
    }
}

impl<Read> Iterator for Pages<Read>
where
    Read: FnMut(i64) -> Result<Option<Page>, DatabaseError>,
{
    type Item = Statement;

    fn next(&mut self) -> Option<Statement> {
        loop {
            if let Some(statement) = self.page.next() {
                return Some(statement);
            }
            if self.failure.is_some() {
                return None;
            }
            match (self.read)(self.after) {
                Ok(Some(page)) => {
                    self.after = page.last;
                    self.read_rows += page.rows;
                    self.unreadable += page.rows.saturating_sub(page.statements.len() as u64);
                    self.page = page.statements.into_iter();
                }
                Ok(None) => return None,
                Err(error) => {
                    self.failure = Some(error);
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shard, is_fresh};

    #[test]
    fn a_shard_is_kept_until_a_tenth_of_it_is_gone() {
        let shard = Shard { folder: String::new(), from: 1, to: 100, statements: 100, unreadable: 3 };
        assert!(is_fresh(&shard, 100) && is_fresh(&shard, 91));
        assert!(!is_fresh(&shard, 90) && !is_fresh(&shard, 101));
        assert!(is_fresh(&Shard { statements: 0, ..shard }, 0), "an empty range stays empty");
    }
}
