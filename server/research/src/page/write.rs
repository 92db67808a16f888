//! Writes a page in the syntax of a format.

use super::{Block, Inline, Page};
use referee_bibliography::foreign::{at_line_start, foreign, foreign_comment, foreign_line, inert_line};
use referee_syntax::{Format, provenance};
use std::collections::BTreeMap;

/// How works are cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CitationSyntax {
    /// By the keys of a bibliography.
    Keys(BTreeMap<String, String>),
    /// By the numbers of a list.
    Numbers(BTreeMap<String, u32>),
}

/// The lowest heading level. A section inside a deep part of a draft stays at this level.
const LOWEST_HEADING: u8 = 4;

/// Writes a page. Its headings are `below` levels under the highest of the format, and at most at the fourth level.
/// Ends with one line break.
#[must_use]
pub fn write(page: &Page, format: Format, citing: &CitationSyntax, below: u8) -> String {
    let writer = Writer { format, citing };
    let mut out = String::new();
    let mut before: Option<&Block> = None;
    for block in &page.blocks {
        let is_list = |block: &Block| matches!(block, Block::Item(_) | Block::SubItem(_));
        let joined = match (before, block) {
            (None, _) => true,
            (Some(previous), block) if is_list(previous) && is_list(block) => true,
            (Some(Block::Numbered(..)), Block::Numbered(..)) => true,
            _ => false,
        };
        if !joined {
            writer.close_list(&mut out, before, block);
            out.push('\n');
        }
        writer.open_list(&mut out, before, block);
        writer.block(&mut out, block, below);
        before = Some(block);
    }
    if let Some(last) = before {
        writer.close_list(&mut out, Some(last), &Block::Rule);
    }
    out
}

/// Returns whether knitr, Quarto or Pandoc would interpret words between backticks.
fn runs_as_code(words: &str) -> bool {
    let head = words.trim_start();
    head.starts_with("r ") || head.starts_with("r#") || words.contains(['`', '{', '\\'])
}

struct Writer<'a> {
    format: Format,
    citing: &'a CitationSyntax,
}

