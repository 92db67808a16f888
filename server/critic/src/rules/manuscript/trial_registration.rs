//! `manuscript/trial-registration`

use super::chapter::Chapter;
use super::paper::{Paper, Role};
use crate::analysis::topics::Topics;
use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, FixContext};
use referee_findings::{Data, FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/trial-registration",
        summary: "A trial has no registration, or a number that its registry cannot have issued",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

- A paper whose title or abstract says that people were randomised and that nowhere names a registration. Information, once \
for the file.
- A number of EudraCT, ChiCTR, CTRI, UMIN, jRCT or ReBEC that has not the form of its registry (a warning). Malformed NCT, \
ISRCTN, ACTRN and DRKS numbers are reported by `citation/malformed-identifier`.

## Why

Journals that follow the ICMJE publish only trials that were registered before the first participant, and ask for the \
number at the end of the abstract.

## Example

```markdown
We randomly assigned 120 patients to drug or placebo.
```

## What it cannot tell

A draft whose body is shorter than 1,200 bytes, about a page, is taken for one that is still being written, and nothing is \
asked of it. Whether a number belongs to this trial. Any number of a registry and any word of registration outside of the list of \
references counts. Reviews, meta-analyses, animal experiments, Mendelian randomisation and simulations are left alone.

## Fixes

- Insert a line to complete at the end of the abstract.

## Sources

ICMJE Recommendations, section III.L.1. Forms of numbers: EudraCT (YYYY-NNNNNN-CC), ChiCTR, CTRI, UMIN-CTR and jRCT as \
their registries print them, ReBEC (RBR- and six to eight letters and digits).
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::DIGIT, malformed), Check::document(Applies::Manuscripts, unregistered)],
    fixes: Some(fixes),
};

/// A registry, the pattern of its numbers and their valid form.
struct Registry {
    name: &'static str,
    found: Pattern,
    right: Pattern,
    /// Describes the valid form in English and Spanish.
    told: (&'static str, &'static str),
}

static REGISTRIES: LazyLock<Vec<Registry>> = LazyLock::new(|| {
    let forms: [(&str, &str, &str, (&str, &str)); 6] = [
        (
            "EudraCT",
            r"(?i)\bEudraCT(?: (?:number|no\.?|nr\.?|núm(?:ero)?\.?|n[º°]))?[:, ]{0,2}([0-9]{4}-[0-9-]{4,14}[0-9]|[0-9]{10,12})",
            r"^(?:19|20)[0-9]{2}-[0-9]{6}-[0-9]{2}$",
            (
                "the year, six digits and two digits, as in YYYY-NNNNNN-CC",
                "el año, seis cifras y dos cifras, como AAAA-NNNNNN-CC",
            ),
        ),
        (
            "ChiCTR",
            r"\b(?i:ChiCTR)(?:-[A-Z]{2,5}-|-)?([0-9]+)\b",
            r"^(?:[0-9]{8}|[0-9]{10})$",
            ("eight or ten digits", "ocho o diez cifras"),
        ),
        (
            "CTRI",
            r"\bCTRI/([0-9][0-9/]*[0-9])",
            r"^20[0-9]{2}/[0-9]{2,3}/[0-9]{6}$",
            (
                "year, month and six digits, as in CTRI/YYYY/MM/NNNNNN",
                "año, mes y seis cifras, como CTRI/AAAA/MM/NNNNNN",
            ),
        ),
        ("UMIN", r"\bUMIN([0-9]{4,})\b", r"^[0-9]{9}$", ("nine digits", "nueve cifras")),
        ("jRCT", r"\bjRCTs?([0-9]{4,})\b", r"^[0-9]{9,10}$", ("nine or ten digits", "nueve o diez cifras")),
        (
            "ReBEC",
            r"\bRBR-([0-9a-zA-Z]*[0-9][0-9a-zA-Z]*)\b",
            r"^[0-9a-zA-Z]{6,8}$",
            ("six to eight letters and digits after RBR-", "de seis a ocho letras y cifras tras RBR-"),
        ),
    ];
    let made = forms.into_iter().map(|(name, found, right, told)| Registry {
        name,
        found: Pattern::new(found),
        right: Pattern::new(right),
        told,
    });
    made.collect()
});

fn malformed(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references || !block.topics().any(Topics::REGISTRY) {
        return Vec::new();
    }
    let text = block.prose();
    let mut out = Vec::new();
    for form in REGISTRIES.iter() {
        for found in form.found.captures_iter(text) {
            let (Some(whole), Some(number)) = (found.get(0), found.get(1)) else { continue };
            let around = text.get(..whole.start()).unwrap_or_default();
            // A number in a web address follows the site's format.
            if form.right.is_match(number.as_str()) || around.ends_with(['/', '=', '-']) {
                continue;
            }
            let shown = whole.as_str();
            let message = if block.in_spanish() {
                format!(
                    "«{shown}» no es un número de {}, que tiene {}. Compárelo con el registro.",
                    form.name, form.told.1
                )
            } else {
                format!(
                    "“{shown}” is not a number of {}, which has {}. Compare it with the registry.",
                    form.name, form.told.0
                )
            };
            let mut data = Data::default();
            data.more.insert("registry", form.name.to_owned());
            out.push(Remark {
                place: Span::new(whole.start(), whole.end()),
                message,
                severity: Some(Severity::Warning),
                data,
                ..Remark::default()
            });
        }
    }
    out
}

