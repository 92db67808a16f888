//! `referee.checkSupport`

use super::target::{self, failed, refused};
use crate::permission;
use crate::progress::Progress;
use crate::state::View;
use crate::to_protocol;
use referee_features::support;
use referee_operations::supported_sentence::SupportedSentence;
use referee_syntax::{Citation, Target};
use referee_text::{FileId, Phrase};
use referee_workspace::FileKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Range;

/// The title of the progress.
const READING: Phrase =
    Phrase { english: "Reading the cited works", spanish: "Leyendo los trabajos citados" };

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: target::Target,
    /// Whether the configured language model is asked as well; true by default.
    model: Option<bool>,
    /// Whether the answer has hints about the whole paper; false by default, and without effect at a
    /// place.
    hints: Option<bool>,
}

/// Checks the sentences at a place, or in the whole file if no place is given, against the works
/// that they cite.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let uri = arguments.target.uri()?;
    let place = if arguments.target.has_place() { Some(arguments.target.resolve(view)?.1) } else { None };
    let file = crate::uri::file(uri);
    let wants_hints = arguments.hints == Some(true) && place.is_none();
    let mut all = match support::check(&view.snapshot, &file, place) {
        // There may be hints about numbers without a reference.
        Err(support::CheckError::NothingCited) if wants_hints => support::CheckedDraft::default(),
        checked => checked.map_err(|error| refused(view, error.message()))?,
    };
    if arguments.model != Some(false) {
        read_by_model(view, &file, &mut all.sentences)?;
    }
    let hints = match view.snapshot.kind(&file) {
        Some(FileKind::Draft(document)) if wants_hints => support::hints(&document, &all),
        _ => Vec::new(),
    };
    let text = view.snapshot.text(&file);
    let range = |span| text.as_ref().map(|text| to_protocol::range(text, span, view.encoding()));
    let citation = |citation: &Citation| {
        let key = if let Target::Key(key) = &citation.target { Some(key.to_string()) } else { None };
        CitationPlace { key, range: range(citation.span) }
    };
    let sentence = |one: &support::CheckedSentence| SentencePlace {
        sentence: SupportedSentence::of(one),
        range: range(one.claim.span),
        citations: one.claim.citations.iter().map(citation).collect(),
    };
    let language = view.state.language();
    let hint = |one: &support::Hint| {
        let (key, primary) = one.references();
        HintPlace {
            kind: one.kind(),
            key: key.map(str::to_owned),
            primary: primary.map(str::to_owned),
            message: one.message(language),
            range: range(one.span()),
        }
    };
    Ok(Some(json!(Answer {
        schema: "referee.support/1",
        sentences: all.sentences.iter().map(sentence).collect(),
        left_out: all.left_out,
        hints: hints.iter().map(hint).collect(),
        message: all.message(language),
        language: "markdown",
        text: all.to_markdown() + &support::hints_markdown(&hints, language),
    })))
}

/// The answer of the command.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    sentences: Vec<SentencePlace>,
    left_out: usize,
    hints: Vec<HintPlace>,
    message: String,
    language: &'static str,
    text: String,
}

/// A sentence with its place in the editor.
#[derive(Serialize)]
struct SentencePlace {
    #[serde(flatten)]
    sentence: SupportedSentence,
    range: Option<Range>,
    citations: Vec<CitationPlace>,
}

/// A hint about the whole paper with its place in the editor.
#[derive(Serialize)]
struct HintPlace {
    kind: &'static str,
    key: Option<String>,
    primary: Option<String>,
    message: String,
    range: Option<Range>,
}

/// A citation of a sentence.
#[derive(Serialize)]
struct CitationPlace {
    key: Option<String>,
    range: Option<Range>,
}

/// Has the configured language model, if any, read the works that the sentences cite.
fn read_by_model(view: &View, file: &FileId, all: &mut [support::CheckedSentence]) -> Result<()> {
    let private = view.snapshot.is_confidential(file);
    let settings = view.snapshot.settings(file);
    let model = view.state.models.of(&settings, permission::of(view), private).map_err(failed)?;
    let Some(model) = model else { return Ok(()) };
    let cancel = view.cancel.child_token();
    let shown = Progress::begin(&view.state, READING, true, &cancel);
    let of = all.len();
    let mut begun = |index: usize, heard: usize| {
        let (judge, number) = (model.judge(), index + 1);
        let words = view.state.language().pick(
            format!("{judge} reads sentence {number} of {of} ({heard} characters)"),
            format!("{judge} lee la frase {number} de {of} ({heard} caracteres)"),
        );
        shown.report_as(&words, index, of);
    };
    support::read_by_model(&view.snapshot, file, all, &model, &cancel, &mut begun);
    // Its verdicts are findings of the draft from now on.
    view.state.worker.review_all();
    Ok(())
}
