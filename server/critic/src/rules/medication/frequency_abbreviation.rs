//! `medication/frequency-abbreviation`

use super::dose::{readings, said_at};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::terms::Term;
use crate::analysis::words::Word;
use crate::rules::notice::notice;
use crate::{
    Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext, Region, Sentence,
};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/frequency-abbreviation",
        summary: "How often a drug is given is abbreviated in a way that is misread",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

`QD`, `Q.D.`, `QOD`, `Q.O.D.` in any case beside a drug or a dose. As information also `OD`, `HS`, `qhs`, `q1d`, `TIW`, \
`BIW`, `UD` and `D/C`, which ISMP lists; `OD` not in the United Kingdom, where it is the usual word for once daily.

## Why

QD has been read as QID, four times the dose, and QOD as QD or QID. OD also means the right eye, HS half-strength, and \
D/C both discharge and discontinue.

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

Write the word: daily, every other day; cada 24 horas, cada 48 horas in Spanish text.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::NONE, check)],
    fixes: Some(fixes),
};

/// An abbreviation: how it is written without full stops, in lower case; its readings in English and Spanish;
/// whether the Joint Commission lists it.
struct Abbreviation {
    written: &'static str,
    english: &'static [&'static str],
    spanish: &'static [&'static str],
    never: bool,
}

const LIST: &[Abbreviation] = &[
    Abbreviation { written: "qd", english: &["daily"], spanish: &["cada 24 horas"], never: true },
    Abbreviation { written: "qod", english: &["every other day"], spanish: &["cada 48 horas"], never: true },
    Abbreviation { written: "q1d", english: &["daily"], spanish: &["cada 24 horas"], never: false },
    Abbreviation {
        written: "od",
        english: &["daily", "right eye"],
        spanish: &["cada 24 horas", "ojo derecho"],
        never: false,
    },
    Abbreviation {
        written: "hs",
        english: &["at bedtime", "half-strength"],
        spanish: &["al acostarse", "a media concentración"],
        never: false,
    },
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
    Abbreviation {
        written: "d/c",
        english: &["discontinue", "discharge"],
        spanish: &["suspender", "alta"],
        never: false,
    },
];

/// The abbreviation that begins with the word `first`, and where it ends: `QD`, `Q.D.`, `q1d`, `D/C`.
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
            // A full stop inside belongs to it; so does the last one of `q.d.`.
            if compact.len() > 1 && lead.get(..at)?.contains('.') {
                len = at + 1;
            }
        } else {
            break;
        }
    }
    let known = LIST.iter().find(|known| known.written == compact)?;
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
        let Some(sentence) = block.sentence_at(word.span.start as usize) else { continue };
        if !is_about_medication(block, sentence, span, known)
            || (known.written == "od" && block.setting.region == Region::EnGb)
        {
            continue;
        }
        let shown = block.slice(span);
        let spanish = block.in_spanish();
        let readings = if spanish { known.spanish } else { known.english };
        let quoted: Vec<String> = readings.iter().map(|reading| format!("“{reading}”")).collect();
        let message = if known.never {
            format!(
                "“{shown}” has been misread as four times a day. The Joint Commission's Do Not Use list asks for the words: write {}.",
                quoted.join(" or ")
            )
        } else if quoted.len() > 1 {
            format!(
                "“{shown}” has more than one meaning (ISMP's list). Write {}, whichever is meant.",
                quoted.join(" or ")
            )
        } else {
            format!(
                "“{shown}” is on ISMP's list of error-prone abbreviations. Consider {}.",
                quoted.join(" or ")
            )
        };
        let remark = Remark::new(span, message);
        out.push(if known.never { remark } else { remark.with_severity(Severity::Information) });
    }
    out
}

/// Whether a drug, a dose or a route stands in the sentence; for the abbreviations that are also words of other
/// things, near enough.
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
    // OD is also the right eye, and then OI, OS or a word for the eye is not far.
    if known.written == "od" {
        let eye = block.prose().split(|c: char| !c.is_alphabetic()).any(|word| {
            matches!(word, "OI" | "OS" | "OU" | "AV" | "VA")
                || matches!(
                    fold(word).as_str(),
                    "eye" | "eyes" | "ojo" | "ojos" | "ocular" | "retina" | "vision" | "cornea"
                )
        });
        if eye || !dose() {
            return false;
        }
    }
    phrase || (known.written != "d/c" && dose())
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some((text, spanish)) = said_at(draft, finding) else { return Vec::new() };
    let compact: String = text.chars().filter(|c| *c != '.').collect::<String>().to_lowercase();
    let Some(known) = LIST.iter().find(|known| known.written == compact) else { return Vec::new() };
    readings(file, finding, if spanish { known.spanish } else { known.english })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/frequency-abbreviation";

    #[test]
    fn one_reading_is_preferred_and_of_several_none() {
        let of = |text: &str| {
            fixed(ID, Format::PlainText, text, &note())
                .into_iter()
                .map(|fix| (fix.1, fix.2))
                .collect::<Vec<_>>()
        };
        assert_eq!(of("Digoxin 0.125 mg Q.D. today"), [(true, "Digoxin 0.125 mg daily today".to_owned())]);
        assert_eq!(
            of("Zolpidem 5 mg HS"),
            [
                (false, "Zolpidem 5 mg at bedtime".to_owned()),
                (false, "Zolpidem 5 mg half-strength".to_owned())
            ]
        );
        assert_eq!(
            of("D/C metformin."),
            [(false, "discontinue metformin.".to_owned()), (false, "discharge metformin.".to_owned())]
        );
    }

    #[test]
    fn the_full_stop_of_a_sentence_is_none_of_the_abbreviation() {
        assert_eq!(places(ID, Format::PlainText, "Aspirin 81 mg qd. Then rest.", &note()), ["qd"]);
        assert_eq!(places(ID, Format::PlainText, "Aspirin 81 mg q.d. Then rest.", &note()), ["q.d."]);
    }
}
