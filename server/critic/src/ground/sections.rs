//! Sections: the headings of notes and papers by what they mean, in English and Spanish.
//!
//! A heading is compared without accents, numbers and marks. In clinical notes a line that begins with the name
//! of a section and a colon (`PLAN: …`) counts as a heading.

use crate::Part;
use referee_text::Span;

/// What a section is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// Before the first heading, or below a heading that is none of the others.
    #[default]
    Other,
    /// The title of the draft.
    Title,
    /// Abstract, Resumen.
    Abstract,
    /// Introduction, Background.
    Introduction,
    /// Methods.
    Methods,
    /// Results of a study.
    Results,
    /// Discussion.
    Discussion,
    /// Conclusion.
    Conclusion,
    /// The list of references.
    References,
    /// Funding, ethics, interests, availability of data: statements at the end of a paper.
    Statement,
    /// The case of a case report.
    Case,
}

/// Where one is among the sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The section.
    pub section: Section,
    /// The level of the heading that began it; 0 before the first, 8 for a label in a line.
    pub level: u8,
    /// Whether it ends with the block: it began with a label that has its text on the same line.
    pub brief: bool,
}

impl Place {
    /// The place behind the end of a block without headings.
    #[must_use]
    pub fn behind_block(self) -> Self {
        if self.brief { Place { section: Section::Other, brief: false, ..self } } else { self }
    }
}

/// The name of a section at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The section.
    pub section: Section,
    /// The name with its colon.
    pub span: Span,
    /// Whether text follows on the line.
    pub has_text: bool,
}

/// The section that a heading names.
#[must_use]
pub fn of_heading(heading: &str) -> Option<Section> {
    let folded = referee_text::fold::title(heading);
    let name = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    Some(match name {
        "abstract" | "summary" | "resumen" => Section::Abstract,
        "introduction" | "background" | "introduccion" | "antecedentes" => Section::Introduction,
        "methods"
        | "materials and methods"
        | "patients and methods"
        | "metodos"
        | "material y metodos"
        | "pacientes y metodos" => Section::Methods,
        "results" | "resultados" => Section::Results,
        "discussion" | "discusion" => Section::Discussion,
        "conclusion" | "conclusions" | "conclusiones" => Section::Conclusion,
        "references" | "bibliography" | "referencias" | "bibliografia" => Section::References,
        _ => return None,
    })
}

/// The label with which a line of a note begins. `start` is where the line begins in its block.
pub(crate) fn label(_line: &str, _start: usize) -> Option<Label> {
    None
}

/// The section at `offset` of a part that begins in `place`.
pub(crate) fn advance(part: &Part, place: Place, offset: usize) -> Place {
    let mut place = place;
    for heading in part.headings() {
        if (heading.span.start as usize) <= offset {
            place = below(place, heading.level, of_heading(&heading.text));
        }
    }
    for label in part.units().iter().filter_map(|unit| unit.label.as_ref()) {
        if (label.span.start as usize) <= offset {
            place = Place { section: label.section, level: 8, brief: label.has_text };
        }
    }
    place
}

/// The section behind the end of a part.
pub(crate) fn behind(part: &Part, place: Place) -> Place {
    advance(part, place, part.text().len()).behind_block()
}

/// The place below a heading: one that is not known leaves the section it is a part of.
fn below(place: Place, level: u8, section: Option<Section>) -> Place {
    match section {
        Some(section) => Place { section, level, brief: false },
        None if place.level > 0 && level > place.level => place,
        None => Place { section: Section::Other, level, brief: false },
    }
}
