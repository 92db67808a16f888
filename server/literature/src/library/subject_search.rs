//! Searches for evidence: records about a subject.

use super::snapshot::Snapshot;
use crate::{candidates, search_text};
use referee_records::record::Record;
use tantivy::query::{Occur, Query};
use tantivy::schema::IndexRecordOption;

/// The maximum number of words to look up; of a long sentence the rarest are used.
const MAX_SUBJECT_WORDS: usize = 24;

impl Snapshot {
    /// See [`super::Library::search_subject`].
    pub(super) fn search_subject(&self, text: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::with_capacity(MAX_SUBJECT_WORDS);
        for root in self.rarest_roots(text)? {
            clauses.push((Occur::Should, self.term(self.fields.text, &root, IndexRecordOption::WithFreqs)));
        }
        // Fetch more documents than needed, since several statements about one work become one
        // record.
        let found = self.top(clauses, limit.saturating_add(limit / 4 + 4).min(10_000))?;
        self.distinct(found.into_iter(), limit)
    }

    /// Returns the roots of the words of a text that occur in some record, the rarest first, at
    /// most [`MAX_SUBJECT_WORDS`]. Function words are left out unless all words are.
    pub(super) fn rarest_roots(&self, text: &str) -> tantivy::Result<Vec<String>> {
        let mut found = Vec::new();
        for root in search_text::subject_roots(text) {
            let frequency = self.frequency(&root)?;
            if frequency > 0 {
                found.push((frequency, root));
            }
        }
        found.sort();
        found.truncate(MAX_SUBJECT_WORDS);
        Ok(found.into_iter().map(|(_, root)| root).collect())
    }

    /// Returns the number of statements that contain a root.
    fn frequency(&self, root: &str) -> tantivy::Result<u64> {
        self.searcher.doc_freq(&tantivy::Term::from_field_text(self.fields.text, root))
    }

    /// See [`super::Library::coverage`].
    pub(super) fn coverage(&self, query: &str, record: &Record) -> tantivy::Result<f32> {
        if search_text::names_identifier_of(query, record) {
            return Ok(1.0);
        }
        let all = self.count();
        let mut weighted = Vec::new();
        for root in search_text::content_roots(query) {
            let rarity = candidates::rarity(all, self.frequency(&root)?);
            weighted.push((root, rarity));
        }
        Ok(search_text::covered_share(&weighted, record))
    }
}
