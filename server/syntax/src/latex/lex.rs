//! The tokens of a piece of LaTeX, and which bracket belongs to which.
//!
//! One pass over the bytes. Brackets are paired within a paragraph only, as TeX does for the arguments of most
//! commands: a brace that is never closed damages its own paragraph and nothing else.

use super::commands;
use std::collections::HashMap;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// What TeX does not read: `\verb|…|`, a verbatim environment, `\iffalse … \fi`.
    Verbatim,
    /// The braces of an address and all between, where `%` and `#` are plain characters: `\url{…}`.
    Raw,
    /// The end of a paragraph: the line breaks and blank lines.
    Break,
}

/// One token. Plain text is what lies between tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
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
    /// The first byte behind the opening bracket.
    pub(super) start: usize,
    /// The closing bracket, or where the text of a group that is never closed ends.
    pub(super) end: usize,
    /// The first byte behind the closing bracket.
    pub(super) after: usize,
    /// Whether there is a closing bracket.
    pub(super) closed: bool,
}

/// How long the address in `\url{…}` and the note in `\cite<…>` may be. Only what is really there is looked at, and
/// a bracket that is never closed must not be searched for again and again up to the end of the text.
const SHORT: usize = 2048;

impl<'t> Tokens<'t> {
    /// Splits `text` into tokens.
    pub(super) fn new(text: &'t str) -> Self {
        let mut lexer = Lexer { text, at: 0, all: Vec::new(), open: Vec::new(), finder: Finder::default() };
        lexer.run();
        Tokens { text, all: lexer.all }
    }

    /// The tokens.
    pub(super) fn as_slice(&self) -> &[Token] {
        &self.all
    }

    /// The token that starts at byte `at`.
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

    /// The group in `bracket` (`{` or `[`) that starts at byte `at`, spaces before it skipped.
    pub(super) fn group(&self, at: usize, bracket: Kind) -> Option<Group> {
        let token = self.at(self.skip_space(at))?;
        if bracket == Kind::Open && token.kind == Kind::Raw {
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
            // `\cite{abc` of which the rest is not typed yet.
            None if bracket == Kind::Open => {
                let end = half_typed_end(self.text, token.end);
                Some(Group { start: token.end, end, after: end, closed: false })
            }
            None => None,
        }
    }

    /// The text between `open` and `close` from byte `at`, for the rare arguments in `<…>` and `(…)`.
    pub(super) fn delimited(&self, at: usize, open: u8, close: u8) -> Option<Group> {
        let bytes = self.text.as_bytes();
        let at = self.skip_space(at);
        if bytes.get(at) != Some(&open) {
            return None;
        }
        let mut depth = 0_usize;
        let mut i = at + 1;
        while i < bytes.len().min(at + SHORT) {
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

/// Where the keys of a group without closing brace end: at the first thing that no list of keys holds.
fn half_typed_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut after_comma = true;
    for (at, character) in text[start..].char_indices() {
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

/// The end of the line that holds byte `at`: its line break, or the end of the text.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'\n', b'\r', rest))
        .map_or(bytes.len(), |found| at + found)
}

/// The byte behind the line break at `at`.
pub(super) fn line_break(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => at + 2,
        (Some(b'\n' | b'\r'), _) => at + 1,
        _ => at,
    }
}

/// Whether the line break at `at` ends a paragraph: the next line is blank.
pub(super) fn is_break(bytes: &[u8], at: usize) -> bool {
    let mut next = line_break(bytes, at);
    while matches!(bytes.get(next), Some(b' ' | b'\t')) {
        next += 1;
    }
    matches!(bytes.get(next), Some(b'\n' | b'\r'))
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    all: Vec<Token>,
    /// The indices of brackets that are open.
    open: Vec<u32>,
    finder: Finder,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\\' => self.command(),
                b'{' => self.bracket_open(Kind::Open),
                b'}' => self.bracket_close(Kind::Close, Kind::Open),
                b'[' => self.bracket_open(Kind::OpenBracket),
                b']' => self.bracket_close(Kind::CloseBracket, Kind::OpenBracket),
                b'$' => {
                    let len = if bytes.get(self.at + 1) == Some(&b'$') { 2 } else { 1 };
                    self.push(Kind::Dollar, self.at + len);
                }
                b'%' => self.push(Kind::Comment, line_end(bytes, self.at)),
                b'\n' | b'\r' => self.line(),
                _ => self.at += 1,
            }
        }
    }

    fn push(&mut self, kind: Kind, end: usize) {
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
        self.push(Kind::Break, end);
        self.open.clear();
    }

    fn bracket_open(&mut self, kind: Kind) {
        self.open.push(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.push(kind, self.at + 1);
    }

    fn bracket_close(&mut self, kind: Kind, opening: Kind) {
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
            if opening == Kind::OpenBracket {
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
            self.push(Kind::Symbol, end);
            return;
        }
        if name == "end" && ends_document(self.text, start) {
            self.push(Kind::Verbatim, self.text.len());
            return;
        }
        if let Some(Skip::To(end)) = self.finder.opaque_from(self.text, start, true) {
            self.push(Kind::Verbatim, end);
            return;
        }
        self.push(Kind::Word, end);
        if commands::takes_address(name) {
            self.address();
        }
    }

    /// The raw argument of `\url`, `\href[…]{…}` and the like.
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
            let limit = bytes.len().min(open + SHORT);
            let Some(close) = memchr::memchr2(b']', b'\n', &bytes[open..limit]) else { return };
            open += close + 1;
        }
        if bytes.get(open) != Some(&b'{') {
            return;
        }
        let mut depth = 0_usize;
        let mut i = open;
        while i < bytes.len().min(open + SHORT) {
            match bytes[i] {
                b'\\' => i += 1,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at = open;
                        self.push(Kind::Raw, i + 1);
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

/// The end of the command whose backslash stands at `start`.
pub(super) fn command_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start + 1;
    while matches!(bytes.get(end), Some(byte) if byte.is_ascii_alphabetic() || *byte == b'@') {
        end += 1;
    }
    if end > start + 1 {
        // `\LaTeX@` in a sentence is followed by no letter, so the sign is not part of the name.
        while end > start + 2 && bytes.get(end - 1) == Some(&b'@') {
            end -= 1;
        }
        return end;
    }
    text[end.min(text.len())..].chars().next().map_or(text.len(), |character| end + character.len_utf8())
}

/// What TeX does not read from some command on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// Up to here.
    To(usize),
    /// The end was not found in the text at hand.
    Unclosed,
}

