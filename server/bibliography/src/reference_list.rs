//! Parses one item of a reference list in the style of any journal.
//!
//! It first finds the most reliable parts: identifiers and addresses, the imprint (year, volume,
//! pages) and the name list. What is between them is title and journal. An ambiguous field is
//! omitted: a wrong one would become a false accusation.

mod bibitem;
mod book;
mod breaks;
mod endings;
mod field_ranges;
mod imprint;
mod kind;
mod quotation;
mod remarks;
mod visible_text;

pub use bibitem::read_bibitem;

use crate::{Date, FieldName, Identifier, Work, find_identifiers};
use field_ranges::FieldRanges;
use kind::kind;
use referee_text::Span;
use regex::Regex;
use remarks::Remarks;
use std::ops::Range;
use std::sync::LazyLock;
use visible_text::VisibleText;

/// The content of one item of a reference list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedItem {
    /// The work that it describes. Ambiguous fields are omitted.
    pub work: Work,
    /// The spans of the fields, in the order of the text.
    pub fields: Vec<(FieldName, Span)>,
}

/// The maximum length of an item in bytes; of longer text only the identifiers are read.
const MAX_ITEM_BYTES: usize = 8_000;

/// Parses one item of a reference list, with or without its number; spans are offsets in `text`.
#[must_use]
pub fn read_item(text: &str) -> ParsedItem {
    let mut item = ParsedItem::default();
    let masked = item.take_identifiers(text);
    if text.len() > MAX_ITEM_BYTES {
        item.work = item.work.without_controls();
        return item;
    }
    item.work.printed = Some(text.to_owned());
    let view = VisibleText::new(text, &masked);
    let remarks = Remarks::read(view.text());
    let view = view.without(&remarks.ranges);
    let body = body(view.text());
    let mut parts = FieldRanges::read(&view, body.clone());
    parts.take_only_year(view.text(), body);
    item.fill(&view, &parts);
    item.work.kind = kind(&item.work, &parts, &remarks, text);
    item.work = item.work.without_controls();
    item.fields.sort_by_key(|(_, span)| *span);
    item
}

static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?:https?://|www\.)[^\s<>"{}|\\^`\[\]]+"#).expect("the pattern is valid"));

/// Words that introduce an identifier or an address, and remarks that end the description.
static TAIL: LazyLock<Regex> = LazyLock::new(|| {
    let shape = concat!(
        r"(?:[Aa]vailable (?:from|at|online|in)|Disponible en|[Dd]isponível em|Retrieved (?:on |from|MON)|Recuperado de|Obtenido de|",
        r"(?:Last )?[Aa]ccessed:? (?:on )?(?:MON|[0-9])|(?:Last )?[Uu]pdated:? (?:MON|[0-9]{1,2} MON)|Consultado (?:el )?[0-9]|",
        r"Published (?:online|MON|[0-9]{1,2} MON)|Epub (?:ahead|[12]|MON)|Online ahead of print|(?:Erratum|Comment|Retraction) in:|",
        r"\bURL:? ?\x01|\(?\b[Dd][Oo][Ii]:? ?\x01|PMID|PMCID|\bISBN\b|\x01)"
    );
    let month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\b";
    Regex::new(&shape.replace("MON", month)).expect("the pattern is valid")
});

/// Returns the part of the text that describes the work: up to the first identifier, address or
/// remark.
fn body(text: &str) -> Range<usize> {
    static LABEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^ ?(?:\[[0-9]{1,4}\]|\([0-9]{1,4}\)|[0-9]{1,4}[.)]|[-\x{2022})]) ?")
            .expect("the pattern is valid")
    });
    let start = LABEL.find(text).map_or(0, |label| label.end());
    let mut end = text.len();
    for found in TAIL.find_iter(text) {
        // `Review` and `Comment in` can begin a title, and an identifier can come first.
        if found.start() >= start + 24 {
            end = found.start();
            break;
        }
    }
    let body = text.get(start..end).unwrap_or_default();
    let trimmed = body.trim_end_matches([' ', '(', '[', '-', ',', '\u{1}']);
    start..start + trimmed.len()
}

