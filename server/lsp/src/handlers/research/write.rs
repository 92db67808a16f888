//! `referee.hypothesize`, `referee.insertReportSection`, `referee.insertReport` and `referee.research`: a page about a
//! question, put into the draft or answered as text.

use super::question::{MAX_ROUNDS, QUICK_ROUNDS, THOROUGH_ROUNDS, question};
use super::refresh_section;
use super::run::{self, Inquiry};
use super::target::{Target, failed, not_written, refused, text_changed};
use crate::editor_client::Question;
use crate::edits::{also_changed, apply_edit};
use crate::state::View;
use referee_features::evidence_list::add_references;
use referee_features::write::{self, GenerationInfo};
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_research::page::{Citing, Page, write as write_page};
use referee_research::report::SECTIONS;
use referee_research::run::ResearchResult;
use referee_research::{Evidence, rounds};
use referee_syntax::{Format, Provenance, Written};
use referee_text::{FileId, Language, Message, Phrase, Span};
use referee_workspace::FileKind;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::MessageType;

/// How long an author may think about a passage that stands there already.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

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
    let result = run::research(view, &file, &inquiry)?;
    // An author who cancels wants no half of it in the draft; what was found is kept for the next time.
    if view.cancel.is_cancelled() || (insert && result.is_cancelled()) {
        return Err(Error::request_cancelled());
    }
    if let Some(why) = no_evidence(&result) {
        return Err(refused(view, why));
    }
    let language = view.state.language();
    let mut answer = summary(view, &question, &result);
    if let Some(why) = nothing_to_write(deliverable, &result) {
        answer["message"] = json!(why.into_text(language));
        return Ok(Some(answer));
    }
    let AuthoredPage { page, author } = deliverable.page(&result).map_err(failed)?;
    let evidence = &result.outcome.evidence;
    let what = written(language, deliverable, &result);
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
        let done = language.pick("Written", "Se escribió");
        answer["message"] = json!(format!("{done}: {what}.{}", also_changed(language, &file, &edits)));
    } else {
        let done = language.pick("", "Listo: ");
        answer["message"] = json!(format!("{done}{what}."));
        add_text(&mut answer, page, evidence);
    }
    Ok(Some(answer))
}

/// What an author answers who asks for a passage that stands there already.
const REFRESH: Phrase = Phrase { english: "Refresh it", spanish: "Actualizarlo" };
const AGAIN: Phrase = Phrase { english: "Write another", spanish: "Escribir otro" };

/// The passage that was written for the same question at the same place.
fn standing(
    view: &View,
    file: &FileId,
    range: Span,
    deliverable: &Deliverable,
    question: &str,
) -> Option<Written> {
    let Some(FileKind::Draft(document)) = view.snapshot.kind(file) else { return None };
    write::written_before(&document, range, &deliverable.to_string(), question)
}

/// Asks what is to be done about a passage that stands there; `None` where nothing was chosen or nobody can be asked.
fn ask_about(view: &View, passage: &Written) -> Option<Phrase> {
    if !view.client_capabilities().asks {
        return None;
    }
    let language = view.state.language();
    let question = Question { language, text: stands_already(language, passage), answers: [REFRESH, AGAIN] };
    view.state.runtime.block_on(view.state.client.choose_within(question, ANSWER_LIMIT)).ok().flatten()
}

fn stands_already(language: Language, passage: &Written) -> String {
    let Provenance { date, works, .. } = &passage.provenance;
    let from = works.map_or_else(String::new, |works| {
        let papers = papers(language, works);
        language.pick(format!(" from {papers}"), format!(" a partir de {papers}"))
    });
    language.pick(
        format!(
            "This was written here before, on {date}{from}. Nothing was written; refresh it with the command referee.refreshSection."
        ),
        format!(
            "Esto ya se escribió aquí, el {date}{from}. No se escribió nada; actualícelo con la orden referee.refreshSection."
        ),
    )
}

/// Why there is nothing to write from, and what to do next; `None` where there is evidence.
fn no_evidence(result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    if !outcome.evidence.is_empty() {
        return None;
    }
    let failures: Vec<String> = outcome
        .searches
        .iter()
        .filter_map(|searched| {
            Some(format!("{} {}", searched.asked.source, searched.asked.problem.as_ref()?))
        })
        .collect();
    Some(if !failures.is_empty() && failures.len() == outcome.searches.len() {
        let failures = failures.join("; ");
        Message::new(
            format!(
                "No evidence collected: the search failed ({failures}); nothing was written. Try again later."
            ),
            format!(
                "No se reunió evidencia: la búsqueda falló ({failures}); no se escribió nada. Inténtelo más tarde."
            ),
        )
    } else {
        let question = &outcome.question;
        Message::new(
            format!(
                "No evidence collected: no paper was found for “{question}”; nothing was written. Ask in other words, import records, or allow online searches (the command referee.allowNetwork)."
            ),
            format!(
                "No se reunió evidencia: no se encontró ningún artículo para «{question}»; no se escribió nada. Pregunte con otras palabras, importe registros o permita las búsquedas en línea (la orden referee.allowNetwork)."
            ),
        )
    })
}

/// Why nothing is written although there is evidence, and what to do next; `None` where there is something to write.
fn nothing_to_write(deliverable: &Deliverable, result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    let works = outcome.counted_works();
    let none = *deliverable == Deliverable::Hypotheses && outcome.assessment.hypotheses.is_empty();
    none.then(|| {
        Message::new(
            format!(
                "No hypothesis follows from the {}; nothing was written. referee.showEvidence lists them; ask about a drug and a disease, or search online for more.",
                papers(Language::English, works)
            ),
            format!(
                "De {} no se sigue ninguna hipótesis; no se escribió nada. referee.showEvidence los muestra; pregunte por un fármaco y una enfermedad, o busque más en línea.",
                papers(Language::Spanish, works)
            ),
        )
    })
}

/// What is written, with what it rests on.
fn written(language: Language, deliverable: &Deliverable, result: &ResearchResult) -> String {
    let papers = papers(language, result.outcome.counted_works());
    match deliverable {
        Deliverable::Hypotheses => match result.outcome.assessment.hypotheses.len() {
            1 => language.pick(format!("1 hypothesis from {papers}"), format!("1 hipótesis de {papers}")),
            more => language
                .pick(format!("{more} hypotheses from {papers}"), format!("{more} hipótesis de {papers}")),
        },
        Deliverable::Report => {
            language.pick(format!("A report from {papers}"), format!("un informe a partir de {papers}"))
        }
        Deliverable::Section(section) => language.pick(
            format!("The section “{section}” from {papers}"),
            format!("la sección «{section}» a partir de {papers}"),
        ),
    }
}

fn papers(language: Language, count: usize) -> String {
    match count {
        1 => language.pick("1 paper", "1 artículo").to_owned(),
        _ => language.pick(format!("{count} papers"), format!("{count} artículos")),
    }
}

/// What every answer about a question says; the author is told what the models failed at.
pub(super) fn summary(view: &View, question: &str, result: &ResearchResult) -> Value {
    let complaints = result.complaints();
    for complaint in &complaints {
        view.state.client.show_message(MessageType::WARNING, complaint.clone());
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
