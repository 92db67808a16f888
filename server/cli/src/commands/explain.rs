//! `referee explain`

use crate::arguments::Explain;
use crate::exit::{CommandResult, Failure};
use crate::output::{self, style};
use referee_findings::{Rule, Severity};
use referee_workspace::registry;
use std::process::ExitCode;

pub(crate) fn run(arguments: &Explain) -> CommandResult {
    let id = arguments.rule.trim();
    let Some(rule) = registry::find_by_any_id(id) else {
        let name = id.rsplit('/').next().unwrap_or(id);
        let mut near: Vec<&str> =
            registry::all().flat_map(Rule::ids).filter(|known| known.contains(name)).collect();
        near.truncate(3);
        let hint = if near.is_empty() { String::new() } else { format!(" Is {} meant?", near.join(" or ")) };
        return Err(Failure::refused(format!(
            "there is no rule `{id}`.{hint} `referee rules` lists them all"
        )));
    };
    let severity = rule.severity.map_or("off", Severity::as_str);
    if let Some(kind) = rule.kind(id) {
        output::print(&format!(
            "{}  {}\n\n{}\n\n  {}\n\n  A kind of {}: `referee explain {}` says more.\n",
            style::paint(style::BOLD, kind.id),
            style::paint(style::DIM, severity),
            kind.summary,
            kind.documentation.trim().replace('\n', "\n  "),
            rule.id,
            rule.id,
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!(
        "{}  {}\n\n{}\n",
        style::paint(style::BOLD, rule.id),
        style::paint(style::DIM, severity),
        rule.summary
    );
    for line in rule.documentation.trim().lines() {
        match line.strip_prefix("## ") {
            Some(heading) => text.push_str(&format!("\n{}\n", style::paint(style::BOLD, heading))),
            None if line.trim().is_empty() => text.push('\n'),
            None => text.push_str(&format!("  {line}\n")),
        }
    }
    if !rule.kinds.is_empty() {
        text.push_str(&format!("\n{}\n\n", style::paint(style::BOLD, "Kinds")));
        let width = rule.kinds.iter().map(|kind| kind.id.len()).max().unwrap_or(0);
        for kind in rule.kinds {
            text.push_str(&format!("  {:width$}  {}\n", kind.id, kind.summary));
        }
    }
    // Headings already have an empty line before and after them.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    output::print(&text);
    Ok(ExitCode::SUCCESS)
}
