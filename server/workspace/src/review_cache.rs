//! The results of earlier reviews, so that an edit costs only the blocks that it changes.
//!
//! Results are never keyed by an address: the key is made of revisions and fingerprints of the
//! inputs, or the result is stored with the judgement from which it was computed.

use crate::papers::LookedForText;
use dashmap::DashMap;
use referee_citations::Judgement;
use referee_citations::rules::{Anchor, EntryCache};
use referee_citations::support::ClaimCache;
use referee_conversation::{SourceRemark, Talk};
use referee_findings::{Finding, RuleHit};
use referee_syntax::Block;
use referee_text::blocks::Blocks;
use referee_text::{FileId, Message, Revision, Span};
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// The minimum number of cached remarks about entries and references before unused ones are
/// dropped.
const MIN_KEPT: usize = 4096;

/// The remarks of all rules about one item.
pub(crate) type Remarks = Vec<RuleHit<Anchor, Message>>;

/// The fingerprint of a reference and the generation of the sources that judged it.
pub(crate) type JudgedName = (u64, u64);

/// The results of earlier reviews.
#[derive(Default)]
pub(crate) struct ReviewCache {
    drafts: DashMap<FileId, Arc<Mutex<DraftCache>>>,
    bibliographies: DashMap<FileId, ReviewedBibliography>,
    /// The remarks about judged references, each with its judgement: the same reference and the
    /// same judgement give the same remarks.
    pub(crate) remarks: DashMap<JudgedName, (Arc<Judgement>, Arc<Remarks>)>,
    /// The results about sentences and the works that they cite.
    pub(crate) claims: ClaimCache,
    /// The parsed parts of entries that rules use.
    pub(crate) entry_cache: EntryCache,
    /// The parsed sources of notes, by the hash of their texts.
    pub(crate) talks: DashMap<u64, Arc<(Talk, Option<Talk>)>>,
    /// The remarks about an entry alone, by its fingerprint.
    pub(crate) entries: DashMap<u64, Arc<Remarks>>,
    /// The empty list, shared by all entries and references without remarks.
    nothing: Arc<Remarks>,
}

/// The latest review of a bibliography.
struct ReviewedBibliography {
    inputs: BibliographyInputs,
    findings: Arc<Vec<Finding>>,
}

/// The inputs of the review of a bibliography.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BibliographyInputs {
    /// The hash of all inputs except the judgements.
    pub(crate) key: u64,
    /// The revision of the judgements:
    /// [`Judgements::revision`](crate::judging::Judgements::revision).
    pub(crate) judgements: u64,
}

/// The blocks of one draft with their latest review.
#[derive(Default)]
pub(crate) struct DraftCache {
    /// The inputs of all blocks: [`Inputs::block_key`](crate::review::inputs::Inputs::block_key).
    pub(crate) key: u64,
    /// The key of the reference lists, and the hash of their keys and numbers.
    pub(crate) lists: Option<(u64, u64)>,
    /// The revision of the judgements at that time:
    /// [`Judgements::revision`](crate::judging::Judgements::revision).
    pub(crate) judgements: u64,
    /// The revision of the full texts at that time: [`Shelves::revision`](crate::papers::Shelves).
    pub(crate) papers: u64,
    pub(crate) blocks: Vec<ReviewedBlock>,
    /// The blocks with findings or remarks.
    pub(crate) speaking: SpeakingBlocks,
    /// The text of the latest review, and the inputs shared by its blocks.
    pub(crate) reviewed: Option<ReviewedText>,
    /// The remarks about the note and its sources, with the hash of the compared texts.
    pub(crate) compared: Option<(u64, Arc<Vec<SourceRemark>>)>,
    /// The cache of the critic's rules.
    pub(crate) critic: referee_critic::RuleCache,
}

/// The indexes of the blocks with findings or remarks, in order. Most blocks of a long draft have
/// none, and are skipped when its findings are collected.
#[derive(Default)]
pub(crate) struct SpeakingBlocks(Vec<usize>);

