//! `manuscript/missing-section`

use super::chapter::Chapter;
use super::paper::Paper;
use crate::analysis::topics::Topics;
use crate::{Applies, Check, CriticRule, Draft, FixContext, Profile};
use referee_findings::{Data, FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/missing-section",
        summary: "A paper lacks one of its sections",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A paper that lacks one of introduction, methods, results and discussion (or conclusion), once for the file. With the \
profile `imrad` every missing one is named. Without a profile it speaks only of a paper about people that has an \
abstract, references and all but one of methods, results and discussion.

## Why

Journals and readers look for what was done, what was found and what it means in their places.

## Example

A paper about patients with the headings Abstract, Introduction, Methods, Discussion and References: the results are \
missing.

## What it cannot tell

A draft whose body is shorter than 1,200 bytes, about a page, is taken for one that is still being written, and nothing is \
asked of it. Whether a section is in another file or is called by another name. Common names in English and Spanish are known, and \
those of two sections in one (`Results and discussion`).

## Fixes

- Insert the heading in its place.

## Sources

ICMJE Recommendations, section IV.A: preparing a manuscript for submission.
",
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: Some(fixes),
};

/// The missing sections that should be reported.
fn missing(draft: &Draft<'_>, paper: &Paper<'_>) -> Vec<Chapter> {
    let has = |chapter: Chapter| paper.begins(chapter);
    match draft.setting.profile {
        Some(Profile::Imrad) => {
            if !paper.has_chapters() {
                return Vec::new();
            }
            Chapter::ALL.into_iter().filter(|chapter| !has(*chapter)).collect()
        }
        Some(_) => Vec::new(),
        None => {
            let core = [Chapter::Methods, Chapter::Results, Chapter::Discussion];
            let missing: Vec<Chapter> = core.into_iter().filter(|chapter| !has(*chapter)).collect();
            let rest_is_written = core.iter().filter(|chapter| paper.has(**chapter)).count() == 2;
            let whole = missing.len() == 1
                && rest_is_written
                && paper.has_abstract()
                && paper.has_references
                && paper.is_written()
                && paper.topics().any(Topics::PEOPLE)
                && !paper.topics().any(Topics::ELSEWHERE);
            if whole { missing } else { Vec::new() }
        }
    }
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let paper = Paper::of(draft);
    let missing = missing(draft, &paper);
    if missing.is_empty() {
        return Vec::new();
    }
    let spanish = draft.is_spanish() || paper.is_spanish();
    let names: Vec<&str> = missing.iter().map(|chapter| chapter.name(paper.is_spanish())).collect();
    let listed = super::wording::listed(&names, spanish);
    let message = if spanish {
        format!(
            "Falta la sección {listed}. Añádala, o silencie este aviso si el artículo se organiza de otro modo."
        )
    } else {
        format!(
            "No section {listed} was found. Add it, or silence this where the paper is built differently."
        )
    };
    let mut data = Data::default();
    data.more.insert("missing", names.join(", "));
    vec![Remark::new(paper.anchor(), message).with_data(data)]
}

