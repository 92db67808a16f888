//! Converts a PDF to a draft: its text in reading order, with its list of references split into
//! items.
//!
//! A PDF gives the positions of letters but not their function. [`columns`] finds the reading order
//! of the lines, `margin_numbers` drops line numbers, `misplaced` drops labels of drawings that lie on text, `running_heads` drops repeated lines,
//! `footnotes` moves notes in front of the list, `reference_list` finds the list and splits it, and
//! this file joins lines to paragraphs. The place that is reported to readers is the page.

pub mod columns;
mod footnotes;
mod join;
mod margin_numbers;
mod misplaced;
mod page;
mod reference_list;
mod running_heads;

use crate::DocumentError;
pub(crate) use columns::PlacedLine;
use columns::reading_order;
pub(crate) use join::join_line_as;
use join::{Paragraph, join_line};
use page::step;
pub use page::{Fragment, Page};
use referee_syntax::{Document, ExtractedParagraph, SourcePlace};
pub(crate) use reference_list::ReferenceList;
pub(crate) use running_heads::drop as drop_running_heads;

/// The minimum ratio of the size of a heading to that of the text.
const HEADING_SIZE_RATIO: f64 = 1.12;

/// The maximum length of a heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 120;

/// The minimum number of letters in a file with text; fewer are the stamp of a scanner.
const MIN_LETTERS: usize = 40;

/// Builds a draft from the pages of a PDF.
///
/// # Errors
///
/// If the pages contain no text: they are images.
pub fn read(pages: &[Page]) -> Result<Document, DocumentError> {
    if !has_text(pages) {
        return Err(DocumentError::NoText);
    }
    let mut lines = lines(pages);
    running_heads::drop(&mut lines);
    footnotes::move_before_lists(&mut lines);
    Ok(Document::extracted(paragraphs(&lines)))
}

/// Returns whether pages contain text, and not only pictures with the stamp of a scanner.
pub(crate) fn has_text(pages: &[Page]) -> bool {
    let mut letters = 0;
    pages.iter().flat_map(|page| &page.fragments).any(|fragment| {
        letters += fragment.text.chars().filter(|c| c.is_alphabetic()).count();
        letters >= MIN_LETTERS
    })
}

/// Returns the lines of pages in reading order, without the line numbers of a manuscript and the labels
/// that lie on text.
pub(crate) fn lines(pages: &[Page]) -> Vec<PlacedLine> {
    let mut pages = margin_numbers::without(pages);
    misplaced::drop(&mut pages);
    reading_order(&pages)
}

/// Moves footnotes before the lists of references that they interrupt, and finds these lists.
pub(crate) fn reference_lists(lines: &mut Vec<PlacedLine>, body: f64) -> Vec<ReferenceList> {
    footnotes::move_before_lists(lines);
    reference_list::find(lines, body)
}

/// Returns the paragraphs of the lines, with one paragraph for each reference of the list.
fn paragraphs(lines: &[PlacedLine]) -> Vec<ExtractedParagraph> {
    let body = body_size(lines);
    let mut out = Vec::new();
    let mut read = 0;
    let mut lists = reference_list::find(lines, body);
    let mut items = reference_list::merged(&mut lists);
    let last = lists.len();
    let has_list = !items.is_empty();
    for (nth, list) in (1..).zip(lists) {
        let from = out.len();
        text_paragraphs(lines.get(read..list.lines.start).unwrap_or_default(), body, &mut out);
        end_list(&mut out, from, read);
        // The list has a heading in any case.
        if let Some(heading) = out.last_mut().filter(|last| reference_list::is_heading(&last.text)) {
            heading.text = reference_list::heading_words(&heading.text);
            heading.heading = Some(1);
        }
        // A draft has one list: the lists of earlier chapters are merged into the last one.
        if nth == last {
            out.extend(items.drain(..).map(|item| ExtractedParagraph {
                text: item.text,
                place: SourcePlace { page: Some(item.page), ..SourcePlace::default() },
                ..ExtractedParagraph::default()
            }));
        }
        read = list.lines.end;
    }
    let from = out.len();
    text_paragraphs(lines.get(read..).unwrap_or_default(), body, &mut out);
    end_list(&mut out, from, read);
    if has_list {
        mark_own_identifiers(&mut out);
    }
    out
}

