//! The documentation's examples contain exactly the problems that their comments list.
use referee_critic::{RuleCache, Setting};
use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::sync::Arc;

#[test]
fn the_trial_holds_what_its_comments_name() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/trial.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut planted: Vec<&str> = text
        .match_indices("<!-- ")
        .filter_map(|(at, mark)| {
            let name = text[at + mark.len()..].split(':').next()?;
            (name.starts_with("statistics/") || name.starts_with("manuscript/")).then_some(name)
        })
        .collect();
    let document = Document::read(Format::Markdown, Rope::from_str(&text), Arc::default());
    let said = RuleCache::default().review(&document, &Setting::default(), &|| false).unwrap();
    let mut found: Vec<&str> = said.iter().map(|said| said.rule.id).collect();
    planted.sort_unstable();
    found.sort_unstable();
    let told: Vec<&String> = said.iter().map(|said| &said.remark.message).collect();
    assert_eq!(found, planted, "{told:#?}");
    assert!(planted.len() >= 9);
}
