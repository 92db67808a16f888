//! The answers of the commands that research a question.

use crate::state::View;
use referee_features::evidence_list::add_references;
use referee_research::page::{CitationSyntax, Page, write as write_page};
use referee_research::run::ResearchResult;
use referee_research::{Evidence, rounds};
use referee_syntax::Format;
use serde_json::{Value, json};
use tower_lsp::lsp_types::MessageType;

/// Returns the common part of every answer about a question, and shows failures of the models to
/// the author.
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

/// Adds a page to an answer, as Markdown with numbered references.
pub(super) fn add_text(answer: &mut Value, mut page: Page, evidence: &[Evidence]) {
    let numbers = page.cited().into_iter().zip(1..).collect();
    add_references(&mut page, evidence);
    answer["language"] = json!("markdown");
    answer["text"] = json!(write_page(&page, Format::Markdown, &CitationSyntax::Numbers(numbers), 0));
}
