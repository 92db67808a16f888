//! Reviews a draft given as text, for the tests of the rules.

use crate::rules::RULES;
use crate::{FixContext, RuleCache, Setting};
use referee_findings::{RuleHit, Severity};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::edit::apply_all;
use referee_text::{FileId, Rope, TextEdit};
use std::sync::Arc;

pub(crate) fn manuscript() -> Setting {
    Setting { kind: DraftKind::Manuscript, ..Setting::default() }
}

pub(crate) fn note() -> Setting {
    Setting { kind: DraftKind::ClinicalNote, ..Setting::default() }
}

/// The hits of one rule in a text.
pub(crate) fn said(rule: &str, format: Format, text: &str, setting: &Setting) -> Vec<RuleHit> {
    let document = Document::read(format, Rope::from_str(text), Arc::default());
    let mut memory = RuleCache::default();
    let all = memory.review(&document, setting, &|| false).unwrap_or_default();
    all.into_iter().filter(|said| said.rule.id == rule).collect()
}

/// The locations of one rule's hits in a text.
pub(crate) fn places<'t>(rule: &str, format: Format, text: &'t str, setting: &Setting) -> Vec<&'t str> {
    said(rule, format, text, setting)
        .iter()
        .map(|said| text.get(said.remark.place.range()).unwrap_or("<outside>"))
        .collect()
}

/// The fixes of a rule's first hit: titles, whether preferred, and the resulting text.
pub(crate) fn fixed(
    rule: &str,
    format: Format,
    text: &str,
    setting: &Setting,
) -> Vec<(String, bool, String)> {
    let document = Document::read(format, Rope::from_str(text), Arc::default());
    let mut memory = RuleCache::default();
    let all = memory.review(&document, setting, &|| false).unwrap_or_default();
    let Some(said) = all.iter().find(|said| said.rule.id == rule) else { return Vec::new() };
    let Some(rule) = RULES.iter().find(|known| known.rule.id == rule) else { return Vec::new() };
    let file = FileId::new("draft");
    let finding = said.remark.clone().into_finding(&rule.rule, Severity::Warning, &file, said.remark.place);
    let context = FixContext { file: &file, draft: memory.read(&document, setting) };
    rule.fixes(&context, &finding)
        .into_iter()
        .map(|fix| {
            let edits: Vec<TextEdit> =
                fix.edits.iter().map(|edit| TextEdit::new(edit.span, edit.text.clone())).collect();
            (fix.title, fix.preferred, apply_all(text, &edits))
        })
        .collect()
}
