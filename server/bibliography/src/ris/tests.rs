#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use proptest::prelude::*;

fn one(text: &str) -> SourceRecord {
    let mut records: Vec<SourceRecord> = read(text).collect();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn every_program_is_understood() {
    for text in [
        // Zotero
        "TY  - JOUR\nTI  - Effects of metformin.\nAU  - van der Berg, William C.\nAU  - King, Martin, Jr\nT2  - Diabetes Care\nDA  - 2020/03/05/\nPY  - 2020\nDO  - 10.1000/X1\nVL  - 12\nIS  - 3\nSP  - 1\nEP  - 10\nJ2  - Diabetes Care\nN1  - PMID: 11832527\nER  - \n",
        // Web of Science
        "\u{feff}TY  - JOUR\r\nAU  - van der Berg, W. C.\r\nAU  - King, M, Jr\r\nTI  - Effects of metformin\r\nT2  - Diabetes Care\r\nJ9  - DIABETES CARE\r\nDA  - MAR\r\nPY  - 2020\r\nVL  - 12\r\nIS  - 3\r\nSP  - 1\r\nEP  - 10\r\nDO  - 10.1000/x1\r\nAN  - WOS:000001\r\nUR  - https://pubmed.ncbi.nlm.nih.gov/11832527/\r\nER  -\r\nEF  -\r\n",
        // EndNote and Embase
        "TY - JOUR\nT1 - Effects of metformin\nA1 - van der Berg W.C.\nA1 - King M. Jr\nJF - Diabetes Care\nY1 - 2020//\nDA - 2020/03\nVL - 12\nIS - 3\nSP - 1-10\nM3 - doi: 10.1000/x1\nAN - 11832527\nDB - PubMed\nER -\n",
    ] {
        let work = one(text).work;
        assert_eq!(work.kind, WorkKind::Article, "{text}");
        assert_eq!(work.title.as_deref(), Some("Effects of metformin"));
        let names: Vec<String> =
            work.authors.iter().map(|name| format!("{} {}", name.surname(), name.initials())).collect();
        assert_eq!(names, ["van der Berg WC", "King M"], "{text}");
        assert_eq!(work.container.as_deref(), Some("Diabetes Care"));
        assert_eq!(work.date.map(|date| (date.year, date.month)), Some((2020, Some(3))), "{text}");
        assert_eq!(
            (work.volume.as_deref(), work.issue.as_deref(), work.pages.as_deref()),
            (Some("12"), Some("3"), Some("1-10"))
        );
        assert_eq!(work.identifiers.doi(), Some("10.1000/x1"), "{text}");
        assert_eq!(work.identifiers.pmid(), Some(11_832_527), "{text}");
    }
}

#[test]
fn values_of_several_lines_belong_to_their_tag() {
    let record = one(
        "TY  - JOUR\nTI  - A title that\n  goes on\nAB  - First.\nSecond - line.\nKW  - Animals\nMice/*genetics\n*Drugs\nER  -\n",
    );
    assert_eq!(record.work.title.as_deref(), Some("A title that goes on"));
    assert_eq!(record.work.summary.as_deref(), Some("First. Second - line."));
    assert_eq!(record.subjects, ["Animals", "Mice/*genetics", "Drugs"]);
}

#[test]
fn the_type_may_be_anywhere_in_its_record() {
    let text = "DB  - McK\nC8  - \nTI  - Baboons of a canyon\nSP  - 67-76\nTY  - JOUR\nSO  - Koedoe\nVL  - 49\nPY  - 2006\n\
        AU  - Marais, A. J.\nJO  - Koedoe\nER  - \n\nAU  - Poe, Ann\nPY  - 2001\nTI  - Owls of a canyon\nER  - \nTY  - BOOK\n\
        ER  - \n";
    let works: Vec<Work> = read(text).map(|record| record.work).collect();
    let seen: Vec<_> = works
        .iter()
        .map(|work| (work.title.as_deref().unwrap_or_default(), work.year(), work.authors.len(), work.kind))
        .collect();
    assert_eq!(
        seen,
        [
            ("Baboons of a canyon", Some(2006), 1, WorkKind::Article),
            ("Owls of a canyon", Some(2001), 1, WorkKind::Unknown)
        ]
    );
    // Addresses between two records belong to neither; tags after the type do.
    let ovid = "TY  - JOUR\nTI  - One\nER  - \nUR  - https://example.org/one\n\nTY  - JOUR\nTI  - Two\nAN  - 5\nER  - \n";
    let works: Vec<Work> = read(ovid).map(|record| record.work).collect();
    assert_eq!(works.iter().filter_map(|work| work.title.as_deref()).collect::<Vec<_>>(), ["One", "Two"]);
    assert!(works.iter().all(|work| work.url.is_none()));
}

#[test]
fn a_doi_is_found_in_the_tags_of_many_programs() {
    for line in [
        "DO  - 10.1000/X12     LK  - https://example.org/x",
        "DO  - 10.1000//x12",
        "DO  - 10.1000/x12; PMID 11832527",
        "DI  - 10.1000/x12",
        "M3  - doi:10.1000/x12",
        "N1  - RAYYAN-INCLUSION: {\"A\"=>\"Included\"} | DOI: 10.1000/x12",
        "N1  - doi: 10.1000/x12",
        "U1  - 10.1000/x12 [doi]",
        "C3  - 10.1000/x12",
        "AN  - 10.1000/x12",
        "LK  - https://doi.org/10.1000/x12",
        "L2  - https://dx.doi.org/10.1000/x12",
    ] {
        let work = one(&format!("TY  - JOUR\nTI  - A title\n{line}\nER  - \n")).work;
        assert_eq!(work.identifiers.doi(), Some("10.1000/x12"), "{line}");
    }
    for line in
        ["N1  - Comment on doi:10.1000/x12 and doi:10.1000/y34", "AN  - rayyan-264552525", "C1  - 10.5"]
    {
        let work = one(&format!("TY  - JOUR\nTI  - A title\n{line}\nER  - \n")).work;
        assert_eq!(work.identifiers.doi(), None, "{line}");
    }
}

#[test]
fn books_have_titles_series_and_isbns() {
    let work = one("TY  - CHAP\nTI  - Chapter\nT2  - The Book\nA2  - Doe, Jane\nAU  - WHO Study Group\nSN  - 978-0-306-40615-7\nPB  - Press\nPY  - 1999\nER  -\n").work;
    assert_eq!(
        (work.container.as_deref(), work.identifiers.isbn()),
        (Some("The Book"), Some("9780306406157"))
    );
    assert_eq!(work.editors, [Name::person("Doe", "Jane")]);
    assert_eq!(work.authors, [Name::organisation("WHO Study Group")]);
    let work = one("TY  - BOOK\nTI  - The Book\nT2  - A Series\nER  -\n").work;
    assert_eq!((work.title.as_deref(), work.container), (Some("The Book"), None));
}

#[test]
fn doubtful_values_are_left_out() {
    let work = one("TY  - JOUR\nPY  - 10 15\nTI  - T\nAN  - 2214991469; 51887\nER  -\n").work;
    assert_eq!((work.date, work.identifiers.pmid()), (None, None));
    assert_eq!(read("").count(), 0);
    assert_eq!(read("TY  - JOUR\nER  -\n\nTY  - JOUR\nTI  - x\n").count(), 1);
    // Without `ER`, the next record begins at its `TY`.
    assert_eq!(read("TY  - JOUR\nTI  - a\nTY  - JOUR\nTI  - b\nER  -\n").count(), 2);
}

fn text() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[A-Za-zé][A-Za-z0-9é]{0,8}( [A-Za-z0-9]{1,6}){0,2}")
}

