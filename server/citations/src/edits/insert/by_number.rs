//! Inserts a citation by number, with an item in the numbered list of references.

use super::insertion::{Insertion, NoInsertion, spaced, touching, trimmed_end};
use crate::edits::{file_edit, in_order, matching};
use crate::rules::context::RuleContext;
use crate::rules::wording;
use referee_bibliography::foreign::foreign_line;
use referee_bibliography::{Work, render};
use referee_syntax::{Citation, Document, Listed, Target};
use referee_text::{Span, TextEdit};

/// Cites the list item of a work; adds one after the last if the work is not listed.
pub(super) fn item(
    context: &RuleContext<'_>,
    document: &Document,
    items: &[Listed<'_>],
    at: usize,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let there = matching::item_of(context, items, work).and_then(|listed| listed.item.number);
    let highest = items.iter().filter_map(|listed| listed.item.number).max().unwrap_or(0);
    let number = there.unwrap_or_else(|| highest.saturating_add(1));
    let mut edits = vec![file_edit(context.file, cite_number(document, at, number)?)];
    if there.is_none() {
        edits.push(file_edit(context.file, new_item(document, items, number, work)));
    }
    let title = match there {
        Some(number) => context
            .interface
            .pick(format!("Cite reference {number}"), format!("Citar la referencia {number}")),
        None => {
            let work = wording::work(context.interface, work);
            context.interface.pick(
                format!("Add {work} as reference {number} and cite it"),
                format!("Añadir {work} como referencia {number} y citarla"),
            )
        }
    };
    Ok(Insertion { title, label: format!("[{number}]"), reused: there.is_some(), edits: in_order(edits) })
}

fn cite_number(document: &Document, at: usize, number: u32) -> Result<TextEdit, NoInsertion> {
    let numbers = |citation: &Citation| matches!(citation.target, Target::Numbers(_));
    let here = touching(document, at).into_iter().find(numbers);
    let text_of = |citation: &Citation| {
        document
            .text()
            .get_byte_slice(citation.group.range())
            .map(|text| text.to_string())
            .unwrap_or_default()
    };
    if let Some(citation) = here {
        if matches!(&citation.target, Target::Numbers(own) if own.contains(&number)) {
            return Err(NoInsertion::AlreadyCited);
        }
        let (text, end) = (text_of(&citation), citation.group.end as usize);
        for close in ["]", "^", "</sup>"] {
            if text.ends_with(close) {
                return Ok(TextEdit::new(Span::at(end - close.len()), format!(",{number}")));
            }
        }
        return Ok(TextEdit::new(Span::at(end), format!(",{}", raised(number))));
    }
    // Use the form of the draft's other citations.
    let usual = document.citations().map(|cited| cited.to_citation()).filter(numbers).last();
    let usual = usual.map(|citation| text_of(&citation)).unwrap_or_default();
    Ok(if usual.starts_with('^') {
        TextEdit::new(Span::at(at), format!("^{number}^"))
    } else if usual.starts_with("<sup>") {
        TextEdit::new(Span::at(at), format!("<sup>{number}</sup>"))
    } else if usual.starts_with(|c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c)) {
        TextEdit::new(Span::at(at), raised(number))
    } else {
        spaced(document, at, " ", &format!("[{number}]"))
    })
}

fn raised(number: u32) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize));
    number.to_string().chars().filter_map(digit).collect()
}

/// Returns the edit that adds an item after the last one, with its marker and separator; adds a
/// heading if the draft lacks a list.
fn new_item(document: &Document, items: &[Listed<'_>], number: u32, work: &Work) -> TextEdit {
    let words = foreign_line(&render::vancouver(work), document.format().markup());
    let span = |listed: &Listed<'_>| listed.item.span.shift(listed.start);
    let Some(last) = items.last().map(span) else {
        let headings = document.headings();
        let level = if headings.iter().filter(|heading| heading.level == 1).count() > 1 || headings.is_empty()
        {
            1
        } else {
            2
        };
        let text = document.text();
        let ends = trimmed_end(document, text.len_bytes());
        let gap = if ends == 0 { "" } else { "\n\n" };
        // The text that follows is left as it is: in a notebook it may lie outside the text of a
        // cell, where it cannot be replaced.
        let has_line_end = text.get_byte_slice(ends..).is_some_and(|rest| rest.len_lines() > 1);
        let close = if has_line_end { "" } else { "\n" };
        return TextEdit::new(
            Span::at(ends),
            format!("{gap}{} References\n\n{number}. {words}{close}", "#".repeat(level)),
        );
    };
    let text = document.text();
    let start = last.start as usize;
    let line = text.byte_to_line(start);
    let marker =
        text.get_byte_slice(text.line_to_byte(line)..start).map(|text| text.to_string()).unwrap_or_default();
    let digits: String = marker.chars().filter(char::is_ascii_digit).collect();
    let marker = if digits.is_empty() { marker } else { marker.replacen(&digits, &number.to_string(), 1) };
    let parted = items.iter().rev().nth(1).map(span).is_some_and(|before| {
        text.get_byte_slice(before.end as usize..start).is_some_and(|gap| gap.to_string().contains("\n\n"))
    });
    let gap = if parted { "\n\n" } else { "\n" };
    TextEdit::new(Span::at(trimmed_end(document, last.end as usize)), format!("{gap}{marker}{words}"))
}
