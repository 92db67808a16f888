//! Tests the rule `citation/duplicate-work`.

use crate::world::World;
use referee_findings::Severity;

const ID: &str = "citation/duplicate-work";

fn world(entries: &str) -> World {
    World::of(&[("refs.bib", entries)])
}

#[test]
fn one_doi_under_two_keys_is_a_warning_however_it_is_written() {
    let world = world(
        "@article{a, title={On sleep and waking}, doi={10.1000/ABC}}\n@article{b, title={On Sleep and Waking.}, doi={https://doi.org/10.1000/abc}}\n",
    );
    let finding = world.finding("refs.bib", ID);
    assert_eq!((finding.severity, world.place("refs.bib", &finding).as_str()), (Severity::Warning, "b"));
    assert!(finding.message.contains("DOI 10.1000/abc"), "{}", finding.message);
}

#[test]
fn the_same_title_author_and_year_are_information() {
    let world = world(
        "@article{a, title={On sleep and waking}, author={Müller, Anna}, year=2020}\n@article{b, title={{On Sleep} and Waking}, author={A. M{\\\"u}ller}, date={2020-05-01}}\n",
    );
    assert_eq!(world.finding("refs.bib", ID).severity, Severity::Information);
}

#[test]
fn one_doi_on_two_titles_says_that_one_of_them_is_wrong_and_merges_nothing() {
    let world = world(
        "@article{a, title={On sleep and waking}, doi={10.1000/abc}}\n@article{b, title={Metformin in pregnancy}, doi={10.1000/abc}}\n",
    );
    let finding = world.finding("refs.bib", ID);
    assert!(finding.message.contains("different titles"), "{}", finding.message);
    assert!(world.fixes("refs.bib", &finding).is_empty());
}

#[test]
fn versions_chapters_and_parts_are_not_the_same_work() {
    for entries in [
        // A preprint and its article.
        "@misc{a, title={On sleep and waking}, author={Roe, J}, year=2020, eprint={2001.00001}, archiveprefix={arXiv}}\n@article{b, title={On sleep and waking}, author={Roe, J}, year=2020, journal={Sleep}}\n",
        // Parts of a series.
        "@article{a, title={On sleep. Part I}, author={Roe, J}, year=2020}\n@article{b, title={On sleep. Part II}, author={Roe, J}, year=2020}\n",
        // Chapters with the DOI of their book.
        "@inbook{a, title={Sleep in birds}, author={Roe, J}, year=2020, doi={10.1000/book}}\n@inbook{b, title={Whales at rest}, author={Poe, J}, year=2020, doi={10.1000/book}}\n",
        // The same report on other pages, in another volume, with another DOI.
        "@article{a, title={Report of the committee}, author={Roe, J}, year=2020, pages={1--9}}\n@article{b, title={Report of the committee}, author={Roe, J}, year=2020, pages={20--29}}\n",
        "@article{a, title={Report of the committee}, author={Roe, J}, year=2020, doi={10.1000/a}}\n@article{b, title={Report of the committee}, author={Roe, J}, year=2020, doi={10.1000/b}}\n",
        // A title that many works have.
        "@article{a, title={Editorial}, author={Roe, J}, year=2020}\n@article{b, title={Editorial}, author={Roe, J}, year=2020}\n",
        // One text in two journals.
        "@article{a, title={Guideline for reporting of trials}, author={Roe, J}, year=2010, journal={BMJ}}\n@article{b, title={Guideline for reporting of trials}, author={Roe, J}, year=2010, journal={Journal of Clinical Epidemiology}}\n",
    ] {
        let found = world(entries).findings_of("refs.bib", ID);
        assert!(found.is_empty(), "{entries}\n{found:#?}");
    }
}

#[test]
fn two_items_of_a_list_of_references_with_one_doi_are_reported() {
    let draft = |second: &str| {
        let text = format!(
            "Rest helps [1,2].\n\n## References\n\n1. Roe J. On sleep and waking. Sleep. 2020;1:1-9. doi:10.1000/abc\n2. {second}\n"
        );
        World::of(&[("draft.md", &text)])
    };
    for (second, severity, words) in [
        (
            "Roe J. On sleep and waking. Sleep. 2020;1:1-9. doi:10.1000/ABC",
            Severity::Warning,
            "“[2]” and “[1]” are the same work: both have DOI 10.1000/abc",
        ),
        (
            "Roe J. On sleep and waking. Sleep. 2020;1:1-9.",
            Severity::Information,
            "the same title, first author and year",
        ),
        (
            "Poe K. Metformin in pregnancy. BMJ. 2021;2:5-7. doi:10.1000/abc",
            Severity::Warning,
            "different titles",
        ),
    ] {
        let world = draft(second);
        let finding = world.finding("draft.md", ID);
        assert_eq!(finding.severity, severity, "{second}");
        assert!(finding.message.contains(words), "{}", finding.message);
        assert_eq!(finding.data.key.as_deref(), Some("[2]"));
    }
    let other = draft("Roe J. Dreams of birds. Sleep. 2020;1:10-19. doi:10.1000/def");
    assert!(other.findings_of("draft.md", ID).is_empty());
}

#[test]
fn an_abbreviated_journal_is_the_same_journal() {
    let world = world(
        "@article{a, title={On sleep and waking}, author={Roe, J}, year=2020, journal={N Engl J Med}}\n@article{b, title={On sleep and waking}, author={Roe, J}, year=2020, journal={The New England Journal of Medicine}}\n",
    );
    assert_eq!(world.findings_of("refs.bib", ID).len(), 1);
}

#[test]
fn merging_keeps_the_fuller_entry_and_cites_it_in_every_draft() {
    let world = World::of(&[
        (
            "refs.bib",
            "@article{thin, title={On sleep}, doi={10.1000/abc}, keywords={sleep}}\n\n@article{full,\n  title = {On sleep},\n  author = {Roe, J},\n  year = {2020},\n  doi = {10.1000/abc}\n}\n\n@inbook{part, title={Part}, crossref={thin}}\n",
        ),
        ("one.tex", "See \\cite{thin} and \\cite{full,thin} and \\cite{thin,part}.\n\\bibliography{refs}\n"),
        ("two.typ", "See @thin.\n#bibliography(\"refs.bib\")\n"),
    ]);
    let fixed = world.fixed("refs.bib", ID, "Merge into “full” and cite that everywhere");
    assert_eq!(
        fixed.text("refs.bib"),
        "@article{full,\n  title = {On sleep},\n  author = {Roe, J},\n  year = {2020},\n  doi = {10.1000/abc},\n  keywords = {sleep}\n}\n\n@inbook{part, title={Part}, crossref={full}}\n"
    );
    assert_eq!(
        fixed.text("one.tex"),
        "See \\cite{full} and \\cite{full} and \\cite{full,part}.\n\\bibliography{refs}\n"
    );
    assert_eq!(fixed.text("two.typ"), "See @full.\n#bibliography(\"refs.bib\")\n");
    assert!(fixed.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn an_entry_in_another_file_is_left_there() {
    let world = World::of(&[
        ("a.bib", "@article{one, title={On sleep}, doi={10.1000/abc}}\n"),
        ("b.bib", "@article{two, title={On sleep}, doi={10.1000/abc}}\n"),
        ("paper.tex", "See \\cite{two}.\n"),
    ]);
    assert!(world.findings_of("a.bib", ID).is_empty());
    let fixed = world.fixed("b.bib", ID, "Merge into “one”");
    assert_eq!(fixed.text("paper.tex"), "See \\cite{one}.\n");
    assert_eq!(fixed.text("b.bib"), world.text("b.bib"));
}
