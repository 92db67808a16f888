//! Runs the rules over a draft and remembers what they said.
//!
//! A block that has not changed, in the same section and under the same setting, is not read or checked again;
//! rules about the whole draft are asked after every change and rest on what the parts remember.

use crate::analysis::sections::Place;
use crate::draft::{BlockContext, Facts, Placed};
use crate::rules::RULES;
use crate::{BlockAnalysis, Check, Draft, Setting, Subject};
use referee_findings::{Rule, RuleHit};
use referee_syntax::{Block, Document, Format};
use referee_text::Span;
use std::borrow::Cow;
use std::sync::Arc;

/// What was read and said of one draft, kept between reviews.
#[derive(Default)]
pub struct RuleCache {
    setting: Option<(Setting, Format)>,
    placed: Vec<Placed>,
    held: Vec<Held>,
    facts: Facts,
}

/// What was said of one block. Beside [`Placed`], one for one.
struct Held {
    /// Held, so that its address stays its own.
    block: Arc<Block>,
    /// The place and the list of references when the rules were last asked; `None` where they have not been.
    asked: Option<(Place, bool)>,
    hits: Vec<RuleHit>,
}

impl RuleCache {
    /// Reviews a draft with all rules that apply to it. `None` when cancelled; what was done by then is kept.
    pub fn review(
        &mut self,
        document: &Document,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<RuleHit>> {
        self.take_up(document, setting, cancelled)?;
        let checks: Vec<(&'static Rule, &'static Check)> = RULES
            .iter()
            .flat_map(|rule| rule.checks.iter().map(|check| (&rule.rule, check)))
            .filter(|(_, check)| check.applies.to(setting.kind))
            .collect();
        for (placed, held) in self.placed.iter().zip(&mut self.held) {
            let here = (placed.place, placed.in_references);
            if held.asked == Some(here) {
                continue;
            }
            if cancelled() {
                return None;
            }
            held.hits = ask(placed, setting, &checks);
            held.asked = Some(here);
        }
        let mut out = Vec::new();
        for (placed, held) in self.placed.iter().zip(&self.held) {
            for hit in &held.hits {
                let remark = hit.remark.clone().shifted(placed.start as usize);
                out.push(RuleHit { rule: hit.rule, remark });
            }
        }
        let draft = Draft::new(&self.placed, &self.facts, document.format(), setting);
        for (rule, check) in checks {
            let Subject::Document(run) = check.subject else { continue };
            if cancelled() {
                return None;
            }
            out.extend(run(&draft).into_iter().map(|remark| RuleHit { rule, remark }));
        }
        Some(out)
    }

    /// Reads a draft without asking the rules, for fixes.
    pub fn read<'a>(&'a mut self, document: &Document, setting: &'a Setting) -> Draft<'a> {
        self.take_up(document, setting, &|| false);
        Draft::new(&self.placed, &self.facts, document.format(), setting)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = RuleCache::default();
    }

    /// Reads the blocks that are new, and works out the sections anew.
    fn take_up(
        &mut self,
        document: &Document,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<()> {
        let key = (*setting, document.format());
        if self.setting != Some(key) {
            self.clear();
            self.setting = Some(key);
        }
        self.facts.clear();
        let blocks = document.blocks();
        let same = |(block, held): (referee_text::blocks::PlacedBlock<'_, Block>, &Held)| {
            Arc::ptr_eq(block.content, &held.block)
        };
        let before = blocks.iter().zip(&self.held).take_while(|pair| same((pair.0, pair.1))).count();
        let most = blocks.len().min(self.held.len()) - before;
        let behind = blocks
            .iter()
            .rev()
            .zip(self.held.iter().rev())
            .take(most)
            .take_while(|pair| same((pair.0, pair.1)))
            .count();
        let mut fresh = Vec::with_capacity(blocks.len() - before - behind);
        for block in blocks.range(before..blocks.len() - behind) {
            if cancelled() {
                return None;
            }
            let text = slice(document, block.span());
            let part = Arc::new(BlockAnalysis::read(&text, block.content, document.format(), setting.kind));
            let placed = Placed { part, start: block.start, place: Place::default(), in_references: false };
            fresh.push((placed, Held { block: Arc::clone(block.content), asked: None, hits: Vec::new() }));
        }
        let old_end = self.held.len() - behind;
        let fresh_end = before + fresh.len();
        let (placed, held): (Vec<Placed>, Vec<Held>) = fresh.into_iter().unzip();
        self.placed.splice(before..old_end, placed);
        self.held.splice(before..old_end, held);
        let list = document.reference_blocks();
        let last = before.checked_sub(1).and_then(|index| self.placed.get(index));
        let mut place = last.map_or_else(Place::default, |last| last.part.place_behind(last.place));
        // Behind the first block that stands in the section that it stood in, the others do as well.
        let mut settled = false;
        for (index, (placed, block)) in self.placed.iter_mut().zip(blocks.iter()).enumerate() {
            placed.start = block.start;
            placed.in_references = list.contains(&index);
            if index < before || settled {
                continue;
            }
            settled = index >= fresh_end && placed.place == place;
            if !settled {
                placed.place = place;
                place = placed.part.place_behind(place);
            }
        }
        Some(())
    }
}

fn ask(placed: &Placed, setting: &Setting, checks: &[(&'static Rule, &'static Check)]) -> Vec<RuleHit> {
    let part = &placed.part;
    let mut out = Vec::new();
    if !part.is_prose() {
        return out;
    }
    let passage = BlockContext {
        part,
        start: placed.start as usize,
        place: placed.place,
        in_references: placed.in_references,
        setting,
    };
    for &(rule, check) in checks {
        if let Subject::Block { needs, run } = check.subject
            && part.marks().any(needs)
        {
            out.extend(run(&passage).into_iter().map(|remark| RuleHit { rule, remark }));
        }
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
    use referee_syntax::Kind;
    use referee_text::{Rope, TextEdit};

    fn shown(said: Vec<RuleHit>) -> Vec<(&'static str, Span, String)> {
        let mut out: Vec<_> =
            said.into_iter().map(|said| (said.rule.id, said.remark.place, said.remark.message)).collect();
        out.sort_by(|a, b| (a.1, a.0, &a.2).cmp(&(b.1, b.0, &b.2)));
        out
    }

    #[test]
    fn a_block_that_has_not_changed_is_not_read_again() {
        let setting = Setting { kind: Kind::ClinicalNote, ..Setting::default() };
        let text = "Insulin 10U daily.\n\nWarfarin 5.0 mg daily.\n";
        let mut rope = Rope::from_str(text);
        let mut document = Document::read(Format::Markdown, rope.clone(), Arc::default());
        let mut memory = RuleCache::default();
        assert_eq!(memory.review(&document, &setting, &|| false).map(|said| said.len()), Some(2));
        let kept = memory.placed.last().map(|placed| Arc::clone(&placed.part));
        let edit = TextEdit::new(Span::at(0), "Now: ").apply(&mut rope);
        document.edit(rope.clone(), &edit);
        let said = shown(memory.review(&document, &setting, &|| false).unwrap_or_default());
        assert!(
            kept.is_some_and(|kept| memory
                .placed
                .last()
                .is_some_and(|placed| Arc::ptr_eq(&placed.part, &kept)))
        );
        let text = rope.to_string();
        let places: Vec<&str> = said.iter().filter_map(|said| text.get(said.1.range())).collect();
        assert_eq!(places, ["10U", "5.0"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn after_any_edits_a_review_says_what_a_fresh_one_says(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "Plan:\n", "Start amoxicillin 5.0 mg qd. ", "Allergies: penicillin (rash).\n\n", "\n\n", "# Plan\n\n",
                "Lung mass, biopsy pending. ", "cT5 N1 M0 ", "- Insulin 10U daily\n", "Start chemotherapy. ", "`code` ",
                "65-year-old man. ", "Hysterectomy. ", "p = .04 ",
            ]), 1..8),
            edits in prop::collection::vec((0.0..1.0_f64, 0_usize..12, "[a.\n#0-9 ]{0,6}"), 0..4),
        ) {
            let setting = Setting { kind: Kind::ClinicalNote, ..Setting::default() };
            let mut rope = Rope::from_str(&pieces.concat());
            let mut document = Document::read(Format::Markdown, rope.clone(), Arc::default());
            let mut memory = RuleCache::default();
            memory.review(&document, &setting, &|| false);
            for (at, removed, inserted) in edits {
                let len = rope.len_bytes();
                let start = rope.char_to_byte(rope.byte_to_char((at * len as f64) as usize));
                let end = rope.char_to_byte(rope.byte_to_char((start + removed).min(len)));
                let edit = TextEdit::new(Span::new(start, end), inserted).apply(&mut rope);
                document.edit(rope.clone(), &edit);
                memory.review(&document, &setting, &|| false);
            }
            let edited = shown(memory.review(&document, &setting, &|| false).unwrap_or_default());
            let fresh = Document::read(Format::Markdown, rope, Arc::default());
            let fresh = shown(RuleCache::default().review(&fresh, &setting, &|| false).unwrap_or_default());
            prop_assert_eq!(edited, fresh);
        }
    }
}
