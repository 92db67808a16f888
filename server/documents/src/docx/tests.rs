#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use crate::fixture::{archive, docx, field, paragraph, zotero};
use crate::{DocumentError, DocumentKind};
use referee_syntax::{Document, Target};

fn read(bytes: &[u8]) -> Document {
    crate::read(DocumentKind::Docx, bytes).unwrap()
}

/// Returns the references of a document: label, title.
fn references(document: &Document) -> Vec<(String, String)> {
    let items = document.list_items().map(|listed| {
        let item = &listed.item;
        let number = item.number.map(|number| format!("[{number}]")).unwrap_or_default();
        let label = item.key.as_ref().map_or(number, |key| key.name.clone());
        (label, item.work.title.clone().unwrap_or_default())
    });
    items.collect()
}

/// Returns the targets of the citations, with the text that cites them.
fn cited(document: &Document) -> Vec<(String, String)> {
    let text = document.text().to_string();
    let all = document.citations().map(|cited| {
        let target = match &cited.citation.target {
            Target::Key(key) => key.clone(),
            other => format!("{other:?}"),
        };
        (target, text[cited.span.range()].to_owned())
    });
    all.collect()
}

#[test]
fn citations_of_zotero_are_references_that_need_no_guessing() {
    let cite = |number, family, title, year, words| {
        field(&format!("ADDIN ZOTERO_ITEM CSL_CITATION {}", zotero(number, family, title, year)), words)
    };
    let body = format!(
        "{}<w:p><w:r><w:t xml:space=\"preserve\">Rest helps </w:t></w:r>{}<w:r><w:t>, as others found </w:t></w:r>{}<w:r><w:t>.</w:t></w:r></w:p><w:p>{}</w:p>{}<w:p>{}</w:p>",
        paragraph("Introduction"),
        cite(1, "Ng", "Sleep after surgery", 2019, "(Ng, 2019)"),
        cite(2, "Ode", "Pain after surgery", 2020, "(Ode, 2020)"),
        cite(1, "Ng", "Sleep after surgery", 2019, "(Ng, 2019)"),
        paragraph("References"),
        field(
            "ADDIN ZOTERO_BIBL {\"uncited\":[]} CSL_BIBLIOGRAPHY",
            "Ng, A. (2019). Sleep after surgery. Ode, A. (2020). Pain."
        ),
    );
    let document = read(&docx(&body, &[]));
    let expected = [("ng2019", "Sleep after surgery"), ("ode2020", "Pain after surgery")];
    assert_eq!(references(&document), expected.map(|(key, title)| (key.to_owned(), title.to_owned())));
    let words = cited(&document);
    assert_eq!(words.len(), 3, "{words:?}");
    assert_eq!(words[0], ("ng2019".to_owned(), "(Ng, 2019)".to_owned()));
    let first = document.list_items().next().unwrap().start;
    assert_eq!(document.source_place(first).unwrap().to_string(), "paragraph 2", "where it is cited first");
}

#[test]
fn a_list_that_is_no_field_any_more_is_not_counted_twice() {
    let code = format!("ADDIN CSL_CITATION {}", zotero(1, "Ng", "Sleep after surgery", 2019));
    let body = format!(
        "<w:p>{}</w:p>{}{}{}",
        field(&code, "(Ng, 2019)"),
        paragraph("References"),
        paragraph("Ng A. Sleep after surgery. J Wards. 2019;12:45-51."),
        paragraph("Okoro C. Typed by hand without any program. J Wards. 2020;13:1-9."),
    );
    let document = read(&docx(&body, &[]));
    let titles: Vec<String> = references(&document).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, ["Sleep after surgery", "Typed by hand without any program"]);
}

