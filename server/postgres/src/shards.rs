//! Read-only shards of the shared library: full-text indexes in folders, made from its tables by ranges of statements.
//!
//! Workers map them and ask them instead of the full text of the database. A shard is made anew when a tenth of its
//! statements was replaced or removed since; what replaced them stands in the shard of the newest, and is newer.

use crate::error::DatabaseError;
use crate::library::SharedLibrary;
use crate::read::Reader;
use referee_literature::library::{LibraryError, Shard, ShardList, import_records};
use referee_literature::{Library, private_files};
use referee_records::record::Record;
use std::path::{Path, PathBuf};
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

/// The statements of a range, after a number.
const OF_RANGE: &str =
    "SELECT id, record FROM referee.statement WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3";

/// What stands in every shard, after a number and outside of a range: what announces something about other works, and the
/// parts of guidelines.
const EVERYWHERE: &str = "
    SELECT s.id, s.record FROM referee.statement s
    WHERE s.id > $1 AND NOT (s.id BETWEEN $2 AND $3)
        AND (s.source = 'retraction-watch' OR s.id IN (
            SELECT l.statement FROM referee.lookup_key l
            WHERE l.key >= 'about:' AND l.key < 'about;' OR l.key >= 'guideline:' AND l.key < 'guideline;'))
    ORDER BY s.id LIMIT $4";

/// What came of making shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardReport {
    /// Shards that were made.
    pub made: usize,
    /// Shards that are as they were.
    pub kept: usize,
    /// How many statements all shards hold, each counted once.
    pub statements: u64,
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
    /// The folder cannot be written to.
    #[error("{}: {source}", path.display())]
    Io {
        /// The folder of the shards, or one of them that is to be removed.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl SharedLibrary {
    /// Makes the shards of this library in `folder`, `size` statements each, and keeps those that are there and of whose
    /// statements few are gone; `anew` keeps none. `making` is called with the first and the last number of each range
    /// before its shard is made. Who reads the folder meanwhile goes on with what there was.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or the folder cannot be written to. What there was before stays.
    pub fn write_shards(
        &self,
        folder: &Path,
        size: u64,
        anew: bool,
        making: &mut dyn FnMut(i64, i64),
    ) -> Result<ShardReport, ShardError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ShardError::Io { path, source }
        };
        private_files::create_folder(folder).map_err(failed(folder))?;
        let before = ShardList::read(folder)?.map(|list| list.shards).unwrap_or_default();
        let size = i64::try_from(size.max(1)).unwrap_or(i64::MAX);
        let (generation, last) =
            self.read(PAGE_LIMIT, |reader| Box::pin(async move { extent(&reader).await }))?;
        let mut report = ShardReport::default();
        let mut shards: Vec<Shard> = Vec::new();
        let mut from = 1;
        while from <= last {
            let to = from.saturating_add(size - 1).min(last);
            let there = self.count(from, to)?;
            let known = before.iter().find(|shard| !anew && (shard.from, shard.to) == (from, to));
            match known.filter(|shard| is_fresh(shard, there)) {
                Some(shard) => {
                    report.kept += 1;
                    shards.push(shard.clone());
                }
                None => {
                    making(from, to);
                    let name = free_name(&before, format!("{from:011}-{to:011}-{generation}"));
                    let statements = self.write_shard(folder, &name, from, to)?;
                    report.made += 1;
                    shards.push(Shard { folder: name, from, to, statements });
                }
            }
            from = to.saturating_add(1);
        }
        report.statements = shards.iter().map(|shard| shard.statements).sum();
        ShardList::new(generation, shards.clone()).write(folder)?;
        // Who has mapped them goes on with them.
        for old in before.iter().filter(|old| !shards.iter().any(|shard| shard.folder == old.folder)) {
            let path = folder.join(&old.folder);
            std::fs::remove_dir_all(&path).map_err(failed(&path))?;
        }
        Ok(report)
    }

    /// How many statements a range has.
    fn count(&self, from: i64, to: i64) -> Result<u64, DatabaseError> {
        self.read(PAGE_LIMIT, move |reader| {
            Box::pin(async move {
                let sql = "SELECT count(*) FROM referee.statement WHERE id BETWEEN $1 AND $2";
                let rows = reader.rows(sql, &[&from, &to]).await?;
                Ok(rows.first().map_or(0, |row| u64::try_from(row.get::<_, i64>(0)).unwrap_or(0)))
            })
        })
    }

    /// Makes the shard of a range in a folder of its own; gives how many statements of the range it has.
    fn write_shard(&self, folder: &Path, name: &str, from: i64, to: i64) -> Result<u64, ShardError> {
        let path = folder.join(name);
        // What a run left behind that was killed is not on the list.
        let _ = std::fs::remove_dir_all(&path);
        let mut writer = Library::create_or_open_for_import(&path)?;
        let mut failure = None;
        let own =
            Pages::new(|after| self.page(OF_RANGE, after, (after.max(from - 1), to), false), &mut failure);
        let own = import_records(&mut writer, &format!("statements {from} to {to}"), own);
        let mut others_failure = None;
        let others = Pages::new(|after| self.page(EVERYWHERE, after, (from, to), true), &mut others_failure);
        let others = import_records(&mut writer, "what concerns other works", others);
        let result = match (failure, others_failure, own, others) {
            (Some(error), ..) | (_, Some(error), ..) => Err(ShardError::Database(error)),
            (None, None, Ok(own), Ok(_)) => writer.close().map(|()| own.records).map_err(ShardError::Library),
            (None, None, Err(error), _) | (None, None, _, Err(error)) => Err(ShardError::Library(error)),
        };
        if result.is_err() {
            // Half a shard is none.
            let _ = std::fs::remove_dir_all(&path);
        }
        result
    }

    /// The next statements after the number `after`, with the number of the last.
    fn page(
        &self,
        sql: &'static str,
        after: i64,
        range: (i64, i64),
        is_outside: bool,
    ) -> Result<Option<(i64, Vec<Record>)>, DatabaseError> {
        self.read(PAGE_LIMIT, move |reader| {
            Box::pin(async move {
                let rows = match is_outside {
                    true => reader.rows(sql, &[&after, &range.0, &range.1, &PAGE]).await?,
                    false => reader.rows(sql, &[&range.0, &range.1, &PAGE]).await?,
                };
                let Some(last) = rows.last().map(|row| row.get::<_, i64>(0)) else { return Ok(None) };
                let mut records = Vec::with_capacity(rows.len());
                for row in &rows {
                    match row.try_get::<_, Json<Record>>(1) {
                        Ok(Json(record)) => records.push(record),
                        Err(error) => {
                            tracing::warn!("a record of the shared library cannot be read: {error}")
                        }
                    }
                }
                Ok(Some((last, records)))
            })
        })
    }
}

