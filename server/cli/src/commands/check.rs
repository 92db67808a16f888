//! `referee check`: collects files, judges and reviews them, prints the report.

mod baseline;
mod copy;
mod fix;
mod github;
mod human;
mod outcome;
mod sarif;

use crate::arguments::{Check, Format, RequestedKind};
use crate::exit::{CommandResult, Failure, status};
use crate::judging::judged;
use crate::opened::{OpenedText, STANDARD_INPUT, standard_input};
use crate::papers::{self, MissingFiles};
use crate::session::{complain_about_settings, lookup_layer};
use crate::walk::Files;
use crate::{folder_papers, output, walk};
use referee_documents::DocumentKind;
use referee_literature::gate::state_folder;
use referee_literature::retractions;
use referee_operations::clinical::is_plainly_note;
use referee_operations::{Report, html, json};
use referee_records::SourceError;
use referee_records::retractions::RETRACTION_WATCH;
use referee_syntax::{DraftKind, Format as SyntaxFormat};
use referee_text::{FileId, Language};
use referee_workspace::FileKind;
use std::io::IsTerminal;
use std::path::PathBuf;

pub(crate) fn run(arguments: &Check) -> CommandResult {
    refuse_missing(&arguments.against)?;
    let mut opened = from_standard_input(arguments)?;
    let paths: Vec<PathBuf> =
        arguments.paths.iter().filter(|path| path.as_os_str() != STANDARD_INPUT).cloned().collect();
    let mut walked = walk::files(&paths, arguments.isolated);
    if !arguments.isolated {
        folder_papers::leave_out(&mut walked, &paths, lookup_layer(&arguments.lookup, arguments.kind));
    }
    let Files { mut files, found, complaints, ignored } = walked;
    files.extend(opened.iter().map(|text| text.file.clone()));
    let mut failures = Failures { format: arguments.format, any: false };
    complaints.iter().for_each(|complaint| failures.add(complaint));
    let mut notes = Vec::new();
    let mut report = check(arguments, &files, &opened, &notes, ignored);
    if add_notes(arguments, &report, &mut opened, &mut notes) {
        report = check(arguments, &files, &opened, &notes, ignored);
    }
    if arguments.fix {
        for file in files.iter().filter(|file| report.snapshot.is_read_only(file)) {
            failures.add(&format!(
                "{}: --fix does not change such a file: it is only read. Correct it in the program that it was written with",
                output::shown(file.path())
            ));
        }
        let fixed = fix::apply(&report);
        for complaint in &fixed.complaints {
            failures.add(complaint);
        }
        if fixed.edits > 0 {
            opened.clear();
            report = check(arguments, &files, &opened, &notes, ignored);
            if add_notes(arguments, &report, &mut opened, &mut notes) {
                report = check(arguments, &files, &opened, &notes, ignored);
            }
        }
        if arguments.format == Format::Human && !files.is_empty() {
            output::print(&match fixed.edits {
                0 => "Nothing to fix mechanically.\n\n".to_owned(),
                1 => "Fixed 1 place.\n\n".to_owned(),
                edits => format!(
                    "Fixed {edits} places in {} {}.\n\n",
                    fixed.files,
                    if fixed.files == 1 { "file" } else { "files" }
                ),
            });
        }
    }
    for file in &files {
        for part in report.snapshot.unread_parts(file) {
            output::complain(&format!("{}: {part}", output::shown(file.path())));
        }
        if report.snapshot.kind(file).is_none() {
            let reason = report.snapshot.why_unread(file).unwrap_or_default();
            let complaint = format!("{}: {reason}", output::shown(file.path()));
            // Folders contain figures and scans without text: they do not fail a run that has
            // another file.
            let is_pdf_of_folder =
                found.contains(file) && DocumentKind::of(file.path()) == Some(DocumentKind::Pdf);
            if !is_pdf_of_folder || report.files.is_empty() {
                failures.add(&complaint);
            } else {
                output::complain(&complaint);
            }
        }
    }
    complain_about_settings(&report.snapshot);
    papers::complain_about_unused(&report.snapshot, &files, arguments.papers, MissingFiles::AreFindings);
    if report.online && state_folder().is_none() {
        failures.add(NO_STATE_FOLDER);
    }
    if let Some(notice) = report.notices.iter().find(|notice| notice.reason == SourceError::Unlogged) {
        failures.add(&notice.text(Language::English));
    }
    if !arguments.verbose {
        report.leave_out_hints_for_editors();
    }
    let baseline_path = baseline::path(&arguments.paths);
    if arguments.write_baseline {
        match baseline::write(&baseline_path, &report.files) {
            Ok(count) => output::print(&format!(
                "{}: {count} {} will not be reported again.\n",
                output::shown(&baseline_path),
                if count == 1 { "finding" } else { "findings" }
            )),
            Err(error) => failures.add(&error.to_string()),
        }
        return Ok(status(failures.any));
    }
    if !arguments.isolated {
        match baseline::apply(&baseline_path, &mut report.files) {
            Ok(0) => {}
            Ok(count) => {
                let findings = if count == 1 { "finding is" } else { "findings are" };
                output::complain(&format!(
                    "{}: {count} known {findings} left out",
                    output::shown(&baseline_path)
                ));
                report.workspace.baseline = Some((baseline_path, count));
            }
            Err(error) => failures.add(&error.to_string()),
        }
    }
    if arguments.fix_copy {
        let copied = copy::write(&report, &files);
        copied.sentences.iter().for_each(|sentence| output::complain(sentence));
        copied.complaints.iter().for_each(|complaint| failures.add(complaint));
    }
    if matches!(arguments.format, Format::Sarif | Format::Github) {
        // These formats lack a field for it.
        report.workspace.sentences().iter().for_each(|sentence| output::complain(sentence));
    }
    match arguments.format {
        Format::Human => output::print(&human::render(&report, arguments.verbose)),
        Format::Json => output::print_json(&json::render(&report)?),
        Format::Sarif => output::print_json(&sarif::render(&report)),
        Format::Github => output::print(&github::render(&report)),
        Format::Html => output::print(&html::render(&report)),
    }
    offer_retractions(&report);
    if failures.any {
        return Ok(status(true));
    }
    Ok(outcome::exit_code(&report, arguments.fail_on))
}

