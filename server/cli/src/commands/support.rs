//! `referee support`: whether the cited works support the citing sentences, by comparison with
//! their abstracts, and by the author's language model if there is one.

use crate::arguments::{Support, SupportFormat};
use crate::exit::{COULD_NOT, CommandResult, Failure, OBJECTION, status};
use crate::judging::{Judged, judged};
use crate::model::permission;
use crate::output::style::{self, paint};
use crate::output::{self, relative, shown};
use crate::papers::{self, MissingFiles};
use crate::session::{complain_about_settings, lookup_layer};
use crate::walk::Files;
use crate::{folder_papers, progress, walk};
use referee_documents::DocumentKind;
use referee_features::model::ModelSession;
use referee_features::support::{self, CheckedDraft, CheckedSentence, Hint, Source, SupportState};
use referee_operations::supported_sentence::{SupportedDraft, SupportedDrafts};
use referee_research::model::Model;
use referee_syntax::Document;
use referee_text::position::{Encoding, positions};
use referee_text::{FileId, Language, Rope, Span};
use referee_workspace::{FileKind, Snapshot};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The citing sentences of a draft.
struct Draft {
    file: FileId,
    document: Arc<Document>,
    text: Rope,
    checked: CheckedDraft,
    /// The hints about it, if they were asked for.
    hints: Vec<Hint>,
}

pub(crate) fn run(arguments: &Support) -> CommandResult {
    let layer = lookup_layer(&arguments.lookup, arguments.kind);
    let mut walked = walk::files(&arguments.paths, false);
    let mut failed = walked.complain();
    folder_papers::leave_out(&mut walked, &arguments.paths, layer.clone());
    let Files { files, found, .. } = walked;
    let Judged { snapshot, files, .. } = judged(layer, &files, &[], &[], false);
    complain_about_settings(&snapshot);
    papers::read_cited(&snapshot, &files, arguments.papers);
    papers::complain_about_unused(&snapshot, &files, arguments.papers, MissingFiles::Listed);
    let models = ModelSession::default();
    let mut drafts = Vec::new();
    for file in &files {
        match (snapshot.kind(file), snapshot.text(file)) {
            (Some(FileKind::Draft(document)), Some(text)) => {
                // A draft without citations has nothing to look up.
                let checked = support::check(&snapshot, file, None).unwrap_or_default();
                let hints = if arguments.hints { support::hints(&document, &checked) } else { Vec::new() };
                drafts.push(Draft { file: file.clone(), document, text, checked, hints });
            }
            (None, _) => {
                let reason = snapshot.why_unread(file).unwrap_or_default();
                output::complain(&format!("{}: {reason}", shown(file.path())));
                // Folders contain figures and scans without text.
                let is_pdf = DocumentKind::of(file.path()) == Some(DocumentKind::Pdf);
                failed |= !(is_pdf && found.contains(file));
            }
            _ => {}
        }
    }
    if arguments.show_payload {
        output::print_json(&format!("{:#}\n", payload(arguments, &models, &snapshot, &drafts)?));
        return Ok(status(failed));
    }
    let mut silent = false;
    if !arguments.no_model {
        for draft in &mut drafts {
            silent |= read(arguments, &models, &snapshot, draft)?;
        }
    }
    match arguments.format {
        SupportFormat::Human => output::print(&human(&drafts)),
        SupportFormat::Json => output::print_json(&format!("{:#}\n", json!(supported(&drafts)))),
        SupportFormat::Html => output::print(&html(&drafts)),
    }
    let all = || drafts.iter().flat_map(|draft| &draft.checked.sentences);
    let is_unchecked = all().flat_map(|one| &one.sources).any(Source::is_unchecked);
    if is_unchecked && !arguments.lookup.online {
        output::complain("--online looks up works that no library on this machine has");
    }
    let objected = all().any(|one| one.state == SupportState::Objected);
    Ok(match (failed, objected, silent && !all().any(CheckedSentence::is_read)) {
        (true, _, _) | (false, false, true) => ExitCode::from(COULD_NOT),
        (false, true, _) => ExitCode::from(OBJECTION),
        (false, false, false) => ExitCode::SUCCESS,
    })
}

/// Returns the language model in the settings of a draft, if any.
fn model(
    arguments: &Support,
    models: &ModelSession,
    snapshot: &Snapshot,
    file: &FileId,
) -> Result<Option<Model>, Failure> {
    let permission = permission(arguments.send_to_model);
    Ok(models.of(&snapshot.settings(file), permission, snapshot.is_confidential(file))?)
}

