//! Names of substances, molecules, processes and conditions. They come from a dictionary, because
//! guessing from capitalised words finds organs and verbs.
//!
//! The lists in `server/research/vocabulary` were written for this project. Names that they lack
//! are looked up in the tables of `server/knowledge` ([`dictionary`]). A user adds names in
//! `.referee/vocabulary.txt`, one line each: `drug: name | other name`.

mod dictionary;
mod entity;
mod words;

pub use entity::{Entity, EntityKind};
pub(crate) use words::words;

use dictionary::Dictionary;
use referee_text::stem;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The id of an entity in its vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityId(u32);

/// An occurrence of a name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The entity that has the name.
    pub entity: EntityId,
    /// The byte range in the text.
    pub range: Range<usize>,
}

/// An entity to add to a vocabulary if it is not known yet.
pub(crate) struct ExtraEntity {
    pub(crate) kind: EntityKind,
    /// The names, the display name first.
    pub(crate) names: Vec<String>,
    /// Other spellings under which it may already be known.
    pub(crate) also: Vec<String>,
}

/// A vocabulary: names and the entities to which they refer.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    entities: Vec<Entity>,
    /// Names by their first word: all words of the name and its entity; longer names first.
    by_first: HashMap<String, Vec<(Vec<String>, EntityId)>>,
    /// Related words: the stems of words that belong to one subject.
    kin: HashMap<String, Vec<String>>,
    /// For each entity, the entities that are kinds of it, if the name does not show this.
    kinds: HashMap<EntityId, Vec<EntityId>>,
    /// The free lists of names, if they are used.
    dictionary: Option<&'static Dictionary>,
}

/// The bit that marks the ids of entities that are rows of the free lists.
const OF_DICTIONARY: u32 = 1 << 31;

/// The maximum number of lines that are read from a user's vocabulary.
const MAX_USER_LINES: usize = 50_000;

