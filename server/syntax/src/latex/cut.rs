//! Finds the end of a block of LaTeX.
//!
//! A block is a paragraph. The parts that TeX does not read stay in one piece across blank lines:
//! verbatim environments, `\iffalse … \fi`, everything after `\end{document}`. Headings and list
//! items begin a new block, so that typing in one re-parses nothing else.
//!
//! If the end of a verbatim environment is missing, it counts as half-typed and does not hide the
//! rest of the draft. The text that was searched for the end is not searched again: the block takes
//! a part of it that is large enough to pay for the search, and [`super::read`] parses it paragraph
//! by paragraph.

use super::commands;
use super::lex::{TokenKind, Tokens};
use super::scan;
use super::skip::{MAX_SKIP_BYTES, SkipEndFinder, SkippedText};
use crate::list_marker::Marker;
use crate::lookahead::Lookahead;
use referee_text::RopeSlice;
use referee_text::blocks::Cut;

/// The length of the beginning of a line that is examined to see whether it begins a block, in
/// bytes.
const MAX_LINE_PREFIX_BYTES: usize = 64;

/// If a search finds nothing, the block takes one part in this many of the searched text.
const MIN_BLOCK_FRACTION: usize = 8;

/// Returns the end of the block at the start of `rest`.
pub(super) fn cut(rest: RopeSlice<'_>) -> Cut {
    Cutter {
        ahead: Lookahead::new(rest),
        finder: SkipEndFinder::default(),
        at: 0,
        seen: 0,
        begun: false,
        alone: false,
        item: None,
        list: None,
        at_least: 0,
    }
    .run()
}

struct Cutter<'r> {
    ahead: Lookahead<'r>,
    finder: SkipEndFinder,
    /// The start of the current line.
    at: usize,
    seen: usize,
    /// Whether a line that is not blank was seen.
    begun: bool,
    /// Whether the block is a heading and ends with its line.
    alone: bool,
    /// The start of the `\bibitem` with which the block begins.
    item: Option<usize>,
    /// The marker with which the block begins, `[1] ` or `1. `, if it is an item of a list typed by
    /// hand.
    list: Option<Marker>,
    /// The minimum length of the block.
    at_least: usize,
}

