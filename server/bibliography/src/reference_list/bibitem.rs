//! Parses one item of a `thebibliography`, as written by BibTeX's styles: `\newblock` separates
//! authors, title and the rest.
//!
//! Fields are read from the style's commands for them, if it has any. Without these and
//! `\newblock`, the title may be in italics after the authors; any other item is parsed like that
//! of any list. A title without recognisable authors before it is omitted, because it may contain
//! them.

mod tagged;
mod venue;

use super::field_ranges::{FieldRanges, trimmed};
use super::imprint::hyphenated;
use super::kind::kind;
use super::remarks::Remarks;
use super::visible_text::VisibleText;
use super::{MAX_ITEM_BYTES, ParsedItem, body};
use crate::gather::addresses;
use crate::latex_arguments::Arguments;
use crate::name::names_of_block;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Parses the text after `\bibitem{key}`; spans are offsets in `latex`.
#[must_use]
pub fn read_bibitem(latex: &str) -> ParsedItem {
    let mut item = ParsedItem::default();
    let view = VisibleText::of_latex(latex);
    let masked = item.take_identifiers(view.text());
    for (_, span) in &mut item.fields {
        *span = view.span(&span.range());
    }
    for (at, _) in latex.match_indices("\\href") {
        let address = Arguments { text: latex, at: at + "\\href".len() }.next();
        let address = address.and_then(|address| latex.get(address.range())).unwrap_or_default();
        addresses(&address.replace('\\', ""), &mut item.work.identifiers);
    }
    if latex.len() > MAX_ITEM_BYTES {
        item.work = item.work.without_controls();
        return item;
    }
    item.work.printed = Some(view.text().trim().to_owned());
    if tagged::read(latex, &mut item) {
        item.work = item.work.without_controls();
        item.fields.sort_by_key(|(_, span)| *span);
        return item;
    }
    let view = view.masked(&masked);
    let remarks = Remarks::read(view.text());
    let view = view.without(&remarks.ranges);
    let body = body(view.text());
    let mut parts = FieldRanges::of_blocks(&view, body.clone())
        .or_else(|| FieldRanges::of_italics(&view, body.clone()))
        .unwrap_or_else(|| FieldRanges::read(&view, body.clone()));
    if parts.title.clone().is_some_and(|title| holds_names(view.text().get(title).unwrap_or_default())) {
        (parts.names, parts.editors, parts.authors) = Default::default();
    }
    if parts.names.is_empty() && parts.editors.is_empty() {
        parts.title = None;
    }
    parts.cut_kind_of_work(view.text());
    parts.take_only_year(view.text(), body);
    item.fill(&view, &parts);
    item.work.pages = item.work.pages.map(|pages| hyphenated(&pages));
    item.work.kind = kind(&item.work, &parts, &remarks, view.text());
    item.work = item.work.without_controls();
    item.fields.sort_by_key(|(_, span)| *span);
    item
}

/// Whether a supposed title begins with the rest of a name list: `C., Jane Doe, and John Roe`.
fn holds_names(title: &str) -> bool {
    static REST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:\p{Lu}\.(?:[ -]?\p{Lu}\.)*,? |\p{Lu}[\p{L}-]+, (?:and )?\p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+[,.])")
            .expect("the pattern is valid")
    });
    REST.is_match(title)
}

impl FieldRanges {
    /// Parses an item whose first block is only a name list; `None` otherwise.
    fn of_blocks(view: &VisibleText, body: Range<usize>) -> Option<Self> {
        let mut blocks = blocks(view, &body).into_iter();
        let first = blocks.next()?;
        // The ACM sets names in small capitals, but no style sets them in italics: those are
        // titles.
        if view.italics.iter().any(|italic| italic.start < first.end && first.start < italic.end) {
            return None;
        }
        let mut parts = FieldRanges { italics: view.italics.clone(), ..FieldRanges::default() };
        parts.take_block_of_names(view.text(), first)?;
        let mut title = blocks.next()?;
        if let Some(year) = bare_year(view.text(), &title) {
            parts.imprint.year = Some(year);
            title = blocks.next()?;
        }
        let venue = blocks.next().map(|next| next.start..body.end);
        parts.take_title_and_venue(view, title, venue, false)?;
        Some(parts)
    }

