//! Numbers that look random and are the same for the same seed.

/// The next number, of 31 bits, of a linear congruential generator (Knuth's MMIX); `state` begins as the seed.
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