#[test]
fn mendeley_cite_keeps_its_works_in_content_controls() {
    use base64::Engine;
    let code =
        base64::engine::general_purpose::STANDARD.encode(zotero(7, "Roe", "Walking after surgery", 2018));
    let body = format!(
        "<w:p><w:sdt><w:sdtPr><w:tag w:val=\"MENDELEY_CITATION_v3_{code}\"/></w:sdtPr><w:sdtContent><w:r><w:t>[1]</w:t></w:r></w:sdtContent></w:sdt></w:p><w:sdt><w:sdtPr><w:tag w:val=\"MENDELEY_BIBLIOGRAPHY\"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
        paragraph("[1] Roe A. Walking after surgery. 2018.")
    );
    let document = read(&docx(&body, &[]));
    assert_eq!(references(&document), [("roe2018".to_owned(), "Walking after surgery".to_owned())]);
    assert_eq!(cited(&document), [("roe2018".to_owned(), "[1]".to_owned())]);
}

#[test]
fn what_bibtex_left_in_a_title_of_mendeleys_is_taken_out() {
    for (kept, shown) in [
        (r"A {DNA} test for {{COVID}-19} \\& Co.", "A DNA test for COVID-19 & Co."),
        ("Sets such as {0, 1} in logic", "Sets such as {0, 1} in logic"),
        ("Sleep in the wards, 2019 -- 2020", "Sleep in the wards, 2019 -- 2020"),
    ] {
        let code = format!("ADDIN CSL_CITATION {}", zotero(1, "Ng", kept, 2019));
        let document = read(&docx(&format!("<w:p>{}</w:p>", field(&code, "(1)")), &[]));
        let titles: Vec<String> = references(&document).into_iter().map(|(_, title)| title).collect();
        assert_eq!(titles, [shown]);
    }
}

#[test]
fn endnote_keeps_its_works_in_the_field_or_beside_it() {
    use base64::Engine;
    let record = |number: u32, title: &str| {
        format!(
            "<EndNote><Cite><Author>Ng</Author><Year>2019</Year><record><rec-number>{number}</rec-number><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author>Ng, Ann</author></authors></contributors><titles><title>{title}</title><secondary-title>Journal of Wards</secondary-title></titles><dates><year>2019</year></dates></record></Cite></EndNote>"
        )
    };
    let inside = field(&format!("ADDIN EN.CITE {}", record(1, "Sleep after surgery")), "(1)");
    let data = base64::engine::general_purpose::STANDARD.encode(record(2, "Pain after surgery"));
    let beside = format!(
        "<w:r><w:fldChar w:fldCharType=\"begin\"><w:fldData>{data}</w:fldData></w:fldChar></w:r><w:r><w:instrText> ADDIN EN.CITE </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"begin\"><w:fldData>{data}</w:fldData></w:fldChar></w:r><w:r><w:instrText> ADDIN EN.CITE.DATA </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>(2)</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
    );
    let document = read(&docx(&format!("<w:p>{inside}{beside}</w:p>"), &[]));
    let titles: Vec<String> = references(&document).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, ["Sleep after surgery", "Pain after surgery"]);
    assert_eq!(cited(&document).len(), 2);
}

#[test]
fn words_own_sources_are_references() {
    let sources = "<b:Sources xmlns:b=\"x\"><b:Source><b:Tag>Ng19</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Title>Sleep after surgery</b:Title><b:Year>2019</b:Year><b:Author><b:Author><b:NameList><b:Person><b:Last>Ng</b:Last><b:First>Ann</b:First></b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>";
    let body = format!("<w:p>{}</w:p>", field("CITATION Ng19 \\l 1033", "(Ng, 2019)"));
    let document = read(&docx(&body, &[("customXml/item1.xml", sources)]));
    assert_eq!(references(&document), [("Ng19".to_owned(), "Sleep after surgery".to_owned())]);
}

#[test]
fn a_list_that_word_numbers_is_cited_by_its_numbers() {
    let numbering = "<w:numbering xmlns:w=\"x\"><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num w:numId=\"5\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>";
    let item = |words: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"5\"/></w:numPr></w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>"
        )
    };
    let raised = "<w:p><w:r><w:t>Rest helps.</w:t></w:r><w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>1,2</w:t></w:r></w:p>";
    let body = format!(
        "{raised}{}{}{}",
        paragraph("References"),
        item("Ng A. Sleep after surgery. J Wards. 2019;12:45-51."),
        item("Ode B. Pain after surgery. J Wards. 2020;13:1-9."),
    );
    let document = read(&docx(&body, &[("word/numbering.xml", numbering)]));
    let labels: Vec<String> = references(&document).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["[1]", "[2]"]);
    assert_eq!(document.citations().next().unwrap().citation.target, Target::Numbers(vec![1, 2]));
}

