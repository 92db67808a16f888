#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use proptest::prelude::*;
use referee_text::Span;
use referee_text::effort::bytes_looked_at;

/// Returns the identifiers found, written as the identifier or as `!text (reason)`.
fn all(text: &str) -> Vec<String> {
    find_identifiers(text)
        .into_iter()
        .map(|found| match found.result {
            Ok(identifier) => identifier.to_string(),
            Err(malformed) => format!("!{} ({})", malformed.text, malformed.reason.english),
        })
        .collect()
}

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    assert_eq!(all(text), expected, "in {text:?}");
}

#[test]
fn a_doi_ends_where_its_sentence_goes_on() {
    for text in [
        "see 10.1056/NEJMoa012512.",
        "(10.1056/NEJMoa012512)",
        "doi:10.1056/NEJMoa012512, and",
        "DOI: 10.1056/NEJMoa012512; PM",
        "https://doi.org/10.1056/NEJMoa012512",
        "<https://dx.doi.org/10.1056/NEJMoa012512>",
        "[link](https://doi.org/10.1056/NEJMoa012512)",
        "[10.1056/NEJMoa012512](https://doi.org/10.1056/NEJMoa012512)",
        r"\url{https://doi.org/10.1056/NEJMoa012512}",
        r"\doi{10.1056/NEJMoa012512}",
        r"\href{https://doi.org/10.1056/NEJMoa012512}{the trial}",
        "**10.1056/NEJMoa012512**",
        "_10.1056/NEJMoa012512_",
        "http://doi-org.proxy.example.edu/10.1056/NEJMoa012512",
        "https://doi.org/10.1056/NEJMoa012512?utm_source=x",
        "\u{201c}10.1056/NEJMoa012512\u{201d}",
        "el doi.org/10.1056%2FNEJMoa012512.",
        "10.1056/NEJMoa012512\u{3002}",
    ] {
        finds(text, &["doi:10.1056/nejmoa012512"]);
    }
}

#[test]
fn brackets_that_belong_to_a_doi_stay_and_others_go() {
    finds("(10.1016/S0140-6736(98)07019-6)", &["doi:10.1016/s0140-6736(98)07019-6"]);
    let sici = "doi:10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";
    finds("see 10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2.", &[sici]);
    finds("10.1002/(SICI)1097-0258(19980815/30)17:15/16&lt;1661::AID-SIM968&gt;3.0.CO;2-2", &[sici]);
    finds(
        "<https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16%3C1661::AID-SIM968%3E3.0.CO;2-2>",
        &[sici],
    );
    finds(
        "10.1890/0012-9658(2006)87[2445:AOE]2.0.CO;2",
        &["doi:10.1890/0012-9658(2006)87[2445:aoe]2.0.co;2"],
    );
    finds(r"10.1007/978-3-030-12345-6\_5", &["doi:10.1007/978-3-030-12345-6_5"]);
    finds(r"\doi{10.1007/978-3-030-12345-6{\_}5}", &["doi:10.1007/978-3-030-12345-6_5"]);
}

#[test]
fn two_dois_in_one_word_are_two() {
    finds("10.1000/a1b,10.1000/c2d;PMID: 123", &["doi:10.1000/a1b", "doi:10.1000/c2d", "PMID:123"]);
}

#[test]
fn a_span_holds_the_identifier_and_the_whole_its_label() {
    let text = r"x doi: https://doi.org/10.1000/ab1. PMID: 11832527, \doi{10.1000/c2}, arXiv:2103.15348.";
    let found = find_identifiers(text);
    let part = |span: Span| text.get(span.range()).unwrap();
    assert_eq!(part(found[0].span), "10.1000/ab1");
    assert_eq!(part(found[0].whole), "doi: https://doi.org/10.1000/ab1");
    assert_eq!(part(found[1].span), "11832527");
    assert_eq!(part(found[1].whole), "PMID: 11832527");
    assert_eq!(part(found[2].span), "10.1000/c2");
    assert_eq!(part(found[2].whole), r"\doi{10.1000/c2}");
    assert_eq!(part(found[3].span), "2103.15348");
    assert_eq!(part(found[3].whole), "arXiv:2103.15348");
}

