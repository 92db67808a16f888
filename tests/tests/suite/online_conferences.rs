//! Conference papers online: Crossref has the long title of the proceedings, and the event with its
//! acronym; authors write the colloquial name. The papers are invented, the events are as in
//! Crossref.

use referee_tests::Folder;
use referee_tests::cli::run_at_home;
use referee_tests::scholar::{Paper, Scholar};
use serde_json::Value;
use std::collections::BTreeMap;

/// A conference: proceedings, event and acronym, year; colloquial titles; titles of other
/// conferences.
struct Conference {
    proceedings: &'static str,
    event: (&'static str, &'static str),
    year: u32,
    everyday: &'static [&'static str],
    other: &'static [&'static str],
}

const CONFERENCES: [Conference; 8] = [
    Conference {
        proceedings: "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems",
        event: ("CHI '19: CHI Conference on Human Factors in Computing Systems", "CHI '19"),
        year: 2019,
        everyday: &[
            "CHI '19",
            "CHI 2019",
            "Proc. CHI",
            "Conference on Human Factors in Computing Systems",
            "ACM CHI",
        ],
        other: &["UIST '19", "International Conference on Machine Learning", "CSCW 2019"],
    },
    Conference {
        proceedings: "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
        event: (
            "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
            "",
        ),
        year: 2019,
        everyday: &[
            "EMNLP-IJCNLP",
            "EMNLP 2019",
            "EMNLP",
            "Empirical Methods in Natural Language Processing",
            "EMNLP-IJCNLP 2019",
        ],
        other: &["Annual Meeting of the Association for Computational Linguistics", "NeurIPS 2019"],
    },
    Conference {
        proceedings: "Proceedings of the Seventh Joint Conference on Lexical and Computational Semantics",
        event: ("Proceedings of the Seventh Joint Conference on Lexical and Computational Semantics", ""),
        year: 2018,
        everyday: &[
            "*SEM 2018",
            "*SEM",
            "Joint Conference on Lexical and Computational Semantics",
            "*SEM@NAACL",
        ],
        other: &["International Conference on Learning Representations"],
    },
    Conference {
        proceedings: "Findings of the Association for Computational Linguistics: EMNLP 2020",
        event: ("Findings of the Association for Computational Linguistics: EMNLP 2020", ""),
        year: 2020,
        everyday: &[
            "Findings of EMNLP",
            "Findings of EMNLP 2020",
            "EMNLP Findings",
            "Findings of ACL: EMNLP 2020",
        ],
        other: &["International Conference on Computer Vision"],
    },
    Conference {
        proceedings: "Proceedings of the 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
        event: (
            "KDD '16: The 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
            "KDD '16",
        ),
        year: 2016,
        everyday: &["KDD '16", "KDD", "SIGKDD", "Knowledge Discovery and Data Mining", "ACM SIGKDD 2016"],
        other: &["WWW '16", "International Conference on Very Large Data Bases"],
    },
    Conference {
        proceedings: "2019 IEEE/ACM 41st International Conference on Software Engineering (ICSE)",
        event: ("2019 IEEE/ACM 41st International Conference on Software Engineering (ICSE)", ""),
        year: 2019,
        everyday: &["ICSE", "ICSE 2019", "ICSE '19", "International Conference on Software Engineering"],
        other: &["FSE 2019", "IEEE Symposium on Security and Privacy"],
    },
    Conference {
        proceedings: "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
        event: ("2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", ""),
        year: 2016,
        everyday: &["CVPR", "CVPR 2016", "Computer Vision and Pattern Recognition", "Proc. CVPR"],
        other: &["ECCV 2016", "Conference on Neural Information Processing Systems"],
    },
    Conference {
        proceedings: "Proceedings of the 43rd International ACM SIGIR Conference on Research and Development in Information Retrieval",
        event: (
            "SIGIR '20: The 43rd International ACM SIGIR conference on research and development in Information Retrieval",
            "SIGIR '20",
        ),
        year: 2020,
        everyday: &[
            "SIGIR '20",
            "SIGIR",
            "ACM SIGIR 2020",
            "Research and Development in Information Retrieval",
        ],
        other: &["CIKM '20", "International Conference on Machine Learning"],
    },
];

