//! Turns a piece of LaTeX into text.

use super::sources::group;
use referee_bibliography::latex_text;
use referee_syntax::{Document, Format, Options};
use referee_text::{Rope, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum length of the text of a macro, in bytes.
const MAX_MACRO_BYTES: usize = 500;

/// The maximum number of macros.
const MAX_MACROS: usize = 2_000;

/// The maximum number of times that macros are replaced within their own text.
const MAX_ROUNDS: usize = 3;

/// The maximum number of bytes that macros add to a paragraph.
const MAX_GROWTH: usize = 20_000;

/// Converts LaTeX to text, with the macros of the preamble.
#[derive(Debug, Default)]
pub(super) struct Converter {
    /// The macros without arguments, by name.
    macros: HashMap<String, String>,
    options: Arc<Options>,
}

impl Converter {
    /// Reads the macros of a preamble.
    pub(super) fn of(preamble: &str) -> Self {
        let mut out = Converter::default();
        for (at, command) in preamble
            .match_indices("\\newcommand")
            .chain(preamble.match_indices("\\renewcommand"))
            .chain(preamble.match_indices("\\providecommand"))
            .chain(preamble.match_indices("\\def"))
        {
            let rest = preamble.get(at + command.len()..).unwrap_or_default();
            let rest = rest.strip_prefix('*').unwrap_or(rest).trim_start();
            let Some((name, rest)) = name(rest) else { continue };
            // Macros with arguments are left to the parser, which prints the arguments.
            let Some((text, _)) = group(rest.trim_start()) else { continue };
            let is_text =
                text.len() <= MAX_MACRO_BYTES && !text.contains('#') && !text.contains(&format!("\\{name}"));
            if is_text && out.macros.len() < MAX_MACROS {
                out.macros.insert(name.to_owned(), text.to_owned());
            }
        }
        out
    }

    /// Returns the text of a piece: without commands, comments, citations and references to labels,
    /// with formulas as far as they are text.
    pub(super) fn text(&self, source: &str) -> String {
        let source = self.replaced(source);
        let document = Document::read(Format::Latex, Rope::from_str(&source), Arc::clone(&self.options));
        let mut out = String::with_capacity(source.len());
        let mut at = 0;
        for span in left_out(&document, &source) {
            if (span.start as usize) < at {
                continue;
            }
            out.push_str(source.get(at..span.start as usize).unwrap_or_default());
            // The tie before a citation goes with it.
            out.truncate(out.trim_end_matches('~').len());
            at = span.end as usize;
        }
        out.push_str(source.get(at..).unwrap_or_default());
        let text = latex_text::plain(&out);
        tidied(&text)
    }

    fn replaced(&self, source: &str) -> String {
        let mut text = source.to_owned();
        for _ in 0..MAX_ROUNDS {
            let Some(next) = self.replaced_once(&text) else { break };
            if next.len() > source.len() + MAX_GROWTH {
                break;
            }
            text = next;
        }
        text
    }

    /// Replaces the macros; `None` if the text contains none.
    fn replaced_once(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut at = 0;
        let mut changed = false;
        for (backslash, _) in text.match_indices('\\') {
            if backslash < at {
                continue;
            }
            let rest = text.get(backslash + 1..).unwrap_or_default();
            let len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let Some(meant) = rest.get(..len).and_then(|name| self.macros.get(name)) else { continue };
            if out.len() > text.len() + MAX_GROWTH {
                return None;
            }
            out.push_str(text.get(at..backslash).unwrap_or_default());
            out.push_str(meant.trim_end_matches("\\xspace"));
            at = backslash + 1 + len;
            // TeX drops the blank after a macro, unless it ends with `\xspace`.
            let blank = text.get(at..).unwrap_or_default();
            if meant.ends_with("\\xspace") {
                let goes_on = blank.starts_with(char::is_alphanumeric);
                out.push_str(if goes_on { " " } else { "" });
            } else {
                at += blank.len() - blank.trim_start_matches([' ', '\t']).len();
            }
            changed = true;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        changed.then_some(out)
    }
}

/// Reads the name of a macro that is defined: `{\name}` or `\name`, without a number of arguments.
fn name(text: &str) -> Option<(&str, &str)> {
    let (inner, rest) = match group(text) {
        Some((inner, rest)) => (inner.trim().strip_prefix('\\')?, rest),
        None => {
            let after = text.strip_prefix('\\')?;
            let len = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
            after.split_at_checked(len)?
        }
    };
    let is_name = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_alphabetic());
    (is_name && !rest.trim_start().starts_with(['[', '#'])).then_some((inner, rest))
}

/// Returns the places of citations, comments and commands whose arguments are not printed, in
/// order. Formulas are kept.
fn left_out(document: &Document, source: &str) -> Vec<Span> {
    let mut out: Vec<Span> = document.citations().map(|cited| cited.group).collect();
    for block in document.blocks().iter() {
        let start = block.span().start as usize;
        for span in &block.content.opaque {
            let span = span.shift(start);
            let text = source.get(span.range()).unwrap_or_default();
            let is_formula = text.starts_with('$') || text.starts_with("\\(") || text.starts_with("\\[");
            // The name of a command whose argument is printed.
            let is_bare = text.starts_with('\\') && !text.contains(['{', '[']);
            let is_address = ["\\url", "\\href", "\\textcolor", "\\nolinkurl", "\\path"]
                .iter()
                .any(|command| text.starts_with(command));
            if !is_formula && !is_bare && !is_address {
                out.push(span);
            }
        }
    }
    out.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    out
}

/// Returns a text without the blanks and empty brackets that left-out citations leave.
fn tidied(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_stop = word.chars().all(|c| matches!(c, '.' | ',' | ';' | ':' | ')'));
        if matches!(word, "()" | "[]") {
            continue;
        }
        if !out.is_empty() && !is_stop {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace(" ()", "").replace(" []", "").replace("()", "")
}

#[cfg(test)]
mod tests {
    use super::Converter;

    #[test]
    fn a_paragraph_is_printed_without_its_commands() {
        let converter = Converter::of(
            "\\newcommand{\\drug}{metformin\\xspace}\n\\newcommand{\\bad}[1]{#1}\\def\\nn{naught}",
        );
        for (source, text) in [
            ("We gave \\drug to \\emph{all}~\\cite{roe2019}.", "We gave metformin to all."),
            (
                "Sleep fell by $12.5\\,\\%$ (Table~\\ref{t1}) % comment\nafter surgery.",
                "Sleep fell by 12.5 % (Table) after surgery.",
            ),
            ("Caf\\'e au lait --- \\textbf{bold}\\label{x}", "Café au lait — bold"),
            ("$\\beta_2$-agonists \\citep[see][p.~3]{a,b}", "β₂-agonists"),
            ("\\nn{} was", "naught was"),
        ] {
            assert_eq!(converter.text(source), text);
        }
    }
}
