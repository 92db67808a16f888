#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot set itself up should fail"
)]

use super::read;
use crate::DocumentError;
use referee_records::PassagePart;

const ARTICLE: &str = r#"<?xml version="1.0"?><!DOCTYPE article [<!ENTITY big "aaaaaaaa">]>
<article article-type="research-article"><front><journal-meta><journal-title-group><journal-title>J Wards</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmid">123</article-id><article-id pub-id-type="doi">10.1000/wards.1</article-id>
<title-group><article-title>Nights on <italic>wards</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Roe</surname><given-names>Ada</given-names></name><xref ref-type="aff">1</xref></contrib></contrib-group>
<pub-date pub-type="epub"><year>2018</year></pub-date><pub-date pub-type="ppub"><month>3</month><year>2019</year></pub-date>
<permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>Open.</license-p></license></permissions>
<abstract><sec><title>Background</title><p>We count nights.</p></sec></abstract></article-meta></front>
<body><sec><title>Results</title><p>A dose of 12.5 mg<sup><xref ref-type="bibr" rid="b3">3</xref>,<xref ref-type="bibr">4</xref></sup> was given.<xref ref-type="bibr">7</xref> See [<xref ref-type="bibr">8</xref>] and 30 kg/m<sup>2</sup>.
<fig><label>Figure 1.</label><caption><title>Flow.</title><p>All patients.</p></caption><graphic/></fig> It went on &big; &lt;.</p>
<table-wrap><label>Table 1</label><caption><p>Doses</p></caption><table><tbody><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2<sup>a</sup></td></tr></tbody></table></table-wrap>
<list><list-item><p>One item.</p></list-item></list></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><ref><label>1</label><mixed-citation>Doe B. Days. 2017.</mixed-citation></ref></ref-list></back>
<sub-article><body><p>A review of it.</p></body></sub-article></article>"#;

#[test]
fn an_article_is_read_part_by_part() {
    let text = read(ARTICLE.as_bytes(), "wards.xml").unwrap();
    let passages: Vec<(PassagePart, Option<&str>, &str)> =
        text.passages.iter().map(|p| (p.part, p.section.as_deref(), p.text.as_str())).collect();
    let results = Some("Results");
    assert_eq!(
        passages,
        [
            (PassagePart::Title, None, "Nights on wards"),
            (PassagePart::Abstract, Some("Background"), "We count nights."),
            (
                PassagePart::Body,
                results,
                "A dose of 12.5 mg [3,4] was given [7]. See [8] and 30 kg/m². It went on &big; <."
            ),
            (PassagePart::Caption, results, "Figure 1. Flow. All patients."),
            (PassagePart::Caption, results, "Table 1. Doses"),
            (PassagePart::Table, results, "a | 1; b | 2^a"),
            (PassagePart::Body, results, "One item."),
            (PassagePart::Body, None, "Thanks."),
            (PassagePart::Reference, None, "1. Doe B. Days. 2017."),
        ]
    );
    assert_eq!(text.work.identifiers.doi(), Some("10.1000/wards.1"));
    assert_eq!(text.work.year(), Some(2019));
    assert_eq!(text.licence.as_deref(), Some("https://creativecommons.org/licenses/by/4.0/"));
}

#[test]
fn what_is_no_article_is_refused() {
    assert!(matches!(read(b"", "x"), Err(DocumentError::Xml { .. })));
    assert!(matches!(read(b"<html><p>Not found</p></html>", "x"), Err(DocumentError::OtherFormat("JATS"))));
    let front = ARTICLE.split("<body>").next().unwrap();
    assert!(matches!(read(front.as_bytes(), "x"), Err(DocumentError::AbstractOnly)));
    let deep = format!("<article><body>{}</body></article>", "<sec>".repeat(5_000));
    assert!(matches!(read(deep.as_bytes(), "x"), Err(DocumentError::Xml { .. })));
}
