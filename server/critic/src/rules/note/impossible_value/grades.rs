//! Grades and scores with few values: their range, their notation, and sums that must match.

use super::scales::{GRADES, Grade};
use crate::BlockContext;
use crate::pattern::{Pattern, forms, words};
use referee_findings::Remark;
use referee_text::Span;
use regex::Captures;
use std::sync::LazyLock;

/// Short words allowed between a grade's name and its value.
const FILLER_WORDS: &str = r"(?:[\s:=,-]|\b(?:class|clase|score|scores|stage|estadio|grade|grado|category|categoria|categoría|functional|funcional|points|puntos|of|de|is|was|es|index|scale|escala|status|total|puntuación|puntuacion)\b){0,6}";

static GRADE_PATTERNS: LazyLock<Vec<(&'static Grade, Pattern)>> = LazyLock::new(|| {
    GRADES
        .iter()
        .map(|grade| {
            let pattern = format!(
                r"(?i)\b{}\b{FILLER_WORDS}(?P<value>[0-9]{{1,3}}|[ivx]{{1,4}})(?-i:[ABES]{{1,2}})?\b(?P<behind>[^\s]?)",
                grade.name
            );
            (grade, Pattern::new(&pattern))
        })
        .collect()
});

/// The value of an Arabic or Roman numeral; `None` for anything else.
fn numeral(text: &str) -> Option<u32> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let digits = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1_u32),
        'v' => Some(5),
        'x' => Some(10),
        _ => None,
    };
    let values: Option<Vec<u32>> = text.chars().map(digits).collect();
    let values = values?;
    let mut total = 0_i64;
    for (at, value) in values.iter().enumerate() {
        let is_less = values.get(at + 1).is_some_and(|next| next > value);
        total += if is_less { -i64::from(*value) } else { i64::from(*value) };
    }
    u32::try_from(total).ok().filter(|total| *total > 0)
}

fn span_of(captures: &Captures<'_>) -> Option<Span> {
    captures.get(0).map(|all| Span::new(all.start(), all.end()))
}

/// Reports impossible grades and scores of a block.
pub(super) fn check(block: &BlockContext<'_>, out: &mut Vec<Remark>) {
    /// From this number on, "ASA" is a dose of aspirin in milligrams.
    const MIN_ASPIRIN_MILLIGRAMS: u32 = 50;
    /// A fragment of every scale's name, to skip most blocks quickly.
    static ANY_SCALE: LazyLock<Option<Pattern>> =
        LazyLock::new(|| Some(Pattern::new(&forms("impossible-value/grades/any-scale"))));
    let text = block.prose();
    if !ANY_SCALE.as_ref().is_some_and(|named| named.is_match(text)) {
        return;
    }
    let spanish = block.in_spanish();
    for (grade, pattern) in GRADE_PATTERNS.iter() {
        for captures in pattern.captures_iter(text) {
            let (Some(whole), Some(written)) = (captures.get(0), captures.name("value")) else { continue };
            let behind = captures.name("behind").map_or("", |behind| behind.as_str());
            let Some(value) = numeral(written.as_str()) else { continue };
            // Of "PHQ-9 5", "ECOG 0-1", "BI-RADS 4/5" and "mRS 2020" only the first number is examined.
            if (grade.lowest..=grade.highest).contains(&value)
                || behind == "."
                    && text
                        .get(whole.end()..)
                        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            {
                continue;
            }
            let of_highest =
                text.get(whole.end()..).is_some_and(|rest| rest.starts_with(&grade.highest.to_string()));
            if behind == "/" && !of_highest || behind == "%" && grade.highest > 20 && grade.highest != 100 {
                continue;
            }
            // "ASA 81 mg" is a dose of aspirin; so is "hold ASA 325" without a unit.
            if grade.name.ends_with("asa") && value >= MIN_ASPIRIN_MILLIGRAMS
                || text.get(written.end()..).is_some_and(|rest| rest.trim_start().starts_with("mg"))
            {
                continue;
            }
            let span = Span::new(whole.start(), written.end());
            if out.iter().any(|known| known.place.overlaps(span)) {
                continue;
            }
            out.push(grade_remark(block, span, if spanish { &grade.spanish } else { &grade.english }));
        }
    }
    reversed(block, text, out);
    child_pugh(block, text, out);
    gleason(block, text, out);
    glasgow(block, text, out);
    glasgow_in_words(block, text, out);
    glasgow_apart(block, text, out);
    wrong_kind(block, text, out);
    tumour_grade(block, text, out);
    fractions(block, text, out);
    letters(block, text, out);
}

