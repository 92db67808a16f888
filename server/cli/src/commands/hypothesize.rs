//! `referee hypothesize`

use crate::arguments::{AnswerFormat, Hypothesize};
use crate::exit::CommandResult;
use crate::question::{ask, end};
use crate::{answer_file, output};
use referee_operations::find_mechanism::Hypotheses;
use referee_operations::rounds::QUICK_ROUNDS;
use referee_research::hypotheses;
use referee_research::run::Purpose;
use serde_json::json;
use std::process::ExitCode;

/// Prints the hypotheses of a question.
pub(crate) fn run(Hypothesize { question: arguments }: &Hypothesize) -> CommandResult {
    let Some(result) = ask(arguments, QUICK_ROUNDS, Purpose::Hypotheses)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let outcome = &result.outcome;
    match arguments.format {
        AnswerFormat::Json => {
            output::print_json(&format!("{:#}\n", json!(Hypotheses::of(outcome))));
        }
        AnswerFormat::Human => {
            let page = hypotheses::page(&outcome.assessment);
            answer_file::page(arguments.out.as_deref(), &page, &outcome.evidence)?;
        }
    }
    end(outcome)
}
