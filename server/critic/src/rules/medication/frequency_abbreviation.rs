//! `medication/frequency-abbreviation`

use super::abbreviation_mention::is_only_mentioned;
use super::dose::{is_in_order_of_methotrexate, is_of_methotrexate, only_reading, quoted, said_at};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::quantities::Measure;
use crate::analysis::terms::Term;
use crate::analysis::words::Word;
use crate::pattern::{word_list, words};
use crate::rules::notice::notice;
use crate::{
    Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext, Region, Sentence,
};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/frequency-abbreviation",
        summary: "A frequency is abbreviated in a way that is easily misread",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

`QD`, `Q.D.`, `QOD`, `Q.O.D.` in any case next to a drug or a dose. As information also `OD`, `HS`, `qhs`, `q1d`, `TIW`, \
`BIW`, `UD` and `D/C`, which ISMP lists; `OD` not in the United Kingdom, where it is the usual word for once daily.

## Why

QD has been read as QID, four times the dose, and QOD as QD or QID. OD also means the right eye, HS half-strength, and D/C both discharge and discontinue; where the words around it tell of a discharge, it is left alone.

## Example

```text
Digoxin 0.125 mg QD.
```

## What it cannot tell

Which meaning was meant where there are two: the fixes offer all and prefer none. Without a drug, a dose or a route in \
the sentence it is silent.
",
            notice!(),
            "
## Fixes

None in an order of methotrexate, which asks how often it is taken. Elsewhere write the word: daily, every other day; cada 24 horas, cada 48 horas in Spanish text. The misreading is never offered; `OD` for \
an overdose or the right eye and `hs` for hours (“cada 24 hs”) are passed over.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::NONE, check)],
    fixes: Some(fixes),
};

/// An abbreviation: its form without full stops in lower case, its readings in English and Spanish,
/// and whether the Joint Commission lists it.
struct Abbreviation {
    written: &'static str,
    english: &'static [&'static str],
    spanish: &'static [&'static str],
    never: bool,
}

const ABBREVIATIONS: &[Abbreviation] = &[
    Abbreviation { written: "qd", english: &["daily"], spanish: &["cada 24 horas"], never: true },
    Abbreviation { written: "qod", english: &["every other day"], spanish: &["cada 48 horas"], never: true },
    Abbreviation { written: "q1d", english: &["daily"], spanish: &["cada 24 horas"], never: false },
    Abbreviation { written: "od", english: &["daily"], spanish: &["cada 24 horas"], never: false },
    Abbreviation { written: "hs", english: &["at bedtime"], spanish: &["al acostarse"], never: false },
    Abbreviation {
        written: "qhs",
        english: &["nightly at bedtime"],
        spanish: &["al acostarse"],
        never: false,
    },
    Abbreviation {
        written: "tiw",
        english: &["three times weekly"],
        spanish: &["tres veces por semana"],
        never: false,
    },
    Abbreviation {
        written: "biw",
        english: &["twice weekly"],
        spanish: &["dos veces por semana"],
        never: false,
    },
    Abbreviation { written: "ud", english: &["as directed"], spanish: &["según indicación"], never: false },
    Abbreviation { written: "d/c", english: &["discontinue"], spanish: &["suspender"], never: false },
];

