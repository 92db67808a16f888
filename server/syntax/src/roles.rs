//! Finds citations written as roles: MyST's `` {cite:p}`a,b` `` and reStructuredText's ``
//! :cite:p:`a,b` ``.
//!
//! Source: the documentation of sphinxcontrib-bibtex and of MyST.

use crate::{Citation, Mode, Target};
use referee_text::Span;

/// The maximum length of a role with its keys, in bytes.
const MAX_ROLE_BYTES: usize = 4_096;

/// The maximum length of a role's name with its delimiters, in bytes.
const MAX_NAME_BYTES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoleSyntax {
    /// `{cite:p}`
    Braces,
    /// `:cite:p:`
    Colons,
}

/// Returns the citations in roles of `text`.
pub(crate) fn find(text: &str, syntax: RoleSyntax) -> Vec<Citation> {
    let mut out = Vec::new();
    let opening = match syntax {
        RoleSyntax::Braces => "{",
        RoleSyntax::Colons => ":",
    };
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find(opening)).map(|at| from + at) {
        from = start + 1;
        let Some((name, keys)) = role(text, start, syntax) else { continue };
        let Some(mode) = mode(name) else { continue };
        // An opening delimiter after a backslash or a backtick does not begin a role.
        if text.get(..start).is_some_and(|before| before.ends_with(['\\', '`'])) {
            continue;
        }
        let group = Span::new(start, keys.end as usize + 1);
        from = group.end as usize;
        for span in self::keys(text, keys) {
            let target = Target::Key(text.get(span.range()).unwrap_or_default().to_owned());
            out.push(Citation { span, group, target, mode });
        }
    }
    out
}

/// Returns the name of the role that begins at `start`, and the span between its backticks.
fn role(text: &str, start: usize, syntax: RoleSyntax) -> Option<(&str, Span)> {
    let window = text.get(start..text.floor_char_boundary(start.saturating_add(MAX_ROLE_BYTES)))?;
    let is_name = |c: char| c.is_ascii_lowercase() || matches!(c, ':' | '_' | '*');
    let head = window.get(1..window.floor_char_boundary(MAX_NAME_BYTES))?;
    let name_len = head.find(|c| !is_name(c))?;
    let name = window.get(1..1 + name_len)?;
    let (name, behind) = match syntax {
        RoleSyntax::Braces => (name, window.get(1 + name_len..)?.strip_prefix('}').map(|_| name_len + 2)?),
        RoleSyntax::Colons => (name.strip_suffix(':')?, name_len + 1),
    };
    let inner = window.get(behind..)?.strip_prefix('`')?;
    let close = inner.find('`')?;
    (close > 0).then(|| (name, Span::new(start + behind + 1, start + behind + 1 + close)))
}

/// Returns how the citations of a role are typeset; `None` for a role that does not cite.
fn mode(name: &str) -> Option<Mode> {
    let mut parts = name.split(':');
    let family = parts.next()?;
    if !matches!(family, "cite" | "footcite" | "fullcite" | "nocite") {
        return None;
    }
    if family == "nocite" {
        return Some(Mode::Hidden);
    }
    Some(match parts.next().unwrap_or_default().trim_end_matches('*') {
        "t" | "ts" | "ct" | "cts" | "text" | "author" | "authors" | "authorpar" | "authorpars" => {
            Mode::Textual
        }
        "year" | "yearpar" => Mode::YearOnly,
        _ => Mode::Parenthetical,
    })
}

/// Returns the spans of the keys in a list: `a, {see}b{p. 3}`.
fn keys(text: &str, list: Span) -> Vec<Span> {
    let mut out = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    let mut end = |start: &mut Option<usize>, at: usize| {
        if let Some(start) = start.take() {
            let key = text.get(start..at).unwrap_or_default().trim_end();
            if !key.is_empty() {
                out.push(Span::new(start, start + key.len()));
            }
        }
    };
    let source = text.get(list.range()).unwrap_or_default();
    for (offset, c) in source.char_indices() {
        let at = list.start as usize + offset;
        match c {
            '{' => {
                end(&mut start, at);
                depth += 1;
            }
            '}' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => end(&mut start, at),
            c if depth == 0 && !c.is_whitespace() && start.is_none() => start = Some(at),
            _ => {}
        }
    }
    end(&mut start, list.end as usize);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, syntax: RoleSyntax) -> Vec<(&str, Mode)> {
        find(text, syntax).into_iter().map(|citation| (&text[citation.span.range()], citation.mode)).collect()
    }

    #[test]
    fn roles_cite_one_key_or_several() {
        let text = "As {cite:t}`ng2019` says {cite:p}`{see}ode2020{p. 3}, roe2018`, {cite}`a`; not {math}`b` or {cite:p}``.";
        assert_eq!(
            found(text, RoleSyntax::Braces),
            [
                ("ng2019", Mode::Textual),
                ("ode2020", Mode::Parenthetical),
                ("roe2018", Mode::Parenthetical),
                ("a", Mode::Parenthetical)
            ]
        );
        let text = "As :cite:t:`ng2019` says :cite:p:`ode2020,roe2018` and :footcite:`a`; not :ref:`b`.";
        assert_eq!(found(text, RoleSyntax::Colons).len(), 4);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "(\\{cite|:p|:cite:|[{}`:,;]|[a-zé ]{0,3}){0,40}") {
            for syntax in [RoleSyntax::Braces, RoleSyntax::Colons] {
                for citation in find(&text, syntax) {
                    proptest::prop_assert!(citation.group.contains(citation.span));
                    proptest::prop_assert!(text.get(citation.group.range()).is_some());
                }
            }
        }
    }
}
