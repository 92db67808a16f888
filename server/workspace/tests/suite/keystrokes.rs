//! After every edit the session shows the same as a new session.

use super::test_workspace::TestWorkspace;
use referee_findings::Finding;
use std::collections::HashMap;
use tokio_util::sync::CancellationToken;

const UNUSED: &str = "citation/unused-entry";
const UNDEFINED: &str = "citation/undefined-key";
const DAMAGED: &str = "bibliography/damaged-entry";
const MISSING: &str = "document/missing-file";

const PAPER: &str = "---\nbibliography: refs.bib\n---\n\nOne [@smith2020] and [@jones2019] and [@lee2018].\n";
const REFS: &str = "@article{smith2020, title = {One}}\n@article{jones2019, title = {Two}}\n@article{lee2018, title = {Three}}\n";

fn paper() -> TestWorkspace {
    let mut workspace = TestWorkspace::new(&[("paper.md", PAPER), ("refs.bib", REFS)]);
    workspace.open("paper.md");
    workspace.open("refs.bib");
    workspace
}

#[test]
fn an_entry_is_unused_once_its_only_citation_is_deleted() {
    let mut workspace = paper();
    assert!(!workspace.rules("refs.bib").contains(&UNUSED));
    workspace.replace("paper.md", "[@smith2020]", "");
    assert!(workspace.rules("refs.bib").contains(&UNUSED));
    workspace.replace("paper.md", "One ", "One [@smith2020]");
    assert!(!workspace.rules("refs.bib").contains(&UNUSED));
}

#[test]
fn an_entry_is_used_again_when_its_citation_comes_back_between_two_reviews_of_the_draft() {
    let mut workspace = paper();
    workspace.replace("paper.md", "[@smith2020]", "");
    let (paper, refs) = (workspace.file("paper.md"), workspace.file("refs.bib"));
    let review = |workspace: &TestWorkspace| {
        let snapshot = workspace.snapshot();
        let _paper = snapshot.review(&paper, &CancellationToken::new());
        snapshot.review(&refs, &CancellationToken::new()).unwrap_or_default().findings
    };
    assert!(review(&workspace).iter().any(|finding| finding.rule == UNUSED));
    workspace.replace("paper.md", "One ", "One [@smith2020]");
    assert!(!review(&workspace).iter().any(|finding| finding.rule == UNUSED));
}

#[test]
fn a_brace_that_is_broken_and_mended_leaves_nothing_behind() {
    let mut workspace = paper();
    workspace.rules("refs.bib");
    workspace.replace("refs.bib", "{One}}", "{One}");
    // No snapshot of the broken text is kept, so that the next edit is made in place.
    assert!(workspace.rules("refs.bib").contains(&DAMAGED));
    workspace.replace("refs.bib", "{One}", "{One}}");
    assert!(!workspace.rules("refs.bib").contains(&DAMAGED));
}

#[test]
fn a_key_is_defined_once_its_entry_is_typed() {
    let mut workspace = paper();
    workspace.replace("paper.md", "[@lee2018]", "[@new2024]");
    assert!(workspace.rules("paper.md").contains(&UNDEFINED));
    let id = workspace.snapshot().result_id(&workspace.file("paper.md"));
    workspace.replace("refs.bib", "lee2018", "new2024");
    assert!(!workspace.rules("paper.md").contains(&UNDEFINED));
    assert_ne!(workspace.snapshot().result_id(&workspace.file("paper.md")), id);
}

#[test]
fn a_number_is_known_once_its_item_is_typed() {
    let text = "As shown [2], twice [1].\n\n# References\n\n1. Smith J. One. Lancet. 2020;1:1.\n";
    let mut workspace = TestWorkspace::new(&[("note.md", text)]);
    workspace.open("note.md");
    assert!(workspace.rules("note.md").contains(&UNDEFINED));
    let end = workspace.text("note.md").len();
    workspace.edit("note.md", referee_text::Span::at(end), "2. Jones K. Two. BMJ. 2019;2:2.\n");
    assert!(!workspace.rules("note.md").contains(&UNDEFINED), "{:?}", workspace.findings("note.md"));
    assert_eq!(workspace.differences(), Vec::<String>::new());
}

