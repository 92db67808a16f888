//! Synthetic vectors for benchmarks: in clusters, like those of texts on many subjects.

use crate::shown;
use crate::synthetic::Dice;
use crate::timing::measure;
use referee_literature::Library;
use std::collections::hash_map::DefaultHasher;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The model under which the vectors are stored.
const MODEL: &str = "made-up";

/// The dimension of the vectors: that of all-MiniLM-L6-v2.
const VALUES: usize = 384;

/// The number of clusters (subjects).
const CLUSTERS: u64 = 2_000;

/// The distance of a text from the centre of its cluster, as a share of the length.
const SPREAD: f32 = 1.0;

/// The number of queries whose results are compared with an exhaustive search.
const COMPARED: usize = 40;

/// The number of neighbours to compare.
const FIRST: usize = 10;

/// A query, and the nearest texts to it, nearest first, each with its cosine.
struct Compared {
    vector: Vec<f32>,
    nearest: Vec<(f32, String)>,
}

/// Computes a vector for each record of a library, and searches nearest neighbours.
pub fn ask(library: &Library) {
    let centres: Vec<Vec<f32>> = (0..CLUSTERS).map(values).collect();
    let mut compared: Vec<Compared> = (0..COMPARED)
        .map(|number| Compared { vector: question(number, &centres), nearest: Vec::new() })
        .collect();
    let start = Instant::now();
    let mut embed = |texts: &[&str]| -> Result<Vec<Vec<f32>>, Infallible> {
        let mut made = Vec::with_capacity(texts.len());
        for text in texts {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            let vector = about(hasher.finish(), &centres);
            compared.iter_mut().for_each(|one| one.see(&vector, text));
            made.push(vector);
        }
        Ok(made)
    };
    let report = library.update_vectors(MODEL, &mut embed, &mut |_| {}, &CancellationToken::new()).unwrap();
    println!("vectors            {} made in {:.0} s", report.made, start.elapsed().as_secs_f64());
    let questions: Vec<Vec<f32>> = (0..500).map(|number| question(number, &centres)).collect();
    let times = measure(questions.len(), |number| {
        assert!(!library.nearest(MODEL, &questions[number], 50).unwrap().is_empty());
    });
    println!("nearest 50         {}", shown(&times));
    let mut found = 0;
    for one in &compared {
        let near = library.nearest(MODEL, &one.vector, FIRST).unwrap();
        let titles: Vec<&str> = near.iter().filter_map(|near| near.record.work.title.as_deref()).collect();
        found +=
            one.nearest.iter().filter(|(_, text)| titles.iter().any(|title| text.starts_with(title))).count();
    }
    println!("of the nearest {FIRST}  {found} of {} are found", COMPARED * FIRST);
}

impl Compared {
    /// Inserts a text if it is among the nearest so far.
    fn see(&mut self, vector: &[f32], text: &str) {
        let cosine = self.vector.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
        let place = self.nearest.partition_point(|(known, _)| *known >= cosine);
        if place < FIRST {
            self.nearest.insert(place, (cosine, text.to_owned()));
            self.nearest.truncate(FIRST);
        }
    }
}

/// Returns pseudo-random values for a seed, of length one.
fn values(seed: u64) -> Vec<f32> {
    let mut dice = Dice::of(seed);
    // The sum of three uniform values is close enough to a normal distribution.
    let mut one = || (0..3).map(|_| dice.below(2_001) as f32 / 1_000.0 - 1.0).sum::<f32>();
    normalised((0..VALUES).map(|_| one()).collect())
}

fn normalised(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|value| *value /= length);
    vector
}

/// Returns the vector of the text with this number.
fn about(number: u64, centres: &[Vec<f32>]) -> Vec<f32> {
    let centre = &centres[(number % CLUSTERS) as usize];
    let own = values(number ^ 0x5eed_0000_0000);
    normalised(centre.iter().zip(&own).map(|(subject, own)| subject + SPREAD * own).collect())
}

/// Returns the vector of the query with this number.
fn question(number: usize, centres: &[Vec<f32>]) -> Vec<f32> {
    about((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15), centres)
}
