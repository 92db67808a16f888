//! Citing for a sentence: which works could support it, and putting one in.

use referee_citations::edits::{Insertion, NoInsertion, insert_citation};
use referee_records::Source;
use referee_research::search::{Candidate, SearchResults, search};
use referee_research::{PublicationStatus, Query, Vocabulary};
use referee_syntax::{Document, Format, Kind};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use std::sync::Arc;

/// The most candidates that are offered.
pub const MAX_CANDIDATES: usize = 10;

/// The most bytes of a sentence that is searched for.
const MAX_SENTENCE_BYTES: usize = 2_000;

/// Why nothing can be cited for a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CiteError {
    /// The file is no draft.
    #[error("A citation can only be put into a draft.")]
    NotADraft,
    /// There is no sentence at the place.
    #[error("There is no sentence here. Put the cursor into one, or select the words.")]
    NoSentence,
    /// There is nothing to search.
    #[error("{NO_SOURCE}")]
    NoSource,
    /// No source returns the work of this handle.
    #[error("No source returns {0} for this sentence; nothing was cited.")]
    NotReturned(String),
    /// The citation cannot be put in.
    #[error(transparent)]
    Insertion(#[from] NoInsertion),
}

/// A sentence of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its place in the file.
    pub span: Span,
    /// Its words, without citations and markup.
    pub text: String,
    /// Where a citation of it goes: before its full stop.
    pub end: usize,
}

/// A sentence and the works that could support it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The sentence.
    pub sentence: Sentence,
    /// What was found.
    pub found: SearchResults,
}

/// The sentence under the cursor, or what is selected; `None` in code, headings and metadata.
#[must_use]
pub fn sentence_at(document: &Document, range: Span) -> Option<Sentence> {
    let offset = range.start as usize;
    let index = document.blocks().index_at(offset)?;
    // A cursor at the start of a block that is no prose stands at the end of the one before it.
    [Some(index), index.checked_sub(1)]
        .into_iter()
        .flatten()
        .find_map(|index| sentence_in(document, index, range))
}

fn sentence_in(document: &Document, index: usize, range: Span) -> Option<Sentence> {
    let block = document.blocks().get(index)?;
    let start = block.start as usize;
    let content = &block.content;
    if content.front_matter.is_some() || document.reference_blocks().contains(&index) {
        return None;
    }
    let text = document.text().get_byte_slice(block.span().range())?.to_string();
    // Lines are wrapped anywhere: a sentence goes on over them. The length stays the same.
    let heading = content.headings.first().map_or(0, |heading| heading.span.end as usize);
    let mut flat: Vec<u8> = text.replace(['\n', '\r', '\t'], " ").into_bytes();
    for byte in flat.iter_mut().take(heading) {
        *byte = b' ';
    }
    let hidden: Vec<Span> = content
        .opaque
        .iter()
        .copied()
        .chain(
            document
                .citations_in(index)
                .map(|cited| Span::new(cited.group.start as usize - start, cited.group.end as usize - start)),
        )
        .collect();
    let flat = String::from_utf8(flat).ok()?;
    let local =
        Span::new((range.start as usize).saturating_sub(start), (range.end as usize).saturating_sub(start));
    let own = if local.len() > 3 {
        let inside = flat.get(local.range())?;
        let lead = inside.len() - inside.trim_start().len();
        let begin = local.start as usize + lead;
        begin..begin + inside.trim().len()
    } else {
        let all = referee_research::sentences::sentences(&flat);
        let at = local.start as usize;
        let found = all.iter().find(|found| found.start <= at && at <= found.end);
        found.or_else(|| all.iter().rev().find(|found| found.end <= at))?.clone()
    };
    if own.is_empty() || own.len() > MAX_SENTENCE_BYTES {
        return None;
    }
    let end = end_of(&flat, own.clone(), &hidden);
    let words = plain(&flat, own.clone(), &hidden, document.format());
    (words.split_whitespace().nth(1).is_some()).then(|| Sentence {
        span: Span::new(start + own.start, start + own.end),
        text: words,
        end: start + end,
    })
}

/// Where a citation goes: before the full stop and the quotation mark; footnotes stay where they are, and what is
/// cited behind the full stop is added to there.
fn end_of(text: &str, own: std::ops::Range<usize>, hidden: &[Span]) -> usize {
    let mut end = own.end;
    loop {
        let head = text.get(own.start..end).unwrap_or_default();
        if head.ends_with(']')
            && let Some(open) = head.rfind("[^")
            && !head.get(open..head.len() - 1).is_some_and(|inside| inside.contains(']'))
        {
            end = own.start + open;
            continue;
        }
        if hidden.iter().any(|span| span.end as usize == end) {
            return end;
        }
        match head.chars().next_back() {
            Some(c) if matches!(c, '.' | '!' | '?' | '"' | '”' | '’' | '»' | ' ' | ':' | ';' | ',') => {
                end -= c.len_utf8()
            }
            _ => return end,
        }
        if end <= own.start {
            return own.end;
        }
    }
}

