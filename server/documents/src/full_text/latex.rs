//! Reads the sources of a work in LaTeX, as arXiv serves them.
//!
//! `sources` finds the main file and inserts the files that it includes; this file walks over the
//! result and cuts it into paragraphs, captions, tables and references; `plain` turns each into
//! text with the LaTeX parser of drafts. TeX is never run; macros without arguments are replaced
//! once.

mod plain;
mod sources;

use crate::DocumentError;
use plain::Converter;
use referee_bibliography::{Identifier, Name, Work};
use referee_records::{FullText, FullTextForm, Passage, PassagePart};
use sources::group;

/// The maximum number of passages of one work; the rest is left out.
const MAX_PASSAGES: usize = 50_000;

/// The maximum length of a paragraph, in bytes; a longer one is cut.
const MAX_PARAGRAPH_BYTES: usize = 20_000;

/// The maximum length of a formula, in bytes; a longer one counts as unclosed.
const MAX_FORMULA_BYTES: usize = 5_000;

/// The maximum depth of environments within each other; deeper ones are read as text.
const MAX_DEPTH: usize = 40;

/// The maximum number of environments without an end that are searched for one.
const MAX_UNCLOSED: usize = 300;

/// Reads the sources of a work.
///
/// # Errors
///
/// If no file has a `\documentclass` and a text.
pub(super) fn read(sources: &[(String, Vec<u8>)], name: &str) -> Result<FullText, DocumentError> {
    let expanded = sources::expand(sources).ok_or(DocumentError::OtherFormat("LaTeX"))?;
    let (preamble, body) =
        expanded.split_once("\\begin{document}").ok_or(DocumentError::OtherFormat("LaTeX"))?;
    let body = body.split("\\end{document}").next().unwrap_or(body);
    let converter = Converter::of(preamble);
    let mut walker = Walker {
        converter: &converter,
        passages: Vec::new(),
        section: None,
        part: PassagePart::Body,
        open: String::new(),
        notes: Vec::new(),
        depth: 0,
        unclosed: 0,
    };
    let title = argument_of(body, "\\title").or_else(|| argument_of(preamble, "\\title"));
    let title = title.map(|title| converter.text(title)).filter(|title| !title.is_empty());
    if let Some(title) = &title {
        walker.push(title.clone(), PassagePart::Title);
    }
    walker.walk(body);
    if !walker.passages.iter().any(|passage| passage.part == PassagePart::Body) {
        return Err(DocumentError::NoText);
    }
    let authors = argument_of(body, "\\author").or_else(|| argument_of(preamble, "\\author"));
    let mut work = Work {
        title,
        authors: authors.map(|authors| names(authors, &converter)).unwrap_or_default(),
        ..Work::default()
    };
    work.identifiers.extend(Identifier::arxiv(name.trim_end_matches(".tar.gz").trim_end_matches(".gz")));
    let version = work.identifiers.iter().find_map(|identifier| match identifier {
        Identifier::Arxiv(_, Some(version)) => Some(format!("arXiv v{version}")),
        Identifier::Arxiv(..) => Some("preprint".to_owned()),
        _ => None,
    });
    Ok(FullText {
        origin: name.to_owned(),
        form: FullTextForm::Latex,
        version,
        licence: None,
        work: work.without_controls(),
        unread: None,
        passages: walker.passages,
    })
}

/// Returns the argument of the first command of this name.
fn argument_of<'t>(text: &'t str, command: &str) -> Option<&'t str> {
    text.match_indices(command).find_map(|(at, _)| {
        let rest = text.get(at + command.len()..)?;
        let rest = sources::after_options(rest);
        group(rest.trim_start()).map(|(inner, _)| inner)
    })
}

