//! Detects a pregnancy that a note never names, by its week ("22+1"), the fetus and the clinic.

use crate::pattern::{Pattern, any_case, context, forms};
use regex::Match;
use std::sync::LazyLock;

/// The week from which a pregnancy is late.
const LATE_FROM_WEEK: u32 = 30;
/// The plausible weeks of a pregnancy in a note.
const WEEKS: std::ops::RangeInclusive<u32> = 5..=41;

/// Returns the signs of a pregnancy in a sentence, each as a bit, and the first match.
pub(super) fn signs(text: &str) -> (u32, Option<Match<'_>>) {
    static SIGNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
        [
            r"\b(?:f(?:o)?etus|f(?:o)?etal (?:growth|heart|movements?|anatomy|weight|wellbeing)|feto|fetal(?:es)?|baby (?:is )?(?:moving|active)|movimientos fetales|MAF)\b",
            r"\b(?:FHR|FHH|FCF|LCF|CTG|RCTG)\b",
            r"\b(?:EFW|PFE|peso fetal|SFH|fundal height|AU ?:? ?\d{2}|altura uterina|liquor|AFI|ILA)\b",
            r"\b(?:FM(?:s|F)?|fetal movements?) (?:felt|present|active|good|normal|\+)|\bFMF\b",
            r"\b(?:antenatal|ante-natal|ANC|prenatal|obstetric(?:s|al)?|obst[eé]tric[oa]|obstetricia|maternity|embarazo|gestaci[oó]n|matrona|midwife)\b",
            r"\b(?:eco (?:morfol[oó]gica|del? (?:primer|segundo|tercer) trimestre)|anomaly scan|growth scans?|dating scan|uterine (?:artery )?dopplers?|umbilical)\b",
        ]
        .iter()
        .map(|sign| any_case(sign))
        .collect()
    });
    let mut bits = 0;
    let mut first: Option<Match<'_>> = None;
    for (nth, sign) in SIGNS.iter().enumerate() {
        let Some(found) = sign.find(text) else { continue };
        bits |= 1 << nth;
        if first.is_none_or(|first| found.start() < first.start()) {
            first = Some(found);
        }
    }
    (bits, first)
}

/// The bits of [`signs`] for the fetus itself, rather than a clinic or an examination.
pub(super) const FETAL_SIGNS: u32 = 0b1111;

/// Returns a week of gestation with its days, "22+1", and whether it is late; excludes exercise,
/// urine and strength grades.
pub(super) fn week(text: &str) -> Option<(Match<'_>, bool)> {
    static WEEK: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"(?:^|[\s,;:(@])(?P<week>(?P<number>\d{1,2})\+[0-6])(?P<behind>[\s,;.)]|$)")
    });
    static OTHER_BEHIND: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"^[\s]*(?:METs?|tab\w*|mm|cm|mg|g|ml|units?|UI|x)\b"));
    if let Some(named) = named_week(text) {
        return Some(named);
    }
    WEEK.captures_iter(text).find_map(|captures| {
        let week = captures.name("week")?;
        let number: u32 = captures.name("number")?.as_str().parse().ok()?;
        let behind = text.get(week.end()..).unwrap_or_default();
        (WEEKS.contains(&number) && !OTHER_BEHIND.is_match(behind))
            .then_some((week, number >= LATE_FROM_WEEK))
    })
}

/// Returns a week that the note marks as gestational ("28/40", "EG 28+3", "gestational age 28
/// weeks"), and whether it is late.
pub(super) fn named_week(text: &str) -> Option<(Match<'_>, bool)> {
    static NAMED_WEEK: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?:^|\b(?:at|now|currently|ahora|actualmente) |@ ?)(?P<forty>(?P<weeks>\d{1,2})(?:\+[0-6])?/40)\b|\b(?P<named>(?:EG|gestational age|edad gestacional|GA)(?: of| de| por \w+|:| =)? ?(?P<age>\d{1,2})(?:\+[0-6])?(?: ?(?:weeks?|wks?|w|semanas?|sem|s))?\b)",
        )
    });
    /// Words for a score out of forty.
    static SCORE: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/gestation/score"));
    NAMED_WEEK.captures_iter(text).find_map(|captures| {
        let whole = captures.name("forty").or_else(|| captures.name("named"))?;
        let number = captures.name("weeks").or_else(|| captures.name("age"))?;
        let number: u32 = number.as_str().parse().ok()?;
        let is_score = captures.name("forty").is_some() && SCORE.is_match(text);
        (WEEKS.contains(&number) && !is_score).then_some((whole, number >= LATE_FROM_WEEK))
    })
}

/// Whether a sentence says that the child is born; a birth of an earlier pregnancy does not count.
pub(super) fn tells_of_birth(text: &str) -> bool {
    static BORN: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{words})", words = forms("contraindicated/gestation/born")))
    });
    static EARLIER: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:(?:19|20)\d\d|G\d|previous|prior|last|first|obstetric history|previ[oa]s?|anterior(?:es)?|primer)\b",
        )
    });
    BORN.is_match(text) && !EARLIER.is_match(text)
}
