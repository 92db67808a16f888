//! Measures the rules on a long draft: from a cold start, and after a keystroke.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark that cannot set itself up should fail")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use referee_critic::{RuleCache, Setting};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::{Rope, Span, TextEdit};
use std::hint::black_box;
use std::sync::Arc;

const NOTE: &str = "\
## Assessment

65-year-old man with a history of hypertension. He denies chest pain, dyspnoea or fever. CT shows a mass of 34 mm in \
the right upper lobe, cT2a N1 M0, stage IIB. Biopsy confirmed adenocarcinoma; PD-L1 is 60%. Glucose 110 mg/dL, \
creatinine 0.9 mg/dL, SpO2 96% on room air.

## Plan

- Start cisplatin 75 mg/m2 every 21 days [@smith2020].
- Continue metformin 500 mg twice daily and lisinopril 10 mg daily.
- Follow up in three weeks; no radiotherapy for now.

";

const PAPER: &str = "\
## Results

Of 412 participants, 23/87 (26.4%) in the first arm and 17/40 (42.5%) in the second reached the end point. The groups \
differed in age, t(28) = 2.20, p = .036, and in weight, F(1, 138) = 4.45, p = 0.037. The hazard ratio was 0.76 (95% CI \
0.61-0.95; p = 0.015), after adjustment for sex and centre [@smith2020; @jones2021].

";

/// A draft of `paragraphs` paragraphs with about `words` words each.
fn long(paragraphs: &str, words: usize) -> String {
    paragraphs.repeat(words / paragraphs.split_whitespace().count() + 1)
}

fn review(context: &mut Criterion) {
    for (name, paragraphs, kind) in
        [("note", NOTE, DraftKind::ClinicalNote), ("manuscript", PAPER, DraftKind::Manuscript)]
    {
        let setting = Setting { kind, ..Setting::default() };
        let mut group = context.benchmark_group(name);
        group.sample_size(10);
        for words in [20_000, 200_000] {
            let rope = Rope::from_str(&long(paragraphs, words));
            let document = Document::read(Format::Markdown, rope.clone(), Arc::default());
            group.bench_function(format!("{words} words from cold"), |bencher| {
                bencher.iter_batched(
                    RuleCache::default,
                    |mut cache| {
                        black_box(cache.review(&document, &setting, &|| false));
                        cache
                    },
                    BatchSize::PerIteration,
                );
            });
            let mut cache = RuleCache::default();
            cache.review(&document, &setting, &|| false);
            let mut document = document.clone();
            let mut rope = rope.clone();
            let at = rope.line_to_byte(rope.len_lines() / 2);
            group.bench_function(format!("a keystroke in {words} words"), |bencher| {
                bencher.iter(|| {
                    let edit = TextEdit::new(Span::at(at), "a");
                    edit.apply(&mut rope);
                    document.edit(rope.clone(), &edit);
                    // Hits are lent, not copied; the caller copies those that are new.
                    let hits = cache.check(&document, &setting, &|| false);
                    black_box(hits.map(|hits| (hits.blocks().count(), hits.document.len())))
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, review);
criterion_main!(benches);
