//! `referee screen` and `referee alerts`: the queue of submissions that workers share.

use crate::arguments::{Alerts, LookupOptions, RequestedKind, Screen, ScreenFormat};
use crate::exit::{CommandResult, Failure, OBJECTION, status};
use crate::output::{self, shown};
use crate::session;
use referee_literature::retractions;
use referee_operations::screen::{
    self as operations, Announced, NOT_FOR_NOTES, Screened, SubmissionQueue, Submissions, alert_line,
    counts_line, handed_in, page, row_line, table, worked,
};
use referee_service::blocking::{BlockingQueue, HandInOutcome};
use referee_service::engine::CheckEngine;
use referee_service::logging;
use referee_service::worker::{WorkerOptions, WorkerSummary};
use referee_workspace::Folders;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Runs the selected task of `referee screen`.
pub(crate) fn run(arguments: &Screen) -> CommandResult {
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let slots = arguments.slots.unwrap_or(processors).clamp(1, 256);
    let queue = open(arguments.database.as_deref(), slots * 2 + 4)?;
    let request = match *arguments {
        Screen { sign: Some(id), by: Some(ref by), ref note, .. } => {
            Some(operations::Screen::Sign { id, by: by.clone(), note: note.clone() })
        }
        Screen { show: Some(id), .. } => Some(operations::Screen::Show { id }),
        Screen { again: Some(id), .. } => Some(operations::Screen::Again { id }),
        Screen { forget: Some(id), .. } => Some(operations::Screen::Forget { id }),
        Screen { list: true, .. } => Some(operations::Screen::List),
        _ => None,
    };
    if let Some(request) = request {
        match operations::screen(&request, &queue)? {
            Screened::Done(what) => output::print(&format!("{what}\n")),
            Screened::Result { page, .. } if arguments.format == ScreenFormat::Html => output::print(&page),
            Screened::Result { report, .. } => output::print_json(&report),
            Screened::List(all) => list(&queue, &all, arguments.format)?,
        }
    } else if arguments.work {
        logging::start();
        let engine = engine(&arguments.lookup, Some(&queue))?;
        let options = WorkerOptions {
            name: worker_name(),
            slots,
            lease: Duration::from_secs(arguments.lease),
            until_empty: arguments.until_empty,
        };
        let summary = queue.work(engine, options)?;
        let WorkerSummary { judged, references, failed, not_looked_up } = summary;
        output::print(&worked(judged, references, failed, not_looked_up));
    } else {
        return hand_in(&queue, arguments);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs `referee alerts`: lists the alerts, after a look for new ones if requested.
pub(crate) fn alerts(arguments: &Alerts) -> CommandResult {
    let queue = open(arguments.database.as_deref(), 4)?;
    let engine = match arguments.look {
        true => Some(offline_engine(arguments.library.clone())?),
        false => None,
    };
    let tables = retractions::descriptions();
    let announced = Announced::of(queue.alerts(engine.as_ref())?, tables);
    let alerts = &announced.alerts;
    match arguments.format {
        ScreenFormat::Human => {
            output::print(
                &alerts.iter().map(|one| output::line(&alert_line(one)) + "\n").collect::<String>(),
            );
            if alerts.is_empty() {
                output::print("Nothing was announced about what judged submissions cite.\n");
            }
            for table in &announced.retraction_tables {
                output::print(&format!("Known without a library: {table}.\n"));
            }
        }
        ScreenFormat::Json => output::print_json(&format!("{:#}\n", json!(announced))),
        ScreenFormat::Html => output::print(&page(&queue.list()?, alerts)),
        ScreenFormat::Csv => {
            let concerned: Vec<i64> = alerts.iter().map(|alert| alert.submission).collect();
            let mut rows = queue.list()?;
            rows.retain(|row| concerned.contains(&row.id));
            output::print(&table(&rows)?);
        }
    }
    Ok(if announced.is_open() { ExitCode::from(OBJECTION) } else { ExitCode::SUCCESS })
}

/// Opens the queue in the given database, otherwise in that of the setting `library.url`.
fn open(database: Option<&str>, connections: usize) -> Result<BlockingQueue, Failure> {
    let url = match database {
        Some(url) => url.to_owned(),
        None => session::own_settings().values.library_url,
    };
    if url.trim().is_empty() {
        return Err(Failure::refused(
            "no database is named; give --database postgres://…, or `url` below [library] in your own settings",
        ));
    }
    Ok(BlockingQueue::open(url.trim().parse()?, connections)?)
}

/// Returns an engine with these look-up options. With a queue, all of its workers share the rate
/// limits of the online services.
fn engine(lookup: &LookupOptions, queue: Option<&BlockingQueue>) -> Result<Arc<CheckEngine>, Failure> {
    let mut session = session::open(session::lookup_layer(lookup, RequestedKind::Auto));
    if let Some(queue) = queue {
        session.connect_in_turns(Folders::of_user(), queue.pace()?);
    }
    Ok(Arc::new(CheckEngine::new(session)))
}

/// Returns an engine without online look-ups, with the library in the given folder, otherwise that
/// of the settings.
fn offline_engine(library: Option<PathBuf>) -> Result<Arc<CheckEngine>, Failure> {
    engine(&LookupOptions { offline: true, online: false, library }, None)
}

/// Returns the name of a worker in the queue: the machine and the process.
fn worker_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .ok()
        .or_else(|| std::env::var("HOSTNAME").ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .unwrap_or_else(|| String::from("worker"));
    format!("{}-{}", host.trim(), std::process::id())
}

/// Submits the given files and folders, and reports the result of each.
fn hand_in(queue: &BlockingQueue, arguments: &Screen) -> CommandResult {
    for path in &arguments.paths {
        if !path.exists() {
            return Err(Failure::refused(format!("{}: there is no such file or folder", shown(path))));
        }
    }
    if arguments.watch {
        logging::start();
    }
    let engine = offline_engine(arguments.lookup.library.clone())?;
    let (mut new, mut known, mut refused) = (0, 0, 0);
    queue.hand_in(&engine, &arguments.paths, arguments.watch, &mut |path: &Path, outcome| {
        let why = match outcome {
            HandInOutcome::New(id) => {
                new += 1;
                output::print(&format!("{id}  {}\n", shown(path)));
                return;
            }
            HandInOutcome::Known(_) => {
                known += 1;
                return;
            }
            HandInOutcome::Unusable(error) => error.to_string(),
            HandInOutcome::Unreadable(why) => why,
            HandInOutcome::Note => NOT_FOR_NOTES.to_owned(),
        };
        refused += 1;
        output::complain(&format!("{}: {why}", shown(path)));
    })?;
    output::print(&format!("{}\n", handed_in(new, known, refused)));
    Ok(status(refused > 0))
}

/// Prints all submissions.
fn list(queue: &BlockingQueue, all: &Submissions, format: ScreenFormat) -> Result<(), Failure> {
    let rows = &all.submissions;
    match format {
        ScreenFormat::Human => {
            output::print(&rows.iter().map(|row| output::line(&row_line(row)) + "\n").collect::<String>());
            output::print(&format!("{}\n", counts_line(&all.counts)));
        }
        ScreenFormat::Csv => output::print(&table(rows)?),
        ScreenFormat::Json => output::print_json(&format!("{:#}\n", json!(all))),
        ScreenFormat::Html => output::print(&page(rows, &queue.alerts(None)?)),
    }
    Ok(())
}
