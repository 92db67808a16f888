//! Exports that deviate from the format.

use super::{ListFormat, line, one, read};
use crate::FieldName;

#[test]
fn a_number_of_the_publisher_is_no_doi() {
    for numbers in [
        "LID - sle021 [pii]\nLID - 10.1000/sle021 [doi]\n",
        "LID - sle021 [pii]\nAID - 10.1000/sle021 [doi]\nAID - sle021 [pii]\n",
    ] {
        let text = format!("PMID- 12345\nTI  - Sleep on wards.\n{numbers}FAU - Roe, Ann\n");
        let reference = one(ListFormat::Nbib, &text);
        let place = reference.fields.iter().find(|(field, _)| *field == FieldName::Doi).unwrap().1;
        assert_eq!(&text[place.range()], "10.1000/sle021", "{numbers}");
        assert_eq!(reference.work.identifiers.doi(), Some("10.1000/sle021"));
    }
    for number in ["LID - sle021 [pii]", "LID - NBK99 [bookaccession]", "AID - NBK99 [bookaccession]"] {
        let text = format!("PMID- 12345\nTI  - Sleep on wards.\n{number}\n");
        let reference = one(ListFormat::Nbib, &text);
        assert!(reference.fields.iter().all(|(field, _)| *field != FieldName::Doi), "{number}");
    }
}

#[test]
fn markup_in_a_title_of_pubmed_is_taken_out() {
    let text =
        "PMID- 12345\nTI  - Effects of <i>Vibrio</i> &amp; light on wards.\nTA  - J Wards\nFAU - Roe, Ann\n";
    let work = one(ListFormat::Nbib, text).work;
    assert_eq!(work.title.as_deref(), Some("Effects of Vibrio & light on wards"));
    // The record has only the short name of its journal.
    assert_eq!(work.container.as_deref(), Some("J Wards"));
}

#[test]
fn lines_may_end_as_on_old_macs() {
    let text = "TY  - JOUR\rID  - roe\rTI  - Sleep on wards\rAU  - Roe, Ann\rPY  - 2001\rER  - \rTY  - JOUR\rID  - poe\rTI  - Nights\rER  - \r";
    let (references, _) = read(ListFormat::Ris, text);
    let keys: Vec<&str> = references.iter().map(|reference| reference.key.as_str()).collect();
    assert_eq!(keys, ["roe", "poe"]);
    assert_eq!(references[0].work.title.as_deref(), Some("Sleep on wards"));
    let place = references[1].fields.iter().find(|(field, _)| *field == FieldName::Title).unwrap().1;
    assert_eq!(&text[place.range()], "Nights");
}

#[test]
fn an_abstract_of_endnote_goes_on_over_lines() {
    let text = "%0 Journal Article\n%T Sleep on\nwards\n%A Roe, Ann\n%X Nights are long.\n\nDays are short.\n%M 12345678\n%D 2001\n\n%0 Book\n%T Nights\n%M WOS:0001\n";
    let (references, _) = read(ListFormat::Refer, text);
    assert_eq!(references.len(), 2);
    let work = &references[0].work;
    assert_eq!(work.title.as_deref(), Some("Sleep on wards"));
    assert_eq!(work.summary.as_deref(), Some("Nights are long.\nDays are short."));
    assert_eq!((work.identifiers.pmid(), work.year()), (Some(12_345_678), Some(2001)));
    assert!(references[1].work.identifiers.is_empty());
}

#[test]
fn the_day_of_a_record_is_no_edition() {
    for (edition, said) in [("2002/02/08", None), ("2nd", Some("2nd")), ("3", Some("3"))] {
        let text = format!(
            "<xml><records><record><titles><title>Sleep</title></titles><edition>{edition}</edition></record></records></xml>"
        );
        assert_eq!(one(ListFormat::EndnoteXml, &text).work.edition.as_deref(), said);
    }
}