/// Returns the first request to the language model.
fn payload(
    arguments: &Support,
    models: &ModelSession,
    snapshot: &Snapshot,
    drafts: &[Draft],
) -> Result<Value, Failure> {
    let first = drafts.iter().find_map(|draft| {
        let sentence = draft.checked.sentences.iter().find(|one| one.has_abstract())?;
        Some((&draft.file, sentence))
    });
    let (file, sentence) =
        first.ok_or_else(|| Failure::refused("no abstract is known of any work that is cited"))?;
    let model = model(arguments, models, snapshot, file)?
        .ok_or_else(|| Failure::refused("there is no language model: llm.model is empty"))?;
    sentence
        .payload(&model)
        .map_err(|trouble| Failure::refused(format!("the language model {} {trouble}", model.judge())))
}

/// Has the language model read the cited works of a draft. Returns whether it gave no verdict
/// although there was something to read.
fn read(
    arguments: &Support,
    models: &ModelSession,
    snapshot: &Snapshot,
    draft: &mut Draft,
) -> Result<bool, Failure> {
    if draft.checked.sentences.is_empty() {
        return Ok(false);
    }
    let Some(model) = model(arguments, models, snapshot, &draft.file)? else { return Ok(false) };
    let bar = progress::spinner();
    let of = draft.checked.sentences.len();
    let mut begun = |index: usize, heard: usize| {
        let name = model.judge();
        bar.set_message(output::line(&format!(
            "{name} reads sentence {} of {of} ({heard} characters)",
            index + 1
        )));
    };
    support::read_by_model(
        snapshot,
        &draft.file,
        &mut draft.checked.sentences,
        &model,
        &CancellationToken::new(),
        &mut begun,
    );
    bar.finish_and_clear();
    Ok(draft.checked.sentences.iter().any(|one| one.has_abstract() && !one.is_read()))
}

/// Renders the report for an author: each sentence with its result and the reason.
fn human(drafts: &[Draft]) -> String {
    let mut out = String::new();
    let has_content = |draft: &&Draft| !draft.checked.sentences.is_empty() || !draft.hints.is_empty();
    for draft in drafts.iter().filter(has_content) {
        out.push_str(&format!("{}\n", paint(style::BOLD, shown(draft.file.path()))));
        for one in &draft.checked.sentences {
            let mark = match one.verdict() {
                "contradicted" | "objected" => style::WARNING,
                "supported" => style::GOOD,
                _ => style::NOTE,
            };
            let place = place(draft, one);
            out.push_str(&format!("  {place:<8} {}  {}\n", paint(mark, one.verdict()), one.sentence()));
            for reason in one.reasons() {
                out.push_str(&format!("           {}\n", paint(style::DIM, reason)));
            }
        }
        for hint in &draft.hints {
            let place = place_of(draft, hint.span());
            out.push_str(&format!(
                "  {place:<8} {}  {}\n",
                paint(style::NOTE, "hint"),
                hint.message(Language::English)
            ));
        }
        out.push('\n');
    }
    let all = CheckedDraft {
        sentences: drafts.iter().flat_map(|draft| &draft.checked.sentences).cloned().collect(),
        left_out: drafts.iter().map(|draft| draft.checked.left_out).sum(),
    };
    if all.sentences.is_empty() {
        out.push_str("No sentence cites anything.\n");
    } else {
        out.push_str(&all.message(Language::English));
        out.push_str(&format!(
            "\n{}; a sentence against which nothing was found is not thereby supported.\n",
            all.compared_with()
        ));
    }
    out
}

/// Returns the place of a sentence for people: `3:14`, or the page or paragraph of a document.
fn place(draft: &Draft, sentence: &CheckedSentence) -> String {
    place_of(draft, sentence.claim.span)
}

/// Does the work of [`place`] for a span.
fn place_of(draft: &Draft, span: Span) -> String {
    match draft.document.source_place(span.start as usize) {
        Some(place) => place.to_string(),
        None => {
            let (start, _) = positions(&draft.text, span, Encoding::Utf32);
            format!("{}:{}", start.line + 1, start.column + 1)
        }
    }
}

/// Renders the table for a reviewer.
fn html(drafts: &[Draft]) -> String {
    let sections: Vec<_> = drafts
        .iter()
        .map(|draft| {
            let places = draft.checked.sentences.iter().map(|one| place(draft, one)).collect();
            let hints = draft
                .hints
                .iter()
                .map(|hint| (place_of(draft, hint.span()), hint.message(Language::English)))
                .collect();
            support::Section { name: relative(draft.file.path()), draft: &draft.checked, places, hints }
        })
        .collect();
    support::page(&sections)
}

/// Returns the report for programs: the answers of `referee.checkSupport` for each file.
fn supported(drafts: &[Draft]) -> SupportedDrafts {
    let draft = |draft: &Draft| {
        let path = relative(draft.file.path());
        SupportedDraft::of(path, &draft.document, &draft.text, &draft.checked, &draft.hints)
    };
    SupportedDrafts::of(drafts.iter().map(draft).collect())
}
