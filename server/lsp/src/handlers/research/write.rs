//! `referee.hypothesize`, `referee.insertReportSection`, `referee.insertReport` and `referee.research`: a page about a
//! question, put into the draft or answered as text.

use super::question::{MAX_ROUNDS, QUICK_ROUNDS, THOROUGH_ROUNDS, question};
use super::run::{self, Inquiry};
use super::target::{Target, failed};
use crate::consent;
use crate::edits::apply_edit;
use crate::state::View;
use referee_features::evidence_list::add_references;
use referee_features::write::{self, GenerationInfo};
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_research::page::{Citing, Page, write as write_page};
use referee_research::report::SECTIONS;
use referee_research::run::ResearchResult;
use referee_research::{Evidence, rounds};
use referee_syntax::Format;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::MessageType;

/// What the commands take.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The question; that of the draft where none is given.
    question: Option<String>,
    /// The number of rounds of searches at most.
    rounds: Option<u32>,
    /// Whether the page is put into the draft; one that is not is answered as text.
    insert: Option<bool>,
    /// Whether online sources are searched; where nothing is said, the author is asked if the network is allowed.
    online: Option<bool>,
}

/// What `referee.insertReportSection` takes.
#[derive(Debug, Deserialize)]
pub(super) struct SectionArguments {
    #[serde(flatten)]
    common: Arguments,
    /// The section of a report.
    section: Option<String>,
}

/// Puts the hypotheses of a question into the draft.
pub(super) fn hypotheses(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    page(view, arguments, &Deliverable::Hypotheses, QUICK_ROUNDS, true)
}

/// Puts one section of a report into the draft.
pub(super) fn section(view: &View, arguments: &SectionArguments) -> Result<Option<Value>> {
    let Some(section) = &arguments.section else {
        return Err(Error::invalid_params(format!("a section is missing: {}", SECTIONS.join(", "))));
    };
    page(view, &arguments.common, &Deliverable::Section(section.clone()), QUICK_ROUNDS, true)
}

/// Puts a report into the draft.
pub(super) fn report(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    page(view, arguments, &Deliverable::Report, QUICK_ROUNDS, true)
}

/// Answers with a report as text.
pub(super) fn research(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    page(view, arguments, &Deliverable::Report, THOROUGH_ROUNDS, false)
}

/// Researches the question and makes the page; `rounds` and `insert` hold where the arguments say nothing of them.
fn page(
    view: &View,
    arguments: &Arguments,
    deliverable: &Deliverable,
    rounds: u32,
    insert: bool,
) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let question = question(view, &file, arguments.question.as_deref())?;
    let insert = arguments.insert.unwrap_or(insert);
    let inquiry = Inquiry {
        question: &question,
        rounds: arguments.rounds.unwrap_or(rounds).min(MAX_ROUNDS),
        online: arguments.online,
        purpose: deliverable.purpose(),
    };
    let result = run::research(view, &file, &inquiry)?;
    // An author who cancels wants no half of it in the draft; what was found is kept for the next time.
    if view.cancel.is_cancelled() || (insert && result.is_cancelled()) {
        return Err(Error::request_cancelled());
    }
    let mut answer = summary(view, &question, &result);
    let AuthoredPage { page, author } = deliverable.page(&result).map_err(failed)?;
    let evidence = &result.outcome.evidence;
    if insert {
        let what = deliverable.to_string();
        let told = GenerationInfo { by: &author, question: &question, what: &what, works: evidence.len() };
        let edits = write::insert(&view.snapshot, &file, range, &page, evidence, told).map_err(failed)?;
        let edit = view.encoder().workspace_edit(&edits).ok_or_else(|| failed("The text has changed."))?;
        apply_edit(&view.state, edit);
    } else {
        add_text(&mut answer, page, evidence);
    }
    Ok(Some(answer))
}

/// What every answer about a question says; the author is told what the models failed at.
pub(super) fn summary(view: &View, question: &str, result: &ResearchResult) -> Value {
    let complaints = result.complaints();
    for complaint in &complaints {
        consent::tell(&view.state, MessageType::WARNING, complaint.clone());
    }
    let rounds::ResearchOutcome { evidence, rounds, stop, assessment, .. } = &result.outcome;
    json!({
        "question": question,
        "works": evidence.len(),
        "rounds": rounds,
        "stop": stop.describe(),
        "model": assessment.model,
        "complaints": complaints,
        "left_out": result.left_out(),
    })
}

/// Adds a page to an answer, as Markdown with its references numbered.
pub(super) fn add_text(answer: &mut Value, mut page: Page, evidence: &[Evidence]) {
    let numbers = page.cited().into_iter().zip(1..).collect();
    add_references(&mut page, evidence);
    answer["language"] = json!("markdown");
    answer["text"] = json!(write_page(&page, Format::Markdown, &Citing::Numbers(numbers), 0));
}