/// Reports stages with an impossible letter or number (FIGO IIID, FIGO IB4, Ann Arbor IIIC) and ASA classes above VI.
fn letters(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let figo = r"(?i:figo)(?: ?(?:19|20)[0-9]{2})?(?i: stage| estadio)?\s*[:=,]?\s*(?:(?:IV|I{1,3}|[1-4])[D-H][0-9]?|I[ABC][4-9]|(?:II|III|IV)[ABC][3-9])";
        let arbor = r"(?i:ann[- ]arbor|lugano)(?i: stage| estadio)?\s*[:=,]?\s*(?:IV|I{1,3})(?:[ABESX]?[CDFGH])[ABESX]?";
        let arbor_behind = r"(?i:stage|estadio) (?:IV|I{1,3})[CDFGH] (?i:\(?(?:de |by |of |according to |según )?(?:la )?(?:clasificación de )?ann[- ]arbor)";
        let asa = r"ASA(?i: class| clase| grado| grade| score| PS)?\s*[:=]?\s*(?:VII|VIII|IX|X)";
        Some(Pattern::new(&format!(
            r"\b(?:(?P<figo>{figo})|(?P<arbor>{arbor}|{arbor_behind})|(?P<asa>{asa}))\b"
        )))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let Some(span) = span_of(&captures) else { continue };
        let is = |name: &str| captures.name(name).is_some();
        let fact = match (is("figo"), is("arbor"), block.in_spanish()) {
            (true, _, false) => "FIGO has no such stage (letters A to C, with numbers up to 3)",
            (true, _, true) => "FIGO no tiene ese estadio (letras A a C, con números hasta 3)",
            (_, true, false) => "the letters of Ann Arbor are A, B, E, S and X",
            (_, true, true) => "las letras de Ann Arbor son A, B, E, S y X",
            (_, _, false) => "ASA classes go from I to VI",
            (_, _, true) => "las clases ASA van de I a VI",
        };
        if !out.iter().any(|known| known.place.overlaps(span)) {
            out.push(grade_remark(block, span, fact));
        }
    }
}

/// Reports a grade above 3 for a carcinoma of the breast or endometrium: "carcinoma ductal, grado 4". Toxicity grades
/// go to 5.
fn tumour_grade(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let tumour = r"(?:endometri(?:al|oid|oide) (?:adeno)?(?:carcinoma|cancer)|(?:ductal|lobular|breast|mammary) (?:adeno)?(?:carcinoma|cancer)|(?:adeno)?(?:carcinoma|c[aá]ncer) (?:ductal|lobulillar|lobular|endometrioide|de mama|de endometrio))";
        let behind = r"(?:grade|grado)(?: histol[oó]gico| histologic(?:al)?)?[ :=]{1,3}(?:[4-9]|IV|V)(?:[ ]*[,.;)\n]|$)";
        let before = r"(?:grado|grade) (?:histol[oó]gico )?(?:[4-9]|IV|V) (?:de la |of the |by |seg[uú]n )?(?:la )?FIGO";
        Some(Pattern::new(&format!(
            r"(?i)\b{tumour}\b(?P<gap>[^.;\n]{{0,50}})\b(?P<grade>{behind})|\b(?P<reversed>{before})\b"
        )))
    });
    static TOXICITY: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("impossible-value/grades/toxicity"));
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let Some(found) = captures.name("grade").or_else(|| captures.name("reversed")) else { continue };
        let gap = captures.name("gap").map_or("", |gap| gap.as_str()).to_lowercase();
        if TOXICITY.iter().any(|word| gap.contains(word)) {
            continue;
        }
        let shown = found.as_str().trim_end_matches([' ', ',', '.', ';', ')', '\n']);
        let span = Span::new(found.start(), found.start() + shown.len());
        let fact = if block.in_spanish() {
            "los grados de un carcinoma de mama o de endometrio van de 1 a 3"
        } else {
            "the grades of a carcinoma of the breast or the endometrium go from 1 to 3"
        };
        if !out.iter().any(|known| known.place.overlaps(span)) {
            out.push(grade_remark(block, span, fact));
        }
    }
}

/// Grades with their maximum: power out of 5, a murmur out of 6.
fn fractions(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?:power|strength|fuerza|balance muscular|mrc)\b[^.;\n/]{0,25}?\b(?P<five>[6-9]|10)/5\b|\b(?:murmur|soplo)\b[^.;\n/]{0,30}?\b(?P<six>[7-9]|10)/6\b|\b(?P<before>[7-9]|10)/6 (?:\w+ ){0,3}(?:murmur|soplo)\b",
        ))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let Some(span) = span_of(&captures) else { continue };
        let fact = match (captures.name("five").is_some(), block.in_spanish()) {
            (true, false) => "power goes from 0 to 5",
            (true, true) => "la fuerza va de 0 a 5",
            (false, false) => "murmurs are graded from 1 to 6",
            (false, true) => "los soplos van de 1 a 6",
        };
        if !out.iter().any(|known| known.place.overlaps(span)) {
            out.push(grade_remark(block, span, fact));
        }
    }
}

