//! A tolerant parser of one entry: it keeps every field that it can identify, whatever is damaged:
//! half-typed entries, keys with spaces, parentheses instead of braces, missing commas.

use super::raw::{RawField, Scanned};
use super::value::is_bare;
use referee_text::{Phrase, Span};

const NO_KEY: Phrase = Phrase { english: "the entry has no key", spanish: "la entrada no tiene clave" };
const NO_COMMA_BEHIND_KEY: Phrase =
    Phrase { english: "a comma is missing after the key", spanish: "falta una coma tras la clave" };
const NOT_CLOSED: Phrase =
    Phrase { english: "the entry is not closed", spanish: "la entrada no está cerrada" };
pub(super) const EXTRA_BRACE: Phrase =
    Phrase { english: "there is a closing brace too many", spanish: "sobra una llave de cierre" };
const NO_NAME: Phrase = Phrase { english: "a value has no name", spanish: "hay un valor sin nombre" };
const UNEXPECTED: Phrase =
    Phrase { english: "this is not expected here", spanish: "esto no se espera aquí" };
const NO_EQUALS_SIGN: Phrase =
    Phrase { english: "an equals sign is missing", spanish: "falta un signo igual" };
const NO_VALUE: Phrase = Phrase { english: "the field has no value", spanish: "el campo no tiene valor" };
const NO_COMMA: Phrase = Phrase { english: "a comma is missing", spanish: "falta una coma" };
const OPEN_BRACE: Phrase = Phrase {
    english: "a brace is opened here and never closed",
    spanish: "aquí se abre una llave que nunca se cierra",
};
const OPEN_QUOTATION: Phrase = Phrase {
    english: "a quotation mark is opened here and never closed",
    spanish: "aquí se abren unas comillas que nunca se cierran",
};

/// Parses the entry whose `@` is at `at` in `text`, which is the text of one block.
///
/// BibTeX counts every brace. An entry that is damaged then may be written for Pandoc, or by a
/// program that escapes braces: `\{` opens nothing, braces count for nothing between quotation marks,
/// and a key is everything up to a comma. If these rules read it without damage, they are used.
pub(super) fn scan(text: &str, at: usize) -> Option<Scanned> {
    let counted = scan_by(text, at, false)?;
    if counted.damage.is_none() {
        return Some(counted);
    }
    Some(scan_by(text, at, true).filter(|escaped| escaped.damage.is_none()).unwrap_or(counted))
}

fn scan_by(text: &str, at: usize, escapes: bool) -> Option<Scanned> {
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        at: at + 1,
        damage: None,
        cut_off: false,
        paren: false,
        escapes,
    };
    scan.skip_space();
    let kind = scan.word(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+'));
    scan.skip_space();
    scan.paren = match scan.peek()? {
        b'{' => false,
        b'(' => true,
        _ => return None,
    };
    scan.at += 1;
    scan.cut_off = is_cut_off(scan.bytes.get(at..).unwrap_or_default());
    let is_string = text.get(kind.range()).is_some_and(|kind| kind.eq_ignore_ascii_case("string"));
    let key = if is_string { Span::at(scan.at) } else { scan.key() };
    let mut fields = Vec::new();
    let end = scan.fields(&mut fields);
    Some(Scanned { span: Span::new(at, end), kind, key, fields, damage: scan.damage })
}

/// Whether there are more opening than closing braces.
fn is_cut_off(bytes: &[u8]) -> bool {
    let open = memchr::memchr_iter(b'{', bytes).count();
    let close = memchr::memchr_iter(b'}', bytes).count();
    open > close
}

