//! Expressions other than "34-year-old" for the patient's age.

use crate::pattern::{Pattern, forms, word_list, words};
use referee_text::Span;
use referee_text::number_words::value_of_word;
use std::sync::LazyLock;

/// The patient's ages in other wordings, in lower-case text: "34 years of age", "aged 34", "de 34 años de edad" after a
/// name, "58 y female" and "M 23." at the start of a sentence, "Age 47." without a colon.
pub(super) fn other_ages(lower: &str) -> Vec<(u32, Span)> {
    static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(&format!(
            r"(?:\b(?:{words1})\b[^.;\n]{{0,30}}?[ ,(](?P<a>[0-9]{{1,3}}) (?:years|yrs) of age\b|\b(?:{words2})\b[ ,(]+(?:[a-z'-]+[ ,]+){{0,2}}?aged (?P<b>[0-9]{{1,3}})\b|\b(?:patient|paciente|nombre|name)(?: name)?: ?\**[a-záéíóúñ][a-záéíóúñ'. -]{{1,40}}, (?P<c>[0-9]{{1,3}}) ?(?:años|a\b|yo\b|y/o|years)|(?:^|[\n.:] *)(?P<d>[0-9]{{1,3}}) ?(?:y|yr|yrs) (?:female|male|woman|man|lady|gentleman)\b|(?:^|[\n.:] *)(?P<sex>[mfv]) (?P<e>[1-9][0-9])[.,;]|\b(?:{words3})\.?,? (?:de )?(?P<h>[1-9][0-9]) ?(?:a|aa)\b|\ba sus (?P<g>[1-9][0-9]) años\b|(?:^|[\n.|] *)(?:age|edad) (?P<f>[1-9][0-9]?)(?: ?(?:years|yrs|y|años|a))?[.,;\n])",
            words1 = forms("contradiction/ages/wordings/pattern"),
            words2 = forms("contradiction/ages/wordings/pattern-2"),
            words3 = forms("contradiction/ages/wordings/patient-abbreviated")
        ))
    });
    let found = PATTERN.captures_iter(lower).filter_map(|found| {
        let age = ["a", "b", "c", "d", "e", "f", "g", "h"].iter().find_map(|name| found.name(name))?;
        let around = (found.get(0)?.start(), found.get(0)?.end());
        // "F 16. T 37": `F` labels a frequency in Spanish and Italian charts; `M` and `V` label nothing there.
        if found.name("sex").is_some_and(|sex| sex.as_str() == "f") && is_among_vitals(lower, around) {
            return None;
        }
        // "58 y male donor".
        let behind_all = lower.get(around.1..).unwrap_or_default().trim_start();
        if ["donor", "partner", "sibling", "twin"].iter().any(|other| behind_all.starts_with(other)) {
            return None;
        }
        // "Patient with sons aged 12".
        let lead = lower.get(around.0..age.start()).unwrap_or_default();
        let is_of_others = lead.split(|c: char| !c.is_alphabetic()).any(|word| {
            matches!(word, "with" | "and" | "has" | "whose" | "of" | "her" | "his" | "con" | "y")
        }) && found.name("c").is_none()
            && !lead.ends_with("of age");
        if is_of_others {
            return None;
        }
        // "Aged 6 months" is not an age in years.
        let behind = lower.get(age.end()..).unwrap_or_default().trim_start();
        let is_short = ["month", "week", "day", "mes"].iter().any(|unit| behind.starts_with(unit));
        let number = age.as_str().parse().ok().filter(|_| !is_short)?;
        Some((number, Span::new(age.start(), age.end())))
    });
    found.collect()
}

/// Words for other people before or after an age, in lower case.
static OTHERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/ages/wordings/others"));

/// Things that have an age but are not patients, in lower case.
static THINGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/ages/wordings/things"));

