//! Finds the rows that are nearest to a vector.
//!
//! Up to [`EXACT_ROWS`] every row is compared. With more rows, the signs of the values decide which
//! rows are compared: a row has 48 bytes of them for 384 values, so a million rows are scanned in
//! the time that comparing a tenth of them takes. Rows that the signs miss are lost;
//! `docs/benchmarks.md` states how many.

use super::files::{VectorFiles, signs_of};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Up to this number of rows, every row is compared.
pub(super) const EXACT_ROWS: usize = 200_000;

/// The number of rows to compare if there are more: those with the nearest signs.
const COMPARED_ROWS: usize = 4_000;

/// The minimum number of rows per thread.
const MIN_ROWS_OF_A_THREAD: usize = 25_000;

/// The maximum number of threads; the other cores are left to the editor.
const MAX_THREADS: usize = 4;

/// The largest value of the quantized query vector, chosen so that the sum of products with codes
/// over 8,192 values cannot overflow.
const MAX_STEP: f32 = 2_047.0;

/// A row with its similarity to the query vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoredRow {
    pub(super) row: usize,
    /// The cosine of the angle between both vectors, from -1 to 1.
    pub(super) similarity: f32,
}

impl Eq for ScoredRow {}

impl Ord for ScoredRow {
    /// Orders the nearest row first; of equal rows the older one.
    fn cmp(&self, other: &Self) -> Ordering {
        other.similarity.total_cmp(&self.similarity).then(self.row.cmp(&other.row))
    }
}

impl PartialOrd for ScoredRow {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The query vector, quantized to integers.
struct QuantizedVector {
    /// The values in steps of the scale, each from -[`MAX_STEP`] to [`MAX_STEP`].
    steps: Vec<i16>,
    scale: f32,
}

impl QuantizedVector {
    fn of(vector: &[f32]) -> QuantizedVector {
        let largest = vector.iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
        let scale = largest / MAX_STEP;
        #[expect(clippy::cast_possible_truncation, reason = "no value is above the largest")]
        let steps = vector.iter().map(|value| (value / scale).round() as i16).collect();
        QuantizedVector { steps, scale }
    }

    fn score(&self, files: &VectorFiles, row: usize) -> ScoredRow {
        let (scale, codes) = files.codes(row);
        let sum: i32 = codes
            .iter()
            .zip(&self.steps)
            .map(|(code, step)| i32::from(code.cast_signed()) * i32::from(*step))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "a similarity needs no more")]
        let sum = sum as f32;
        ScoredRow { row, similarity: sum * scale * self.scale }
    }
}

/// Returns the `count` rows nearest to a vector of length one, nearest first. With more than
/// `exact` rows, only those preselected by their signs are compared.
pub(super) fn nearest(files: &VectorFiles, vector: &[f32], count: usize, exact: usize) -> Vec<ScoredRow> {
    if vector.len() != files.dimensions() || count == 0 {
        return Vec::new();
    }
    let wanted = QuantizedVector::of(vector);
    if files.rows() <= exact {
        return search_in_parts(files.rows(), count, &|part| {
            best(part.map(|row| wanted.score(files, row)), count)
        });
    }
    let signs = signs_of(vector);
    let compared = COMPARED_ROWS.max(count);
    let near = search_in_parts(files.rows(), compared, &|part| {
        nearest_by_count(part, files.dimensions(), compared, &|row| differing_signs(files.signs(row), &signs))
    });
    best(near.into_iter().map(|scored| wanted.score(files, scored.row)), count)
}

/// Returns the number of values whose signs differ; `row` has the signs in words of 8 bytes, as in
/// the file.
fn differing_signs(row: &[u8], signs: &[u64]) -> u32 {
    let (words, _) = row.as_chunks::<8>();
    words.iter().zip(signs).map(|(word, other)| (u64::from_le_bytes(*word) ^ other).count_ones()).sum()
}

/// Runs `search` on parts of all rows, several in parallel, and returns the best `count` results.
fn search_in_parts(
    rows: usize,
    count: usize,
    search: &(dyn Fn(Range<usize>) -> Vec<ScoredRow> + Sync),
) -> Vec<ScoredRow> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (rows / MIN_ROWS_OF_A_THREAD).clamp(1, cores.min(MAX_THREADS));
    if threads == 1 {
        return search(0..rows);
    }
    let length = rows.div_ceil(threads);
    let found: Vec<ScoredRow> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| scope.spawn(move || search(part * length..((part + 1) * length).min(rows))))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    });
    best(found.into_iter(), count)
}

/// Returns the `count` nearest rows, nearest first.
fn best(rows: impl Iterator<Item = ScoredRow>, count: usize) -> Vec<ScoredRow> {
    // The top of the heap is the worst of the rows kept so far.
    let mut kept: BinaryHeap<ScoredRow> = BinaryHeap::with_capacity(count + 1);
    for row in rows {
        if kept.len() < count {
            kept.push(row);
        } else if kept.peek().is_some_and(|worst| row < *worst) {
            kept.pop();
            kept.push(row);
        }
    }
    kept.into_sorted_vec()
}

