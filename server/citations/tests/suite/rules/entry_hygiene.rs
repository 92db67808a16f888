//! Tests the rules about the form of entries: `citation/missing-field`, `citation/page-range` and
//! `citation/journal-abbreviation`.

use crate::world::World;
use referee_findings::Severity;

const MISSING: &str = "citation/missing-field";
const PAGES: &str = "citation/page-range";
const JOURNAL: &str = "citation/journal-abbreviation";

fn said(bib: &str, rule: &str) -> Vec<String> {
    let world = World::of(&[("refs.bib", bib)]);
    world
        .findings_of("refs.bib", rule)
        .into_iter()
        .map(|finding| {
            assert_eq!(finding.severity, Severity::Hint);
            format!("{}: {}", world.place("refs.bib", &finding), finding.message)
        })
        .collect()
}

#[test]
fn an_entry_says_which_fields_of_its_type_are_not_there() {
    assert_eq!(
        said(
            "@article{a, author={Roe, J}, title={On sleep}}\n\
             @InCollection{b, author={Roe, J}, title={Waking}, year={2020}}\n\
             @phdthesis{c, author={Roe, J}, title={Waking}, school={ }, date={2020-01}}\n\
             @online{d, title={A page}}\n",
            MISSING
        ),
        [
            "a: An @article needs a journal and a year, which this entry does not give.",
            "b: An @incollection needs the title of the book or of the proceedings, which this entry does not give.",
            "c: An @phdthesis needs a school, which this entry does not give.",
            "d: An @online needs an address or a DOI, which this entry does not give.",
        ]
    );
}

#[test]
fn an_entry_that_gives_what_either_program_asks_for_is_complete() {
    for bib in [
        "@article{a, author={Roe, J}, title={T}, journaltitle={J}, date={2020-03}}",
        "@article{a, author={{WHO}}, title={T}, journal={J}, year={in press}}",
        "@article{a, author={Roe, J}, title={T}, journal=jco, pubstate={forthcoming}}",
        "@book{a, editor={Roe, J}, title={T}, year=2020}",
        "@inproceedings{a, author={Roe, J}, title={T}, crossref={elsewhere}}",
        "@inproceedings{a, author={Roe, J}, title={T}, booktitle={P}, year=2020}",
        "@thesis{a, author={Roe, J}, title={T}, institution={U}, year=2020}",
        "@techreport{a, author={Roe, J}, title={T}, institution={U}, year=2020}",
        "@misc{a, title={T}}",
        "@dataset{a, title={T}}",
        "@online{a, title={T}, url={https://example.org}}",
        "@online{a, title={T}, doi={10.1000/abc}}",
    ] {
        assert_eq!(said(bib, MISSING), [] as [&str; 0], "{bib}");
    }
}

#[test]
fn pages_that_run_backwards_can_be_exchanged() {
    let bib = "@article{a, title={T}, pages = {403--393}}\n@article{b, title={U}, pages = {1234-45}}\n";
    assert_eq!(said(bib, PAGES), ["403--393: The pages run backwards: 393 comes before 403."]);
    let world = World::of(&[("refs.bib", bib)]).fixed("refs.bib", PAGES, "Write 393--403");
    assert!(world.text("refs.bib").contains("pages = {393--403}"), "{}", world.text("refs.bib"));
}

fn articles(journals: &[&str]) -> String {
    let entry = |(index, journal): (usize, &&str)| {
        format!("@article{{a{index}, title = {{Title {index}}}, journal = {{{journal}}}}}\n")
    };
    journals.iter().enumerate().map(entry).collect()
}

#[test]
fn a_journal_in_two_forms_is_told_once_and_written_alike() {
    let bib = articles(&["Journal of Clinical Oncology", "J. Clin. Oncol.", "J. Clin. Oncol.", "The Lancet"]);
    assert_eq!(
        said(&bib, JOURNAL),
        [
            "Journal of Clinical Oncology: “Journal of Clinical Oncology” is written “J. Clin. Oncol.” in “a1” and \
          another. Write one form throughout."
        ]
    );
    let bib = articles(&["Annals of Surgery", "Ann Surg", "Ann Surg Oncol", "Annals of Surgery", "Ann Surg"]);
    let world = World::of(&[("refs.bib", &bib)]);
    let fixed = world.fixed("refs.bib", JOURNAL, "Write “Annals of Surgery” in 2 entries");
    assert!(!fixed.text("refs.bib").contains("{Ann Surg}"), "{}", fixed.text("refs.bib"));
    assert!(fixed.findings_of("refs.bib", JOURNAL).is_empty());
}

#[test]
fn journals_that_only_look_alike_are_left_alone() {
    for journals in [
        &["Cell", "Cellulose"][..],
        &["Nature Medicine", "New Medicine"],
        &["The Lancet", "Lancet"],
        &["PNAS", "Proceedings of the National Academy of Sciences"],
        &["Journal of Physics A", "Journal of Physics B"],
        &["J Clin Oncol", "J Clin Oncol"],
        &["Ann Surg", "Ann Surg Oncol"],
    ] {
        assert_eq!(said(&articles(journals), JOURNAL), [] as [&str; 0], "{journals:?}");
    }
}
