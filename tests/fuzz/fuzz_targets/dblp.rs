//! The dump of dblp.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // An error of the file ends the reading; more items than bytes would be no end at all.
    assert!(referee_bibliography::dblp::read(data).count() <= data.len() + 1);
    let in_pieces = std::io::BufReader::with_capacity(7, data);
    let whole = referee_bibliography::dblp::read(data).filter_map(Result::ok).count();
    assert_eq!(referee_bibliography::dblp::read(in_pieces).filter_map(Result::ok).count(), whole);
});
