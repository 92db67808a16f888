//! The patient's ages in a note, compared with each other and with the date of birth.

mod wordings;

use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::dates::{Date, numeric_dates, written_dates};
use crate::analysis::sections::Section;
use crate::analysis::words::places;
use crate::pattern::{Pattern, word_list, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};
use wordings::{
    ages_beside_letter, ages_in_months, ages_in_words, ages_of_names, is_of_another, is_of_the_past,
    other_ages,
};

/// The patient's ages in a block, with their locations.
struct Ages(Vec<(u32, Span)>);

impl Ages {
    fn of(block: &BlockContext<'_>) -> Arc<Ages> {
        block.fact(|block| {
            let mut ages = Vec::new();
            age_in(block, &mut ages);
            ages.sort_by_key(|(_, span)| *span);
            Ages(ages)
        })
    }
}

/// Spanish words for a male or female patient next to an age.
static PATIENT_BY_SEX: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/ages/patient-by-sex"));

/// The patient's age if the block gives it.
fn age_in(block: &BlockContext<'_>, out: &mut Vec<(u32, Span)>) {
    let text = block.prose();
    let lower = text.to_ascii_lowercase();
    for (age, place) in ages_in_months(&lower) {
        let sentence = block.sentence_at(place.start as usize);
        let is_of_patient = sentence.is_some_and(|sentence| {
            assertion::within(block, sentence, place).experiencer == Experiencer::Patient
        });
        if is_of_patient {
            out.push((age, place.shift(block.start)));
        }
    }
    let mut note = |number: &str, span: Span, needs_patient: bool| {
        let Ok(age) = number.parse::<u32>() else { return };
        if age == 0 || age > 120 || is_of_another(&lower, span) || is_of_the_past(&lower, span) {
            return;
        }
        let behind = lower.get(span.end as usize..).unwrap_or_default();
        static PATIENT_WORDS: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| words("contradiction/ages/patient-words"));
        let words: Vec<&str> =
            behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(4).collect();
        // "The 6-year-old was placed on oxygen".
        let is_subject = ["the ", "this ", "our "]
            .iter()
            .any(|word| lower.get(..span.start as usize).is_some_and(|before| before.ends_with(word)))
            && words.first().is_some_and(|word| {
                ["was", "is", "has", "had", "presents", "presented", "underwent", "received", "remains"]
                    .contains(word)
            });
        // "This 36-year-old carpenter".
        let is_pointed_at = lower.get(..span.start as usize).is_some_and(|before| before.ends_with("this "));
        let is_patient = is_subject || is_pointed_at || words.iter().any(|word| PATIENT_WORDS.contains(word));
        // "**HPI:** 67-year-old retired teacher": emphasis is no word.
        let shown = lower.get(..span.start as usize).unwrap_or_default().trim_end();
        let is_behind_label = shown.ends_with(['*', '_']);
        let ahead = shown.trim_end_matches([' ', '*', '_']);
        let ahead = ahead.trim_end();
        let other = word_list!("contradiction/ages/age-in").iter().any(|words| {
            ahead.strip_suffix(words).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        });
        // "He is an 83-year-old with reasonable reserve".
        let is_described =
            ["is an", "is a", "am an", "was an", "was a", "met this", "saw this", "see this", "in this"]
                .iter()
                .any(|words| ahead.ends_with(words));
        let is_indefinite = ahead.ends_with(" a")
            || ahead.ends_with(" an")
            || ahead.is_empty()
            || is_behind_label
            || ahead.ends_with(['.', '\n', ':', ',', ')', '|', '/', ';', '-', '–', '—', '•', '#', '>']);
        if other || (needs_patient && !is_patient && !is_described && !is_indefinite) {
            return;
        }
        out.push((age, span.shift(block.start)));
    };
    for (at, _) in lower.match_indices("year") {
        let before = lower.get(..at).unwrap_or_default().trim_end_matches([' ', '-']);
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let behind = lower.get(at + 4..).unwrap_or_default();
        let old = behind.trim_start_matches(['s', '-', ' ']).starts_with("old");
        if (1..=3).contains(&digits) && old {
            let end = at + 4 + behind.find("old").unwrap_or(0) + 3;
            note(
                before.get(before.len() - digits..).unwrap_or_default(),
                Span::new(before.len() - digits, end),
                true,
            );
        }
    }
    for (age, place) in ages_in_words(&lower) {
        note(&age.to_string(), place, false);
    }
    for (age, place) in
        other_ages(&lower).into_iter().chain(ages_beside_letter(text)).chain(ages_of_names(text))
    {
        note(&age.to_string(), place, false);
    }
    for name in [" yo ", " y/o ", " y.o. ", "yo "] {
        for (at, _) in lower.match_indices(name) {
            let before = lower.get(..at).unwrap_or_default();
            let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
            if (1..=3).contains(&digits) {
                let span = Span::new(before.len() - digits, at + name.trim_end().len());
                note(before.get(before.len() - digits..).unwrap_or_default(), span, true);
            }
        }
    }
    for name in ["age:", "age (years):", "patient age:", "edad:", "edad actual:"] {
        for (at, _) in lower.match_indices(name) {
            let behind = lower.get(at + name.len()..).unwrap_or_default();
            let start = at + name.len() + (behind.len() - behind.trim_start_matches([' ', '*']).len());
            let number = lower.get(start..).unwrap_or_default();
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            let rest = number.get(digits..).unwrap_or_default().trim_start();
            let is_label = !lower.get(..at).unwrap_or_default().ends_with(char::is_alphanumeric)
                && !lower.get(..at).unwrap_or_default().trim_end().ends_with("al");
            let is_age = rest.is_empty() || rest.starts_with(['\n', ',', ';', '.', '*', '|', 'y', 's']);
            if is_label && is_age && !rest.starts_with("años") && (1..=3).contains(&digits) {
                note(number.get(..digits).unwrap_or_default(), Span::new(start, start + digits), false);
            }
        }
    }
    for (at, name) in lower.match_indices("años") {
        let before = lower.get(..at).unwrap_or_default().trim_end();
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        if !(1..=3).contains(&digits) {
            continue;
        }
        let start = before.len() - digits;
        let ahead = before.get(..start).unwrap_or_default().trim_end();
        let ahead_words: Vec<&str> =
            ahead.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(3).collect();
        let is_patient = ahead_words.first() == Some(&"de")
            && ahead_words.iter().skip(1).any(|word| *word == "paciente" || PATIENT_BY_SEX.contains(word))
            || ahead_words.first().is_some_and(|word| PATIENT_BY_SEX.contains(word))
            // "Don Ernesto, de 72 años".
            || ahead_words.first() == Some(&"de") && is_behind_name(text, ahead.len())
            || ahead.ends_with("edad:")
            || ahead.ends_with("edad actual:")
            || ahead.ends_with("edad");
        if is_patient {
            note(before.get(start..).unwrap_or_default(), Span::new(start, at + name.len()), false);
        }
    }
}

