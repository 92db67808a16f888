//! Entities and their kinds.

/// The kind of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntityKind {
    /// A substance that is given.
    Drug,
    /// A molecule or a cell that is acted on.
    Target,
    /// A process or a pathway.
    Process,
    /// A condition, or an outcome of one.
    Condition,
}

impl EntityKind {
    /// Returns the word for the kind.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EntityKind::Drug => "drug",
            EntityKind::Target => "target",
            EntityKind::Process => "process",
            EntityKind::Condition => "condition",
        }
    }

    /// Returns the position of the kind in a mechanism: drugs (0) act on molecules (1), these on
    /// processes (2), and these on conditions (3).
    pub(crate) fn rank(self) -> u8 {
        match self {
            EntityKind::Drug => 0,
            EntityKind::Target => 1,
            EntityKind::Process => 2,
            EntityKind::Condition => 3,
        }
    }

    /// Parses the word in a user's vocabulary.
    #[must_use]
    pub fn parse(word: &str) -> Option<EntityKind> {
        match word.trim().to_ascii_lowercase().as_str() {
            "drug" => Some(EntityKind::Drug),
            "target" => Some(EntityKind::Target),
            "process" | "pathway" => Some(EntityKind::Process),
            "condition" | "disease" | "effect" => Some(EntityKind::Condition),
            _ => None,
        }
    }
}

/// An entity with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The display name.
    pub name: String,
    /// The kind.
    pub kind: EntityKind,
    /// All names, the display name first.
    pub names: Vec<String>,
}
