//! The commands that search and write: `referee.insertCitation`, `referee.hypothesize`, `referee.research`, …
//!
//! Each takes one object: where (`uri`, with `position` or `range`), and what (`question`, `section`, `id`). What is
//! written is one edit, and so one step to undo; the answer says what was done.

use super::command::apply_edit;
use crate::from_protocol;
use crate::progress::Progress;
use crate::state::View;
use referee_features::{cite, links, write};
use referee_research::page::{
    Block, Citing, Inline, Page, cite as citation, text as words, write as write_page,
};
use referee_research::report::{self, SECTIONS};
use referee_research::rounds::{Bench, Outcome, Progress as Step, Stop, research};
use referee_research::{Evidence, Store, Vocabulary, clock, hypotheses};
use referee_syntax::{Format, Kind};
use referee_text::{FileId, Span};
use referee_workspace::FileKind;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{Position, Range, Url};

/// Finds works that could support a sentence, and cites one of them.
const INSERT_CITATION: &str = "referee.insertCitation";
/// Puts the hypotheses of a question into the draft.
const HYPOTHESIZE: &str = "referee.hypothesize";
/// Puts one section of a report into the draft.
const INSERT_SECTION: &str = "referee.insertReportSection";
/// Puts a report into the draft.
const INSERT_REPORT: &str = "referee.insertReport";
/// Searches in rounds, and answers with the report.
const RESEARCH: &str = "referee.research";
/// Answers with the evidence of a question, as a document to read.
const SHOW_EVIDENCE: &str = "referee.showEvidence";
/// Takes the comments out that say where a text came from.
const STRIP_PROVENANCE: &str = "referee.stripProvenance";

/// The commands of this file.
pub(crate) const COMMANDS: &[&str] =
    &[INSERT_CITATION, HYPOTHESIZE, INSERT_SECTION, INSERT_REPORT, RESEARCH, SHOW_EVIDENCE, STRIP_PROVENANCE];

/// How many rounds a command makes that is to answer soon.
const SOON: u32 = 2;

/// The most rounds that may be asked for.
const MOST: u32 = 10;

/// Where a command is to work, and on what.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    uri: Option<Url>,
    text_document: Option<Document>,
    position: Option<Position>,
    range: Option<Range>,
    /// The work that was chosen.
    id: Option<String>,
    /// The question; that of the draft where none is given.
    question: Option<String>,
    /// The section of a report.
    section: Option<String>,
    /// How many rounds of searches.
    rounds: Option<u32>,
    /// Whether the answer is put into the draft; what is not is answered as text.
    insert: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct Document {
    uri: Url,
}

impl Order {
    fn read(arguments: Vec<Value>) -> Result<Order> {
        let first = arguments.into_iter().next().unwrap_or_default();
        serde_json::from_value(first).map_err(|error| {
            Error::invalid_params(format!(
                "a place is missing ({error}); it is {{\"uri\", \"position\"}} or {{\"uri\", \"range\"}}"
            ))
        })
    }

    /// The file and the bytes that it means; the start of the file where it says no place.
    fn place(&self, view: &View) -> Result<(FileId, Span)> {
        let uri = self.uri.as_ref().or(self.text_document.as_ref().map(|document| &document.uri));
        let uri = uri.ok_or_else(|| Error::invalid_params("a place has a uri"))?;
        let (file, text) = view
            .open(uri)
            .ok_or_else(|| Error::invalid_params(format!("{uri} is not open and was not read")))?;
        let range = self.range.or(self.position.map(|position| Range::new(position, position)));
        let range = range.ok_or_else(|| Error::invalid_params("a place has a position or a range"))?;
        Ok((file, from_protocol::span(&text, range, view.encoding())))
    }

    /// What is asked: what was given, else what the draft is about. A clinical note is never taken for a question.
    fn question(&self, view: &View, file: &FileId) -> Result<String> {
        if let Some(question) = self.question.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            return Ok(question.to_owned());
        }
        let own = match view.snapshot.kind(file) {
            Some(FileKind::Draft(document)) if view.snapshot.document_kind(file) != Kind::ClinicalNote => {
                write::question_of(&document)
            }
            _ => None,
        };
        own.ok_or_else(|| failed("A question is needed: give one, or give the draft a title."))
    }
}