/// Returns the readings of an abbreviation at a place: "d/c home" is a discharge, "d/c warfarin"
/// stops a drug, and elsewhere it may be either.
fn readings(
    block: &BlockAnalysis,
    span: Span,
    known: &Abbreviation,
    spanish: bool,
) -> &'static [&'static str] {
    if known.written != "d/c" {
        return if spanish { known.spanish } else { known.english };
    }
    static WORDS_BEHIND_DISCHARGE: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("frequency-abbreviation/words-behind-discharge"));
    static WORDS_BEFORE_DISCHARGE: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("frequency-abbreviation/words-before-discharge"));
    let text = block.prose();
    let (before, behind) = (
        text.get(..span.start as usize).unwrap_or_default(),
        text.get(span.end as usize..).unwrap_or_default(),
    );
    let is_drug_next = block.phrases().iter().any(|found| {
        matches!(found.meaning, Meaning::Drug(_))
            && found.span.start >= span.end
            && text
                .get(span.end as usize..found.span.start as usize)
                .is_some_and(|gap| matches!(gap.trim(), "" | "the" | "his" | "her" | "home" | "'d" | "all"))
    });
    // "d/c'd home".
    let behind = behind.strip_prefix("'d").or_else(|| behind.strip_prefix("’d")).unwrap_or(behind);
    let next = behind.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).map(fold);
    let last = before.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).map(fold);
    let is_one_of =
        |word: &Option<String>, list: &[&str]| word.as_deref().is_some_and(|word| list.contains(&word));
    let is_time = is_one_of(&last, &["upon", "after", "until", "before", "at"]);
    match (
        is_drug_next && !is_time,
        is_one_of(&next, &WORDS_BEHIND_DISCHARGE) || is_one_of(&last, &WORDS_BEFORE_DISCHARGE),
        spanish,
    ) {
        (true, _, _) => {
            if spanish {
                known.spanish
            } else {
                known.english
            }
        }
        (false, true, false) => &["discharge"],
        (false, true, true) => &["alta"],
        (false, false, false) => &["discharge", "discontinue"],
        (false, false, true) => &["alta", "suspender"],
    }
}

/// Finds the abbreviation that begins with the word `first`, and its end: `QD`, `Q.D.`, `q1d`,
/// `D/C`.
fn abbreviation(
    block: &BlockAnalysis,
    words: &[Word],
    first: usize,
) -> Option<(&'static Abbreviation, Span)> {
    let start = words.get(first)?.span;
    let text = block.prose();
    if text.get(..start.start as usize)?.ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '/') {
        return None;
    }
    let rest = text.get(start.start as usize..)?;
    let lead = rest.get(..rest.floor_char_boundary(6))?;
    if !lead.starts_with(['q', 'Q', 'o', 'O', 'h', 'H', 't', 'T', 'b', 'B', 'u', 'U', 'd', 'D']) {
        return None;
    }
    let mut compact = String::new();
    let mut len = 0;
    for (at, c) in lead.char_indices() {
        if c.is_ascii_alphanumeric() || c == '/' {
            compact.push(c.to_ascii_lowercase());
            len = at + 1;
        } else if c == '.' {
            // A full stop inside belongs to it, and so does the last one of `q.d.`.
            if compact.len() > 1 && lead.get(..at)?.contains('.') {
                len = at + 1;
            }
        } else {
            break;
        }
    }
    let known = ABBREVIATIONS.iter().find(|known| known.written == compact)?;
    let end = start.start as usize + len;
    let goes_on = text.get(end..)?.starts_with(|c: char| c.is_alphanumeric() || c == '/');
    (!goes_on).then(|| (known, Span::new(start.start as usize, end)))
}

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let words = block.words();
    let mut out = Vec::new();
    for first in 0..words.len() {
        let Some(word) = words.get(first).filter(|word| word.id.is_word() && word.span.len() <= 3) else {
            continue;
        };
        let Some((known, span)) = abbreviation(block, words, first) else { continue };
        if known.written == "hs" && is_hours(block, span) || is_only_mentioned(block, span) {
            continue;
        }
        let Some(sentence) = block.sentence_at(word.span.start as usize) else { continue };
        if !is_about_medication(block, sentence, span, known)
            || (known.written == "od" && block.setting.region == Region::EnGb)
        {
            continue;
        }
        let shown = block.slice(span);
        let spanish = block.in_spanish();
        // A discharge is not about medication.
        if matches!(readings(block, span, known, spanish), ["discharge" | "alta"]) {
            continue;
        }
        if is_in_order_of_methotrexate(block, span.start) {
            out.push(of_methotrexate(span, shown, known, spanish));
            continue;
        }
        let better = quoted(readings(block, span, known, spanish), spanish);
        let message = match (known.never, spanish) {
            (true, false) => format!(
                "“{shown}” has been misread as four times a day. The Joint Commission's Do Not Use list asks for the words: write {better}."
            ),
            (true, true) => format!(
                "«{shown}» se ha leído como cuatro veces al día. Las listas de abreviaturas peligrosas piden las palabras: escriba {better}."
            ),
            (false, false) => {
                format!("“{shown}” is on ISMP's list of error-prone abbreviations. Consider {better}.")
            }
            (false, true) => format!(
                "«{shown}» figura en la lista de abreviaturas propensas a error (ISMP). Mejor {better}."
            ),
        };
        let remark = Remark::new(span, message);
        out.push(if known.never { remark } else { remark.with_severity(Severity::Information) });
    }
    out
}

