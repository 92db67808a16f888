//! Finds results, which identify no one and which a reader needs: numbers with their units, vital
//! signs, scores and stages.
//!
//! The word before the number or the unit after it identifies a result. Other identifying text in a
//! result (a label such as "room", a date, an age over 89) is found elsewhere and removed.

use super::patterns::pattern;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A unit, as written after a number. Upper and lower case differ: `M` does not mean metre.
const UNIT_PATTERN: &str = r"(?:[mµμunpkdcfGM]?(?:g|L|l|mol|eq|Eq|osm|Osm|U|UI|IU|UFC|CFU)|[mckµμn]?m(?:\^?[23]|[²³])?|mm ?Hg|cm ?H2O|mcg|grs?|cc|kPa|[kM]?Hz|k?cal|kJ|mSv|c?Gy|mV|[µμm]?s|seg|min|hr?s?|d|day|día|week|semana|bpm|lpm|rpm|cpm|ppm|hpf|campo|cells|células|copies|copias|[°º]\s?[CF]|[x×]\s?10(?:\^?\d{1,2}|[⁰-⁹]+)|10\^\d{1,2})";

/// The labels of blood pressure before its two numbers.
const PRESSURE_LABEL: &str = r"(?:BP|NIBP|MAP|TA|T\.A\.?|PA|P\.A\.?|TAS|TAD|PAS|PAD|PAM|PNI)";

/// Scores that are given as a number, or as a number out of another one.
const SCORE_NAME: &str = r"(?:GCS|MMSE|MoCA|MOCA|NIHSS|mRS|ECOG|WHO|PS|APACHE|SOFA|qSOFA|NEWS2?|MEWS|CURB-?65|CRB-?65|PHQ-?9|GAD-?7|AUDIT|MUST|ASA|NYHA|CCS|BI-?RADS|PI-?RADS|LI-?RADS|TI-?RADS|CHA2DS2-?VASc|HAS-?BLED|MELD|VAS|IMC|BMI|SBP|DBP|HR|FC|RR|FR|INR|LVEF|FEVI)";

/// Scores named after a person; only a following number makes the name a score.
const EPONYMOUS_SCORE: &str = r"(?:Gleason|Glasgow|Barthel|Karnofsky|Apgar|APGAR|Breslow|Braden|Child-Pugh|Killip|Tinetti|Pfeiffer|Bosniak|Gustilo|Waterlow|Epworth|Mallampati|Balthazar|Hinchey|Zubrod)";

/// Scores named after a person with a common surname; only the word "score" makes the name a score.
const SURNAME_SCORE_NAME: &str = r"(?:Wells|Norton|Child|Ranson|Fontaine|Katz|Fitzpatrick|Ramsay|Rankin|Lawton|Bishop|Forrest|Rutherford|Silverman|Downton|Clark)";

static RESULT_PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let what_is_scored = r"(?:\s(?:score|index|scale|grade|class|stage|grupo|group|escala|índice|grado|clase|estadio|puntuación)(?:\s(?:of|de))?)?";
    let value = r"(?:\d{1,3}(?:[.,]\d{1,2})?|[IV]{1,3}(?:\s?[-/]\s?[IV]{1,3})?)";
    [
        format!(r"\d\s?{UNIT_PATTERN}(?:\s?/\s?(?:\d[\d.,]*\s?)?{UNIT_PATTERN})*\b{{end-half}}"),
        format!(r"\d(?:\s?/\s?(?:\d[\d.,]*\s?)?{UNIT_PATTERN})+\b{{end-half}}"),
        format!(r"\b{PRESSURE_LABEL}(?:\s?[:=]\s?|\s(?:of\s|de\s)?)\d{{2,3}}(?:\s?/\s?\d{{2,3}})?\b"),
        format!(r"\b{SCORE_NAME}{what_is_scored}(?:\s?[:=]\s?|\s){value}(?:\s?/\s?\d{{1,3}})?\b"),
        format!(r"\b{EPONYMOUS_SCORE}{what_is_scored}(?:\s?[:=]\s?|\s){value}(?:\s?[/+]\s?\d{{1,3}})*\b"),
        format!(r"\b{SURNAME_SCORE_NAME}\s(?:score|index|scale|grade|class|stage)(?:\s?[:=]\s?|\s(?:of\s)?){value}\b"),
        format!(r"\b(?:escala|índice|score|grado|clase)\sde\s{SURNAME_SCORE_NAME}(?:\s?[:=]\s?|\s(?:de\s)?){value}\b"),
        // The pain scale is also a first name.
        String::from(r"\bEVA(?:\s?[:=]\s?|\s)(?:de\s)?\d{1,2}\s?/\s?10\b"),
        // "Na 138", "K+ 4.1", "pCO2 48", "T 38.4".
        String::from(
            r"\b(?:Na|K|Cl|Ca|Mg|Cr|Hb|Hto|Hct|Fe|pH|p[aA]?[CO]O?2|Pa[CO]O?2|[Ss][pa]O2|SatO2|EtCO2|HCO3|EB|BE|T[ªº]?|Temp)[+-]?(?:\s?[:=]\s?|\s)\d{1,4}(?:[.,]\d{1,3})?\b",
        ),
        // "pT2N1M0", "T3 N0 Mx".
        String::from(
            r"\b[cpyra]{0,3}T(?:[0-4][a-d]?|is|[xX])(?:,?\s?[cp]?N(?:[0-3][a-c]?|[xX]))?(?:,?\s?[cp]?M(?:[01][a-c]?|[xX]))?\b",
        ),
    ]
    .iter()
    .map(|text| pattern(text))
    .collect()
});

/// Returns the results in a text, unordered.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    RESULT_PATTERNS.iter().flat_map(|result| result.find_iter(text)).map(|hit| hit.range()).collect()
}

static PRESSURE_OR_SCORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"^(?:{PRESSURE_LABEL}|{SCORE_NAME})[ :]{{1,2}}\d{{1,3}}\s?/\s?\d{{1,3}}$"))
});

/// Returns whether a text that looks like a code is a pressure or a score: `BP 140/80`,
/// `GCS 15/15`.
pub(super) fn is_result(code: &str) -> bool {
    PRESSURE_OR_SCORE.is_match(code)
}

/// Returns whether `5 ºC` is a temperature, not a floor and a door: it has a decimal, or is a
/// possible body temperature.
pub(super) fn is_temperature(before: &str, number: &str) -> bool {
    let mut behind = before.chars().rev();
    if behind.next().is_some_and(|c| matches!(c, '.' | ','))
        && behind.next().is_some_and(|c| c.is_ascii_digit())
    {
        return true;
    }
    number.ends_with(['C', 'F'])
        && number
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
            .parse::<u32>()
            .is_ok_and(|degrees| (33..=43).contains(&degrees) || (93..=99).contains(&degrees))
}
