//! `referee report`, `referee research`

use crate::arguments::{AnswerFormat, Question, Report, Research};
use crate::exit::{CommandResult, OBJECTION};
use crate::question::{ask, complain, end, why_no_answer};
use crate::{answer_file, output};
use referee_research::report::NO_EVIDENCE_ID;
use referee_research::rounds::StopReason;
use referee_research::run::Purpose;
use serde_json::{Value, json};
use std::process::ExitCode;

/// The number of rounds of `report`: the same as in `hypothesize` and the editor, so that all give the same result.
const REPORT_ROUNDS: u32 = 2;

/// The default number of rounds of `research`, which searches for tests of the hypotheses.
const RESEARCH_ROUNDS: u32 = 3;

/// The name and version of the JSON answer.
const SCHEMA: &str = "referee.report/1";

/// Prints the report of the available evidence.
pub(crate) fn report(Report { question }: &Report) -> CommandResult {
    write(question, REPORT_ROUNDS)
}

/// Searches in rounds, and prints the report.
pub(crate) fn research(Research { question }: &Research) -> CommandResult {
    write(question, RESEARCH_ROUNDS)
}

fn write(arguments: &Question, rounds: u32) -> CommandResult {
    let Some(result) = ask(arguments, rounds, Purpose::Report)? else { return Ok(ExitCode::SUCCESS) };
    let report = match result.report() {
        Ok(report) => report,
        Err(error) => {
            if arguments.format == AnswerFormat::Json {
                print(&json!({"schema": SCHEMA, "id": NO_EVIDENCE_ID, "report": null}))?;
            }
            output::complain(&error.to_string());
            let is_unanswered = matches!(result.outcome.stop, StopReason::NoSource(_));
            if is_unanswered {
                output::complain(&why_no_answer(&result.outcome));
            } else if !arguments.search.online {
                output::complain("only this machine was searched; --online searches the services");
            }
            return Ok(ExitCode::from(OBJECTION));
        }
    };
    if let Some(part) = &report.model {
        complain(part.complaint().into_iter().collect(), part.left_out.clone());
    }
    match arguments.format {
        AnswerFormat::Json => {
            print(&json!({"schema": SCHEMA, "id": "report-complete", "report": report}))?;
        }
        AnswerFormat::Human => answer_file::report(arguments.out.as_deref(), &report)?,
    }
    end(&result.outcome)
}

fn print(answer: &Value) -> Result<(), serde_json::Error> {
    output::print_json(&format!("{}\n", serde_json::to_string_pretty(answer)?));
    Ok(())
}
