//! Finds the entries of all bibliographies by key, author, title or year.

use crate::completion::Indexes;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use tokio_util::sync::CancellationToken;

/// The maximum number of symbols that are shown.
const MAX_SYMBOLS: usize = 100;

/// An entry somewhere in the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// The key.
    pub name: String,
    /// Author, year and title.
    pub detail: String,
    /// The bibliography.
    pub file: FileId,
    /// The key's place in it.
    pub span: Span,
}

/// Returns the entries that match `query`, best first; `None` when cancelled.
#[must_use]
pub fn workspace_symbols(
    snapshot: &Snapshot,
    indexes: &Indexes,
    query: &str,
    cancel: &CancellationToken,
) -> Option<Vec<WorkspaceSymbol>> {
    let mut found = Vec::new();
    for file in snapshot.known_files() {
        if cancel.is_cancelled() {
            return None;
        }
        let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(&file) else { continue };
        let index = indexes.get(&file, &bibliography);
        for hit in index.search(query, MAX_SYMBOLS) {
            if let Some(entry) = bibliography.entries().nth(hit.entry) {
                let symbol = WorkspaceSymbol {
                    name: entry.key().to_owned(),
                    detail: index.describe(hit.entry),
                    file: file.clone(),
                    span: entry.key_span(),
                };
                found.push((hit.score, symbol));
            }
        }
    }
    found.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.name.cmp(&second.name)));
    found.truncate(MAX_SYMBOLS);
    Some(found.into_iter().map(|(_, symbol)| symbol).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::paper;

    #[test]
    fn entries_are_found_by_key_author_title_and_year() {
        let fixture = paper("");
        for query in ["smith", "lindqvist", "metformin", "2020", "smith2020"] {
            let found =
                workspace_symbols(&fixture.snapshot, &Indexes::default(), query, &CancellationToken::new())
                    .unwrap_or_default();
            let names: Vec<&str> = found.iter().map(|symbol| symbol.name.as_str()).collect();
            assert_eq!(names, ["smith2020"], "{query}");
        }
    }
}
