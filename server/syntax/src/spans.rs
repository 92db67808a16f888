//! Operations on parts of a text that are in order and do not overlap.

use referee_text::Span;

/// Sorts parts and joins those that overlap or touch.
pub(crate) fn join(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    spans.dedup_by(|next, last| {
        let joined = next.start <= last.end;
        if joined {
            last.end = last.end.max(next.end);
        }
        joined
    });
    spans
}

/// Returns whether `at` lies in one of the joined parts.
pub(crate) fn hold(joined: &[Span], at: usize) -> bool {
    let behind = joined.partition_point(|span| span.start as usize <= at);
    behind.checked_sub(1).and_then(|index| joined.get(index)).is_some_and(|span| at < span.end as usize)
}
