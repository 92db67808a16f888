//! Compares the amount, frequency, duration and route that a note orders with those of the same drug
//! in its source.

use super::names::{is_same, keys};
use crate::support::Objection;
use referee_text::number_words::value_of_word;
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

pattern!(
    AMOUNT,
    r"(?i)(?P<low>\d+(?:[.,]\d+)?)(?:\s*(?:-|–|to|or|a|o)\s*(?P<high>\d+(?:[.,]\d+)?))?\s*-?(?P<unit>mg|g|mcg|µg|μg|ug|micrograms?|milligrams?|grams?|gramos?|miligramos?|units?|unidades|iu|ui|ml)(?P<per>\s?(?:/|per\s)\s?(?:kg|m2|m²)(?:\s?/\s?(?:d|day|h|hour|min))?)?(?P<rest>\s?/\s?\w+)?\b"
);
// Words that indicate a deviation from the usual amount: it is raised, lowered or given once.
pattern!(
    ADJUSTED,
    r"(?i)\b(?:titrat\w*|increas\w*|reduc\w*|halv\w*|half|loading|load|bolus|adjust\w*|up to|max\w*|wean\w*|taper\w*|renal\w*|tolerat\w*|test dose|escalat\w*|aument\w*|ajust\w*|carga|hasta|descend\w*|dividid\w*|divided)\b"
);
// Starting doses, and doses for old age or renal impairment, are lower than those of a trial.
pattern!(STARTED, r"(?i)\b(?:start\w*|begin\w*|commenc\w*|initiat\w*|inici\w*|empez\w*)\b");
pattern!(
    LOWERED_FOR,
    r"(?i)\b(?:egfr|gfr|creatinine|crcl|kidney|renal|ckd|erc|dialysis|di[aá]lisis|frail\w*|fr[aá]gil|liver|cirrhosis|hep[aá]tic\w*|low weight|[3-5]\d ?kg|(?:8|9)\d[- ](?:year|yo|años))\b"
);
pattern!(
    BOUNDED,
    r"(?i)\b(?:up to|at most|maximum|max\.?|no more than|at least|minimum|or more|or less|titrat\w*|increas\w*|adjust\w*|hasta|máximo|mínimo|al menos)\b"
);

/// An amount of a drug.
#[derive(Clone, Debug)]
struct Amount {
    low: f64,
    high: f64,
    /// The unit: `mg`, `mg/kg`, `u`, `ml`.
    of: String,
    range: Range<usize>,
}

fn amounts(text: &str) -> Vec<Amount> {
    AMOUNT
        .captures_iter(text)
        .filter_map(|found| {
            let number = |name: &str| found.name(name)?.as_str().replace(',', ".").parse::<f64>().ok();
            let rest = found.name("rest").map_or("", |rest| rest.as_str()).replace(' ', "").to_lowercase();
            // `mg/dL`, `g/L`: a concentration.
            if !rest.is_empty()
                && !matches!(rest.as_str(), "/d" | "/day" | "/día" | "/h" | "/24" | "/12" | "/8")
            {
                return None;
            }
            let unit = found.name("unit")?.as_str().to_lowercase();
            let (factor, of) = match unit.as_str() {
                "mg" | "milligram" | "milligrams" | "miligramo" | "miligramos" => (1.0, "mg"),
                "g" | "gram" | "grams" | "gramo" | "gramos" => (1000.0, "mg"),
                "ml" => (1.0, "ml"),
                "unit" | "units" | "unidades" | "iu" | "ui" => (1.0, "u"),
                _ => (0.001, "mg"),
            };
            let per = found.name("per").map_or(String::new(), |per| {
                per.as_str().to_lowercase().replace("per", "/").replace(' ', "").replace('²', "2")
            });
            let low = number("low")? * factor;
            let high = number("high").map_or(low, |high| high * factor);
            let whole = found.get(0)?;
            Some(Amount { low, high, of: format!("{of}{per}"), range: whole.range() })
        })
        .collect()
}

