//! The commands that search and write: `referee.insertCitation`, `referee.hypothesize`, `referee.research`, …
//!
//! Each takes one object: where (`uri`, with `position` or `range`), and what (`question`, `section`, `id`). What is
//! written is one edit, and so one step to undo; the answer says what was done.

use super::command::apply_edit;
use super::searching;
use crate::progress::Progress;
use crate::state::View;
use crate::{consent, from_protocol, permission};
use referee_features::write::GenerationInfo;
use referee_features::{cite, links, model, support, write};
use referee_research::model::report::{Written as ByModel, write as write_by};
use referee_research::model::{Call, Part};
use referee_research::page::{
    Block, Citing, Inline, Page, cite as citation, text as words, write as write_page,
};
use referee_research::report::{self, SECTIONS};
use referee_research::rounds::{Outcome, Progress as Step, ResearchContext, Stop, research};
use referee_research::{Evidence, Store, Vocabulary, clock, hypotheses};
use referee_syntax::{Format, Kind};
use referee_text::{FileId, Span};
use referee_workspace::FileKind;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{MessageType, Position, Range, Url};

/// Finds works that could support a sentence, and cites one of them.
const INSERT_CITATION: &str = "referee.insertCitation";
/// Puts the hypotheses of a question into the draft.
pub(crate) const HYPOTHESIZE: &str = "referee.hypothesize";
/// Puts one section of a report into the draft.
const INSERT_SECTION: &str = "referee.insertReportSection";
/// Puts a report into the draft.
pub(crate) const INSERT_REPORT: &str = "referee.insertReport";
/// Searches in rounds, and answers with the report.
pub(crate) const RESEARCH: &str = "referee.research";
/// Answers with the evidence of a question, or with all that is kept, as a document to read.
const SHOW_EVIDENCE: &str = "referee.showEvidence";
/// Takes the comments out that say where a text came from.
const STRIP_PROVENANCE: &str = "referee.stripProvenance";

/// Says whether the works that a sentence cites say so, as far as their abstracts tell.
pub(crate) const CHECK_SUPPORT: &str = "referee.checkSupport";
/// Shows what a passage that was written on request would say now.
pub(crate) const REFRESH_SECTION: &str = "referee.refreshSection";

/// The commands of this file.
pub(crate) const COMMANDS: &[&str] = &[
    INSERT_CITATION,
    HYPOTHESIZE,
    INSERT_SECTION,
    INSERT_REPORT,
    RESEARCH,
    SHOW_EVIDENCE,
    STRIP_PROVENANCE,
    CHECK_SUPPORT,
    REFRESH_SECTION,
];

/// With what a comment begins the name of a section.
const SECTION: &str = "section-";

/// How many rounds a command makes that is to answer soon.
const SOON: u32 = 2;

/// The most rounds that may be asked for.
const MOST: u32 = 10;

/// Where a command is to work, and on what.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Order {
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
    /// Whether everything that is kept is shown, and no question asked.
    all: Option<bool>,
    /// Whether online sources are searched; where nothing is said, the author is asked if the network is allowed.
    online: Option<bool>,
    /// Whether the language model of the settings is asked as well; it is unless this says no.
    model: Option<bool>,
    /// Whether a passage is written anew where nobody edited it, beside being compared.
    apply: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct Document {
    uri: Url,
}

impl Order {
    pub(super) fn read(arguments: Vec<Value>) -> Result<Order> {
        let first = arguments.into_iter().next().unwrap_or_default();
        serde_json::from_value(first).map_err(|error| {
            Error::invalid_params(format!(
                "a place is missing ({error}); it is {{\"uri\", \"position\"}} or {{\"uri\", \"range\"}}"
            ))
        })
    }

    /// The file and the bytes that it means; the start of the file where it says no place.
    pub(super) fn place(&self, view: &View) -> Result<(FileId, Span)> {
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
pub(super) fn failed(message: impl std::fmt::Display) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: message.to_string().into(), data: None }
}

