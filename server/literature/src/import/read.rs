//! Reading each format.

use super::{ImportFormat, Incoming};
use crate::record::Record;
use referee_bibliography::{Bibliography, Format};
use referee_text::Rope;
use referee_text::decode::decode;
use std::io::{BufRead, Read as _};

/// Reads `input` to its end; `each` says whether to go on. Returns what could not be read, each with its place.
pub(super) fn read(
    format: ImportFormat,
    input: &mut dyn BufRead,
    each: &mut dyn FnMut(Incoming) -> bool,
) -> Vec<String> {
    match format {
        ImportFormat::Records => records(input, each),
        ImportFormat::Bibtex => bibliography(input, Format::Bibtex, "bibtex", each),
        _ => vec![format!("{} cannot be read", format.name())],
    }
}

/// The entries of a bibliography, which is read as a whole.
fn bibliography(
    input: &mut dyn BufRead,
    format: Format,
    source: &str,
    each: &mut dyn FnMut(Incoming) -> bool,
) -> Vec<String> {
    let mut damage = Vec::new();
    let mut bytes = Vec::new();
    if let Err(error) = input.read_to_end(&mut bytes) {
        damage.push(format!("byte {}: {error}", bytes.len()));
    }
    let bibliography = Bibliography::read(format, Rope::from(decode(bytes).text));
    for entry in bibliography.entries() {
        let work = entry.work();
        // An entry that says nothing finds nothing.
        if work.title.is_none() && work.identifiers.is_empty() {
            continue;
        }
        let record = Record {
            work,
            source: source.to_owned(),
            as_of: None,
            notices: Vec::new(),
            relations: Vec::new(),
            subjects: Vec::new(),
            types: Vec::new(),
        };
        if !each(Incoming::Record(Box::new(record))) {
            return damage;
        }
    }
    for problem in bibliography.problems().into_iter().take(PROBLEMS) {
        let text = bibliography.text();
        let line = text.byte_to_line((problem.span.start as usize).min(text.len_bytes())) + 1;
        damage.push(format!("line {line}: {}", problem.message));
    }
    damage
}

/// How many problems of one file are said.
const PROBLEMS: usize = 20;

/// The longest line that is read as a record.
const LONGEST: u64 = 16 << 20;

/// Records as JSON, one on each line.
fn records(input: &mut dyn BufRead, each: &mut dyn FnMut(Incoming) -> bool) -> Vec<String> {
    let mut damage = Vec::new();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        match (&mut *input).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) => break,
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
            Err(error) if damage.len() < PROBLEMS => damage.push(format!("line {number}: {error}")),
            Err(_) => {}
        }
    }
    damage
}
