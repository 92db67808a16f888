//! A PDF as a draft: its text in reading order, its list of references cut into items.
//!
//! A PDF says where letters stand and not what they are. [`columns`] finds the order in which lines are read,
//! `margin_numbers` drops the numbers of lines, `running_heads` what pages repeat, `footnotes` puts notes in front of the
//! list, `reference_list` finds the list and cuts it, and this file joins lines to paragraphs. What a reader of the
//! document is told is the page.

pub mod columns;
mod footnotes;
mod join;
mod margin_numbers;
mod page;
mod reference_list;
mod running_heads;

use crate::DocumentError;
use columns::{PlacedLine, reading_order};
use join::{Paragraph, join_line};
use page::step;
pub use page::{Fragment, Page};
use referee_syntax::{Document, ExtractedParagraph, SourcePlace};

/// How much larger than the text a heading is, at least.
const HEADING_SIZE_RATIO: f64 = 1.12;

/// The longest heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 120;

/// The least letters, in a whole file, that are text and not what a scanner stamped.
const MIN_LETTERS: usize = 40;

/// Makes a draft of the pages of a PDF.
///
/// # Errors
///
/// If there is no text on them: the pages are pictures.
pub fn read(pages: &[Page]) -> Result<Document, DocumentError> {
    let letters: usize = pages
        .iter()
        .flat_map(|page| &page.fragments)
        .map(|fragment| fragment.text.chars().filter(|c| c.is_alphabetic()).count())
        .sum();
    if letters < MIN_LETTERS {
        return Err(DocumentError::NoText);
    }
    let mut lines: Vec<PlacedLine> = reading_order(&margin_numbers::without(pages));
    running_heads::drop(&mut lines);
    footnotes::move_before_lists(&mut lines);
    Ok(Document::extracted(paragraphs(&lines)))
}

/// The paragraphs of the lines, with each reference of the list as one.
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
        // Whatever stands in front of it, the list has a heading of its own.
        if let Some(heading) = out.last_mut().filter(|last| reference_list::is_heading(&last.text)) {
            heading.text = reference_list::heading_words(&heading.text);
            heading.heading = Some(1);
        }
        // A draft has one list: that of an earlier chapter stands in front of the last one's.
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

/// A paper with a list of references has its own DOI on its first page, and those of others in its list.
fn mark_own_identifiers(out: &mut [ExtractedParagraph]) {
    let first = out.iter().filter_map(|paragraph| paragraph.place.page).min();
    let before_list = out.iter_mut().take_while(|paragraph| !reference_list::is_heading(&paragraph.text));
    for paragraph in before_list.filter(|paragraph| paragraph.place.page == first) {
        paragraph.names_itself = true;
    }
}

/// What follows a list ends it, whether it looks like a heading or not.
fn end_list(out: &mut [ExtractedParagraph], from: usize, read: usize) {
    if let Some(next) = out.get_mut(from).filter(|_| read > 0) {
        next.heading = Some(1);
    }
}

/// The size of most letters.
fn body_size(lines: &[PlacedLine]) -> f64 {
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

/// Whether a line is a heading by its size.
fn is_heading(line: &PlacedLine, body: f64) -> bool {
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
    line.size > body * HEADING_SIZE_RATIO
        && letters >= 3
        && line.text.chars().count() <= MAX_HEADING_CHARACTERS
}

/// Whether a line goes on with the paragraph of the line before it.
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
    // Over the end of a column or a page a sentence goes on; a new one may begin a paragraph.
    !ends && line.text.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == '(')
}

#[cfg(test)]
mod tests;
