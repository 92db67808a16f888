//! PDF pages as positioned letters: columns, paragraphs, the reference list.
#![no_main]

use referee_documents::pdf::{Fragment, Page, read};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let fragments = data
        .chunks(12)
        .map(|bytes| {
            let at = |index: usize| f64::from(bytes.get(index).copied().unwrap_or(0));
            let text: String = bytes.iter().skip(3).map(|byte| char::from(byte % 96 + 32)).collect();
            Fragment { end: at(0) * 3.0 + 40.0, text, size: at(2) / 8.0, x: at(0) * 3.0, y: at(1) * 4.0 }
        })
        .collect();
    let _ = read(&[Page { number: 1, fragments }]);
});
