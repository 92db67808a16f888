//! The binary `referee`: parses the command line, calls the lower crates, prints. Start at
//! [`arguments`], then read the command in [`commands`].

mod allocator;
mod answer_file;
mod arguments;
mod commands;
mod exit;
mod folder_papers;
mod interrupt;
mod judging;
mod model;
mod opened;
mod output;
mod papers;
mod progress;
mod question;
mod session;
mod sources;
mod walk;

use arguments::{Arguments, Color, Command};
use clap::{CommandFactory, Parser};
use exit::{COULD_NOT, CommandResult};
use referee_literature::{import, library};
use referee_text::visible::visible;
use std::process::ExitCode;

/// mimalloc replaces the system allocator, which took a sixth of the time of an import: records are
/// allocated on one thread and freed on another, and judging allocates many small strings.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    allocator::restart_server_with_small_memory();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are requests; everything else is an invalid argument.
            let code = if error.use_stderr() { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS };
            let text = error.render().to_string();
            match visible(&text) == text {
                // The reader may have closed the pipe; ignore the error.
                true => drop(error.print()),
                // Shell completion may insert a file name that contains escape codes.
                false => output::complain(&text),
            }
            return code;
        }
    };
    match arguments.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    silence_panics_that_are_caught();
    // PDFs are read in this process if the path of the binary is unknown.
    if let Ok(program) = std::env::current_exe() {
        import::read_pdfs_with(program);
    }
    match run(&arguments.command) {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure.to_string());
            ExitCode::from(COULD_NOT)
        }
    }
}

/// Silences panics that are caught and reported otherwise: the PDF reader panics on malformed
/// pages, the citation processor on unknown dates, and the index of the library on a damaged file.
fn silence_panics_that_are_caught() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !matches!(std::thread::current().name(), Some("pdf" | "csl")) && !library::is_reading_index() {
            before(panic);
        }
    }));
}

fn run(command: &Command) -> CommandResult {
    // The language server reads them itself, and informs the editor.
    let is_about_drafts = !matches!(
        command,
        Command::Lsp(_) | Command::Completions { .. } | Command::ReadPdf { .. } | Command::Man { .. }
    );
    if is_about_drafts {
        for complaint in referee_workspace::knowledge_folder::install() {
            output::complain(&complaint);
        }
    }
    match command {
        Command::Check(check) => commands::check::run(check),
        Command::Lsp(_) => Ok(commands::lsp::run()),
        Command::Mcp(mcp) => commands::mcp::run(mcp),
        Command::Web(web) => commands::web::run(web),
        Command::Serve(serve) => commands::serve::run(serve),
        Command::Screen(screen) => commands::screen::run(screen),
        Command::Alerts(alerts) => commands::screen::alerts(alerts),
        Command::Library(library) => commands::library::run(library),
        Command::Papers(papers) => commands::papers::run(papers),
        Command::Model(model) => commands::model::run(model),
        Command::Cite(cite) => commands::cite::run(cite),
        Command::Support(support) => commands::support::run(support),
        Command::ReviewNote(review) => commands::review_note::run(review),
        Command::References(references) => commands::references::run(references),
        Command::Hypothesize(hypothesize) => commands::hypothesize::run(hypothesize),
        Command::Report(report) => commands::report::report(report),
        Command::Research(research) => commands::report::research(research),
        Command::Rules(rules) => commands::rules::run(rules),
        Command::Explain(explain) => commands::explain::run(explain),
        Command::Config(config) => commands::config::run(config),
        Command::Evidence(evidence) => commands::evidence::run(evidence),
        Command::Zotero(zotero) => commands::zotero::run(zotero),
        Command::Egress(egress) => commands::egress::run(egress),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "referee", &mut text);
            output::print(&String::from_utf8_lossy(&text));
            Ok(ExitCode::SUCCESS)
        }
        Command::ReadPdf { fragments } => {
            let wanted = if *fragments { import::PdfAnswer::Fragments } else { import::PdfAnswer::Sections };
            import::serve_pdf_reader(wanted)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man { folder: Some(folder) } => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(Arguments::command(), folder)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man { folder: None } => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
            output::print(&String::from_utf8_lossy(&text));
            Ok(ExitCode::SUCCESS)
        }
    }
}
