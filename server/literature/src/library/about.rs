//! Searching for evidence: what is about a subject.

use super::snapshot::Snapshot;
use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::words;
use referee_text::stem;
use std::collections::HashSet;
use tantivy::query::{Occur, Query};
use tantivy::schema::IndexRecordOption;

/// How many words are asked for at most; a long sentence is told by its rarest.
const MAX_SUBJECT_WORDS: usize = 24;

impl Snapshot {
    /// See [`super::Library::about`].
    pub(super) fn about(&self, text: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::with_capacity(MAX_SUBJECT_WORDS);
        for root in self.rarest_roots(text)? {
            clauses.push((Occur::Should, self.term(self.fields.text, &root, IndexRecordOption::WithFreqs)));
        }
        // Two statements about one work become one record.
        let found = self.top(clauses, limit.saturating_add(limit / 4 + 4).min(10_000))?;
        let mut records = self.distinct(found.into_iter())?;
        records.truncate(limit);
        Ok(records)
    }

    /// The roots of the words of a text that some record has, the rarest first, at most [`MAX_SUBJECT_WORDS`]. Words of grammar
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
        found.truncate(MAX_SUBJECT_WORDS);
        Ok(found.into_iter().map(|(_, root)| root).collect())
    }

    /// See [`super::Library::coverage`].
    pub(super) fn coverage(&self, query: &str, record: &Record) -> tantivy::Result<f32> {
        let work = &record.work;
        if Identifier::parse(query).is_some_and(|wanted| work.identifiers.iter().any(|own| *own == wanted)) {
            return Ok(1.0);
        }
        let mut own: HashSet<String> = HashSet::new();
        let mut add = |text: &str| {
            stem::for_each_root(text, |root| {
                own.insert(root.to_owned());
            })
        };
        add(&work.full_title().unwrap_or_default());
        for text in [&work.original_title, &work.summary, &work.container].into_iter().flatten() {
            add(text);
        }
        for text in &record.subjects {
            add(text);
        }
        for name in &work.authors {
            add(&name.surname());
        }
        add(&work.year().map_or_else(String::new, |year| year.to_string()));
        let mut roots = stem::roots(query);
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|root| !words::is_function_word(root));
        #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
        let all = self.searcher.num_docs() as f32;
        let (mut met, mut whole) = (0.0_f32, 0.0_f32);
        for root in roots {
            let term = tantivy::Term::from_field_text(self.fields.text, &root);
            #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
            let found = self.searcher.doc_freq(&term)? as f32;
            let rarity = (1.0 + (all + 1.0) / (found + 0.5)).ln();
            whole += rarity;
            if own.contains(&root) {
                met += rarity;
            }
        }
        Ok(if whole > 0.0 { met / whole } else { 0.0 })
    }
}
