#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use proptest::prelude::*;

fn doi(text: &str) -> Option<String> {
    match Identifier::doi(text) {
        Some(Identifier::Doi(doi)) => Some(doi),
        _ => None,
    }
}

#[test]
fn every_spelling_of_a_doi_is_the_same_doi() {
    for text in [
        "10.1056/NEJMoa012512",
        " doi:10.1056/NEJMoa012512 ",
        "DOI: 10.1056/nejmoa012512.",
        "doi 10.1056/NEJMoa012512",
        "https://doi.org/10.1056/NEJMoa012512",
        "http://dx.doi.org/10.1056/NEJMoa012512",
        "https://www.doi.org/10.1056/NEJMoa012512",
        "doi.org/10.1056/NEJMoa012512",
        "doi: https://doi.org/10.1056/NEJMoa012512",
        "https://doi.org/doi:10.1056/NEJMoa012512",
        "https://doi.org/10.1056%2FNEJMoa012512?utm_source=mail",
        "https://doi-org.proxy.example.edu/10.1056/NEJMoa012512",
        r"\url{https://doi.org/10.1056/NEJMoa012512}",
        "{10.1056/NEJMoa012512}",
        "<10.1056/NEJMoa012512>",
        "10.1056/NEJMoa012512 [doi]",
    ] {
        assert_eq!(doi(text).as_deref(), Some("10.1056/nejmoa012512"), "{text}");
    }
}

#[test]
fn escapes_of_latex_and_html_are_not_part_of_a_doi() {
    let sici = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";
    for text in [
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16&lt;1661::AID-SIM968&gt;3.0.CO;2-2",
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16&amp;lt;1661::AID-SIM968&amp;gt;3.0.CO;2-2",
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16$<$1661::AID-SIM968$>$3.0.CO;2-2",
        "https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16%3C1661::AID-SIM968%3E3.0.CO;2-2",
    ] {
        assert_eq!(doi(text).as_deref(), Some(sici), "{text}");
    }
    assert_eq!(doi(r"10.1007/978-3-030\_5").as_deref(), Some("10.1007/978-3-030_5"));
    assert_eq!(doi(r"10.1007/978-3-030{\_}5").as_deref(), Some("10.1007/978-3-030_5"));
    assert_eq!(doi("10.1016/S0140-6736(98)07019-6").as_deref(), Some("10.1016/s0140-6736(98)07019-6"));
    assert_eq!(doi("10.1016/S0140\u{2013}6736").as_deref(), Some("10.1016/s0140-6736"));
}

