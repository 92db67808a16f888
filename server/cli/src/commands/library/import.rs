//! `referee library import`

use super::open::{self, LibraryLocation};
use crate::arguments::LibraryFolder;
use crate::exit::{CommandResult, Failure, status};
use crate::interrupt;
use crate::output::{self, shown, style};
use crate::progress;
use referee_literature::library::{FileOutcome, ImportOptions, ImportProgress, ImportReport, import_files};
use referee_literature::{ImportFormat, Library};
use referee_postgres::SharedLibraryWriter;
use referee_text::language::counted;
use std::path::PathBuf;

/// Imports files with a progress bar, and reports the result of each.
pub(super) fn import(
    files: &[PathBuf],
    force: bool,
    title: Option<&str>,
    place: &LibraryFolder,
) -> CommandResult {
    if title.is_some() && files.len() != 1 {
        return Err(Failure::refused("--title names one document: give one file"));
    }
    for file in files {
        if !file.exists() {
            return Err(Failure::refused(format!("{}: there is no such file", file.display())));
        }
    }
    let place = open::location(place)?;
    let cancel = interrupt::token();
    let bar = progress::bar(0, "{msg} {bar:30} {bytes}/{total_bytes}  {prefix} records, {elapsed}");
    let options = ImportOptions { force, title: title.map(str::to_owned), ..ImportOptions::default() };
    let mut show = |progress: &ImportProgress<'_>| {
        let name = progress.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        bar.set_length(progress.size);
        bar.set_position(progress.bytes.min(progress.size));
        bar.set_message(output::line(&format!("{name} ({}/{})", progress.file + 1, progress.files)));
        bar.set_prefix(progress.records.to_string());
    };
    let report = match place {
        LibraryLocation::Folder(folder) => {
            let mut writer = Library::create_or_open_for_import(folder)?;
            let report = writer.import(files, &options, &mut show, &cancel)?;
            bar.finish_and_clear();
            writer.close()?;
            report
        }
        LibraryLocation::Shared(address) => {
            let mut writer = SharedLibraryWriter::open(&address)?;
            let report = import_files(&mut writer, files, &options, &mut show, &cancel)?;
            bar.finish_and_clear();
            writer.close()?;
            report
        }
    };
    tell(&report, cancel.is_cancelled())
}

/// Prints the result of each file.
fn tell(report: &ImportReport, is_cancelled: bool) -> CommandResult {
    let mut failed = is_cancelled;
    let mut text = String::new();
    for file in &report.files {
        let name = shown(&file.path);
        let what = match &file.outcome {
            FileOutcome::Imported => {
                let guideline = file.format == Some(ImportFormat::Guideline);
                let kind = match (guideline, file.records) {
                    (true, 1) => "part of a guideline",
                    (true, _) => "parts of a guideline",
                    (false, 1) => "record",
                    (false, _) => "records",
                };
                let mut parts = vec![format!("{} {kind}", file.records)];
                if file.replaced > 0 {
                    parts.push(format!("{} replaced", file.replaced));
                }
                if file.older > 0 {
                    parts.push(format!("{} older than those here", file.older));
                }
                if file.deleted > 0 {
                    parts.push(format!("{} taken back", file.deleted));
                }
                if file.notices > 0 {
                    parts.push(counted(
                        usize::try_from(file.notices).unwrap_or(usize::MAX),
                        "notice",
                        "notices",
                    ));
                }
                parts.join(", ")
            }
            FileOutcome::AlreadyImported => {
                "imported before and unchanged (--force reads it again)".to_owned()
            }
            FileOutcome::Failed(reason) => {
                failed = true;
                output::complain(reason);
                continue;
            }
            FileOutcome::Cancelled => {
                failed = true;
                "cancelled".to_owned()
            }
        };
        text.push_str(&format!("{}  {what}\n", style::paint(style::BOLD, &name)));
        for damage in &file.damage {
            failed = true;
            output::complain(damage);
        }
    }
    output::print(&text);
    Ok(status(failed))
}
