//! `note/impossible-stage`

mod by_site;
mod categories;
mod exceptions;
mod nodes;
mod pathological;
mod scattered;

use crate::analysis::assertion::{self, State};
use crate::analysis::folding::fold;
use crate::analysis::staging::{ClaimedStage, Group, Tnm};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use exceptions::{is_of_cancer, is_other, names_exempt_tumour};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/impossible-stage",
        summary: "A tumour stage is impossible",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

TNM categories that no classification has (`T5`, `N4`, `M2`, beside another category); stage V and above of a cancer; \
distant metastases (`M1`, or those of an organ that the note names) together with stage I, II or III, where the note names \
no tumour for which that is possible; a stage group that its categories do not give at that site (breast, colon and rectum, \
larynx, lung, prostate, melanoma, ovary, stomach, pancreas, kidney, bladder, liver, endometrium); a category or a group that a \
site does not have (N3 of the colon, N2 of the prostate and kidney, M1a of the breast, M1d of the lung, stage IIID outside of \
melanoma, stage IV of a testicular tumour, stage III of a papillary or follicular thyroid cancer below 55 years); `pN0` beside nodes with \
metastases; and a pathological category (`pT`) in a note by which nothing was resected.

## Why

A stage decides the treatment, and a slip in one letter changes it.

## Example

```text
Colon cancer cT3 N1 M1, stage IIIB.
```

## What it cannot tell

Which site is meant where a note names several, none, or two tumours; then the categories are not compared. A team or an \
operation gives the site if no tumour does: “Colorectal MDT”, “right hemicolectomy”. After \
treatment (`yp`) and at recurrence (`r`) the groups are other ones, and nothing is said. Where clinical and pathological \
groups, the seventh and eighth edition, or grade and receptors lead to several groups, each of them is accepted; where \
the note names the eighth edition, only its groups are, and where it names an earlier one the categories are not compared. \
Differentiated thyroid cancer, testicular and germ cell tumours, \
gestational trophoblastic neoplasia and neuroblastoma are exceptions to the rule about M1.
",
            notice!(),
            "
## Fixes

None. The finding links both places.

## Sources

UICC TNM Classification of Malignant Tumours and AJCC Cancer Staging Manual, eighth editions, as facts that reviews and \
the SEER programme publish; for the thyroid PMC5766386.
"
        ),
    },
    checks: &[
        Check::block(Applies::Notes, BlockFlags::STAGE, ranges),
        Check::document(Applies::Notes, groups),
        Check::document(Applies::Notes, by_site::check),
        Check::document(Applies::Notes, pathological::check),
        Check::document(Applies::Notes, nodes::check),
        Check::block(Applies::Notes, BlockFlags::STAGE, categories::check),
    ],
    fixes: None,
};

fn first_digit(value: Option<&String>) -> Option<u8> {
    value?.bytes().next().filter(u8::is_ascii_digit).map(|digit| digit - b'0')
}

/// Reports categories and groups that do not exist.
fn ranges(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for stage in block.stages() {
        match &stage.says {
            ClaimedStage::Tnm(tnm) => {
                for (name, value, most) in [("T", &tnm.t, 4), ("N", &tnm.n, 3), ("M", &tnm.m, 1)] {
                    if let Some(digit) = first_digit(value.as_ref()).filter(|digit| *digit > most) {
                        let spanish = format!(
                            " tiene {name}{digit}; {name} no pasa de {name}{most} en ninguna clasificación TNM. Compruebe la categoría."
                        );
                        let english = format!(
                            " has {name}{digit}; {name} goes no higher than {name}{most} in any TNM classification. Check the category."
                        );
                        out.push(stage_remark(block, stage.span, &spanish, &english));
                    }
                }
            }
            ClaimedStage::Group(group) => {
                // The scales rule covers the Ann Arbor and FIGO stages.
                let before = block.prose().get(..stage.span.start as usize).unwrap_or_default().trim_end();
                let before = before.to_ascii_lowercase();
                let is_of_scale = before.ends_with("ann arbor") || before.ends_with("figo");
                if group.number > 4 && is_of_cancer(block, stage) && !is_of_scale {
                    let spanish = ": los estadios del cáncer llegan hasta el IV. Compruebe el estadio.";
                    let english = ": stage groups of cancer end at IV. Check the stage.";
                    out.push(stage_remark(block, stage.span, spanish, english));
                }
            }
        }
    }
    out
}

