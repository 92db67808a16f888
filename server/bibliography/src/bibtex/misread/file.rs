//! Checks the file around the entries for what a program reads differently.

use super::commented::{self, CommentedEntry};
use super::surroundings::Surroundings;
use super::{abbreviations, edits_of, links, message, preamble};
use crate::bibtex::entry::Block;
use crate::bibtex::file::BibtexFile;
use crate::bibtex::scan;
use crate::misreading::{Misreading, notation_rows as rows};
use referee_text::{Rope, Span, TextEdit};
use std::cmp::Ordering;

impl BibtexFile {
    /// Whether the file defines an abbreviation; `name` is in lower case.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.has_strings() && self.string(name, usize::MAX).is_some()
    }

    /// Returns what is misread in the file, apart from what concerns a single entry.
    pub(crate) fn misread_file(&self, text: &Rope, around: &Surroundings<'_>) -> Vec<Misreading> {
        let mut out = Vec::new();
        for (number, placed) in self.placed_blocks().enumerate() {
            let source = || String::from(text.byte_slice(placed.span().range()));
            let start = placed.start as usize;
            match &**placed.content {
                Block::Other { .. } => {
                    let after = placed.span().end as usize;
                    let next_entry = || {
                        let mut rest = text.byte_slice(after..).bytes().enumerate();
                        let (at, byte) = rest.find(|(_, byte)| !byte.is_ascii_whitespace())?;
                        (byte == b'@').then_some(after + at - start)
                    };
                    let place_of = |key: &str| self.place_of_key(key, number);
                    let found = between_entries(&source(), &next_entry, &place_of, after < text.len_bytes());
                    out.extend(found.into_iter().map(|misreading| {
                        let mut misreading = misreading.shift(start);
                        // BibTeX is affected only if the entry is cited.
                        if std::ptr::eq(misreading.row, &rows::COMMENT_BEFORE_ENTRY) {
                            misreading.key = self.key_of_block(number + 1).map(str::to_owned);
                        }
                        misreading
                    }));
                }
                Block::Strings(strings) if strings.damage.is_none() => {
                    out.extend(parentheses(&source()).map(|misreading| misreading.shift(start)));
                }
                Block::Strings(_) => {}
                Block::Entry(entry) if entry.damage.is_some() => {}
                Block::Entry(entry) => {
                    let Some(links) = entry.links.as_ref() else { continue };
                    let from = out.len();
                    let source = source();
                    let spelled = |block: usize| self.spelled(text, block);
                    if !links.macros.is_empty() || links.months && self.has_strings() {
                        let here = (&placed, entry);
                        abbreviations::in_entry(
                            (self, text),
                            &source,
                            here,
                            number,
                            around,
                            &spelled,
                            &mut out,
                        );
                    }
                    let here = (&placed, entry);
                    links::crossref((self, text), &source, here, number, around, &mut out);
                    links::xdata(self, &source, here, around, &mut out);
                    for misreading in out.iter_mut().skip(from) {
                        misreading.key = Some(entry.key().to_owned());
                    }
                }
            }
        }
        out
    }

    /// Returns the commented-out entries. BibTeX reads them all the same.
    pub(crate) fn commented_entries(&self, text: &Rope) -> Vec<CommentedEntry> {
        let mut out = Vec::new();
        for placed in self.placed_blocks() {
            if !matches!(&**placed.content, Block::Other { .. }) {
                continue;
            }
            let source = String::from(text.byte_slice(placed.span().range()));
            let command = command(&source);
            let has_more = (placed.span().end as usize) < text.len_bytes();
            let signs = source.match_indices('@');
            let signs = signs.filter(|(at, _)| !is_passed_over(&source, &command, *at, has_more));
            let entries = signs.filter_map(|(at, _)| commented::entry_at(&source, at));
            out.extend(entries.map(|entry| entry.shift(placed.start as usize)));
        }
        out
    }

    /// Returns the abbreviations that a block defines, in their original case.
    fn spelled(&self, text: &Rope, block: usize) -> Vec<String> {
        let Some(placed) = self.placed_blocks().nth(block) else { return Vec::new() };
        let source = String::from(text.byte_slice(placed.span().range()));
        let at = source.find('@').unwrap_or_default();
        let fields = scan::scan(&source, at).map(|scanned| scanned.fields).unwrap_or_default();
        fields.iter().filter_map(|field| source.get(field.name.range()).map(str::to_owned)).collect()
    }
}