#[test]
fn the_doi_in_a_field_is_read_without_what_stands_around_it() {
    for (text, expected) in [
        ("10.1037//0022-3514.71.2.230", "10.1037/0022-3514.71.2.230"),
        ("https://doi.org/10.1037//0022-3514.71.2.230", "10.1037/0022-3514.71.2.230"),
        ("%doi:10.1017/jfm.2016.420", "10.1017/jfm.2016.420"),
        (r"\%doi:10.1017/jfm.2016.420", "10.1017/jfm.2016.420"),
        ("% 10.1017/jfm.2016.420", "10.1017/jfm.2016.420"),
        ("10.1000/abc12; PMID 12345678", "10.1000/abc12"),
        ("10.1000/abc12, PMID: 12345678", "10.1000/abc12"),
        ("10.1000/abc12;PMID:12345678", "10.1000/abc12"),
        ("10.1000/abc12. PMCID: PMC123456", "10.1000/abc12"),
        ("10.1000/abc12     LK  - https://example.org/x", "10.1000/abc12"),
        ("10.1000/abc12 UR - https://doi.org/10.1000/abc12", "10.1000/abc12"),
        ("10.1000/abc12 https://doi.org/10.1000/ABC12", "10.1000/abc12"),
        ("10.1000/abc12 Epub 2019 Jan 1", "10.1000/abc12"),
        ("10.1016/\n    S0140-6736(03)12345-6", "10.1016/s0140-6736(03)12345-6"),
        ("10.1016/j.jacc.\n2019.01.001", "10.1016/j.jacc.2019.01.001"),
        ("10.1016/S0140-\n6736(03)12345-6", "10.1016/s0140-6736(03)12345-6"),
        ("10.1371/journal. pone.0012345", "10.1371/journal.pone.0012345"),
        ("10.1016\n/j.cell.2019.01.001", "10.1016/j.cell.2019.01.001"),
    ] {
        assert_eq!(doi(text).as_deref(), Some(expected), "{text}");
    }
    for text in [
        "10.1000/abc12; 10.1000/def34",
        "10.1000/abc12 https://doi.org/10.1000/def34",
        "10.1016/ j.cell",
        "10.1000/a b",
    ] {
        assert_eq!(doi(text), None, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_doi_is_said() {
    assert_eq!(doi_problem("10.1056/NEJMoa012512"), None);
    assert_eq!(doi_problem("10.1000.10/123"), None);
    assert!(doi_problem("").is_some());
    assert!(doi_problem("10.1056").unwrap().english.contains("slash"));
    assert!(doi_problem("10.1056/").unwrap().english.contains("nothing follows"));
    assert!(doi_problem("10.10/x").unwrap().english.contains("4 to 9 digits"));
    assert!(doi_problem("10.xxxx/abc").unwrap().english.contains("4 to 9 digits"));
    assert!(doi_problem("NEJMoa012512").unwrap().english.contains("10."));
    assert!(doi_problem("10.1016/ j.cell").unwrap().english.contains("blank"));
}

#[test]
fn versions_of_a_doi_have_one_base() {
    for (version, base) in [
        ("10.1002/14651858.cd000123.pub3", "10.1002/14651858.cd000123"),
        ("10.1002/14651858.CD000123", "10.1002/14651858.CD000123"),
        ("10.12688/f1000research.1234.2", "10.12688/f1000research.1234"),
        ("10.7554/elife.12345.2", "10.7554/elife.12345"),
        ("10.7554/elife.00013.001", "10.7554/elife.00013.001"),
        ("10.7554/elife.12345", "10.7554/elife.12345"),
        ("10.21203/rs.3.rs-12345/v2", "10.21203/rs.3.rs-12345"),
        ("10.48550/arxiv.2103.15348v2", "10.48550/arxiv.2103.15348"),
        ("10.1101/2020.01.01.123456v2", "10.1101/2020.01.01.123456"),
        ("10.1056/nejmoa012512", "10.1056/nejmoa012512"),
    ] {
        assert_eq!(base_doi(version), base);
    }
}

#[test]
fn one_reader_knows_them_all() {
    for (text, expected) in [
        ("10.1056/NEJMoa012512", "doi:10.1056/nejmoa012512"),
        ("11832527", "PMID:11832527"),
        ("PMID: 11832527", "PMID:11832527"),
        ("https://pubmed.ncbi.nlm.nih.gov/11832527/?from=x", "PMID:11832527"),
        ("PMC2675004", "PMC2675004"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2675004/", "PMC2675004"),
        ("arXiv:2103.15348v2", "arXiv:2103.15348v2"),
        ("2103.15348", "arXiv:2103.15348"),
        ("https://arxiv.org/pdf/2103.15348v1.pdf", "arXiv:2103.15348v1"),
        ("hep-th/9901001", "arXiv:hep-th/9901001"),
        ("nct01234567", "NCT01234567"),
        ("https://clinicaltrials.gov/ct2/show/NCT01234567?term=x", "NCT01234567"),
        ("2004-000446-20", "2004-000446-20"),
        ("ISBN 0-306-40615-2", "ISBN 9780306406157"),
        ("9780306406157", "ISBN 9780306406157"),
        ("0306406152", "ISBN 9780306406157"),
    ] {
        assert_eq!(Identifier::parse(text).map(|id| id.to_string()).as_deref(), Some(expected), "{text}");
    }
    for text in ["", "metformin", "12 monkeys", "118325270", "2019;14", "https://example.org/11832527"] {
        assert_eq!(Identifier::parse(text), None, "{text}");
    }
}

#[test]
fn an_arxiv_doi_and_the_arxiv_number_name_the_same_paper() {
    let doi: Identifiers = Identifier::doi("10.48550/arXiv.2103.15348").into_iter().collect();
    let number: Identifiers = Identifier::arxiv("2103.15348v3").into_iter().collect();
    assert!(doi.meet(&number));
    assert_eq!(
        Identifier::arxiv("2103.15348").unwrap().as_doi().as_deref(),
        Some("10.48550/arxiv.2103.15348")
    );
    assert_eq!(
        Identifier::arxiv("https://doi.org/10.48550/arXiv.2103.15348").map(|id| id.to_string()).as_deref(),
        Some("arXiv:2103.15348")
    );
}

#[test]
fn an_address_leads_back_to_its_identifier() {
    for text in [
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
        "11832527",
        "PMC2675004",
        "arXiv:2103.15348v2",
        "NCT01234567",
    ] {
        let identifier = Identifier::parse(text).unwrap();
        assert_eq!(Identifier::parse(&identifier.url().unwrap()), Some(identifier));
    }
}

proptest! {
    #[test]
    fn reading_never_fails_and_what_is_read_reads_again(
        text in r"(10\.[0-9]{3,5}/|https://doi.org/|doi:|PMC|www\.|isrctn|NCT|[0-9]{1,9}|[ a-zA-Z%&;<>{}\\().é–-]|\PC){0,20}"
    ) {
        if let Some(identifier) = Identifier::parse(&text) {
            prop_assert_eq!(Identifier::parse(&identifier.to_string()), Some(identifier));
        }
        let _ = doi_problem(&text);
        let _ = base_doi(&text);
    }
}

#[test]
fn the_address_of_a_registry_without_a_number_is_no_registration() {
    for text in [
        "www.isrctn.com",
        "www.pactr.samrc.ac.za/",
        "www.clinicaltrials.gov?",
        "https://www.drks.de",
        "www.anzctr.org.au/www.anzctr.org.au#x",
        "www.who.int=www.who.int",
    ] {
        assert_eq!(Identifier::parse(text), None, "{text}");
    }
    let parsed = Identifier::parse("www.isrctn.com/ISRCTN12345678");
    assert_eq!(parsed, Some(Identifier::Trial("ISRCTN12345678".to_owned())));
}
