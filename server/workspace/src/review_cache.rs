//! What earlier reviews found, so that an edit costs what it touched.
//!
//! Nothing in here is found by an address: a result is kept under the revisions and fingerprints of what it was made
//! from, or beside the very judgement it was made from.

use dashmap::DashMap;
use referee_citations::Judgement;
use referee_citations::rules::{Anchor, EntryCache};
use referee_citations::support::ClaimCache;
use referee_findings::{Finding, RuleHit};
use referee_syntax::Block;
use referee_text::blocks::Blocks;
use referee_text::{FileId, Message, Revision, Span};
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// The fewest remarks of entries and references that are kept before any is let go.
const MIN_KEPT: usize = 4096;

/// The remarks of all rules about one thing.
pub(crate) type Remarks = Vec<RuleHit<Anchor, Message>>;

/// The fingerprint of a reference and the generation of the sources that judged it.
pub(crate) type JudgedName = (u64, u64);

/// What earlier reviews found.
#[derive(Default)]
pub(crate) struct ReviewCache {
    drafts: DashMap<FileId, Arc<Mutex<DraftCache>>>,
    bibliographies: DashMap<FileId, (u64, Arc<Vec<Finding>>)>,
    /// What the rules say about a judged reference, with the judgement that they said it of: the same reference and
    /// the same judgement give the same remarks.
    pub(crate) remarks: DashMap<JudgedName, (Arc<Judgement>, Arc<Remarks>)>,
    /// What was said about sentences and the works that they cite.
    pub(crate) claims: ClaimCache,
    /// What the rules read out of entries.
    pub(crate) entry_cache: EntryCache,
    /// What the rules say about an entry by itself, by its fingerprint.
    pub(crate) entries: DashMap<u64, Arc<Remarks>>,
}

/// The blocks of one draft as they were last reviewed.
#[derive(Default)]
pub(crate) struct DraftCache {
    /// What the blocks were reviewed under: [`Inputs::block_key`](crate::review::inputs::Inputs::block_key).
    pub(crate) key: u64,
    /// The lists of references: their key, and the hash of the names in them.
    pub(crate) lists: Option<(u64, u64)>,
    /// The judgements of then, as [`Judgements::revision`](crate::judging::Judgements::revision) counts them.
    pub(crate) judgements: u64,
    pub(crate) blocks: Vec<ReviewedBlock>,
    /// The blocks about which something was said.
    pub(crate) speaking: SpeakingBlocks,
    /// The text that the blocks were reviewed in, and what all of them were reviewed with.
    pub(crate) reviewed: Option<ReviewedText>,
    /// What the critic read and said.
    pub(crate) critic: referee_critic::RuleCache,
}

/// The indexes of the blocks about which something was said, in order. Most blocks of a long draft are none of them, and
/// are not looked at when its findings are put together.
#[derive(Default)]
pub(crate) struct SpeakingBlocks(Vec<usize>);

impl SpeakingBlocks {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    /// Puts the blocks `fresh` in the place of those of the range `replaced`; those behind it move.
    pub(crate) fn replace(&mut self, replaced: Range<usize>, fresh: &[ReviewedBlock]) {
        let first = self.0.partition_point(|index| *index < replaced.start);
        let behind = self.0.partition_point(|index| *index < replaced.end);
        if fresh.len() != replaced.len() {
            for index in self.0.get_mut(behind..).unwrap_or_default() {
                *index = *index + fresh.len() - replaced.len();
            }
        }
        let now = fresh.iter().enumerate().filter(|(_, block)| block.speaks());
        self.0.splice(first..behind, now.map(|(at, _)| replaced.start + at));
    }
}

/// A text that was reviewed.
pub(crate) struct ReviewedText {
    pub(crate) blocks: Blocks<Block>,
    pub(crate) shared: SharedInputs,
}

/// What all blocks of a draft were reviewed with, beside what [`DraftCache::key`] counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedInputs {
    /// How many blocks stand before the list of references, which it holds, and behind it.
    pub(crate) list: (usize, usize, usize),
    pub(crate) lists_key: u64,
    pub(crate) list_names: u64,
    /// Passages were written on request.
    pub(crate) has_written: bool,
}

/// One block as it was last reviewed.
pub(crate) struct ReviewedBlock {
    pub(crate) block: Revision,
    /// Where the block began when it was reviewed: the places below are of that time.
    pub(crate) start: u32,
    pub(crate) rests_on: BlockInputs,
    pub(crate) findings: Vec<Finding>,
    pub(crate) hits: Vec<Hit>,
    /// Whether it names a trial by its registration, which rules about the whole draft may have something to say about.
    pub(crate) names_trial: bool,
    /// Whether every reference in it has a judgement that nothing is missing from.
    pub(crate) is_settled: bool,
}

impl ReviewedBlock {
    /// Whether a review of the draft has to look at it.
    fn speaks(&self) -> bool {
        !self.findings.is_empty() || !self.hits.is_empty() || self.names_trial
    }
}

/// What a block was reviewed with, beside what all blocks of its draft share.
pub(crate) struct BlockInputs {
    /// Where it is a part of the list of references, how many items stand before it that count for its numbers.
    pub(crate) in_list: Option<u32>,
    /// The passage written on request that it was a part of.
    pub(crate) written: u64,
    /// The hash of the names in the lists of references, where a rule looked at them.
    pub(crate) list_names: Option<u64>,
    /// The key of the lists of references, where a rule looked at their items.
    pub(crate) list_items: Option<u64>,
    /// The judgements that were looked up for it.
    pub(crate) judgements: Vec<LookedUp>,
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
    /// Where it is an entry: its bibliography, and the place in it that each of the remarks is about.
    pub(crate) entry: Option<(FileId, Vec<Span>)>,
    pub(crate) remarks: Arc<Remarks>,
}

impl ReviewCache {
    pub(crate) fn draft(&self, file: &FileId) -> Arc<Mutex<DraftCache>> {
        Arc::clone(&self.drafts.entry(file.clone()).or_default())
    }

    /// The findings of a bibliography that was reviewed under this key.
    pub(crate) fn bibliography(&self, file: &FileId, key: u64) -> Option<Arc<Vec<Finding>>> {
        self.bibliographies.get(file).filter(|known| known.0 == key).map(|known| Arc::clone(&known.1))
    }

    pub(crate) fn remember_bibliography(&self, file: &FileId, key: u64, findings: Arc<Vec<Finding>>) {
        self.bibliographies.insert(file.clone(), (key, findings));
    }

    /// Forgets a file that is gone or closed.
    pub(crate) fn forget(&self, file: &FileId) {
        self.drafts.remove(file);
        self.bibliographies.remove(file);
    }

    /// Lets go of remarks about references that are not there any more, where there are many of them: each letter
    /// that is typed in an entry makes another fingerprint.
    pub(crate) fn forget_unused(&self, live: usize, fingerprints: impl FnOnce() -> HashSet<u64>) {
        let most = MIN_KEPT.max(live.saturating_mul(2));
        if self.entries.len() <= most && self.remarks.len() <= most {
            return;
        }
        let live = fingerprints();
        retain(&self.entries, |name| live.contains(name));
        retain(&self.remarks, |(name, _)| live.contains(name));
    }
}

fn retain<K: Eq + Hash, V>(map: &DashMap<K, V>, keep: impl Fn(&K) -> bool) {
    map.retain(|name, _| keep(name));
    map.shrink_to_fit();
}
