//! Items of reference lists.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    for (_, span) in referee_bibliography::read_item(&text).fields {
        assert!(text.get(span.range()).is_some());
    }
});
