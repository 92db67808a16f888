//! NBIB, the text format of MEDLINE.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    assert!(referee_bibliography::nbib::read(&text).count() <= text.len() + 1);
});
