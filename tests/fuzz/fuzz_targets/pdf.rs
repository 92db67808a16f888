//! PDF, as a guideline is read from it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The reader of a broken page panics, which is caught and told: only what is not caught ends the target.
    std::panic::set_hook(Box::new(|_| {}));
    let bytes = [b"%PDF-1.4\n", data].concat();
    let read = referee_literature::import::read_document("guide.pdf", &bytes);
    assert!(!read.records.is_empty() || !read.damage.is_empty());
});