impl Vocabulary {
    /// Returns the vocabulary that the project ships.
    #[must_use]
    pub fn shipped() -> Arc<Vocabulary> {
        static SHIPPED: OnceLock<Arc<Vocabulary>> = OnceLock::new();
        Arc::clone(SHIPPED.get_or_init(|| {
            let mut out = Vocabulary::default();
            for (kind, text) in [
                (EntityKind::Drug, include_str!("../vocabulary/drugs.txt")),
                (EntityKind::Target, include_str!("../vocabulary/targets.txt")),
                (EntityKind::Process, include_str!("../vocabulary/processes.txt")),
                (EntityKind::Condition, include_str!("../vocabulary/conditions.txt")),
            ] {
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    out.add(kind, line);
                }
            }
            out.dictionary = Some(Dictionary::shipped());
            for line in include_str!("../vocabulary/kin.txt").lines().filter(|line| !line.starts_with('#')) {
                let roots: Vec<String> = line.split(' ').map(stem::root).collect();
                for root in &roots {
                    let others = roots.iter().filter(|other| *other != root).cloned();
                    out.kin.entry(root.clone()).or_default().extend(others);
                }
            }
            for line in include_str!("../vocabulary/kinds.txt").lines().filter(|line| !line.starts_with('#'))
            {
                let mut ids = line.split('|').filter_map(|name| out.exactly(name.trim()));
                if let Some(general) = ids.next() {
                    let kinds: Vec<EntityId> = ids.collect();
                    out.kinds.entry(general).or_default().extend(kinds);
                }
            }
            out.sort();
            Arc::new(out)
        }))
    }

    /// Returns whether a substance is an exposure that is never given as a treatment: smoking, red
    /// meat, air pollution.
    #[must_use]
    pub fn is_exposure(&self, name: &str) -> bool {
        let mut exposures = include_str!("../vocabulary/exposures.txt").lines();
        let known = self.find(name).and_then(|id| self.get(id)).map_or(name, |entity| entity.name.as_str());
        exposures.any(|exposure| exposure == known)
    }

    /// Returns the display names of up to `most` entities in a text, each once, in text order.
    #[must_use]
    pub fn names_in(&self, text: &str, most: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for entity in self.mentions(text).iter().filter_map(|mention| self.get(mention.entity)) {
            if names.len() == most {
                break;
            }
            if !names.contains(&entity.name) {
                names.push(entity.name.clone());
            }
        }
        names
    }

    /// Returns the shipped names and those of a user's file, with one message for each faulty line.
    #[must_use]
    pub fn with(text: &str) -> (Arc<Vocabulary>, Vec<String>) {
        let mut out = (*Vocabulary::shipped()).clone();
        let mut complaints = Vec::new();
        for (number, line) in text.lines().take(MAX_USER_LINES).enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(':').and_then(|(kind, names)| Some((EntityKind::parse(kind)?, names))) {
                Some((kind, names)) if !names.trim().is_empty() => out.add(kind, names),
                _ => complaints.push(format!(
                    "line {}: `{line}` is not read; a line is `drug: name | other name`, or target, process or condition",
                    number + 1
                )),
            }
        }
        out.sort();
        (Arc::new(out), complaints)
    }

    fn add(&mut self, kind: EntityKind, line: &str) {
        let names =
            line.split('|').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        self.add_names(kind, names);
    }

    /// Adds entities, whose first name is the display name. An entity that is already known under
    /// one of its names or of the spellings in `also` keeps its entry and gains the other names; if
    /// the known entity is of another kind, no name is added.
    #[must_use]
    pub(crate) fn extended(&self, more: Vec<ExtraEntity>) -> Cow<'_, Vocabulary> {
        if more.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut out = self.clone();
        for ExtraEntity { kind, names, also } in more {
            let known = names.iter().chain(&also).find_map(|name| out.exactly(name));
            match known {
                None => out.add_names(kind, names),
                Some(id) if out.get(id).is_some_and(|entity| entity.kind == kind) => {
                    for name in names {
                        if out.exactly(&name).is_none() {
                            out.add_name(id, &name);
                            if let Some(entity) = out.entities.get_mut(id.0 as usize) {
                                entity.names.push(name);
                            }
                        }
                    }
                }
                Some(_) => {}
            }
        }
        out.sort();
        Cow::Owned(out)
    }

    /// Returns the entity with exactly this name; usable while names are being added.
    fn exactly(&self, name: &str) -> Option<EntityId> {
        self.exactly_own(name).or_else(|| {
            let all = words(name);
            let found = self.dictionary?.longest(name, &all)?;
            (found.words == all.len()).then(|| self.resolved(found.row))
        })
    }

    /// Returns the entity with exactly this name in the project's and the user's lists.
    fn exactly_own(&self, name: &str) -> Option<EntityId> {
        let words: Vec<String> = words(name).into_iter().map(|(word, _)| word).collect();
        let names = self.by_first.get(words.first()?)?;
        names.iter().find(|(known, _)| *known == words).map(|(_, entity)| *entity)
    }

    /// Returns the entity for a row of the free lists: the project's own entity of the same name,
    /// if there is one.
    fn resolved(&self, row: u32) -> EntityId {
        let name = self.dictionary.map_or("", |dictionary| dictionary.name(row));
        self.exactly_own(name).unwrap_or(EntityId(row | OF_DICTIONARY))
    }

    fn add_name(&mut self, id: EntityId, name: &str) {
        let words: Vec<String> = words(name).into_iter().map(|(word, _)| word).collect();
        if let Some(first) = words.first() {
            self.by_first.entry(first.clone()).or_default().push((words, id));
        }
    }

    fn add_names(&mut self, kind: EntityKind, names: Vec<String>) {
        let Some(name) = names.first().cloned() else { return };
        let Ok(number) = u32::try_from(self.entities.len()) else { return };
        for name in &names {
            self.add_name(EntityId(number), name);
        }
        self.entities.push(Entity { name, kind, names });
    }

    fn sort(&mut self) {
        for names in self.by_first.values_mut() {
            names.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.1.cmp(&b.1)));
        }
    }

    /// Returns the entity with this id.
    #[must_use]
    pub fn get(&self, id: EntityId) -> Option<&Entity> {
        if id.0 & OF_DICTIONARY != 0 {
            return self.dictionary?.entity(id.0 & !OF_DICTIONARY);
        }
        self.entities.get(id.0 as usize)
    }

    /// Returns all entities except those of the free lists, in insertion order.
    pub fn entities(&self) -> impl Iterator<Item = &Entity> {
        self.entities.iter()
    }

    /// Returns the entity with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<EntityId> {
        let mentions = self.mentions(name);
        mentions.into_iter().find(|mention| mention.range == (0..name.len())).map(|mention| mention.entity)
    }

    /// Returns the mentions in a text, in order: the longest at each place, without overlaps.
    #[must_use]
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        self.mentions_by(text, self.dictionary)
    }

    /// Like [`Self::mentions`], but without the free lists.
    pub(crate) fn mentions_listed_here(&self, text: &str) -> Vec<Mention> {
        self.mentions_by(text, None)
    }

    fn mentions_by(&self, text: &str, dictionary: Option<&'static Dictionary>) -> Vec<Mention> {
        let all = words(text);
        let mut out = Vec::new();
        let mut at = 0;
        while let Some((first, range)) = all.get(at) {
            let here = self.by_first.get(first).and_then(|names| {
                names.iter().find(|(name, _)| {
                    name.iter()
                        .enumerate()
                        .all(|(index, word)| all.get(at + index).is_some_and(|(other, _)| other == word))
                })
            });
            let own = here.map(|(name, entity)| (name.len(), *entity));
            let longer = dictionary.and_then(|dictionary| {
                let found = dictionary.longest(text, all.get(at..).unwrap_or_default())?;
                (found.words > own.map_or(0, |(words, _)| words))
                    .then(|| (found.words, self.resolved(found.row)))
            });
            match longer.or(own) {
                Some((words, entity)) => {
                    let end = all.get(at + words - 1).map_or(range.end, |(_, last)| last.end);
                    out.push(Mention { entity, range: range.start..end });
                    at += words;
                }
                None => at += 1,
            }
        }
        out
    }

    /// Returns whether one entity is a kind of another: `simvastatin` of `statin`, `breast cancer`
    /// of `cancer`. A name that ends with the general name is a kind of it, with the exceptions in
    /// `OTHERS`.
    pub(crate) fn is_kind_of(&self, one: EntityId, general: EntityId) -> bool {
        /// Names that end with the name of a different entity.
        const OTHERS: &[&str] =
            &["pulmonary hypertension", "portal hypertension", "intracranial hypertension"];
        if self.kinds.get(&general).is_some_and(|kinds| kinds.contains(&one)) {
            return true;
        }
        let (Some(one), Some(general)) = (self.get(one), self.get(general)) else { return false };
        one.kind == general.kind
            && matches!(one.kind, EntityKind::Condition | EntityKind::Process)
            && !OTHERS.contains(&one.name.as_str())
            && one.name.strip_suffix(general.name.as_str()).is_some_and(|before| before.ends_with(' '))
    }

    /// Returns the classes of an entity: those of the list, and those whose name is the end of its
    /// name.
    pub(crate) fn classes_of(&self, id: EntityId) -> Vec<EntityId> {
        let listed = self.kinds.iter().filter(|(_, kinds)| kinds.contains(&id)).map(|(general, _)| *general);
        let mut out: Vec<EntityId> = listed.collect();
        let mut name = self.get(id).map_or("", |entity| entity.name.as_str());
        while let Some((_, rest)) = name.split_once(' ') {
            out.extend(self.find(rest).filter(|general| self.is_kind_of(id, *general)));
            name = rest;
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the stems of words that belong to the same subject as the word with this stem.
    #[must_use]
    pub fn kin(&self, root: &str) -> &[String] {
        self.kin.get(root).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, &str)> {
        let all = Vocabulary::shipped();
        all.mentions(text)
            .into_iter()
            .filter_map(|mention| Some((all.get(mention.entity)?.name.clone(), text.get(mention.range)?)))
            .collect()
    }

    #[test]
    fn names_are_found_in_any_spelling_and_the_longest_counts() {
        assert_eq!(
            found("Metformin activated AMP-activated protein kinase in Alzheimer’s disease."),
            [
                ("metformin".to_owned(), "Metformin"),
                ("AMPK".to_owned(), "AMP-activated protein kinase"),
                ("Alzheimer disease".to_owned(), "Alzheimer’s disease"),
            ]
        );
        assert_eq!(found("TNFα and IL-1β rose")[0].0, "TNF-alpha");
        assert!(found("Oral doses to the kidney").is_empty());
    }

    #[test]
    fn what_nobody_is_given_is_told_from_a_treatment_by_any_of_its_names() {
        let all = Vocabulary::shipped();
        assert!(all.is_exposure("smoking") && all.is_exposure("tobacco smoking"));
        assert!(!all.is_exposure("metformin") && !all.is_exposure("quokka"));
        for line in include_str!("../vocabulary/exposures.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let kind =
                all.find(line).and_then(|id| all.get(id)).map(|entity| (entity.name.as_str(), entity.kind));
            assert_eq!(kind, Some((line, EntityKind::Drug)));
        }
    }

    #[test]
    fn a_user_adds_names_and_learns_what_was_not_read() {
        let (all, complaints) = Vocabulary::with("drug: examplomab | ABC-123\nnonsense\n# a comment\n");
        assert_eq!(complaints.len(), 1);
        assert_eq!(all.mentions("ABC-123 was given").len(), 1);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn mentions_lie_in_the_text(text in "\\PC*") {
            for mention in Vocabulary::shipped().mentions(&text) {
                proptest::prop_assert!(text.get(mention.range).is_some());
            }
        }
    }
}
