//! Measures all manuscript rules on a draft of 200,000 words from a cold start.
#![allow(missing_docs, reason = "criterion makes public functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use referee_critic::{RuleCache, Setting};
use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::hint::black_box;
use std::sync::Arc;

/// A paper of about `words` words with results of every kind in every paragraph.
fn paper(words: usize) -> String {
    let paragraph = "The groups differed, *t*(28) = 2.20, *p* = .036, and so did the centres, F(1, 138) = 4.45, p = .037. \
        Relapse occurred in 23/87 (26.4%) patients in one arm and in 17 of the 40 patients (42.5%) in the other \
        (odds ratio 0.76, 95% CI 0.61–0.95, p = .02). Nobody was lost, and the order of the groups stayed the same on \
        every day of the week. The measurements were repeated by another observer who did not know the first ones, and \
        the difference of both was smaller than what a patient would notice. Some patients asked for the next visit to be \
        earlier, which the clinic allowed, and a few came later than was agreed without telling why. In all of them the \
        score was taken at the same hour, by the same nurse, and with the same questions in the same order as before.\n\n";
    let many = words / paragraph.split_whitespace().count() / 4;
    let mut out =
        String::from("# On something\n\n## Abstract\n\nIn all, 42.5% relapsed (23/87 in one arm).\n\n");
    for heading in ["Introduction", "Methods", "Results", "Discussion"] {
        out.push_str(&format!("## {heading}\n\n"));
        out.push_str(&paragraph.repeat(many));
    }
    out.push_str("## References\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n");
    out
}

fn cold(criterion: &mut Criterion) {
    let text = paper(200_000);
    let document = Document::read(Format::Markdown, Rope::from_str(&text), Arc::default());
    let setting = Setting::default();
    criterion.bench_function("200,000 words from cold", |bencher| {
        bencher.iter(|| {
            RuleCache::default().review(black_box(&document), &setting, &|| false).map(|said| said.len())
        });
    });
    let mut memory = RuleCache::default();
    let _ = memory.review(&document, &setting, &|| false);
    criterion.bench_function("200,000 words again", |bencher| {
        bencher.iter(|| memory.review(black_box(&document), &setting, &|| false).map(|said| said.len()));
    });
}

criterion_group! {
    name = statistics;
    config = Criterion::default().sample_size(10);
    targets = cold
}
criterion_main!(statistics);
