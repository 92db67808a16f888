//! The tables of retracted works on this machine: one from Retraction Watch and one from PubMed.
//!
//! The first one is built from the table that Crossref publishes: for each release by
//! `scripts/retractions`, and by `referee library update retractions`, which gives the user a newer
//! one. `data/SOURCE.md` documents the origin of both. A look-up needs neither network nor library.

use crate::gate::user_folder;
use crate::plain_file::is_plain_file;
use referee_bibliography::{Date, Identifier, ReadError, SourceNotice, retraction_watch};
use referee_records::retractions::{MAX_RETRACTION_TABLE_BYTES, RetractionTableError};
use referee_records::{RetractionTable, Service, source_name};
use referee_text::Language;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The Retraction Watch table that is compiled into the program.
const BUILT_IN: &[u8] = include_bytes!("../data/retractions.bin");

/// The table of the works that PubMed marks as retracted, by PMID.
const PUBMED: &[u8] = include_bytes!("../data/retracted_pmids.bin");

/// The minimum number of identifiers in a complete Retraction Watch table; a smaller one is a
/// sample.
const MIN_WHOLE: u32 = 1_000;

/// The file name of the user's table.
const FILE: &str = "retractions.bin";

/// Why the user's table was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum RetractionFileError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file does not contain a table of retractions, or only a part of one.
    #[error("{}: {source}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The defect in the table.
        source: RetractionTableError,
    },
    /// The user lacks a home folder to store the table in.
    #[error("there is no home folder to keep the table of retractions in")]
    NoFolder,
}

/// Returns the path of the user's table: `retractions.bin` in the folder `REFEREE_DATA`, else in
/// `$XDG_DATA_HOME/referee`, else in `~/.local/share/referee`; on Windows in
/// `%LOCALAPPDATA%\referee`. `None` if none of these variables is set.
#[must_use]
pub fn user_file() -> Option<PathBuf> {
    user_folder("REFEREE_DATA", "XDG_DATA_HOME", ".local/share").map(|folder| folder.join(FILE))
}

/// Returns the table that is compiled into the program.
///
/// # Errors
///
/// Returns an error if the program was built with an invalid table.
pub fn built_in() -> Result<RetractionTable, RetractionTableError> {
    RetractionTable::built_in(BUILT_IN)
}

/// Returns the tables on this machine, the newer Retraction Watch table first. If the user's table
/// cannot be read, its error is returned as well and the built-in table is used.
#[must_use]
pub fn current() -> (Vec<RetractionTable>, Option<RetractionFileError>) {
    let own = built_in().ok();
    let (user, error) = match user_file().map(|path| read(&path)) {
        Some(Ok(table)) => (table, None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, None),
    };
    let is_newer = |table: &RetractionTable| own.as_ref().is_none_or(|own| table.as_of() >= own.as_of());
    let watch = user.filter(is_newer).or_else(|| own.clone());
    let pubmed = RetractionTable::built_in(PUBMED).ok().map(|table| table.of_source(Service::PubMed.name()));
    (watch.into_iter().chain(pubmed).collect(), error)
}

/// Returns whether a table is only a sample, as in a program that was built between releases.
#[must_use]
pub fn is_sample(table: &RetractionTable) -> bool {
    let (dois, pmids) = table.counts();
    dois.saturating_add(pmids) < MIN_WHOLE
}

/// Describes the tables on this machine, one line each:
/// `27 identifiers of retracted works (Retraction Watch, 2023-10-04)`.
#[must_use]
pub fn descriptions() -> Vec<String> {
    let describe = |table: &RetractionTable| {
        let (dois, pmids) = table.counts();
        let day = table.as_of();
        let sample = if is_sample(table) {
            "; only a sample: `referee library update retractions` fetches all"
        } else {
            ""
        };
        format!(
            "{} identifiers of retracted works ({}, {:04}-{:02}-{:02}){sample}",
            dois.saturating_add(pmids),
            source_name(Language::English, table.source()),
            day.year,
            day.month.unwrap_or(1),
            day.day.unwrap_or(1)
        )
    };
    current().0.iter().map(describe).collect()
}

/// Reads a table from a file; returns `None` if the file does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a complete table.
pub fn read(path: &Path) -> Result<Option<RetractionTable>, RetractionFileError> {
    let disk = |source| RetractionFileError::Disk { path: path.to_path_buf(), source };
    let table = |source| RetractionFileError::Table { path: path.to_path_buf(), source };
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(disk(error)),
    };
    if !is_plain_file(path, &metadata) {
        return Err(table(RetractionTableError::NotATable));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(disk)?;
    file.take(MAX_RETRACTION_TABLE_BYTES + 1).read_to_end(&mut bytes).map_err(disk)?;
    RetractionTable::read(bytes).map(Some).map_err(table)
}

