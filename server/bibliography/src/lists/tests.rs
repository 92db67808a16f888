#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use super::*;
use crate::FieldName;

mod exports;

fn one(format: ListFormat, text: &str) -> ListedReference {
    let (mut references, problems) = read(format, text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(references.len(), 1, "{references:?}");
    references.remove(0)
}

/// Formats a reference on one line: `Family|Family, title, container year;volume(issue):pages doi`.
fn line(reference: &ListedReference) -> String {
    let work = &reference.work;
    let names: Vec<String> = work.authors.iter().map(crate::Name::surname).collect();
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    format!(
        "{}: {}, {}, {} {};{}({}):{} {}",
        reference.key,
        names.join("|"),
        text(&work.title),
        text(&work.container),
        work.year().unwrap_or_default(),
        text(&work.volume),
        text(&work.issue),
        text(&work.pages),
        work.identifiers.doi().unwrap_or_default()
    )
}

const SAID: &str = "Ng|Ode, Sleep after surgery, Journal of Wards 2019;12(3):45-51 10.1000/ward.1";

#[test]
fn every_format_says_the_same_of_the_same_work() {
    let ris = "TY  - JOUR\nID  - ng2019\nAU  - Ng, Ann\nAU  - Ode, Bo\nTI  - Sleep after surgery\nJF  - Journal of Wards\nPY  - 2019\nVL  - 12\nIS  - 3\nSP  - 45\nEP  - 51\nDO  - 10.1000/ward.1\nER  - \n";
    let refer = "%0 Journal Article\n%F ng2019\n%A Ng, Ann\n%A Ode, Bo\n%T Sleep after surgery\n%J Journal of Wards\n%D 2019\n%V 12\n%N 3\n%P 45-51\n%R 10.1000/ward.1\n";
    let endnote = "<xml><records><record><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author><style face=\"normal\">Ng, Ann</style></author><author>Ode, Bo</author></authors></contributors><titles><title>Sleep after\n surgery</title><secondary-title>Journal of Wards</secondary-title></titles><pages>45-51</pages><volume>12</volume><number>3</number><dates><year>2019</year></dates><label>ng2019</label><electronic-resource-num>10.1000/ward.1</electronic-resource-num></record></records></xml>";
    let jats = "<article><back><ref-list><ref id=\"ng2019\"><label>1</label><element-citation publication-type=\"journal\"><person-group person-group-type=\"author\"><name><surname>Ng</surname><given-names>A</given-names></name><name><surname>Ode</surname><given-names>B</given-names></name></person-group><article-title>Sleep <italic>after</italic> surgery</article-title><source>Journal of Wards</source><year>2019</year><volume>12</volume><issue>3</issue><fpage>45</fpage><lpage>51</lpage><pub-id pub-id-type=\"doi\">10.1000/ward.1</pub-id></element-citation></ref></ref-list></back></article>";
    let tei = "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><teiHeader><biblStruct><monogr><title>The paper itself</title></monogr></biblStruct></teiHeader><text><back><listBibl><biblStruct xml:id=\"ng2019\"><analytic><title level=\"a\">Sleep after surgery</title><author><persName><forename>Ann</forename><surname>Ng</surname></persName></author><author><persName><forename>Bo</forename><surname>Ode</surname></persName></author><idno type=\"DOI\">10.1000/ward.1</idno></analytic><monogr><title level=\"j\">Journal of Wards</title><imprint><biblScope unit=\"volume\">12</biblScope><biblScope unit=\"issue\">3</biblScope><biblScope unit=\"page\" from=\"45\" to=\"51\"/><date type=\"published\" when=\"2019\"/></imprint></monogr></biblStruct></listBibl></back></text></TEI>";
    let biber = "\\datalist[entry]{nty/global//global/global}\n  \\entry{ng2019}{article}{}\n    \\name{author}{2}{}{%\n      {{hash=1}{%\n         family={Ng},\n         familyi={N\\bibinitperiod},\n         given={Ann},\n         giveni={A\\bibinitperiod}}}%\n      {{hash=2}{%\n         family={Ode},\n         given={Bo}}}%\n    }\n    \\field{journaltitle}{Journal of Wards}\n    \\field{number}{3}\n    \\field{title}{Sleep after surgery}\n    \\field{volume}{12}\n    \\field{year}{2019}\n    \\field{pages}{45\\bibrangedash 51}\n    \\verb{doi}\n    \\verb 10.1000/ward.1\n    \\endverb\n  \\endentry\n\\enddatalist\n";
    let bibtex = "\\begin{thebibliography}{1}\n\n\\bibitem[Ng and Ode(2019)]{ng2019}\nA.~Ng and B.~Ode.\n\\newblock Sleep after surgery.\n\\newblock \\emph{Journal of Wards}, 12\\penalty0 (3):\\penalty0 45--51, 2019.\n\\newblock doi: 10.1000/ward.1.\n\n\\end{thebibliography}\n";
    for (format, text) in [
        (ListFormat::Ris, ris),
        (ListFormat::Refer, refer),
        (ListFormat::EndnoteXml, endnote),
        (ListFormat::Jats, jats),
        (ListFormat::Tei, tei),
        (ListFormat::Bbl, biber),
        (ListFormat::Bbl, bibtex),
    ] {
        assert_eq!(line(&one(format, text)), format!("ng2019: {SAID}"), "{format:?}");
    }
    let nbib = "PMID- 123\nFAU - Ng, Ann\nFAU - Ode, Bo\nTI  - Sleep after surgery.\nJT  - Journal of Wards\nDP  - 2019\nVI  - 12\nIP  - 3\nPG  - 45-51\nLID - 10.1000/ward.1 [doi]\n";
    assert_eq!(line(&one(ListFormat::Nbib, nbib)), format!("[1]: {SAID}"));
}

#[test]
fn a_citation_without_tags_is_read_as_its_words() {
    let text = "<article><ref-list><ref id=\"B1\"><mixed-citation>Ng A, Ode B. Sleep after surgery. J Wards. 2019;12(3):45-51. doi:10.1000/ward.1</mixed-citation></ref></ref-list></article>";
    let reference = one(ListFormat::Jats, text);
    assert_eq!(reference.work.title.as_deref(), Some("Sleep after surgery"));
    assert_eq!(reference.work.identifiers.doi(), Some("10.1000/ward.1"));
}

#[test]
fn places_are_those_of_the_values() {
    let text = "TY  - JOUR\nTI  - First\nER  - \n\nTY  - JOUR\nTI  - Sécond\nDO  - 10.1000/2\nER  - \n";
    let (references, _) = read(ListFormat::Ris, text);
    let of = |field| {
        references[1].fields.iter().find(|(name, _)| *name == field).map(|(_, span)| &text[span.range()])
    };
    assert_eq!(of(FieldName::Title), Some("Sécond"));
    assert_eq!(of(FieldName::Doi), Some("10.1000/2"));
}

#[test]
fn a_list_that_cannot_be_read_is_a_problem_with_a_place() {
    for text in ["", "<xml><records><record></xml>", "no XML at all"] {
        let (references, problems) = read(ListFormat::EndnoteXml, text);
        assert!(references.is_empty() && problems.len() == 1, "{text}: {references:?} {problems:?}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_in_every_format(text in "(TY  - |PMID- |%[0ATD] |<record>|<ref>|<ref-list>|<biblStruct>|</ref>|\\\\bibitem|\\\\entry\\{|\\\\endentry|\\\\name\\{author\\}|[\\[\\]{}]|family=|[a-zé0-9 \n]{0,6}){0,60}") {
        for format in [ListFormat::Ris, ListFormat::Nbib, ListFormat::Refer, ListFormat::EndnoteXml, ListFormat::Bbl, ListFormat::Jats, ListFormat::Tei] {
            let (references, _) = read(format, &text);
            for reference in references {
                proptest::prop_assert!(text.get(reference.span.range()).is_some(), "{:?}", reference);
                for (_, span) in reference.fields {
                    proptest::prop_assert!(text.get(span.range()).is_some());
                }
            }
        }
    }
}

#[test]
fn the_number_of_another_database_is_no_pmid() {
    for (number, is_pmid) in [("ISI:000200148800007", false), ("12345678", true)] {
        let text = format!(
            "<xml><records><record><titles><title>Sleep</title></titles><accession-num>{number}</accession-num></record></records></xml>"
        );
        let reference = one(ListFormat::EndnoteXml, &text);
        let has_place = reference.fields.iter().any(|(field, _)| *field == FieldName::Pmid);
        assert_eq!((reference.work.identifiers.pmid().is_some(), has_place), (is_pmid, is_pmid), "{number}");
    }
}