const MAIN: &str = "\\documentclass{article}\n\\begin{document}\nOne \\cite{smith} and \\cite{jones}.\n\n\\input{list}\n\\end{document}\n";
const LIST: &str =
    "\\begin{thebibliography}{9}\n\\bibitem{smith} Smith. One. 2020.\n\\end{thebibliography}\n";

#[test]
fn a_bibitem_of_the_same_file_defines_its_key() {
    let text = MAIN.replace("\\input{list}\n", LIST);
    let mut workspace = TestWorkspace::new(&[("main.tex", &text)]);
    workspace.open("main.tex");
    assert_eq!(workspace.rules("main.tex").iter().filter(|rule| **rule == UNDEFINED).count(), 1);
    workspace.replace("main.tex", "\\end{thebib", "\\bibitem{jones} Jones. Two. 2019.\n\\end{thebib");
    assert!(!workspace.rules("main.tex").contains(&UNDEFINED));
    workspace.replace("main.tex", "\\bibitem{jones}", "\\bibitem{other}");
    assert!(workspace.rules("main.tex").contains(&UNDEFINED));
}

#[test]
fn a_bibitem_of_an_open_file_that_is_taken_in_defines_its_key() {
    let mut workspace = TestWorkspace::new(&[("main.tex", MAIN), ("list.tex", LIST)]);
    workspace.open("main.tex");
    workspace.open("list.tex");
    assert!(workspace.rules("main.tex").contains(&UNDEFINED));
    let id = workspace.snapshot().result_id(&workspace.file("main.tex"));
    workspace.replace("list.tex", "\\bibitem{smith}", "\\bibitem{jones} Jones. Two. 2019.\n\\bibitem{smith}");
    assert_ne!(workspace.snapshot().result_id(&workspace.file("main.tex")), id);
    assert!(!workspace.rules("main.tex").contains(&UNDEFINED));
}

#[test]
fn a_bibitem_of_a_file_on_disk_defines_its_key() {
    let mut workspace = TestWorkspace::new(&[("main.tex", MAIN), ("list.tex", LIST)]);
    workspace.open("main.tex");
    assert!(workspace.rules("main.tex").contains(&UNDEFINED));
    let both = LIST.replace("\\end{thebib", "\\bibitem{jones} Jones. Two. 2019.\n\\end{thebib");
    workspace.write("list.tex", Some(&both));
    assert!(!workspace.rules("main.tex").contains(&UNDEFINED));
}

#[test]
fn a_bibliography_that_goes_is_missed_at_once() {
    let mut workspace = TestWorkspace::new(&[("paper.md", PAPER), ("refs.bib", REFS)]);
    workspace.open("paper.md");
    assert!(!workspace.rules("paper.md").contains(&MISSING));
    let id = workspace.settled().result_id(&workspace.file("paper.md"));
    workspace.write("refs.bib", None);
    assert_ne!(workspace.settled().result_id(&workspace.file("paper.md")), id);
    assert!(workspace.rules("paper.md").contains(&MISSING));
    workspace.write("refs.bib", Some(REFS));
    assert!(!workspace.rules("paper.md").contains(&MISSING));
}

#[test]
fn a_result_id_ends_with_the_document() {
    let mut workspace = paper();
    let file = workspace.file("paper.md");
    let id = workspace.settled().result_id(&file);
    assert_eq!(workspace.settled().result_id(&file), id);
    workspace.close("paper.md");
    workspace.open("paper.md");
    assert_ne!(workspace.settled().result_id(&file), id);
}

#[test]
fn what_another_program_writes_is_noticed_without_a_watcher() {
    let mut workspace = TestWorkspace::new(&[("paper.md", PAPER)]);
    workspace.open("paper.md");
    assert!(workspace.rules("paper.md").contains(&MISSING));
    assert!(!workspace.notices_disk_changes());
    workspace.write_in_silence("refs.bib", Some(REFS));
    assert!(workspace.notices_disk_changes());
    assert!(!workspace.rules("paper.md").contains(&MISSING));
    workspace.write_in_silence("refs.bib", Some(&REFS.replace("lee2018", "somebody")));
    assert!(workspace.notices_disk_changes());
    assert!(workspace.rules("paper.md").contains(&UNDEFINED));
    workspace.write_in_silence("refs.bib", None);
    assert!(workspace.notices_disk_changes());
    assert!(workspace.rules("paper.md").contains(&MISSING));
    assert!(!workspace.notices_disk_changes());
}