/// A remark that quotes a stage and describes the error.
fn stage_remark(block: &BlockContext<'_>, span: Span, spanish: &str, english: &str) -> Remark {
    let shown = block.slice(span);
    let message =
        if block.in_spanish() { format!("«{shown}»{spanish}") } else { format!("“{shown}”{english}") };
    Remark::new(span, message)
}

/// The stages that a block asserts, with their locations.
#[derive(Default)]
struct AssertedStages {
    metastatic: Vec<(Span, String)>,
    other_m: bool,
    early: Vec<(Span, String)>,
    late: bool,
}

impl AssertedStages {
    fn of(block: &BlockContext<'_>) -> AssertedStages {
        let mut out = AssertedStages::default();
        for stage in block.stages() {
            let Some(sentence) = block.sentence_at(stage.span.start as usize) else { continue };
            if assertion::within(block, sentence, stage.span).state != State::Confirmed {
                continue;
            }
            let place = (stage.span, block.slice(stage.span).to_owned());
            match &stage.says {
                ClaimedStage::Tnm(Tnm { m: Some(m), .. }) if m.starts_with('1') => out.metastatic.push(place),
                ClaimedStage::Tnm(_) => out.other_m = true,
                ClaimedStage::Group(Group { number: 1..=3, .. }) if !is_other(block.slice(sentence.span)) => {
                    out.early.push(place);
                }
                ClaimedStage::Group(Group { number: 4, .. }) => out.late = true,
                ClaimedStage::Group(_) => {}
            }
        }
        out
    }
}

impl AssertedStages {
    /// Adds the stages of the next block or group, which begins at `start`. Keeps at most two of a kind, since the rule
    /// treats more like two.
    fn add(&mut self, behind: &AssertedStages, start: usize) {
        let moved = |(span, text): &(Span, String)| (span.shift(start), text.clone());
        let room = |all: &[(Span, String)]| 2_usize.saturating_sub(all.len());
        self.metastatic.extend(behind.metastatic.iter().take(room(&self.metastatic)).map(moved));
        self.early.extend(behind.early.iter().take(room(&self.early)).map(moved));
        self.other_m |= behind.other_m;
        self.late |= behind.late;
    }
}

/// Collects the stages that the blocks of a draft assert.
struct AssertedStageScan;

impl Scan for AssertedStageScan {
    type State = ();
    type Summary = AssertedStages;
    const NEEDS: BlockFlags = BlockFlags::STAGE;

    fn visit((): &mut (), summary: &mut AssertedStages, block: &BlockContext<'_>) {
        if !block.in_references {
            summary.add(&block.fact(AssertedStages::of), block.start);
        }
    }
}

/// Whether a block mentions a tumour with different stage groups.
struct ExemptTumourScan(bool);

impl Scan for ExemptTumourScan {
    type State = ();
    type Summary = bool;

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        let excepts = |block: &BlockContext<'_>| {
            let folded = fold(block.prose());
            ExemptTumourScan(names_exempt_tumour(&folded))
        };
        *summary |= block.is_prose() && block.fact(excepts).0;
    }
}

/// Reports M1 with a stage group below IV.
fn groups(draft: &Draft<'_>) -> Vec<Remark> {
    let mut asserted = AssertedStages::default();
    for group in draft.scan::<AssertedStageScan>(()) {
        asserted.add(&group.summary, group.start);
    }
    // Several stages in one note are several tumours or times; only a single pair can be compared.
    let ([(tnm, tnm_text)], [(group, group_text)]) =
        (asserted.metastatic.as_slice(), asserted.early.as_slice())
    else {
        return Vec::new();
    };
    if asserted.other_m || asserted.late {
        return Vec::new();
    }
    if draft.scan::<ExemptTumourScan>(()).iter().any(|group| *group.summary) {
        return Vec::new();
    }
    vec![
        Remark::new(
            *group,
            if draft.is_spanish() {
                format!(
                    "«{group_text}» y «{tnm_text}» no van juntos: las metástasis a distancia (M1) hacen el estadio IV. Compruebe los dos."
                )
            } else {
                format!(
                    "“{group_text}” and “{tnm_text}” do not go together: distant metastases (M1) make stage IV. Check both."
                )
            },
        )
        .with_related(*tnm, if draft.is_spanish() { "las categorías" } else { "the categories" }),
    ]
}
