//! `referee evidence`

mod folder_store;
mod shared;

use crate::arguments::Evidence;
use crate::exit::{CommandResult, Failure};
use crate::output;
use folder_store::{location, open};
use referee_research::{Store, clock};
use referee_text::language::counted;
use std::path::Path;
use std::process::ExitCode;

/// Imports, exports, removes or locates evidence.
pub(crate) fn run(command: &Evidence) -> CommandResult {
    match command {
        Evidence::Import { file, path } => import(file.as_deref(), path),
        Evidence::Export { file, path } => export(file.as_deref(), path),
        Evidence::Share { name, path, verdicts, with } => {
            shared::share(name, path, verdicts.as_deref(), with)
        }
        Evidence::Fetch { name, path } => shared::fetch(name, path),
        Evidence::Remove { path } => {
            Store::remove(&location(path)?)?;
            output::print("The evidence of this folder was removed.\n");
            Ok(ExitCode::SUCCESS)
        }
        Evidence::Path { path } => {
            output::print(&format!("{}\n", location(path)?.file().display()));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn import(file: Option<&Path>, path: &Path) -> CommandResult {
    let location = location(path)?;
    let file = file.map_or_else(|| location.workspace_file(), Path::to_path_buf);
    let mut store = open(&location)?;
    let imported = store.import(&location, &file, &clock::iso(clock::today()))?;
    output::print(&format!(
        "Taken over from {}: {} for {}, as that file states them.\n",
        output::shown(&file),
        counted(imported.works, "work", "works"),
        counted(imported.questions, "question", "questions")
    ));
    if imported.unreadable > 0 {
        output::complain(&format!("rows that could not be read and were left out: {}", imported.unreadable));
    }
    Ok(ExitCode::SUCCESS)
}

fn export(file: Option<&Path>, path: &Path) -> CommandResult {
    let location = location(path)?;
    let file = match file {
        Some(file) => std::path::absolute(file)?,
        None => location.workspace_file(),
    };
    if location.revision().is_none() {
        return Err(Failure::refused("no evidence is kept for this folder; ask a question first"));
    }
    open(&location)?.export(&file)?;
    output::print(&format!(
        "Exported to {}. It holds the questions and the records that were found for them.\n",
        output::shown(&file)
    ));
    Ok(ExitCode::SUCCESS)
}
