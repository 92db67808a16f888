//! Finds parts of guidelines that notes cite as `[Source: title, page, section]`.

use referee_bibliography::{Work, WorkKind};
use referee_records::{GUIDELINE, Record, Source};
use referee_text::fold;
use std::sync::Arc;

/// The maximum text of a document that one source is compared with, in bytes. A citation of a whole
/// book gives no place in it.
const MAX_PART_BYTES: usize = 60_000;

/// The place of a part of a guideline: a document, a page and a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuidelineLocation<'a> {
    /// The title of the document.
    pub(crate) whole: &'a str,
    /// The page, if the document has pages.
    pub(crate) page: Option<&'a str>,
    /// The heading, if there is one.
    pub(crate) section: Option<&'a str>,
}

/// Returns the place of a part of a guideline; `None` for works that are cited by their authors,
/// their journal or an identifier.
pub(crate) fn place(work: &Work) -> Option<GuidelineLocation<'_>> {
    if !work.authors.is_empty() || !work.identifiers.is_empty() {
        return None;
    }
    let (whole, section) = match (work.kind, &work.container) {
        (WorkKind::Chapter, Some(whole)) => (whole.as_str(), work.title.as_deref()),
        (WorkKind::Report, None) => (work.title.as_deref()?, None),
        _ => return None,
    };
    Some(GuidelineLocation { whole, page: work.pages.as_deref(), section })
}

/// Returns a part of a guideline as a note cites it: `title, p. 12, section`; `None` if only its
/// title is known.
#[must_use]
pub fn in_words(work: &Work, spanish: bool) -> Option<String> {
    let GuidelineLocation { whole, page, section } = place(work)?;
    if page.is_none() && section.is_none() {
        return None;
    }
    let mut out = whole.to_owned();
    if let Some(page) = page {
        out.push_str(if spanish { ", pág. " } else { ", p. " });
        out.push_str(page);
    }
    if let Some(section) = section {
        out.push_str(", ");
        out.push_str(section);
    }
    Some(out.chars().filter(|c| !matches!(c, '[' | ']' | '\n' | '\r')).collect())
}

/// Returns the part of a document that a note cites: the text on this page, under this heading;
/// several parts are joined. `None` if no source has the document or this place in it.
#[must_use]
pub fn find(named: &str, sources: &[Arc<dyn Source>]) -> Option<Record> {
    let named = named.trim().trim_end_matches('.');
    // Try the longest title first: titles contain commas too.
    let ends = std::iter::once(named.len()).chain(named.rmatch_indices(", ").map(|(at, _)| at));
    for end in ends {
        let (title, place) = (named.get(..end)?, named.get(end..)?.trim_start_matches(", "));
        let parts = sources.iter().map(|source| source.guideline(title)).find(|parts| !parts.is_empty());
        if let Some(parts) = parts {
            return GuidelinePlace::read(place).of(&parts);
        }
    }
    None
}

/// Returns whether a record is a part of a guideline.
#[must_use]
pub fn is_part(record: &Record) -> bool {
    record.source == GUIDELINE
}

/// A place in a document, with the parts that the note gives.
#[derive(Debug, Default, PartialEq, Eq)]
struct GuidelinePlace {
    pages: Option<(u32, u32)>,
    section: Option<String>,
}

