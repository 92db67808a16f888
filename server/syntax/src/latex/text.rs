//! Converts LaTeX to plain text, with a map back to the offset of each character.

use referee_bibliography::latex_symbols::{accent, symbol};
use referee_text::{MappedText, Span};
use unicode_normalization::char::compose;

/// Converts the piece `range` of `text` to plain text: commands, braces and comments are removed,
/// accents and symbols become characters, and runs of spaces become one space. Spans are offsets in
/// `text`.
pub(crate) fn plain(text: &str, range: std::ops::Range<usize>) -> MappedText {
    let end = range.end.min(text.len());
    let Some(piece) = text.get(..end) else { return MappedText::default() };
    if !piece.is_char_boundary(range.start.min(end)) {
        return MappedText::default();
    }
    let mut reader =
        Reader { text: piece, at: range.start.min(end), math: false, out: MappedText::default() };
    reader.run();
    let mut out = reader.out;
    out.trim_end();
    out
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    math: bool,
    out: MappedText,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn run(&mut self) {
        while let Some(character) = self.peek() {
            let start = self.at;
            match character {
                '\\' => self.command(),
                '{' | '}' => self.at += 1,
                '$' => {
                    self.math = !self.math;
                    self.at += 1;
                }
                '^' | '_' if self.math => self.at += 1,
                '%' => {
                    let bytes = self.text.as_bytes();
                    self.at = super::scan::line_break(bytes, super::scan::line_end(bytes, start));
                    while matches!(self.byte(self.at), Some(b' ' | b'\t')) {
                        self.at += 1;
                    }
                }
                '~' => {
                    self.at += 1;
                    self.out.push_space(Span::new(start, self.at));
                }
                '-' => self.repeated(b'-', &["-", "\u{2013}", "\u{2014}"]),
                '`' => self.repeated(b'`', &["\u{2018}", "\u{201C}"]),
                '\'' => self.repeated(b'\'', &["\u{2019}", "\u{201D}"]),
                character if character.is_whitespace() => {
                    while let Some(space) = self.peek().filter(|next| next.is_whitespace()) {
                        self.at += space.len_utf8();
                    }
                    self.out.push_space(Span::new(start, self.at));
                }
                character => {
                    self.at += character.len_utf8();
                    let mut buffer = [0; 4];
                    self.out.push_copy(character.encode_utf8(&mut buffer), start);
                }
            }
        }
    }

    /// Reads one, two or three of the same character, which TeX replaces by another (a ligature).
    fn repeated(&mut self, byte: u8, signs: &[&str]) {
        let start = self.at;
        let mut count = 0;
        while count < signs.len() && self.byte(self.at) == Some(byte) {
            count += 1;
            self.at += 1;
        }
        if let Some(sign) = signs.get(count.saturating_sub(1)) {
            if count == 1 && byte == b'-' {
                self.out.push_copy(sign, start);
            } else {
                self.out.push_replacement(sign, Span::new(start, self.at));
            }
        }
    }

    fn spaces(&mut self) {
        while matches!(self.byte(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn command(&mut self) {
        let start = self.at;
        let end = super::scan::command_end(self.text, start);
        let name = self.text.get(start + 1..end).unwrap_or_default();
        self.at = end;
        if let Some(mark) = accent(name) {
            self.accented(start, mark, name);
            return;
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let sign = match name {
                "&" | "%" | "#" | "$" | "_" | "{" | "}" => name,
                "," | ";" | ":" | " " | "\\" | "\n" | "\r" | "~" => {
                    self.out.push_space(Span::new(start, end));
                    return;
                }
                "(" | ")" | "[" | "]" => {
                    self.math = matches!(name, "(" | "[");
                    return;
                }
                _ => return,
            };
            self.out.push_replacement(sign, Span::new(start, end));
            return;
        }
        // Spaces after a command of letters are ignored.
        self.spaces();
        if let Some(sign) = symbol(name) {
            if sign.trim().is_empty() {
                self.out.push_space(Span::new(start, self.at));
            } else {
                self.out.push_replacement(sign, Span::new(start, end));
            }
            return;
        }
        match name {
            "newblock" | "par" | "quad" | "qquad" | "newline" | "linebreak" | "hskip" | "space" | "item" => {
                self.out.push_space(Span::new(start, self.at));
            }
            "url" | "path" | "nolinkurl" | "burl" | "doi" => self.address(),
            "href" | "bibinfo" | "bibfield" | "BibitemShut" | "textcolor" | "Eprint" | "color" | "label"
            | "eprint" | "natexlab" | "hspace" | "vspace" | "begin" | "end" | "fontsize"
            | "foreignlanguage" | "selectlanguage" | "bibAnnoteFile" | "hyperlink" | "hypertarget" => {
                self.drop_argument()
            }
            _ => {}
        }
    }

    /// Appends the contents of an address, with `\_`, `\%`, `\&` and `\#` unescaped.
    fn address(&mut self) {
        if self.byte(self.at) != Some(b'{') {
            return;
        }
        self.at += 1;
        let mut depth = 1_usize;
        while let Some(character) = self.peek() {
            let start = self.at;
            self.at += character.len_utf8();
            match character {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                '\\' if matches!(self.byte(self.at), Some(b'_' | b'%' | b'&' | b'#' | b'~')) => {}
                character if character.is_whitespace() => self.out.push_space(Span::new(start, self.at)),
                character => {
                    let mut buffer = [0; 4];
                    self.out.push_copy(character.encode_utf8(&mut buffer), start);
                }
            }
        }
    }

    /// Skips an argument that is not part of the text, if it is closed.
    fn drop_argument(&mut self) {
        let bytes = self.text.as_bytes();
        if self.byte(self.at) != Some(b'{') {
            return;
        }
        let mut depth = 0_usize;
        let mut at = self.at;
        // An address is rarely longer; the search for an unclosed brace must not run to the end
        // each time.
        let limit = bytes.len().min(at + 2048);
        while let Some(byte) = bytes.get(at).filter(|_| at < limit) {
            match byte {
                b'\\' => at += 1,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at = at + 1;
                        return;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads `\'e`, `\"{o}`, `\c{c}`, `\'\i`: a letter with its accent.
    fn accented(&mut self, start: usize, mark: char, name: &str) {
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.spaces();
        } else {
            while self.byte(self.at) == Some(b' ') {
                self.at += 1;
            }
        }
        let mut braced = false;
        if self.byte(self.at) == Some(b'{') {
            braced = true;
            self.at += 1;
        }
        let base = match self.peek() {
            Some('\\') => {
                let end = super::scan::command_end(self.text, self.at);
                let letter = match self.text.get(self.at + 1..end) {
                    Some("i") => Some('i'),
                    Some("j") => Some('j'),
                    Some(name) => symbol(name).and_then(|sign| sign.chars().next()),
                    None => None,
                };
                if letter.is_some() {
                    self.at = end;
                    self.spaces();
                }
                letter
            }
            Some(character) if character.is_alphabetic() => {
                self.at += character.len_utf8();
                Some(character)
            }
            _ => None,
        };
        let Some(base) = base else { return };
        if braced && self.byte(self.at) == Some(b'}') {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        let mut text = String::new();
        match compose(base, mark) {
            Some(whole) => text.push(whole),
            None => text.extend([base, mark]),
        }
        self.out.push_replacement(&text, span);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

    use super::*;
    use proptest::prelude::*;

    fn text(source: &str) -> String {
        plain(source, 0..source.len()).as_str().to_owned()
    }

    #[test]
    fn accents_and_signs_become_characters() {
        assert_eq!(
            text(r#"M\"uller, Garc{\'\i}a, {\v S}koda, \c{C}elik, \O rsted, Stra\ss e"#),
            "Müller, García, Škoda, Çelik, Ørsted, Straße"
        );
        assert_eq!(text("``a'' 1--2 --- b~c\\ d"), "“a” 1–2 — b c d");
        assert_eq!(text("10.1000/a\\_b\\%c \\& d"), "10.1000/a_b%c & d");
    }

    #[test]
    fn commands_go_and_what_they_set_stays() {
        assert_eq!(
            text("Smith J. \\newblock {\\em The \\textbf{Title}}.\n\\newblock \\emph{BMJ}, 3."),
            "Smith J. The Title. BMJ, 3."
        );
        assert_eq!(
            text("\\bibinfo{author}{Smith}, \\href{http://x.y/%20}{here}, \\url{http://a.b/c_d}"),
            "Smith, here, http://a.b/c_d"
        );
        assert_eq!(text("TNF-$\\alpha$ and H$_2$O % comment\n next"), "TNF-α and H2O next");
    }

    #[test]
    fn a_place_in_the_plain_text_leads_back_to_the_source() {
        let source = r"a \emph{M\'exico} 10.1000/x\_y";
        let plain = plain(source, 0..source.len());
        let at = plain.as_str().find("México").unwrap();
        let span = plain.source(at..at + "México".len());
        assert_eq!(&source[span.range()], r"M\'exico");
        let at = plain.as_str().find("10.").unwrap();
        let span = plain.source(at..plain.as_str().len());
        assert_eq!(&source[span.range()], r"10.1000/x\_y");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn any_piece_becomes_text_whose_places_are_in_the_source(
            source in r#"([a-z é{}$%~`'\n-]|\\['"a-z&_]|\\url\{|\\href|\\'\\i){0,40}"#,
            cut in 0usize..80,
        ) {
            let mut end = cut.min(source.len());
            while !source.is_char_boundary(end) {
                end -= 1;
            }
            let plain = plain(&source, 0..end);
            for (at, character) in plain.as_str().char_indices() {
                let span = plain.source(at..at + character.len_utf8());
                prop_assert!(source.get(span.range()).is_some_and(|piece| !piece.is_empty()), "{span:?}");
            }
        }
    }
}
