//! What an allergy to a drug, or to a group of drugs, forbids.
//!
//! A label in a note names a drug ("amoxicillin"), a combination ("Percocet") or a group ("beta-lactams"). An allergy
//! clashes with what is ordered where both share an ingredient, where the drug belongs to the group that the label
//! names, or where both belong to a group within which allergies are known to cross.
//!
//! Which drug belongs to which group is a fact of pharmacology; the lists are our own, written from general knowledge
//! and not generated from a register. Which cephalosporin shares its R1 side chain with which penicillin follows from
//! their structures.

mod combinations;
mod groups;
mod labels;
mod members;

use crate::analysis::drugs;
use combinations::CONTAINS;
pub use groups::Group;
use groups::Group as G;
use groups::{ALL_GROUPS, CrossReactivity};
pub(crate) use labels::LABELS;
use members::MEMBERS;
use std::sync::LazyLock;

/// What an allergy or an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Substance {
    /// A drug, by its index in [`drugs::all`].
    Drug(usize),
    /// A group, by its index among the labels.
    Label(usize),
}

/// What an allergy did, as far as a note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reaction {
    /// Nausea, diarrhoea and the like, and nothing else.
    Intolerance,
    /// The note does not say.
    Unknown,
    /// A rash, hives, a bronchospasm.
    Allergic,
    /// Anaphylaxis, angio-oedema, a severe reaction of the skin, the blood or the muscles.
    Severe,
}

/// Why an order clashes with an allergy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clash {
    /// Both belong to a group within which allergies cross.
    CrossReactivity(Group),
    /// The label of the allergy names the group that the drug belongs to.
    Member(Group),
    /// Both are, or contain, the same drug.
    Same,
}

/// What is known of a drug for allergies.
#[derive(Clone, Default)]
struct DrugComposition {
    ingredients: Vec<usize>,
    groups: u64,
    is_group_name: bool,
}

static DRUG_COMPOSITIONS: LazyLock<Vec<DrugComposition>> = LazyLock::new(|| {
    let all = drugs::all();
    let named =
        |name: &str| all.iter().position(|drug| drug.names.first().is_some_and(|first| first == name));
    let mut out: Vec<DrugComposition> = (0..all.len())
        .map(|index| DrugComposition {
            ingredients: vec![index],
            groups: stem_groups(all, index),
            is_group_name: false,
        })
        .collect();
    for (groups, members) in MEMBERS {
        let bits = groups.iter().fold(0, |bits, group| bits | group.bit());
        for name in members.split_whitespace() {
            let index = named(&name.replace('_', " "));
            if let Some(makeup) = index.and_then(|index| out.get_mut(index)) {
                makeup.groups |= bits;
                // "Penicillin" on a list of allergies means all of them.
                makeup.is_group_name = name == "penicillin";
            }
        }
    }
    for (name, parts) in CONTAINS {
        let ingredients: Vec<usize> = parts.split('|').filter_map(named).collect();
        let groups = ingredients
            .iter()
            .filter_map(|index| out.get(*index))
            .fold(0, |bits, makeup| bits | makeup.groups);
        if let Some(makeup) = named(name).and_then(|index| out.get_mut(index)) {
            makeup.ingredients.extend(ingredients);
            makeup.groups |= groups;
        }
    }
    out
});

/// The group of drugs that the list lacks and that are known by their stem.
fn stem_groups(all: &[drugs::Drug], index: usize) -> u64 {
    use drugs::Class;
    match all.get(index) {
        Some(drug) if drug.names.is_empty() => match drug.class {
            Class::Penicillin => G::Penicillin.bit(),
            Class::Quinolone => G::Quinolone.bit(),
            Class::Macrolide => G::Macrolide.bit(),
            Class::Statin => G::Statin.bit(),
            _ => 0,
        },
        _ => 0,
    }
}