/// Whether the words up to `end` of a text end with a name, a comma and "de": "la señora Herrera, de".
fn is_behind_name(text: &str, end: usize) -> bool {
    let before = text.get(..end).unwrap_or_default().trim_end().trim_end_matches("de").trim_end();
    let Some(before) = before.strip_suffix(',') else { return false };
    let name = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    name.len() > 2
        && name.starts_with(char::is_uppercase)
        && name.chars().skip(1).all(|c| c.is_lowercase() || c == '-')
}

/// Whether two ages in whole years contradict each other; an infant's are rounded down from months.
fn differ(one: u32, other: u32) -> bool {
    const MAX_INFANT_YEARS: u32 = 2;
    if one.min(other) < MAX_INFANT_YEARS { one.abs_diff(other) > MAX_INFANT_YEARS } else { one != other }
}

/// Formats an age in words.
fn in_years(age: u32, spanish: bool) -> String {
    match (age, spanish) {
        (0, false) => String::from("under one year"),
        (0, true) => String::from("menos de un año"),
        (age, false) => age.to_string(),
        (age, true) => format!("{age} años"),
    }
}

/// The maximum number of ages reported that differ from the first.
const MAX_OTHER_AGES: usize = 3;

/// The patient's ages in a draft, in text order; only as many as needed to report the first and those that differ.
struct AgesOfDraft;

impl AgesOfDraft {
    /// Adds an age unless it cannot change any result because enough different ages are known.
    fn remember(all: &mut Vec<(u32, Span)>, age: u32, span: Span) {
        let same = all.iter().filter(|(known, _)| *known == age).count();
        if same < MAX_OTHER_AGES && all.len() < 2 * MAX_OTHER_AGES {
            all.push((age, span));
        }
    }
}

