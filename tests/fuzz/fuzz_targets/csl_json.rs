//! CSL-JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee_fuzz::bibliography(referee_bibliography::Format::CslJson, data));
