//! PubMed XML.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // A file error ends the reader; more items than bytes would mean that it never ends.
    assert!(referee_bibliography::pubmed::read(data).count() <= data.len() + 1);
});
