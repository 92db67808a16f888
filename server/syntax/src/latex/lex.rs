//! Splits LaTeX into tokens and pairs its brackets.
//!
//! It makes one pass over the bytes. Brackets are paired only within a paragraph, as TeX does for
//! the arguments of most commands: an unclosed brace damages its paragraph and nothing else.

use super::commands;
use super::scan::{command_end, ends_document, is_break, line_break, line_end};
use super::skip::{SkipEndFinder, SkippedText};
use referee_text::effort::look_at;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A command of letters, backslash included: `\cite`.
    Word,
    /// A command of one other character: `\&`, `\[`, `\\`.
    Symbol,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `$` or `$$`
    Dollar,
    /// `%` up to the end of its line.
    Comment,
    /// Text that TeX does not read: `\verb|…|`, a verbatim environment, `\iffalse … \fi`.
    Verbatim,
    /// The braces of an address and everything between them, where `%` and `#` are plain
    /// characters: `\url{…}`.
    Raw,
    /// The end of a paragraph: the line breaks and blank lines.
    Break,
}

/// A token. The text between tokens is plain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The index of the matching bracket.
    pair: Option<u32>,
}

/// The tokens of a text, in order.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    all: Vec<Token>,
}

/// A group: an argument with its brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The first byte after the opening bracket.
    pub(super) start: usize,
    /// The closing bracket, or the end of the text of an unclosed group.
    pub(super) end: usize,
    /// The first byte after the closing bracket.
    pub(super) after: usize,
    /// Whether there is a closing bracket.
    pub(super) closed: bool,
}

/// The maximum length of the address in `\url{…}` and of the note in `\cite<…>`, in bytes. It
/// bounds the search for a bracket that is never closed, which would otherwise be repeated up to
/// the end of the text.
const MAX_ARGUMENT_BYTES: usize = 2048;

impl<'t> Tokens<'t> {
    /// Splits `text` into tokens.
    pub(super) fn new(text: &'t str) -> Self {
        look_at(text.len());
        let mut lexer =
            Lexer { text, at: 0, all: Vec::new(), open: Vec::new(), finder: SkipEndFinder::default() };
        lexer.run();
        Tokens { text, all: lexer.all }
    }

    /// Returns the tokens.
    pub(super) fn as_slice(&self) -> &[Token] {
        &self.all
    }

    /// Returns the token that starts at byte `at`.
    pub(super) fn at(&self, at: usize) -> Option<&Token> {
        let index = self.all.partition_point(|token| token.start < at);
        self.all.get(index).filter(|token| token.start == at)
    }

    /// Skips spaces, comments and single line breaks from byte `at`.
    pub(super) fn skip_space(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = at;
        let mut broken = false;
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'\n' | b'\r') if broken => return at,
                Some(b'\n' | b'\r') => {
                    broken = true;
                    at = line_break(bytes, at);
                }
                Some(b'%') => {
                    // The line break belongs to the comment.
                    broken = true;
                    at = line_break(bytes, line_end(bytes, at));
                }
                _ => return at,
            }
        }
    }

    /// Returns the group in `bracket` (`{` or `[`) that starts at byte `at`, after optional spaces.
    pub(super) fn group(&self, at: usize, bracket: TokenKind) -> Option<Group> {
        let token = self.at(self.skip_space(at))?;
        if bracket == TokenKind::Open && token.kind == TokenKind::Raw {
            let closed =
                self.text.as_bytes().get(token.end - 1) == Some(&b'}') && token.end > token.start + 1;
            let end = if closed { token.end - 1 } else { token.end };
            return Some(Group { start: token.start + 1, end, after: token.end, closed });
        }
        if token.kind != bracket {
            return None;
        }
        match token.pair.and_then(|pair| self.all.get(pair as usize)) {
            Some(close) => Some(Group { start: token.end, end: close.start, after: close.end, closed: true }),
            // `\cite{abc`: the rest is not typed yet.
            None if bracket == TokenKind::Open => {
                let end = half_typed_end(self.text, token.end);
                Some(Group { start: token.end, end, after: end, closed: false })
            }
            None => None,
        }
    }

    /// Returns the text between `open` and `close` from byte `at`, for the rare arguments in `<…>`
    /// and `(…)`.
    pub(super) fn delimited(&self, at: usize, open: u8, close: u8) -> Option<Group> {
        let bytes = self.text.as_bytes();
        let at = self.skip_space(at);
        if bytes.get(at) != Some(&open) {
            return None;
        }
        let mut depth = 0_usize;
        let mut i = at + 1;
        while i < bytes.len().min(at + MAX_ARGUMENT_BYTES) {
            look_at(1);
            match bytes[i] {
                b'\\' => i += 1,
                b'{' => depth += 1,
                b'}' => depth = depth.checked_sub(1)?,
                byte if byte == close && depth == 0 => {
                    return Some(Group { start: at + 1, end: i, after: i + 1, closed: true });
                }
                b'\n' | b'\r' if is_break(bytes, i) => return None,
                _ => {}
            }
            i += 1;
        }
        None
    }
}

