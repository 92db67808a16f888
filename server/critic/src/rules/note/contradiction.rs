//! `note/contradiction`

mod ages;
mod body_mass;
mod claims;
mod dates;
mod deficits;
mod denied_disease;
mod fever;
mod kinds;
mod operation_label;
mod opposed_states;
mod paired_units;
mod possessive;
mod removed;
mod side_in_words;
mod sides;
mod statements;
mod stopped_drug;
mod told_allergy;
mod trends;
mod wound_side;

use crate::analysis::assertion::{self, State};
use crate::analysis::folding::{fold, joined};
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, context, word_list};
use crate::rules::medication::{denied_class, first_listed_allergy};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, parallel};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(crate) use statements::readings as statement_readings;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/contradiction",
        summary: "Two places of a note contradict each other",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: kinds::KINDS,
        documentation: concat!(
            "\
## What it flags

As warnings: two ages of the patient, an age that the date of birth does not give; an organ, an operation, a pregnancy or \
an obstetric formula that the patient's sex does not have (a man after a hysterectomy, a woman with a prostatectomy); a \
patient who never smoked and has pack-years; no known drug allergies and an allergy to a drug; a death and plans for the patient after it; an operation on one side where the rest of the note mentions the other, or whose wound or cast is on the other; an organ that was taken out \
long ago and is found or operated on (appendix, gallbladder, both ovaries, spleen, prostate, tonsils, thyroid, kidney, \
lower leg, breast, testis, lens); a disease that is denied and treated (diabetes, hypertension, asthma, COPD, epilepsy); \
a first pregnancy and an earlier caesarean; a fever and the word afebrile for one hour, or for the whole stay; a class of drugs that the patient does not take (anticoagulants, statins, insulin, steroids …) and a drug of it among the medicines; a hemiparesis of both sides in two places, or on the same side as the infarct; a body mass index that the height and the weight do not give; one quantity in two units that do not agree (70 kg (32 lb), 38.5 °C (98.6 °F), mg/dL and mmol/L); a complaint or a fracture on one side and its diagnosis, its image or its cast on the other; a drug that is stopped, or must not be given again, among what is taken \
home or continued; and states of which a patient has one at a time: \
a catheter or a pacemaker that is there and not there, breathing alone and on a ventilator, awake and in a coma, mute and fluent, \
for resuscitation and not, nil by mouth and eating, bedbound and walking, continent and not, an ejection fraction that is normal \
and severely reduced, left- and right-handed, diabetes of type 1 and of type 2, alone and with somebody at home, vaccines, \
sight, hearing, teeth, HIV and a pregnancy that are denied and told, twins and a single child, one kidney and two, a womb that was taken out and is found, lenses that were replaced and a cataract, a \
breastbone that was opened and has no scar, constipation and loose stools, a large spleen that is not felt, suicidal thoughts, \
seizures, caesareans, anaesthetics and contraception that are denied and told, a graft that works and dialysis, vasopressors that \
run and do not, the menopause and a \
recent period, nodes or margins of a tumour that are free and involved, and a drug against a marker that the tumour lacks (HER2, \
hormone receptors, EGFR, ALK, BRAF, RAS, CD20). As information: man and woman, \
he and she for one patient; intubated and on room air in one sentence.

Any two statements about the patient are also compared by what they state, in whatever words: habits, allergies, earlier \
operations, organs, diseases, classes of drugs, devices, mobility, consciousness, the airway, diet, rhythm, oedema, \
lungs, pupils, images, cultures, tests, blood groups, births, symptoms, vaccines, the feeding of infants, oxygen, work, \
capacity, the side of a palsy or of a dressing, the vertebra or the finger of an operation; an image or a tissue against the \
diagnosis; numbers against words (HR 132 and “no tachycardia”, K 6.4 and “normal potassium”, K 2.9 and “hyperkalaemia”, \
a body mass index of 22 and “obese”, a creatinine of 90, 140 and 210 in a table and “creatinine falling”); numbers of things (two polyps, “all three polyps”); and two weights, heights, \
ejection fractions or ages of a pregnancy. An operation that is dated before its admission is reported too. Findings of the hour are compared only if the note gives both for one time. Tables are read by their times, in the first row or the first column. What is read and what excludes \
what are the tables `statements.tsv`, `statement_measures.tsv`, `statement_times.tsv` and `exclusions.tsv`.

## Why

More than half of the text of notes is copied from earlier ones; what was true of another day, or another patient, comes \
along.

## Example

```text
65-year-old man with chest pain.
Past surgical history: hysterectomy.
```

## What it cannot tell

Which place is right. A patient's sex and organs need not match: a note about a transgender patient is passed \
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
    checks: &[
        Check::document(Applies::Notes, all),
        Check::block(Applies::Notes, BlockFlags::NONE, airways).of_kind(kinds::AIRWAY),
    ],
    fixes: None,
};