/// Whether an age belongs to another person or to a thing: "her 67-year-old niece", "vive con una hija de 68 años",
/// "father, 71".
pub(super) fn is_of_another(lower: &str, span: Span) -> bool {
    let (before, behind) = (
        lower.get(..span.start as usize).unwrap_or_default(),
        lower.get(span.end as usize..).unwrap_or_default(),
    );
    let noun = behind
        .trim_start_matches([' ', '-'])
        .split([',', '.', ';', '(', ')', '\n', ':'])
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .take(3)
        .take_while(|word| {
            !matches!(
                *word,
                "with" | "who" | "and" | "in" | "on" | "from" | "has" | "is" | "was" | "con" | "que" | "y"
            )
        })
        .any(|word| OTHERS.contains(&word) || THINGS.contains(&word));
    let clause = before.rsplit(['.', ';', '\n', ':']).next().unwrap_or_default();
    let mut words = clause.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).rev();
    let last: Vec<&str> = words.by_ref().take(3).collect();
    // "A sus 51 años le he explicado" refers to the patient.
    let is_own = last.first() == Some(&"sus") && last.get(1) == Some(&"a");
    let is_theirs =
        !is_own && last.first().is_some_and(|word| matches!(*word, "her" | "his" | "their" | "su" | "sus"));
    // "Daughter, 44", "hija de 44 años", "father died at 45".
    let named = last
        .iter()
        .take_while(|word| !matches!(**word, "by" | "con" | "and" | "y" | "with"))
        .any(|word| OTHERS.contains(word));
    // "Vive con su mujer invidente de 87 años".
    let is_wife = clause.rfind("su mujer").is_some_and(|at| {
        clause.get(at..).is_some_and(|rest| rest.split_whitespace().count() <= 5 && !rest.contains(','))
    });
    noun || is_theirs || named || is_wife
}

/// Whether the words before an age place it at another time: "at age 45", "a los 57 años", "since 45".
pub(super) fn is_of_the_past(lower: &str, span: Span) -> bool {
    let before = lower.get(..span.start as usize).unwrap_or_default();
    let before = before.trim_end_matches([' ', '(']);
    // "Diagnosed when he was a 40-year-old man".
    let lead = before.get(before.floor_char_boundary(before.len().saturating_sub(22))..).unwrap_or_default();
    if ["when he was a", "when she was a", "when he was an", "when she was an"]
        .iter()
        .any(|end| lead.ends_with(end))
    {
        return true;
    }
    word_list!("contradiction/ages/wordings/is-of-the-past")
        .iter()
        .any(|words| before.strip_suffix(words).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric)))
}

/// Ages in words: "this seventy-one-year-old retired miner", "varón de sesenta y tres años".
pub(super) fn ages_in_words(lower: &str) -> Vec<(u32, Span)> {
    static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\b(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?P<unit>one|two|three|four|five|six|seven|eight|nine))?[ -]years?[ -]old\b|\b(?:paciente|varón|varon|mujer|hombre|señor|señora)(?: varón| mujer)?,? de (?P<decenas>veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y (?P<unidad>uno|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))? años\b",
        )
    });
    let found = PATTERN.captures_iter(lower).filter_map(|found| {
        let tens = found.name("tens").or_else(|| found.name("decenas"))?;
        let unit = found.name("unit").or_else(|| found.name("unidad"));
        let unit = unit.and_then(|unit| value_of_word(unit.as_str())).unwrap_or_default();
        let whole = found.get(0)?;
        Some((value_of_word(tens.as_str())? + unit, Span::new(tens.start(), whole.end())))
    });
    found.collect()
}

/// Whether a lower-case range lies among vital signs and is one of them.
fn is_among_vitals(lower: &str, place: (usize, usize)) -> bool {
    /// How many bytes on either side are examined, within the line.
    const MAX_DISTANCE_BYTES: usize = 40;
    static VITAL_SIGN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(&format!(
            r"(?:^|[^a-z])(?:{words})\.?ª? ?[:=]? ?[0-9]",
            words = forms("contradiction/ages/wordings/vital-sign")
        ))
    });
    let line_start = lower.get(..place.0).and_then(|ahead| ahead.rfind('\n')).map_or(0, |at| at + 1);
    let from = lower.floor_char_boundary(place.0.saturating_sub(MAX_DISTANCE_BYTES)).max(line_start);
    let behind = lower.get(place.1..).unwrap_or_default();
    let to = behind.find('\n').unwrap_or(behind.len()).min(behind.floor_char_boundary(MAX_DISTANCE_BYTES));
    [lower.get(from..place.0), behind.get(..to)].into_iter().flatten().any(|text| VITAL_SIGN.is_match(text))
}

