//! `referee library check` and `referee library repair`

use super::open::{self, LibraryLocation, no_library};

use crate::arguments::LibraryFolder;
use crate::exit::{CommandResult, OBJECTION};
use crate::output::{self, amounts::records};
use crate::progress;
use referee_literature::{Library, LibraryError};
use referee_postgres::{DatabaseAddress, PoolLimits, SharedLibrary};
use referee_text::language::counted;
use std::process::ExitCode;

/// Reads the whole library and reports its damage.
pub(super) fn check(place: &LibraryFolder) -> CommandResult {
    let folder = match open::location(place)? {
        LibraryLocation::Folder(folder) => folder,
        LibraryLocation::Shared(address) => return check_shared(&address),
    };
    let report = match Library::check(&folder) {
        Ok(report) => report.ok_or_else(|| no_library(&folder))?,
        Err(damaged @ LibraryError::Damaged { .. }) => {
            output::complain(&damaged.to_string());
            return Ok(ExitCode::from(OBJECTION));
        }
        Err(error) => return Err(error.into()),
    };
    if report.is_whole() {
        output::print(&format!("{}, and nothing is damaged\n", records(report.records)));
        return Ok(ExitCode::SUCCESS);
    }
    for file in &report.damaged_files {
        output::complain(&format!("{} has unexpected content", folder.join(file).display()));
    }
    let what = if report.unreadable > 0 {
        format!("{} of {} cannot be read", report.unreadable, records(report.unreadable + report.records))
    } else {
        format!("{} can be read, but searches may miss some", records(report.records))
    };
    output::complain(&format!(
        "{what}; `referee library repair` keeps what can be read and says what has to be imported again"
    ));
    Ok(ExitCode::from(OBJECTION))
}

/// Reports whether the shared library answers, and with which tables.
fn check_shared(address: &DatabaseAddress) -> CommandResult {
    let library = SharedLibrary::new(address, PoolLimits::default())?;
    match library.stats() {
        Ok(stats) => {
            output::print(&format!(
                "{} answers: {} from {}, tables of version {}\n",
                library.shown_address(),
                records(stats.records),
                counted(stats.files.len(), "file", "files"),
                stats.schema
            ));
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            output::complain(&error.to_string());
            Ok(ExitCode::from(OBJECTION))
        }
    }
}

/// Rebuilds the index and reports which records must be re-imported.
pub(super) fn repair(place: &LibraryFolder) -> CommandResult {
    let folder = open::folder(place, "its database is repaired by PostgreSQL (REINDEX, or a backup)")?;
    let bar = progress::bar(0, "{msg}");
    let repaired =
        Library::repair(&folder, &mut |copied| bar.set_message(format!("{} copied", records(copied))));
    bar.finish_and_clear();
    let report = repaired?.ok_or_else(|| no_library(&folder))?;
    for file in &report.imported_again {
        output::print(&format!("{} was imported again\n", file.display()));
    }
    for file in &report.lost {
        output::complain(&format!(
            "{} of {} from {} are left, and it was not imported again: {}; get the file and run `referee library import --force` on it",
            file.left,
            records(file.records),
            file.path.display(),
            file.reason
        ));
    }
    if let Some(old) = &report.old_index {
        output::print(&format!(
            "{} could not be read; the old index is kept in {}, remove it when nothing is missing\n",
            records(report.unreadable),
            old.display()
        ));
    }
    let rest = if report.lost.is_empty() { "nothing is lost" } else { "see above for what is missing" };
    output::print(&format!("{}; {rest}\n", records(report.records)));
    Ok(if report.lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(OBJECTION) })
}