impl GuidelinePlace {
    /// Reads `p. 12, 4.2 Second line`, in either order.
    fn read(text: &str) -> GuidelinePlace {
        let mut out = GuidelinePlace::default();
        let mut words: Vec<&str> = Vec::new();
        for piece in text.split(", ").filter(|piece| !piece.trim().is_empty()) {
            match pages(piece) {
                Some(pages) if out.pages.is_none() => out.pages = Some(pages),
                _ => words.push(piece),
            }
        }
        // A year is the date of the document, not a place in it.
        words.retain(|word| !(word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())));
        let section = fold::title(&words.join(", "));
        let section = ["section ", "seccion ", "apartado ", "chapter ", "capitulo "]
            .iter()
            .find_map(|word| section.strip_prefix(word).map(str::to_owned))
            .unwrap_or(section);
        out.section = Some(section).filter(|section| !section.is_empty());
        out
    }

    fn of(&self, parts: &[Arc<Record>]) -> Option<Record> {
        let here: Vec<&Arc<Record>> = parts.iter().filter(|part| self.holds(&part.work)).collect();
        let (first, rest) = here.split_first()?;
        let mut record = Record::clone(first);
        let mut text = record.work.summary.take().unwrap_or_default();
        for part in rest {
            text.push('\n');
            text.push_str(part.work.summary.as_deref().unwrap_or_default());
            if part.work.pages != record.work.pages {
                record.work.pages = None;
            }
            if part.work.title != record.work.title && record.work.container.is_some() {
                record.work.title = record.work.container.take();
                record.work.kind = WorkKind::Report;
            }
        }
        record.work.summary = Some(text).filter(|text| text.len() <= MAX_PART_BYTES);
        record.work.summary.is_some().then_some(record)
    }

    fn holds(&self, work: &Work) -> bool {
        let on_page = self.pages.is_none_or(|(first, last)| {
            let page = work.pages.as_deref().and_then(|page| page.parse::<u32>().ok());
            page.is_none_or(|page| (first..=last).contains(&page))
        });
        let under = self.section.as_deref().is_none_or(|wanted| {
            let own =
                work.container.is_some().then(|| fold::title(work.title.as_deref().unwrap_or_default()));
            // `4.2` matches `4.2 Second line` but not `4.20`; the heading of a part that was split
            // for its length ends with a number.
            own.is_some_and(|own| {
                own.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
        });
        on_page && under
    }
}

/// Reads `p. 12`, `pp. 12-14`, `page 12`, `pág. 12`.
fn pages(text: &str) -> Option<(u32, u32)> {
    let lower = text.trim().to_lowercase();
    let rest = ["pages", "page", "páginas", "página", "págs.", "págs", "pág.", "pág", "pp.", "pp", "p.", "p"]
        .iter()
        .find_map(|word| lower.strip_prefix(word))?;
    let rest = rest.trim();
    let mut numbers = rest.split(['-', '–', '—']).map(str::trim);
    let first = numbers.next()?.parse().ok()?;
    let last = match numbers.next() {
        Some(last) => last.parse().ok()?,
        None => first,
    };
    numbers.next().is_none().then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_literature::InMemoryLibrary;
    use referee_records::Completeness;

    fn part(section: &str, page: &str, text: &str) -> Record {
        Record::new(
            GUIDELINE,
            Work {
                kind: WorkKind::Chapter,
                title: Some(section.to_owned()),
                container: Some("Raised pressure, a guide".to_owned()),
                pages: Some(page.to_owned()),
                summary: Some(text.to_owned()),
                ..Work::default()
            },
        )
    }

    fn found(named: &str) -> Option<String> {
        let parts = vec![
            part("1.2 Second line", "3", "Add a second drug."),
            part("1.2 Second line", "4", "Or a third."),
            part("1.20 Children", "9", "Ask somebody else."),
        ];
        let library: Arc<dyn Source> =
            Arc::new(InMemoryLibrary::from_records(parts, Completeness::nothing()));
        find(named, &[library]).and_then(|record| record.work.summary)
    }

    #[test]
    fn a_part_is_found_by_its_page_and_its_heading() {
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(found("Raised pressure, a guide, p. 3, 1.2 Second line"), told("Add a second drug."));
        assert_eq!(found("Raised Pressure: a guide, pág. 4"), told("Or a third."));
        assert_eq!(found("Raised pressure, a guide, section 1.2"), told("Add a second drug.\nOr a third."));
        assert_eq!(found("Raised pressure, a guide, 2023, pp. 3-4"), told("Add a second drug.\nOr a third."));
        assert_eq!(found("Raised pressure, a guide, p. 5"), None);
        assert_eq!(found("Another guide, p. 3"), None);
    }

    #[test]
    fn what_is_written_is_found_again() {
        let part = part("1.2 Second line", "4", "Or a third.");
        let words = in_words(&part.work, false).unwrap_or_default();
        assert_eq!(words, "Raised pressure, a guide, p. 4, 1.2 Second line");
        assert_eq!(found(&words), Some("Or a third.".to_owned()));
        assert_eq!(found(&in_words(&part.work, true).unwrap_or_default()), Some("Or a third.".to_owned()));
    }
}