/// How far the end of a verbatim environment or of `\iffalse` is searched for. Real listings and commented-out
/// chapters are shorter; past it the beginning is taken as half-typed.
pub(super) const FAR: usize = 512 * 1024;

/// Whether the command at `start` is `\end{document}`.
pub(super) fn ends_document(text: &str, start: usize) -> bool {
    text.get(start..).is_some_and(|rest| rest.starts_with("\\end{document}"))
}

/// The word in braces that starts at `at`: `{verbatim*}`.
pub(super) fn braced_word(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?.strip_prefix('{')?;
    let limit = rest.len().min(64);
    let close = memchr::memchr(b'}', &rest.as_bytes()[..limit])?;
    rest.get(..close)
}

/// Finds the ends of what TeX does not read, and remembers what it searched, so that many beginnings without an
/// end cost no more than one.
#[derive(Default)]
pub(super) struct Finder {
    /// Environments of which no end was found, and up to where.
    environments: Vec<(String, usize)>,
    /// For each `\iffalse` of a text, the end of its `\fi`.
    conditionals: HashMap<usize, usize>,
    /// The part of the text of which `conditionals` tells.
    told: (usize, usize),
}

impl Finder {
    /// Whether what starts with the command at `start` is not read by TeX, and up to where. `complete` says that
    /// nothing follows `text`.
    pub(super) fn opaque_from(&mut self, text: &str, start: usize, complete: bool) -> Option<Skip> {
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
                inline(text, end, name).map(Skip::To)
            }
            _ => None,
        }
    }

    fn environment(&mut self, text: &str, from: usize, environment: &str) -> Skip {
        let needle = format!("\\end{{{environment}}}");
        let limit = text.len().min(from.saturating_add(FAR));
        let known = self.environments.iter_mut().find(|(name, _)| name == environment);
        // The end may stand half in the part that was searched.
        let begin =
            known.as_ref().map_or(from, |(_, searched)| from.max(searched.saturating_sub(needle.len())));
        if let Some(found) =
            text.as_bytes().get(begin..limit).and_then(|rest| memchr::memmem::find(rest, needle.as_bytes()))
        {
            return Skip::To(begin + found + needle.len());
        }
        match known {
            Some((_, searched)) => *searched = limit.max(*searched),
            None => self.environments.push((environment.to_owned(), limit)),
        }
        Skip::Unclosed
    }

    fn conditional(&mut self, text: &str, start: usize, complete: bool) -> Skip {
        let limit = text.len().min(start.saturating_add(FAR));
        if !(self.told.0..self.told.1).contains(&start) || (self.told.1 < limit && self.told.0 == start) {
            self.match_conditionals(text, start, limit, complete);
        }
        self.conditionals.get(&start).map_or(Skip::Unclosed, |end| Skip::To(*end))
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
                // What follows `\iffalse … \else` is read; the `\fi` that is left over does no harm.
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
                // All that was asked for.
                self.told.1 = end;
                return;
            }
            defines = name == "newif" || name == "let";
            at = end;
        }
    }
}

/// `\verb|…|`, `\lstinline[…]{…}`, `\mintinline{python}{…}`: never over the end of the line, and short.
fn inline(text: &str, end: usize, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut limit = text.len().min(end + SHORT);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let stop = line_end(&bytes[..limit], end);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        Tokens::new(text).as_slice().iter().map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn a_percent_sign_begins_a_comment_unless_escaped_or_in_an_address() {
        assert_eq!(kinds("5\\% % no\nx"), [(Kind::Symbol, "\\%"), (Kind::Comment, "% no")]);
        assert_eq!(
            kinds("\\url{a%20b}%c"),
            [(Kind::Word, "\\url"), (Kind::Raw, "{a%20b}"), (Kind::Comment, "%c")]
        );
    }

    #[test]
    fn what_tex_does_not_read_is_one_token() {
        assert_eq!(kinds("a \\verb|\\cite{a}| b"), [(Kind::Verbatim, "\\verb|\\cite{a}|")]);
        assert_eq!(kinds("\\begin{verbatim}\n\n{\\end{verbatim}x").len(), 1);
        assert_eq!(
            kinds("\\iffalse \\ifx a \\fi { \\fi x"),
            [(Kind::Verbatim, "\\iffalse \\ifx a \\fi { \\fi")]
        );
    }

    #[test]
    fn a_bracket_that_is_text_does_not_upset_the_braces() {
        let tokens = Tokens::new("{in [0,1) }\\cite[x]{a}");
        let group = tokens.group(0, Kind::Open).unwrap();
        assert_eq!(&tokens.text[group.start..group.end], "in [0,1) ");
    }
}
