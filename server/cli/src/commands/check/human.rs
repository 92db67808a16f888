//! `--format human`: the report for an author.

use crate::output::shown;
use crate::output::style::{self, paint};
use referee_citations::json::verdict_of;
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::{Finding, Severity};
use referee_literature::gate::state_folder;
use referee_operations::{CheckedFile, Report, is_looked_at};
use referee_records::{NoticeKind, SourceError};
use referee_text::position::{Encoding, positions};
use referee_text::{FileId, Rope, Span};
use std::collections::HashSet;

/// The line width of messages, in characters.
const WIDTH: usize = 92;
/// The description of references that no source covers.
const UNCOVERED: &str = "of a kind that no source here lists";

/// The maximum number of keys listed per verdict.
const MAX_KEYS: usize = 12;

/// The maximum number of places listed that cite an entry.
const MAX_PLACES: usize = 3;

/// The maximum number of keys listed in the last line.
const MAX_OPEN_KEYS: usize = 6;

pub(super) fn render(report: &Report, verbose: bool) -> String {
    let mut out = String::new();
    let mut shown_files = 0;
    let mut last: Option<&FileId> = None;
    for (file, finding) in once(report) {
        if finding.severity == Severity::Hint && !verbose {
            continue;
        }
        if last != Some(&file.file) {
            if last.is_some() {
                out.push('\n');
            }
            out.push_str(&format!("{}\n", paint(style::BOLD, shown(file.file.path()))));
            last = Some(&file.file);
            shown_files += 1;
        }
        out.push_str(&self::finding(report, file, finding));
    }
    if shown_files > 0 {
        out.push('\n');
    }
    out.push_str(&summary(report, verbose));
    out
}

/// Iterates over the findings of a run, with each finding about an entry only once: at the entry if
/// its bibliography is part of the run, otherwise at the citation.
pub(super) fn once(report: &Report) -> impl Iterator<Item = (&CheckedFile, &Finding)> {
    let at_entries: HashSet<(&str, &str, FileId)> = report
        .files
        .iter()
        .filter(|file| !file.is_draft)
        .flat_map(|file| {
            file.findings
                .iter()
                .filter_map(|finding| Some((finding.rule, finding.data.key.as_deref()?, file.file.clone())))
        })
        .collect();
    report.files.iter().flat_map(move |file| {
        let at_entries = at_entries.clone();
        file.findings
            .iter()
            .filter(move |finding| {
                let Some(key) = finding.data.key.as_deref().filter(|_| file.is_draft) else { return true };
                let elsewhere = finding
                    .related
                    .iter()
                    .any(|related| at_entries.contains(&(finding.rule, key, related.file.clone())));
                !elsewhere
            })
            .map(move |finding| (file, finding))
    })
}

fn finding(report: &Report, file: &CheckedFile, finding: &Finding) -> String {
    let (start, _) = positions(&file.text, finding.span, Encoding::Utf32);
    let (mark, word) = match finding.severity {
        Severity::Error => (style::ERROR, "error"),
        Severity::Warning => (style::WARNING, "warning"),
        Severity::Information => (style::NOTE, "note"),
        Severity::Hint => (style::DIM, "hint"),
    };
    let place = match report.snapshot.source_place(&file.file, finding.span.start as usize) {
        Some(place) => place.to_string(),
        None => format!("{}:{}", start.line + 1, start.column + 1),
    };
    let mut out =
        format!("  {place:>7}  {}  {}\n", paint(mark, format!("{word:7}")), paint(style::DIM, finding.rule));
    if let Some(quote) = quote(&file.text, finding.span, mark) {
        out.push_str(&quote);
    }
    for line in wrap(&finding.message, WIDTH) {
        out.push_str(&format!("           {line}\n"));
    }
    out.push_str(&said_at(report, file, finding));
    let cited = cited_at(report, file, finding);
    if !cited.is_empty() {
        out.push_str(&format!(
            "           {}\n",
            paint(style::DIM, format!("cited at {}", cited.join(", ")))
        ));
    }
    let fixes = report.snapshot.fixes(&file.file, finding);
    for fix in fixes.iter().take(2) {
        out.push_str(&format!("           {} {}\n", paint(style::GOOD, "fix:"), fix.title));
    }
    if fixes.len() > 2 {
        out.push_str(&format!("           {}\n", paint(style::DIM, format!("and {} more", fixes.len() - 2))));
    }
    out
}