#[test]
fn a_draft_that_nothing_leads_to_any_more_cites_nothing() {
    let main = "\\documentclass{article}\n\\begin{document}\n\\input{part}\n\\cite{jones}\\cite{more}\n\\bibliography{refs}\n\\end{document}\n";
    let refs =
        "@article{smith, title = {One}}\n@article{jones, title = {Two}}\n@article{more, title = {Three}}\n";
    let mut workspace = TestWorkspace::new(&[
        ("main.tex", main),
        ("part.tex", "Text \\cite{smith}. \\bibliography{refs}\n"),
        ("refs.bib", refs),
    ]);
    workspace.open("main.tex");
    workspace.open("refs.bib");
    assert!(!workspace.rules("refs.bib").contains(&UNUSED));
    workspace.replace("main.tex", "\\input{part}\n", "");
    assert!(workspace.rules("refs.bib").contains(&UNUSED));
    assert_eq!(workspace.differences(), Vec::<String>::new());
}

#[test]
fn settings_that_are_typed_are_in_force_at_once() {
    let mut workspace = paper();
    workspace.open_with("referee.toml", "");
    workspace.replace("paper.md", "[@lee2018]", "[@new2024]");
    assert!(workspace.rules("paper.md").contains(&UNDEFINED));
    workspace.edit(
        "referee.toml",
        referee_text::Span::at(0),
        "[rules]\n\"citation/undefined-key\" = \"off\"\n",
    );
    assert!(!workspace.rules("paper.md").contains(&UNDEFINED));
    workspace.replace("referee.toml", "off", "hint");
    assert!(workspace.rules("paper.md").contains(&UNDEFINED));
}

#[test]
fn a_command_that_cites_by_the_settings_cites_as_soon_as_it_is_typed() {
    let main = "\\documentclass{article}\n\\begin{document}\nOne \\mine{nobody}.\n\\bibliography{refs}\n\\end{document}\n";
    let mut workspace = TestWorkspace::new(&[("main.tex", main), ("refs.bib", REFS)]);
    workspace.open("main.tex");
    workspace.open_with("referee.toml", "");
    assert!(!workspace.rules("main.tex").contains(&UNDEFINED));
    workspace.edit("referee.toml", referee_text::Span::at(0), "[documents]\ncite_commands = [\"mine\"]\n");
    assert!(workspace.rules("main.tex").contains(&UNDEFINED));
    workspace.close("referee.toml");
    assert!(!workspace.rules("main.tex").contains(&UNDEFINED));
}

#[test]
fn a_main_file_is_found_beside_a_chapter_and_a_large_neighbour_is_not_read() {
    let main =
        "\\documentclass{book}\n\\begin{document}\n\\input{chapter}\n\\bibliography{refs}\n\\end{document}\n";
    let large = format!("{}\\input{{chapter}}\n", "x".repeat(2 << 20));
    let mut workspace = TestWorkspace::new(&[
        ("main.tex", main),
        ("chapter.tex", "Text \\cite{nobody}.\n"),
        ("large.tex", &large),
        ("alone.tex", "Nothing to do with it \\cite{x}.\n"),
        ("refs.bib", REFS),
    ]);
    workspace.open("chapter.tex");
    assert!(workspace.rules("chapter.tex").contains(&UNDEFINED));
    let known = workspace.settled().known_files();
    assert!(known.contains(&workspace.file("main.tex")), "{known:?}");
    assert!(
        !known.contains(&workspace.file("large.tex")) && !known.contains(&workspace.file("alone.tex")),
        "{known:?}"
    );
    workspace.write("alone.tex", Some("\\input{chapter}\n"));
    assert!(workspace.settled().known_files().contains(&workspace.file("alone.tex")));
    assert_eq!(workspace.differences(), Vec::<String>::new());
}

/// Pseudo-random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap_or_default()
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const FILES: [&str; 8] =
    ["paper.md", "main.tex", "part.tex", "draft.typ", "note.txt", "refs.bib", "other.bib", "referee.toml"];

