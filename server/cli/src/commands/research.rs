//! `referee hypothesize`, `referee report`, `referee research`

use crate::arguments::{AnswerFormat, Question};
use crate::exit::{COULD_NOT, CommandResult, Failure, OBJECTION};
use crate::model::permission;
use crate::output::{self, shown};
use crate::progress;
use crate::sources::{SearchSources, search_sources};
use referee_features::model;
use referee_research::hypotheses;
use referee_research::model::hypotheses::payload as payload_of_hypotheses;
use referee_research::model::report::{Written, write as write_by};
use referee_research::model::{Call, Model};
use referee_research::page::{Citing, Page, write};
use referee_research::report::{self, ResearchReport};
use referee_research::rounds::{self, Progress, ResearchContext, Stop, research};
use referee_research::{Embedder, Evidence, Store, Vocabulary, embed};
use referee_syntax::Format;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How many rounds a question gets whose evidence is only to be at hand.
const AT_HAND: u32 = 1;

pub(crate) fn hypothesize(arguments: &Question) -> CommandResult {
    let Some(Answered { outcome, .. }) = ask(arguments, arguments.rounds.unwrap_or(2), false)? else {
        return Ok(ExitCode::SUCCESS);
    };
    if arguments.format == AnswerFormat::Json {
        let answer = json!({"schema": "referee.hypotheses/1", "question": outcome.question, "assessment": outcome.assessment});
        output::print(&format!("{}\n", serde_json::to_string_pretty(&answer)?));
    } else {
        let page = hypotheses::page(&outcome.assessment);
        deliver(arguments, &page, &outcome.evidence)?;
    }
    ended(&outcome)
}

pub(crate) fn report(arguments: &Question) -> CommandResult {
    write_report(arguments, arguments.rounds.unwrap_or(AT_HAND))
}

pub(crate) fn run(arguments: &Question) -> CommandResult {
    write_report(arguments, arguments.rounds.unwrap_or(3))
}

fn write_report(arguments: &Question, rounds: u32) -> CommandResult {
    let Some(Answered { outcome, written }) = ask(arguments, rounds, true)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let report = match report::compose_with(&outcome, written) {
        Ok(report) => report,
        Err(why) => {
            output::complain(why);
            return Ok(ExitCode::from(OBJECTION));
        }
    };
    if let Some(part) = &report.model {
        tell(part.complaint().into_iter().collect(), part.left_out.clone());
    }
    if arguments.format == AnswerFormat::Json {
        let answer = json!({"schema": "referee.report/1", "report": report});
        output::print(&format!("{}\n", serde_json::to_string_pretty(&answer)?));
        return ended(&outcome);
    }
    print_report(arguments, &report)?;
    ended(&outcome)
}

