//! PubMed XML.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // An error of the file ends the reading; more items than bytes would be no end at all.
    assert!(referee_bibliography::pubmed::read(data).count() <= data.len() + 1);
});
