//! `note/contradiction`

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::rules::notice::notice;
use crate::{Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::Arc;

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/contradiction",
        summary: "Two places of a note contradict each other",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Two ages of the patient; an organ or a state that the patient's sex does not have (a man after a hysterectomy, a woman \
with a prostatectomy); intubated and on room air in one sentence.

## Why

More than half of the text of notes is copied from earlier ones; what was true of another day, or another patient, comes \
along.

## Example

```text
65-year-old man with chest pain.
Past surgical history: hysterectomy.
```

## What it cannot tell

Which place is right. A patient's sex and organs need not match; the finding is information and asks to look. Relatives \
are passed over.
",
            notice!(),
            "
## Fixes

None. The finding links both places.

## Sources

Steinkamp et al. 2022, on duplicated text in notes, DOI 10.1001/jamanetworkopen.2022.33348; AHRQ PSNet, cases of copied \
text.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, ages), Check::document(Applies::Notes, organs), Check::block(Applies::Notes, BlockFlags::NONE, airways)],
    fixes: None,
};

/// The ages of the patient that a block states, with their places in it.
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

/// The patient's age where a block states it.
fn age_in(block: &BlockContext<'_>, out: &mut Vec<(u32, Span)>) {
    let text = block.prose();
    let lower = text.to_ascii_lowercase();
    let mut note = |number: &str, span: Span, needs_patient: bool| {
        let Ok(age) = number.parse::<u32>() else { return };
        let Some(sentence) = block.sentence_at(span.start as usize) else { return };
        let said = assertion::within(block, sentence, span);
        if age == 0 || age > 120 || said.experiencer == Experiencer::Relative {
            return;
        }
        let behind = lower.get(span.end as usize..).unwrap_or_default();
        let around = lower.get(sentence.span.range()).unwrap_or_default();
        const PATIENT: &[&str] = &[
            "man",
            "woman",
            "male",
            "female",
            "gentleman",
            "lady",
            "patient",
            "boy",
            "girl",
            "varon",
            "varón",
            "mujer",
            "paciente",
            "hombre",
            "niño",
            "niña",
            "m ",
            "f ",
        ];
        let words: Vec<&str> =
            behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(4).collect();
        let is_patient = words.iter().any(|word| PATIENT.contains(word));
        let in_past = ["when ", " at age", "cuando ", "a los ", "since ", "desde "]
            .iter()
            .any(|word| around.contains(word));
        let ahead = lower.get(..span.start as usize).unwrap_or_default().trim_end();
        let other =
            ["with a", "with an", "her", "his", "their", "and a", "by a", "of a", "con un", "con una", "su"]
                .iter()
                .any(|words| {
                    ahead.strip_suffix(words).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
                });
        if in_past || other || (needs_patient && !is_patient) {
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
            && ahead_words.iter().skip(1).any(|word| {
                matches!(*word, "paciente" | "varón" | "varon" | "mujer" | "hombre" | "niño" | "niña")
            })
            || ahead.ends_with("edad:");
        if is_patient {
            note(before.get(start..).unwrap_or_default(), Span::new(start, at + name.len()), false);
        }
    }
}

/// How many ages that differ from the first are told.
const MAX_OTHER_AGES: usize = 3;

/// The ages that a draft states of the patient, in the order of the text: as many as it takes to name the first and
/// those that differ from it.
struct AgesOfDraft;

impl AgesOfDraft {
    /// Adds an age, unless no answer depends on it: whatever the first age of the draft is, enough others are known.
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

fn ages(draft: &Draft<'_>) -> Vec<Remark> {
    let mut ages: Vec<(u32, Span)> = Vec::new();
    for group in draft.scan::<AgesOfDraft>(()) {
        for (age, span) in group.summary.iter() {
            AgesOfDraft::remember(&mut ages, *age, span.shift(group.start));
        }
    }
    let Some((first, at)) = ages.first().copied() else { return Vec::new() };
    let mut out: Vec<Remark> = Vec::new();
    for (age, span) in ages.iter().skip(1) {
        if *age != first && out.len() < MAX_OTHER_AGES {
            out.push(
                Remark::new(
                    *span,
                    format!("The patient is {age} here and {first} above. Check which is right."),
                )
                .with_related(at, "the other age"),
            );
        }
    }
    out
}

/// What only one sex has, as a rule, folded.
const FEMALE: &[&str] = &[
    "hysterectomy",
    "histerectomia",
    "histerectomía",
    "oophorectomy",
    "ooforectomia",
    "ooforectomía",
    "salpingo",
    "cervical smear",
    "pap smear",
    "pregnant",
    "embarazada",
    "gravida",
    "menopause",
    "menopausia",
    "uterus",
    "utero",
    "útero",
    "ovarian",
    "vaginal delivery",
    "cesarean",
    "cesarea",
    "cesárea",
    "lmp",
    "fur",
];
const MALE: &[&str] = &[
    "prostatectomy",
    "prostatectomia",
    "prostatectomía",
    "prostate",
    "prostata",
    "próstata",
    "vasectomy",
    "vasectomia",
    "vasectomía",
    "testicle",
    "testicular",
    "testiculo",
    "testículo",
    "psa",
    "benign prostatic",
    "orchiectomy",
    "orquiectomia",
    "orquiectomía",
    "scrotum",
    "escroto",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sex {
    Female,
    Male,
}

/// The sex that a block states of the patient, with its place in it.
struct Stated(Option<(Sex, Span)>);

/// The sex that a block states of the patient, beside the age: "65-year-old man", "mujer de 40 años".
fn sex_in(block: &BlockContext<'_>) -> Option<(Sex, Span)> {
    let (_, age) = Ages::of(block).0.first().copied()?;
    let sentence = block.sentence_at(age.start as usize)?;
    let text = block.slice(sentence.span);
    for word in text.split(|c: char| !c.is_alphabetic()).take(40) {
        let sex = match fold(word).as_str() {
            "man" | "male" | "gentleman" | "boy" | "varon" | "hombre" | "nino" => Sex::Male,
            "woman" | "female" | "lady" | "girl" | "mujer" | "nina" => Sex::Female,
            _ => continue,
        };
        return Some((sex, age));
    }
    None
}

/// The first words in a block that are said of a woman, and of a man, with their places in it.
#[derive(Default)]
struct Organs {
    female: Option<Span>,
    male: Option<Span>,
}

impl Organs {
    fn of(block: &BlockContext<'_>) -> Organs {
        let mut organs = Organs { female: None, male: None };
        for sentence in block.sentences() {
            if block.section_at(sentence.span.start as usize) == Section::FamilyHistory {
                continue;
            }
            let lower = block.slice(sentence.span).to_ascii_lowercase();
            for (words, first) in [(FEMALE, &mut organs.female), (MALE, &mut organs.male)] {
                if first.is_none() {
                    *first = words.iter().find_map(|name| said_of(block, *sentence, &lower, name));
                }
            }
        }
        organs
    }
}

/// Where a sentence, in lower case `lower`, says a word of the patient.
fn said_of(block: &BlockAnalysis, sentence: Sentence, lower: &str, name: &str) -> Option<Span> {
    let at = lower.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = lower.get(..*at).and_then(|text| text.chars().next_back());
        let behind = lower.get(at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    })?;
    let start = sentence.span.start as usize + at;
    let span = Span::new(start, start + name.len());
    let said = assertion::within(block, sentence, span);
    (said.experiencer != Experiencer::Relative && said.state != State::Negated).then_some(span)
}

fn organs(draft: &Draft<'_>) -> Vec<Remark> {
    let mut stated = StatedSex::default();
    for group in draft.scan::<SexOfDraft>(()) {
        let (female, male) = (group.summary.female, group.summary.male);
        stated.female = stated.female.or(female.map(|span| span.shift(group.start)));
        stated.male = stated.male.or(male.map(|span| span.shift(group.start)));
    }
    // A note about two people: a mother and her child.
    let (at, is_male) = match stated {
        StatedSex { female: None, male: Some(at) } => (at, true),
        StatedSex { female: Some(at), male: None } => (at, false),
        _ => return Vec::new(),
    };
    let who = if is_male { "a man" } else { "a woman" };
    let of_the_other = draft.scan::<OrgansOfDraft>(()).into_iter().find_map(|group| {
        let span = if is_male { group.summary.female } else { group.summary.male };
        span.map(|span| span.shift(group.start))
    });
    let Some(span) = of_the_other else { return Vec::new() };
    let message = format!(
        "“{}” is said of a patient whom the note calls {who}. Check both places.",
        draft.text(span).unwrap_or_default()
    );
    vec![Remark::new(span, message).with_related(at, "the patient")]
}

/// Where a draft first calls the patient a woman, and a man.
#[derive(Default)]
struct StatedSex {
    female: Option<Span>,
    male: Option<Span>,
}

/// Finds [`StatedSex`].
struct SexOfDraft;

impl Scan for SexOfDraft {
    type State = ();
    type Summary = StatedSex;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut StatedSex, block: &BlockContext<'_>) {
        if !block.is_prose() {
            return;
        }
        match block.fact(|block| Stated(sex_in(block))).0 {
            Some((Sex::Female, span)) => {
                summary.female.get_or_insert(span.shift(block.start));
            }
            Some((Sex::Male, span)) => {
                summary.male.get_or_insert(span.shift(block.start));
            }
            None => {}
        }
    }
}

/// Finds the first [`Organs`] of a draft.
struct OrgansOfDraft;

impl Scan for OrgansOfDraft {
    type State = ();
    type Summary = Organs;

    fn visit((): &mut (), summary: &mut Organs, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let organs = block.fact(Organs::of);
            summary.female = summary.female.or(organs.female.map(|span| span.shift(block.start)));
            summary.male = summary.male.or(organs.male.map(|span| span.shift(block.start)));
        }
    }
}

