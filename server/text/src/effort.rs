//! Counts the bytes that readers inspect, which tests bound instead of the elapsed time.
//!
//! The count is per thread and only in builds with debug assertions, so releases do not pay for it.

use std::cell::Cell;

thread_local! {
    static LOOKED_AT: Cell<u64> = const { Cell::new(0) };
}

/// Records that this many bytes are inspected.
#[inline]
pub fn look_at(bytes: usize) {
    if cfg!(debug_assertions) {
        LOOKED_AT.with(|count| count.set(count.get().saturating_add(bytes as u64)));
    }
}

/// Returns the number of bytes that `work` inspects on this thread; 0 in builds without debug
/// assertions.
pub fn bytes_looked_at(work: impl FnOnce()) -> u64 {
    let before = LOOKED_AT.with(Cell::get);
    work();
    LOOKED_AT.with(Cell::get).saturating_sub(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_piece_of_work_looks_at_is_counted() {
        look_at(5);
        let counted = bytes_looked_at(|| {
            look_at(2);
            look_at(3);
        });
        assert_eq!(counted, 5);
        assert_eq!(bytes_looked_at(|| {}), 0);
    }
}
