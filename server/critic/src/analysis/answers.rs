//! Reads form answers: the word after a term says whether the patient has it.
//!
//! Electronic records print `Penicillin allergy: No`, `Asthma [x] no [ ] yes`, `| Pregnancy | N |` and `Alergia a
//! penicilina: niega`. An answer must fill its field, so “penicillin: no anaphylaxis, only a rash” does not count.

use crate::pattern::{Pattern, any_case, forms};
use referee_text::Span;
use std::sync::LazyLock;

/// Up to four words that end the question after its term: `allergy`, `use`, `(drug)`.
const QUESTION_END: &str = r"^(?:[ \t]+[\p{L}'’()/-]+){0,4}[ \t]*[*_]*[ \t]*";

/// A ticked answer: a marked box with its word, or a word with its marked box.
static TICKED: LazyLock<Pattern> = LazyLock::new(|| {
    let marked = r"(?:\[[xX✓✔*]\]|\([xX✓]\)|☒|☑|✓|✔)";
    let empty = r"(?:\[[ _]?\]|\([ _]\)|☐)";
    let (yes, no) = (forms("answer/ticked-yes"), forms("answer/ticked-no"));
    any_case(&format!(
        r"{QUESTION_END}[:?|=–—-]?[ \t|]*(?:{empty} ?(?:{yes}|{no})\b[ \t,/|]*)?(?:{marked} ?(?:(?<yes>{yes})|(?<no>{no}))\b|(?:(?<yesbefore>{yes})|(?<nobefore>{no})) ?{marked})"
    ))
});

/// An answer of one or two words that ends its field.
static ANSWERED: LazyLock<Pattern> = LazyLock::new(|| {
    let (yes, no) = (forms("answer/yes"), forms("answer/no"));
    any_case(&format!(
        r"{QUESTION_END}(?:[:?=|]|[ \t][–—-][ \t])[ \t|*_]*(?:(?<no>{no})|(?<yes>{yes}))[*_]*[ \t]*(?:[.,;|)\n]|$)"
    ))
});

/// The form answer to the term at `span`, with its location; `None` if no answer follows on the line.
pub(crate) fn answer(text: &str, span: Span) -> Option<(bool, Span)> {
    let start = span.end as usize;
    let rest = text.get(start..)?;
    let line = rest.get(..rest.find('\n').unwrap_or(rest.len()))?;
    if !line.contains([':', '?', '|', '=', '[', '(', '☒', '☑', '✓', '✔', '-', '–', '—']) {
        return None;
    }
    let place = |found: regex::Match<'_>| Span::new(start + found.start(), start + found.end());
    if let Some(ticked) = TICKED.captures(line) {
        let yes = ticked.name("yes").or_else(|| ticked.name("yesbefore"));
        let no = ticked.name("no").or_else(|| ticked.name("nobefore"));
        return yes.map(|yes| (true, place(yes))).or_else(|| no.map(|no| (false, place(no))));
    }
    let found = ANSWERED.captures(line)?;
    let yes = found.name("yes").map(|yes| (true, place(yes)));
    yes.or_else(|| found.name("no").map(|no| (false, place(no))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, term: &str) -> Option<bool> {
        let at = text.find(term)?;
        answer(text, Span::new(at, at + term.len())).map(|(yes, _)| yes)
    }

    #[test]
    fn the_answer_is_the_whole_field() {
        for (text, term, answer) in [
            ("Penicillin allergy: No", "Penicillin", Some(false)),
            ("Penicillin allergy: N", "Penicillin", Some(false)),
            ("Allergy to penicillin: denies.", "penicillin", Some(false)),
            ("| Penicillin | No |", "Penicillin", Some(false)),
            ("Asthma: [x] no [ ] yes", "Asthma", Some(false)),
            ("Asthma: [ ] no [x] yes", "Asthma", Some(true)),
            ("Asthma  No [x]  Yes [ ]", "Asthma", Some(false)),
            ("Alergia a penicilina: sí", "penicilina", Some(true)),
            ("¿Alérgico a AINE? No", "AINE", Some(false)),
            ("Penicillin: no anaphylaxis, only a rash", "Penicillin", None),
            ("Penicillin (rash)", "Penicillin", None),
            ("Asthma, no attacks since 2010", "Asthma", None),
            ("Penicillin: Yes, hives", "Penicillin", Some(true)),
        ] {
            assert_eq!(of(text, term), answer, "{text}");
        }
    }
}
