//! Finds chains from a drug to an effect, each step with sentences from papers:
//! `referee.hypotheses/1`.

use crate::call::Call;
use crate::error::OperationError;
use crate::parameters::{MAX_LINE_BYTES, line};
use crate::rounds::QUICK_ROUNDS;
use crate::sent_text::{SentText, TextFormat};
use referee_records::Source;
use referee_research::hypotheses::{HypothesisAssessment, NO_EVIDENCE_ID};
use referee_research::rounds::{Progress, ResearchOutcome};
use referee_research::run::{Models, Purpose, ResearchObserver, ResearchRun, ResearchWarning, Storage};
use referee_research::search::SourceQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Finds how a drug could act on a disease: chains of drug, molecule, process and effect. Each step
/// is shown with the sentences of papers that state it, or that name both ends (`tier`), for it and
/// against it. Searches the library on this machine; online only where the author started the server
/// with --online. Then PubTator3 and Open Targets, which are sent names and PubMed numbers, say where
/// to look (`leads`); what they say does not count as evidence. A chain is a hypothesis, not advice for a
/// patient.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Find a mechanism")]
pub struct FindMechanism {
    /// A drug and a disease or a process, in the names that papers use: `lisinopril hypertension`.
    #[schemars(length(max = MAX_LINE_BYTES))]
    question: String,
}

/// The hypotheses about a question.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hypotheses {
    #[schemars(extend("const" = "referee.hypotheses/1"))]
    schema: &'static str,
    /// `no-evidence`, or `hypothesis-` and their number; only on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    question: String,
    /// `hypotheses` with `hops`, each with `supporting` and `contradicting` quotations;
    /// `knowledge_gaps`; `unknown_names`; `leads`: whether each service answered.
    #[schemars(with = "Map<String, Value>")]
    assessment: HypothesisAssessment,
}

impl Hypotheses {
    /// Returns the hypotheses of a run, with their id.
    #[must_use]
    pub fn of(outcome: &ResearchOutcome) -> Self {
        let id = match outcome.evidence.is_empty() {
            true => NO_EVIDENCE_ID.to_owned(),
            false => format!("hypothesis-{}", outcome.assessment.hypotheses.len()),
        };
        Hypotheses {
            schema: "referee.hypotheses/1",
            id: Some(id),
            question: outcome.question.clone(),
            assessment: outcome.assessment.clone(),
        }
    }
}

/// The hypotheses about a question, and where they were searched for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundMechanisms {
    #[serde(flatten)]
    hypotheses: Hypotheses,
    /// Each source that was searched, and why one did not answer.
    #[schemars(with = "Vec<Map<String, Value>>")]
    asked: Vec<SourceQuery>,
    /// Why the searches ended.
    stop: String,
    searched_online: bool,
    not_searched_online_because: Option<&'static str>,
}

/// Finds chains from a drug to an effect. Nothing is stored, and no language model is used.
///
/// # Errors
///
/// If the question is empty or too long, or the evidence cannot be held.
pub fn find_mechanism(
    parameters: &FindMechanism,
    call: &Call<'_>,
) -> Result<FoundMechanisms, OperationError> {
    let question = line("question", &parameters.question)?;
    let text = SentText { format: TextFormat::Plain, text: &question, bibliography: None };
    let reading = call.workspace.read(&text);
    let mut sources: Vec<Arc<dyn Source>> =
        reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    let not_online = call.workspace.why_not_online(&reading);
    let mut mechanisms = None;
    if not_online.is_none() {
        sources.extend(reading.snapshot.searchers(&reading.file, &call.cancel));
        mechanisms = reading.snapshot.mechanisms(&reading.file, &call.cancel);
    }
    let run = ResearchRun {
        question: &question,
        rounds: QUICK_ROUNDS,
        purpose: Purpose::Hypotheses,
        storage: Storage::default(),
        sources: &sources,
        mechanisms: mechanisms.as_ref(),
        models: &Models::default(),
    };
    let outcome = run.execute(&mut Silent, &call.cancel)?.outcome;
    Ok(FoundMechanisms {
        asked: outcome.searches.iter().map(|searched| searched.asked.clone()).collect(),
        stop: outcome.stop.describe(),
        searched_online: not_online.is_none(),
        not_searched_online_because: not_online,
        hypotheses: Hypotheses { id: None, question, ..Hypotheses::of(&outcome) },
    })
}

/// Ignores progress: programs are not shown the progress of searches.
struct Silent;

impl ResearchObserver for Silent {
    fn warning(&mut self, _: &ResearchWarning) {}
    fn progress(&mut self, _: Progress<'_>) {}
    fn writing(&mut self, _: &str, _: usize) {}
}
