//! Readers for each format.

use super::error::ImportError;
use super::format::ImportFormat;
use super::incoming::Incoming;
use super::{convert, csl, guideline};
use referee_bibliography::{
    Bibliography, Format, ReadError, SourceItem, Work, dblp, nbib, pubmed, retraction_watch, ris,
};
use referee_records::Service;
use referee_records::record::Record;
use referee_text::decode::decode;
use referee_text::{Language, Rope};
use serde_json::Value;
use std::cell::Cell;
use std::io::{self, BufRead, Read};

/// Reads `input` to its end; `each` returns whether to continue. Returns the parts that could not
/// be read, each with its position.
pub(super) fn read(
    format: ImportFormat,
    name: &guideline::DocumentName,
    input: &mut dyn BufRead,
    each: &mut RecordSink<'_>,
) -> Vec<String> {
    match format {
        ImportFormat::PubmedXml => items(pubmed::read(input), Service::PubMed.name(), each),
        ImportFormat::DblpXml => items(dblp::read(input), Service::Dblp.name(), each),
        ImportFormat::AclAnthology => anthology(input, each),
        ImportFormat::Nbib => in_parts(input, b"PMID", each, &mut |text, each| {
            nbib::read(text).all(|stated| {
                // A record with a PMID comes from PubMed; others come from another program.
                let source =
                    if stated.work.identifiers.pmid().is_some() { Service::PubMed.name() } else { "nbib" };
                each(Incoming::Record(Box::new(convert::record(stated, source))))
            })
        }),
        ImportFormat::Ris => in_parts(input, b"TY", each, &mut |text, each| {
            ris::read(text).all(|stated| each(Incoming::Record(Box::new(convert::record(stated, "ris")))))
        }),
        ImportFormat::Bibtex => bibtex(input, each),
        ImportFormat::CslJson => csl_json(input, each),
        ImportFormat::RetractionWatch => watched(input, each),
        ImportFormat::Records => records(input, each),
        ImportFormat::Guideline => guideline::read(input, name, each),
    }
}

/// Receives the statements of a file; returns whether to continue.
type RecordSink<'a> = dyn FnMut(Incoming) -> bool + 'a;

/// Reads the items of a file of the source `source`.
fn items(
    items: impl Iterator<Item = Result<SourceItem, ReadError>>,
    source: &str,
    each: &mut RecordSink<'_>,
) -> Vec<String> {
    let mut damage = Vec::new();
    for item in items {
        let go_on = match item {
            Ok(SourceItem::Record(stated)) => {
                each(Incoming::Record(Box::new(convert::record(*stated, source))))
            }
            Ok(SourceItem::Deleted(identifier)) => each(Incoming::Deleted(identifier)),
            Err(error) => {
                add_problem(&mut damage, error.to_string());
                true
            }
        };
        if !go_on {
            break;
        }
    }
    damage
}

/// Reads the table of Retraction Watch.
fn watched(input: &mut dyn BufRead, each: &mut RecordSink<'_>) -> Vec<String> {
    let mut damage = Vec::new();
    let open = Cell::new(0);
    let rows = match retraction_watch::read(RecordLimit { inner: input, open: &open }) {
        Ok(rows) => rows,
        Err(error) => return vec![error.to_string()],
    };
    for row in rows {
        open.set(0);
        match row {
            Ok(stated) => {
                if !each(Incoming::Record(Box::new(convert::record(stated, "retraction-watch")))) {
                    break;
                }
            }
            Err(error) => add_problem(&mut damage, error.to_string()),
        }
    }
    damage
}

fn add_problem(damage: &mut Vec<String>, problem: String) {
    if damage.len() < MAX_PROBLEMS {
        damage.push(problem);
    }
}

/// The approximate size in bytes of the parts in which files of tagged lines are read.
const PART_BYTES: usize = 4 << 20;

/// The maximum size of a record in bytes.
const MAX_RECORD_BYTES: usize = 16 << 20;

/// The maximum size in bytes of a file that is read as a whole: BibTeX, CSL-JSON, and UTF-16 text.
const MAX_WHOLE_BYTES: u64 = 256 << 20;

fn too_long(at: &str) -> String {
    format!("{at}: a record has more than {} MB: it is left out", MAX_RECORD_BYTES >> 20)
}

