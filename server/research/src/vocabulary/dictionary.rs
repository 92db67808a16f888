//! Looks up names in the free lists: some 45,000 drugs, molecules, processes and conditions that
//! this project did not list itself.
//!
//! The rows are folded when the tables are made (`scripts/names`), so reading them only records
//! where each name begins. A name in a text is looked up by its first two words.

use super::entity::{Entity, EntityKind};
use super::words::words;
use referee_knowledge::drugs::Drug;
use referee_knowledge::{Table, built_in_drugs};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

/// One row of the lists.
struct Row {
    kind: EntityKind,
    name: &'static str,
    keys: &'static str,
    /// The row as an entity, created when it is first needed.
    entity: OnceLock<Entity>,
}

/// One name of a row.
#[derive(Clone, Copy)]
struct Name {
    /// The hash of its first two words, or of its only word.
    first: u64,
    row: u32,
    key: &'static str,
}

/// A name of the lists that was found in a text.
pub(super) struct Found {
    /// The row that contains the name.
    pub(super) row: u32,
    /// The length of the name, in words.
    pub(super) words: usize,
}

/// The free lists of names.
pub(super) struct Dictionary {
    rows: Vec<Row>,
    /// All names, ordered by hash.
    names: Vec<Name>,
    /// For each hash, the range in `names`.
    places: FxHashMap<u64, (u32, u32)>,
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dictionary").field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

fn hash(first: &str, second: Option<&str>) -> u64 {
    let mut hasher = FxHasher::default();
    (first, second).hash(&mut hasher);
    hasher.finish()
}

/// Splits a key into its folded words and the symbol that a text must write exactly, if it has one.
fn parts(key: &'static str) -> (&'static str, Option<&'static str>) {
    match key.split_once('=') {
        Some((folded, symbol)) => (folded, Some(symbol)),
        None => (key, None),
    }
}

/// Whether a text contains a symbol. Case is ignored if the symbol contains a digit, which no word does, and is written
/// as one token: `Slc6a4`, `il6`, but not `per 1`.
fn is_written(text: &str, symbol: &str) -> bool {
    const MIN_LETTERS: usize = 4;
    let letters = |text: &str| text.bytes().filter(u8::is_ascii_alphanumeric).collect::<Vec<u8>>();
    let is_apart = text.contains(char::is_whitespace);
    let (text, symbol) = (letters(text), letters(symbol));
    let is_telling = !is_apart && symbol.len() >= MIN_LETTERS && symbol.iter().any(u8::is_ascii_digit);
    if is_telling { text.eq_ignore_ascii_case(&symbol) } else { text == symbol }
}

/// Returns the generic names of a drug of the knowledge crate as a row: the display name and the
/// keys. `None` for products of several substances, and for names that papers also use for
/// something else. Brands and abbreviations are left out, because many are words: luminal, foster.
fn generic_names(drug: &Drug) -> Option<(String, String)> {
    let is_auxiliary = drug.classes.iter().any(|class| class == "auxiliary");
    if is_auxiliary || drug.ingredients.len() > 1 {
        return None;
    }
    let key = |name: &String| words(name).into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ");
    let mut keys: Vec<String> = [&drug.english, &drug.id, &drug.spanish].into_iter().map(key).collect();
    let mut seen = HashSet::new();
    keys.retain(|key| !key.is_empty() && seen.insert(key.clone()));
    Some((drug.english.clone(), keys.join("|")))
}

impl Dictionary {
    /// Returns the lists that are built into the program; they are read once per process.
    pub(super) fn shipped() -> &'static Dictionary {
        static SHIPPED: OnceLock<Dictionary> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let kinds = [
                ("names/drugs.tsv", EntityKind::Drug),
                ("names/molecules.tsv", EntityKind::Target),
                ("names/processes.tsv", EntityKind::Process),
                ("names/conditions.tsv", EntityKind::Condition),
            ];
            static TABLES: OnceLock<Vec<(EntityKind, Table)>> = OnceLock::new();
            let tables = TABLES.get_or_init(|| {
                let table = |(path, kind)| Some((kind, referee_knowledge::built_in(path).ok()?));
                kinds.into_iter().filter_map(table).collect()
            });
            static DRUGS: OnceLock<Vec<(String, String)>> = OnceLock::new();
            let drugs =
                DRUGS.get_or_init(|| built_in_drugs().all().iter().filter_map(generic_names).collect());
            let drugs = drugs.iter().map(|(name, keys)| (EntityKind::Drug, name.as_str(), keys.as_str()));
            let listed = tables.iter().flat_map(|(kind, table)| {
                table.rows().iter().map(|row| (*kind, row.get("name"), row.get("keys")))
            });
            Dictionary::of(drugs.chain(listed))
        })
    }

    /// Builds the dictionary; of equal names, the first counts.
    fn of(all: impl Iterator<Item = (EntityKind, &'static str, &'static str)>) -> Dictionary {
        let mut rows = Vec::new();
        let mut names = Vec::new();
        for (kind, name, keys) in all {
            let Ok(row) = u32::try_from(rows.len()) else { break };
            for key in keys.split('|') {
                let mut words = parts(key).0.split(' ');
                let first = hash(words.next().unwrap_or_default(), words.next());
                names.push(Name { first, row, key });
            }
            rows.push(Row { kind, name, keys, entity: OnceLock::new() });
        }
        // The sort is stable, so that equal names stay in the order of the rows.
        names.sort_by_key(|name| name.first);
        let mut places: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
        places.reserve(names.len());
        for (at, name) in (0..).zip(&names) {
            places.entry(name.first).and_modify(|place| place.1 = at + 1).or_insert((at, at + 1));
        }
        Dictionary { rows, names, places }
    }

    /// Returns the display name of a row.
    pub(super) fn name(&self, row: u32) -> &'static str {
        self.rows.get(row as usize).map_or("", |row| row.name)
    }

    /// Returns a row as an entity of a vocabulary.
    pub(super) fn entity(&self, row: u32) -> Option<&Entity> {
        let row = self.rows.get(row as usize)?;
        Some(row.entity.get_or_init(|| {
            let shown = row.name.to_lowercase();
            let others = row.keys.split('|').map(|key| parts(key).1.unwrap_or(parts(key).0));
            let others = others.filter(|other| other.to_lowercase() != shown).map(str::to_owned);
            let names = std::iter::once(row.name.to_owned()).chain(others).collect();
            Entity { name: row.name.to_owned(), kind: row.kind, names }
        }))
    }

    /// Returns the longest name that is a prefix of the words; their ranges are byte ranges of
    /// `text`.
    pub(super) fn longest(&self, text: &str, words: &[(String, Range<usize>)]) -> Option<Found> {
        let (first, range) = words.first()?;
        let second = words.get(1).map(|(word, _)| word.as_str());
        let of_two = second.and_then(|second| self.places.get(&hash(first, Some(second))));
        let mut best: Option<Found> = None;
        for (from, to) in of_two.into_iter().chain(self.places.get(&hash(first, None))) {
            for name in self.names.get(*from as usize..*to as usize).unwrap_or_default() {
                let (folded, symbol) = parts(name.key);
                let length = folded.split(' ').count();
                let is_longer = best.as_ref().is_none_or(|best| length > best.words);
                let is_here = || {
                    folded
                        .split(' ')
                        .enumerate()
                        .all(|(at, word)| words.get(at).is_some_and(|(other, _)| other == word))
                };
                let is_symbol = || {
                    symbol.is_none_or(|symbol| {
                        let end = words.get(length - 1).map_or(range.end, |(_, last)| last.end);
                        text.get(range.start..end).is_some_and(|text| is_written(text, symbol))
                    })
                };
                if is_longer && is_here() && is_symbol() {
                    best = Some(Found { row: name.row, words: length });
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::Vocabulary;
    use super::*;

    fn named(text: &str) -> Vec<(String, EntityKind)> {
        let all = Vocabulary::shipped();
        let entities = all.mentions(text).into_iter().filter_map(|mention| all.get(mention.entity));
        entities.map(|entity| (entity.name.clone(), entity.kind)).collect()
    }

    #[test]
    fn keys_are_folded_like_texts() {
        let dictionary = Dictionary::shipped();
        let wrong: Vec<&str> = dictionary
            .names
            .iter()
            .map(|name| name.key)
            .filter(|key| {
                let folded = parts(key).0;
                words(folded).into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ") != folded
            })
            .collect();
        assert!(wrong.is_empty(), "{} of {}: {:?}", wrong.len(), dictionary.names.len(), wrong.get(..20));
    }

    #[test]
    fn names_of_the_free_lists_are_found_with_their_kind() {
        for (text, kind) in [
            ("ticagrelor", EntityKind::Drug),
            // MeSH lists it among the hormones.
            ("insulin lispro", EntityKind::Drug),
            ("acenocoumarol", EntityKind::Drug),
            ("acenocumarol", EntityKind::Drug),
            ("Marfan syndrome", EntityKind::Condition),
            ("SLC22A12", EntityKind::Target),
            ("vasoconstriction", EntityKind::Process),
        ] {
            assert_eq!(named(text).first().map(|(_, kind)| *kind), Some(kind), "{text}");
        }
    }

    #[test]
    fn a_symbol_that_is_also_a_word_is_not_a_name() {
        for text in [
            "The cat was set to rest.",
            "ALL OF THEM",
            "An IMPACT on the SET of CAT scans",
            "We CAN do it, AND THE REST",
        ] {
            assert!(
                named(text).iter().all(|(_, kind)| *kind != EntityKind::Target),
                "{text}: {:?}",
                named(text)
            );
        }
    }

    #[test]
    fn names_of_the_project_win_and_the_longest_name_wins() {
        let (own, _) = Vocabulary::with("condition: vorapaxar\n");
        let kind = own.find("vorapaxar").and_then(|id| own.get(id)).map(|entity| entity.kind);
        assert_eq!(kind, Some(EntityKind::Condition));
        assert_eq!(named("type 1 diabetes mellitus").len(), 1);
    }
}
