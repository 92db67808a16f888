//! Labelled sentences: for each rule those at which it must speak and those at which it must be silent.
//!
//! `labelled/*.txt` hold them, written for this purpose. A line beginning with `+` must make the rule of the file
//! speak, one with `-` must not (those of `clean.txt` for every rule about notes, those of `clean-papers.txt` for every
//! rule about papers); `↵` is a line break. `@` sets region and profile for the lines below it, and behind them
//! `elsewhere` (the language model is not on this machine) or `cells` (the author has a list of cell lines). Below `%` the text of the
//! line is put into a whole paper: `% abstract`, `% methods`, `% results` and `% end` say where, `% resumen` and so on
//! into a Spanish one.

use referee_critic::analysis::cell_lines::CellLines;
use referee_critic::{Profile, Region, RuleCache, Setting};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A list of cell lines as an author imports it.
const LISTED_CELLS: &str = "Misidentified cell line,Contaminating cell line,RRID\nMade-Up-2,Other-1,CVCL_ZZ01\nXY 77,Other-1,CVCL_ZZ02\nBend,Other-1,\n";

pub(crate) struct Case {
    pub(crate) must: bool,
    pub(crate) text: String,
    pub(crate) setting: Setting,
    line: usize,
}

pub(crate) fn read(path: &Path) -> (String, Vec<Case>) {
    let source = std::fs::read_to_string(path).unwrap();
    let mut rule = String::new();
    let mut setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
    let mut frame = String::new();
    let mut cases = Vec::new();
    for (line, text) in source.lines().enumerate() {
        let Some((mark, rest)) = text.split_at_checked(1) else { continue };
        match mark {
            "=" => {
                rule = rest.trim().to_owned();
                setting.kind =
                    if is_of_papers(&rule) { DraftKind::Manuscript } else { DraftKind::ClinicalNote };
            }
            "%" => frame = rest.trim().to_owned(),
            "@" => {
                let mut words = rest.split_whitespace();
                setting.region = Region::parse(words.next().unwrap_or_default());
                setting.profile = Profile::parse(words.next().unwrap_or_default());
                match words.next() {
                    Some("elsewhere") => setting.model_elsewhere = true,
                    Some("cells") => setting.cell_lines = Some(Arc::new(CellLines::read(LISTED_CELLS))),
                    _ => {}
                }
            }
            "+" | "-" => cases.push(Case {
                must: mark == "+",
                text: framed(&frame, &rest.trim().replace('↵', "\n")),
                setting: setting.clone(),
                line: line + 1,
            }),
            _ => {}
        }
    }
    (rule, cases)
}

/// Whether a rule looks at drafts that are read as papers: `note/undeclared` asks which of them are notes.
fn is_of_papers(rule: &str) -> bool {
    ["statistics/", "manuscript/", "draft/"].iter().any(|family| rule.starts_with(family))
        || rule == "note/undeclared"
}

