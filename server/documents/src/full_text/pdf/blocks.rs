//! Groups lines into headings, paragraphs, captions, tables and notes.

use crate::full_text::parts::{CaptionKind, parts, without_number};
use crate::pdf::PlacedLine;
use std::collections::HashMap;

/// The minimum ratio of the size of a heading to that of the text.
const HEADING_SIZE_RATIO: f64 = 1.08;

/// The minimum ratio of the size of a heading that may be as long as a line or end like a sentence.
const LARGE_SIZE_RATIO: f64 = 1.25;

/// The maximum difference of the sizes of two lines of a paragraph, as a share of the larger one.
const SAME_SIZE: f64 = 0.115;

/// The maximum length of a heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 160;

/// The maximum length of a heading of several lines, in characters.
const MAX_HEADING_LETTERS: usize = 350;

/// The minimum number of letters of a heading that only its capitals show.
const MIN_CAPITALS: usize = 8;

/// The maximum length of a heading that only its place shows, in characters.
const MAX_SHORT_HEADING_CHARACTERS: usize = 70;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// The heading of a section.
    Heading,
    /// The title of the work.
    Title,
    /// A paragraph of the abstract.
    Abstract,
    /// A paragraph, or a part of one.
    #[default]
    Paragraph,
    /// A footnote.
    Note,
    /// The caption of a figure or a table.
    Caption,
    /// The rows of a table.
    Table,
}

/// Adjacent lines that belong together.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    pub(super) lines: Vec<PlacedLine>,
}

/// The usual measures of a file.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The size of most letters, in points.
    body: f64,
    /// The usual distance between two lines of a column, by page and column.
    pitches: HashMap<(u32, u32), f64>,
    /// The usual distance in the file.
    pitch: f64,
}

impl Layout {
    pub(super) fn of(lines: &[PlacedLine], body: f64) -> Self {
        let mut gaps: HashMap<(u32, u32), Vec<f64>> = HashMap::new();
        let mut all = Vec::new();
        for pair in lines.windows(2) {
            let [above, below] = pair else { continue };
            let gap = below.y - above.y;
            let is_body = (above.size - body).abs() < 0.06 * body && (below.size - body).abs() < 0.06 * body;
            if is_same_column(above, below) && gap > 0.5 * body && gap < 4.0 * body && is_body {
                gaps.entry((above.page, above.column)).or_default().push(gap);
                all.push(gap);
            }
        }
        let pitch = median(&mut all).unwrap_or(1.2 * body);
        let pitches = gaps
            .into_iter()
            .filter(|(_, gaps)| gaps.len() >= 5)
            .filter_map(|(column, mut gaps)| Some((column, median(&mut gaps)?)))
            .collect();
        Layout { body, pitches, pitch }
    }

    /// Returns the usual distance between lines around a line; smaller letters have a smaller one.
    fn pitch(&self, line: &PlacedLine) -> f64 {
        let pitch = self.pitches.get(&(line.page, line.column)).copied().unwrap_or(self.pitch);
        pitch * (line.size / self.body).clamp(0.6, 3.0)
    }

