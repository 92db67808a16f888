//! Runs the rules on a draft and keeps their hits.
//!
//! An unchanged block in the same section and under the same setting is neither parsed nor checked again. Document
//! rules run after every change on cached summaries of block groups ([`crate::Scan`]).

use crate::analysis::sections::SectionInForce;
use crate::block_list::{AnalysedBlock, BlockList};
use crate::draft::DraftFacts;
use crate::rules::RULES;
use crate::{BlockAnalysis, BlockContext, Check, Draft, Setting, Subject, parallel};
use referee_findings::{Rule, RuleHit};
use referee_syntax::{Block, Document, Format};
use referee_text::Span;
use referee_text::blocks::{Blocks, PlacedBlock};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// From how many new blocks on they are read on several threads. Tests have short drafts.
const PARALLEL_BLOCKS: usize = if cfg!(test) { 8 } else { 1024 };

/// The analyses and hits of one draft, kept between reviews.
#[derive(Default)]
pub struct RuleCache {
    setting: Option<(Setting, Format)>,
    list: BlockList,
    facts: DraftFacts,
    /// The blocks from which `list` was read.
    blocks: Blocks<Block>,
    /// The number of times that block rules ran.
    revision: u64,
}

/// The hits in a draft.
pub struct DraftHits<'a> {
    list: &'a BlockList,
    /// The hits of the document rules. Positions are offsets in the file.
    pub document: Vec<RuleHit>,
    /// Whether messages about the draft are in Spanish, because of its language or the region.
    pub is_spanish: bool,
}

/// The hits in one block of a draft.
#[derive(Clone, Copy, Debug)]
pub struct HitsOfBlock<'a> {
    /// The offset of the block in the file.
    pub start: usize,
    /// An equal number means equal hits, within one [`RuleCache`].
    pub revision: u64,
    /// The hits. Positions are offsets in the block.
    pub hits: &'a [RuleHit],
}

impl<'a> DraftHits<'a> {
    /// The hits of the block rules in text order; blocks without hits are omitted.
    pub fn blocks(&self) -> impl Iterator<Item = HitsOfBlock<'a>> + use<'a> {
        self.list.hits().map(|(start, said)| HitsOfBlock { start, revision: said.revision, hits: &said.hits })
    }

    /// All hits, at offsets in the file.
    #[must_use]
    pub fn into_hits(self) -> Vec<RuleHit> {
        let mut out = Vec::new();
        for block in self.blocks() {
            let moved =
                |hit: &RuleHit| RuleHit { rule: hit.rule, remark: hit.remark.clone().shifted(block.start) };
            out.extend(block.hits.iter().map(moved));
        }
        out.extend(self.document);
        out
    }
}

