//! `note/treatment-before-diagnosis`

mod advised_treatments;
mod evidence;
mod image_diagnosis;
mod imaging;
mod oncologic;
mod short_reports;

pub use advised_treatments::{Treatments, treatments};
pub use evidence::{Diagnosis, diagnosis};

use crate::analysis::assertion::State;
use crate::analysis::terms::{Term, Treatment};
use crate::rules::notice::notice;
use crate::{Applies, Check, CriticRule, Draft, Profile};
use advised_treatments::AdvisedTreatmentScan;
use image_diagnosis::is_diagnosed_by_images;
use imaging::{rests_on_images, takes_out_benign};
use oncologic::is_oncologic;
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/treatment-before-diagnosis",
        summary: "Cancer treatment is recommended before pathology has confirmed the diagnosis",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

An operation for a tumour, radiotherapy, chemotherapy, immunotherapy, targeted or hormone therapy that a note advises, \
while nothing in the note confirms a malignant diagnosis: pathology is not mentioned, negative, not done, pending, or \
only suspected.

## Why

A treatment that cannot be taken back should rest on tissue. The finding links what the note says of it.

## Example

```text
CT shows a mass suspicious for malignancy. Biopsy is pending.
Plan: start chemotherapy.
```

## What it cannot tell

The exceptions of practice: tumours that are treated on imaging and markers (hepatocellular carcinoma, germ cell \
tumours), emergencies, operations that are themselves the diagnosis. A mass of the pancreas, lung, kidney, testis, ovary, liver or adrenal gland is \
operated on by what the images show, and half of a thyroid for its diagnosis; neither is flagged. A mass of the breast \
(mastectomy), colon, rectum, stomach, gullet, bladder, larynx or tongue, BI-RADS 4 or 5, PI-RADS 4 or 5 and TI-RADS 5 (the whole \
thyroid) are, because a needle or an endoscope reaches them first; not where the note tells of an obstruction, a perforation, a \
bleeding or another urgency, or of a benign or an inherited disease. A benign lesion that is taken out for its symptoms is not. A diagnosis that the note states as a fact counts as \
confirmed unless the note itself says that pathology is pending or negative. Advice that is negated (“surgery is not \
indicated”) or depends on a result (“if confirmed”, “until pathology”) is passed over.
",
            notice!(),
            "
## Fixes

None: add the result of the pathology, or make the advice depend on it.

## Sources

The order of diagnosis and treatment in oncology guidelines; assertion after Harkema et al. 2009, DOI \
10.1016/j.jbi.2009.05.002.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// Whether the sentence of a treatment mentions a tumour.
fn is_for_tumour(draft: &Draft<'_>, treatment: &Treatments) -> bool {
    let Some(block) = draft.at(treatment.span.start as usize) else { return false };
    let at = (treatment.span.start as usize).saturating_sub(block.start);
    block.sentence_at(at).is_some_and(|sentence| {
        let tumour = |term| matches!(term, Term::Cancer | Term::Histology | Term::Mass);
        block.terms_in(sentence.span, tumour).next().is_some()
    })
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut advised = AdvisedTreatmentScan::default();
    for group in draft.scan::<AdvisedTreatmentScan>(()) {
        advised.add(&group.summary, group.start);
    }
    if advised.first.is_empty() && advised.under_way.is_empty() {
        return Vec::new();
    }
    let diagnosis = diagnosis(draft);
    if is_diagnosed_by_images(draft, &advised) {
        return Vec::new();
    }
    let Some(first) = advised.first.first() else {
        // Report an ongoing treatment only if the note itself awaits the tissue.
        let is_awaited = matches!(diagnosis, Diagnosis::Open(_, State::Pending | State::Negated));
        let is_of_tumour = is_awaited && is_oncologic(draft, &advised, &diagnosis);
        // Tissue resected yesterday awaits pathology; a biopsy still to come should have preceded the treatment.
        let awaits_biopsy = || {
            let Diagnosis::Open(span, _) = diagnosis else { return false };
            let word = draft.text(span).unwrap_or_default().to_lowercase();
            ["biops", "bag", "paaf", "core", "punci", "bx", "fna"].iter().any(|stem| word.contains(stem))
        };
        return advised
            .under_way
            .first()
            .filter(|one| is_of_tumour && (one.treatment != Treatment::Surgery || awaits_biopsy()))
            .map(|one| under_way(draft, one, &diagnosis))
            .into_iter()
            .collect();
    };
    // Operations have many indications: without a tumour word in the sentence and a word on pathology this rule does
    // not apply, unless images alone led to an operation for which tissue should come first.
    let only_surgery = !advised.has_other_than_surgery;
    let rests_on_images =
        only_surgery && !matches!(diagnosis, Diagnosis::Confirmed(_)) && rests_on_images(draft, &advised);
    if !rests_on_images && !is_oncologic(draft, &advised, &diagnosis) {
        return Vec::new();
    }
    if let Diagnosis::Open(tissue, _) = diagnosis
        && only_surgery
        && takes_out_benign(draft, &advised, tissue)
    {
        return Vec::new();
    }
    let is_board = draft.setting.profile == Some(Profile::TumourBoard);
    if only_surgery
        && !rests_on_images
        && !is_board
        && diagnosis == Diagnosis::Absent
        && !is_for_tumour(draft, first)
    {
        return Vec::new();
    }
    let spanish = draft.is_spanish();
    let (related, what) = match (diagnosis, spanish) {
        (Diagnosis::Confirmed(_), _) => return Vec::new(),
        (Diagnosis::Open(span, State::Pending), false) => (Some(span), "while pathology is still pending"),
        (Diagnosis::Open(span, State::Pending), true) => {
            (Some(span), "con la anatomía patológica aún pendiente")
        }
        (Diagnosis::Open(span, State::Negated), false) => {
            (Some(span), "while pathology is negative or was not done")
        }
        (Diagnosis::Open(span, State::Negated), true) => {
            (Some(span), "con una anatomía patológica negativa o no realizada")
        }
        (Diagnosis::Open(span, _), false) => (Some(span), "while the diagnosis is only suspected"),
        (Diagnosis::Open(span, _), true) => (Some(span), "con un diagnóstico solo de sospecha"),
        (Diagnosis::Absent, false) => (None, "and nothing in the note tells of pathology"),
        (Diagnosis::Absent, true) => (None, "y nada en la nota habla de anatomía patológica"),
    };
    let name = |(_, span): &(String, Span)| {
        let text = draft.text(*span).unwrap_or_default();
        if spanish { format!("«{text}»") } else { format!("“{text}”") }
    };
    let shown: Vec<String> = advised.names.iter().map(name).collect();
    let message = if spanish {
        format!(
            "Se indica {} {what}. Confirme antes el diagnóstico, o diga de qué depende la indicación.",
            shown.join(", ")
        )
    } else {
        let verb = if shown.len() == 1 { "is" } else { "are" };
        format!(
            "{} {verb} advised {what}. Confirm the diagnosis first, or say on what the advice depends.",
            shown.join(", ")
        )
    };
    let (of_diagnosis, here_too) = if spanish {
        ("lo que se dice del diagnóstico", "indicado también aquí")
    } else {
        ("what is said of the diagnosis", "advised here too")
    };
    let mut remark = Remark::new(first.span, message);
    if let Some(span) = related {
        remark = remark.with_related(span, of_diagnosis);
    }
    for one in advised.first.iter().skip(1) {
        remark = remark.with_related(one.span, here_too);
    }
    vec![remark]
}

