//! Citations, hypotheses and reports on the command line.

use referee_tests::Folder;
use referee_tests::cli::referee;
use referee_tests::fixtures::CHAIN;
use referee_tests::tools::skipped;

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
fn an_answer_for_programs_says_in_one_word_whether_there_was_evidence() {
    let folder = folder();
    let id = |command: &str, question: &str| {
        let run = referee(&folder, &[command, question, "--offline", "--format", "json"]);
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        (run.code, answer["id"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(id("hypothesize", "metformin amyloid"), (0, "hypothesis-1".to_owned()));
    assert_eq!(id("report", "metformin amyloid"), (0, "report-complete".to_owned()));
    assert_eq!(id("hypothesize", "quokka zeppelin"), (0, "hypothesis-no-evidence".to_owned()));
    assert_eq!(id("report", "quokka zeppelin"), (1, "report-no-evidence".to_owned()));
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
    // The bibliography of another report is not overwritten.
    assert_eq!(referee(&folder, &["report", "metformin amyloid", "--out", "r.qmd"]).code, 2);
    let run = referee(&folder, &["report", "chlorophyll of plants"]);
    assert!(run.code == 1 && run.stderr.contains("No evidence collected"), "{run:?}");
    assert!(run.stderr.contains("--online searches the services"), "{run:?}");
    // Without anything to search, each command names the remedies.
    let empty = Folder::with(&[]);
    for command in ["report", "research", "hypothesize", "cite"] {
        let run = referee(&empty, &[command, "metformin amyloid"]);
        let remedies = ["referee library import", "--online"];
        assert!(run.code != 0 && remedies.iter().all(|remedy| run.stderr.contains(remedy)), "{run:?}");
    }
}

/// Returns ten papers with two sentences each that report a decrease, and four that report an
/// increase.
fn of_two_minds() -> String {
    let paper = |number: usize, text: &str| {
        format!(
            "PMID- {number}\nTI  - A cohort of town {number}.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\nAB  - {text}\n\n"
        )
    };
    let less = "Aspirin reduced colorectal cancer. Aspirin lowered colorectal cancer in both sexes.";
    let less = (100..110).map(|number| paper(number, less));
    less.chain((200..204).map(|number| paper(number, "Aspirin increased colorectal cancer."))).collect()
}

#[test]
fn every_paper_counts_however_many_sentences_others_have_and_is_cited_where_it_is_not_quoted() {
    let library = of_two_minds();
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", library.as_str()),
    ]);
    let run = referee(&folder, &["hypothesize", "aspirin colorectal cancer", "--offline"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let step =
        run.stdout.lines().find(|line| line.contains("aspirin decreases colorectal cancer: 10 papers for"));
    let step = step.unwrap_or_else(|| panic!("{}", run.stdout));
    assert!(step.contains(", 4 against"), "{step}");
    assert!(run.stdout.contains("Supported: 10 papers for, 4 against"), "{}", run.stdout);
    // Two on each side are quoted; the others are cited in brackets after their number.
    let cited = |part: &str| part.matches(|c: char| c.is_ascii_digit()).count();
    let (for_it, against) = step.split_once(", 4 against").unwrap_or_default();
    assert!(for_it.contains('[') && against.contains('[') && cited(against) > 0, "{step}");
    for author in ["A cohort of town 109", "A cohort of town 203"] {
        assert!(run.stdout.contains(author), "every paper is in the list of references: {}", run.stdout);
    }
    let run = referee(&folder, &["report", "aspirin colorectal cancer", "--rounds", "0", "--offline"]);
    assert!(run.stdout.contains("is stated by 10 papers and contradicted by 4 ["), "{}", run.stdout);
}

#[test]
fn of_a_paper_its_own_finding_is_quoted_before_what_its_background_repeats() {
    let paper = "PMID- 300\nTI  - A cohort of a town.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\nAB  - Aspirin reduces colorectal cancer in recent studies. Aspirin lowered colorectal cancer in both sexes. Aspirin decreased colorectal cancer in smokers.\n";
    let folder =
        Folder::with(&[("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"), ("library.nbib", paper)]);
    let run = referee(&folder, &["hypothesize", "aspirin colorectal cancer", "--offline"]);
    assert!(run.stdout.contains("“Aspirin lowered colorectal cancer in both sexes.”"), "{}", run.stdout);
    assert!(run.stdout.contains("“Aspirin decreased colorectal cancer in smokers.”"), "{}", run.stdout);
    assert!(!run.stdout.contains("in recent studies"), "{}", run.stdout);
}

#[test]
fn a_sentence_whose_work_has_a_very_short_abstract_is_not_called_compared() {
    let library = "PMID- 301\nTI  - Aspirin and fever.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\nLID - 10.5555/short.1 [doi]\nAB  - Aspirin did not lower fever.\n";
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", library),
        (
            "refs.bib",
            "@article{roe, author = {Roe, J.}, title = {Aspirin and fever}, journal = {J Examples}, year = {2019}, doi = {10.5555/short.1}}\n",
        ),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nAspirin lowered fever [@roe].\n"),
    ]);
    let run = referee(&folder, &["support", "paper.md", "--offline", "--no-model"]);
    assert!(run.stdout.contains("not checked"), "{}", run.stdout);
    assert!(run.stdout.contains("its abstract is too short to compare with"), "{}", run.stdout);
    assert!(!run.stdout.contains("nothing found"), "{}", run.stdout);
}

#[test]
fn a_work_that_is_named_by_its_number_is_found_and_no_other() {
    let library = CHAIN.replace(
        "TI  - A kinase and digestion.",
        "LID - 10.5555/kinase.2 [doi]\nTI  - A kinase and digestion.",
    );
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", library.as_str()),
    ]);
    for named in [
        &["10.5555/kinase.2"][..],
        &["https://doi.org/10.5555/kinase.2"],
        &["PMID", "2"],
        &["https://pubmed.ncbi.nlm.nih.gov/2/"],
    ] {
        let run = referee(&folder, &[&["cite", "--format", "json", "--"], named].concat());
        assert_eq!(run.code, 0, "{named:?}: {}", run.stderr);
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["candidates"][0]["pmid"], 2, "{named:?}: {answer:#}");
        assert_eq!(answer["candidates"].as_array().map(Vec::len), Some(1), "{named:?}: {answer:#}");
        let plain = referee(&folder, &[&["cite", "--"], named].concat());
        assert!(
            plain.stdout.contains("A kinase and digestion") && !plain.stdout.contains("parts of"),
            "{plain:?}"
        );
    }
    for absent in ["10.5555/kinase.3", "https://pubmed.ncbi.nlm.nih.gov/49899292/", "arXiv:2103.15348"] {
        let run = referee(&folder, &["cite", absent]);
        assert!(run.code == 1 && run.stderr.contains("no work with the identifier"), "{absent}: {run:?}");
        assert_eq!(run.stdout.trim(), "", "{absent}");
    }
    for address in
        ["https://www.example.com/articles/s41586-kinase", "www.example.com/articles/kinase-and-digestion"]
    {
        let run = referee(&folder, &["cite", address]);
        assert!(
            run.code == 2 && run.stderr.contains("No DOI can be read from this address"),
            "{address}: {run:?}"
        );
    }
}

