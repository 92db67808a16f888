//! The binary `referee`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("lsp") => ExitCode::from(referee_lsp::run_stdio()),
        _ => ExitCode::from(2),
    }
}
