//! Read-only shards of the shared library: full-text indexes in folders, built from its tables by
//! ranges of statements.
//!
//! Workers map them and query them instead of the full text of the database. Statements with a
//! source id (PubMed, Crossref, DataCite) are in shards by ranges of statement ids. Such a shard is
//! rebuilt when a tenth of its statements has been replaced or removed; replacements are in a later
//! shard. Statements without a source id, and announcements about other works, are in a separate
//! shard that is rebuilt with each change: it is not recorded what replaced them, and a withdrawn
//! notice must not remain in effect.

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

/// The default number of statements per shard.
pub const DEFAULT_SHARD_SIZE: u64 = 5_000_000;

/// The number of statements per page.
const PAGE: i64 = 2_000;

/// The time limit for reading a page or counting a range.
const PAGE_LIMIT: Duration = Duration::from_secs(600);

/// The divisor of the share of deleted statements at which a shard is rebuilt: one in this many.
const STALE_SHARE: u64 = 10;

/// The maximum number of rounds for imports that happen while shards are built.
const MAX_ROUNDS: usize = 5;

/// Matches a statement with a source id that announces nothing about other works.
const IS_NUMBERED: &str = "
    (s.key >= 'crossref:' AND s.key < 'crossref;' OR s.key >= 'datacite:' AND s.key < 'datacite;'
        OR s.key >= 'pubmed:' AND s.key < 'pubmed;')
    AND NOT EXISTS (SELECT FROM unnest(s.lookup) AS l(key) WHERE l.key >= 'about:' AND l.key < 'about;')";

/// Selects the ids of all other statements, using the key indexes.
const NOT_NUMBERED: &str = "
    SELECT id FROM referee.statement WHERE key < 'crossref:'
    UNION SELECT id FROM referee.statement WHERE key >= 'crossref;' AND key < 'datacite:'
    UNION SELECT id FROM referee.statement WHERE key >= 'datacite;' AND key < 'pubmed:'
    UNION SELECT id FROM referee.statement WHERE key >= 'pubmed;'
    UNION SELECT l.statement FROM referee.lookup_key l WHERE l.key >= 'about:' AND l.key < 'about;'
    ORDER BY 1";

/// The result of building shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardReport {
    /// The number of shards that were built.
    pub made: usize,
    /// The number of shards that were kept.
    pub kept: usize,
    /// The number of statements in the ranges of all shards, each counted once.
    pub statements: u64,
    /// The number of these that this version cannot read and that are in no shard.
    pub unreadable: u64,
}

/// Why shards cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The database does not answer.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A shard cannot be written, or the shard list cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Imports changed the library each time that its shards were nearly finished.
    #[error(
        "the shared library changes faster than its shards are made; run this again when its imports have ended"
    )]
    Changing,
}

/// The extent of the shared library at one time.
#[derive(Clone, Copy)]
struct LibraryExtent {
    generation: i64,
    /// The id of the last statement.
    last: i64,
    newest: Option<Date>,
    highest_pmid: u32,
    /// The number of imported files.
    files: u64,
}

/// The statements of a shard.
#[derive(Clone, Copy)]
enum Selected<'ids> {
    /// The statements with a source id in a range.
    Range(i64, i64),
    /// The statements with these ids, which are sorted.
    Ids(&'ids [i64]),
}

impl SharedLibrary {
    /// Builds the shards of this library in `folder` with `size` statements each. Existing shards
    /// with few deleted statements are kept, unless `anew` is set. `making` is called with the
    /// first and the last id of each range before its shard is built. Readers of the folder
    /// continue with the previous shards.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer, another process builds shards in the
    /// folder, or the folder cannot be written to. The previous shards are then kept.
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
            // If the list cannot be read, no shard can be kept.
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
            // Publish only if the library has not changed in the meantime: the shards lack later
            // replacements.
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

    /// Returns the number of statements with a source id in a range.
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

    /// Returns the ids of the statements that are in no range, in order.
    fn not_numbered(&self) -> Result<Vec<i64>, DatabaseError> {
        self.read(PAGE_LIMIT, |reader| {
            Box::pin(async move {
                Ok(reader.rows(NOT_NUMBERED, &[]).await?.iter().map(|row| row.get(0)).collect())
            })
        })
    }

    /// Builds one shard in a new folder.
    fn write_shard(
        &self,
        folder: &ShardFolder,
        name: String,
        selected: Selected<'_>,
    ) -> Result<Shard, ShardError> {
        let path = folder.path(&name);
        let written = self.fill_shard(&path, name, selected);
        if written.is_err() {
            // Remove an incomplete shard. If that fails, the next run removes it.
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

    /// Returns the next statements after the id `after`; `None` at the end.
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
                // The statements of a rolled-back import no longer exist; the next page continues
                // after them.
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

/// Creates the report for a list whose shards `made` were built in this run.
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

/// Reads the extent of the library. Later imports are not included, even if the shards contain some
/// of their statements.
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

/// Returns whether so few statements of a shard are deleted that it need not be rebuilt.
fn is_fresh(shard: &Shard, there: u64) -> bool {
    let gone = shard.statements.saturating_sub(there);
    there <= shard.statements && gone.saturating_mul(STALE_SHARE) < shard.statements.max(1)
}

/// One page of statements.
struct Page {
    /// The id after which the next page begins.
    last: i64,
    /// The number of rows, including unreadable ones.
    rows: u64,
    statements: Vec<Statement>,
}

/// An iterator over the statements of a query, page by page. It stops at an error and keeps it.
struct Pages<Read> {
    read: Read,
    after: i64,
    page: std::vec::IntoIter<Statement>,
    /// The number of rows read, including unreadable ones.
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