/// Intubated and on room air in one sentence.
fn airways(block: &BlockContext<'_>) -> Vec<Remark> {
    let lower = block.prose().to_ascii_lowercase();
    let Some(tube) = lower.find("intuba") else { return Vec::new() };
    let air = ["room air", "aire ambiente"]
        .iter()
        .find_map(|name| lower.find(name).map(|at| Span::new(at, at + name.len())));
    let Some(air) = air else { return Vec::new() };
    let (Some(first), Some(second)) = (block.sentence_at(tube), block.sentence_at(air.start as usize)) else {
        return Vec::new();
    };
    if first != second {
        return Vec::new();
    }
    let tube = Span::new(tube, tube + 6);
    let states = [tube, air].map(|span| assertion::within(block, first, span).state);
    let text = block.slice(first.span).to_ascii_lowercase();
    let moved = [
        "extubat",
        "extubad",
        "before",
        "after",
        "previously",
        "then",
        "prior",
        "antes",
        "tras",
        "luego",
        "now",
    ]
    .iter()
    .any(|word| text.contains(word));
    if moved || states.iter().any(|state| *state != State::Confirmed) {
        return Vec::new();
    }
    vec![
        Remark::new(
            air,
            "A patient who is intubated does not breathe room air. Check which of the two holds.",
        )
        .with_related(tube, "intubated"),
    ]
}
