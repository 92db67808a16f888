//! `note/undeclared`

use crate::analysis::folding::fold;
use crate::analysis::sections::{self, Section};
use crate::pattern::words;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, FixContext, OpaqueKind, Scan};
use referee_findings::{FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_syntax::Format;
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/undeclared",
        summary: "A draft reads like a clinical note and is checked as a manuscript",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A draft that has the sections of a clinical note (three of allergies, past history, medications, examination, plan and \
their like, or the four of a SOAP note), cites nothing and has none of the headings of a paper, while nothing says that \
it is a note.

## Why

The rules about allergies, doses, values and contradictions read clinical notes only. A note that is taken for a \
manuscript looks clean, and nobody has looked.

## Example

```text
PMH: asthma. Allergies: penicillin.
Vitals: T 37.2, HR 88.
Plan: amoxicillin 500 mg three times a day.
```

## What it cannot tell

Whether a text in whole sentences, without such lines, is a note: say so in its front matter, or for a folder in the \
settings.
",
            notice!(),
            "
## Fixes

In Markdown, Quarto and R Markdown without front matter: write the front matter that says so.

## Sources

None; what a note is, its author says (`referee: {kind: clinical-note}`, `documents.clinical`, `--kind clinical-note`).
"
        ),
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: Some(fixes),
};

/// Notes are shorter than this, in bytes.
const MAX_NOTE_BYTES: usize = 60_000;
/// The number of different note sections that identify a note.
const MIN_SECTIONS: u32 = 3;
/// The longest line in which further section names are searched, in bytes.
const MAX_LINE_BYTES: usize = 4_000;

/// Sections of notes that papers do not have under these names.
const NOTE_SECTIONS: &[Section] = &[
    Section::Complaint,
    Section::PastHistory,
    Section::Medications,
    Section::Allergies,
    Section::FamilyHistory,
    Section::SocialHistory,
    Section::ReviewOfSystems,
    Section::Objective,
    Section::HospitalCourse,
    Section::DischargeDiagnosis,
    Section::DischargeMedications,
    Section::Plan,
    Section::AssessmentAndPlan,
];
/// One of these is required, because plans, courses and families occur in other texts too.
const PATIENT_SECTIONS: &[Section] = &[
    Section::Complaint,
    Section::PastHistory,
    Section::Medications,
    Section::Allergies,
    Section::ReviewOfSystems,
    Section::Objective,
    Section::DischargeDiagnosis,
    Section::DischargeMedications,
];
/// The parts of a SOAP note; structured abstracts have one or two of them.
const SOAP_SECTIONS: &[Section] =
    &[Section::Subjective, Section::Objective, Section::Assessment, Section::Plan];
/// Names that also occur in papers, protocols and manuals; they count only for SOAP notes.
static AMBIGUOUS_NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("undeclared/ambiguous-names"));
/// Headings of papers.
const PAPER_SECTIONS: &[Section] = &[Section::Abstract, Section::Methods, Section::References];

/// The features of a note and of a paper in some blocks.
#[derive(Clone, Copy, Default)]
struct NamedSections {
    /// A bit for each section with a name that only notes use.
    sections: u64,
    /// A bit for each section, by any name.
    any_name: u64,
    /// A citation, a paper heading, or front matter that declares the kind of draft.
    is_other: bool,
    bytes: usize,
}

fn bit(section: Section) -> u64 {
    1 << (section as u64 % 64)
}

fn has_any(bits: u64, sections: &[Section]) -> bool {
    sections.iter().any(|section| bits & bit(*section) != 0)
}

