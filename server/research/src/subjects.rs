//! Entities from the records' own subjects: those to which the substances and headings of the
//! evidence refer, if that is certain.
//!
//! The shipped vocabulary and the user's own take precedence; subjects only add names. The
//! sub-headings and the form of a name decide whether a heading is a condition and whether a
//! substance is a drug or a target. Uncertain subjects are left out, because a wrong name produces
//! a wrong hypothesis. So check tags (`Humans`, `Mice`, `Aged`), countries, organs and methods are
//! skipped, and so are classes (`Antioxidants`, `Membrane Proteins`).

mod word_lists;

use crate::evidence::Evidence;
use crate::vocabulary::{EntityKind, ExtraEntity, Vocabulary, words};
use referee_bibliography::Subject;
use referee_bibliography::subject::SubHeadingMeaning;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use word_lists::{AGENT_WORDS, CLASSES_OF_RECEPTORS, DRUG_STEMS, MOLECULES, PROCESSES, TOO_GENERAL};

/// Adds the entities in the subjects of the evidence to a vocabulary.
#[must_use]
pub fn with_subjects<'v>(
    vocabulary: &'v Vocabulary,
    question: &str,
    evidence: &[Evidence],
) -> Cow<'v, Vocabulary> {
    let mut seen: BTreeMap<&str, SubjectUse> = BTreeMap::new();
    for subject in evidence.iter().flat_map(|one| &one.record.subjects) {
        let subject = Subject::read(subject);
        let seen = seen.entry(subject.name).or_default();
        seen.is_substance |= subject.is_substance;
        seen.told.extend(subject.tells.iter().map(|tells| match tells {
            SubHeadingMeaning::Condition => "condition",
            SubHeadingMeaning::Given => "given",
            SubHeadingMeaning::Molecule => "molecule",
        }));
    }
    let asked: Vec<String> = words(question).into_iter().map(|(word, _)| word).collect();
    let derived = seen.into_iter().filter_map(|(subject, seen)| {
        let subject = without_species(subject);
        let names = names(subject);
        let kind = kind(subject, &seen, &names, &asked)?;
        Some(ExtraEntity { kind, also: also(vocabulary, kind, &names), names })
    });
    vocabulary.extended(derived.collect())
}

/// Strips the species from a substance: `CD200 receptor, mouse`.
fn without_species(subject: &str) -> &str {
    const SPECIES_SUFFIXES: &[&str] = &["human", "mouse", "rat"];
    match subject.rsplit_once(", ") {
        Some((name, species)) if SPECIES_SUFFIXES.contains(&species) && !name.ends_with(" protein") => name,
        _ => subject,
    }
}

/// Returns other spellings under which the vocabulary may know a molecule.
fn also(vocabulary: &Vocabulary, kind: EntityKind, names: &[String]) -> Vec<String> {
    /// Words next to a symbol that do not change its meaning.
    const SYMBOL_COMPANIONS: &[&str] = &["activated", "kinase", "mitogen", "protein", "suppressor", "tumor"];
    let mut out = Vec::new();
    for name in names.iter().filter(|_| kind == EntityKind::Target) {
        // `interleukin-1beta`, `IL-1 beta`.
        for greek in ["alpha", "beta", "gamma"] {
            if let Some(before) = name.strip_suffix(greek).filter(|before| before.ends_with(char::is_numeric))
            {
                out.push(format!("{before} {greek}"));
            }
        }
        out.extend(name.strip_suffix(" alpha subunit").map(str::to_owned));
        // `IL10`, `IL-10`.
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        out.extend(name.get(letters.len()..).map(|digits| format!("{letters} {digits}")));
        // `EGFR protein`, `tumor suppressor protein p53`.
        if let [mention] = vocabulary.mentions(name).as_slice() {
            let rest = [name.get(..mention.range.start), name.get(mention.range.end..)];
            let rest = rest.into_iter().flatten().flat_map(words).map(|(word, _)| word);
            if rest.into_iter().all(|word| SYMBOL_COMPANIONS.contains(&word.as_str())) {
                out.extend(name.get(mention.range.clone()).map(str::to_owned));
            }
        }
    }
    out
}

