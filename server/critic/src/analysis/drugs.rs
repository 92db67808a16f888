//! Drugs by their generic names, English and Spanish, with the class that the rules need.
//!
//! Generic names are facts; the list is our own. The Spanish form of an international nonproprietary name follows
//! from the English one by the rules of WHO's stem list for most; the others are written out. What
//! the list lacks is known by its stem (`-mab`, `-tinib`, `-cilina`), see WHO, “The use of stems in the selection of
//! INN”, 2018.

mod class;
mod list;

use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::terms::{Term, Treatment};
pub use class::Class;
use list::DRUG_NAMES_BY_CLASS;
use std::sync::LazyLock;

/// A drug, or all drugs of one stem.
#[derive(Clone, Debug)]
pub struct Drug {
    /// Its names, folded; the first is the English generic name. Empty for a stem.
    pub names: Vec<String>,
    /// Its class.
    pub class: Class,
}

/// Stems of names that the list lacks, with their Spanish forms.
const CLASS_STEMS: &[(&str, Class)] = &[
    ("tinib", Class::Targeted),
    ("rafenib", Class::Targeted),
    ("ciclib", Class::Targeted),
    ("parib", Class::Targeted),
    ("zomib", Class::Targeted),
    ("rasib", Class::Targeted),
    ("lisib", Class::Targeted),
    ("platin", Class::Cytotoxic),
    ("platino", Class::Cytotoxic),
    ("taxel", Class::Cytotoxic),
    ("rubicin", Class::Cytotoxic),
    ("rubicina", Class::Cytotoxic),
    ("tecan", Class::Cytotoxic),
    ("lutamide", Class::CancerHormone),
    ("lutamida", Class::CancerHormone),
    ("mab", Class::Antibody),
    ("cillin", Class::Penicillin),
    ("cilina", Class::Penicillin),
    ("floxacin", Class::Quinolone),
    ("floxacino", Class::Quinolone),
    ("thromycin", Class::Macrolide),
    ("tromicina", Class::Macrolide),
    ("vastatin", Class::Statin),
    ("vastatina", Class::Statin),
    ("gliptin", Class::Antidiabetic),
    ("gliptina", Class::Antidiabetic),
    ("gliflozin", Class::Antidiabetic),
    ("gliflozina", Class::Antidiabetic),
    ("glutide", Class::Antidiabetic),
    ("glutida", Class::Antidiabetic),
    ("xaban", Class::Anticoagulant),
    ("parin", Class::Anticoagulant),
    ("parina", Class::Anticoagulant),
    ("conazole", Class::AntiInfective),
    ("conazol", Class::AntiInfective),
    ("vudine", Class::AntiInfective),
    ("vudina", Class::AntiInfective),
    ("navir", Class::AntiInfective),
    ("buvir", Class::AntiInfective),
    ("ciclovir", Class::AntiInfective),
    ("penem", Class::AntiInfective),
    ("sartan", Class::Other),
    ("dipine", Class::Other),
    ("dipino", Class::Other),
    ("prazole", Class::Other),
    ("prazol", Class::Other),
    ("setron", Class::Other),
    ("triptan", Class::Other),
    ("dronate", Class::Other),
    ("dronato", Class::Other),
    ("azepam", Class::Other),
    ("ololol", Class::Other),
    ("oxetine", Class::Other),
    ("oxetina", Class::Other),
];

static ALL_DRUGS: LazyLock<Vec<Drug>> = LazyLock::new(|| {
    let mut out: Vec<Drug> =
        CLASS_STEMS.iter().map(|(_, class)| Drug { names: Vec::new(), class: *class }).collect();
    for (class, names) in DRUG_NAMES_BY_CLASS {
        for entry in names.split_whitespace() {
            let mut names: Vec<String> = entry.split('/').map(|name| fold(&name.replace('_', " "))).collect();
            if let [only] = names.as_slice() {
                let form = spanish(only);
                if form != *only {
                    names.push(form);
                }
            }
            out.push(Drug { names, class: *class });
        }
    }
    for (first, others) in other_names() {
        let known = out.iter_mut().find(|drug| drug.names.first().is_some_and(|name| name == first));
        if let Some(drug) = known {
            for name in others.split('|').map(fold) {
                if !drug.names.contains(&name) {
                    drug.names.push(name);
                }
            }
        }
    }
    out
});

/// The first name of a drug in the list, and its other names, separated by `|`.
fn other_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../data/drug_names.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

/// All drugs; the stems first.
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

/// What a word that no list names is by its ending.
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
    CLASS_STEMS
        .iter()
        .position(|(stem, _)| folded.len() > stem.len() + 1 && folded.ends_with(stem))
        .map(Meaning::Drug)
}
