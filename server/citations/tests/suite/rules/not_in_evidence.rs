//! Tests the rule `citation/not-in-evidence`.

use crate::world::World;
use referee_citations::EvidenceIndex;
use referee_citations::publication_status::PublicationStatus;

const BIB: &str = "@article{a, title={A drug and a kinase}, pmid={1}}\n@article{b, title={A drug and a receptor}, pmid={2}}\n";

fn draft(inside: &str) -> String {
    format!(
        "Before [@b].\n\n<!-- referee:written 2026-11-20 by=counted evidence=pmid:1 hash=0 -->\n\n## Limits\n\n{inside}\n\n<!-- referee:end -->\n\nBehind [@b].\n"
    )
}

fn world(inside: &str) -> World {
    World::of(&[("refs.bib", BIB), ("paper.md", &draft(inside))])
}

#[test]
fn a_citation_that_was_not_in_the_evidence_is_told_inside_of_the_passage_only() {
    assert!(world("It helps [@a].").findings_of("paper.md", "citation/not-in-evidence").is_empty());
    let world = world("It helps [@a; @b].");
    let told = world.finding("paper.md", "citation/not-in-evidence");
    assert_eq!(world.place("paper.md", &told), "b");
    assert!(told.message.contains("“A drug and a receptor” is not in the evidence"), "{}", told.message);
    let fixed = world.fixed("paper.md", "citation/not-in-evidence", "Remove this citation");
    assert!(fixed.text("paper.md").contains("It helps [@a]."));
}

#[test]
fn what_the_evidence_of_the_workspace_holds_may_be_cited() {
    let mut index = EvidenceIndex::default();
    index.add_work("pmid:2", PublicationStatus::Sound, []);
    let world = world("It helps [@b].").holding(index);
    assert!(world.findings_of("paper.md", "citation/not-in-evidence").is_empty());
}

#[test]
fn the_passage_ends_with_its_section_where_the_closing_comment_is_gone() {
    let text = "<!-- referee:written 2026-11-20 by=counted evidence=pmid:1 -->\n\n## Limits\n\nIt helps [@a].\n\n### More\n\nSo [@b].\n\n## Other\n\nIt does not [@b].\n";
    let world = World::of(&[("refs.bib", BIB), ("paper.md", text)]);
    assert_eq!(world.findings_of("paper.md", "citation/not-in-evidence").len(), 1);
}

#[test]
fn latex_and_typst_have_passages_too() {
    let tex = "% referee:written 2026-11-20 by=counted evidence=pmid:1\n\\section{Limits}\nIt helps \\cite{a,b}.\n% referee:end\nBehind \\cite{b}.\n\\bibliography{refs}\n";
    let world = World::of(&[("refs.bib", BIB), ("paper.tex", tex)]);
    assert_eq!(world.findings_of("paper.tex", "citation/not-in-evidence").len(), 1);
    let typ = "// referee:written 2026-11-20 by=counted evidence=pmid:1\n= Limits\nIt helps @a @b.\n// referee:end\n\nBehind @b.\n#bibliography(\"refs.bib\")\n";
    let world = World::of(&[("refs.bib", BIB), ("paper.typ", typ)]);
    assert_eq!(world.findings_of("paper.typ", "citation/not-in-evidence").len(), 1);
}
