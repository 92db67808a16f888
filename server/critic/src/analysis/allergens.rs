//! Which orders conflict with an allergy to a drug or a group of drugs.
//!
//! An allergy label names a drug ("amoxicillin"), a combination ("Percocet") or a group ("beta-lactams"). It conflicts
//! with an order if both share an ingredient, if the ordered drug belongs to the named group, or if both belong to a
//! group with known cross-reactivity.
//!
//! The dictionary in `referee-knowledge` gives the groups of each drug and the ingredients of each product. Shared R1
//! side chains of cephalosporins and penicillins follow from their structures.

mod groups;
mod labels;

use crate::analysis::drugs;
pub use groups::Group;
use groups::Group as G;
use groups::{ALL_GROUPS, CrossReactivity};
pub(crate) use labels::LABELS;
use std::sync::LazyLock;

/// The substance that an allergy or an order refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Substance {
    /// A drug, by its index in [`drugs::all`].
    Drug(usize),
    /// A group, by its index among the labels.
    Label(usize),
}

/// The kind of reaction, as far as the note documents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reaction {
    /// Only gastrointestinal or similar effects: nausea, diarrhoea.
    Intolerance,
    /// The note does not say.
    Unknown,
    /// A rash, hives, a bronchospasm.
    Allergic,
    /// Anaphylaxis, angio-oedema, or a severe reaction of skin, blood or muscle.
    Severe,
}

/// The reason why an order conflicts with an allergy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clash {
    /// Both belong to a group with cross-reactivity.
    CrossReactivity(Group),
    /// The allergy is to a group that the drug belongs to.
    Member(Group),
    /// Both are, or contain, the same drug.
    Same,
}

/// The ingredients and groups of a drug.
#[derive(Clone, Default)]
struct DrugComposition {
    ingredients: Vec<usize>,
    groups: u64,
    is_group_name: bool,
}

static DRUG_COMPOSITIONS: LazyLock<Vec<DrugComposition>> = LazyLock::new(|| {
    let all = drugs::all();
    let mut out: Vec<DrugComposition> = (0..all.len())
        .map(|index| DrugComposition { ingredients: vec![index], ..DrugComposition::default() })
        .collect();
    let dictionary = referee_knowledge::drugs();
    let bits = |classes: &[String]| {
        classes.iter().filter_map(|class| Group::parse(class)).fold(0, |bits, group| bits | group.bit())
    };
    for (makeup, stem) in out.iter_mut().zip(dictionary.stems()) {
        makeup.groups = bits(&stem.classes);
    }
    for (makeup, drug) in out.iter_mut().zip(all) {
        let Some(known) = dictionary.get(&drug.id) else { continue };
        makeup.groups |= bits(&known.classes);
        // "Penicillin" in an allergy list means the whole group.
        makeup.is_group_name = known.id == "penicillin";
    }
    for (index, drug) in all.iter().enumerate() {
        let Some(known) = dictionary.get(&drug.id) else { continue };
        let ingredients: Vec<usize> = known.ingredients.iter().filter_map(|id| drugs::index_of(id)).collect();
        let groups = ingredients
            .iter()
            .filter_map(|index| out.get(*index))
            .fold(0, |bits, makeup| bits | makeup.groups);
        if let Some(makeup) = out.get_mut(index) {
            makeup.ingredients.extend(ingredients);
            makeup.groups |= groups;
        }
    }
    out
});