#[test]
fn a_formula_is_read_once_and_without_its_markup() {
    let formula = "<inline-formula><alternatives><tex-math>\\documentclass{minimal}\\begin{document}$$\\beta$$\\end{document}</tex-math><mml:math xmlns:mml=\"m\"><mml:mi>β</mml:mi></mml:math></alternatives></inline-formula>";
    let alone =
        "<inline-formula><tex-math>\\begin{document}$$\\beta$$\\end{document}</tex-math></inline-formula>";
    for formula in [formula, alone] {
        let text = format!(
            "<article><ref-list><ref id=\"a\"><element-citation><name><surname>Berg</surname><given-names>Jan van der</given-names></name><article-title>Effect of {formula}-blockers</article-title><year>2001</year></element-citation></ref></ref-list></article>"
        );
        assert_eq!(line(&one(ListFormat::Jats, &text)), "a: van der Berg, Effect of β-blockers,  2001;(): ");
    }
}

#[test]
fn a_number_may_stand_for_two_works() {
    let citation = |title: &str| {
        format!(
            "<mixed-citation><name><surname>Roe</surname><given-names>A</given-names></name><article-title>{title}</article-title><year>2001</year></mixed-citation>"
        )
    };
    let of = |inner: &str| format!("<article><ref-list><ref id=\"a\">{inner}</ref></ref-list></article>");
    let text = of(&format!("{}{}", citation("One"), citation("Two")));
    let (references, _) = read(ListFormat::Jats, &text);
    let lines: Vec<String> = references.iter().map(line).collect();
    assert_eq!(lines, ["a: Roe, One,  2001;(): ", "a-2: Roe, Two,  2001;(): "]);
    // Two forms of the same citation are one reference.
    let both = of(&format!(
        "<citation-alternatives>{}{}</citation-alternatives>",
        citation("One").replace("mixed", "element"),
        citation("One")
    ));
    assert_eq!(read(ListFormat::Jats, &both).0.len(), 1);
}

#[test]
fn a_list_of_tei_without_tags_is_found_by_its_heading() {
    let text = "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><teiHeader><p>Roe A. Not this. J Wards. 1999;1:1-2.</p></teiHeader><text><body><div><head>Intro</head><p>As shown.</p></div><div><head>References</head><p xml:id=\"ref-roe\">Roe A, Poe B. Sleep on wards. J Wards. 2001;3(4):5-6.</p><p>Muenz C. Effects of IL-1<formula notation=\"TeX\">\\beta</formula> on voles. Vole. 2011;342:7-8.</p></div></body></text></TEI>";
    let (references, _) = read(ListFormat::Tei, text);
    let lines: Vec<String> = references.iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "ref-roe: Roe|Poe, Sleep on wards, J Wards 2001;3(4):5-6 ",
            "[2]: Muenz, Effects of IL-1β on voles, Vole 2011;342():7-8 "
        ]
    );
}

#[test]
fn a_bibl_of_tei_has_its_fields() {
    let text = "<TEI><text><back><listBibl><bibl xml:id=\"a\"><author>Roe, Ann</author>, <title level=\"a\">Sleep on wards</title>, <title level=\"j\">J Wards</title> <biblScope unit=\"volume\">3</biblScope>, <date>2001</date></bibl><bibl xml:id=\"b\">Poe B. Nights. J Wards. 2002;4(1):7-8.</bibl></listBibl></back></text></TEI>";
    let (references, _) = read(ListFormat::Tei, text);
    let lines: Vec<String> = references.iter().map(line).collect();
    assert_eq!(
        lines,
        ["a: Roe, Sleep on wards, J Wards 2001;3(): ", "b: Poe, Nights, J Wards 2002;4(1):7-8 "]
    );
    let place = references[0].fields.iter().find(|(field, _)| *field == FieldName::Journal).unwrap().1;
    assert_eq!(&text[place.range()], "J Wards");
}

#[test]
fn accents_that_stand_apart_are_put_together() {
    let jats = "<article><ref-list><ref id=\"a\"><element-citation><name><surname>Garci\u{301}a</surname><given-names>Mar\u{131}\u{301}a</given-names></name><article-title>Sleep</article-title><year>2001</year></element-citation></ref><ref id=\"b\"><mixed-citation>Gar\u{63}\u{131}\u{301}a M, Mu\u{308}nz J. Sleep on wards. J Wards. 2001;3(4):5-6.</mixed-citation></ref></ref-list></article>";
    let (references, _) = read(ListFormat::Jats, jats);
    let lines: Vec<String> = references.iter().map(line).collect();
    assert_eq!(
        lines,
        ["a: García, Sleep,  2001;(): ", "b: García|Münz, Sleep on wards, J Wards 2001;3(4):5-6 "]
    );
}
