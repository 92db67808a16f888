//! Turns the pages of a PDF into passages.
//!
//! [`crate::pdf`] gives the lines in reading order. `blocks` groups them into headings, paragraphs,
//! captions, tables and notes; `page_numbers` finds the printed page numbers; `front` finds the
//! title, the abstract and the description of the work on the first page. This file joins paragraphs that
//! a column, a page or a figure interrupts.

mod blocks;
mod front;
mod page_numbers;

use super::marks;
use super::parts::{parts, without_number};
use super::vocabulary::Vocabulary;
use crate::DocumentError;
use crate::pdf::{self, Page, PlacedLine};
use blocks::{Block, BlockKind, Layout};
use page_numbers::PageNumbers;
use referee_records::{FullText, FullTextForm, Passage, PassagePart};
use referee_text::stop_words::{StopWordUse, is_stop_word};

/// The maximum number of passages of one file; the rest is left out.
const MAX_PASSAGES: usize = 50_000;

/// The length of a paragraph to which nothing is joined any more, in bytes.
const MAX_JOINED_BYTES: usize = 20_000;

/// Reads the passages of a PDF.
///
/// # Errors
///
/// If it contains no text.
pub(super) fn read(pages: &[Page], file_name: &str) -> Result<FullText, DocumentError> {
    if !pdf::has_text(pages) {
        return Err(DocumentError::NoText);
    }
    let mut lines = pdf::lines(pages);
    let before = lines.clone();
    pdf::drop_running_heads(&mut lines);
    let numbers = PageNumbers::find(&before, &lines);
    let body = pdf::body_size(&lines);
    let mut lists = pdf::reference_lists(&mut lines, body);
    let vocabulary = Vocabulary::of(lines.iter().map(|line| line.text.as_str()));
    let layout = Layout::of(&lines, body);
    let front = front::Front::read(&before, &lists_of_first_pages(&lines, &lists), &stamp(pages));
    let mut out =
        Assembly { vocabulary: &vocabulary, numbers: &numbers, passages: Vec::new(), section: None };
    let mut read = 0;
    let mut blocks = Vec::new();
    let mut references = Vec::new();
    for list in &mut lists {
        blocks.extend(layout.blocks(lines.get(read..list.lines.start).unwrap_or_default()));
        references.append(&mut list.items);
        read = list.lines.end;
    }
    blocks.extend(layout.blocks(lines.get(read..).unwrap_or_default()));
    front::gather(&mut blocks, body);
    front::mark(&mut blocks, &before, body);
    out.assemble(blocks);
    for item in references {
        out.push(Passage {
            text: item.text,
            page: Some(item.page),
            part: PassagePart::Reference,
            ..Passage::default()
        });
    }
    let title = out.passages.iter().find(|passage| passage.part == PassagePart::Title);
    let mut work = front.work;
    work.title = title.map(|passage| passage.text.clone());
    Ok(FullText {
        origin: file_name.to_owned(),
        form: FullTextForm::Pdf,
        version: front.version,
        licence: front.licence,
        work: work.without_controls(),
        unread: None,
        passages: out.passages,
    })
}

/// Returns the stamp of a preprint server on the first page, which is not a line of text.
fn stamp(pages: &[Page]) -> String {
    let first = pages.first().map(|page| page.fragments.as_slice()).unwrap_or_default();
    first.iter().filter(|fragment| fragment.size == 0.0).map(|fragment| fragment.text.as_str()).collect()
}

/// Returns the lines of the lists of references that begin on the first two pages.
fn lists_of_first_pages(lines: &[PlacedLine], lists: &[pdf::ReferenceList]) -> Vec<PlacedLine> {
    let first = lines.first().map_or(0, |line| line.page);
    let of_list = |list: &pdf::ReferenceList| lines.get(list.lines.clone()).unwrap_or_default().to_vec();
    lists.iter().flat_map(of_list).filter(|line| line.page <= first.saturating_add(1)).collect()
}

/// The passages while blocks are being joined.
struct Assembly<'a> {
    vocabulary: &'a Vocabulary,
    numbers: &'a PageNumbers,
    passages: Vec<Passage>,
    section: Option<String>,
}

/// A paragraph that may continue after a figure or on the next page.
struct OpenParagraph {
    /// Its index in the passages.
    at: usize,
    last: PlacedLine,
    section: Option<String>,
}

impl OpenParagraph {
    /// Returns whether a text box or other text interrupts the paragraph before the end of a
    /// sentence.
    fn is_interrupted(&self) -> bool {
        !blocks::ends_sentence(&self.last.text)
            && !self.last.text.trim_end().ends_with(':')
            && is_open_ended(&self.last)
    }

    /// Returns whether the paragraph continues after these blocks, which are those of a text box: a
    /// block resumes it, and the block before that one ends a sentence or has other letters.
    fn is_resumed_in(&self, blocks: &[Block]) -> bool {
        blocks.windows(2).take(MAX_BOX_BLOCKS).any(|pair| {
            let [before, after] = pair else { return false };
            let (Some(last), Some(first)) = (before.lines.last(), after.lines.first()) else { return false };
            after.kind == BlockKind::Paragraph && self.resumes(first) && !goes_on(last, first)
        })
    }

    /// Returns whether a line continues the paragraph after other text: it begins in the middle of a
    /// sentence, in the same letters, on this page or the next.
    fn resumes(&self, line: &PlacedLine) -> bool {
        is_in_sentence(line)
            && (self.last.size - line.size).abs() <= 0.08 * self.last.size.max(line.size)
            && line.page <= self.last.page.saturating_add(1)
    }
}

