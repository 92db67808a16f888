//! `referee hypothesize`

use crate::arguments::{AnswerFormat, Hypothesize};
use crate::exit::CommandResult;
use crate::question::{ask, end};
use crate::{answer_file, output};
use referee_research::hypotheses;
use referee_research::run::Purpose;
use serde_json::json;
use std::process::ExitCode;

/// The default number of rounds.
const ROUNDS: u32 = 2;

/// Prints the hypotheses of a question.
pub(crate) fn run(Hypothesize { question: arguments }: &Hypothesize) -> CommandResult {
    let Some(result) = ask(arguments, ROUNDS, Purpose::Hypotheses)? else { return Ok(ExitCode::SUCCESS) };
    let outcome = &result.outcome;
    match arguments.format {
        AnswerFormat::Json => {
            let id = match outcome.evidence.is_empty() {
                true => hypotheses::NO_EVIDENCE_ID.to_owned(),
                false => format!("hypothesis-{}", outcome.assessment.hypotheses.len()),
            };
            let answer = json!({"schema": "referee.hypotheses/1", "id": id, "question": outcome.question, "assessment": outcome.assessment});
            output::print_json(&format!("{}\n", serde_json::to_string_pretty(&answer)?));
        }
        AnswerFormat::Human => {
            let page = hypotheses::page(&outcome.assessment);
            answer_file::page(arguments.out.as_deref(), &page, &outcome.evidence)?;
        }
    }
    end(outcome)
}
