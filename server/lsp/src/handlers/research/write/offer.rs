//! Offers the chains of a question for the author to choose from before anything is written.

use super::super::answer::summary;
use super::super::messages::{add_what_is_missing, no_evidence, nothing_to_write};
use super::super::question::{MAX_ROUNDS, question};
use super::super::run::{self, Inquiry};
use super::arguments::Arguments;
use crate::state::{OfferedHypotheses, View};
use crate::sync::lock;
use referee_operations::rounds::QUICK_ROUNDS;
use referee_research::deliverable::Deliverable;
use referee_research::hypotheses::{MechanismHypothesis, Tier};
use referee_research::run::ResearchResult;
use referee_text::FileId;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// Answers with the chains of a question and the gaps. A question without evidence is answered too,
/// with the gaps alone.
pub(super) fn hypotheses(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, _) = arguments.target.resolve(view)?;
    let question = question(view, &file, arguments.question.as_deref())?;
    let deliverable = Deliverable::Hypotheses;
    let inquiry = Inquiry {
        question: &question,
        rounds: arguments.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS),
        online: arguments.online,
        purpose: deliverable.purpose(),
    };
    let result = run::research(view, &file, &inquiry)?;
    if view.cancel.is_cancelled() || result.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let language = view.state.language();
    let assessment = &result.outcome.assessment;
    let mut answer = summary(view, &question, &result);
    answer["hypotheses"] = assessment.hypotheses.iter().map(chain).collect();
    add_what_is_missing(&mut answer, &result);
    let why = no_evidence(&result).or_else(|| nothing_to_write(&deliverable, &result));
    if let Some(why) = why {
        answer["message"] = json!(why.into_text(language));
    }
    *lock(&view.state.offered) = Some(OfferedHypotheses { file, question, result });
    Ok(Some(answer))
}

/// Returns the last offer if it was for this draft and this question, so that it can be inserted
/// without further requests.
pub(super) fn recall(view: &View, file: &FileId, question: &str) -> Option<ResearchResult> {
    let offered = lock(&view.state.offered);
    let same = offered.as_ref().filter(|offered| offered.file == *file && offered.question == question);
    same.map(|offered| offered.result.clone())
}

/// Returns a chain as JSON for the author's choice.
fn chain(one: &MechanismHypothesis) -> Value {
    let is_stated = one.tier == Tier::Stated;
    let quotes: Vec<&str> =
        one.hops.iter().filter_map(|hop| hop.supporting.first()).map(|quote| quote.text.as_str()).collect();
    json!({
        "id": one.mechanism(),
        "chain": one.mechanism(),
        "outcome": one.outcome(),
        "for": one.supporting_evidence.len(),
        "against": if is_stated { one.contradicting_evidence.len() } else { 0 },
        "tier": one.tier,
        "confidence": one.confidence,
        "quotes": quotes,
    })
}
