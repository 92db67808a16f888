//! `referee config`

use crate::arguments::Config;
use crate::exit::{CommandResult, Failure};
use crate::output::{self, style};
use crate::session;
use referee_text::FileId;
use std::process::ExitCode;

pub(crate) fn run(arguments: &Config) -> CommandResult {
    if arguments.schema {
        output::print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&referee_workspace::settings::schema())?
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let path = crate::walk::absolute(&arguments.path)?;
    let metadata =
        std::fs::metadata(&path).map_err(|error| Failure::about(arguments.path.display(), error))?;
    let probe = if metadata.is_dir() { FileId::new(path.join("draft.md")) } else { FileId::new(path) };
    let mut session = session::open(session::empty_layer());
    session.ask([FileId::new(probe.folder().join("referee.toml"))]);
    let (_session, snapshot) = session::load(session);
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
    session::complain_about_settings(&snapshot);
    Ok(ExitCode::SUCCESS)
}