fn fixes(context: &FixContext<'_>, _: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let paper = Paper::of(draft);
    let missing = missing(draft, &paper);
    missing
        .into_iter()
        .map(|chapter| {
            let at = paper.behind(chapter).map_or_else(|| paper.end(), |next| next.start as usize);
            let name = chapter.name(paper.is_spanish());
            let text = format!("{}\n\n", paper.heading(paper.level(), name));
            Fix {
                title: if draft.is_spanish() || paper.is_spanish() {
                    format!("Insertar el encabezado {name}")
                } else {
                    format!("Insert the heading {name}")
                },
                kind: FixKind::Chosen,
                preferred: false,
                edits: vec![FileEdit { file: file.clone(), span: Span::at(at), text }],
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::paper::samples::{articulo, filler, paper};
    use crate::rules::testing::{fixed, manuscript, said};
    use crate::{Profile, Setting};
    use referee_syntax::Format;

    const ID: &str = "manuscript/missing-section";

    fn without(text: &str, heading: &str) -> String {
        text.replace(&format!("## {heading}\n\n"), "")
    }

    fn whole() -> String {
        paper(
            "Forty patients were seen.",
            "Patients were seen twice a week in one clinic.",
            "They did well.",
            "",
        )
    }

    fn imrad() -> Setting {
        Setting { profile: Some(Profile::Imrad), ..manuscript() }
    }

    fn messages(text: &str, setting: &Setting) -> Vec<String> {
        said(ID, Format::Markdown, text, setting).into_iter().map(|said| said.remark.message).collect()
    }

    #[test]
    fn a_paper_about_people_without_one_of_its_sections_is_told_once() {
        for missing in ["Methods", "Results", "Discussion"] {
            let text = without(&whole(), missing);
            assert_eq!(
                messages(&text, &manuscript()),
                [format!(
                    "No section {missing} was found. Add it, or silence this where the paper is built differently."
                )]
            );
        }
        let spanish =
            articulo("Cuarenta pacientes.", "Se vio a los pacientes dos veces por semana.", "Bien.", "");
        for missing in ["Métodos", "Resultados", "Discusión"] {
            assert_eq!(messages(&without(&spanish, missing), &manuscript()).len(), 1, "{missing}");
        }
    }

    /// Names that authors give the sections.
    const ENGLISH_NAMES: [(&str, &[&str]); 3] = [
        (
            "Methods",
            &[
                "Method",
                "Materials and methods",
                "Materials & Methods",
                "2. Methods",
                "PATIENTS AND METHODS",
                "Subjects and methods",
                "Participants and Methods",
                "Methodology",
                "Data and methods",
                "Research design",
                "Study design and setting",
                "Experimental procedures",
                "Procedure",
            ],
        ),
        (
            "Results",
            &[
                "Result",
                "3 Results",
                "RESULTS",
                "Findings",
                "Main findings",
                "Results of the trial",
                "Outcomes",
                "Clinical outcomes",
                "Observations",
                "Results and analysis",
                "Experiments",
            ],
        ),
        (
            "Discussion",
            &[
                "4. Discussion",
                "DISCUSSION",
                "General discussion",
                "Discussion and limitations",
                "Conclusion",
                "Conclusions",
                "Discussion and Conclusions",
                "Concluding remarks",
                "Comment",
                "Interpretation",
                "Implications for practice",
            ],
        ),
    ];
    const SPANISH_NAMES: [(&str, &[&str]); 3] = [
        (
            "Métodos",
            &[
                "Método",
                "Material y métodos",
                "Materiales y métodos",
                "PACIENTES Y MÉTODOS",
                "Sujetos y método",
                "Metodología",
                "Diseño del estudio",
                "2. Metodos",
                "Procedimientos",
            ],
        ),
        (
            "Resultados",
            &[
                "RESULTADOS",
                "3. Resultados",
                "Principales resultados",
                "Hallazgos",
                "Resultados clínicos",
                "Observaciones",
            ],
        ),
        (
            "Discusión",
            &[
                "DISCUSIÓN",
                "4. Discusion",
                "Discusión y conclusiones",
                "Conclusiones",
                "Comentario",
                "Comentarios",
                "Interpretación",
                "Implicaciones clínicas",
            ],
        ),
    ];

    #[test]
    fn a_section_is_known_by_its_many_names_and_missed_beside_each_of_them() {
        let spanish =
            articulo("Cuarenta pacientes.", "Se vio a los pacientes dos veces por semana.", "Bien.", "");
        let (mut silent, mut told) = (0, 0);
        for (text, names) in [(whole(), ENGLISH_NAMES), (spanish, SPANISH_NAMES)] {
            for (place, (plain, others)) in names.iter().enumerate() {
                for other in *others {
                    let called = text.replace(&format!("## {plain}\n"), &format!("## {other}\n"));
                    assert_ne!(called, text);
                    assert_eq!(messages(&called, &manuscript()), Vec::<String>::new(), "{other}");
                    silent += 1;
                    let missing = names[(place + 1) % 3].0;
                    let found = messages(&without(&called, missing), &manuscript());
                    assert!(
                        found.len() == 1 && found[0].contains(missing),
                        "{other}, no {missing}: {found:?}"
                    );
                    told += 1;
                }
            }
        }
        assert!(silent >= 55 && told >= 55, "{silent} {told}");
    }

    #[test]
    fn with_the_profile_every_missing_section_is_named() {
        let text = without(&without(&whole(), "Introduction"), "Results");
        assert_eq!(
            messages(&text, &imrad()),
            [
                "No section Introduction and Results was found. Add it, or silence this where the paper is built differently."
            ]
        );
        assert_eq!(messages(&whole(), &imrad()), Vec::<String>::new());
        assert_eq!(messages("# Methods\n\nSo.\n", &imrad()).len(), 1);
    }

    #[test]
    fn other_texts_are_left_alone() {
        let combined = whole()
            .replace("## Discussion", "## Conclusions")
            .replace("## Methods", "## Patients and methods");
        let merged = without(&whole(), "Discussion").replace("## Results", "## Results and discussion");
        let half = "# On something\n\n## Abstract\n\nPatients.\n\n## Methods\n\nTo do.\n\n## Results\n\n## References\n".to_owned();
        let readme = format!(
            "# A tool\n\n## Installation\n\n{}\n\n## Usage\n\n{}\n\n## Methods\n\nSee the wiki.\n",
            filler(9),
            filler(9)
        );
        let chapter = format!(
            "# Chapter 2\n\n## Sampling\n\n{}\n\n## Methods of counting\n\n{}\n",
            filler(9),
            filler(9)
        );
        let review = format!(
            "# Review\n\n## Abstract\n\nPatients.\n\n## Epidemiology\n\n{}\n\n## Treatment\n\n{}\n\n## References\n\n1. A. B. 2019.\n",
            filler(9),
            filler(9)
        );
        let essay = filler(30);
        for text in [whole(), combined, merged, half, readme, chapter, review, essay, String::new()] {
            assert_eq!(messages(&text, &manuscript()), Vec::<String>::new(), "{text}");
        }
        let software =
            without(&whole(), "Results").replace("patients", "programs").replace("Patients", "Programs");
        assert_eq!(messages(&software, &manuscript()), Vec::<String>::new());
    }

    #[test]
    fn the_fix_inserts_the_heading_in_its_place() {
        let text = without(&whole(), "Results");
        let fixes = fixed(ID, Format::Markdown, &text, &manuscript());
        assert_eq!(fixes.len(), 1);
        assert!(fixes[0].2.contains("## Results\n\n## Discussion"), "{}", fixes[0].2);
    }
}
