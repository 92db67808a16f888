//! `referee papers`: the full texts that were read.

use crate::arguments::{AnswerFormat, Papers, PapersAction, ReadPapersArguments, RemovePapers};
use crate::exit::{CommandResult, Failure, status};
use crate::output::style::{self, paint};
use crate::output::{self, shown};
use crate::{papers, session, walk};
use referee_bibliography::render::short;
use referee_literature::cache;
use referee_literature::papers::{ListedPaper, Paper, PaperState, PaperStore};
use referee_records::FullTextForm;
use referee_text::{FileId, Language};
use referee_workspace::papers::{PaperFolders, read_paths};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(arguments: &Papers) -> CommandResult {
    let store = store()?;
    match &arguments.action {
        None => list(&store, arguments.format),
        Some(PapersAction::Read(read)) => read_now(read),
        Some(PapersAction::Remove(remove)) => self::remove(&store, remove),
    }
}

fn store() -> Result<PaperStore, Failure> {
    let folder = cache::folder();
    let folder = folder.ok_or_else(|| Failure::refused("there is no home folder, so no paper is kept"))?;
    Ok(PaperStore::new(&folder))
}

fn list(store: &PaperStore, format: AnswerFormat) -> CommandResult {
    let listed = store.list().map_err(|error| Failure::refused(error.to_string()))?;
    match format {
        AnswerFormat::Human => output::print(&human(store, &listed)),
        AnswerFormat::Json => {
            let papers: Vec<Value> = listed.iter().map(json_of).collect();
            output::print_json(&format!("{:#}\n", json!({"schema": "referee.papers/1", "papers": papers})));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn human(store: &PaperStore, listed: &[ListedPaper]) -> String {
    if listed.is_empty() {
        return "No paper was read yet.\n".to_owned();
    }
    let mut out = String::new();
    for ListedPaper { places, paper } in listed {
        let place = places.first().map_or_else(|| paper.about.origin.clone(), |place| shown(place));
        out.push_str(&format!("{}\n", paint(style::BOLD, place)));
        for other in places.iter().skip(1) {
            out.push_str(&format!("  {}\n", paint(style::DIM, format!("same file: {}", shown(other)))));
        }
        out.push_str(&format!("  {}\n", described(paper)));
    }
    let count = listed.len();
    let noun = if count == 1 { "paper" } else { "papers" };
    out.push_str(&paint(style::DIM, format!("{count} {noun}, in {}", store.file().display())));
    out.push('\n');
    out
}

/// Returns the work that a paper says it is, with its pages, its version, and what is missing.
fn described(paper: &Paper) -> String {
    if paper.state != PaperState::Read {
        let clause = paper.state.clause().text(Language::English);
        return match &paper.damage {
            Some(why) => format!("not used: {clause} ({why})"),
            None => format!("not used: {clause}"),
        };
    }
    let work = paper.work();
    let title = work.full_title().unwrap_or_else(|| "it does not say what it is".to_owned());
    let mut parts = vec![title];
    // Without authors the short name would repeat the title.
    parts.extend((!work.authors.is_empty()).then(|| short(work)));
    parts.extend(work.identifiers.iter().next().map(ToString::to_string));
    match paper.pages {
        0 => {}
        1 => parts.push("1 page".to_owned()),
        pages => parts.push(format!("{pages} pages")),
    }
    parts.extend(paper.about.version.clone());
    parts.extend(paper.damage.as_ref().map(|why| format!("incomplete: {why}")));
    parts.join(" · ")
}

fn json_of(ListedPaper { places, paper }: &ListedPaper) -> Value {
    let work = paper.work();
    json!({
        "files": places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>(),
        "state": paper.state.as_str(),
        "damage": paper.damage,
        "title": work.full_title(),
        "identifiers": work.identifiers.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "form": form(paper.form()),
        "pages": paper.pages,
        "passages": paper.passages,
        "version": paper.about.version,
        "licence": paper.about.licence,
    })
}

fn form(form: FullTextForm) -> &'static str {
    match form {
        FullTextForm::Pdf => "pdf",
        FullTextForm::Jats => "jats",
        FullTextForm::Latex => "latex",
    }
}

fn read_now(arguments: &ReadPapersArguments) -> CommandResult {
    let here = std::env::current_dir()?;
    let mut session = session::open(session::empty_layer());
    session.ask([FileId::new(here.join("referee.toml"))]);
    let (_session, snapshot) = session::load(session);
    session::complain_about_settings(&snapshot);
    let mut failed = false;
    let mut paths: Vec<PathBuf> = Vec::new();
    if arguments.paths.is_empty() {
        paths = PaperFolders::of(&snapshot.settings(&FileId::new(here.join("draft.md")))).papers();
    }
    for path in &arguments.paths {
        let path = walk::absolute(path)?;
        match () {
            () if path.is_dir() => paths.extend(PaperFolders::at(&path).papers()),
            () if path.is_file() => paths.push(path),
            () => {
                output::complain(&format!("{}: there is no such file", shown(&path)));
                failed = true;
            }
        }
    }
    let report = papers::observed(&|run| read_paths(&snapshot, &paths, run));
    let (read, of) = (report.read, paths.len());
    let noun = if of == 1 { "paper" } else { "papers" };
    let rest = if read < of { ", the others were read before" } else { "" };
    output::print(&format!("{of} {noun}; {read} read now{rest}.\n"));
    Ok(status(failed || report.error.is_some()))
}

fn remove(store: &PaperStore, arguments: &RemovePapers) -> CommandResult {
    if arguments.all {
        let count = store.remove_all().map_err(|error| Failure::refused(error.to_string()))?;
        let noun = if count == 1 { "paper" } else { "papers" };
        output::print(&format!("Forgot {count} {noun}.\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let mut failed = false;
    for path in &arguments.papers {
        let removed = is_removed(store, path).map_err(|error| Failure::refused(error.to_string()))?;
        if !removed {
            output::complain(&format!("{}: no such paper was read", shown(path)));
            failed = true;
        }
    }
    Ok(status(failed))
}

/// Removes a paper by its path, or by its name in the list.
fn is_removed(store: &PaperStore, path: &Path) -> Result<bool, referee_literature::papers::PaperError> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    Ok(store.remove(&absolute)? || store.remove(path)?)
}
