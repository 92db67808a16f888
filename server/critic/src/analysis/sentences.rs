//! Units and sentences of a block.
//!
//! A unit is an independent piece of text: a paragraph, a list item, a table row, or, since notes are often written
//! line by line, a line that ends although the next word would have fitted. sentencex finds sentences inside units; its
//! cuts after `Eq.`, `Refs.`, `No.` and similar abbreviations are undone.

use crate::analysis::sections::{self, Label};
use crate::pattern::{Pattern, exact, words};
use referee_syntax::{DraftKind, Format, Heading};
use referee_text::Span;
use std::sync::LazyLock;

/// Lines up to this length are not considered wrapped.
const MIN_WRAP_BYTES: usize = 50;

/// An independent piece of a block: facts in one unit are not context for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its location.
    pub span: Span,
    /// Its kind.
    pub kind: UnitKind,
    /// The section name with which it begins: `PLAN:`. Only in clinical notes.
    pub label: Option<Label>,
}

/// The kind of a [`Unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A paragraph, or a line written as an independent unit.
    Paragraph,
    /// A heading.
    Heading,
    /// An item of a list.
    ListItem,
    /// A row of a table.
    TableRow,
}

/// A sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its location, without surrounding white space.
    pub span: Span,
    /// The index of the unit that contains it.
    pub unit: usize,
}

/// The input for finding units.
#[derive(Clone, Copy)]
pub(crate) struct UnitSource<'a> {
    /// The block's text, with spaces in place of everything but prose.
    pub(crate) prose: &'a str,
    pub(crate) headings: &'a [Heading],
    pub(crate) format: Format,
    pub(crate) kind: DraftKind,
}

/// The units of a block, in order, without the white space between them.
pub(crate) fn units(source: UnitSource<'_>) -> Vec<Unit> {
    let prose = source.prose;
    let width = Width::of(prose);
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    let mut last_len = 0;
    for line in prose.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let visible = line.trim();
        if visible.is_empty() {
            last_len = 0;
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let span = Span::new(start + indent, start + indent + visible.len());
        let kind = kind_of(source, visible, span);
        let label = match kind {
            UnitKind::Heading | UnitKind::TableRow => None,
            _ if source.kind == DraftKind::ClinicalNote => sections::label(visible, span.start as usize),
            _ => None,
        };
        let goes_on = kind == UnitKind::Paragraph
            && label.is_none()
            && last_len > 0
            && units.last().is_some_and(|unit| matches!(unit.kind, UnitKind::Paragraph | UnitKind::ListItem))
            && continues(source, visible, last_len, width);
        match units.last_mut() {
            Some(last) if goes_on => last.span.end = span.end,
            _ => units.push(Unit { span, kind, label }),
        }
        last_len = line.trim_end().len();
    }
    units
}

fn kind_of(source: UnitSource<'_>, visible: &str, span: Span) -> UnitKind {
    if source.headings.iter().any(|heading| heading.span.overlaps(span)) {
        return UnitKind::Heading;
    }
    let is_row = visible.starts_with('|')
        || (source.format == Format::Latex && visible.contains('&') && visible.ends_with("\\\\"));
    if is_row {
        UnitKind::TableRow
    } else if item_marker(visible).is_some() {
        UnitKind::ListItem
    } else {
        UnitKind::Paragraph
    }
}

/// The byte length of a list marker at the beginning of a line; `None` if it is not a list item.
pub(crate) fn item_marker(visible: &str) -> Option<usize> {
    let rest =
        visible.trim_start_matches(['-', '*', '•', '·', '+', '–', '—', '▪', '◦', '‣', '●', '○', '\u{f0b7}']);
    let bullet = visible.len() - rest.len();
    if bullet > 0
        && rest.starts_with([' ', '\t'])
        && visible.chars().take_while(|c| !c.is_whitespace()).count() <= 1
    {
        return Some(bullet);
    }
    if bullet > 0 && visible.starts_with(['•', '▪', '●', '\u{f0b7}']) {
        return Some(bullet);
    }
    let bare = visible.strip_prefix('(').unwrap_or(visible);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits) {
        let behind = bare.get(digits..)?;
        if behind.starts_with(['.', ')']) && behind.get(1..).is_some_and(|rest| rest.starts_with([' ', '\t']))
        {
            return Some(visible.len() - bare.len() + digits + 1);
        }
    }
    visible.starts_with("\\item").then_some(5)
}

