//! `referee library …`

mod update;

use crate::arguments::{ExportFormat as Written, Library as Command, Place, Update};
use crate::output::{self, shown, style};
use crate::{COULD_NOT, Failure, Outcome};
use indicatif::{ProgressBar, ProgressStyle};
use referee_bibliography::{Identifier, csl_write, render};
use referee_literature::library::{ExportFormat, FileOutcome, ImportOptions, Selection};
use referee_literature::{ImportFormat, Library};
use referee_records::{NoticeKind, Record};
use referee_text::FileId;
use referee_workspace::settle;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) fn run(command: &Command) -> Outcome {
    match command {
        Command::Import { files, force, title, place } => import(files, *force, title.as_deref(), place),
        Command::Get { id, json, place } => {
            let identifier = identifier(id)?;
            let records = open(place)?.get(&identifier)?;
            if records.is_empty() {
                output::complain(&format!("the library has nothing with {identifier}"));
                return Ok(ExitCode::from(1));
            }
            print(&records, *json)
        }
        Command::Search { query, limit, json, place } => {
            let query = query.join(" ");
            let records = open(place)?.search(&query, *limit)?;
            if records.is_empty() {
                output::complain(&format!("the library has nothing like “{query}”"));
                return Ok(ExitCode::from(1));
            }
            print(&records, *json)
        }
        Command::Stats { place } => stats(place),
        Command::Update(Update::Retractions { place }) => update::retractions(place),
        Command::Export { format, out, place } => export(*format, out.as_ref(), place),
        Command::Remove { what, all, place } => remove(what, *all, place),
    }
}

/// The folder of the library: the one that was given, else the one of the settings.
fn folder(place: &Place) -> Result<PathBuf, Failure> {
    if let Some(folder) = &place.library {
        return Ok(std::path::absolute(folder)?);
    }
    let session = Mutex::new(super::session(super::command_line()));
    settle(&session);
    let snapshot = session.lock().unwrap_or_else(PoisonError::into_inner).snapshot();
    let here = std::env::current_dir()?;
    Ok(snapshot.settings(&FileId::new(here.join("draft.md"))).library_folder())
}

fn open(place: &Place) -> Result<Library, Failure> {
    let folder = folder(place)?;
    Library::open(&folder)?.ok_or_else(|| {
        Failure(format!(
            "there is no library in {}; `referee library import FILE...` makes one",
            folder.display()
        ))
    })
}

fn identifier(text: &str) -> Result<Identifier, Failure> {
    Identifier::parse(text).ok_or_else(|| {
        Failure(format!(
            "“{text}” is no identifier; give a DOI (10.1056/NEJMoa012512), PMID:11832527, PMC2898585, arXiv:2103.15348 or NCT01234567"
        ))
    })
}

fn import(files: &[PathBuf], force: bool, title: Option<&str>, place: &Place) -> Outcome {
    if title.is_some() && files.len() != 1 {
        return Err(Failure("--title names one document: give one file".to_owned()));
    }
    for file in files {
        if !file.exists() {
            return Err(Failure(format!("{}: there is no such file", file.display())));
        }
    }
    let mut writer = Library::create_or_open_for_import(folder(place)?)?;
    let cancel = Arc::new(AtomicBool::new(false));
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes}  {prefix} records, {elapsed}")
    {
        bar.set_style(style);
    }
    let options = ImportOptions { force, title: title.map(str::to_owned), ..ImportOptions::default() };
    let report = writer.import(
        files,
        &options,
        &mut |progress| {
            let name = progress.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            bar.set_length(progress.size);
            bar.set_position(progress.bytes.min(progress.size));
            bar.set_message(format!("{name} ({}/{})", progress.file + 1, progress.files));
            bar.set_prefix(progress.records.to_string());
        },
        &cancel,
    )?;
    bar.finish_and_clear();
    writer.close()?;
    let mut failed = cancel.load(Ordering::Relaxed);
    let mut text = String::new();
    for file in &report.files {
        let name = shown(&file.path);
        let what = match &file.outcome {
            FileOutcome::Imported => {
                let guideline = file.format == Some(ImportFormat::Guideline);
                let kind = match (guideline, file.records) {
                    (true, 1) => "part of a guideline",
                    (true, _) => "parts of a guideline",
                    (false, 1) => "record",
                    (false, _) => "records",
                };
                let mut parts = vec![format!("{} {kind}", file.records)];
                if file.replaced > 0 {
                    parts.push(format!("{} replaced", file.replaced));
                }
                if file.older > 0 {
                    parts.push(format!("{} older than those here", file.older));
                }
                if file.deleted > 0 {
                    parts.push(format!("{} taken back", file.deleted));
                }
                if file.notices > 0 {
                    parts.push(format!("{} notices", file.notices));
                }
                parts.join(", ")
            }
            FileOutcome::AlreadyImported => {
                "imported before and unchanged (--force reads it again)".to_owned()
            }
            FileOutcome::Failed(reason) => {
                failed = true;
                output::complain(reason);
                continue;
            }
            FileOutcome::Cancelled => {
                failed = true;
                "cancelled".to_owned()
            }
        };
        text.push_str(&format!("{}  {what}\n", style::paint(style::BOLD, &name)));
        for damage in &file.damage {
            failed = true;
            output::complain(damage);
        }
    }
    output::print(&text);
    Ok(if failed { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS })
}

