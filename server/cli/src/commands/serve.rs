//! `referee serve`: checks and look-ups over HTTP, and the tokens for it.

use crate::arguments::{RequestedKind, Serve, TokenScope};
use crate::exit::CommandResult;
use crate::output;
use crate::session;
use referee_service::engine::CheckEngine;
use referee_service::http::{ServeOptions, serve};
use referee_service::logging;
use referee_service::tokens::{Scope, Tokens, new_token};
use std::process::ExitCode;

/// Generates a token if requested, otherwise serves over HTTP until the process is stopped.
pub(crate) fn run(arguments: &Serve) -> CommandResult {
    if let Some(name) = &arguments.new_token {
        let all = [Scope::Check, Scope::Lookup];
        let chosen: Vec<Scope> = arguments.scope.iter().map(|scope| scope_of(*scope)).collect();
        let (token, entry) = new_token(name, if chosen.is_empty() { &all } else { &chosen })?;
        output::print(&entry);
        output::complain(&format!("the token, which is shown only here: {token}"));
        return Ok(ExitCode::SUCCESS);
    }
    let mut options = ServeOptions::at(arguments.listen);
    if let Some(file) = &arguments.tokens {
        options.tokens = Tokens::read(file)?;
    }
    options.max_body_mb = arguments.max_body;
    logging::start();
    let engine =
        CheckEngine::new(session::open(session::lookup_layer(&arguments.lookup, RequestedKind::Auto)));
    serve(engine, options, |address| output::print(&format!("listening on http://{address}\n")))?;
    Ok(ExitCode::SUCCESS)
}

fn scope_of(scope: TokenScope) -> Scope {
    match scope {
        TokenScope::Check => Scope::Check,
        TokenScope::Lookup => Scope::Lookup,
        TokenScope::Metrics => Scope::Metrics,
    }
}
