//! The judgements that are known, shared by all snapshots.

use crate::library::Sources;
use dashmap::DashMap;
use referee_bibliography::Date;
use referee_citations::{Disclosable, Judgement, Reference, judge_and_plan};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most judgements that are remembered; beyond it the memory starts anew.
const MAX_JUDGEMENTS: usize = 200_000;

/// How many judgements without a record are kept to be shared.
const MAX_PLAIN: usize = 8;

/// The judgements that are known: by the reference's fingerprint and by what was asked.
#[derive(Default)]
pub(crate) struct Judgements {
    known: DashMap<(u64, u64), Arc<Judgement>>,
    /// Judgements that name no record. They are alike for thousands of references that nothing is known of, so each is kept
    /// once: a judgement takes a kilobyte.
    plain: Mutex<Vec<Arc<Judgement>>>,
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
        let judgement = self.shared(Arc::new(judgement));
        self.learn(sources, [(reference.fingerprint, Arc::clone(&judgement))]);
        judgement
    }

    /// The same judgement, shared with other references if it names no record.
    fn shared(&self, judgement: Arc<Judgement>) -> Arc<Judgement> {
        if judgement.record.is_some() || judgement.other.is_some() || judgement.published.is_some() {
            return judgement;
        }
        // A panic elsewhere cannot leave a list of finished judgements in disorder.
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