impl Writer<'_> {
    fn open_list(&self, out: &mut String, before: Option<&Block>, block: &Block) {
        if self.format != Format::Latex {
            return;
        }
        let outer = |block: &Block| matches!(block, Block::Item(_) | Block::SubItem(_));
        match block {
            Block::Item(_) if !before.is_some_and(outer) => out.push_str("\\begin{itemize}\n"),
            Block::Item(_) if matches!(before, Some(Block::SubItem(_))) => out.push_str("\\end{itemize}\n"),
            Block::SubItem(_) if !matches!(before, Some(Block::SubItem(_))) => {
                out.push_str("\\begin{itemize}\n");
            }
            Block::Numbered(..) if !matches!(before, Some(Block::Numbered(..))) => {
                out.push_str("\\begin{enumerate}\n");
            }
            _ => {}
        }
    }

    fn close_list(&self, out: &mut String, before: Option<&Block>, _next: &Block) {
        if self.format != Format::Latex {
            return;
        }
        match before {
            Some(Block::SubItem(_)) => out.push_str("\\end{itemize}\n\\end{itemize}\n"),
            Some(Block::Item(_)) => out.push_str("\\end{itemize}\n"),
            Some(Block::Numbered(..)) => out.push_str("\\end{enumerate}\n"),
            _ => {}
        }
    }

    fn block(&self, out: &mut String, block: &Block, below: u8) {
        match block {
            Block::Heading(level, text) => self.heading(out, level.saturating_add(below), text),
            Block::Paragraph(parts) => {
                out.push_str(&self.line(parts));
                out.push('\n');
            }
            Block::Item(parts) => {
                out.push_str(if self.format == Format::Latex { "\\item " } else { "- " });
                out.push_str(&self.line(parts));
                out.push('\n');
            }
            Block::SubItem(parts) => {
                out.push_str(if self.format == Format::Latex { "\\item " } else { "  - " });
                out.push_str(&self.line(parts));
                out.push('\n');
            }
            Block::Numbered(number, text) => {
                let words = foreign_line(text, self.format.markup());
                match self.format {
                    Format::Latex => out.push_str(&format!("\\item {words}\n")),
                    _ => out.push_str(&format!("{number}. {words}\n")),
                }
            }
            Block::Diagram(code) => {
                let code = code.replace('`', "'").replace("{{", "{ {");
                match self.format {
                    Format::Quarto => out.push_str(&format!("```{{mermaid}}\n{code}```\n")),
                    Format::Markdown | Format::RMarkdown => out.push_str(&format!("```mermaid\n{code}```\n")),
                    // The other formats do not render diagrams; the text above already states the
                    // mechanism.
                    _ => {
                        out.pop();
                    }
                }
            }
            Block::Rule => out.push_str(match self.format {
                Format::Latex => "\\bigskip\\hrule\\bigskip\n",
                Format::Typst => "#line(length: 100%)\n",
                Format::Org => "-----\n",
                Format::Rst => "\n----\n\n",
                _ => "---\n",
            }),
            Block::Comment(text) => {
                let text = comment(text);
                match self.format {
                    Format::Markdown | Format::Quarto | Format::RMarkdown => {
                        out.push_str(&format!("<!-- {text} -->\n"));
                    }
                    Format::Latex => out.push_str(&format!("% {text}\n")),
                    Format::Typst => out.push_str(&format!("// {text}\n")),
                    Format::Org => out.push_str(&format!("# {text}\n")),
                    Format::Rst => out.push_str(&format!(".. {text}\n\n")),
                    Format::PlainText => {
                        out.pop();
                    }
                }
            }
        }
    }

    fn heading(&self, out: &mut String, level: u8, text: &str) {
        let level = level.clamp(1, LOWEST_HEADING);
        // In reStructuredText, headings lack a prefix.
        let words = match self.format {
            Format::Rst => foreign_line(text, self.format.markup()),
            _ => self.words(text).trim().to_owned(),
        };
        match self.format {
            Format::Latex => {
                let command = match level {
                    1 => "section",
                    2 => "subsection",
                    3 => "subsubsection",
                    _ => "paragraph",
                };
                out.push_str(&format!("\\{command}{{{words}}}\n"));
            }
            Format::Typst => out.push_str(&format!("{} {words}\n", "=".repeat(level.into()))),
            Format::Org => out.push_str(&format!("{} {words}\n", "*".repeat(level.into()))),
            Format::Rst | Format::PlainText => {
                let line = if level == 1 { "=" } else { "-" };
                out.push_str(&format!("{words}\n{}\n", line.repeat(words.chars().count())));
            }
            _ => out.push_str(&format!("{} {words}\n", "#".repeat(level.into()))),
        }
    }

    fn inlines(&self, parts: &[Inline]) -> String {
        let mut out = String::new();
        for part in parts {
            match part {
                Inline::Text(words) => out.push_str(&self.words(words)),
                Inline::Strong(words) => {
                    let words = self.words(words).trim().to_owned();
                    out.push_str(&match self.format {
                        Format::Latex => format!("\\textbf{{{words}}}"),
                        Format::Typst => format!("*{words}*"),
                        Format::Org => format!("*{words}*"),
                        Format::PlainText => words,
                        _ => format!("**{words}**"),
                    });
                }
                Inline::Quote(words) => {
                    let words = self.words(words);
                    out.push_str(&match self.format {
                        Format::Latex => format!("``{words}''"),
                        _ => format!("“{words}”"),
                    });
                }
                Inline::Code(words) => out.push_str(&match self.format {
                    Format::Latex => format!("\\texttt{{{}}}", self.words(words)),
                    Format::Org | Format::Rst | Format::PlainText => self.words(words),
                    // knitr runs `r …` and Quarto expands shortcodes between backticks too.
                    _ if runs_as_code(words) => format!("“{}”", self.words(words)),
                    _ => format!("`{}`", inert_line(words)),
                }),
                Inline::Cite(handles) => out.push_str(&self.citation(handles)),
            }
        }
        out
    }

    fn citation(&self, handles: &[String]) -> String {
        match self.citing {
            CitationSyntax::Keys(keys) => {
                let keys: Vec<&str> =
                    handles.iter().filter_map(|handle| keys.get(handle)).map(String::as_str).collect();
                if keys.is_empty() {
                    return String::new();
                }
                match self.format {
                    Format::Latex => format!("~\\cite{{{}}}", keys.join(",")),
                    Format::Org => {
                        let all: Vec<String> = keys.iter().map(|key| format!("@{key}")).collect();
                        format!(" [cite:{}]", all.join("; "))
                    }
                    Format::Rst => format!(" :cite:p:`{}`", keys.join(",")),
                    Format::Typst => {
                        let plain = |key: &&str| {
                            key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
                                && !key.is_empty()
                        };
                        let all: Vec<String> = keys
                            .iter()
                            .map(|key| {
                                if plain(key) {
                                    format!("#cite(<{key}>)")
                                } else {
                                    format!(
                                        "#cite(label(\"{}\"))",
                                        key.replace('\\', "\\\\").replace('"', "\\\"")
                                    )
                                }
                            })
                            .collect();
                        format!(" {}", all.join(" "))
                    }
                    _ => {
                        let plain = |key: &str| {
                            key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'))
                        };
                        let all: Vec<String> = keys
                            .iter()
                            .map(|key| if plain(key) { format!("@{key}") } else { format!("@{{{key}}}") })
                            .collect();
                        format!(" [{}]", all.join("; "))
                    }
                }
            }
            CitationSyntax::Numbers(numbers) => {
                let mut all: Vec<u32> =
                    handles.iter().filter_map(|handle| numbers.get(handle).copied()).collect();
                all.sort_unstable();
                all.dedup();
                let all: Vec<String> = all.iter().map(u32::to_string).collect();
                if all.is_empty() { String::new() } else { format!(" [{}]", all.join(",")) }
            }
        }
    }

    /// Escapes plain text so that the format shows it unchanged.
    fn words(&self, text: &str) -> String {
        foreign(text, self.format.markup())
    }

    /// Writes the parts of a paragraph or an item, which begin a line.
    fn line(&self, parts: &[Inline]) -> String {
        let written = self.inlines(parts);
        match parts.first() {
            // The markup at the beginning is intended.
            Some(Inline::Strong(_) | Inline::Code(_) | Inline::Cite(_)) => written,
            _ => at_line_start(&written, self.format.markup()),
        }
    }
}