impl Assembly<'_> {
    fn push(&mut self, mut passage: Passage) {
        passage.text = passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if passage.part != PassagePart::Reference {
            passage.text = marks::bracketed(&passage.text);
        }
        if passage.text.chars().any(char::is_alphanumeric) && self.passages.len() < MAX_PASSAGES {
            passage.printed_page = passage.page.and_then(|page| self.numbers.printed(page));
            self.passages.push(passage);
        }
    }

    fn assemble(&mut self, blocks: Vec<Block>) {
        let mut open: Option<OpenParagraph> = None;
        // A paragraph that a text box interrupts.
        let mut interrupted: Option<OpenParagraph> = None;
        for (number, block) in blocks.iter().enumerate() {
            let Some(first) = block.lines.first() else { continue };
            let continues = |before: &OpenParagraph| {
                goes_on(&before.last, first)
                    && (is_in_sentence(first)
                        || !before.is_resumed_in(blocks.get(number..).unwrap_or_default()))
            };
            let part = match block.kind {
                BlockKind::Heading => {
                    interrupted = open.take().filter(OpenParagraph::is_interrupted).or(interrupted);
                    let heading = marks::bracketed(&self.joined(&block.lines));
                    let heading = without_number(heading.trim_end_matches([':', '.'])).to_owned();
                    self.section = Some(heading).filter(|text| !text.is_empty());
                    continue;
                }
                BlockKind::Title => PassagePart::Title,
                BlockKind::Abstract => PassagePart::Abstract,
                BlockKind::Paragraph | BlockKind::Note => PassagePart::Body,
                BlockKind::Caption => PassagePart::Caption,
                BlockKind::Table => PassagePart::Table,
            };
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract);
            if is_text
                && !open.as_ref().is_some_and(continues)
                && let Some(before) = interrupted.take_if(|before| before.resumes(first))
            {
                // The heading of a box ends with it.
                self.section.clone_from(&before.section);
                interrupted = open.take().filter(OpenParagraph::is_interrupted);
                open = Some(before);
            }
            if is_text
                && let Some(before) = &mut open
                && (continues(before) || before.is_interrupted() && before.resumes(first))
                && self.passages.get(before.at).is_some_and(|open| open.text.len() < MAX_JOINED_BYTES)
                && let Some(passage) = self.passages.get_mut(before.at)
            {
                let text = block.text(self.vocabulary, std::mem::take(&mut passage.text));
                passage.text = marks::bracketed(&text);
                if let Some(last) = block.lines.last() {
                    before.last = last.clone();
                }
                continue;
            }
            let count = self.passages.len();
            let text = block.text(self.vocabulary, String::new());
            let text = match part {
                PassagePart::Abstract => parts().without_abstract_label(&text).unwrap_or(&text).to_owned(),
                _ => text,
            };
            let section = self.section.clone().filter(|_| part != PassagePart::Title);
            self.push(Passage { text, page: Some(first.page), section, part, ..Passage::default() });
            if is_text && self.passages.len() > count {
                let new = block.lines.last().map(|last| OpenParagraph {
                    at: count,
                    last: last.clone(),
                    section: self.section.clone(),
                });
                interrupted =
                    std::mem::replace(&mut open, new).filter(OpenParagraph::is_interrupted).or(interrupted);
            }
        }
    }

    fn joined(&self, lines: &[PlacedLine]) -> String {
        let mut out = String::new();
        for line in lines {
            pdf::join_line_as(&mut out, &line.text, |head, tail| self.vocabulary.keeps_hyphen(head, tail));
        }
        out
    }
}

impl Block {
    /// Adds the lines of the block to a text.
    fn text(&self, vocabulary: &Vocabulary, before: String) -> String {
        let mut out = before;
        for line in &self.lines {
            pdf::join_line_as(&mut out, &line.text, |head, tail| vocabulary.keeps_hyphen(head, tail));
        }
        out
    }
}

/// The number of blocks of a text box after which the interrupted paragraph may continue.
const MAX_BOX_BLOCKS: usize = 4;

/// Returns whether a line begins with a lower-case letter.
fn is_in_sentence(line: &PlacedLine) -> bool {
    line.text.trim_start().starts_with(char::is_lowercase)
}

/// Returns whether a paragraph continues in a line after a break: its last line does not end a
/// sentence, and the line begins in the middle of one, or follows a full line.
fn goes_on(last: &PlacedLine, line: &PlacedLine) -> bool {
    let begins = line.text.trim_start().chars().next().unwrap_or(' ');
    let in_the_middle = !begins.is_uppercase() && !matches!(begins, '“' | '"' | '‘' | '•');
    if (last.size - line.size).abs() > 0.08 * last.size.max(line.size) || blocks::begins_bullet(&line.text) {
        return false;
    }
    if last.text.trim_end().ends_with(':') {
        // A number after a colon begins an item, unless the colon is within brackets: `(95% CI:`.
        return in_the_middle && (!begins.is_ascii_digit() || last.text.contains(['(', ';']));
    }
    if blocks::ends_sentence(&last.text) {
        return false;
    }
    in_the_middle || is_open_ended(last)
}

/// Returns whether a line is full, or ends with a word or sign after which a sentence continues.
fn is_open_ended(line: &PlacedLine) -> bool {
    let is_full = line.end > line.right - 0.1 * (line.right - line.left);
    let word = line.text.trim_end().rsplit(' ').next().unwrap_or_default();
    let is_open = word.ends_with(['-', ',', '(', '&', '/', '=', '<', '>', '±', '+', '×', '–'])
        || is_stop_word(word, StopWordUse::Content);
    is_open || is_full
}

#[cfg(test)]
mod tests;