/// Returns the words of a note's sources that a finding rests on, with their speaker and time.
fn said_at(report: &Report, file: &CheckedFile, finding: &Finding) -> String {
    let sources = report.snapshot.note_sources(&file.file);
    let said = finding.related.iter().filter(|related| sources.contains(&related.file));
    let lines = said.flat_map(|related| wrap(&format!("source: {}", related.message), WIDTH));
    lines.map(|line| format!("           {}\n", paint(style::DIM, line))).collect()
}

/// Returns the lines that cite the entry of a finding.
fn cited_at(report: &Report, file: &CheckedFile, finding: &Finding) -> Vec<String> {
    let Some(key) = finding.data.key.as_deref().filter(|_| !file.is_draft) else { return Vec::new() };
    let mut out: Vec<String> = Vec::new();
    for (draft, span) in report.snapshot.citations_of(&file.file, key) {
        let Some(text) = report.snapshot.text(&draft) else { continue };
        let (start, _) = positions(&text, span, Encoding::Utf32);
        let place = format!("{}:{}", shown(draft.path()), start.line + 1);
        if !out.contains(&place) {
            out.push(place);
        }
    }
    let more = out.len().saturating_sub(MAX_PLACES);
    out.truncate(MAX_PLACES);
    if more > 0 {
        out.push(format!("and {more} more"));
    }
    out
}

/// Returns the line of a span, with a marker below it. A long line is cut to the context of the
/// span.
fn quote(text: &Rope, span: Span, mark: style::Style) -> Option<String> {
    let (start, end) = positions(text, span, Encoding::Utf32);
    let line = text.get_line(start.line as usize)?;
    // Never print a megabyte on one line: take only the context of the span.
    let around = 200;
    let skip = (start.column as usize).saturating_sub(around);
    let end_column = if start.line == end.line { end.column as usize } else { line.len_chars() };
    let characters: Vec<char> = line
        .chars()
        .skip(skip)
        .take(end_column.min(start.column as usize + around) - skip + around)
        .map(|character| if character == '\t' || character.is_control() { ' ' } else { character })
        .collect();
    let from = (start.column as usize - skip).min(characters.len());
    let to = end_column.saturating_sub(skip).clamp(from, characters.len());
    let room = WIDTH.saturating_sub(to - from) / 2;
    let first = if characters.len() <= WIDTH { 0 } else { from.saturating_sub(room) };
    let shown: Vec<char> = characters.iter().skip(first).take(WIDTH).copied().collect();
    let visible: String = shown.iter().collect();
    let visible = visible.trim_end();
    if visible.trim().is_empty() {
        return None;
    }
    let length = (to - from).clamp(1, visible.chars().count().saturating_sub(from - first).max(1));
    let before = if first > 0 || skip > 0 { "…" } else { "" };
    let pad = " ".repeat(from - first + before.chars().count());
    Some(format!(
        "           {}\n           {pad}{}\n",
        paint(style::DIM, format!("{before}{visible}")),
        paint(mark, "^".repeat(length))
    ))
}

