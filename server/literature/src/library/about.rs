//! Searching for evidence: what is about a subject.

use super::snapshot::Snapshot;
use referee_records::record::Record;
use referee_records::words;
use tantivy::query::{BoostQuery, Occur, Query};
use tantivy::schema::IndexRecordOption;

/// How many words are asked for at most; a long sentence is told by its rarest.
const WORDS: usize = 24;

impl Snapshot {
    /// See [`super::Library::about`].
    pub(super) fn about(&self, text: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        let mut stems = words::stems(text);
        stems.sort_unstable();
        stems.dedup();
        let mut found = Vec::with_capacity(stems.len());
        for stem in stems {
            let frequency = self.frequency(&stem)?;
            if frequency > 0 {
                found.push((frequency, stem));
            }
        }
        found.sort();
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::with_capacity(found.len() * 2);
        for (_, stem) in found.into_iter().take(WORDS) {
            let title = self.term(self.fields.title, &stem, IndexRecordOption::WithFreqs);
            clauses.push((Occur::Should, Box::new(BoostQuery::new(title, 1.5))));
            clauses
                .push((Occur::Should, self.term(self.fields.summary, &stem, IndexRecordOption::WithFreqs)));
        }
        // Two statements about one work become one record.
        let found = self.top(clauses, limit.saturating_add(limit / 4 + 4).min(10_000))?;
        let mut records = self.distinct(found.into_iter())?;
        records.truncate(limit);
        Ok(records)
    }

    /// How many titles and abstracts have a word, together.
    fn frequency(&self, stem: &str) -> tantivy::Result<u64> {
        let in_field = |field| self.searcher.doc_freq(&tantivy::Term::from_field_text(field, stem));
        Ok(in_field(self.fields.title)?.saturating_add(in_field(self.fields.summary)?))
    }
}
