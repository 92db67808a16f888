//! Decides whether a source's statement about a group of patients applies to the patient of a note.

pattern!(
    CHILDREN,
    r"(?i)\b(?:child(?:ren|hood)?|infants?|neonat\w*|newborns?|adolescents?|young people|p(?:a)?ediatric\w*|toddlers?|babies|baby|boys?|girls?|niñ[oa]s?|lactantes?|neonatos?|adolescentes?|reci[ée]n nacid\w+|(?:\w+|\d+)[- ](?:week|month|day)[- ]old)\b"
);
pattern!(
    PREGNANT,
    r"(?i)\b(?:pregnan\w*|gestation\w*|gravid\w*|trimester|antenatal|obstetric\w*|in utero|embaraz\w*|gestante\w*|gestaci\w+|twins?|singleton|gemelar\w*)\b"
);
pattern!(NOT_PREGNANT, r"(?i)\b(?:non-?pregnan\w*|not pregnan\w*|outside of pregnancy|no embarazad\w+)\b");
pattern!(BREASTFEEDING, r"(?i)\b(?:breast-?feed\w*|lactation|lactancia|nursing mothers?)\b");
pattern!(ADULTS, r"(?i)\b(?:adults?|adult[oa]s?)\b");
pattern!(
    TWINS,
    r"(?i)\b(?:twins?|twin pregnanc\w+|gemelar\w*|dichorionic|monochorionic|multiple pregnanc\w+)\b"
);
pattern!(SINGLETON, r"(?i)\b(?:singletons?|feto único)\b");

pattern!(
    AGE_BOUND,
    r"(?ix)
    \b(?:(?:younger|less)\ than|under|below|menores\ de)\ (?P<below>\d+)\ (?:years|yrs|años)
    | \b(?:older\ than|over|above|mayores\ de)\ (?P<over>\d+)(?:\ (?:years|yrs|años))
    | \b(?P<least>\d+)\ (?:years|yrs)(?:\ of\ age)?\ (?:and|or)\ (?:older|over|above)
    | \b(?:aged|ages?|de)\ (?P<from>\d+)\ (?:to|-|–|a)\ (?P<to>\d+)(?:\ (?:years|yrs|años))?"
);
pattern!(
    AGE,
    r"(?i)\b(\d+)[- ](?:years?[- ]old|year-old|yo\b|y/o|años)|\b(?:aged|age|aged:|boy of|girl of|man of|woman of|niñ[oa] de|varón de|mujer de)\s+(\d+)\b|\b(?:is|she is|he is)\s+(\d+)\s+and\b"
);

pattern!(
    LABORATORY_BOUND,
    r"(?i)\b(egfr|gfr|creatinine clearance|crcl|platelets?|haemoglobin|hemoglobin|potassium|filtrado glomerular|hba1c)\s+(?:\w+\s+){0,3}?(below|under|less than|<|above|over|greater than|>|inferior a|menor de|superior a)\s*(\d+(?:[.,]\d+)?)"
);
pattern!(
    LABORATORY,
    r"(?i)\b(egfr|gfr|creatinine clearance|crcl|platelets?|haemoglobin|hemoglobin|potassium|filtrado glomerular|hba1c)\s*(?:of|is|was|:|=|de)?\s*(\d+(?:[.,]\d+)?)"
);

/// Returns the ages in years in a text, as inclusive bounds.
fn age_bounds(text: &str) -> Vec<(f64, f64)> {
    let number = |found: &regex::Captures<'_>, name: &str| found.name(name)?.as_str().parse::<f64>().ok();
    AGE_BOUND
        .captures_iter(text)
        .filter_map(|found| {
            if let Some(below) = number(&found, "below") {
                return Some((0.0, below - 1.0));
            }
            if let Some(over) = number(&found, "over").or_else(|| number(&found, "least")) {
                return Some((over, f64::INFINITY));
            }
            Some((number(&found, "from")?, number(&found, "to")?))
        })
        .collect()
}

fn age(text: &str) -> Option<f64> {
    let found = AGE.captures(text)?;
    (1..4).find_map(|group| found.get(group)?.as_str().parse().ok())
}

/// Whether a source's statement about a group of patients applies to the patient of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The source mentions no group.
    Anyone,
    /// The patient of the note belongs to the group.
    Theirs,
    /// The note does not show whether its patient belongs to the group.
    Unknown,
    /// The patient of the note does not belong to the group.
    Others,
}

