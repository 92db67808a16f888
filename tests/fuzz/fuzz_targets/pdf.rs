//! Guidelines as PDF.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The PDF reader panics on a broken page; the panic is caught and reported. Only an uncaught
    // panic ends the target.
    std::panic::set_hook(Box::new(|_| {}));
    let bytes = [b"%PDF-1.4\n", data].concat();
    let read = referee_literature::import::read_document("guide.pdf", &bytes);
    assert!(!read.records.is_empty() || !read.damage.is_empty());
});