impl NamedSections {
    fn of(block: &BlockContext<'_>) -> NamedSections {
        let mut named = NamedSections { bytes: block.text().len(), ..NamedSections::default() };
        if block.opaque().iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter) {
            named.is_other = says_its_kind(block.text());
            return named;
        }
        named.is_other = !block.citations().is_empty() || block.in_references;
        for heading in block.headings() {
            let of_paper = sections::of_heading(&heading.text);
            named.is_other |= of_paper.is_some_and(|section| PAPER_SECTIONS.contains(&section));
            if let Some(section) = sections::of_note(&heading.text) {
                named.name(section, &heading.text);
            }
        }
        for line in block.prose().lines().map(str::trim).filter(|line| line.len() <= MAX_LINE_BYTES) {
            // In a note without line breaks the names follow full stops.
            for part in line.split_inclusive(". ").filter(|part| part.contains(':')) {
                if let Some(label) = sections::label(part.trim(), 0).filter(|label| label.has_text) {
                    named.name(label.section, part.trim().get(label.span.range()).unwrap_or_default());
                }
            }
            if let Some(label) = sections::label(line, 0).filter(|label| !label.has_text) {
                named.name(label.section, line.get(label.span.range()).unwrap_or_default());
            }
        }
        named
    }

    /// Adds a section under its name.
    fn name(&mut self, section: Section, name: &str) {
        let folded = fold(name);
        let name = folded.trim_matches(|c: char| !c.is_alphanumeric());
        self.any_name |= bit(section);
        if NOTE_SECTIONS.contains(&section) && !AMBIGUOUS_NAMES.contains(&name) {
            self.sections |= bit(section);
        }
    }

    fn add(&mut self, other: NamedSections) {
        self.sections |= other.sections;
        self.any_name |= other.any_name;
        self.is_other |= other.is_other;
        self.bytes += other.bytes;
    }

    fn is_note(self) -> bool {
        let is_soap = SOAP_SECTIONS.iter().all(|section| self.any_name & bit(*section) != 0);
        let has_sections =
            self.sections.count_ones() >= MIN_SECTIONS && has_any(self.sections, PATIENT_SECTIONS);
        !self.is_other && self.bytes <= MAX_NOTE_BYTES && (is_soap || has_sections)
    }
}

/// Whether front matter declares the kind of draft, or is that of a paper.
fn says_its_kind(front_matter: &str) -> bool {
    let mut lines = front_matter.lines().map(str::trim_start);
    lines.any(|line| {
        ["kind:", "referee:", "bibliography:", "abstract:"].iter().any(|name| line.starts_with(name))
    })
}

impl Scan for NamedSections {
    type State = ();
    type Summary = NamedSections;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut NamedSections, block: &BlockContext<'_>) {
        summary.add(*block.fact(NamedSections::of));
    }
}

/// The first line with text, where the finding is reported.
fn first_line(draft: &Draft<'_>) -> Option<Span> {
    let is_front_matter =
        |block: &BlockContext<'_>| block.opaque().iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter);
    let block = draft.blocks().find(|block| !is_front_matter(block) && !block.text().trim().is_empty())?;
    let text = block.text();
    let lead = text.len() - text.trim_start().len();
    let line = text.trim_start().lines().next().unwrap_or_default().trim_end();
    Some(Span::new(block.start + lead, block.start + lead + line.len()))
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut named = NamedSections::default();
    for group in draft.scan::<NamedSections>(()) {
        named.add(*group.summary);
    }
    if !named.is_note() {
        return Vec::new();
    }
    let Some(line) = first_line(draft) else { return Vec::new() };
    let message = if draft.is_spanish() {
        "Parece una nota clínica y se revisa como manuscrito. Nada mira sus alergias, dosis y contradicciones: dígalo con \
         `referee: {kind: clinical-note}` en su cabecera, o con la opción `documents.clinical`."
    } else {
        "This reads like a clinical note and is checked as a manuscript. Nothing looks at its allergies, doses and \
         contradictions: say so with `referee: {kind: clinical-note}` in its front matter, or by the setting \
         `documents.clinical`."
    };
    vec![Remark::new(line, message.to_owned())]
}

fn fixes(context: &FixContext<'_>, _: &Finding) -> Vec<Fix> {
    let draft = &context.draft;
    let is_markdown = matches!(draft.format, Format::Markdown | Format::Quarto | Format::RMarkdown);
    let has_front_matter = draft
        .blocks()
        .take(2)
        .any(|block| block.opaque().iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter));
    if !is_markdown || has_front_matter {
        return Vec::new();
    }
    let title = if draft.is_spanish() {
        "Decir que es una nota clínica"
    } else {
        "Say that this is a clinical note"
    };
    vec![Fix {
        title: title.to_owned(),
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![FileEdit {
            file: context.file.clone(),
            span: Span::at(0),
            text: String::from("---\nreferee:\n  kind: clinical-note\n---\n\n"),
        }],
    }]
}

#[cfg(test)]
mod tests;
