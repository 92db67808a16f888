//! The documentation of a rule that is a file.

use crate::rules::notice::notice;
use referee_knowledge::RuleFile;
use referee_knowledge::rules::Drafts;

/// Returns the text of the page, in Markdown: that of the file, or one that is composed from its parts.
pub(super) fn of(file: &RuleFile) -> String {
    let notice = if file.drafts == Drafts::Manuscripts { "" } else { notice!() };
    if let Some(page) = &file.page {
        return match page.split_once("\n## Fixes") {
            Some((before, after)) if !notice.is_empty() => format!("{before}{notice}\n## Fixes{after}"),
            _ => page.clone(),
        };
    }
    let example = file.sentences.iter().find(|sentence| sentence.must);
    let silent = file.sentences.iter().filter(|sentence| !sentence.must);
    let silent: Vec<String> =
        silent.map(|sentence| format!("- {}", sentence.text.replace('\n', " "))).collect();
    let owner = if file.is_of_user { "your own rule" } else { "a rule of words, drugs and values" };
    format!(
        "## What it flags\n\n{english}.\n\n{spanish}.\n\n## Why\n\nThe source gives the reason. This is {owner}: {path}.\n\n\
         ## Example\n\n```text\n{example}\n```\n\n## What it cannot tell\n\nIt is silent here:\n\n{silent}\n{notice}\n\
         ## Fixes\n\nNone.\n\n## Sources\n\n{source} ({checked}).\n",
        english = file.title.english,
        spanish = file.title.spanish,
        path = file.file,
        example = example.map_or("", |sentence| sentence.text.as_str()),
        silent = silent.join("\n"),
        source = file.source,
        checked = file.checked,
    )
}
