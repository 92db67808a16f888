//! `medication/drug-abbreviation`

use super::abbreviation_mention::is_only_mentioned;
use super::dose::{is_of_methotrexate, only_reading, quoted};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::quantities::Quantity;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_case, context};
use crate::rules::notice::notice;
use crate::{Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext, Region};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/drug-abbreviation",
        summary: "A drug name is abbreviated in a way that is easily misread",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

`MS`, `MSO4` and `MgSO4` next to a dose. As information also the abbreviations that ISMP and, for Spain, SEFH list: \
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

Which drug was meant: the fixes offer all readings and prefer none where there are several. `MS` without a dose may be multiple sclerosis or mitral stenosis, `HCT` hematocrit; they are not flagged.
",
            notice!(),
            "
## Fixes

Write the name in full, where the dose or the disease next to it leaves one (MS in milligrams is morphine, AZT with HIV zidovudine and with Crohn's disease azathioprine). `MTX` is never edited. Otherwise the finding asks; the drug that \
the abbreviation is mistaken for is never offered.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations; for Spain Otero et al., Farm Hosp 2004;28:141-4.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::NONE, check)],
    fixes: Some(fixes),
};

/// An abbreviation with its written forms, its readings in English and Spanish, whether the Joint
/// Commission lists it, and whether it counts without a dose next to it.
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

const ABBREVIATIONS: &[Abbreviation] = &[
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
        written: &["MgSO4", "MgSO₄", "MGSO4", "SO4Mg", "SO₄Mg"],
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
    listed(&["PTU"], &["propylthiouracil"], &["propiltiouracilo"]),
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

/// The maximum distance between an abbreviation and its dose, in bytes.
const MAX_DOSE_GAP_BYTES: u32 = 16;

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
        if !known.only_drug && !has_dose(block, span, piece) || is_only_mentioned(block, span) {
            continue;
        }
        let spanish = block.in_spanish();
        let readings = if spanish { known.spanish } else { known.english };
        let fitting = fitting(block, span, piece, readings);
        let better = quoted(&fitting, spanish);
        let message = match (known.never, spanish) {
            (true, false) => format!(
                "“{piece}” can be read as morphine sulfate and as magnesium sulfate. The Joint Commission's Do Not Use list asks for the name: write {better}{}.",
                if fitting.len() > 1 { ", whichever is meant" } else { "" }
            ),
            (true, true) => format!(
                "«{piece}» puede leerse como sulfato de morfina y como sulfato de magnesio. Las listas de abreviaturas peligrosas piden el nombre: escriba {better}{}.",
                if fitting.len() > 1 { ", el que corresponda" } else { "" }
            ),
            (false, false) if fitting.len() > 1 => format!(
                "“{piece}” is an error-prone abbreviation of more than one drug (ISMP's list). Which is meant: {better}? Write the name."
            ),
            (false, false) => {
                format!("“{piece}” is an error-prone abbreviation of a drug (ISMP's list). Write {better}.")
            }
            (false, true) if fitting.len() > 1 => format!(
                "«{piece}» es una abreviatura propensa a error de más de un fármaco (ISMP). ¿Cuál es: {better}? Escriba el nombre."
            ),
            (false, true) => {
                format!("«{piece}» es una abreviatura de fármaco propensa a error (ISMP). Escriba {better}.")
            }
        };
        let remark = Remark::new(span, message);
        let remark = if known.never { remark } else { remark.with_severity(Severity::Information) };
        out.push(remark);
    }
    out
}

/// What the text around an abbreviation says about the disease and the route.
struct Context {
    is_of_hiv: bool,
    is_of_immunity: bool,
    is_injected: bool,
}

impl Context {
    fn of(block: &BlockAnalysis) -> Context {
        static HIV_CONTEXT: LazyLock<Pattern> = LazyLock::new(|| context("drug-abbreviation/hiv-context"));
        static NEGATED_HIV: LazyLock<Pattern> = LazyLock::new(|| {
            any_case(
                r"\b(?:no|not|sin|without|denies|niega|negative (?:for )?)[^.;,\n]{0,20}\b(?:hiv|vih|aids|sida)\b|\b(?:hiv|vih)(?:[- ]?1)?(?: (?:test|serology|ab|antibod\w+|screen|serolog[ií]a))?[ :]*(?:is |was |es |)?(?:neg\w*|\(-\)|-ve)",
            )
        });
        static IMMUNE_DISEASE_CONTEXT: LazyLock<Pattern> =
            LazyLock::new(|| context("drug-abbreviation/immune-disease-context"));
        static INJECTION_ROUTE: LazyLock<Pattern> = LazyLock::new(|| {
            any_case(r"\b(?:iv|ev|im|i\.v\.|e\.v\.|i\.m\.|intraven\w+|endoven\w+|intramusc\w+)\b")
        });
        let text = block.prose();
        Context {
            is_of_hiv: HIV_CONTEXT.is_match(text) && !NEGATED_HIV.is_match(text),
            is_of_immunity: IMMUNE_DISEASE_CONTEXT.is_match(text),
            is_injected: INJECTION_ROUTE.is_match(text),
        }
    }
}

