//! `referee config`

use crate::arguments::Config;
use crate::output::{self, style};
use crate::{Failure, Outcome};
use referee_text::FileId;
use referee_workspace::settle;
use std::process::ExitCode;
use std::sync::Mutex;

pub(crate) fn run(arguments: &Config) -> Outcome {
    if arguments.schema {
        output::print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&referee_workspace::settings::schema())?
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let path = std::path::absolute(&arguments.path)?;
    let metadata = std::fs::metadata(&path)
        .map_err(|error| Failure(format!("{}: {error}", arguments.path.display())))?;
    let probe = if metadata.is_dir() { FileId::new(path.join("draft.md")) } else { FileId::new(path) };
    let mut session = super::session(super::command_line());
    session.ask([FileId::new(probe.folder().join("referee.toml"))]);
    let session = Mutex::new(session);
    settle(&session);
    let snapshot = session.lock().unwrap_or_else(std::sync::PoisonError::into_inner).snapshot();
    let all = snapshot.settings(&probe).explain();
    let width = all.iter().map(|(path, _, _)| path.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (path, value, origin) in all {
        if value.is_null() {
            continue;
        }
        let origin = style::paint(style::DIM, format!("# {origin}"));
        text.push_str(&format!("{path:width$} = {value}  {origin}\n"));
    }
    output::print(&text);
    super::check::complain_about_settings(&snapshot);
    Ok(ExitCode::SUCCESS)
}
