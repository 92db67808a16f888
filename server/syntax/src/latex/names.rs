//! Reads lists of keys and file names in the arguments of commands.

use super::lex::{Group, TokenKind, Tokens};
use super::scan;
use referee_text::Span;

/// Returns the file in `% !TEX root = main.tex`.
pub(super) fn magic_root(comment: &str) -> Option<&str> {
    let rest = comment.trim_start_matches('%').trim_start().strip_prefix('!')?.trim_start();
    let (tex, rest) = (rest.get(..3)?, rest.get(3..)?);
    let rest = rest.trim_start();
    let (root, rest) = (rest.get(..4)?, rest.get(4..)?);
    if !tex.eq_ignore_ascii_case("tex") || !root.eq_ignore_ascii_case("root") {
        return None;
    }
    let name = rest.trim_start().strip_prefix('=')?.trim();
    (!name.is_empty()).then_some(name)
}

/// Returns a file name as written, without quotes; `None` if it depends on a macro's argument.
pub(super) fn file_name(text: &str, start: usize) -> Option<(String, Span)> {
    let quoted = text.trim_start_matches([' ', '\t', '\n', '\r', '"']);
    let start = start + (text.len() - quoted.len());
    let name = quoted.trim_end_matches([' ', '\t', '\n', '\r', '"']);
    let usable = !name.is_empty() && !name.contains(['#', '{', '}', '\n']) && !name.starts_with('\\');
    usable.then(|| (name.to_owned(), Span::new(start, start + name.len())))
}

/// Returns whether `name` is very likely a key: `smith2020`, `Smith:2020a`.
pub(super) fn looks_like_key(name: &str) -> bool {
    name.len() > 2
        && name.contains(|c: char| c.is_ascii_digit())
        && name.contains(char::is_alphabetic)
        && !name.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '(' | ')' | '"' | '/' | '~'))
}

/// One element of a list in braces.
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) span: Span,
    /// Whether it contains neither a command nor a macro argument.
    pub(super) plain: bool,
}

/// Returns the elements of a list in braces: separated by commas, without surrounding spaces and
/// comments.
pub(super) fn pieces<'t>(tokens: &'t Tokens<'t>, group: &Group) -> impl Iterator<Item = Piece> + use<'t> {
    let text = tokens.text;
    let (mut at, mut end) = (group.start, group.end);
    // `\cite{{key}}`
    let inner = tokens.skip_space(at);
    if inner < end
        && text.as_bytes().get(inner) == Some(&b'{')
        && let Some(group) = tokens.group(inner, TokenKind::Open)
        && group.closed
        && tokens.skip_space(group.after) == end
    {
        (at, end) = (group.start, group.end);
    }
    let mut done = at >= end;
    std::iter::from_fn(move || {
        while !done {
            let mut name = String::new();
            let mut plain = true;
            let (mut first, mut behind) = (None, at);
            let mut space = false;
            loop {
                let Some(character) = text.get(at..end).and_then(|rest| rest.chars().next()) else {
                    done = true;
                    break;
                };
                match character {
                    ',' => {
                        at += 1;
                        break;
                    }
                    '%' => {
                        let bytes = text.as_bytes();
                        at = scan::line_break(bytes, scan::line_end(bytes, at));
                        continue;
                    }
                    '{' => {
                        // A group ends the list of keys; the text before it may be half-typed.
                        plain = false;
                        done = true;
                        break;
                    }
                    character if character.is_whitespace() || character == '~' => space = true,
                    character => {
                        if space && first.is_some() {
                            name.push(' ');
                        }
                        space = false;
                        first.get_or_insert(at);
                        behind = at + character.len_utf8();
                        plain &= !matches!(character, '\\' | '#' | '}');
                        name.push(character);
                    }
                }
                at += character.len_utf8();
            }
            if let Some(start) = first {
                return Some(Piece { name, span: Span::new(start, behind), plain });
            }
        }
        None
    })
}