fn snippets(name: &str) -> &'static [&'static str] {
    match name.rsplit('.').next() {
        Some("md") => &[
            " [@smith]",
            " [@jones; @lee]",
            " @gone",
            " [1]",
            " [2,3]",
            "\n\n",
            "\n# References\n\n",
            "\n1. Smith J. One thing. Lancet. 2020;1:1-2. doi:10.1000/one\n",
            "2. Jones K. Two things. BMJ. 2019;2:3.\n",
            "\n<!-- referee:ignore citation/undefined-key -->\n",
            "<!-- referee:ignore-file citation/* -->\n",
            "---\nbibliography: refs.bib\n---\n",
            "---\nbibliography: [refs.bib, other.bib, gone.bib]\n---\n",
            "\nThe dose is 5.0mg of warfarin twice daily (p = 0.000).\n",
            "# Methods\n\n",
            " doi:10.1000/one ",
            "`",
            "é",
            "x",
            "\n[1]: https://example.org\n",
            "[^smith]: A note.\n",
            "nocite: '@*'\n",
        ],
        Some("tex") => &[
            " \\cite{smith}",
            "\\citep[see][]{jones,lee}",
            "\\mine{gone}",
            "\\nocite{*}",
            "\n\n",
            "\\bibliography{refs}\n",
            "\\addbibresource{other.bib}\n",
            "\\input{part}\n",
            "\\input{main}\n",
            "% !TEX root = main.tex\n",
            "\\begin{thebibliography}{9}\n",
            "\\bibitem{smith} Smith J. One thing. 2020.\n",
            "\\bibitem{gone} Gone G. Gone. 2001.\n",
            "\\end{thebibliography}\n",
            "% referee:ignore citation/undefined-key\n",
            "% referee:ignore-start citation/*\n",
            "% referee:ignore-end\n",
            "\\label{smith}",
            "{",
            "}",
            "ü",
            "\\documentclass{article}\n\\begin{document}\n",
            "\\end{document}\n",
        ],
        Some("typ") => &[
            " @smith",
            " #cite(<jones>)",
            " <gone>",
            " @gone",
            "\n\n",
            "#bibliography(\"refs.bib\")\n",
            "= References\n",
            "// referee:ignore citation/undefined-key\n",
            "[1]",
            "#include \"other.typ\"\n",
            "\"",
            "x",
        ],
        Some("txt") => &[
            " [1]",
            " [4]",
            "\n\n",
            "References\n\n",
            "1. Smith J. One thing. Lancet. 2020;1:1-2.\n",
            "PMID: 123456 ",
            "referee:ignore citation/undefined-key\n",
            "Give 5.0 mg q.d. ",
            "doi:10.1000/two ",
        ],
        Some("bib") => &[
            "@article{smith, title = {One thing}, author = {Smith, J}, year = {2020}, doi = {10.1000/one}}\n",
            "@article{jones, title = {Two things}, year = 2019}\n",
            "@book{lee, title = {Three}, crossref = {jones}}\n",
            "@article{smith, title = {Another}}\n",
            "@string{x = {y}}\n",
            "{",
            "}",
            ",",
            "@comment{referee:ignore citation/*}\n",
            "% referee:ignore citation/unused-entry\n",
            " doi = {10.1000/wrong},",
            "ids = {gone},",
        ],
        _ => &[
            "[rules]\n",
            "\"citation/undefined-key\" = \"off\"\n",
            "\"citation/*\" = \"hint\"\n",
            "[documents]\n",
            "cite_commands = [\"mine\"]\n",
            "kind = \"clinical-note\"\n",
            "clinical = [\"*.md\"]\n",
            "[library]\n",
            "files = [\"library.json\"]\n",
            "\"",
            "network = \"deny\"\n",
            "[critic]\nprofile = \"trial\"\n",
        ],
    }
}

const LIBRARY: &str = r#"[{"id":"one","type":"article-journal","title":"One thing","author":[{"family":"Smith","given":"J"}],"issued":{"date-parts":[[2020]]},"DOI":"10.1000/one","abstract":"Warfarin lowers the risk."},
{"id":"two","type":"article-journal","title":"Something else","issued":{"date-parts":[[2011]]},"DOI":"10.1000/wrong"}]"#;

