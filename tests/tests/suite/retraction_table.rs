//! The table of retracted works: findings of a first run without network and library.

use referee_bibliography::{Date, Identifier};
use referee_records::RetractionTable;
use referee_tests::Folder;
use referee_tests::cli::{Run, referee, run_at_home};
use referee_tests::scholar::{Paper, Scholar, papers};
use referee_tests::sim::shared;
use referee_tests::tools::{root, skipped};
use serde_json::Value;
use std::process::Command;

/// The path of the user's table, relative to the home folder.
const FILE: &str = ".local/share/referee/retractions.bin";

/// Writes the user's table with the date 2099-03-02, so that it is newer than the built-in one.
fn write_table(folder: &Folder, dois: &[&str]) {
    let listed: Vec<Identifier> = dois.iter().filter_map(|doi| Identifier::doi(doi)).collect();
    let day = Date { year: 2099, month: Some(3), day: Some(2) };
    write_bytes(folder, &RetractionTable::build(day, &listed));
}

fn write_bytes(folder: &Folder, bytes: &[u8]) {
    let path = folder.home().join(FILE);
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
    std::fs::write(path, bytes).expect("a table can be written");
}

/// Returns the findings of `citation/retracted`, and the references, of a run.
fn checked(run: &Run) -> (Vec<Value>, Vec<Value>) {
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    let all = |name: &str| report["files"][0][name].as_array().cloned().unwrap_or_default();
    let findings = all("findings").into_iter().filter(|finding| finding["rule"] == "citation/retracted");
    (findings.collect(), all("references"))
}

fn retracted_paper() -> (Paper, Scholar) {
    let mut all = papers(2);
    all[0].retracted_by = Some("10.5555/notice.1".to_owned());
    (all[0].clone(), Scholar::with(all))
}

#[test]
fn the_first_run_without_network_and_library_names_a_retracted_work() {
    let folder = Folder::with(&[]);
    let papers = papers(2);
    write_table(&folder, &[&papers[0].doi]);
    let mut notice = papers[0].clone();
    notice.title = format!("Retraction: {}", notice.title);
    folder.write(
        "refs.bib",
        [papers[0].bibtex("gone", true), papers[1].bibtex("fine", true), notice.bibtex("notice", true)]
            .concat(),
    );
    let run = referee(&folder, &["check", "--offline", "--format", "json", "refs.bib"]);
    let (findings, references) = checked(&run);
    assert_eq!(findings.len(), 1, "{run:?}");
    let message = findings[0]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("listed as retracted by Retraction Watch (list of 2099-03-02)")
            && message.contains("an online look-up confirms it"),
        "{message}"
    );
    assert_eq!(findings[0]["severity"], "warning", "{run:?}");
    let notices: Vec<&Value> = references.iter().map(|reference| &reference["notices"]).collect();
    assert_eq!(notices, [&serde_json::json!(["retraction"]), &serde_json::json!([]), &serde_json::json!([])]);
    assert!(references.iter().all(|reference| reference["verdict"] == "unchecked"), "{run:?}");
    let human = referee(&folder, &["check", "--offline", "refs.bib"]);
    assert!(human.stdout.contains("there is no library on this machine"), "{human:?}");
}

#[test]
fn an_online_look_up_confirms_the_listing_or_says_that_it_cannot() {
    let (paper, scholar) = retracted_paper();
    let clean = papers(2)[1].clone();
    let folder = Folder::with(&[]);
    write_table(&folder, &[&paper.doi, &clean.doi]);
    folder.write("refs.bib", [paper.bibtex("gone", true), clean.bibtex("fine", true)].concat());
    let words = ["check", "--online", "--format", "json", "refs.bib"];
    let run = run_at_home(&folder.path("."), &folder.home(), &scholar.settings(), &words);
    let (findings, references) = checked(&run);
    assert_eq!(findings.len(), 2, "{run:?}");
    let message = |index: usize| findings[index]["message"].as_str().unwrap_or_default();
    assert!(message(0).contains(": retracted") && message(0).contains("10.5555/notice.1"), "{}", message(0));
    assert_eq!(findings[0]["severity"], "warning");
    assert!(
        message(1).contains("listed as retracted") && message(1).contains("without such a notice"),
        "{}",
        message(1)
    );
    assert_eq!(findings[1]["severity"], "information");
    assert_eq!(references[1]["notices"], serde_json::json!([]), "in doubt nobody is accused");
}

