//! `referee rules`

mod sentences;

use crate::arguments::{Rules, RulesAction, RulesFormat};
use crate::exit::CommandResult;
use crate::output::{self, style};
use referee_findings::{Rule, Severity};
use referee_workspace::registry;
use std::process::ExitCode;

pub(crate) fn run(arguments: &Rules) -> CommandResult {
    match &arguments.action {
        Some(RulesAction::Try(sentence)) => return sentences::try_rule(sentence),
        Some(RulesAction::Test(files)) => return sentences::test(files),
        None => {}
    }
    let rules: Vec<&Rule> = registry::all().collect();
    if let Some(folder) = &arguments.out {
        for (name, text) in referee_findings::pages(&rules) {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(path, text)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    match arguments.format {
        RulesFormat::Human => {
            let width = rules.iter().flat_map(|rule| rule.ids()).map(str::len).max().unwrap_or(0);
            let mut text = String::new();
            for rule in &rules {
                let severity = rule.severity.map_or("off", Severity::as_str);
                let id = style::paint(style::BOLD, format!("{:width$}", rule.id));
                text.push_str(&format!(
                    "{id}  {}  {}\n",
                    style::paint(style::DIM, format!("{severity:11}")),
                    rule.summary
                ));
                for kind in rule.kinds {
                    let id = format!("{:width$}", kind.id);
                    text.push_str(&format!("{id}  {}  {}\n", " ".repeat(11), kind.summary));
                }
            }
            output::print(&text);
        }
        RulesFormat::Json => {
            let all: Vec<serde_json::Value> = rules
                .iter()
                .map(|rule| {
                    serde_json::json!({
                        "id": rule.id,
                        "summary": rule.summary,
                        "severity": rule.severity.map_or("off", Severity::as_str),
                        "needsReason": rule.needs_reason,
                        "documentation": rule.documentation,
                        "kinds": rule.kinds.iter().map(|kind| serde_json::json!({
                            "id": kind.id,
                            "summary": kind.summary,
                            "documentation": kind.documentation,
                        })).collect::<Vec<_>>(),
                    })
                })
                .collect();
            output::print_json(&format!("{}\n", serde_json::to_string_pretty(&all)?));
        }
        RulesFormat::Markdown => output::print(&referee_findings::rule_index(&rules)),
    }
    Ok(ExitCode::SUCCESS)
}
