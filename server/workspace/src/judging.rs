//! The judgements that are known, shared by all snapshots.

use crate::library::Sources;
use dashmap::DashMap;
use referee_citations::{Judgement, Reference, gather, judge};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most judgements that are remembered; beyond it the memory starts anew.
const MOST: usize = 200_000;

/// The judgements that are known: by the reference's fingerprint and by what was asked.
#[derive(Default)]
pub(crate) struct Judgements {
    known: DashMap<(u64, u64), Arc<Judgement>>,
    revision: AtomicU64,
}

impl Judgements {
    /// Counts up whenever a judgement comes.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    pub(crate) fn get(&self, fingerprint: u64, sources: &Sources) -> Option<Arc<Judgement>> {
        self.known.get(&(fingerprint, sources.generation)).map(|known| Arc::clone(&known))
    }

    /// Judges a reference by what is on this machine, and remembers it.
    pub(crate) fn judge(&self, reference: &Reference, sources: &Sources) -> Arc<Judgement> {
        if let Some(known) = self.get(reference.fingerprint, sources) {
            return known;
        }
        let gathered = gather(&reference.work, &sources.all);
        let judgement = Arc::new(judge(&reference.work, &gathered));
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert((reference.fingerprint, sources.generation), Arc::clone(&judgement));
        self.revision.fetch_add(1, Ordering::AcqRel);
        judgement
    }
}
