//! Finds the subjects of a study from the headings of a record, else from the words of its title
//! and abstract.

use referee_records::Record;

/// The subjects of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subjects {
    /// People.
    Humans,
    /// Animals, but not people.
    Animals,
    /// Cells or parts of cells, but neither people nor animals.
    Cells,
    /// The record does not show it.
    Unknown,
}

/// Words for people in a study. The words in all these lists are in lower case.
const PEOPLE_WORDS: &[&str] = &[
    "patients",
    "patient",
    "adults",
    "children",
    "women",
    "men",
    "participants",
    "volunteers",
    "people",
    "persons",
    "individuals",
    "infants",
    "veterans",
    "adolescents",
    "smokers",
    "survivors",
    "students",
    "nurses",
    "respondents",
    "residents",
    "pacientes",
];

/// Words that are used only if people took part in a study.
const PARTICIPANT_WORDS: &[&str] = &[
    "participants",
    "volunteers",
    "respondents",
    "questionnaire",
    "questionnaires",
    "interviewed",
    "interviews",
    "cohort",
    "enrolled",
    "recruited",
    "outpatients",
    "inpatients",
    "hospitalized",
    "hospitalised",
    "registry",
    "pacientes",
];

/// Words that follow a mention of people who were studied: `patients were`, `women aged`, `adults
/// who`.
const PEOPLE_PHRASES: &[&str] =
    &["were", "was", "who", "aged", "received", "underwent", "had", "completed", "reported", "treated"];

/// Animals that are studied.
const ANIMAL_WORDS: &[&str] = &[
    "mice",
    "mouse",
    "rats",
    "rat",
    "murine",
    "zebrafish",
    "drosophila",
    "elegans",
    "rabbits",
    "monkeys",
    "macaques",
    "pigs",
    "piglets",
    "dogs",
    "hamsters",
    "chickens",
    "xenopus",
];

/// Cells and parts of cells.
const CELL_WORDS: &[&str] = &[
    "vitro",
    "hepatocytes",
    "fibroblasts",
    "neurons",
    "mitochondria",
    "mitochondrial",
    "cells",
    "cell",
    "cultured",
    "yeast",
    "cerevisiae",
    "bacteria",
    "coli",
    "oocytes",
    "myotubes",
    "macrophages",
];

/// Words of laboratory work: if a text has one, the people that it only mentions were not studied.
const LABORATORY_WORDS: &[&str] = &[
    "vitro",
    "cultured",
    "transfected",
    "transfection",
    "knockdown",
    "sirna",
    "shrna",
    "crispr",
    "hela",
    "hek293",
    "cerevisiae",
    "phosphorylation",
    "phosphorylated",
    "ubiquitination",
    "overexpression",
    "transcriptional",
    "kinase",
    "pluripotent",
    "chromatin",
];

/// Words of work with cells outside the body.
const BENCH_WORDS: &[&str] = &[
    "vitro",
    "cultured",
    "transfected",
    "transfection",
    "knockdown",
    "sirna",
    "shrna",
    "crispr",
    "hela",
    "hek293",
];

/// Headings of cells that are cultured outside the body.
const CULTURE_HEADINGS: &[&str] =
    &["cell line", "cells, cultured", "hela cells", "hek293 cells", "cell line, tumor"];

/// Headings that a record has only if people or animals took part, together with those of age.
const SEX_HEADINGS: &[&str] = &["male", "female"];

/// Headings that a record has only if people of some age took part.
const AGE_HEADINGS: &[&str] = &[
    "adult",
    "young adult",
    "middle aged",
    "aged",
    "aged, 80 and over",
    "adolescent",
    "child",
    "child, preschool",
    "infant",
    "infant, newborn",
];

