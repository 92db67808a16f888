//! What a service is that knows what acts on what, and what it is asked.
//!
//! Such a service only says where to look: which molecules may lie between a drug and a disease, and which papers
//! speak of two things. It lists no works, and nothing that it says is evidence.

use super::service::{Access, NotAnAnswer, Request, Service};
use serde_json::Value;

/// A service that knows what acts on what.
pub trait MechanismService: Service {
    /// The request that answers a question; `None` if the service answers no such question.
    fn request(&self, question: &MechanismQuestion, access: &Access) -> Option<Request>;

    /// Reads what the service sent as the answer to a question.
    ///
    /// # Errors
    ///
    /// Returns an error if the answer does not have the documented shape.
    fn answer(&self, question: &MechanismQuestion, sent: &Value) -> Result<MechanismAnswer, NotAnAnswer>;
}

/// A question to a [`MechanismService`]. It holds names and PubMed numbers, no text of the author's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MechanismQuestion {
    /// The entities of a kind that have a name.
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
    /// The papers that relate two entities, by their identifiers.
    Papers(String, String),
    /// The papers that name an entity, by its identifier, together with words.
    PapersWith(String, String),
    /// The titles and abstracts of papers with the names in them, by PubMed numbers: at most
    /// [`MechanismQuestion::MAX_TEXTS`].
    Texts(Vec<u32>),
    /// What a drug of this name acts on.
    Targets(String),
}

impl MechanismQuestion {
    /// How many papers [`MechanismQuestion::Texts`] asks for at most.
    pub const MAX_TEXTS: usize = 100;
}

/// The kind of what a name names.
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
    /// To [`MechanismQuestion::Named`], the best match first.
    Entities(Vec<NamedEntity>),
    /// To [`MechanismQuestion::Partners`], each once, that of most papers first.
    Partners(Vec<Partner>),
    /// To [`MechanismQuestion::Papers`] and [`MechanismQuestion::PapersWith`]: PubMed numbers, the best first.
    Papers(Vec<u32>),
    /// To [`MechanismQuestion::Texts`]; papers that the service does not know are missing.
    Texts(Vec<MarkedText>),
    /// To [`MechanismQuestion::Targets`], each once.
    Targets(Vec<ListedTarget>),
}

/// An entity as a service names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEntity {
    /// Its identifier there: `@CHEMICAL_Metformin`.
    pub id: String,
    /// Its name there.
    pub name: String,
    /// The name that the question matched, if the service says so.
    pub matched: Option<String>,
}

/// An entity that papers relate to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// Its identifier.
    pub id: String,
    /// Its name, as the identifier has it.
    pub name: String,
    /// The number of papers, those of all kinds of relation added up.
    pub papers: u64,
}

/// The title and the abstract of a paper with the names in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedText {
    /// The PubMed number.
    pub pmid: u32,
    /// The title and the parts of the abstract, in order.
    pub passages: Vec<MarkedPassage>,
}

/// A part of a paper with the names in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPassage {
    /// Its text.
    pub text: String,
    /// The names at the places that the service gives.
    pub marks: Vec<NameMark>,
}

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMark {
    /// The identifier of what it names.
    pub id: String,
    /// Its place, in bytes of the passage.
    pub range: std::ops::Range<usize>,
}

/// A molecule that a drug is listed to act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTarget {
    /// The symbol of its gene: `ACE`.
    pub symbol: String,
    /// What the drug does to it.
    pub action: TargetAction,
    /// The same in the words of the service: `Angiotensin-converting enzyme inhibitor`.
    pub words: String,
}

/// What a drug does to a molecule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetAction {
    /// It inhibits, blocks, degrades or antagonises it.
    Blocks,
    /// It activates it, opens it or adds to it.
    Activates,
    /// It acts on it in another way.
    Other,
}

/// A name without what a terminal or an editor would obey.
pub(super) fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(200).collect()
}
