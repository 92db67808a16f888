//! `note/contradiction`

mod ages;
mod claims;
mod deficits;
mod removed;
mod sides;

use crate::analysis::assertion::{self, State};
use crate::rules::medication::first_listed_allergy;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

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

As warnings: two ages of the patient, an age that the date of birth does not give; an organ, an operation, a pregnancy or \
an obstetric formula that the patient's sex does not have (a man after a hysterectomy, a woman with a prostatectomy); a \
patient who never smoked and has pack-years; no known drug allergies and an allergy to a drug; a death and plans for the \
patient behind it; an operation on one side where the rest of the note speaks of the other; an organ that was taken out \
long ago and is found or operated on (appendix, gallbladder, both ovaries, spleen, prostate, tonsils, thyroid, kidney, \
lower leg, lens); a hemiparesis of both sides in two places, or on the side of its own infarct. As information: man and woman, \
he and she for one patient; intubated and on room air in one sentence.

## Why

More than half of the text of notes is copied from earlier ones; what was true of another day, or another patient, comes \
along.

## Example

```text
65-year-old man with chest pain.
Past surgical history: hysterectomy.
```

## What it cannot tell

Which place is right. A patient's sex and organs need not match: a note that speaks of a transgender patient is passed \
over. So are relatives and partners, the birth of the patient, and what was long ago.
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
    checks: &[Check::document(Applies::Notes, ages::check), Check::document(Applies::Notes, claims::check), Check::document(Applies::Notes, sides::check), Check::document(Applies::Notes, removed::check), Check::document(Applies::Notes, deficits::check), Check::document(Applies::Notes, allergies), Check::block(Applies::Notes, BlockFlags::NONE, airways)],
    fixes: None,
};

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
            if block.in_spanish() {
                "Un paciente intubado no respira aire ambiente. Compruebe cuál de las dos cosas es."
            } else {
                "A patient who is intubated does not breathe room air. Check which of the two holds."
            },
        )
        .with_related(tube, if block.in_spanish() { "intubado" } else { "intubated" }),
    ]
}

/// No known drug allergies in one place, and an allergy to a drug in another.
fn allergies(draft: &Draft<'_>) -> Vec<Remark> {
    let Some(none) = claims::no_allergy(draft) else { return Vec::new() };
    let Some(allergy) = first_listed_allergy(draft) else { return Vec::new() };
    let drug = draft.text(allergy).unwrap_or_default();
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "La nota recoge una alergia a {drug} y en otro lugar dice que no hay alergias medicamentosas. Compruebe los dos lugares."
            ),
            "sin alergias",
        )
    } else {
        (
            format!(
                "The note lists an allergy to {drug}, and says elsewhere that there are no drug allergies. Check both places."
            ),
            "no allergies",
        )
    };
    vec![Remark::new(allergy, message).with_severity(Severity::Warning).with_related(none, other)]
}