#[test]
fn pubmed_numbers_are_found_behind_their_label_and_in_addresses() {
    finds("PMID: 11832527", &["PMID:11832527"]);
    finds("(PMID 11832527)", &["PMID:11832527"]);
    finds("PMID:1", &["PMID:1"]);
    finds("**PMID:** 11832527.", &["PMID:11832527"]);
    finds("PMIDs: 11832527, 9742976 and 9742977", &["PMID:11832527", "PMID:9742976", "PMID:9742977"]);
    finds("https://pubmed.ncbi.nlm.nih.gov/11832527/", &["PMID:11832527"]);
    finds("https://www.ncbi.nlm.nih.gov/pubmed/11832527.", &["PMID:11832527"]);
    finds("https://europepmc.org/article/MED/11832527", &["PMID:11832527"]);
    finds("PMID: 118325270", &["!118325270 (a PMID has at most 8 digits)"]);
    finds("PMID: 0", &["!0 (PubMed numbers start at 1)"]);
    finds("PMC2675004 and PMCID: PMC1234567", &["PMC2675004", "PMC1234567"]);
    finds("https://pmc.ncbi.nlm.nih.gov/articles/PMC2675004/", &["PMC2675004"]);
    finds("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2675004/pdf/x.pdf", &["PMC2675004"]);
}

#[test]
fn arxiv_numbers_of_both_ages_are_found() {
    finds("arXiv:2103.15348v2", &["arXiv:2103.15348v2"]);
    finds("https://arxiv.org/abs/2103.15348", &["arXiv:2103.15348"]);
    finds("https://arxiv.org/pdf/2103.15348v1.pdf.", &["arXiv:2103.15348v1"]);
    finds("arXiv:hep-th/9901001", &["arXiv:hep-th/9901001"]);
    finds("hep-th/9901001", &[]);
    finds("arXiv preprint arXiv:1412.6980, 2014", &["arXiv:1412.6980"]);
    assert!(all("arXiv:2113.15348")[0].starts_with("!2113.15348"));
    assert!(all("arXiv:2103.1534")[0].starts_with("!2103.1534"));
}

#[test]
fn trial_registrations_are_found_and_miscounted_ones_are_said() {
    finds("registered as NCT01234567.", &["NCT01234567"]);
    finds("NCT 01234567", &["NCT01234567"]);
    finds("https://clinicaltrials.gov/study/NCT01234567", &["NCT01234567"]);
    finds("NCT0123456 ", &["!NCT0123456 (an NCT number has 8 digits)"]);
    finds("NCT012345678", &["!NCT012345678 (an NCT number has 8 digits)"]);
    finds("ISRCTN12345678, ACTRN12605000000000", &["ISRCTN12345678", "ACTRN12605000000000"]);
    finds("EudraCT 2004-000446-20", &["2004-000446-20"]);
    finds("EudraCT number: 2004-000446-20", &["2004-000446-20"]);
    finds("(2004-000446-20)", &["2004-000446-20"]);
    finds("EU CT 2022-501417-31-01", &["2022-501417-31-01"]);
    finds("ChiCTR2000029308 ChiCTR-TRC-10001234", &["ChiCTR2000029308", "ChiCTR-TRC-10001234"]);
    finds(
        "DRKS00012345, jRCT2031200001, jRCTs031180001",
        &["DRKS00012345", "jRCT2031200001", "jRCTs031180001"],
    );
    finds("UMIN000012345 JapicCTI-123456", &["UMIN000012345", "JapicCTI-123456"]);
    finds(
        "CTRI/2019/01/012345; NTR3456; IRCT2013012345N1",
        &["CTRI/2019/01/012345", "NTR3456", "IRCT2013012345N1"],
    );
    finds(
        "KCT0001234 PACTR201105000292708 RBR-6g2nv6",
        &["KCT0001234", "PACTR201105000292708", "RBR-6g2nv6"],
    );
    finds(
        "SLCTR/2019/012 TCTR20200101001 LBCTR2020123456",
        &["SLCTR/2019/012", "TCTR20200101001", "LBCTR2020123456"],
    );
}

#[test]
fn isbns_are_checked() {
    finds("ISBN 978-0-306-40615-7", &["ISBN 9780306406157"]);
    finds("ISBN: 0-306-40615-2.", &["ISBN 9780306406157"]);
    finds("ISBN-13: 9780306406157", &["ISBN 9780306406157"]);
    finds("ISBN 0-8044-2957-X 2019", &["ISBN 9780804429573"]);
    finds("ISBN 0-306-40615-2 2019", &["ISBN 9780306406157"]);
    finds("ISBN 978-0-306-40615-8", &["!978-0-306-40615-8 (the check digit of the ISBN does not fit)"]);
    finds("ISBN 978-0-306-40615", &["!978-0-306-40615 (an ISBN has 10 or 13 digits)"]);
}

#[test]
fn a_doi_with_a_label_and_a_broken_form_is_said() {
    finds("doi:10.10/abc", &["!10.10/abc (the part before the slash must be `10.` and 4 to 9 digits)"]);
    finds("doi: 10.1056.", &["!10.1056 (a DOI has a slash after its first number)"]);
    finds("doi: 10.1056/ NEJM", &["!10.1056/ (nothing follows the slash)"]);
    finds("doi:1056/NEJMoa012512", &["!1056/NEJMoa012512 (a DOI starts with `10.`)"]);
}

