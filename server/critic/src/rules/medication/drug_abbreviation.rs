//! `medication/drug-abbreviation`

use super::dose::readings;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::terms::Term;
use crate::rules::notice::notice;
use crate::{Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext, Region};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/drug-abbreviation",
        summary: "The name of a drug is abbreviated in a way that is misread",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

`MS`, `MSO4` and `MgSO4` beside a dose. As information also the abbreviations that ISMP and, for Spain, SEFH list: \
`MTX`, `HCT`, `HCTZ`, `AZT`, `CPZ`, `APAP`, `PTU`, `TAC`, `ZnSO4`, `TNK`, `tPA`, `ClNa`, `ClK`; in Chile also `FK` and \
`MMF`.

## Why

Morphine sulfate and magnesium sulfate have been given for each other. AZT is zidovudine to one reader and \
azathioprine to another, HCT hydrocortisone or hydrochlorothiazide.

## Example

```text
MS 4 mg IV now.
```

## What it cannot tell

Which drug was meant: the fixes offer all readings and prefer none where there are several. `MS` without a dose beside \
it may be multiple sclerosis or mitral stenosis, `HCT` hematocrit; they are not flagged.
",
            notice!(),
            "
## Fixes

Write the name in full.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations; for Spain Otero et al., Farm Hosp 2004;28:141-4.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::NONE, check)],
    fixes: Some(fixes),
};

/// An abbreviation as it is written, its readings in English and Spanish, whether the Joint Commission lists it,
/// and whether it needs no dose beside it to be one.
struct Abbreviation {
    written: &'static [&'static str],
    english: &'static [&'static str],
    spanish: &'static [&'static str],
    never: bool,
    only_drug: bool,
    only: Option<Region>,
}

const fn listed(
    written: &'static [&'static str],
    english: &'static [&'static str],
    spanish: &'static [&'static str],
) -> Abbreviation {
    Abbreviation { written, english, spanish, never: false, only_drug: false, only: None }
}

const LIST: &[Abbreviation] = &[
    Abbreviation {
        written: &["MS"],
        english: &["morphine sulfate", "magnesium sulfate"],
        spanish: &["sulfato de morfina", "sulfato de magnesio"],
        never: true,
        only_drug: false,
        only: None,
    },
    Abbreviation {
        written: &["MSO4", "MSO₄"],
        english: &["morphine sulfate"],
        spanish: &["sulfato de morfina"],
        never: true,
        only_drug: true,
        only: None,
    },
    Abbreviation {
        written: &["MgSO4", "MgSO₄", "MGSO4"],
        english: &["magnesium sulfate"],
        spanish: &["sulfato de magnesio"],
        never: true,
        only_drug: true,
        only: None,
    },
    listed(&["MTX"], &["methotrexate", "mitoxantrone"], &["metotrexato", "mitoxantrona"]),
    listed(&["HCT"], &["hydrocortisone", "hydrochlorothiazide"], &["hidrocortisona", "hidroclorotiazida"]),
    listed(&["HCTZ"], &["hydrochlorothiazide"], &["hidroclorotiazida"]),
    listed(&["AZT"], &["zidovudine", "azathioprine"], &["zidovudina", "azatioprina"]),
    listed(&["CPZ"], &["prochlorperazine", "chlorpromazine"], &["proclorperazina", "clorpromazina"]),
    listed(&["APAP"], &["acetaminophen"], &["paracetamol"]),
    listed(&["PTU"], &["propylthiouracil", "mercaptopurine"], &["propiltiouracilo", "mercaptopurina"]),
    listed(&["TAC"], &["triamcinolone", "tacrolimus"], &["triamcinolona", "tacrolimus"]),
    listed(&["ZnSO4", "ZnSO₄"], &["zinc sulfate"], &["sulfato de zinc"]),
    listed(&["TNK"], &["tenecteplase"], &["tenecteplasa"]),
    listed(&["tPA", "TPA"], &["alteplase"], &["alteplasa"]),
    listed(&["ClNa"], &["sodium chloride"], &["cloruro sódico"]),
    listed(&["ClK"], &["potassium chloride"], &["cloruro potásico"]),
    Abbreviation { only: Some(Region::EsCl), ..listed(&["FK"], &["tacrolimus"], &["tacrolimus"]) },
    Abbreviation {
        only: Some(Region::EsCl),
        ..listed(&["MMF"], &["mycophenolate mofetil"], &["micofenolato de mofetilo"])
    },
];

