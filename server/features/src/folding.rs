//! Folding ranges: the sections of a draft, the entries of a bibliography.

use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// Returns the foldable parts of a file, each with the offsets of its first and its last line.
#[must_use]
pub fn folding(snapshot: &Snapshot, file: &FileId) -> Vec<Span> {
    match snapshot.kind(file) {
        Some(FileKind::Bibliography(bibliography)) => {
            bibliography.entries().map(|entry| entry.span()).collect()
        }
        Some(FileKind::Draft(document)) => {
            let headings = document.headings();
            let end = document.text().len_bytes();
            headings
                .iter()
                .enumerate()
                .map(|(index, heading)| {
                    let next = headings.iter().skip(index + 1).find(|next| next.level <= heading.level);
                    let end = next.map_or(end, |next| (next.span.start as usize).saturating_sub(1));
                    Span::new(heading.span.start as usize, end)
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn entries_and_sections_fold() {
        let fixture = Fixture::new(
            "//- a.bib\n@book{x,\n title = {A},\n}\n//- a.md\n# One\n\na\n\n## Two\n\nb\n\n# Three\n",
        );
        let folds = |name: &str| -> Vec<String> {
            let file = fixture.id(name);
            folding(&fixture.snapshot, &file).into_iter().map(|span| fixture.shown(&file, span)).collect()
        };
        assert_eq!(folds("a.bib"), ["a.bib:@book{x,\n title = {A},\n}"]);
        assert_eq!(folds("a.md")[..2], ["a.md:# One\n\na\n\n## Two\n\nb\n", "a.md:## Two\n\nb\n"]);
    }
}