impl SpeakingBlocks {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    /// Replaces the blocks in the range `replaced` with `fresh`, and shifts the later ones.
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

pub(crate) struct ReviewedText {
    pub(crate) blocks: Blocks<Block>,
    pub(crate) shared: SharedInputs,
}

/// The inputs shared by all blocks of a draft, in addition to [`DraftCache::key`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedInputs {
    /// The numbers of blocks before the reference list, in it, and after it.
    pub(crate) list: (usize, usize, usize),
    pub(crate) lists_key: u64,
    pub(crate) list_names: u64,
    /// Whether the draft contains generated passages.
    pub(crate) has_written: bool,
}

/// A block with its latest review.
pub(crate) struct ReviewedBlock {
    pub(crate) block: Revision,
    /// The start of the block at the time of the review; the spans below are relative to that
    /// state.
    pub(crate) start: u32,
    pub(crate) rests_on: BlockInputs,
    pub(crate) findings: Vec<Finding>,
    pub(crate) hits: Vec<Hit>,
    /// Whether the block contains a trial registration, which rules about the whole draft may use.
    pub(crate) names_trial: bool,
    /// Whether every reference in the block has a complete judgement.
    pub(crate) is_settled: bool,
}

impl ReviewedBlock {
    /// Whether a review of the draft must process the block.
    fn speaks(&self) -> bool {
        !self.findings.is_empty() || !self.hits.is_empty() || self.names_trial
    }
}

/// The inputs of a block, in addition to those shared by all blocks of its draft.
pub(crate) struct BlockInputs {
    /// For a block in the reference list: the number of preceding items that affect its numbers.
    pub(crate) in_list: Option<u32>,
    /// The hash of the generated passage that contained the block.
    pub(crate) written: u64,
    /// The hash of the keys and numbers in the reference lists, if a rule used them.
    pub(crate) list_names: Option<u64>,
    /// The key of the reference lists, if a rule used their items.
    pub(crate) list_items: Option<u64>,
    /// The judgements that were looked up for the block.
    pub(crate) judgements: Vec<LookedUp>,
    /// The full texts that were looked up for the block.
    pub(crate) texts: Vec<LookedForText>,
}

/// A recorded look-up of a judgement: the fingerprint of the reference, the generation of the
/// sources, and the judgement at that time.
pub(crate) type LookedUp = (u64, u64, Option<Arc<Judgement>>);

/// A citation of a reference with remarks.
pub(crate) struct Hit {
    pub(crate) span: Span,
    /// The fingerprint of the reference, because a draft shows its remarks once.
    pub(crate) fingerprint: u64,
    pub(crate) label: String,
    /// For an entry: its bibliography, and the span of each remark in it.
    pub(crate) entry: Option<(FileId, Vec<Span>)>,
    pub(crate) remarks: Arc<Remarks>,
}

impl ReviewCache {
    pub(crate) fn draft(&self, file: &FileId) -> Arc<Mutex<DraftCache>> {
        Arc::clone(&self.drafts.entry(file.clone()).or_default())
    }

    /// Returns remarks to be kept; those of most entries are empty and stored once.
    pub(crate) fn shared(&self, remarks: Remarks) -> Arc<Remarks> {
        if remarks.is_empty() { Arc::clone(&self.nothing) } else { Arc::new(remarks) }
    }

    /// Returns the findings of a bibliography for these inputs.
    pub(crate) fn bibliography(
        &self,
        file: &FileId,
        inputs: BibliographyInputs,
    ) -> Option<Arc<Vec<Finding>>> {
        let known = self.bibliographies.get(file).filter(|known| known.inputs == inputs)?;
        Some(Arc::clone(&known.findings))
    }

    /// Whether the latest review of a bibliography differs from these inputs only in the judgements.
    pub(crate) fn lacks_only_judgements(&self, file: &FileId, inputs: BibliographyInputs) -> bool {
        self.bibliographies.get(file).is_some_and(|known| {
            known.inputs.key == inputs.key && known.inputs.judgements != inputs.judgements
        })
    }

    pub(crate) fn remember_bibliography(
        &self,
        file: &FileId,
        inputs: BibliographyInputs,
        findings: Arc<Vec<Finding>>,
    ) {
        self.bibliographies.insert(file.clone(), ReviewedBibliography { inputs, findings });
    }

    /// Drops the results of a file that was removed or closed.
    pub(crate) fn forget(&self, file: &FileId) {
        self.drafts.remove(file);
        self.bibliographies.remove(file);
    }

    /// Drops remarks about references that no longer exist, if there are many: each letter typed in
    /// an entry creates a new fingerprint.
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