fn summary(report: &Report, verbose: bool) -> String {
    let mut out = String::new();
    let references = report.references();
    // The items of several lists have the same numbers.
    let listing: HashSet<&FileId> = references
        .iter()
        .filter(|(reference, _)| is_number(&reference.label))
        .map(|(reference, _)| &reference.file)
        .collect();
    let name = |reference: &Reference| match listing.len() > 1 && is_number(&reference.label) {
        true => format!("{} {}", reference.file.name(), reference.label),
        false => reference.name().into_owned(),
    };
    if !references.is_empty() {
        let files = report.files.iter().filter(|file| file.is_draft).count();
        let what = match files {
            0 => "the bibliography".to_owned(),
            1 => "1 draft".to_owned(),
            _ => format!("{files} drafts"),
        };
        let noun = if references.len() == 1 { "reference" } else { "references" };
        let looked = report.looked_at();
        out.push_str(&format!("{} {noun} in {what}: {}\n", references.len(), looked.clause()));
        for (verdict, one, many, mark) in [
            (Verdict::Verified, "verified", "verified", style::GOOD),
            (Verdict::Differs, "differs from the record", "differ from the record", style::WARNING),
            (Verdict::Misidentified, "points to another work", "point to another work", style::ERROR),
            (Verdict::NotFound, "not found", "not found", style::WARNING),
            (Verdict::Uncovered, UNCOVERED, UNCOVERED, style::DIM),
            (Verdict::Unchecked, "unchecked", "unchecked", style::DIM),
        ] {
            let of: Vec<String> = references
                .iter()
                .filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict)
                .map(|(reference, _)| name(reference))
                .collect();
            if of.is_empty() {
                continue;
            }
            let names = first_names(&of, if verbose { usize::MAX } else { MAX_KEYS });
            let words = if of.len() == 1 { one } else { many };
            let retracted = match verdict {
                Verdict::Verified => {
                    references.iter().filter(|(_, judgement)| is_retracted(judgement.as_deref())).count()
                }
                _ => 0,
            };
            let retracted = match (retracted, of.len()) {
                (0, _) => String::new(),
                (1, 1) => String::from(" but retracted"),
                (count, _) => format!(", {count} of them retracted"),
            };
            let head = format!("{:>5} {words}{retracted}", of.len());
            out.push_str(&paint(mark, &head));
            let mut lines = wrap(&names, WIDTH.saturating_sub(8)).into_iter();
            if head.chars().count() + 2 + names.chars().count() <= WIDTH {
                out.push_str(&format!("  {}\n", paint(style::DIM, names)));
                continue;
            }
            out.push('\n');
            for line in lines.by_ref() {
                out.push_str(&format!("        {}\n", paint(style::DIM, line)));
            }
        }
    }
    out.push_str(&why_unchecked(report));
    for notice in &report.notices {
        for line in wrap(&report.notice_text(notice), WIDTH) {
            out.push_str(&format!("{}\n", paint(style::WARNING, line)));
        }
    }
    for sentence in report.workspace.sentences() {
        for line in wrap(&sentence, WIDTH) {
            out.push_str(&format!("{}\n", paint(style::DIM, line)));
        }
    }
    let count = |severity: Severity| report_count(report, severity);
    let mut parts = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "note", "notes"),
    ] {
        match count(severity) {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            number => parts.push(format!("{number} {many}")),
        }
    }
    let hints = count(Severity::Hint);
    if hints > 0 {
        let noun = if hints == 1 { "hint" } else { "hints" };
        let remark = if verbose { "" } else { " (shown with --verbose)" };
        parts.push(format!("{hints} {noun}{remark}"));
    }
    let files =
        if report.files.len() == 1 { "1 file".to_owned() } else { format!("{} files", report.files.len()) };
    if report.files.is_empty() {
        out.push_str(&format!("{}\n", paint(style::BOLD, "No file was checked.")));
        return out;
    }
    let unseen = references.iter().filter(|(_, judgement)| !is_looked_at(judgement.as_deref()));
    let mut open: Vec<String> = unseen.map(|(reference, _)| name(reference)).collect();
    open.extend(report.keys_without_bibliography.iter().cloned());
    // A run with open questions must not look clean.
    let nothing = if !open.is_empty() { "no findings" } else { "nothing to remark" };
    let mut verdict = if parts.is_empty() { nothing.to_owned() } else { parts.join(", ") };
    match open.len() {
        0 => {}
        1 => verdict.push_str("; 1 reference was not looked up"),
        more => verdict.push_str(&format!("; {more} references were not looked up")),
    }
    if !open.is_empty() {
        let short: Vec<String> = open.iter().map(|name| shortened(name)).collect();
        verdict.push_str(&format!(": {}", first_names(&short, MAX_OPEN_KEYS)));
    }
    for line in wrap(&format!("{files}: {verdict}"), WIDTH) {
        out.push_str(&format!("{}\n", paint(style::BOLD, line)));
    }
    out
}