fn grade_remark(block: &BlockContext<'_>, span: Span, fact: &str) -> Remark {
    let shown = block.slice(span);
    let message = if block.in_spanish() {
        format!("«{shown}»: {fact}. Compruebe el valor.")
    } else {
        format!("“{shown}”: {fact}. Check the value.")
    };
    Remark::new(span, message)
}

/// Checks Child-Pugh: classes A to C, 5 to 15 points, and the points of each class.
fn child_pugh(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\bchild[- ]?(?:turcotte[- ]?)?pugh\s*(?:class|score|stage|grade|clase|estadio|grado|categoria|categoría)?\s*[:=]?\s*(?:(?-i:(?P<class>[A-Z]))(?:\b|(?P<glued>[0-9]{1,2})\b)|(?P<bare>[0-9]{1,2}|(?-i:[IVX]{1,3}))\b)\s*[-(,:]?\s*(?P<points>[0-9]{1,2})?(?:\s*(?:points|puntos|pts))?",
        ))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    let spanish = block.in_spanish();
    for captures in pattern.captures_iter(text) {
        let Some(span) = span_of(&captures) else { continue };
        let points = captures.name("points").or_else(|| captures.name("glued"));
        let points = points.and_then(|points| points.as_str().parse::<u32>().ok());
        let class = captures.name("class").map(|class| class.as_str());
        let bare = captures.name("bare").map(|bare| bare.as_str());
        let is_wrong_class = class.is_some_and(|class| !matches!(class, "A" | "B" | "C"))
            || bare.is_some_and(|bare| !bare.parse::<u32>().is_ok_and(|points| (5..=15).contains(&points)));
        let expected = match class {
            Some("A") => 5..=6,
            Some("B") => 7..=9,
            Some("C") => 10..=15,
            _ => 5..=15,
        };
        let fact = if is_wrong_class {
            if spanish {
                "Child-Pugh tiene las clases A, B y C, de 5 a 15 puntos"
            } else {
                "Child-Pugh has the classes A, B and C, with 5 to 15 points"
            }
        } else if points.is_some_and(|points| (4..=20).contains(&points) && !expected.contains(&points)) {
            if spanish {
                "la clase y los puntos no concuerdan (A 5–6, B 7–9, C 10–15)"
            } else {
                "the class and the points do not agree (A 5–6, B 7–9, C 10–15)"
            }
        } else {
            continue;
        };
        out.push(grade_remark(
            block,
            Span::new(span.start as usize, span.start as usize + block.slice(span).trim_end().len()),
            fact,
        ));
    }
}

/// Checks Gleason: two patterns of 1 to 5 that add up to the score.
fn gleason(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\bgleason\b[^0-9.;\n]{0,24}(?P<first>[0-9]{1,2})(?:\s*\+\s*(?P<second>[0-9]{1,2}))?(?:\s*[=(]\s*(?P<sum>[0-9]{1,2}))?(?:\s*\+\s*(?P<last>[0-9]))?",
        ))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    let spanish = block.in_spanish();
    for captures in pattern.captures_iter(text) {
        let number = |name: &str| captures.name(name).and_then(|number| number.as_str().parse::<u32>().ok());
        let Some(span) = span_of(&captures) else { continue };
        // "Gleason 6 (4+4)": the score comes first.
        let patterns = match (number("first"), number("second"), number("sum"), number("last")) {
            (score, None, first, Some(last)) => (first, Some(last), score),
            (first, second, sum, _) => (first, second, sum),
        };
        let fact = match patterns {
            (Some(first), Some(second), _) if !(1..=5).contains(&first) || !(1..=5).contains(&second) => {
                if spanish {
                    "los patrones de Gleason van de 1 a 5"
                } else {
                    "Gleason patterns go from 1 to 5"
                }
            }
            (Some(first), Some(second), Some(sum)) if first + second != sum => {
                if spanish {
                    "los patrones no suman la puntuación"
                } else {
                    "the patterns do not add up to the score"
                }
            }
            (Some(score), None, _) if !(2..=10).contains(&score) => {
                if spanish {
                    "la puntuación de Gleason va de 2 a 10"
                } else {
                    "the Gleason score goes from 2 to 10"
                }
            }
            _ => continue,
        };
        // "Gleason 2019" is not a score, nor is the grade group 1 that some authors write this way.
        let behind = text.get(span.end as usize..).unwrap_or_default();
        if behind.starts_with(|c: char| c.is_ascii_digit())
            || number("first") == Some(1) && number("second").is_none()
        {
            continue;
        }
        out.push(grade_remark(block, span, fact));
    }
}