    /// Parses an item whose title is in italics directly after the authors, as printed by SIAM;
    /// `None` otherwise.
    fn of_italics(view: &VisibleText, body: Range<usize>) -> Option<Self> {
        let italic =
            view.italics.iter().find(|italic| italic.start > body.start && italic.end <= body.end)?;
        let names = trimmed(view.text(), body.start..italic.start, &[' ']);
        let behind = view.text().get(italic.end..body.end)?;
        // Numbers follow a journal in italics, words follow a title.
        let follows = behind.trim_start_matches([' ', ',', '.']);
        let is_title = behind.starts_with([',', '.'])
            && follows.starts_with(char::is_alphabetic)
            && !follows.starts_with("vol");
        if !view.text().get(names.clone())?.ends_with(',') || !is_title {
            return None;
        }
        let mut parts = FieldRanges { italics: view.italics.clone(), ..FieldRanges::default() };
        parts.take_block_of_names(view.text(), names)?;
        let venue = body.end - follows.len()..body.end;
        parts.take_title_and_venue(view, italic.clone(), Some(venue), true)?;
        Some(parts)
    }

    /// Removes the kind of work after the title: `A title, PhD thesis, University of Leeds`.
    fn cut_kind_of_work(&mut self, text: &str) {
        static KIND: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"[,.] (?:(?:Ph\.? ?D\.?|[Mm]aster[’']?s|[Dd]octoral|Diploma) (?:thesis|dissertation)|[Tt]ech(?:nical|\.) [Rr]ep(?:ort|\.))\b")
                .expect("the pattern is valid")
        });
        let Some(title) = self.title.clone() else { return };
        if let Some(found) = text.get(title.clone()).and_then(|words| KIND.find(words)) {
            self.title = Some(title.start..title.start + found.start());
        }
    }

    /// Reads the name list in a block, with the year after it and the word for editors.
    fn take_block_of_names(&mut self, text: &str, block: Range<usize>) -> Option<()> {
        static YEAR: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?:[.,;]? ?\((?P<y>(?:1[6-9]|20)[0-9]{2})[a-z]?\)|",
                r"[.,;] ?(?P<z>(?:1[6-9]|20)[0-9]{2})[a-z]?)[.:,]?$"
            ))
            .expect("the pattern is valid")
        });
        static EDITORS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r",? ?\(?\b(?:[Ee]ditors?|[Ee]ds?|EDS?|[Hh]rsg)\.?\)?,?$")
                .expect("the pattern is valid")
        });
        let mut range = trimmed(text, block, &[' ']);
        if let Some(captures) = text.get(range.clone()).and_then(|names| YEAR.captures(names)) {
            let year = captures.name("y").or_else(|| captures.name("z"))?;
            self.imprint.year = Some(range.start + year.start()..range.start + year.end());
            range.end = range.start + captures.get(0)?.start();
        }
        let mut range = trimmed(text, range, &[' ', ',', ':', ';']);
        let names = text.get(range.clone())?;
        let editors = EDITORS.find(names.trim_end_matches('.')).filter(|found| {
            let mark = found.as_str();
            mark.starts_with(',') || mark.contains('(')
        });
        if let Some(mark) = &editors {
            range.end = range.start + mark.start();
        }
        let names = text.get(range.clone())?;
        let list = names_of_block(names.trim_end_matches('.'))?;
        // The full stop after an initial is kept.
        if !names.trim_end_matches('.').ends_with(|c: char| c.is_uppercase()) && !list.truncated {
            range = trimmed(text, range, &[' ', '.']);
        }
        self.truncated = list.truncated;
        if editors.is_some() {
            self.editors = list.names;
        } else {
            self.names = list.names;
            self.authors = Some(range);
        }
        Some(())
    }

    /// Reads the title from its block, and journal, book and imprint from what follows. `None` if
    /// the block cannot be a title. `are_all_italic` is true if the style also sets the titles of
    /// articles in italics.
    fn take_title_and_venue(
        &mut self,
        view: &VisibleText,
        title: Range<usize>,
        venue: Option<Range<usize>>,
        are_all_italic: bool,
    ) -> Option<()> {
        // An edition, a volume, the kind of work (`[J]`, `[C]//`), or a year at the end.
        static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?:,? \(?(?:[0-9]{1,2}(?:st|nd|rd|th)?|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Rr]ev(?:ised|\.)?) ?",
                r"(?:ed(?:n|ition)?\.?)\)?|, [Vv]ol(?:ume|\.) ?~?[0-9IVX]{1,5}(?: (?:of|in) .*)?|",
                r" ?\[[A-Z](?:/[A-Z]{2})?\](?:// ?.*)?)\.?$"
            ))
            .expect("the pattern is valid")
        });
        static YEAR: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"[,.] \(?(?P<y>(?:1[6-9]|20)[0-9]{2})\)?\.?$").expect("the pattern is valid")
        });
        let text = view.text();
        let block = trimmed(text, title.clone(), &[' ', '.', ',', ';']);
        let mut title = block.clone();
        if venue.is_none()
            && let Some(captures) = YEAR.captures(text.get(title.clone())?)
        {
            let year = captures.name("y")?;
            self.imprint.year.get_or_insert(title.start + year.start()..title.start + year.end());
            title = trimmed(text, title.start..title.start + captures.get(0)?.start(), &[' ', '.', ',']);
        }
        if let Some(found) = BEHIND.find(text.get(title.clone())?) {
            title = trimmed(text, title.start..title.start + found.start(), &[' ', '.', ',']);
        }
        // A title in italics ends with them if another part of the item follows.
        let italic =
            view.italics.iter().find(|italic| italic.start <= title.start && italic.end > title.start);
        let is_book = italic.is_some();
        if let Some(italic) = italic
            && let Some(behind) = text.get(italic.end.min(title.end)..title.end)
            && behind.trim_start_matches([',', ' ', '(']).starts_with(|c: char| c.is_uppercase())
            && behind.starts_with([',', '('])
        {
            title.end = italic.end;
        }
        let words = text.get(title.clone())?;
        if !venue::is_title(words) {
            return None;
        }
        self.title = Some(title);
        match venue {
            Some(venue) => self.take_venue(view, venue, is_book, are_all_italic),
            None => self.published = is_book,
        }
        Some(())
    }
}

