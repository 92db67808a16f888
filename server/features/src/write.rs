//! Inserts generated pages (hypotheses, a report, a section) into a draft, with citations, entries
//! and provenance.

#[cfg(test)]
#[allow(clippy::panic, reason = "a test that cannot set itself up should fail")]
mod tests;

use referee_bibliography::foreign::{Markup, at_line_start, foreign, foreign_line};
use referee_citations::edits::{NoInsertion, entries_for};
use referee_findings::FileEdit;
use referee_records::Record;
use referee_research::page::{Block, CitationSyntax, Page, write};
use referee_research::{Evidence, clock};
use referee_syntax::{Document, Format, Provenance, WrittenPassage, provenance};
use referee_text::{FileId, Message, Span, fold};
use referee_workspace::{FileKind, Snapshot};
use std::collections::BTreeMap;

/// Why a text cannot be inserted into a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The file is not a draft.
    #[error("This can only be written into a draft.")]
    NotADraft,
    /// The file with the passage is not a draft.
    #[error("Only a passage in a draft can be rewritten.")]
    NotAPassage,
    /// The text cites a work that is not in the evidence.
    #[error("Something is cited that is not in the evidence; nothing was written.")]
    NotInEvidence,
    /// The bibliography cannot take the entries.
    #[error(transparent)]
    Entries(#[from] NoInsertion),
}

impl WriteError {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish = match self {
            WriteError::NotADraft => "Esto solo se puede escribir en un borrador.",
            WriteError::NotAPassage => "Solo se puede reescribir un pasaje de un borrador.",
            WriteError::NotInEvidence => "Se cita algo que no está en la evidencia; no se escribió nada.",
            WriteError::Entries(why) => return why.message(),
        };
        Message::new(self.to_string(), spanish)
    }
}

/// The provenance of a passage for the comment above it, which also contains the works that it
/// cites.
#[derive(Clone, Copy, Debug)]
pub struct GenerationInfo<'a> {
    /// The author: `counted`, or the name of a model.
    pub by: &'a str,
    /// The question.
    pub question: &'a str,
    /// The kind of passage: `report`, `hypotheses`, the name of a section.
    pub what: &'a str,
    /// The number of works for the question.
    pub works: usize,
}

/// Returns the question of a draft: its title, otherwise its first heading.
#[must_use]
pub fn question_of(document: &Document) -> Option<String> {
    let title = document.front_matter().and_then(|matter| matter.title).map(|title| title.name);
    let title = title.or_else(|| document.headings().first().map(|heading| heading.text.clone()));
    title.map(|title| title.trim_matches(['"', '\'', ' ']).to_owned()).filter(|title| !title.is_empty())
}

/// Returns the edits that insert a page after the block under the cursor: its text with citations
/// in the syntax of the draft, the missing entries of the bibliography, and comments that mark the
/// origin and the end of the text.
///
/// # Errors
///
/// If the file is not a draft, or cannot take the text.
pub fn insert(
    snapshot: &Snapshot,
    file: &FileId,
    at: Span,
    page: &Page,
    evidence: &[Evidence],
    told: GenerationInfo<'_>,
) -> Result<Vec<FileEdit>, WriteError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(WriteError::NotADraft);
    };
    let place = end_of_block(&document, at.start as usize);
    let passage = passage(snapshot, file, &document, place, page, evidence, told)?;
    let before = if place == 0 { "" } else { "\n\n" };
    let behind = document.text().get_byte_slice(place..).map(|rest| rest.to_string()).unwrap_or_default();
    let close = if behind.starts_with("\n\n") || behind.trim().is_empty() { "" } else { "\n" };
    let mut edits = passage.entries;
    edits.push(FileEdit {
        file: file.clone(),
        span: Span::at(place),
        text: format!("{before}{}{close}", passage.text),
    });
    edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    Ok(edits)
}

/// A passage, ready to be inserted into a draft.
struct Passage {
    /// The body with the comments around it.
    text: String,
    /// The text between the comments.
    body: String,
    /// The missing entries of the bibliography.
    entries: Vec<FileEdit>,
}