pattern!(
    FREQUENCY,
    r"(?ix)
    \b(?P<count>once|twice|thrice|one\ time|two\ times|three\ times|four\ times|[1-4]\ ?x)[\ -]*(?:a|per|each|every)?\ *(?P<unit>day|daily|week|weekly|nightly|month|monthly|year|yearly)\b
    | \b(?:every|each|q|cada|in\ intervals\ of)\ ?-?(?P<every>\d{1,2}|two|three|four|six|eight|twelve|dos|tres|cuatro|seis|ocho|doce)\ ?-?\ ?(?P<of>h(?:ours?|rs?|ourly|oras?)?|days?|d[ií]as?|weeks?|wks?|semanas?|months?|mes(?:es)?|years?|años?)\b
    | \b(?P<twelfth>4|6|8|12|24)-hourly\b
    | (?P<slash>\d{1,2})\ ?h\b
    | \b(?P<latin>qd|od|bd|bid|tds|tid|qds|qid|b\.i\.d\.?|t\.i\.d\.?|q\.i\.d\.?)(?:\b|\s|$)
    | \b(?P<veces>una\ vez|dos\ veces|tres\ veces|cuatro\ veces)\ (?:al\ (?P<vd>d[ií]a|mes|año)|por\ semana|a\ la\ semana)
    | \b(?P<alone>(?:once\ )?daily|every\ day|each\ (?:day|morning|night|evening)|per\ day|a\ day|at\ night|nocte|weekly|every\ week|per\ week|monthly|every\ month|yearly|annually|every\ year|(?:cada|por\ la|al)\ (?:día|noche|mañana)|diari[oa]s?|semanal(?:es)?|mensual(?:es)?|anual(?:es)?)\b"
);

/// Returns how many times a year something is to be done, with the ranges of the text.
fn frequencies(text: &str) -> Vec<(Range<usize>, f64)> {
    const DAYS_A_YEAR: f64 = 364.0;
    FREQUENCY
        .captures_iter(text)
        .filter_map(|found| {
            let whole = found.get(0)?;
            let named = |name: &str| found.name(name).map(|part| part.as_str().to_lowercase());
            let of_unit = |unit: &str| {
                if unit.contains("week") || unit.contains("semana") || unit.starts_with("wk") {
                    52.0
                } else if unit.contains("month") || unit.contains("mes") || unit.contains("mensual") {
                    12.0
                } else if unit.contains("year")
                    || unit.contains("año")
                    || unit.contains("annual")
                    || unit.contains("anual")
                {
                    1.0
                } else {
                    DAYS_A_YEAR
                }
            };
            let all = whole.as_str().to_lowercase();
            let times = if let (Some(count), Some(unit)) = (named("count"), named("unit")) {
                count_of(&count)? * of_unit(&unit)
            } else if let Some(count) = named("veces") {
                count_of(&count)? * of_unit(&all)
            } else if let Some(every) = named("every") {
                let unit = named("of")?;
                let each = count_of(&every)?;
                let yearly = if unit.starts_with('h') { DAYS_A_YEAR * 24.0 } else { of_unit(&unit) };
                yearly / each
            } else if let Some(hours) = named("twelfth") {
                DAYS_A_YEAR * 24.0 / count_of(&hours)?
            } else if let Some(hours) = named("slash") {
                // `500 mg/8 h`, but not `a 48 h infusion`.
                let before = text.get(..whole.start())?;
                if !before.ends_with('/') || !matches!(hours.as_str(), "4" | "6" | "8" | "12" | "24") {
                    return None;
                }
                DAYS_A_YEAR * 24.0 / count_of(&hours)?
            } else if let Some(latin) = named("latin") {
                // `OD` alone may also mean an eye.
                match latin.replace('.', "").trim() {
                    "qd" | "od" => DAYS_A_YEAR,
                    "bd" | "bid" => 2.0 * DAYS_A_YEAR,
                    "tds" | "tid" => 3.0 * DAYS_A_YEAR,
                    _ => 4.0 * DAYS_A_YEAR,
                }
            } else {
                of_unit(&all)
            };
            let end = whole.start() + whole.as_str().trim_end().len();
            Some((whole.start()..end, times))
        })
        .collect()
}