impl Scan for AgesOfDraft {
    type State = ();
    type Summary = Vec<(u32, Span)>;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut Self::Summary, block: &BlockContext<'_>) {
        if block.is_prose() && block.place.section != Section::FamilyHistory {
            for (age, span) in &Ages::of(block).0 {
                AgesOfDraft::remember(summary, *age, span.shift(block.start));
            }
        }
    }
}

/// Reports ages that differ, and an age that contradicts the date of birth.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut ages: Vec<(u32, Span)> = Vec::new();
    for group in draft.scan::<AgesOfDraft>(()) {
        for (age, span) in group.summary.iter() {
            AgesOfDraft::remember(&mut ages, *age, span.shift(group.start));
        }
    }
    let Some((first, at)) = ages.first().copied() else { return Vec::new() };
    let spanish = draft.is_spanish();
    let mut out: Vec<Remark> = born(draft, &ages).into_iter().collect();
    for (age, span) in ages.iter().skip(1) {
        if differ(*age, first) && out.len() <= MAX_OTHER_AGES {
            out.push(
                Remark::new(
                    *span,
                    if spanish {
                        format!(
                            "El paciente tiene {} aquí y {} más arriba. Compruebe cuál es.",
                            in_years(*age, true),
                            in_years(first, true)
                        )
                    } else {
                        format!(
                            "The patient is {} here and {} above. Check which is right.",
                            in_years(*age, false),
                            in_years(first, false)
                        )
                    },
                )
                .with_severity(Severity::Warning)
                .with_related(at, if spanish { "la otra edad" } else { "the other age" }),
            );
        }
    }
    out
}

/// The dates of birth and of the visit in a block, with their locations.
#[derive(Clone, Copy, Default)]
struct LifeDates {
    birth: Option<Date>,
    visit: Option<Date>,
    /// The latest date other than the birth date.
    latest: Option<Date>,
}

impl LifeDates {
    fn of(block: &BlockContext<'_>) -> LifeDates {
        static BIRTH_LABELS: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| words("contradiction/ages/birth-labels"));
        static VISIT_LABELS: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| words("contradiction/ages/visit-labels"));
        let text = block.prose();
        let lower = text.to_ascii_lowercase();
        let mut dates: Vec<Date> = numeric_dates(text).into_iter().filter_map(Result::ok).collect();
        dates.extend(written_dates(text));
        if dates.is_empty() {
            return LifeDates::default();
        }
        let find = |names: &[&str]| {
            names.iter().find_map(|name| {
                places(&lower, name).find_map(|place| {
                    dates
                        .iter()
                        .find(|date| date.span.start >= place.end && date.span.start - place.end <= 5)
                        .copied()
                })
            })
        };
        let birth = find(&BIRTH_LABELS);
        let others = dates.iter().copied().filter(|date| birth.is_none_or(|birth| birth.span != date.span));
        let latest = others.max_by_key(|date| (date.year, date.month, date.day));
        // "Date of transfer", "fecha de visita": the date of any event limits the patient's age.
        static LABELLED_DATE: LazyLock<Pattern> = LazyLock::new(|| {
            Pattern::new(r"\b(?:date of|fecha (?:de|del|de la)) (?P<what>[a-zñáéíóú]+)[ :|]*$")
        });
        let of_event = || {
            dates.iter().copied().find(|date| {
                let before = lower.get(..date.span.start as usize).unwrap_or_default();
                let before = before.get(before.floor_char_boundary(before.len().saturating_sub(40))..);
                let named = LABELLED_DATE.captures(before.unwrap_or_default());
                named.is_some_and(|named| {
                    !["birth", "nacimiento", "death", "diagnosis", "onset"].contains(&&named["what"])
                }) && birth.is_none_or(|birth| birth.span != date.span)
            })
        };
        LifeDates { birth, visit: find(&VISIT_LABELS).or_else(of_event), latest }
    }
}

