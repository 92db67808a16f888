//! Group names in allergy lists, from `allergy_labels.tsv` of `referee-knowledge`.

use super::groups::Group;
use std::sync::LazyLock;

/// The names of one group of drugs, or of several groups.
#[derive(Debug)]
pub(crate) struct Label {
    /// The names, folded.
    pub(crate) names: Vec<String>,
    /// The groups that the names refer to.
    pub(crate) groups: Vec<Group>,
    /// Whether the name can also appear in an order.
    pub(crate) is_ordered: bool,
}

/// All labels, in table order.
pub(crate) static LABELS: LazyLock<Vec<Label>> = LazyLock::new(|| {
    let table = referee_knowledge::table("allergy_labels.tsv").unwrap_or_default();
    let read = |row: &referee_knowledge::Row| Label {
        names: row.list("names").map(str::to_owned).collect(),
        groups: row.list("classes").filter_map(Group::parse).collect(),
        is_ordered: row.get("ordered") == "yes",
    };
    table.rows().iter().map(read).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_groups() {
        let table = referee_knowledge::built_in("allergy_labels.tsv").unwrap_or_default();
        assert!(table.rows().len() > 60);
        for row in table.rows() {
            let groups = row.list("classes").filter(|class| Group::parse(class).is_some()).count();
            assert!(groups > 0 && groups == row.list("classes").count(), "{}", row.get("names"));
            assert!(matches!(row.get("ordered"), "yes" | "no"), "{}", row.get("names"));
        }
    }
}