/// The line widths of a block.
#[derive(Clone, Copy)]
struct Width {
    /// The length of the longest line in bytes.
    widest: usize,
    /// Whether at least half of the lines before the last end where the next word would not have fitted. If each line
    /// is an independent unit, only the longest one is full.
    is_wrapped: bool,
}

impl Width {
    fn of(prose: &str) -> Width {
        let lines = || prose.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let widest = lines().map(str::len).max().unwrap_or_default();
        let mut width = Width { widest, is_wrapped: false };
        let (mut all, mut full) = (0_usize, 0_usize);
        for (line, next) in lines().zip(lines().skip(1)) {
            all += 1;
            full += usize::from(width.is_full(line.len(), next.trim_start()));
        }
        width.is_wrapped = full * 2 >= all;
        width
    }

    /// Whether the first word of `next` would not have fitted on a line of `len` bytes.
    fn is_full(self, len: usize, next: &str) -> bool {
        let word = next.split_whitespace().next().map_or(0, str::len);
        len + 1 + word > self.widest && self.widest >= MIN_WRAP_BYTES
    }
}

/// Whether a line continues the previous line's sentence: it begins in lower case, or the previous line was full.
fn continues(source: UnitSource<'_>, visible: &str, last_len: usize, width: Width) -> bool {
    if source.kind == DraftKind::Manuscript
        || source.format == Format::Latex
        || source.format == Format::Typst
    {
        return true;
    }
    if visible.starts_with(char::is_lowercase) {
        return true;
    }
    let may_be_new = visible.starts_with(char::is_uppercase) && !width.is_wrapped;
    !may_be_new && width.is_full(last_len, visible)
}

/// The sentences of a block.
pub(crate) fn sentences(prose: &str, units: &[Unit]) -> Vec<Sentence> {
    let mut out = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let start = unit.span.start as usize;
        let Some(text) = prose.get(unit.span.range()) else { continue };
        if matches!(unit.kind, UnitKind::Heading | UnitKind::TableRow)
            || !text.contains(['.', '!', '?', '…', '。'])
        {
            out.push(Sentence { span: unit.span, unit: index });
            continue;
        }
        let first = out.len();
        let mut at = start;
        for piece in sentencex::segment("en", text).into_iter().flat_map(cut_after_words) {
            let begin = at + (piece.len() - piece.trim_start().len());
            let end = at + piece.trim_end().len();
            at += piece.len();
            if begin >= end {
                continue;
            }
            let joined = out.len() > first
                && out.last().is_some_and(|last: &Sentence| {
                    let before = prose.get(last.span.range()).unwrap_or_default();
                    belongs_together(before, prose.get(begin..end).unwrap_or_default())
                });
            match out.last_mut() {
                Some(last) if joined => last.span.end = Span::at(end).end,
                _ => out.push(Sentence { span: Span::new(begin, end), unit: index }),
            }
        }
    }
    out
}

/// The pieces of a text with a sentence end after a word that looks like an abbreviation: "no oral iron, no.
/// Prophylaxis", "calcium and vitamin D. She is well".
fn cut_after_words(piece: &str) -> Vec<&str> {
    static WORD_AT_END: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"\b(?:no|[Vv]itamina? [A-K](?:\d{1,2})?)\.(?P<gap>\s+)\p{Lu}\p{Ll}"));
    let mut out = Vec::new();
    let mut start = 0;
    for found in WORD_AT_END.captures_iter(piece).filter_map(|found| found.name("gap")) {
        out.extend(piece.get(start..found.end()));
        start = found.end();
    }
    out.extend(piece.get(start..));
    out
}

/// Abbreviations after which a number or a bracket continues the sentence.
static BEFORE_NUMBERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("sentences/before-numbers"));

fn belongs_together(before: &str, behind: &str) -> bool {
    // A list marker is not a sentence.
    if item_marker(&format!("{before} ")).is_some_and(|len| len >= before.len()) {
        return true;
    }
    let Some(first) = behind.chars().find(|c| !c.is_whitespace()) else { return true };
    if first.is_lowercase() {
        return true;
    }
    if !(first.is_ascii_digit() || matches!(first, '(' | '[')) {
        return false;
    }
    let word = before.rsplit([' ', '\n', '\t', '(']).next().unwrap_or_default().to_lowercase();
    BEFORE_NUMBERS.contains(&word.as_str())
}
