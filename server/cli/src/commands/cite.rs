//! `referee cite`

use crate::arguments::{AnswerFormat, Cite};
use crate::output::{self, style};
use crate::{Failure, Outcome};
use referee_bibliography::render;
use referee_records::Source;
use referee_research::search::{Found, search};
use referee_research::{Place, PublicationStatus, Query, Vocabulary};
use referee_text::FileId;
use referee_workspace::settings::{Layer, Network, Settings};
use referee_workspace::settle;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

pub(crate) fn run(arguments: &Cite) -> Outcome {
    let sentence = arguments.sentence.join(" ");
    let search_sources = search_sources(arguments.library.as_deref(), &arguments.path, arguments.online)?;
    let vocabulary = Vocabulary::shipped();
    let query = Query::of(&sentence, &vocabulary);
    if query.is_empty() {
        return Err(Failure(format!("“{sentence}” has no word to search for")));
    }
    let found = search(&query, &search_sources.sources, arguments.limit);
    for asked in found.asked.iter().filter(|asked| asked.problem.is_some()) {
        output::complain(&format!("{} {}", asked.source, asked.problem.as_deref().unwrap_or_default()));
    }
    match arguments.format {
        AnswerFormat::Json => {
            output::print(&format!("{}\n", serde_json::to_string_pretty(&as_json(&sentence, &found))?));
        }
        AnswerFormat::Human => output::print(&as_text(&found)),
    }
    if found.candidates.is_empty() {
        output::complain(&format!("nothing in the library speaks of “{sentence}”"));
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

/// The sources of a folder, and the folder that the evidence of its questions belongs to.
pub(crate) struct SearchSources {
    pub(crate) sources: Vec<Arc<dyn Source>>,
    pub(crate) root: PathBuf,
    pub(crate) settings: Settings,
    /// Whether the draft that was named is a clinical note: what is said about it is redacted before it leaves.
    pub(crate) confidential: bool,
}

/// Opens what can be asked from a folder. `online` is the author's word that what they typed may be searched for.
pub(crate) fn search_sources(
    library: Option<&Path>,
    path: &Path,
    online: bool,
) -> Result<SearchSources, Failure> {
    let path = std::path::absolute(path)?;
    let folder = match std::fs::metadata(&path) {
        Ok(data) if data.is_dir() => path.clone(),
        Ok(_) => path.parent().map_or_else(|| path.clone(), Path::to_path_buf),
        Err(error) => return Err(Failure(format!("{}: {error}", path.display()))),
    };
    let mut line: Layer = super::command_line();
    if let Some(library) = library {
        line.set("library.path", json!(std::path::absolute(library)?.display().to_string()));
    }
    if online {
        line.set("network", json!("allow"));
    }
    let mut session = super::session(line);
    let probe = FileId::new(folder.join("question.md"));
    session.set_folders(vec![folder.clone()]);
    session.ask([FileId::new(folder.join("referee.toml"))]);
    let named = (path != folder).then(|| FileId::new(path));
    session.ask(named.clone());
    session.open(probe.clone(), "markdown", 1, "");
    let session = Mutex::new(session);
    settle(&session);
    let snapshot = session.lock().unwrap_or_else(PoisonError::into_inner).snapshot();
    super::check::complain_about_settings(&snapshot);
    let mut sources = snapshot.with_surroundings(&probe, |around| around.sources.to_vec());
    let confidential = named.as_ref().is_some_and(|file| snapshot.is_confidential(file));
    if online {
        if confidential {
            return Err(Failure(
                "this is a clinical note: no words for it are searched for online; leave --online out"
                    .to_owned(),
            ));
        }
        let searchers = snapshot.searchers(&probe, &CancellationToken::new());
        if searchers.is_empty() {
            let why = match snapshot.network(&probe) {
                Network::Deny => "`network` is \"deny\"",
                _ => "no online source is enabled",
            };
            return Err(Failure(format!("nothing can be searched online: {why}")));
        }
        sources.extend(searchers);
    }
    if sources.is_empty() {
        return Err(Failure(
            "there is no library to search; make one with `referee library import FILE...`, or name files under `[library] files` in referee.toml".to_owned(),
        ));
    }
    let settings = snapshot.settings(&probe);
    let root = settings.folder.clone().unwrap_or(folder);
    Ok(SearchSources { sources, root, settings, confidential })
}

/// `referee.cite/1`
fn as_json(sentence: &str, found: &Found) -> Value {
    let candidates: Vec<Value> =
        found.candidates.iter().enumerate().map(|(index, candidate)| candidate.to_json(index + 1)).collect();
    json!({"schema": "referee.cite/1", "query": sentence, "asked": found.asked, "candidates": candidates, "pages": found.pages})
}

fn as_text(found: &Found) -> String {
    let mut text = String::new();
    for (index, candidate) in found.candidates.iter().enumerate() {
        text.push_str(&format!("{:>2}. {}\n", index + 1, render::vancouver(&candidate.record.work)));
        match candidate.standing {
            PublicationStatus::Sound => {}
            PublicationStatus::Retracted => {
                text.push_str(&format!("    {}\n", style::paint(style::ERROR, candidate.standing.mark())));
            }
            standing => text.push_str(&format!("    {}\n", style::paint(style::WARNING, standing.mark()))),
        }
        if let Some(passage) = candidate.passage.as_ref().filter(|passage| passage.place == Place::Abstract) {
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
