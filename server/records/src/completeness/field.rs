//! Recognises biomedical journals by their titles.
//!
//! This is a fallback for small libraries that are declared to contain all of PubMed. A library
//! that actually does has records from every journal in PubMed and does not need it.

use crate::words;

/// Words that mark biomedical journals.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "blood", "brain", "cell", "cells", "chest", "drug", "drugs", "eye", "gut", "headache", "heart", "jama",
    "lung", "med", "mol", "pain", "plos", "retina", "sclerosis", "sleep", "spine", "stroke", "trauma",
    "trials",
];

/// Prefixes of such words.
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

/// Biomedical journals without such a word in the title.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "bmj", "nature", "science", "nejm", "pnas", "elife", "annals", "proc natl acad sci u s a",
    "proceedings national academy sciences united states america", "scientific reports", "sci rep",
    "nature communications", "nat commun", "sci adv", "science advances",
];

/// Prefixes of words of other fields, which override a biomedical word: `Health Economics`.
#[rustfmt::skip]
const ELSEWHERE: &[&str] = &[
    "account", "bank", "business", "comput", "econom", "educ", "electr", "engineer", "financ", "informat",
    "law", "learn", "libr", "linguist", "manag", "market", "materi", "math", "mech", "philos", "physics",
    "polit", "robot", "sociol", "softw", "statist", "tourism", "vision",
];

/// Whether the name of a journal shows that it is biomedical.
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