impl RuleCache {
    /// Reviews a draft with all applicable rules. Returns `None` when cancelled; completed work is kept.
    pub fn review(
        &mut self,
        document: &Document,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<RuleHit>> {
        self.check(document, setting, cancelled).map(DraftHits::into_hits)
    }

    /// Reviews a draft like [`RuleCache::review`], but lends the block hits instead of copying unchanged ones.
    pub fn check(
        &mut self,
        document: &Document,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<DraftHits<'_>> {
        let fresh = self.take_up(document, setting, cancelled)?;
        let checks: Vec<(&'static Rule, &'static Check)> = RULES
            .iter()
            .flat_map(|rule| rule.checks.iter().map(|check| (&rule.rule, check)))
            .filter(|(_, check)| check.applies.to(setting.kind))
            .collect();
        self.list.ask(setting, cancelled, &mut self.revision, |block| check_block(block, &checks))?;
        let draft = Draft::new(&self.list, &self.facts, document.format(), setting);
        let run = |at: usize| {
            let &(rule, check) = checks.get(at)?;
            let hits = match check.subject {
                Subject::Document(run) => run(&draft),
                Subject::DocumentOfFile(run) => run(&draft),
                Subject::Block { .. } | Subject::BlockOfFile { .. } => return None,
            };
            let hits = hits.into_iter();
            Some(hits.map(|remark| RuleHit { rule, remark: remark.of_kind(check.kind) }).collect::<Vec<_>>())
        };
        let hits = if fresh >= PARALLEL_BLOCKS {
            parallel::map(checks.len(), cancelled, run).ok()?.into_iter().flatten().flatten().collect()
        } else {
            let mut hits = Vec::new();
            for at in 0..checks.len() {
                if cancelled() {
                    return None;
                }
                hits.extend(run(at).into_iter().flatten());
            }
            hits
        };
        Some(DraftHits { list: &self.list, is_spanish: draft.is_spanish(), document: hits })
    }

    /// Reads a draft without running the rules, for fixes.
    pub fn read<'a>(&'a mut self, document: &Document, setting: &'a Setting) -> Draft<'a> {
        self.take_up(document, setting, &|| false);
        Draft::new(&self.list, &self.facts, document.format(), setting)
    }

    /// Drops everything except the revision counter, whose values are unique.
    pub fn clear(&mut self) {
        *self = RuleCache { revision: self.revision, ..RuleCache::default() };
    }

    /// Reads the new blocks, and determines the sections again if they may have changed. Returns how many
    /// are new.
    fn take_up(
        &mut self,
        document: &Document,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<usize> {
        let key = (setting.clone(), document.format());
        if self.setting.as_ref() != Some(&key) {
            self.clear();
            self.setting = Some(key);
        }
        self.facts.clear();
        let blocks = document.blocks();
        let held = self.list.blocks();
        let is_same =
            |(block, held): &(PlacedBlock<'_, Block>, &AnalysedBlock)| block.revision == held.revision;
        // Blocks in a chunk shared with the previous text need no individual comparison.
        let (shared_before, shared_behind) = blocks.shared(&self.blocks);
        let before = shared_before
            + blocks
                .range(shared_before..blocks.len())
                .zip(held.iter().skip(shared_before))
                .take_while(is_same)
                .count();
        let most = blocks.len().min(held.len()) - before;
        let shared_behind = shared_behind.min(most);
        let behind = shared_behind
            + blocks
                .range(before..blocks.len() - shared_behind)
                .rev()
                .zip(held.iter().rev().skip(shared_behind))
                .take(most - shared_behind)
                .take_while(is_same)
                .count();
        let replaced = before..held.len() - behind;
        let new = before..blocks.len() - behind;
        let count = new.len();
        let fresh = read_blocks(document, new, setting, cancelled)?;
        self.list.replace(replaced, fresh, document.reference_blocks());
        self.blocks = blocks.clone();
        Some(count)
    }
}

/// Reads the blocks of a range. `None` when cancelled.
fn read_blocks(
    document: &Document,
    range: Range<usize>,
    setting: &Setting,
    cancelled: &dyn Fn() -> bool,
) -> Option<Vec<AnalysedBlock>> {
    /// How many blocks a thread reads at once.
    const STEP: usize = 64;
    let read = |block: PlacedBlock<'_, Block>| {
        let text = slice(document, block.span());
        let analysis = BlockAnalysis::read(&text, block.content, document.format(), setting.kind);
        AnalysedBlock {
            revision: block.revision,
            analysis: Arc::new(analysis),
            len: text.len(),
            place: SectionInForce::default(),
            in_references: false,
            hits: None,
        }
    };
    if range.len() < PARALLEL_BLOCKS {
        let blocks = document.blocks().range(range);
        return blocks.map(|block| (!cancelled()).then(|| read(block))).collect();
    }
    let pieces = parallel::map(range.len().div_ceil(STEP), cancelled, |piece| {
        let start = range.start + piece * STEP;
        document.blocks().range(start..range.end.min(start + STEP)).map(read).collect::<Vec<_>>()
    });
    Some(pieces.ok()?.into_iter().flatten().collect())
}

/// Runs the rules about single blocks on a block.
fn check_block(block: &BlockContext<'_>, checks: &[(&'static Rule, &'static Check)]) -> Vec<RuleHit> {
    let mut out = Vec::new();
    if !block.is_prose() {
        return out;
    }
    for &(rule, check) in checks {
        let hits = match check.subject {
            Subject::Block { needs, run } if block.flags().any(needs) => run(block),
            Subject::BlockOfFile { needs, run } if block.flags().any(needs) => run(block),
            _ => continue,
        };
        out.extend(hits.into_iter().map(|remark| RuleHit { rule, remark: remark.of_kind(check.kind) }));
    }
    out
}

fn slice(document: &Document, span: Span) -> Cow<'_, str> {
    let text = document.text();
    let end = span.range().end.min(text.len_bytes());
    text.get_byte_slice(span.range().start.min(end)..end)
        .map(|slice| slice.as_str().map_or_else(|| Cow::Owned(slice.to_string()), Cow::Borrowed))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use referee_syntax::DraftKind;
    use referee_text::{Rope, TextEdit};

    fn shown(said: Vec<RuleHit>) -> Vec<(&'static str, Span, String)> {
        let mut out: Vec<_> =
            said.into_iter().map(|said| (said.rule.id, said.remark.place, said.remark.message)).collect();
        out.sort_by(|a, b| (a.1, a.0, &a.2).cmp(&(b.1, b.0, &b.2)));
        out
    }

    #[test]
    fn a_block_that_has_not_changed_is_not_read_again() {
        let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
        let text = "Insulin 10U daily.\n\nWarfarin 5.0 mg daily.\n";
        let mut rope = Rope::from_str(text);
        let mut document = Document::read(Format::Markdown, rope.clone(), Arc::default());
        let mut memory = RuleCache::default();
        assert_eq!(memory.review(&document, &setting, &|| false).map(|said| said.len()), Some(2));
        let kept = memory.list.blocks().last().map(|block| Arc::clone(&block.analysis));
        let edit = TextEdit::new(Span::at(0), "Now: ").apply(&mut rope);
        document.edit(rope.clone(), &edit);
        let said = shown(memory.review(&document, &setting, &|| false).unwrap_or_default());
        assert!(kept.is_some_and(|kept| {
            memory.list.blocks().last().is_some_and(|block| Arc::ptr_eq(&block.analysis, &kept))
        }));
        let text = rope.to_string();
        let places: Vec<&str> = said.iter().filter_map(|said| text.get(said.1.range())).collect();
        assert_eq!(places, ["10U", "5.0"]);
    }

    const NOTE: &[&str] = &[
        "Plan:\n",
        "Start amoxicillin 5.0 mg qd. ",
        "Allergies: penicillin (rash).\n\n",
        "Allergic to amoxicillin.\n\n",
        "\n\n",
        "# Plan\n\n",
        "## Staging\n\n",
        "## References\n\n",
        "Lung mass, biopsy pending.\n\n",
        "cT5 N1 M0 ",
        "cT2 N1 M1.\n\n",
        "Stage II.\n\n",
        "Lymphoma.\n\n",
        "- Insulin 10U daily\n",
        "Start chemotherapy.\n\n",
        "`code` ",
        "65-year-old man.\n\n",
        "A 66-year-old woman.\n\n",
        "Hysterectomy.\n\n",
        "p = .04 ",
        "Methotrexate 5 mg daily.\n\n",
        "Admitted on 12/03/2024.\n\n",
        "Discharged on 02/03/2024.\n\n",
        "ECOG 1.\n\n",
        "El paciente no tiene fiebre ni dolor.\n\n",
    ];

    const MANUSCRIPT: &[&str] = &[
        "# On something\n\n",
        "## Abstract\n\n",
        "### Findings\n\n",
        "## Methods\n\n",
        "## Resultados\n\n",
        "## Results and discussion\n\n",
        "## Discussion\n\n",
        "## References\n\n",
        "## Funding\n\n",
        "Of 140 patients, 61 (43.6%) relapsed after 12.34 months. ",
        "This cohort study followed 140 people for 5.25 years.\n\n",
        "Coffee prevents stroke.\n\n",
        "Patients were randomly assigned.\n\n",
        "Records screened (n = 100).\n\n",
        "Records excluded (n = 20).\n\n",
        "Reports sought (n = 90).\n\n",
        "The measurements were repeated on another day and gave the same order of the groups as before, 1, 2, 3, 4, 5, \
         6, 7, 8, 9 and 10 times. The measurements were repeated on another day and gave the same order. The measurements \
         were repeated on another day and gave the same order of the groups as before. The measurements were repeated.\n\n",
        "1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
        "As said before [@roe2019].\n\n",
        "\n\n",
    ];

    /// Reviews a draft after each edit and compares the last review with that of a fresh cache.
    fn edited_and_fresh(
        setting: &Setting,
        pieces: &[&str],
        edits: &[(f64, usize, String)],
    ) -> [Vec<(&'static str, Span, String)>; 2] {
        let mut rope = Rope::from_str(&pieces.concat());
        let mut document = Document::read(Format::Markdown, rope.clone(), Arc::default());
        let mut cache = RuleCache::default();
        cache.review(&document, setting, &|| false);
        for (at, removed, inserted) in edits {
            let len = rope.len_bytes();
            let start = rope.char_to_byte(rope.byte_to_char((at * len as f64) as usize));
            let end = rope.char_to_byte(rope.byte_to_char((start + removed).min(len)));
            let edit = TextEdit::new(Span::new(start, end), inserted.clone()).apply(&mut rope);
            document.edit(rope.clone(), &edit);
            cache.review(&document, setting, &|| false);
        }
        let edited = shown(cache.review(&document, setting, &|| false).unwrap_or_default());
        let fresh = Document::read(Format::Markdown, rope, Arc::default());
        let fresh = shown(RuleCache::default().review(&fresh, setting, &|| false).unwrap_or_default());
        [edited, fresh]
    }

    #[test]
    fn each_review_of_a_changed_block_has_another_revision() {
        let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
        let mut rope = Rope::from_str("Insulin 10U daily.\n\nWarfarin 5.0 mg daily.\n");
        let mut document = Document::read(Format::Markdown, rope.clone(), Arc::default());
        let mut cache = RuleCache::default();
        let revisions = |cache: &mut RuleCache, document: &Document| -> Vec<u64> {
            let hits = cache.check(document, &setting, &|| false);
            hits.map(|hits| hits.blocks().map(|block| block.revision).collect()).unwrap_or_default()
        };
        let before = revisions(&mut cache, &document);
        let edit = TextEdit::new(Span::at(0), "Now: ").apply(&mut rope);
        document.edit(rope.clone(), &edit);
        let after = revisions(&mut cache, &document);
        assert_eq!((before.len(), after.len()), (2, 2));
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn after_any_edits_a_review_of_a_note_says_what_a_fresh_one_says(
            pieces in prop::collection::vec(prop::sample::select(NOTE), 1..40),
            edits in prop::collection::vec((0.0..1.0_f64, 0_usize..40, "(## Plan\n\n|## References\n\n|[a.\n#0-9 ]{0,6})"), 0..6),
            profile in prop::sample::select(vec![None, Some(crate::Profile::TumourBoard), Some(crate::Profile::Soap)]),
        ) {
            let setting = Setting { kind: DraftKind::ClinicalNote, profile, ..Setting::default() };
            let [edited, fresh] = edited_and_fresh(&setting, &pieces, &edits);
            prop_assert_eq!(edited, fresh);
        }

        #[test]
        fn after_any_edits_a_review_of_a_manuscript_says_what_a_fresh_one_says(
            pieces in prop::collection::vec(prop::sample::select(MANUSCRIPT), 1..40),
            edits in prop::collection::vec((0.0..1.0_f64, 0_usize..40, "(## Methods\n\n|## References\n\n|[a.\n#0-9 ]{0,6})"), 0..6),
            profile in prop::sample::select(vec![None, Some(crate::Profile::Imrad)]),
        ) {
            let setting = Setting { kind: DraftKind::Manuscript, profile, ..Setting::default() };
            let [edited, fresh] = edited_and_fresh(&setting, &pieces, &edits);
            prop_assert_eq!(edited, fresh);
        }
    }
}