/// Executes one of [`COMMANDS`].
pub(crate) fn execute(view: &View, name: &str, arguments: Vec<Value>) -> Result<Option<Value>> {
    let order = Order::read(arguments)?;
    match name {
        INSERT_CITATION => insert_citation(view, &order),
        STRIP_PROVENANCE => strip_provenance(view, &order),
        CHECK_SUPPORT => check_support(view, &order),
        SHOW_EVIDENCE if order.all == Some(true) => show_store(view, &order),
        REFRESH_SECTION => refresh_section(view, &order),
        _ => written(view, name, &order),
    }
}

/// Without an `id` the candidates for the sentence at the place; with one, that candidate is cited, in the text and
/// in the bibliography as one edit.
fn insert_citation(view: &View, order: &Order) -> Result<Option<Value>> {
    let (file, range) = order.place(view)?;
    let Some(id) = &order.id else {
        let offer = candidates(view, &file, range, order)?;
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
            "pages": offer.found.pages,
        })));
    };
    // What was chosen was offered before: it is found again without asking anybody.
    let known = searching::recalled(view, &file);
    let insertion = cite::insert(&view.snapshot, &file, range, id, &known).map_err(failed)?;
    let edit =
        view.speaker().workspace_edit(&insertion.edits).ok_or_else(|| failed("The text has changed."))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!({"title": insertion.title, "label": insertion.label, "reused": insertion.reused})))
}