/// Reads the names of `\author{Ada Roe \and Ben Doe}`.
fn names(authors: &str, converter: &Converter) -> Vec<Name> {
    let mut out = Vec::new();
    for part in
        authors.split("\\and").flat_map(|part| part.split("\\And")).flat_map(|part| part.split("\\AND"))
    {
        // Addresses follow in the next lines.
        let first = part.split("\\\\").map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let text = converter.text(first);
        for name in text.split([',', ';']).flat_map(|name| name.split(" and ")) {
            let name: String =
                name.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '*' | '†' | '‡')).collect();
            if (2..=5).contains(&name.split_whitespace().count()) {
                out.extend(Name::given_first(name.trim()));
            }
        }
    }
    out
}

/// The text while it is being cut.
struct Walker<'c> {
    converter: &'c Converter,
    passages: Vec<Passage>,
    section: Option<String>,
    part: PassagePart,
    /// The source of the open paragraph.
    open: String,
    /// The sources of notes within the open paragraph.
    notes: Vec<String>,
    /// The number of open environments.
    depth: usize,
    /// The number of environments without an end.
    unclosed: usize,
}

impl Walker<'_> {
    fn push(&mut self, text: String, part: PassagePart) {
        if text.chars().any(char::is_alphanumeric) && self.passages.len() < MAX_PASSAGES {
            let section =
                self.section.clone().filter(|_| part != PassagePart::Title && part != PassagePart::Reference);
            self.passages.push(Passage { text, section, part, ..Passage::default() });
        }
    }

    fn end_paragraph(&mut self) {
        let source = std::mem::take(&mut self.open);
        if !source.trim().is_empty() {
            let text = self.converter.text(&source);
            self.push(text, self.part);
        }
        for note in std::mem::take(&mut self.notes) {
            let text = self.converter.text(&note);
            self.push(text, self.part);
        }
    }

    /// Reads a text, from one command or blank line to the next.
    fn walk(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let next = rest.find(['\\', '\n', '$']).unwrap_or(rest.len());
            let (before, from) = rest.split_at_checked(next).unwrap_or((rest, ""));
            for piece in pieces(before) {
                if self.open.len() + piece.len() > MAX_PARAGRAPH_BYTES {
                    self.end_paragraph();
                }
                self.open.push_str(piece);
            }
            rest = if from.starts_with('\n') {
                self.line_break(from)
            } else if from.starts_with('$') {
                self.formula(from)
            } else if from.starts_with('\\') {
                self.command(from)
            } else {
                from
            };
            if self.open.len() > MAX_PARAGRAPH_BYTES {
                self.end_paragraph();
            }
        }
        self.end_paragraph();
    }

    fn line_break<'t>(&mut self, text: &'t str) -> &'t str {
        let blank = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let (blanks, rest) = text.split_at_checked(blank).unwrap_or((text, ""));
        if blanks.matches('\n').count() > 1 {
            self.end_paragraph();
        } else {
            self.open.push('\n');
        }
        rest
    }

    /// Copies a formula, in which nothing is a paragraph or a heading.
    fn formula<'t>(&mut self, text: &'t str) -> &'t str {
        let sign = if text.starts_with("$$") { "$$" } else { "$" };
        let inner = text.get(sign.len()..).unwrap_or_default();
        let mut limit = inner.len().min(MAX_FORMULA_BYTES);
        while !inner.is_char_boundary(limit) {
            limit -= 1;
        }
        let inner = inner.get(..limit).unwrap_or_default();
        let end = inner
            .match_indices(sign)
            .find(|(at, _)| !inner.get(..*at).is_some_and(|before| before.ends_with('\\')));
        let blank_line = inner.find("\n\n").unwrap_or(inner.len());
        match end.filter(|(at, _)| *at < blank_line) {
            Some((at, _)) => {
                let len = sign.len() + at + sign.len();
                self.open.push_str(if sign == "$$" { " $" } else { "$" });
                self.open.push_str(inner.get(..at).unwrap_or_default());
                self.open.push_str(if sign == "$$" { "$ " } else { "$" });
                text.get(len..).unwrap_or_default()
            }
            None => {
                self.open.push_str("\\$");
                text.get(sign.len()..).unwrap_or_default()
            }
        }
    }

    fn command<'t>(&mut self, text: &'t str) -> &'t str {
        let name_len = text
            .get(1..)
            .map_or(0, |rest| rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()));
        let name = text.get(1..=name_len).unwrap_or_default();
        let after = text.get(1 + name_len..).unwrap_or_default();
        if name.is_empty() {
            let len = 1 + after.chars().next().map_or(0, char::len_utf8);
            let (symbol, rest) = text.split_at_checked(len).unwrap_or((text, ""));
            self.open.push_str(symbol);
            return rest;
        }
        let after_star = after.strip_prefix('*').unwrap_or(after);
        match name {
            "part" | "chapter" | "section" | "subsection" | "subsubsection" | "paragraph"
            | "subparagraph" => self.heading(text, after_star),
            "par" => {
                self.end_paragraph();
                after
            }
            "item" => {
                self.end_paragraph();
                sources::after_options(after)
            }
            "footnote" | "footnotetext" | "thanks" => match group(sources::after_options(after).trim_start())
            {
                Some((note, rest)) => {
                    self.notes.push(note.to_owned());
                    rest
                }
                None => after,
            },
            "title" | "author" | "date" | "affiliation" | "address" | "institute" | "keywords" => {
                match group(sources::after_options(after_star).trim_start()) {
                    Some((_, rest)) => rest,
                    None => after,
                }
            }
            "abstract" => match group(after.trim_start()) {
                Some((summary, rest)) => {
                    self.environment_of(summary, PassagePart::Abstract);
                    rest
                }
                None => after,
            },
            "appendix" => {
                self.end_paragraph();
                after
            }
            "begin" => self.begin(text, after),
            "end" => match group(after.trim_start()) {
                Some((_, rest)) => rest,
                None => after,
            },
            _ => {
                self.open.push_str(text.get(..=name_len).unwrap_or_default());
                after
            }
        }
    }

    fn heading<'t>(&mut self, text: &'t str, after: &'t str) -> &'t str {
        match group(sources::after_options(after).trim_start()) {
            Some((heading, rest)) => {
                self.end_paragraph();
                let heading = self.converter.text(heading).trim_end_matches(['.', ':']).to_owned();
                self.section = Some(heading).filter(|heading| !heading.is_empty());
                rest
            }
            None => {
                self.open.push('\\');
                text.get(1..).unwrap_or_default()
            }
        }
    }

    /// Reads a part of the text in which paragraphs are of another part of the work.
    fn environment_of(&mut self, inner: &str, part: PassagePart) {
        self.end_paragraph();
        let before = std::mem::replace(&mut self.part, part);
        self.walk(inner);
        self.part = before;
    }

    fn begin<'t>(&mut self, text: &'t str, after: &'t str) -> &'t str {
        let Some((name, content)) = group(after.trim_start()) else {
            return after;
        };
        if self.depth >= MAX_DEPTH || self.unclosed >= MAX_UNCLOSED {
            return content;
        }
        let Some((inner, rest)) = environment(content, name) else {
            // Half a file: what follows is read as text.
            self.unclosed += 1;
            return content;
        };
        self.depth += 1;
        let bare = name.trim_end_matches('*');
        match bare {
            "abstract" | "summary" => self.environment_of(inner, PassagePart::Abstract),
            "figure" | "wrapfigure" | "sidewaysfigure" | "SCfigure" | "teaserfigure" | "marginfigure"
            | "algorithm" | "listing" => {
                self.captions(inner);
            }
            "table" | "sidewaystable" | "wraptable" | "longtable" | "supertabular" => {
                self.captions(inner);
                self.table(inner);
            }
            "tabular" | "tabularx" | "tabulary" | "array" if !self.open.trim_end().ends_with('$') => {
                self.end_paragraph();
                self.table(text.get(..text.len() - rest.len()).unwrap_or_default());
            }
            "thebibliography" => {
                self.end_paragraph();
                self.bibliography(inner);
            }
            "equation" | "align" | "eqnarray" | "gather" | "multline" | "displaymath" | "math"
            | "flalign" | "alignat" => {
                self.open.push_str(" $");
                self.open
                    .push_str(&inner.replace(['$', '&'], " ").replace("\\\\", " ").replace("\n\n", "\n"));
                self.open.push_str("$ ");
            }
            "comment" | "verbatim" | "lstlisting" | "minted" | "tikzpicture" | "pspicture"
            | "filecontents" | "CCSXML" => {}
            "itemize" | "enumerate" | "description" => {
                // The sentence before a list may end in it.
                self.walk_list(inner);
            }
            _ => {
                self.walk_inner(inner);
            }
        }
        self.depth -= 1;
        rest
    }

    fn walk_list(&mut self, inner: &str) {
        self.end_paragraph();
        self.walk(sources::after_options(inner));
    }

    fn walk_inner(&mut self, inner: &str) {
        let mut inner = sources::after_options(inner);
        // `\begin{minipage}{0.5\textwidth}`, `\begin{adjustwidth}{1em}{}`
        while inner.starts_with('{') {
            match group(inner) {
                Some((_, rest)) => inner = rest,
                None => break,
            }
        }
        self.walk(inner);
    }

    fn captions(&mut self, inner: &str) {
        let notes = std::mem::take(&mut self.notes);
        for (at, _) in inner.match_indices("\\caption") {
            let rest = inner.get(at + "\\caption".len()..).unwrap_or_default();
            let rest = rest.strip_prefix("of").unwrap_or(rest);
            let rest = sources::after_options(rest.strip_prefix('*').unwrap_or(rest));
            if let Some((caption, _)) = group(rest.trim_start()) {
                let text = self.converter.text(caption);
                self.push(text, PassagePart::Caption);
            }
        }
        self.notes = notes;
    }

    fn table(&mut self, inner: &str) {
        for name in ["tabular", "tabular*", "tabularx", "tabulary", "longtable", "supertabular", "array"] {
            let begin = format!("\\begin{{{name}}}");
            for (at, _) in inner.match_indices(&begin) {
                let content = inner.get(at + begin.len()..).unwrap_or_default();
                let Some((cells, _)) = environment(content, name) else { continue };
                let mut cells = sources::after_options(cells);
                for _ in 0..2 {
                    cells = match group(cells.trim_start()) {
                        Some((_, rest)) => rest,
                        None => cells,
                    };
                }
                let rows: Vec<String> = cells
                    .split("\\\\")
                    .map(|row| {
                        let cells =
                            split_unescaped(row, '&').into_iter().map(|cell| self.converter.text(cell));
                        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" | ")
                    })
                    .filter(|row| !row.is_empty())
                    .collect();
                self.push(rows.join("; "), PassagePart::Table);
            }
        }
    }

    fn bibliography(&mut self, inner: &str) {
        for item in inner.split("\\bibitem").skip(1) {
            let item = sources::after_options(item);
            let item = group(item.trim_start()).map_or(item, |(_, rest)| rest);
            let text = self.converter.text(item);
            self.push(text, PassagePart::Reference);
        }
    }
}

/// Returns the content of an environment and the text after it; `content` begins after
/// `\begin{name}`.
fn environment<'t>(content: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let braced = format!("{{{name}}}");
    let mut depth = 1_usize;
    for (at, _) in content.match_indices(&braced) {
        let before = content.get(..at)?;
        if before.ends_with("\\begin") {
            depth += 1;
        } else if before.ends_with("\\end") {
            depth -= 1;
        }
        if depth == 0 {
            let inner = before.strip_suffix("\\end")?;
            return Some((inner, content.get(at + braced.len()..)?));
        }
    }
    None
}

/// Returns a text in pieces of at most the length of a paragraph.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = rest.len().min(MAX_PARAGRAPH_BYTES);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = rest.split_at_checked(end)?;
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn split_unescaped(text: &str, separator: char) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(separator) {
        if !text.get(..at).is_some_and(|before| before.ends_with('\\')) {
            out.push(text.get(start..at).unwrap_or_default());
            start = at + separator.len_utf8();
        }
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests;
