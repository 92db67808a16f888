//! `referee screen` and `referee alerts`: the queue of submissions that workers share.

use crate::arguments::{Alerts, LookupOptions, RequestedKind, Screen, ScreenFormat};
use crate::exit::{CommandResult, Failure, OBJECTION, status};
use crate::output::{self, shown};
use crate::session;
use referee_literature::retractions;
use referee_service::blocking::{BlockingQueue, HandInOutcome};
use referee_service::engine::CheckEngine;
use referee_service::logging;
use referee_service::queue::{Alert, TriageRow};
use referee_service::triage_page::{page, table};
use referee_service::worker::WorkerOptions;
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
    if let (Some(id), Some(by)) = (arguments.sign, &arguments.by) {
        queue.sign(id, by, arguments.note.as_deref())?;
        output::print(&format!("{id} is signed off by {by}\n"));
    } else if let Some(id) = arguments.show {
        let (report, page) = queue.result(id)?;
        match arguments.format {
            ScreenFormat::Html => output::print(&page),
            _ => output::print_json(&report),
        }
    } else if let Some(id) = arguments.again {
        queue.open_again(id)?;
        output::print(&format!("{id} waits to be judged once more\n"));
    } else if let Some(id) = arguments.forget {
        queue.forget(id)?;
        output::print(&format!("{id} is forgotten\n"));
    } else if arguments.list {
        list(&queue, arguments.format)?;
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
        output::print(&format!(
            "judged {} submissions with {} references; {} were not judged\n",
            summary.judged, summary.references, summary.failed
        ));
        if summary.not_looked_up > 0 {
            output::print(&format!(
                "services did not answer: {} look-ups are not complete; workers try those submissions again\n",
                summary.not_looked_up
            ));
        }
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
    let alerts = queue.alerts(engine.as_ref())?;
    match arguments.format {
        ScreenFormat::Human => {
            output::print(&alerts.iter().map(alert_line).collect::<String>());
            if alerts.is_empty() {
                output::print("Nothing was announced about what judged submissions cite.\n");
            }
            for table in retractions::descriptions() {
                output::print(&format!("Known without a library: {table}.\n"));
            }
        }
        ScreenFormat::Json => {
            output::print_json(&format!(
                "{:#}\n",
                json!({"schema": "referee.alerts/1", "alerts": alerts, "retraction_tables": retractions::descriptions()})
            ));
        }
        ScreenFormat::Html => output::print(&page(&queue.list()?, &alerts)),
        ScreenFormat::Csv => {
            let concerned: Vec<i64> = alerts.iter().map(|alert| alert.submission).collect();
            let mut rows = queue.list()?;
            rows.retain(|row| concerned.contains(&row.id));
            output::print(&table(&rows)?);
        }
    }
    let is_open = alerts.iter().any(|alert| alert.signed_by.is_none());
    Ok(if is_open { ExitCode::from(OBJECTION) } else { ExitCode::SUCCESS })
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
            HandInOutcome::Note => String::from(
                "it reads as a clinical note: nothing of it is written to a shared database; use `referee check`",
            ),
        };
        refused += 1;
        output::complain(&format!("{}: {why}", shown(path)));
    })?;
    output::print(&format!("{new} handed in, {known} known already, {refused} refused\n"));
    Ok(status(refused > 0))
}

/// Prints all submissions.
fn list(queue: &BlockingQueue, format: ScreenFormat) -> Result<(), Failure> {
    let rows = queue.list()?;
    match format {
        ScreenFormat::Human => {
            output::print(&rows.iter().map(row_line).collect::<String>());
            let counts = queue.counts()?;
            output::print(&format!(
                "{} waiting, {} running, {} judged, {} not looked up, {} given up; {} not signed off\n",
                counts.waiting,
                counts.working,
                counts.done,
                counts.not_looked_up,
                counts.dead,
                counts.unsigned
            ));
        }
        ScreenFormat::Csv => output::print(&table(&rows)?),
        ScreenFormat::Json => {
            let counts = queue.counts()?;
            let all = json!({"schema": "referee.screen/1", "counts": counts, "submissions": rows});
            output::print_json(&format!("{all:#}\n"));
        }
        ScreenFormat::Html => output::print(&page(&rows, &queue.alerts(None)?)),
    }
    Ok(())
}

/// Returns a submission as one line, such as `12  paper.docx  done  2 retracted, 1 not-found, 37
/// verified  signed off by A. Editor`.
fn row_line(row: &TriageRow) -> String {
    let mut parts = Vec::new();
    for (count, word) in [(row.retracted, "retracted"), (row.concern, "of concern")] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    let others = row.verdicts.iter().filter(|(_, count)| **count > 0);
    parts.extend(others.map(|(verdict, count)| format!("{count} {verdict}")));
    match row.undefined_keys {
        0 => {}
        1 => parts.push(String::from("1 key without an entry")),
        keys => parts.push(format!("{keys} keys without an entry")),
    }
    let mut line = format!("{}  {}  {}", row.id, row.name, row.state);
    if !parts.is_empty() {
        line.push_str(&format!("  {}", parts.join(", ")));
    }
    if let Some(reason) = &row.reason {
        line.push_str(&format!("  ({reason})"));
    }
    if let Some(time) = &row.next_try_at {
        line.push_str(&format!("  next try {time}"));
    }
    if let Some(who) = &row.signed_by {
        line.push_str(&format!("  signed off by {who}"));
    }
    output::line(&line) + "\n"
}

/// Returns an alert as one line, such as `12  paper.docx: [7] retraction of “A title” (crossref),
/// noticed 2026-03-01T08:00:00Z; signed off before by A. Editor; judged again, not signed off`.
fn alert_line(alert: &Alert) -> String {
    let what = match &alert.title {
        Some(title) => format!("“{title}”"),
        None => alert.identifier.clone(),
    };
    let mut line = format!(
        "{}  {}: {} {} of {what} ({}), noticed {}",
        alert.submission, alert.name, alert.key, alert.kind, alert.source, alert.noticed_at
    );
    if let Some(who) = &alert.signed_before {
        line.push_str(&format!("; signed off before by {who}"));
    }
    line.push_str(match (&alert.signed_by, alert.judged_again) {
        (Some(_), _) => "; signed off since",
        (None, true) => "; judged again, not signed off",
        (None, false) => "; waits to be judged again",
    });
    output::line(&line) + "\n"
}
