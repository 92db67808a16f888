//! Test results, intervals and counts, and the findings of the rules about them.
#![no_main]

use referee_critic::analysis::statistics::{PlainText, Statistics};
use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::sync::Arc;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    for format in [Format::Markdown, Format::Latex, Format::Typst, Format::PlainText] {
        let read = Statistics::of(PlainText::read(&text, format, &[]));
        for (_, place) in &read.numbers {
            assert!(text.get(read.source(place).range()).is_some());
        }
        let document = Document::read(format, Rope::from_str(&text), Arc::default());
        let said = referee_critic::RuleCache::default().review(&document, &Default::default(), &|| false);
        for one in said.unwrap_or_default() {
            assert!(text.get(one.remark.place.range()).is_some());
        }
    }
});
