//! Scales by name, with their first and last value: `scales.tsv` of `referee-knowledge`.

use std::sync::LazyLock;

/// A grade in Roman or Arabic numerals.
pub(super) struct Grade {
    /// Its name as a pattern.
    pub(super) name: String,
    pub(super) lowest: u32,
    pub(super) highest: u32,
    pub(super) english: String,
    pub(super) spanish: String,
}

/// The scales with few values; the first matching name wins.
pub(super) static GRADES: LazyLock<Vec<Grade>> = LazyLock::new(|| {
    let table = referee_knowledge::table("scales.tsv").unwrap_or_default();
    let read = |row: &referee_knowledge::Row| {
        Some(Grade {
            name: row.get("name").to_owned(),
            lowest: row.get("lowest").parse().ok()?,
            highest: row.get("highest").parse().ok()?,
            english: row.get("english").to_owned(),
            spanish: row.get("spanish").to_owned(),
        })
    };
    table.rows().iter().filter_map(read).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_scale() {
        let rows = referee_knowledge::built_in("scales.tsv").map_or(0, |table| table.rows().len());
        assert!(rows > 80 && GRADES.len() == rows, "{rows} rows, {} scales", GRADES.len());
        for grade in GRADES.iter() {
            assert!(grade.lowest < grade.highest, "{}", grade.name);
            // A message that mentions both ends uses those of the row.
            if let Some((_, ends)) = grade.english.split_once(" from ")
                && let Some((from, to)) = ends.split_once(" to ")
                && let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>())
            {
                assert_eq!((from, to), (grade.lowest, grade.highest), "{}", grade.english);
            }
        }
    }
}