impl Substance {
    fn groups(self) -> u64 {
        match self {
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).map_or(0, |makeup| makeup.groups),
            Substance::Label(index) => LABELS
                .get(index)
                .map_or(0, |(_, groups, _)| groups.iter().fold(0, |bits, group| bits | group.bit())),
        }
    }

    /// The drugs that it is or contains, by their index in [`drugs::all`].
    #[must_use]
    pub fn ingredients(self) -> &'static [usize] {
        match self {
            // All drugs of one stem have one index: two of them are not known to be the same.
            Substance::Drug(index) if drugs::drug(index).is_some_and(|drug| drug.names.is_empty()) => &[],
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).map_or(&[], |makeup| &makeup.ingredients),
            Substance::Label(_) => &[],
        }
    }

    /// Whether it is the name of a group of drugs, "NSAIDs" or "penicillin".
    #[must_use]
    pub fn names_group(self) -> bool {
        match self {
            Substance::Drug(index) => DRUG_COMPOSITIONS.get(index).is_some_and(|makeup| makeup.is_group_name),
            Substance::Label(_) => true,
        }
    }

    /// Whether the name can be one of an order.
    #[must_use]
    pub fn can_be_ordered(self) -> bool {
        match self {
            Substance::Drug(_) => true,
            Substance::Label(index) => LABELS.get(index).is_some_and(|(_, _, orders)| *orders),
        }
    }

    /// Whether both are, or contain, the same drug, or have the same name of a group.
    #[must_use]
    pub fn is_same_as(self, other: Substance) -> bool {
        let is_label = matches!(self, Substance::Label(_));
        (is_label && self == other)
            || self.ingredients().iter().any(|ingredient| other.ingredients().contains(ingredient))
    }

    /// Whether it is contrast for an examination, and of which kind: with gadolinium (`true`) or with iodine (`false`).
    #[must_use]
    pub fn contrast(self) -> Option<bool> {
        let groups = self.groups();
        let is_gadolinium = groups & G::Gadolinium.bit() != 0;
        (is_gadolinium || groups & G::IodinatedContrast.bit() != 0).then_some(is_gadolinium)
    }

    /// Whether it is an antibacterial drug, or a group of them.
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

    /// Whether both belong to one chemical family, so that who tolerates one is expected to tolerate the other. A
    /// common side chain alone is none.
    #[must_use]
    pub fn is_of_family_of(self, other: Substance) -> bool {
        let side_chains = G::AminopenicillinSideChain.bit()
            | G::MethoxyiminoSideChain.bit()
            | G::CeftazidimeSideChain.bit();
        self.groups() & other.groups() & !side_chains != 0
    }

    /// Whether an order of `self` clashes with an allergy to `allergen`, of which the note tells this reaction.
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

/// The label of all NSAIDs.
#[must_use]
pub fn nsaids() -> Option<usize> {
    LABELS.iter().position(|(_, groups, _)| groups.contains(&G::Nsaid))
}

/// The label of iodinated contrast for the veins, which can be ordered.
#[must_use]
pub fn iodinated_contrast() -> Option<usize> {
    LABELS.iter().position(|(_, groups, orders)| *orders && groups.contains(&G::IodinatedContrast))
}

/// The label of contrast with gadolinium.
#[must_use]
pub fn gadolinium() -> Option<usize> {
    LABELS.iter().position(|(_, groups, _)| groups.contains(&G::Gadolinium))
}

/// The label of all heparins.
#[must_use]
pub fn heparins() -> Option<usize> {
    LABELS.iter().position(|(_, groups, _)| groups.contains(&G::Heparin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_tables_is_a_drug_of_the_list() {
        let all = drugs::all();
        let known = |name: &str| all.iter().any(|drug| drug.names.first().is_some_and(|first| first == name));
        let members = MEMBERS.iter().flat_map(|(_, names)| names.split_whitespace());
        let mut missing: Vec<String> =
            members.map(|name| name.replace('_', " ")).filter(|name| !known(name)).collect();
        for (name, parts) in CONTAINS {
            let all = std::iter::once(*name).chain(parts.split('|'));
            missing.extend(all.filter(|name| !known(name)).map(str::to_owned));
        }
        assert!(missing.is_empty(), "{missing:?}");
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
        // Older names, which WHO gave before the stem or to a relative.
        const WITHOUT_STEM: &[&str] =
            &["diatrizoate", "chlordiazepoxide", "clobazam", "clorazepate", "brotizolam"];
        for (groups, members) in MEMBERS {
            for (group, stems) in stems.iter().filter(|(group, _)| groups.contains(group)) {
                for name in members.split_whitespace().filter(|name| !WITHOUT_STEM.contains(name)) {
                    assert!(stems.iter().any(|stem| name.contains(stem)), "{name} in {group:?}");
                }
            }
        }
    }

    #[test]
    fn the_members_of_groups_are_drugs_of_an_open_vocabulary() {
        use std::io::Read as _;
        let shared = std::env::var_os("REFEREE_SHARED").map(std::path::PathBuf::from);
        let shared = shared
            .unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
        let Ok(file) = std::fs::File::open(shared.join("data/vocabularies/drugbank_vocabulary.csv.gz"))
        else {
            let _ = std::io::Write::write_fmt(
                &mut std::io::stderr(),
                format_args!("skipped: no vocabulary of DrugBank\n"),
            );
            return;
        };
        let mut text = String::new();
        assert!(flate2::read::GzDecoder::new(file).read_to_string(&mut text).is_ok());
        let known: rustc_hash::FxHashSet<String> =
            text.split(['|', ',', '\n', '"']).map(|name| name.trim().to_lowercase()).collect();
        let members = MEMBERS.iter().flat_map(|(_, names)| names.split_whitespace());
        // Brands, older names and combinations that DrugBank has under another name, each held against it by hand.
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
            "insulin isophane",
            "insulin mix",
        ];
        // "Penicillin" is the name of the group.
        let missing: Vec<String> = members
            .map(|name| name.replace('_', " "))
            .filter(|name| {
                name != "penicillin"
                    && !KNOWN_OUTSIDE_THE_LIST.contains(&name.as_str())
                    && !known.contains(name)
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
