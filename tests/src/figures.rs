//! Passes benchmark figures to `scripts/figures`, which writes the table in docs/benchmarks.md.

use std::io::Write;

/// Appends one measured figure, as a JSON line, to the file in the variable `FIGURES_OF_REFEREE`.
///
/// Does nothing without the variable. `name` is the key of a row in docs/history/goals.tsv; `unit` is `ms`, `s`, `MB`,
/// or empty for a plain number.
///
/// # Panics
///
/// If the file cannot be written: otherwise the table would keep an old figure.
pub fn record(name: &str, value: f64, unit: &str) {
    let Some(path) = std::env::var_os("FIGURES_OF_REFEREE") else { return };
    let line = serde_json::json!({"figure": name, "value": value, "unit": unit});
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| writeln!(file, "{line}"));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