/// Marks the paragraphs of the first page of a paper with a list of references: a DOI there is the
/// paper's, and the DOIs of other works are in the list.
fn mark_own_identifiers(out: &mut [ExtractedParagraph]) {
    let first = out.iter().filter_map(|paragraph| paragraph.place.page).min();
    let before_list = out.iter_mut().take_while(|paragraph| !reference_list::is_heading(&paragraph.text));
    for paragraph in before_list.filter(|paragraph| paragraph.place.page == first) {
        paragraph.names_itself = true;
    }
}

/// Makes the paragraph after a list a heading, so that it ends the list, whether it looks like one
/// or not.
fn end_list(out: &mut [ExtractedParagraph], from: usize, read: usize) {
    if let Some(next) = out.get_mut(from).filter(|_| read > 0) {
        next.heading = Some(1);
    }
}

/// Returns the size of most letters.
pub(crate) fn body_size(lines: &[PlacedLine]) -> f64 {
    let mut sizes: Vec<(i64, usize)> = Vec::new();
    for line in lines {
        let step = step(line.size);
        match sizes.iter_mut().find(|(known, _)| *known == step) {
            Some((_, letters)) => *letters += line.text.len(),
            None => sizes.push((step, line.text.len())),
        }
    }
    let most = sizes.into_iter().max_by_key(|(step, letters)| (*letters, *step));
    #[expect(clippy::cast_precision_loss, reason = "half points of a font")]
    let size = most.map_or(10.0, |(step, _)| step as f64 / 2.0);
    size
}

fn text_paragraphs(lines: &[PlacedLine], body: f64, out: &mut Vec<ExtractedParagraph>) {
    let mut open: Option<(Paragraph, &PlacedLine, bool)> = None;
    let mut end = |open: &mut Option<(Paragraph, &PlacedLine, bool)>| {
        if let Some((paragraph, _, is_heading)) = open.take() {
            out.push(ExtractedParagraph {
                text: paragraph.text,
                heading: is_heading.then_some(1),
                place: SourcePlace { page: Some(paragraph.page), ..SourcePlace::default() },
                ..ExtractedParagraph::default()
            });
        }
    };
    for line in lines {
        let is_heading = is_heading(line, body);
        let goes_on = open.as_ref().is_some_and(|(_, last, was_heading)| {
            *was_heading == is_heading && follows(last, line) && !reference_list::is_heading(&line.text)
        });
        let alone = open.as_ref().is_some_and(|(paragraph, ..)| reference_list::is_heading(&paragraph.text));
        if !goes_on || alone {
            end(&mut open);
        }
        match &mut open {
            Some((paragraph, last, _)) => {
                join_line(&mut paragraph.text, &line.text);
                *last = line;
            }
            None => {
                open = Some((
                    Paragraph { text: line.text.trim().to_owned(), page: line.page },
                    line,
                    is_heading,
                ));
            }
        }
    }
    end(&mut open);
}

/// Returns whether a line is a heading by its size.
fn is_heading(line: &PlacedLine, body: f64) -> bool {
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
    line.size > body * HEADING_SIZE_RATIO
        && letters >= 3
        && line.text.chars().count() <= MAX_HEADING_CHARACTERS
}

/// Returns whether a line continues the paragraph of the line before it.
fn follows(last: &PlacedLine, line: &PlacedLine) -> bool {
    let size = last.size.max(line.size);
    if (last.size - line.size).abs() > 0.15 * size {
        return false;
    }
    let ends = last.text.trim_end().ends_with(['.', '?', '!', ':', '”', '"', ')']);
    if last.page == line.page && last.column == line.column {
        let gap = line.y - last.y;
        let indented = line.x > last.left + 0.8 * size && last.x < last.left + 0.4 * size;
        let short = last.end < last.right - 0.15 * (last.right - last.left);
        return gap > 0.0 && gap < size * 1.75 && !(ends && (indented || short));
    }
    // A sentence may continue across the end of a column or a page; a new one may begin a
    // paragraph.
    !ends && line.text.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == '(')
}

#[cfg(test)]
mod tests;
