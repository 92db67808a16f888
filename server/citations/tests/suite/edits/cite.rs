//! Tests turning a bare identifier into a citation.

use crate::world::{World, work};
use referee_bibliography::{Identifier, Work};
use referee_citations::edits::cite_identifier;
use referee_syntax::{Citation, Mode, Target};
use referee_text::Span;

const BIB: &str =
    "@article{Jones2019,\n  author = {Jones, A},\n  title  = {On waking},\n  year   = {2019},\n}\n";

/// Returns the world after the first bare identifier of the draft was turned into a citation.
fn cited(name: &str, text: &str, bib: &str) -> World {
    let world = World::of(&[("refs.bib", bib), (name, text)]);
    let mut known = work("On sleep & dreams", "Roe", 2021, "Sleep");
    known.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
    known.identifiers.insert(Identifier::Pmid(123_456));
    let fix = world.around(name, |context| {
        let draft = context.draft.unwrap();
        let mut bare = draft.citations().filter(|cited| match &cited.citation.target {
            Target::Identifier(_) => true,
            Target::Key(key) => referee_syntax::identifier_in_key(key).is_some(),
            _ => false,
        });
        let found = bare.next().map(|cited| cited.to_citation());
        cite_identifier(context, &found.unwrap(), &known)
    });
    world.after(&fix.unwrap().edits)
}

#[test]
fn a_bare_identifier_becomes_a_citation_and_an_entry_in_the_style_of_the_others() {
    for (name, before, after) in [
        ("paper.md", "Shown before (PMID: 123456).\n", "Shown before [@Roe2021].\n"),
        ("paper.md", "Shown before, https://doi.org/10.1000/abc.\n", "Shown before, [@Roe2021].\n"),
        (
            "paper.tex",
            "Shown by \\citep{Jones2019} and PMID: 123456.\n",
            "Shown by \\citep{Jones2019} and \\citep{Roe2021}.\n",
        ),
        ("paper.tex", "Shown before (PMID: 123456).\n", "Shown before \\cite{Roe2021}.\n"),
        ("paper.typ", "Shown before, PMID: 123456.\n", "Shown before, @Roe2021.\n"),
    ] {
        let world = cited(name, before, BIB);
        assert_eq!(world.text(name), after);
        let bib = world.text("refs.bib");
        assert!(bib.starts_with(BIB), "{bib}");
        assert!(
            bib.contains("@article{Roe2021,\n  author = {Roe, J},\n  title  = {On sleep \\& dreams},"),
            "{bib}"
        );
        let entry = world.bibliography("refs.bib").get("Roe2021").unwrap().work();
        assert_eq!((entry.identifiers.doi(), entry.identifiers.pmid()), (Some("10.1000/abc"), Some(123_456)));
    }
}

#[test]
fn a_key_that_is_an_identifier_becomes_the_key_of_an_entry_and_its_page_stays() {
    for (name, before, after) in [
        ("paper.md", "Shown [see @doi:10.1000/abc, p. 3].\n", "Shown [see @Roe2021, p. 3].\n"),
        ("paper.qmd", "Shown [@Jones2019; @pmid:123456].\n", "Shown [@Jones2019; @Roe2021].\n"),
        ("paper.md", "Shown by @{https://doi.org/10.1000/abc}.\n", "Shown by @{Roe2021}.\n"),
        ("paper.md", "Shown by @https://doi.org/10.1000/abc.\n", "Shown by @Roe2021.\n"),
        ("paper.md", "Shown before [](doi:10.1000/abc).\n", "Shown before [@Roe2021].\n"),
        ("paper.md", "Shown before [](https://doi.org/10.1000/abc).\n", "Shown before [@Roe2021].\n"),
        (
            "paper.md",
            "See [our study](https://doi.org/10.1000/abc) of it.\n",
            "See our study [@Roe2021] of it.\n",
        ),
        ("paper.md", "See [10.1000/abc](https://doi.org/10.1000/abc) of it.\n", "See [@Roe2021] of it.\n"),
        (
            "paper.tex",
            "Shown \\citep[p.~3]{Jones2019,doi:10.1000/abc}.\n",
            "Shown \\citep[p.~3]{Jones2019,Roe2021}.\n",
        ),
        ("paper.typ", "Shown #cite(label(\"doi:10.1000/abc\")).\n", "Shown #cite(label(\"Roe2021\")).\n"),
    ] {
        let world = cited(name, before, BIB);
        assert_eq!(world.text(name), after);
        assert!(world.text("refs.bib").contains("@article{Roe2021,"), "{}", world.text("refs.bib"));
    }
}

#[test]
fn an_entry_that_has_the_identifier_is_cited_and_none_is_added() {
    let bib = "@article{own, title={On sleep}, doi={https://doi.org/10.1000/ABC}}\n";
    let world = cited("paper.typ", "Shown before, PMID: 123456.\n", bib);
    assert_eq!(
        (world.text("paper.typ").as_str(), world.text("refs.bib").as_str()),
        ("Shown before, @own.\n", bib)
    );
}

#[test]
fn a_draft_without_a_bibliography_is_left_alone() {
    let world = World::of(&[("paper.typ", "Shown before, PMID: 123456.\n")]);
    let none = world.around("paper.typ", |context| {
        let citation = Citation {
            span: Span::new(20, 26),
            group: Span::new(14, 26),
            target: Target::Identifier(Identifier::Pmid(123_456)),
            mode: Mode::Textual,
        };
        cite_identifier(context, &citation, &Work::default())
    });
    assert_eq!(none, None);
}
