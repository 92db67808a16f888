//! What a program reads differently in the file around the entries.

use super::surroundings::Surroundings;
use super::{abbreviations, edits_of, message};
use crate::bibtex::entry::Block;
use crate::bibtex::file::BibtexFile;
use crate::bibtex::scan;
use crate::misreading::{Misreading, notation_rows as rows};
use referee_text::{Rope, Span, TextEdit};

impl BibtexFile {
    /// Whether the file defines an abbreviation, by its name in small letters.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.has_strings() && self.string(name, usize::MAX).is_some()
    }

    /// What is read differently in the file, apart from what its entries hold by themselves.
    pub(crate) fn misread_file(&self, text: &Rope, around: &Surroundings<'_>) -> Vec<Misreading> {
        let mut out = Vec::new();
        for (number, placed) in self.placed_blocks().enumerate() {
            let source = || String::from(text.byte_slice(placed.span().range()));
            let start = placed.start as usize;
            match &**placed.content {
                Block::Other { .. } => {
                    let after = placed.span().end as usize;
                    let is_entry_next = || {
                        text.byte_slice(after..).bytes().find(|byte| !byte.is_ascii_whitespace())
                            == Some(b'@')
                    };
                    let has_later = |key: &str| self.has_key_after(key, number);
                    out.extend(
                        between_entries(&source(), &is_entry_next, &has_later)
                            .into_iter()
                            .map(|misreading| misreading.shift(start)),
                    );
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
                        abbreviations::in_entry(self, &source, here, number, around, &spelled, &mut out);
                    }
                    abbreviations::crossref(self, &source, (&placed, entry), number, around, &mut out);
                    for misreading in out.iter_mut().skip(from) {
                        misreading.key = Some(entry.key().to_owned());
                    }
                }
            }
        }
        out
    }

    /// The names of the abbreviations that a block defines, as it writes them.
    fn spelled(&self, text: &Rope, block: usize) -> Vec<String> {
        let Some(placed) = self.placed_blocks().nth(block) else { return Vec::new() };
        let source = String::from(text.byte_slice(placed.span().range()));
        let at = source.find('@').unwrap_or_default();
        let fields = scan::scan(&source, at).map(|scanned| scanned.fields).unwrap_or_default();
        fields.iter().filter_map(|field| source.get(field.name.range()).map(str::to_owned)).collect()
    }
}

/// The parentheses of `@string(…)`, `@preamble(…)` and `@comment(…)`.
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

/// Text between entries. `has_later` knows whether an entry with a key follows.
fn between_entries(
    source: &str,
    is_entry_next: &dyn Fn() -> bool,
    has_later: &dyn Fn(&str) -> bool,
) -> Vec<Misreading> {
    let mut out: Vec<Misreading> = Vec::new();
    let body = source.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let lead = source.len() - body.len();
    let is_command = body.strip_prefix('@').is_some_and(|rest| {
        let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_alphabetic());
        rest.trim_start().starts_with(['{', '('])
    });
    if is_command {
        out.extend(parentheses(source));
    }
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let here = start;
        start += line.len();
        for (at, _) in line.match_indices('@') {
            let offset = here + at;
            // BibTeX goes on after the first line of `@comment{`.
            let is_in_command = is_command && line_of(source, offset) == line_of(source, lead);
            if is_in_command {
                continue;
            }
            let is_comment = line.get(..at).is_some_and(|before| before.contains('%'));
            let found = at_sign(source, offset, is_command, is_comment, is_entry_next, has_later);
            // One of a kind is enough: the next would only say the same.
            out.extend(found.filter(|found| !out.iter().any(|known| known.row.id == found.row.id)));
        }
    }
    out
}

fn line_of(source: &str, offset: usize) -> usize {
    source.get(..offset).map_or(0, |before| before.matches('\n').count())
}

fn at_sign(
    source: &str,
    at: usize,
    is_command: bool,
    is_comment: bool,
    is_entry_next: &dyn Fn() -> bool,
    has_later: &dyn Fn(&str) -> bool,
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
    let opened = behind.trim_start().strip_prefix(['{', '(']);
    if let Some(opened) = opened {
        // A whole entry that is commented out.
        let key = opened.split([',', '\n', '}', '=']).next().unwrap_or_default().trim();
        let is_other = ["comment", "string", "preamble"].iter().any(|other| word.eq_ignore_ascii_case(other));
        if is_other || key.is_empty() || !has_later(key) {
            return None;
        }
        let place = Span::new(at, at + 1 + word_start + word_len);
        let title = message("Remove the sign @", "Quitar el signo @");
        let edit = TextEdit::new(Span::new(at, at + 1), "");
        return Some(Misreading::new(&rows::COMMENTED_ENTRY, place, key).with(title, vec![edit], true));
    }
    if is_command {
        return None;
    }
    let line_end = behind.find('\n').unwrap_or(behind.len());
    let line = behind.get(..line_end)?;
    let place = Span::new(at, at + 1 + word_start + word_len);
    if word.eq_ignore_ascii_case("comment") && !is_comment {
        let misreading = Misreading::new(&rows::COMMENT_WITHOUT_BRACES, place, "@comment");
        let words = line.trim();
        // What follows on the line is an entry, which is another block.
        if words.is_empty() && is_entry_next() || words.contains(['{', '}', '@']) {
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
            Some("") | None => is_entry_next(),
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
