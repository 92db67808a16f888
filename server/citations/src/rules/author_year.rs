//! Compares the citations by author and year with a list of references without numbers, for
//! `citation/undefined-key` and `citation/uncited-item`.
//!
//! Names are printed in many ways, so an entry counts as cited, and a citation as listed, wherever
//! the surname and the year occur together.

mod cited;

use super::context::RuleContext;
use super::definition::{Anchor, Remark};
use crate::claims::Prose;
use cited::{CitedWork, cited_works};
use referee_bibliography::Name;
use referee_findings::{Data, Severity};
use referee_syntax::{Document, Target};
use referee_text::{Message, Span, fold};
use std::cell::OnceCell;
use std::collections::HashSet;

/// The minimum number of items that are by a person and have a year.
const MIN_ITEMS: usize = 2;

/// The maximum number of bytes of prose that are read.
const MAX_BYTES: usize = 1_000_000;

/// An item of a list of references without numbers.
#[derive(Clone)]
pub(super) struct AuthorYearItem {
    /// The span in the file.
    pub(super) span: Span,
    /// The surname of the first author, and its longest word, folded.
    surname: String,
    key: String,
    year: u16,
}

impl AuthorYearItem {
    /// Returns the item as it is cited: `Feige 2010`.
    pub(super) fn label(&self) -> String {
        format!("{} {}", self.surname, self.year)
    }
}

/// A draft with a list of references without numbers, and the citations of it.
struct AuthorYearDraft {
    items: Vec<AuthorYearItem>,
    /// The number of items, with those that are not in `items`.
    total: usize,
    /// The folded texts of the items and of the lines after the heading of the list.
    listed: Vec<String>,
    /// The citations, each with its span and the longest word of its surname, folded.
    cited: Vec<(Span, String, CitedWork)>,
}

impl AuthorYearDraft {
    /// Reads the list and the citations; `None` if the draft cites by number or key, or the items
    /// are not by author and year.
    fn read(document: &Document) -> Option<AuthorYearDraft> {
        let mut items = Vec::new();
        let (mut total, mut listed) = (0, Vec::new());
        for item in document.list_items() {
            if item.item.number.is_some() || item.item.key.is_some() {
                return None;
            }
            total += 1;
            let span = item.item.span.shift(item.start);
            let text = document.text().get_byte_slice(span.range())?.to_string();
            let text = fold::title(&text);
            if let (Some(Name::Person { family, .. }), Some(year)) =
                (item.item.work.authors.first(), item.item.work.year())
                && let Ok(year) = u16::try_from(year)
                && text.contains(&year.to_string())
            {
                items.push(AuthorYearItem { span, key: key(family), surname: family.clone(), year });
            }
            listed.push(text);
        }
        // Most items must have been read rightly.
        if items.len() < MIN_ITEMS || items.len() * 4 < total * 3 {
            return None;
        }
        if document
            .citations()
            .any(|cited| matches!(cited.citation.target, Target::Key(_) | Target::Numbers(_)))
        {
            return None;
        }
        let references = document.reference_blocks();
        let mut bytes = 0;
        let prose = (0..document.blocks().len())
            .filter(|index| !references.contains(index))
            .filter_map(|index| Prose::of(document, index))
            .take_while(|prose| {
                bytes += prose.text.len();
                bytes <= MAX_BYTES
            });
        let mut cited = Vec::new();
        for prose in prose {
            for work in cited_works(&prose.text) {
                let span = Span::new(prose.start + work.range.start, prose.start + work.range.end);
                cited.push((span, key(&work.surname), work));
            }
        }
        // The list may go on where it was not recognized, as below a heading.
        let after =
            (references.start..document.blocks().len()).filter_map(|index| document.blocks().get(index));
        for block in after {
            let text = document.text().get_byte_slice(block.span().range())?.to_string();
            listed.extend(text.lines().map(fold::title));
        }
        Some(AuthorYearDraft { items, total, listed, cited })
    }

    /// Returns whether the list has the surname and the year in one item.
    fn lists(&self, key: &str, year: u16) -> bool {
        if self.items.iter().any(|item| item.year == year && item.key == key) {
            return true;
        }
        let year = year.to_string();
        self.listed.iter().any(|text| has_word(text, key) && text.contains(&year))
    }

    /// Returns the years of the items of a first author, in order.
    fn years_of(&self, key: &str) -> Vec<u16> {
        let mut years: Vec<u16> =
            self.items.iter().filter(|item| item.key == key).map(|item| item.year).collect();
        years.sort_unstable();
        years.dedup();
        years
    }
}

/// Returns the longest word of a surname, folded.
fn key(surname: &str) -> String {
    fold::words(surname).into_iter().max_by_key(String::len).unwrap_or_default()
}

/// Returns whether a folded text has a word.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(' '))
            && text.get(at + word.len()..).is_some_and(|after| after.is_empty() || after.starts_with(' '))
    })
}

