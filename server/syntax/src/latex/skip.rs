//! Finds text that TeX does not read: verbatim text, comments over several lines, `\iffalse`,
//! everything after `\end{document}`.

use super::commands;
use super::scan::{braced_word, command_end, line_end};
use referee_text::effort::look_at;
use std::collections::HashMap;

/// The maximum length of the text of `\verb|…|` and similar commands, in bytes; beyond it, an
/// unclosed delimiter counts as half-typed.
const MAX_INLINE_BYTES: usize = 2048;

/// The extent of the text that TeX does not read after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SkippedText {
    /// The text ends at this offset.
    To(usize),
    /// The end was not found in the available text.
    Unclosed,
}

/// The maximum distance, in bytes, in which the end of a verbatim environment or of `\iffalse` is
/// searched for. Real listings and commented-out chapters are shorter; beyond it, the beginning
/// counts as half-typed.
pub(super) const MAX_SKIP_BYTES: usize = 512 * 1024;

/// Finds the ends of text that TeX does not read, and remembers what was searched, so that many
/// beginnings without an end cost no more than one.
#[derive(Default)]
pub(super) struct SkipEndFinder {
    /// Environments whose end was not found, each with the offset up to which it was searched for.
    environments: Vec<(String, usize)>,
    /// For each `\iffalse` of a text, the end of its `\fi`.
    conditionals: HashMap<usize, usize>,
    /// The range of the text that `conditionals` covers.
    told: (usize, usize),
}

impl SkipEndFinder {
    /// Returns the extent of the text that TeX does not read after the command at `start`; `None`
    /// if TeX reads it. `complete` says that nothing follows `text`.
    pub(super) fn opaque_from(&mut self, text: &str, start: usize, complete: bool) -> Option<SkippedText> {
        let bytes = text.as_bytes();
        let end = command_end(text, start);
        let name = text.get(start + 1..end)?;
        match name {
            "begin" => {
                let open = end + usize::from(bytes.get(end) == Some(&b' '));
                let environment = braced_word(text, open)?;
                if !commands::is_verbatim(environment) {
                    return None;
                }
                Some(self.environment(text, open + environment.len() + 2, environment))
            }
            "iffalse" => Some(self.conditional(text, start, complete)),
            "if" if bytes.get(end) == Some(&b'0')
                && bytes.get(end + 1).is_none_or(|next| next.is_ascii_whitespace()) =>
            {
                Some(self.conditional(text, start, complete))
            }
            "verb" | "Verb" | "spverb" | "lstinline" | "mintinline" | "mint" => {
                inline(text, end, name).map(SkippedText::To)
            }
            _ => None,
        }
    }

    fn environment(&mut self, text: &str, from: usize, environment: &str) -> SkippedText {
        let needle = format!("\\end{{{environment}}}");
        let limit = text.len().min(from.saturating_add(MAX_SKIP_BYTES));
        let known = self.environments.iter_mut().find(|(name, _)| name == environment);
        // The first part of the end may lie in the range that was searched.
        let begin =
            known.as_ref().map_or(from, |(_, searched)| from.max(searched.saturating_sub(needle.len())));
        let found =
            text.as_bytes().get(begin..limit).and_then(|rest| memchr::memmem::find(rest, needle.as_bytes()));
        look_at(found.unwrap_or(limit.saturating_sub(begin)));
        if let Some(found) = found {
            return SkippedText::To(begin + found + needle.len());
        }
        match known {
            Some((_, searched)) => *searched = limit.max(*searched),
            None => self.environments.push((environment.to_owned(), limit)),
        }
        SkippedText::Unclosed
    }

    fn conditional(&mut self, text: &str, start: usize, complete: bool) -> SkippedText {
        let limit = text.len().min(start.saturating_add(MAX_SKIP_BYTES));
        if !(self.told.0..self.told.1).contains(&start) || (self.told.1 < limit && self.told.0 == start) {
            self.match_conditionals(text, start, limit, complete);
        }
        self.conditionals.get(&start).map_or(SkippedText::Unclosed, |end| SkippedText::To(*end))
    }

    /// Pairs each conditional from the one at `start` on with its `\fi`.
    fn match_conditionals(&mut self, text: &str, start: usize, limit: usize, complete: bool) {
        let bytes = text.as_bytes();
        self.conditionals.clear();
        self.told = (start, limit);
        let mut open: Vec<usize> = Vec::new();
        let mut at = start;
        let mut defines = false;
        while let Some(found) = bytes.get(at..limit).and_then(|rest| memchr::memchr2(b'\\', b'%', rest)) {
            at += found;
            look_at(found + 1);
            if bytes.get(at) == Some(&b'%') {
                at = line_end(bytes, at);
                continue;
            }
            let end = command_end(text, at);
            if end >= text.len() && !complete {
                return;
            }
            let name = text.get(at + 1..end).unwrap_or_default();
            match name {
                "fi" => {
                    if let Some(begin) = open.pop() {
                        self.conditionals.entry(begin).or_insert(end);
                    }
                }
                // The text after `\iffalse … \else` is read; the unpaired `\fi` does no harm.
                "else" => {
                    if let Some(begin) = open.last() {
                        self.conditionals.entry(*begin).or_insert(end);
                    }
                }
                name if name.starts_with("if") && !defines && !commands::is_no_conditional(name) => {
                    open.push(at)
                }
                _ => {}
            }
            if open.is_empty() {
                // This was the requested range.
                self.told.1 = end;
                return;
            }
            defines = name == "newif" || name == "let";
            at = end;
        }
    }
}

/// Returns the end of `\verb|…|`, `\lstinline[…]{…}`, `\mintinline{python}{…}`, which is on the
/// same line and near.
fn inline(text: &str, end: usize, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut limit = text.len().min(end + MAX_INLINE_BYTES);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let stop = line_end(&bytes[..limit], end);
    look_at(stop.saturating_sub(end));
    let mut at = end;
    if bytes.get(at) == Some(&b'*') {
        at += 1;
    }
    let find = |from: usize, byte: u8| {
        bytes.get(from..stop).and_then(|rest| memchr::memchr(byte, rest)).map(|found| from + found)
    };
    if name != "verb" && name != "spverb" {
        if bytes.get(at) == Some(&b'[') {
            at = find(at, b']')? + 1;
        }
        if name.starts_with("mint") {
            if bytes.get(at) != Some(&b'{') {
                return None;
            }
            at = find(at, b'}')? + 1;
        }
        if bytes.get(at) == Some(&b'{') {
            let mut depth = 0_usize;
            for (offset, byte) in bytes.get(at..stop)?.iter().enumerate() {
                match byte {
                    b'{' => depth += 1,
                    b'}' => depth = depth.saturating_sub(1),
                    _ => continue,
                }
                if depth == 0 {
                    return Some(at + offset + 1);
                }
            }
            return None;
        }
    }
    let delimiter = text.get(at..stop)?.chars().next()?;
    if delimiter.is_ascii_alphabetic() || delimiter.is_whitespace() {
        return None;
    }
    let from = at + delimiter.len_utf8();
    let close = text.get(from..stop)?.find(delimiter)?;
    Some(from + close + delimiter.len_utf8())
}