#[test]
fn notes_tables_and_insertions_are_text_and_deletions_are_none() {
    let notes = format!(
        "<w:footnotes xmlns:w=\"x\"><w:footnote w:id=\"2\">{}</w:footnote></w:footnotes>",
        paragraph("Said in a note.")
    );
    let body = format!(
        "<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText> gone</w:delText></w:r></w:del><w:ins><w:r><w:t xml:space=\"preserve\"> added</w:t></w:r></w:ins><w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p><w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
        paragraph("In a cell.")
    );
    let document = read(&docx(&body, &[("word/footnotes.xml", &notes)]));
    assert_eq!(document.text().to_string(), "Kept added\nSaid in a note.\nIn a cell.\n");
    let place = |line: usize| document.source_place(document.text().line_to_byte(line)).unwrap().to_string();
    assert_eq!([place(0), place(1), place(2)], ["paragraph 1", "note 1", "paragraph 2"]);
}

#[test]
fn what_is_no_document_is_said() {
    let said = |bytes: &[u8]| crate::read(DocumentKind::Docx, bytes).unwrap_err().to_string();
    assert!(said(b"").contains("its beginning differs"));
    assert!(said(b"PK\x03\x04 and then nothing").contains("damaged"));
    assert!(said(&archive(&[("other.xml", b"<x/>")])).contains("it has no text"));
    let mut locked = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    assert!(said(&locked).contains("old Word format"));
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert!(said(&locked).contains("password protected"));
}

#[test]
fn a_document_that_unpacks_to_gigabytes_is_refused() {
    let bomb = archive(&[("word/document.xml", &vec![b' '; 65 << 20])]);
    assert!(bomb.len() < 1 << 20);
    let error = crate::read(DocumentKind::Docx, &bomb).unwrap_err();
    assert!(matches!(error, DocumentError::TooLarge { .. }), "{error}");
}

#[test]
fn entities_and_depth_do_no_harm() {
    let entities = "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]><w:document><w:body><w:p><w:r><w:t>&b;&b; words</w:t></w:r></w:p></w:body></w:document>";
    let document = read(&archive(&[("word/document.xml", entities.as_bytes())]));
    assert_eq!(document.text().to_string(), "&b;&b; words\n");
    let deep = format!("<w:document><w:body>{}</w:body></w:document>", "<w:tbl>".repeat(5_000));
    let error =
        crate::read(DocumentKind::Docx, &archive(&[("word/document.xml", deep.as_bytes())])).unwrap_err();
    assert!(error.to_string().contains("deep"), "{error}");
    // Styles that are based on each other in a cycle.
    let styles = "<w:styles><w:style w:styleId=\"A\"><w:basedOn w:val=\"B\"/></w:style><w:style w:styleId=\"B\"><w:basedOn w:val=\"A\"/></w:style></w:styles>";
    let body = "<w:p><w:pPr><w:pStyle w:val=\"A\"/></w:pPr><w:r><w:t>Words</w:t></w:r></w:p>";
    assert_eq!(read(&docx(body, &[("word/styles.xml", styles)])).text().to_string(), "Words\n");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
    #[test]
    fn any_body_is_read(body in "(<w:p>|</w:p>|<w:r>|</w:r>|<w:t>|</w:t>|<w:fldChar w:fldCharType=\"(begin|separate|end)\"/>|<w:instrText> ADDIN ZOTERO_BIBL |</w:instrText>|<w:sdt>|</w:sdt>|[a-zé1&;. ]{0,8}){0,40}") {
        let _ = crate::read(DocumentKind::Docx, &docx(&body, &[]));
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let _ = crate::read(DocumentKind::Docx, &bytes);
        let _ = crate::read(DocumentKind::Odt, &[b"PK\x03\x04", bytes.as_slice()].concat());
        let _ = crate::read(DocumentKind::Rtf, &[b"{\\rtf1 ", bytes.as_slice()].concat());
    }
}

