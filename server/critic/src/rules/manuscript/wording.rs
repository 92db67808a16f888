//! Wording that several rules about manuscripts share.

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
