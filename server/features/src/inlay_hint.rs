//! Shows author and year after the key of a citation.

use crate::completion::Indexes;
use referee_bibliography::render::short;
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// Words that an editor shows in the text although the file does not contain them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// The offset at which they are shown.
    pub offset: usize,
    /// The words.
    pub label: String,
    /// The key that they describe; its card is shown on request.
    pub key: String,
}

/// Returns the hints for the citations in `range`; empty unless the settings enable them.
#[must_use]
pub fn inlay_hints(snapshot: &Snapshot, indexes: &Indexes, file: &FileId, range: Span) -> Vec<InlayHint> {
    if !snapshot.settings(file).values.inlay_hints {
        return Vec::new();
    }
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return Vec::new() };
    let bibliographies = snapshot.bibliographies(file);
    let mut out = Vec::new();
    let blocks = document.blocks();
    let first = blocks.index_at(range.start as usize).unwrap_or(blocks.len());
    // A block that ends at the start of the range is the one before it.
    let near = blocks.range(first.saturating_sub(1)..blocks.len());
    for block in near.take_while(|block| block.start as usize <= range.end as usize) {
        for citation in &block.content.citations {
            let span = citation.span.shift(block.start as usize);
            let Target::Key(key) = &citation.target else { continue };
            if !span.overlaps(range) {
                continue;
            }
            let label = bibliographies.iter().find_map(|found| {
                let entry = found.bibliography.get(key)?;
                let known = indexes.known(&found.file, &found.bibliography);
                known.map_or_else(|| Some(short(&entry.work())), |index| index.author_year(entry.index()))
            });
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                out.push(InlayHint { offset: span.end as usize, label, key: key.clone() });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, PAPER, paper};

    fn labels(fixture: &Fixture) -> Vec<String> {
        let end = fixture.text(&fixture.file).len();
        let hints = inlay_hints(&fixture.snapshot, &Indexes::default(), &fixture.file, Span::new(0, end));
        hints.into_iter().map(|hint| hint.label).collect()
    }

    #[test]
    fn author_and_year_are_shown_only_where_the_author_wants_them() {
        let draft = "[@smith2020; @ukpds:34; @nobody]$0";
        assert!(labels(&paper(draft)).is_empty());
        let wanted = Fixture::new(&format!(
            "{PAPER}//- referee.toml\ninlay_hints = true\n//- a.md\n---\nbibliography: refs.bib\n---\n{draft}"
        ));
        assert_eq!(labels(&wanted), ["Smith et al., 2020", "Okafor, 1998"]);
    }
}
