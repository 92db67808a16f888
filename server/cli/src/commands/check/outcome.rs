//! The exit status of `check`: first the findings, then references that could not be looked up.

use crate::arguments;
use crate::exit::{NOT_LOOKED_UP, OBJECTION};
use crate::output;
use referee_operations::{CheckedFile, Report, is_looked_at};
use referee_workspace::settings::FailOn;
use std::process::ExitCode;

/// Returns the exit status of a run whose files could all be read. `said` is the option of the
/// command line; without it the settings of each file apply to that file.
pub(super) fn exit_code(report: &Report, said: Option<arguments::FailOn>) -> ExitCode {
    let fail_on = |file: &CheckedFile| match said {
        Some(word) => FailOn::of(word.word()),
        None => report.snapshot.settings(&file.file).fail_on(),
    };
    let objects = report.files.iter().any(|file| {
        let lowest = fail_on(file).severity;
        file.findings.iter().any(|finding| lowest.is_some_and(|lowest| finding.severity >= lowest))
    });
    if objects {
        return ExitCode::from(OBJECTION);
    }
    let leaves_open = report.files.iter().any(|file| {
        let keys = || report.snapshot.with_context(&file.file, |context| context.keys_without_bibliography());
        fail_on(file).unchecked
            && (file.references.iter().any(|(_, judgement)| !is_looked_at(judgement.as_deref()))
                || !keys().is_empty())
    });
    if leaves_open {
        return ExitCode::from(NOT_LOOKED_UP);
    }
    let may_fail = report.files.iter().any(|file| fail_on(file).severity.is_some());
    if may_fail && report.is_without_any_answer() {
        output::complain("nothing could be looked up: no service answered about any reference");
        return ExitCode::from(NOT_LOOKED_UP);
    }
    ExitCode::SUCCESS
}