/// A work with letters and characters that break a format unless they are escaped.
const HARD: &str = "PMID- 9
TI  - Metformin, TNF-α & dementia: 100 % of β_2 cells ≥ 5 µM.
DP  - 2020
TA  - J Examples & Signs
AU  - Kąkol Z
FAU - Kąkol, Zoë
AU  - Łoś-Ñandú M
PT  - Journal Article
MH  - Humans
AB  - Metformin (≥ 5 µg/mL) reduced dementia by 50% & more in users of “ąęł” #1 tablets.
";

#[test]
fn a_report_in_a_file_compiles_with_its_bibliography_in_each_format() {
    let folder =
        Folder::with(&[("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"), ("library.nbib", HARD)]);
    for name in ["l.tex", "t.typ", "q.qmd"] {
        let run = referee(&folder, &["report", "metformin dementia", "--offline", "--out", name]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        assert!(folder.read(name).contains("reduced dementia"), "{name}: {}", folder.read(name));
    }
    let latex = &["-interaction=nonstopmode", "-halt-on-error", "l.tex"];
    for (program, arguments) in [
        ("pdflatex", &latex[..]),
        ("biber", &["l"]),
        // The second run sets the reference list.
        ("pdflatex", &latex[..]),
        ("typst", &["compile", "t.typ", "t.pdf"]),
        ("pandoc", &["--from=markdown", "--citeproc", "q.qmd", "--output=q.html"]),
    ] {
        match std::process::Command::new(program).args(arguments).current_dir(folder.path("")).output() {
            Ok(output) => {
                let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
                assert!(output.status.success(), "{program}: {said}");
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                skipped(format_args!("{program} is not on this machine; its format was not compiled"));
            }
            Err(error) => panic!("{program}: {error}"),
        }
    }
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
    assert!(other_drug.stderr.contains("no work has the names of the sentence"), "{other_drug:?}");
}

#[test]
fn of_a_long_draft_it_is_said_how_many_sentences_were_not_looked_up() {
    let sentences: String =
        (0..502).map(|at| format!("Metformin activates AMPK in group {at} [@a].\n\n")).collect();
    let draft = format!("---\nbibliography: refs.bib\n---\n\n{sentences}");
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", CHAIN),
        ("refs.bib", "@article{a, title = {Metformin and AMPK}, year = {2020}}\n"),
        ("paper.md", draft.as_str()),
    ]);
    let run = referee(&folder, &["support", "paper.md", "--offline", "--no-model"]);
    assert!(
        run.stdout.contains("2 more sentences cite and were not looked up: at most 500"),
        "{}",
        run.stdout
    );
}