/// Returns the place at which the paper describes itself as a trial.
fn says_trial(paper: &Paper<'_>) -> Option<Span> {
    if !(paper.has(Chapter::Methods) && paper.has(Chapter::Results)) {
        return None;
    }
    let opening = paper.topics_where(|role| matches!(role, Role::Front | Role::Abstract));
    if !opening.any(Topics::RANDOMISED)
        || opening.any(Topics::NO_TRIAL)
        || !opening.any(Topics::PEOPLE)
        || paper.topics().any(Topics::REGISTERED.and(Topics::ELSEWHERE))
        || paper.names_registration()
    {
        return None;
    }
    const TRIAL_PHRASES: [&str; 14] = [
        "randomly assigned",
        "randomly allocated",
        "were randomised",
        "were randomized",
        "randomised controlled trial",
        "randomized controlled trial",
        "randomised trial",
        "randomized trial",
        "randomised clinical trial",
        "randomized clinical trial",
        "ensayo clínico aleatorizado",
        "ensayo aleatorizado",
        "asignaron al azar",
        "aleatorizaron",
    ];
    let opening = paper.blocks_of(&[Role::Front, Role::Abstract]);
    for (block, _) in opening.filter(|(block, _)| block.topics().any(Topics::RANDOMISED)) {
        let folded = block.text().to_ascii_lowercase();
        let found =
            TRIAL_PHRASES.iter().filter_map(|says| folded.find(says).map(|at| (at, at + says.len()))).min();
        if let Some((start, end)) = found {
            return Some(Span::new(start, end).shift(block.start));
        }
    }
    None
}

fn unregistered(draft: &Draft<'_>) -> Vec<Remark> {
    let paper = Paper::of(draft);
    if !paper.has_chapters() {
        return Vec::new();
    }
    let Some(span) = says_trial(&paper) else { return Vec::new() };
    let message = if draft.is_spanish() || paper.is_spanish() {
        "Este ensayo no nombra ningún registro. Las revistas piden el registro y el número al final del resumen."
    } else {
        "This trial names no registration. Journals ask for the registry and the number at the end of the abstract."
    };
    vec![Remark::new(span, message)]
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let paper = Paper::of(draft);
    if says_trial(&paper) != Some(finding.span) {
        return Vec::new();
    }
    let last = paper
        .blocks_of(&[Role::Abstract])
        .filter(|(block, _)| block.is_prose() && !block.is_heading())
        .last();
    let Some((block, _)) = last else { return Vec::new() };
    let text = block.text();
    let inside = text.find("\\end{abstract}").map_or(text, |at| text.get(..at).unwrap_or(text));
    let at = block.start + inside.trim_end().len();
    let line = if paper.is_spanish() {
        "\n\nRegistro del ensayo: [Por completar: registro y número.]"
    } else {
        "\n\nTrial registration: [To complete: registry and number.]"
    };
    vec![Fix {
        title: String::from(if draft.is_spanish() || paper.is_spanish() {
            "Insertar una línea para el registro al final del resumen"
        } else {
            "Insert a line for the registration at the end of the abstract"
        }),
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![FileEdit { file: file.clone(), span: Span::at(at), text: line.to_owned() }],
    }]
}

#[cfg(test)]
mod tests {
    use super::super::paper::samples::{articulo, filler, paper};
    use crate::rules::testing::{fixed, manuscript, said};
    use referee_syntax::Format;

    const ID: &str = "manuscript/trial-registration";
    const METHODS: &str = "The clinic saw them twice a week for one year in two rooms.";

    fn places(text: &str) -> Vec<&str> {
        said(ID, Format::Markdown, text, &manuscript())
            .iter()
            .map(|said| &text[said.remark.place.range()])
            .collect()
    }

    const TRIALS: [&str; 12] = [
        "We randomly assigned 120 patients to drug or placebo.",
        "In this randomised controlled trial, 120 patients took drug or placebo.",
        "In this randomized controlled trial, 120 participants took drug or placebo.",
        "In all, 120 patients were randomised to drug or placebo.",
        "In all, 120 patients were randomized to drug or placebo.",
        "A double-blind randomised trial in 120 volunteers.",
        "A double-blind randomized trial in 120 patients.",
        "A randomised clinical trial in 120 patients.",
        "A randomized clinical trial in 120 participants.",
        "Participants were randomly allocated to drug or placebo.",
        "The 120 participants were randomly assigned 1:1.",
        "Adult patients were randomised in blocks of four.",
    ];

