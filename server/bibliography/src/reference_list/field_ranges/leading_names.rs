//! Reads the authors at the start of an item, and the year after them.

use super::super::breaks;
use super::super::endings::without_editors;
use super::FieldRanges;
use crate::Name;
use crate::name::{
    given_first_names, has_word_of_titles, is_initials_first, leading_initials_first, read_names,
};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The maximum number of full stops tried as the end of a list with full given names.
const MAX_NAME_STOPS: usize = 12;

impl FieldRanges {
    /// Reads `range` as a name list and nothing else. With `sure`, only names with initials are
    /// accepted. A list with a word for editors yields editors.
    pub(super) fn take_names(&mut self, text: &str, range: Range<usize>, sure: bool) -> bool {
        let Some(source) = text.get(range.clone()) else { return false };
        if let Some(people) = without_editors(source) {
            let taken = self.take_names(text, range.start..range.start + people.len(), sure);
            if taken {
                self.editors = std::mem::take(&mut self.names);
                self.authors = None;
            }
            return taken;
        }
        let trimmed = source.trim_start();
        let start = range.end - trimmed.len();
        let mut trimmed = trimmed.trim_end_matches([' ', ',', ';', ':']);
        if let Some(list) = read_names(trimmed.trim_end_matches('.')).filter(|list| list.sure || !sure) {
            // The full stop after `Doe R` ends the list, but not the one after `Doe, R.`
            let bare = trimmed.trim_end_matches('.');
            let dotted = bare.as_bytes().windows(2).any(|pair| matches!(pair, [b'A'..=b'Z', b'.']));
            if !dotted && !list.truncated {
                trimmed = bare;
            }
            self.names = list.names;
            self.truncated = list.truncated;
            self.authors = Some(start..start + trimmed.len());
            return true;
        }
        false
    }

