//! Values of another kind or unit than their label: FIGO T2N0M0, glucose in g/dL, BP 12/8 mmHg.

use super::remarks::value_remark;
use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// A pattern with its number (if any) in `value`, a test for impossible numbers, words of the sentence that explain the
/// value, and the reason why it is impossible in English and Spanish.
struct MisnamedValue {
    pattern: Pattern,
    is_wrong: fn(f64) -> bool,
    explained: Option<Pattern>,
    english: &'static str,
    spanish: &'static str,
}

static MISNAMED_VALUES: LazyLock<Vec<MisnamedValue>> = LazyLock::new(|| {
    let kind = |pattern: &str, is_wrong, explained: &str, english, spanish| MisnamedValue {
        pattern: any_case(pattern),
        is_wrong,
        explained: (!explained.is_empty()).then(|| any_case(explained)),
        english,
        spanish,
    };
    vec![
        kind(
            r"\bfi ?o[2₂]\b[:= ]{0,3}(?:of |is |de |al? )?(?P<value>[1-9][.,][0-9]{1,2})(?:[\s.,;)]|$)",
            |value| value > 1.0,
            "",
            "a fraction of inspired oxygen goes from 0.21 to 1",
            "la fracción inspirada de oxígeno va de 0,21 a 1",
        ),
        kind(
            r"\bbi-? ?rads (?:category |categor[ií]a )?(?-i:[A-HJ-UWYZ])(?:[\s.,;)]|$)",
            |_| true,
            r"dens|composi|parenchym|par[eé]nquima|patr[oó]n|breast type|\bacr\b",
            "the categories of BI-RADS are numbers, 0 to 6; letters are for the density of the breast",
            "las categorías BI-RADS son números, de 0 a 6; las letras son de la densidad mamaria",
        ),
        kind(
            r"\b(?:ann[- ]arbor|lugano|figo)(?: stage| estadio| class)?[:= ]{1,3}(?-i:[cp]?T[0-4](?:[a-d])?(?: ?N[0-3X][a-c]?)?(?: ?M[01X])?)(?:[\s.,;)]|$)",
            |_| true,
            "",
            "its stages go from I to IV; T, N and M are those of another classification",
            "sus estadios van de I a IV; T, N y M son de otra clasificación",
        ),
        kind(
            r"(?:^|[\s(,;.:])(?-i:ASA) (?P<value>[7-9]|1[0-9])(?:[.,;)]|$)",
            |_| true,
            r"\bmg\b|aspirin|aas\b|days?\b|d[ií]as?\b|hold|stop|suspend|antiplate|antiagreg",
            "ASA classes go from I to VI",
            "las clases ASA van de I a VI",
        ),
        kind(
            r"\b(?:glucose|glucosa|glucemia|blood sugar|glyc[a]?emia)\b[^0-9.;\n]{0,20}(?P<value>[0-9]{1,4}(?:[.,][0-9]+)?) ?g/d[lL]\b",
            |value| value >= 3.0,
            r"urin|orina|solution|suero|dextros",
            "no blood has grams of glucose in a decilitre; check whether mmol/L or mg/dL is meant",
            "ninguna sangre tiene gramos de glucosa por decilitro; compruebe si es mmol/L o mg/dL",
        ),
        kind(
            r"\b(?:bp|blood pressure|ta|pa|tensi[oó]n arterial|presi[oó]n arterial)[:= ]{0,3}(?:of |de |is |was )?(?:(?:[7-9]|1[0-9]|2[0-5])(?:[.,]5)?) ?/ ?(?:[3-9]|1[0-5])(?:[.,]5)? ?mm ?hg\b",
            |_| true,
            r"drop|fall|fell|reduc|decreas|lower|chang|differ|rise|rose|increas|desc|baj[aó]|aument|diferenc|mejor",
            "in mmHg no patient has that pressure; in cmHg it would be usual",
            "en mmHg ningún paciente tiene esa presión; en cmHg sería habitual",
        ),
        kind(
            r"(?:^|[^/\w])pa?o[2₂][:= ]{0,3}(?:of |is |was |de )?(?P<value>[0-9]{2,4})(?: ?mm ?hg)?(?:[\s.,;)]|$)",
            |value| value > 150.0,
            r"(?:fi ?o2 (?:0[.,](?:[3-9]|2[2-9])|1|[3-9]0|100))|intubat|ventilat|mask|mascarilla|\bL/min|hyperbaric|hiperb[aá]ric",
            "on room air no blood has that pressure of oxygen",
            "con aire ambiente ninguna sangre tiene esa presión de oxígeno",
        ),
    ]
});