/// Writes a page for a place in a draft.
fn passage(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Document,
    place: usize,
    page: &Page,
    evidence: &[Evidence],
    told: GenerationInfo<'_>,
) -> Result<Passage, WriteError> {
    let handles = page.cited();
    let works: Vec<&Record> = handles
        .iter()
        .filter_map(|handle| evidence.iter().find(|one| one.handle == *handle))
        .map(|one| &one.record)
        .collect();
    if works.len() != handles.len() {
        return Err(WriteError::NotInEvidence);
    }
    let mut page = page.clone();
    let mut entries = Vec::new();
    let keyed = snapshot.with_context(file, |context| {
        let works: Vec<_> = works.iter().map(|record| &record.work).collect();
        entries_for(context, &works)
    });
    let plain = document.format() == Format::PlainText;
    let citing = match keyed {
        Ok((keys, added)) if !plain => {
            entries.extend(added);
            CitationSyntax::Keys(handles.iter().cloned().zip(keys).collect())
        }
        Ok(_) | Err(NoInsertion::NoBibliography(_) | NoInsertion::Unwritable) => {
            numbered(&mut page, document, &handles, &works)
        }
        Err(why) => return Err(why.into()),
    };
    let body = write(&page, document.format(), &citing, below(document, place)).trim_end().to_owned();
    let comment = |words: String| {
        let mut page = Page::default();
        page.blocks.push(Block::Comment(words));
        write(&page, document.format(), &citing, 0).trim().to_owned()
    };
    let above = Provenance {
        date: clock::iso(clock::today()),
        by: told.by.to_owned(),
        question: Some(told.question.to_owned()),
        what: Some(told.what.to_owned()),
        works: Some(told.works),
        evidence: handles,
        hash: Some(provenance::hash(&body)),
        ..Provenance::default()
    };
    let (above, below) = (comment(above.words()), comment(provenance::END_COMMENT.to_owned()));
    // Plain text lacks comments.
    let parts = [above.as_str(), body.trim_start_matches('\n'), below.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let text = parts.join("\n\n");
    Ok(Passage { text, body, entries })
}

/// Returns the edit that inserts a text after the block under the cursor, with comments that mark
/// its origin and its end. Its headings are in Markdown; in plain text they become lines with a
/// colon.
///
/// # Errors
///
/// If the file is not a draft, or cannot take the text.
pub fn insert_text(
    snapshot: &Snapshot,
    file: &FileId,
    at: Span,
    text: &str,
    told: GenerationInfo<'_>,
    evidence: &[String],
) -> Result<FileEdit, WriteError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(WriteError::NotADraft);
    };
    let place = end_of_block(&document, at.start as usize);
    let under = usize::from(below(&document, place));
    let heading = |line: &str| {
        let (title, markup) = (line.strip_prefix("## ")?, document.format().markup());
        // In reStructuredText a heading starts with its words.
        Some(match document.format() {
            Format::Rst => foreign_line(title, markup),
            _ => foreign(title, markup).trim().to_owned(),
        })
    };
    let line = |line: &str| match (heading(line), document.format()) {
        (Some(title), Format::PlainText) => format!("{title}:"),
        (Some(title), Format::Org) => format!("{} {title}", "*".repeat(under + 1)),
        (Some(title), Format::Rst) => format!("{title}\n{}", "-".repeat(title.chars().count().max(3))),
        (Some(title), Format::Latex) => format!("\\subsection*{{{title}}}"),
        (Some(title), Format::Typst) => format!("{} {title}", "=".repeat(under + 1)),
        (Some(title), _) => format!("{} {title}", "#".repeat(under + 1)),
        (None, format) => foreign_words(line, format.markup()),
    };
    let body: String = text.lines().map(|words| line(words) + "\n").collect();
    let body = body.trim().to_owned();
    let comment = |words: String| {
        let mut page = Page::default();
        page.blocks.push(Block::Comment(words));
        write(&page, document.format(), &CitationSyntax::Numbers(BTreeMap::new()), 0).trim().to_owned()
    };
    let above = Provenance {
        date: clock::iso(clock::today()),
        by: told.by.to_owned(),
        what: Some(told.what.to_owned()),
        works: Some(told.works),
        evidence: evidence.to_vec(),
        hash: Some(provenance::hash(&body)),
        ..Provenance::default()
    };
    let (above, end) = (comment(above.words()), comment(provenance::END_COMMENT.to_owned()));
    let parts = [above.as_str(), body.as_str(), end.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let before = if place == 0 { "" } else { "\n\n" };
    Ok(FileEdit {
        file: file.clone(),
        span: Span::at(place),
        text: format!("{before}{}\n", parts.join("\n\n")),
    })
}

