//! The definitions of the `source/` rules, with their documentation.

use referee_findings::{Rule, Scope, Severity};

macro_rules! rule {
    ($(#[$doc:meta])* $name:ident, $id:literal, $severity:expr, $summary:literal, $documentation:literal) => {
        $(#[$doc])*
        pub static $name: Rule = Rule {
            id: $id,
            summary: $summary,
            severity: Some($severity),
            kinds: &[],
            scope: Scope::Document,
            needs_reason: true,
            documentation: $documentation,
        };
    };
}

rule!(
    /// Reports a drug in the note that no source mentions.
    DRUG_NOT_SAID, "source/drug-not-said", Severity::Warning,
    "A drug in the note that the source never mentions",
    r#"
## What it flags

A drug, by its generic name or a brand, of which the sources name neither the drug, nor a product that contains it, nor its
class, nor a name that patients give it ("water pill", "blood thinner"). A word of a transcript that is spelt much like one
of its names counts as the drug, unless the word is another drug's name.

As information: a drug whose sentence is what the sources say of another drug, and a drug that is not given for the problem or
in the form of its sentence, where the sources name one that is (`spoken/uses.tsv`).

## Why

Programs that write notes from recordings put in drugs that were not prescribed, or a drug whose name sounds alike.

## Example

```text
[doctor] let's keep you on the lisinopril

Continue losartan 50 mg daily.
```

## What it cannot tell

Whether a drug that is mentioned was also prescribed. A drug that the clinician added after the visit is flagged too:
silence it with the reason. Drugs in results and in the examination are not compared.

## Fixes

None: only the clinician knows which drug was meant.

## Sources

Office of the Auditor General of Ontario, 2026: 12 of 20 approved scribes wrote another drug than was prescribed.
"#
);

rule!(
    /// Reports a symptom in the note that no source mentions.
    PROBLEM_NOT_SAID, "source/problem-not-said", Severity::Warning,
    "A symptom that the note reports and the source never mentions",
    r#"
## What it flags

A symptom that the note says the patient reports, and that the sources mention neither in the words of clinicians nor in
those of patients. The table `spoken/problems.tsv` holds the words.

## Why

A program that writes notes invents symptoms that fit the diagnosis.

## Example

```text
[patient] my knee hurts when i walk

The patient reports knee pain and night sweats.
```

## What it cannot tell

Symptoms that the table lacks are not compared. What is denied, examined, measured or concluded is not an invention of
what was said: only what the note has the patient report is compared.

## Fixes

None.

## Sources

`server/knowledge/data/spoken/problems.tsv`.
"#
);

rule!(
    /// Reports a procedure in the note that no source mentions.
    PROCEDURE_NOT_SAID, "source/procedure-not-said", Severity::Information,
    "A test or operation that the note orders and the source never mentions",
    r#"
## What it flags

A test, an image or an operation that the plan of the note orders and that the sources never mention by any of its names.

## Why

What is ordered in a note is done to a patient.

## Example

```text
[doctor] we'll get an x-ray of the knee

Plan: order an MRI of the knee.
```

## What it cannot tell

Orders in words that `spoken/problems.tsv` lacks.

## Fixes

None.

## Sources

`server/knowledge/data/spoken/problems.tsv`, the rows of the kind `procedure`.
"#
);

rule!(
    /// Reports a dose in the note that differs from the dose in the sources.
    DOSE_DIFFERS, "source/dose-differs", Severity::Warning,
    "A dose that the source gives otherwise, or for another drug",
    r#"
## What it flags

A dose of a drug where the sources say other doses of that drug, or say the number only of something else. Numbers are
read as people speak them: "two point five", "a hundred and fifty", "one and a half". A dose belongs to the drug that was
named last before it, or that follows "of".

## Why

A number that was said for one drug and written for another looks right to whoever reads the note alone.

## Example

```text
[doctor] continue the lisinopril , twenty milligrams , and the metformin , a thousand twice a day

Lisinopril 40 mg daily, metformin 1000 mg twice daily.
```

## What it cannot tell

A dose that was agreed on without its number ("the same as before", "double it") is not compared.

## Fixes

The number of the source takes the place of that of the note, where the source says one dose of the drug only.

## Sources

`server/knowledge/data/spoken/numbers.tsv` and `units.tsv`.
"#
);

rule!(
    /// Reports a number in the note that differs from the one in the sources.
    NUMBER_DIFFERS, "source/number-differs", Severity::Warning,
    "An age, duration, measurement or date that the source gives otherwise",
    r#"
## What it flags

A number that the sources never say, where they say another number with the same unit among the same words, and the note
does not have that number anywhere. Vital signs are compared by their names ("HR: 91", "your pulse is eighty eight"), and a time
also if only its unit differs (three months, three weeks). A time that lasts until now is not confirmed by one that is to come:
pain "for 2 weeks" is reported where the source says "for a month" and "come back in two weeks".

## Why

Durations, ages and follow-up dates are copied wrongly, and nothing in the note contradicts them.

## Example

```text
[patient] it started four days ago

The pain started 9 days ago.
```

## What it cannot tell

Numbers that the note has from a monitor or a laboratory and that were not read aloud are not reported, because the
source says no number in their place.

## Fixes

The number of the source takes the place of that of the note.

## Sources

`server/knowledge/data/spoken/numbers.tsv` and `units.tsv`.
"#
);

rule!(
    /// Reports a side in the note that is the opposite of the one in the sources.
    SIDE_DIFFERS, "source/side-differs", Severity::Warning,
    "Left in the note and right in the source, or the other way round",
    r#"
## What it flags

A side of a part of the body where the sources mention that part on the other side only, and never on both.

## Why

An operation or an image on the wrong side begins with a word in a note.

## Example

```text
[patient] it's my left knee that hurts

Right knee pain.
```

## What it cannot tell

A part that the sources name on both sides, or without a side, is not compared.

## Fixes

The side of the source takes the place of that of the note.

## Sources

`server/knowledge/data/regions.tsv`.
"#
);

rule!(
    /// Reports something that the note denies and the sources affirm, or the other way round.
    NEGATION_DIFFERS, "source/negation-differs", Severity::Warning,
    "Denied in the note and present in the source, or the other way round",
    r#"
## What it flags

A symptom or finding that the note reports where the sources only deny it, or that it denies where they only affirm it. A
question counts with its answer: "any chest pain?" "no" denies it. What the clinician asks without an answer, considers
aloud, or warns of is no statement.

A habit that the note gives as current ("smoker") and that the patient has given up, and a drug that the note stops and the
clinician only continues ("keep the aspirin").

As information: statements about other things ("denies having a pacemaker") are compared with the passage that has most of
their words, and "reports any …" with a source that does not affirm it.

## Why

A reversed denial changes the diagnosis and reads as smoothly as the truth.

## Example

```text
[doctor] any fever or chills ?
[patient] no , nothing like that

The patient reports fever.
```

## What it cannot tell

What the sources both deny and affirm (then and now, one side and the other) is not compared. What the note names without
a verb is `information`.

## Fixes

None: the sentence has to be rewritten.

## Sources

`server/knowledge/data/spoken/words.tsv` and `problems.tsv`.
"#
);

rule!(
    /// Reports something that the note attributes to the patient and the sources to another person.
    PERSON_DIFFERS, "source/person-differs", Severity::Information,
    "The patient's in the note and a relative's in the source",
    r#"
## What it flags

A disease that the note says the patient has, where the sources name it only of a relative.

## Why

"My mother has diabetes" becomes a diagnosis of the patient.

## Example

```text
[patient] my mother has diabetes

Past medical history: diabetes.
```

## What it cannot tell

A disease that is also spoken of without a person is not compared.

## Fixes

None.

## Sources

`server/knowledge/data/spoken/words.tsv`, the list `family`.
"#
);

rule!(
    /// Reports an allergy or a stopped drug that the sources mention and the note lacks.
    LEFT_OUT, "source/left-out", Severity::Warning,
    "An allergy or a stopped drug that the source mentions and the note lacks",
    r#"
## What it flags

An allergy to a drug that the patient affirms, and a drug that the clinician says to stop, of which the note says nothing
of the kind. "Stop it" means the drug that was named before, if it can be only one. An allergy is reported at what the note
says of allergies, anything else on its first line.

## Why

What is left out cannot be seen in the note.

## Example

```text
[doctor] any allergies ?
[patient] penicillin

Allergies: none known.
```

## What it cannot tell

Whether a drug was stopped long ago. It reports one allergy at a time.

## Fixes

None.

## Sources

`server/knowledge/data/spoken/words.tsv`.
"#
);

rule!(
    /// Reports a passage from an earlier note that today's source contradicts.
    COPIED, "source/copied", Severity::Information,
    "A passage from an earlier note that today's source contradicts",
    r#"
## What it flags

A finding of one of the other `source/` rules in a sentence that an earlier note, which is also among the sources, has word
for word: the sentence was copied forward.

## Why

Copied text keeps what was true yesterday.

## Example

```text
yesterday.md: No fever.
visit.txt: [patient] i had a fever all night

No fever.
```

## What it cannot tell

Sentences that were reworded while they were copied.

## Fixes

None.

## Sources

None.
"#
);

rule!(
    /// Reports a source that cannot be compared.
    UNREADABLE, "source/not-compared", Severity::Warning,
    "A source that is missing, empty, or of another patient",
    r#"
## What it flags

A source that the note or the settings name and that is not there, cannot be read, has no words, or has so little in
common with the note that it is likely of another visit. It is reported once, and then nothing of the note is compared
with it.

## Why

A note without findings must mean that it was compared. A source of another patient would contradict every line.

## Example

```yaml
referee: {kind: clinical-note, sources: [visti.txt]}
```

## What it cannot tell

Two visits of the same patient, or for the same complaint, look alike.

## Fixes

None: correct the name.

## Sources

None.
"#
);

/// All rules, in the order of the documentation.
pub static ALL: &[&Rule] = &[
    &DRUG_NOT_SAID,
    &PROBLEM_NOT_SAID,
    &PROCEDURE_NOT_SAID,
    &DOSE_DIFFERS,
    &NUMBER_DIFFERS,
    &SIDE_DIFFERS,
    &NEGATION_DIFFERS,
    &PERSON_DIFFERS,
    &LEFT_OUT,
    &COPIED,
    &UNREADABLE,
];
