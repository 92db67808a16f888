//! An item without its markup, mapped to its source.
//!
//! Emphasis, links, LaTeX commands and accents, entities and line breaks are resolved, so that the
//! parser of fields sees the printed text. Every byte is mapped to its source bytes.

mod marks;

use crate::latex_symbols::{accent, symbol};
use marks::{argument, link_label, tag};
use referee_text::{MappedText, Span};
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, is_combining_mark};

/// The visible text of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleText {
    /// The text without markup, mapped to its source.
    mapped: MappedText,
    pub(super) italics: Vec<Range<usize>>,
    /// The offsets at which BibTeX's `\newblock` begins a new part of the text.
    pub(super) blocks: Vec<usize>,
}

impl VisibleText {
    /// Removes the markup of `source`. `masked` are its ranges, in order, that become
    /// [`VisibleText::MASK`].
    pub(super) fn new(source: &str, masked: &[Range<usize>]) -> Self {
        let mut reader = Reader::new(source);
        for mask in masked {
            reader.run(mask.start);
            if reader.at <= mask.start {
                reader.push(VisibleText::MASK, mask.clone());
            }
            reader.at = reader.at.max(mask.end);
        }
        reader.run(source.len());
        reader.view.italics.sort_by_key(|range| range.start);
        reader.view
    }

    /// Removes the markup of LaTeX, including comments and the commands of BibTeX's styles.
    pub(super) fn of_latex(source: &str) -> Self {
        let mut reader = Reader { is_latex: true, ..Reader::new(source) };
        reader.run(source.len());
        reader.view.italics.sort_by_key(|range| range.start);
        reader.view
    }

    /// Returns the text without markup.
    pub(super) fn text(&self) -> &str {
        self.mapped.as_str()
    }

    /// Replaces ranges of the text, which are in order, by [`VisibleText::MASK`].
    pub(super) fn masked(&self, ranges: &[Range<usize>]) -> VisibleText {
        let mut out = VisibleText::default();
        let mut from = 0;
        let mut places: Vec<(usize, usize)> = vec![(0, 0)];
        for range in ranges.iter().filter(|range| range.start < range.end) {
            if range.start < from {
                continue;
            }
            out.mapped.push_part(&self.mapped, from..range.start);
            places.push((range.start, out.text().len()));
            out.mapped.push_replacement(Self::MASK.encode_utf8(&mut [0; 4]), self.span(range));
            places.push((range.end, out.text().len()));
            from = range.end;
        }
        out.mapped.push_part(&self.mapped, from..self.text().len());
        let length = out.text().len();
        let moved = |at: usize| {
            let before = places.iter().rev().find(|(known, _)| *known <= at);
            before.map_or(at, |(known, now)| (now + (at - known)).min(length))
        };
        out.italics = self.italics.iter().map(|range| moved(range.start)..moved(range.end)).collect();
        out.blocks = self.blocks.iter().map(|at| moved(*at)).collect();
        out
    }

    /// The placeholder for an identifier or an address.
    pub(super) const MASK: char = '\u{1}';

    /// Returns the source span of a range of the text.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        self.mapped.source(range.clone())
    }

    /// Removes ranges of the text, which are in order.
    pub(super) fn without(&self, ranges: &[Range<usize>]) -> VisibleText {
        let mut out = VisibleText::default();
        let mut from = 0;
        let length = self.text().len();
        for range in ranges.iter().chain(std::iter::once(&(length..length))) {
            out.mapped.push_part(&self.mapped, from..range.start);
            from = from.max(range.end);
        }
        let moved = |at: usize| {
            at - ranges.iter().map(|range| range.end.min(at) - range.start.min(at)).sum::<usize>()
        };
        out.italics = self.italics.iter().map(|range| moved(range.start)..moved(range.end)).collect();
        out.blocks = self.blocks.iter().map(|at| moved(*at)).collect();
        out
    }
}

struct Reader<'s> {
    source: &'s str,
    at: usize,
    view: VisibleText,
    /// The start of Markdown emphasis, if it is open.
    star: Option<usize>,
    /// For every open LaTeX brace, the start of italics in it.
    braces: Vec<Option<usize>>,
    /// Whether the source is only LaTeX.
    is_latex: bool,
}

impl<'s> Reader<'s> {
    fn new(source: &'s str) -> Self {
        Reader {
            source,
            at: 0,
            view: VisibleText::default(),
            star: None,
            braces: Vec::new(),
            is_latex: false,
        }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, c: char, place: Range<usize>) {
        if c.is_whitespace() && (self.view.text().is_empty() || self.view.text().ends_with([' ', '('])) {
            return;
        }
        if is_combining_mark(c) && self.compose(c, place.end) {
            return;
        }
        let c = if c.is_whitespace() { ' ' } else { c };
        if self.is_set_apart(c, place.end) {
            self.view.mapped.pop();
        } else if self.is_glued(c, place.end) {
            self.view.mapped.push_replacement(" ", Span::new(place.start, place.start));
        }
        let mut buffer = [0; 4];
        let letter: &str = c.encode_utf8(&mut buffer);
        if self.source.get(place.clone()) == Some(letter) {
            self.view.mapped.push_copy(letter, place.start);
        } else {
            self.view.mapped.push_replacement(letter, Span::new(place.start, place.end));
        }
    }

