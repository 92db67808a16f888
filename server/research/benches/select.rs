//! Measures the selection of 20 of 500 works by vectors of the dimension of all-MiniLM-L6-v2 and of
//! lexical ones.
#![allow(missing_docs, reason = "criterion makes public functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use referee_research::embed::lexical;
use referee_research::select::{Vectors, select_diverse};
use std::hint::black_box;

const WORKS: usize = 500;
const CHOSEN: usize = 20;
const WIDTH: usize = 384;

/// Returns distinct unit vectors.
fn vectors(count: usize) -> Vec<Vec<f32>> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let low = u16::try_from(state & 0xffff).unwrap_or_default();
        f32::from(low) / 65_535.0 - 0.5
    };
    (0..count)
        .map(|_| {
            let vector: Vec<f32> = (0..WIDTH).map(|_| next()).collect();
            let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
            vector.into_iter().map(|value| value / length).collect()
        })
        .collect()
}

fn choose(criterion: &mut Criterion) {
    let all = vectors(WORKS + 1);
    let items: Vec<usize> = (0..WORKS).collect();
    criterion.bench_function("20 of 500 by vectors of 384 places", |bencher| {
        bencher.iter(|| {
            let (question, works) = black_box(&all).split_first().unwrap_or((&all[0], &[]));
            let vectors = Vectors { question, items: works.iter().map(Vec::as_slice).collect() };
            select_diverse(&items, CHOSEN, Some(&vectors), &|_| 0.0).len()
        });
    });
    let texts: Vec<String> = (0..WORKS)
        .map(|n| {
            format!(
                "Report {n} of metformin and amyloid plaques. {}",
                "In mice, autophagy of group ".repeat(n % 7 + 4)
            )
        })
        .collect();
    criterion.bench_function("vectors of the words of 500 works", |bencher| {
        bencher.iter(|| black_box(&texts).iter().map(|text| lexical(text).len()).sum::<usize>());
    });
}

criterion_group! {
    name = select;
    config = Criterion::default().sample_size(50);
    targets = choose
}
criterion_main!(select);