#[test]
fn a_doi_that_is_broken_at_the_end_of_a_line_is_joined() {
    finds("doi:10.1016/\nS0140-6736(03)12345-6.", &["doi:10.1016/s0140-6736(03)12345-6"]);
    finds("https://doi.org/10.1016/j.jacc.\n   2019.01.001 (2019)", &["doi:10.1016/j.jacc.2019.01.001"]);
    finds("doi: 10.1016/S0140- 6736(03)12345-6", &["doi:10.1016/s0140-6736(03)12345-6"]);
    finds("DOI 10.1371/journal.\npone.0012345, 2019", &["doi:10.1371/journal.pone.0012345"]);
    finds("doi:10.1016\n/j.cell.2019.01.001", &["doi:10.1016/j.cell.2019.01.001"]);
    finds(
        "doi:10.1037//0022-3514.71.2.230; PMID: 8765481",
        &["doi:10.1037/0022-3514.71.2.230", "PMID:8765481"],
    );
    // The next sentence or list item begins.
    finds("doi:10.1056/NEJMoa012512.\n3. Smith J. 2019", &["doi:10.1056/nejmoa012512"]);
    finds("doi:10.1056/NEJMoa012512\n2019 was dry", &["doi:10.1056/nejmoa012512"]);
    finds("doi:10.1000/abc1-2\n\n10.1000/def3", &["doi:10.1000/abc1-2", "doi:10.1000/def3"]);
    finds("See doi:10.1016/j.cell.\nThe 12 mice", &["doi:10.1016/j.cell"]);
}

#[test]
fn what_is_no_identifier_is_left_alone() {
    for text in [
        "call +1 (555) 010-1234 or 2020-555-0100",
        "version 10.14.6 and 10.5/2",
        "10.5 mg/dL, 10.1234/ml, 10.5000/month, EUR 10.2020/12",
        "between 10.2020/11.2020",
        "NTRK1, PMC42 cells, NCT-503, BRCA1, IRCTC, RBR-related ligases",
        "https://www.nejm.org/doi/full/10.1056/NEJMoa012512",
        "https://example.org/files/PMC2675004.pdf",
        "https://github.com/x/y/issues/11832527",
        "11832527 patients",
        "junction function NCT",
        "the PMID of the paper",
        "192.168.10.1234/24",
        "p10.1234/a5b",
        "arXiv is a server; arXiv 5 papers",
        "PMID 3 of the list",
        "ISBN of the book",
        "on 2020-11-20 at 10.30/11.30",
        "CTIS replaced the old register. On 2020-01-01",
        "user@10.1000/x1y",
        "doi: not available; DOI: n/a",
        "https://doi.org/",
    ] {
        finds(text, &[]);
    }
}

#[test]
fn a_long_draft_is_searched_while_it_opens() {
    let paragraph = "In the Diabetes Prevention Program, metformin 850 mg twice a day reduced the incidence of \
        diabetes by 31% (10.5 vs 7.8 cases per 100 person-years), doi:10.1056/NEJMoa012512, PMID: 11832527. ";
    let count = 2_000_000 / paragraph.len();
    let text = paragraph.repeat(count);
    let looked_at = bytes_looked_at(|| assert_eq!(find_identifiers(&text).len(), 2 * count));
    assert!(looked_at < 2 * text.len() as u64, "{looked_at} bytes of {}", text.len());
}

#[test]
fn beginnings_of_identifiers_cost_no_more_where_there_are_many() {
    for piece in
        ["10.", "10.1234/", "doi:", "https://doi.org/10.", "PMID: ", "arXiv:", "ISBN ", "NCT", "nlm.nih.gov/"]
    {
        let looked_at = |bytes: usize| {
            let text = piece.repeat(bytes / piece.len());
            bytes_looked_at(|| drop(find_identifiers(&text)))
        };
        let (once, twice) = (looked_at(50_000), looked_at(100_000));
        assert!(twice < 3 * once, "{piece:?}: {once} and {twice} bytes");
    }
}

proptest! {
    #[test]
    fn any_text_is_searched_and_spans_are_in_order(
        text in r"(10\.[0-9]{0,5}/|PMID:? ?|NCT|doi:|https://doi.org/|arxiv|ISBN |[a-z0-9 ().,;<>/é–\\{}&_-]|\PC){0,60}"
    ) {
        let mut last = 0;
        for found in find_identifiers(&text) {
            prop_assert!(found.whole.start >= last);
            prop_assert!(found.whole.start <= found.span.start && found.span.end <= found.whole.end);
            prop_assert!(text.get(found.span.range()).is_some());
            prop_assert!(text.get(found.whole.range()).is_some());
            last = found.whole.end;
        }
    }
}