/// Reads a text part by part; each part but the first begins with a line that begins with `mark`.
fn in_parts(
    input: &mut dyn BufRead,
    mark: &[u8],
    each: &mut RecordSink<'_>,
    read: &mut dyn FnMut(&str, &mut RecordSink<'_>) -> bool,
) -> Vec<String> {
    // In UTF-16, a newline byte does not mark the end of a line.
    let wide = input
        .fill_buf()
        .is_ok_and(|start| start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]));
    if wide {
        let (text, damage) = whole(input);
        read(&text, each);
        return damage;
    }
    let mut damage = Vec::new();
    let mut part = Vec::new();
    // The start of the last record in the part.
    let mut record = 0;
    let mut line = Vec::new();
    let mut before = 0_u64;
    let mut skipping = false;
    loop {
        line.clear();
        let end = match (&mut *input).take(MAX_RECORD_BYTES as u64).read_until(b'\n', &mut line) {
            Ok(count) => count == 0,
            Err(error) => {
                damage.push(format!("byte {}: {error}", before + (part.len() + line.len()) as u64));
                true
            }
        };
        let begins = line.starts_with(mark);
        if skipping && !begins && !end {
            before += line.len() as u64;
            continue;
        }
        skipping = false;
        if begins {
            record = part.len();
        }
        if end || (begins && part.len() >= PART_BYTES) {
            before += part.len() as u64;
            record = 0;
            if end {
                part.append(&mut line);
            }
            if !read(&decode(std::mem::take(&mut part)).text, each) || end {
                return damage;
            }
        }
        part.append(&mut line);
        if part.len() - record > MAX_RECORD_BYTES {
            add_problem(&mut damage, too_long(&format!("byte {}", before + record as u64)));
            before += (part.len() - record) as u64;
            part.truncate(record);
            skipping = true;
        }
    }
}

/// Reads a whole file; also returns the error that stopped the reading.
fn whole(input: &mut dyn BufRead) -> (String, Vec<String>) {
    let mut bytes = Vec::new();
    let damage = match input.take(MAX_WHOLE_BYTES + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > MAX_WHOLE_BYTES => {
            return (String::new(), vec![ImportError::TooLong(MAX_WHOLE_BYTES).to_string()]);
        }
        Ok(_) => Vec::new(),
        Err(error) => vec![format!("byte {}: {error}", bytes.len())],
    };
    (decode(bytes).text, damage)
}

/// Stops if one record exceeds the size limit: a field that is never closed would fill the memory.
struct RecordLimit<'a> {
    inner: &'a mut dyn BufRead,
    /// The number of bytes read since the last record ended.
    open: &'a Cell<usize>,
}

impl Read for RecordLimit<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.open.set(self.open.get() + count);
        if self.open.get() > MAX_RECORD_BYTES {
            return Err(io::Error::other(format!(
                "a record has more than {} MB: it and the rest are left out",
                MAX_RECORD_BYTES >> 20
            )));
        }
        Ok(count)
    }
}

/// Creates a record that contains only a description.
fn described(work: Work, source: &str) -> Record {
    Record::new(source, work)
}

fn bibtex(input: &mut dyn BufRead, each: &mut RecordSink<'_>) -> Vec<String> {
    let (text, damage) = whole(input);
    entries(&Bibliography::read(Format::Bibtex, Rope::from(text)), damage, each, &mut |work, _| {
        described(work, "bibtex")
    })
}

/// Reads the ACL Anthology part by part: with abstracts it has hundreds of megabytes. The
/// abbreviations defined at its beginning are inserted before each part.
fn anthology(input: &mut dyn BufRead, each: &mut RecordSink<'_>) -> Vec<String> {
    /// The maximum size of the list of abbreviations, in bytes.
    const MAX_ABBREVIATIONS: usize = 64 << 10;
    let mut abbreviations = String::new();
    let mut count = 0_usize;
    let mut problems: Vec<String> = Vec::new();
    let mut damage = in_parts(input, b"@", each, &mut |text, each| {
        let part = format!("{abbreviations}{text}");
        let before = count;
        let mut go_on = true;
        let mut take = |incoming: Incoming| {
            count += 1;
            go_on = each(incoming);
            go_on
        };
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from(part));
        let said =
            entries(&bibliography, Vec::new(), &mut take, &mut |work, _| described(work, "aclanthology"));
        said.into_iter().for_each(|problem| {
            add_problem(&mut problems, format!("in the part after {before} entries, {problem}"));
        });
        let is_definition =
            |line: &&str| line.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("@string"));
        for line in text.lines().filter(is_definition) {
            if abbreviations.len() + line.len() < MAX_ABBREVIATIONS {
                abbreviations.push_str(line);
                abbreviations.push('\n');
            }
        }
        go_on
    });
    damage.append(&mut problems);
    damage.truncate(MAX_PROBLEMS);
    damage
}