/// The information in the records about one subject.
#[derive(Default)]
struct SubjectUse {
    is_substance: bool,
    told: BTreeSet<&'static str>,
}

impl SubjectUse {
    fn is(&self, what: &str) -> bool {
        self.told.contains(what)
    }
}

/// Returns the kind of entity to which a subject refers; `None` if that is uncertain.
fn kind(name: &str, seen: &SubjectUse, names: &[String], asked: &[String]) -> Option<EntityKind> {
    let folded: Vec<String> = words(names.first()?).into_iter().map(|(word, _)| word).collect();
    let last = folded.last()?.as_str();
    if TOO_GENERAL.contains(&folded.join(" ").as_str()) {
        return None;
    }
    if !seen.is_substance {
        // A given subject that is not a substance is a treatment, a food or a habit.
        if seen.is("given") {
            return None;
        }
        if seen.is("condition") || last == "neoplasm" || last == "carcinoma" || last.ends_with("itis") {
            return Some(EntityKind::Condition);
        }
        let is_process = folded.first()? != "anti" && PROCESSES.iter().any(|end| last.ends_with(end));
        return is_process.then_some(EntityKind::Process);
    }
    let said: Vec<String> = words(name).into_iter().map(|(word, _)| word).collect();
    if said.iter().any(|word| matches!(word.as_str(), "dna" | "rna")) || name == "MicroRNAs" {
        return None;
    }
    if seen.is("condition") || said.iter().any(|word| AGENT_WORDS.contains(&word.as_str())) {
        return None;
    }
    let (given, molecule) = (seen.is("given"), seen.is("molecule"));
    if said.iter().any(|word| is_molecule(word)) {
        // A given cytokine may be a drug, whose effect differs from its effect in the body.
        return (is_one(name) && (molecule || !given)).then_some(EntityKind::Target);
    }
    if is_plural(name) {
        return None;
    }
    let stem =
        || folded.iter().any(|word| word.len() > 6 && DRUG_STEMS.iter().any(|stem| word.ends_with(stem)));
    let is_asked = || !asked.is_empty() && asked.windows(folded.len()).any(|part| part == folded);
    match (given, molecule) {
        (true, false) => Some(EntityKind::Drug),
        (false, true) => Some(EntityKind::Target),
        (true, true) => None,
        // Supplementary concepts, which are substances without a heading, lack sub-headings.
        (false, false) => (stem() || is_asked()).then_some(EntityKind::Drug),
    }
}

fn is_molecule(word: &str) -> bool {
    const NOT_ENZYMES: &[&str] = &["base", "disease", "increase", "phase", "release"];
    MOLECULES.contains(&word) || (word.len() > 4 && word.ends_with("ase") && !NOT_ENZYMES.contains(&word))
}

/// Returns whether the name of a molecule refers to one molecule, not a class: `HMGB1 Protein` and
/// `ras Proteins`, but not `Membrane Proteins`.
fn is_one(name: &str) -> bool {
    if let Some(of) = name.strip_prefix("Receptors, ") {
        let of: Vec<String> = words(of).into_iter().map(|(word, _)| word).collect();
        return !CLASSES_OF_RECEPTORS.contains(&of.join(" ").as_str());
    }
    if name.ends_with(" microRNA") || name.contains(" protein, ") {
        return true;
    }
    // `Cytochrome P450 Family 2`; `GPI-Linked Proteins`, `DNA-Binding Proteins`: classes of
    // molecules with a common property.
    if name.contains(" Family") || name.contains(" System") {
        return false;
    }
    if is_plural(name) && ["linked", "binding"].iter().any(|word| name.to_lowercase().contains(word)) {
        return false;
    }
    let generic = |word: &&str| !matches!(*word, "DNA" | "RNA" | "CoA" | "Protein" | "Enzyme");
    let symbol = |word: &str| {
        word.chars().any(|c| c.is_ascii_digit()) || word.chars().filter(char::is_ascii_uppercase).count() > 1
    };
    let specific = name.split(|c: char| !c.is_alphanumeric()).filter(generic).any(symbol);
    // `Protein Kinase`, `Transcription Factor`: neither word identifies a molecule.
    let plain = name.split_whitespace().count() < 2 && MOLECULES.contains(&name.to_lowercase().as_str());
    specific || (!is_plural(name) && !plain && name != "Protein Kinases")
}