impl Scan for LifeDates {
    type State = ();
    type Summary = LifeDates;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut LifeDates, block: &BlockContext<'_>) {
        if block.is_prose() {
            let here = block.fact(LifeDates::of);
            let moved = |date: Date| Date { span: date.span.shift(block.start), ..date };
            summary.birth = summary.birth.or(here.birth.map(moved));
            summary.visit = summary.visit.or(here.visit.map(moved));
            summary.latest = later(summary.latest, here.latest.map(moved));
        }
    }
}

/// The later of two dates.
fn later(one: Option<Date>, other: Option<Date>) -> Option<Date> {
    one.into_iter().chain(other).max_by_key(|date| (date.year, date.month, date.day))
}

/// The age in months whose number is at a place, if it is one: "4-month-old".
fn months_at(draft: &Draft<'_>, at: Span) -> Option<u32> {
    let behind = draft.text(Span { start: at.end, end: at.end + 7 })?;
    let unit = behind.trim_start_matches([' ', '-']);
    let is_month = ["month", "mo", "meses"].iter().any(|name| unit.starts_with(name));
    draft.text(at)?.parse().ok().filter(|_| is_month)
}

/// Compares an infant's age in months with the months between the birth and the visit. Two months may be those of an
/// early birth.
fn wrong_months(draft: &Draft<'_>, stated: u32, at: Span, birth: Date, visit: Date) -> Option<Remark> {
    /// The tolerance in months under two years of age, and above.
    const MAX_DIFFERENCE: (u32, u32) = (2, 6);
    const TWO_YEARS: u32 = 24;
    let count = |date: Date| 12 * date.year + date.month;
    let months = count(visit).checked_sub(count(birth))?;
    let months = months - u32::from(visit.day < birth.day && months > 0);
    let most = if months.max(stated) < TWO_YEARS { MAX_DIFFERENCE.0 } else { MAX_DIFFERENCE.1 };
    if birth.span == visit.span || months.abs_diff(stated) <= most {
        return None;
    }
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "Con esta fecha de nacimiento el paciente tiene {months} meses en la fecha de la nota, y no {stated}. Compruebe la edad y las fechas."
            ),
            "la fecha de nacimiento",
        )
    } else {
        (
            format!(
                "By the date of birth the patient is {months} months old on the day of the note, not {stated}. Check the age and the dates."
            ),
            "the date of birth",
        )
    };
    Some(Remark::new(at, message).with_severity(Severity::Warning).with_related(birth.span, other))
}

/// The tolerance in years: a birthday may lie between, and day and month may be swapped.
const MAX_AGE_DIFFERENCE: u32 = 1;

/// Compares the first age with the age at the visit from the date of birth.
fn born(draft: &Draft<'_>, ages: &[(u32, Span)]) -> Option<Remark> {
    let (age, at) = ages.first().copied()?;
    let mut dates = LifeDates::default();
    for group in draft.scan::<LifeDates>(()) {
        let moved = |date: Date| Date { span: date.span.shift(group.start), ..date };
        dates.birth = dates.birth.or(group.summary.birth.map(moved));
        dates.visit = dates.visit.or(group.summary.visit.map(moved));
        dates.latest = later(dates.latest, group.summary.latest.map(moved));
    }
    let birth = dates.birth?;
    // Without a visit date, a date on which the patient was already older than stated counts; an earlier date may be history.
    let is_older = |date: &Date| date.year.saturating_sub(birth.year) > age + MAX_AGE_DIFFERENCE;
    let visit = dates.visit.or(dates.latest.filter(is_older))?;
    let years = visit.year.checked_sub(birth.year)?;
    if let Some(months) = months_at(draft, at) {
        return wrong_months(draft, months, at, birth, visit);
    }
    if birth.span == visit.span || years.abs_diff(age) <= MAX_AGE_DIFFERENCE {
        return None;
    }
    let before_birthday = (visit.month, visit.day) < (birth.month, birth.day);
    let right = years - u32::from(before_birthday && years > 0);
    let message = if draft.is_spanish() {
        format!(
            "Con esta fecha de nacimiento el paciente tiene {right} años en la fecha de la nota, y no {age}. Compruebe la edad y las fechas."
        )
    } else {
        format!(
            "By the date of birth the patient is {right} on the day of the note, not {age}. Check the age and the dates."
        )
    };
    let other = if draft.is_spanish() { "la fecha de nacimiento" } else { "the date of birth" };
    Some(Remark::new(at, message).with_severity(Severity::Warning).with_related(birth.span, other))
}