/// Bytes between an abbreviation and the dose that belongs to it.
const NEAR: u32 = 16;

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let text = block.prose();
    let mut out = Vec::new();
    let mut at = 0;
    for piece in text.split(|c: char| !(c.is_alphanumeric() || c == '₄')) {
        let start = at;
        at += piece.len();
        at += text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        if !(2..=7).contains(&piece.len()) || !piece.starts_with(|c: char| c.is_alphabetic()) {
            continue;
        }
        let Some(known) = find(piece, block.setting.region) else { continue };
        let span = Span::new(start, start + piece.len());
        if !known.only_drug && !has_dose(block, span, piece) {
            continue;
        }
        let spanish = block.in_spanish();
        let readings = if spanish { known.spanish } else { known.english };
        let quoted: Vec<String> = readings.iter().map(|reading| format!("“{reading}”")).collect();
        let remark = if known.never {
            Remark::new(
                span,
                format!(
                    "“{piece}” can be read as morphine sulfate and as magnesium sulfate. The Joint Commission's Do Not Use list asks for the name: write {}{}.",
                    quoted.join(" or "),
                    if quoted.len() > 1 { ", whichever is meant" } else { "" }
                ),
            )
        } else {
            Remark::new(
                span,
                format!(
                    "“{piece}” is an error-prone abbreviation of a drug (ISMP's list). Write {}.",
                    quoted.join(" or ")
                ),
            )
            .with_severity(Severity::Information)
        };
        out.push(remark);
    }
    out
}

fn find(piece: &str, region: Region) -> Option<&'static Abbreviation> {
    LIST.iter().find(|known| known.written.contains(&piece) && known.only.is_none_or(|only| only == region))
}

/// Whether a dose stands right before or behind, with no more than a route or a small word between.
fn has_dose(block: &BlockAnalysis, span: Span, piece: &str) -> bool {
    let Some(sentence) = block.sentence_at(span.start as usize) else { return false };
    // "MS Contin" is a brand.
    let behind = block.prose().get(span.end as usize..).unwrap_or_default();
    if piece == "MS" && fold(behind.trim_start().get(..6).unwrap_or_default()) == "contin" {
        return false;
    }
    block.quantities().iter().any(|quantity| {
        if !sentence.span.contains(quantity.span) || !quantity.may_be_dose() {
            return false;
        }
        let gap = if quantity.span.start >= span.end {
            Span { start: span.end, end: quantity.span.start }
        } else if quantity.span.end <= span.start {
            Span { start: quantity.span.end, end: span.start }
        } else {
            return false;
        };
        // Another drug between owns the dose; so does one on the far side of a comma.
        gap.len() <= NEAR as usize
            && !block.slice(gap).contains([',', ';'])
            && block
                .phrases_in(gap)
                .all(|found| matches!(found.meaning, Meaning::Term(Term::Route | Term::Form)))
            && is_small(block.slice(gap), block, gap)
    })
}

/// Whether nothing but routes and small words stands in a gap: "MS 4 mg", "4 mg of MS", "MS IV 4 mg".
fn is_small(text: &str, block: &BlockAnalysis, gap: Span) -> bool {
    let routes: Vec<&str> = block.phrases_in(gap).map(|found| block.slice(found.span)).collect();
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).all(|word| {
        matches!(word, "of" | "de" | "IV" | "PO" | "IM" | "SC" | "iv" | "po")
            || routes.iter().any(|route| route.contains(word))
    })
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some((text, spanish)) = super::dose::said_at(draft, finding) else { return Vec::new() };
    let Some(known) = find(text, draft.setting.region) else { return Vec::new() };
    readings(file, finding, if spanish { known.spanish } else { known.english })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/drug-abbreviation";

    #[test]
    fn all_readings_are_offered_and_none_is_preferred() {
        let fixes = fixed(ID, Format::PlainText, "MS 4 mg IV now.", &note());
        let of: Vec<(bool, &str)> = fixes.iter().map(|fix| (fix.1, fix.2.as_str())).collect();
        assert_eq!(of, [(false, "morphine sulfate 4 mg IV now."), (false, "magnesium sulfate 4 mg IV now.")]);
        assert_eq!(places(ID, Format::PlainText, "MSO4 2 mg IV.", &note()), ["MSO4"]);
    }
}
