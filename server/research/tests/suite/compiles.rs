//! Compiles reports with the programs of their formats, if they are installed.

use crate::skipped;
use referee_bibliography::{
    Bibliography, Date, Format as BibliographyFormat, Identifier, Name, Work, WorkKind,
};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_research::page::{CitationSyntax, write};
use referee_research::report::{bibliography, compose, page};
use referee_research::rounds::{ResearchContext, research};
use referee_research::{Store, Vocabulary};
use referee_syntax::Format;
use referee_text::Rope;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A sentence that breaks a format if it is not escaped.
const HARD: &str = "Metformin (≥ 5 µg/mL, ±0.5 × 10⁻³ °C) reduced TNF-α, β-amyloid and Δψ by 50% & more → ≈ 3_2 #1 $x$ ~y ^z {a} \\b <c> in dementia — naïve Señor Łoś’s “½” test of γδ cells.";

/// The title of the work that contains the sentence.
const TITLE: &str = "Metformin, TNF-α & dementia: 100 % of β_2 cells ≥ 5 \u{3bc}M";

/// A report in a format.
struct Written {
    format: Format,
    text: String,
    /// The entries of its bibliography.
    entries: String,
}

/// Returns the report on that sentence as LaTeX, Typst and Quarto, each with its bibliography.
fn reports() -> [Written; 3] {
    let record = Record {
        subjects: vec!["Humans".to_owned()],
        types: vec!["Journal Article".to_owned()],
        ..Record::new(
            "pubmed",
            Work {
                kind: WorkKind::Article,
                title: Some(TITLE.to_owned()),
                authors: vec![Name::person("Łoś-Ñandú", "Zoë")],
                container: Some("Journal of Examples & Signs".to_owned()),
                date: Some(Date { year: 2020, month: None, day: None }),
                summary: Some(HARD.to_owned()),
                identifiers: [Identifier::Pmid(90_000_101)].into_iter().collect(),
                ..Work::default()
            },
        )
    };
    let library: Arc<dyn Source> =
        Arc::new(InMemoryLibrary::from_records(vec![record], Completeness::nothing()));
    let vocabulary = Vocabulary::shipped();
    let mut context = ResearchContext {
        sources: &[library],
        vocabulary: &vocabulary,
        cancel: &CancellationToken::new(),
        progress: &mut |_| {},
        model: None,
        embedder: None,
        mechanisms: None,
        query_embedder: None,
    };
    let found = research("metformin dementia", 1, &mut Store::in_memory().unwrap(), &mut context).unwrap();
    let report = compose(&found).unwrap();
    [Format::Latex, Format::Typst, Format::Quarto].map(|format| {
        let (entries, keys) = bibliography(&report, format);
        let text = write(&page(&report, false), format, &CitationSyntax::Keys(keys), 0);
        Written { format, text, entries }
    })
}

/// Runs a program on a file in a folder; `None`, with a message, if it is not installed.
fn compiled(folder: &Path, program: &str, arguments: &[&str]) -> Option<(bool, String)> {
    match Command::new(program).args(arguments).current_dir(folder).output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped(format_args!("{program} is not on this machine; its format was not compiled"));
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

#[test]
fn a_report_with_greek_letters_and_signs_compiles_in_each_format() {
    let folder = tempfile::tempdir().unwrap();
    for Written { format, text, entries } in reports() {
        assert!(text.contains("TNF"), "the sentence is quoted: {text}");
        let (name, list, whole) = match format {
            Format::Latex => (
                "report.tex",
                "latex.bib",
                format!(
                    "\\documentclass{{article}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage[T1]{{fontenc}}\n\\begin{{document}}\n{text}\n\\bibliographystyle{{plain}}\n\\bibliography{{latex}}\n\\end{{document}}\n"
                ),
            ),
            Format::Typst => ("report.typ", "typst.bib", format!("{text}\n#bibliography(\"typst.bib\")\n")),
            _ => ("report.qmd", "quarto.bib", text),
        };
        std::fs::write(folder.path().join(name), whole).unwrap();
        std::fs::write(folder.path().join(list), entries).unwrap();
    }
    for (program, arguments) in [
        ("pdflatex", &["-interaction=nonstopmode", "-halt-on-error", "report.tex"][..]),
        ("bibtex", &["report"]),
        // The second run typesets the list of references.
        ("pdflatex", &["-interaction=nonstopmode", "-halt-on-error", "report.tex"]),
        ("typst", &["compile", "report.typ", "typst.pdf"]),
        (
            "pandoc",
            &[
                "--from=markdown",
                "--to=html",
                "--citeproc",
                "--bibliography=quarto.bib",
                "report.qmd",
                "--output=report.html",
            ],
        ),
    ] {
        if let Some((is_done, said)) = compiled(folder.path(), program, arguments) {
            assert!(is_done, "{program}: {said}");
        }
    }
}

#[test]
fn latex_holds_no_letter_that_pdflatex_does_not_know() {
    let reports = reports();
    let written = reports.iter().find(|written| written.format == Format::Latex).unwrap();
    let (latex, entries) = (&written.text, &written.entries);
    // The characters that inputenc's utf8 knows with T1 fonts: Latin letters and typographic marks.
    let is_known = |c: char| {
        c.is_ascii()
            || ('\u{a1}'..='\u{17f}').contains(&c)
            || matches!(c, '\u{a0}' | '–' | '—' | '‘' | '’' | '“' | '”' | '„' | '…' | '†' | '‡' | '•')
    };
    for text in [latex, entries] {
        let unknown: Vec<char> = text.chars().filter(|c| !is_known(*c)).collect();
        assert!(unknown.is_empty(), "{unknown:?} in {text}");
    }
    // The written entries are read back as the original letters.
    let read = Bibliography::read(BibliographyFormat::Bibtex, Rope::from_str(entries));
    let titles: Vec<_> = read.entries().filter_map(|entry| entry.work().title).collect();
    assert_eq!(titles, [TITLE]);
    for raw in ["50% ", " & more", "3_2", " #1", "$x$ ", "^z", " {a}"] {
        assert!(!latex.contains(raw), "{raw} in {latex}");
    }
}
