//! `manuscript/missing-statement`

use super::chapter::Chapter;
use super::paper::{Paper, Role};
use crate::analysis::topics::Topics;
use crate::setting::Journal;
use crate::{Applies, Check, CriticRule, Draft, FixContext};
use referee_findings::{Data, FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/missing-statement",
        summary: "A complete paper lacks a statement that journals require",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A whole paper (methods, results and discussion with text, and references) that nowhere speaks of its funding, of competing \
interests or of where its data are; and, where its methods are about people, of approval by an ethics committee or of \
consent. Where the setting `critic.journal` is `icmje`, it also asks for a disclosure of the use of AI, as the ICMJE does since \
January 2026. Once for the file, with everything that was not found.

## Why

Journals return papers without these statements, whatever they hold besides.

## Example

A paper about patients that never mentions an ethics committee.

## What it cannot tell

A draft whose body is shorter than 1,200 bytes, about a page, is taken for one that is still being written, and nothing is \
asked of it. Whether a statement is in another file or in the forms of the journal, and whether what is said is enough: any word of \
it, under any heading, counts as a statement. Drafts that are not whole papers, reviews (for ethics and consent) and drafts \
that are put together from several files are left alone.

## Fixes

- Insert a heading with a line to complete, for each statement or for all.

## Sources

ICMJE Recommendations, sections II.A.4, II.B, II.E, III.L.2 and IV.A.3, as updated in January 2026; the words were chosen by hand.
",
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: Some(fixes),
};

/// A statement that journals require.
struct Statement {
    topic: Topics,
    /// Its topic, for English and Spanish messages.
    name: (&'static str, &'static str),
    /// The heading and the line to fill in.
    english: (&'static str, &'static str),
    spanish: (&'static str, &'static str),
}

static STATEMENTS: [Statement; 6] = [
    Statement {
        topic: Topics::ETHICS,
        name: ("ethics approval", "la aprobación ética"),
        english: (
            "Ethics approval",
            "[To complete: the committee and the number of its approval, or why none was needed.]",
        ),
        spanish: (
            "Aprobación ética",
            "[Por completar: el comité y el número de su aprobación, o por qué no hizo falta.]",
        ),
    },
    Statement {
        topic: Topics::CONSENT,
        name: ("consent", "el consentimiento"),
        english: ("Consent", "[To complete: how participants consented, or why consent was waived.]"),
        spanish: (
            "Consentimiento",
            "[Por completar: cómo consintieron los participantes, o por qué se eximió.]",
        ),
    },
    Statement {
        topic: Topics::FUNDING,
        name: ("funding", "la financiación"),
        english: ("Funding", "[To complete: who paid for the work, with the numbers of grants, or none.]"),
        spanish: (
            "Financiación",
            "[Por completar: quién financió el trabajo, con los números de las ayudas, o nadie.]",
        ),
    },
    Statement {
        topic: Topics::INTERESTS,
        name: ("competing interests", "los conflictos de intereses"),
        english: ("Competing interests", "[To complete: the interests of each author, or none.]"),
        spanish: ("Conflictos de intereses", "[Por completar: los intereses de cada autor, o ninguno.]"),
    },
    Statement {
        topic: Topics::DATA,
        name: ("availability of data", "la disponibilidad de los datos"),
        english: ("Data availability", "[To complete: where the data are, or why they cannot be shared.]"),
        spanish: (
            "Disponibilidad de los datos",
            "[Por completar: dónde están los datos, o por qué no se comparten.]",
        ),
    },
    Statement {
        topic: Topics::AI_USE,
        name: ("use of AI", "el uso de IA"),
        english: (
            "Use of artificial intelligence",
            "[To complete: which tool with its version was used for what, and who checked the result; or that none was used.]",
        ),
        spanish: (
            "Uso de inteligencia artificial",
            "[Por completar: qué herramienta, con su versión, se usó para qué, y quién comprobó el resultado; o que no se usó ninguna.]",
        ),
    },
];

