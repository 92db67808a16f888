//! The judgements that are known, shared by all snapshots.

use crate::library::Sources;
use dashmap::DashMap;
use referee_bibliography::Date;
use referee_citations::{Disclosable, Judgement, Reference, judge_and_plan};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most judgements that are remembered; beyond it the memory starts anew.
const MAX_JUDGEMENTS: usize = 200_000;

/// The judgements that are known: by the reference's fingerprint and by what was asked.
#[derive(Default)]
pub(crate) struct Judgements {
    known: DashMap<(u64, u64), Arc<Judgement>>,
    /// On which day an online source was heard last about a reference.
    heard: DashMap<(u64, u64), Date>,
    revision: AtomicU64,
}

impl Judgements {
    /// Counts up whenever a judgement comes.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    pub(crate) fn get(&self, fingerprint: u64, sources: &Sources) -> Option<Arc<Judgement>> {
        self.of(fingerprint, sources.generation)
    }

    /// The judgement under a fingerprint, where it was made with this generation of the sources.
    pub(crate) fn of(&self, fingerprint: u64, generation: u64) -> Option<Arc<Judgement>> {
        self.known.get(&(fingerprint, generation)).map(|known| Arc::clone(&known))
    }

    /// Judges a reference by what is known, and remembers it.
    pub(crate) fn judge(&self, reference: &Reference, sources: &Sources) -> Arc<Judgement> {
        if let Some(known) = self.get(reference.fingerprint, sources) {
            return known;
        }
        let (judgement, _) = judge_and_plan(&reference.work, Disclosable::Everything, &sources.judging);
        let judgement = Arc::new(judgement);
        self.learn(sources, [(reference.fingerprint, Arc::clone(&judgement))]);
        judgement
    }

    /// Notes that online sources were heard today about references.
    pub(crate) fn hear(&self, sources: &Sources, fingerprints: impl IntoIterator<Item = u64>) {
        let today = referee_literature::cache::today();
        if self.heard.len() >= MAX_JUDGEMENTS {
            self.heard.clear();
        }
        for fingerprint in fingerprints {
            self.heard.insert((fingerprint, sources.generation), today);
        }
    }

    /// On which day an online source was heard last about a reference.
    pub(crate) fn heard(&self, fingerprint: u64, sources: &Sources) -> Option<Date> {
        self.heard.get(&(fingerprint, sources.generation)).map(|day| *day)
    }

    /// Remembers judgements, in place of those that were known. Says whether any is new.
    pub(crate) fn learn(
        &self,
        sources: &Sources,
        judgements: impl IntoIterator<Item = (u64, Arc<Judgement>)>,
    ) -> bool {
        let mut new = false;
        for (fingerprint, judgement) in judgements {
            if self.known.len() >= MAX_JUDGEMENTS {
                self.known.clear();
            }
            let name = (fingerprint, sources.generation);
            // What says the same stays the same, so that nothing that rests on it is worked out again.
            let same = self.known.get(&name).is_some_and(|known| **known == *judgement);
            if !same {
                self.known.insert(name, judgement);
                new = true;
            }
        }
        if new {
            self.revision.fetch_add(1, Ordering::AcqRel);
        }
        new
    }
}
