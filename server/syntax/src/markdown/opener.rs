//! Recognizes constructs that may contain blank lines: metadata, fenced code, comments, display
//! math, LaTeX environments, verbatim HTML.
//!
//! An opener counts only if it is closed: a fence that is just being typed must not swallow the
//! draft.

use crate::lines::{Line, Lines};
use referee_text::Span;
use std::cell::RefCell;
use std::collections::HashMap;

/// The maximum number of lines that are searched for the end of display math.
const MAX_MATH_LINES: usize = 40;

/// The opening of a construct that may contain blank lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    /// `---`, YAML.
    Metadata,
    /// A fence: its character and its length.
    Fence(char, usize),
    /// `<!--`.
    Comment,
    /// `$$`.
    Math,
    /// `\begin{name}`.
    Environment(String),
    /// `<pre`, `<script`, `<style`, `<textarea`: the tag.
    Verbatim(&'static str),
}

/// The end of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It ends before this byte; `whole_line` says that nothing visible follows on the closing
    /// line.
    At { end: usize, whole_line: bool },
    /// It is not closed; `seen` is the offset up to which the text was read.
    Open { seen: usize },
}

/// The unsuccessful searches up to the end of one text. After the start of such a search there is
/// no end either, so a text full of openers is not searched again for each.
#[derive(Debug, Default)]
pub(super) struct Unclosed {
    /// For each kind of end, the largest distance from the end of the text at which a search found
    /// nothing, in bytes.
    searched: RefCell<HashMap<SearchedEnd, usize>>,
}

/// The kinds of ends that are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SearchedEnd {
    Metadata,
    /// The end of a fence with this character and this length.
    Fence(char, usize),
    Comment,
    /// Any `\end{`.
    Environment,
    Verbatim(&'static str),
}

impl Unclosed {
    /// Returns the end of `opener` on `line`; see [`Opener::end`]. `rest` are the lines after it,
    /// and `total` is the length of the text from the offset at which lines are counted, in bytes.
    pub(super) fn end(&self, opener: &Opener, line: &Line<'_>, rest: Lines<'_>, total: usize) -> End {
        let searched = match opener {
            Opener::Metadata => SearchedEnd::Metadata,
            Opener::Fence(mark, len) => SearchedEnd::Fence(*mark, *len),
            Opener::Comment => SearchedEnd::Comment,
            Opener::Environment(_) => SearchedEnd::Environment,
            Opener::Verbatim(tag) => SearchedEnd::Verbatim(tag),
            Opener::Math => return opener.end(line, rest),
        };
        let left = total.saturating_sub(line.start);
        let shorter_fence = |len: usize| match searched {
            SearchedEnd::Fence(mark, own) if len <= own => SearchedEnd::Fence(mark, len),
            searched => searched,
        };
        let known = [searched, shorter_fence(3), shorter_fence(4)];
        if known.iter().any(|kind| self.searched.borrow().get(kind).is_some_and(|most| left <= *most)) {
            return End::Open { seen: total };
        }
        let end = opener.end(line, rest.clone());
        // An environment may be unclosed although one inside it is closed.
        let none = match opener {
            Opener::Environment(_) => {
                matches!(end, End::Open { .. })
                    && std::iter::once(line.clone()).chain(rest).all(|line| !line.text.contains("\\end{"))
            }
            _ => matches!(end, End::Open { .. }),
        };
        if none {
            let mut known = self.searched.borrow_mut();
            let most = known.entry(searched).or_default();
            *most = left.max(*most);
        }
        end
    }
}

impl Opener {
    /// Returns the construct that `line` opens and does not close. `start` says that the line is
    /// the first of a block, `next` are the lines after it.
    pub(super) fn of(line: &Line<'_>, start: bool, mut next: Lines<'_>) -> Option<Opener> {
        let text = line.trimmed();
        if start && text == "---" {
            let inside = next.find(|line| line.start > 0 && !line.is_blank())?;
            return looks_like_yaml(inside.trimmed()).then_some(Opener::Metadata);
        }
        let body = text.trim_start();
        if let Some((mark, len)) = fence(without_marker(body)) {
            return Some(Opener::Fence(mark, len));
        }
        if let Some(rest) = body.strip_prefix("\\begin{") {
            let name = rest.split('}').next().unwrap_or_default();
            if rest.len() > name.len() && !name.is_empty() {
                return Some(Opener::Environment(name.to_owned()));
            }
        }
        if body.starts_with('<')
            && let Some(tag) =
                ["pre", "script", "style", "textarea"].into_iter().find(|tag| opens_tag(body, tag))
        {
            return Some(Opener::Verbatim(tag));
        }
        if body.contains("<!--") && (body.starts_with("<!--") || open_comment(body)) {
            return Some(Opener::Comment);
        }
        if body.contains("$$") && body.matches("$$").count() % 2 == 1 {
            return Some(Opener::Math);
        }
        None
    }