/// The remark on an ongoing treatment while the note awaits the tissue.
fn under_way(draft: &Draft<'_>, treatment: &Treatments, diagnosis: &Diagnosis) -> Remark {
    let shown = draft.text(treatment.span).unwrap_or_default();
    let is_pending = matches!(diagnosis, Diagnosis::Open(_, State::Pending));
    let (message, other) = match (draft.is_spanish(), is_pending) {
        (false, true) => (
            format!(
                "“{shown}” is given while pathology is still pending. Check whether it should wait for the diagnosis."
            ),
            "what is said of the diagnosis",
        ),
        (false, false) => (
            format!(
                "“{shown}” is given while pathology is negative or was not done. Check whether it should wait for the diagnosis."
            ),
            "what is said of the diagnosis",
        ),
        (true, true) => (
            format!(
                "Se administra «{shown}» con la anatomía patológica aún pendiente. Compruebe si debe esperar al diagnóstico."
            ),
            "lo que se dice del diagnóstico",
        ),
        (true, false) => (
            format!(
                "Se administra «{shown}» con una anatomía patológica negativa o no realizada. Compruebe si debe esperar al diagnóstico."
            ),
            "lo que se dice del diagnóstico",
        ),
    };
    let remark = Remark::new(treatment.span, message);
    match diagnosis {
        Diagnosis::Open(span, _) => remark.with_related(*span, other),
        _ => remark,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, places};
    use referee_syntax::Format;

    const ID: &str = "note/treatment-before-diagnosis";

    #[test]
    fn a_confirmed_diagnosis_is_read_in_latex_as_in_markdown() {
        let latex = "\\documentclass{article}\n\\begin{document}\n\\section{Pathology}\nInvasive ductal carcinoma on core biopsy.\n\n\\section{Plan}\nStart chemotherapy.\n\\end{document}\n";
        assert_eq!(places(ID, Format::Latex, latex, &note()), Vec::<&str>::new());
        let open = latex.replace("Invasive ductal carcinoma on core biopsy.", "Breast mass, biopsy pending.");
        assert_eq!(places(ID, Format::Latex, &open, &note()), ["chemotherapy"]);
        let item = "\\section*{Diagnosis}\n\\begin{itemize}\n\\item \\textbf{Adenocarcinoma} of the lung, confirmed by biopsy.\n\\end{itemize}\n\n\\section*{Plan}\n\\begin{itemize}\n\\item Start chemotherapy.\n\\end{itemize}\n";
        assert_eq!(places(ID, Format::Latex, item, &note()), Vec::<&str>::new());
    }
}
