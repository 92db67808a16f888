//! Research of a typed question, shared by `hypothesize`, `report` and `research`.

use crate::arguments::Question;
use crate::exit::{COULD_NOT, CommandResult, Failure};
use crate::interrupt;
use crate::model::permission;
use crate::output;
use crate::progress;
use crate::sources::{SearchSources, search_sources};
use indicatif::ProgressBar;
use referee_features::model::ModelSession;
use referee_operations::nothing_to_search::NOTHING_TO_SEARCH;
use referee_research::rounds::{Progress, ResearchOutcome, StopReason};
use referee_research::run::{
    Purpose, ResearchObserver, ResearchResult, ResearchRun, ResearchWarning, Storage,
};
use referee_text::language::counted;
use std::process::ExitCode;

/// Researches a question in at most `rounds` rounds, unless the arguments set the number; `None` if
/// only the request was to be printed.
///
/// # Errors
///
/// If nothing can be searched, the model of the settings cannot be used, or the evidence cannot be
/// read.
pub(crate) fn ask(
    arguments: &Question,
    rounds: u32,
    purpose: Purpose,
) -> Result<Option<ResearchResult>, Failure> {
    let question = arguments.question.join(" ");
    if question.trim().is_empty() {
        return Err(Failure::refused("the question is empty"));
    }
    let SearchSources { sources, mechanisms, root, settings, confidential, .. } =
        search_sources(&arguments.search)?;
    let models = ModelSession::default().for_research(
        &settings,
        purpose,
        permission(arguments.send_to_model),
        confidential,
    )?;
    let run = ResearchRun {
        question: &question,
        rounds: arguments.rounds.unwrap_or(rounds),
        purpose,
        storage: Storage::of_user(&root, confidential),
        sources: &sources,
        mechanisms: mechanisms.as_ref(),
        models: &models,
    };
    let (mut spinner, cancel) = (Spinner(progress::spinner()), interrupt::token());
    if arguments.show_payload {
        let payload = run.payload(&mut spinner, &cancel);
        spinner.0.finish_and_clear();
        output::print_json(&format!("{:#}\n", payload?));
        return Ok(None);
    }
    let result = run.execute(&mut spinner, &cancel);
    spinner.0.finish_and_clear();
    let result = result?;
    complain(result.outcome.complaints(), result.outcome.left_out());
    Ok(Some(result))
}

/// Prints the failures of a language model, and the rejected parts of its answers.
pub(crate) fn complain(complaints: Vec<String>, left_out: Vec<String>) {
    for complaint in complaints {
        output::complain(&complaint);
    }
    for what in left_out {
        output::complain(&format!("left out of the model's answer: {what}"));
    }
}

/// Ends a run. If no source answered, the output does not reflect the literature, and the exit
/// status is a failure.
pub(crate) fn end(outcome: &ResearchOutcome) -> CommandResult {
    match &outcome.stop {
        StopReason::NoSource(_) => {
            output::complain(&why_no_answer(outcome));
            Ok(ExitCode::from(COULD_NOT))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Returns why no source answered. Without any search the remedy is a library or `--online`.
pub(crate) fn why_no_answer(outcome: &ResearchOutcome) -> String {
    match &outcome.stop {
        StopReason::NoSource(_) if outcome.searches.is_empty() => NOTHING_TO_SEARCH.to_owned(),
        stop => stop.describe(),
    }
}

/// Shows the progress of a run on standard error.
struct Spinner(ProgressBar);

impl ResearchObserver for Spinner {
    fn warning(&mut self, warning: &ResearchWarning) {
        output::complain(&match warning {
            ResearchWarning::Vocabulary { path, complaint } => {
                format!("{}: {complaint}", output::shown(path))
            }
            _ => warning.to_string(),
        });
    }

    fn progress(&mut self, now: Progress<'_>) {
        let works = counted(now.works, "work", "works");
        let message = format!("round {}/{}  {works}  {}", now.round, now.rounds, now.doing);
        self.0.set_message(output::line(&message));
    }

    fn writing(&mut self, name: &str, characters: usize) {
        self.0.set_message(output::line(&format!("{name} writes ({characters} characters)")));
    }
}