    /// Returns whether the line begins with the opener, so that no prose precedes it.
    pub(super) fn begins(&self, line: &Line<'_>) -> bool {
        let body = line.text.trim_start();
        match self {
            Opener::Metadata | Opener::Environment(_) | Opener::Verbatim(_) => true,
            Opener::Fence(mark, _) => body.starts_with(*mark),
            Opener::Comment => body.starts_with("<!--"),
            Opener::Math => body.starts_with("$$"),
        }
    }

    /// Returns the span from the opener on `line` to `end`; `None` if it is not certain that the
    /// line opens it.
    pub(super) fn part(&self, line: &Line<'_>, end: usize) -> Option<Span> {
        let visible = line.text.len() - line.text.trim_start().len();
        let at = match self {
            Opener::Comment if !self.begins(line) => line.text.rfind("<!--")?,
            Opener::Math if !self.begins(line) => return None,
            _ => visible,
        };
        Some(Span::new(line.start + at, end))
    }

    /// Returns the end of the construct that `line` opens; `rest` are the lines after it.
    pub(super) fn end(&self, line: &Line<'_>, rest: Lines<'_>) -> End {
        match self {
            Opener::Metadata => {
                until(rest, |text| matches!(text.trim_end(), "---" | "...").then_some(text.len()))
            }
            Opener::Fence(mark, len) => until(rest, |text| {
                let body = text.trim();
                (body.len() >= *len && body.chars().all(|c| c == *mark)).then_some(text.len())
            }),
            Opener::Comment => {
                // A line that begins with a comment may close it and continue with text.
                let mut first = true;
                let from = line.text.rfind("<!--").unwrap_or(0);
                let skipped = if line.text.trim_start().starts_with("<!--") {
                    line.text.find("<!--").unwrap_or(0)
                } else {
                    from
                };
                until(std::iter::once(line.clone()).chain(rest), |text| {
                    let from = if std::mem::take(&mut first) { skipped } else { 0 };
                    text.get(from..)?.find("-->").map(|at| from + at + 3)
                })
            }
            Opener::Math => until(rest.take(MAX_MATH_LINES), |text| {
                let at = text.find("$$")? + 2;
                let tail = text.get(at..).unwrap_or_default();
                let label = tail.trim_start().strip_prefix('{').and_then(|tail| tail.find('}'));
                Some(at + label.map_or(0, |end| tail.len() - tail.trim_start().len() + end + 2))
            }),
            Opener::Environment(name) => {
                let (begin, end) = (format!("\\begin{{{name}}}"), format!("\\end{{{name}}}"));
                let mut depth = 0_usize;
                until(std::iter::once(line.clone()).chain(rest), |text| {
                    depth += text.matches(begin.as_str()).count();
                    let mut from = 0;
                    while let Some(at) = text.get(from..).and_then(|tail| tail.find(end.as_str())) {
                        from += at + end.len();
                        depth = depth.saturating_sub(1);
                        if depth == 0 {
                            return Some(from);
                        }
                    }
                    None
                })
            }
            Opener::Verbatim(tag) => {
                let close = format!("</{tag}");
                until(std::iter::once(line.clone()).chain(rest), |text| {
                    let lower = text.to_ascii_lowercase();
                    let at = lower.find(close.as_str())?;
                    Some(lower.get(at..)?.find('>').map_or(text.len(), |end| at + end + 1))
                })
            }
        }
    }
}

/// Searches for the first line in which `close` finds an end, as an offset in the line.
fn until<'a>(lines: impl Iterator<Item = Line<'a>>, mut close: impl FnMut(&str) -> Option<usize>) -> End {
    let mut seen = 0;
    for line in lines {
        seen = line.end();
        if let Some(at) = close(&line.text) {
            let at = at.min(line.text.len());
            let whole_line = line.text.get(at..).is_none_or(|tail| tail.trim().is_empty());
            return End::At { end: if whole_line { line.end() } else { line.start + at }, whole_line };
        }
    }
    End::Open { seen }
}

/// Recognizes a line of backticks or tildes that opens fenced code.
fn fence(body: &str) -> Option<(char, usize)> {
    let mark = body.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = body.len() - body.trim_start_matches(mark).len();
    let info = body.get(len..)?;
    (len >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, len))
}

/// Returns the line without the marker of a bullet list, after which a fence may begin.
fn without_marker(body: &str) -> &str {
    let inner = body.strip_prefix(['-', '*', '+']).filter(|rest| rest.starts_with([' ', '\t']));
    inner.map_or(body, str::trim_start)
}

/// Returns whether a line may be the first of a metadata block.
fn looks_like_yaml(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default();
    matches!(line, "---" | "...")
        || line.starts_with('#')
        || (key.len() < line.len()
            && !key.is_empty()
            && key.len() <= 64
            && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '"' | '\''))
            && line.get(key.len() + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])))
}

fn opens_tag(body: &str, tag: &str) -> bool {
    body.get(1..=tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag))
        && body
            .get(tag.len() + 1..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '>', '/']))
}

/// Returns whether a line opens a comment, outside inline code, and does not close it.
fn open_comment(body: &str) -> bool {
    let Some(at) = body.rfind("<!--") else { return false };
    let (before, behind) = body.split_at(at);
    !behind.contains("-->") && before.matches('`').count() % 2 == 0
}
