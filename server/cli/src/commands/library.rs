//! `referee library …`

mod health;
mod import;
mod open;
mod update;
mod vectors;

use crate::arguments::{ExportFormat as FormatArgument, Library as Command, LibraryFolder, Update};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::output::{self, style};
use open::{folder, open};
use referee_bibliography::{Identifier, csl_write, render};
use referee_literature::Library;
use referee_literature::library::{ExportFormat, Selection};
use referee_records::{NoticeKind, Record};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where no record has this share of the rarer words of a search, what was found is called weak.
const WEAK_MATCH: f32 = 0.4;

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Import { files, force, title, place } => {
            import::import(files, *force, title.as_deref(), place)
        }
        Command::Get { id, json, place } => {
            let identifier = identifier(id)?;
            let records = open(place)?.get(&identifier)?;
            if records.is_empty() {
                output::complain(&format!("the library has nothing with {identifier}"));
                return Ok(ExitCode::from(OBJECTION));
            }
            print(&records, *json)
        }
        Command::Search { query, limit, json, place } => {
            let query = query.join(" ");
            let library = open(place)?;
            let records = library.search(&query, *limit)?;
            if records.is_empty() {
                output::complain(&format!("the library has nothing like “{query}”"));
                return Ok(ExitCode::from(OBJECTION));
            }
            print(&records, *json)?;
            let mut best = 0.0_f32;
            for record in &records {
                best = best.max(library.coverage(&query, record)?);
            }
            if best < WEAK_MATCH {
                output::complain(&format!(
                    "weak matches only: no record has more than {} of 100 parts of the rarer words of “{query}”",
                    (best * 100.0).round()
                ));
                return Ok(ExitCode::from(OBJECTION));
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Stats { place } => stats(place),
        Command::Vectors { place } => vectors::make(place),
        Command::Check { place } => health::check(place),
        Command::Repair { place } => health::repair(place),
        Command::Update(Update::Retractions { place }) => update::retractions(place),
        Command::Export { format, out, place } => export(*format, out.as_ref(), place),
        Command::Remove { what, all, place } => remove(what, *all, place),
    }
}

fn identifier(text: &str) -> Result<Identifier, Failure> {
    Identifier::parse(text).ok_or_else(|| {
        Failure::refused(format!(
            "“{text}” is no identifier; give a DOI (10.1056/NEJMoa012512), PMID:11832527, PMC2898585, arXiv:2103.15348 or NCT01234567"
        ))
    })
}

fn print(records: &[Record], json: bool) -> CommandResult {
    if json {
        let all: Vec<serde_json::Value> =
            records.iter().map(|record| csl_write::csl_json(&record.work)).collect();
        output::print_json(&format!("{}\n", serde_json::to_string_pretty(&all)?));
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for record in records {
        text.push_str(&format!("{}\n", render::vancouver(&record.work)));
        for notice in &record.notices {
            let (mark, word) = match notice.kind {
                NoticeKind::Retraction => (style::ERROR, "retracted"),
                NoticeKind::Withdrawal => (style::ERROR, "withdrawn"),
                NoticeKind::Removal => (style::ERROR, "removed"),
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

fn stats(place: &LibraryFolder) -> CommandResult {
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

fn export(format: FormatArgument, out: Option<&PathBuf>, place: &LibraryFolder) -> CommandResult {
    let library = open(place)?;
    let format = match format {
        FormatArgument::Json => ExportFormat::JsonLines,
        FormatArgument::CslJson => ExportFormat::CslJson,
        FormatArgument::Ris => ExportFormat::Ris,
        FormatArgument::Bibtex => ExportFormat::Bibtex,
    };
    let count = match out {
        None => {
            let mut text = Vec::new();
            let count = library.export(format, &mut text)?;
            let text = String::from_utf8_lossy(&text);
            match format {
                ExportFormat::JsonLines | ExportFormat::CslJson => output::print_json(&text),
                ExportFormat::Ris | ExportFormat::Bibtex => output::print(&text),
            }
            count
        }
        Some(path) => {
            let file = std::fs::File::create(path).map_err(|error| Failure::about(path.display(), error))?;
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

fn remove(what: &[String], all: bool, place: &LibraryFolder) -> CommandResult {
    let folder = folder(place)?;
    let Some(library) = Library::open(&folder)? else {
        return Err(Failure::refused(format!("there is no library in {}", folder.display())));
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
                Failure::refused(format!(
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