/// Whether a label is that of an item of a numbered list: `[3]`.
fn is_number(label: &str) -> bool {
    label.starts_with('[')
}

/// Cuts a name that is a long title.
fn shortened(name: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    if name.chars().count() <= MAX_CHARACTERS {
        return name.to_owned();
    }
    let first: String = name.chars().take(MAX_CHARACTERS - 1).collect();
    format!("{}…", first.trim_end())
}

/// Returns the first `most` names, and how many more there are.
fn first_names(names: &[String], most: usize) -> String {
    match names.get(..most) {
        Some(first) if names.len() > most => {
            format!("{}, and {} more", first.join(", "), names.len() - most)
        }
        _ => names.join(", "),
    }
}

fn report_count(report: &Report, severity: Severity) -> usize {
    once(report).filter(|(_, finding)| finding.severity == severity).count()
}

/// Returns why references are unchecked or uncovered, each reason once.
fn why_unchecked(report: &Report) -> String {
    let mut why = report.reasons();
    if report.has_unchecked() {
        let silent = report.silent();
        let is_unlogged = report.is_unlogged() || state_folder().is_none();
        why.push(match (report.online, report.has_sources) {
            (true, _) if silent.is_empty() && is_unlogged => {
                "Unchecked is not an accusation: these references were looked up nowhere.".to_owned()
            }
            (true, _) if silent.is_empty() => {
                "Unchecked: no source that was asked has them, and no source lists all works of their kind.".to_owned()
            }
            (true, _) => format!("Unchecked is not an accusation: {}", what_helps(report, &silent)),
            (false, true) => {
                "Unchecked: no library on this machine has them or is said to be complete for works of their kind and \
                 time (the setting library.complete); nothing was looked up online (--online does)."
                    .to_owned()
            }
            (false, false) => {
                "Unchecked: there is no library on this machine (referee library import), and nothing was looked up \
                 online (--online does)."
                    .to_owned()
            }
        });
    }
    if report.verified.requests > 0 {
        let noun = if report.verified.requests == 1 { "request" } else { "requests" };
        let references = if report.verified.asked == 1 { "reference" } else { "references" };
        // A request does not imply an answer: sources without an answer are listed above.
        why.push(format!(
            "Asked online about {} {references} with {} {noun} (referee egress lists them).",
            report.verified.asked, report.verified.requests
        ));
    }
    why.iter()
        .flat_map(|line| wrap(line, WIDTH))
        .map(|line| format!("      {}\n", paint(style::DIM, line)))
        .collect()
}

/// Returns advice about references that are unchecked because these sources did not answer: wait if
/// that helps, otherwise follow the notices of the run.
fn what_helps(report: &Report, silent: &[(String, SourceError, usize)]) -> &'static str {
    let any = |test: fn(SourceError) -> bool| silent.iter().any(|(_, why, _)| test(*why));
    let waits = any(|why| why.passes() && why != SourceError::BudgetSpent);
    match (waits, any(|why| why == SourceError::BudgetSpent), report.notices.is_empty()) {
        (true, _, _) => {
            "run the same command again later, and questions already answered are not asked again."
        }
        (false, true, _) => {
            "set a key, or run the same command again when the budget is renewed; questions already answered are not asked again."
        }
        (false, false, false) => "running the command again does not help before that is fixed.",
        (false, false, true) => "these questions were refused permanently; asking again does not help.",
    }
}

/// Breaks `text` into lines of at most `width` characters, at spaces.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                out.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        out.push(line);
    }
    out
}

/// Returns whether a work is verified and was retracted, withdrawn or removed.
fn is_retracted(judgement: Option<&Judgement>) -> bool {
    let is_gone =
        |kind| matches!(kind, NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal);
    judgement.is_some_and(|judgement| {
        judgement.verdict == Verdict::Verified && judgement.notices.iter().any(|notice| is_gone(notice.kind))
    })
}