/// Escapes a line of a recommendation, whose words are the model's. The bracketed names of its
/// sources stay as they are.
fn foreign_words(line: &str, markup: Markup) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((at, word)) =
        SOURCE_MARKS.iter().filter_map(|word| Some((rest.find(word)?, *word))).min_by_key(|found| found.0)
    {
        let inside = &rest[at + word.len()..];
        let Some(end) = inside.find(']') else { break };
        out.push_str(&foreign(&rest[..at], markup));
        out.push_str(&format!("{word}{}]", foreign(&inside[..end], markup)));
        rest = &inside[end + 1..];
    }
    out.push_str(&foreign(rest, markup));
    at_line_start(&out, markup)
}

/// The text that begins the name of a source in a note.
const SOURCE_MARKS: [&str; 2] = ["[Source: ", "[Fuente: "];

/// The current version of a passage that was written before.
#[derive(Clone, Debug)]
pub struct Refreshed {
    /// The text in the draft.
    pub before: String,
    /// The new text.
    pub after: String,
    /// Whether it was edited by hand since; then it is not overwritten.
    pub edited: bool,
    /// The edits that replace the old text with the new one; empty if nothing changes, or it was
    /// edited by hand.
    pub edits: Vec<FileEdit>,
}

/// Returns the passage at a place that was written on request.
#[must_use]
pub fn written_at(document: &Document, at: Span) -> Option<WrittenPassage> {
    let offset = at.start as usize;
    document.written().into_iter().find(|written| {
        let end = written.end.map_or(written.span.end, |end| end.end) as usize;
        (written.provenance.span.start as usize..=end).contains(&offset)
    })
}

/// Returns the passage that was written before for the same question at the same place: the cursor
/// is in it, or in the block before it.
#[must_use]
pub fn written_before(document: &Document, at: Span, what: &str, question: &str) -> Option<WrittenPassage> {
    let same = |told: &Provenance| {
        let asked = told.question.as_deref().unwrap_or_default();
        told.what.as_deref() == Some(what) && fold::words(asked) == fold::words(question)
    };
    let place = end_of_block(document, at.start as usize);
    let behind = |written: &WrittenPassage| {
        let start = written.provenance.span.start as usize;
        let gap = document.text().get_byte_slice(place.min(start)..start);
        place <= start && gap.is_some_and(|gap| gap.chars().all(char::is_whitespace))
    };
    let inside = written_at(document, at).filter(|written| same(&written.provenance));
    inside.or_else(|| {
        document.written().into_iter().find(|written| same(&written.provenance) && behind(written))
    })
}

