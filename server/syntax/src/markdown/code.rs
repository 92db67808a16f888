//! Reads code chunks: their captions are text of the draft and may cite, and a chunk may include
//! another file.

use super::prose;
use crate::lines::Lines;
use crate::{Block, Citation, Format, Include, NamedSpan};
use referee_text::Span;

/// Reads a block of fenced code.
pub(super) fn read(text: &str, format: Format, block: &mut Block) {
    let mut caption = false;
    for (index, line) in Lines::of_text(text).enumerate() {
        let visible = line.trimmed();
        if index == 0 {
            if visible.contains('{') {
                header(visible, format, block);
                bibliography(visible, line.start, block);
            }
            continue;
        }
        // `#| fig-cap: …`, and the lines of its value.
        let Some(option) = visible.strip_prefix("#|").or_else(|| visible.strip_prefix("//|")) else { break };
        let start = line.start + (visible.len() - option.len());
        if let Some((key, value)) = option.split_once(':').filter(|(key, _)| is_option(key)) {
            caption = is_caption(key.trim());
            if caption {
                cite(value, start + key.len() + 1, format, block);
            } else if key.trim() == "child" {
                include(value, start + key.len() + 1, block);
            }
        } else if caption {
            cite(option, start, format, block);
        }
    }
}

/// Reads the files of MyST's directive for the list of references: ```` ```{bibliography} refs.bib
/// ````, also with colons in place of backticks. `start` is the start of the line.
pub(super) fn bibliography(line: &str, start: usize, block: &mut Block) {
    const BIBLIOGRAPHY_DIRECTIVE: &str = "{bibliography}";
    let Some((marks, files)) = line.split_once(BIBLIOGRAPHY_DIRECTIVE) else { return };
    if marks.trim().len() < 3 || marks.trim().chars().any(|c| !matches!(c, '`' | '~' | ':')) {
        return;
    }
    block.bibliography_setup.is_of_myst = true;
    let mut at = start + marks.len() + BIBLIOGRAPHY_DIRECTIVE.len();
    for word in files.split([' ', '\t']) {
        let span = Span::new(at, at + word.len());
        at += word.len() + 1;
        if !word.is_empty() {
            block.bibliographies.push(NamedSpan { name: word.to_owned(), span });
        }
    }
}

/// Reads knitr's options in the first line: `fig.cap = "…"`, `child = "part.Rmd"`.
fn header(line: &str, format: Format, block: &mut Block) {
    for name in ["fig.cap", "tab.cap", "child"] {
        let Some(at) = line.find(name) else { continue };
        let rest = line.get(at + name.len()..).unwrap_or_default();
        let Some(value) = rest.trim_start().strip_prefix('=') else { continue };
        let mut start = at + name.len() + (rest.len() - value.len());
        let mut quoted = value;
        while let Some(open) = quoted.find(['"', '\'']) {
            let quote = quoted.get(open..=open).unwrap_or("\"");
            let inner = quoted.get(open + 1..).unwrap_or_default();
            let len = inner.find(quote).unwrap_or(inner.len());
            let text = inner.get(..len).unwrap_or_default();
            if name == "child" {
                include(text, start + open + 1, block);
            } else {
                cite(text, start + open + 1, format, block);
            }
            let behind = open + 1 + len + 1;
            start += behind;
            quoted = quoted.get(behind..).unwrap_or_default();
            // Further values occur only in `c("…", "…")`.
            if !quoted.trim_start().starts_with(',') || !value.trim_start().starts_with("c(") {
                break;
            }
        }
    }
}

fn is_option(key: &str) -> bool {
    let key = key.trim();
    !key.is_empty()
        && key.len() <= 40
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

fn is_caption(key: &str) -> bool {
    ["cap", "subcap", "scap", "caption", "fig-alt", "title"].iter().any(|end| key.ends_with(end))
}

fn cite(text: &str, start: usize, format: Format, block: &mut Block) {
    if !text.contains('@') {
        return;
    }
    let trimmed = text.trim_start();
    let start = start + (text.len() - trimmed.len());
    let citations = prose::read(trimmed, format).block.citations;
    block.citations.extend(citations.into_iter().map(|citation| Citation {
        span: citation.span.shift(start),
        group: citation.group.shift(start),
        ..citation
    }));
}

fn include(text: &str, start: usize, block: &mut Block) {
    let name = text.trim().trim_matches(['"', '\'']);
    let at = text.find(name).unwrap_or(0) + start;
    if !name.is_empty() {
        block.includes.push(Include {
            name: name.to_owned(),
            span: Span::new(at, at + name.len()),
            is_import: false,
        });
    }
}
