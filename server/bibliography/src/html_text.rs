//! Converts HTML and XML markup in titles to plain text.
//!
//! Titles contain tags such as `<i>` and entities, both sometimes escaped twice. Only tags that
//! occur in titles are removed: `P<0.001 and n>20` contains no tag.

use std::borrow::Cow;

/// The tags that occur in titles; a prefix such as `jats:` or `mml:` is ignored.
const TAGS: &[&str] = &[
    "a",
    "abstract",
    "b",
    "bold",
    "br",
    "em",
    "emph",
    "i",
    "inf",
    "inline-formula",
    "ital",
    "italic",
    "math",
    "mfenced",
    "mi",
    "mn",
    "mo",
    "monospace",
    "mover",
    "mrow",
    "ms",
    "mspace",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtext",
    "munder",
    "nobr",
    "nocase",
    "overline",
    "p",
    "roman",
    "sans-serif",
    "sc",
    "scp",
    "sec",
    "semantics",
    "small",
    "smallcaps",
    "span",
    "strong",
    "sub",
    "sup",
    "tex-math",
    "title",
    "tt",
    "u",
    "underline",
    "xref",
];

/// The maximum length of a tag in bytes.
const MAX_TAG: usize = 500;

/// Removes tags and resolves entities.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    // Twice, because some titles are escaped twice.
    for _ in 0..2 {
        if !text.contains('&') {
            break;
        }
        if let Cow::Owned(decoded) = html_escape::decode_html_entities(text.as_ref()) {
            text = Cow::Owned(decoded);
        } else {
            break;
        }
    }
    if memchr::memchr2(b'<', b'\n', text.as_bytes()).is_none() {
        text
    } else {
        Cow::Owned(without_tags(&text))
    }
}

fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        if let Some(len) = tag_len(tag) {
            let inner = tag.get(1..len).unwrap_or_default();
            if inner.starts_with("br") || inner.starts_with("/p") {
                out.push(' ');
            }
            rest = tag.get(len..).unwrap_or_default();
        } else {
            out.push('<');
            rest = tag.get(1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    let mut flat = String::with_capacity(out.len());
    for word in out.split_whitespace() {
        if !flat.is_empty() {
            flat.push(' ');
        }
        flat.push_str(word);
    }
    flat
}

/// Returns the length of the known tag at the start of `text`.
fn tag_len(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let end =
        name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | ':'))).unwrap_or(name.len());
    let name = name.get(..end)?;
    let name = name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase();
    TAGS.binary_search(&name.as_str()).ok()?;
    // Only a short distance: a tag ends soon.
    let close = inner.bytes().take(MAX_TAG).position(|byte| matches!(byte, b'>' | b'<'))?;
    (inner.as_bytes().get(close) == Some(&b'>')).then_some(close + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_goes_and_comparisons_stay() {
        assert!(TAGS.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(plain("An <i>in vivo</i> study of CO<sub>2</sub>"), "An in vivo study of CO2");
        assert_eq!(plain("P&lt;0.001 and &lt;i&gt;n&lt;/i&gt;>20"), "P<0.001 and n>20");
        assert_eq!(plain("P<0.001 or a < b > c"), "P<0.001 or a < b > c");
        assert_eq!(plain("<jats:italic>TP53</jats:italic> &amp;amp; more"), "TP53 & more");
        assert_eq!(plain("a <span class=\"nocase\">b</span>"), "a b");
        assert_eq!(plain("cut off <i"), "cut off <i");
    }
}
