//! For whom a source speaks, as far as the note says who its patient is.

use regex::Regex;
use std::sync::LazyLock;

macro_rules! pattern {
    ($name:ident, $pattern:literal) => {
        #[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).unwrap());
    };
}

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
pattern!(TWINS, r"(?i)\b(?:twins?|twin pregnanc\w+|gemelar\w*|dichorionic|monochorionic|multiple pregnanc\w+)\b");
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

/// Ages in years, as bounds that include both ends.
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

/// Whether what a source says of a group of people can be held against a note: the source names none, or the note
/// says that its patient is one of them.
#[must_use]
pub(super) fn applies(passage: &str, note: &str) -> bool {
    let bounds = age_bounds(passage);
    if !bounds.is_empty() {
        let same = age_bounds(note).iter().any(|bound| bounds.contains(bound));
        let within = age(note).is_some_and(|age| bounds.iter().any(|(from, to)| (*from..=*to).contains(&age)));
        if !(same || within || (age(note).is_none() && CHILDREN.is_match(passage) && CHILDREN.is_match(note))) {
            return false;
        }
    } else if CHILDREN.is_match(passage)
        && !ADULTS.is_match(passage)
        && !(CHILDREN.is_match(note) || age(note).is_some_and(|age| age < 18.0))
    {
        return false;
    }
    let pregnant = |text: &str| PREGNANT.is_match(&NOT_PREGNANT.replace_all(text, " "));
    if pregnant(passage) && !pregnant(note) || BREASTFEEDING.is_match(passage) && !BREASTFEEDING.is_match(note) {
        return false;
    }
    if TWINS.is_match(passage) && !TWINS.is_match(note) || SINGLETON.is_match(passage) && TWINS.is_match(note) {
        return false;
    }
    LABORATORY_BOUND.captures_iter(passage).all(|bound| is_within(&bound, note))
}

/// Whether a note gives a value within a bound, or names the bound itself.
fn is_within(bound: &regex::Captures<'_>, note: &str) -> bool {
    let part = |group: usize| bound.get(group).map_or("", |part| part.as_str());
    let number = |text: &str| text.replace(',', ".").parse::<f64>().unwrap_or(f64::NAN);
    let (name, limit) = (part(1).to_lowercase(), number(part(3)));
    let is_below = matches!(part(2).to_lowercase().as_str(), "below" | "under" | "less than" | "<" | "inferior a" | "menor de");
    let restated = LABORATORY_BOUND
        .captures_iter(note)
        .any(|own| own.get(1).is_some_and(|own| own.as_str().to_lowercase() == name) && own.get(3).is_some_and(|own| (number(own.as_str()) - limit).abs() < 1e-9));
    restated
        || LABORATORY.captures_iter(note).any(|own| {
            let value = own.get(2).map_or(f64::NAN, |value| number(value.as_str()));
            own.get(1).is_some_and(|own| own.as_str().to_lowercase() == name)
                && (if is_below { value < limit } else { value > limit })
        })
}

#[cfg(test)]
mod tests {
    use super::applies;

    #[test]
    fn advice_for_a_group_is_held_against_patients_of_that_group_alone() {
        for (passage, note, is) in [
            ("contraindicated in children younger than 12 years", "Boy of 7 in pain.", true),
            ("contraindicated in children younger than 12 years", "A 34-year-old man in pain.", false),
            ("against screening in men 70 years and older", "a 76-year-old man", true),
            ("against screening in men 70 years and older", "a 61-year-old man", false),
            ("contraindicated when the eGFR is below 30", "eGFR 22 today", true),
            ("contraindicated when the eGFR is below 30", "eGFR 52 today", false),
            ("contraindicated when the eGFR is below 30", "a man of 40", false),
            ("contraindicated in pregnancy", "gestante de 11 semanas", true),
            ("contraindicated in pregnancy", "a man with gout", false),
            ("not recommended in twin pregnancies", "22 weeks, singleton pregnancy", false),
            ("not recommended for bronchitis", "cough", true),
        ] {
            assert_eq!(applies(passage, note), is, "{passage}: {note}");
        }
    }
}
