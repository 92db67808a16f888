//! Pseudo-random numbers from a seed.

/// Returns the next number, of 31 bits, of a linear congruential generator (Knuth's MMIX); `state`
/// starts as the seed.
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