/// A check of the whole note, and the kind of its remarks that have none.
type NoteCheck = (&'static str, fn(&Draft<'_>) -> Vec<Remark>);

/// The checks of single contradictions.
const CHECKS: &[NoteCheck] = &[
    (kinds::AGE, ages::check),
    (kinds::SEX, claims::check),
    (kinds::SIDE, sides::check),
    (kinds::REMOVED_ORGAN, removed::check),
    (kinds::DEFICIT, deficits::check),
    (kinds::ALLERGY, allergies),
    (kinds::DENIED_DISEASE, denied_disease::check),
    (kinds::FEVER, fever::check),
    (kinds::DENIED_DRUG, denied_class),
    (kinds::STATE, opposed_states::check),
    (kinds::STOPPED_DRUG, stopped_drug::check),
    (kinds::BODY_MASS, body_mass::check),
    (kinds::SIDE, wound_side::check),
    (kinds::PRONOUN, possessive::check),
    (kinds::SIDE, side_in_words::check),
    (kinds::SIDE, operation_label::check),
    (kinds::UNITS, paired_units::check),
    (kinds::STATE, dates::check),
    (kinds::STATE, trends::check),
];

/// All checks of the whole note. A pair of statements that a single check has reported is not reported again.
fn all(draft: &Draft<'_>) -> Vec<Remark> {
    // The checks take half of the time of a long note.
    let found: Vec<Vec<Remark>> = if draft.is_long() {
        parallel::map(CHECKS.len() + 1, &|| false, |at| found_by(draft, at)).unwrap_or_default()
    } else {
        (0..=CHECKS.len()).map(|at| found_by(draft, at)).collect()
    };
    let (statements, single) = found.split_last().map_or((&[][..], &[][..]), |(last, rest)| (last, rest));
    let mut out: Vec<Remark> = Vec::new();
    for remarks in single {
        let new: Vec<Remark> = remarks.iter().filter(|remark| !is_known(&out, remark)).cloned().collect();
        out.extend(new);
    }
    for remark in statements {
        if !is_known(&out, remark) {
            out.push(remark.clone());
        }
    }
    out
}

/// The remarks of the check at an index of [`CHECKS`]; those about pairs of statements at the index after the last.
fn found_by(draft: &Draft<'_>, at: usize) -> Vec<Remark> {
    let Some((kind, check)) = CHECKS.get(at) else { return statements::check(draft) };
    let mut remarks = check(draft);
    for remark in &mut remarks {
        remark.kind = remark.kind.or(Some(kind));
    }
    remarks
}

/// Whether a remark is on the same two places as one that is known, or on one of them for the same reason.
fn is_known(all: &[Remark], remark: &Remark) -> bool {
    let places = |remark: &Remark| -> Vec<Span> {
        remark.related.iter().map(|other| other.span).chain([remark.place]).collect()
    };
    all.iter().any(|known| {
        let known_places = places(known);
        let shared = places(remark)
            .iter()
            .filter(|one| known_places.iter().any(|other| other.overlaps(**one)))
            .count();
        shared > 1 || shared == 1 && known.kind == remark.kind
    })
}