/// Ages followed by a capital letter for the sex, at the start of a line or sentence or after a name: "74F, short of
/// breath", "Mr Okafor, 58M".
pub(super) fn ages_beside_letter(text: &str) -> Vec<(u32, Span)> {
    static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"(?m)(?:^ *|\. +|\b(?:Mr|Mrs|Ms|Miss|Sr|Sra)\.? [\p{Lu}][\p{L}'’-]+,? \(?|\b(?:[Aa]n?|[Tt]his|[Oo]ur) )(?P<age>[1-9][0-9])[MF]\b(?P<behind>[^\n]{0,20})",
        )
    });
    // "14F catheter", "Afebrile. 98F.": a gauge and a temperature.
    static OTHERS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/ages/wordings/other-things"));
    let found = PATTERN.captures_iter(text).filter_map(|found| {
        let age = found.name("age")?;
        let behind = found.name("behind")?.as_str().to_lowercase();
        let is_other = OTHERS.iter().any(|word| behind.contains(word));
        let number = age.as_str().parse().ok().filter(|_| !is_other)?;
        Some((number, Span::new(age.start(), age.end())))
    });
    found.collect()
}

/// Ages in sentences that begin with a name: "Emilia tiene 4 años y pesa 17 kg".
pub(super) fn ages_of_names(text: &str) -> Vec<(u32, Span)> {
    static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"(?m)(?:^ *|[.:] +)(?P<name>\p{Lu}\p{Ll}{2,})(?: \p{Lu}\p{Ll}+)? tiene (?P<age>[1-9][0-9]?) años\b",
        )
    });
    static NOT_NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/ages/wordings/not-names"));
    let found = PATTERN.captures_iter(text).filter_map(|found| {
        let age = found.name("age")?;
        let number = age.as_str().parse().ok().filter(|_| !NOT_NAMES.contains(&&found["name"]))?;
        Some((number, Span::new(age.start(), age.end())))
    });
    found.collect()
}

/// An infant's ages in months, converted to whole years: "8-month-old boy", "age: 8 months", "lactante de 8 meses".
pub(super) fn ages_in_months(lower: &str) -> Vec<(u32, Span)> {
    static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"(?:\b(?P<a>[0-9]{1,2})[ -]months?[ -]old,? (?:[a-z-]+ )?(?:boy|girl|infant|male|female|baby|child)\b|\b(?:age|edad): ?\**(?P<b>[0-9]{1,2}) ?(?:months?|mo|meses|m)\b|\b(?:toddler|infant|baby|child|boy|girl),? aged (?P<d>[0-9]{1,2}) months\b|\b(?:lactante|bebé|bebe)(?: (?:varón|varon|mujer|niña|niño|masculino|femenin[oa]))?,? de (?P<c>[0-9]{1,2}) meses\b)",
        )
    });
    let found = PATTERN.captures_iter(lower).filter_map(|found| {
        let months = ["a", "b", "c", "d"].iter().find_map(|name| found.name(name))?;
        let number: u32 = months.as_str().parse().ok()?;
        Some((number / 12, Span::new(months.start(), months.end())))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(found: Vec<(u32, Span)>) -> Vec<u32> {
        found.into_iter().map(|(age, _)| age).collect()
    }

    #[test]
    fn a_frequency_among_vital_signs_is_no_age() {
        for text in [
            "tª 38.2. f 16. t 37",
            "f 16. t 37",
            "obs: p 88. f 18, spo2 97",
            "f 18, spo2 97",
            "ta 120/80. f 22. sat 95",
        ] {
            assert_eq!(numbers(other_ages(text)), Vec::<u32>::new(), "{text}");
        }
        for (text, age) in [
            ("trauma call. m 23. pelvic film normal.", 23),
            ("m 45. hr 120, bp 90/60", 45),
            ("pt dob 03/02/1951. age 47.", 47),
            ("edad 54 años.", 54),
        ] {
            assert_eq!(numbers(other_ages(text)), [age], "{text}");
        }
        assert_eq!(numbers(other_ages("f 31. fell off a ladder.")), [31]);
        assert_eq!(numbers(other_ages("menarche: age 12.")), Vec::<u32>::new());
    }

    #[test]
    fn an_age_may_stand_before_a_letter() {
        for (text, age) in [
            ("WR Dr Patel\n74F, from home", 74),
            ("Ortho trauma meeting. 24M, RTC", 24),
            ("Renal WR. Mr Okafor, 58M, transplant", 58),
            ("This 61F was admitted", 61),
        ] {
            assert_eq!(numbers(ages_beside_letter(text)), [age], "{text}");
        }
        for text in [
            "14F catheter in situ",
            "- 16F Foley",
            "Temp 98F",
            "walked 50m",
            "T: 99F, HR 80",
            "- 24F chest drain",
        ] {
            assert_eq!(numbers(ages_beside_letter(text)), Vec::<u32>::new(), "{text}");
        }
    }
}