/// Returns the end of the keys in a group without a closing brace: the first character that cannot
/// be in a list of keys.
fn half_typed_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut after_comma = true;
    for (at, character) in text[start..].char_indices() {
        look_at(character.len_utf8());
        match character {
            ',' => after_comma = true,
            '\n' | '\r' => break,
            ' ' | '\t' if after_comma => continue,
            ' ' | '\t' | '\\' | '{' | '}' | '[' | ']' | '%' | '~' | '$' | '(' | ')' => break,
            _ => after_comma = false,
        }
        end = start + at + character.len_utf8();
    }
    end
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    all: Vec<Token>,
    /// The indexes of the open brackets.
    open: Vec<u32>,
    finder: SkipEndFinder,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\\' => self.command(),
                b'{' => self.bracket_open(TokenKind::Open),
                b'}' => self.bracket_close(TokenKind::Close, TokenKind::Open),
                b'[' => self.bracket_open(TokenKind::OpenBracket),
                b']' => self.bracket_close(TokenKind::CloseBracket, TokenKind::OpenBracket),
                b'$' => {
                    let len = if bytes.get(self.at + 1) == Some(&b'$') { 2 } else { 1 };
                    self.push(TokenKind::Dollar, self.at + len);
                }
                b'%' => self.push(TokenKind::Comment, line_end(bytes, self.at)),
                b'\n' | b'\r' => self.line(),
                _ => self.at += 1,
            }
        }
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        self.all.push(Token { kind, start: self.at, end, pair: None });
        self.at = end;
    }

    fn line(&mut self) {
        let bytes = self.text.as_bytes();
        let mut end = line_break(bytes, self.at);
        if !is_break(bytes, self.at) {
            self.at = end;
            return;
        }
        while matches!(bytes.get(end), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            end += 1;
        }
        self.push(TokenKind::Break, end);
        self.open.clear();
    }

    fn bracket_open(&mut self, kind: TokenKind) {
        self.open.push(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.push(kind, self.at + 1);
    }

    fn bracket_close(&mut self, kind: TokenKind, opening: TokenKind) {
        let index = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.push(kind, self.at + 1);
        while let Some(&last) = self.open.last() {
            let Some(token) = self.all.get(last as usize) else { return };
            if token.kind == opening {
                self.open.pop();
                self.all[last as usize].pair = Some(index);
                if let Some(close) = self.all.last_mut() {
                    close.pair = Some(last);
                }
                return;
            }
            // A `]` without its `[` inside braces is text; a `}` closes over a `[` that was text.
            if opening == TokenKind::OpenBracket {
                return;
            }
            self.open.pop();
        }
    }

    fn command(&mut self) {
        let start = self.at;
        let end = command_end(self.text, start);
        let name = &self.text[start + 1..end];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') || name == "@" {
            self.push(TokenKind::Symbol, end);
            return;
        }
        if name == "end" && ends_document(self.text, start) {
            self.push(TokenKind::Verbatim, self.text.len());
            return;
        }
        if let Some(SkippedText::To(end)) = self.finder.opaque_from(self.text, start, true) {
            self.push(TokenKind::Verbatim, end);
            return;
        }
        self.push(TokenKind::Word, end);
        if commands::takes_address(name) {
            self.address();
        }
    }

    /// Reads the raw argument of `\url`, `\href[…]{…}` and similar commands.
    fn address(&mut self) {
        let bytes = self.text.as_bytes();
        let mut open = self.at;
        if bytes.get(open) == Some(&b'*') {
            open += 1;
        }
        while matches!(bytes.get(open), Some(b' ')) {
            open += 1;
        }
        if bytes.get(open) == Some(&b'[') {
            let limit = bytes.len().min(open + MAX_ARGUMENT_BYTES);
            let Some(close) = memchr::memchr2(b']', b'\n', &bytes[open..limit]) else { return };
            open += close + 1;
        }
        if bytes.get(open) != Some(&b'{') {
            return;
        }
        let mut depth = 0_usize;
        let mut i = open;
        while i < bytes.len().min(open + MAX_ARGUMENT_BYTES) {
            look_at(1);
            match bytes[i] {
                b'\\' => i += 1,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at = open;
                        self.push(TokenKind::Raw, i + 1);
                        return;
                    }
                }
                b'\n' | b'\r' if is_break(bytes, i) => return,
                _ => {}
            }
            i += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        Tokens::new(text).as_slice().iter().map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn a_percent_sign_begins_a_comment_unless_escaped_or_in_an_address() {
        assert_eq!(kinds("5\\% % no\nx"), [(TokenKind::Symbol, "\\%"), (TokenKind::Comment, "% no")]);
        assert_eq!(
            kinds("\\url{a%20b}%c"),
            [(TokenKind::Word, "\\url"), (TokenKind::Raw, "{a%20b}"), (TokenKind::Comment, "%c")]
        );
    }

    #[test]
    fn what_tex_does_not_read_is_one_token() {
        assert_eq!(kinds("a \\verb|\\cite{a}| b"), [(TokenKind::Verbatim, "\\verb|\\cite{a}|")]);
        assert_eq!(kinds("\\begin{verbatim}\n\n{\\end{verbatim}x").len(), 1);
        assert_eq!(
            kinds("\\iffalse \\ifx a \\fi { \\fi x"),
            [(TokenKind::Verbatim, "\\iffalse \\ifx a \\fi { \\fi")]
        );
    }

    #[test]
    fn a_bracket_that_is_text_does_not_upset_the_braces() {
        let tokens = Tokens::new("{in [0,1) }\\cite[x]{a}");
        let group = tokens.group(0, TokenKind::Open).unwrap();
        assert_eq!(&tokens.text[group.start..group.end], "in [0,1) ");
    }
}
