//! Drafts in reStructuredText.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee_fuzz::draft(referee_syntax::Format::Rst, data));