/// Checks the Glasgow Coma Scale: its parts have separate ranges and add up to the score.
fn glasgow(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static GLASGOW_PARTS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b(?P<one>[EOVM])\s?(?P<a>[0-9])\s?[,+/ -]?\s?(?P<two>[EOVM])\s?(?P<b>[0-9])\s?[,+/ -]?\s?(?P<three>[EOVM])\s?(?P<c>[0-9])\b",
        ))
    });
    static GLASGOW_TOTAL: LazyLock<Option<Pattern>> =
        LazyLock::new(|| Some(Pattern::new(r"(?i)\b(?:gcs|glasgow)\b[^0-9.;]{0,30}(?P<total>[0-9]{1,2})\b")));
    let (Some(parts), Some(total)) = (GLASGOW_PARTS.as_ref(), GLASGOW_TOTAL.as_ref()) else { return };
    let spanish = block.in_spanish();
    for captures in parts.captures_iter(text) {
        let Some(span) = span_of(&captures) else { continue };
        let pairs = [("one", "a"), ("two", "b"), ("three", "c")].map(|(letter, digit)| {
            let letter = captures.name(letter).map_or("", |letter| letter.as_str());
            let value = captures.name(digit).and_then(|digit| digit.as_str().parse::<u32>().ok());
            (if letter == "O" { "E" } else { letter }, value.unwrap_or(0))
        });
        let part = |wanted: &str| pairs.iter().find(|(letter, _)| *letter == wanted).map(|(_, value)| *value);
        let (Some(eyes), Some(voice), Some(motor)) = (part("E"), part("V"), part("M")) else { continue };
        if !(1..=4).contains(&eyes) || !(1..=5).contains(&voice) || !(1..=6).contains(&motor) {
            let fact = if spanish {
                "el Glasgow tiene E 1–4, V 1–5 y M 1–6"
            } else {
                "the Glasgow Coma Scale has E 1–4, V 1–5 and M 1–6"
            };
            out.push(grade_remark(block, span, fact));
            continue;
        }
        let Some(sentence) = block.sentence_at(span.start as usize) else { continue };
        let around = block.slice(sentence.span);
        // Without the scale's name the letters may be lenses or ventilator settings.
        let named = total.captures(around);
        if named.is_none() && !["gcs", "glasgow"].iter().any(|name| around.to_lowercase().contains(name)) {
            continue;
        }
        let behind = text.get(span.end as usize..).unwrap_or_default().trim_start_matches([' ', ')', ']']);
        let is_sum = behind.strip_prefix(['=', ':']).map(str::trim_start).and_then(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.get(..digits)?.parse::<u32>().ok()
        });
        let stands_inside = is_sum.is_none()
            && named.as_ref().and_then(|named| named.name("total")).is_some_and(|total| {
                let at = sentence.span.start as usize + total.start();
                (span.start as usize..span.end as usize).contains(&at)
            });
        let Some(sum) = is_sum
            .or_else(|| named.as_ref()?.name("total").and_then(|total| total.as_str().parse::<u32>().ok()))
        else {
            continue;
        };
        if !stands_inside && sum >= 3 && sum != eyes + voice + motor {
            let fact = if spanish {
                format!("las partes suman {} y no {sum}", eyes + voice + motor)
            } else {
                format!("the parts add up to {}, not {sum}", eyes + voice + motor)
            };
            out.push(grade_remark(block, span, &fact));
        }
    }
}

/// The Glasgow Coma Scale in words: "ocular 3, verbal 4, motor 6: Glasgow 15".
fn glasgow_in_words(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PARTS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let parts = r"(?:respuesta )?(?:ocular|eyes?|ojos|apertura ocular|eye opening)[ :=]{1,3}(?P<eyes>[1-4])[ ,;/(y+]{1,4}(?:respuesta )?(?:verbal|voice|voz)[ :=]{1,3}(?P<voice>[1-5])[ ,;/(y+]{1,4}(?:and |y |respuesta )?motora?[ :=]{1,3}(?P<motor>[1-6])\b";
        Some(Pattern::new(&format!(
            r"(?i)\b(?:gcs|glasgow)\b[^0-9.;\n]{{0,20}}(?P<ahead>[0-9]{{1,2}})(?:/15)?[ (:,=-]{{1,4}}{parts}|\b{}[ ):,;=-]{{1,4}}(?:(?:total|suma|gcs|glasgow|=)[ :=]{{0,3}}(?:de )?){{1,2}}(?P<behind>[0-9]{{1,2}})\b",
            parts.replace("<eyes>", "<eyes2>").replace("<voice>", "<voice2>").replace("<motor>", "<motor2>")
        )))
    });
    if let Some(pattern) = PARTS.as_ref() {
        unequal_sums(block, pattern, text, 0, out);
    }
}