/// Returns the subjects of a record's study; `title` and `summary` are in lower case. The source
/// says of a clinical study that it is one.
pub(super) fn subjects(record: &Record, title: &str, summary: &str, is_clinical: bool) -> Subjects {
    let headings: Vec<String> = record
        .subjects
        .iter()
        .filter_map(|subject| Some(subject.split('/').next()?.trim_matches('*').to_lowercase()))
        .collect();
    let has = |names: &[&str]| headings.iter().any(|heading| names.contains(&heading.as_str()));
    if has(&["humans"]) {
        // Cells that came from people have the heading too.
        let is_culture = has(CULTURE_HEADINGS) && !has(SEX_HEADINGS) && !has(AGE_HEADINGS);
        if !is_clinical && !has(AGE_HEADINGS) && !has(&["animals"]) && is_bench_work(title, summary) {
            return Subjects::Cells;
        }
        let has_people = || is_of_people(title) || is_of_people(summary);
        let has_animals = || has_word(title, ANIMAL_WORDS) || has_word(summary, ANIMAL_WORDS);
        return match has(&["animals"]) {
            true if is_culture && has_word(title, ANIMAL_WORDS) => Subjects::Animals,
            _ if is_culture => Subjects::Cells,
            // Mice were treated, and a sample of patients was examined in addition.
            true if has_animals() || !has_people() => Subjects::Unknown,
            _ => Subjects::Humans,
        };
    }
    if has(&["animals"]) {
        return Subjects::Animals;
    }
    // The title has priority over the abstract.
    let title_has_people =
        is_of_people(title) || has_word(title, PEOPLE_WORDS) && !has_word(title, LABORATORY_WORDS);
    match (title_has_people, has_word(title, ANIMAL_WORDS)) {
        (true, true) => return Subjects::Unknown,
        (true, false) if !is_of_cells(title) => return Subjects::Humans,
        (false, true) => return Subjects::Animals,
        _ => {}
    }
    match (is_of_people(summary), has_word(summary, ANIMAL_WORDS)) {
        (true, true) => return Subjects::Unknown,
        (true, false) => return Subjects::Humans,
        (false, true) => return Subjects::Animals,
        (false, false) => {}
    }
    let is_bench = has_word(title, LABORATORY_WORDS) || has_word(summary, LABORATORY_WORDS);
    // Some diseases are named after a cell (small cell cancer), and a review mentions cells that it
    // did not study.
    let names_cells =
        title.split(|c: char| !c.is_alphanumeric()).any(|word| word != "cell" && CELL_WORDS.contains(&word));
    if names_cells || is_bench && has_word(summary, CELL_WORDS) {
        Subjects::Cells
    } else if has_word(summary, PEOPLE_WORDS) && !is_bench {
        Subjects::Humans
    } else {
        Subjects::Unknown
    }
}

/// Returns whether one of the words of a text in lower case is in `wanted`.
fn has_word(text: &str, wanted: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| wanted.contains(&word))
}

/// Returns whether a title and an abstract describe work with cells, in which no people took part:
/// the title names cells and the text a method for them, or the text mentions no people at all.
fn is_bench_work(title: &str, summary: &str) -> bool {
    let has = |text: &str| has_word(text, BENCH_WORDS) || text.contains("cell line");
    let names_cells = has_word(title, &["cells", "fibroblasts", "hepatocytes", "macrophages"]);
    let mentions_people = has_word(title, PEOPLE_WORDS) || has_word(summary, PEOPLE_WORDS);
    (has(title) || has(summary))
        && (names_cells && !has_word(title, PEOPLE_WORDS) || !mentions_people)
        && !is_of_people(title)
        && !is_of_people(summary)
}

/// Returns whether a text mentions cells that came from a person: `cells from a patient`,
/// `patient-derived`.
fn is_of_cells(text: &str) -> bool {
    has_word(text, &["cells", "cell", "neurons", "fibroblasts", "derived"])
        && has_word(text, &["from", "derived"])
}