fn count_of(word: &str) -> Option<f64> {
    let first = word.split([' ', 'x']).next()?;
    match first {
        "once" => Some(1.0),
        "twice" => Some(2.0),
        "thrice" => Some(3.0),
        _ => value_of_word(first)
            .map(f64::from)
            .or_else(|| first.parse().ok().filter(|count: &f64| *count > 0.0)),
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 0.03 * one.max(other)
}

// Delimiters in a note before the words for a drug.
pattern!(BEGINS, r"[;.:(]");
// Delimiters in a source, which may mention two drugs: `tamoxifen with letrozole at 2 mg`,
// `apixaban (at a dose of 5 mg)`.
pattern!(BEGINS_IN_SOURCE, r"(?i)[;.:)]|\b(?:with|and|or|plus|versus|vs|con|y|o)\b");

/// Returns the words that precede an amount in a note; they name the drug.
fn named_before(text: &str, at: usize) -> BTreeSet<String> {
    words_before(text, at, &BEGINS)
}

/// Returns the words that precede an offset, after the last delimiter `begins`.
fn words_before(text: &str, at: usize, begins: &Regex) -> BTreeSet<String> {
    const MAX_BYTES: usize = 60;
    let mut from = at.saturating_sub(MAX_BYTES);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..at).unwrap_or_default();
    let clause =
        begins.find_iter(before).last().and_then(|found| before.get(found.end()..)).unwrap_or(before);
    keys(clause)
}

/// Returns the objections to the amount, the number of doses, the duration or the route by which a
/// note gives a drug.
#[must_use]
pub(super) fn objections(
    sentence: &str,
    around: &str,
    passages: &[&str],
    title: &BTreeSet<String>,
) -> Vec<Objection> {
    let mut out = Vec::new();
    out.extend(other_amount(sentence, around, passages, title));
    out.extend(other_duration(sentence, passages));
    out.extend(other_route(sentence, passages));
    out
}

pattern!(
    OF_TITLE,
    r"(?i)\b(?:the|recommended|usual|maintenance|starting) (?:\w+ )?dose (?:is|was)\b|\bla dosis (?:\w+ )?es\b"
);

/// Returns whether a sentence gives a dose of the drug in the title: `The recommended dose is`.
pub(super) fn is_of_title(passage: &str) -> bool {
    OF_TITLE.is_match(passage)
}

/// Returns whether the number at `at` in a passage belongs to the drug `named`, which precedes the
/// number or directly follows it (`325 mg of aspirin`). In a sentence about two drugs, each number
/// belongs to one of them.
fn is_told_of(passage: &str, at: &Range<usize>, named: &BTreeSet<String>) -> bool {
    const MAX_WORDS_BEHIND: usize = 3;
    let meets =
        |there: &BTreeSet<String>| named.iter().any(|word| there.iter().any(|other| is_same(word, other)));
    let behind = passage.get(at.end..).unwrap_or_default();
    let behind: Vec<&str> = behind.split_whitespace().take(MAX_WORDS_BEHIND).collect();
    meets(&words_before(passage, at.start, &BEGINS_IN_SOURCE)) || meets(&keys(&behind.join(" ")))
}

fn shares(passage: &str, named: &BTreeSet<String>) -> usize {
    let there = keys(passage);
    named.iter().filter(|word| there.iter().any(|other| is_same(word, other))).count()
}

/// Finds an amount that the source never gives, while it gives another amount of the same drug.
fn other_amount(
    sentence: &str,
    around: &str,
    passages: &[&str],
    title: &BTreeSet<String>,
) -> Option<Objection> {
    if ADJUSTED.is_match(sentence) {
        return None;
    }
    let often = frequencies(sentence);
    let may_be_lower =
        STARTED.is_match(sentence) || LOWERED_FOR.is_match(around) || LOWERED_FOR.is_match(sentence);
    for amount in amounts(sentence) {
        let named = named_before(sentence, amount.range.start);
        if named.is_empty() {
            continue;
        }
        let mut instead: Option<&str> = None;
        let mut is_there = false;
        for passage in passages {
            let theirs: Vec<Amount> =
                amounts(passage).into_iter().filter(|other| other.of == amount.of).collect();
            if theirs.is_empty() {
                continue;
            }
            let their_often = frequencies(passage);
            is_there |= theirs.iter().any(|other| {
                let equal = other.low <= amount.high * 1.001 && amount.low <= other.high * 1.001;
                let is_lower = may_be_lower && amount.high < other.low;
                equal || is_lower || is_same_daily(&amount, &often, other, &their_often)
            }) || BOUNDED.is_match(passage);
            let is_titled = || {
                is_of_title(passage)
                    && named.iter().any(|word| title.iter().any(|other| is_same(word, other)))
            };
            if theirs.iter().any(|other| is_told_of(passage, &other.range, &named)) || is_titled() {
                instead.get_or_insert(passage);
            }
        }
        if is_there {
            continue;
        }
        if let Some(instead) = instead {
            return Some(Objection::NumberNotInSource {
                number: sentence.get(amount.range.clone())?.to_owned(),
                at: amount.range,
                instead: Some(instead.to_owned()),
            });
        }
    }
    None
}

