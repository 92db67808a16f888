//! `referee.hypothesize`, `referee.insertReportSection`, `referee.insertReport` and
//! `referee.research`: write a page about a question into the draft, or answer with its text.

use super::refresh_section;
use super::run::{self, Inquiry};
use super::target::{Target, not_written, refused, show_complaints, text_changed};
use crate::editor_client::Question;
use crate::edits::apply_edit;
use crate::state::{OfferedHypotheses, View};
use crate::sync::lock;
use referee_operations::section::{
    PageRequest, ResearchedPage, SectionError, WriteHypotheses, WritePage, WriteSection, written_before,
};
use referee_research::run::ResearchResult;
use referee_syntax::WrittenPassage;
use referee_text::{FileId, Phrase};
use referee_workspace::Snapshot;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tower_lsp::jsonrpc::{Error, Result};

/// How long an author may think about an existing passage.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

/// The answer that updates an existing passage.
const REFRESH: Phrase = Phrase { english: "Refresh it", spanish: "Actualizarlo" };
/// The answer that keeps it and writes a second one.
const AGAIN: Phrase = Phrase { english: "Write another", spanish: "Escribir otro" };

/// The arguments of a command: a place, and the parameters of the operation.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments<T> {
    #[serde(flatten)]
    target: Target,
    #[serde(flatten)]
    parameters: T,
}

/// Inserts the hypotheses of a question into the draft, or answers with them for the author to
/// choose from.
pub(super) fn hypotheses(view: &View, arguments: Arguments<WriteHypotheses>) -> Result<Option<Value>> {
    write(view, arguments, PageRequest::of_hypotheses)
}

/// Inserts one section of a report into the draft.
pub(super) fn section(view: &View, arguments: Arguments<WriteSection>) -> Result<Option<Value>> {
    write(view, arguments, PageRequest::of_section)
}

/// Inserts a report into the draft.
pub(super) fn report(view: &View, arguments: Arguments<WritePage>) -> Result<Option<Value>> {
    write(view, arguments, PageRequest::of_report)
}

/// Answers with a report as text.
pub(super) fn research(view: &View, arguments: Arguments<WritePage>) -> Result<Option<Value>> {
    write(view, arguments, PageRequest::of_research)
}

/// Researches the question, and inserts the page or answers with it.
fn write<T>(
    view: &View,
    arguments: Arguments<T>,
    read: impl Fn(&Snapshot, &FileId, T) -> std::result::Result<PageRequest, SectionError>,
) -> Result<Option<Value>> {
    let not_made = |error: SectionError| refused(view, error.message());
    let (file, range) = arguments.target.resolve(view)?;
    let request = read(&view.snapshot, &file, arguments.parameters).map_err(not_made)?;
    if let Some(passage) = request.passage_before(&view.snapshot, &file, range) {
        match ask_about(view, &passage) {
            Some(REFRESH) => return refresh_section::refresh(view, &file, &request.refresh(passage)),
            Some(AGAIN) => {}
            _ => {
                let message = written_before(view.state.language(), &passage);
                return Ok(Some(json!({"question": request.question, "message": message})));
            }
        }
    }
    let inquiry = Inquiry {
        question: &request.question,
        rounds: request.rounds,
        online: request.online,
        purpose: request.deliverable.purpose(),
    };
    let result = match request.chains.as_ref().and_then(|_| recall(view, &file, &request.question)) {
        Some(offered) => offered,
        None => run::research(view, &file, &inquiry)?,
    };
    // After a cancellation nothing partial is inserted; the evidence is stored for the next run.
    if view.cancel.is_cancelled() || ((request.insert || request.choose) && result.is_cancelled()) {
        return Err(Error::request_cancelled());
    }
    let language = view.state.language();
    if request.choose {
        let (file, question) = (file.clone(), request.question.clone());
        *lock(&view.state.offered) = Some(OfferedHypotheses { file, question, result: result.clone() });
    }
    let page = match ResearchedPage::of(&request, result, language).map_err(not_made)? {
        ResearchedPage::Answer(answer) => {
            show_complaints(view, answer.complaints());
            return Ok(Some(json!(answer)));
        }
        ResearchedPage::Ready(page) => page,
    };
    show_complaints(view, page.complaints());
    if !request.insert {
        return Ok(Some(json!(page.as_text(language))));
    }
    let (now, range) = view.read_again(&file, range).ok_or_else(|| text_changed(view))?;
    let edits = page.edits(&request, &now.snapshot, &file, range).map_err(not_made)?;
    let edit = now.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, &now, &edits))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!(page.inserted(language, &file, &edits))))
}

/// Returns the last offer if it was for this draft and this question, so that it can be inserted
/// without further requests.
fn recall(view: &View, file: &FileId, question: &str) -> Option<ResearchResult> {
    let offered = lock(&view.state.offered);
    let same = offered.as_ref().filter(|offered| offered.file == *file && offered.question == question);
    same.map(|offered| offered.result.clone())
}

/// Asks what to do with an existing passage; `None` if no answer was chosen or the editor cannot
/// ask.
fn ask_about(view: &View, passage: &WrittenPassage) -> Option<Phrase> {
    if !view.client_capabilities().asks {
        return None;
    }
    let language = view.state.language();
    let question = Question { language, text: written_before(language, passage), answers: [REFRESH, AGAIN] };
    view.state.runtime.block_on(view.state.client.choose_within(question, ANSWER_LIMIT)).ok().flatten()
}
