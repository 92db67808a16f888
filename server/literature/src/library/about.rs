//! Searching for evidence: what is about a subject.

use super::snapshot::Snapshot;
use referee_records::record::Record;
use referee_records::words;
use referee_text::stem;
use tantivy::query::{Occur, Query};
use tantivy::schema::IndexRecordOption;

/// How many words are asked for at most; a long sentence is told by its rarest.
const WORDS: usize = 24;

impl Snapshot {
    /// See [`super::Library::about`].
    pub(super) fn about(&self, text: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::with_capacity(WORDS);
        for root in self.rarest_roots(text)? {
            clauses.push((Occur::Should, self.term(self.fields.text, &root, IndexRecordOption::WithFreqs)));
        }
        // Two statements about one work become one record.
        let found = self.top(clauses, limit.saturating_add(limit / 4 + 4).min(10_000))?;
        let mut records = self.distinct(found.into_iter())?;
        records.truncate(limit);
        Ok(records)
    }

    /// The roots of the words of a text that some record has, the rarest first, at most [`WORDS`]. Words of grammar
    /// are left out where there are others.
    pub(super) fn rarest_roots(&self, text: &str) -> tantivy::Result<Vec<String>> {
        let mut roots = stem::roots(text);
        roots.sort_unstable();
        roots.dedup();
        if !roots.iter().all(|root| words::is_function_word(root)) {
            roots.retain(|root| !words::is_function_word(root));
        }
        let mut found = Vec::with_capacity(roots.len());
        for root in roots {
            let frequency =
                self.searcher.doc_freq(&tantivy::Term::from_field_text(self.fields.text, &root))?;
            if frequency > 0 {
                found.push((frequency, root));
            }
        }
        found.sort();
        found.truncate(WORDS);
        Ok(found.into_iter().map(|(_, root)| root).collect())
    }
}