/// Returns the remark on an abbreviation in an order of methotrexate, which offers no replacement.
fn of_methotrexate(span: Span, shown: &str, known: &Abbreviation, spanish: bool) -> Remark {
    let message = if spanish {
        format!(
            "«{shown}» es una abreviatura propensa a error. ¿Con qué frecuencia se toma el metotrexato? A dosis bajas, una vez a la semana: escríbalo con el día de la semana."
        )
    } else {
        format!(
            "“{shown}” is an error-prone abbreviation. How often is the methotrexate taken? In low doses, once a week: write it out with the day of the week."
        )
    };
    let remark = Remark::new(span, message);
    if known.never { remark } else { remark.with_severity(Severity::Information) }
}

/// Whether `hs` counts hours, as in Latin America: "cada 24 hs", "c/8 hs", "a las 20 hs", "500 mg/6
/// hs".
fn is_hours(block: &BlockAnalysis, span: Span) -> bool {
    let before = block.prose().get(..span.start as usize).unwrap_or_default().trim_end();
    before.ends_with(|c: char| c.is_ascii_digit() || c == '½')
        || word_list!("frequency-abbreviation/is-hours")
            .iter()
            .any(|word| fold(before).split_whitespace().next_back() == Some(*word))
}

/// Whether the sentence contains a drug, a dose or a route; for abbreviations that are also other
/// words, close to them.
fn is_about_medication(block: &BlockAnalysis, sentence: Sentence, span: Span, known: &Abbreviation) -> bool {
    let near = |other: Span| {
        let gap = other.start.saturating_sub(span.end).max(span.start.saturating_sub(other.end));
        gap <= if known.never { 120 } else { 40 }
    };
    let phrase = block.phrases_in(sentence.span).any(|found| {
        let counts = match found.meaning {
            Meaning::Drug(_) => true,
            Meaning::Term(term) => matches!(term, Term::Route | Term::Form) && known.written != "d/c",
            Meaning::Cue(_) | Meaning::DrugGroup(_) => false,
        };
        counts && near(found.span) && !found.span.overlaps(span)
    });
    let dose = || {
        block.quantities().iter().any(|quantity| {
            sentence.span.contains(quantity.span) && quantity.may_be_dose() && near(quantity.span)
        })
    };
    // Spelled out right before it: "hidradenitis suppurativa (HS)".
    let text = block.prose();
    let is_bracketed = text.get(..span.start as usize).is_some_and(|before| before.ends_with('('))
        && text.get(span.end as usize..).is_some_and(|behind| behind.starts_with(')'));
    if is_bracketed && !known.never {
        return false;
    }
    // OD also means right eye and overdose: as a frequency it directly follows a dose or form.
    if known.written == "od" {
        return !is_eye_or_overdose(block, sentence) && has_dose_before(block, span);
    }
    if known.written == "hs" {
        return has_dose_before(block, span);
    }
    phrase || (known.written != "d/c" && dose())
}

