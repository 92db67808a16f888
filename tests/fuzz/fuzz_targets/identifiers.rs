//! Identifiers in prose and in fields.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    let mut last = 0;
    for found in referee_bibliography::find_identifiers(&text) {
        assert!(text.get(found.span.range()).is_some() && text.get(found.whole.range()).is_some());
        assert!(found.whole.start >= last && found.whole.contains(found.span));
        last = found.whole.end;
    }
    let _ = referee_bibliography::Identifier::parse(&text);
});
