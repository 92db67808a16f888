//! `referee check` for authors and in CI: its output and its exit status.

use referee_tests::Folder;
use referee_tests::cli::{Run, referee};
use serde_json::Value;
use std::path::Path;

const BIB: &str = "@article{smith2020,\n  author = {Smith, Jane and Doe, John},\n  title = {A study of mice and their habits in winter},\n  journal = {Journal of Mice},\n  year = {2020},\n  volume = {3},\n  pages = {1--9}\n}\n";

/// A nonexistent work with the same key.
const INVENTED: &str = "@article{smith2020,\n  author = {Okafor, Ada and Lind, Per},\n  title = {Whales and the songs that they sing at night},\n  journal = {Journal of Mice},\n  year = {2017},\n  volume = {8},\n  pages = {200--214}\n}\n";

/// A library that contains the work of [`BIB`].
const LIBRARY: &str = r#"[{"id": "x", "type": "article-journal", "title": "A study of mice and their habits in winter",
  "author": [{"family": "Smith", "given": "Jane"}, {"family": "Doe", "given": "John"}],
  "container-title": "Journal of Mice", "issued": {"date-parts": [[2020]]}, "volume": "3", "page": "1-9",
  "DOI": "10.5555/mice.2020.1"}]"#;

fn manuscript(text: &str) -> Folder {
    let draft = format!("---\nbibliography: refs.bib\n---\n\n{text}\n");
    Folder::with(&[("paper.md", &draft), ("refs.bib", BIB)])
}