impl ParsedItem {
    /// Extracts the identifiers and the address from `text`; returns their ranges.
    fn take_identifiers(&mut self, text: &str) -> Vec<Range<usize>> {
        let mut masked: Vec<Range<usize>> = Vec::new();
        for found in find_identifiers(text) {
            masked.push(found.whole.range());
            let Ok(identifier) = found.result else { continue };
            let field = match &identifier {
                Identifier::Doi(_) => Some(FieldName::Doi),
                Identifier::Pmid(_) => Some(FieldName::Pmid),
                Identifier::Pmcid(_) => Some(FieldName::Pmcid),
                Identifier::Arxiv(..) => Some(FieldName::Arxiv),
                Identifier::Isbn(_) => Some(FieldName::Isbn),
                Identifier::Trial(_) => None,
            };
            if field.is_none_or(|field| self.fields.iter().all(|(known, _)| *known != field)) {
                self.fields.extend(field.map(|field| (field, found.span)));
                self.work.identifiers.insert(identifier);
            }
        }
        for found in ADDRESS.find_iter(text) {
            let address = found.as_str().trim_end_matches(['.', ',', ';', ':', ')', '\'', '*', '_']);
            let range = found.start()..found.start() + address.len();
            if masked.iter().any(|mask| mask.start < range.end && range.start < mask.end) {
                continue;
            }
            if self.work.url.is_none() {
                self.work.url = Some(address.to_owned());
                self.fields.push((FieldName::Url, Span::new(range.start, range.end)));
            }
            masked.push(range);
        }
        masked.sort_by_key(|mask| mask.start);
        masked
    }

    /// Adds the span of a field, unless the field has one.
    fn add_field(&mut self, field: FieldName, place: Span) {
        if self.fields.iter().all(|(known, _)| *known != field) {
            self.fields.push((field, place));
        }
    }

    /// Fills the work from the ranges of the fields.
    fn fill(&mut self, view: &VisibleText, parts: &FieldRanges) {
        let text = |range: &Option<Range<usize>>| {
            let text = range.as_ref().and_then(|range| view.text().get(range.clone()))?;
            let text = text.replace(VisibleText::MASK, "");
            let text = text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let imprint = &parts.imprint;
        let work = &mut self.work;
        work.authors.clone_from(&parts.names);
        work.authors_truncated = parts.truncated;
        if parts.editors.is_empty() {
            work.editors = Vec::new();
        } else if work.authors.is_empty() || parts.authors.is_some() {
            work.editors.clone_from(&parts.editors);
        }
        work.title = text(&parts.title).map(unbracketed);
        work.container = text(&parts.container);
        work.publisher = text(&parts.publisher);
        work.edition = text(&parts.edition);
        work.volume = text(&imprint.volume);
        work.issue = text(&imprint.issue);
        work.pages = text(&imprint.pages);
        work.date = text(&imprint.year).and_then(|year| year.parse().ok()).map(|year| {
            let month = text(&imprint.month).and_then(|name| imprint::month(&name));
            let day = text(&imprint.day)
                .and_then(|day| day.parse().ok())
                .filter(|day| (1..=31).contains(day) && month.is_some());
            Date { year, month, day }
        });
        let places = [
            (FieldName::Authors, &parts.authors),
            (FieldName::Title, &parts.title),
            (FieldName::Journal, &parts.container),
            (FieldName::Year, &imprint.year),
            (FieldName::Volume, &imprint.volume),
            (FieldName::Issue, &imprint.issue),
            (FieldName::Pages, &imprint.pages),
        ];
        for (field, range) in places {
            if text(range).is_some()
                && let Some(range) = range
            {
                self.fields.push((field, view.span(range)));
            }
        }
    }
}

/// Removes the brackets of a translated title: `[Metformin in diabetes]`.
fn unbracketed(title: String) -> String {
    match title.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) if !inner.contains(['[', ']']) => inner.trim_end_matches('.').to_owned(),
        _ => title,
    }
}

#[cfg(test)]
mod tests;