/// Returns whether the last alphabetic word is a plural, as in the names of classes.
fn is_plural(name: &str) -> bool {
    let head = name.split(", ").next().unwrap_or(name);
    let last = head.split(|c: char| !c.is_alphabetic()).rfind(|word| word.len() > 3);
    last.is_some_and(|last| {
        last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") && !last.ends_with("is")
    })
}

/// Returns the names that sentences use for a subject, the display name first. Returns no names if
/// its only name is a common word.
fn names(subject: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |name: String| {
        let letters = name.chars().filter(|c| c.is_alphanumeric()).count();
        if letters >= 3 && name.chars().any(char::is_alphabetic) && !out.contains(&name) {
            out.push(name);
        }
    };
    if let Some((symbol, _)) = subject.split_once(" protein, ") {
        // A symbol without a digit may be a word: `REST`, `SET`, `CLOCK`.
        if symbol.chars().any(|c| c.is_ascii_digit()) {
            add(symbol.to_owned());
        }
        add(format!("{symbol} protein"));
        return out;
    }
    if let Some(number) = subject
        .strip_suffix(" microRNA")
        .and_then(|name| name.strip_prefix("MIRN").or_else(|| name.strip_prefix("mirn")))
    {
        let number = number.to_lowercase();
        add(format!("miR-{number}"));
        add(format!("microRNA-{number}"));
        return out;
    }
    let parts: Vec<&str> = subject.split(", ").collect();
    let straight = parts.join(" ");
    let turned: String = parts.iter().rev().copied().collect::<Vec<_>>().join(" ");
    // `Hypoxia-Inducible Factor 1, alpha Subunit` keeps its word order.
    let first = if straight.ends_with("Subunit") { straight.clone() } else { turned };
    let shown = lowered(&first);
    let plural = [("ies", "y"), ("Neoplasms", "cancer"), ("Neoplasms", "tumor")];
    let others: Vec<String> = plural
        .iter()
        .filter_map(|(end, other)| Some(format!("{}{other}", first.strip_suffix(end)?)))
        .collect();
    add(shown);
    if parts.len() > 1 {
        add(lowered(&straight));
    }
    for other in others {
        add(lowered(&other));
    }
    out
}

