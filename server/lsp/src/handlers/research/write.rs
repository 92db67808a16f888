//! `referee.hypothesize`, `referee.insertReportSection`, `referee.insertReport` and
//! `referee.research`: write a page about a question into the draft, or answer with its text.

mod arguments;
mod offer;
mod written_before;

pub(super) use arguments::{Arguments, HypothesesArguments, SectionArguments};

use super::answer::{add_text, summary};
use super::messages::{add_what_is_missing, no_evidence, nothing_to_write};
use super::question::{MAX_ROUNDS, question};
use super::refresh_section;
use super::run::{self, Inquiry};
use super::target::{failed, not_written, refused, text_changed};
use super::written_text::written;
use crate::edits::{also_changed, apply_edit};
use crate::state::View;
use referee_features::write::{self, GenerationInfo};
use referee_operations::rounds::{QUICK_ROUNDS, THOROUGH_ROUNDS};
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_research::report::SECTIONS;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use written_before::{AGAIN, REFRESH, ask_about, standing, stands_already};

/// Inserts the hypotheses of a question into the draft, or answers with them for the author to
/// choose from.
pub(super) fn hypotheses(view: &View, arguments: &HypothesesArguments) -> Result<Option<Value>> {
    if arguments.choose == Some(true) {
        return offer::hypotheses(view, &arguments.common);
    }
    page(view, &arguments.common, &Deliverable::Hypotheses, QUICK_ROUNDS, true, arguments.chains.as_deref())
}

/// Inserts one section of a report into the draft.
pub(super) fn section(view: &View, arguments: &SectionArguments) -> Result<Option<Value>> {
    let Some(section) = &arguments.section else {
        return Err(Error::invalid_params(format!("a section is missing: {}", SECTIONS.join(", "))));
    };
    page(view, &arguments.common, &Deliverable::Section(section.clone()), QUICK_ROUNDS, true, None)
}

/// Inserts a report into the draft.
pub(super) fn report(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    page(view, arguments, &Deliverable::Report, QUICK_ROUNDS, true, None)
}

/// Answers with a report as text.
pub(super) fn research(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    page(view, arguments, &Deliverable::Report, THOROUGH_ROUNDS, false, None)
}

/// Researches the question and builds the page; `rounds` and `insert` are the defaults of the
/// arguments. Only the hypotheses in `chosen` are written; without it, all of them.
fn page(
    view: &View,
    arguments: &Arguments,
    deliverable: &Deliverable,
    rounds: u32,
    insert: bool,
    chosen: Option<&[String]>,
) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let question = question(view, &file, arguments.question.as_deref())?;
    let insert = arguments.insert.unwrap_or(insert);
    if insert && let Some(passage) = standing(view, &file, range, deliverable, &question) {
        match ask_about(view, &passage) {
            Some(REFRESH) => {
                return refresh_section::refresh(view, &file, &passage, rounds, arguments.online, true);
            }
            Some(AGAIN) => {}
            _ => {
                let message = stands_already(view.state.language(), &passage);
                return Ok(Some(json!({"question": question, "message": message})));
            }
        }
    }
    let inquiry = Inquiry {
        question: &question,
        rounds: arguments.rounds.unwrap_or(rounds).min(MAX_ROUNDS),
        online: arguments.online,
        purpose: deliverable.purpose(),
    };
    let mut result = match chosen.and_then(|_| offer::recall(view, &file, &question)) {
        Some(offered) => offered,
        None => run::research(view, &file, &inquiry)?,
    };
    if let Some(chosen) = chosen {
        result.outcome.assessment.keep_only(chosen);
    }
    // After a cancellation nothing partial is inserted; the evidence is stored for the next run.
    if view.cancel.is_cancelled() || (insert && result.is_cancelled()) {
        return Err(Error::request_cancelled());
    }
    if let Some(why) = no_evidence(&result) {
        return Err(refused(view, why));
    }
    let language = view.state.language();
    let mut answer = summary(view, &question, &result);
    if let Some(why) =
        nothing_to_write(deliverable, &result).filter(|_| insert || *deliverable == Deliverable::Hypotheses)
    {
        answer["message"] = json!(why.into_text(language));
        add_what_is_missing(&mut answer, &result);
        return Ok(Some(answer));
    }
    let AuthoredPage { page, author } = deliverable.page(&result).map_err(failed)?;
    let evidence = &result.outcome.evidence;
    let what = written(language, deliverable, &result, page.cited().len());
    if insert {
        let name = deliverable.to_string();
        let told = GenerationInfo {
            by: &author,
            question: &question,
            what: &name,
            works: result.outcome.counted_works(),
        };
        let changed = || text_changed(view);
        let (now, range) = view.read_again(&file, range).ok_or_else(changed)?;
        let edits = write::insert(&now.snapshot, &file, range, &page, evidence, told)
            .map_err(|error| refused(view, error.message()))?;
        let edit = now.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, &now, &edits))?;
        apply_edit(&view.state, edit);
        let done = language.pick("Inserted", "Insertado:");
        answer["message"] = json!(format!("{done} {what}.{}", also_changed(language, &file, &edits)));
    } else {
        let done = language.pick("Ready: ", "Listo: ");
        answer["message"] = json!(format!("{done}{what}."));
        add_text(&mut answer, page, evidence);
    }
    Ok(Some(answer))
}
