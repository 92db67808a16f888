//! The indications of drugs.

use super::lists::List;
use super::{related, table};
use referee_knowledge::drugs::Drug;
use referee_knowledge::{Row, drugs};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// An indication or a form of drugs.
#[derive(Debug)]
pub struct Use {
    /// The id.
    pub id: String,
    /// Whether it is a form in which drugs are given, not an illness.
    pub is_form: bool,
    /// The words that name it.
    pub words: List,
    drugs: FxHashSet<u32>,
}

impl Use {
    /// Whether any of these drugs is given for it.
    #[must_use]
    pub fn is_of(&self, drugs: &[u32]) -> bool {
        drugs.iter().any(|drug| self.drugs.contains(drug))
    }
}

/// Returns the indications of `spoken/uses.tsv`.
#[must_use]
pub fn uses() -> &'static [Use] {
    static USES: LazyLock<Vec<Use>> = LazyLock::new(|| {
        let all = drugs().all();
        let table = table("spoken/uses.tsv");
        let read = |row: &Row| {
            let classes: Vec<&str> = row.list("classes").collect();
            let names: Vec<&str> = row.list("drugs").collect();
            let is_it = |drug: &Drug| {
                names.contains(&drug.id.as_str())
                    || classes.contains(&drug.kind.as_str())
                    || drug.classes.iter().any(|class| classes.contains(&class.as_str()))
            };
            let mut words = List::default();
            row.list("words").for_each(|entry| words.insert(entry));
            let listed = all.iter().enumerate().filter(|(_, drug)| is_it(drug)).map(|(at, _)| at as u32);
            let drugs = listed.flat_map(related).copied().collect();
            Use { id: row.get("use").to_owned(), is_form: row.get("about") == "form", words, drugs }
        };
        table.rows().iter().map(read).collect()
    });
    &USES
}
