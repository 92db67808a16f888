//! Compares the subjects and the treatment in a sentence with those in the title and abstract of
//! the cited work.

use super::objection::Field;
use super::study_kind::Clash;
use referee_knowledge::{Table, TableError};
use referee_records::Record;
use referee_text::fold;
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

/// A group of people: the words for it in a sentence, and those that mention it in an abstract.
struct Group {
    names: &'static [&'static str],
    /// Prefixes of words.
    mentions: &'static [&'static str],
    described: &'static str,
}

const CHILDREN: Group = Group {
    names: &["children", "infants", "adolescents", "newborns", "neonates", "toddlers", "teenagers"],
    mentions: &[
        "child", "infan", "pediatr", "paediatr", "adolesc", "newborn", "neonat", "toddler", "teenag",
        "school", "boy", "girl", "youth", "young", "juvenile", "preterm", "baby", "babies", "student",
        "minors",
    ],
    described: "study in children",
};
const ADULTS: Group = Group {
    names: &["adults", "elderly"],
    mentions: &[
        "adult",
        "elder",
        "older",
        "geriatr",
        "senior",
        "aged",
        "middle",
        "veteran",
        "worker",
        "postmenopaus",
        "population",
        "people",
        "person",
    ],
    described: "study in adults",
};
const WOMEN: Group = Group {
    names: &["women"],
    mentions: &[
        "women",
        "woman",
        "female",
        "girl",
        "pregnan",
        "mother",
        "matern",
        "postmenopaus",
        "menopaus",
        "nurses",
    ],
    described: "study in women",
};
const MEN: Group = Group {
    names: &["men"],
    mentions: &["men", "man", "male", "males", "boy", "boys", "father", "prostat"],
    described: "study in men",
};

/// Pairs of opposite groups: a study of one does not cover the other.
const OPPOSITES: &[(&Group, &Group)] =
    &[(&CHILDREN, &ADULTS), (&ADULTS, &CHILDREN), (&WOMEN, &MEN), (&MEN, &WOMEN)];

/// Drug-name endings that indicate the class.
const DRUG_ENDINGS: &[&str] = &[
    "vastatin",
    "opril",
    "april",
    "sartan",
    "gliptin",
    "gliflozin",
    "glitazone",
    "glutide",
    "tinib",
    "zumab",
    "ximab",
    "limumab",
    "prazole",
    "floxacin",
    "thromycin",
    "cillin",
    "conazole",
    "dipine",
    "xaban",
    "gatran",
    "parin",
    "zepam",
    "zolam",
    "triptan",
    "setron",
    "oxetine",
    "cycline",
    "tegravir",
    "buvir",
    "semide",
    "thiazide",
    "profen",
    "coxib",
    "fibrate",
    "dronate",
    "terol",
    "tropium",
    "sone",
    "solone",
    "platin",
    "taxel",
    "rubicin",
];

/// The prefixes that turn the name of a drug into the name of one of its forms: `esomeprazole`,
/// `levofloxacin`.
static FORM_PREFIXES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let table = form_prefixes().unwrap_or_default();
    table.rows().iter().map(|row| row.get("prefix").to_owned()).collect()
});

fn form_prefixes() -> Result<Table, TableError> {
    let text = include_str!("../../data/drug_forms.tsv");
    Table::parse("drug_forms.tsv", text, &["prefix", "example", "source", "checked"])
}

/// The drugs of the dictionary with a single-word name, by this name, folded like a title; the
/// value is the drug's id.
static DRUGS_BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    /// The minimum length of a name; shorter ones are abbreviations of many other things.
    const MIN_BYTES: usize = 6;
    let all = referee_knowledge::built_in_drugs().all().iter();
    // Papers also mention messengers, dyes and fluids that were not the treatment.
    let treatments =
        all.filter(|drug| drug.ingredients.is_empty() && !drug.classes.iter().any(|c| c == "auxiliary"));
    treatments
        .flat_map(|drug| drug.names().map(move |name| (fold::title(name), drug.id.as_str())))
        .filter(|(name, _)| name.len() >= MIN_BYTES && !name.contains(' '))
        .collect()
});

/// Finds a contradiction between a sentence and the subjects or the treatment of the cited study.
/// `None` if title, abstract and headings mention what the sentence mentions, or do not clearly
/// mention something else.
pub(super) fn clash(sentence: &str, record: &Record) -> Option<Clash> {
    let title = record.work.full_title().unwrap_or_default().to_string();
    let summary = record.work.summary.as_deref().unwrap_or_default();
    let text = LazyCell::new(|| fold::title(&format!("{title} {summary} {}", record.subjects.join(" "))));
    let words = || text.split(' ').collect();
    let sentence = fold::title(sentence);
    group(&sentence, words).or_else(|| drug(&sentence, &fold::title(&title), words))
}

fn group<'t>(sentence: &str, words: impl Fn() -> BTreeSet<&'t str>) -> Option<Clash> {
    const MAX_WORDS_BETWEEN: usize = 3;
    let said: Vec<&str> = sentence.split(' ').collect();
    let mentions = |group: &Group| {
        words().iter().any(|word| {
            group
                .mentions
                .iter()
                .any(|mention| if mention.len() <= 4 { word == mention } else { word.starts_with(mention) })
        })
    };
    for (group, other) in OPPOSITES {
        let named = said.iter().position(|word| group.names.contains(word));
        let Some(at) = named else { continue };
        let opens = (at.saturating_sub(MAX_WORDS_BETWEEN + 1)..at)
            .any(|at| said.get(at).is_some_and(|word| matches!(*word, "in" | "among")));
        // A sentence that mentions both groups compares them.
        let names_other = said.iter().any(|word| other.names.contains(word));
        if opens && !names_other && !mentions(group) && mentions(other) {
            return Some(Clash {
                said: format!("in {}", said.get(at)?),
                is: other.described.to_owned(),
                field: Field::Population,
            });
        }
    }
    None
}