/// Returns whether a text says that people took part, and does not only mention them: `142
/// patients`, `women aged`, `were recruited`.
fn is_of_people(text: &str) -> bool {
    const MAX_WORDS_BETWEEN: usize = 3;
    let all: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_person = |at: usize| all.get(at).is_some_and(|word| PEOPLE_WORDS.contains(word));
    all.iter().enumerate().any(|(at, word)| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && *word != "1";
        let counted = || (at + 1..=at + 1 + MAX_WORDS_BETWEEN).any(is_person);
        let is_said = is_person(at)
            && all.get(at + 1).is_some_and(|next| PEOPLE_PHRASES.contains(next))
            && all.get(at.wrapping_sub(1)).is_none_or(|before| *before != "from");
        PARTICIPANT_WORDS.contains(word) || is_number && counted() || is_said
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;
    use referee_bibliography::Work;
    use referee_text::Language;

    fn study(title: &str, summary: &str, headings: &[&str]) -> Study {
        let work = Work { title: Some(title.into()), summary: Some(summary.into()), ..Work::default() };
        let record = Record {
            subjects: headings.iter().map(|heading| (*heading).into()).collect(),
            ..Record::new("test", work)
        };
        Study::of(&record)
    }

    fn studied(title: &str, summary: &str, headings: &[&str]) -> Subjects {
        study(title, summary, headings).subjects
    }

    #[test]
    fn a_title_that_ends_as_a_review_is_no_study() {
        let of = |title: &str| study(title, "Trials of 40 patients were read.", &[]).describe();
        assert_eq!(of("Aspirin and the bowel: an overview."), "review");
        assert_eq!(of("A drug for smokers: a review"), "review");
        assert_eq!(of("Prasugrel: a review of its use in acute coronary syndromes"), "review");
        assert_eq!(of("Aspirin and the bowel"), "study in people");
        assert_eq!(of("A drug for smokers: a review of 40 patients"), "study in people");
    }

    #[test]
    fn an_abstract_that_calls_itself_a_review_is_no_study() {
        let of = |summary: &str| study("Aspirin and the bowel", summary, &["Humans"]).describe();
        assert_eq!(of("Patients bleed. This review discusses why 40 patients of a trial did."), "review");
        assert_eq!(of("Cultured cells die. Here, we review how."), "review");
        assert_eq!(of("We report 44 patients and review the data on others."), "study in people");
    }

    #[test]
    fn a_spanish_editor_is_told_the_kind_of_study_in_spanish() {
        let of = |title: &str, summary: &str| study(title, summary, &[]).describe_in(Language::Spanish);
        assert_eq!(of("A drug for smokers: a review", "Trials of 40 patients were read."), "revisión");
        assert_eq!(of("Aspirin and the bowel", "Trials of 40 patients were read."), "estudio en personas");
    }

    #[test]
    fn cells_are_no_study_in_people_because_patients_are_mentioned() {
        for (title, summary) in [
            (
                "Loss of a phosphatase slows glioma cells",
                "The kinase was overexpressed in tumours of patients. Knockdown in cultured cells slowed growth.",
            ),
            (
                "Induced pluripotent stem cells from a patient with muscular atrophy",
                "Motor neurons were made from skin fibroblasts of a child.",
            ),
            (
                "A kinase inhibitor arrests leukaemia cells",
                "New drugs are needed for patients. In vitro, the compound induced apoptosis of cells.",
            ),
        ] {
            assert_eq!(studied(title, summary, &[]), Subjects::Cells, "{title}");
        }
    }

    #[test]
    fn people_who_took_part_are_people_also_where_their_cells_were_counted() {
        for (title, summary) in [
            ("Neutrophil counts after surgery", "Blood cells of 48 elderly patients were counted twice."),
            ("Sleep and memory", "Volunteers learned word lists."),
            ("T cells in children with asthma", "T cells were counted in children aged 6 to 12 years."),
            ("Burnout", "A questionnaire was sent to doctors."),
        ] {
            assert_eq!(studied(title, summary, &[]), Subjects::Humans, "{title}");
        }
    }

    #[test]
    fn what_only_mentions_cells_says_nothing_of_what_was_studied() {
        for (title, summary) in [
            (
                "Early signs of a movement disorder",
                "Motor signs depend on the loss of neurons. Tests for the other signs are at hand.",
            ),
            (
                "Fibres for the bowel: what is known",
                "Databases were searched for gut bacteria and bowel habit. Fibres raised the number of bifidobacteria.",
            ),
            ("Giant cell arteritis", "An overview of diagnosis and treatment."),
        ] {
            assert_eq!(studied(title, summary, &[]), Subjects::Unknown, "{title}");
        }
    }

    #[test]
    fn headings_of_cultures_without_age_or_sex_are_cells() {
        let culture = ["Humans", "Cell Line, Tumor", "Apoptosis/drug effects"];
        assert_eq!(studied("A drug and apoptosis", "", &culture), Subjects::Cells);
        assert_eq!(
            studied("A drug and apoptosis", "", &["Humans", "Cells, Cultured", "Female"]),
            Subjects::Humans
        );
        assert_eq!(studied("A drug in mice", "", &["Animals", "Mice"]), Subjects::Animals);
    }

    #[test]
    fn work_with_cells_is_not_a_study_in_people_because_of_the_heading() {
        let humans = ["Humans", "Female", "Apoptosis/drug effects"];
        for (title, summary) in [
            (
                "A drug and breast cancer cells",
                "In vitro, the compound induced apoptosis. Patients need new drugs.",
            ),
            ("A drug inhibits a kinase", "Two cell lines were exposed to it, and growth stopped."),
            ("In vitro activity of a drug", "The enzyme was inhibited."),
        ] {
            assert_eq!(studied(title, summary, &humans), Subjects::Cells, "{title}");
        }
        for (title, summary, headings) in [
            (
                "A drug and breast cancer cells",
                "In vitro tests were made with cells of 40 patients.",
                &humans[..],
            ),
            ("T cells in women with asthma", "Cells were cultured for a day.", &humans),
            ("A drug in leukaemia", "It is known from in vitro work. Patients live longer.", &humans),
            (
                "A drug and immune cells",
                "Cells were cultured for a day.",
                &["Humans", "Female", "Middle Aged"],
            ),
        ] {
            assert_eq!(studied(title, summary, headings), Subjects::Humans, "{title}");
        }
    }

    #[test]
    fn headings_of_people_and_of_animals_say_people_only_where_the_text_speaks_of_them_alone() {
        let both = ["Humans", "Animals", "Male", "Rats"];
        let bench = "A protein was raised in the blood of patients. Mice without it had smaller infarcts.";
        assert_eq!(studied("Traps and stroke", bench, &both), Subjects::Unknown);
        assert_eq!(studied("Rat and human hepatocytes", "", &both), Subjects::Unknown);
        assert_eq!(studied("A toxin and its repair", "", &both), Subjects::Unknown);
        let trial = "Milk or water was given to 120 adults for a year.";
        assert_eq!(
            studied("Milk of goats and bones", trial, &["Humans", "Animals", "Adult"]),
            Subjects::Humans
        );
    }
}
