//! Measures the time to parse a draft and to apply a keystroke.
//!
//! `cargo bench -p referee-syntax --bench reading` uses drafts of 1,600 and 16,000 citations;
//! `--test` runs each once.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use referee_syntax::{Document, Format};
use referee_text::{Rope, Span, TextEdit};
use std::hint::black_box;
use std::sync::Arc;

/// One format for each kind of syntax.
const FORMATS: [Format; 3] = [Format::Quarto, Format::Latex, Format::Typst];

/// Returns a draft with this number of sections, each of five paragraphs of four sentences that
/// cite.
fn draft(format: Format, sections: usize) -> String {
    const WORDS: &str =
        "patients of the randomised cohort had a significant response to treatment at follow-up";
    let mut out = match format {
        Format::Latex => {
            String::from("\\documentclass{article}\n\\bibliography{refs}\n\\begin{document}\n\n")
        }
        Format::Typst => String::from("#bibliography(\"refs.bib\")\n\n"),
        _ => String::from("---\ntitle: \"A draft\"\nbibliography: refs.bib\n---\n\n"),
    };
    for section in 0..sections {
        out.push_str(&match format {
            Format::Latex => format!("\\section{{Section {section}}}\n\n"),
            Format::Typst => format!("== Section {section}\n\n"),
            _ => format!("## Section {section}\n\n"),
        });
        for paragraph in 0..5 {
            for sentence in 0..4 {
                let key = section * 20 + paragraph * 4 + sentence;
                out.push_str(&match format {
                    Format::Latex => format!(
                        "{WORDS} (95\\% CI [1, 2], $p < 0.05$) \\citep[see][p.~3]{{okafor{key},silva{key}}}.\n"
                    ),
                    Format::Typst => {
                        format!("{WORDS} (95% CI [1, 2], $p < 0.05$) @okafor{key} @silva{key}[p. 3].\n")
                    }
                    _ => format!(
                        "{WORDS} (95% CI [1, 2], *p* < 0.05) [see @okafor{key}; @silva{key}, p. 3].\n"
                    ),
                });
            }
            out.push('\n');
        }
    }
    out
}

fn reading(criterion: &mut Criterion) {
    for format in FORMATS {
        for (length, sections) in [("draft", 80), ("draft ten times as long", 800)] {
            let name = format!("{format:?} {length}");
            let text = draft(format, sections);
            let rope = Rope::from_str(&text);
            criterion.bench_function(&format!("{name}: read {} KB", text.len() / 1024), |bencher| {
                bencher.iter(|| Document::read(format, black_box(rope.clone()), Arc::default()));
            });
            let document = Document::read(format, rope.clone(), Arc::default());
            let middle = text.len() / 2;
            let mut after = rope.clone();
            let edit = TextEdit::new(Span::at(middle), "x").apply(&mut after);
            criterion.bench_function(&format!("{name}: one keystroke"), |bencher| {
                bencher.iter_batched_ref(
                    || document.clone(),
                    |document| document.edit(after.clone(), &edit),
                    BatchSize::LargeInput,
                );
            });
            criterion.bench_function(&format!("{name}: share a view"), |bencher| {
                bencher.iter(|| document.clone());
            });
            criterion.bench_function(&format!("{name}: all citations"), |bencher| {
                bencher.iter(|| document.citations().filter(|cited| cited.span.len() > 3).count());
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = reading
}
criterion_main!(benches);
