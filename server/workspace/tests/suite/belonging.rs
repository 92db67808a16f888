//! The relations between drafts and bibliographies.

use super::test_workspace::TestWorkspace;
use referee_workspace::Snapshot;
use referee_workspace::verify::{VerifyObserver, verify};
use tokio_util::sync::CancellationToken;

const ENTRY: &str =
    "@article{smith, author = {Smith, J}, title = {On sleep}, journal = {Sleep}, year = {2020}}\n";

/// Lists a draft's bibliographies by file name.
fn bibliographies(workspace: &TestWorkspace, snapshot: &Snapshot, name: &str) -> Vec<String> {
    let found = snapshot.bibliographies(&workspace.file(name));
    found.iter().map(|one| one.file.name().into_owned()).collect()
}

#[test]
fn a_chapter_cites_from_the_bibliography_that_its_main_file_names() {
    let mut workspace = TestWorkspace::new(&[
        (
            "main.tex",
            "\\documentclass{article}\n\\begin{document}\n\\input{chapters/one}\n\\bibliography{refs}\n\\end{document}\n",
        ),
        ("chapters/one.tex", "A claim \\cite{smith}.\n"),
        ("refs.bib", ENTRY),
    ]);
    workspace.open("chapters/one.tex");
    let snapshot = workspace.settled();
    assert_eq!(bibliographies(&workspace, &snapshot, "chapters/one.tex"), ["refs.bib"]);
    assert!(!workspace.rules("chapters/one.tex").contains(&"citation/undefined-key"));
    assert_eq!(snapshot.included(&workspace.file("main.tex")), [workspace.file("chapters/one.tex")]);
}

/// Returns the keys that are reported as undefined in a file.
fn undefined(workspace: &TestWorkspace, name: &str) -> Vec<String> {
    let findings = workspace.findings(name);
    let undefined = findings.iter().filter(|finding| finding.rule == "citation/undefined-key");
    undefined.filter_map(|finding| finding.data.key.clone()).collect()
}

#[test]
fn a_label_in_a_part_that_is_not_known_is_not_undefined() {
    let main = |parts: &str| format!("{parts}\n#bibliography(\"refs.bib\")\n");
    let intro = "= Intro\nSleep @smith and @nokey and @sec-two.\n";
    for (parts, wanted) in [
        ("#include \"intro.typ\"\n#include(\"two.typ\")", vec!["nokey"]),
        ("#for part in (\"intro\", \"two\") { include part + \".typ\" }", vec!["nokey"]),
        ("#include \"intro.typ\"", vec!["nokey", "sec-two"]),
        ("#import \"lost.typ\": style\n#include \"intro.typ\"", vec!["nokey", "sec-two"]),
        ("#include \"intro.typ\"\n#include \"lost.typ\"", vec![]),
        ("#include \"intro.typ\"\n#for part in parts { include part }", vec![]),
    ] {
        let mut workspace = TestWorkspace::new(&[
            ("main.typ", &main(parts)),
            ("intro.typ", intro),
            ("two.typ", "= Two <sec-two>\nMore @smith.\n"),
            ("refs.bib", ENTRY),
        ]);
        workspace.open("main.typ");
        workspace.open("intro.typ");
        workspace.settled();
        assert_eq!(undefined(&workspace, "intro.typ"), wanted, "{parts}");
    }
}

#[test]
fn a_bibliography_that_r_names_is_found_or_not_known() {
    for (named, wanted) in [
        ("\"`r here::here('refs.bib')`\"", vec!["nokey"]),
        ("'`r file.path(\"lit\", \"more.bib\")`'", vec!["smith", "nokey"]),
        ("\"`r here('lost.bib')`\"", vec![]),
        ("\"`r params$refs`\"", vec![]),
    ] {
        let mut workspace = TestWorkspace::new(&[
            ("paper.Rmd", &format!("---\nbibliography: {named}\n---\n\nSleep [@smith; @nokey].\n")),
            ("refs.bib", ENTRY),
            ("lit/more.bib", "@misc{roe, title = {Else}}\n"),
        ]);
        workspace.open("paper.Rmd");
        workspace.settled();
        assert_eq!(undefined(&workspace, "paper.Rmd"), wanted, "{named}");
        assert!(!workspace.rules("paper.Rmd").contains(&"document/missing-file"), "{named}");
    }
}

#[test]
fn drafts_that_name_each_other_are_read_once() {
    let mut workspace = TestWorkspace::new(&[
        ("a.tex", "\\input{b}\nOne \\cite{smith}.\n\\bibliography{refs}\n"),
        ("b.tex", "\\input{a}\nTwo \\cite{nobody}.\n"),
        ("refs.bib", ENTRY),
    ]);
    workspace.open("a.tex");
    let snapshot = workspace.settled();
    assert_eq!(snapshot.drafts(&workspace.file("a.tex")).len(), 2);
    assert_eq!(bibliographies(&workspace, &snapshot, "b.tex"), ["refs.bib"]);
    assert_eq!(workspace.rules("b.tex").iter().filter(|rule| **rule == "citation/undefined-key").count(), 1);
}

#[test]
fn a_draft_beside_a_paper_does_not_cite_from_its_bibliography() {
    let mut workspace = TestWorkspace::new(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nA claim [@smith].\n"),
        ("letter.md", "---\nbibliography: other.bib\n---\n\nDear editor [@smith].\n"),
        ("refs.bib", ENTRY),
        ("other.bib", "@misc{roe, title = {Else}}\n"),
    ]);
    workspace.open("paper.md");
    workspace.open("letter.md");
    let snapshot = workspace.settled();
    assert_eq!(bibliographies(&workspace, &snapshot, "paper.md"), ["refs.bib"]);
    assert_eq!(bibliographies(&workspace, &snapshot, "letter.md"), ["other.bib"]);
    assert!(workspace.rules("letter.md").contains(&"citation/undefined-key"));
    assert!(!workspace.rules("paper.md").contains(&"citation/undefined-key"));
}

#[test]
fn a_bibliography_that_is_not_there_is_told_where_it_is_named() {
    let mut workspace =
        TestWorkspace::new(&[("paper.md", "---\nbibliography: lost.bib\n---\n\nA claim [@smith].\n")]);
    workspace.open("paper.md");
    let findings = workspace.findings("paper.md");
    let missing =
        findings.iter().find(|finding| finding.rule == "document/missing-file").expect("it is told");
    let text = workspace.text("paper.md");
    assert_eq!(&text[missing.span.range()], "lost.bib");
    workspace.write("lost.bib", Some(ENTRY));
    assert!(!workspace.rules("paper.md").contains(&"document/missing-file"));
}

#[test]
fn nothing_is_asked_online_where_nobody_is_connected() {
    let mut workspace = TestWorkspace::new(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nA claim [@smith].\n"),
        ("refs.bib", ENTRY),
    ]);
    workspace.open("paper.md");
    let snapshot = workspace.settled();
    let cancel = CancellationToken::new();
    let observer = VerifyObserver { cancel: &cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 0 };
    let verified = verify(&snapshot, &[workspace.file("paper.md")], &observer);
    assert_eq!((verified.asked, verified.requests), (0, 0));
    assert!(verified.failures.is_empty());
}