    /// Groups lines into blocks.
    pub(super) fn blocks(&self, lines: &[PlacedLine]) -> Vec<Block> {
        let mut out: Vec<Block> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| lines.get(before));
            let after = lines.get(at + 1);
            let kind = self.kind(before, line, after);
            match out.last_mut() {
                Some(block) if self.belongs(block, line, kind) => block.lines.push(line.clone()),
                _ => out.push(Block { kind, lines: vec![line.clone()] }),
            }
        }
        for block in &mut out {
            self.classify(block);
        }
        join_tables(out)
    }

    /// Returns the kind of block that a line would begin.
    fn kind(&self, before: Option<&PlacedLine>, line: &PlacedLine, after: Option<&PlacedLine>) -> BlockKind {
        if self.is_heading(before, line, after) {
            return BlockKind::Heading;
        }
        if parts().caption(&line.text).is_some() {
            return BlockKind::Caption;
        }
        BlockKind::Paragraph
    }

    fn is_heading(&self, before: Option<&PlacedLine>, line: &PlacedLine, after: Option<&PlacedLine>) -> bool {
        let text = line.text.trim();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let characters = text.chars().count();
        if letters < 3 || characters > MAX_HEADING_CHARACTERS || parts().caption(text).is_some() {
            return false;
        }
        if line.size > self.body * HEADING_SIZE_RATIO && line.size > self.body + 0.7 {
            // A line of text is as large where it has a word in another font.
            let is_text = line.size < LARGE_SIZE_RATIO * self.body
                && !parts().is_heading(text.trim_end_matches([':', '.']))
                && (text.ends_with('.') || characters > MAX_SHORT_HEADING_CHARACTERS && !is_short(line));
            return !is_text && letters * 2 > characters.saturating_sub(text.matches(' ').count());
        }
        let above = before.filter(|before| is_same_column(before, line)).map(|before| line.y - before.y);
        let is_apart = above.is_none_or(|gap| gap > 1.25 * self.pitch(line));
        let ended = before.is_none_or(|before| ends_sentence(&before.text) || is_short(before) || is_apart);
        let begins_large = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let has_room = after.is_none_or(|after| !is_same_column(line, after) || is_last(line, after));
        if !ended || !is_short(line) || !has_room || !begins_large {
            return false;
        }
        if parts().is_heading(text.trim_end_matches([':', '.'])) {
            return true;
        }
        let next_begins = after.is_some_and(|after| {
            after
                .text
                .trim_start()
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || "“\"(".contains(c))
                && !is_same_row(line, after)
        });
        let has_stop = text.ends_with(['.', ',', ';', ':', ')', '?']) || line.gaps > 0;
        if has_stop || !next_begins || characters > MAX_SHORT_HEADING_CHARACTERS || self.is_smaller(line) {
            return false;
        }
        let bare = without_number(text);
        let is_numbered = bare.len() < text.len() && bare.starts_with(char::is_uppercase);
        let is_capitals = letters > 4 && !text.chars().any(char::is_lowercase);
        let is_phrase = is_capitals && letters >= MIN_CAPITALS && text.contains(' ');
        is_phrase
            || is_apart
                && above.is_some()
                && (is_numbered || is_capitals || self.is_followed_closely(line, after))
    }

    /// Returns whether a paragraph of full lines follows a line at the usual distance or a little
    /// more, as it follows a heading.
    fn is_followed_closely(&self, line: &PlacedLine, after: Option<&PlacedLine>) -> bool {
        after.is_some_and(|after| {
            is_same_column(line, after)
                && after.y - line.y < 1.9 * self.pitch(line)
                && !is_short(after)
                && (after.size - self.body).abs() < 0.06 * self.body
        }) && line.text.split_whitespace().count() <= 8
    }

    fn is_smaller(&self, line: &PlacedLine) -> bool {
        line.size < 0.94 * self.body
    }

    /// Returns whether a line continues a block.
    fn belongs(&self, block: &Block, line: &PlacedLine, kind: BlockKind) -> bool {
        let Some(last) = block.lines.last() else { return false };
        let size = last.size.max(line.size);
        let same_size = (last.size - line.size).abs() <= SAME_SIZE * size;
        if !is_same_column(last, line) {
            return false;
        }
        let gap = line.y - last.y;
        let pitch = self.pitch(line).max(self.pitch(last));
        if gap < -0.5 * size || gap > 1.9 * pitch {
            return false;
        }
        match (block.kind, kind) {
            (BlockKind::Heading, BlockKind::Heading) => {
                return same_size && gap < 1.6 * pitch && !parts().is_heading(&line.text);
            }
            (BlockKind::Heading, _) | (_, BlockKind::Heading) => return false,
            // A caption begins after a space, or after the end of a sentence.
            (_, BlockKind::Caption) => {
                let in_text = block.kind == BlockKind::Paragraph
                    && same_size
                    && gap < 1.25 * pitch
                    && !ends_sentence(&last.text);
                return in_text;
            }
            _ => {}
        }
        if block.kind == BlockKind::Caption {
            let is_row =
                line.gaps > 0 && last.gaps == 0 && (ends_sentence(&last.text) || is_last(last, line));
            return same_size && gap < 1.3 * pitch && !is_row;
        }
        // Rows of a table may have parts in other sizes.
        if last.gaps > 0 && line.gaps > 0 && gap < 1.9 * pitch {
            return true;
        }
        if !same_size {
            return false;
        }
        let ended = ends_sentence(&last.text);
        let is_apart = gap > 1.3 * pitch;
        let indented = line.x > line.left + 0.8 * size && last.x < last.left + 0.4 * size;
        let begins_large = line.text.trim_start().starts_with(|c: char| !c.is_lowercase());
        let was_last = is_last(last, line);
        if begins_item(&line.text) && (ended || was_last || indented || is_apart) {
            return false;
        }
        !(ended && (indented || was_last || is_apart) || is_apart && begins_large && was_last)
    }

    /// Returns whether large letters are text: where most letters of a file are those of listings or
    /// notes, the text is larger.
    fn is_large_text(&self, block: &Block) -> bool {
        let letters: usize = block.lines.iter().map(|line| line.text.chars().count()).sum();
        let size = block.lines.iter().map(|line| line.size).fold(0.0, f64::max);
        let ends = block.lines.last().is_some_and(|line| ends_sentence(&line.text));
        let many = if size < 1.35 * self.body { 2 } else { 6 };
        letters > MAX_HEADING_LETTERS
            || block.lines.len() > many
            || size < 1.35 * self.body && ends && letters > MAX_SHORT_HEADING_CHARACTERS
    }

    /// Sets the kind of a complete block.
    fn classify(&self, block: &mut Block) {
        if block.kind == BlockKind::Heading && self.is_large_text(block) {
            block.kind = BlockKind::Paragraph;
        }
        if block.kind != BlockKind::Paragraph {
            return;
        }
        let rows = block.lines.iter().filter(|line| line.gaps > 0).count();
        if block.lines.len() >= 2 && rows * 2 > block.lines.len() {
            block.kind = BlockKind::Table;
            return;
        }
        if let Some(first) = block.lines.first()
            && self.is_smaller(first)
            && begins_note(&first.text)
        {
            block.kind = BlockKind::Note;
        }
    }
}