/// Returns the text of a comment. The provenance mark is kept; the text after it may contain words
/// of a question, so it is escaped.
fn comment(text: &str) -> String {
    for mark in [provenance::WRITTEN_PREFIX, provenance::END_COMMENT] {
        if let Some(rest) = text.strip_prefix(mark) {
            return format!("{mark}{}", foreign_comment(rest));
        }
    }
    foreign_comment(text)
}

#[cfg(test)]
mod tests {
    use super::super::{cite, text};
    use super::*;

    fn page() -> Page {
        let mut page = Page::default();
        page.heading(1, "Findings & limits");
        page.paragraph(vec![Inline::Quote("50% fell".into()), cite("pmid:1"), text(".")]);
        page.item(vec![Inline::Strong("one".into())]);
        page.blocks.push(Block::SubItem(vec![text("two_b")]));
        page.words("end");
        page
    }

    #[test]
    fn each_format_has_its_own_syntax_and_nothing_of_the_text_is_taken_for_markup() {
        let keys = CitationSyntax::Keys([("pmid:1".to_owned(), "roe2020".to_owned())].into());
        assert_eq!(
            write(&page(), Format::Markdown, &keys, 1),
            "## Findings \\& limits\n\n“50% fell” [@roe2020].\n\n- **one**\n  - two\\_b\n\nend\n"
        );
        assert_eq!(
            write(&page(), Format::Latex, &keys, 0),
            "\\section{Findings \\& limits}\n\n``50\\% fell''~\\cite{roe2020}.\n\n\\begin{itemize}\n\\item \\textbf{one}\n\\begin{itemize}\n\\item two\\_b\n\\end{itemize}\n\\end{itemize}\n\nend\n"
        );
        assert_eq!(
            write(&page(), Format::Typst, &keys, 0),
            "= Findings & limits\n\n“50% fell” #cite(<roe2020>).\n\n- *one*\n  - two\\_b\n\nend\n"
        );
        assert!(write(&page(), Format::Markdown, &keys, 5).starts_with("#### Findings"));
        let numbers = CitationSyntax::Numbers([("pmid:1".to_owned(), 3)].into());
        assert_eq!(
            write(&page(), Format::PlainText, &numbers, 0),
            "Findings & limits\n=================\n\n“50% fell” [3].\n\n- one\n  - two_b\n\nend\n"
        );
    }
}
