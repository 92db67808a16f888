//! Finds drugs that a sentence of a note replaces by others. The old drug in the admission list and
//! the new one in the discharge list are not duplicates, however far apart the three places are.

use crate::analysis::meaning::Meaning;
use crate::pattern::{Pattern, context};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use std::sync::{Arc, LazyLock};

/// The drugs that each sentence about a switch mentions.
#[derive(Default)]
pub(super) struct Switches(Vec<Vec<usize>>);

impl Switches {
    /// Returns the switches of a draft, computed once.
    pub(super) fn of(draft: &Draft<'_>) -> Arc<Switches> {
        draft.fact(|draft| {
            let groups = draft.scan::<SwitchScan>(());
            Switches(groups.iter().flat_map(|group| group.summary.iter().cloned()).collect())
        })
    }

    /// Whether a sentence replaces one drug of a class by the other, or mentions one of them and no
    /// other drug of the class: "se sustituye por pantoprazol".
    pub(super) fn replace(
        &self,
        one: &[usize],
        other: &[usize],
        is_of_class: impl Fn(usize) -> bool,
    ) -> bool {
        self.0.iter().any(|named| {
            let has = |drugs: &[usize]| named.iter().any(|drug| drugs.contains(drug));
            let others = named
                .iter()
                .filter(|drug| is_of_class(**drug) && !one.contains(drug) && !other.contains(drug))
                .count();
            has(one) && has(other) || (has(one) || has(other)) && others == 0
        })
    }
}

struct SwitchScan;

impl Scan for SwitchScan {
    type State = ();
    type Summary = Vec<Vec<usize>>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Self::Summary, block: &BlockContext<'_>) {
        static SWITCH: LazyLock<Pattern> = LazyLock::new(|| context("duplicate/switch"));
        static NO_SWITCH: LazyLock<Pattern> = LazyLock::new(|| context("duplicate/no-switch"));
        for sentence in block.sentences() {
            let text = block.slice(sentence.span);
            let Some(word) = SWITCH.find(text) else { continue };
            // "Consider switching to pantoprazole": until then both are taken.
            if NO_SWITCH.is_match(text.get(..word.start()).unwrap_or_default()) {
                continue;
            }
            let named = block.phrases_in(sentence.span).filter_map(|found| match found.meaning {
                Meaning::Drug(drug) => Some(drug),
                _ => None,
            });
            let named: Vec<usize> = named.collect();
            if !named.is_empty() {
                summary.push(named);
            }
        }
    }
}