/// Returns whether two orders may give the same amount a day: 10 mg twice daily and 20 mg a day. If
/// one order lacks a frequency, one to four doses a day are assumed.
fn is_same_daily(
    amount: &Amount,
    often: &[(Range<usize>, f64)],
    other: &Amount,
    their_often: &[(Range<usize>, f64)],
) -> bool {
    let each = |all: &[(Range<usize>, f64)]| -> Vec<f64> {
        if all.is_empty() {
            [1.0, 2.0, 3.0, 4.0].map(|times| times * 364.0).to_vec()
        } else {
            all.iter().map(|(_, times)| *times).collect()
        }
    };
    if often.is_empty() && their_often.is_empty() {
        return false;
    }
    each(often).iter().any(|mine| {
        each(their_often).iter().any(|theirs| {
            near(amount.low * mine, other.low * theirs) || near(amount.high * mine, other.high * theirs)
        })
    })
}

/// Finds a number of doses, or of measurements, that no sentence of the source on the same subject
/// gives, while one gives another number.
pub(super) fn other_frequency(
    sentence: &str,
    passages: &[&str],
    is_about: &dyn Fn(&str) -> bool,
) -> Option<Objection> {
    let said = frequencies(sentence);
    let (at, times) = said.first()?;
    if said.iter().any(|(_, other)| !near(*other, *times)) {
        return None;
    }
    let mut instead = None;
    for passage in passages {
        let named = named_before(sentence, at.start);
        if shares(passage, &named) == 0 && !is_about(passage) {
            continue;
        }
        let theirs = frequencies(passage);
        if theirs.iter().any(|(_, other)| near(*other, *times)) {
            return None;
        }
        let is_theirs = |(range, _): &(Range<usize>, f64)| is_told_of(passage, range, &named);
        if (theirs.iter().any(is_theirs) || !theirs.is_empty() && is_of_title(passage)) && is_about(passage) {
            instead.get_or_insert(passage);
        }
    }
    Some(Objection::NumberNotInSource {
        number: sentence.get(at.clone())?.to_owned(),
        at: at.clone(),
        instead: Some((*instead?).to_owned()),
    })
}

pattern!(
    TREATMENT_DURATION,
    r"(?i)\b(?:for|x|durante|por|continued for|during)\s+(?P<bound>up to |at least |a minimum of |a total of |about |the first |hasta |al menos |un mínimo de )?(?P<low>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce)(?:\s*(?:-|–|to|a)\s*(?P<high>\d{1,3}))?[\s-]*(?P<unit>days?|weeks?|months?|years?|d[ií]as?|semanas?|mes(?:es)?|años?)\b|\b(?P<course>\d{1,3})[\s-]+(?P<of>day|week|month)[\s-]+(?:course|regimen|treatment|therapy)\b"
);

struct TreatmentDuration {
    low: f64,
    high: f64,
    is_bounded: bool,
    range: Range<usize>,
}

fn durations(text: &str) -> Vec<TreatmentDuration> {
    TREATMENT_DURATION
        .captures_iter(text)
        .filter_map(|found| {
            let named = |name: &str| found.name(name).map(|part| part.as_str().to_lowercase());
            let unit = named("unit").or_else(|| named("of"))?;
            let days = if unit.starts_with('d') {
                1.0
            } else if unit.starts_with('w') || unit.starts_with('s') {
                7.0
            } else if unit.starts_with('m') {
                30.4
            } else {
                365.0
            };
            let low = count_of(&named("low").or_else(|| named("course"))?)? * days;
            let high = named("high").and_then(|high| count_of(&high)).map_or(low, |high| high * days);
            let whole = found.get(0)?;
            Some(TreatmentDuration {
                low,
                high,
                is_bounded: found.name("bound").is_some(),
                range: whole.range(),
            })
        })
        .collect()
}