/// Returns whether a sentence of a source applies to the patient of a note.
#[must_use]
pub(super) fn scope(passage: &str, note: &str) -> Scope {
    let mut all: Vec<Scope> = Vec::new();
    let named = |is: bool, other: bool| match (is, other) {
        (true, _) => Scope::Theirs,
        (false, true) => Scope::Others,
        (false, false) => Scope::Unknown,
    };
    let own_age = age(note);
    let is_child = || CHILDREN.is_match(note) || own_age.is_some_and(|age| age < 18.0);
    let bounds = age_bounds(passage);
    if !bounds.is_empty() {
        let same = age_bounds(note).iter().any(|bound| bounds.contains(bound));
        let within = own_age.map(|age| bounds.iter().any(|(from, to)| (*from..=*to).contains(&age)));
        let young = own_age.is_none() && CHILDREN.is_match(passage) && CHILDREN.is_match(note);
        all.push(named(same || young || within == Some(true), within == Some(false)));
    } else if CHILDREN.is_match(passage) && !ADULTS.is_match(passage) {
        all.push(named(is_child(), own_age.is_some_and(|age| age >= 18.0)));
    } else if ADULTS.is_match(passage) && !CHILDREN.is_match(passage) && is_child() {
        all.push(Scope::Others);
    }
    let pregnant = |text: &str| PREGNANT.is_match(&NOT_PREGNANT.replace_all(text, " "));
    if pregnant(passage) {
        all.push(named(pregnant(note), NOT_PREGNANT.is_match(note)));
    }
    if BREASTFEEDING.is_match(passage) {
        all.push(named(BREASTFEEDING.is_match(note), false));
    }
    if TWINS.is_match(passage) {
        all.push(named(TWINS.is_match(note), SINGLETON.is_match(note)));
    } else if SINGLETON.is_match(passage) {
        all.push(named(SINGLETON.is_match(note), TWINS.is_match(note)));
    }
    all.extend(LABORATORY_BOUND.captures_iter(passage).map(|bound| match is_within(&bound, note) {
        Some(true) => Scope::Theirs,
        Some(false) => Scope::Others,
        None => Scope::Unknown,
    }));
    [Scope::Others, Scope::Unknown, Scope::Theirs]
        .into_iter()
        .find(|scope| all.contains(scope))
        .unwrap_or(Scope::Anyone)
}

/// Returns whether a note gives a value within a bound, or mentions the bound itself; `None` if it
/// does neither.
fn is_within(bound: &regex::Captures<'_>, note: &str) -> Option<bool> {
    let part = |found: &regex::Captures<'_>, group: usize| {
        found.get(group).map_or(String::new(), |part| part.as_str().to_lowercase())
    };
    let number = |text: &str| text.replace(',', ".").parse::<f64>().unwrap_or(f64::NAN);
    let is_below = |found: &regex::Captures<'_>| {
        let word = part(found, 2);
        matches!(word.as_str(), "below" | "under" | "less than" | "<" | "inferior a" | "menor de")
    };
    let (name, limit) = (part(bound, 1), number(&part(bound, 3)));
    let value = LABORATORY
        .captures_iter(note)
        .find(|own| part(own, 1) == name)
        .map(|own| number(&part(&own, 2)))
        .map(|value| if is_below(bound) { value < limit } else { value > limit });
    value.or_else(|| {
        LABORATORY_BOUND
            .captures_iter(note)
            .find(|own| part(own, 1) == name && (number(&part(own, 3)) - limit).abs() < 1e-9)
            .map(|own| is_below(&own) == is_below(bound))
    })
}

#[cfg(test)]
mod tests {
    use super::{Scope, scope};

    #[test]
    fn advice_for_a_group_is_held_against_patients_of_that_group_alone() {
        for (passage, note, wanted) in [
            ("contraindicated in children younger than 12 years", "Boy of 7 in pain.", Scope::Theirs),
            ("contraindicated in children younger than 12 years", "A 34-year-old man.", Scope::Others),
            ("against screening in men 70 years and older", "a 76-year-old man", Scope::Theirs),
            ("against screening in men 70 years and older", "a 61-year-old man", Scope::Others),
            ("contraindicated when the eGFR is below 30", "eGFR 22 today", Scope::Theirs),
            ("contraindicated when the eGFR is below 30", "eGFR 52 today", Scope::Others),
            ("contraindicated when the eGFR is below 30", "a man of 40", Scope::Unknown),
            ("contraindicated when the eGFR is below 30", "with an eGFR below 30", Scope::Theirs),
            ("contraindicated when the eGFR is below 30", "with an eGFR above 30", Scope::Others),
            ("contraindicated in pregnancy", "gestante de 11 semanas", Scope::Theirs),
            ("contraindicated in pregnancy", "a man with gout", Scope::Unknown),
            ("not recommended in twin pregnancies", "22 weeks, singleton pregnancy", Scope::Others),
            ("In adults it may be used", "Boy of 7 in pain.", Scope::Others),
            ("not recommended for bronchitis", "cough", Scope::Anyone),
        ] {
            assert_eq!(scope(passage, note), wanted, "{passage}: {note}");
        }
    }
}