/// Returns a heading as it appears in a sentence: `type 2 diabetes mellitus`. An eponym keeps its
/// capital.
fn lowered(heading: &str) -> String {
    let all: Vec<&str> = heading.split(' ').collect();
    let eponym = matches!(all.as_slice(), [_, "Disease" | "Syndrome"]);
    let part = |part: &str| {
        let plain = part.len() > 2 && !part.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
        if plain { part.to_lowercase() } else { part.to_owned() }
    };
    let word = |(at, word): (usize, &&str)| {
        if eponym && at == 0 {
            return (*word).to_owned();
        }
        word.split('-').map(part).collect::<Vec<_>>().join("-")
    };
    all.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypotheses::extract;
    use crate::testing::{self, record};

    fn evidence(all: &[(&str, &[&str])]) -> Vec<Evidence> {
        let one = |(at, (text, subjects)): (usize, &(&str, &[&str]))| {
            let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
            let mut record = record(number, "A paper", text);
            record.subjects = subjects.iter().map(|subject| (*subject).to_owned()).collect();
            testing::evidence(record)
        };
        all.iter().enumerate().map(one).collect()
    }

    /// Returns the entities that the subjects add, by display name.
    fn named(question: &str, subjects: &[&str]) -> Vec<(String, EntityKind)> {
        let shipped = Vocabulary::shipped();
        let all = with_subjects(&shipped, question, &evidence(&[("", subjects)])).into_owned();
        let new = all.entities().skip(shipped.entities().count());
        new.map(|entity| (entity.name.clone(), entity.kind)).collect()
    }

    #[test]
    fn a_substance_of_no_list_makes_a_chain_over_the_substances_and_headings_of_the_records() {
        let all = evidence(&[
            (
                "Examplin activated EXQ1 in mice.",
                &["[Examplin]/pharmacology", "[Exq1 protein, mouse]", "Mice"],
            ),
            ("EXQ1 suppresses example fever.", &["[Exq1 protein, mouse]", "Fever, Example/drug therapy"]),
        ]);
        let shipped = Vocabulary::shipped();
        assert!(extract("examplin example fever", &all, &shipped).hypotheses.is_empty());
        let more = with_subjects(&shipped, "examplin example fever", &all);
        let found = extract("examplin example fever", &all, &more);
        let first = found.hypotheses.first().expect("a hypothesis");
        assert_eq!(first.mechanism(), "examplin → Exq1 → example fever");
        for hop in &first.hops {
            for quote in &hop.supporting {
                let one = all.iter().find(|one| one.handle == quote.work).expect("the work");
                assert!(crate::passage::stored_text(&one.record).contains(&quote.text));
            }
        }
    }

    #[test]
    fn check_tags_countries_organs_methods_and_classes_name_nothing() {
        let subjects = [
            "Humans",
            "Animals",
            "Male",
            "Female",
            "Aged",
            "Middle Aged",
            "Mice",
            "Mice, Knockout",
            "China",
            "Liver",
            "Magnetic Resonance Imaging",
            "Double-Blind Method",
            "Treatment Outcome",
            "Dose-Response Relationship, Drug",
            "Radiotherapy/adverse effects",
            "Disease Progression",
            "Disease Models, Animal",
            "[Antioxidants]/pharmacology",
            "[Membrane Proteins]",
            "[Transcription Factors]/antagonists & inhibitors",
            "[Receptors, Cell Surface]",
            "[Protein Kinase Inhibitors]/therapeutic use",
            "[RNA, Messenger]/biosynthesis",
            "[MicroRNAs]/genetics",
            "[GPI-Linked Proteins]",
            "[Placebos]/administration & dosage",
            "[Lead]/adverse effects",
            "[REST protein, human]",
            "machine learning",
        ];
        let found = named("", &subjects);
        assert_eq!(found, [("REST protein".to_owned(), EntityKind::Target)]);
    }

    #[test]
    fn a_heading_and_a_substance_are_what_their_sub_headings_and_names_say() {
        let subjects = [
            "[Quinexamide]/therapeutic use",
            "[examplitinib]",
            "[sulforexane]",
            "[unaskedane]",
            "[Receptors, EXR5]",
            "[Gexamplin Peroxidase]",
            "[MIRN917 microRNA, human]",
            "[Interferon-alpha]/therapeutic use",
            "Arthritis, Exemplary/drug therapy",
            "Breast Neoplasms, Exemplary",
            "Exophagy",
        ];
        let found = named("Does sulforexane help?", &subjects);
        let found: Vec<(&str, EntityKind)> =
            found.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
        assert_eq!(
            found,
            [
                ("exemplary arthritis", EntityKind::Condition),
                ("exemplary breast neoplasms", EntityKind::Condition),
                ("exophagy", EntityKind::Process),
                ("gexamplin peroxidase", EntityKind::Target),
                ("miR-917", EntityKind::Target),
                ("quinexamide", EntityKind::Drug),
                ("EXR5 receptors", EntityKind::Target),
                ("examplitinib", EntityKind::Drug),
                ("sulforexane", EntityKind::Drug),
            ]
        );
    }

    #[test]
    fn what_the_vocabulary_knows_stays_as_it_is_and_a_heading_is_known_turned_and_straight() {
        assert!(
            named("", &["[Metformin]/antagonists & inhibitors", "[AMP-Activated Protein Kinases]"])
                .is_empty()
        );
        let (own, _) = Vocabulary::with("target: examplin\n");
        let all = evidence(&[("", &["[Examplin]/pharmacology", "Nephritis, Exemplary/complications"])]);
        let more = with_subjects(&own, "", &all);
        assert_eq!(
            more.find("examplin").and_then(|id| more.get(id)).map(|one| one.kind),
            Some(EntityKind::Target)
        );
        assert!(more.find("nephritis exemplary").is_some());
        assert_eq!(more.find("nephritis exemplary"), more.find("exemplary nephritis"));
    }
}