/// Reports totals of the Glasgow scale that differ from the sum of their parts, as a pattern captures
/// them. A number below `least` is not a total.
fn unequal_sums(block: &BlockContext<'_>, pattern: &Pattern, text: &str, least: u32, out: &mut Vec<Remark>) {
    for captures in pattern.captures_iter(text) {
        let number = |names: [&str; 2]| {
            names.iter().find_map(|name| captures.name(name))?.as_str().parse::<u32>().ok()
        };
        let parts = [["eyes", "eyes2"], ["voice", "voice2"], ["motor", "motor2"]].map(number);
        let (Some(total), [Some(eyes), Some(voice), Some(motor)], Some(span)) =
            (number(["ahead", "behind"]), parts, span_of(&captures))
        else {
            continue;
        };
        let sum = eyes + voice + motor;
        if total == sum || total < least || out.iter().any(|known| known.place.overlaps(span)) {
            continue;
        }
        let fact = if block.in_spanish() {
            format!("las partes suman {sum} y no {total}")
        } else {
            format!("the parts add up to {sum}, not {total}")
        };
        out.push(grade_remark(block, span, &fact));
    }
}

/// Glasgow with its parts apart, each after what was seen: "opens eyes to voice (E3), confused (V4), localises (M5), GCS 14".
fn glasgow_apart(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PARTS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let parts = r"\b[EO] ?(?P<eyes>[1-4])\b[^0-9]{1,110}\bV ?(?P<voice>[1-5])\b[^0-9]{1,110}\bM ?(?P<motor>[1-6])\b";
        let behind =
            parts.replace("<eyes>", "<eyes2>").replace("<voice>", "<voice2>").replace("<motor>", "<motor2>");
        let scale = "(?i:gcs|glasgow)";
        let link = r"(?:[ :=,.(]|(?i:total|is|of|score|de|es|coma|scale)){0,8}";
        Some(Pattern::new(&format!(
            r"{behind}[^0-9A-Za-z]{{0,4}}(?:(?i:so|hence|giving|total|suma|that is) ){{0,2}}{scale}{link}(?P<behind>1?[0-9])\b|\b{scale}{link}(?P<ahead>1?[0-9])(?:/15)?\b[^0-9]{{1,60}}?{parts}"
        )))
    });
    if let Some(pattern) = PARTS.as_ref() {
        unequal_sums(block, pattern, text, 3, out);
    }
}

/// A class before the name of its scale: "clase funcional VI de la NYHA".
fn reversed(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?:clase(?: funcional)?|class|functional class|estadio|stage|grado|grade|cf)\s+(?P<value>[ivx]{1,4}|[0-9]{1,2})\s+\(?(?:de la |de |by |of |per |según la |segun la |on the |on )?(?:escala )?(?P<name>nyha|killip|ann arbor)\b",
        ))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let (Some(value), Some(span)) = (captures.name("value"), span_of(&captures)) else { continue };
        let Some(value) = numeral(value.as_str()) else { continue };
        if (1..=4).contains(&value) || out.iter().any(|known| known.place.overlaps(span)) {
            continue;
        }
        let fact = if block.in_spanish() { "la escala va de I a IV" } else { "the scale goes from I to IV" };
        out.push(grade_remark(block, span, fact));
    }
}

/// A letter for a numeric class: "NYHA class C".
fn wrong_kind(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b(?P<name>NYHA|ECOG|Killip|PI-?RADS|Ann Arbor|FIGO)\s*(?:(?:class|clase|functional class|clase funcional|stage|estadio|score|PS)\s*)?[:=]?\s*(?P<letter>[A-HJ-UWYZ])(?P<behind>[ .,;)\n]|$)",
        ))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let (Some(name), Some(letter)) = (captures.name("name"), captures.name("letter")) else { continue };
        let span = Span::new(name.start(), letter.end());
        let fact = if block.in_spanish() {
            "es una escala de números, no de letras"
        } else {
            "the scale has numbers, not letters"
        };
        if !out.iter().any(|known| known.place.overlaps(span)) {
            out.push(grade_remark(block, span, fact));
        }
    }
}
