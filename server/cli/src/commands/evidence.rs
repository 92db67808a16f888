//! `referee evidence`

use crate::arguments::Evidence;
use crate::exit::{CommandResult, Failure};
use crate::output;
use crate::sources::workspace_root;
use referee_research::{EvidenceLocation, Store, clock};
use std::path::Path;
use std::process::ExitCode;

/// Takes evidence over, exports it, removes it, or says where it is.
pub(crate) fn run(command: &Evidence) -> CommandResult {
    match command {
        Evidence::Import { file, path } => import(file.as_deref(), path),
        Evidence::Export { file, path } => export(file.as_deref(), path),
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
        "Taken over from {}: {} works for {} questions, as that file states them.\n",
        output::shown(&file),
        imported.works,
        imported.questions
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

fn open(location: &EvidenceLocation) -> Result<Store, Failure> {
    let store = Store::open(location)?;
    if let Some(aside) = store.put_aside() {
        output::complain(&format!(
            "the evidence that was kept for this folder is damaged; it was put aside as {}",
            aside.display()
        ));
    }
    Ok(store)
}

fn location(path: &Path) -> Result<EvidenceLocation, Failure> {
    let root = workspace_root(path)?;
    EvidenceLocation::of_user(&root).ok_or_else(|| {
        Failure::refused("no folder of this user is known; set HOME, XDG_STATE_HOME or REFEREE_STATE")
    })
}
