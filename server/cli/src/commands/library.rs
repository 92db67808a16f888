//! `referee library …`

mod health;
mod import;
mod open;
mod shard;
mod update;
mod vectors;

use crate::arguments::{ExportFormat as FormatArgument, Library as Command, LibraryFolder, Update};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::output::{self, amounts::records, style};
use open::{LibraryLocation, OpenLibrary, no_library, open};
use referee_bibliography::{Identifier, csl_write, render};
use referee_literature::Library;
use referee_literature::library::{ExportFormat, ImportedFile, Selection};
use referee_postgres::{PoolLimits, SharedLibrary, SharedLibraryWriter};
use referee_records::{NoticeKind, Record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The threshold below which results are reported as weak: the best record's share of the rarer
/// words of a search.
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
                    "weak matches only: no record has more than {} % of the rarer words of “{query}”",
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
        Command::Shard { folder, size, anew } => shard::make(folder, *size, *anew),
        Command::Remove { what, all, place } => remove(what, *all, place),
    }
}

fn identifier(text: &str) -> Result<Identifier, Failure> {
    Identifier::parse(text).ok_or_else(|| {
        Failure::refused(format!(
            "“{text}” is not an identifier; give a DOI (10.1056/NEJMoa012512), PMID:11832527, PMC2898585, arXiv:2103.15348 or NCT01234567"
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

fn stats(named: &LibraryFolder) -> CommandResult {
    if let LibraryLocation::Folder(folder) = open::location(named)?
        && Library::open(&folder)?.is_none()
    {
        output::print(&without_library());
        return Err(no_library(&folder));
    }
    let (place, records, sources, files, newest, bytes) = match open(named)? {
        OpenLibrary::Local(library) => {
            let stats = library.stats()?;
            let place = library.path().display().to_string();
            (place, stats.records, stats.sources, stats.files, stats.newest, stats.bytes)
        }
        OpenLibrary::Shared(library) => {
            let stats = library.stats()?;
            let place = library.shown_address().to_owned();
            (place, stats.records, stats.sources, stats.files, stats.newest, stats.bytes)
        }
    };
    let mut text = format!("{}\n", style::paint(style::BOLD, place));
    text.push_str(&format!("{records:>12}  records\n"));
    for (source, count) in &sources {
        text.push_str(&format!("{count:>12}    {source}\n"));
    }
    text.push_str(&format!("{:>12}  files\n", files.len()));
    if let Some(date) = newest {
        text.push_str(&format!("{:>12}  newest record\n", date.year));
    }
    text.push_str(&format!("{:>9} MB  on disk\n", bytes.div_ceil(1 << 20)));
    text.push_str(&without_library());
    output::print(&text);
    Ok(ExitCode::SUCCESS)
}

/// Describes what is known without a library and a network.
fn without_library() -> String {
    let tables = referee_literature::retractions::descriptions();
    let tables: String = tables.into_iter().map(|table| format!("  {table}\n")).collect();
    format!("Known without a library and a network:\n{tables}")
}

fn export(format: FormatArgument, out: Option<&PathBuf>, place: &LibraryFolder) -> CommandResult {
    let folder = open::folder(place, "`pg_dump` writes all of it")?;
    let library = Library::open(&folder)?.ok_or_else(|| no_library(&folder))?;
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
        output::print(&format!("{} written to {}\n", records(count), path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn remove(what: &[String], all: bool, named: &LibraryFolder) -> CommandResult {
    let removed = match open::location(named)? {
        LibraryLocation::Folder(folder) => {
            let library = Library::open(&folder)?.ok_or_else(|| no_library(&folder))?;
            let stats = library.stats()?;
            let selections = selections(what, all, &stats.sources, &stats.files)?;
            drop(library);
            let mut writer = Library::create_or_open_for_import(&folder)?;
            let mut removed = 0;
            for selection in &selections {
                removed += writer.remove(selection)?;
            }
            writer.close()?;
            removed
        }
        LibraryLocation::Shared(address) => {
            let library = SharedLibrary::new(&address, PoolLimits::default())?;
            library.make_tables()?;
            let stats = library.stats()?;
            let selections = selections(what, all, &stats.sources, &stats.files)?;
            let mut writer = SharedLibraryWriter::open(&address)?;
            let mut removed = 0;
            for selection in &selections {
                removed += writer.remove(selection)?;
            }
            writer.close()?;
            removed
        }
    };
    output::print(&format!("{} taken out\n", records(removed)));
    Ok(ExitCode::SUCCESS)
}

/// Resolves the arguments of `remove` in a library with these sources and files.
fn selections(
    what: &[String],
    all: bool,
    sources: &BTreeMap<String, u64>,
    files: &[ImportedFile],
) -> Result<Vec<Selection>, Failure> {
    if all {
        return Ok(vec![Selection::All]);
    }
    let select = |what: &String| {
        if sources.contains_key(what) {
            return Ok(Selection::Source(what.clone()));
        }
        if files.iter().any(|file| file.name() == *what || file.path.as_path() == Path::new(what)) {
            return Ok(Selection::File(PathBuf::from(what)));
        }
        identifier(what).map(Selection::Identifier).map_err(|_| {
            Failure::refused(format!(
                "“{what}” is neither an identifier, a source of this library nor a file it was made from"
            ))
        })
    };
    what.iter().map(select).collect()
}
