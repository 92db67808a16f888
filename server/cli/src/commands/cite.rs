//! `referee cite`

use crate::arguments::{AnswerFormat, Cite};
use crate::exit::{COULD_NOT, CommandResult, Failure, OBJECTION};
use crate::output::{self, style};
use crate::sources::{SearchSources, search_sources};
use referee_bibliography::{Identifier, render};
use referee_citations::Reference;
use referee_features::cite::{self, CiteQuery, NotAnIdentifier};
use referee_features::model::ModelSession;
use referee_operations::citation_list::{CitationCandidate, CitationList};
use referee_operations::nothing_to_search::NOTHING_TO_SEARCH;
use referee_research::search::{Candidate, SearchResults, search};
use referee_research::{PassageLocation, PublicationStatus, Query, Vocabulary};
use referee_text::Span;
use referee_workspace::settings::Network;
use referee_workspace::verify::{VerifyObserver, verify_one};
use serde_json::json;
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;

pub(crate) fn run(arguments: &Cite) -> CommandResult {
    let sentence = arguments.sentence.join(" ");
    let named = CiteQuery::read(&sentence).map_err(refused)?;
    let search_sources = search_sources(&arguments.search)?;
    if let Some(CiteQuery::Identifier(identifier)) = &named {
        return work(&sentence, identifier, arguments, &search_sources);
    }
    let vocabulary = Vocabulary::shipped();
    let embedder = ModelSession::default().query_embedder(&search_sources.settings);
    let query = Query::of(&sentence, &vocabulary).with_vector(embedder.as_deref(), &search_sources.sources);
    if query.is_empty() {
        return Err(Failure::refused(format!("“{sentence}” has no word to search for")));
    }
    let found = search(&query, &search_sources.sources, arguments.limit);
    for asked in found.asked.iter().filter(|asked| asked.problem.is_some()) {
        output::complain(&format!(
            "{} {}",
            output::source_name(&asked.source),
            asked.problem.as_deref().unwrap_or_default()
        ));
    }
    if found.asked.is_empty() {
        return Err(Failure::refused(NOTHING_TO_SEARCH));
    }
    match arguments.format {
        AnswerFormat::Json => {
            output::print_json(&format!("{:#}\n", json!(list(&sentence, &found, None))));
        }
        AnswerFormat::Human => output::print(&as_text(&found, false)),
    }
    if found.candidates.is_empty() {
        output::complain(&if arguments.search.online {
            format!("no source has a work about “{sentence}”")
        } else {
            format!("nothing in the library is about “{sentence}”; --online searches the services")
        });
        return Ok(ExitCode::from(OBJECTION));
    }
    if found.candidates.iter().all(Candidate::is_weak) {
        output::complain(&format!("weak matches only: {}", weakness(&found.candidates)));
        return Ok(ExitCode::from(OBJECTION));
    }
    Ok(ExitCode::SUCCESS)
}

/// Looks up the work with an identifier: on this machine, otherwise online if allowed.
fn work(sentence: &str, identifier: &Identifier, arguments: &Cite, sources: &SearchSources) -> CommandResult {
    let SearchSources { snapshot, draft, .. } = sources;
    let query = CiteQuery::Identifier(identifier.clone());
    let models = ModelSession::default();
    let mut offer = cite::candidates(snapshot, &models, draft, &query, &[]);
    let (mut was_asked, mut silent) = (false, Vec::new());
    if offer.works.is_empty() {
        let reference = Reference::from_identifier(draft, identifier, Span::default());
        snapshot.sync_network_permission();
        if !arguments.search.offline && snapshot.network(draft) == Network::Allow {
            was_asked = true;
            let cancel = CancellationToken::new();
            let observer =
                VerifyObserver { cancel: &cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 0 };
            let verified = verify_one(snapshot, draft, &reference, &observer);
            offer = cite::candidates(snapshot, &models, draft, &query, &[]);
            silent = verified
                .failures
                .iter()
                .map(|failure| format!("{} {}", output::source_name(failure.service), failure.why))
                .collect();
        }
    }
    let found = SearchResults {
        candidates: offer.works.into_iter().map(|one| one.candidate).collect(),
        asked: offer.asked,
        pages: offer.pages,
        distinct: 0,
    };
    match arguments.format {
        AnswerFormat::Json => {
            output::print_json(&format!("{:#}\n", json!(list(sentence, &found, Some(true)))));
        }
        AnswerFormat::Human => output::print(&as_text(&found, true)),
    }
    if found.candidates.is_empty() {
        // No answer does not mean that the work is absent.
        if !silent.is_empty() {
            output::complain(&format!(
                "{identifier} could not be looked up: {}. Ask again later",
                silent.join("; ")
            ));
            return Ok(ExitCode::from(COULD_NOT));
        }
        output::complain(&if was_asked {
            format!("no work with the identifier {identifier} was found")
        } else {
            format!(
                "no work with the identifier {identifier} is on this machine, and online services were not asked (--online asks them)"
            )
        });
        return Ok(ExitCode::from(OBJECTION));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the failure for an invalid identifier.
fn refused(error: NotAnIdentifier) -> Failure {
    Failure::refused(error.to_string().trim_end_matches('.'))
}

/// Explains why all candidates are weak.
fn weakness(candidates: &[Candidate]) -> String {
    let on_subject = candidates.iter().filter(|candidate| candidate.is_on_subject);
    match on_subject.map(|candidate| candidate.coverage).reduce(f32::max) {
        Some(best) => format!(
            "no work matches the whole sentence; the best one has {} % of its rarer words",
            (best * 100.0).round()
        ),
        None => "no work has the names of the sentence and more than half of its words".to_owned(),
    }
}

/// Returns the results as `referee.cite/1`; `exact` is given for an identifier.
fn list(sentence: &str, found: &SearchResults, exact: Option<bool>) -> CitationList {
    let candidates = found.candidates.iter().zip(1..);
    let candidates = candidates.map(|(candidate, rank)| CitationCandidate::of(candidate, rank)).collect();
    let (asked, pages) = (found.asked.clone(), found.pages.clone());
    CitationList::of(sentence.to_owned(), exact, candidates, asked, pages)
}

/// Returns the works as lines; without the quality of the match if the work was given by its
/// identifier.
fn as_text(found: &SearchResults, is_named: bool) -> String {
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
        let fit = match is_named {
            true => String::new(),
            false => {
                let parts = (candidate.coverage * 100.0).round();
                format!(" {parts} % of the sentence's rarer words;")
            }
        };
        let weak = if !is_named && candidate.is_weak() { "weak match; " } else { "" };
        let what = format!("{weak}{};{fit} {}", candidate.study.describe(), candidate.handle);
        text.push_str(&format!("    {}\n\n", style::paint(style::DIM, what)));
    }
    if !found.pages.is_empty() {
        text.push_str("Web pages, not literature:\n");
        for page in &found.pages {
            text.push_str(&format!("    {} {}\n", page.title, style::paint(style::DIM, &page.url)));
        }
    }
    text
}