impl Cutter<'_> {
    fn run(mut self) -> Cut {
        let total = self.ahead.total();
        loop {
            if self.at >= total {
                return Cut { len: total, seen: total };
            }
            let stop = self.ahead.line_end(self.at);
            let line = self.ahead.text().get(self.at..stop).unwrap_or_default();
            let content = line.trim_start_matches([' ', '\t']);
            if content.is_empty() {
                if self.begun && self.at >= self.at_least && !self.waits_for_text() {
                    return self.behind_blank_lines();
                }
                self.at = self.next_line(stop);
                continue;
            }
            let begins = begins_block(content);
            let marker = begins_reference(content);
            let next_reference = marker.is_some() && marker == self.list;
            if self.begun && self.at >= self.at_least && (self.alone || begins.is_some() || next_reference) {
                let looked =
                    self.at + (line.len() - content.len()) + content.len().min(MAX_LINE_PREFIX_BYTES) + 1;
                return self.done(self.at, looked);
            }
            if !self.begun {
                self.begun = true;
                self.list = marker;
                match begins {
                    Some(BlockStart::Heading) => self.alone = is_balanced(line),
                    Some(BlockStart::Item) => self.item = Some(self.at),
                    _ => {}
                }
            }
            match self.line(stop) {
                Some(stop) => self.at = self.next_line(stop),
                None => return Cut { len: total, seen: total },
            }
        }
    }

    fn done(&self, len: usize, looked: usize) -> Cut {
        Cut { len, seen: self.seen.max(looked).min(self.ahead.total()) }
    }

    fn next_line(&self, stop: usize) -> usize {
        self.ahead.line_break(stop)
    }

    /// Ends the block at the next text after blank lines.
    fn behind_blank_lines(mut self) -> Cut {
        loop {
            let stop = self.ahead.line_end(self.at);
            let line = self.ahead.text().get(self.at..stop).unwrap_or_default();
            let content = line.trim_start_matches([' ', '\t']);
            if !content.is_empty() {
                let looked = self.at + (line.len() - content.len()) + 1;
                return self.done(self.at, looked);
            }
            let next = self.next_line(stop);
            if next == self.at {
                return Cut { len: self.ahead.total(), seen: self.ahead.total() };
            }
            self.at = next;
        }
    }

    /// Returns whether the block so far is a `\bibitem{key}` whose text follows after a blank line.
    fn waits_for_text(&self) -> bool {
        let Some(start) = self.item else { return false };
        let text = self.ahead.text().get(start..self.at).unwrap_or_default();
        if text.len() > 1000 {
            return false;
        }
        let tokens = Tokens::new(text);
        let mut at = tokens.skip_space(0);
        at = scan::command_end(text, at);
        if let Some(label) = tokens.group(at, TokenKind::OpenBracket) {
            at = label.after;
        }
        match tokens.group(at, TokenKind::Open) {
            Some(key) => text.get(tokens.skip_space(key.after)..).is_some_and(|rest| rest.trim().is_empty()),
            None => false,
        }
    }

    /// Scans a line that ends at `stop`, and any following text that TeX does not read. Returns the
    /// end of the last line it reached, or `None` if the document ends.
    fn line(&mut self, mut stop: usize) -> Option<usize> {
        let mut i = self.at;
        loop {
            let bytes = self.ahead.text().as_bytes();
            let found = bytes.get(i..stop).and_then(|rest| memchr::memchr2(b'\\', b'%', rest));
            let Some(found) = found else { return Some(stop) };
            i += found;
            if bytes.get(i) == Some(&b'%') {
                return Some(stop);
            }
            if scan::ends_document(self.ahead.text(), i) {
                return None;
            }
            match self.finder.opaque_from(self.ahead.text(), i, self.ahead.is_complete()) {
                None => i = scan::command_end(self.ahead.text(), i),
                Some(SkippedText::To(end)) => {
                    i = end;
                    self.seen = self.seen.max(end + 1);
                    if i > stop {
                        stop = self.ahead.line_end(i);
                    }
                }
                Some(SkippedText::Unclosed) => {
                    let far = i.saturating_add(MAX_SKIP_BYTES + MAX_LINE_PREFIX_BYTES);
                    let fetched = self.ahead.text().len();
                    if fetched < far && self.ahead.grow_to(far.min(fetched.saturating_mul(2))) {
                        continue;
                    }
                    self.seen = self.seen.max(fetched);
                    self.at_least = self.at_least.max(fetched / MIN_BLOCK_FRACTION);
                    i = scan::command_end(self.ahead.text(), i);
                }
            }
            if i >= stop {
                return Some(stop);
            }
        }
    }
}

/// The kinds of lines that begin a block without a preceding blank line.
enum BlockStart {
    Heading,
    Item,
    Other,
}

fn prefix(content: &str) -> &str {
    content.get(..content.floor_char_boundary(MAX_LINE_PREFIX_BYTES)).unwrap_or_default()
}

/// Returns the marker of an item in a list of references that is typed by hand.
fn begins_reference(content: &str) -> Option<Marker> {
    let content = prefix(content);
    let body = content.strip_prefix("\\noindent").map_or(content, str::trim_start);
    Marker::of(body).filter(|marker| matches!(marker, Marker::Number | Marker::Bracket))
}

fn begins_block(content: &str) -> Option<BlockStart> {
    let content = prefix(content);
    if !content.starts_with('\\') {
        return None;
    }
    let end = scan::command_end(content, 0);
    match content.get(1..end)? {
        "bibitem" => Some(BlockStart::Item),
        "begin" | "end" => {
            matches!(scan::braced_word(content, end)?, "thebibliography" | "document" | "references")
                .then_some(BlockStart::Other)
        }
        "appendix" | "item" => Some(BlockStart::Other),
        name => commands::heading_level(name).map(|_| BlockStart::Heading),
    }
}

/// Returns whether every brace that the line opens is closed on it.
fn is_balanced(line: &str) -> bool {
    let mut depth = 0_i64;
    let mut bytes = line.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'%' => break,
            _ => {}
        }
    }
    depth <= 0
}