    /// Composes a combining mark with the preceding letter, since macOS and some programs separate
    /// them; returns whether there is such a letter. `end` is the end of the mark in the source.
    fn compose(&mut self, mark: char, end: usize) -> bool {
        let Some(last) = self.view.text().chars().next_back() else { return false };
        // An accent replaces the dot.
        let base = match last {
            'ı' => 'i',
            'ȷ' => 'j',
            other => other,
        };
        let Some(letter) = compose(base, mark) else { return false };
        let start = self.view.mapped.pop().map_or(end, |(_, source)| source.start as usize);
        self.view.mapped.push_replacement(letter.encode_utf8(&mut [0; 4]), Span::new(start, end));
        true
    }

    /// Whether an unnecessary blank precedes the mark `c`: `Smith , J. A. , 12 , 1 ( 2020 )`, as in
    /// deposited lists in which each field was a separate element. `end` is the end of the mark in
    /// the source.
    fn is_set_apart(&self, c: char, end: usize) -> bool {
        let behind = || self.source.get(end..).and_then(|behind| behind.chars().next());
        self.view.text().ends_with(' ')
            && match c {
                ',' | ';' | ')' => true,
                // `p < .05`
                '.' => behind().is_none_or(|next| next.is_whitespace() || next == ')'),
                _ => false,
            }
    }

    /// Whether a blank is missing between an initial and the letter `c`: `Smith, J.A title`,
    /// `Smith, J.et al`.
    fn is_glued(&self, c: char, end: usize) -> bool {
        let mut before = self.view.text().chars().rev();
        let is_initial = before.next() == Some('.')
            && before.next().is_some_and(char::is_uppercase)
            && before.next().is_none_or(|before| !before.is_alphanumeric());
        let behind = self.source.get(end..).unwrap_or_default();
        is_initial
            && (c.is_uppercase() && behind.starts_with(char::is_lowercase)
                || c == 'e' && behind.starts_with("t al"))
    }

    /// Begins or ends italics here.
    fn toggle(&mut self) {
        match self.star.take() {
            Some(start) => self.italic(Some(start)),
            None => self.star = Some(self.view.text().len()),
        }
    }

    /// Ends italics that began at `start`.
    fn italic(&mut self, start: Option<usize>) {
        let end = self.view.text().len();
        if let Some(start) = start.filter(|start| *start < end) {
            self.view.italics.push(start..end);
        }
    }

