//! `referee mcp`

use crate::arguments::{Kind, Mcp};
use crate::exit::CommandResult;
use crate::session;
use std::process::ExitCode;

/// Serves an agent on standard input and output until it closes its end. `--online` is the author's word for the words
/// that the agent gives as well, as it is for those of `referee cite --online`.
pub(crate) fn run(arguments: &Mcp) -> CommandResult {
    let library = arguments.library.as_deref();
    let layer = session::layer(arguments.offline, arguments.online, Kind::Auto, library);
    let session = session::open(layer);
    let folder = std::env::current_dir()?;
    Ok(ExitCode::from(referee_mcp::run_stdio(session, folder, arguments.online)))
}
