//! The words of remarks about several drugs.

use super::regimen::Taken;
use referee_text::Span;

/// Returns the later place of two and the earlier one.
pub(super) fn later(one: &Taken, other: &Taken) -> (Span, Span) {
    if one.place.start > other.place.start { (one.place, other.place) } else { (other.place, one.place) }
}

/// Returns the label of the related place of a finding about two drugs.
pub(super) fn the_other(spanish: bool) -> &'static str {
    if spanish { "el otro fármaco" } else { "the other drug" }
}

/// Joins names in quotation marks, with "and" before the last.
pub(super) fn quoted(names: &[&str], spanish: bool) -> String {
    let all: Vec<String> =
        names.iter().map(|name| if spanish { format!("«{name}»") } else { format!("“{name}”") }).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {} {last}", rest.join(", "), if spanish { "y" } else { "and" }),
        None => String::new(),
    }
}