    /// Reads up to `end`.
    fn run(&mut self, end: usize) {
        while self.at < end {
            let before = self.at;
            self.step();
            if self.at <= before {
                self.at = before + self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return };
        let next = rest.get(c.len_utf8()..).and_then(|behind| behind.chars().next());
        let one = self.at..self.at + c.len_utf8();
        match c {
            '\\' => self.command(),
            '%' if self.is_latex => {
                let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
                let behind = rest.get(line..).unwrap_or_default();
                self.at += line + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
            }
            '-' if self.is_latex && next == Some('-') => {
                let length = rest.bytes().take(3).take_while(|byte| *byte == b'-').count();
                self.push(if length == 3 { '—' } else { '–' }, self.at..self.at + length);
                self.at += length;
            }
            '*' | '_' | '[' | '<' | '&' if self.is_latex => {
                self.push(c, one.clone());
                self.at = one.end;
            }
            '{' => {
                self.braces.push(None);
                self.at = one.end;
            }
            '}' => {
                let start = self.braces.pop().flatten();
                self.italic(start);
                self.at = one.end;
            }
            '$' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{ad}' | '\u{feff}' => self.at = one.end,
            '*' if next == Some('*') => self.at += 2,
            '*' => {
                self.toggle();
                self.at = one.end;
            }
            '_' => {
                let inside = self.view.text().ends_with(char::is_alphanumeric)
                    && next.is_some_and(char::is_alphanumeric);
                if inside {
                    self.push('_', one.clone());
                } else {
                    self.toggle();
                }
                self.at = one.end;
            }
            '`' | '\'' if next == Some(c) => {
                self.push(if c == '`' { '\u{201c}' } else { '\u{201d}' }, self.at..self.at + 2);
                self.at += 2;
            }
            '`' => {
                self.push('\u{2018}', one.clone());
                self.at = one.end;
            }
            '~' => {
                self.push(' ', one.clone());
                self.at = one.end;
            }
            '[' if link_label(rest).is_some() => self.at = one.end,
            ']' if next == Some('(') => {
                let length = rest.find(')').filter(|end| {
                    *end < 1_000
                        && !rest.get(..*end).is_some_and(|target| target.contains(char::is_whitespace))
                });
                match length {
                    Some(length) => self.at += length + 1,
                    None => {
                        self.push(']', one.clone());
                        self.at = one.end;
                    }
                }
            }
            '<' => match tag(rest) {
                Some(length) => {
                    if matches!(rest.get(..length), Some("<i>" | "</i>" | "<em>" | "</em>")) {
                        self.toggle();
                    }
                    self.at += length;
                }
                None => {
                    if !rest.starts_with("<http") && next != Some(VisibleText::MASK) {
                        self.push('<', one.clone());
                    }
                    self.at = one.end;
                }
            },
            '&' => {
                let end = rest.bytes().take(10).position(|b| b == b';').map(|end| end + 1);
                let entity = end.and_then(|end| rest.get(..end));
                match entity.map(html_escape::decode_html_entities) {
                    Some(std::borrow::Cow::Owned(decoded)) => {
                        let place = self.at..self.at + entity.map_or(1, str::len);
                        for c in decoded.chars() {
                            self.push(c, place.clone());
                        }
                        self.at = place.end;
                    }
                    _ => {
                        self.push('&', one.clone());
                        self.at = one.end;
                    }
                }
            }
            c => {
                self.push(c, one.clone());
                self.at = one.end;
            }
        }
    }

    /// Reads a backslash and what follows it.
    fn command(&mut self) {
        let start = self.at;
        let behind = self.source.get(start + 1..).unwrap_or_default();
        let Some(c) = behind.chars().next() else {
            self.at = start + 1;
            return;
        };
        if let Some(mark) = accent(c.encode_utf8(&mut [0; 4]))
            && let Some((letter, length)) =
                argument(behind.get(c.len_utf8()..).unwrap_or_default(), c.is_alphabetic())
        {
            let place = start..start + 1 + c.len_utf8() + length;
            for composed in [letter, mark].into_iter().nfc() {
                self.push(composed, place.clone());
            }
            self.at = place.end;
            return;
        }
        if !c.is_ascii_alphabetic() {
            let place = start..start + 1 + c.len_utf8();
            match c {
                // An escaped character or a LaTeX space.
                '\\' | ',' | ';' | ' ' | '\n' | '/' => self.push(' ', place.clone()),
                '-' | '(' | ')' | '!' => {}
                c => self.push(c, place.clone()),
            }
            self.at = place.end;
            return;
        }
        let length = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = behind.get(..length).unwrap_or_default();
        let blanks = behind.get(length..).map_or(0, |rest| rest.len() - rest.trim_start_matches(' ').len());
        let place = start..start + 1 + length;
        self.at = place.end + if matches!(behind.as_bytes().get(length), Some(b'{')) { 0 } else { blanks };
        // The dotless letters become dotted if no accent follows.
        let letter = match name {
            "i" | "j" => Some(name),
            name => symbol(name),
        };
        if let Some(symbol) = letter {
            for c in symbol.chars() {
                self.push(c, place.clone());
            }
            return;
        }
        match name {
            "emph" | "textit" | "textsl" if self.rest().starts_with('{') => {
                self.braces.push(Some(self.view.text().len()));
                self.at += 1;
            }
            "em" | "it" | "itshape" | "sl" => {
                let here = self.view.text().len();
                if let Some(open) = self.braces.last_mut() {
                    *open = Some(here);
                }
            }
            "newblock" if self.is_latex => {
                self.push(' ', place);
                let here = self.view.text().len();
                self.view.blocks.push(here);
            }
            "penalty" if self.is_latex => {
                let rest = self.rest();
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                self.at = self.source.len() - rest.trim_start_matches(' ').len();
            }
            "harvardand" | "BBA" if self.is_latex => self.push_words("and", &place),
            "harvardyearleft" if self.is_latex => self.push('(', place),
            "harvardyearright" if self.is_latex => self.push(')', place),
            // Addresses are kept verbatim.
            "url" | "path" | "nolinkurl" | "doi" if self.is_latex && self.rest().starts_with('{') => {
                let from = self.at + 1;
                self.skip_group('{', '}');
                self.push(' ', place);
                let address = self.source.get(from..self.at.saturating_sub(1)).unwrap_or_default();
                for (at, c) in address.char_indices().filter(|(_, c)| *c != '\\') {
                    self.push(c, from + at..from + at + c.len_utf8());
                }
            }
            "newblock" | "item" | "par" | "quad" | "hskip" | "newline" | "space" => self.push(' ', place),
            // Commands whose arguments are not printed here.
            "bibitem" | "href" | "bibinfo" | "hspace" | "vspace" | "label" | "BibitemShut"
            | "bibAnnoteFile" | "bibfield" | "selectlanguage" => {
                self.skip_group('[', ']');
                self.skip_group('{', '}');
                self.push(' ', place);
            }
            _ => {}
        }
    }

    /// Appends words that replace a command.
    fn push_words(&mut self, words: &str, place: &Range<usize>) {
        for c in words.chars() {
            self.push(c, place.clone());
        }
        self.push(' ', place.clone());
    }

    /// Skips a bracketed group, if one begins here.
    fn skip_group(&mut self, open: char, close: char) {
        let rest = self.rest();
        if !rest.starts_with(open) {
            return;
        }
        let mut depth = 0_u32;
        for (at, c) in rest.char_indices().take(2_000) {
            if c == open {
                depth += 1;
            } else if c == close {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    self.at += at + 1;
                    return;
                }
            }
        }
    }
}
