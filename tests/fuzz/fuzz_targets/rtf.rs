//! Word-processor documents: .rtf.
#![no_main]

use referee_documents::{DocumentKind, read};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = read(DocumentKind::Rtf, data);
});
