//! Chooses what to ask services about: the ends of a question, the entity for a name, the molecules
//! between two ends.

use crate::query::Query;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use referee_literature::online::{ListedTarget, NameKind, NamedEntity, Partner};
use referee_text::fold;

/// The maximum number of listed targets of a drug that are asked about.
const MAX_LISTED: usize = 3;

/// A name to look up at a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedName {
    pub(super) name: String,
    kind: NameKind,
    /// All names of the same thing.
    names: Vec<String>,
}

impl AskedName {
    /// Returns the kind that the vocabulary gives it.
    pub(super) fn kind(&self) -> Option<NameKind> {
        Some(self.kind)
    }

    /// Returns the kind that other sources may give it.
    pub(super) fn other_kind(&self) -> Option<NameKind> {
        match self.kind {
            NameKind::Chemical => Some(NameKind::Gene),
            NameKind::Gene => Some(NameKind::Chemical),
            NameKind::Disease => None,
        }
    }
}

/// The end of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// An entity that the service marks in texts.
    Name(AskedName),
    /// A process, which is searched as words.
    Words(String),
}

impl End {
    pub(super) fn name(&self) -> String {
        match self {
            End::Name(one) => one.name.clone(),
            End::Words(words) => words.clone(),
        }
    }
}

/// The parts of a question that services are asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The drug of the question, by its name in the vocabulary.
    pub(super) drug: Option<String>,
    pub(super) start: Option<AskedName>,
    pub(super) end: Option<End>,
    /// The molecules in the question that are not its ends.
    pub(super) molecules: Vec<AskedName>,
}

impl Plan {
    pub(super) fn of(query: &Query, vocabulary: &Vocabulary) -> Plan {
        let of_kind = |wanted: EntityKind| -> Vec<EntityId> {
            let is = |id: &EntityId| vocabulary.get(*id).is_some_and(|entity| entity.kind == wanted);
            query.entities.iter().copied().filter(is).collect()
        };
        let name = |id: &EntityId, kind: NameKind| -> Option<AskedName> {
            let entity = vocabulary.get(*id)?;
            Some(AskedName { name: entity.name.clone(), kind, names: entity.names.clone() })
        };
        let drugs = of_kind(EntityKind::Drug);
        let drugs: Vec<EntityId> = drugs
            .into_iter()
            .filter(|id| vocabulary.get(*id).is_some_and(|entity| !vocabulary.is_exposure(&entity.name)))
            .collect();
        let chemical = drugs.first().and_then(|id| name(id, NameKind::Chemical));
        let mut genes: Vec<AskedName> =
            of_kind(EntityKind::Target).iter().filter_map(|id| name(id, NameKind::Gene)).collect();
        let mut diseases: Vec<AskedName> =
            of_kind(EntityKind::Condition).iter().filter_map(|id| name(id, NameKind::Disease)).collect();
        let process = of_kind(EntityKind::Process).first().and_then(|id| vocabulary.get(*id));
        let drug = chemical.as_ref().map(|one| one.name.clone());
        let start = match chemical {
            Some(chemical) => Some(chemical),
            None if !genes.is_empty() => Some(genes.remove(0)),
            None if diseases.len() > 1 => Some(diseases.remove(0)),
            None => None,
        };
        let end = if !diseases.is_empty() {
            Some(End::Name(diseases.remove(0)))
        } else if let Some(process) = process {
            Some(End::Words(process.name.clone()))
        } else if !genes.is_empty() {
            Some(End::Name(genes.remove(0)))
        } else {
            None
        };
        Plan { drug, start, end, molecules: genes.into_iter().take(1).collect() }
    }

    /// Returns whether there is nothing to ask: no drug and fewer than two things.
    pub(super) fn is_empty(&self) -> bool {
        self.start.is_none() || self.drug.is_none() && self.end.is_none()
    }

    /// Returns the names that have to be resolved first.
    pub(super) fn names_to_resolve(&self) -> Vec<AskedName> {
        let end = match &self.end {
            Some(End::Name(one)) => Some(one),
            _ => None,
        };
        self.start.iter().chain(end).chain(&self.molecules).cloned().collect()
    }

