//! Wording shared by several manuscript rules.

/// `a`, `a and b`, `a, b and c`; with `y` in Spanish.
pub(super) fn listed(items: &[&str], spanish: bool) -> String {
    let and = if spanish { "y" } else { "and" };
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} {and} {last}", init.join(", ")),
    }
}