/// The words of a sentence, without what is hidden and without markup.
fn plain(text: &str, own: std::ops::Range<usize>, hidden: &[Span], format: Format) -> String {
    let mut out = String::with_capacity(own.len());
    let mut command = false;
    for (at, c) in text.get(own.clone()).unwrap_or_default().char_indices() {
        let place = own.start + at;
        if hidden.iter().any(|span| span.range().contains(&place)) {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        match c {
            '\\' if format == Format::Latex => command = true,
            c if command && c.is_ascii_alphabetic() => {}
            '{' | '}' | '~' if format == Format::Latex => {
                command = false;
                out.push(' ');
            }
            '*' | '_' | '`' | '#' => command = false,
            c => {
                command = false;
                if !(c.is_whitespace() && out.ends_with(' ')) {
                    out.push(c);
                }
            }
        }
    }
    out.trim().to_owned()
}

/// The sentence under the cursor, or what is selected.
///
/// # Errors
///
/// Where there is none.
pub fn sentence(snapshot: &Snapshot, file: &FileId, range: Span) -> Result<Sentence, CiteError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(CiteError::NotADraft);
    };
    sentence_at(&document, range).ok_or(CiteError::NoSentence)
}

/// What could support the sentence under the cursor, from the sources on this machine and from `online`, which may be
/// asked for its words.
///
/// # Errors
///
/// Where there is no sentence, or nothing to search.
pub fn candidates(
    snapshot: &Snapshot,
    file: &FileId,
    range: Span,
    online: &[Arc<dyn Source>],
) -> Result<Offer, CiteError> {
    let sentence = sentence(snapshot, file, range)?;
    let query = Query::of(&sentence.text, &Vocabulary::shipped());
    let sources: Vec<Arc<dyn Source>> =
        snapshot.with_surroundings(file, |context| context.sources.iter().chain(online).cloned().collect());
    let found = search(&query, &sources, MAX_CANDIDATES);
    if found.asked.is_empty() {
        return Err(CiteError::NoSource);
    }
    Ok(Offer { sentence, found })
}

/// What is said where there is no library.
pub const NO_SOURCE: &str = "There is no library to search. Make one with `referee library import FILE...`, or name files under `[library] files` in referee.toml.";

/// Cites a candidate by its handle. The search is made again, so that only what a source returns can be cited.
///
/// # Errors
///
/// Where no source returns the candidate, or the draft cannot take the citation.
pub fn insert(
    snapshot: &Snapshot,
    file: &FileId,
    range: Span,
    handle: &str,
    online: &[Arc<dyn Source>],
) -> Result<Insertion, CiteError> {
    let offer = candidates(snapshot, file, range, online)?;
    let chosen = offer.found.candidates.iter().find(|candidate| candidate.handle == handle);
    let chosen = chosen.ok_or_else(|| CiteError::NotReturned(handle.to_owned()))?;
    let clinical = snapshot.document_kind(file) == Kind::ClinicalNote;
    let insertion = snapshot.with_surroundings(file, |context| {
        insert_citation(context, offer.sentence.end, clinical, &chosen.record.work)
    })?;
    Ok(insertion)
}

/// A candidate in one line, as a menu shows it: whether it can be relied on comes first.
#[must_use]
pub fn label(candidate: &Candidate) -> String {
    let work = &candidate.record.work;
    let title = work.full_title().unwrap_or_else(|| "untitled".to_owned());
    let mark = match candidate.standing {
        PublicationStatus::Sound => String::new(),
        standing => format!("{}: ", standing.mark()),
    };
    let title = referee_research::sentences::truncate_at_sentence(title.trim_end_matches('.'), 90);
    format!("{mark}{} – {title} ({})", referee_bibliography::render::short(work), candidate.study.describe())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn sentence(name: &str, text: &str) -> (String, String) {
        let fixture = Fixture::new(&format!("//- {name}\n{text}"));
        let Some(FileKind::Draft(document)) = fixture.snapshot.kind(&fixture.file) else {
            panic!("no draft")
        };
        let found = sentence_at(&document, Span::at(fixture.offset)).expect("a sentence");
        let whole = fixture.text(&fixture.file);
        (
            found.text,
            format!(
                "{}|{}",
                &whole[found.span.start as usize..found.end],
                &whole[found.end..found.span.end as usize]
            ),
        )
    }

    #[test]
    fn the_sentence_under_the_cursor_goes_over_lines_and_loses_its_markup() {
        assert_eq!(
            sentence("a.md", "One. Metformin *activates*\nAM$0PK in cells.[^1] Three.\n"),
            (
                "Metformin activates AMPK in cells.".to_owned(),
                "Metformin *activates*\nAMPK in cells|.".to_owned()
            )
        );
        assert_eq!(
            sentence("a.tex", "Metformin \\emph{activ$0ates} AMPK~\\cite{a}.\n").1,
            "Metformin \\emph{activates} AMPK~\\cite{a}|."
        );
        assert_eq!(sentence("a.txt", "Start aspirin 100 mg$0\n").0, "Start aspirin 100 mg");
    }
}
