//! Classes of drugs.

use crate::analysis::terms::Treatment;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

/// Classes that rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Penicillins.
    Penicillin,
    /// Cephalosporins.
    Cephalosporin,
    /// Sulfonamides against bacteria, sulfamethoxazole among them; no diuretic and no sulfonylurea.
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
    /// Other drugs for diabetes.
    Antidiabetic,
    /// Heparins and oral anticoagulants.
    Anticoagulant,
    /// Statins.
    Statin,
    /// ACE inhibitors.
    AceInhibitor,
    /// Cytotoxic drugs against cancer, methotrexate left out.
    Cytotoxic,
    /// Targeted drugs against cancer: kinase, PARP, proteasome and CDK inhibitors.
    Targeted,
    /// Antibodies against cancer and checkpoint inhibitors.
    CancerAntibody,
    /// Antibodies, of any use.
    Antibody,
    /// Hormone therapy of cancer.
    CancerHormone,
    /// Methotrexate: against cancer, and weekly in low doses for much else.
    Methotrexate,
    /// A drug of none of the other classes.
    Other,
}

impl Class {
    /// The class that a row of `drugs.tsv` has in its column `kind`; [`Class::Other`] for an unknown word.
    #[must_use]
    pub fn parse(kind: &str) -> Class {
        let word: serde::de::value::StrDeserializer<'_, Error> = kind.into_deserializer();
        Class::deserialize(word).unwrap_or(Class::Other)
    }

    /// The treatment of cancer that a drug of this class is; `None` where it is none, or also something else.
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