/// The titles of the papers, all dissimilar.
const TITLES: [&str; 8] = [
    "Gestures that sailors use when the harbour is silent",
    "Parsing the letters of lighthouse keepers with few examples",
    "Similar words for weather across coastal dialects",
    "Summaries of tide tables that fishermen can trust",
    "Frequent patterns in the logs of ferries that never sank",
    "Faults in the programs of automatic foghorns",
    "Recognising knots from photographs of wet ropes",
    "Ranking charts by the depth of the water they show",
];

fn papers() -> Vec<Paper> {
    let paper = |(index, conference): (usize, &Conference)| Paper {
        doi: format!("10.5555/conference.{index}"),
        title: TITLES[index].to_owned(),
        authors: vec![
            ("Ida".to_owned(), "Brandt".to_owned()),
            ("Kofi".to_owned(), ["Osei", "Novak", "Iyer", "Haddad"][index % 4].to_owned()),
        ],
        journal: (conference.proceedings.to_owned(), String::new()),
        year: conference.year,
        pages: format!("{}-{}", index * 10 + 1, index * 10 + 9),
        event: Some((conference.event.0.to_owned(), conference.event.1.to_owned())),
        ..Paper::default()
    };
    CONFERENCES.iter().enumerate().map(paper).collect()
}

/// Returns an entry of the paper with this index that cites this conference, with or without its
/// DOI.
fn entry(index: usize, name: &str, key: &str, with_doi: bool) -> String {
    let paper = &papers()[index];
    let authors: Vec<String> =
        paper.authors.iter().map(|(given, family)| format!("{family}, {given}")).collect();
    let doi = if with_doi { format!(", doi = {{{}}}", paper.doi) } else { String::new() };
    format!(
        "@inproceedings{{{key}, author = {{{}}}, title = {{{}}}, booktitle = {{{name}}}, year = {{{}}}{doi}}}\n",
        authors.join(" and "),
        paper.title,
        paper.year
    )
}

/// Returns the findings at warning or above for each key of the bibliography.
fn warnings(bibliography: &str) -> BTreeMap<String, Vec<String>> {
    let scholar = Scholar::with(papers());
    let folder = Folder::with(&[("refs.bib", bibliography)]);
    let arguments = ["check", "refs.bib", "--online", "--format", "json", "--fail-on", "never"];
    let run = run_at_home(&folder.path("."), &folder.path("."), &scholar.settings(), &arguments);
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for reference in report["files"][0]["references"].as_array().cloned().unwrap_or_default() {
        let verdict = text(&reference["verdict"]);
        let said = out.entry(text(&reference["key"])).or_default();
        if verdict == "unchecked" || verdict == "not-found" {
            said.push(verdict);
        }
    }
    for finding in report["files"][0]["findings"].as_array().cloned().unwrap_or_default() {
        // Each paper is cited with several conference titles here.
        let is_twin = finding["rule"] == "citation/duplicate-work";
        if !is_twin && matches!(finding["severity"].as_str(), Some("warning" | "error")) {
            out.entry(text(&finding["data"]["key"])).or_default().push(format!(
                "{}: {}",
                text(&finding["rule"]),
                text(&finding["message"])
            ));
        }
    }
    out
}

#[test]
fn a_paper_under_the_everyday_name_of_its_conference_draws_no_warning() {
    let mut bibliography = String::new();
    for (index, conference) in CONFERENCES.iter().enumerate() {
        let names = conference.everyday.iter().chain([&conference.proceedings, &conference.event.0]);
        for (number, name) in names.enumerate() {
            bibliography += &entry(index, name, &format!("doi-{index}-{number}"), true);
            bibliography += &entry(index, name, &format!("title-{index}-{number}"), false);
        }
    }
    let said = warnings(&bibliography);
    assert_eq!(said.len(), bibliography.lines().count());
    let wrong: Vec<_> = said.iter().filter(|(_, said)| !said.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_paper_under_the_name_of_another_conference_draws_a_warning() {
    let mut bibliography = String::new();
    for (index, conference) in CONFERENCES.iter().enumerate() {
        for (number, name) in conference.other.iter().enumerate() {
            bibliography += &entry(index, name, &format!("doi-{index}-{number}"), true);
            bibliography += &entry(index, name, &format!("title-{index}-{number}"), false);
        }
    }
    let said = warnings(&bibliography);
    assert_eq!(said.len(), bibliography.lines().count());
    let missed: Vec<_> =
        said.iter().filter(|(_, said)| !said.iter().any(|said| said.contains("citation/differs"))).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}