    /// Returns the ends of the question for display.
    pub(super) fn names(&self) -> String {
        let ends = [self.start.as_ref().map(|one| one.name.clone()), self.end.as_ref().map(End::name)];
        ends.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

/// Returns the entity that a name means: one with this name, or else the first whose name begins
/// with it.
pub(super) fn best_match<'e>(found: &'e [NamedEntity], asked: &AskedName) -> Option<&'e NamedEntity> {
    let wanted: Vec<String> = asked.names.iter().chain([&asked.name]).map(|name| fold::title(name)).collect();
    let called = |entity: &NamedEntity| -> Vec<String> {
        entity.matched.iter().chain([&entity.name]).map(|name| fold::title(name)).collect()
    };
    let is_called = |entity: &&NamedEntity| called(entity).iter().any(|name| wanted.contains(name));
    let asked_for = fold::title(&asked.name);
    let begins = |entity: &&NamedEntity| {
        let begins_so = |name: &String| {
            name.strip_prefix(&asked_for).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        // A longer symbol is another gene.
        asked.kind != NameKind::Gene && called(entity).iter().any(begins_so)
    };
    found.iter().find(is_called).or_else(|| found.iter().find(begins))
}

/// Returns identifiers and names of the molecules to ask about: the listed targets of the drug,
/// then molecules that papers relate to both ends (by the smaller number of papers), then those
/// that papers relate to the drug.
pub(super) fn choose_molecules(
    listed: &[ListedTarget],
    of_drug: &[Partner],
    of_end: Option<&[Partner]>,
    most: usize,
) -> Vec<(String, String)> {
    let papers =
        |partners: &[Partner], id: &str| partners.iter().find(|one| one.id == id).map_or(0, |one| one.papers);
    let shared = |id: &str| of_end.map_or(0, |of_end| papers(of_drug, id).min(papers(of_end, id)));
    let id_of = |symbol: &str| {
        let known = of_drug.iter().chain(of_end.unwrap_or_default());
        let known = known.into_iter().find(|one| one.name.eq_ignore_ascii_case(symbol));
        known.map_or_else(|| format!("@GENE_{symbol}"), |one| one.id.clone())
    };
    let mut targets: Vec<(String, String)> = listed
        .iter()
        .filter(|target| !target.symbol.is_empty())
        .map(|target| (id_of(&target.symbol), target.symbol.clone()))
        .collect();
    // A channel has many subunits; those that papers mention come first.
    targets.sort_by_key(|(id, _)| std::cmp::Reverse((shared(id), papers(of_drug, id))));
    targets.truncate(MAX_LISTED);
    let mut both: Vec<&Partner> = of_drug.iter().filter(|one| shared(&one.id) > 0).collect();
    both.sort_by_key(|one| std::cmp::Reverse((shared(&one.id), one.papers)));
    let mut out: Vec<(String, String)> = Vec::new();
    let rest = both.into_iter().chain(of_drug).map(|one| (one.id.clone(), one.name.clone()));
    for (id, name) in targets.into_iter().chain(rest) {
        if out.len() < most && !out.iter().any(|(known, _)| *known == id) {
            out.push((id, name));
        }
    }
    out
}

/// Returns the search words for a target without a human gene: the last two words of the molecule or process in its
/// name that the vocabulary knows, else of the name. `Bacterial DNA-directed RNA polymerase` becomes `RNA polymerase`.
pub(super) fn words_of_target(name: &str, vocabulary: &Vocabulary) -> String {
    const MAX_WORDS: usize = 2;
    let acts = |id: EntityId| {
        let kind = vocabulary.get(id).map(|entity| entity.kind);
        matches!(kind, Some(EntityKind::Target | EntityKind::Process))
    };
    let known = vocabulary.mentions(name).into_iter().rfind(|mention| acts(mention.entity));
    let shown = known.and_then(|mention| name.get(mention.range)).unwrap_or(name);
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.get(words.len().saturating_sub(MAX_WORDS)..).unwrap_or_default().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_literature::online::TargetAction;

    fn plan(question: &str) -> Plan {
        let vocabulary = Vocabulary::shipped();
        Plan::of(&Query::of(question, &vocabulary), &vocabulary)
    }

    fn partner(name: &str, papers: u64) -> Partner {
        Partner { id: format!("@GENE_{name}"), name: name.to_owned(), papers }
    }

    fn named(name: &str, matched: Option<&str>) -> NamedEntity {
        NamedEntity { id: format!("@X_{name}"), name: name.to_owned(), matched: matched.map(str::to_owned) }
    }

    #[test]
    fn a_question_has_the_ends_that_it_names() {
        let asked = plan("lisinopril hypertension");
        assert_eq!(
            (asked.names().as_str(), asked.drug.as_deref()),
            ("lisinopril and hypertension", Some("lisinopril"))
        );
        assert_eq!(plan("metformin autophagy").end, Some(End::Words("autophagy".to_owned())));
        assert_eq!(plan("metformin AMPK autophagy").molecules.len(), 1);
        assert!(plan("hypertension").is_empty() && plan("quokkas").is_empty());
        assert!(!plan("AMPK dementia").is_empty() && plan("AMPK dementia").drug.is_none());
    }

    #[test]
    fn the_listed_target_comes_before_what_papers_relate() {
        let listed =
            [ListedTarget { symbol: "ACE".into(), action: TargetAction::Blocks, ..ListedTarget::default() }];
        let of_drug = [partner("REN", 50), partner("INS", 9), partner("ACE", 5)];
        let of_end = [partner("INS", 90), partner("REN", 40)];
        let chosen = choose_molecules(&listed, &of_drug, Some(&of_end), 3);
        let names: Vec<&str> = chosen.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["ACE", "REN", "INS"]);
        let unknown = choose_molecules(&listed, &[], None, 3);
        assert_eq!(unknown, [("@GENE_ACE".to_owned(), "ACE".to_owned())]);
    }

    #[test]
    fn a_target_without_a_human_gene_is_asked_for_by_its_own_words() {
        let vocabulary = Vocabulary::shipped();
        assert_eq!(words_of_target("Bacterial DNA-directed RNA polymerase", &vocabulary), "RNA polymerase");
        assert_eq!(words_of_target("Examplian examplase complex", &vocabulary), "examplase complex");
    }

    #[test]
    fn an_entity_is_called_as_the_question_calls_it() {
        let asked = plan("lisinopril hypertension").names_to_resolve();
        let hypertension = &asked[1];
        let found = [named("Hypertension, Pulmonary", None), named("Hypertension", None)];
        assert_eq!(best_match(&found, hypertension).map(|one| one.name.as_str()), Some("Hypertension"));
        let found =
            [named("Essential", Some("high blood pressure")), named("Portal", Some("portal hypertension"))];
        assert_eq!(best_match(&found[1..], hypertension), None);
        let gene = &plan("AMPK dementia").names_to_resolve()[0];
        assert_eq!(best_match(&[named("AMPK2X", None)], gene), None);
    }
}