/// Returns the readings that fit the dose next to the abbreviation and the disease in its text:
/// grams of MS are magnesium, milligrams morphine.
fn fitting<'r>(block: &BlockAnalysis, span: Span, piece: &str, readings: &'r [&'r str]) -> Vec<&'r str> {
    let near = |quantity: &&Quantity| {
        let gap =
            quantity.span.start.saturating_sub(span.end).max(span.start.saturating_sub(quantity.span.end));
        quantity.may_be_dose() && gap <= MAX_DOSE_GAP_BYTES
    };
    let dose = block.quantities().iter().find(near);
    let unit = dose.map(|dose| block.slice(dose.unit).to_lowercase());
    let value = dose.map_or(0.0, |dose| dose.number.value());
    let by_weight = dose.is_some_and(|dose| dose.per.weight);
    let context = Context::of(block);
    let chosen = match (piece, unit.as_deref()) {
        // "MS 50 mg/kg" is magnesium for asthma.
        ("MS", Some("mg" | "mcg")) if value < 200.0 && !by_weight => Some(0),
        ("MS", Some("g" | "meq" | "gr" | "mmol")) => Some(1),
        ("HCT", Some("mg")) if value > 200.0 || value > 50.0 && context.is_injected => Some(0),
        // A prochlorperazine suppository has 25 mg.
        ("CPZ", Some("mg")) if value >= 50.0 && !by_weight => Some(1),
        ("AZT", _) if context.is_of_hiv && !context.is_of_immunity => Some(0),
        ("AZT", _) if context.is_of_immunity && !context.is_of_hiv => Some(1),
        _ => None,
    };
    match chosen.and_then(|index| readings.get(index)) {
        Some(one) => vec![one],
        None => readings.to_vec(),
    }
}

fn find(piece: &str, region: Region) -> Option<&'static Abbreviation> {
    ABBREVIATIONS
        .iter()
        .find(|known| known.written.contains(&piece) && known.only.is_none_or(|only| only == region))
}

/// Whether a dose directly precedes or follows, separated by no more than a route or a short word.
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
        // If another drug or a comma is in between, the dose belongs to something else.
        gap.len() <= MAX_DOSE_GAP_BYTES as usize
            && !block.slice(gap).contains([',', ';'])
            && block
                .phrases_in(gap)
                .all(|found| matches!(found.meaning, Meaning::Term(Term::Route | Term::Form)))
            && is_small(block.slice(gap), block, gap)
    })
}

/// Whether a gap contains only routes and short words: "MS 4 mg", "4 mg of MS", "MS IV 4 mg".
fn is_small(text: &str, block: &BlockAnalysis, gap: Span) -> bool {
    let routes: Vec<&str> = block.phrases_in(gap).map(|found| block.slice(found.span)).collect();
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).all(|word| {
        matches!(word, "of" | "de" | "IV" | "PO" | "IM" | "SC" | "iv" | "po")
            || routes.iter().any(|route| route.contains(word))
    })
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    if is_of_methotrexate(draft, finding) {
        return Vec::new();
    }
    let Some((text, spanish)) = super::dose::said_at(draft, finding) else { return Vec::new() };
    let Some(known) = find(text, draft.setting.region) else { return Vec::new() };
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let start = finding.span.start as usize - block.start;
    let readings = if spanish { known.spanish } else { known.english };
    let fitting = fitting(&block, Span::new(start, start + text.len()), text, readings);
    only_reading(file, finding, &fitting, spanish)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/drug-abbreviation";

    #[test]
    fn the_dose_chooses_the_drug_and_where_it_cannot_the_author_is_asked() {
        let of = |text: &str| {
            let fixes = fixed(ID, Format::PlainText, text, &note());
            fixes.into_iter().map(|fix| (fix.1, fix.2)).collect::<Vec<_>>()
        };
        assert_eq!(of("MS 4 mg IV now."), [(true, "morphine sulfate 4 mg IV now.".to_owned())]);
        assert_eq!(of("MS 2 g IV now."), [(true, "magnesium sulfate 2 g IV now.".to_owned())]);
        assert_eq!(of("PTU 100 mg daily."), [(true, "propylthiouracil 100 mg daily.".to_owned())]);
        assert_eq!(of("HCT 25 mg daily."), []);
        assert_eq!(places(ID, Format::PlainText, "HCT 25 mg daily.", &note()), ["HCT"]);
        assert_eq!(places(ID, Format::PlainText, "MSO4 2 mg IV.", &note()), ["MSO4"]);
    }
}
