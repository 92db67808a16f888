//! Statements of the cells of a table: “Na 119” on day 1, a temperature at 14:00.

use super::frame::{Frame, clock, times};
use super::label::Label;
use super::phrases::Searched;
use super::statement::{Says, Statement};
use super::table::TABLES;
use super::tokens::Tokens;
use crate::BlockContext;
use crate::analysis::charts::{ChartCell, Charts};

/// Adds the statements of the tables of a block. `last` is the number of entries and of steps of the block.
pub(super) fn read(block: &BlockContext<'_>, last: (usize, usize), out: &mut Vec<Statement>) {
    for cell in &Charts::of(block).0 {
        cell_statements(cell, last, out);
    }
}

/// Adds what a cell states: the value of a measure, and the states of its range.
fn cell_statements(cell: &ChartCell, (entry, step): (usize, usize), out: &mut Vec<Statement>) {
    let tokens = Tokens::read(&cell.sentence);
    let text = Searched { tokens: &tokens, prose: &cell.sentence, drug_at: &|_| None, here: None };
    let mut found = Vec::new();
    TABLES.phrases.find(&text, 0..tokens.len(), |one| {
        if one.first == 0 && !found.contains(&one) {
            found.push(one);
        }
    });
    let frame = frame_of(cell);
    for found in found {
        let Some(row) = TABLES.rows.get(found.row) else { continue };
        let (Some(measure), Some(number)) = (row.measure, found.number) else { continue };
        let Some(limits) = TABLES.measures.get(measure) else { continue };
        let value = tokens.number(number).filter(|value| (limits.lowest..=limits.highest).contains(value));
        let Some(value) = value.filter(|_| row.unless.first_in(&text, 0..tokens.len(), |_| true).is_none())
        else {
            continue;
        };
        let mut push = |says: Says| {
            out.push(Statement {
                says,
                span: cell.span,
                part: cell.span,
                clause: cell.span,
                frame,
                entry,
                step,
                which: None,
                measure: Some(measure),
                drug: None,
                is_charted: true,
                is_lasting: false,
            });
        };
        push(Says::Value(measure, value));
        // "Hypokalaemia, replaced" beside a potassium that is normal on the third day is no contradiction.
        let is_compared = |state| frame == Frame::Now || !TABLES.normal.contains(&state);
        for range in TABLES.ranges.iter().filter(|range| range.measure == measure) {
            if (range.from..=range.to).contains(&value) && is_compared(range.state) {
                push(Says::State(range.state));
            }
        }
    }
}

/// The time of a cell by the words of its column.
fn frame_of(cell: &ChartCell) -> Frame {
    let tokens = Tokens::read(&cell.time);
    let text = Searched { tokens: &tokens, prose: &cell.time, drug_at: &|_| None, here: None };
    if tokens.len() == 0 {
        return Frame::Now;
    }
    if let Some(minutes) = (0..tokens.len()).find_map(|at| clock(&tokens, &cell.time, at)) {
        return Frame::Clock(minutes);
    }
    let label = times(&text).into_iter().next();
    if let Some((label, time)) = label
        && label != Label::Step
    {
        let number = time.number.and_then(|at| tokens.text(at).parse().ok()).unwrap_or(0);
        return if label == Label::Now { Frame::Now } else { Frame::At(label, number) };
    }
    if (0..tokens.len()).any(|at| tokens.is_year(&cell.time, at)) {
        return Frame::At(Label::Elsewhere, 0);
    }
    Frame::At(Label::Column, u32::try_from(cell.column).unwrap_or_default())
}

/// Whether a statement and a cell of a table are of one time. A diagnosis is about the whole table; a finding of the hour is
/// about the same hour, the same day, or the present values.
pub(super) fn are_of_one_time(one: &Statement, other: &Statement) -> bool {
    if one.is_charted == other.is_charted {
        return false;
    }
    let (cell, word) = if one.is_charted { (one, other) } else { (other, one) };
    let is_elsewhere = |frame: Frame| frame == Frame::At(Label::Elsewhere, 0);
    if is_elsewhere(cell.frame) || is_elsewhere(word.frame) || word.measure.is_some() {
        return false;
    }
    word.is_lasting || cell.frame.meets(word.frame, false)
}
