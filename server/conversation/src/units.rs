//! The units of `spoken/units.tsv`.

use referee_knowledge::built_in;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A unit, with its base unit and the factor to convert to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The id of the unit.
    pub id: String,
    /// The base unit.
    pub base: String,
    /// The factor from this unit to the base unit.
    pub factor: f64,
}

/// Returns the unit that a folded word or mark means.
#[must_use]
pub fn unit(word: &str) -> Option<&'static Unit> {
    static UNITS: LazyLock<FxHashMap<String, Unit>> = LazyLock::new(|| {
        let mut out = FxHashMap::default();
        let table = built_in("spoken/units.tsv").expect("the built-in table is well-formed");
        for row in table.rows() {
            let unit = Unit {
                id: row.get("unit").to_owned(),
                base: row.get("base").to_owned(),
                factor: row.get("factor").parse().unwrap_or(1.0),
            };
            for form in row.list("forms") {
                out.insert(form.to_owned(), unit.clone());
            }
        }
        out
    });
    UNITS.get(word)
}