fn with_library(folder: &Folder) {
    folder.write("library.json", LIBRARY);
    folder.write("referee.toml", "[library]\nfiles = [\"library.json\"]\ncomplete = [\"all\"]\n");
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

fn rules(value: &Value) -> Vec<String> {
    let files = value["files"].as_array().expect("files");
    let findings = files.iter().flat_map(|file| file["findings"].as_array().expect("findings"));
    findings.map(|finding| finding["rule"].as_str().expect("rule").to_owned()).collect()
}

#[test]
fn a_clean_draft_says_nothing_but_its_summary_and_exits_with_0() {
    let folder = manuscript("As was shown [@smith2020].");
    with_library(&folder);
    let run = referee(&folder, &["check", "paper.md"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 verified"), "{}", run.stdout);
    assert!(run.stdout.contains("nothing to remark"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_folder_named_by_way_of_its_neighbour_has_its_library() {
    let parent = Folder::with(&[("elsewhere/notes.txt", "Nothing.\n")]);
    for (name, text) in [
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nAs was shown [@smith2020].\n"),
        ("refs.bib", BIB),
        ("library.json", LIBRARY),
        ("referee.toml", "[library]\nfiles = [\"library.json\"]\ncomplete = [\"all\"]\n"),
    ] {
        parent.write(&format!("paper/{name}"), text);
    }
    for named in ["../paper", "../elsewhere/../paper", "../paper/paper.md"] {
        let run = referee_tests::cli::run(&parent.path("elsewhere"), &["check", named]);
        assert_eq!(run.code, 0, "{named}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("1 verified"), "{named}: {}{}", run.stdout, run.stderr);
        assert!(
            run.stdout.contains("1 reference in 1 draft"),
            "a file counts twice: {named}: {}",
            run.stdout
        );
    }
}

#[test]
fn an_undefined_key_is_an_error_with_its_place_and_exits_with_1() {
    let folder = manuscript("As was shown [@smith2020; @smyth2020].");
    let run = referee(&folder, &["check", "paper.md"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stdout.contains("5:28"), "{}", run.stdout);
    assert!(run.stdout.contains("citation/undefined-key"), "{}", run.stdout);
    assert!(run.stdout.contains("smith2020"), "{}", run.stdout);
}

#[test]
fn what_fails_is_for_the_author_to_say() {
    let folder = manuscript("As was shown [@smyth2020].");
    assert_eq!(referee(&folder, &["check", "paper.md", "--fail-on", "never"]).code, 0);
    folder.write("referee.toml", "[rules]\n\"citation/undefined-key\" = \"information\"\n");
    assert_eq!(referee(&folder, &["check", "paper.md"]).code, 0);
    assert_eq!(referee(&folder, &["check", "paper.md", "--fail-on", "information"]).code, 1);
}

#[test]
fn the_json_has_places_in_unicode_scalar_values_and_the_verdict_of_each_reference() {
    let folder = manuscript("😀😀 As was shown [@smith2020; @smyth2020].");
    with_library(&folder);
    let value = json(&referee(&folder, &["check", "paper.md", "--format", "json"]));
    assert_eq!(value["schema"], "referee.check/1");
    assert_eq!(value["files"][0]["path"], "paper.md");
    assert_eq!(value["files"][0]["kind"], "manuscript");
    let finding = &value["files"][0]["findings"][0];
    assert_eq!(finding["rule"], "citation/undefined-key");
    assert_eq!(finding["range"]["start"], serde_json::json!({"line": 4, "character": 30}));
    assert_eq!(finding["data"]["key"], "smyth2020");
    let reference = &value["files"][0]["references"][0];
    assert_eq!(reference["key"], "smith2020");
    assert_eq!(reference["verdict"], "verified");
    assert_eq!(reference["record"]["doi"], "10.5555/mice.2020.1");
    assert_eq!(value["summary"]["references"]["verified"], 1);
    assert_eq!(value["summary"]["findings"]["error"], 1);
    assert_eq!(value["summary"]["unchecked_because"], serde_json::json!([]));
}

#[test]
fn without_any_library_a_reference_is_unchecked_and_not_accused() {
    let folder = manuscript("As was shown [@smith2020].");
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    let value = json(&run);
    assert_eq!(run.code, 0);
    assert_eq!(rules(&value), Vec::<String>::new());
    assert_eq!(value["files"][0]["references"][0]["verdict"], "unchecked");
    assert_eq!(value["summary"]["unchecked_because"], serde_json::json!(["offline"]));
}

#[test]
fn absence_from_an_incomplete_library_is_not_evidence() {
    let folder = manuscript("As was shown [@smith2020].");
    with_library(&folder);
    folder.write("refs.bib", INVENTED);
    let complete = json(&referee(&folder, &["check", "paper.md", "--format", "json"]));
    assert_eq!(complete["files"][0]["references"][0]["verdict"], "not-found");
    assert!(rules(&complete).contains(&"citation/not-found".to_owned()));
    folder.write("referee.toml", "[library]\nfiles = [\"library.json\"]\n");
    let partial = json(&referee(&folder, &["check", "paper.md", "--format", "json"]));
    assert_eq!(partial["files"][0]["references"][0]["verdict"], "unchecked");
    assert!(rules(&partial).is_empty(), "{:?}", rules(&partial));
}

#[test]
fn a_bibliography_is_checked_by_itself() {
    let folder = manuscript("");
    with_library(&folder);
    let value = json(&referee(&folder, &["check", "refs.bib", "--format", "json"]));
    assert_eq!(value["files"][0]["path"], "refs.bib");
    assert_eq!(value["files"][0]["references"][0]["verdict"], "verified");
}

#[test]
fn the_sarif_is_valid_against_the_schema_of_the_standard() {
    let folder = manuscript("As was shown [@smith2020; @smyth2020] and [@other].");
    with_library(&folder);
    folder.write("refs.bib", BIB.replace("2020}", "2014}"));
    let run = referee(&folder, &["check", ".", "--format", "sarif"]);
    let log = json(&run);
    let schema =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sarif-2.1.0.schema.json"));
    let mut schema: Value =
        serde_json::from_str(&schema.expect("the schema is there")).expect("the schema is JSON");
    // The published schema has an invalid regular expression: `]?` without an opening bracket.
    for place in ["run", "toolComponent"] {
        schema["definitions"][place]["properties"]["language"]["pattern"] =
            "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$".into();
    }
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(
        results
            .iter()
            .any(|result| result["ruleId"] == "citation/undefined-key" && result["level"] == "error")
    );
    assert!(results.iter().any(|result| result["ruleId"] == "citation/differs"), "{results:#?}");
    let region = &results
        .iter()
        .find(|result| result["ruleId"] == "citation/undefined-key")
        .expect("a result")["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 5);
}

#[test]
fn annotations_for_github_are_escaped_and_say_each_thing_once() {
    let folder = manuscript("As was shown [@smyth2020].");
    let run = referee(&folder, &["check", ".", "--format", "github"]);
    let lines: Vec<&str> = run.stdout.lines().filter(|line| line.contains("undefined-key")).collect();
    assert_eq!(lines.len(), 1, "{}", run.stdout);
    assert!(lines[0].starts_with("::error file=paper.md,line=5,"), "{}", lines[0]);
    assert!(lines[0].contains("title=citation/undefined-key::"), "{}", lines[0]);
}

#[test]
fn a_fix_that_is_mechanical_is_applied_and_keeps_the_rest_of_the_file() {
    let folder = manuscript("As was shown [@smith2020].");
    let before =
        BIB.replace("pages = {1--9}\n", "pages = {1--9},\n  doi = {https://doi.org/10.5555/mice.2020.1}\n");
    folder.write("refs.bib", &before);
    let run = referee(&folder, &["check", ".", "--fix"]);
    assert_eq!(folder.read("refs.bib"), before.replace("https://doi.org/", ""), "{}", run.stdout);
    assert!(run.stdout.contains("Fixed 1 place"), "{}", run.stdout);
}

#[test]
fn a_silenced_finding_is_gone_and_a_silence_without_effect_is_reported() {
    let folder =
        manuscript("<!-- referee:ignore citation/undefined-key to be added -->\nAs was shown [@smyth2020].");
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(rules(&json(&run)), Vec::<String>::new());
    let folder =
        manuscript("<!-- referee:ignore citation/undefined-key to be added -->\nAs was shown [@smith2020].");
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(rules(&json(&run)), ["configuration/unused-silence"]);
}

#[test]
fn a_folder_is_walked_with_its_gitignore_respected() {
    let folder = manuscript("As was shown [@smith2020].");
    folder.write("build/copy.md", "---\nbibliography: none.bib\n---\n[@nobody]\n");
    folder.write(".gitignore", "build/\n");
    let value = json(&referee(&folder, &["check", ".", "--format", "json"]));
    let paths: Vec<&str> = value["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["path"].as_str().expect("path"))
        .collect();
    assert_eq!(paths, ["paper.md", "refs.bib"]);
}

#[test]
fn a_workspace_file_that_widens_is_a_finding_and_one_line_on_stderr() {
    let folder = manuscript("As was shown [@smith2020].");
    folder.write("referee.toml", "network = \"allow\"\n[rules]\n\"citation/nonsense\" = \"off\"\n");
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    let found = rules(&json(&run));
    assert_eq!(found.iter().filter(|rule| *rule == "configuration/invalid").count(), 2, "{found:?}");
    assert!(run.stderr.contains("referee.toml:1:"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

#[test]
fn the_shipped_example_shows_every_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root");
    let run = referee_tests::cli::run(root, &["check", "docs/examples/metformin", "--format", "json"]);
    let value = json(&run);
    let counts = &value["summary"]["references"];
    for verdict in ["verified", "differs", "misidentified", "not-found", "uncovered", "unchecked"] {
        assert!(counts[verdict].as_u64().expect("a count") >= 1, "{verdict}: {counts}");
    }
    let draft = &value["files"]
        .as_array()
        .expect("files")
        .iter()
        .find(|file| file["path"].as_str().is_some_and(|path| path.ends_with("paper.md")))
        .expect("the draft")["references"];
    let verdict = |key: &str| {
        let all = draft.as_array().expect("references");
        all.iter().find(|reference| reference["key"] == key).unwrap_or_else(|| panic!("{key}"))["verdict"]
            .clone()
    };
    for (key, expected) in [
        ("sterne1957", "unchecked"),
        ("ukpds1998", "verified"),
        ("knowler2002", "verified"),
        ("who2023", "uncovered"),
        ("owen2000", "verified"),
        ("zhou2001", "misidentified"),
        ("foretz2010", "differs"),
        ("lindqvist2021", "not-found"),
        ("mehra2020", "verified"),
        ("recovery2020", "verified"),
    ] {
        assert_eq!(verdict(key), expected, "{key}");
    }
    let found = rules(&value);
    for rule in ["citation/retracted", "citation/preprint-published", "citation/undefined-key"] {
        assert!(found.iter().any(|found| found == rule), "{rule}: {found:?}");
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn a_problem_of_an_entry_is_printed_once_with_each_citing_line_once() {
    let folder = manuscript("As was shown [@smith2020; see @smith2020].\n\nAgain [@smith2020].");
    with_library(&folder);
    folder.write("refs.bib", BIB.replace("2020}", "2011}"));
    let run = referee(&folder, &["check", "."]);
    assert!(run.stdout.contains("cited at paper.md:5, paper.md:7\n"), "{}", run.stdout);
    let sarif = json(&referee(&folder, &["check", ".", "--format", "sarif"]));
    let results = sarif["runs"][0]["results"].as_array().expect("results").clone();
    let differs = results.iter().filter(|result| result["ruleId"] == "citation/differs").count();
    assert_eq!(differs, 1, "{results:#?}");
}

#[test]
fn the_last_line_counts_hints_whether_they_are_shown_or_not() {
    let folder = Folder::with(&[(
        "refs.bib",
        "@article{a, author = {Roe, J}, title = {On sleep}, year = {2020}, doi = {https://doi.org/10.5555/1}}\n",
    )]);
    let last = |arguments: &[&str]| {
        let run = referee(&folder, &[&["check", "refs.bib"], arguments].concat());
        run.stdout.trim_end().lines().last().unwrap_or_default().to_owned()
    };
    assert!(last(&[]).contains("1 hint (shown with --verbose);"), "{}", last(&[]));
    assert!(last(&["--verbose"]).contains(" 2 hints;"), "{}", last(&["--verbose"]));
}

#[test]
fn items_of_several_lists_are_named_with_their_files() {
    let list = "Shown [1,2].\n\n# References\n\n1. Roe J. On sleep and its care. J Sleep. 2020;1:1-9.\n2. Doe J. On walks and their care. J Walks. 2020;1:1-9.\n";
    let folder = Folder::with(&[("a.md", list), ("b.md", list)]);
    let one = referee(&folder, &["check", "a.md"]).stdout;
    assert!(one.contains("2 unchecked  [1], [2]\n"), "{one}");
    let both = referee(&folder, &["check", "."]).stdout;
    assert!(both.contains("a.md [1], a.md [2], b.md [1], b.md [2]"), "{both}");
}

#[test]
fn help_shows_examples_and_bad_arguments_exit_with_2() {
    let folder = Folder::with(&[]);
    let help = referee(&folder, &["check", "--help"]);
    assert_eq!(help.code, 0);
    assert!(help.stdout.contains("Examples:"), "{}", help.stdout);
    assert_eq!(referee(&folder, &["check"]).code, 2);
    assert_eq!(referee(&folder, &["check", "--format", "pdf", "x.md"]).code, 2);
    assert_eq!(referee(&folder, &["explain", "citation/nonsense"]).code, 2);
    assert_eq!(referee(&folder, &["explain", "citation/retracted"]).code, 0);
}

#[test]
fn colours_are_for_terminals_only() {
    let folder = manuscript("As was shown [@smyth2020].");
    assert!(!referee(&folder, &["check", "paper.md"]).stdout.contains('\u{1b}'));
    assert!(referee(&folder, &["check", "paper.md", "--color", "always"]).stdout.contains('\u{1b}'));
}

#[test]
fn a_key_that_is_an_identifier_is_judged_like_an_entry() {
    let folder =
        manuscript("Shown [@smith2020] and [@doi:10.5555/mice.2020.1; @https://doi.org/10.5555/mice.none].");
    with_library(&folder);
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    let value = json(&run);
    assert!(!rules(&value).contains(&"citation/undefined-key".to_owned()), "{}", run.stdout);
    let references = value["files"][0]["references"].as_array().expect("references");
    let verdict = |key: &str| {
        let found = references.iter().find(|one| one["key"].as_str().is_some_and(|own| own.ends_with(key)));
        found.map(|one| one["verdict"].as_str().expect("a verdict").to_owned())
    };
    assert_eq!(verdict("10.5555/mice.2020.1").as_deref(), Some("verified"), "{}", run.stdout);
    assert!(verdict("10.5555/mice.none").is_some(), "{}", run.stdout);
}

#[test]
fn hints_about_the_neatness_of_entries_are_for_editors_until_they_are_asked_for() {
    let folder = Folder::with(&[(
        "refs.bib",
        "@article{a, author = {Roe, J}, title = {On sleep}, year = {2020}, pages = {403--393}}\n",
    )]);
    let listed = |arguments: &[&str]| {
        let all: Vec<&str> =
            ["check", "refs.bib", "--format", "json"].iter().chain(arguments).copied().collect();
        rules(&json(&referee(&folder, &all)))
    };
    assert_eq!(listed(&[]), [] as [&str; 0]);
    assert_eq!(listed(&["--verbose"]), ["citation/missing-field", "citation/page-range"]);
    folder.write("referee.toml", "[rules]\n\"citation/page-range\" = \"warning\"\n");
    assert_eq!(listed(&[]), ["citation/page-range"]);
}

#[test]
fn an_uncovered_reference_says_where_it_can_be_looked_up() {
    let folder = Folder::with(&[(
        "refs.bib",
        "@book{a, author = {Roe, J}, title = {On the keeping of small archives}, publisher = {P}, year = {2020}}\n",
    )]);
    folder.write("library.json", LIBRARY);
    folder.write("referee.toml", "[library]\nfiles = [\"library.json\"]\ncomplete = [\"pubmed\"]\n");
    let run = referee(&folder, &["check", "refs.bib", "--format", "json"]);
    let reference = &json(&run)["files"][0]["references"][0];
    assert_eq!(reference["verdict"], "uncovered", "{}", run.stdout);
    assert!(
        reference["would_cover"].as_str().is_some_and(|words| words.contains("Open Library")),
        "{reference}"
    );
}

#[test]
fn two_libraries_are_named_once_and_one_of_a_kind_is_counted_in_the_singular() {
    let folder = Folder::with(&[("refs.bib", INVENTED)]);
    with_library(&folder);
    let filled = referee(&folder, &["library", "import", "library.json", "--library", "shelf"]);
    assert_eq!(filled.code, 0, "{filled:?}");
    let run = referee(&folder, &["check", "refs.bib", "--library", "shelf"]);
    let said = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("was not found in the library, by title"), "{said}");
    folder.write("refs.bib", BIB.replace("2020}", "2011}"));
    let differs = referee(&folder, &["check", "refs.bib", "--library", "shelf"]).stdout;
    assert!(differs.contains("1 differs from the record"), "{differs}");
}
