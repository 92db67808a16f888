//! What the checks of one review work out once.

use super::RuleContext;
use crate::{Reference, guideline};
use referee_bibliography::ProblemKind;
use referee_records::Record;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What the checks of one review work out once for all citations. The engine makes one for each review and
/// never looks inside.
#[derive(Debug, Default)]
pub struct Memo {
    lists: OnceLock<Lists>,
    readable: OnceLock<bool>,
    guidelines: Mutex<HashMap<String, Option<Arc<Record>>>>,
}

/// The lists of references in the drafts.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The keys of `\bibitem`s in all drafts that belong together.
    pub(super) keys: HashSet<String>,
    /// The numbers of the items: of the draft under review where it has a list, else of the others.
    pub(super) numbers: HashSet<u32>,
    /// The highest of `numbers`; 0 where there is none.
    pub(super) last: u32,
    /// Where the block of each numbered item begins in the draft under review.
    places: HashMap<u32, usize>,
}

impl Memo {
    /// The part of a guideline that a source named in words means.
    pub(crate) fn guideline(&self, context: &RuleContext<'_>, named: &str) -> Option<Arc<Record>> {
        let known =
            |memo: &Self| memo.guidelines.lock().unwrap_or_else(PoisonError::into_inner).get(named).cloned();
        known(self).unwrap_or_else(|| {
            let part = guideline::find(named, context.sources).map(Arc::new);
            let mut all = self.guidelines.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(named.to_owned(), part.clone());
            part
        })
    }

    /// The lists of references around the file under review.
    pub(super) fn lists(&self, context: &RuleContext<'_>) -> &Lists {
        self.lists.get_or_init(|| {
            let mut lists = Lists::default();
            let mut elsewhere = HashSet::new();
            for draft in context.drafts {
                add(&draft.document, &mut lists.keys, &mut elsewhere);
            }
            if let Some(draft) = context.draft {
                for listed in draft.list_items() {
                    lists.keys.extend(listed.item.key.iter().map(|key| key.name.clone()));
                    if let Some(number) = listed.item.number {
                        lists.numbers.insert(number);
                        lists.places.entry(number).or_insert(listed.start);
                    }
                }
            }
            if lists.numbers.is_empty() {
                lists.numbers = elsewhere;
            }
            lists.last = lists.numbers.iter().copied().max().unwrap_or(0);
            lists
        })
    }

    /// The item with this number in the list of references of the draft under review.
    pub(crate) fn numbered(&self, context: &RuleContext<'_>, number: u32) -> Option<Reference> {
        let draft = context.draft?;
        let start = *self.lists(context).places.get(&number)?;
        let items = draft.items_in(draft.blocks().index_at(start)?);
        let found = items.iter().find(|listed| listed.item.number == Some(number))?;
        Some(Reference::from_list_item(context.file, &found.item, found.start))
    }

    /// The keys of `\bibitem`s in all drafts that belong together.
    pub(crate) fn list_keys(&self, context: &RuleContext<'_>) -> impl Iterator<Item = &str> {
        self.lists(context).keys.iter().map(String::as_str)
    }

    /// Whether every bibliography could be read as what it should be: where one could not, a key may stand in
    /// it all the same.
    pub(super) fn readable(&self, context: &RuleContext<'_>) -> bool {
        *self.readable.get_or_init(|| {
            let whole = |problem: &referee_bibliography::Problem| problem.kind == ProblemKind::NotReadable;
            !context.bibliographies.iter().any(|file| file.bibliography.problems().iter().any(whole))
        })
    }
}

fn add(draft: &referee_syntax::Document, keys: &mut HashSet<String>, numbers: &mut HashSet<u32>) {
    for listed in draft.list_items() {
        keys.extend(listed.item.key.iter().map(|key| key.name.clone()));
        numbers.extend(listed.item.number);
    }
}
