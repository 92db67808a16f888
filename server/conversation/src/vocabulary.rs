//! The vocabulary from `referee-knowledge` for reading notes and conversations: drugs, problems,
//! numbers, units, cues.

mod lists;
mod measures;
mod problems;
mod uses;

pub use crate::units::{Unit, unit};
use crate::words::Word;
pub use lists::{Historical, List, Lists, historical, lists};
pub use measures::{Measure, measures};
pub use problems::{Form, Gap, NamedForm, Problem, Reach, forms_at, problems};
use referee_knowledge::drugs::Drug;
use referee_knowledge::{Table, built_in, drugs};
use referee_text::{fold, stem};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
pub use uses::{Use, uses};

fn table(path: &str) -> Table {
    built_in(path).expect("the built-in table is well-formed")
}

/// The drugs that a name means, as indices of the dictionary: one for a drug, several for a class.
#[derive(Clone, Debug, PartialEq)]
pub struct DrugName {
    /// The drugs, sorted.
    pub drugs: Vec<u32>,
    /// The drugs that the name means without doubt: all of them, except for a class.
    pub sure: Vec<u32>,
    /// The amounts in mg that the name means by itself: "baby aspirin".
    pub implied: Vec<f64>,
    /// Whether the name is that of a class or of an indication.
    pub is_class: bool,
}

struct Dictionary {
    /// The names by their first word, the longest first.
    names: FxHashMap<String, Vec<(Vec<String>, DrugName)>>,
    /// For each drug, the drugs that share a substance with it.
    related: Vec<Vec<u32>>,
    /// For each combination product, its ingredients.
    ingredients: Vec<Vec<u32>>,
    /// The single words that name each drug.
    words_of: Vec<Vec<String>>,
}

fn parts(name: &str) -> Vec<String> {
    let folded = fold::title(name);
    folded.split(' ').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| {
    let all = drugs().all();
    let index: FxHashMap<&str, u32> =
        all.iter().enumerate().map(|(at, drug)| (drug.id.as_str(), at as u32)).collect();
    let mut names: FxHashMap<String, Vec<(Vec<String>, DrugName)>> = FxHashMap::default();
    let mut add = |name: &str, found: DrugName| {
        let parts = parts(name);
        if let Some(first) = parts.first() {
            names.entry(first.clone()).or_default().push((parts, found));
        }
    };
    let mut words_of = vec![Vec::new(); all.len()];
    for (at, drug) in all.iter().enumerate() {
        for name in drug.names() {
            add(
                name,
                DrugName {
                    drugs: vec![at as u32],
                    sure: vec![at as u32],
                    implied: Vec::new(),
                    is_class: false,
                },
            );
            if let [one] = parts(name).as_slice() {
                words_of[at].push(one.clone());
            }
        }
    }
    let of_class = |class: &str| {
        all.iter()
            .enumerate()
            .filter(move |(_, drug)| drug.classes.iter().any(|own| own == class))
            .map(|(at, _)| at as u32)
            .collect::<Vec<u32>>()
    };
    for row in table("spoken/drugs.tsv").rows() {
        let mut meant: Vec<u32> = row.list("classes").flat_map(of_class).collect();
        let listed: Vec<u32> = row.list("drugs").filter_map(|id| index.get(id).copied()).collect();
        let implied: Vec<f64> = row.list("dose").filter_map(|dose| dose.parse().ok()).collect();
        meant.extend(&listed);
        let sure = if row.get("meaning") == "kind" { Vec::new() } else { listed };
        meant.sort_unstable();
        meant.dedup();
        for name in row.list("names") {
            add(
                name,
                DrugName {
                    drugs: meant.clone(),
                    sure: sure.clone(),
                    implied: implied.clone(),
                    is_class: true,
                },
            );
        }
    }
    for row in table("allergy_labels.tsv").rows() {
        let mut meant: Vec<u32> = row.list("classes").flat_map(of_class).collect();
        meant.sort_unstable();
        meant.dedup();
        for name in row.list("names").filter(|name| name.len() > 3) {
            add(
                name,
                DrugName { drugs: meant.clone(), sure: Vec::new(), implied: Vec::new(), is_class: true },
            );
        }
    }
    for list in names.values_mut() {
        list.sort_by_key(|(parts, name)| {
            (std::cmp::Reverse(parts.len()), name.implied.is_empty(), name.is_class)
        });
    }
    let mut related = vec![Vec::new(); all.len()];
    for (at, drug) in all.iter().enumerate() {
        let at = at as u32;
        related[at as usize].push(at);
        // A substance that the body converts into another is a different drug: prednisone,
        // prednisolone.
        let is_same =
            |part: &String| drug.ingredients.len() > 1 || part.split(' ').next() == drug.id.split(' ').next();
        for part in drug
            .ingredients
            .iter()
            .filter(|part| is_same(part))
            .filter_map(|id| index.get(id.as_str()).copied())
        {
            related[at as usize].push(part);
            related[part as usize].push(at);
        }
    }
    let parts_of = |drug: &Drug| {
        let parts = drug.ingredients.iter().filter(|_| drug.ingredients.len() > 1);
        parts.filter_map(|id| index.get(id.as_str()).copied()).collect()
    };
    let ingredients = all.iter().map(parts_of).collect();
    Dictionary { names, related, ingredients, words_of }
});

