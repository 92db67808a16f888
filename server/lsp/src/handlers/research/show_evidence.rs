//! `referee.showEvidence`

use super::answer::{add_text, summary};
use super::messages::no_evidence;
use super::question::{MAX_ROUNDS, question};
use super::run::{self, Inquiry};
use super::target::{Target, failed, refused};
use crate::state::View;
use referee_features::evidence_list;
use referee_operations::rounds::QUICK_ROUNDS;
use referee_research::page::{CitationSyntax, write as write_page};
use referee_research::run::Purpose;
use referee_research::{EvidenceLocation, Store};
use referee_syntax::Format;
use referee_text::Phrase;
use referee_text::language::counted;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The question; by default that of the draft.
    question: Option<String>,
    /// The maximum number of search rounds.
    rounds: Option<u32>,
    /// Whether all stored evidence is shown, without a question.
    all: Option<bool>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    online: Option<bool>,
}

/// The answer if nothing was researched yet.
const NO_EVIDENCE: Phrase = Phrase {
    english: "There is no evidence yet. Ask a question: referee.research, referee.hypothesize.",
    spanish: "Todavía no hay evidencia. Haga una pregunta: referee.research, referee.hypothesize.",
};

/// Answers with the evidence of a question, or with all stored evidence, as a list and as a
/// readable document.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    if arguments.all == Some(true) {
        return stored(view, &arguments.target);
    }
    let (file, _) = arguments.target.resolve(view)?;
    let question = question(view, &file, arguments.question.as_deref())?;
    let inquiry = Inquiry {
        question: &question,
        rounds: arguments.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS),
        online: arguments.online,
        purpose: Purpose::Evidence,
    };
    let result = run::research(view, &file, &inquiry)?;
    if view.cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let mut answer = summary(view, &question, &result);
    let evidence = &result.outcome.evidence;
    let language = view.state.language();
    answer["message"] = json!(match no_evidence(&result) {
        Some(why) => why.into_text(language),
        None => {
            let count = evidence.len();
            language.pick(
                format!("{} for “{question}”.", counted(count, "work", "works")),
                format!("{} para «{question}».", counted(count, "trabajo", "trabajos")),
            )
        }
    });
    answer["evidence"] =
        evidence.iter().map(|one| evidence_list::to_json(view.state.language(), one)).collect();
    add_text(&mut answer, evidence_list::page(&result.outcome), evidence);
    Ok(Some(answer))
}

/// Answers with all stored evidence of a file's workspace, question by question, without a search.
fn stored(view: &View, target: &Target) -> Result<Option<Value>> {
    let folder = view.snapshot.workspace_of(&crate::uri::file(target.uri()?));
    let none = || refused(view, NO_EVIDENCE);
    let location = EvidenceLocation::of_user(&folder).ok_or_else(none)?;
    let store = Store::open_read_only(&location).map_err(failed)?.ok_or_else(none)?;
    let all = evidence_list::stored(view.state.language(), &store).map_err(failed)?;
    if all.works.is_empty() {
        return Err(none());
    }
    let (works, questions) = (all.works.len(), all.questions);
    Ok(Some(json!({
        "works": works,
        "evidence": all.works,
        "message": view.state.language().pick(
            format!("{} for {}.", counted(works, "work", "works"), counted(questions, "question", "questions")),
            format!("{} para {}.", counted(works, "trabajo", "trabajos"), counted(questions, "pregunta", "preguntas")),
        ),
        "language": "markdown",
        "text": write_page(&all.page, Format::Markdown, &CitationSyntax::Numbers(Default::default()), 0),
    })))
}
