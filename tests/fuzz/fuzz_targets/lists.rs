//! Reference lists exported by other programs, in every format.
#![no_main]

use referee_bibliography::{Bibliography, Format, ListFormat};
use referee_text::Rope;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = referee_fuzz::Case::new(data).text;
    use ListFormat::*;
    for format in [Ris, Nbib, Refer, EndnoteXml, Bbl, Jats, Tei] {
        let read = Bibliography::read(Format::List(format), Rope::from_str(&text));
        for entry in read.entries() {
            assert!(text.get(entry.span().range()).is_some() && text.get(entry.key_span().range()).is_some());
            let _ = entry.work();
        }
    }
});
