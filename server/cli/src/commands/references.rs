//! `referee references`: the parsed references of a document.

use crate::arguments::{ReferenceFormat, References};
use crate::exit::{CommandResult, status};
use crate::output::{self, shown};
use crate::session::{empty_layer, load, open};
use crate::walk::{self, Files};
use referee_bibliography::bibtex::write_bibtex;
use referee_bibliography::csl_write::csl_json;
use referee_bibliography::render::vancouver;
use referee_bibliography::{Work, ris};
use referee_citations::{Origin, Reference};
use referee_operations::fixes::export_key;
use referee_workspace::Snapshot;
use std::collections::HashSet;

/// A reference for output.
struct Printed {
    /// A key that is unique in the output and valid in every format.
    key: String,
    work: Work,
    /// The original text, if it is contiguous.
    words: Option<String>,
}

pub(crate) fn run(arguments: &References) -> CommandResult {
    let found = walk::files(&arguments.paths, false);
    let mut failed = found.complain();
    let Files { files, .. } = found;
    let mut session = open(empty_layer());
    session.ask(files.iter().cloned());
    let (_session, snapshot) = load(session);
    let mut keys = HashSet::new();
    let mut printed: Vec<Printed> = Vec::new();
    for file in &files {
        let name = shown(file.path());
        if snapshot.kind(file).is_none() {
            output::complain(&format!("{name}: {}", snapshot.why_unread(file).unwrap_or_default()));
            failed = true;
            continue;
        }
        for part in snapshot.unread_parts(file) {
            output::complain(&format!("{name}: {part}"));
        }
        let references = snapshot.references(file);
        if references.is_empty() {
            output::complain(&format!("{name}: no references were found in it"));
        }
        printed
            .extend(references.iter().map(|(reference, _)| self::printed(&snapshot, reference, &mut keys)));
    }
    match arguments.format {
        ReferenceFormat::Text => output::print(&printed.iter().map(line).collect::<String>()),
        ReferenceFormat::Printed => {
            output::print(&printed.iter().map(|one| one_line(one.as_printed())).collect::<String>());
        }
        ReferenceFormat::Bibtex => {
            let entries: Vec<String> = printed.iter().map(|one| write_bibtex(&one.work, &one.key)).collect();
            output::print(
                &entries.iter().map(|entry| format!("{}\n\n", entry.trim_end())).collect::<String>(),
            );
        }
        ReferenceFormat::Ris => {
            output::print(&printed.iter().map(|one| ris::write(&one.work)).collect::<String>())
        }
        ReferenceFormat::CslJson => {
            let items: Vec<serde_json::Value> = printed
                .iter()
                .map(|one| {
                    let mut item = csl_json(&one.work);
                    item["id"] = one.key.as_str().into();
                    if let Some(words) = one.words.as_ref().filter(|_| one.work.title.is_none()) {
                        item["note"] = words.as_str().into();
                    }
                    item
                })
                .collect();
            output::print_json(&format!("{:#}\n", serde_json::Value::from(items)));
        }
    }
    Ok(status(failed))
}

fn printed(snapshot: &Snapshot, reference: &Reference, keys: &mut HashSet<String>) -> Printed {
    let words = (reference.origin == Origin::ListItem)
        .then(|| snapshot.text(&reference.file))
        .flatten()
        .and_then(|text| text.get_byte_slice(reference.span.range()).map(String::from));
    let key = export_key(reference, keys);
    Printed { key, work: Work::clone(&reference.work), words }
}

impl Printed {
    /// Returns the original text, or the parsed reference if the text is not contiguous.
    fn as_printed(&self) -> String {
        self.words.clone().unwrap_or_else(|| vancouver(&self.work))
    }
}

/// Returns `smith2020  Smith J. A title. …`; the original text without a recognised title.
fn line(one: &Printed) -> String {
    let words = if one.work.title.is_none() { one.as_printed() } else { vancouver(&one.work) };
    format!("{}  {}", one.key, one_line(words))
}

fn one_line(words: String) -> String {
    format!("{}\n", words.split_whitespace().collect::<Vec<_>>().join(" "))
}