/// Whether the text is about eyes, or the sentence about an overdose.
fn is_eye_or_overdose(block: &BlockAnalysis, sentence: Sentence) -> bool {
    let eye = block.prose().split(|c: char| !c.is_alphabetic()).any(|word| {
        matches!(word, "OI" | "OS" | "OU" | "AV" | "VA")
            || matches!(
                fold(word).as_str(),
                "eye"
                    | "eyes"
                    | "ojo"
                    | "ojos"
                    | "ocular"
                    | "retina"
                    | "vision"
                    | "cornea"
                    | "gtt"
                    | "drop"
                    | "drops"
                    | "gota"
                    | "gotas"
            )
    });
    let overdose = [
        "overdos",
        "ingest",
        "intentional",
        "suicid",
        "took",
        "taken",
        "naloxone",
        "swallow",
        "sobredosis",
        "ingiri",
        "intoxic",
        "autolitic",
        "naloxona",
        "poison",
    ];
    let folded = fold(block.slice(sentence.span));
    eye || overdose.iter().any(|word| folded.contains(word))
}

/// Whether a dose or a dosage form directly precedes a place, separated by no more than a route and
/// "at" or "to be taken".
fn has_dose_before(block: &BlockAnalysis, span: Span) -> bool {
    const MAX_GAP_BYTES: u32 = 16;
    let Some(sentence) = block.sentence_at(span.start as usize) else { return false };
    let is_before = |end: u32| end <= span.start && span.start - end <= MAX_GAP_BYTES;
    let dose = block.quantities().iter().any(|quantity| {
        (quantity.may_be_dose() || quantity.measure == Measure::Count)
            && sentence.span.contains(quantity.span)
            && is_before(quantity.span.end)
    });
    dose || block
        .terms_in(sentence.span, |term| matches!(term, Term::Form | Term::Route))
        .any(|found| is_before(found.span.end))
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    if is_of_methotrexate(draft, finding) {
        return Vec::new();
    }
    let Some((text, spanish)) = said_at(draft, finding) else { return Vec::new() };
    let compact: String = text.chars().filter(|c| *c != '.').collect::<String>().to_lowercase();
    let Some(known) = ABBREVIATIONS.iter().find(|known| known.written == compact) else { return Vec::new() };
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let at = finding.span.start as usize - block.start;
    let span = Span::new(at, at + finding.span.len());
    only_reading(file, finding, readings(&block, span, known, spanish), spanish)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/frequency-abbreviation";

    #[test]
    fn the_reading_that_is_meant_is_offered_and_never_the_misreading() {
        let of = |text: &str| {
            fixed(ID, Format::PlainText, text, &note())
                .into_iter()
                .map(|fix| (fix.1, fix.2))
                .collect::<Vec<_>>()
        };
        assert_eq!(of("Digoxin 0.125 mg Q.D. today"), [(true, "Digoxin 0.125 mg daily today".to_owned())]);
        // Half-strength and discharge are common misreadings of the abbreviations.
        assert_eq!(of("Zolpidem 5 mg HS"), [(true, "Zolpidem 5 mg at bedtime".to_owned())]);
        assert_eq!(of("D/C metformin."), [(true, "discontinue metformin.".to_owned())]);
        assert_eq!(
            of("Zolpidem 5 mg hs si insomnio de la paciente."),
            [(true, "Zolpidem 5 mg al acostarse si insomnio de la paciente.".to_owned())]
        );
    }

    #[test]
    fn the_full_stop_of_a_sentence_is_none_of_the_abbreviation() {
        assert_eq!(places(ID, Format::PlainText, "Aspirin 81 mg qd. Then rest.", &note()), ["qd"]);
        assert_eq!(places(ID, Format::PlainText, "Aspirin 81 mg q.d. Then rest.", &note()), ["q.d."]);
    }
}
