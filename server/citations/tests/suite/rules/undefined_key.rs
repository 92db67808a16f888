//! Tests the rule `citation/undefined-key`.

use crate::world::World;
use referee_findings::Severity;

const ID: &str = "citation/undefined-key";
const BIB: &str = "@book{smith2020, title={S}}\n@book{jones2021, title={J}}\n@book{garcia2019a, title={G}}\n";

fn said(name: &str, text: &str) -> Vec<(Severity, String)> {
    let world = World::of(&[("refs.bib", BIB), (name, text)]);
    world
        .findings_of(name, ID)
        .into_iter()
        .map(|finding| (finding.severity, world.place(name, &finding)))
        .collect()
}

#[test]
fn a_key_that_no_bibliography_has_is_an_error_at_the_key() {
    assert_eq!(
        said("paper.md", "See [@smith2020; @smyth2020].\n"),
        [(Severity::Error, "smyth2020".to_owned())]
    );
    assert_eq!(
        said("paper.tex", "See \\citep{smith2020,smyth2020}.\n"),
        [(Severity::Error, "smyth2020".to_owned())]
    );
    assert_eq!(
        said("paper.typ", "See @smith2020 and @smyth2020.\n"),
        [(Severity::Error, "smyth2020".to_owned())]
    );
}

#[test]
fn a_bare_word_with_an_at_sign_in_markdown_is_a_warning() {
    assert_eq!(
        said("paper.md", "Thanks to @octocat for the figures.\n"),
        [(Severity::Warning, "octocat".to_owned())]
    );
}

#[test]
fn nothing_is_said_where_the_key_may_be_defined_out_of_sight() {
    let unknown = "See [@smyth2020].\n";
    assert!(World::of(&[("paper.md", unknown)]).findings_of("paper.md", ID).is_empty());
    assert!(
        World::of(&[("paper.md", &format!("---\nbibliography: elsewhere.bib\n---\n{unknown}"))])
            .findings_of("paper.md", ID)
            .is_empty()
    );
}

#[test]
fn labels_in_typst_are_not_keys() {
    assert_eq!(said("paper.typ", "= Methods <methods>\n\nSee @methods.\n"), []);
}

#[test]
fn keys_of_the_drafts_own_list_are_defined() {
    let text = "See \\cite{own}.\n\\begin{thebibliography}{9}\n\\bibitem{own} Smith J. A title. J. 2020.\n\\end{thebibliography}\n";
    assert!(World::of(&[("paper.tex", text)]).findings_of("paper.tex", ID).is_empty());
}

#[test]
fn a_number_beyond_the_list_is_a_warning() {
    let list = "\n# References\n\n1. Smith J. A title. J Test. 2020;1:1-2.\n2. Jones J. Another title. J Test. 2021;1:3-4.\n";
    let text = format!("As shown [1,2] and doubted [3].\n{list}");
    let world = World::of(&[("paper.txt", text.as_str())]);
    let finding = world.finding("paper.txt", ID);
    assert_eq!(finding.severity, Severity::Warning);
    assert!(finding.message.contains("has no item 3: it ends at 2"), "{}", finding.message);
}

#[test]
fn the_nearest_key_is_suggested_where_it_stands_out() {
    let world = World::of(&[("refs.bib", BIB), ("paper.md", "See [@smyth2020].\n")]);
    let finding = world.finding("paper.md", ID);
    let fixes = world.fixes("paper.md", &finding);
    assert!(fixes[0].preferred);
    assert_eq!(world.after(&fixes[0].edits).text("paper.md"), "See [@smith2020].\n");
    let two = "@book{smith2020a, title={S}}\n@book{smith2020b, title={J}}\n";
    let world = World::of(&[("refs.bib", two), ("paper.md", "See [@smith2020].\n")]);
    let fixes = world.fixes("paper.md", &world.finding("paper.md", ID));
    assert!(fixes.iter().all(|fix| !fix.preferred));
    assert_eq!(fixes.iter().filter(|fix| fix.title.starts_with("Write")).count(), 2);
}

#[test]
fn a_key_that_typst_does_not_read_as_a_whole_is_written_as_a_label() {
    let bib = "@book{Segawa2019Quantum., title={S}}\n@book{DBLP:conf/x/Roe20, title={J}}\n@book{so-2020:, title={G}}\n\
               @book{plain.2020, title={P}}\n";
    for (before, after) in [
        ("Here is @Segawa2019Quantum.\n", "Here is #cite(label(\"Segawa2019Quantum.\")).\n"),
        (
            "Here is @Segawa2019Quantum[p. 3] too.\n",
            "Here is #cite(label(\"Segawa2019Quantum.\"), supplement: [p. 3]) too.\n",
        ),
        ("Here is @so-2020: too.\n", "Here is #cite(label(\"so-2020:\")): too.\n"),
        ("Here is #cite(<Segawa2019Quantun.>).\n", "Here is #cite(<Segawa2019Quantum.>).\n"),
        ("Here is #cite(<DBLP:conf-x-Roe20>).\n", "Here is #cite(label(\"DBLP:conf/x/Roe20\")).\n"),
        ("Here is #cite(label(\"DBLP:conf/x/Roe2\")).\n", "Here is #cite(label(\"DBLP:conf/x/Roe20\")).\n"),
        ("Here is @plain.2021.\n", "Here is @plain.2020.\n"),
    ] {
        let world = World::of(&[("refs.bib", bib), ("paper.typ", before)]);
        let fixed = world.fixed("paper.typ", ID, "Write");
        assert_eq!(fixed.text("paper.typ"), after);
        assert!(fixed.findings_of("paper.typ", ID).is_empty(), "{after}");
    }
}

