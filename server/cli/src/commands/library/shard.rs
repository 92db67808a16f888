//! `referee library shard`

use super::open::{LibraryLocation, location};

use crate::arguments::LibraryFolder;
use crate::exit::{CommandResult, Failure};
use crate::output::{self, amounts::records};
use referee_postgres::{PoolLimits, SharedLibrary};
use referee_text::language::counted;
use std::path::Path;
use std::process::ExitCode;

/// Writes the shards of the shared library in the settings.
pub(super) fn make(folder: &Path, size: u64, anew: bool) -> CommandResult {
    let LibraryLocation::Shared(address) = location(&LibraryFolder { library: None })? else {
        return Err(Failure::refused(
            "shards are made of a library that many share: set library.url in your own settings, or REFEREE_LIBRARY__URL",
        ));
    };
    let library = SharedLibrary::new(&address, PoolLimits::for_import())?;
    library.make_tables()?;
    let report = library.write_shards(folder, size, anew, &mut |from, to| {
        output::complain(&format!("making the shard of the statements {from} to {to}"));
    })?;
    output::print(&format!(
        "{} made, {} kept: {} in {}\n",
        counted(report.made, "shard", "shards"),
        report.kept,
        records(report.statements),
        output::shown(folder)
    ));
    if report.unreadable > 0 {
        output::complain(&format!(
            "records that this version of referee cannot read, and that are in no shard: {}; nothing that the shards lack is called missing",
            report.unreadable
        ));
    }
    Ok(ExitCode::SUCCESS)
}
