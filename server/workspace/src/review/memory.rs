//! What earlier reviews found, so that an edit costs what it touched.

use super::remarks::Remarks;
use dashmap::DashMap;
use referee_citations::Judgement;
use referee_citations::support::ClaimCache;
use referee_findings::Finding;
use referee_syntax::Block;
use referee_text::{FileId, Span};
use std::sync::{Arc, Mutex};

/// What earlier reviews found.
#[derive(Default)]
pub(crate) struct Memory {
    drafts: DashMap<FileId, Arc<Mutex<DraftMemory>>>,
    bibliographies: DashMap<FileId, (u64, Arc<Vec<Finding>>)>,
    /// What the rules say about a judged reference, by its fingerprint and the sources' generation, with the
    /// judgement that they said it of: the same reference and the same judgement give the same remarks.
    pub(crate) remarks: DashMap<(u64, u64), (Arc<Judgement>, Arc<Remarks>)>,
    /// What was said about sentences and the works that they cite.
    pub(crate) claims: ClaimCache,
    /// What the rules say about an entry by itself, by its fingerprint.
    pub(crate) entries: DashMap<u64, Arc<Remarks>>,
}

/// The blocks of one draft as they were last reviewed.
#[derive(Default)]
pub(crate) struct DraftMemory {
    pub(crate) around: u64,
    /// The judgements of then, as [`Judgements::revision`](crate::judging::Judgements::revision) counts them.
    pub(crate) revision: u64,
    pub(crate) blocks: Vec<ReviewedBlock>,
    /// What the critic read and said.
    pub(crate) critic: referee_critic::RuleCache,
}

/// One block as it was last reviewed.
pub(crate) struct ReviewedBlock {
    /// Held, so that its address stays its own.
    pub(crate) block: Arc<Block>,
    /// Where the block began when it was reviewed: the places below are of that time.
    pub(crate) start: u32,
    /// Whether it was a part of the list of references.
    pub(crate) in_list: bool,
    /// The passage written on request that it was a part of.
    pub(crate) written: u64,
    /// The judgements that were looked up for it.
    pub(crate) rests_on: Vec<LookedUp>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) hits: Vec<Hit>,
}

/// A judgement that was looked up: the fingerprint of the reference, the generation of the sources, and what was
/// known then.
pub(crate) type LookedUp = (u64, u64, Option<Arc<Judgement>>);

/// A citation of a reference about which there is something to say.
pub(crate) struct Hit {
    pub(crate) span: Span,
    /// The reference: a draft shows its remarks once.
    pub(crate) fingerprint: u64,
    pub(crate) label: String,
    /// The entry's place, where it is one.
    pub(crate) entry: Option<(FileId, Span)>,
    pub(crate) remarks: Arc<Remarks>,
}

impl Memory {
    pub(crate) fn draft(&self, file: &FileId) -> Arc<Mutex<DraftMemory>> {
        Arc::clone(&self.drafts.entry(file.clone()).or_default())
    }

    pub(crate) fn bibliography(&self, file: &FileId, around: u64) -> Option<Arc<Vec<Finding>>> {
        self.bibliographies.get(file).filter(|known| known.0 == around).map(|known| Arc::clone(&known.1))
    }

    pub(crate) fn remember_bibliography(&self, file: &FileId, around: u64, findings: Arc<Vec<Finding>>) {
        self.bibliographies.insert(file.clone(), (around, findings));
    }

    /// Forgets a file that is gone or closed.
    pub(crate) fn forget(&self, file: &FileId) {
        self.drafts.remove(file);
        self.bibliographies.remove(file);
    }
}