/// The candidates for the sentence at a place: from this machine, and from the online sources where the author lets
/// them be searched for the words of the sentence.
fn candidates(view: &View, file: &FileId, range: Span, order: &Order) -> Result<cite::Offer> {
    let sentence = match order.online {
        Some(true) => cite::sentence(&view.snapshot, file, range).map_err(failed)?.text,
        _ => String::new(),
    };
    let online = match order.online {
        Some(true) => searching::searchers(view, file, &sentence, order.online, &view.cancel),
        _ => Vec::new(),
    };
    if order.online == Some(true) && online.is_empty() {
        return Err(failed(
            "Nothing was searched online: the network is not allowed here, or you did not allow it.",
        ));
    }
    cite::candidates(&view.snapshot, file, range, &online).map_err(failed)
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

/// The sentences at a place, or of the whole file where none is given, looked up in the works that they cite.
fn check_support(view: &View, order: &Order) -> Result<Option<Value>> {
    let uri = order.uri.as_ref().or(order.text_document.as_ref().map(|document| &document.uri));
    let uri = uri.ok_or_else(|| Error::invalid_params("a place has a uri"))?;
    let place = match (order.range, order.position) {
        (None, None) => None,
        _ => Some(order.place(view)?.1),
    };
    let file = crate::uri::file(uri);
    let mut all = support::check(&view.snapshot, &file, place).map_err(failed)?;
    if order.model != Some(false) {
        read_by_model(view, &file, &mut all)?;
    }
    let sentences: Vec<Value> = all.iter().map(support::CheckedSentence::to_json).collect();
    Ok(Some(json!({
        "schema": "referee.support/1",
        "sentences": sentences,
        "message": support::message(&all),
        "language": "markdown",
        "text": support::page(&all),
    })))
}

/// Has the language model of the settings, if there is one, read the works that the sentences cite.
fn read_by_model(view: &View, file: &FileId, all: &mut [support::CheckedSentence]) -> Result<()> {
    let private = view.snapshot.is_confidential(file);
    let model = model::of(&view.snapshot.settings(file), permission::of(view), private).map_err(failed)?;
    let Some(model) = model else { return Ok(()) };
    let cancel = view.cancel.child_token();
    let shown = Progress::begin(&view.state, "Reading the cited works", true, &cancel);
    let of = all.len();
    let mut begun = |index: usize, heard: usize| {
        let words = format!("{} reads sentence {} of {of} ({heard} characters)", model.judge(), index + 1);
        shown.report_as(&words, index, of);
    };
    support::read_by_model(&view.snapshot, file, all, &model, &cancel, &mut begun);
    // What it read is a finding of the draft from now on.
    view.state.worker.review_all();
    Ok(())
}

/// A passage that was written on request compared with what it would say now. It is written anew only where that is
/// asked for (`apply`), and never where it was edited by hand.
fn refresh_section(view: &View, order: &Order) -> Result<Option<Value>> {
    let (file, range) = order.place(view)?;
    let Some(FileKind::Draft(document)) = view.snapshot.kind(&file) else {
        return Err(failed("Only a passage in a draft can be written anew."));
    };
    let written = write::written_at(&document, range).ok_or_else(|| {
        failed(
            "No passage that referee wrote stands here: the comment above one begins with referee:written.",
        )
    })?;
    let told = &written.provenance;
    let (Some(question), Some(what)) = (told.question.clone(), told.what.clone()) else {
        return Err(failed("The comment above this passage does not say what it answers; insert it anew."));
    };
    let rounds = order.rounds.unwrap_or(SOON).min(MOST);
    let asked = ask(view, &file, &question, rounds, order.online, Some(&what))?;
    if asked.called_off {
        return Err(Error::request_cancelled());
    }
    let (page, by) = page_of(&asked, &what)?;
    let outcome = &asked.outcome;
    let told = GenerationInfo { by: &by, question: &question, what: &what, works: outcome.evidence.len() };
    let fresh =
        write::refresh(&view.snapshot, &file, &written, &page, &outcome.evidence, told).map_err(failed)?;
    let diff = write::diff(&fresh.before, &fresh.after);
    let apply = order.apply.unwrap_or(false) && !fresh.edits.is_empty();
    if apply {
        let edit =
            view.speaker().workspace_edit(&fresh.edits).ok_or_else(|| failed("The text has changed."))?;
        apply_edit(&view.state, edit);
    }
    let message = match (diff.is_empty(), fresh.edited, apply) {
        (true, ..) => "The passage says what it would say now.",
        (_, true, _) => {
            "The passage was edited by hand; nothing is written over it. What it would say now is shown beside it."
        }
        (_, _, true) => "The passage was written anew.",
        _ => "What the passage would say now is shown beside what it says; nothing was changed.",
    };
    let mut answer = json!({
        "question": question,
        "what": what,
        "changed": !diff.is_empty(),
        "edited": fresh.edited,
        "applied": apply,
        "message": message,
    });
    if !diff.is_empty() {
        answer["language"] = json!("diff");
        answer["text"] = json!(diff);
    }
    Ok(Some(answer))
}

/// The page of what was found that has this name, and who wrote it.
fn page_of(asked: &Asked, what: &str) -> Result<(Page, String)> {
    let outcome = &asked.outcome;
    if what == "hypotheses" {
        return Ok((hypotheses::page(&outcome.assessment), made_by(&outcome.assessment.model, "extracted")));
    }
    let report = report::compose_with(outcome, asked.written.clone()).map_err(failed)?;
    let by = made_by(&report.model, "counted-and-quoted");
    let page = match what.strip_prefix(SECTION) {
        None => report::page(&report, false),
        Some(section) => report::section_page(&report, section).ok_or_else(|| {
            failed(format!("There is no section {section}; a report has {}.", SECTIONS.join(", ")))
        })?,
    };
    Ok((page, by))
}

/// The commands that research a question first.
fn written(view: &View, name: &str, order: &Order) -> Result<Option<Value>> {
    let (file, range) = order.place(view)?;
    let question = order.question(view, &file)?;
    let rounds = order.rounds.unwrap_or(if name == RESEARCH { 3 } else { SOON }).min(MOST);
    let what = match (name, order.section.as_deref()) {
        (HYPOTHESIZE, _) => "hypotheses".to_owned(),
        (INSERT_SECTION, Some(section)) => format!("{SECTION}{section}"),
        (INSERT_SECTION, None) => {
            return Err(Error::invalid_params(format!("a section is missing: {}", SECTIONS.join(", "))));
        }
        _ => "report".to_owned(),
    };
    let wanted = (name != SHOW_EVIDENCE).then_some(what.as_str());
    let asked = ask(view, &file, &question, rounds, order.online, wanted)?;
    let outcome = &asked.outcome;
    let inserts = order.insert.unwrap_or(!matches!(name, RESEARCH | SHOW_EVIDENCE));
    // Who calls it off wants no half of it in the draft; what was found is kept for the next time.
    if view.cancel.is_cancelled() || (inserts && (asked.called_off || outcome.stop == Stop::Cancelled)) {
        return Err(Error::request_cancelled());
    }
    let (complaints, left_out) = asked.told();
    for complaint in &complaints {
        consent::tell(&view.state, MessageType::WARNING, complaint.clone());
    }
    let (page, made_by) = match name {
        SHOW_EVIDENCE => (evidence_page(outcome), "counted".to_owned()),
        _ => page_of(&asked, &what)?,
    };
    let mut answer = json!({
        "question": question,
        "works": outcome.evidence.len(),
        "rounds": outcome.rounds,
        "stop": outcome.stop.describe(),
        "model": outcome.assessment.model,
        "complaints": complaints,
        "left_out": left_out,
    });
    if inserts {
        let told =
            GenerationInfo { by: &made_by, question: &question, what: &what, works: outcome.evidence.len() };
        let edits =
            write::insert(&view.snapshot, &file, range, &page, &outcome.evidence, told).map_err(failed)?;
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

/// Who made something: the language model where it did, else the way without one.
fn made_by(part: &Option<Part>, otherwise: &str) -> String {
    let model = part.as_ref().filter(|part| part.error.is_none());
    model.map_or_else(|| otherwise.to_owned(), |part| part.model.clone())
}

/// What was found for a question, and what a language model wrote about it.
struct Asked {
    outcome: Outcome,
    written: Option<ByModel>,
    /// Whether the author called it off, at whatever point.
    called_off: bool,
}

impl Asked {
    /// What the language model failed at, and what was left out of its answers.
    fn told(&self) -> (Vec<String>, Vec<String>) {
        let (mut complaints, mut left_out) = (self.outcome.complaints(), self.outcome.left_out());
        if let Some(written) = &self.written {
            complaints.extend(written.part.complaint());
            left_out.extend(written.part.left_out.iter().cloned());
        }
        complaints.dedup();
        (complaints, left_out)
    }
}

/// Researches a question with what is on this machine and the language model of the settings; the editor sees the
/// rounds, and can call it off. `what` is what will be made of it: nothing that needs a model, hypotheses, a report.
fn ask(
    view: &View,
    file: &FileId,
    question: &str,
    rounds: u32,
    online: Option<bool>,
    what: Option<&str>,
) -> Result<Asked> {
    let root = view.snapshot.workspace_of(file);
    let kept = if root.as_os_str().is_empty() { Store::in_memory() } else { Store::open(&root) };
    let mut store = match kept {
        Ok(store) => store,
        Err(error) => {
            consent::tell(&view.state, MessageType::WARNING, format!("{error}; the evidence is not kept"));
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
    let mut sources = view.snapshot.with_surroundings(file, |around| around.sources.to_vec());
    let cancel = view.cancel.child_token();
    sources.extend(searching::searchers(view, file, question, online, &cancel));
    if sources.is_empty() {
        return Err(failed(cite::NO_SOURCE));
    }
    let shown = Progress::begin(&view.state, "Researching", true, &cancel);
    let mut progress = |step: Step<'_>| {
        let doing = format!("round {} of {}, {} works: {}", step.round, step.rounds, step.works, step.doing);
        shown.tell(step.round.saturating_sub(1), step.rounds, doing);
    };
    let (settings, private) = (view.snapshot.settings(file), view.snapshot.is_confidential(file));
    let model = match what {
        // What is only to be read is not thought about.
        None => None,
        Some(_) => model::of(&settings, permission::of(view), private).map_err(failed)?,
    };
    // Works are chosen for a model or for a report.
    let chosen = model.is_some() || what.is_some_and(|what| what != "hypotheses");
    let embedder = if chosen { model::embedder(&settings, permission::of(view), private) } else { None };
    let mut context = ResearchContext {
        sources: &sources,
        vocabulary: &vocabulary,
        cancel: &cancel,
        progress: &mut progress,
        model: model.as_ref(),
        embedder: embedder.as_deref(),
    };
    let outcome =
        research(question, rounds, &mut store, &mut context).map_err(|error| failed(error.to_string()))?;
    let written = model.as_ref().filter(|_| what != Some("hypotheses")).map(|model| {
        let mut heard =
            |heard| shown.tell(rounds, rounds, format!("{} writes ({heard} characters)", model.name()));
        let mut call = Call { cancel: &cancel, heard: &mut heard };
        write_by(model, &outcome, &vocabulary, &mut call)
    });
    Ok(Asked { outcome, written, called_off: cancel.is_cancelled() })
}

/// Everything that is kept around a file, question by question, without a search.
fn show_store(view: &View, order: &Order) -> Result<Option<Value>> {
    let uri = order.uri.as_ref().or(order.text_document.as_ref().map(|document| &document.uri));
    let uri = uri.ok_or_else(|| Error::invalid_params("a place has a uri"))?;
    let root = view.snapshot.workspace_of(&crate::uri::file(uri));
    let broken = |error: referee_research::evidence::StoreError| failed(error.to_string());
    let store = Store::open_existing(&root).map_err(broken)?;
    let nothing =
        || failed("There is no evidence yet. Ask a question: referee.research, referee.hypothesize.");
    let store = store.ok_or_else(nothing)?;
    let mut page = Page::default();
    page.heading(1, "Evidence");
    let questions = store.questions().map_err(broken)?;
    let mut works = 0;
    let mut listed: Vec<Value> = Vec::new();
    for (id, question) in &questions {
        let evidence = store.evidence(*id).map_err(broken)?;
        let searches = store.searches(*id).map_err(broken)?;
        works += evidence.len();
        page.heading(2, question.clone());
        page.words(format!("{} works from {} searches.", evidence.len(), searches.len()));
        for searched in &searches {
            let hits = match (searched.asked.hits, &searched.asked.problem) {
                (Some(hits), _) => format!("{hits} records"),
                (None, Some(why)) => why.clone(),
                (None, None) => "no answer".to_owned(),
            };
            page.item(vec![
                words(format!("{}, round {}, {}: ", searched.date, searched.round, searched.asked.source)),
                Inline::Code(searched.asked.words.clone()),
                words(format!(" ({hits})")),
            ]);
        }
        list(&mut page, &evidence);
        listed.extend(evidence.iter().map(work));
    }
    if works == 0 {
        return Err(nothing());
    }
    let message = format!("{works} works for {} questions.", questions.len());
    let text = write_page(&page, Format::Markdown, &Citing::Numbers(Default::default()), 0);
    Ok(Some(json!({
        "works": works, "evidence": listed, "message": message, "language": "markdown", "text": text,
    })))
}

/// The works of an evidence, each with its passages.
fn list(page: &mut Page, evidence: &[Evidence]) {
    for one in evidence {
        let title = one.record.work.full_title().unwrap_or_else(|| one.handle.clone());
        let mark = match one.standing.mark() {
            "" => String::new(),
            mark => format!(", {mark}"),
        };
        let year = one.record.work.year().map(|year| format!(", {year}")).unwrap_or_default();
        page.item(vec![
            Inline::Strong(title),
            words(format!(" ({}{year}{mark}; {})", one.study.describe(), one.handle)),
            citation(&one.handle),
        ]);
        for passage in
            one.passages.iter().filter(|passage| passage.place == referee_research::Place::Abstract)
        {
            page.blocks.push(Block::SubItem(vec![Inline::Quote(passage.text.clone())]));
        }
    }
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
    list(&mut page, &outcome.evidence);
    page
}
