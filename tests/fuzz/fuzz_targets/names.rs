//! Personal names, including their LaTeX markup.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    let _ = referee_bibliography::Name::parse(&text);
    let _ = referee_bibliography::Name::parse(&referee_bibliography::latex_text::plain(&text));
});
