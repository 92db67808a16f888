//! `referee check`: gathers files, has them judged and reviewed, prints.

mod baseline;
mod fix;
mod github;
mod human;
mod outcome;
mod sarif;

use crate::arguments::{Check, Format};
use crate::exit::{CommandResult, status};
use crate::judging::judged;
use crate::session::{complain_about_settings, lookup_layer};
use crate::walk::Files;
use crate::{output, walk};
use referee_check::{Report, html, json};
use referee_documents::DocumentKind;
use referee_text::FileId;

pub(crate) fn run(arguments: &Check) -> CommandResult {
    let Files { files, found, mut failed, ignored } = walk::files(&arguments.paths, arguments.isolated);
    let mut report = check(arguments, &files, ignored);
    if arguments.fix {
        for file in files.iter().filter(|file| report.snapshot.is_read_only(file)) {
            output::complain(&format!(
                "{}: --fix does not change such a file: it is only read. Correct it in the program that it was written with",
                output::shown(file.path())
            ));
            failed = true;
        }
        let fixed = fix::apply(&report);
        for complaint in &fixed.complaints {
            output::complain(complaint);
            failed = true;
        }
        if fixed.edits > 0 {
            report = check(arguments, &files, ignored);
        }
        if arguments.format == Format::Human {
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
            output::complain(&format!("{}: {reason}", output::shown(file.path())));
            // Folders hold figures and scans, in which there is no text: they spoil no run in which there is another file.
            let is_pdf_of_folder =
                found.contains(file) && DocumentKind::of(file.path()) == Some(DocumentKind::Pdf);
            failed |= !is_pdf_of_folder || report.files.is_empty();
        }
    }
    complain_about_settings(&report.snapshot);
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
            Err(error) => {
                output::complain(&error.to_string());
                failed = true;
            }
        }
        return Ok(status(failed));
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
            Err(error) => {
                output::complain(&error.to_string());
                failed = true;
            }
        }
    }
    if matches!(arguments.format, Format::Sarif | Format::Github) {
        // These formats have no place for it.
        report.workspace.sentences().iter().for_each(|sentence| output::complain(sentence));
    }
    match arguments.format {
        Format::Human => output::print(&human::render(&report, arguments.verbose)),
        Format::Json => output::print_json(&json::render(&report)?),
        Format::Sarif => output::print_json(&sarif::render(&report)),
        Format::Github => output::print(&github::render(&report)),
        Format::Html => output::print(&html::render(&report)),
    }
    if failed {
        return Ok(status(failed));
    }
    Ok(outcome::exit_code(&report, arguments.fail_on))
}

fn check(arguments: &Check, files: &[FileId], ignored: usize) -> Report {
    let layer = lookup_layer(&arguments.lookup, arguments.kind);
    let judged = judged(layer, files, arguments.isolated);
    Report::of(judged, ignored, std::env::current_dir().unwrap_or_default())
}

#[cfg(test)]
mod tests;
