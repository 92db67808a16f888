//! The wordings in which notes say whether the patient drinks, and whether the patient was ever operated on.

use super::claim::Claim;
use crate::analysis::assertion::{Assertion, Experiencer, State};
use crate::pattern::words;
use std::sync::LazyLock;

/// Whether the words before a quantity of drinks, folded, advise it: "no more than 14 units a week".
pub(super) fn is_advised(before: &str) -> bool {
    static ADVICE_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/claims/habits/advice-words"));
    ADVICE_WORDS.iter().any(|words| before.contains(words))
}

/// Whether words that fit one of these claims make it: "no alcohol since 2019" and "no previous surgery apart from a
/// hernia" do not.
pub(super) fn is_said(claim: Claim, said: &Assertion, folded: &str) -> bool {
    static OTHER_TIME_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/claims/habits/other-time-words"));
    // Their units are no drinks.
    const INSULIN_WORDS: &[&str] = &[
        "insul",
        "lantus",
        "novorapid",
        "humalog",
        "glargin",
        "levemir",
        "toujeo",
        "tresiba",
        "basal",
        "bolus",
    ];
    const EXCEPTION_WORDS: &[&str] =
        &["except", "apart", "other than", "but", "salvo", "excepto", "aparte", "recent"];
    let has = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    let is_of_patient = said.experiencer == Experiencer::Patient;
    match claim {
        Claim::NoAlcohol => is_of_patient && !has(&OTHER_TIME_WORDS),
        Claim::Drinks => {
            // Who drinks since then drinks now.
            let is_of_other_time = OTHER_TIME_WORDS
                .iter()
                .any(|word| !matches!(*word, "since" | "desde") && folded.contains(word));
            is_of_patient && said.state == State::Confirmed && !is_of_other_time && !has(INSULIN_WORDS)
        }
        Claim::NoSurgery => is_of_patient && !has(EXCEPTION_WORDS),
        _ => is_of_patient && matches!(said.state, State::Confirmed | State::Historical),
    }
}

/// Patterns by which the patient drinks no alcohol.
pub(super) const NO_ALCOHOL: &[&str] = &[
    r"\b(?:does not|doesn[’']t) drink(?: any)? alcohol\b",
    r"\btee-?total(?:ler)?\b",
    r"\b(?:denies|no) (?:any )?(?:alcohol(?: use| intake| consumption)?|etoh(?: use)?)\b",
    r"\b(?:alcohol|etoh): ?(?:none|nil|never|denies|no\b)",
    r"\bnon-?drinker\b|\bnever drinks\b|\b(?:has )?never (?:drunk|drank|touched|consumed|tasted) (?:any )?alcohol\b|\b(?:no|nil) alcohol (?:at all|ever)\b",
    r"\b(?:nunca|jam[aá]s) (?:ha )?(?:bebido|probado|tomado|consumido) (?:el )?alcohol\b|\bno (?:toma|ingiere|prueba) alcohol\b",
    r"\bno (?:bebe|bebedor[a]?|consume) ?(?:alcohol)?\b|\babstemi[oa]\b|\bniega (?:alcohol|enolismo|consumo de alcohol)\b",
    r"\b(?:alcohol|enolismo|alcoholismo|etilismo):? ?(?:no\b|niega|negado|nunca)",
    r"\balcohol: ?(?:[a-z]+ )?(?:none|nil)\b|\b(?:life-?long|lifetime) abstain\w+",
];

