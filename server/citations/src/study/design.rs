//! The design of a study, by the words of the table `study_designs.tsv`.

use referee_knowledge::built_in;
use std::sync::LazyLock;

/// The design of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// A meta-analysis or a systematic review.
    Synthesis,
    /// A guideline.
    Guideline,
    /// A randomised trial.
    RandomisedTrial,
    /// Another clinical trial.
    Trial,
    /// A cohort, case-control or cross-sectional study.
    Observational,
    /// Reports of single cases.
    CaseReport,
    /// A review that is not systematic.
    Review,
    /// An editorial, a letter, a comment.
    Opinion,
    /// A registered trial without results.
    Registration,
    /// A study of animals, cells or molecules.
    Laboratory,
    /// The design is not known.
    Unknown,
}

impl Design {
    /// Returns the design with a name in the table.
    fn named(name: &str) -> Option<Design> {
        Some(match name {
            "synthesis" => Design::Synthesis,
            "guideline" => Design::Guideline,
            "randomised-trial" => Design::RandomisedTrial,
            "trial" => Design::Trial,
            "observational" => Design::Observational,
            "case-report" => Design::CaseReport,
            "review" => Design::Review,
            "opinion" => Design::Opinion,
            _ => return None,
        })
    }
}

/// A row of the table.
struct DesignWords {
    design: Design,
    place: String,
    forms: Vec<String>,
}

static WORDS: LazyLock<Vec<DesignWords>> = LazyLock::new(|| {
    let table = built_in("study_designs.tsv").unwrap_or_default();
    let rows = table.rows().iter().filter_map(|row| {
        Some(DesignWords {
            design: Design::named(row.get("design"))?,
            place: row.get("place").to_owned(),
            forms: row.list("forms").map(str::to_owned).collect(),
        })
    });
    rows.collect()
});

/// Returns the design of the first row for one of the places whose form `fits` in that place.
fn first(places: &[&str], fits: impl Fn(&str, &str) -> bool) -> Option<Design> {
    WORDS
        .iter()
        .filter(|row| places.contains(&row.place.as_str()))
        .find(|row| row.forms.iter().any(|form| fits(&row.place, form)))
        .map(|row| row.design)
}

/// Returns the design by the types of a record, in lower case.
pub(super) fn of_types(types: &[String]) -> Option<Design> {
    first(&["type", "type-start"], |place, form| {
        types.iter().any(|kind| if place == "type" { kind == form } else { kind.starts_with(form) })
    })
}

/// Returns the design by a title in lower case.
pub(super) fn of_title(title: &str) -> Option<Design> {
    let ending = title.trim_end_matches(['.', ' ']);
    first(&["title", "title-end"], |place, form| {
        if place == "title" { title.contains(form) } else { ending.ends_with(form) }
    })
}

/// Returns the design by an abstract in lower case.
pub(super) fn of_abstract(summary: &str) -> Option<Design> {
    first(&["abstract"], |_, form| summary.contains(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_used() {
        let table = built_in("study_designs.tsv").expect("the built-in table is well-formed");
        assert_eq!(WORDS.len(), table.rows().len());
        let places = ["type", "type-start", "title", "title-end", "abstract"];
        assert!(WORDS.iter().all(|row| places.contains(&row.place.as_str()) && !row.forms.is_empty()));
    }
}
