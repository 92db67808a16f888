//! `referee rules try` and `referee rules test`: the findings of a rule in a sentence, and whether
//! labelled sentences have the findings of their labels.

use crate::arguments::{TestRules, TryRule};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::output::{self, style};
use referee_critic::explain::{frames, readings};
use referee_critic::labelled::{BUILT_IN, Labelled, kind_of_drafts};
use referee_critic::rules::RULES;
use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::collections::BTreeMap;
use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The id of a rule that checks the text itself, or of one of its kinds.
fn known(id: &str) -> Result<&'static str, Failure> {
    let known = RULES.iter().flat_map(|rule| rule.rule.ids()).find(|known| *known == id.trim());
    known.ok_or_else(|| {
        Failure::refused(format!(
            "there is no rule `{}` about what a text says; `referee rules` lists all, and those of citations need records",
            id.trim()
        ))
    })
}

/// Prints how a sentence is parsed, and the findings of the rule and of the other rules.
pub(super) fn try_rule(arguments: &TryRule) -> CommandResult {
    let id = known(&arguments.rule)?;
    let mut text = arguments.sentence.replace('↵', "\n");
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text)?;
    }
    let setting = Setting { kind: kind_of_drafts(id), ..Setting::default() };
    let document = Document::read(Format::Markdown, Rope::from_str(&text), Arc::default());
    let mut out = format!("{}\n", style::paint(style::BOLD, "What is read"));
    let all = readings(&document, &setting);
    for reading in &all {
        match reading.words.as_str() {
            "" => out.push_str(&format!("  {}\n", style::paint(style::DIM, &reading.meaning))),
            words => out.push_str(&format!("    {words}: {}\n", reading.meaning)),
        }
    }
    if let Some(frames) = frames(id, &document, &setting) {
        out.push_str(&format!("\n{}\n", style::paint(style::BOLD, "What the rule looks for")));
        out.extend(frames.iter().map(|line| format!("  {line}\n")));
    }
    let hits = RuleCache::default().review(&document, &setting, &|| false).unwrap_or_default();
    let (own, others): (Vec<_>, Vec<_>) = hits.iter().partition(|hit| hit.has_id(id));
    let shown = |hit: &referee_findings::RuleHit| {
        let severity = hit.rule.default_severity(hit.remark.severity).map_or("off", Severity::as_str);
        let place = text.get(hit.remark.place.range()).unwrap_or_default();
        format!("  {severity} at `{place}`: {}\n", hit.remark.message)
    };
    let verdict = if own.is_empty() { "is silent" } else { "speaks" };
    out.push_str(&format!("\n{}\n", style::paint(style::BOLD, format!("{id} {verdict}"))));
    out.extend(own.iter().map(|hit| shown(hit)));
    if own.is_empty()
        && !all.iter().any(|reading| reading.meaning.starts_with("the drug"))
        && id.starts_with("medication/")
    {
        out.push_str("  No drug of the dictionary is named.\n");
    }
    for hit in others {
        out.push_str(&format!("{} speaks too\n{}", hit.rule.id, shown(hit)));
    }
    output::print(&out);
    Ok(ExitCode::SUCCESS)
}

/// Runs labelled sentences and prints the failures.
pub(super) fn test(arguments: &TestRules) -> CommandResult {
    let mut all: Vec<(String, Labelled)> = Vec::new();
    match &arguments.file {
        _ if arguments.files => all.extend(Labelled::of_rule_files()),
        Some(path) => {
            let text =
                std::fs::read_to_string(path).map_err(|error| Failure::about(output::shown(path), error))?;
            all.extend(Labelled::read(&text).into_iter().map(|case| (output::shown(path), case)));
        }
        None => {
            all.extend(Labelled::of_rule_files());
            for (name, text) in BUILT_IN {
                all.extend(Labelled::read(text).into_iter().map(|case| ((*name).to_owned(), case)));
            }
        }
    }
    if let Some(rule) = &arguments.rule {
        let id = known(rule)?;
        all.retain(|(_, case)| case.rule == id);
    }
    if all.is_empty() {
        return Err(Failure::refused(
            "there is no labelled sentence; `referee rules test --help` shows the form",
        ));
    }
    if let Some((name, case)) = all.iter().find(|(_, case)| known(&case.rule).is_err()) {
        return Err(Failure::refused(format!("{name}:{}: there is no rule `{}`", case.line, case.rule)));
    }
    let wrong = wrong_ones(&all);
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (at, (_, case)) in all.iter().enumerate() {
        let count = counts.entry(&case.rule).or_default();
        count.0 += 1;
        count.1 += usize::from(wrong.contains(&at));
    }
    let mut out = String::new();
    for at in &wrong {
        let Some((name, case)) = all.get(*at) else { continue };
        let what = if case.must { "is silent" } else { "speaks" };
        out.push_str(&format!(
            "{name}:{}: {} {what}: {}\n",
            case.line,
            case.rule,
            case.text.replace('\n', "↵")
        ));
    }
    for (rule, (of, wrong)) in counts {
        out.push_str(&format!("{rule}: {} of {of} sentences are as labelled\n", of - wrong));
    }
    output::print(&out);
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(OBJECTION) })
}

/// Returns the indexes of the sentences whose findings differ from their labels, in order.
fn wrong_ones(all: &[(String, Labelled)]) -> Vec<usize> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut out: Vec<usize> = std::thread::scope(|scope| {
        let work = || {
            let mut wrong = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, case)) = all.get(at) else { return wrong };
                if case.speaks(&case.rule, Format::Markdown) != case.must {
                    wrong.push(at);
                }
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    });
    out.sort_unstable();
    out
}
