//! The binary `referee`: reads the command line, calls the crates below, prints. A newcomer starts at
//! [`arguments`], then at the command in [`commands`].

mod arguments;
mod commands;
mod output;

use arguments::{Arguments, Color, Command};
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

/// Records are read on one thread and let go on another, and judging makes many small texts: the system's allocator
/// spent a sixth of an import on that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a command ends with.
pub(crate) type Outcome = Result<ExitCode, Failure>;

/// Why a command could not do its work: one clear line.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// The exit status of a command that could not do its work.
pub(crate) const COULD_NOT: u8 = 2;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for; everything else is a bad argument.
            let code = if error.use_stderr() { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS };
            let _ = error.print();
            return code;
        }
    };
    match arguments.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    keep_quiet_about_odd_pages();
    match run(&arguments.command) {
        Ok(code) => code,
        Err(Failure(message)) => {
            output::complain(&message);
            ExitCode::from(COULD_NOT)
        }
    }
}

/// The reader of PDFs panics where a page is odd. That is caught, and told of the page; it needs no second telling.
fn keep_quiet_about_odd_pages() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some("pdf") {
            before(panic);
        }
    }));
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(check) => commands::check::run(check),
        Command::Lsp(_) => Ok(commands::lsp::run()),
        Command::Library(library) => commands::library::run(library),
        Command::Cite(cite) => commands::cite::run(cite),
        Command::Support(support) => commands::support::run(support),
        Command::Hypothesize(question) => commands::research::hypothesize(question),
        Command::Report(question) => commands::research::report(question),
        Command::Research(question) => commands::research::run(question),
        Command::Rules(rules) => commands::rules::run(rules),
        Command::Explain(explain) => commands::explain::run(explain),
        Command::Config(config) => commands::config::run(config),
        Command::Egress(egress) => commands::egress::run(egress),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "referee", &mut text);
            output::print(&String::from_utf8_lossy(&text));
            Ok(ExitCode::SUCCESS)
        }
        Command::Man => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
            output::print(&String::from_utf8_lossy(&text));
            Ok(ExitCode::SUCCESS)
        }
    }
}
