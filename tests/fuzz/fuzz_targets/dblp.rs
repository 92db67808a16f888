//! dblp dumps.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // A file error ends the reader; more items than bytes would mean that it never ends.
    assert!(referee_bibliography::dblp::read(data).count() <= data.len() + 1);
    let in_pieces = std::io::BufReader::with_capacity(7, data);
    let whole = referee_bibliography::dblp::read(data).filter_map(Result::ok).count();
    assert_eq!(referee_bibliography::dblp::read(in_pieces).filter_map(Result::ok).count(), whole);
});