/// A text in its place of a whole paper; the text itself where there is no frame.
fn framed(frame: &str, text: &str) -> String {
    let spanish = ["resumen", "metodos", "resultados", "final"];
    let is_spanish = spanish.contains(&frame);
    if frame.is_empty() {
        return text.to_owned();
    }
    let filler = if is_spanish {
        "Las mediciones se repitieron otro día y dieron el mismo orden de los grupos que antes. "
    } else {
        "The measurements were repeated on another day and gave the same order of the groups as before. "
    };
    let names = if is_spanish {
        ["Sobre algo", "Resumen", "Introducción", "Métodos", "Resultados", "Discusión", "Referencias"]
    } else {
        ["On something", "Abstract", "Introduction", "Methods", "Results", "Discussion", "References"]
    };
    // Several parts of one paper stand in one line, parted by `||`.
    let parts: Vec<&str> = text.split("||").map(str::trim).collect();
    let mut places: Vec<&str> = frame.split_whitespace().collect();
    places.truncate(parts.len());
    let at = |english: &str, own: &str| {
        let here = places.iter().position(|place| *place == english || *place == own);
        here.and_then(|index| parts.get(index)).copied().unwrap_or_default().to_owned()
    };
    let or = |found: String, other: &str| if found.is_empty() { other.to_owned() } else { found };
    let people = if is_spanish {
        "Se vio a cuarenta pacientes dos veces por semana en una consulta."
    } else {
        "Forty patients were seen twice a week in one clinic."
    };
    let [title, summary, begin, methods, results, discussion, references] = names;
    format!(
        "# {title}\n\n## {summary}\n\n{}\n\n## {begin}\n\n{}\n\n## {methods}\n\n{}\n\n## {results}\n\n{} {}\n\n## {discussion}\n\n{}\n\n{}\n\n## {references}\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
        or(at("abstract", "resumen"), people),
        filler.repeat(4),
        or(at("methods", "metodos"), people),
        at("results", "resultados"),
        filler.repeat(5),
        filler.repeat(6),
        at("end", "final"),
    )
}

fn speaks(rule: &str, case: &Case, format: Format) -> bool {
    let document = Document::read(format, Rope::from_str(&case.text), Arc::default());
    let said = RuleCache::default().review(&document, &case.setting, &|| false).unwrap();
    said.iter().any(|said| said.rule.id == rule)
}

/// The files of labelled sentences, by name.
pub(crate) fn all_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/labelled");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_rule_speaks_where_it_must_and_nowhere_else() {
    let mut wrong = Vec::new();
    let files = all_files();
    assert!(!files.is_empty());
    let of = |name: &str| read(files.iter().find(|path| path.ends_with(name)).unwrap()).1;
    let (notes, papers) = (of("clean.txt"), of("clean-papers.txt"));
    let is_clean = |path: &&PathBuf| path.ends_with("clean.txt") || path.ends_with("clean-papers.txt");
    for path in files.iter().filter(|path| !is_clean(path)) {
        let (rule, mut cases) = read(path);
        let is_of_papers = is_of_papers(&rule);
        let clean = if is_of_papers { &papers } else { &notes };
        cases.extend(clean.iter().map(|case| Case {
            text: case.text.clone(),
            setting: case.setting.clone(),
            must: case.must,
            line: case.line,
        }));
        assert!(referee_critic::rules::RULES.iter().any(|known| known.rule.id == rule), "no rule {rule}");
        let (must, must_not) =
            (cases.iter().filter(|case| case.must).count(), cases.iter().filter(|case| !case.must).count());
        if must < 40 || must_not < 80 {
            wrong.push(format!(
                "{rule} has only {must} at which it must speak and {must_not} at which it must not"
            ));
        }
        eprintln!("{rule}: {must} must, {must_not} must not");
        for case in &cases {
            // A paper in plain text has no headings to be whole by.
            let formats = [Format::Markdown, Format::PlainText];
            let formats = if is_of_papers { &formats[..1] } else { &formats[..] };
            for format in formats.iter().copied() {
                if speaks(&rule, case, format) != case.must {
                    let what = if case.must { "is silent" } else { "speaks" };
                    wrong.push(format!("{rule} {what} at line {} ({format:?}): {}", case.line, case.text));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules whose sentences are counted in tests beside them: what they look at is no sentence.
const COUNTED_ELSEWHERE: [&str; 1] = [
    // Whole papers without one of their sections: `rules/manuscript/missing_section.rs`.
    "manuscript/missing-section",
];

#[test]
fn every_rule_has_labelled_sentences() {
    let labelled: Vec<String> = all_files().iter().map(|path| read(path).0).collect();
    let missing: Vec<&str> = referee_critic::rules::RULES
        .iter()
        .map(|rule| rule.rule.id)
        .filter(|id| !labelled.iter().any(|known| known == id) && !COUNTED_ELSEWHERE.contains(id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
