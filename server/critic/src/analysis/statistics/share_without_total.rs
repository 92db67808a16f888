//! Percentages of counts whose total is elsewhere in the sentence and is confirmed by another percentage.

use super::Number;
use super::proportion::{Proportion, count_at_end, percent_at, whole};
use std::ops::Range;

/// A count, its percentage, the range of both, and the range of the percentage alone.
type ShareWithoutTotal = (Number, Number, Range<usize>, Range<usize>);

/// Adds a share that does not follow from the sentence's only total of people although another one does: `240 patients;
/// 132 (55.0%) were women and 96 (42.0%) smoked`.
pub(super) fn add(text: &str, out: &mut Vec<Proportion>) {
    /// The smallest number that counts as a number of participants.
    const MIN_TOTAL: u64 = 20;
    let mut start = 0;
    while start < text.len() {
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find(". ").map_or(rest.len(), |at| at + 1);
        let sentence = text.get(start..end).unwrap_or_default();
        let shares = lone_shares(sentence, start, out);
        let totals: Vec<Number> = if shares.is_empty() { Vec::new() } else { people_in(sentence) };
        if let [total] = totals.as_slice()
            && total.digits >= MIN_TOTAL
            && !tells_of_a_part(sentence)
        {
            let (total, numbers) = (*total, whole_numbers(text));
            let (right, wrong): (Vec<ShareWithoutTotal>, Vec<ShareWithoutTotal>) =
                shares.into_iter().partition(|(count, percent, ..)| is_share(*count, total, *percent));
            let explained = |count: Number, percent: Number| {
                numbers.iter().any(|other| *other >= count.digits && is_near(count, *other, percent))
            };
            // Without another share of that total, the percentage must be impossible for its count and any total.
            let is_impossible = |count: Number, percent: Number| {
                count.digits > 1 && !(count.digits..=total.digits).any(|other| is_near(count, other, percent))
            };
            if let [(count, percent, place, percent_place)] = wrong.as_slice()
                && count.digits <= total.digits
                && (!right.is_empty() || is_impossible(*count, *percent))
                && !explained(*count, *percent)
            {
                out.push(Proportion {
                    place: place.clone(),
                    count: *count,
                    total,
                    percent: *percent,
                    percent_place: percent_place.clone(),
                    distant: true,
                });
            }
        }
        start = end.max(start + 1);
        while !text.is_char_boundary(start) {
            start += 1;
        }
    }
    out.sort_by_key(|found| found.place.start);
}

/// The counts of a sentence that have a bracketed percentage but no known total.
fn lone_shares(sentence: &str, start: usize, known: &[Proportion]) -> Vec<ShareWithoutTotal> {
    memchr::memchr_iter(b'%', sentence.as_bytes())
        .filter_map(|sign| {
            let (percent, place) = percent_at(sentence, sign)?;
            let head = sentence.get(..place.start)?.strip_suffix('(')?.trim_end_matches(' ');
            let closes = sentence.get(sign + 1..)?.starts_with(')');
            let (count, at) = count_at_end(head)?;
            let whole = start + at..start + sign + 1;
            let is_known = known.iter().any(|one| one.percent_place.start == start + place.start);
            (closes && !is_known && percent.decimals > 0).then_some((
                count,
                percent,
                whole,
                start + place.start..start + place.end,
            ))
        })
        .collect()
}

fn people_in(sentence: &str) -> Vec<Number> {
    const PEOPLE_WORDS: &[&str] = &[
        "infants",
        "neonates",
        "newborns",
        "nurses",
        "students",
        "residents",
        "physicians",
        "volunteers",
        "recién",
        "neonatos",
        "lactantes",
        "gestantes",
        "enfermeras",
        "estudiantes",
        "médicos",
        "residentes",
        "voluntarios",
        "ancianos",
        "niñas",
        "patients",
        "participants",
        "subjects",
        "adults",
        "children",
        "women",
        "men",
        "individuals",
        "respondents",
        "pacientes",
        "participantes",
        "sujetos",
        "adultos",
        "niños",
        "mujeres",
        "personas",
    ];
    let mut out = Vec::new();
    let mut words = sentence.split(' ').peekable();
    while let Some(word) = words.next() {
        let is_people = words.peek().is_some_and(|next| {
            PEOPLE_WORDS.contains(&next.trim_end_matches([',', ';', ':', '.', ')']).to_lowercase().as_str())
        });
        if is_people
            && let Some((number, length)) = whole(word)
            && length == word.len()
        {
            out.push(number);
        }
    }
    out
}

/// Whether a sentence counts a subgroup or something other than people.
fn tells_of_a_part(sentence: &str) -> bool {
    let folded = sentence.to_lowercase();
    [
        " of them",
        " of these",
        " of those",
        " of whom",
        " of which",
        "among ",
        "respectively",
        "of the women",
        "of the men",
        "de ellos",
        "de ellas",
        "de estos",
        "de estas",
        "de los cuales",
        "de las cuales",
        "de los que",
        "de las que",
        "entre ",
        "respectivamente",
        "missing",
        "data available",
        "with data",
        "con datos",
        "per arm",
        "group",
        "grupo",
        "arm ",
        "brazo",
        // Things that a person can have more than once.
        " eyes",
        " ojos",
        " teeth",
        " dientes",
        " knees",
        " rodillas",
        " hips",
        " caderas",
        " limbs",
        " extremidades",
        " samples",
        " muestras",
        " episod",
        " visits",
        " visitas",
    ]
    .iter()
    .any(|words| folded.contains(words))
}

fn whole_numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .filter(|n| *n > 1)
        .collect()
}

/// Whether a percentage equals a count's share after rounding.
fn is_share(count: Number, total: Number, percent: Number) -> bool {
    (100.0 * count.value() / total.value() - percent.value()).abs() <= percent.half_unit() + 1e-9
}

/// Whether a percentage could be a count's share of another total, within one unit of its last place.
fn is_near(count: Number, total: u64, percent: Number) -> bool {
    #[allow(clippy::cast_precision_loss, reason = "a count of people is far below 2^53")]
    let total = total as f64;
    (100.0 * count.value() / total - percent.value()).abs() <= 2.0 * percent.half_unit()
}
