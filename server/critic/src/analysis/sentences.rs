//! Units and sentences of a part.
//!
//! A unit is what stands for itself: a paragraph, an item of a list, a row of a table, and, since notes are often
//! written line by line, a line that ends where the next word would still have fitted. Sentences are found by
//! sentencex inside of units, and put together again where it cuts behind `Eq.`, `Refs.`, `No.` and the like.

use crate::analysis::sections;
use crate::{BlockAnalysis, Sentence, Unit, UnitKind};
use referee_syntax::{Format, Kind};
use referee_text::Span;

/// Lines as short as this are never wrapped for their length.
const SHORTEST_WRAP: usize = 50;

/// The units of a part, in order, without the white space between them.
pub(crate) fn units(part: &BlockAnalysis) -> Vec<Unit> {
    let prose = part.prose();
    let widest = prose.lines().map(|line| line.trim_end().len()).max().unwrap_or_default();
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
        let kind = kind_of(part, visible, span);
        let label = match kind {
            UnitKind::Heading | UnitKind::TableRow => None,
            _ if part.kind() == Kind::ClinicalNote => sections::label(visible, span.start as usize),
            _ => None,
        };
        let goes_on = kind == UnitKind::Paragraph
            && label.is_none()
            && last_len > 0
            && units.last().is_some_and(|unit| matches!(unit.kind, UnitKind::Paragraph | UnitKind::ListItem))
            && continues(part, visible, last_len, widest);
        match units.last_mut() {
            Some(last) if goes_on => last.span.end = span.end,
            _ => units.push(Unit { span, kind, label }),
        }
        last_len = line.trim_end().len();
    }
    units
}

fn kind_of(part: &BlockAnalysis, visible: &str, span: Span) -> UnitKind {
    if part.headings().iter().any(|heading| heading.span.overlaps(span)) {
        return UnitKind::Heading;
    }
    let is_row = visible.starts_with('|')
        || (part.format() == Format::Latex && visible.contains('&') && visible.ends_with("\\\\"));
    if is_row {
        UnitKind::TableRow
    } else if item_marker(visible).is_some() {
        UnitKind::ListItem
    } else {
        UnitKind::Paragraph
    }
}

/// The bytes of the mark with which a line begins, where it is an item of a list.
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

/// Whether a line goes on with the sentence of the line before it: that one was full.
fn continues(part: &BlockAnalysis, visible: &str, last_len: usize, widest: usize) -> bool {
    if part.kind() == Kind::Manuscript || part.format() == Format::Latex || part.format() == Format::Typst {
        return true;
    }
    let word = visible.split_whitespace().next().map_or(0, str::len);
    let starts_small = visible.starts_with(|c: char| c.is_lowercase());
    let full = last_len + 1 + word > widest && widest >= SHORTEST_WRAP;
    full || starts_small
}

/// The sentences of a part.
pub(crate) fn sentences(part: &BlockAnalysis) -> Vec<Sentence> {
    let prose = part.prose();
    let mut out = Vec::new();
    for (index, unit) in part.units().iter().enumerate() {
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
        for piece in sentencex::segment("en", text) {
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

/// Abbreviations behind which a number or a bracket goes on with the sentence.
const BEFORE_NUMBERS: &[&str] = &[
    "ref.", "refs.", "eq.", "eqs.", "fig.", "figs.", "no.", "nos.", "tab.", "tabs.", "núm.", "num.", "n.º",
    "nº.", "vol.", "p.", "pp.", "pág.", "págs.", "cap.", "sec.", "ch.", "approx.", "aprox.", "ca.", "max.",
    "min.", "máx.", "mín.", "art.", "suppl.", "ed.", "eds.", "vs.", "i.v.", "v.o.", "s.c.", "i.m.", "p.o.",
];

fn belongs_together(before: &str, behind: &str) -> bool {
    // A list marker is no sentence.
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
