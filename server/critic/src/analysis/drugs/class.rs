//! Classes of drugs.

use crate::analysis::terms::Treatment;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

/// Drug classes that the rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Penicillins.
    Penicillin,
    /// Cephalosporins.
    Cephalosporin,
    /// Antibacterial sulfonamides such as sulfamethoxazole; excludes diuretics and sulfonylureas.
    SulfonamideAntibiotic,
    /// Macrolides.
    Macrolide,
    /// Quinolones.
    Quinolone,
    /// Tetracyclines.
    Tetracycline,
    /// Other antibacterials, antifungals, antivirals, antiparasitics.
    AntiInfective,
    /// Non-steroidal anti-inflammatory drugs, aspirin included.
    Nsaid,
    /// Opioids.
    Opioid,
    /// Insulins.
    Insulin,
    /// Other antidiabetic drugs.
    Antidiabetic,
    /// Heparins and oral anticoagulants.
    Anticoagulant,
    /// Statins.
    Statin,
    /// ACE inhibitors.
    AceInhibitor,
    /// Cytotoxic cancer drugs except methotrexate.
    Cytotoxic,
    /// Targeted cancer drugs: kinase, PARP, proteasome and CDK inhibitors.
    Targeted,
    /// Cancer antibodies and checkpoint inhibitors.
    CancerAntibody,
    /// Antibodies for any other use.
    Antibody,
    /// Hormone therapy for cancer.
    CancerHormone,
    /// Methotrexate: for cancer, and weekly in low doses for many other diseases.
    Methotrexate,
    /// Any other drug.
    Other,
}

impl Class {
    /// The class for a value of the column `kind` in `drugs.tsv`; [`Class::Other`] for an unknown value.
    #[must_use]
    pub fn parse(kind: &str) -> Class {
        let word: serde::de::value::StrDeserializer<'_, Error> = kind.into_deserializer();
        Class::deserialize(word).unwrap_or(Class::Other)
    }

    /// The cancer treatment that drugs of this class represent; `None` if they are not one, or have other uses.
    #[must_use]
    pub fn treatment(self) -> Option<Treatment> {
        Some(match self {
            Class::Cytotoxic => Treatment::Chemotherapy,
            Class::Targeted => Treatment::Targeted,
            Class::CancerAntibody => Treatment::Immunotherapy,
            Class::CancerHormone => Treatment::Hormone,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_dictionary_is_a_class() {
        for kind in referee_knowledge::drugs::KINDS {
            assert_eq!(Class::parse(kind) == Class::Other, *kind == "other", "{kind}");
        }
    }
}
