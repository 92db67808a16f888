//! `referee cite`

use crate::arguments::{AnswerFormat, Cite};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::output::{self, style};
use crate::sources::search_sources;
use referee_bibliography::render;
use referee_features::model::query_embedder;
use referee_research::search::{Candidate, SearchResults, search};
use referee_research::{PassageLocation, PublicationStatus, Query, Vocabulary};
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(arguments: &Cite) -> CommandResult {
    let sentence = arguments.sentence.join(" ");
    let search_sources = search_sources(&arguments.search)?;
    let vocabulary = Vocabulary::shipped();
    let embedder = query_embedder(&search_sources.settings);
    let query = Query::of(&sentence, &vocabulary).with_vector(embedder.as_deref(), &search_sources.sources);
    if query.is_empty() {
        return Err(Failure::refused(format!("“{sentence}” has no word to search for")));
    }
    let found = search(&query, &search_sources.sources, arguments.limit);
    for asked in found.asked.iter().filter(|asked| asked.problem.is_some()) {
        output::complain(&format!("{} {}", asked.source, asked.problem.as_deref().unwrap_or_default()));
    }
    match arguments.format {
        AnswerFormat::Json => {
            output::print_json(&format!("{}\n", serde_json::to_string_pretty(&as_json(&sentence, &found))?));
        }
        AnswerFormat::Human => output::print(&as_text(&found)),
    }
    if found.candidates.is_empty() {
        output::complain(&format!("nothing in the library speaks of “{sentence}”"));
        return Ok(ExitCode::from(OBJECTION));
    }
    if found.candidates.iter().all(Candidate::is_weak) {
        output::complain(&format!("weak matches only: {}", weakness(&found.candidates)));
        return Ok(ExitCode::from(OBJECTION));
    }
    Ok(ExitCode::SUCCESS)
}

/// Why all candidates are weak.
fn weakness(candidates: &[Candidate]) -> String {
    let on_subject = candidates.iter().filter(|candidate| candidate.is_on_subject);
    match on_subject.map(|candidate| candidate.coverage).reduce(f32::max) {
        Some(best) => format!(
            "no work holds together what the sentence says; the best has {} of 100 parts of its rarer words",
            (best * 100.0).round()
        ),
        None => "no work has what the sentence names and more than half of its words".to_owned(),
    }
}

/// `referee.cite/1`
fn as_json(sentence: &str, found: &SearchResults) -> Value {
    let candidates: Vec<Value> =
        found.candidates.iter().enumerate().map(|(index, candidate)| candidate.to_json(index + 1)).collect();
    json!({"schema": "referee.cite/1", "query": sentence, "asked": found.asked, "candidates": candidates, "pages": found.pages})
}

fn as_text(found: &SearchResults) -> String {
    let mut text = String::new();
    for (index, candidate) in found.candidates.iter().enumerate() {
        text.push_str(&format!("{:>2}. {}\n", index + 1, render::vancouver(&candidate.record.work)));
        match candidate.standing {
            PublicationStatus::Sound => {}
            PublicationStatus::Retracted => {
                text.push_str(&format!(
                    "    {}\n",
                    style::paint(style::ERROR, candidate.standing.mark().english)
                ));
            }
            standing => {
                text.push_str(&format!("    {}\n", style::paint(style::WARNING, standing.mark().english)))
            }
        }
        if let Some(passage) =
            candidate.passage.as_ref().filter(|passage| passage.place == PassageLocation::Abstract)
        {
            text.push_str(&format!("    “{}”\n", passage.text));
        }
        let what = format!(
            "{}; {} of 100 parts of the sentence's rarer words; {}",
            candidate.study.describe(),
            (candidate.coverage * 100.0).round(),
            candidate.handle
        );
        text.push_str(&format!("    {}\n\n", style::paint(style::DIM, what)));
    }
    if !found.pages.is_empty() {
        text.push_str("Web pages, which are no literature:\n");
        for page in &found.pages {
            text.push_str(&format!("    {} {}\n", page.title, style::paint(style::DIM, &page.url)));
        }
    }
    text
}
