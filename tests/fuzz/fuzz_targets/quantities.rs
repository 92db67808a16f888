//! Quantities in any text, and the critic's findings about a note that contains them.
#![no_main]

use referee_critic::analysis::quantities;
use referee_critic::{RuleCache, Setting};
use referee_syntax::{Document, Format, DraftKind};
use std::sync::Arc;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    for spanish in [false, true] {
        for quantity in quantities::read(&text, spanish) {
            assert!(text.get(quantity.span.range()).is_some(), "a place outside of the text");
            assert!(text.get(quantity.unit.range()).is_some(), "a unit outside of the text");
        }
    }
    let document = Document::read(Format::PlainText, referee_text::Rope::from_str(&text), Arc::default());
    let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
    for hit in RuleCache::default().review(&document, &setting, &|| false).unwrap_or_default() {
        assert!(text.get(hit.remark.place.range()).is_some(), "{} speaks outside of the text", hit.rule.id);
    }
});