fn is_drug(word: &str) -> bool {
    DRUGS_BY_NAME.contains_key(word)
        || DRUG_ENDINGS.iter().any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
}

fn drug<'t>(sentence: &str, title: &str, words: impl Fn() -> BTreeSet<&'t str>) -> Option<Clash> {
    let drugs = |text: &str| -> BTreeSet<String> {
        text.split(' ').filter(|word| is_drug(word)).map(str::to_owned).collect()
    };
    let (said, titled) = (drugs(sentence), drugs(title));
    let (Some(said), Some(is)) = (said.first().filter(|_| said.len() == 1), titled.first()) else {
        return None;
    };
    let is_same = |one: &str, other: &str| {
        let is_form = |form: &str, drug: &str| {
            form.strip_suffix(drug).is_some_and(|prefix| FORM_PREFIXES.contains(prefix))
        };
        one == other
            || DRUGS_BY_NAME.get(one).is_some_and(|id| DRUGS_BY_NAME.get(other) == Some(id))
            || is_form(one, other)
            || is_form(other, one)
    };
    let words = words();
    let is_mentioned = words.iter().any(|word| is_same(said, word) || word.starts_with(said.as_str()));
    // `statins` may refer to this drug.
    let class = DRUG_ENDINGS.iter().find(|ending| said.ends_with(**ending));
    let names_class = class.is_some_and(|ending| {
        let ending = ending.trim_start_matches("va");
        words.iter().any(|word| word.trim_end_matches('s') == ending)
    });
    (titled.len() == 1 && !is_mentioned && !names_class).then(|| Clash {
        said: said.clone(),
        is: format!("about {is}"),
        field: Field::Treatment,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_bibliography::Work;

    fn cited(title: &str, summary: &str) -> Record {
        let work =
            Work { title: Some(title.to_owned()), summary: Some(summary.to_owned()), ..Work::default() };
        Record::new("pubmed", work)
    }

    #[test]
    fn every_prefix_of_forms_has_an_example_and_a_source() {
        for row in form_prefixes().unwrap().rows() {
            assert_eq!(row.provenance(), Ok(()), "line {}", row.line());
            let (form, drug) = row.get("example").split_once(", ").unwrap_or_default();
            assert_eq!(form.strip_suffix(drug), Some(row.get("prefix")), "line {}", row.line());
        }
        assert!(FORM_PREFIXES.contains("es"));
    }

    #[test]
    fn a_study_of_one_group_is_none_of_the_other() {
        let adults =
            cited("Amoxicillin for sinusitis in adults", "Adults with sinusitis were given amoxicillin.");
        let told = clash("Amoxicillin cured sinusitis in most children.", &adults).unwrap();
        assert_eq!((told.said.as_str(), told.is.as_str()), ("in children", "study in adults"));
        for fine in [
            "Amoxicillin cured sinusitis in adults.",
            "It works in adults and in children.",
            "It cured sinusitis.",
        ] {
            assert_eq!(clash(fine, &adults), None, "{fine}");
        }
        let both = cited("Amoxicillin for sinusitis", "Adults and children were given amoxicillin.");
        assert_eq!(clash("Amoxicillin cured sinusitis in children.", &both), None);
        let women = cited("Aspirin and stroke in women", "Of 39,876 women, half were given aspirin.");
        assert!(clash("Among men, aspirin prevented strokes.", &women).is_some());
    }

    #[test]
    fn a_study_of_one_drug_is_none_of_another() {
        let cited = |title: &str| cited(title, "Patients were followed for two years.");
        let told = clash("Atorvastatin lowered mortality.", &cited("Rosuvastatin and mortality")).unwrap();
        assert_eq!((told.said.as_str(), told.is.as_str()), ("atorvastatin", "about rosuvastatin"));
        for (sentence, title) in [
            ("Nintedanib slowed the fibrosis.", "Pirfenidone in pulmonary fibrosis"),
            ("Desipramina alivió el dolor.", "Edaravone and pain"),
        ] {
            assert!(clash(sentence, &cited(title)).is_some(), "{sentence}");
        }
        for (sentence, title) in [
            ("Atorvastatin lowered mortality.", "Statins and mortality"),
            ("Statins lowered mortality.", "Rosuvastatin and mortality"),
            ("Atorvastatin lowered mortality.", "Rosuvastatin or atorvastatin and mortality"),
            ("Paracetamol eased the pain.", "Acetaminophen for pain"),
            ("Atorvastatin is safer than rosuvastatin.", "Rosuvastatin and mortality"),
            ("Esomeprazole healed the ulcers.", "Omeprazole and peptic ulcers"),
            ("Levofloxacin cured the pneumonia.", "Ofloxacin and pneumonia"),
            ("Levocetirizine eased the rhinitis.", "Cetirizine and rhinitis"),
            ("Xarelto prevented strokes.", "Rivaroxaban and stroke"),
            ("Dopamine rose in the striatum.", "Desipramine and the striatum"),
        ] {
            assert_eq!(clash(sentence, &cited(title)), None, "{sentence}");
        }
    }
}