/// Whether a field name may contain this byte.
fn is_name(byte: u8) -> bool {
    !byte.is_ascii_whitespace()
        && !matches!(byte, b'=' | b',' | b'{' | b'}' | b'"' | b'#' | b'%' | b'@' | b'(' | b')')
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    damage: Option<(Span, Phrase)>,
    /// A brace is unclosed at the end: values end before a line that looks like the next field.
    cut_off: bool,
    paren: bool,
    /// Whether a backslash takes the meaning of the next brace or quotation mark.
    escapes: bool,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.word(|byte| byte.is_ascii_whitespace());
    }

    fn word(&mut self, wanted: impl Fn(u8) -> bool) -> Span {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    fn trimmed(&self, start: usize, end: usize) -> Span {
        let raw = self.text.get(start..end).unwrap_or_default();
        let start = start + (raw.len() - raw.trim_start().len());
        Span::new(start, start + raw.trim().len())
    }

    fn damaged(&mut self, at: usize, what: Phrase) {
        if self.damage.is_none() {
            let end = (at + 1..=self.text.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(at);
            self.damage = Some((Span::new(at, end), what));
        }
    }

    fn closes(&self, byte: u8) -> bool {
        byte == if self.paren { b')' } else { b'}' }
    }

    fn key(&mut self) -> Span {
        let opened = self.at;
        self.skip_space();
        let start = self.at;
        while let Some(byte) = self.peek() {
            let ends = match byte {
                b',' | b'\n' | b'}' => true,
                b'=' | b'{' | b'"' => !self.escapes,
                b'%' => !self.escapes && self.is_comment(start),
                _ => false,
            };
            if ends {
                break;
            }
            self.at += 1;
        }
        if self.paren
            && let Some(close) = memchr::memchr(b')', self.bytes.get(start..self.at).unwrap_or_default())
        {
            self.at = start + close;
        }
        let key = self.trimmed(start, self.at);
        let key = if key.is_empty() { Span::at(opened) } else { key };
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                key
            }
            _ if self.escapes => {
                self.damaged(self.at, NO_COMMA_BEHIND_KEY);
                key
            }
            Some(b'=') => {
                self.at = start;
                self.damaged(start, NO_KEY);
                Span::at(opened)
            }
            Some(b'{' | b'"') => {
                // A field without `=`, or a key in braces; the former is more likely while typing.
                self.at = start;
                self.damaged(start, NO_KEY);
                Span::at(opened)
            }
            Some(b'\n' | b'%') => {
                let line_end = self.at;
                self.skip_space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(byte) if self.closes(byte) || byte == b'%' => {}
                    _ => self.damaged(line_end, NO_COMMA_BEHIND_KEY),
                }
                key
            }
            _ => key,
        }
    }

    /// Whether the `%` here begins a comment after the key from `start`: it follows a blank, or no
    /// comma follows in the line. Otherwise it is part of the key.
    fn is_comment(&self, start: usize) -> bool {
        /// The maximum distance of the comma, so that a long line of such signs is read in linear time.
        const MAX_DISTANCE: usize = 400;
        let before = self.bytes.get(start..self.at).and_then(<[u8]>::last);
        let near = self.bytes.len().min(self.at + MAX_DISTANCE);
        let line = self.bytes.get(self.at..near).unwrap_or_default().split(|byte| *byte == b'\n').next();
        before.is_none_or(u8::is_ascii_whitespace) || !line.is_some_and(|line| line.contains(&b','))
    }

    /// Parses the fields and the closing brace; returns the end of the entry.
    fn fields(&mut self, fields: &mut Vec<RawField>) -> usize {
        loop {
            self.word(|byte| byte.is_ascii_whitespace() || byte == b',');
            let Some(byte) = self.peek() else {
                // A value that is about to be typed follows the last blank.
                let typed = fields.last().map_or(0, |field| field.value.end as usize);
                let end = self.text.trim_end().len().max(typed);
                self.damaged(end, NOT_CLOSED);
                return end;
            };
            match byte {
                b'%' => {
                    self.word(|byte| byte != b'\n');
                }
                b'}' | b')' if self.closes(byte) => {
                    let close = self.at;
                    self.at += 1;
                    if self.text.get(self.at..).is_none_or(|rest| rest.trim().is_empty()) {
                        return self.at;
                    }
                    self.damaged(close, EXTRA_BRACE);
                }
                b'{' | b'"' => {
                    self.damaged(self.at, NO_NAME);
                    self.value();
                }
                byte if !is_name(byte) => {
                    self.damaged(self.at, UNEXPECTED);
                    self.at += 1;
                }
                _ => self.field(fields),
            }
        }
    }

    fn field(&mut self, fields: &mut Vec<RawField>) {
        let start = self.at;
        let first_word = self.word(is_name);
        self.word(|byte| is_name(byte) || matches!(byte, b' ' | b'\t'));
        let whole = self.trimmed(start, self.at);
        let line_end = self.at;
        self.skip_space();
        let name = match self.peek() {
            Some(b'=') => {
                self.at += 1;
                whole
            }
            Some(b'{' | b'"') if self.at == line_end || first_word == whole => {
                self.damaged(line_end, NO_EQUALS_SIGN);
                first_word
            }
            _ => {
                self.damaged(start, NO_VALUE);
                self.at = line_end;
                return;
            }
        };
        let value = self.value();
        if value.is_empty() {
            self.damaged(name.start as usize, NO_VALUE);
        }
        fields.push(RawField { name, value });
        self.skip_space();
        if let Some(byte) = self.peek()
            && byte != b','
            && byte != b'%'
            && !self.closes(byte)
        {
            self.damaged(value.end as usize, NO_COMMA);
        }
    }

    /// Parses a value: pieces joined by `#`. Empty if the value is missing.
    fn value(&mut self) -> Span {
        let behind_name = self.at;
        self.skip_space();
        let start = self.at;
        let mut end = start;
        loop {
            let piece = self.at;
            match self.peek() {
                Some(b'{') => self.braced(),
                Some(b'"') => self.quoted(),
                Some(byte) if is_bare(byte) => {
                    self.word(is_bare);
                    let word_end = self.at;
                    self.skip_space();
                    if self.peek() == Some(b'=') {
                        // That is the name of the next field; this field lacks a value.
                        self.at = piece;
                        break;
                    }
                    self.at = word_end;
                }
                _ => break,
            }
            end = self.at;
            self.skip_space();
            if self.peek() == Some(b'#') {
                self.at += 1;
                self.skip_space();
            } else {
                self.at = end;
                break;
            }
        }
        if end > start {
            return self.trimmed(start, end);
        }
        // The place of a value that is not typed yet is directly after the equals sign.
        if start > behind_name && self.text.get(behind_name..start).is_some_and(|gap| gap.contains('\n')) {
            Span::at(behind_name)
        } else {
            Span::at(start)
        }
    }

    fn braced(&mut self) {
        let open = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' if self.escapes => self.at += 1,
                b'{' => depth += 1,
                b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b'\n' if self.cut_off => {
                    if self.field_follows() {
                        self.stop(open, OPEN_BRACE);
                        return;
                    }
                    self.skip_space();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.stop(open, OPEN_BRACE);
    }

    fn quoted(&mut self) {
        let open = self.at;
        let mut depth = 0usize;
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' if self.escapes => self.at += 1,
                b'"' if depth == 0 => {
                    self.at += 1;
                    return;
                }
                b'{' | b'}' if self.escapes => {}
                b'{' => depth += 1,
                b'}' if depth == 0 => break,
                b'}' => depth -= 1,
                b'\n' if !self.escapes => {
                    if self.field_follows() {
                        break;
                    }
                    self.skip_space();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.stop(open, OPEN_QUOTATION);
    }

    /// Ends an unclosed value before the comma that was meant to end it.
    fn stop(&mut self, open: usize, what: Phrase) {
        let raw = self.text.get(open..self.at).unwrap_or_default();
        let kept = raw.trim_end();
        let kept = kept.strip_suffix(',').unwrap_or(kept).trim_end();
        self.at = open + kept.len().max(1);
        self.damaged(open, what);
    }

    /// Whether the line after this line break starts like a field: `year = {`, `month = jan,`.
    fn field_follows(&self) -> bool {
        let mut ahead = Scan { at: self.at, damage: None, ..*self };
        ahead.skip_space();
        if !ahead.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            return false;
        }
        ahead.word(is_name);
        ahead.word(|byte| matches!(byte, b' ' | b'\t'));
        if ahead.peek() != Some(b'=') {
            return false;
        }
        ahead.at += 1;
        ahead.word(|byte| matches!(byte, b' ' | b'\t'));
        match ahead.peek() {
            Some(b'{' | b'"') => true,
            Some(byte) if byte.is_ascii_alphanumeric() => {
                ahead.word(|byte| byte.is_ascii_alphanumeric());
                ahead.word(|byte| matches!(byte, b' ' | b'\t'));
                matches!(ahead.peek(), None | Some(b',' | b'#' | b'\n' | b'\r' | b'}'))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the key, and the values by their names, of an entry that is read without damage.
    fn clean(text: &str) -> (&str, Vec<(&str, &str)>) {
        let scanned = scan(text, 0).filter(|scanned| scanned.damage.is_none()).expect(text);
        let slice = |span: Span| &text[span.range()];
        let fields = scanned.fields.iter().map(|field| (slice(field.name), slice(field.value)));
        (slice(scanned.key), fields.collect())
    }

    #[test]
    fn what_programs_escape_costs_no_field() {
        let (key, fields) = clean("@article{rao2012,\n  file = {a \\{Withania.pdf},\n  year = {2012}\n}");
        assert_eq!((key, fields[0].1, fields[1]), ("rao2012", "{a \\{Withania.pdf}", ("year", "{2012}")));
        let (_, fields) = clean("@misc{a, url = \"https://example.org/?q={Department%22\", year = 1998}");
        assert_eq!(fields[0].1, "\"https://example.org/?q={Department%22\"");
        assert_eq!(fields[1].1, "1998");
        let (key, fields) = clean("@misc{https://example.org/?a=b&c=527, title={Forums}}");
        assert_eq!((key, fields), ("https://example.org/?a=b&c=527", vec![("title", "{Forums}")]));
        let (key, _) = clean("@misc{smith%2020, title={T}}");
        assert_eq!(key, "smith%2020");
    }

    #[test]
    fn braces_count_where_that_reads_the_entry() {
        let (_, fields) = clean("@misc{a, file = {C:\\dir\\}, title = \"The {\"}quoted{\"} word\"}");
        assert_eq!(fields, [("file", "{C:\\dir\\}"), ("title", "\"The {\"}quoted{\"} word\"")]);
        let scanned = scan("@misc{title={T}, year={2020}}", 0).expect("it is an entry");
        assert!(scanned.damage.is_some_and(|(_, what)| what == NO_KEY));
        assert_eq!(scanned.fields.len(), 2);
    }
}