fn csl_json(input: &mut dyn BufRead, each: &mut RecordSink<'_>) -> Vec<String> {
    let (mut text, damage) = whole(input);
    // Invalid JSON is left to the bibliography reader, which loses one entry per error.
    if let Some(items) = csl::items(&text) {
        text = Value::Array(items).to_string();
    }
    entries(&Bibliography::read(Format::CslJson, Rope::from(text)), damage, each, &mut |work, source| {
        let mut record = described(work, "csl-json");
        if let Ok(item) = serde_json::from_str(source) {
            csl::add_extras(&mut record, &item);
        }
        record
    })
}

/// Converts items of CSL-JSON, or of Crossref's works, into records of `source`. `more` may add
/// data to each record that this reader does not handle.
pub(crate) fn csl_records(
    items: Vec<Value>,
    source: &str,
    mut more: impl FnMut(&mut Record, &Value),
) -> Vec<Record> {
    let text = Value::Array(items.into_iter().map(csl::in_csl_form).collect()).to_string();
    let mut out = Vec::new();
    let mut take = |incoming: Incoming| {
        if let Incoming::Record(record) = incoming {
            out.push(*record);
        }
        true
    };
    entries(
        &Bibliography::read(Format::CslJson, Rope::from(text)),
        Vec::new(),
        &mut take,
        &mut |work, item| {
            let mut record = described(work, source);
            if let Ok(item) = serde_json::from_str(item) {
                csl::add_extras(&mut record, &item);
                more(&mut record, &item);
            }
            record.source = source.to_owned();
            record
        },
    );
    out
}

/// Reads the entries of a bibliography; `make` builds a record from the description and the source
/// text of each.
fn entries(
    bibliography: &Bibliography,
    mut damage: Vec<String>,
    each: &mut RecordSink<'_>,
    make: &mut dyn FnMut(Work, &str) -> Record,
) -> Vec<String> {
    for entry in bibliography.entries() {
        let span = entry.span();
        if span.range().len() > MAX_RECORD_BYTES {
            let text = bibliography.text();
            let line = text.byte_to_line((span.start as usize).min(text.len_bytes())) + 1;
            add_problem(&mut damage, too_long(&format!("line {line}")));
            continue;
        }
        let work = entry.work();
        // An entry without title and identifiers cannot match anything.
        if work.title.is_none() && work.identifiers.is_empty() {
            continue;
        }
        let mut record = make(work, &entry.source());
        convert::add_what_the_title_says(&mut record);
        if !each(Incoming::Record(Box::new(record))) {
            return damage;
        }
    }
    for problem in bibliography.problems().into_iter().take(MAX_PROBLEMS) {
        let text = bibliography.text();
        let line = text.byte_to_line((problem.span.start as usize).min(text.len_bytes())) + 1;
        damage.push(format!("line {line}: {}", problem.message.text(Language::English)));
    }
    damage
}

/// The maximum number of reported problems per file.
const MAX_PROBLEMS: usize = 20;

/// Reads records as JSON, one per line.
fn records(input: &mut dyn BufRead, each: &mut RecordSink<'_>) -> Vec<String> {
    let mut damage = Vec::new();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        match (&mut *input).take(MAX_RECORD_BYTES as u64).read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(count) if count == MAX_RECORD_BYTES && !line.ends_with(b"\n") => {
                add_problem(&mut damage, too_long(&format!("line {number}")));
                if let Err(error) = input.skip_until(b'\n') {
                    damage.push(format!("line {number}: {error}"));
                    break;
                }
                continue;
            }
            Ok(_) => {}
            Err(error) => {
                damage.push(format!("line {number}: {error}"));
                break;
            }
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Record>(&line) {
            Ok(record) => {
                if !each(Incoming::Record(Box::new(record))) {
                    break;
                }
            }
            Err(error) => add_problem(&mut damage, format!("line {number}: {error}")),
        }
    }
    damage
}