impl Substance {
    fn groups(self) -> u64 {
        match self {
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).map_or(0, |makeup| makeup.groups),
            Substance::Label(index) => LABELS
                .get(index)
                .map_or(0, |label| label.groups.iter().fold(0, |bits, group| bits | group.bit())),
        }
    }

    /// Indexes in [`drugs::all`] of the drugs that it is or contains.
    #[must_use]
    pub fn ingredients(self) -> &'static [usize] {
        match self {
            // All drugs with one stem share an index, so two of them cannot be compared.
            Substance::Drug(index) if drugs::drug(index).is_some_and(|drug| drug.names.is_empty()) => &[],
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).map_or(&[], |makeup| &makeup.ingredients),
            Substance::Label(_) => &[],
        }
    }

    /// Whether it is a group of drugs: "NSAIDs", "penicillin".
    #[must_use]
    pub fn names_group(self) -> bool {
        match self {
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).is_some_and(|makeup| makeup.is_group_name),
            Substance::Label(_) => true,
        }
    }

    /// Whether the substance can appear in an order.
    #[must_use]
    pub fn can_be_ordered(self) -> bool {
        match self {
            Substance::Drug(_) => true,
            Substance::Label(index) => LABELS.get(index).is_some_and(|label| label.is_ordered),
        }
    }

    /// Whether both are or contain the same drug, or are the same group.
    #[must_use]
    pub fn is_same_as(self, other: Substance) -> bool {
        let is_label = matches!(self, Substance::Label(_));
        (is_label && self == other)
            || self.ingredients().iter().any(|ingredient| other.ingredients().contains(ingredient))
    }

    /// `Some(true)` for gadolinium contrast, `Some(false)` for iodinated contrast, `None` for anything else.
    #[must_use]
    pub fn contrast(self) -> Option<bool> {
        let groups = self.groups();
        let is_gadolinium = groups & G::Gadolinium.bit() != 0;
        (is_gadolinium || groups & G::IodinatedContrast.bit() != 0).then_some(is_gadolinium)
    }

    /// Whether it is an antibacterial drug or a group of them.
    #[must_use]
    pub fn is_antibacterial(self) -> bool {
        const ANTIBACTERIAL_GROUPS: [Group; 12] = [
            G::Penicillin,
            G::Cephalosporin,
            G::Carbapenem,
            G::Monobactam,
            G::Sulfonamide,
            G::Quinolone,
            G::Macrolide,
            G::Tetracycline,
            G::Aminoglycoside,
            G::Glycopeptide,
            G::Nitroimidazole,
            G::Lincosamide,
        ];
        ANTIBACTERIAL_GROUPS.iter().any(|group| self.groups() & group.bit() != 0)
    }

    /// Whether both belong to one chemical family, so that tolerating one predicts tolerating the other. A shared side
    /// chain alone does not count.
    #[must_use]
    pub fn is_of_family_of(self, other: Substance) -> bool {
        let side_chains = G::AminopenicillinSideChain.bit()
            | G::MethoxyiminoSideChain.bit()
            | G::CeftazidimeSideChain.bit();
        self.groups() & other.groups() & !side_chains != 0
    }

    /// Why an order of `self` conflicts with an allergy to `allergen` with this reaction; `None` if it does not.
    #[must_use]
    pub fn clashes_with(self, allergen: Substance, reaction: Reaction) -> Option<Clash> {
        if self.is_same_as(allergen) {
            return Some(Clash::Same);
        }
        let common = self.groups() & allergen.groups();
        let group = |wanted: &dyn Fn(Group) -> bool| {
            ALL_GROUPS.into_iter().find(|group| common & group.bit() != 0 && wanted(*group))
        };
        if allergen.names_group() || self.names_group() {
            return group(&|_| true).map(Clash::Member);
        }
        if reaction == Reaction::Intolerance {
            return None;
        }
        group(&|group| match group.crosses() {
            CrossReactivity::Always => true,
            CrossReactivity::WithReaction => reaction >= Reaction::Allergic,
            CrossReactivity::WithSevereReaction => reaction == Reaction::Severe,
            CrossReactivity::Never => false,
        })
        .map(Clash::CrossReactivity)
    }
}

/// The label for all NSAIDs.
#[must_use]
pub fn nsaids() -> Option<usize> {
    LABELS.iter().position(|label| label.groups.contains(&G::Nsaid))
}