/// Returns the non-empty parts of an item between its `\newblock`s; empty without such commands.
fn blocks(view: &VisibleText, body: &Range<usize>) -> Vec<Range<usize>> {
    let inner: Vec<usize> =
        view.blocks.iter().copied().filter(|at| body.start <= *at && *at <= body.end).collect();
    if view.blocks.is_empty() {
        return Vec::new();
    }
    let starts = std::iter::once(body.start).chain(inner.iter().copied());
    let ends = inner.iter().copied().chain(std::iter::once(body.end));
    let ranges = starts.zip(ends).map(|(start, end)| start..end.max(start));
    let is_full = |range: &Range<usize>| {
        view.text().get(range.clone()).is_some_and(|text| text.contains(char::is_alphanumeric))
    };
    ranges.filter(is_full).collect()
}

/// Returns the year of a block that contains only a year.
fn bare_year(text: &str, block: &Range<usize>) -> Option<Range<usize>> {
    let year = trimmed(text, block.clone(), &[' ', '.', ',', ')', ':']);
    let source = text.get(year.clone())?;
    let digits = source.trim_start_matches('(').trim_end_matches(|c: char| c.is_ascii_lowercase());
    let start = year.start + (source.len() - source.trim_start_matches('(').len());
    let is_year = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_year.then_some(start..start + 4)
}
