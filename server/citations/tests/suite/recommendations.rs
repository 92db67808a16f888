//! Compares the recommendations of notes with the abstracts that they cite: planted advice against
//! its source, and the same note with advice that its source gives.
//!
//! The cases are in `recommendations/*.txt`; their abstracts are invented or shortened. Each file
//! was written before the rules were tried on it. `REFEREE_AUDIT=FILE` judges another file of the
//! same form.

use crate::world::World;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_findings::{Finding, Severity};
use referee_records::Record;
use std::path::{Path, PathBuf};

/// The rules that report a sentence without support in the work that it cites.
const ABOUT_SUPPORT: [&str; 3] =
    ["note/unsupported-recommendation", "citation/unsupported", "citation/number-not-in-source"];

struct Case {
    name: String,
    format: &'static str,
    record: Record,
    planted: String,
    clean: Vec<String>,
}

fn cases(path: &Path) -> Vec<Case> {
    let source = std::fs::read_to_string(path).unwrap();
    // The text before the first case describes the file.
    source.split("\n=== ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(" | ").collect();
    let format = match head[2] {
        "tex" => "tex",
        "typ" => "typ",
        _ => "md",
    };
    let of: Vec<&str> = lines.next().unwrap().trim_start_matches("@ ").split(" | ").collect();
    let mut work = Work {
        kind: WorkKind::Article,
        title: Some(of[0].to_owned()),
        authors: vec![Name::person("Okafor", "J")],
        date: Some(Date { year: of[2].parse().unwrap(), ..Date::default() }),
        container: Some(of[1].to_owned()),
        ..Work::default()
    };
    work.identifiers.insert(Identifier::Pmid(30_000_001));
    work.summary = Some(lines.next().unwrap().to_owned());
    let mut record = Record::new("pubmed", work);
    record.types = vec![of[3].to_owned()];
    let drafts: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let with = |mark: &'static str| drafts.iter().filter_map(move |line| line.strip_prefix(mark));
    let planted = with("+ ").next().unwrap_or_default().to_owned();
    Case { name: head[0].to_owned(), format, record, planted, clean: with("- ").map(str::to_owned).collect() }
}

/// Returns the findings about the support of a note's statements.
fn told(case: &Case, draft: &str) -> Vec<Finding> {
    let cite = match case.format {
        "tex" => "\\cite{work}",
        "typ" => "@work",
        _ => "[@work]",
    };
    let text = format!("{}\n", draft.replace('↵', "\n").replace("{c}", cite));
    let work = &case.record.work;
    let bib = format!(
        "@article{{work, title={{{}}}, author={{Okafor, J}}, journal={{{}}}, year={{{}}}, pmid={{30000001}}}}\n",
        work.title.as_deref().unwrap(),
        work.container.as_deref().unwrap(),
        work.date.as_ref().unwrap().year
    );
    let name = format!("note.{}", case.format);
    let world = World::of(&[("refs.bib", &bib), (&name, &text)]).notes().knowing(vec![case.record.clone()]);
    let all = world.findings(&name);
    all.into_iter().filter(|finding| ABOUT_SUPPORT.contains(&finding.rule)).collect()
}

/// Returns recall and precision at warning and above, and a list of every miss and every false
/// finding.
fn judge(path: &Path) -> (f64, f64, String) {
    let (mut found, mut missed, mut wrong) = (0.0, 0.0, 0.0);
    let mut list = String::new();
    for case in cases(path) {
        if !case.planted.is_empty() {
            let all = told(&case, &case.planted);
            if all.iter().any(|finding| finding.severity >= Severity::Warning) {
                found += 1.0;
            } else {
                missed += 1.0;
                let below: Vec<_> = all.iter().map(|finding| &finding.message).collect();
                list += &format!("missed: {}: {} (below: {below:?})\n", case.name, case.planted);
            }
        }
        for clean in &case.clean {
            for finding in told(&case, clean) {
                // Findings below a warning are listed too, but do not count as accusations.
                if finding.severity >= Severity::Warning {
                    wrong += 1.0;
                }
                list +=
                    &format!("wrong ({:?}): {}: {clean}: {}\n", finding.severity, case.name, finding.message);
            }
        }
    }
    let total: f64 = found + missed;
    (found / total.max(1.0), found / f64::max(found + wrong, 1.0), format!("{total} planted\n{list}"))
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/recommendations").join(name)
}

#[test]
fn advice_against_its_source_is_told_and_advice_that_its_source_gives_is_not() {
    let own = std::env::var_os("REFEREE_AUDIT").map(PathBuf::from);
    let all = own
        .map_or_else(|| vec![(file("first.txt"), 0.85), (file("second.txt"), 0.8)], |own| vec![(own, 0.0)]);
    let judged: Vec<_> = all.into_iter().map(|(path, least)| (judge(&path), path, least)).collect();
    for ((recall, precision, list), path, _) in &judged {
        println!("{}: recall {recall:.3}, precision {precision:.3}, {list}", path.display());
    }
    for ((recall, precision, list), path, least) in judged {
        assert!(recall >= least, "{}: recall {recall:.3}\n{list}", path.display());
        assert!(precision >= 1.0, "{}: precision {precision:.3}\n{list}", path.display());
    }
}