/// Words for room air, the only case in which the oxygen pressure has this bound.
static ROOM_AIR: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(r"room air|aire ambiente|\bon air\b|\b(?-i:RA)\b|\bfi ?o2:? (?:of |de )?(?:0[.,]21|21 ?%)")
});

/// Child-Pugh class and points without "Pugh": "Child C6".
static CHILD_PUGH: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\bchild[- ](?-i:(?P<class>[ABC]))[- ]?(?P<value>[0-9]{1,2})(?:[\s.,;)]|$)"));

/// Adds the remarks on such values in a block.
pub(super) fn check(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    /// A fragment of every pattern, to skip most blocks quickly.
    static ANY_NAME: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"fi ?o[2₂]|rads|arbor|lugano|figo|(?-i:ASA)|gluc|glyc|blood sugar|mm ?hg|p?a?o[2₂]|child")
    });
    if !ANY_NAME.is_match(text) {
        return;
    }
    let add = |span: Span, english: &str, spanish: &str, out: &mut Vec<Remark>| {
        if !out.iter().any(|known| known.place.overlaps(span)) {
            out.push(value_remark(block, span, english, spanish, None));
        }
    };
    for kind in MISNAMED_VALUES.iter() {
        for captures in kind.pattern.captures_iter(text) {
            let Some(whole) = captures.get(0) else { continue };
            let value =
                captures.name("value").and_then(|value| value.as_str().replace(',', ".").parse().ok());
            let (start, end) = trimmed(text, whole.start(), whole.end());
            let Some(sentence) = block.sentence_at(start) else { continue };
            let words = block.slice(sentence.span);
            let is_explained =
                kind.explained.as_ref().is_some_and(|explained| explained.is_match(&fold(words)));
            let needs_air = kind.english.starts_with("on room air");
            if is_explained
                || !(kind.is_wrong)(value.unwrap_or(f64::MAX))
                || needs_air && !ROOM_AIR.is_match(words)
            {
                continue;
            }
            add(Span::new(start, end), kind.english, kind.spanish, out);
        }
    }
    for captures in CHILD_PUGH.captures_iter(text) {
        let Some(whole) = captures.get(0) else { continue };
        let points = captures.name("value").and_then(|value| value.as_str().parse::<u32>().ok()).unwrap_or(0);
        let fits = match captures.name("class").map_or("", |class| class.as_str()) {
            "A" => (5..=6).contains(&points),
            "B" => (7..=9).contains(&points),
            _ => (10..=15).contains(&points),
        };
        let (start, end) = trimmed(text, whole.start(), whole.end());
        if !fits && (4..=20).contains(&points) {
            let (english, spanish) = (
                "the class and the points do not agree (A 5–6, B 7–9, C 10–15)",
                "la clase y los puntos no concuerdan (A 5–6, B 7–9, C 10–15)",
            );
            add(Span::new(start, end), english, spanish, out);
        }
    }
}

/// A range without surrounding marks and spaces.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let found = text.get(start..end).unwrap_or_default();
    let marks = |c: char| c.is_whitespace() || matches!(c, '(' | ',' | ';' | '.' | ':' | ')' | '[');
    let from = start + (found.len() - found.trim_start_matches(marks).len());
    (from, (start + found.trim_end_matches(marks).len()).max(from))
}
