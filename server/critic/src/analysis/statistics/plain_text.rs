//! The text of a block as a reader sees it, with a map back to the source.
//!
//! Papers write one result in many ways: `*t*(28) = 2.20`, `$t_{28}=2.20$`, `t<sub>28</sub> = 2·20` with a Unicode
//! minus or a thin space. All become `t(28) = 2.20`: emphasis and math delimiters are removed, subscripts go into
//! parentheses, superscripts follow a `^`, every minus is `-`, every range dash `–`, every space one ` `. Everything
//! but prose (code, comments, citations) becomes one `\u{FFFC}`, which ends any match.

mod latex;
mod unicode;

use referee_syntax::Format;
use referee_text::{MappedText, Span};

/// Replaces hidden text.
pub const HIDDEN_MARK: char = '\u{FFFC}';

/// A block without its markup.
#[derive(Clone, Debug, Default)]
pub struct PlainText(MappedText);

impl PlainText {
    /// Reads `text`, a block in `format`; `opaque` lists the ranges that the format's parser does not consider prose,
    /// in order. Mathematics counts as prose here.
    #[must_use]
    pub fn read(text: &str, format: Format, opaque: &[Span]) -> PlainText {
        let markup = match format {
            Format::Markdown | Format::Quarto | Format::RMarkdown => Markup::Markdown,
            Format::Latex => Markup::Latex,
            Format::Typst => Markup::Typst,
            Format::Org => Markup::Org,
            Format::Rst => Markup::Rst,
            Format::PlainText => Markup::None,
        };
        let plain = MappedText::with_capacity(text.len());
        let mut reader = Reader { text, at: 0, markup, plain, braces: Vec::new(), names_symbols: false };
        for opaque in opaque {
            let range = opaque.range();
            let (start, end) = (range.start.max(reader.at), range.end.min(text.len()));
            if start >= end || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
                continue;
            }
            let inside = text.get(start..end).unwrap_or_default();
            match OpaqueMeaning::of(inside, markup) {
                OpaqueMeaning::Prose => {}
                OpaqueMeaning::Mathematics => {
                    reader.run(start);
                    reader.markup = if markup == Markup::Typst { Markup::Typst } else { Markup::Latex };
                    reader.names_symbols = markup == Markup::Typst;
                    reader.run(end);
                    reader.markup = markup;
                    reader.names_symbols = false;
                    reader.braces.clear();
                }
                OpaqueMeaning::Hidden => {
                    reader.run(start);
                    reader.put("\u{FFFC}", start, end - start);
                    reader.at = end.max(reader.at);
                }
            }
        }
        reader.run(text.len());
        PlainText(reader.plain)
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.as_str()
    }

    /// Maps a range of the text to the source.
    #[must_use]
    pub fn source(&self, range: std::ops::Range<usize>) -> Span {
        self.0.source(range)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Markup {
    Markdown,
    Latex,
    Typst,
    Org,
    Rst,
    None,
}

/// How a reader of numbers treats opaque text of a draft.
enum OpaqueMeaning {
    Prose,
    Mathematics,
    Hidden,
}

impl OpaqueMeaning {
    fn of(text: &str, markup: Markup) -> OpaqueMeaning {
        const VERBATIM_COMMANDS: [&str; 5] = ["verbatim", "lstlisting", "minted", "\\verb", "filecontents"];
        let first = text.as_bytes().first().copied().unwrap_or(b' ');
        match (markup, first) {
            (Markup::Latex, b'\\') if VERBATIM_COMMANDS.iter().any(|word| text.contains(word)) => {
                OpaqueMeaning::Hidden
            }
            // Commands are read one by one here; a comment ends with its line, and prose may follow.
            (Markup::Latex, _) => OpaqueMeaning::Prose,
            (_, b'$') => OpaqueMeaning::Mathematics,
            (Markup::Markdown, b'\\') => OpaqueMeaning::Mathematics,
            (Markup::Markdown, b'<') if !text.starts_with("<!--") => OpaqueMeaning::Prose,
            _ => OpaqueMeaning::Hidden,
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    markup: Markup,
    plain: MappedText,
    /// For each open brace, whether it contains a subscript.
    braces: Vec<bool>,
    /// Whether words can be symbol names, as in Typst's mathematics.
    names_symbols: bool,
}

/// Bytes without special meaning in any format, unless a format's rule looks ahead to them.
const fn is_ordinary(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b',' | b'.' | b';' | b':' | b'(' | b')' | b'=' | b'/' | b'+' | b'?' | b'!' | b'[' | b']'
        )
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Appends characters that come from `len` bytes at `source`.
    fn put(&mut self, text: &str, source: usize, len: usize) {
        if text.is_empty() || len == 0 {
            return;
        }
        self.plain.push_replacement(text, Span::new(source, source + len));
    }

    /// Appends `len` bytes of the source unchanged.
    fn same(&mut self, len: usize) {
        let Some(text) = self.text.get(self.at..self.at + len) else {
            self.at = self.text.len();
            return;
        };
        self.plain.push_copy(text, self.at);
        self.at += len;
    }

    /// Replaces `len` bytes of the source.
    fn replace(&mut self, len: usize, by: &str) {
        self.put(by, self.at, len);
        self.at += len;
    }

    fn space(&mut self, len: usize) {
        if self.plain.as_str().ends_with(' ') || self.plain.as_str().is_empty() {
            self.at += len;
        } else {
            self.replace(len, " ");
        }
    }

    fn run(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        while self.at < end {
            let ordinary = bytes.get(self.at..end).unwrap_or_default();
            // In Org a slash may open or close emphasis; in reStructuredText a colon may open a role.
            let mark = match self.markup {
                Markup::Org => b'/',
                Markup::Rst => b':',
                _ => 0,
            };
            let count = ordinary.iter().take_while(|byte| is_ordinary(**byte) && **byte != mark).count();
            if count > 0 && self.names_symbols {
                self.typst_words(count);
                continue;
            }
            if count > 0 {
                self.same(count);
                continue;
            }
            let before = self.at;
            let byte = bytes.get(self.at).copied().unwrap_or(b' ');
            if byte.is_ascii() {
                self.ascii(byte)
            } else {
                self.unicode()
            }
            if self.at <= before {
                // Always make progress.
                self.at = before + self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    /// Appends the next word or sign of `count` ordinary bytes of Typst mathematics; `dot` is the multiplication sign.
    fn typst_words(&mut self, count: usize) {
        let bytes = self.text.as_bytes().get(self.at..self.at + count).unwrap_or_default();
        let starts_word = !self.last().is_some_and(char::is_alphanumeric);
        let word = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'.').count();
        let name = self.text.get(self.at..self.at + word).unwrap_or_default();
        if let Some((name, sign)) = typst_sign(name).filter(|_| starts_word) {
            if sign == " " {
                self.space(name)
            } else {
                self.replace(name, sign)
            }
            return;
        }
        let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.same(letters.max(1));
    }

    fn next_is(&self, offset: usize, wanted: impl Fn(u8) -> bool) -> bool {
        self.text.as_bytes().get(self.at + offset).copied().is_some_and(wanted)
    }

    fn last(&self) -> Option<char> {
        self.plain.as_str().chars().next_back()
    }

    fn ascii(&mut self, byte: u8) {
        match (byte, self.markup) {
            (b' ' | b'\t' | b'\n' | b'\r', _) => self.white(),
            (b'-', _) => match self.rest().bytes().take_while(|byte| *byte == b'-').count() {
                1 => self.same(1),
                many => self.replace(many, "–"),
            },
            (b'$', Markup::Latex | Markup::Typst | Markup::Markdown) => self.at += 1,
            (b'\\', Markup::Latex) => self.command(),
            (b'\\', Markup::Markdown | Markup::Typst) => {
                if self.next_is(1, |next| next.is_ascii_alphabetic()) && self.markup == Markup::Markdown {
                    self.command();
                } else {
                    self.at += 1;
                    if self.next_is(0, |next| next.is_ascii_punctuation()) {
                        self.same(1);
                    }
                }
            }
            (b'{', Markup::Latex) => {
                if self.text.as_bytes().get(self.at.wrapping_sub(1)) == Some(&b'}') {
                    // Adjacent arguments are separate.
                    self.space(1);
                } else {
                    self.at += 1;
                }
                self.braces.push(false);
            }
            (b'}', Markup::Latex) => {
                if self.braces.pop() == Some(true) {
                    self.replace(1, ")");
                } else {
                    self.at += 1;
                }
            }
            (b'%', Markup::Latex) => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            (b'~', Markup::Latex | Markup::Typst) => self.thin(1),
            (b'&', Markup::Latex) => self.replace(1, "|"),
            (b'^', Markup::Latex) => self.same(1),
            (b'_', Markup::Latex) => self.subscript(),
            (b'_', Markup::Markdown | Markup::Typst) => self.underscore(),
            (b'_', Markup::Org | Markup::Rst | Markup::None) => self.subscript_of_statistic(),
            (b'*', Markup::Markdown | Markup::Typst | Markup::Rst) => self.star(),
            (b'/' | b'*', Markup::Org) => self.org_emphasis(byte),
            // A space after a backslash is not rendered: `*t*\ (28)`.
            (b'\\', Markup::Rst) => {
                self.at += 1;
                self.at += usize::from(self.next_is(0, |next| matches!(next, b' ' | b'\n')));
            }
            (b':', Markup::Rst) => self.role(),
            (b'~', Markup::Markdown) => self.tilde(),
            (b'<', Markup::Markdown | Markup::Org | Markup::Rst | Markup::None) => self.tag(),
            (b'&', Markup::Markdown | Markup::Org | Markup::Rst | Markup::None) => self.entity(),
            _ => self.same(1),
        }
    }

    fn white(&mut self) {
        let count =
            self.rest().bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        if count == 1 && self.next_is(0, |byte| byte == b' ') && !self.plain.as_str().ends_with(' ') {
            self.same(1);
        } else {
            self.space(count);
        }
    }

    /// A space that does not separate words; between digits it separates thousands.
    fn thin(&mut self, len: usize) {
        let behind = self.text.as_bytes().get(self.at + len..).unwrap_or_default();
        let group = behind.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count() == 3;
        let before = self.plain.as_str().bytes().rev().take_while(u8::is_ascii_digit).count();
        if group && (1..=3).contains(&before) {
            self.at += len;
        } else {
            self.space(len);
        }
    }

    /// `_{28}`, `_2` in mathematics.
    fn subscript(&mut self) {
        if self.next_is(1, |byte| byte == b'{') {
            let open = self.next_is(2, |byte| byte == b'(');
            self.replace(2, if open { " " } else { "(" });
            self.braces.push(!open);
            return;
        }
        let width = self.rest().chars().nth(1).map_or(0, char::len_utf8);
        if self.next_is(1, |byte| byte.is_ascii_alphanumeric()) {
            let inside = self.text.get(self.at + 1..self.at + 1 + width).unwrap_or_default();
            let all = format!("({inside})");
            self.replace(1 + width, &all);
        } else {
            self.at += 1;
        }
    }

    /// `_emphasis_`, or a subscript if it is inside a word.
    fn underscore(&mut self) {
        let before = self.last().is_some_and(|c| c.is_alphanumeric());
        let run = self
            .text
            .get(self.at + 1..)
            .unwrap_or_default()
            .bytes()
            .take(24)
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        if before && run > 0 {
            let inside = self.text.get(self.at + 1..self.at + 1 + run).unwrap_or_default();
            let all = format!("({inside})");
            let closes = self.next_is(1 + run, |byte| byte == b'_');
            if closes {
                // `a_b_`: an underscore inside a word does not open emphasis.
                self.at += 1;
            } else {
                self.replace(1 + run, &all);
            }
        } else {
            self.at += 1;
        }
    }

    /// `t_28`, `t_{28}`, `r_s` without markup: the subscript of a statistic only.
    fn subscript_of_statistic(&mut self) {
        let before = self.plain.as_str();
        let base = before.strip_suffix("^2").unwrap_or(before);
        let letter = base.strip_suffix(['t', 'F', 'χ', 'r', 'Q', 'H']);
        let is_alone =
            letter.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let suffix = self.text.get(self.at + 1..).unwrap_or_default();
        let inside =
            suffix.strip_prefix('{').and_then(|inside| inside.split_once('}')).map(|(inside, _)| inside);
        let run = suffix.bytes().take(24).take_while(u8::is_ascii_alphanumeric).count();
        match inside.filter(|inside| inside.len() < 24) {
            _ if !is_alone => self.same(1),
            Some(inside) => {
                let all = format!("({inside})");
                self.replace(inside.len() + 3, &all);
            }
            None if run > 0 => {
                let all = format!("({})", suffix.get(..run).unwrap_or_default());
                self.replace(run + 1, &all);
            }
            None if suffix.starts_with('(') => self.at += 1,
            None => self.same(1),
        }
    }

    fn star(&mut self) {
        let free = self.last().is_none_or(|c| c == ' ') && self.next_is(1, |byte| byte == b' ');
        if free { self.same(1) } else { self.at += 1 }
    }

    /// `/t/`, `*p*` in Org: the name of a statistic in italics or bold.
    fn org_emphasis(&mut self, mark: u8) {
        /// The longest word whose emphasis is removed.
        const MAX_WORD_BYTES: usize = 12;
        let opens = self.last().is_none_or(|c| matches!(c, ' ' | '(' | '['));
        let inside = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        let word = inside.iter().take(MAX_WORD_BYTES).take_while(|byte| byte.is_ascii_alphabetic()).count();
        if opens && word > 0 && inside.get(word) == Some(&mark) {
            self.at += 1;
            self.same(word);
            self.at += 1;
        } else {
            self.same(1);
        }
    }

    /// `` :sup:`-9` ``, `` :sub:`28` `` and `` :math:`t(28)` `` in reStructuredText.
    fn role(&mut self) {
        let math = ":math:`";
        if self.rest().starts_with(math) {
            self.at += math.len();
            return;
        }
        let roles = [(":sup:`", "^", ""), (":sub:`", "(", ")")];
        let found = roles.iter().find(|(role, ..)| self.rest().starts_with(role));
        let Some((role, open, close)) = found else { return self.same(1) };
        let inside = self.rest().get(role.len()..).unwrap_or_default();
        let Some(length) = inside.bytes().take(24).position(|byte| byte == b'`') else { return self.same(1) };
        let all =
            format!("{open}{}{close}", inside.get(..length).unwrap_or_default().replace('\u{2212}', "-"));
        self.replace(role.len() + length + 1, &all);
    }

    /// Reads Pandoc's subscript `t~28~` as `t(28)`.
    fn tilde(&mut self) {
        let inside = self.text.get(self.at + 1..).unwrap_or_default();
        let run = inside.bytes().take(24).take_while(|byte| !matches!(byte, b'~' | b' ' | b'\n')).count();
        let closed = run > 0 && inside.as_bytes().get(run) == Some(&b'~') && inside.is_char_boundary(run);
        if closed && self.last().is_some_and(|c| c.is_alphanumeric() || c == '^') {
            let inside = inside.get(..run).unwrap_or_default().trim_matches(['*', '_', '(', ')']);
            let all = format!("({inside})");
            self.replace(run + 2, &all);
        } else {
            self.same(1);
        }
    }

    /// `<sub>28</sub>`, `<i>p</i>`.
    fn tag(&mut self) {
        const STYLE_TAGS: [&str; 12] =
            ["i", "em", "b", "strong", "span", "u", "small", "mark", "br", "italic", "bold", "tt"];
        let inside = self.text.get(self.at + 1..).unwrap_or_default();
        let close = inside.bytes().take(80).position(|byte| byte == b'>');
        let tag = close.and_then(|end| inside.get(..end));
        let name = tag.map(|tag| {
            let name = tag.trim_start_matches('/');
            name.split([' ', '/']).next().unwrap_or_default().to_ascii_lowercase()
        });
        match (tag, name.as_deref()) {
            (Some(tag), Some("sub")) => {
                self.replace(tag.len() + 2, if tag.starts_with('/') { ")" } else { "(" });
            }
            (Some(tag), Some("sup")) if tag.starts_with('/') => self.at += tag.len() + 2,
            (Some(tag), Some("sup")) => self.replace(tag.len() + 2, "^"),
            (Some(tag), Some(name)) if STYLE_TAGS.contains(&name) => self.at += tag.len() + 2,
            _ => self.same(1),
        }
    }

    fn entity(&mut self) {
        const ENTITIES: [(&str, &str); 16] = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&le;", "≤"),
            ("&ge;", "≥"),
            ("&amp;", "&"),
            ("&nbsp;", " "),
            ("&thinsp;", " "),
            ("&#160;", " "),
            ("&minus;", "-"),
            ("&ndash;", "–"),
            ("&chi;", "χ"),
            ("&plusmn;", "±"),
            ("&times;", "×"),
            ("&middot;", "·"),
            ("&sdot;", "·"),
            ("&sup2;", "^2"),
        ];
        match ENTITIES.iter().find(|(entity, _)| self.rest().starts_with(entity)) {
            Some((entity, by)) => self.replace(entity.len(), by),
            None => self.same(1),
        }
    }
}

/// The sign for a Typst symbol name at the start of `text`, in this module's notation, and the name's length.
fn typst_sign(text: &str) -> Option<(usize, &'static str)> {
    const SIGNS: [(&str, &str); 17] = [
        ("dot.op", "×"),
        ("dot.c", "×"),
        ("dot", "×"),
        ("times", "×"),
        ("minus", "-"),
        ("lt.eq", "≤"),
        ("gt.eq", "≥"),
        ("lt.eq.slant", "≤"),
        ("gt.eq.slant", "≥"),
        ("lt", "<"),
        ("gt", ">"),
        ("approx", "≈"),
        ("plus.minus", "±"),
        ("thin", " "),
        ("med", " "),
        ("space", " "),
        ("quad", " "),
    ];
    let name = text.trim_end_matches('.');
    SIGNS.iter().find(|(known, _)| *known == name).map(|(known, sign)| (known.len(), *sign))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;
    use referee_syntax::Document;
    use referee_text::Rope;
    use std::sync::Arc;

    fn plain(format: Format, text: &str) -> String {
        let document = Document::read(format, Rope::from_str(text), Arc::default());
        let read = document.blocks().iter().map(|block| {
            let range = block.span().range();
            PlainText::read(&text[range], format, &block.content.opaque).text().trim().to_owned()
        });
        read.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn one_result_in_every_dress_reads_the_same() {
        let wanted = "The groups differed, t(28) = 2.20, p < .001.";
        for (format, text) in [
            (Format::PlainText, "The groups differed, t(28) = 2.20, p < .001."),
            (Format::PlainText, "The groups differed, t(28)\u{2009}=\u{A0}2·20, p\u{202F}< .001."),
            (Format::PlainText, "The groups differed, t₂₈ = 2.20, 𝑝 < .001."),
            (Format::PlainText, "The groups differed, t<sub>28</sub> = 2.20, p &lt; .001."),
            (Format::Markdown, "The groups differed, *t*(28) = 2.20, *p* < .001."),
            (Format::Markdown, "The groups differed, _t_(28) = 2.20, _p_ \\< .001."),
            (Format::Markdown, "The groups differed, **t~28~** = 2.20, *p* < .001."),
            (Format::Markdown, "The groups differed, $t(28) = 2.20$, $p < .001$."),
            (Format::Markdown, "The groups differed, $t_{28} = 2.20, p < .001$."),
            (Format::Markdown, "The groups differed,\n<i>t</i>(28) = 2.20, <i>p</i> < .001."),
            (Format::Latex, "The groups differed, $t(28) = 2.20$, $p < .001$."),
            (Format::Latex, "The groups differed, \\(t_{28} = 2.20\\), \\(p \\lt{} .001\\)."),
            (Format::Latex, "The groups differed, \\textit{t}(28)~= 2.20, \\emph{p} $<$ .001."),
            (Format::Latex, "The groups differed, $t\\left(28\\right) = 2.20$, % a remark\n $p < .001$."),
            (Format::Org, "The groups differed, /t/(28) = 2.20, *p* < .001."),
            (Format::Rst, "The groups differed, *t*\\ (28) = 2.20, *p* < .001."),
            (Format::Rst, "The groups differed, *t*\\ :sub:`28` = 2.20, *p* < .001."),
            (Format::Typst, "The groups differed, $t(28) = 2.20$, $p < .001$."),
            (Format::Typst, "The groups differed, _t_(28) = 2.20, _p_ < .001."),
            (Format::Typst, "The groups differed, $t_28 = 2.20$, $p < .001$."),
        ] {
            assert_eq!(plain(format, text), wanted, "{text}");
        }
    }

    #[test]
    fn greek_letters_powers_and_percents() {
        assert_eq!(plain(Format::Latex, "$\\chi^2(1, N=90) = 3.9$"), "χ^2(1, N=90) = 3.9");
        assert_eq!(
            plain(Format::Latex, "$\\chi^{2}_{1} = 3{,}9$; 12\\,345; 5\\,\\%"),
            "χ^2(1) = 3,9; 12345; 5 %"
        );
        assert_eq!(
            plain(Format::Markdown, "χ²(1) = 3.9, 2.3 × 10⁻⁵, *F*~1,138~ = 2"),
            "χ^2(1) = 3.9, 2.3 × 10^-5, F(1,138) = 2"
        );
        assert_eq!(plain(Format::Latex, "$p = 2.3 \\times 10^{-5}$"), "p = 2.3 ×10^-5");
        assert_eq!(plain(Format::Typst, "$p = 2.3 dot 10^(-5)$, $x lt.eq 2$"), "p = 2.3 × 10^(-5), x ≤ 2");
        assert_eq!(plain(Format::Typst, "Per dot and $dots.c = dotted$"), "Per dot and dots.c = dotted");
        for (text, wanted) in [
            ("p = 5.81·10⁻¹²", "p = 5.81×10^-12"),
            ("p = 5·10^-12", "p = 5×10^-12"),
            ("p = 5.81·10−12", "p = 5.81×10-12"),
            ("a median of 2·10-2·30", "a median of 2.10-2.30"),
            ("p = 0·10", "p = 0.10"),
        ] {
            assert_eq!(plain(Format::PlainText, text), wanted);
        }
        assert_eq!(plain(Format::Latex, "$\\gamma = .3$, $\\mu \\simeq 3 \\cdot 10^2$"), "γ= .3, µ≈3 ×10^2");
    }

    #[test]
    fn code_comments_and_citations_of_latex_are_hidden() {
        assert_eq!(plain(Format::Markdown, "a `p = 0` b <!-- p = 0 --> c"), "a \u{FFFC} b \u{FFFC} c");
        assert_eq!(plain(Format::Latex, "a \\cite[p. 3]{x} b \\verb|p = 0| c"), "a \u{FFFC} b \u{FFFC} c");
    }

    #[test]
    fn a_place_leads_back_to_the_source() {
        let text = "so *p* = \u{2212}.04*.";
        let read = PlainText::read(text, Format::Markdown, &[]);
        assert_eq!(read.text(), "so p = -.04.");
        let at = read.text().find("p = -.04").unwrap();
        assert_eq!(&text[read.source(at..at + 8).range()], "p* = \u{2212}.04");
        assert_eq!(&text[read.source(at + 4..at + 8).range()], "\u{2212}.04");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn any_text_in_any_format_leads_back_inside_itself(
            text in "[a-zχ0-9 ()\\[\\]{}$_^~*<>&;=,.%\\\\\u{2212}\u{2009}²⁻₂|`\n-]{0,80}",
            which in 0_usize..4,
        ) {
            let format = [Format::Markdown, Format::Latex, Format::Typst, Format::PlainText][which];
            let document = Document::read(format, Rope::from_str(&text), Arc::default());
            for block in document.blocks().iter() {
                let inside = &text[block.span().range()];
                let read = PlainText::read(inside, format, &block.content.opaque);
                for (at, c) in read.text().char_indices() {
                    let span = read.source(at..at + c.len_utf8());
                    prop_assert!(inside.get(span.range()).is_some(), "{:?} {:?}", text, span);
                }
            }
        }
    }
}
