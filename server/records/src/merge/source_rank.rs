//! The ranking of sources.

use crate::Service;

/// Returns the rank of a source; lower is better. Users' imports come last, because they may
/// contain the very error that is being looked for.
#[must_use]
pub fn rank(source: &str) -> u8 {
    if let Some(service) = Service::named(source) {
        return service.rank();
    }
    match source {
        "aclanthology" => 2,
        "retraction-watch" => 4,
        "nbib" => 5,
        "csl" | "csl-json" => 6,
        "ris" => 7,
        _ => 8,
    }
}

/// Whether the source is a user's file, which may contain typing errors.
#[must_use]
pub fn is_typed(source: &str) -> bool {
    rank(source) > rank("retraction-watch")
}