/// Finds a duration of treatment that the source never gives, while it gives another for the same
/// drug.
fn other_duration(sentence: &str, passages: &[&str]) -> Option<Objection> {
    let said = durations(sentence);
    let [lasting] = said.as_slice() else { return None };
    if lasting.is_bounded {
        return None;
    }
    let named = named_before(sentence, lasting.range.start);
    let has_amount = !amounts(sentence).is_empty();
    let mut instead = None;
    for passage in passages {
        let theirs = durations(passage);
        if theirs.iter().any(|other| {
            other.is_bounded || (other.low <= lasting.high * 1.08 && lasting.low <= other.high * 1.08)
        }) {
            return None;
        }
        // The duration of a trial is not that of a treatment: the source must also order an amount,
        // or give advice.
        let orders = !amounts(passage).is_empty() && has_amount
            || passage.to_lowercase().contains("recommend")
            || passage.contains("recomienda");
        if orders && theirs.iter().any(|other| is_told_of(passage, &other.range, &named)) {
            instead.get_or_insert(passage);
        }
    }
    Some(Objection::NumberNotInSource {
        number: sentence.get(lasting.range.clone())?.to_owned(),
        at: lasting.range.clone(),
        instead: Some((*instead?).to_owned()),
    })
}

/// Routes of administration, each with the words for it.
const ROUTE_PATTERNS: &[(&str, &str)] = &[
    ("intravenous", r"(?i)\b(?:intravenous(?:ly)?|iv|i\.v\.|intravenos[oa]s?|endovenos[oa])\b"),
    ("oral", r"(?i)\b(?:oral(?:ly)?|by mouth|po|p\.o\.|vía oral|v\.o\.)\b"),
    ("intramuscular", r"(?i)\b(?:intramuscular(?:ly)?|im|i\.m\.|intramuscular(?:es)?)\b"),
    ("subcutaneous", r"(?i)\b(?:subcutaneous(?:ly)?|sc|s\.c\.|subcut|subcutáne[oa]s?)\b"),
    ("intrathecal", r"(?i)\b(?:intrathecal(?:ly)?|intratecal(?:es)?)\b"),
    ("inhaled", r"(?i)\b(?:inhaled|nebuli[sz]ed|inhalad[oa]s?|nebulizad[oa]s?)\b"),
    ("topical", r"(?i)\b(?:topical(?:ly)?|tópic[oa]s?)\b"),
    ("rectal", r"(?i)\b(?:rectal(?:ly)?|per rectum)\b"),
    ("vaginal", r"(?i)\b(?:vaginal(?:ly)?)\b"),
    ("intranasal", r"(?i)\b(?:intranasal(?:ly)?|nasal spray)\b"),
];

fn routes(text: &str) -> Vec<(&'static str, Range<usize>)> {
    static COMPILED_ROUTES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        ROUTE_PATTERNS
            .iter()
            .filter_map(|(name, pattern)| Some((*name, referee_text::pattern(pattern).ok()?)))
            .collect()
    });
    COMPILED_ROUTES.iter().filter_map(|(name, pattern)| Some((*name, pattern.find(text)?.range()))).collect()
}

/// Finds a route that the source never mentions, while it mentions another for the same amount of
/// the drug.
fn other_route(sentence: &str, passages: &[&str]) -> Option<Objection> {
    let said = routes(sentence);
    let [(route, at)] = said.as_slice() else { return None };
    let mine = amounts(sentence);
    let amount = mine.first()?;
    if passages.iter().any(|passage| routes(passage).iter().any(|(other, _)| other == route)) {
        return None;
    }
    let named = named_before(sentence, amount.range.start);
    let instead = passages.iter().find(|passage| {
        routes(passage).len() == 1
            && shares(passage, &named) > 0
            && amounts(passage).iter().any(|other| other.of == amount.of && near(other.low, amount.low))
    })?;
    Some(Objection::NumberNotInSource {
        number: sentence.get(at.clone())?.to_owned(),
        at: at.clone(),
        instead: Some((*instead).to_owned()),
    })
}