/// Returns a remark for each work that is cited by author and year and that the list of references
/// lacks. Nothing if the list has fewer than half of the cited authors: then it was read wrongly,
/// or is that of another text.
pub(super) fn undefined(_: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    /// The minimum number of listed citations of the uncertain form for each that is not listed.
    const LISTED_FOR_EACH_MISS: usize = 5;
    let Some(draft) = AuthorYearDraft::read(document) else { return Vec::new() };
    let mut seen = HashSet::new();
    let (mut listed, mut missing) = ([0, 0], Vec::new());
    for (span, key, cited) in &draft.cited {
        if !seen.insert((key, cited.year)) {
            continue;
        }
        if draft.lists(key, cited.year) {
            listed[usize::from(cited.is_certain)] += 1;
        } else {
            missing.push((*span, cited, draft.years_of(key)));
        }
    }
    let certain = missing.iter().filter(|(_, cited, _)| cited.is_certain);
    let strange = certain.clone().filter(|(_, _, years)| years.is_empty()).count();
    let of_known_authors = listed[0] + listed[1] + certain.count() - strange;
    if of_known_authors < MIN_ITEMS || strange > of_known_authors {
        return Vec::new();
    }
    let uncertain = missing.iter().filter(|(_, cited, _)| !cited.is_certain).count();
    let trusts_uncertain = listed[0] >= uncertain * LISTED_FOR_EACH_MISS;
    missing
        .into_iter()
        .filter(|(_, cited, _)| cited.is_certain || trusts_uncertain)
        .map(|(span, cited, years)| {
            let (name, year) = (&cited.surname, cited.year);
            let nearest = years.iter().min_by_key(|other| other.abs_diff(year));
            let message = match nearest {
                Some(other) => Message::new(
                    format!(
                        "The list of references has no {name} {year}, but {name} {other}. Correct the year or add the reference."
                    ),
                    format!(
                        "La lista de referencias no tiene {name} {year}, sino {name} {other}. Corrija el año o añada la referencia."
                    ),
                ),
                None => Message::new(
                    format!(
                        "The list of references has no {name} {year}. Correct the citation or add the reference."
                    ),
                    format!(
                        "La lista de referencias no tiene {name} {year}. Corrija la cita o añada la referencia."
                    ),
                ),
            };
            Remark {
                place: Anchor::Span(span),
                message,
                severity: Some(Severity::Warning),
                data: Data { key: Some(format!("{name} {year}")), ..Data::default() },
                ..Remark::default()
            }
        })
        .collect()
}

/// Returns the items that nothing in the draft cites by author and year, and the number of all
/// items; `None` if the draft does not cite in this way, or belongs to others that may cite them.
pub(super) fn uncited_items(
    context: &RuleContext<'_>,
    document: &Document,
) -> Option<(Vec<AuthorYearItem>, usize)> {
    if context.drafts.iter().any(|draft| draft.file != *context.file) {
        return None;
    }
    let draft = AuthorYearDraft::read(document).filter(|draft| !draft.cited.is_empty())?;
    // A citation with a year that the list lacks is reported by itself, and may mean the item.
    let mut cited: HashSet<(&str, u16)> = HashSet::new();
    let mut misdated: HashSet<&str> = HashSet::new();
    for (_, key, work) in &draft.cited {
        if cited.insert((key.as_str(), work.year)) && !draft.lists(key, work.year) {
            misdated.insert(key.as_str());
        }
    }
    let body = OnceCell::new();
    let body = || {
        body.get_or_init(|| {
            let before = document.text().get_byte_slice(..list_start(document));
            before.map(|before| fold::title(&before.to_string())).unwrap_or_default()
        })
    };
    let is_uncited = |item: &AuthorYearItem| {
        !cited.contains(&(item.key.as_str(), item.year))
            && !misdated.contains(item.key.as_str())
            && !occurs_with_year(body(), item)
    };
    let uncited = draft.items.iter().filter(|item| is_uncited(item)).cloned().collect();
    Some((uncited, draft.total))
}

/// Returns where the list of references begins.
fn list_start(document: &Document) -> usize {
    let first = document.blocks().get(document.reference_blocks().start);
    first.map_or(document.text().len_bytes(), |block| block.start as usize)
}

/// Returns whether a folded text has the surname of an item with its year close to it.
fn occurs_with_year(body: &str, item: &AuthorYearItem) -> bool {
    const MAX_BYTES_BETWEEN: usize = 200;
    let year = item.year.to_string();
    body.match_indices(&item.key).any(|(at, _)| {
        let mut end = (at + item.key.len() + MAX_BYTES_BETWEEN).min(body.len());
        while !body.is_char_boundary(end) {
            end -= 1;
        }
        body.get(at..end).is_some_and(|after| after.contains(&year))
    })
}