    #[test]
    fn a_trial_without_a_registration_is_told_once() {
        for text in TRIALS {
            assert_eq!(places(&paper(text, METHODS, "They did well.", "")).len(), 1, "{text}");
        }
        for text in [
            "Ensayo clínico aleatorizado con 120 pacientes.",
            "Los investigadores asignaron al azar a 120 pacientes.",
            "Se aleatorizaron 120 pacientes a fármaco o placebo.",
            "Ensayo aleatorizado con 120 participantes.",
        ] {
            assert_eq!(places(&articulo(text, METHODS, "Bien.", "")).len(), 1, "{text}");
        }
        let latex = format!(
            "\\begin{{abstract}}\nWe randomly assigned 120 patients.\n\\end{{abstract}}\n\n\\section{{Methods}}\n\n{METHODS}\n\n\\section{{Results}}\n\n{}\n",
            filler(3)
        );
        assert_eq!(said(ID, Format::Latex, &latex, &manuscript()).len(), 1);
    }

    #[test]
    fn a_number_that_its_registry_cannot_have_given_is_told() {
        for (text, wanted) in [
            ("It is EudraCT 2004-0446-20.", "EudraCT 2004-0446-20"),
            ("It is EudraCT number 2004-000446-2.", "EudraCT number 2004-000446-2"),
            ("It is EudraCT: 200400044620.", "EudraCT: 200400044620"),
            ("It is EudraCT no. 2004-00446-20.", "EudraCT no. 2004-00446-20"),
            ("Es EudraCT número 2004-000446-200.", "EudraCT número 2004-000446-200"),
            ("It is ChiCTR200002930.", "ChiCTR200002930"),
            ("It is ChiCTR-TRC-1200234.", "ChiCTR-TRC-1200234"),
            ("It is ChiCTR20000293088.", "ChiCTR20000293088"),
            ("It is CTRI/2018/05/1402.", "CTRI/2018/05/1402"),
            ("It is CTRI/18/05/014026.", "CTRI/18/05/014026"),
            ("It is UMIN00001234.", "UMIN00001234"),
            ("It is UMIN0000123456.", "UMIN0000123456"),
            ("It is jRCT10311801.", "jRCT10311801"),
            ("It is jRCTs03118010123.", "jRCTs03118010123"),
            ("It is RBR-3ntx.", "RBR-3ntx"),
            ("It is RBR-3ntxrm5678.", "RBR-3ntxrm5678"),
        ] {
            assert_eq!(places(text), [wanted], "{text}");
        }
    }

    #[test]
    fn registered_trials_right_numbers_and_other_texts_are_left_alone() {
        for text in [
            "It is EudraCT 2004-000446-20.",
            "It is EudraCT number 2004-000446-20.",
            "It is EudraCT: 2004-000446-20.",
            "Es EudraCT número 2004-000446-20.",
            "It is ChiCTR2000029308.",
            "It is ChiCTR-TRC-12002345.",
            "It is CTRI/2018/05/014026.",
            "It is UMIN000012345.",
            "The UMIN registry has it.",
            "It is jRCT1031180123.",
            "It is jRCTs031180123.",
            "It is RBR-3ntxrm.",
            "It is RBR-10d3hk4n.",
            "An RBR-based method.",
            "The EudraCT database holds it.",
            "EudraCT was searched in 2019-05.",
            "See https://example.org/ChiCTR123.",
        ] {
            assert_eq!(places(text), Vec::<&str>::new(), "{text}");
        }
        for end in [
            "The trial is NCT01234567.",
            "The trial was registered (ISRCTN12345678).",
            "Trial registration: ACTRN12610000123456.",
            "It was registered before the first visit.",
            "ClinicalTrials.gov has it.",
            "The trial is DRKS00001234.",
            "The protocol is in a trial registry: registration was late.",
        ] {
            for text in TRIALS.iter().take(3) {
                assert_eq!(places(&paper(text, METHODS, "They did well.", end)), Vec::<&str>::new(), "{end}");
            }
        }
        for text in [
            "We followed 120 patients for a year.",
            "A meta-analysis of randomised trials in patients.",
            "A systematic review of randomised controlled trials with patients.",
            "Mice were randomised to drug or placebo, as patients are; 12 mice died.",
            "A Mendelian randomisation study of patients.",
            "A simulation of a randomised trial with virtual participants.",
            "Fields were randomised to crops.",
            "A secondary analysis of a randomised trial in patients.",
            "Patients were seen in random order.",
            "Revisión sistemática de ensayos aleatorizados con pacientes.",
            "Una cohorte de 120 pacientes.",
        ] {
            assert_eq!(places(&paper(text, METHODS, "They did well.", "")), Vec::<&str>::new(), "{text}");
        }
        let half = "# On something\n\n## Abstract\n\nWe randomly assigned 120 patients.\n\n## Methods\n\n";
        assert_eq!(places(half), Vec::<&str>::new());
        assert_eq!(places("We randomly assigned 120 patients."), Vec::<&str>::new());
    }

    #[test]
    fn the_fix_adds_a_line_at_the_end_of_the_abstract() {
        let text = paper(TRIALS[0], METHODS, "They did well.", "");
        let fixes = fixed(ID, Format::Markdown, &text, &manuscript());
        assert_eq!(fixes.len(), 1);
        assert!(
            fixes[0].2.contains(
                "placebo.\n\nTrial registration: [To complete: registry and number.]\n\n## Introduction"
            ),
            "{}",
            fixes[0].2
        );
    }
}