    /// Reads authors followed by a year (APA, Harvard, Springer); returns the start of the title.
    pub(super) fn year_behind_names(&mut self, text: &str, from: usize) -> Option<usize> {
        static YEAR: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?:[.,]? ?\((?P<y>(?:1[6-9]|20)[0-9]{2})[a-z]?(?:, ?[^()]{1,30})?\)[.,:]?|",
                r"[.,]? (?P<z>(?:1[6-9]|20)[0-9]{2})[a-z]?[.:,]) "
            ))
            .expect("the pattern is valid")
        });
        for captures in YEAR.captures_iter(text.get(from..)?).take(4) {
            let whole = captures.get(0)?;
            let year = captures.name("y").or_else(|| captures.name("z"))?;
            let names = from..from + whole.start() + usize::from(whole.as_str().starts_with('.'));
            if names.len() < 2 {
                return None;
            }
            let bracketed = captures.name("y").is_some();
            let head = text.get(names.clone()).unwrap_or_default();
            let editors = head.trim_end().trim_end_matches(['.', ')', ' ']).ends_with("Eds")
                || head.trim_end().ends_with("(Ed.)");
            let people = if editors {
                head.rfind('(').map_or(names.clone(), |at| names.start..names.start + at)
            } else {
                names.clone()
            };
            if self.take_names(text, people.clone(), !bracketed)
                || (!bracketed && self.take_given_first(text, people.clone()))
                || (!bracketed && self.take_full_names(text, people.clone()))
                || (!bracketed && self.take_written_out(text, people.clone()))
                || (bracketed && self.take_organisation(text, people))
            {
                if editors {
                    self.editors = std::mem::take(&mut self.names);
                    self.authors = None;
                }
                self.imprint.year = Some(from + year.start()..from + year.end());
                return Some(from + whole.end());
            }
        }
        None
    }

    /// Reads names with full given names first: `Frank Bretz, Alan Genz, and Ludwig A. Hothorn`.
    fn take_given_first(&mut self, text: &str, range: Range<usize>) -> bool {
        let source = text.get(range.clone()).unwrap_or_default();
        let names = source.trim_end_matches(['.', ',', ' ']);
        let Some(list) = given_first_names(names) else { return false };
        self.names = list.names;
        self.truncated = list.truncated;
        self.authors = Some(range.start..range.start + names.len());
        true
    }

    /// Reads names, some of them written in full. A sign that they are not a title is required:
    /// "et al.", or a conjunction before the last name.
    fn take_full_names(&mut self, text: &str, range: Range<usize>) -> bool {
        let source = text.get(range.clone()).unwrap_or_default();
        let mut trial = FieldRanges::default();
        let are_names = trial.take_names(text, range, false)
            && (trial.truncated || trial.names.len() + trial.editors.len() > 1 && has_conjunction(source))
            && !has_word_of_titles(source);
        if are_names {
            self.names = trial.names;
            self.editors = trial.editors;
            self.truncated = trial.truncated;
            self.authors = trial.authors;
        }
        are_names
    }

    /// Reads full names, the first one inverted, up to a full stop:
    /// `Smith, John A., and Jane Doe, eds.`
    fn take_written_out(&mut self, text: &str, range: Range<usize>) -> bool {
        let source = text.get(range.clone()).unwrap_or_default();
        let is_sentence = source.ends_with('.') && source.contains(", ");
        is_sentence && !has_word_of_titles(source) && self.take_names(text, range, false)
    }

    /// Reads a leading organisation, recognised by its words or as an acronym.
    fn take_organisation(&mut self, text: &str, range: Range<usize>) -> bool {
        let Some(source) = text.get(range.clone()) else { return false };
        let name = source.trim().trim_end_matches(['.', ',', ':']);
        let acronym = (2..=10).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
        if !crate::name::is_organisation(name) && !acronym || name.len() > 150 || name.contains(". ") {
            return false;
        }
        let start = range.start + (source.len() - source.trim_start().len());
        self.names = vec![Name::organisation(name)];
        self.authors = Some(start..start + name.len());
        true
    }

    /// Reads names with initials first, each followed by a comma:
    /// `J. A. Smith, R. Doe, Robust AI: a title`. Returns the start of the title; `None` if
    /// `other`, the names up to a full stop or a colon with their end, has more names.
    fn take_initials_first(
        &mut self,
        hay: &str,
        from: usize,
        other: Option<&(FieldRanges, usize)>,
    ) -> Option<usize> {
        let (list, after) = leading_initials_first(hay)?;
        let are_more = other.is_some_and(|(other, end)| {
            other.names.len() > list.names.len() + 1
                || other.names.len() > list.names.len()
                    && hay.get(after..*end - from).is_some_and(is_initials_first)
        });
        if are_more {
            return None;
        }
        let run = hay.get(..after).unwrap_or_default().trim_end_matches([' ', ',']);
        self.truncated = list.truncated;
        self.has_commas = true;
        // `L. Goldman and A. I. Schafer, Eds., A book`
        let rest = hay.get(after..).unwrap_or_default();
        if let Some(mark) =
            ["Eds., ", "Ed., ", "eds., ", "ed., "].iter().find(|mark| rest.starts_with(**mark))
        {
            self.editors = list.names;
            return Some(from + after + mark.len());
        }
        self.names = list.names;
        self.authors = Some(from..from + run.len());
        Some(from + after)
    }

    /// Reads authors up to a full stop or a colon (Vancouver, AMA, Nature); returns the
    /// start of the title.
    pub(super) fn leading_names(&mut self, text: &str, from: usize) -> Option<usize> {
        let hay = text.get(from..)?;
        let mut best = None;
        let mut tried = 0;
        for (at, byte) in hay.bytes().enumerate() {
            if !matches!(byte, b'.' | b':') || hay.as_bytes().get(at + 1) != Some(&b' ') {
                continue;
            }
            tried += 1;
            if tried > 60 {
                break;
            }
            let mut trial = FieldRanges::default();
            if trial.take_names(text, from..from + at + usize::from(byte == b'.'), true) {
                let people = trial.names.len() + trial.editors.len();
                let grows = best.as_ref().is_none_or(|(before, end): &(FieldRanges, usize)| {
                    let known = before.names.len() + before.editors.len();
                    // With the same people, prefer a later end if it adds an initial or "et al.";
                    // with more people, unless "and" already precedes the last one:
                    // `Wang, L. and Gao, R. Embodied AI: a foundation`
                    let is_closed = text.get(from..*end).is_some_and(has_conjunction);
                    let is_initial = hay.get(*end - from..at).is_some_and(|more| more.chars().count() <= 3);
                    let is_more = people > known && !is_closed;
                    is_more
                        || people == known && (is_initial || trial.truncated != before.truncated)
                        || people > known && is_initial
                });
                if grows {
                    best = Some((trial, from + at + 2));
                }
            }
        }
        if let Some(title) = self.take_initials_first(hay, from, best.as_ref()) {
            return Some(title);
        }
        if best.is_none() {
            let (end, start) = *breaks::breaks(hay, true).first()?;
            let mut trial = FieldRanges::default();
            // A title follows authors, but a journal follows a title that looks like a name list.
            if trial.take_given_first(text, from..from + end) {
                let mut rest = FieldRanges { authors: trial.authors.clone(), ..FieldRanges::default() };
                rest.read_rest(text, from + start, false);
                if rest.title.is_some() {
                    best = Some((trial, from + start));
                }
            }
        }
        if best.is_none() {
            // `Shokri, Reza, and Vitaly Shmatikov. Privacy-preserving deep learning. 2015.`
            // A name continues after an initial.
            let ends = breaks::breaks(hay, false).into_iter().take(MAX_NAME_STOPS).filter(|(end, _)| {
                !hay.get(..*end).is_some_and(|names| names.ends_with('.') && ends_with_initial(names))
            });
            let mut trial = FieldRanges::default();
            let found = ends
                .map(|(end, start)| (from + end, start))
                .find(|(end, _)| trial.take_full_names(text, from..*end));
            if let Some((_, start)) = found {
                let mut rest = FieldRanges { authors: trial.authors.clone(), ..FieldRanges::default() };
                rest.read_rest(text, from + start, false);
                if rest.title.is_some() {
                    best = Some((trial, from + start));
                }
            }
        }
        if best.is_none() {
            let (end, start) = *breaks::breaks(hay, true).first()?;
            let mut trial = FieldRanges::default();
            if trial.take_written_out(text, from..from + end) {
                best = Some((trial, from + start));
            }
        }
        if best.is_none() {
            let (end, start) = *breaks::breaks(hay, true).first()?;
            let mut trial = FieldRanges::default();
            if trial.take_organisation(text, from..from + end) {
                best = Some((trial, from + start));
            }
        }
        let (found, after) = best?;
        self.names = found.names;
        self.editors = found.editors;
        self.truncated = found.truncated;
        self.authors = found.authors;
        Some(after)
    }
}

/// Whether `names`, which ends with a full stop, ends with an initial.
fn ends_with_initial(names: &str) -> bool {
    let last = names.trim_end_matches('.').rsplit([' ', '.', '-']).next().unwrap_or_default();
    last.chars().count() == 1 && last.starts_with(char::is_uppercase)
}

/// Whether `text` contains a conjunction such as " and ".
fn has_conjunction(text: &str) -> bool {
    [" and ", " & ", " und ", " et "].iter().any(|word| text.contains(word)) && !text.contains(" et al")
}