#[test]
fn the_citation_can_be_removed() {
    for (name, before, after) in [
        ("paper.md", "A [@smith2020; @nobody1999] b.\n", "A [@smith2020] b.\n"),
        ("paper.md", "A [see @nobody1999, p. 3; @smith2020] b.\n", "A [@smith2020] b.\n"),
        ("paper.tex", "A~\\cite{nobody1999, smith2020}.\n", "A~\\cite{smith2020}.\n"),
        ("paper.tex", "A \\cites[1]{smith2020}[2]{nobody1999}.\n", "A \\cites[1]{smith2020}.\n"),
        ("paper.tex", "A \\nocite{nobody1999} b.\n", "A b.\n"),
    ] {
        let world = World::of(&[("refs.bib", BIB), (name, before)]);
        assert_eq!(world.fixed(name, ID, "Remove the citation").text(name), after, "{before}");
    }
}

#[test]
fn a_mark_takes_the_place_of_the_only_citation() {
    for (name, before, after) in [
        ("paper.md", "A [@nobody1999].\n", "A [citation needed].\n"),
        ("paper.md", "@nobody1999 found A, @smith2020 B.\n", "[citation needed] found A, @smith2020 B.\n"),
        ("paper.md", "A [@nobody1999] and B [@smith2020].\n", "A [citation needed] and B [@smith2020].\n"),
        // Pandoc would read the brackets as a link or a definition.
        ("paper.md", "@nobody1999: A.\n", "\\[citation needed\\]: A.\n"),
        // And as the page of the citation before them.
        ("paper.md", "By @smith2020 @nobody1999 A.\n", "By @smith2020 \\[citation needed\\] A.\n"),
        ("paper.tex", "A \\citep[see][p.~3]{nobody1999} b.\n", "A \\textbf{[citation needed]} b.\n"),
        ("paper.tex", "A~\\cite{nobody1999}.\n", "A~\\textbf{[citation needed]}.\n"),
        ("paper.typ", "A @nobody1999.\n", "A \\[citation needed\\].\n"),
        ("paper.typ", "A #cite(<nobody1999>).\n", "A \\[citation needed\\].\n"),
        ("paper.typ", "#emph(cite(<nobody1999>))\n", "#emph([\\[citation needed\\]])\n"),
    ] {
        let world = World::of(&[("refs.bib", BIB), (name, before)]);
        assert_eq!(world.fixed(name, ID, "Replace the citation").text(name), after, "{before}");
    }
}

#[test]
fn the_mark_is_in_the_language_of_the_draft() {
    let before = "La metformina reduce la mortalidad en los pacientes con diabetes [@nobody1999].\n";
    let world = World::of(&[("refs.bib", BIB), ("paper.md", before)]);
    let fixed = world.fixed("paper.md", ID, "Sustituir la cita de «nobody1999» por [cita requerida]");
    assert_eq!(fixed.text("paper.md"), before.replace("[@nobody1999]", "[cita requerida]"));
}

#[test]
fn a_key_that_pandoc_would_cut_is_written_in_braces() {
    let world =
        World::of(&[("refs.bib", "@book{smith2020., title={S}}\n"), ("paper.md", "See [@smyth2020].\n")]);
    assert_eq!(world.fixed("paper.md", ID, "Write “smith2020.”").text("paper.md"), "See [@{smith2020.}].\n");
}

#[test]
fn a_key_that_is_an_identifier_names_its_work_by_itself() {
    for (name, text) in [
        ("paper.md", "See [@doi:10.1000/abc; @pmid:123] and @arxiv:2103.15348.\n"),
        ("paper.md", "See [@https://doi.org/10.1000/abc] and @{https://doi.org/10.1000/def}.\n"),
        ("paper.tex", "See \\citep[p.~3]{smith2020,doi:10.1000/abc} and \\cite{pmid:123}.\n"),
        ("paper.typ", "See #cite(label(\"doi:10.1000/abc\")).\n"),
    ] {
        assert_eq!(said(name, text), [], "{text}");
    }
    assert_eq!(
        said("paper.tex", "See \\cite{doi:forthcoming}.\n"),
        [(Severity::Error, "doi:forthcoming".to_owned())]
    );
}
