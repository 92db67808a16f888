//! Citing, hypothesising and reporting from the terminal.

use referee_tests::Folder;
use referee_tests::cli::referee;
use referee_tests::fixtures::CHAIN;

fn folder() -> Folder {
    Folder::with(&[("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"), ("library.nbib", CHAIN)])
}

#[test]
fn a_sentence_finds_the_work_that_says_it() {
    let folder = folder();
    let run = referee(&folder, &["cite", "Metformin activates AMPK.", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["schema"], "referee.cite/1");
    assert_eq!(answer["candidates"][0]["pmid"], 1);
    assert_eq!(answer["candidates"][0]["passage"]["text"], "Metformin activated AMPK in neurons.");
    assert_eq!(referee(&folder, &["cite", "chlorophyll of plants"]).code, 1);
    let empty = Folder::with(&[]);
    let run = referee(&empty, &["cite", "Metformin activates AMPK."]);
    assert!(run.code == 2 && run.stderr.contains("no library"), "{run:?}");
}

#[test]
fn a_question_ends_with_a_report_offline_in_each_format() {
    let folder = folder();
    let run = referee(&folder, &["research", "metformin amyloid", "--offline"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("metformin → AMPK → autophagy → amyloid plaques"), "{}", run.stdout);
    for (name, mark) in
        [("r.md", "[1]"), ("r.qmd", "[@"), ("s.tex", "\\cite{"), ("t.typ", "#cite(<"), ("u.txt", "[1]")]
    {
        let run = referee(&folder, &["report", "metformin amyloid", "--rounds", "0", "--out", name]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        assert!(folder.read(name).contains(mark), "{name}: {}", folder.read(name));
    }
    assert!(folder.read("r.bib").contains("@article{"));
    // What another report's citations rest on is not written over.
    assert_eq!(referee(&folder, &["report", "metformin amyloid", "--out", "r.qmd"]).code, 2);
    let run = referee(&folder, &["report", "chlorophyll of plants"]);
    assert!(run.code == 1 && run.stderr.contains("No evidence collected"), "{run:?}");
}

#[test]
fn a_weak_match_is_shown_called_weak_and_ends_with_status_1() {
    let folder = folder();
    let words = "Autophagy reduces fatigue and plaques of old sailors.";
    let run = referee(&folder, &["cite", words, "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["candidates"][0]["weak"], true, "{answer:#}");
    assert!(run.stderr.contains("weak matches only"), "{}", run.stderr);
    let plain = referee(&folder, &["cite", words]);
    assert!(plain.code == 1 && plain.stdout.contains("Autophagy"), "shown all the same: {plain:?}");
    let other_drug = referee(&folder, &["cite", "Warfarin helps digestion in mice"]);
    assert!(other_drug.stderr.contains("has what the sentence names"), "{other_drug:?}");
}