/// What could not be done, in a sentence that the editor shows.
fn failed(message: impl Into<String>) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: message.into().into(), data: None }
}

/// Executes one of [`COMMANDS`].
pub(crate) fn execute(view: &View, name: &str, arguments: Vec<Value>) -> Result<Option<Value>> {
    let order = Order::read(arguments)?;
    match name {
        INSERT_CITATION => insert_citation(view, &order),
        STRIP_PROVENANCE => strip_provenance(view, &order),
        _ => written(view, name, &order),
    }
}

/// Without an `id` the candidates for the sentence at the place; with one, that candidate is cited, in the text and
/// in the bibliography as one edit.
fn insert_citation(view: &View, order: &Order) -> Result<Option<Value>> {
    let (file, range) = order.place(view)?;
    let Some(id) = &order.id else {
        let offer = cite::candidates(&view.snapshot, &file, range).map_err(failed)?;
        let candidates: Vec<Value> = offer
            .found
            .candidates
            .iter()
            .enumerate()
            .map(|(index, candidate)| {
                let mut out = candidate.to_json(index + 1);
                out["label"] = json!(cite::label(candidate));
                out
            })
            .collect();
        return Ok(Some(json!({
            "schema": "referee.cite/1",
            "query": offer.sentence.text,
            "asked": offer.found.asked,
            "candidates": candidates,
        })));
    };
    let insertion = cite::insert(&view.snapshot, &file, range, id).map_err(failed)?;
    let edit =
        view.speaker().workspace_edit(&insertion.edits).ok_or_else(|| failed("The text has changed."))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!({"title": insertion.title, "label": insertion.label, "reused": insertion.reused})))
}

fn strip_provenance(view: &View, order: &Order) -> Result<Option<Value>> {
    let uri = order.uri.as_ref().or(order.text_document.as_ref().map(|document| &document.uri));
    let uri = uri.ok_or_else(|| Error::invalid_params("a place has a uri"))?;
    let edits = write::strip_provenance(&view.snapshot, &crate::uri::file(uri));
    if !edits.is_empty() {
        let edit = view.speaker().workspace_edit(&edits).ok_or_else(|| failed("The text has changed."))?;
        apply_edit(&view.state, edit);
    }
    Ok(Some(json!({"removed": edits.len()})))
}

/// The commands that research a question first.
fn written(view: &View, name: &str, order: &Order) -> Result<Option<Value>> {
    let (file, range) = order.place(view)?;
    let question = order.question(view, &file)?;
    let rounds = order.rounds.unwrap_or(if name == RESEARCH { 3 } else { SOON }).min(MOST);
    let outcome = ask(view, &file, &question, rounds)?;
    let inserts = order.insert.unwrap_or(!matches!(name, RESEARCH | SHOW_EVIDENCE));
    // Who calls it off wants no half of it in the draft; what was found is kept for the next time.
    if view.cancel.is_cancelled() || (inserts && outcome.stop == Stop::Cancelled) {
        return Err(Error::request_cancelled());
    }
    let (page, made_by) = match name {
        HYPOTHESIZE => (hypotheses::page(&outcome.assessment), "extracted"),
        SHOW_EVIDENCE => (evidence_page(&outcome), "counted"),
        _ => {
            let report = report::compose(&outcome).map_err(failed)?;
            let page = match order.section.as_deref().filter(|_| name == INSERT_SECTION) {
                Some(section) => report::section_page(&report, section).ok_or_else(|| {
                    failed(format!("There is no section {section}; a report has {}.", SECTIONS.join(", ")))
                })?,
                None if name == INSERT_SECTION => {
                    return Err(Error::invalid_params(format!(
                        "a section is missing: {}",
                        SECTIONS.join(", ")
                    )));
                }
                None => report::page(&report, false),
            };
            (page, "counted-and-quoted")
        }
    };
    let mut answer = json!({
        "question": question,
        "works": outcome.evidence.len(),
        "rounds": outcome.rounds,
        "stop": outcome.stop.describe(),
    });
    if inserts {
        let edits =
            write::insert(&view.snapshot, &file, range, &page, &outcome.evidence, made_by).map_err(failed)?;
        let edit = view.speaker().workspace_edit(&edits).ok_or_else(|| failed("The text has changed."))?;
        apply_edit(&view.state, edit);
    } else {
        if name == SHOW_EVIDENCE {
            answer["evidence"] = outcome.evidence.iter().map(work).collect();
        }
        let numbers = page.cited().into_iter().zip(1..).collect();
        let mut page = page;
        let cited = page.cited();
        if !cited.is_empty() {
            page.heading(2, "References");
            for (number, handle) in (1_u32..).zip(&cited) {
                if let Some(one) = outcome.evidence.iter().find(|one| one.handle == *handle) {
                    let reference = referee_features::card::reference(&one.record.work);
                    page.blocks.push(Block::Numbered(number, reference));
                }
            }
        }
        answer["language"] = json!("markdown");
        answer["text"] = json!(write_page(&page, Format::Markdown, &Citing::Numbers(numbers), 0));
    }
    Ok(Some(answer))
}

