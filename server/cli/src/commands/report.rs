//! `referee report`, `referee research`

use crate::arguments::{AnswerFormat, Question, Report, Research};
use crate::exit::{CommandResult, OBJECTION};
use crate::question::{ask, complain, end, why_no_answer};
use crate::{answer_file, output};
use referee_operations::research_report::ReportAnswer;
use referee_operations::rounds::{QUICK_ROUNDS, THOROUGH_ROUNDS};
use referee_research::report::ResearchReport;
use referee_research::rounds::StopReason;
use referee_research::run::Purpose;
use serde_json::json;
use std::process::ExitCode;

/// Prints the report of the available evidence.
pub(crate) fn report(Report { question }: &Report) -> CommandResult {
    write(question, QUICK_ROUNDS)
}

/// Searches in rounds, and prints the report.
pub(crate) fn research(Research { question }: &Research) -> CommandResult {
    write(question, THOROUGH_ROUNDS)
}

fn write(arguments: &Question, rounds: u32) -> CommandResult {
    let Some(result) = ask(arguments, rounds, Purpose::Report)? else { return Ok(ExitCode::SUCCESS) };
    let report = match result.report() {
        Ok(report) => report,
        Err(error) => {
            if arguments.format == AnswerFormat::Json {
                print(None);
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
            print(Some(&report));
        }
        AnswerFormat::Human => answer_file::report(arguments.out.as_deref(), &report)?,
    }
    end(&result.outcome)
}

fn print(report: Option<&ResearchReport>) {
    output::print_json(&format!("{:#}\n", json!(ReportAnswer::of(report))));
}