/// The required statements that are missing. Disclosure of AI use is required only by some journals.
fn missing(paper: &Paper<'_>, journal: Option<Journal>) -> Vec<&'static Statement> {
    if !paper.is_whole() {
        return Vec::new();
    }
    let all = paper.topics();
    if all.any(Topics::ELSEWHERE) {
        return Vec::new();
    }
    let people = paper.topics_where(|role| role == Role::Body(Some(Chapter::Methods))).any(Topics::PEOPLE)
        && !paper.topics_where(|role| matches!(role, Role::Front | Role::Abstract)).any(Topics::NO_TRIAL);
    let asked = |statement: &&Statement| {
        if statement.topic == Topics::AI_USE {
            return journal == Some(Journal::Icmje);
        }
        people || !(statement.topic == Topics::ETHICS || statement.topic == Topics::CONSENT)
    };
    STATEMENTS.iter().filter(asked).filter(|statement| !all.any(statement.topic)).collect()
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let paper = Paper::of(draft);
    let missing = missing(&paper, draft.setting.journal);
    if missing.is_empty() {
        return Vec::new();
    }
    let spanish = draft.is_spanish() || paper.is_spanish();
    let names: Vec<&str> =
        missing.iter().map(|statement| if spanish { statement.name.1 } else { statement.name.0 }).collect();
    let listed = super::wording::listed(&names, spanish);
    let message = if spanish {
        format!(
            "El manuscrito no tiene ninguna declaración sobre {listed}. Añádala, o ignore este hallazgo si figura en otro lugar."
        )
    } else {
        format!(
            "The manuscript has no statement on {listed}. Add it, or ignore this finding if it is given elsewhere."
        )
    };
    let mut data = Data::default();
    let ids: Vec<&str> = missing.iter().map(|statement| statement.name.0).collect();
    data.more.insert("missing", ids.join(", "));
    vec![Remark::new(paper.anchor(), message).with_data(data)]
}

fn fixes(context: &FixContext<'_>, _: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let paper = Paper::of(draft);
    let missing = missing(&paper, draft.setting.journal);
    let spanish = draft.is_spanish() || paper.is_spanish();
    let stub = |statement: &Statement| {
        let (heading, line) = if paper.is_spanish() { statement.spanish } else { statement.english };
        format!("{}\n\n{line}\n\n", paper.heading(paper.level(), heading))
    };
    let fix = |title: String, text: String| Fix {
        title,
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![FileEdit { file: file.clone(), span: Span::at(paper.end()), text }],
    };
    let mut out: Vec<Fix> = Vec::new();
    if missing.len() > 1 {
        out.push(fix(
            if spanish {
                format!("Insertar {} declaraciones por completar", missing.len())
            } else {
                format!("Insert {} statements to complete", missing.len())
            },
            missing.iter().map(|statement| stub(statement)).collect(),
        ));
    }
    out.extend(missing.iter().map(|statement| {
        let title = if spanish {
            format!("Insertar una declaración sobre {} por completar", statement.name.1)
        } else {
            format!("Insert a statement on {} to complete", statement.name.0)
        };
        fix(title, stub(statement))
    }));
    out
}

#[cfg(test)]
mod tests {
    use super::super::paper::samples::{articulo, filler, paper};
    use crate::rules::testing::{fixed, manuscript, said};
    use crate::setting::{Journal, Setting};
    use referee_syntax::Format;

    const ID: &str = "manuscript/missing-statement";
    const METHODS: &str = "We saw forty patients twice a week in one clinic.";

    fn missing(text: &str) -> Vec<String> {
        let all = said(ID, Format::Markdown, text, &manuscript());
        all.iter().filter_map(|said| said.remark.data.more.get("missing").cloned()).collect()
    }

    fn whole(end: &str) -> String {
        paper("Forty patients were seen.", METHODS, "They did well.", end)
    }

    /// Statements from different journals and their topics.
    const STATEMENT_EXAMPLES: [(&str, &str); 30] = [
        ("ethics approval", "The regional ethics committee approved the study (2019/12)."),
        ("ethics approval", "The institutional review board approved the protocol."),
        ("ethics approval", "It followed the Declaration of Helsinki."),
        ("ethics approval", "Ethical approval was not required."),
        ("ethics approval", "El comité de ética aprobó el estudio."),
        ("consent", "All gave written informed consent."),
        ("consent", "Consent was waived."),
        ("consent", "Todos dieron su consentimiento por escrito."),
        ("consent", "Participants consented before the first visit."),
        ("consent", "Verbal consent was obtained by telephone."),
        ("funding", "## Funding\n\nNone."),
        ("funding", "This work received no specific grant."),
        ("funding", "Financial support came from the university."),
        ("funding", "The study was sponsored by its authors."),
        ("funding", "Financiación: ninguna."),
        ("funding", "Supported by the national fund for research."),
        ("funding", "The funder had no role in the design."),
        ("competing interests", "## Conflict of interest\n\nNone."),
        ("competing interests", "The authors have no competing interests."),
        ("competing interests", "Disclosures: none."),
        ("competing interests", "Declaration of interests: none."),
        ("competing interests", "The authors have nothing to disclose."),
        ("competing interests", "Los autores no tienen intereses que declarar."),
        ("availability of data", "## Data availability\n\nOn request."),
        ("availability of data", "The data are available on request."),
        ("availability of data", "All data are in Zenodo."),
        ("availability of data", "Code and data: github.com/x/y."),
        ("availability of data", "Data sharing: none."),
        ("availability of data", "Disponibilidad de los datos: a petición."),
        ("availability of data", "Materials are in a public repository."),
    ];

    #[test]
    fn the_use_of_ai_is_asked_for_only_where_the_journal_asks_and_any_words_of_it_are_a_statement() {
        let icmje = Setting { journal: Some(Journal::Icmje), ..manuscript() };
        let asked = |end: &str| {
            let all = said(ID, Format::Markdown, &whole(end), &icmje);
            all.iter().any(|said| {
                said.remark.data.more.get("missing").is_some_and(|list| list.contains("use of AI"))
            })
        };
        assert!(asked("") && !missing(&whole("")).join("").contains("AI"));
        for words in [
            "No generative AI was used.",
            "We used ChatGPT 5 to correct the English.",
            "A large language model drafted the abstract; the authors checked it.",
            "Use of artificial intelligence: none.",
            "No se usó inteligencia artificial.",
        ] {
            assert!(!asked(words), "{words}");
        }
    }

    #[test]
    fn each_statement_is_missed_and_each_way_of_saying_it_is_found() {
        let all = "ethics approval, consent, funding, competing interests, availability of data";
        assert_eq!(missing(&whole("")), [all]);
        for (name, statement) in STATEMENT_EXAMPLES {
            let found = missing(&whole(statement)).join("");
            assert!(!found.contains(name), "{statement}: {found}");
            assert!(found.split(", ").count() >= 3, "{statement}: {found}");
        }
        let spanish =
            articulo("Cuarenta pacientes.", "Vimos a cuarenta pacientes dos veces por semana.", "Bien.", "");
        assert_eq!(missing(&spanish), [all]);
    }

    #[test]
    fn a_paper_with_all_statements_in_any_words_is_clean_and_without_one_it_is_told() {
        let of = |wanted: &str| -> Vec<&str> {
            STATEMENT_EXAMPLES.iter().filter(|(name, _)| *name == wanted).map(|(_, words)| *words).collect()
        };
        let kinds = ["ethics approval", "consent", "funding", "competing interests", "availability of data"];
        let ways: Vec<Vec<&str>> = kinds.iter().map(|kind| of(kind)).collect();
        let (mut silent, mut told) = (0, 0);
        for round in 0..40 {
            // Each time with other statements in another order.
            let mut said: Vec<(&str, &str)> = kinds
                .iter()
                .zip(&ways)
                .enumerate()
                .map(|(kind, (name, ways))| (*name, ways[(round * (kind + 1) + round / 7) % ways.len()]))
                .collect();
            said.rotate_left(round % kinds.len());
            let written = |said: &[(&str, &str)]| {
                let words: Vec<&str> = said.iter().map(|(_, words)| *words).collect();
                whole(&words.join("\n\n"))
            };
            assert_eq!(missing(&written(&said)), Vec::<String>::new(), "{said:?}");
            silent += 1;
            let left_out = said.remove(0);
            let found = missing(&written(&said)).join(", ");
            // Some statements cover two topics.
            if !found.is_empty() {
                assert_eq!(found, left_out.0, "{said:?}");
                told += 1;
            }
        }
        assert!(silent == 40 && told >= 30, "{silent} {told}");
    }

    #[test]
    fn a_paper_that_says_all_is_clean_and_other_texts_are_left_alone() {
        let all = "The ethics committee approved it; all gave consent. Funding: none. Conflicts of interest: none. Data sharing: none.";
        let machines = paper(
            "Forty engines ran.",
            "The engines ran twice a week in one hall.",
            "They did well.",
            "Funding: none. No conflicts. Data sharing: none.",
        );
        let half =
            "# On something\n\n## Methods\n\nPatients.\n\n## Results\n\n## Discussion\n\n## References\n"
                .to_owned();
        let readme = format!("# A tool\n\n{}\n\n## Results\n\n{}\n", filler(9), filler(9));
        let chapter =
            format!("# Chapter\n\n## Methods\n\nPatients. {}\n\n## Results\n\n{}\n", filler(9), filler(9));
        let uncited = whole("").replace("## References\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n", "");
        for text in [whole(all), machines, half, readme, chapter, uncited, filler(40), String::new()] {
            assert_eq!(missing(&text), Vec::<String>::new(), "{text}");
        }
        let review = paper(
            "A systematic review of patients.",
            "We searched three databases for trials of patients.",
            "We found some.",
            "",
        );
        assert_eq!(missing(&review), ["funding, competing interests, availability of data"]);
    }

    #[test]
    fn the_fixes_insert_stubs_before_the_references() {
        let fixes = fixed(
            ID,
            Format::Markdown,
            &whole("All gave consent to the ethics committee. Data sharing: none."),
            &manuscript(),
        );
        let titles: Vec<&str> = fixes.iter().map(|fix| fix.0.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Insert 2 statements to complete",
                "Insert a statement on funding to complete",
                "Insert a statement on competing interests to complete"
            ]
        );
        let after = &fixes[0].2;
        let (funding, references) = (after.find("## Funding"), after.find("## References"));
        assert!(funding.is_some() && funding < references, "{after}");
        assert_eq!(missing(after), Vec::<String>::new());
    }
}
