//! `referee web`: the page in a browser on this machine, for one user.

use crate::arguments::{RequestedKind, Web};
use crate::exit::CommandResult;
use crate::output;
use crate::session;
use referee_service::engine::CheckEngine;
use referee_service::http::{PageAddress, serve_page};
use std::process::{Command, ExitCode, Stdio};

/// Serves the page until Ctrl-C.
pub(crate) fn run(arguments: &Web) -> CommandResult {
    let layer = session::lookup_layer(&arguments.lookup, RequestedKind::Auto);
    let engine = CheckEngine::new(session::open(layer));
    serve_page(engine, arguments.port.unwrap_or(0), |address| {
        output::print(&format!("{}\n", address.page));
        if !arguments.no_open {
            open(address);
        }
        output::complain("only this machine can open the page; Ctrl-C stops it");
    })?;
    output::complain("stopped; the page in the browser works no more");
    Ok(ExitCode::SUCCESS)
}

/// Opens the page in the user's browser, and prints advice if that fails.
fn open(address: &PageAddress) {
    let mut command = browser();
    command.arg(&address.opens_once).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let copy = || output::complain("if no browser opened, copy the address into yours");
    match command.spawn() {
        // The process ends once it has handed the address to the browser; wait for it in the
        // background.
        Ok(mut child) => drop(std::thread::spawn(move || {
            if !child.wait().is_ok_and(|status| status.success()) {
                copy();
            }
        })),
        Err(_) => copy(),
    }
}

/// Returns the program that opens an address in the preferred browser of the user.
fn browser() -> Command {
    if let Some(named) = std::env::var_os("BROWSER").filter(|named| !named.is_empty()) {
        return Command::new(named);
    }
    if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        return command;
    }
    Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
}
