//! Words of a note that end a condition, or show that the patient never had it: a later value
//! within limits, a catheter that was removed, a pathway that was ablated, a negative test.

use super::condition::Condition;
use crate::pattern::{Pattern, any_case, context};
use std::sync::LazyLock;

/// Words that end a condition, in a sentence anywhere in the note.
static RESOLVING_PHRASES: LazyLock<Vec<(&[Condition], Pattern)>> = LazyLock::new(|| {
    let all: [(&[Condition], &str); 13] = [
        // Aspirin is given to children with these.
        (
            &[Condition::ChildUnderTwelve],
            r"\b(?:Kawasaki|Fontan|Norwood|Glenn|Blalock|cavopulmonary|systemic-to-pulmonary|arteritis|PIMS|MIS-C)\b",
        ),
        (
            &[Condition::GastrointestinalBleeding],
            r"\b(?:bleeding|bleed|ha?emostasis|sangrado|hemostasia)[^.;]{0,20}\b(?:stopped|controlled|resolved|achieved|secured|ceased|cedi[oó]|controlad[oa]|conseguida|resuelt[oa])|\b(?:no (?:further|more|recurrent) (?:bleeding|mela?ena)|sin nuevos? (?:sangrados?|episodios?))",
        ),
        (
            &[Condition::Ketoacidosis],
            r"\b(?:DKA|ketoacidosis|cetoacidosis)[^.;]{0,20}\b(?:resolved|closed|resuelta|corrected|corregida)|\bgap (?:has )?closed\b",
        ),
        (
            &[Condition::Anticoagulated],
            r"\b(?:stop\w*|ceas\w*|held|hold\w*|withh\w+|discontinu\w*|suspend\w*|retir\w+|off|completed|finished|finaliz\w+|switch\w* from|no longer on) (?:\w+ ){0,2}(?:warfarin|coumadin|apixaban|eliquis|rivaroxaban|xarelto|dabigatran|pradaxa|edoxaban|lixiana|savaysa|sintrom|acenocumarol|warfarina|apixab[aá]n|rivaroxab[aá]n|dabigatr[aá]n|edoxab[aá]n|anticoagula\w+|DOAC)|\b(?:warfarin|coumadin|apixaban|eliquis|rivaroxaban|xarelto|dabigatran|edoxaban|sintrom|acenocumarol|apixab[aá]n|rivaroxab[aá]n)\b[^.;]{0,20}\b(?:stopped|held|on hold|discontinued|suspendid[oa]|retirad[oa]|until|hasta)\b",
        ),
        (
            &[Condition::Hyperkalaemia],
            r"\b(?:repeat|rechecked?|repeated|control|repetid[oa]|nuevo|nueva|follow-up) [^.;]{0,30}\bnormal|\bha?emoly[sz]ed\b|\bhemolizad[oa]\b|\bpseudohyperkal|\bpseudohiper|\bnormokal|\bnormopotas|\b(?:K\+?|potassium|potasio) (?:now |has |ha )?(?:normali[sz]\w+|is normal|normal)",
        ),
        (
            &[Condition::UrinaryRetention],
            r"\b(?:catheter|foley|sonda)\b[^.;]{0,25}\b(?:removed|out|taken out|retirad[ao]|se retir[oó])|\b(?:retirada de (?:la )?sonda|se retir[oóa] (?:la )?sonda|removed (?:the |his |her )?(?:urinary )?(?:catheter|foley))|\b(?:TWOC|trial of void|voiding trial)[^.;]{0,20}(?:success|pass|ok\b)|\bpassed (?:his |her |the )?(?:TWOC|trial|voiding)|\bvoid(?:s|ed|ing) (?:well|freely|spontaneously|normally|without)|\bmicci[oó]n espont[aá]nea|\borina (?:bien|espont)",
        ),
        (
            &[Condition::PreexcitedFibrillation],
            r"\b(?:ablated|ablation (?:of|in|was|done|performed|successful)|(?:post|after|since|s/p|successful|underwent|catheter|radiofrequency|RF)[- ](?:\w+ ){0,2}ablation|ablacionad[ao]|tras (?:la )?ablaci[oó]n|ablaci[oó]n (?:con [eé]xito|eficaz|efectiva|exitosa|en (?:19|20)))",
        ),
        (
            &[Condition::Breastfeeding],
            r"\b(?:weaned|destetad[oa]|no longer (?:breast-?feeding|nursing|lactating)|(?:finished|completed|stopped|ended|discontinued) (?:breast-?feeding|nursing)|breast-?feeding (?:was |has been |is )?(?:completed|finished|stopped|ended|over|discontinued)|(?:dej[oó]|finaliz[oó]|abandon[oó]|termin[oó]|suspendi[oó])[^.;]{0,15}lactancia|lactancia[^.;]{0,20}(?:finalizada|terminada|completada|abandonada|suspendida|previa)|inhibici[oó]n de la lactancia|formula[- ]fed|bottle[- ]fed|lactancia artificial)",
        ),
        (
            &[Condition::MalignantHyperthermia],
            r"\b(?:RYR1|CACNA1S|gene(?:tic)?(?: test\w*| panel)?|contracture test\w*|IVCT|CHCT|muscle biopsy|estudio gen[eé]tico|prueba gen[eé]tica|test gen[eé]tico)[^.;]{0,30}\b(?:negativ[eoa]|normal|not detected|no patogenic|wild|excluded|descarta)",
        ),
        (
            &[Condition::G6pdDeficiency],
            r"\bG6PD (?:level|activity|assay|screen|test|enzyme|actividad)?[^.;]{0,20}\b(?:normal|negativ[eoa]|not deficient|sufficient)",
        ),
        (
            &[Condition::MedullaryThyroidCancer],
            r"\bRET\b[^.;]{0,30}\b(?:negativ[eoa]|wild|not detected|normal)",
        ),
        (
            &[Condition::Porphyria],
            r"\b(?:porphyri|porfiri)\w*[^.;]{0,30}\b(?:excluded|ruled out|descartad|negativ[eoa])|\b(?:porphobilinogen|PBG|ALA)\b[^.;]{0,20}\bnormal",
        ),
        (
            &[Condition::ActiveTuberculosis],
            r"\b(?:completed|finished|complet[oó]|finaliz[oó]) (?:\w+ ){0,4}(?:anti-?TB|tubercul\w*|HRZE|RIPE|antituberculos\w*)|\b(?:TB|tuberculosis|tuberculosa?)\b[^.;]{0,20}\b(?:cured|treated|tratada|curada)",
        ),
    ];
    all.into_iter().map(|(conditions, text)| (conditions, any_case(text))).collect()
});