/// The complaint if nothing can be looked up because the log has no place, as in a container without `HOME`.
const NO_STATE_FOLDER: &str = "nothing can be looked up, because the log of what leaves this machine has no folder: set HOME or REFEREE_STATE";

/// Recommends how to get the complete table of retracted works, if the program has only a sample of
/// it. Printed only to a terminal, and only if there are references.
fn offer_retractions(report: &Report) {
    let is_sample = || {
        let (tables, _) = retractions::current();
        let watch = tables.iter().find(|table| table.source() == RETRACTION_WATCH);
        watch.is_none_or(retractions::is_sample)
    };
    if std::io::stderr().is_terminal() && !report.references().is_empty() && is_sample() {
        output::complain(
            "this program knows only a sample of the works that Retraction Watch lists; `referee library update \
             retractions` fetches all, and then they are known without a network",
        );
    }
}

/// Collects the reasons why a run is incomplete. In the GitHub format they are annotations next to
/// the findings.
struct Failures {
    format: Format,
    /// Whether there is at least one reason, which the exit status reports.
    any: bool,
}

impl Failures {
    fn add(&mut self, complaint: &str) {
        output::complain(complaint);
        if self.format == Format::Github {
            output::print(&github::failure(complaint));
        }
        self.any = true;
    }
}