/// Joins adjacent parts of one table, and makes rows after the caption of a table a table.
fn join_tables(blocks: Vec<Block>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut in_table = false;
    for mut block in blocks {
        let rows = block.lines.iter().filter(|line| line.gaps > 0).count();
        if in_table && block.kind == BlockKind::Paragraph && rows * 2 >= block.lines.len() && rows > 0 {
            block.kind = BlockKind::Table;
        }
        in_table = match block.kind {
            BlockKind::Caption => {
                let first = block.lines.first().map(|line| parts().caption(&line.text));
                first == Some(Some(CaptionKind::Table))
            }
            BlockKind::Table => true,
            _ => false,
        };
        match out.last_mut() {
            Some(last) if last.kind == BlockKind::Table && block.kind == BlockKind::Table => {
                last.lines.append(&mut block.lines);
            }
            _ => out.push(block),
        }
    }
    out
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

pub(super) fn is_same_column(above: &PlacedLine, below: &PlacedLine) -> bool {
    above.page == below.page && above.column == below.column
}

fn is_same_row(one: &PlacedLine, other: &PlacedLine) -> bool {
    is_same_column(one, other) && (one.y - other.y).abs() < 0.4 * one.size
}

/// Returns whether a line ends although the first word of the next one would fit into it: the end
/// of a paragraph, also where lines are ragged.
fn is_last(line: &PlacedLine, next: &PlacedLine) -> bool {
    let room = line.right - line.end;
    let word = next.text.trim_start().split(char::is_whitespace).next().unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "letters of a line")]
    let share = word.chars().count() as f64 / next.text.chars().count().max(1) as f64;
    room > 1.2 * share * (next.end - next.x) + 0.6 * line.size
}

/// Returns whether a line ends before the right edge of its column.
fn is_short(line: &PlacedLine) -> bool {
    line.end < line.right - 0.12 * (line.right - line.left)
}

/// Returns whether a line ends a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches([
        '⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁻', ',', ']', ')', '”', '"', '’', '»',
    ]);
    if text.ends_with('.') && is_abbreviated(text.trim_end_matches('.')) {
        return false;
    }
    text.ends_with(['.', '?', '!', ':', '。']) || text.is_empty()
}

/// Returns whether a text ends with an abbreviated word: `S.` of `S. aureus`.
fn is_abbreviated(text: &str) -> bool {
    let word = text.rsplit([' ', '(']).next().unwrap_or_default();
    let mut letters = word.chars();
    matches!((letters.next(), letters.next()), (Some(c), None) if c.is_uppercase())
        || parts().is_abbreviation(word)
}

/// Returns whether a line begins an item of a list: a bullet or a dash.
fn begins_item(text: &str) -> bool {
    begins_bullet(text)
        || text.trim_start().strip_prefix(['–', '—', '-', '*']).is_some_and(|rest| rest.starts_with(' '))
}

/// Returns whether a line begins with a bullet, which is not part of a sentence.
pub(super) fn begins_bullet(text: &str) -> bool {
    text.trim_start().starts_with(['•', '▪', '■', '●', '○', '◦', '‣', '▸', '✓', '⁃'])
}

/// Returns whether a line begins with the mark of a note.
fn begins_note(text: &str) -> bool {
    let text = text.trim_start();
    let mark = |c: char| c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§¶∗".contains(c);
    let words = text.trim_start_matches(mark);
    words.len() < text.len() && words.trim_start().starts_with(char::is_alphabetic)
}
