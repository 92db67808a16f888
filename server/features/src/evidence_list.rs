//! Lists the evidence of a question, or all stored evidence, as a page and as a list for a view
//! next to the draft.

use crate::{card, links};
use referee_records::source_name;
use referee_research::evidence::StoreError;
use referee_research::page::{Block, Inline, Page, cite, text};
use referee_research::rounds::ResearchOutcome;
use referee_research::{Evidence, PassageLocation, Store, clock};
use referee_text::Language;
use referee_text::language::counted;
use serde_json::{Value, json};

/// All contents of a store, question by question.
#[derive(Debug)]
pub struct StoredEvidence {
    /// The page, newest question first.
    pub page: Page,
    /// The works, for a list.
    pub works: Vec<Value>,
    /// The number of questions.
    pub questions: usize,
}

/// Lists all contents of a store; the works in the list next to the draft are described in the
/// given language.
///
/// # Errors
///
/// If the store cannot be read.
pub fn stored(language: Language, store: &Store) -> Result<StoredEvidence, StoreError> {
    let mut page = Page::default();
    page.heading(1, "Evidence");
    let questions = store.questions()?;
    let mut works: Vec<Value> = Vec::new();
    for (id, question) in &questions {
        let evidence = store.evidence(*id)?;
        let searches = store.searches(*id)?;
        page.heading(2, question.clone());
        page.words(format!(
            "{} from {}.",
            counted(evidence.len(), "work", "works"),
            counted(searches.len(), "search", "searches")
        ));
        for searched in &searches {
            let hits = match (searched.asked.hits, &searched.asked.problem) {
                (Some(hits), _) => counted(hits, "record", "records"),
                (None, Some(why)) => why.clone(),
                (None, None) => "no answer".to_owned(),
            };
            page.item(vec![
                text(format!(
                    "{}, round {}, {}: ",
                    searched.date,
                    searched.round,
                    source_name(Language::English, &searched.asked.source)
                )),
                Inline::Code(searched.asked.words.clone()),
                text(format!(" ({hits})")),
            ]);
        }
        list(&mut page, &evidence);
        works.extend(evidence.iter().map(|one| to_json(language, one)));
    }
    Ok(StoredEvidence { page, works, questions: questions.len() })
}

/// Returns the page that lists the evidence for a question.
#[must_use]
pub fn page(outcome: &ResearchOutcome) -> Page {
    let mut page = Page::default();
    page.heading(1, format!("Evidence: {}", outcome.question));
    page.words(format!(
        "{} from {}, {}.",
        counted(outcome.evidence.len(), "work", "works"),
        counted(outcome.searches.len(), "search", "searches"),
        clock::iso(clock::today())
    ));
    list(&mut page, &outcome.evidence);
    page
}

/// Appends the works that a page cites, numbered in the order of the page.
pub fn add_references(page: &mut Page, evidence: &[Evidence]) {
    let cited = page.cited();
    if cited.is_empty() {
        return;
    }
    page.heading(2, "References");
    for (number, handle) in (1_u32..).zip(&cited) {
        if let Some(one) = evidence.iter().find(|one| one.handle == *handle) {
            page.blocks.push(Block::Numbered(number, card::reference(&one.record.work)));
        }
    }
}

/// Adds works to a page, each with its passages.
fn list(page: &mut Page, evidence: &[Evidence]) {
    for one in evidence {
        let title = one.record.work.full_title().unwrap_or_else(|| one.handle.clone());
        let mark = match one.standing.mark().english {
            "" => String::new(),
            mark => format!(", {mark}"),
        };
        let year = one.record.work.year().map(|year| format!(", {year}")).unwrap_or_default();
        page.item(vec![
            Inline::Strong(title),
            text(format!(" ({}{year}{mark}; {})", one.study.describe(), one.handle)),
            cite(&one.handle),
        ]);
        for passage in one.passages.iter().filter(|passage| passage.place == PassageLocation::Abstract) {
            page.blocks.push(Block::SubItem(vec![Inline::Quote(passage.text.clone())]));
        }
    }
}

/// Returns a work of the evidence for a list next to the draft, in the language of the editor.
#[must_use]
pub fn to_json(language: Language, one: &Evidence) -> Value {
    let work = &one.record.work;
    let passages = one.passages.iter().filter(|passage| passage.place == PassageLocation::Abstract);
    let links: Vec<Value> = links::of_work(language, work)
        .into_iter()
        .map(|link| json!({"title": link.title, "target": link.target}))
        .collect();
    json!({
        "id": one.handle,
        "label": card::name(work),
        "title": work.full_title().unwrap_or_default(),
        "study": one.study.describe_in(language),
        "mark": one.standing.mark().text(language),
        "passages": passages.map(|passage| passage.text.as_str()).collect::<Vec<_>>(),
        "links": links,
    })
}
