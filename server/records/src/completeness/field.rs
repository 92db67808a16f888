//! Which journals are of medicine and the life sciences, by their names.
//!
//! A stopgap for small libraries that are said to hold all of PubMed: one that really does has records from each
//! journal that PubMed lists, and is not asked.

use crate::words;

/// Words by which journals of medicine and the life sciences name their field.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "blood", "brain", "cell", "cells", "chest", "drug", "drugs", "eye", "gut", "headache", "heart", "jama",
    "lung", "med", "mol", "pain", "plos", "retina", "sclerosis", "sleep", "spine", "stroke", "trauma",
    "trials",
];

/// Beginnings of such words.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "allerg", "anaesth", "anesth", "arthrit", "asthma", "biochem", "biomed", "cancer", "cardi", "chemother",
    "circulation", "clin", "cochrane", "derm", "diabet", "dialys", "emerg", "endocrin", "epidem", "epilep",
    "fertil", "gastro", "genet", "genom", "geriatr", "gynaec", "gynec", "haem", "health", "hemat", "hepat",
    "hosp", "hypert", "immun", "infect", "kidney", "lancet", "leuk", "liver", "lymph", "medec", "medic",
    "mediz", "menopaus", "metab", "microbio", "molec", "neonat", "nephrol", "neuro", "nurs", "nutr", "obes",
    "obstet", "oncol", "ophthalm", "orthop", "osteopor", "paediatr", "pathol", "pediatr", "pharm",
    "physician", "physiol", "psychiat", "pulm", "radiol", "respir", "rheum", "surg", "therap", "thorac",
    "thromb", "thyroid", "toxicol", "transplant", "tumor", "tumour", "urol", "vaccin", "vasc", "virol",
    "vitamin",
];

/// Journals of the field whose names do not say so.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "bmj", "nature", "science", "nejm", "pnas", "elife", "annals", "proc natl acad sci u s a",
    "proceedings national academy sciences united states america", "scientific reports", "sci rep",
    "nature communications", "nat commun", "sci adv", "science advances",
];

/// Beginnings of words of other fields, which may stand beside one of medicine: `Health Economics`.
#[rustfmt::skip]
const ELSEWHERE: &[&str] = &[
    "account", "bank", "business", "comput", "econom", "educ", "electr", "engineer", "financ", "informat",
    "law", "learn", "libr", "linguist", "manag", "market", "materi", "math", "mech", "philos", "physics",
    "polit", "robot", "sociol", "softw", "statist", "tourism", "vision",
];

/// Whether the name of a journal says that it is of medicine or the life sciences.
pub fn is_biomedical(journal: &str) -> bool {
    let key = words::journal_key(journal);
    if NAMES.contains(&key.as_str()) {
        return true;
    }
    let any = |test: &dyn Fn(&str) -> bool| key.split(' ').any(test);
    let begins = |word: &str, list: &[&str]| list.iter().any(|beginning| word.starts_with(beginning));
    let family = ["bmj ", "bmc ", "nature ", "nat ", "bio"].iter().any(|start| key.starts_with(start));
    (family || any(&|word| WORDS.contains(&word) || begins(word, BEGINNINGS)))
        && !any(&|word| begins(word, ELSEWHERE))
}

#[cfg(test)]
mod tests {
    use super::is_biomedical;

    #[test]
    fn journals_of_the_field_are_told_from_others() {
        for name in [
            "The Lancet",
            "N Engl J Med",
            "JAMA Oncology",
            "Journal of Clinical Oncology",
            "Nature Medicine",
            "PLoS One",
            "BMJ",
            "Nat Rev Cancer",
            "Cell",
            "Diabetes Care",
            "Annals of Internal Medicine",
        ] {
            assert!(is_biomedical(name), "{name}");
        }
        for name in [
            "Journal of Finance",
            "Health Economics",
            "Journal of Machine Learning Research",
            "Physical Review Letters",
            "American Economic Review",
            "IEEE Transactions on Medical Robotics",
            "",
        ] {
            assert!(!is_biomedical(name), "{name}");
        }
    }
}