/// Writes the user's table, replacing the previous one, and returns its path.
///
/// # Errors
///
/// Returns an error if the bytes are not a table or the file cannot be written.
pub fn install(bytes: Vec<u8>) -> Result<PathBuf, RetractionFileError> {
    let path = user_file().ok_or(RetractionFileError::NoFolder)?;
    let disk = |source| RetractionFileError::Disk { path: path.clone(), source };
    RetractionTable::read(bytes.clone())
        .map_err(|source| RetractionFileError::Table { path: path.clone(), source })?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(disk)?;
    }
    // Write to a temporary file first, so that readers never see half a table.
    let part = path.with_extension(format!("part-{}", std::process::id()));
    std::fs::write(&part, bytes).map_err(disk)?;
    std::fs::rename(&part, &path).map_err(disk)?;
    Ok(path)
}

/// The Retraction Watch rows about one identifier: when the work was last retracted and last
/// reinstated. The outer `None` means never; the inner `None` means on an unknown day.
#[derive(Default)]
struct History {
    retracted: Option<Option<Date>>,
    reinstated: Option<Option<Date>>,
}

/// Reads a list with one PMID per line; skips other lines.
#[must_use]
pub fn listed_pmids(list: &str) -> Vec<Identifier> {
    list.lines().filter_map(|line| line.trim().parse().ok().map(Identifier::Pmid)).collect()
}

/// Returns the DOIs and PMIDs of the works that a Retraction Watch table marks as retracted, in any
/// order. Works whose retraction was revoked and identifiers of notices about other works are left
/// out. Unreadable rows are skipped.
///
/// # Errors
///
/// Returns an error if the data is not a Retraction Watch table.
pub fn retracted(csv: impl Read) -> Result<Vec<Identifier>, ReadError> {
    let mut histories: HashMap<Identifier, History> = HashMap::new();
    let mut notices: HashSet<Identifier> = HashSet::new();
    for row in retraction_watch::read(csv)? {
        let Ok(row) = row else { continue };
        for notice in &row.notices {
            let own = |identifier: &&Identifier| row.work.identifiers.iter().any(|own| own == *identifier);
            notices.extend(notice.identifiers.iter().filter(|identifier| !own(identifier)).cloned());
            for identifier in &row.work.identifiers {
                histories.entry(identifier.clone()).or_default().add(notice);
            }
        }
    }
    let listed = histories
        .into_iter()
        .filter(|(identifier, history)| history.is_retracted() && !notices.contains(identifier));
    Ok(listed.map(|(identifier, _)| identifier).collect())
}

impl History {
    fn add(&mut self, notice: &SourceNotice) {
        let place = match notice.ref_type.trim().to_lowercase().as_str() {
            "retraction" => &mut self.retracted,
            "reinstatement" => &mut self.reinstated,
            _ => return,
        };
        *place = Some(place.map_or(notice.date, |known| known.max(notice.date)));
    }

    fn is_retracted(&self) -> bool {
        match (self.retracted, self.reinstated) {
            (None, _) => false,
            (Some(_), None) => true,
            // If the order of the two dates is unknown, do not report a retraction.
            (Some(retracted), Some(reinstated)) => {
                retracted.zip(reinstated).is_some_and(|(retracted, reinstated)| retracted > reinstated)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_built_in_table_is_whole_and_small() {
        assert!(BUILT_IN.len() as u64 <= MAX_RETRACTION_TABLE_BYTES);
        let table = RetractionTable::read(BUILT_IN.to_vec()).unwrap();
        assert!(table.counts().0 > 0);
        assert_eq!(built_in().unwrap().as_of(), table.as_of());
    }

    #[test]
    fn the_table_of_pubmed_is_whole_and_large() {
        let table = RetractionTable::read(PUBMED.to_vec()).unwrap();
        assert!(!is_sample(&table) && table.counts().0 == 0);
        // The work was retracted in 2016; the second PMID is the retraction notice.
        assert!(table.lists(&Identifier::Pmid(26_702_166)));
        assert!(!table.lists(&Identifier::Pmid(37_476_288)));
    }

    #[test]
    fn only_what_is_still_retracted_is_listed() {
        let rows = "RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature\n\
            7/12/2023 0:00,10.1000/n1,0,10.1000/P1,36035816,Retraction\n\
            1/1/2020 0:00,10.1000/n2,0,10.1000/back,0,Retraction\n\
            1/1/2021 0:00,10.1000/n3,0,10.1000/back,0,Reinstatement\n\
            1/1/2021 0:00,10.1000/n4,0,10.1000/again,0,Reinstatement\n\
            1/1/2022 0:00,10.1000/n5,0,10.1000/again,0,Retraction\n\
            ,,0,10.1000/unclear,0,Retraction\n\
            ,,0,10.1000/unclear,0,Reinstatement\n\
            1/1/2022 0:00,10.1000/n6,0,10.1000/concern,0,Expression of concern\n\
            1/1/2022 0:00,10.1000/n6,0,10.1000/n1,0,Retraction\n\
            1/1/2022 0:00,10.1000/same,0,10.1000/same,0,Retraction\n";
        let listed: BTreeSet<Identifier> = retracted(rows.as_bytes()).unwrap().into_iter().collect();
        let dois = ["again", "p1", "same"].map(|name| Identifier::Doi(format!("10.1000/{name}")));
        assert_eq!(listed, dois.into_iter().chain([Identifier::Pmid(36_035_816)]).collect());
    }
}
