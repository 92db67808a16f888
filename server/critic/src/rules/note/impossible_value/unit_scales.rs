//! Numbers that are only possible in another unit: a haemoglobin of 135 g/dL.

use super::remarks::value_remark;
use super::slips::slip;
use crate::BlockContext;
use crate::analysis::folding::fold;
use referee_findings::Remark;
use referee_text::Span;

/// Names of an analyte, the unit, the maximum in it, and the reason in English and Spanish.
type Analyte = (&'static [&'static str], &'static str, f64, &'static str, &'static str);

/// Reports numbers that only fit another unit.
pub(super) fn check(block: &BlockContext<'_>, out: &mut Vec<Remark>) {
    const ANALYTES: &[Analyte] = &[
        (
            &["glucose", "glucosa", "glucemia", "blood sugar"],
            "mmol/l",
            60.0,
            "as mg/dL it would be usual",
            "en mg/dL sería habitual",
        ),
        (
            &["hemoglobin", "haemoglobin", "hemoglobina", "hgb", "hb"],
            "g/dl",
            30.0,
            "as g/L it would be usual",
            "en g/L sería habitual",
        ),
        (
            &["creatinine", "creatinina"],
            "mg/dl",
            40.0,
            "as µmol/L it would be usual",
            "en µmol/L sería habitual",
        ),
        (
            &["bilirubin", "bilirrubina", "bili"],
            "mg/dl",
            90.0,
            "as µmol/L it would be usual",
            "en µmol/L sería habitual",
        ),
        (&["calcium", "calcio", "ca"], "mg/dl", 30.0, "no blood has that much", "ninguna sangre tiene tanto"),
        (&["calcium", "calcio", "ca"], "mmol/l", 8.0, "no blood has that much", "ninguna sangre tiene tanto"),
        (&["albumin", "albumina", "alb"], "g/dl", 10.0, "as g/L it would be usual", "en g/L sería habitual"),
        (&["magnesium", "magnesio"], "mg/dl", 18.0, "no blood has that much", "ninguna sangre tiene tanto"),
        (
            &["phosphate", "phosphorus", "fosfato", "fosforo", "phos"],
            "mg/dl",
            30.0,
            "no blood has that much",
            "ninguna sangre tiene tanto",
        ),
        (
            &["uric", "urico", "urate", "urato"],
            "mg/dl",
            60.0,
            "as µmol/L it would be usual",
            "en µmol/L sería habitual",
        ),
        (&["lactate", "lactato"], "mmol/l", 60.0, "no blood has that much", "ninguna sangre tiene tanto"),
        (&["cr", "creat"], "mg/dl", 40.0, "as µmol/L it would be usual", "en µmol/L sería habitual"),
        (
            &["weight", "peso", "weighs", "pesa"],
            "kg",
            650.0,
            "no patient weighs that much",
            "ningún paciente pesa tanto",
        ),
        (
            &["height", "talla", "altura"],
            "cm",
            272.0,
            "no patient is that tall",
            "ningún paciente mide tanto",
        ),
        (&["height", "talla", "altura"], "m", 2.72, "no patient is that tall", "ningún paciente mide tanto"),
    ];
    /// Name of an analyte, unit, and usual range, into which a lost decimal mark is corrected.
    const DECIMAL_SLIPS: &[(&str, &str, f64, f64)] = &[
        ("calcium", "mg/dl", 7.5, 12.0),
        ("calcium", "mmol/l", 1.8, 3.0),
        ("magnesium", "mg/dl", 1.5, 3.0),
        ("phosphate", "mg/dl", 2.0, 6.0),
    ];
    for quantity in block.quantities() {
        let unit =
            fold(block.slice(Span { start: quantity.unit.start, end: quantity.span.end })).replace(' ', "");
        let Some(sentence) = block.sentence_at(quantity.span.start as usize) else { continue };
        let start = quantity.span.start.saturating_sub(28).max(sentence.span.start) as usize;
        let text = block.prose();
        let before =
            text.get(text.floor_char_boundary(start)..quantity.span.start as usize).unwrap_or_default();
        let folded = fold(before);
        // Most analytes can be higher in urine than in blood.
        let around = fold(block.slice(sentence.span));
        let is_of_urine = ["orina", "urin"].iter().any(|word| around.contains(word));
        for (names, wanted, most, english, spanish) in ANALYTES {
            if is_of_urine && !matches!(*wanted, "kg" | "cm" | "m") {
                continue;
            }
            let last_words: Vec<&str> =
                folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            // "Creatinine 1, glucose 94 mg/dL": the number belongs to the last name.
            let near = last_words
                .iter()
                .rev()
                .take(3)
                .take_while(|word| !word.contains(|c: char| c.is_ascii_digit()))
                .any(|word| names.contains(word));
            let is_hemoglobin_in_grams =
                names.contains(&"hb") && unit == "g/l" && (3.0..25.0).contains(&quantity.number.value());
            if near && (unit == *wanted && quantity.number.value() > *most || is_hemoglobin_in_grams) {
                let known = out.iter().any(|known| known.place.overlaps(quantity.span));
                if !known {
                    // Below 25 g/L the number is in g/dL.
                    let (english, spanish) = if is_hemoglobin_in_grams {
                        ("as g/dL it would be usual", "en g/dL sería habitual")
                    } else {
                        (*english, *spanish)
                    };
                    let english = format!("it is not possible for what it measures; {english}");
                    let spanish = format!("no es posible para lo que mide; {spanish}");
                    let slip = DECIMAL_SLIPS
                        .iter()
                        .find(|(name, of, ..)| names.contains(name) && of == wanted)
                        .and_then(|(_, _, low, high)| slip(quantity.number.value(), (*low, *high)));
                    out.push(value_remark(block, quantity.span, &english, &spanish, slip));
                }
                break;
            }
        }
    }
}
