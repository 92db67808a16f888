//! Drugs by English and Spanish name, with the class that the rules need: the dictionary of `referee-knowledge`.
//!
//! Drugs missing from the dictionary are recognised by their stem (`-mab`, `-tinib`, `-cilina`); see WHO, “The use of
//! stems in the selection of INN”, 2018.

mod class;

use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::terms::{Term, Treatment};
pub use class::Class;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A drug, or all drugs with one stem.
#[derive(Clone, Debug)]
pub struct Drug {
    /// Its id in the tables of `referee-knowledge`; for a stem, the stem after a hyphen.
    pub id: String,
    /// Its names, folded; the first is the English generic name. Empty for a stem.
    pub names: Vec<String>,
    /// Its class.
    pub class: Class,
}

static ALL_DRUGS: LazyLock<Vec<Drug>> = LazyLock::new(|| {
    let dictionary = referee_knowledge::drugs();
    let mut out: Vec<Drug> = dictionary
        .stems()
        .iter()
        .map(|stem| Drug {
            id: format!("-{}", stem.stem),
            names: Vec::new(),
            class: Class::parse(&stem.kind),
        })
        .collect();
    out.extend(dictionary.all().iter().map(|drug| {
        let mut names: Vec<String> = Vec::new();
        for name in drug.names().map(fold) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Drug { id: drug.id.clone(), names, class: Class::parse(&drug.kind) }
    }));
    out
});

static BY_ID: LazyLock<FxHashMap<&str, usize>> =
    LazyLock::new(|| ALL_DRUGS.iter().enumerate().map(|(index, drug)| (drug.id.as_str(), index)).collect());

/// The index of the drug with this id.
#[must_use]
pub fn index_of(id: &str) -> Option<usize> {
    BY_ID.get(id).copied()
}

/// The index of the stem that a folded name ends with.
#[must_use]
pub fn stem_of(folded: &str) -> Option<usize> {
    let stems = referee_knowledge::drugs().stems();
    stems.iter().position(|known| folded.len() > known.stem.len() + 1 && folded.ends_with(&known.stem))
}

/// All drugs, stems first.
#[must_use]
pub fn all() -> &'static [Drug] {
    &ALL_DRUGS
}

/// The drug with this index.
#[must_use]
pub fn drug(index: usize) -> Option<&'static Drug> {
    ALL_DRUGS.get(index)
}

/// The Spanish form of an English generic name, folded.
pub(crate) fn spanish(name: &str) -> String {
    let mut out = name
        .replace("ph", "f")
        .replace("th", "t")
        .replace("chl", "cl")
        .replace("ch", "qu")
        .replace("cc", "c")
        .replace("mm", "m")
        .replace("ll", "l")
        .replace("rr", "r")
        .replace("tt", "t")
        .replace('y', "i");
    for (english, form) in [
        ("ine", "ina"),
        ("in", "ina"),
        ("ole", "ol"),
        ("ide", "ida"),
        ("ate", "ato"),
        ("one", "ona"),
        ("ane", "ano"),
        ("ose", "osa"),
        ("ase", "asa"),
        ("ime", "ima"),
        ("ene", "eno"),
        ("il", "ilo"),
    ] {
        if let Some(stem) = out.strip_suffix(english) {
            out = format!("{stem}{form}");
            break;
        }
    }
    out
}

/// The meaning of a word outside the dictionary, by its ending.
#[must_use]
pub fn by_suffix(word: &str) -> Option<Meaning> {
    const MIN_STEM_WORD_BYTES: usize = 7;
    let last = word.bytes().last()?.to_ascii_lowercase();
    if word.len() < MIN_STEM_WORD_BYTES
        || !matches!(last, b'a' | b'b' | b'e' | b'l' | b'm' | b'n' | b'o' | b'r' | b'y')
    {
        return None;
    }
    let folded = fold(word);
    let is_surgery = ["ectomy", "ectomia"].iter().any(|ending| folded.ends_with(ending));
    if is_surgery {
        return Some(Meaning::Term(Term::Treatment(Treatment::Surgery)));
    }
    stem_of(&folded).map(Meaning::Drug)
}
