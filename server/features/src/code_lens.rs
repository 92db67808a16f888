//! Lenses above an entry (how often it is cited, whether it was retracted) and above a passage that
//! was written on request (the number of works, whether it was edited since).

use referee_citations::Judgement;
use referee_records::NoticeKind;
use referee_syntax::{Document, Target, WrittenPassage, provenance};
use referee_text::{FileId, Language, Phrase, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashMap;

/// A line above an entry or a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The range of the key of the entry, or of the comment above the passage.
    pub span: Span,
    /// The words.
    pub title: String,
}

/// Returns the lenses of a bibliography: one for each entry that is cited or has a notice.
#[must_use]
pub fn code_lenses(snapshot: &Snapshot, file: &FileId) -> Vec<CodeLens> {
    let bibliography = match snapshot.kind(file) {
        Some(FileKind::Bibliography(bibliography)) => bibliography,
        Some(FileKind::Draft(document)) => return of_passages(snapshot, file, &document),
        _ => return Vec::new(),
    };
    let language = snapshot.interface_language();
    let counts = counts(snapshot, file);
    let mut out = Vec::new();
    for entry in bibliography.entries() {
        let cited = counts.get(entry.key()).copied().unwrap_or_default();
        let mut parts = Vec::new();
        match cited {
            0 => {}
            1 => parts.push(language.pick("cited once", "citada una vez").to_owned()),
            n => parts.push(language.pick(format!("cited {n} times"), format!("citada {n} veces"))),
        }
        let known = snapshot.judgement_of(file, entry.fingerprint());
        let announced = known.and_then(|judgement| announced(&judgement));
        parts.extend(announced.map(|word| word.text(language).to_owned()));
        if !parts.is_empty() {
            out.push(CodeLens { span: entry.key_span(), title: parts.join(" · ") });
        }
    }
    out
}

/// Returns the author of a passage according to its comment: the name of a language model, or the
/// method that combined sentences without one.
fn written_by(language: Language, by: &str) -> String {
    match by {
        "counted-and-quoted" => {
            language.pick("without a language model", "sin modelo de lenguaje").to_owned()
        }
        "extracted" => language.pick("extracted", "extraído").to_owned(),
        model => model.replace('-', " "),
    }
}

/// Returns a lens for each passage that was written on request: the date, the author, the number of
/// works, and whether it was edited or has become outdated.
fn of_passages(snapshot: &Snapshot, file: &FileId, document: &Document) -> Vec<CodeLens> {
    let evidence = snapshot.evidence(file);
    let language = snapshot.interface_language();
    let lens = |written: WrittenPassage| {
        let told = &written.provenance;
        let written_on = language.pick("Written", "Escrito el");
        let mut first = format!("{written_on} {}", told.date);
        match (told.by.as_str(), written_by(language, &told.by)) {
            ("", _) => {}
            ("counted-and-quoted", by) => first.push_str(&format!(" {by}")),
            (_, by) => first.push_str(&format!(" · {by}")),
        }
        let mut parts = vec![first];
        parts.push(works_cited(language, told.evidence.len()));
        let range = written.span.range();
        let end = range.end.min(document.text().len_bytes());
        let text = document.text().get_byte_slice(range.start..end).map(|text| text.to_string());
        if let (Some(hash), Some(text)) = (told.hash, text)
            && hash != provenance::hash(&text)
        {
            parts.push(language.pick("edited since", "editado desde entonces").to_owned());
        }
        let now = told.question.as_deref().and_then(|question| evidence.as_ref()?.works(question));
        if let (Some(then), Some(now)) = (told.works, now)
            && now > then
        {
            parts.push(match now - then {
                1 => language.pick("1 new paper since", "1 artículo nuevo desde entonces").to_owned(),
                more => language.pick(
                    format!("{more} new papers since"),
                    format!("{more} artículos nuevos desde entonces"),
                ),
            });
        }
        CodeLens { span: told.span, title: parts.join(" · ") }
    };
    document.written().into_iter().map(lens).collect()
}

/// Returns how often each key is cited in the drafts that belong to a bibliography.
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

/// Returns the number of works that a passage cites, in words.
fn works_cited(language: Language, works: usize) -> String {
    match works {
        1 => language.pick("cites 1 work", "cita 1 trabajo").to_owned(),
        _ => language.pick(format!("cites {works} works"), format!("cita {works} trabajos")),
    }
}

/// Returns the most serious notice about a work, in a word.
fn announced(judgement: &Judgement) -> Option<Phrase> {
    let phrase = |english, spanish| Some(Phrase { english, spanish });
    judgement.notices.iter().map(|notice| notice.kind).max().and_then(|kind| match kind {
        NoticeKind::Retraction => phrase("retracted", "retractada"),
        NoticeKind::Withdrawal => phrase("withdrawn", "retirada por sus autores"),
        NoticeKind::Removal => phrase("removed", "eliminada"),
        NoticeKind::Concern => phrase("expression of concern", "expresión de preocupación"),
        NoticeKind::Correction => phrase("corrected", "corregida"),
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