#[test]
fn what_stands_behind_a_list_is_none_of_its_references() {
    let typed = ["Ng A. Sleep after surgery. J Wards. 2019;12:45-51.", "Ode B. Pain. J Wards. 2020;13:1-9."];
    for behind in [
        "Figure legends",
        "Figure 1. Sleep in hours by ward, 2017 to 2019.",
        "Table 2 Patients by ward and year (2019)",
        "Author contributions: A. Ng had the idea and wrote the first draft, B. Ode counted.",
        "Anexo",
    ] {
        let body = format!(
            "{}{}{}{}{}{}",
            paragraph("Others slept well (Ng 2019)."),
            paragraph("References"),
            paragraph(typed[0]),
            paragraph(typed[1]),
            paragraph(behind),
            paragraph("Patients were asked in 2019 and again in 2020, each by two nurses."),
        );
        let titles: Vec<String> =
            references(&read(&docx(&body, &[]))).into_iter().map(|(_, title)| title).collect();
        assert_eq!(titles, ["Sleep after surgery", "Pain"], "{behind}");
    }
}

#[test]
fn signs_of_the_symbol_font_are_letters() {
    let sign = |font: &str, code: &str| format!("<w:r><w:sym w:font=\"{font}\" w:char=\"{code}\"/></w:r>");
    let words = |words: &str| format!("<w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r>");
    let body = format!(
        "{}<w:p>{}{}{}{}{}</w:p>",
        paragraph("References"),
        words("1. Roe A. Effects of IL-1"),
        sign("Symbol", "F062"),
        words(" on voles"),
        sign("Wingdings", "F0E0"),
        words("and men. Vole. 2011;342:7-8."),
    );
    let references = references(&read(&docx(&body, &[])));
    assert_eq!(references, [("[1]".to_owned(), "Effects of IL-1β on voles and men".to_owned())]);
}

#[test]
fn accents_that_stand_apart_are_read_as_letters() {
    let item = "1. Mu\u{308}nz J, Gar\u{63}\u{131}\u{301}a M. Effects of sleep on voles. Vole. 2011;342:7-8.";
    let body = format!("{}{}", paragraph("References"), paragraph(item));
    let document = read(&docx(&body, &[]));
    let item = document.list_items().next().unwrap().item.into_owned();
    let names: Vec<String> = item.work.authors.iter().map(referee_bibliography::Name::surname).collect();
    assert_eq!(names, ["Münz", "García"]);
}

#[test]
fn the_answers_of_old_forms_are_words() {
    let form = |form: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData>{form}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let words = |words: &str| format!("<w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r>");
    let list = "<w:ddList><w:result w:val=\"1\"/><w:listEntry w:val=\"left\"/><w:listEntry w:val=\"right\"/></w:ddList>";
    let body = format!(
        "<w:p>{}{}{}{}{}{}</w:p>",
        words("Pregnant "),
        form("<w:checkBox><w:default w:val=\"0\"/></w:checkBox>"),
        words(" yes "),
        form("<w:checkBox><w:default w:val=\"0\"/><w:checked/></w:checkBox>"),
        words(" no. Side: "),
        form(list),
    );
    assert_eq!(read(&docx(&body, &[])).text().to_string(), "Pregnant ☐ yes ☒ no. Side: right\n");
}

#[test]
fn what_is_struck_out_is_not_said() {
    let run = |properties: &str, words: &str| {
        format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{words}</w:t></w:r>")
    };
    let body = format!(
        "<w:p>{}{}{}</w:p>",
        run("<w:strike/>", "Metoprolol 25 mg daily. "),
        run("<w:strike w:val=\"0\"/>", "Bisoprolol 5 mg daily."),
        run("<w:dstrike/>", " Penicillin allergy."),
    );
    assert_eq!(read(&docx(&body, &[])).text().to_string(), "Bisoprolol 5 mg daily.\n");
}
