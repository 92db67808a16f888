//! Tests the rule `citation/malformed-identifier`.

use crate::world::World;
use referee_findings::{FixKind, Severity};

const ID: &str = "citation/malformed-identifier";

fn said(fields: &str) -> Vec<(Severity, String)> {
    let bib = format!("@article{{a, title={{T}}, {fields}}}\n");
    let world = World::of(&[("refs.bib", bib.as_str())]);
    world
        .findings_of("refs.bib", ID)
        .into_iter()
        .map(|finding| (finding.severity, world.place("refs.bib", &finding)))
        .collect()
}

#[test]
fn what_cannot_be_an_identifier_is_an_error_at_its_field() {
    for (fields, place) in [
        ("doi={10.1056NEJMoa012512}", "10.1056NEJMoa012512"),
        ("doi={not-a-doi}", "not-a-doi"),
        ("doi={10.12/x}", "10.12/x"),
        ("pmid={1234567890}", "1234567890"),
        ("pmid={PMC2675004}", "PMC2675004"),
        ("pmcid={twelve}", "twelve"),
    ] {
        assert_eq!(said(fields), [(Severity::Error, place.to_owned())], "{fields}");
    }
}

#[test]
fn what_may_be_meant_otherwise_is_a_warning() {
    for fields in [
        "doi={https://www.jstor.org/stable/1234}",
        "doi={10.1000/abc, 10.1000/def}",
        "isbn={978-0-306-40615-8}",
        "isbn={12345}",
        "eprint={abc}, archiveprefix={arXiv}",
    ] {
        assert_eq!(said(fields).first().map(|found| found.0), Some(Severity::Warning), "{fields}");
    }
}

#[test]
fn identifiers_as_people_write_them_are_fine() {
    for fields in [
        "doi={10.1056/NEJMoa012512}",
        "doi={10.1016/S0140-6736(97)11096-0}",
        "doi={10.1002/(SICI)1097-0142(19960101)77:1<1::AID-CNCR1>3.0.CO;2-#}",
        "doi={10.1000/a\\_b}",
        "doi={n/a}",
        "doi={}",
        "pmid={11832527}",
        "pmcid={PMC2675004}",
        "pmcid={2675004}",
        "eprint={2103.15348v2}, archiveprefix={arXiv}",
        "eprint={hep-th/9901001}, archiveprefix={arXiv}",
        "eprint={i352070}, eprinttype={jstor}",
        "isbn={0-306-40615-2}",
        "isbn={978-0-306-40615-7}",
        "isbn={9780306406157 (hbk), 0306406152}",
        "isbn={1234-5678}",
    ] {
        assert_eq!(said(fields), [], "{fields}");
    }
}

#[test]
fn a_doi_with_its_address_is_a_hint_that_fix_all_may_settle() {
    let world = World::of(&[("refs.bib", "@article{a, doi = {https://doi.org/10.1056/NEJMoa012512}}\n")]);
    let finding = world.finding("refs.bib", ID);
    assert_eq!(finding.severity, Severity::Hint);
    assert_eq!(world.fixes("refs.bib", &finding)[0].kind, FixKind::Mechanical);
    let fixed = world.fixed("refs.bib", ID, "Write the DOI without its address");
    assert_eq!(fixed.text("refs.bib"), "@article{a, doi = {10.1056/NEJMoa012512}}\n");
    assert!(fixed.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn a_doi_among_other_words_can_be_taken_out_of_them_by_choice() {
    let world = World::of(&[("refs.bib", "@article{a, doi = {10.1000/abc, last seen 2020}}\n")]);
    let finding = world.finding("refs.bib", ID);
    assert_eq!(world.fixes("refs.bib", &finding)[0].kind, FixKind::Chosen);
    assert_eq!(
        world.fixed("refs.bib", ID, "Change DOI to").text("refs.bib"),
        "@article{a, doi = {10.1000/abc}}\n"
    );
}

#[test]
fn a_doi_beside_something_else_is_read_and_is_a_hint_with_a_correction() {
    for (field, doi) in [
        ("%doi:10.1017/jfm.2016.420", "10.1017/jfm.2016.420"),
        ("10.1037//0022-3514.71.2.230", "10.1037/0022-3514.71.2.230"),
        ("10.1000/abc12; PMID 12345678", "10.1000/abc12"),
        ("10.1000/abc12     LK  - https://example.org/x", "10.1000/abc12"),
        ("10.1016/j.jacc.\n  2019.01.001", "10.1016/j.jacc.2019.01.001"),
    ] {
        assert_eq!(said(&format!("doi={{{field}}}")), [(Severity::Hint, field.to_owned())], "{field}");
        let bib = format!("@article{{a, title={{T}}, doi={{{field}}}}}\n");
        let world = World::of(&[("refs.bib", bib.as_str())]);
        let entry = world.bibliography("refs.bib").get("a").map(|entry| entry.work()).unwrap_or_default();
        assert_eq!(entry.identifiers.doi(), Some(doi), "{field}");
        let fixed = world.fixed("refs.bib", ID, "Write the DOI alone");
        assert_eq!(fixed.text("refs.bib"), bib.replace(field, doi));
        assert!(fixed.findings_of("refs.bib", ID).is_empty(), "{field}");
    }
}

#[test]
fn a_pmid_or_pmcid_with_a_prefix_or_an_address_is_a_hint_that_fix_all_may_settle() {
    for (field, value, right) in [
        ("pmid", "PMID: 24597993", "24597993"),
        ("pmid", "https://pubmed.ncbi.nlm.nih.gov/24597993/", "24597993"),
        ("pmcid", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2675004/", "PMC2675004"),
        ("pmcid", "PMCID: PMC2675004", "PMC2675004"),
    ] {
        let bib = format!("@article{{a, title={{T}}, {field}={{{value}}}}}\n");
        let world = World::of(&[("refs.bib", bib.as_str())]);
        let finding = world.finding("refs.bib", ID);
        assert_eq!(finding.severity, Severity::Hint, "{value}");
        assert_eq!(world.fixes("refs.bib", &finding)[0].kind, FixKind::Mechanical, "{value}");
        let fixed = world.fixed("refs.bib", ID, "Write the PM");
        assert_eq!(fixed.text("refs.bib"), bib.replace(value, right));
        assert!(fixed.findings_of("refs.bib", ID).is_empty(), "{value}");
    }
}

#[test]
fn a_doi_with_its_prefix_is_not_said_to_have_an_address() {
    let world = World::of(&[("refs.bib", "@article{a, doi = {doi:10.1056/NEJMoa012512}}\n")]);
    assert!(world.finding("refs.bib", ID).message.contains("with the prefix “doi:”"));
    let fixed = world.fixed("refs.bib", ID, "Write the DOI alone");
    assert_eq!(fixed.text("refs.bib"), "@article{a, doi = {10.1056/NEJMoa012512}}\n");
}

#[test]
fn a_number_of_the_library_of_acm_is_a_hint() {
    for doi in ["10.5555/3295222.3295349", "10.5555/3045390", "10.5555/AAI28498765"] {
        assert_eq!(said(&format!("doi={{{doi}}}")), [(Severity::Hint, doi.to_owned())]);
    }
    assert_eq!(said("doi={10.5555/example.1}"), []);
}