/// Exit status 2 where no source answered: what was written is then no picture of the literature.
fn ended(outcome: &rounds::Outcome) -> CommandResult {
    match &outcome.stop {
        Stop::NoSource(_) => {
            output::complain(&outcome.stop.describe());
            Ok(ExitCode::from(COULD_NOT))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Says what a language model failed at, and what of its answers was left out.
fn tell(complaints: Vec<String>, left_out: Vec<String>) {
    for complaint in complaints {
        output::complain(&complaint);
    }
    for what in left_out {
        output::complain(&format!("left out of the model's answer: {what}"));
    }
}

/// What was found for a question, and what a language model wrote about it.
struct Answered {
    outcome: rounds::Outcome,
    written: Option<Written>,
}

/// Researches a question; `None` where only what would be sent was to be shown.
fn ask(arguments: &Question, rounds: u32, to_write: bool) -> Result<Option<Answered>, Failure> {
    let question = arguments.question.join(" ");
    if question.trim().is_empty() {
        return Err(Failure::refused("the question is empty"));
    }
    let SearchSources { sources, root, settings, confidential } =
        search_sources(arguments.library.as_deref(), &arguments.path, arguments.online)?;
    let asked = permission(arguments.send_to_model);
    let model = model::of(&settings, Arc::clone(&asked), confidential)
        .map_err(|error| Failure::refused(error.to_string()))?;
    // Works are chosen for a model or for a report.
    let embedder =
        if to_write || model.is_some() { model::embedder(&settings, asked, confidential) } else { None };
    let mut store = match Store::open(&root) {
        Ok(store) => store,
        Err(error) => {
            output::complain(&format!("{error}; the evidence is not kept"));
            Store::in_memory()?
        }
    };
    let own = root.join(".referee/vocabulary.txt");
    let vocabulary = match std::fs::read_to_string(&own) {
        Ok(text) => {
            let (vocabulary, complaints) = Vocabulary::with(&text);
            for complaint in complaints {
                output::complain(&format!("{}: {complaint}", shown(&own)));
            }
            vocabulary
        }
        Err(_) => Vocabulary::shipped(),
    };
    let bar = progress::spinner();
    let mut progress = |now: Progress<'_>| {
        bar.set_message(format!("round {}/{}  {} works  {}", now.round, now.rounds, now.works, now.doing));
    };
    let mut context = ResearchContext {
        sources: &sources,
        vocabulary: &vocabulary,
        cancel: &CancellationToken::new(),
        progress: &mut progress,
        model: model.as_ref().filter(|_| !arguments.show_payload),
        embedder: embedder.as_deref().filter(|_| !arguments.show_payload),
    };
    let outcome = research(&question, rounds, &mut store, &mut context)?;
    if arguments.show_payload {
        bar.finish_and_clear();
        let shown = payload(model.as_ref(), embedder.as_deref(), &outcome, &store)?;
        output::print(&format!("{shown:#}\n"));
        return Ok(None);
    }
    let written = model.as_ref().filter(|_| to_write).map(|model| {
        let mut heard = |heard| bar.set_message(format!("{} writes ({heard} characters)", model.name()));
        let mut call = Call { cancel: &CancellationToken::new(), heard: &mut heard };
        write_by(model, &outcome, &vocabulary, &mut call)
    });
    bar.finish_and_clear();
    tell(outcome.complaints(), outcome.left_out());
    Ok(Some(Answered { outcome, written }))
}

/// What would be sent about a question: to the language model first, and to the server of the embedding model.
fn payload(
    model: Option<&Model>,
    embedder: Option<&dyn Embedder>,
    outcome: &rounds::Outcome,
    store: &Store,
) -> Result<Value, Failure> {
    let compared = match embedder {
        Some(embedder) => embed::payload(embedder, &outcome.question, &outcome.evidence, store)?,
        None => None,
    };
    let mut shown = match model {
        Some(model) => payload_of_hypotheses(model, &outcome.question, &outcome.evidence, &outcome.compared)
            .map_err(|trouble| Failure::refused(format!("the language model {} {trouble}", model.name())))?,
        None if compared.is_some() => json!({}),
        None => return Err(Failure::refused("there is no language model: llm.model is empty")),
    };
    if let Some(compared) = compared {
        shown["embeddings"] = compared;
    }
    Ok(shown)
}

/// The format that the name of a file asks for.
fn format_of(path: Option<&Path>) -> Format {
    match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("qmd") => Format::Quarto,
        Some("Rmd" | "rmd") => Format::RMarkdown,
        Some("tex") => Format::Latex,
        Some("typ") => Format::Typst,
        Some("txt") => Format::PlainText,
        _ => Format::Markdown,
    }
}

/// Prints or writes a page whose works are numbered and listed below it.
fn deliver(arguments: &Question, page: &Page, evidence: &[Evidence]) -> Result<(), Failure> {
    let handles = page.cited();
    let numbers: BTreeMap<String, u32> = handles.iter().cloned().zip(1..).collect();
    let mut page = page.clone();
    if !handles.is_empty() {
        page.heading(2, "References");
        for (handle, number) in &handles.iter().zip(1_u32..).collect::<Vec<_>>() {
            if let Some(one) = evidence.iter().find(|one| one.handle == **handle) {
                let words = referee_bibliography::render::vancouver(&one.record.work);
                page.blocks.push(referee_research::page::Block::Numbered(*number, words));
            }
        }
    }
    let text = write(&page, format_of(arguments.out.as_deref()), &Citing::Numbers(numbers), 0);
    put(arguments.out.as_deref(), &text)
}

fn put(out: Option<&Path>, text: &str) -> Result<(), Failure> {
    match out {
        None => output::print(text),
        Some(path) => {
            std::fs::write(path, text).map_err(|error| Failure::about(path.display(), error))?;
            output::print(&format!("written to {}\n", shown(path)));
        }
    }
    Ok(())
}

fn print_report(arguments: &Question, report: &ResearchReport) -> Result<(), Failure> {
    let format = format_of(arguments.out.as_deref());
    let keyed = matches!(format, Format::Quarto | Format::RMarkdown | Format::Latex | Format::Typst);
    let Some(out) = arguments.out.as_deref().filter(|_| keyed) else {
        let text = write(&report::page(report, true), format, &report.numbers(), 0);
        return put(arguments.out.as_deref(), &text);
    };
    // Formats with citations of their own get them, and the entries beside the report.
    let (entries, keys) = report::bibliography(report);
    let beside = out.with_extension("bib");
    if beside.exists() {
        return Err(Failure::refused(format!(
            "{} is there already; name another file, or move it",
            shown(&beside)
        )));
    }
    let name = beside.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let body = write(&report::page(report, false), format, &Citing::Keys(keys), 0);
    let text = match format {
        Format::Latex => format!(
            "\\documentclass{{article}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage{{biblatex}}\n\\addbibresource{{{name}}}\n\\begin{{document}}\n\n{body}\n\\printbibliography\n\\end{{document}}\n"
        ),
        Format::Typst => format!("{body}\n#bibliography(\"{name}\")\n"),
        _ => format!("---\nbibliography: {name}\n---\n\n{body}\n# References\n"),
    };
    std::fs::write(&beside, entries).map_err(|error| Failure::about(beside.display(), error))?;
    put(Some(out), &text)
}
