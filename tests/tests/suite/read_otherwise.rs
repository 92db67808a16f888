//! `bibliography/read-otherwise` end to end: how the program that builds a draft interprets its
//! .bib file, checked with the programs themselves if they are installed.

mod programs;

use referee_tests::cli::{Run, referee};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;

const RULE: &str = "bibliography/read-otherwise";

/// A draft for each program that cites `k`, with the program's name.
const DRAFTS: [(&str, &str, &str); 4] = [
    (
        "bibtex",
        "paper.tex",
        "\\documentclass{article}\n\\begin{document}\nA \\cite{k}.\n\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n",
    ),
    (
        "biber",
        "paper.tex",
        "\\documentclass{article}\n\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n\\begin{document}\nA \\cite{k}.\n\\printbibliography\n\\end{document}\n",
    ),
    ("pandoc", "paper.md", "---\nbibliography: refs.bib\n---\n\nA claim [@k].\n"),
    ("typst", "paper.typ", "A claim @k.\n\n#bibliography(\"refs.bib\")\n"),
];

/// Returns an entry with these fields after author, title and journal.
fn entry(fields: &str) -> String {
    format!("@article{{k, author = {{Able, Ann}}, title = {{A trial}}, journal = {{Lancet}}, {fields}}}\n")
}

fn check(draft: (&str, &str), bibliography: &str) -> Run {
    let folder = Folder::with(&[draft, ("refs.bib", bibliography)]);
    referee(&folder, &["check", ".", "--offline", "--format", "json"])
}

/// Returns the findings of all files: rule, severity, message.
fn findings(run: &Run) -> Vec<(String, String, String)> {
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let all = files.iter().flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default());
    all.map(|one| (text(&one["rule"]), text(&one["severity"]), text(&one["message"]))).collect()
}

/// Returns the severities of the rule in the draft of each program, `-` for no finding: `bibtex
/// biber pandoc typst`, for each of the bibliographies. One run checks all of them.
fn severities(bibliographies: &[String]) -> Vec<String> {
    let folder = Folder::with(&[]);
    for (row, bibliography) in bibliographies.iter().enumerate() {
        for (program, name, text) in DRAFTS {
            folder.write(&format!("r{row:03}-{program}/{name}"), text);
            folder.write(&format!("r{row:03}-{program}/refs.bib"), bibliography);
        }
    }
    let run = referee(&folder, &["check", ".", "--offline", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr));
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let of = |place: String| {
        let here = files.iter().filter(|file| {
            file["path"].as_str().is_some_and(|path| path.replace('\\', "/").contains(&place))
        });
        let all = here.flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default());
        let own = all.filter(|finding| finding["rule"] == RULE);
        let own: Vec<String> =
            own.map(|finding| finding["severity"].as_str().unwrap_or_default().to_owned()).collect();
        if own.is_empty() { "-".to_owned() } else { own.join("+") }
    };
    let rows = (0..bibliographies.len())
        .map(|row| DRAFTS.map(|(program, ..)| of(format!("r{row:03}-{program}/"))).join(" "));
    rows.collect()
}