/// Returns a text of a few snippets.
fn some_text(name: &str, numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for _ in 0..numbers.below(9) {
        text.push_str(numbers.one_of(snippets(name)));
        text.push_str(numbers.one_of(&["", " and then ", "\n", ". "]));
    }
    text
}

fn boundary(text: &str, near: usize) -> usize {
    (0..=near.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// Performs one random action of an author, an editor or another program.
fn step(workspace: &mut TestWorkspace, numbers: &mut Numbers, log: &mut Vec<String>) {
    let open = workspace.open_names();
    let name = FILES[numbers.below(FILES.len())];
    match numbers.below(20) {
        0 => {
            if !open.iter().any(|other| other == name) {
                log.push(format!("open {name}"));
                workspace.open(name);
            }
        }
        1 => {
            if open.len() > 2 && open.iter().any(|other| other == name) {
                log.push(format!("close {name}"));
                workspace.close(name);
            }
        }
        2 | 3 => {
            let text = if numbers.below(4) == 0 { None } else { Some(some_text(name, numbers)) };
            log.push(format!("write {name} {text:?}"));
            workspace.write(name, text.as_deref());
        }
        _ => {
            let name = &open[numbers.below(open.len())];
            let text = workspace.text(name);
            let start = boundary(&text, numbers.below(text.len() + 1));
            let end = match numbers.below(3) {
                0 => boundary(&text, start + numbers.below(30)).max(start),
                _ => start,
            };
            let new = if end > start { "" } else { numbers.one_of(snippets(name)) };
            log.push(format!("edit {name} {start}..{end} {new:?}"));
            workspace.edit(name, referee_text::Span::new(start, end), new);
            // Often the author undoes it at once.
            if numbers.below(4) == 0 {
                let _between = if numbers.below(2) == 0 { workspace.rules(name) } else { Vec::new() };
                log.push(String::from("undo"));
                workspace.edit(name, referee_text::Span::new(start, start + new.len()), &text[start..end]);
            }
        }
    }
}

/// Asserts that two snapshots with the same id show the same.
fn check_ids(workspace: &TestWorkspace, seen: &mut HashMap<String, Vec<Finding>>, log: &[String]) {
    let snapshot = workspace.snapshot();
    for name in workspace.open_names() {
        let file = workspace.file(&name);
        let findings = snapshot.review(&file, &CancellationToken::new()).unwrap_or_default().findings;
        let id = format!("{name} {}", snapshot.result_id(&file));
        let before = seen.entry(id).or_insert_with(|| findings.clone());
        assert_eq!(
            *before,
            findings,
            "{name} shows something else under the same id after\n{}",
            log.join("\n")
        );
    }
}

#[test]
fn whatever_is_done_every_open_file_shows_what_a_new_session_shows() {
    for seed in 0..SESSIONS {
        let mut numbers = Numbers(seed);
        let texts: Vec<(&str, String)> =
            FILES.iter().map(|name| (*name, some_text(name, &mut numbers))).collect();
        let mut files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        files.push(("library.json", LIBRARY));
        let mut workspace = TestWorkspace::new(&files);
        let mut log: Vec<String> = files.iter().map(|(name, text)| format!("file {name} {text:?}")).collect();
        for name in FILES.iter().filter(|_| numbers.below(3) > 0) {
            workspace.open(name);
        }
        workspace.open("refs.bib");
        workspace.open("paper.md");
        log.push(format!("open {:?}", workspace.open_names()));
        let mut seen = HashMap::new();
        for _ in 0..STEPS {
            step(&mut workspace, &mut numbers, &mut log);
            if numbers.below(2) == 0 {
                check_ids(&workspace, &mut seen, &log);
            }
            if numbers.below(4) == 0 {
                let differences = workspace.differences();
                assert!(
                    differences.is_empty(),
                    "seed {seed}:\n{}\nafter\n{}",
                    differences.join("\n"),
                    log.join("\n")
                );
            }
        }
        let differences = workspace.differences();
        assert!(
            differences.is_empty(),
            "seed {seed}:\n{}\nafter\n{}",
            differences.join("\n"),
            log.join("\n")
        );
    }
}

/// The numbers of sessions, and of actions in each.
const SESSIONS: u64 = 60;
const STEPS: usize = 30;
