//! The line above an entry (how often it is cited, whether it was retracted) and above a passage that was written on
//! request (from how many works, whether it was edited since).

use referee_citations::Judgement;
use referee_records::NoticeKind;
use referee_syntax::{Document, Target, Written, provenance};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashMap;

/// A line above an entry or a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The key of the entry, or the comment above the passage.
    pub span: Span,
    /// The words.
    pub title: String,
}

/// The lenses of a bibliography: one for each entry that is cited or about which something was announced.
#[must_use]
pub fn code_lenses(snapshot: &Snapshot, file: &FileId) -> Vec<CodeLens> {
    let bibliography = match snapshot.kind(file) {
        Some(FileKind::Bibliography(bibliography)) => bibliography,
        Some(FileKind::Draft(document)) => return of_passages(snapshot, file, &document),
        _ => return Vec::new(),
    };
    let counts = counts(snapshot, file);
    let mut out = Vec::new();
    for entry in bibliography.entries() {
        let cited = counts.get(entry.key()).copied().unwrap_or_default();
        let mut parts = Vec::new();
        match cited {
            0 => {}
            1 => parts.push(String::from("cited once")),
            n => parts.push(format!("cited {n} times")),
        }
        let known = snapshot.judgement_of(file, entry.fingerprint());
        parts.extend(known.and_then(|judgement| announced(&judgement)).map(str::to_owned));
        if !parts.is_empty() {
            out.push(CodeLens { span: entry.key_span(), title: parts.join(" · ") });
        }
    }
    out
}

/// A line above each passage that was written on request: when, by whom, from how many works, and whether it was
/// edited or has aged since.
fn of_passages(snapshot: &Snapshot, file: &FileId, document: &Document) -> Vec<CodeLens> {
    let evidence = snapshot.evidence(file);
    let lens = |written: Written| {
        let told = &written.provenance;
        let mut parts = vec![format!("written {}", told.date)];
        if !told.by.is_empty() {
            parts.push(told.by.replace('-', " "));
        }
        parts.push(match told.evidence.len() {
            1 => "cites 1 work".to_owned(),
            works => format!("cites {works} works"),
        });
        let range = written.span.range();
        let end = range.end.min(document.text().len_bytes());
        let text = document.text().get_byte_slice(range.start..end).map(|text| text.to_string());
        if let (Some(hash), Some(text)) = (told.hash, text)
            && hash != provenance::hash(&text)
        {
            parts.push("edited since".to_owned());
        }
        let now = told.question.as_deref().and_then(|question| evidence.as_ref()?.works(question));
        if let (Some(then), Some(now)) = (told.works, now)
            && now > then
        {
            parts.push(format!("{} more works since", now - then));
        }
        CodeLens { span: told.span, title: parts.join(" · ") }
    };
    document.written().into_iter().map(lens).collect()
}

/// How often each key is cited in the drafts that belong to a bibliography.
pub(crate) fn counts(snapshot: &Snapshot, file: &FileId) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for draft in snapshot.drafts(file) {
        for block in draft.document.blocks().iter() {
            for citation in &block.content.citations {
                if let Target::Key(key) = &citation.target {
                    *counts.entry(key.clone()).or_default() += 1;
                }
            }
        }
    }
    counts
}

/// The gravest announcement about a work, in a word.
fn announced(judgement: &Judgement) -> Option<&'static str> {
    judgement.notices.iter().map(|notice| notice.kind).max().and_then(|kind| match kind {
        NoticeKind::Retraction => Some("retracted"),
        NoticeKind::Withdrawal => Some("withdrawn"),
        NoticeKind::Removal => Some("removed"),
        NoticeKind::Concern => Some("expression of concern"),
        NoticeKind::Correction => Some("corrected"),
        NoticeKind::Reinstatement => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::paper;

    #[test]
    fn an_entry_says_how_often_it_is_cited() {
        let fixture = paper("[@smith2020; @ukpds:34] @smith2020");
        let bibliography = fixture.id("refs.bib");
        let lenses: Vec<(String, String)> = code_lenses(&fixture.snapshot, &bibliography)
            .into_iter()
            .map(|lens| (fixture.shown(&bibliography, lens.span), lens.title))
            .collect();
        let expected = [("refs.bib:smith2020", "cited 2 times"), ("refs.bib:ukpds:34", "cited once")];
        assert_eq!(lenses, expected.map(|(at, title)| (at.to_owned(), title.to_owned())));
    }
}