/// Values that decide whether a condition persists, with the condition and the range in which it
/// has ended.
static RESOLVING_VALUES: LazyLock<Vec<(Condition, Pattern, std::ops::Range<f64>)>> = LazyLock::new(|| {
    let value =
        r"(?: of| is| was| now| today| hoy| ahora| actual| de|:| =)*[ \t]*(?P<value>\d{1,3}(?:[.,]\d)?)\b";
    vec![
        (Condition::Hyperkalaemia, any_case(&format!(r"\b(?:K\+?|potassium|potasio){value}")), 2.5..5.5),
        (Condition::LongQt, any_case(&format!(r"\bQTc{value}")), 300.0..470.0),
        (
            Condition::SevereVentricularDysfunction,
            any_case(&format!(r"\b(?:LVEF|EF|FEVI|FE){value} ?%")),
            40.0..80.0,
        ),
    ]
});

/// Whether a sentence says that the source of a bleeding was treated some days ago: "ulcer oversewn 6 days ago".
fn is_source_treated_days_ago(text: &str) -> bool {
    static SOURCE: LazyLock<Pattern> =
        LazyLock::new(|| context("contraindicated/resolved/source-of-bleeding"));
    static TREATED: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/resolved/treated-source"));
    static DAYS_AGO: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/resolved/days-ago"));
    static AGAIN: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/resolved/bleeds-again"));
    SOURCE.is_match(text) && TREATED.is_match(text) && DAYS_AGO.is_match(text) && !AGAIN.is_match(text)
}

/// Returns the conditions that a sentence ends or excludes.
pub(super) fn ended_in(text: &str) -> Vec<Condition> {
    /// Words that confirm a value by excluding an error of the sample.
    static SOUND_SAMPLE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"\b(?:not|non|no|never|sin)[- ](?:visibly |grossly )?(?:ha?emoly\w+|hemol\w+)")
    });
    let text = &*SOUND_SAMPLE.replace_all(text, " ");
    let mut out: Vec<Condition> = RESOLVING_PHRASES
        .iter()
        .filter(|(_, pattern)| pattern.is_match(text))
        .flat_map(|(conditions, _)| conditions.iter().copied())
        .collect();
    if is_source_treated_days_ago(text) {
        out.push(Condition::GastrointestinalBleeding);
    }
    for (condition, pattern, within) in RESOLVING_VALUES.iter() {
        let is_within = pattern.captures_iter(text).any(|found| {
            found
                .name("value")
                .and_then(|value| value.as_str().replace(',', ".").parse::<f64>().ok())
                .is_some_and(|value| within.contains(&value))
        });
        if is_within {
            out.push(*condition);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_value_or_what_was_done_ends_a_condition() {
        for (text, condition) in [
            ("K 6.1 on arrival, repeat normal.", Condition::Hyperkalaemia),
            ("Potasio 4,4 esta mañana.", Condition::Hyperkalaemia),
            ("The sample was haemolysed.", Condition::Hyperkalaemia),
            ("Foley removed on day 2, voiding well.", Condition::UrinaryRetention),
            ("Se retiró la sonda sin incidencias.", Condition::UrinaryRetention),
            ("The accessory pathway was ablated in 2019.", Condition::PreexcitedFibrillation),
            ("She weaned the baby in May.", Condition::Breastfeeding),
            ("Completed breast-feeding.", Condition::Breastfeeding),
            ("RYR1 gene test negative.", Condition::MalignantHyperthermia),
            ("QTc 438 ms off the drug.", Condition::LongQt),
            ("LVEF now 55 %.", Condition::SevereVentricularDysfunction),
            ("Bleeding gastric ulcer oversewn 6 days ago.", Condition::GastrointestinalBleeding),
            ("Day 5 after clipping of a bleeding duodenal ulcer.", Condition::GastrointestinalBleeding),
            ("Úlcera duodenal sangrante suturada hace 6 días.", Condition::GastrointestinalBleeding),
        ] {
            assert!(ended_in(text).contains(&condition), "{text}");
        }
        for text in [
            "K 6.4.",
            "Foley placed, 900 mL.",
            "Breast-feeding her first child.",
            "QTc 520 ms.",
            "EF 22 %.",
            "Bleeding gastric ulcer clipped today.",
            "Gastric ulcer clipped 6 days ago, rebleeding now.",
            "Bleeding ulcer, melaena for 3 days.",
        ] {
            assert!(ended_in(text).is_empty(), "{text}");
        }
    }
}