/// Compares a passage that was written before with a new page for it.
///
/// # Errors
///
/// If the file is not a draft, or cannot take the text.
pub fn refresh(
    snapshot: &Snapshot,
    file: &FileId,
    written: &WrittenPassage,
    page: &Page,
    evidence: &[Evidence],
    told: GenerationInfo<'_>,
) -> Result<Refreshed, WriteError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(WriteError::NotAPassage);
    };
    let text = |span: Span| {
        let range = span.range();
        document
            .text()
            .get_byte_slice(range.start..range.end.min(document.text().len_bytes()))
            .map(|part| part.to_string())
            .unwrap_or_default()
    };
    let before = text(written.span).trim().to_owned();
    let passage =
        passage(snapshot, file, &document, written.provenance.span.start as usize, page, evidence, told)?;
    let after = passage.body.trim().to_owned();
    let edited = written.provenance.hash.is_none_or(|hash| hash != provenance::hash(&before));
    let same = provenance::hash(&before) == provenance::hash(&after);
    let mut edits = Vec::new();
    if !edited && !same {
        let end = written.end.map_or(written.span.end, |end| end.end);
        let span = Span { start: written.provenance.span.start, end };
        let kept = text(span);
        // Text after the passage keeps its distance.
        let tail = kept.get(kept.trim_end().len()..).unwrap_or_default();
        edits = passage.entries;
        edits.push(FileEdit { file: file.clone(), span, text: format!("{}{tail}", passage.text) });
        edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    }
    Ok(Refreshed { before, after, edited, edits })
}

/// Compares two texts line by line like `diff -u`; empty if they are equal.
#[must_use]
pub fn diff(before: &str, after: &str) -> String {
    let end = |text: &str| format!("{}\n", text.trim_end());
    let (before, after) = (end(before), end(after));
    if before == after {
        return String::new();
    }
    similar::TextDiff::from_lines(before.as_str(), after.as_str())
        .unified_diff()
        .header("now", "as it would be now")
        .to_string()
}

/// Numbers the citations after those of the draft's own list, and adds a list of the cited works at
/// the end of the page.
fn numbered(page: &mut Page, document: &Document, handles: &[String], works: &[&Record]) -> CitationSyntax {
    let highest = document.list_items().filter_map(|listed| listed.item.number).max().unwrap_or(0);
    let numbers: BTreeMap<String, u32> = handles.iter().cloned().zip(highest.saturating_add(1)..).collect();
    let listed = page.blocks.iter().any(|block| matches!(block, Block::Numbered(..)));
    if !listed && !handles.is_empty() {
        page.words("Sources:");
        for (handle, record) in handles.iter().zip(works) {
            let number = numbers.get(handle).copied().unwrap_or_default();
            page.blocks.push(Block::Numbered(number, referee_bibliography::render::vancouver(&record.work)));
        }
    }
    CitationSyntax::Numbers(numbers)
}

/// Returns the end of the text of the block under the cursor; in metadata, the end of the metadata.
fn end_of_block(document: &Document, offset: usize) -> usize {
    let text = document.text();
    let Some(index) = document.blocks().index_at(offset.min(text.len_bytes())) else {
        return text.len_bytes();
    };
    let Some(block) = document.blocks().get(index) else { return text.len_bytes() };
    let mut end = block.span().range().end.min(text.len_bytes());
    let start = block.start as usize;
    while end > start && text.get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}

/// Returns how many levels the headings of a page are lowered, to be below the heading of the
/// place.
fn below(document: &Document, place: usize) -> u8 {
    let above = document.headings().into_iter().rfind(|heading| (heading.span.start as usize) < place);
    // LaTeX has parts and chapters above its sections, and a page begins with a section.
    let over = if document.format() == Format::Latex { 2 } else { 0 };
    above.map_or(0, |heading| heading.level.saturating_sub(over).min(4))
}

/// Returns the edits that remove every provenance comment from a draft.
#[must_use]
pub fn strip_provenance(snapshot: &Snapshot, file: &FileId) -> Vec<FileEdit> {
    let Some(text) = snapshot.text(file) else { return Vec::new() };
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_string();
        let trimmed = line.trim();
        let commented = ["<!--", "%", "//"].iter().any(|mark| trimmed.starts_with(mark));
        if commented && Provenance::parse(trimmed, Span::at(0)).is_some() {
            let start = text.line_to_byte(number);
            out.push(FileEdit {
                file: file.clone(),
                span: Span::new(start, start + line.len()),
                text: String::new(),
            });
        }
    }
    out
}
