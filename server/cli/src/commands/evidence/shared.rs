//! `referee evidence share` and `fetch`: evidence shared by the members of a workspace in the
//! database.

use super::folder_store::{location, open};
use crate::exit::{CommandResult, Failure};
use crate::{output, session};
use referee_operations::clinical::reads_as_note;
use referee_postgres::{DatabaseAddress, SharedEvidence, SharedVerdict, SharedWorkspaces, WorkspaceContents};
use referee_research::clock;
use referee_text::language::counted;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The maximum size of a report whose verdicts are shared, in bytes.
const MAX_REPORT_BYTES: u64 = 256 << 20;

/// Adds the evidence of a folder, and the verdicts of a report, to a workspace.
pub(super) fn share(name: &str, path: &Path, report: Option<&Path>, with: &[String]) -> CommandResult {
    let mut contents = WorkspaceContents::default();
    let location = location(path)?;
    let mut held_back = 0;
    if location.revision().is_some() {
        let store = open(&location)?;
        for (id, question) in store.questions()? {
            if reads_as_note(&question) {
                held_back += 1;
                continue;
            }
            contents.evidence.extend(store.evidence(id)?.into_iter().map(|one| SharedEvidence {
                question: question.clone(),
                record: one.record,
                relevance: f64::from(one.relevance),
                round: one.round,
            }));
        }
    }
    if let Some(file) = report {
        let (verdicts, notes) = verdicts_of(file)?;
        contents.verdicts = verdicts;
        held_back += notes;
    }
    if held_back > 0 {
        output::complain(&format!(
            "questions and files that read as a clinical note, and are not shared: {held_back}"
        ));
    }
    if contents.evidence.is_empty() && contents.verdicts.is_empty() && with.is_empty() {
        return Err(Failure::refused(match held_back {
            0 => "there is nothing to share: no evidence is kept for this folder",
            _ => "there is nothing else to share",
        }));
    }
    SharedWorkspaces::open(&address()?)?.share(name, &contents, with)?;
    output::print(&format!(
        "Shared in the workspace {}: {} and {}.\n",
        output::shown(Path::new(name)),
        counted(contents.evidence.len(), "work", "works"),
        counted(contents.verdicts.len(), "verdict", "verdicts")
    ));
    Ok(ExitCode::SUCCESS)
}

/// Imports the evidence of a workspace, and lists its verdicts.
pub(super) fn fetch(name: &str, path: &Path) -> CommandResult {
    let contents = SharedWorkspaces::open(&address()?)?.fetch(name)?;
    let mut of_question: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for one in &contents.evidence {
        of_question.entry(&one.question).or_default().push((&one.record, one.relevance, one.round));
    }
    if !of_question.is_empty() {
        let mut store = open(&location(path)?)?;
        let today = clock::iso(clock::today());
        for (question, works) in &of_question {
            store.add_from_others(question, works, &today)?;
        }
    }
    output::print(&format!(
        "Taken over from the workspace: {} for {}, as others state them.\n",
        counted(contents.evidence.len(), "work", "works"),
        counted(of_question.len(), "question", "questions")
    ));
    for verdict in &contents.verdicts {
        let shown = [&verdict.draft, &verdict.key, &verdict.verdict, &verdict.judged_by, &verdict.judged_at];
        let shown = shown.map(|text| referee_text::visible::on_one_line(text).into_owned());
        let [draft, key, judged, by, at] = shown;
        output::print(&format!("{draft}  {key}  {judged}  ({by}, {at} UTC)\n"));
    }
    if contents.unreadable > 0 {
        output::complain(&format!("rows that could not be read and were left out: {}", contents.unreadable));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the address of the shared database.
///
/// # Errors
///
/// If the settings contain no address, or one that may not be contacted.
fn address() -> Result<DatabaseAddress, Failure> {
    session::shared_database(&session::settings_here()?)?.ok_or_else(|| {
        Failure::refused(
            "no database is named; set library.url in your own settings, or REFEREE_LIBRARY__URL",
        )
    })
}

/// Returns the verdicts of a report with their evidence, and how many of its files are clinical
/// notes.
fn verdicts_of(file: &Path) -> Result<(Vec<SharedVerdict>, usize), Failure> {
    let about = |error| Failure::about(file.display(), error);
    if std::fs::metadata(file).map_err(about)?.len() > MAX_REPORT_BYTES {
        return Err(Failure::refused(format!("{} is too large for a report", file.display())));
    }
    let report: Value = serde_json::from_slice(&std::fs::read(file).map_err(about)?)
        .map_err(|error| Failure::about(file.display(), error))?;
    if report["schema"] != "referee.check/1" {
        let why = format!("{} is not a report of `referee check --format json`", file.display());
        return Err(Failure::refused(why));
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (mut verdicts, mut notes) = (Vec::new(), 0);
    for checked in report["files"].as_array().into_iter().flatten() {
        if checked["kind"] != "manuscript" {
            notes += 1;
            continue;
        }
        for reference in checked["references"].as_array().into_iter().flatten() {
            let record = &reference["record"];
            let named = |kind: &str| record[kind].as_str().map(|value| format!("{kind}:{value}"));
            verdicts.push(SharedVerdict {
                draft: text(&checked["path"]),
                key: text(&reference["key"]),
                verdict: text(&reference["verdict"]),
                identifiers: ["doi", "pmid"].into_iter().filter_map(named).collect(),
                rested_on: json!({
                    "record": record,
                    "notices": reference["notices"],
                    "differences": reference["differences"],
                    "sources": reference["sources"],
                }),
                judged_by: String::new(),
                judged_at: String::new(),
            });
        }
    }
    Ok((verdicts, notes))
}
