//! `find_mechanism`: finds chains from a drug to an effect, each step with sentences from papers.

use crate::arguments::{FindMechanism, line};
use crate::error::ToolError;
use crate::reading::{AgentText, TextFormat};
use crate::tool_call::ToolCall;
use referee_records::Source;
use referee_research::rounds::Progress;
use referee_research::run::{Models, Purpose, ResearchObserver, ResearchRun, ResearchWarning, Storage};
use serde_json::{Value, json};
use std::sync::Arc;

/// The number of search rounds.
const ROUNDS: u32 = 2;

pub(super) fn run(arguments: &FindMechanism, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    let question = line("question", &arguments.question)?;
    let text = AgentText { format: TextFormat::Plain, text: &question, bibliography: None };
    let reading = call.workspace.read(&text);
    let mut sources: Vec<Arc<dyn Source>> =
        reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    let not_online = call.workspace.why_not_online(&reading);
    let mut mechanisms = None;
    if not_online.is_none() {
        sources.extend(reading.snapshot.searchers(&reading.file, &call.cancel));
        mechanisms = reading.snapshot.mechanisms(&reading.file, &call.cancel);
    }
    // Nothing is stored: the evidence lives as long as the call, and no model is used.
    let run = ResearchRun {
        question: &question,
        rounds: ROUNDS,
        purpose: Purpose::Hypotheses,
        storage: Storage::default(),
        sources: &sources,
        mechanisms: mechanisms.as_ref(),
        models: &Models::default(),
    };
    let result = run.execute(&mut Silent, &call.cancel)?;
    let outcome = &result.outcome;
    Ok(json!({
        "schema": "referee.hypotheses/1",
        "question": question,
        "assessment": outcome.assessment,
        "asked": outcome.searches.iter().map(|searched| &searched.asked).collect::<Vec<_>>(),
        "stop": outcome.stop.describe(),
        "searched_online": not_online.is_none(),
        "not_searched_online_because": not_online,
    }))
}

/// Ignores progress: agents are not shown the progress of searches.
struct Silent;

impl ResearchObserver for Silent {
    fn warning(&mut self, _: &ResearchWarning) {}
    fn progress(&mut self, _: Progress<'_>) {}
    fn writing(&mut self, _: &str, _: usize) {}
}