/// Researches a question with what is on this machine; the editor sees the rounds, and can call it off.
fn ask(view: &View, file: &FileId, question: &str, rounds: u32) -> Result<Outcome> {
    let root = view.snapshot.workspace_of(file);
    let kept = if root.as_os_str().is_empty() { Store::in_memory() } else { Store::open(&root) };
    let mut store = match kept {
        Ok(store) => store,
        Err(error) => {
            tracing::warn!("{error}; the evidence is not kept");
            Store::in_memory().map_err(|error| failed(error.to_string()))?
        }
    };
    let vocabulary = match std::fs::read_to_string(root.join(".referee/vocabulary.txt")) {
        Ok(text) => {
            let (vocabulary, complaints) = Vocabulary::with(&text);
            for complaint in complaints {
                tracing::warn!(".referee/vocabulary.txt: {complaint}");
            }
            vocabulary
        }
        Err(_) => Vocabulary::shipped(),
    };
    let sources = view.snapshot.with_surroundings(file, |around| around.sources.to_vec());
    if sources.is_empty() {
        return Err(failed(cite::NO_SOURCE));
    }
    let shown = Progress::begin(&view.state, "Researching", true);
    let cancelled = || view.cancel.is_cancelled() || shown.is_cancelled();
    let mut progress = |step: Step<'_>| {
        let doing = format!("round {} of {}, {} works: {}", step.round, step.rounds, step.works, step.doing);
        shown.tell(step.round.saturating_sub(1), step.rounds, doing);
    };
    let mut bench =
        Bench { sources: &sources, vocabulary: &vocabulary, cancelled: &cancelled, progress: &mut progress };
    research(question, rounds, &mut store, &mut bench).map_err(|error| failed(error.to_string()))
}

/// A work of the evidence, for a list beside the draft.
fn work(one: &Evidence) -> Value {
    let work = &one.record.work;
    let passages = one.passages.iter().filter(|passage| passage.place == referee_research::Place::Abstract);
    let links: Vec<Value> = links::of_work(work)
        .into_iter()
        .map(|link| json!({"title": link.title, "target": link.target}))
        .collect();
    json!({
        "id": one.handle,
        "label": referee_features::card::name(work),
        "title": work.full_title().unwrap_or_default(),
        "study": one.study.describe(),
        "mark": one.standing.mark(),
        "passages": passages.map(|passage| passage.text.as_str()).collect::<Vec<_>>(),
        "links": links,
    })
}

/// The evidence of a question, to be read.
fn evidence_page(outcome: &Outcome) -> Page {
    let mut page = Page::default();
    page.heading(1, format!("Evidence: {}", outcome.question));
    page.words(format!(
        "{} works from {} searches, {}.",
        outcome.evidence.len(),
        outcome.searches.len(),
        clock::iso(clock::today())
    ));
    for one in &outcome.evidence {
        let title = one.record.work.full_title().unwrap_or_else(|| one.handle.clone());
        let mut parts = vec![Inline::Strong(title)];
        let mark = one.standing.mark();
        let mark = if mark.is_empty() { String::new() } else { format!(", {mark}") };
        parts.push(words(format!(" ({}{mark})", one.study.describe())));
        parts.push(citation(&one.handle));
        page.item(parts);
        for passage in
            one.passages.iter().filter(|passage| passage.place == referee_research::Place::Abstract)
        {
            page.blocks.push(Block::SubItem(vec![Inline::Quote(passage.text.clone())]));
        }
    }
    page
}
