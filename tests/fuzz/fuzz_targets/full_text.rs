//! Full texts: pages of positioned letters, JATS and LaTeX sources, and whether they are a work.
#![no_main]

use referee_bibliography::Work;
use referee_documents::full_text::{identify, of_jats, of_latex, of_pdf};
use referee_documents::pdf::{Fragment, Page};

/// Letters of fragments, so that headings, captions and lists of references occur.
const WORDS: [&str; 16] = [
    "Abstract",
    "1 Introduction",
    "References",
    "Table 2. Doses",
    "Figure 1: Nights",
    "12.5 mg",
    "3",
    "fell by half, and the hyph-",
    "enated words went on.",
    "[4] Roe A. Nights. J Wards 2019;1:1-9.",
    "doi:10.1000/wards.1",
    "Correction to: Nights on wards",
    "follow-up",
    "A SENTENCE IN CAPITALS",
    "• an item",
    "ﬁnal",
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    let read = match kind % 3 {
        0 => {
            let fragment = |bytes: &[u8]| {
                let at = |index: usize| f64::from(bytes.get(index).copied().unwrap_or(0));
                let word = bytes.get(3).map_or("", |byte| WORDS[usize::from(byte % 16)]);
                Fragment {
                    text: word.to_owned(),
                    size: at(2) / 12.0,
                    x: at(0) * 2.0,
                    end: at(0) * 2.0 + at(2) / 24.0 * word.len() as f64,
                    y: at(1) * 3.0,
                }
            };
            let pages: Vec<Page> = (1..)
                .zip(rest.chunks(160))
                .map(|(number, page)| Page { number, fragments: page.chunks(4).map(fragment).collect() })
                .collect();
            of_pdf(&pages, "any.pdf")
        }
        1 => of_jats(rest, "any.xml"),
        _ => {
            let (main, other) = rest.split_at(rest.len() / 2);
            let main = [b"\\documentclass{a}\\begin{document}", main].concat();
            of_latex(&[("a.tex".to_owned(), main), ("b.tex".to_owned(), other.to_vec())], "any")
        }
    };
    if let Ok(text) = read {
        assert!(text.passages.iter().all(|passage| !passage.text.trim().is_empty()));
        let _ = identify(&text, &Work { title: Some("Nights on wards".to_owned()), ..Work::default() });
    }
});