fn print(records: &[Record], json: bool) -> Outcome {
    if json {
        let all: Vec<serde_json::Value> =
            records.iter().map(|record| csl_write::csl_json(&record.work)).collect();
        output::print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for record in records {
        text.push_str(&format!("{}\n", render::vancouver(&record.work)));
        for notice in &record.notices {
            let (mark, word) = match notice.kind {
                NoticeKind::Retraction => (style::ERROR, "retracted"),
                NoticeKind::Withdrawal => (style::ERROR, "withdrawn"),
                NoticeKind::Concern => (style::WARNING, "expression of concern"),
                NoticeKind::Correction => (style::NOTE, "corrected"),
                NoticeKind::Reinstatement => (style::NOTE, "reinstated"),
            };
            let date = notice.date.map_or(String::new(), |date| format!(" {}", date.year));
            let by: Vec<String> = notice.identifiers.iter().map(ToString::to_string).collect();
            text.push_str(&format!("  {}{date}  {}\n", style::paint(mark, word), by.join(", ")));
        }
        text.push_str(&format!("  {}\n\n", style::paint(style::DIM, format!("source: {}", record.source))));
    }
    output::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn stats(place: &Place) -> Outcome {
    let library = open(place)?;
    let stats = library.stats()?;
    let mut text = format!("{}\n", style::paint(style::BOLD, library.path().display()));
    text.push_str(&format!("{:>12}  records\n", stats.records));
    for (source, count) in &stats.sources {
        text.push_str(&format!("{count:>12}    {source}\n"));
    }
    text.push_str(&format!("{:>12}  files\n", stats.files.len()));
    if let Some(date) = stats.newest {
        text.push_str(&format!("{:>12}  newest record\n", date.year));
    }
    text.push_str(&format!("{:>9} MB  on disk\n", stats.bytes.div_ceil(1 << 20)));
    output::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn export(format: Written, out: Option<&PathBuf>, place: &Place) -> Outcome {
    let library = open(place)?;
    let format = match format {
        Written::Json => ExportFormat::JsonLines,
        Written::CslJson => ExportFormat::CslJson,
        Written::Ris => ExportFormat::Ris,
        Written::Bibtex => ExportFormat::Bibtex,
    };
    let count = match out {
        None => {
            let mut text = Vec::new();
            let count = library.export(format, &mut text)?;
            output::print(&String::from_utf8_lossy(&text));
            count
        }
        Some(path) => {
            let file = std::fs::File::create(path)
                .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
            let mut file = std::io::BufWriter::new(file);
            let count = library.export(format, &mut file)?;
            std::io::Write::flush(&mut file)?;
            count
        }
    };
    if let Some(path) = out {
        output::print(&format!("{count} records written to {}\n", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn remove(what: &[String], all: bool, place: &Place) -> Outcome {
    let folder = folder(place)?;
    let Some(library) = Library::open(&folder)? else {
        return Err(Failure(format!("there is no library in {}", folder.display())));
    };
    let stats = library.stats()?;
    let selections: Vec<Selection> = if all {
        vec![Selection::All]
    } else {
        let select = |what: &String| {
            if stats.sources.contains_key(what) {
                return Ok(Selection::Source(what.clone()));
            }
            if stats.files.iter().any(|file| file.name() == *what || file.path.as_path() == Path::new(what)) {
                return Ok(Selection::File(PathBuf::from(what)));
            }
            identifier(what).map(Selection::Identifier).map_err(|_| {
                Failure(format!(
                    "“{what}” is no identifier, no source of this library and no file it was made from"
                ))
            })
        };
        what.iter().map(select).collect::<Result<_, _>>()?
    };
    drop(library);
    let mut writer = Library::create_or_open_for_import(&folder)?;
    let mut removed = 0;
    for selection in &selections {
        removed += writer.remove(selection)?;
    }
    writer.close()?;
    output::print(&format!("{removed} records taken out\n"));
    Ok(ExitCode::SUCCESS)
}
