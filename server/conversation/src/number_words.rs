//! Number words as people speak them.

use referee_knowledge::built_in;
use referee_text::number_words::value_of_word;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The role of a word in a spoken number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberRole {
    /// One to nine.
    Unit,
    /// Ten to nineteen.
    Teen,
    /// Twenty to ninety.
    Ten,
    /// A factor of a hundred.
    Hundred,
    /// A factor of a thousand.
    Thousand,
    /// Zero between two digits.
    Oh,
    /// The decimal point.
    Point,
    /// A half or a quarter.
    Half,
    /// A count of times: once, twice.
    Times,
}

/// Returns the value and the role of a number word.
#[must_use]
pub(crate) fn number_word(word: &str) -> Option<(f64, NumberRole)> {
    static NUMBERS: LazyLock<FxHashMap<String, (f64, NumberRole)>> = LazyLock::new(|| {
        let role = |name: &str| match name {
            "teen" => NumberRole::Teen,
            "ten" => NumberRole::Ten,
            "hundred" => NumberRole::Hundred,
            "thousand" => NumberRole::Thousand,
            "oh" => NumberRole::Oh,
            "point" => NumberRole::Point,
            "half" => NumberRole::Half,
            "times" => NumberRole::Times,
            _ => NumberRole::Unit,
        };
        let table = built_in("spoken/numbers.tsv").expect("the built-in table is well-formed");
        let rows = table.rows().iter();
        rows.map(|row| {
            (
                row.get("word").to_owned(),
                (row.get("value").parse().unwrap_or_default(), role(row.get("role"))),
            )
        })
        .collect()
    });
    NUMBERS.get(word).copied().or_else(|| {
        let value = value_of_word(word)?;
        let role = match value {
            0..10 => NumberRole::Unit,
            10..20 => NumberRole::Teen,
            _ => NumberRole::Ten,
        };
        Some((f64::from(value), role))
    })
}
