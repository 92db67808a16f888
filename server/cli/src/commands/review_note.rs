//! `referee review-note`: contradictions in a clinical note, found by the author's language model.

use crate::arguments::{AnswerFormat, ReviewNote};
use crate::exit::{COULD_NOT, CommandResult, Failure, status};
use crate::judging::{Judged, judged};
use crate::model::permission;
use crate::output::style::{self, paint};
use crate::output::{self, relative, shown};
use crate::session::{complain_about_settings, layer};
use crate::walk::Files;
use crate::{progress, walk};
use referee_features::model::ModelSession;
use referee_operations::note_reviews::{NoteReviews, ReviewedNote};
use referee_research::model::note_review::{self, NoteReview};
use referee_research::model::{CallControl, Model};
use referee_syntax::DraftKind;
use referee_text::position::{Encoding, positions};
use referee_text::{FileId, Rope, Span};
use referee_workspace::{FileKind, Snapshot};
use serde_json::json;
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;

/// A note with the review of the model.
struct Reviewed {
    file: FileId,
    text: Rope,
    model: String,
    review: NoteReview,
}

pub(crate) fn run(arguments: &ReviewNote) -> CommandResult {
    let found = walk::files(&arguments.paths, false);
    let mut failed = found.complain();
    let Files { files, .. } = found;
    let layer = layer(true, false, arguments.kind, None);
    let Judged { snapshot, files, .. } = judged(layer, &files, &[], &[], false);
    complain_about_settings(&snapshot);
    let models = ModelSession::default();
    let mut reviewed = Vec::new();
    for file in &files {
        let (Some(FileKind::Draft(_)), Some(text)) = (snapshot.kind(file), snapshot.text(file)) else {
            let reason = snapshot.why_unread(file).unwrap_or_default();
            output::complain(&format!("{}: {reason}", shown(file.path())));
            failed = true;
            continue;
        };
        if snapshot.document_kind(file) != DraftKind::ClinicalNote {
            output::complain(&format!(
                "{}: this is not a clinical note; --kind clinical-note declares it one",
                shown(file.path())
            ));
            continue;
        }
        let model = model(arguments, &models, &snapshot, file)?;
        if arguments.show_payload {
            let payload = note_review::payload(&model, &text.to_string());
            let payload = payload
                .map_err(|error| Failure::refused(format!("the language model {} {error}", model.name())))?;
            output::print_json(&format!("{payload:#}\n"));
            return Ok(status(failed));
        }
        let review = ask(&model, &text.to_string());
        if let Some(error) = &review.error {
            output::complain(&format!("{}: the language model {} {error}", shown(file.path()), model.name()));
            failed = true;
        }
        for left_out in &review.left_out {
            output::complain(&format!("{}: {left_out}", shown(file.path())));
        }
        reviewed.push(Reviewed { file: file.clone(), text, model: model.name().to_owned(), review });
    }
    match arguments.format {
        AnswerFormat::Human => output::print(&human(&reviewed)),
        AnswerFormat::Json => output::print_json(&format!("{:#}\n", json!(for_programs(&reviewed)))),
    }
    Ok(if failed { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS })
}

/// Returns the language model in the settings of a note. It reads notes only with the author's
/// consent.
fn model(
    arguments: &ReviewNote,
    models: &ModelSession,
    snapshot: &Snapshot,
    file: &FileId,
) -> Result<Model, Failure> {
    let found = models.of(&snapshot.settings(file), permission(arguments.send_to_model), true)?;
    found.ok_or_else(|| Failure::refused("there is no language model: llm.model is empty"))
}

fn ask(model: &Model, note: &str) -> NoteReview {
    let bar = progress::spinner();
    let cancel = CancellationToken::new();
    let mut heard = |characters: usize| {
        bar.set_message(output::line(&format!("{} reads ({characters} characters)", model.name())));
    };
    let review =
        note_review::review_note(model, note, &mut CallControl { cancel: &cancel, on_progress: &mut heard });
    bar.finish_and_clear();
    review
}

fn span(range: &std::ops::Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

/// Returns the text of a range on one line.
fn words(text: &str, range: &std::ops::Range<usize>) -> String {
    output::line(text.get(range.clone()).unwrap_or_default())
}

fn human(reviewed: &[Reviewed]) -> String {
    let mut out = String::new();
    for one in reviewed.iter().filter(|one| one.review.error.is_none()) {
        let text = one.text.to_string();
        out.push_str(&format!("{}\n", paint(style::BOLD, shown(one.file.path()))));
        for problem in &one.review.problems {
            let (start, _) = positions(&one.text, span(&problem.place), Encoding::Utf32);
            let place = format!("{}:{}", start.line + 1, start.column + 1);
            out.push_str(&format!(
                "  {place:<8} {}  “{}” and “{}”\n           {} (says the language model {}; check both places)\n",
                paint(style::NOTE, "hint"),
                words(&text, &problem.place),
                words(&text, &problem.against),
                output::line(&problem.why),
                output::line(&one.model),
            ));
        }
        if one.review.problems.is_empty() {
            out.push_str("  The language model named no two places that contradict each other. That does not prove that there are none.\n");
        }
    }
    out
}

/// Returns the reviews for programs.
fn for_programs(reviewed: &[Reviewed]) -> NoteReviews {
    let file =
        |one: &Reviewed| ReviewedNote::of(relative(one.file.path()), &one.text, &one.model, &one.review);
    NoteReviews::of(reviewed.iter().map(file).collect())
}
