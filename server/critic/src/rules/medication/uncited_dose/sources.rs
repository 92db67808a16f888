//! Detects whether the words next to a dose name its source.

use crate::analysis::folding::fold;
use crate::pattern::{Pattern, exact, words};
use std::sync::LazyLock;

/// Whether a text mentions a source: `[Source: …]`, `(Fuente: …)`, `[12]`, `(Smith et al., 2020)`, an
/// address.
pub(super) fn has_named_source(text: &str) -> bool {
    if text.contains("https://")
        || text.contains("http://")
        || text.contains("\\cite")
        || text.contains("#cite")
    {
        return true;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'[', b'(', bytes.get(at..).unwrap_or_default()) {
        let open = at + found;
        at = open + 1;
        let close = if bytes.get(open) == Some(&b'[') { b']' } else { b')' };
        let Some(len) = memchr::memchr(close, bytes.get(at..).unwrap_or_default()) else { continue };
        let inner = text.get(at..at + len).unwrap_or_default().trim();
        let folded = fold(inner);
        let named = names_source(&folded);
        let numbers = close == b']'
            && !inner.is_empty()
            && inner.starts_with(|c: char| c.is_ascii_digit())
            && inner.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' ' | ';'));
        let key = close == b']' && inner.starts_with('@');
        if named || numbers || key || has_year(inner) {
            return true;
        }
    }
    false
}

/// Whether a reference number directly follows a bracket or a full stop, as typesetters print a
/// superscript: “(500 mg a day)10.”, “500 mg.12 Relapses”.
pub(super) fn has_glued_number(text: &str) -> bool {
    static AFTER_BRACKET: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"[)\]”»][1-9][0-9]{0,2}(?: ?[,–-] ?[1-9][0-9]{0,2})*(?:[.;:,)]?\s+[\p{Lu}(]|[.;:,)]*\s*$|[.;:,]\s)",
        )
    });
    static AFTER_STOP: LazyLock<Pattern> = LazyLock::new(|| {
        exact(r"\p{L}[.,;][1-9][0-9]{0,2}(?: ?[,–-] ?[1-9][0-9]{0,2})*(?:\s+[\p{Lu}(]|\s*$)")
    });
    AFTER_BRACKET.is_match(text) || AFTER_STOP.is_match(text)
}

/// Whether the folded words of a bracket name a source: "source: NCCN 2024", but not "source
/// needed".
pub(super) fn names_source(folded: &str) -> bool {
    static SOURCE_LABELS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("uncited-dose/sources/source-labels"));
    static PLACEHOLDERS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("uncited-dose/sources/placeholders"));
    let Some(rest) = SOURCE_LABELS.iter().find_map(|name| {
        folded.strip_prefix(name).filter(|rest| !rest.starts_with(|c: char| c.is_alphabetic()))
    }) else {
        return false;
    };
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && !words.all(|word| PLACEHOLDERS.contains(&word))
}

/// Whether a bracket mentions a work by a year: a word that begins with a capital letter and a year
/// from 1950, but not a date.
fn has_year(inner: &str) -> bool {
    let year = inner
        .split(|c: char| !c.is_ascii_digit())
        .any(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")));
    let name = inner.starts_with(|c: char| c.is_uppercase());
    let is_date = inner.contains('/');
    year && name && !is_date
}
