//! The interface of services that know which substance acts on which target.
//!
//! Such a service only suggests where to look: which molecules may link a drug and a disease, and
//! which papers mention two entities together. It lists no works, and its answers are not evidence.

use super::service::{Access, NotAnAnswer, Request, Service};
use serde_json::Value;

/// A service that knows which substance acts on which target.
pub trait MechanismService: Service {
    /// Returns the request that answers a question; `None` if the service cannot answer it.
    fn request(&self, question: &MechanismQuestion, access: &Access) -> Option<Request>;

    /// Reads the response to a question.
    ///
    /// # Errors
    ///
    /// Returns an error if the response does not have the documented shape.
    fn answer(&self, question: &MechanismQuestion, sent: &Value) -> Result<MechanismAnswer, NotAnAnswer>;
}

/// A question for a [`MechanismService`]. It contains terms and PMIDs, but no text of the author.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MechanismQuestion {
    /// The entities of a kind with a given name.
    Named {
        /// The name.
        name: String,
        /// The kind.
        kind: NameKind,
    },
    /// The entities of a kind that papers relate to an entity.
    Partners {
        /// The identifier of the entity.
        of: String,
        /// The kind of its partners.
        kind: NameKind,
    },
    /// The papers that relate two entities, given their identifiers.
    Papers(String, String),
    /// The papers that mention an entity, given its identifier, together with words.
    PapersWith(String, String),
    /// The titles and abstracts of papers with their entities marked, given PMIDs: at most
    /// [`MechanismQuestion::MAX_TEXTS`].
    Texts(Vec<u32>),
    /// The targets of the drug with this name.
    Targets(String),
}

impl MechanismQuestion {
    /// The maximum number of papers in [`MechanismQuestion::Texts`].
    pub const MAX_TEXTS: usize = 100;
}

/// The kind of entity to which a name refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A drug or another substance.
    Chemical,
    /// A gene or its product.
    Gene,
    /// A disease, a symptom or a finding.
    Disease,
}

/// The answer to a [`MechanismQuestion`].
#[derive(Clone, Debug, PartialEq)]
pub enum MechanismAnswer {
    /// The answer to [`MechanismQuestion::Named`], best match first.
    Entities(Vec<NamedEntity>),
    /// The answer to [`MechanismQuestion::Partners`], without duplicates, most papers first.
    Partners(Vec<Partner>),
    /// The answer to [`MechanismQuestion::Papers`] and [`MechanismQuestion::PapersWith`]: PMIDs,
    /// best first.
    Papers(Vec<u32>),
    /// The answer to [`MechanismQuestion::Texts`]; papers that the service does not know are
    /// missing.
    Texts(Vec<MarkedText>),
    /// The answer to [`MechanismQuestion::Targets`], without duplicates.
    Targets(Vec<ListedTarget>),
}

/// An entity of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEntity {
    /// The identifier in the service, for example `@CHEMICAL_Metformin`.
    pub id: String,
    /// The name in the service.
    pub name: String,
    /// The name that matched the question, if the service states it.
    pub matched: Option<String>,
}

/// An entity that papers relate to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// The identifier.
    pub id: String,
    /// The name, as contained in the identifier.
    pub name: String,
    /// The number of papers, summed over all kinds of relation.
    pub papers: u64,
}

/// The title and the abstract of a paper with their entities marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedText {
    /// The PMID.
    pub pmid: u32,
    /// The title and the parts of the abstract, in order.
    pub passages: Vec<MarkedPassage>,
}

/// A part of a paper with its entities marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPassage {
    /// The text.
    pub text: String,
    /// The marked entities, at the positions that the service reports.
    pub marks: Vec<NameMark>,
}

/// A marked entity in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMark {
    /// The identifier of the entity.
    pub id: String,
    /// The position, in bytes of the passage.
    pub range: std::ops::Range<usize>,
}

/// A molecule that a drug is listed to act on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedTarget {
    /// The symbol of its human gene: `ACE`; empty for molecules of bacteria and viruses.
    pub symbol: String,
    /// The name of the target: `Bacterial 70S ribosome`; empty if the service gives none.
    pub name: String,
    /// What the drug does to it.
    pub action: TargetAction,
    /// The effect in the words of the service, for example `Angiotensin-converting enzyme
    /// inhibitor`.
    pub words: String,
}

impl ListedTarget {
    /// The symbol if present, otherwise the name.
    #[must_use]
    pub fn shown(&self) -> &str {
        if self.symbol.is_empty() { &self.name } else { &self.symbol }
    }
}

/// What a drug does to a molecule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetAction {
    /// The drug inhibits, blocks, degrades or antagonises it.
    Blocks,
    /// The drug activates it, opens it or adds to it.
    Activates,
    /// It acts on it in another way.
    #[default]
    Other,
}

/// Removes control characters, which a terminal or an editor would interpret, from a name.
pub(super) fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(200).collect()
}
