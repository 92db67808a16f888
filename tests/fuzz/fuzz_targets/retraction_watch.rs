//! The Retraction Watch table.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // With the header, so that the rows are reached at once; and without it.
    let header = b"Record ID,Title,Journal,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason\n";
    let table = [&header[..], data].concat();
    for bytes in [data, &table] {
        if let Ok(rows) = referee_bibliography::retraction_watch::read(bytes) {
            assert!(rows.count() <= bytes.len() + 1);
        }
    }
});