/// Returns the rows of a part with the smallest distances, which are at most `largest`, in two
/// passes: the first counts the rows per distance, the second collects them.
fn nearest_by_count(
    part: Range<usize>,
    largest: usize,
    count: usize,
    distance: &dyn Fn(usize) -> u32,
) -> Vec<ScoredRow> {
    let start = part.start;
    let distances: Vec<u16> = part.map(|row| u16::try_from(distance(row)).unwrap_or(u16::MAX)).collect();
    let mut of_distance = vec![0_usize; largest + 1];
    for distance in &distances {
        if let Some(slot) = of_distance.get_mut(usize::from(*distance)) {
            *slot += 1;
        }
    }
    let mut met = 0;
    let limit = of_distance.iter().position(|rows| {
        met += rows;
        met >= count
    });
    let limit = limit.and_then(|limit| u16::try_from(limit).ok()).unwrap_or(u16::MAX);
    let mut found: Vec<ScoredRow> = distances
        .iter()
        .enumerate()
        .filter(|(_, distance)| **distance <= limit)
        .map(|(index, distance)| ScoredRow { row: start + index, similarity: -f32::from(*distance) })
        .collect();
    found.sort_unstable();
    found.truncate(count);
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::super::files::{FilesStamp, NewRow, RowKey, VectorWriter};
    use super::*;
    use std::path::Path;

    /// Returns a pseudo-random number from -1 to 1.
    fn noise(seed: u64) -> f32 {
        let mixed = (seed ^ (seed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        #[expect(clippy::cast_precision_loss, reason = "any number will do")]
        let value = (mixed >> 40) as f32 / (1_u64 << 23) as f32;
        value - 1.0
    }

    /// Returns a vector of length one near one of 64 others.
    fn vector(number: u64, dimensions: u64) -> Vec<f32> {
        let of = |place: u64| noise((number % 64) * 1_000 + place) + 0.5 * noise(number * 7_919 + place);
        let values: Vec<f32> = (0..dimensions).map(of).collect();
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values.into_iter().map(|value| value / length).collect()
    }

    fn files(folder: &Path, rows: u64, dimensions: u64) -> VectorFiles {
        let mut writer = VectorWriter::open(folder, "a", usize::try_from(dimensions).unwrap()).unwrap();
        for number in 0..rows {
            let (key, vector) = (format!("k{number}"), vector(number, dimensions));
            let row = NewRow { key: &key, row_key: RowKey::of(&key, "text"), vector: &vector };
            writer.append(&[row]).unwrap();
        }
        VectorFiles::open(folder, "a", FilesStamp::of(folder).unwrap()).unwrap()
    }

    #[test]
    fn the_nearest_rows_are_those_of_the_exact_products_whatever_the_number_of_values() {
        for dimensions in [7, 64, 100, 384] {
            let folder = tempfile::tempdir().unwrap();
            let files = files(&folder.path().join("v"), 300, dimensions);
            let wanted = vector(17, dimensions);
            let product = |number: u64| -> f32 {
                vector(number, dimensions).iter().zip(&wanted).map(|(a, b)| a * b).sum()
            };
            let found = nearest(&files, &wanted, 10, EXACT_ROWS);
            assert_eq!(found.first().map(|scored| scored.row), Some(17));
            let least = found.last().unwrap().similarity;
            for scored in &found {
                let exact = product(u64::try_from(scored.row).unwrap());
                assert!((scored.similarity - exact).abs() < 0.02, "{dimensions}: {scored:?} {exact}");
            }
            let better = (0..300).filter(|number| product(*number) > least + 0.02).count();
            assert!(better <= 10, "{dimensions}: {better}");
        }
    }

    #[test]
    fn signs_overlook_little_and_what_they_find_is_compared() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(&folder.path().join("v"), 900, 384);
        let mut shared = 0;
        for number in 0..20 {
            let wanted = vector(number, 384);
            let exact = nearest(&files, &wanted, 10, EXACT_ROWS);
            let signs = signs_of(&wanted);
            let distance = |row| differing_signs(files.signs(row), &signs);
            let part = nearest_by_count(0..files.rows(), 384, 60, &distance);
            assert_eq!(part.len(), 60);
            shared += exact.iter().filter(|one| part.iter().any(|other| other.row == one.row)).count();
            // All rows are compared here, so no result is lost.
            assert_eq!(nearest(&files, &wanted, 10, 100), exact);
        }
        assert!(shared >= 180, "{shared} of 200");
    }

    #[test]
    fn a_vector_of_another_length_finds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(&folder.path().join("v"), 5, 64);
        assert_eq!(nearest(&files, &vector(1, 63), 3, EXACT_ROWS), []);
        assert_eq!(nearest(&files, &vector(1, 64), 9, EXACT_ROWS).len(), 5);
    }
}