proptest! {
    #[test]
    fn any_text_is_read(text in r"(TY  - |ER  -|AU  - |PY  - |DA  - |SP  - |DO  - |\n|[a-zA-Z0-9/,.-]|\PC){0,50}") {
        let _ = read(&text).count();
    }

    #[test]
    fn what_is_written_reads_back(
        title in text(), container in text(), volume in proptest::option::of("[0-9]{1,3}"), year in 1800..2100_i32, month in proptest::option::of(1..13_u8),
        families in proptest::collection::vec(("[A-Z][a-z]{2,8}", "[A-Z][a-z]{2,8}"), 0..4),
    ) {
        let mut work = Work { kind: WorkKind::Article, title, container, volume, date: Some(Date { year, month, day: None }), ..Work::default() };
        work.authors = families.iter().map(|(family, given)| Name::person(family.as_str(), given.as_str())).collect();
        work.identifiers.insert(Identifier::Doi("10.1000/x1".into()));
        work.identifiers.insert(Identifier::Pmid(11_832_527));
        work.identifiers.insert(Identifier::Pmcid(5));
        let back: Vec<SourceRecord> = read(&write(&work)).collect();
        prop_assert_eq!(back.len(), 1);
        prop_assert_eq!(&back[0].work, &work);
    }
}