/// Checks for parentheses in `@string(…)`, `@preamble(…)` and `@comment(…)`.
fn parentheses(source: &str) -> Option<Misreading> {
    let at = source.find('@')?;
    let open = at + source.get(at..)?.find(['{', '('])?;
    let close = source.rfind(')')?;
    if !source.get(open..)?.starts_with('(') || !source.get(close + 1..)?.trim().is_empty() {
        return None;
    }
    let place = Span::new(open, open + 1);
    let edits = edits_of([(place, "{"), (Span::new(close, close + 1), "}")].into_iter());
    let title = message("Write braces", "Escribir llaves");
    Some(Misreading::new(&rows::PARENTHESES, place, "(").with(title, edits, true))
}

/// Checks text between entries. `next_entry` finds the sign @ of an entry that follows directly;
/// `place_of` returns whether the entry with a key comes before or after; `has_more` is true if the
/// file continues.
fn between_entries(
    source: &str,
    next_entry: &dyn Fn() -> Option<usize>,
    place_of: &dyn Fn(&str) -> Option<Ordering>,
    has_more: bool,
) -> Vec<Misreading> {
    let mut out: Vec<Misreading> = Vec::new();
    let command = command(source);
    if let Some((at, is_preamble)) = command {
        out.extend(parentheses(source));
        if is_preamble && out.is_empty() {
            out.extend(preamble::misread(source, at));
        }
    }
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let here = start;
        start += line.len();
        for (at, _) in line.match_indices('@') {
            let offset = here + at;
            if is_passed_over(source, &command, offset, has_more) {
                continue;
            }
            let is_comment = command.is_some() || line.get(..at).is_some_and(|before| before.contains('%'));
            let found = match commented::entry_at(source, offset) {
                Some(entry) => commented_entry(entry, place_of),
                None => at_sign(source, offset, is_comment, next_entry),
            };
            // Report each kind once: another would repeat the message.
            out.extend(found.filter(|found| !out.iter().any(|known| known.row.id == found.row.id)));
        }
    }
    out
}

/// If the text is a command such as `@comment{`, returns the place of its sign @ and whether it is
/// a preamble, which BibTeX reads as a whole.
fn command(source: &str) -> Option<(usize, bool)> {
    let body = source.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let rest = body.strip_prefix('@')?.trim_start();
    let word = rest.get(..rest.find(|c: char| !c.is_ascii_alphabetic())?)?;
    let is_command = rest.get(word.len()..)?.trim_start().starts_with(['{', '(']);
    is_command.then(|| (source.len() - body.len(), word.eq_ignore_ascii_case("preamble")))
}

/// Whether BibTeX skips the sign @ at `offset`: BibTeX resumes after the word `comment`, except on
/// the last line of the file. `has_more` is true if the file continues after this text.
fn is_passed_over(source: &str, command: &Option<(usize, bool)>, offset: usize, has_more: bool) -> bool {
    let Some((at, is_preamble)) = *command else { return false };
    let between = source.get(at..offset).unwrap_or_default();
    let is_last_line = || {
        let rest = source.get(offset..).unwrap_or_default();
        !has_more && rest.split_once('\n').is_none_or(|(_, next)| next.is_empty())
    };
    is_preamble || at == offset || !between.contains('\n') && is_last_line()
}