/// Patterns by which the patient drinks, with how much.
pub(super) const DRINKS: &[&str] = &[
    r"\b[1-9][0-9]+ (?:units|u) of [a-z]+(?:(?:,| and| or)? [a-z]+){0,4}? (?:per|a|each|every) (?:week|wk|day)\b",
    r"\b(?:half a|a|one|two|1|2|½) (?:bottles?|litres?|liters?|cans?|pints?) of (?:vodka|whisk(?:y|ey)|gin|rum|wine|cider|beer|lager|spirits|brandy|sherry) (?:a|per|each|every) (?:day|night|week)\b",
    r"\b[1-9][0-9]+ ?g(?:ramos|r)?(?: de alcohol)?(?: puro)?(?: al | por |/)(?:d[ií]a|d)\b(?: de alcohol| de etanol)|\b[1-9][0-9]+ ?g(?:ramos|r)? de (?:alcohol|etanol)(?: puro)?(?: al | por | ?/ ?)(?:d[ií]a|d|semana)\b",
    r"\b(?:una|un|media|medio|dos|[1-9]) (?:botellas?|litros?) de (?:vino|whisky|ron|vodka|aguardiente|ginebra|cerveza|co[ñn]ac|tequila) (?:al d[ií]a|diari[oa]s?|cada d[ií]a|por d[ií]a)\b",
    r"\bdrinks (?:about |around |some )?(?:[1-9][0-9]*|a|two|three|four|five|six|half a) (?:pints?|units|beers?|cans|glass(?:es)?|bottles?|drinks|litres?|liters?)\b|\b(?:a|one|two|three|[1-9]) (?:bottles?|litres?|cans|pints) of (?:lager|wine|vodka|gin|whisk(?:y|ey)|beer|cider|rum) (?:a|per|every|each|most) (?:day|night|evening)\b",
    r"\b[1-9][0-9]+ (?:units|u) (?:of alcohol )?(?:per|a|each|/) ?(?:week|wk|day)\b",
    r"\b(?:alcohol|etoh): ?[1-9][0-9]* (?:units|drinks|beers|pints|g)\b",
    r"\b(?:heavy drinker|alcohol dependen(?:t|ce)|alcoholic (?:liver disease|hepatitis|cirrhosis))\b",
    r"\bconsumo (?:activo )?de (?:[1-9][0-9]* g|alcohol de [1-9][0-9]* g|[1-9][0-9]* ube)",
    r"\bbebedor[a]? (?:de [1-9]|habitual|activ[oa]|excesiv[oa]|importante)|\benolismo (?:activo|cr[oó]nico)\b",
    r"\b(?:bebe|toma) [1-9][0-9]* (?:cervezas|copas|vasos|litros|vinos|latas|tragos)",
];

/// Patterns by which the patient was never operated on.
pub(super) const NO_SURGERY: &[&str] = &[
    r"(?:\bno (?:previous|prior|past) (?:surger(?:y|ies)|operations?|surgical history)\b)(?:[.,;]|$)",
    r"(?:\bno surgical history\b|\b(?:past surgical history|surgical history|psh): ?(?:none|nil|denies|negative|no\b))(?:[.,;]|$)",
    r"(?:\bnever (?:had|undergone) (?:an? |any )?(?:surgery|operations?)\b|\bnever been operated (?:on|upon)\b|\bnunca (?:ha sido )?(?:operad[oa]|intervenid[oa])\b)(?:[.,;]|$)",
    r"(?:\bsin (?:antecedentes quir[uú]rgicos|cirug[ií]as|intervenciones(?: quir[uú]rgicas)?|iqx?)(?: previas)?\b|\bniega (?:cirug[ií]as|intervenciones)\b)(?:[.,;]|$)",
    r"(?:\bno (?:cirug[ií]as|intervenciones quir[uú]rgicas|iqx)(?: previas)?\b|\b(?:iqx?|cirug[ií]as previas|antecedentes quir[uú]rgicos): ?(?:no\b|ningun[ao]s?|niega|negad))(?:[.,;]|$)",
];

/// Patterns by which the patient was operated on at another time.
pub(super) const OPERATED: &[&str] = &[
    r"\b[a-z]{3,}(?:ectomy|plasty|ostomy|rraphy) (?:in |\()?(?:19|20)[0-9]{2}\b",
    r"\b(?:psh|surgical history|pshx)\b[^.;]{0,40}[a-z]{3,}(?:ectomy|plasty|ostomy)\b",
    r"\b[a-z]{3,}(?:ectomy|plasty) (?:[0-9]+ years ago|as a child|aged? [0-9]+)\b",
    r"\b[a-záéíóú]{3,}(?:ectom[ií]a|plastia) (?:en (?:19|20)[0-9]{2}|hace [0-9]+ años|a los [0-9]+ años)",
    r"\bcicatri(?:z|ces) de (?:[a-záéíóú]+ectom[ií]a|laparotom[ií]a|ces[aá]rea)",
    r"\b(?:laparotomy|appendi?cectomy|appendectomy|sternotomy|cholecystectomy|kocher|mcburney) scars?\b",
    r"\b(?:midline|pfannenstiel|lower segment|caesarean|cesarean|lanz|thoracotomy) scars?\b|\bcicatriz (?:media|infraumbilical|de pfannenstiel|de mcburney|de kocher|de toracotom[ií]a|de esternotom[ií]a)\b",
    r"\b(?:operad[oa]|intervenid[oa]) de (?:apendicitis|ves[ií]cula|hernia|am[ií]gdalas|ces[aá]rea|menisco|cadera|rodilla|cataratas)\b",
    r"\bintervenid[oa] de [a-záéíóú]+ (?:en (?:19|20)[0-9]{2}|hace [0-9]+ años)",
];
