//! One mention of a side.

use super::words::Side;
use referee_text::Span;

/// A side of an organ, and whether its sentence is about an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrganMention {
    pub(super) organ: usize,
    pub(super) side: Side,
    pub(super) is_operation: bool,
    /// Whether the sentence is a consent, a time-out or the heading of an operation report.
    pub(super) is_binding: bool,
    pub(super) is_past: bool,
    pub(super) span: Span,
}