/// The generation of the library, and the number of its last statement.
async fn extent(reader: &Reader<'_>) -> Result<(i64, i64), DatabaseError> {
    let (generation, _) = reader.state().await?;
    let rows = reader.rows("SELECT coalesce(max(id), 0) FROM referee.statement", &[]).await?;
    Ok((generation, rows.first().map_or(0, |row| row.get(0))))
}

/// The name for the folder of a new shard, which none of the `listed` has or had: who reads those goes on with them, and a
/// name always stands for the same bytes.
fn free_name(listed: &[Shard], mut name: String) -> String {
    while listed.iter().any(|shard| shard.folder.starts_with(&name)) {
        name.push_str("-anew");
    }
    name
}

/// Whether a shard has so few statements that are gone that it need not be made anew.
fn is_fresh(shard: &Shard, there: u64) -> bool {
    let gone = shard.statements.saturating_sub(there);
    there <= shard.statements && gone.saturating_mul(STALE_SHARE) < shard.statements.max(1)
}

/// The records of a query, page by page. An error ends them and is kept.
struct Pages<'failure, Read> {
    read: Read,
    after: i64,
    page: std::vec::IntoIter<Record>,
    failure: &'failure mut Option<DatabaseError>,
}

impl<'failure, Read> Pages<'failure, Read>
where
    Read: FnMut(i64) -> Result<Option<(i64, Vec<Record>)>, DatabaseError>,
{
    fn new(read: Read, failure: &'failure mut Option<DatabaseError>) -> Self {
        Pages { read, after: 0, page: Vec::new().into_iter(), failure }
    }
}

impl<Read> Iterator for Pages<'_, Read>
where
    Read: FnMut(i64) -> Result<Option<(i64, Vec<Record>)>, DatabaseError>,
{
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            if let Some(record) = self.page.next() {
                return Some(record);
            }
            if self.failure.is_some() {
                return None;
            }
            match (self.read)(self.after) {
                Ok(Some((last, records))) => {
                    self.after = last;
                    self.page = records.into_iter();
                }
                Ok(None) => return None,
                Err(error) => {
                    *self.failure = Some(error);
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shard, free_name, is_fresh};

    #[test]
    fn a_shard_is_kept_until_a_tenth_of_it_is_gone() {
        let shard = Shard { folder: String::new(), from: 1, to: 100, statements: 100 };
        assert!(is_fresh(&shard, 100) && is_fresh(&shard, 91));
        assert!(!is_fresh(&shard, 90) && !is_fresh(&shard, 101));
        assert!(is_fresh(&Shard { statements: 0, ..shard }, 0), "an empty range stays empty");
    }

    #[test]
    fn a_shard_that_is_made_anew_is_made_beside_the_one_that_is_read() {
        let listed = |name: &str| [Shard { folder: name.to_owned(), from: 1, to: 9, statements: 9 }];
        let name_beside = |listed: &[Shard]| free_name(listed, "1-9-4".to_owned());
        assert_eq!(name_beside(&[]), "1-9-4");
        assert_eq!(name_beside(&listed("1-9-4")), "1-9-4-anew");
        assert_eq!(name_beside(&listed("1-9-4-anew")), "1-9-4-anew-anew", "no name is used again");
        assert_eq!(name_beside(&listed("1-9-3")), "1-9-4");
    }
}
