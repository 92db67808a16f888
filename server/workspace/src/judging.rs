//! The known judgements, shared by all snapshots.

use crate::library::Sources;
use dashmap::DashMap;
use referee_bibliography::Date;
use referee_citations::{Disclosable, Judgement, Reference, judge_and_plan};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of stored judgements; beyond it the cache is cleared.
const MAX_JUDGEMENTS: usize = 200_000;

/// The maximum number of shared judgements without a record.
const MAX_PLAIN: usize = 8;

/// The known judgements, by the reference's fingerprint and the generation of the sources.
#[derive(Default)]
pub(crate) struct Judgements {
    known: DashMap<(u64, u64), Arc<Judgement>>,
    /// Judgements without a record. They are equal for thousands of references about which nothing
    /// is known, so each is stored once: a judgement takes a kilobyte.
    plain: Mutex<Vec<Arc<Judgement>>>,
    /// The day on which an online source last answered about a reference.
    heard: DashMap<(u64, u64), Date>,
    revision: AtomicU64,
}

impl Judgements {
    /// Returns a counter that increases with every new judgement.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    pub(crate) fn get(&self, fingerprint: u64, sources: &Sources) -> Option<Arc<Judgement>> {
        self.of(fingerprint, sources.generation)
    }

    /// Returns the judgement for a fingerprint, if it was made with this generation of the sources.
    pub(crate) fn of(&self, fingerprint: u64, generation: u64) -> Option<Arc<Judgement>> {
        self.known.get(&(fingerprint, generation)).map(|known| Arc::clone(&known))
    }

    /// Judges a reference with the known records, and stores the judgement.
    pub(crate) fn judge(&self, reference: &Reference, sources: &Sources) -> Arc<Judgement> {
        if let Some(known) = self.get(reference.fingerprint, sources) {
            return known;
        }
        let (judgement, _) = judge_and_plan(&reference.work, Disclosable::Everything, &sources.judging);
        let judgement = self.shared(Arc::new(judgement));
        self.learn(sources, [(reference.fingerprint, Arc::clone(&judgement))]);
        judgement
    }

    /// Returns the shared instance of an equal judgement without a record, or `judgement` itself.
    fn shared(&self, judgement: Arc<Judgement>) -> Arc<Judgement> {
        if judgement.record.is_some() || judgement.other.is_some() || judgement.published.is_some() {
            return judgement;
        }
        // A panic elsewhere cannot corrupt a list of finished judgements, so ignore poisoning.
        let mut plain = self.plain.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = plain.iter().find(|known| ***known == *judgement) {
            return Arc::clone(known);
        }
        if plain.len() >= MAX_PLAIN {
            plain.remove(0);
        }
        plain.push(Arc::clone(&judgement));
        judgement
    }

    /// Records that online sources answered today about references.
    pub(crate) fn hear(&self, sources: &Sources, fingerprints: impl IntoIterator<Item = u64>) {
        let today = referee_literature::cache::today();
        if self.heard.len() >= MAX_JUDGEMENTS {
            self.heard.clear();
        }
        for fingerprint in fingerprints {
            self.heard.insert((fingerprint, sources.generation), today);
        }
    }

    /// Returns the day on which an online source last answered about a reference.
    pub(crate) fn heard(&self, fingerprint: u64, sources: &Sources) -> Option<Date> {
        self.heard.get(&(fingerprint, sources.generation)).map(|day| *day)
    }

    /// Stores judgements, replacing known ones. Returns whether any is new.
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
            // Keep an equal judgement, so that results that depend on it remain valid.
            let same = self.known.get(&name).is_some_and(|known| **known == *judgement);
            if !same {
                self.known.insert(name, self.shared(judgement));
                new = true;
            }
        }
        if new {
            self.revision.fetch_add(1, Ordering::AcqRel);
        }
        new
    }
}
