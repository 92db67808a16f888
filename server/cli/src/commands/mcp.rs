//! `referee mcp`

use crate::arguments::{Mcp, RequestedKind};
use crate::exit::{CommandResult, Failure};
use crate::output;
use crate::session;
use std::process::ExitCode;

/// Serves an agent on standard input and output until it closes its end, or agents on this machine
/// over HTTP. `--online` also permits searches for the agent's words, like `referee cite --online`
/// for the author's.
pub(crate) fn run(arguments: &Mcp) -> CommandResult {
    let library = arguments.library.as_deref();
    let layer = session::layer(arguments.offline, arguments.online, RequestedKind::Auto, library);
    let token_file = arguments.token_file.as_deref();
    let token = token_file
        .map(|file| std::fs::read_to_string(file).map_err(|error| Failure::about(file.display(), error)));
    let token = token.transpose()?;
    let session = session::open(layer);
    let folder = std::env::current_dir()?;
    let Some(address) = arguments.http else {
        return Ok(ExitCode::from(referee_mcp::run_stdio(session, folder, arguments.online)));
    };
    let was_made = token.is_none();
    referee_mcp::run_http(session, folder, arguments.online, address, token, |url, token| {
        let shown = if was_made { format!("token: {token}\n") } else { String::new() };
        output::print(&format!("listening on {url}\n{shown}"));
    })?;
    Ok(ExitCode::SUCCESS)
}
