//! Drafts in Org.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee_fuzz::draft(referee_syntax::Format::Org, data));
