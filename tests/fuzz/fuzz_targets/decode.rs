//! Decoding of file bytes into text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_text::decode::decode(data.to_vec()).text;
    assert!(text.len() <= data.len().saturating_mul(3));
});
