//! `referee zotero`: retracted items in the author's Zotero.

use crate::arguments::{AnswerFormat, RequestedKind, Zotero};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::judging::{Judged, judged_in};
use crate::output;
use crate::session::{lookup_layer, open};
use referee_bibliography::bibtex::write_bibtex;
use referee_bibliography::render::short;
use referee_citations::Verdict;
use referee_findings::Finding;
use referee_literature::zotero::{DEFAULT_BASE_URL, ZoteroItem};
use referee_text::FileId;
use referee_workspace::FileKind;
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The rules about notices of a work.
const ANNOUNCEMENTS: [&str; 2] = ["citation/retracted", "citation/concern"];

/// Returns the entry key of an item: its handle, with characters that are valid in a key.
fn entry_key(item: &ZoteroItem) -> String {
    item.handle().replace('/', "-")
}

/// Judges the items of Zotero and reports the retracted ones.
pub(crate) fn run(arguments: &Zotero) -> CommandResult {
    let mut session = open(lookup_layer(&arguments.lookup, RequestedKind::Auto));
    // The items are judged as entries of a bibliography in this folder, which is never written.
    let here = std::env::current_dir().map_err(|error| Failure::about("the current folder", error))?;
    let file = FileId::new(here.join("items of Zotero.bib"));
    let Some(zotero) = session.snapshot().zotero(&file) else {
        return Err(Failure::refused(
            "Zotero may not be asked here: `sources.zotero.enabled` is false, or `network` is \"deny\"",
        ));
    };
    zotero.look();
    let (_, items) = zotero.items();
    if items.is_empty() {
        return Err(Failure::refused(format!(
            "no items came from Zotero at {DEFAULT_BASE_URL} (or `sources.zotero.base_url`): start Zotero 7 or newer, and \
             switch on “Allow other applications on this computer to communicate with Zotero” in its settings under Advanced"
        )));
    }
    let entries: Vec<String> = items.iter().map(|item| write_bibtex(&item.work, &entry_key(item))).collect();
    session.open(file.clone(), "bibtex", 1, &entries.join("\n\n"));
    let judged = judged_in(session, std::slice::from_ref(&file), true);
    let Some(review) = judged.snapshot.review(&file, &CancellationToken::new()) else {
        return Err(Failure::refused("the review was cancelled"));
    };
    let told: Vec<(&Arc<ZoteroItem>, &Finding)> = review
        .findings
        .iter()
        .filter(|finding| ANNOUNCEMENTS.contains(&finding.rule))
        .filter_map(|finding| {
            let key = finding.data.key.as_deref()?;
            Some((items.iter().find(|item| entry_key(item) == key)?, finding))
        })
        .collect();
    let unchecked = unchecked(&judged, &file);
    output::print(&match arguments.format {
        AnswerFormat::Human => human(&told, items.len(), unchecked),
        AnswerFormat::Json => json_of(&told, items.len(), unchecked),
    });
    Ok(if told.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(OBJECTION) })
}

/// Counts the items for which no source answered, so that the lack of a notice means nothing.
fn unchecked(judged: &Judged, file: &FileId) -> usize {
    let Some(FileKind::Bibliography(_)) = judged.snapshot.kind(file) else { return 0 };
    let verdict = |judgement: Option<Verdict>| matches!(judgement, None | Some(Verdict::Unchecked));
    judged
        .snapshot
        .references(file)
        .iter()
        .filter(|(reference, _)| {
            verdict(judged.snapshot.judgement(reference).map(|judgement| judgement.verdict))
        })
        .count()
}

fn human(told: &[(&Arc<ZoteroItem>, &Finding)], count: usize, unchecked: usize) -> String {
    let mut out = String::new();
    for (item, finding) in told {
        let title = item.work.full_title().unwrap_or_default();
        out.push_str(&format!(
            "{}: {title}\n  {}\n  {}\n",
            short(&item.work),
            finding.message,
            item.select_url()
        ));
    }
    let items = |n: usize| if n == 1 { "1 item".to_owned() } else { format!("{n} items") };
    let found = if told.is_empty() { "none".to_owned() } else { told.len().to_string() };
    out.push_str(&format!("{} in Zotero: {found} retracted or of concern", items(count)));
    if unchecked > 0 {
        out.push_str(&format!(
            "; {} could not be checked: allow it with --online, or import records into the library",
            items(unchecked)
        ));
    }
    out.push_str(".\n");
    out
}

fn json_of(told: &[(&Arc<ZoteroItem>, &Finding)], count: usize, unchecked: usize) -> String {
    let told: Vec<serde_json::Value> = told
        .iter()
        .map(|(item, finding)| {
            json!({
                "item": item.handle(),
                "citation_key": item.citation_key,
                "title": item.work.full_title(),
                "rule": finding.rule,
                "message": finding.message,
                "zotero": item.select_url(),
                "collections": item.collections,
            })
        })
        .collect();
    format!(
        "{:#}\n",
        json!({"schema": "referee.zotero/1", "items": count, "unchecked": unchecked, "told": told})
    )
}
