//! The outline of a file: the headings of a draft with the works cited below them, or the entries
//! of a bibliography.

use crate::completion::Indexes;
use crate::cursor_target;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// The kind of a symbol in an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A heading.
    Section,
    /// An entry or a list item.
    Work,
}

/// A line of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// The text of the heading, the key or the number.
    pub name: String,
    /// The text that is shown next to the name.
    pub detail: String,
    /// The kind of the symbol.
    pub kind: SymbolKind,
    /// The whole range.
    pub span: Span,
    /// The range where the cursor goes.
    pub focus: Span,
    /// The symbols below it.
    pub children: Vec<DocumentSymbol>,
}

/// Returns the outline of a file.
#[must_use]
pub fn document_symbols(snapshot: &Snapshot, indexes: &Indexes, file: &FileId) -> Vec<DocumentSymbol> {
    match snapshot.kind(file) {
        Some(FileKind::Bibliography(bibliography)) => {
            let index = indexes.get(file, &bibliography);
            bibliography
                .entries()
                .map(|entry| DocumentSymbol {
                    name: visible(entry.key()),
                    detail: index.describe(entry.index()),
                    kind: SymbolKind::Work,
                    span: entry.span(),
                    focus: entry.key_span(),
                    children: Vec::new(),
                })
                .collect()
        }
        Some(FileKind::Draft(document)) => {
            let language = snapshot.interface_language();
            let end = document.text().len_bytes();
            let citations: Vec<usize> = document
                .blocks()
                .iter()
                .flat_map(|block| {
                    block
                        .content
                        .citations
                        .iter()
                        .map(move |c| c.span.shift(block.start as usize).start as usize)
                })
                .collect();
            let mut flat: Vec<(u8, DocumentSymbol)> = Vec::new();
            let headings = document.headings();
            for (index, heading) in headings.iter().enumerate() {
                let next = headings.iter().skip(index + 1).find(|next| next.level <= heading.level);
                let span =
                    Span::new(heading.span.start as usize, next.map_or(end, |next| next.span.start as usize));
                let from = citations.partition_point(|at| *at < span.start as usize);
                let to = citations.partition_point(|at| *at < span.end as usize);
                let detail = match to.saturating_sub(from) {
                    0 => String::new(),
                    1 => language.pick("1 citation", "1 cita").to_owned(),
                    n => language.pick(format!("{n} citations"), format!("{n} citas")),
                };
                flat.push((
                    heading.level,
                    DocumentSymbol {
                        name: visible(&heading.text),
                        detail,
                        kind: SymbolKind::Section,
                        span,
                        focus: heading.span,
                        children: Vec::new(),
                    },
                ));
            }
            let mut out = nest(flat);
            for item in cursor_target::list_items(file, &document) {
                let symbol = DocumentSymbol {
                    name: visible(&item.label),
                    detail: crate::card::one_line(&item.work),
                    kind: SymbolKind::Work,
                    span: item.span,
                    focus: item.name_span,
                    children: Vec::new(),
                };
                innermost(&mut out, symbol);
            }
            out
        }
        _ => Vec::new(),
    }
}

/// Returns a name that is not empty, because editors reject a symbol without one.
fn visible(name: &str) -> String {
    if name.trim().is_empty() { String::from("…") } else { name.to_owned() }
}

/// Builds a tree of headings from their order in the text.
fn nest(flat: Vec<(u8, DocumentSymbol)>) -> Vec<DocumentSymbol> {
    let mut out: Vec<DocumentSymbol> = Vec::new();
    let mut open: Vec<(u8, DocumentSymbol)> = Vec::new();
    let close = |open: &mut Vec<(u8, DocumentSymbol)>, out: &mut Vec<DocumentSymbol>| {
        if let Some((_, done)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.children.push(done),
                None => out.push(done),
            }
        }
    };
    for (level, symbol) in flat {
        while open.last().is_some_and(|(above, _)| *above >= level) {
            close(&mut open, &mut out);
        }
        open.push((level, symbol));
    }
    while !open.is_empty() {
        close(&mut open, &mut out);
    }
    out
}

/// Moves a symbol below the innermost heading that contains it.
fn innermost(all: &mut Vec<DocumentSymbol>, symbol: DocumentSymbol) {
    match all.iter_mut().find(|above| above.kind == SymbolKind::Section && above.span.contains(symbol.span)) {
        Some(above) => innermost(&mut above.children, symbol),
        None => all.push(symbol),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, paper};

    fn outline(symbols: &[DocumentSymbol], depth: usize, out: &mut Vec<String>) {
        for symbol in symbols {
            out.push(format!("{}{} | {}", "  ".repeat(depth), symbol.name, symbol.detail));
            outline(&symbol.children, depth + 1, out);
        }
    }

    fn shown(fixture: &Fixture, name: &str) -> Vec<String> {
        let mut out = Vec::new();
        outline(&document_symbols(&fixture.snapshot, &Indexes::default(), &fixture.id(name)), 0, &mut out);
        out
    }

    #[test]
    fn headings_make_a_tree_with_their_citations() {
        let fixture = paper("# One\n\n@smith2020\n\n## Two\n\n[@smith2020; @ukpds:34]\n\n# Three\n");
        assert_eq!(shown(&fixture, "paper.md"), ["One | 3 citations", "  Two | 2 citations", "Three | "]);
    }

    #[test]
    fn entries_are_listed_with_author_year_and_title() {
        assert_eq!(
            shown(&paper(""), "refs.bib"),
            [
                "smith2020 | Smith et al., 2020: Effect of Metformin on mortality",
                "ukpds:34 | Okafor, 1998: Blood glucose & control"
            ]
        );
    }
}
