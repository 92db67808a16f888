//! The notation of a record's subjects, which keeps the information of the source in one string
//! each.
//!
//! A heading is written as in MEDLINE, with those sub-headings that show its kind
//! (`Asthma/drug therapy`). Substances of the record's list are in brackets
//! (`[Metformin]/pharmacology`). Keywords are kept as the authors wrote them.

/// The kind of concept that a sub-heading implies for its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubHeadingMeaning {
    /// The heading is a condition.
    Condition,
    /// The heading is a substance that was given.
    Given,
    /// The heading is a molecule that is made, lacking or acted on.
    Molecule,
}

/// Sub-headings that (almost) only occur with one kind of heading. Source: National Library of
/// Medicine, "MeSH Qualifiers with Scope Notes"
/// (<https://www.nlm.nih.gov/mesh/qualifiers_scopenotes.html>) and "Topical Subheadings by
/// Allowable Category" (<https://www.nlm.nih.gov/mesh/topcat2002.html>). Those of conditions belong
/// to categories C and F3, those of substances to D. Sub-headings that also occur with other kinds
/// are left out: `metabolism`, `genetics`, `epidemiology` (countries), `physiopathology` (organs),
/// `mortality` and `rehabilitation` (operations), `prevention & control` (accidents and outbreaks).
const SUB_HEADINGS: &[(&str, SubHeadingMeaning)] = &[
    ("administration & dosage", SubHeadingMeaning::Given),
    ("adverse effects", SubHeadingMeaning::Given),
    ("agonists", SubHeadingMeaning::Molecule),
    ("antagonists & inhibitors", SubHeadingMeaning::Molecule),
    ("biosynthesis", SubHeadingMeaning::Molecule),
    ("chemically induced", SubHeadingMeaning::Condition),
    ("complications", SubHeadingMeaning::Condition),
    ("diagnosis", SubHeadingMeaning::Condition),
    ("diet therapy", SubHeadingMeaning::Condition),
    ("drug therapy", SubHeadingMeaning::Condition),
    ("etiology", SubHeadingMeaning::Condition),
    ("pharmacokinetics", SubHeadingMeaning::Given),
    ("pharmacology", SubHeadingMeaning::Given),
    ("radiotherapy", SubHeadingMeaning::Condition),
    ("therapeutic use", SubHeadingMeaning::Given),
    ("therapy", SubHeadingMeaning::Condition),
];

/// Returns what a sub-heading implies; `None` if it occurs with many kinds of headings.
#[must_use]
pub fn tells(sub_heading: &str) -> Option<SubHeadingMeaning> {
    let at = SUB_HEADINGS.binary_search_by(|(name, _)| (*name).cmp(sub_heading)).ok()?;
    SUB_HEADINGS.get(at).map(|(_, tells)| *tells)
}

/// A parsed subject of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    /// The heading, the substance or the keyword.
    pub name: &'a str,
    /// Whether it is in the record's list of substances.
    pub is_substance: bool,
    /// The kinds that its sub-headings imply.
    pub tells: Vec<SubHeadingMeaning>,
}

impl<'a> Subject<'a> {
    /// Parses a subject. A slash before anything but a known sub-heading is part of the name:
    /// `PI3K/Akt`.
    #[must_use]
    pub fn read(text: &'a str) -> Subject<'a> {
        let mut name = text;
        let mut told = Vec::new();
        while let Some((before, last)) = name.rsplit_once('/')
            && let Some(tells) = tells(last)
        {
            name = before;
            told.push(tells);
        }
        told.reverse();
        match name.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
            Some(inner) => Subject { name: inner, is_substance: true, tells: told },
            None => Subject { name, is_substance: false, tells: told },
        }
    }
}

/// Adds a heading or keyword unless it is present; returns its index.
pub(crate) fn add_heading(subjects: &mut Vec<String>, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    place(subjects, name).or_else(|| {
        subjects.push(name.to_owned());
        Some(subjects.len() - 1)
    })
}

/// Appends a sub-heading to the heading at an index, if it implies a kind.
pub(crate) fn add_sub_heading(subjects: &mut [String], place: Option<usize>, sub_heading: &str) {
    if tells(sub_heading).is_some()
        && let Some(subject) = place.and_then(|at| subjects.get_mut(at))
    {
        subject.push('/');
        subject.push_str(sub_heading);
    }
}

/// Adds a substance, or marks the heading with its name as one.
pub fn add_substance(subjects: &mut Vec<String>, name: &str) {
    match place(subjects, name).and_then(|at| subjects.get_mut(at)) {
        Some(subject) if !subject.starts_with('[') => {
            let rest = subject.split_off(name.len());
            *subject = format!("[{name}]{rest}");
        }
        Some(_) => {}
        None if name.is_empty() => {}
        None => subjects.push(format!("[{name}]")),
    }
}

/// Returns the index of the subject with this name.
fn place(subjects: &[String], name: &str) -> Option<usize> {
    subjects.iter().position(|subject| {
        let (subject, end) = match subject.as_bytes() {
            [b'[', inner @ ..] => (inner, Some(&b']')),
            plain => (plain, None),
        };
        // A fast check: most subjects differ in the first letter.
        subject.first() == name.as_bytes().first()
            && subject.strip_prefix(name.as_bytes()).is_some_and(|rest| match end {
                Some(end) => rest.first() == Some(end) && matches!(rest.get(1), None | Some(b'/')),
                None => matches!(rest.first(), None | Some(b'/')),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_keeps_what_tells_and_a_substance_is_marked_whichever_comes_first() {
        assert!(SUB_HEADINGS.is_sorted_by_key(|(name, _)| name));
        for substance_first in [true, false] {
            let mut subjects = Vec::new();
            if substance_first {
                add_substance(&mut subjects, "Metformin");
            }
            for (heading, sub_heading) in
                [("Metformin", "genetics"), ("Asthma", "genetics"), ("Metformin", "pharmacology")]
            {
                let place = add_heading(&mut subjects, heading);
                add_sub_heading(&mut subjects, place, sub_heading);
            }
            if !substance_first {
                add_substance(&mut subjects, "Metformin");
            }
            assert_eq!(subjects, ["[Metformin]/pharmacology", "Asthma"]);
        }
    }

    #[test]
    fn a_subject_is_taken_apart_and_a_slash_of_a_name_stays() {
        let read = Subject::read("[Tumor Necrosis Factor-alpha]/pharmacology/antagonists & inhibitors");
        assert_eq!((read.name, read.is_substance), ("Tumor Necrosis Factor-alpha", true));
        assert_eq!(read.tells, [SubHeadingMeaning::Given, SubHeadingMeaning::Molecule]);
        assert_eq!(Subject::read("PI3K/Akt").name, "PI3K/Akt");
        assert_eq!(Subject::read("").name, "");
    }
}
