//! Messages of a language client: after any bytes a valid message is still read, and the result
//! does not depend on how the bytes are split.
#![no_main]

const GOOD: &str = r#"{"jsonrpc":"2.0","method":"x"}"#;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((size, data)) = data.split_first() else { return };
    let good = format!("Content-Length: {}\r\n\r\n{GOOD}", GOOD.len());
    let input = [data, b"\n}", good.as_bytes(), good.as_bytes()].concat();
    let whole = referee_lsp::read_frames(&input, input.len());
    assert_eq!(whole.last(), Some(&Some(GOOD.to_owned())));
    assert_eq!(referee_lsp::read_frames(&input, usize::from(*size)).last(), whole.last());
});
