//! Tests inserting a citation with its entry or its list item.

use crate::world::{World, work};
use referee_bibliography::{Identifier, Work};
use referee_citations::edits::{NoInsertion, insert_citation};
use referee_syntax::Format;

const BIB: &str =
    "@article{Jones2019,\n  author = {Jones, A},\n  title  = {On waking},\n  year   = {2019},\n}\n";

fn known() -> Work {
    let mut known = work("On sleep & dreams at night", "Roe", 2021, "Sleep");
    known.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
    known
}

/// Returns the text after the work was cited at `|`, and the bibliography.
fn cited(name: &str, text: &str, bib: Option<&str>, clinical: bool) -> Result<(String, String), NoInsertion> {
    let (before, after) = text.split_once('|').unwrap();
    let whole = format!("{before}{after}");
    let mut files = vec![(name, whole.as_str())];
    files.extend(bib.map(|bib| ("refs.bib", bib)));
    let world = World::of(&files);
    let at = world.start(name).1 + before.len();
    let found = world.around(name, |around| insert_citation(around, at, clinical, &known()))?;
    let after = world.after(&found.edits);
    Ok((after.text(name), bib.map(|_| after.text("refs.bib")).unwrap_or_default()))
}

#[test]
fn a_citation_is_put_in_the_syntax_of_the_draft_with_an_entry_in_the_style_of_the_file() {
    for (name, before, after) in [
        ("a.md", "It is shown|.\n", "It is shown [@Roe2021].\n"),
        ("a.md", "It is shown [@Jones2019]|.\n", "It is shown [@Jones2019; @Roe2021].\n"),
        ("a.tex", "It is shown|.\n", "It is shown~\\cite{Roe2021}.\n"),
        ("a.tex", "It is shown \\citep{Jones2019}|.\n", "It is shown \\citep{Jones2019,Roe2021}.\n"),
        ("a.typ", "It is shown|.\n", "It is shown @Roe2021.\n"),
        ("a.typ", "It is shown @Jones2019|.\n", "It is shown @Jones2019 @Roe2021.\n"),
    ] {
        let (text, bib) = cited(name, before, Some(BIB), false).unwrap();
        assert_eq!(text, after);
        assert!(bib.starts_with(BIB) && bib.contains("@article{Roe2021,\n  author = {Roe, J},"), "{bib}");
    }
}

#[test]
fn an_entry_that_is_the_work_is_cited_by_its_own_key() {
    let bib = "@article{own, title={On sleep & dreams at night}, author={Roe, J}, year={2021}}\n";
    let (text, after) = cited("a.md", "It is shown|.\n", Some(bib), false).unwrap();
    assert_eq!((text.as_str(), after.as_str()), ("It is shown [@own].\n", bib));
    assert_eq!(cited("a.md", "Shown [@own]|.\n", Some(bib), false), Err(NoInsertion::AlreadyCited));
}

#[test]
fn a_numbered_list_gets_the_next_number_in_its_own_style() {
    let list = "Shown| and told [1].\n\n# References\n\n1. Jones A. On waking. Sleep. 2019;1:1-2.\n";
    let (text, _) = cited("a.md", list, None, false).unwrap();
    assert!(text.starts_with("Shown [2] and told [1].\n"), "{text}");
    assert!(text.contains("2019;1:1-2.\n2. Roe J. On sleep \\& dreams at night. Sleep. 2021"), "{text}");
    let (text, _) = cited(
        "a.txt",
        "Told [1]|.\n\nReferences\n\n[1] Jones A. On waking. Sleep. 2019;1:1-2.\n",
        None,
        false,
    )
    .unwrap();
    assert!(text.starts_with("Told [1,2].\n") && text.contains("\n[2] Roe J."), "{text}");
}

#[test]
fn a_draft_without_references_gets_a_list_and_a_note_its_source() {
    let (text, _) = cited("a.md", "# Notes\n\nShown|.\n", None, false).unwrap();
    assert!(text.starts_with("# Notes\n\nShown [1].\n\n## References\n\n1. Roe J."), "{text}");
    let (text, _) = cited("a.txt", "Start aspirin 100 mg|.\n", None, true).unwrap();
    assert!(text.starts_with("Start aspirin 100 mg [Source: Roe J. On sleep & dreams at night."), "{text}");
    assert_eq!(cited("a.tex", "Shown|.\n", None, false), Err(NoInsertion::NoBibliography(Format::Latex)));
}

#[test]
fn a_bibitem_is_added_where_the_draft_has_its_own() {
    let draft = "Shown|.\n\\begin{thebibliography}{9}\n\\bibitem{a} Jones A. On waking. Sleep. 2019;1:1-2.\n\\end{thebibliography}\n";
    let (text, _) = cited("a.tex", draft, None, false).unwrap();
    assert!(text.starts_with("Shown~\\cite{"), "{text}");
    assert!(text.contains("\\& dreams at night"), "{text}");
}

#[test]
fn an_entry_that_only_carries_the_identifier_of_the_work_is_not_cited_for_it() {
    let bib = "@article{wrong, title={Soil moisture in alpine meadows}, author={Ferrante, J}, year={1987}, doi={10.1000/abc}}\n\n@article{right, title={On sleep \\& dreams at night}, author={Roe, J}, year={2021}}\n";
    let (text, after) = cited("a.md", "It is shown|.\n", Some(bib), false).unwrap();
    assert_eq!((text.as_str(), after.as_str()), ("It is shown [@right].\n", bib));
    let alone = &bib[..bib.find("@article{right").unwrap()];
    let (text, after) = cited("a.md", "It is shown|.\n", Some(alone), false).unwrap();
    assert_eq!(text, "It is shown [@roe2021].\n");
    assert!(after.starts_with(alone) && after.contains("{roe2021"), "{after}");
}

#[test]
fn of_two_entries_with_the_identifier_the_one_whose_title_agrees_is_cited() {
    let bib = "@misc{bare, doi={10.1000/abc}}\n\n@article{full, title={On Sleep and Dreams at Night}, doi={10.1000/abc}}\n";
    assert_eq!(cited("a.md", "It is shown|.\n", Some(bib), false).unwrap().0, "It is shown [@full].\n");
    let alone = "@misc{bare, doi={10.1000/abc}}\n";
    assert_eq!(cited("a.md", "It is shown|.\n", Some(alone), false).unwrap().0, "It is shown [@bare].\n");
}