/// Intubated and on room air in the same sentence.
fn airways(block: &BlockContext<'_>) -> Vec<Remark> {
    static ON_AIR: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/airway/air"));
    let lower = joined(block.prose()).to_ascii_lowercase();
    let Some(tube) = lower.find("intuba") else { return Vec::new() };
    let Some(air) = ON_AIR.find(&lower).map(|found| Span::new(found.start(), found.end())) else {
        return Vec::new();
    };
    let (Some(first), Some(second)) = (block.sentence_at(tube), block.sentence_at(air.start as usize)) else {
        return Vec::new();
    };
    if first != second {
        return Vec::new();
    }
    let tube = Span::new(tube, tube + 6);
    let states = [tube, air].map(|span| assertion::within(block, first, span).state);
    // The words directly before the tube, or between it and the air, may date them differently.
    let (from, to) = (tube.start.min(air.start), tube.end.max(air.end));
    let lead = block.slice(Span { start: first.span.start, end: from }).to_ascii_lowercase();
    let lead = lead.rsplit([',', ';', '.']).next().unwrap_or_default().replace("since then", " ");
    let text = format!("{lead} {}", block.slice(Span { start: from, end: to }).to_ascii_lowercase());
    let moved = word_list!("contradiction/airways").iter().any(|word| text.contains(word));
    if moved || states.iter().any(|state| *state != State::Confirmed) {
        return Vec::new();
    }
    vec![
        Remark::new(
            air,
            if block.in_spanish() {
                "Un paciente intubado no respira aire ambiente. Compruebe cuál de las dos cosas es."
            } else {
                "An intubated patient does not breathe room air. Check which of the two is right."
            },
        )
        .with_related(tube, if block.in_spanish() { "intubado" } else { "intubated" }),
    ]
}

/// "No known drug allergies" in one place and a drug allergy in another.
fn allergies(draft: &Draft<'_>) -> Vec<Remark> {
    let Some(none) = claims::no_allergy(draft) else { return Vec::new() };
    // "Allergies: none to sulfa; cefaclor (rash)" excludes one allergy only.
    let behind = draft.text(Span { start: none.end, end: none.end + 4 }).unwrap_or_default();
    if behind.starts_with(" to ") {
        return Vec::new();
    }
    let listed = first_listed_allergy(draft).filter(|allergy| !is_below_the_answer(draft, none, *allergy));
    let Some(allergy) = listed.or_else(|| told_allergy::first(draft)) else { return Vec::new() };
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

/// Whether a drug only follows the denial of allergies in the same block: "Alergias: no. Creatinina 0,8.
/// Vincristina no en este ciclo". Without a word for an allergy or a reaction it is not an entry of that list.
fn is_below_the_answer(draft: &Draft<'_>, none: Span, drug: Span) -> bool {
    let Some(block) = draft.at(drug.start as usize) else { return false };
    let start = block.start;
    let (Some(from), Some(at)) =
        ((none.end as usize).checked_sub(start), (drug.start as usize).checked_sub(start))
    else {
        return false;
    };
    if from > at {
        return false;
    }
    let Some(sentence) = block.sentence_at(at) else { return false };
    let is_told = block
        .terms_in(sentence.span, |term| {
            matches!(term, Term::Allergy | Term::SevereReaction | Term::AllergicReaction | Term::NotTolerated)
        })
        .next()
        .is_some();
    let between = fold(block.slice(Span::new(from, at)));
    let is_listed_anew =
        ["alerg", "allerg", "intoleran", "reacci", "reaction"].iter().any(|stem| between.contains(stem));
    // "Allergies: none. Penicillin (rash)": the reaction follows in brackets.
    let behind = block.slice(Span::new(at, (sentence.span.end as usize).max(at)));
    let is_bracketed = behind.split_once(' ').is_some_and(|(_, rest)| rest.starts_with('('));
    !is_told && !is_listed_anew && !is_bracketed
}