/// Asserts the severities of each bibliography, and prints all differences.
fn assert_severities(rows: &[(String, &str)]) {
    let bibliographies: Vec<String> = rows.iter().map(|(bibliography, _)| bibliography.clone()).collect();
    let found = severities(&bibliographies);
    let wrong: Vec<String> = rows
        .iter()
        .zip(found)
        .filter(|((_, expected), found)| expected != found)
        .map(|((bibliography, expected), found)| {
            format!("{bibliography}expected {expected}, found {found}\n")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_clean_bibliography_shows_nothing() {
    assert_severities(&[
        (entry("year = {2020}, volume = 3, month = sep, pages = {1--9}, doi = {10.5555/1}"), "- - - -"),
        (
            format!(
                "@string{{nejm = {{N Engl J Med}}}}\n{}",
                entry("year = 2020").replace("{Lancet}", "nejm")
            ),
            "- - - -",
        ),
        (
            format!(
                "% Papers of the group\n\nSome words.\n\n@comment{{jabref-meta: x;}}\n{}",
                entry("date = {2020-05-01}").replace("journal", "journaltitle")
            ),
            "- - - -",
        ),
        (
            entry("year = {2020}, url = {https://example.org/a%20b_c?d&e#f}, file = {a_b%c.pdf}"),
            "- - - -",
        ),
        (entry("year = {2020}, note = {50\\% and A \\& B, $a_b$}"), "- - - -"),
        (
            "@book{k, author = {{World Health Organization} and van den Berg, J. A.}, title = {A}, publisher = {B}, year = 2020}\n".to_owned(),
            "- - - -",
        ),
    ]);
}

#[test]
fn each_program_reads_the_entry_in_its_own_way() {
    let author = |names: &str| entry("year = {2020}").replace("Able, Ann", names);
    let rows = [
        (entry("year = {2020}, title = {Another work}"), "warning warning warning warning"),
        (entry("year = {2020}, doi = {10.1000/first}, doi = {10.1000/second}"), "warning warning warning warning"),
        (entry("year = {2020}, eprint = {2001.00001}, eprint = {2001.00002}"), "warning warning warning warning"),
        (format!("{}@misc{{, title = {{No key}}}}\n", entry("year = {2020}")), "- error error error"),
        (entry("year = {2020}, volume = 3, volume = 4"), "information information information information"),
        (author("Able, Ann and and Best, Bob"), "warning error warning warning"),
        (author("Able, Ann; Best, Bob; Cole, Cy"), "warning error warning warning"),
        (author("Smith JA and Doe R"), "warning warning warning warning"),
        (author("Able, Ann AND Best, Bob"), "- - warning warning"),
        (author("Able, Ann and et al."), "warning warning warning warning"),
        (author("Able, Ann and others"), "- - - warning"),
        (author("Able, Ann and {others}"), "warning - - warning"),
        (entry("date = {Feb 2002}"), "- warning warning warning"),
        (entry("date = {2002/02/07}"), "- warning warning warning"),
        (entry("date = {2002-02-30}"), "- warning information warning"),
        (entry("year = {in press}"), "- - - error"),
        (entry("year = {n.d.}"), "- - - error"),
        (entry("year = {}"), "- - - error"),
        (entry("year = {2020}, month = sept"), "information information information error"),
        (entry("year = {2020},, volume = {3}"), "warning error error error"),
        (entry("year = {2020},\n  % old = {1},\n  volume = {3}"), "warning - - -"),
        (entry("year = {2020}, pages = {496--502, 510}"), "- - - information"),
        (entry("year = {2020}, pages = {496--502; 510}"), "- - - -"),
        (entry("year = {2020}, pages = {e1, e5}"), "- - - -"),
        (entry("year = {2020}, pages = 1-9"), "warning information - error"),
        (entry("year = {2020}").replace("{A trial}", "{50% in women}"), "warning error warning -"),
        (entry("year = {2020}").replace("{Lancet}", "{Health & Place}"), "error error - -"),
        (entry("year = {2020}").replace("{A trial}", "{Trial #2}"), "error error warning -"),
        (entry("year = {2020}").replace("{A trial}", "{Costs $5}"), "error error warning error"),
        (entry("year = {2020}").replace("{k, author", "(k, author").replace("}}\n", "})\n"), "- - error error"),
        (entry("year = {2020}").replace("{Lancet}", "nejm"), "information information information error"),
        (format!("@string{{JAMA = {{JAMA}}}}\n{}", entry("year = {2020}").replace("{Lancet}", "jama")), "- - - error"),
        (format!("Mail me: joe@example.org about this file.\n{}", entry("year = {2020}")), "warning error error error"),
        (format!("Mail: joe@example.org\n{}", entry("year = {2020}")), "error error error error"),
        (format!("% Mail me: joe@example.org about this file.\n{}", entry("year = {2020}")), "warning - - -"),
        (format!("@comment jabref\n{}", entry("year = {2020}")), "- error error error"),
        (format!("% @article{{k, title = {{Old}}}}\n{}", entry("year = {2020}")), "warning - - -"),
        (format!("% @article{{k,\n%  title = {{Old}}}}\n{}", entry("year = {2020}")), "error - - -"),
        (format!("@comment{{@article{{k, title = {{Old}}}}}}\n{}", entry("year = {2020}")), "warning - - -"),
        (format!("{}% @article{{k, title = {{Old}}}}\n", entry("year = {2020}")), "warning - - -"),
        (format!("@comment{{Mail joe@example.org}}\n{}", entry("year = {2020}")), "warning - - -"),
        (entry("year = {2020}").replace("@article", "@journal_article"), "information - error information"),
        (entry("year = {2020}").replace("@article", "@article2"), "information - error information"),
        (entry("year = {2020}").replace("@article", "@ article"), "- - error error"),
        (entry("year = {2020}, pmid = {1}, pmid = {2}"), "warning warning warning warning"),
        (entry("year = {2020}, date = {2021-01}"), "warning warning warning warning"),
        (entry("year = {2020}, date = {2019-12/2020-01}"), "- - - -"),
        (
            "@proceedings{par, title = {Talks}, year = {2020}}\n@inproceedings{k, author = {Able, Ann}, title = {A trial}, crossref = {par}}\n".to_owned(),
            "warning - - -",
        ),
        (
            "@inproceedings{k, author = {Able, Ann}, title = {A trial}, crossref = {Par}}\n@proceedings{par, title = {Talks}, year = {2020}}\n".to_owned(),
            "- warning warning warning",
        ),
        (entry("year = {2020}, crossref = {nothing}"), "information information information information"),
        (entry("year = {2020}, xdata = {nothing}"), "information information information information"),
        (format!("@xdata{{x, volume = {{3}}}}\n{}", entry("year = {2020}, xdata = {x}")), "information - - -"),
        (format!("@xdata{{x, year = {{2020}}}}\n{}", entry("xdata = {x}")), "warning - - -"),
        (format!("@comment {}", entry("year = {2020}")), "warning error error error"),
        (format!("@comment\n{}", entry("year = {2020}")), "- error error error"),
        (entry("year = {2020}, note = \"a { b\""), "error error error -"),
        (entry("year = {2020}, note = \"a \\{ b\""), "error error - -"),
        (entry("year = {2020}, note = \"a {b} c\""), "- - - -"),
        (format!("@preamble{{\"a\" # \"b\"}}\n{}", entry("year = {2020}")), "- - - error"),
        (format!("@preamble{{{{a}}}}\n{}", entry("year = {2020}")), "- - - error"),
        (format!("@preamble{{\\newcommand{{\\x}}{{y}}}}\n{}", entry("year = {2020}")), "warning error - error"),
        (format!("@preamble{{\"\\newcommand{{\\x}}{{y}}\"}}\n{}", entry("year = {2020}")), "- - - -"),
    ];
    assert_severities(&rows);
}

#[test]
fn dates_and_names_of_ris_are_reported_where_pandoc_prints_them() {
    let list = "TY  - JOUR\nID  - k\nAU  - World Health Organization\nAU  - Able, Ann, Jr.\nPY  - 2020/12/05/\nTI  - A trial\n\
        T2  - Lancet\nER  - \n";
    let pandoc = ("paper.md", "---\nbibliography: list.ris\n---\n\nA claim [@k].\n");
    let run = |files: &[(&str, &str)]| {
        let run = referee(&Folder::with(files), &["check", ".", "--offline", "--format", "json"]);
        let own = findings(&run).into_iter().filter(|(rule, ..)| rule == RULE);
        own.map(|(_, severity, message)| format!("{severity}: {message}")).collect::<Vec<_>>()
    };
    assert_eq!(
        run(&[pandoc, ("list.ris", list)]),
        [
            "warning: The author “World Health Organization” is a group. With Pandoc 3.9 it becomes a person with a \
             first name. Write a comma after its name.",
            "warning: The name “Able, Ann, Jr.” ends with its suffix, as RIS demands. With Pandoc 3.9 the suffix is \
             taken for the first name. Write the suffix before the first name.",
            "warning: The first date of this record is “2020/12/05/”, which RIS allows. With Pandoc 3.9 no year is \
             printed. Write `PY  - ` and the year alone.",
        ]
    );
    // Without a draft, no program is known to print the list.
    assert_eq!(run(&[("list.ris", list)]), Vec::<String>::new());
    let right = list
        .replace("Organization", "Organization,")
        .replace("Able, Ann, Jr.", "Able, Jr., Ann")
        .replace("2020/12/05/", "2020");
    assert_eq!(run(&[pandoc, ("list.ris", &right)]), Vec::<String>::new());
}

/// A .bib that Biber and Typst interpret differently: a year in words, authors with semicolons,
/// another key.
const SHARED: &str = "@article{k, author = {Able, Ann}, title = {A trial}, journal = {Lancet}, year = {in press}}\n\
    @article{m, author = {Able, Ann; Best, Bob; Cole, Cy}, title = {Another trial}, journal = {Lancet}, year = {2020}, ids = {old}}\n";
const SHARED_LATEX: &str = "\\documentclass{article}\n\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n\\begin{document}\nA \\cite{k}, \\cite{m}, \\cite{old}.\n\\printbibliography\n\\end{document}\n";
const SHARED_TYPST: &str = "A claim @k, @m, @old.\n\n#bibliography(\"refs.bib\")\n";

/// Returns the subject of each finding of the rule, and whether it mentions Biber and Typst.
fn named_programs(messages: &[(String, String)]) -> Vec<(&'static str, bool, bool)> {
    let about = |message: &str| {
        ["in press", "semicolons", "“old”"]
            .into_iter()
            .find(|words| message.contains(words))
            .unwrap_or("other")
    };
    let mut out: Vec<_> = messages
        .iter()
        .filter(|(rule, _)| rule == RULE)
        .map(|(_, message)| (about(message), message.contains("Biber"), message.contains("Typst")))
        .collect();
    out.sort_unstable();
    out
}

#[test]
fn drafts_of_two_programs_that_share_a_bibliography_each_have_their_own_findings() {
    let of = |drafts: &[(&str, &str)]| {
        let folder = Folder::with(drafts);
        folder.write("refs.bib", SHARED);
        let all = findings(&referee(&folder, &["check", ".", "--offline", "--format", "json"]));
        let all: Vec<_> = all.into_iter().map(|(rule, _, message)| (rule, message)).collect();
        named_programs(&all)
    };
    let (latex, typst) = (("paper.tex", SHARED_LATEX), ("paper.typ", SHARED_TYPST));
    assert_eq!(of(&[latex]), [("semicolons", true, false)]);
    assert_eq!(
        of(&[typst]),
        [("in press", false, true), ("semicolons", false, true), ("“old”", false, true)]
    );
    let both = [("in press", false, true), ("semicolons", true, true), ("“old”", false, true)];
    assert_eq!(of(&[latex, typst]), both);

    // An editor shows the same: in the bibliography for both drafts, in each draft its own.
    let folder = Folder::with(&[latex, typst, ("refs.bib", SHARED)]);
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "paper.tex", "latex");
    editor.open(&folder, "paper.typ", "typst");
    editor.open(&folder, "refs.bib", "bibtex");
    let read = |all: &[Value]| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        all.iter().map(|one| (text(&one["code"]), text(&one["message"]))).collect()
    };
    let shown =
        editor.diagnostics_until(&folder.uri("refs.bib"), |all| named_programs(&read(all)).len() >= 2);
    assert_eq!(named_programs(&read(&shown)), [both[0], both[1]]);
    let shown =
        editor.diagnostics_until(&folder.uri("paper.typ"), |all| !named_programs(&read(all)).is_empty());
    assert_eq!(named_programs(&read(&shown)), [both[2]]);
    let shown = editor.diagnostics_until(&folder.uri("paper.tex"), |_| true);
    assert_eq!(named_programs(&read(&shown)), []);
}

/// Applies the fix with `title` of the only finding of the rule to a bibliography; without such
/// a fix, returns all titles.
fn fixed(bibliography: &str, title: &str) -> Result<String, Vec<String>> {
    let folder = Folder::with(&[(DRAFTS[1].1, DRAFTS[1].2), ("refs.bib", bibliography)]);
    let run = referee(&folder, &["check", ".", "--offline", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let all = files.iter().flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default());
    let own: Vec<Value> = all.filter(|finding| finding["rule"] == RULE).collect();
    assert_eq!(own.len(), 1, "{own:#?}");
    let fixes = own[0]["fixes"].as_array().cloned().unwrap_or_default();
    let titles = || fixes.iter().map(|fix| fix["title"].as_str().unwrap_or_default().to_owned()).collect();
    let Some(fix) = fixes.iter().find(|fix| fix["title"] == title) else { return Err(titles()) };
    let mut out = bibliography.to_owned();
    for edit in fix["edits"].as_array().unwrap().iter().rev() {
        let place = |end: &str| {
            let of = |name: &str| edit["range"][end][name].as_u64().unwrap() as usize;
            let before: usize = bibliography.split_inclusive('\n').take(of("line")).map(str::len).sum();
            before + of("character")
        };
        out.replace_range(place("start")..place("end"), edit["text"].as_str().unwrap());
    }
    Ok(out)
}

#[test]
fn a_link_to_nothing_is_removed_or_given_the_nearest_key() {
    let other = "@proceedings{talks2020, title = {Talks}, year = {2020}}\n";
    let with = |fields: &str| format!("{}{other}", entry(fields));
    for (fields, title, expected) in [
        ("year = {2020}, crossref = {talks2021}", "Write talks2020", "year = {2020}, crossref = {talks2020}"),
        ("year = {2020}, crossref = {talks2021}", "Remove the field", "year = {2020},"),
        ("year = {2020}, xdata = {nothing}", "Remove the field", "year = {2020},"),
        (
            "year = {2020}, xdata = {nothing, talks2020}",
            "Remove nothing",
            "year = {2020}, xdata = { talks2020}",
        ),
        (
            "year = {2020}, xdata = {talks2020,nothing}",
            "Remove nothing",
            "year = {2020}, xdata = {talks2020}",
        ),
    ] {
        assert_eq!(fixed(&with(fields), title), Ok(with(expected)), "{fields}");
    }
    let far = fixed(&with("year = {2020}, crossref = {zzz}"), "Write talks2020");
    assert_eq!(far, Err(vec!["Remove the field".to_owned()]));
}

/// The entries `par` and, after it, `kid` and `twin`, which inherit from it.
const PARENT_FIRST: &str = "@proceedings{par, title = {Talks}, year = {2020}}\n\
    @inproceedings{kid, author = {Able, Ann}, title = {A trial}, crossref = {par}}\n\
    @inproceedings{twin, author = {Best, Bob}, title = {Another trial}, crossref = {par}}\n";

/// Returns the severities of the rule in a BibTeX draft that cites `cited`.
fn rows_in_bibtex(cited: &str, bibliography: &str) -> Vec<String> {
    let draft = format!("{cited}\n\\bibliographystyle{{plain}}\n\\bibliography{{refs}}\n");
    let found = findings(&check(("paper.tex", &draft), bibliography)).into_iter();
    found.filter(|(rule, ..)| rule == RULE).map(|(_, severity, _)| severity).collect()
}

#[test]
fn bibtex_inherits_from_an_entry_that_is_cited_too() {
    for (cited, expected) in [
        (r"A \cite{kid}.", vec!["warning"]),
        (r"A \cite{kid,twin}.", vec!["warning", "warning"]),
        (r"A \cite{kid,par}.", vec![]),
        (r"A \cite{kid} \nocite{*}.", vec![]),
    ] {
        assert_eq!(rows_in_bibtex(cited, PARENT_FIRST), expected, "{cited}");
    }
    // The first child makes BibTeX read the parent.
    let parent_between =
        format!("{}\n{PARENT_FIRST}", PARENT_FIRST.lines().last().unwrap()).replacen("twin", "first", 1);
    assert_eq!(rows_in_bibtex(r"A \cite{kid}.", &parent_between), ["warning"]);
    assert_eq!(rows_in_bibtex(r"A \cite{first,kid}.", &parent_between), [""; 0]);
}

#[test]
fn keys_with_signs_stop_some_programs() {
    let with_key = |key: &str| {
        let other = entry("year = {2020}").replace("{k,", &format!("{{{key},"));
        format!("{}{other}", entry("year = {2020}"))
    };
    assert_severities(&[
        (with_key("o'neil"), "- error - -"),
        (with_key("a#b"), "- error error -"),
        (with_key("a=b"), "- error - -"),
        (with_key("a~b"), "- - error -"),
        (with_key("a b"), "- error error error"),
        (with_key("andré:2020-b_c.d/e+f"), "- - - -"),
    ]);
}

#[test]
fn an_entry_that_nothing_cites_matters_only_where_the_program_stops() {
    let other =
        |fields: &str| format!("{}{}", entry("year = {2020}"), entry(fields).replace("{k,", "{other,"));
    assert_severities(&[
        (other("date = {Feb 2002}"), "- - - -"),
        (other("year = {in press}"), "- - - error"),
    ]);
}

#[test]
fn a_file_that_no_draft_names_shows_what_every_program_reads_otherwise() {
    for (bibliography, expected) in [
        (entry("year = {in press}"), &[][..]),
        (entry("year = {2020}").replace("{A trial}", "{50% in women}"), &[]),
        (entry("year = {2020}").replace("{Lancet}", "IEEE_J_PAMI"), &[]),
        (entry("year = {2020},, volume = 3"), &["warning"]),
        (entry("year = {2020}, title = {Another}"), &["warning"]),
        (entry("year = {2020}, month = sept"), &["information"]),
    ] {
        let folder = Folder::with(&[("refs.bib", &bibliography)]);
        let run = referee(&folder, &["check", "refs.bib", "--offline", "--format", "json", "-v"]);
        let all = findings(&run);
        let own: Vec<&str> =
            all.iter().filter(|(rule, ..)| rule == RULE).map(|(_, severity, _)| severity.as_str()).collect();
        assert_eq!(own, expected, "{bibliography}");
    }
}

#[test]
fn the_message_names_the_program_and_what_it_does() {
    let message = |at: usize, bibliography: &str| {
        let (_, name, text) = DRAFTS[at];
        findings(&check((name, text), bibliography)).into_iter().find(|(rule, ..)| rule == RULE).unwrap().2
    };
    let bibliography = entry("date = {Feb 2002}");
    let of = |at: usize| message(at, &bibliography);
    assert_eq!(
        of(1),
        "The date “Feb 2002” is not in the form of ISO 8601. With Biber 2.22 no year is printed. Write it as 2020-05-01, 2020-05 or 2020."
    );
    assert!(of(3).contains("With Typst 0.15.2 no year is printed"), "{}", of(3));
    let twice = entry("year = {2020}, doi = {10.1000/first}, doi = {10.1000/second}");
    assert!(message(0, &twice).contains("the first is printed"), "{}", message(0, &twice));
    let of_biber = message(1, &twice);
    assert!(
        of_biber.contains("the last is printed") && of_biber.contains("The last is looked up"),
        "{of_biber}"
    );
}

#[test]
fn fixes_that_are_certain_are_written() {
    let broken = "Mail: joe@example.org\n\n@article{k, author = {Smith JA; Doe R}, title = {50% in women & men}, journal = {Lancet},, date = {7 Feb 2002}, month = sept}\n";
    for (_, name, text) in DRAFTS {
        let folder =
            Folder::with(&[(name, text), ("refs.bib", &broken.replace("Mail: joe@example.org\n\n", ""))]);
        // A fix may uncover the next one.
        for _ in 0..3 {
            referee(&folder, &["check", ".", "--offline", "--fix"]);
        }
        let run = referee(&folder, &["check", ".", "--offline", "--format", "json"]);
        let left: Vec<_> = findings(&run).into_iter().filter(|(rule, ..)| rule == RULE).collect();
        assert!(left.is_empty(), "{name}: {left:?}\n{}", folder.read("refs.bib"));
    }
}

#[test]
fn a_missing_comma_is_added() {
    let whole = entry("year = {2020}");
    let broken = whole.replace("}, title", "} title");
    for (_, name, text) in DRAFTS {
        let folder = Folder::with(&[(name, text), ("refs.bib", &broken)]);
        referee(&folder, &["check", name, "--offline", "--fix"]);
        assert_eq!(folder.read("refs.bib"), whole, "{name}");
    }
}

#[test]
fn the_members_of_a_set_are_cited_instead() {
    let bibliography = format!(
        "{}{}@set{{k, entryset = {{a, b}}}}\n",
        entry("year = {2020}").replace("{k,", "{a,"),
        entry("year = {2021}").replace("{k,", "{b,")
    );
    for (program, expected) in [("bibtex", "\\cite{a,b}"), ("pandoc", "[@a; @b]"), ("typst", "@a @b")] {
        let (_, name, text) = DRAFTS.into_iter().find(|(other, ..)| *other == program).unwrap();
        let folder = Folder::with(&[(name, text), ("refs.bib", &bibliography)]);
        let run = referee(&folder, &["check", name, "--offline", "--format", "json"]);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let all = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
        let own = all.iter().find(|one| one["rule"] == RULE).unwrap();
        let edit = &own["fixes"][0]["edits"][0];
        let range = &edit["range"];
        let line = text.lines().nth(range["start"]["line"].as_u64().unwrap() as usize).unwrap();
        let at = |end: &str| range[end]["character"].as_u64().unwrap() as usize;
        let written =
            format!("{}{}{}", &line[..at("start")], edit["text"].as_str().unwrap(), &line[at("end")..]);
        assert!(written.contains(expected), "{program}: {written}");
    }
}

#[test]
fn a_draft_of_myst_is_not_read_as_pandoc() {
    let bibliography = entry("date = {Feb 2002}");
    let draft = "As {cite:p}`k` says.\n\n```{bibliography} refs.bib\n```\n";
    let all = findings(&check(("paper.md", draft), &bibliography));
    assert!(all.iter().all(|(rule, ..)| rule != RULE), "{all:?}");
}

#[test]
fn a_key_in_other_capitals_is_found_by_bibtex_alone() {
    let bibliography = entry("year = {2020}").replace("{k,", "{K,");
    for ((program, name, text), undefined) in DRAFTS.into_iter().zip([false, true, true, true]) {
        let all = findings(&check((name, text), &bibliography));
        assert_eq!(
            all.iter().any(|(rule, ..)| rule == "citation/undefined-key"),
            undefined,
            "{program}: {all:?}"
        );
        let unused = all.iter().any(|(rule, ..)| rule == "citation/unused-entry");
        assert!(program != "bibtex" || !unused, "{all:?}");
    }
}

#[test]
fn keys_that_only_biber_knows() {
    for (bibliography, expected) in [
        (entry("year = {2020}, ids = {k}").replace("{k,", "{new,"), [true, false, true, true]),
        (
            format!("@set{{k, entryset = {{new}}}}\n{}", entry("year = {2020}").replace("{k,", "{new,")),
            [true, false, true, true],
        ),
        ("@xdata{k, journal = {Lancet}}\n".to_owned(), [true, true, true, true]),
    ] {
        for ((program, name, text), wrong) in DRAFTS.into_iter().zip(expected) {
            let all = findings(&check((name, text), &bibliography));
            let own = all.iter().filter(|(rule, severity, _)| rule == RULE && severity == "error").count();
            assert_eq!(own, usize::from(wrong), "{program}: {all:?}\n{bibliography}");
            assert!(all.iter().all(|(rule, ..)| rule != "citation/undefined-key"), "{all:?}");
        }
    }
}

#[test]
fn typst_stops_at_a_key_twice_and_bibtex_drops_one_in_other_capitals() {
    let twice = format!("{0}{0}", entry("year = {2020}"));
    let capitals = format!("{}{}", entry("year = {2020}"), entry("year = {2021}").replace("{k,", "{K,"));
    for (bibliography, program) in [(twice, 3), (capitals, 0)] {
        for (at, (name, text)) in DRAFTS.map(|(_, name, text)| (name, text)).into_iter().enumerate() {
            let all = findings(&check((name, text), &bibliography));
            let errors = all
                .iter()
                .filter(|(rule, severity, _)| rule == "citation/duplicate-key" && severity == "error");
            assert_eq!(errors.count(), usize::from(at == program), "{name}: {all:?}");
        }
    }
}

#[test]
fn the_field_that_is_printed_is_judged() {
    let library = "PMID- 1\nTI  - A trial of sleep.\nFAU - Able, Ann\nJT  - Lancet\nDP  - 2020\nAID - 10.1000/right [doi]\n\n\
                   PMID- 2\nTI  - Something else entirely.\nFAU - Poe, Edgar\nJT  - Brain\nDP  - 2001\nAID - 10.1000/wrong [doi]\n";
    let bibliography = "@article{k, author = {Able, Ann}, title = {A trial of sleep}, journal = {Lancet}, year = {2020}, \
                        doi = {10.1000/right}, doi = {10.1000/wrong}}\n";
    for (program, name, text) in DRAFTS {
        let folder = Folder::with(&[
            (name, text),
            ("refs.bib", bibliography),
            ("library.nbib", library),
            ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ]);
        let found = findings(&referee(&folder, &["check", name, "--offline", "--format", "json"]));
        let is_misidentified = found.iter().any(|(rule, ..)| rule == "citation/misidentified");
        assert_eq!(is_misidentified, program != "bibtex", "{program}: {found:?}");
    }
}

#[test]
fn an_entry_that_is_commented_out_is_not_undefined_for_bibtex() {
    let other = entry("year = {2020}").replace("{k,", "{other,");
    for (bibliography, severity) in [
        (format!("% {}{other}", entry("year = {2019}")), "warning"),
        (format!("@comment{{\n{}}}\n{other}", entry("year = {2019}")), "warning"),
        (format!("% {}{other}", entry("year = {2019}").replace(", title", ",\n% title")), "error"),
    ] {
        for (program, name, text) in DRAFTS {
            let folder = Folder::with(&[(name, text), ("refs.bib", &bibliography)]);
            let found = findings(&referee(&folder, &["check", name, "--offline", "--format", "json"]));
            let own =
                found.iter().filter(|(rule, ..)| rule == RULE).map(|(_, severity, _)| severity.as_str());
            let own: Vec<&str> = own.collect();
            let is_undefined = found.iter().any(|(rule, ..)| rule == "citation/undefined-key");
            let expected = if program == "bibtex" { vec![severity] } else { Vec::new() };
            assert_eq!((own, is_undefined), (expected, program != "bibtex"), "{program}: {found:?}");
        }
    }
}

#[test]
fn a_paragraph_of_pandoc_that_starts_with_a_key_in_parentheses() {
    let bibliography = entry("year = {2020}");
    let own = |text: &str| {
        let draft = format!("---\nbibliography: refs.bib\n---\n\n{text}\n");
        let found = findings(&check(("paper.md", &draft), &bibliography));
        let own = found.into_iter().filter(|(rule, ..)| rule == RULE);
        own.map(|(_, severity, _)| severity).collect::<Vec<String>>()
    };
    for (text, expected) in [
        ("(@k) showed that.", vec!["error"]),
        ("(@k) showed that. Later, @k.", vec!["error"]),
        ("(@k) showed that. Later [see @k, p. 3].", vec!["warning"]),
        ("(@k) showed.\n\nWords.\n\n(@k) showed again.", vec!["error"]),
        ("Words\n(@k) showed that.", vec![]),
        ("\\(@k) showed that.", vec![]),
        ("(@k; @k) showed that.", vec![]),
        ("(@k): that.", vec![]),
        ("(@example) of a list, and [@k].", vec![]),
    ] {
        assert_eq!(own(text), expected, "{text}");
    }
}

#[test]
fn a_bibliography_is_looked_at_with_its_draft() {
    let broken = entry("year = {2020},, volume = {3}");
    let folder = Folder::with(&[
        ("a.typ", DRAFTS[3].2),
        ("b.typ", DRAFTS[3].2),
        ("refs.bib", &broken),
        ("c.typ", "A @one.\n#bibliography((\"one.bib\", \"two.bib\"))\n"),
        ("one.bib", "@misc{one, title = {A}}\n"),
        ("two.bib", "@misc{one, title = {B}, doi = {10.1/x}}\n"),
    ]);
    let report = |names: &[&str]| {
        let run = referee(&folder, &[&["check"], names, &["--offline", "--format", "json"]].concat());
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let files = report["files"].as_array().cloned().unwrap_or_default();
        let rules = |file: &Value| {
            let all = file["findings"].as_array().cloned().unwrap_or_default();
            all.iter().map(|one| one["rule"].as_str().unwrap_or_default().to_owned()).collect::<Vec<String>>()
        };
        let named = |file: &Value| (file["path"].as_str().unwrap_or_default().to_owned(), rules(file));
        let mut all: Vec<(String, Vec<String>)> = files.iter().map(named).collect();
        all.retain(|(path, _)| path.ends_with(".bib"));
        (all, run.code)
    };
    let (of_both, code) = report(&["a.typ", "b.typ"]);
    assert_eq!(of_both, [("refs.bib".to_owned(), vec![RULE.to_owned()])]);
    assert_eq!(code, 1);
    let (of_two, _) = report(&["c.typ"]);
    assert_eq!(of_two, [("two.bib".to_owned(), vec!["citation/duplicate-key".to_owned()])]);
}

#[test]
fn typst_gets_no_person_called_others() {
    let record = "PMID- 1\nTI  - A trial of sleep.\nFAU - Able, Ann\nFAU - Best, Bob\nFAU - Cole, Cy\nJT  - Lancet\nDP  - 2020\n";
    let bibliography = "@article{k, author = {Able, Ann and others}, title = {A trial of sleep}, journal = {Lancet}, year = {2020}}\n";
    let folder = Folder::with(&[
        (DRAFTS[3].1, DRAFTS[3].2),
        ("refs.bib", bibliography),
        ("library.nbib", record),
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
    ]);
    let run = referee(&folder, &["check", DRAFTS[3].1, "--offline", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let all: Vec<Value> =
        files.iter().flat_map(|file| file["findings"].as_array().cloned()).flatten().collect();
    let own = all.iter().find(|one| one["rule"] == RULE).unwrap();
    let fixes = own["fixes"].as_array().cloned().unwrap_or_default();
    let texts: Vec<&str> =
        fixes.iter().map(|fix| fix["edits"][0]["text"].as_str().unwrap_or_default()).collect();
    assert_eq!(texts, ["Able, Ann and Best, Bob and Cole, Cy", ""], "{own}");
}

#[test]
fn a_damaged_entry_is_an_error_and_its_program_is_named() {
    let bibliography = "@article{k, author = {Able, Ann} title = {A trial}, year = {2020}}\n";
    for ((_, name, text), named) in DRAFTS.into_iter().zip(["BibTeX", "Biber", "Pandoc", "Typst"]) {
        let all = findings(&check((name, text), bibliography));
        let (_, severity, message) =
            all.iter().find(|(rule, ..)| rule == "bibliography/damaged-entry").unwrap();
        assert_eq!(severity, "error");
        assert!(message.contains(named), "{message}");
        assert!(all.iter().all(|(rule, ..)| rule != RULE), "{all:?}");
    }
    let surplus = format!("{}}}\n", entry("year = {2020}").trim_end());
    let all = findings(&check((DRAFTS[2].1, DRAFTS[2].2), &surplus));
    assert!(all.iter().all(|(_, severity, _)| severity == "information"), "{all:?}");
}

#[test]
fn a_dot_belongs_to_the_key_in_org() {
    let bibliography = entry("year = {2020}");
    for (text, undefined) in [
        ("[cite:@k]", false),
        ("[cite:@k p. 3]", false),
        ("[cite:@k;]", false),
        ("[cite:@k.]", true),
        ("[cite/t:@k:]", true),
    ] {
        let all = findings(&check(
            ("paper.org", &format!("#+bibliography: refs.bib\n\nA {text} b\n")),
            &bibliography,
        ));
        assert_eq!(
            all.iter().any(|(rule, ..)| rule == "citation/undefined-key"),
            undefined,
            "{text}: {all:?}"
        );
    }
}