/// Reads standard input if it is one of the paths.
fn from_standard_input(arguments: &Check) -> Result<Vec<OpenedText>, Failure> {
    let is_named = arguments.paths.iter().any(|path| path.as_os_str() == STANDARD_INPUT);
    match (is_named, &arguments.stdin_name) {
        (false, None) => Ok(Vec::new()),
        (false, Some(_)) => Err(Failure::refused("--stdin-name is for standard input: give `-` as a path")),
        (true, _) if arguments.fix_copy => {
            Err(Failure::refused("--fix-copy cannot copy standard input: name the file itself"))
        }
        (true, _) if arguments.fix => {
            Err(Failure::refused("--fix cannot change standard input: name the file itself"))
        }
        (true, name) => Ok(vec![standard_input(name.as_deref())?]),
    }
}

/// Adds the drafts that are plainly clinical notes although neither they nor the settings declare
/// it: texts to `opened`, documents that are only read to `notes`. They cite nothing, so nothing of them has left this machine. Prints to standard error which
/// files are checked as notes, and returns whether any draft was added.
fn add_notes(
    arguments: &Check,
    report: &Report,
    opened: &mut Vec<OpenedText>,
    notes: &mut Vec<FileId>,
) -> bool {
    if arguments.kind != RequestedKind::Auto {
        return false;
    }
    let mut is_any = false;
    for checked in &report.files {
        let file = &checked.file;
        let Some(FileKind::Draft(draft)) = report.snapshot.kind(file) else { continue };
        let is_undecided = checked.kind == DraftKind::Manuscript
            && draft.declared_kind().is_none()
            && report.snapshot.settings(file).values.documents_kind == "auto";
        let cites = !checked.references.is_empty() || draft.citations().next().is_some();
        let is_found = checked.findings.iter().any(|finding| finding.rule == "note/undeclared");
        let name = output::shown(file.path());
        let is_compared = !arguments.against.is_empty();
        if is_undecided && cites && is_compared {
            output::complain(&format!(
                "{name} cites works, so it is checked as a paper and not compared with the source; to compare \
                 it, add --kind clinical-note"
            ));
        }
        if !is_undecided || cites || !(is_found || is_compared || is_plainly_note(&checked.text.to_string()))
        {
            continue;
        }
        if !matches!(draft.format(), SyntaxFormat::PlainText | SyntaxFormat::Markdown) {
            output::complain(&format!(
                "{name}: reads like a clinical note; --kind clinical-note checks it as one"
            ));
            continue;
        }
        output::complain(&format!(
            "{name}: reads like a clinical note and is checked as one; --kind manuscript checks it as a paper"
        ));
        is_any = true;
        if report.snapshot.is_read_only(file) {
            notes.push(file.clone());
            continue;
        }
        match opened.iter_mut().find(|text| text.file == *file) {
            Some(text) => text.language = "clinical-note",
            None => opened.push(OpenedText {
                file: file.clone(),
                language: "clinical-note",
                text: checked.text.to_string(),
            }),
        }
    }
    is_any
}

fn check(
    arguments: &Check,
    files: &[FileId],
    opened: &[OpenedText],
    notes: &[FileId],
    ignored: usize,
) -> Report {
    let mut layer = lookup_layer(&arguments.lookup, arguments.kind);
    if !arguments.against.is_empty() {
        layer.set("documents.sources", against(&arguments.against));
    }
    let judged = judged(layer, files, opened, notes, arguments.isolated);
    papers::read_cited(&judged.snapshot, &judged.files, arguments.papers);
    Report::of(judged, ignored, std::env::current_dir().unwrap_or_default())
}

/// The sources of `--against`, as the setting `documents.sources` has them.
fn against(sources: &[PathBuf]) -> serde_json::Value {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    sources.iter().map(|path| serde_json::Value::from(absolute(path).to_string_lossy())).collect()
}

/// Refuses sources that do not exist.
fn refuse_missing(sources: &[PathBuf]) -> Result<(), Failure> {
    match sources.iter().find(|path| !path.is_file()) {
        Some(path) => Err(Failure::refused(format!("{}: there is no such file", output::shown(path)))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