/// The label for intravenous iodinated contrast, which can be ordered.
#[must_use]
pub fn iodinated_contrast() -> Option<usize> {
    LABELS.iter().position(|label| label.is_ordered && label.groups.contains(&G::IodinatedContrast))
}

/// The label for gadolinium contrast.
#[must_use]
pub fn gadolinium() -> Option<usize> {
    LABELS.iter().position(|label| label.groups.contains(&G::Gadolinium))
}

/// The label for all heparins.
#[must_use]
pub fn heparins() -> Option<usize> {
    LABELS.iter().position(|label| label.groups.contains(&G::Heparin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drugs of the dictionary that belong to a group.
    fn members(group: Group) -> impl Iterator<Item = &'static referee_knowledge::drugs::Drug> {
        let all = referee_knowledge::built_in_drugs().all().iter();
        all.filter(move |drug| drug.classes.iter().any(|class| Group::parse(class) == Some(group)))
    }

    #[test]
    fn every_group_has_members() {
        for group in ALL_GROUPS {
            assert!(members(group).next().is_some(), "{group:?}");
        }
    }

    #[test]
    fn each_group_stands_once_in_the_list_of_all() {
        for (index, group) in ALL_GROUPS.iter().enumerate() {
            assert!(!ALL_GROUPS.iter().skip(index + 1).any(|other| other == group), "{group:?}");
        }
    }

    #[test]
    fn the_members_of_a_group_carry_its_stem_where_who_has_given_it_one() {
        let stems: &[(Group, &[&str])] = &[
            (G::Penicillin, &["cillin"]),
            (G::Cephalosporin, &["cef", "ceph"]),
            (G::Carbapenem, &["penem"]),
            (G::Quinolone, &["floxacin"]),
            (G::Macrolide, &["mycin"]),
            (G::Tetracycline, &["cycline"]),
            (G::AceInhibitor, &["pril"]),
            (G::Arb, &["sartan"]),
            (G::Heparin, &["parin"]),
            (G::Statin, &["vastatin"]),
            (G::Coxib, &["coxib"]),
            (G::LocalAnaesthetic, &["caine"]),
            (G::IodinatedContrast, &["io"]),
            (G::Gadolinium, &["gado"]),
            (G::ProtonPumpInhibitor, &["prazole"]),
            (G::Benzodiazepine, &["azepam", "azolam"]),
        ];
        // Older names that WHO assigned before the stem existed, or to a related drug.
        const WITHOUT_STEM: &[&str] =
            &["diatrizoate", "chlordiazepoxide", "clobazam", "clorazepate", "brotizolam", "enoxacin"];
        for (group, stems) in stems {
            for name in members(*group).map(|drug| drug.id.as_str()) {
                let has_stem = stems.iter().any(|stem| name.contains(stem));
                assert!(has_stem || WITHOUT_STEM.contains(&name), "{name} in {group:?}");
            }
        }
    }

    #[test]
    fn the_members_of_groups_are_drugs_of_an_open_vocabulary() {
        // Brands, older names and combinations that DrugBank lists under another name; each was checked by hand.
        const KNOWN_OUTSIDE_THE_LIST: &[&str] = &[
            "meropenem vaborbactam",
            "imipenem relebactam",
            "papaveretum",
            "ioxaglate",
            "beclomethasone",
            "ferrous sulfate",
            "certolizumab",
            "nph",
            "humulin",
            "glulisine",
            "insulin",
            "insulin isophane",
            "insulin mix",
        ];
        // "Penicillin" is the group's name.
        let missing: Vec<&str> = ALL_GROUPS
            .into_iter()
            .flat_map(members)
            .filter(|drug| drug.codes.is_empty() && drug.id != "penicillin")
            .map(|drug| drug.id.as_str())
            .filter(|id| !KNOWN_OUTSIDE_THE_LIST.contains(id))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