/// Checks a commented-out entry whose key another entry has.
fn commented_entry(entry: CommentedEntry, place_of: &dyn Fn(&str) -> Option<Ordering>) -> Option<Misreading> {
    let row = match place_of(&entry.key)? {
        Ordering::Less => &rows::COMMENTED_AGAIN,
        _ if entry.is_cut_off => &rows::COMMENTED_LINES,
        _ => &rows::COMMENTED_ENTRY,
    };
    let title = message("Remove the sign @", "Quitar el signo @");
    let at = entry.span.start as usize;
    let edit = TextEdit::new(Span::new(at, at + 1), "");
    Some(Misreading::new(row, entry.span, &entry.key).with(title, vec![edit], true))
}

fn at_sign(
    source: &str,
    at: usize,
    is_comment: bool,
    next_entry: &dyn Fn() -> Option<usize>,
) -> Option<Misreading> {
    let rest = source.get(at + 1..)?;
    let word_start = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let word_len = rest
        .get(word_start..)?
        .find(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '#' | '%' | '\'' | '(' | ')' | ',' | '=' | '{' | '}' | '@')
        })
        .unwrap_or(rest.len() - word_start);
    let word = rest.get(word_start..word_start + word_len)?;
    let behind = rest.get(word_start + word_len..)?;
    if behind.trim_start().starts_with(['{', '(']) {
        return None;
    }
    let line_end = behind.find('\n').unwrap_or(behind.len());
    let line = behind.get(..line_end)?;
    let place = Span::new(at, at + 1 + word_start + word_len);
    if word.eq_ignore_ascii_case("comment") && !is_comment {
        let words = line.trim();
        let is_before_entry = words.is_empty() && !behind.contains('\n');
        let row = match next_entry().filter(|_| is_before_entry) {
            Some(_) => &rows::COMMENT_BEFORE_ENTRY,
            None => &rows::COMMENT_WITHOUT_BRACES,
        };
        let misreading = Misreading::new(row, place, "@comment");
        // The rest of the line is an entry, which is another block.
        if let Some(next) = next_entry().filter(|_| words.is_empty()) {
            // Without the signs @ it is text between entries, which every program skips.
            let title = message("Remove both signs @", "Quitar los dos signos @");
            let edits = edits_of([(Span::new(at, at + 1), ""), (Span::new(next, next + 1), "")].into_iter());
            let misreading = misreading.with(title, edits, false);
            let title = message("Remove “@comment”", "Quitar «@comment»");
            let edits = vec![TextEdit::new(Span::new(at, next), "")];
            return Some(misreading.with(title, edits, false));
        }
        if words.contains(['{', '}', '@']) {
            return Some(misreading);
        }
        let end = at + 1 + word_start + word_len + line.trim_end().len();
        let title = message("Put the line into `@comment{…}`", "Poner la línea en `@comment{…}`");
        let edit = TextEdit::new(Span::new(at, end), format!("@comment{{{words}}}"));
        return Some(misreading.with(title, vec![edit], true));
    }
    let is_last = line.trim().is_empty() && !word.is_empty() || word.is_empty() && line.trim().is_empty();
    let next_is_entry = is_last
        && match behind.get(line_end..).map(str::trim_start) {
            Some("") | None => next_entry().is_some(),
            Some(next) => next.starts_with('@'),
        };
    let row = match (is_comment, next_is_entry) {
        (false, false) => &rows::AT_SIGN_IN_TEXT,
        (false, true) => &rows::AT_SIGN_BEFORE_ENTRY,
        (true, false) => &rows::AT_SIGN_IN_COMMENT,
        (true, true) => &rows::AT_SIGN_IN_COMMENT_BEFORE_ENTRY,
    };
    let before = source.get(..at).unwrap_or_default();
    let from = before.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let from = (from..=at).find(|from| source.is_char_boundary(*from)).unwrap_or(at);
    let words = source.get(from..place.end as usize).unwrap_or_default();
    let title = message("Write “(at)”", "Escribir «(arroba)»");
    let edit = TextEdit::new(Span::new(at, at + 1), "(at)");
    Some(Misreading::new(row, Span::new(from, place.end as usize), words).with(title, vec![edit], false))
}