#[test]
fn a_damaged_table_is_named_in_one_line_and_the_one_of_the_program_is_used() {
    let folder = Folder::with(&[]);
    write_table(&folder, &["10.5555/a.1"]);
    let mut bytes = std::fs::read(folder.home().join(FILE)).expect("the table is there");
    bytes.pop();
    write_bytes(&folder, &bytes);
    // In the built-in table since its first version.
    folder.write("refs.bib", "@article{a, title = {A feature of motor noise}, author = {Liao, Qing}, year = 2022, doi = {10.1155/2022/9172719}}\n");
    let run = referee(&folder, &["check", "--offline", "--format", "json", "refs.bib"]);
    assert_eq!(checked(&run).0.len(), 1, "{run:?}");
    let complaints: Vec<&str> = run.stderr.lines().filter(|line| line.contains("retractions.bin")).collect();
    assert!(complaints.len() == 1 && complaints[0].contains("damaged"), "{run:?}");
}

#[test]
fn the_script_of_a_release_makes_the_table_from_rows_of_retraction_watch() {
    let rows = shared().map(|shared| shared.join("data/retractions/retraction_watch_rows.csv"));
    let Some(rows) = rows.filter(|rows| rows.exists()) else {
        return skipped(format_args!("there are no rows of Retraction Watch"));
    };
    // `cargo test --workspace` builds it.
    let examples = std::env::current_exe().expect("a running test has a path").with_file_name("../examples");
    let program = examples.join("retraction_table");
    if !program.exists() {
        return skipped(format_args!("the example retraction_table is not built"));
    }
    let folder = Folder::with(&[]);
    let out = folder.path("made.bin");
    let made = Command::new(root().join("scripts/retractions"))
        .args([&rows, std::path::Path::new("2026-11-28"), &out])
        .env("RETRACTION_TABLE", &program)
        .output()
        .expect("the script can be started");
    assert!(made.status.success(), "{made:?}");
    let table = RetractionTable::read(std::fs::read(&out).expect("a table")).expect("it is whole");
    assert_eq!(table.as_of(), Date { year: 2026, month: Some(11), day: Some(28) });
    assert_eq!(table.counts(), (20, 7));
    let listed = |doi: &str| table.lists(&Identifier::doi(doi).expect("a DOI"));
    assert!(listed("10.1155/2022/9172719") && table.lists(&Identifier::Pmid(36_035_816)));
    assert!(!listed("10.1155/2023/9756480"), "that is the notice");
}

#[test]
fn a_first_run_knows_what_pubmed_marks_as_retracted() {
    // The second work cites the notice, the third another work.
    let entry = |key: &str, pmid: u32| {
        format!(
            "@article{{{key}, title = {{On {key} in the wards}}, author = {{Roe, Ada}}, year = {{2015}}, pmid = {{{pmid}}}}}\n"
        )
    };
    let folder = Folder::with(&[(
        "refs.bib",
        &[entry("gone", 26_702_166), entry("notice", 37_476_288), entry("fine", 19_193_256)].concat(),
    )]);
    let run = referee(&folder, &["check", "--offline", "--format", "json", "refs.bib"]);
    let (findings, _) = checked(&run);
    assert_eq!(findings.len(), 1, "{run:?}");
    let message = findings[0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("listed as retracted by PubMed (list of 2024-07-23)"), "{message}");
    assert_eq!(findings[0]["data"]["source"], "pubmed", "{run:?}");
}

#[test]
fn the_statistics_of_the_library_name_the_tables_with_day_and_count() {
    let folder = Folder::with(&[("refs.bib", &papers(1)[0].bibtex("one", true))]);
    let none = referee(&folder, &["library", "stats"]);
    assert!(none.code == 2 && none.stderr.contains("there is no library"), "{none:?}");
    assert!(none.stdout.contains("19163 identifiers of retracted works (PubMed, 2024-07-23)"), "{none:?}");
    assert_eq!(referee(&folder, &["library", "import", "refs.bib"]).code, 0);
    let stats = || referee(&folder, &["library", "stats"]).stdout;
    let own = stats();
    assert!(own.contains("19163 identifiers of retracted works (PubMed, 2024-07-23)"), "{own}");
    // The user's own table is newer, and small.
    write_table(&folder, &["10.5555/a.1", "10.5555/a.2"]);
    let newer = stats();
    let expected = "2 identifiers of retracted works (Retraction Watch, 2099-03-02); only a sample: `referee library update \
                    retractions` fetches all";
    assert!(newer.contains(expected), "{newer}");
}