/// Returns the drugs that share a substance with a drug.
fn related(drug: u32) -> &'static [u32] {
    DICTIONARY.related.get(drug as usize).map_or(&[], Vec::as_slice)
}

/// Returns the name of a drug that begins at a word, and its length in words.
#[must_use]
pub fn drug_at(words: &[Word], at: usize) -> Option<(&'static DrugName, usize)> {
    let first = words.get(at).filter(|word| word.is_letters())?;
    let list = DICTIONARY.names.get(&*first.text)?;
    list.iter().find_map(|(parts, name)| {
        let mut place = at;
        for (index, part) in parts.iter().enumerate() {
            if index > 0 && words.get(place).is_some_and(|word| word.is_mark('-')) {
                place += 1;
            }
            if words.get(place).is_none_or(|word| *word.text != **part) {
                return None;
            }
            place += 1;
        }
        Some((name, place - at))
    })
}

/// Whether two sets of drugs have a substance in common.
#[must_use]
pub fn share_substance(a: &[u32], b: &[u32]) -> bool {
    a.iter().any(|one| {
        let related = &DICTIONARY.related[*one as usize];
        b.iter().any(|other| related.contains(other))
    })
}

/// Returns the ingredients of a combination product; empty for a single substance.
#[must_use]
pub(crate) fn ingredients(drug: u32) -> &'static [u32] {
    DICTIONARY.ingredients.get(drug as usize).map_or(&[], Vec::as_slice)
}

/// Returns the names of a drug that are single words.
#[must_use]
pub fn one_word_names(drug: u32) -> &'static [String] {
    DICTIONARY.words_of.get(drug as usize).map_or(&[], Vec::as_slice)
}

/// Whether a single word is the name of a drug.
#[must_use]
pub fn is_drug_word(word: &str) -> bool {
    DICTIONARY.names.get(word).is_some_and(|list| list.iter().any(|(parts, _)| parts.len() == 1))
}

/// Returns the id of a drug.
#[must_use]
pub fn drug_id(drug: u32) -> &'static str {
    drugs().all().get(drug as usize).map_or("", |drug| drug.id.as_str())
}

/// The parts of the body: whole words by their root, and beginnings of words, with the row of
/// `regions.tsv`.
type Regions = (FxHashMap<String, u32>, Vec<(String, u32)>);

/// Returns the part of the body that a word means, as an index of `regions.tsv`.
#[must_use]
pub fn region(word: &Word) -> Option<u32> {
    static REGIONS: LazyLock<Regions> = LazyLock::new(|| {
        let (mut whole, mut beginnings) = (FxHashMap::default(), Vec::new());
        for (at, row) in table("regions.tsv").rows().iter().enumerate() {
            for part in row.list("parts") {
                match part.strip_suffix('*') {
                    Some(beginning) => beginnings.push((beginning.to_owned(), at as u32)),
                    None => _ = whole.insert(stem::root(part), at as u32),
                }
            }
        }
        (whole, beginnings)
    });
    if !word.is_letters() {
        return None;
    }
    REGIONS.0.get(&*word.root).copied().or_else(|| {
        REGIONS
            .1
            .iter()
            .find(|(beginning, _)| word.text.starts_with(beginning.as_str()))
            .map(|(_, region)| *region)
    })
}

/// Returns the section whose heading has a folded name.
#[must_use]
pub fn section(name: &str) -> Option<&'static str> {
    static SECTIONS: LazyLock<FxHashMap<String, String>> = LazyLock::new(|| {
        let mut out = FxHashMap::default();
        for row in table("sections.tsv").rows() {
            for name in row.list("names") {
                out.insert(name.to_owned(), row.get("section").to_owned());
            }
        }
        out
    });
    SECTIONS.get(name).map(String::as_str)
}
