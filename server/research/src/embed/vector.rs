//! Arithmetic on vectors.

/// Scales a vector to length one; `None` if it is empty, zero or not finite.
#[must_use]
pub fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = dot(&vector, &vector).sqrt();
    if !(length.is_finite() && length > f32::MIN_POSITIVE) {
        return None;
    }
    for value in &mut vector {
        *value /= length;
    }
    Some(vector)
}

/// Returns the dot product; for unit vectors, their similarity from -1 to 1.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Parallel sums, because the compiler may not reorder floating-point additions.
    const LANES: usize = 8;
    let mut sums = [0.0_f32; LANES];
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in left.zip(right) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += x * y;
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_without_a_direction_is_none() {
        for none in [vec![], vec![0.0; 9], vec![f32::NAN, 1.0], vec![f32::INFINITY, 1.0]] {
            assert_eq!(normalised(none), None);
        }
        let own = normalised(vec![3.0, 4.0]).unwrap_or_default();
        assert!((dot(&own, &own) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn products_are_summed_whatever_the_length() {
        for length in 0..40_u8 {
            let a: Vec<f32> = (0..length).map(f32::from).collect();
            let plain: f32 = a.iter().map(|x| x * x).sum();
            assert!((dot(&a, &a) - plain).abs() <= plain * 1e-6, "{length}");
        }
    }
}
