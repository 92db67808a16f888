//! Finds ages over 89 in any notation.
//!
//! A number of years is an age if a word before it ("aged", "cumplió", "he is") or after it
//! ("years", "birthday", "male") indicates this. Number words from ninety to a hundred and twelve
//! are taken whenever no unit follows, because results are written in digits.

use super::measures;
use super::patterns::pattern;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Ages over 89 in digits.
const AGE_IN_DIGITS: &str = r"(?:9\d|1[0-2]\d)";

/// Ages over 89 in English words, except "a hundred", which counts many things.
const AGE_IN_ENGLISH: &str = r"ninet(?:y|ies)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|(?:a|one)[- ]hundred[- ](?:and[- ])?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";

/// Ages over 89 in Spanish words, except "cien".
const AGE_IN_SPANISH: &str = r"noventa(?: y (?:un[oa]?|d[oó]s|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve|tantos|pico))?|ciento (?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)";

const HUNDRED_WORDS: &str = r"(?:a|one) hundred|cien";

/// Words for a person whose age may follow.
const PERSON_WORDS: &str = r"he|she|they|i|we|patient|pt|man|woman|lady|gentleman|mother|father|mum|mom|dad|husband|wife|brother|sister|aunt|uncle|grandmother|grandfather|grandma|grandpa|resident|client|widow(?:er)?|who|paciente|abuel[oa]|madre|padre|ti[oa]|tí[oa]|herman[oa]|señora?|marido|mujer|espos[oa]|var[oó]n|hombre|viud[oa]|él|ella|ancian[oa]";

/// Words between a person and the age: "is", "was nearly", "will be".
const AGE_VERBS: &str = r"(?:is|was|were|are|will be|would be|turn(?:s|ed|ing)?|has turned|had turned|has reached|reach(?:ed|es|ing)|made it to|lived to(?: be| see)?|tiene|ten[ií]a|tendr[aá]|cumple|cumpli[oó]|cumplir[aá]|ha cumplido|alcanz[oó]|lleg[oó] a)";

/// Words that may precede the number.
const APPROXIMATION_WORDS: &str = r"(?:(?:now|already|just|only|nearly|almost|about|around|approximately|well over|well past|over|past|the age of|aged|ya|casi|unos|los|sus|hasta|sobre|m[aá]s de)\s+){0,3}";

static AGE_IN_CONTEXT: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let years = r"(?:years?\b|yrs?\b|yo\b|y\.?\s?/?\s?o\b|y\b|a[ñn]os?\b|años?|a\.|a\b|primaveras|summers|winters|birthdays?|abriles|inviernos)";
    let number = format!("(?:{AGE_IN_DIGITS}|{AGE_IN_ENGLISH}|{AGE_IN_SPANISH}|{HUNDRED_WORDS})");
    let texts = [
        format!(
            r"(?i)\b(?P<years>(?:{AGE_IN_DIGITS}|{AGE_IN_ENGLISH}|{AGE_IN_SPANISH}|{HUNDRED_WORDS})[-–\s]*(?:and a half[- ]*|y medio )?{years}(?:[- ]?old)?)"
        ),
        // "aged 93", "edad: 93", "turning 93", "a los 93", "murió con 93".
        format!(
            r"(?i)\b(?:age[ds]?|edad(?: de)?|turn(?:s|ed|ing)|cumpl(?:i[oó]|e|ir|ir[aá]|idos|iendo)|old as|the age of|approaching|nearing|reach(?:ed|es|ing)|lived to(?: be| see)?|alive at|living at|well at|active at|independent at|lived until|lived till|(?:died|dead|passed away|widowed|retired|married)(?: peacefully| suddenly)?(?: at| aged?)|(?:muri[oó]|falleci[oó]|fallecid[oa]|vivi[oó]|dej[oó] de \p{{L}}+|enviud[oó]|lleg[oó])(?: \p{{L}}+)?(?: con| a los| hasta los| a)|hasta los|a los|con sus|con los|ronda(?:ndo)? los|pas[oó] de los|supera(?:ndo)? los|cerca de los|rebasad[oa]s? los)\s*[:=]?\s*{APPROXIMATION_WORDS}(?:of\s+|is\s+|was\s+|de\s+)?(?P<age>{number})\b"
        ),
        // "she is 93", "who's nearly 93".
        format!(
            r"(?i)\b(?:{PERSON_WORDS})(?:['’]?s)?\s+{AGE_VERBS}\s+{APPROXIMATION_WORDS}(?P<age>{number})\b"
        ),
        format!(
            r"(?i)\b(?:s?he|who|they|i)['’](?:s|re|m|ll be|d be)\s+{APPROXIMATION_WORDS}(?P<age>{number})\b"
        ),
        format!(
            r"(?i)\b(?:tiene|ten[ií]a|tendr[aá])\s+{APPROXIMATION_WORDS}(?P<age>{number})(?:\s*[,.;)]|\s*$|\s+(?:y|pero|aunque)\b)"
        ),
        // "a lady of 93".
        format!(r"(?i)\b(?:{PERSON_WORDS})\s+(?:of|de)\s+{APPROXIMATION_WORDS}(?P<age>{number})\b"),
        // "at 93 she still drives".
        format!(
            r"(?i)\b(?:at|past|over|nearly|almost|casi|con)\s+(?P<age>{AGE_IN_DIGITS}|{HUNDRED_WORDS})\s*[,;]?\s+(?:s?he|they|who|his|her|vive|sigue|a[uú]n|todav[ií]a|camina|conduce|es|est[aá])\b"
        ),
        // "93M", "93-year", "F/93", "93 female".
        format!(
            r"(?i)\b(?P<age>{AGE_IN_DIGITS}\s?[-/]?\s?(?:[mfhv]\b|♀|♂|male\b|female\b|man\b|woman\b|lady\b|gentleman\b|mujer\b|var[oó]n\b|hombre\b))"
        ),
        format!(
            r"(?i)\b(?P<age>[mfhv]\s?[/,-]?\s?{AGE_IN_DIGITS})\b|\b(?:male|female|man|woman|lady|gentleman|mujer|var[oó]n|hombre|señora?|paciente|patient)\s?[,(]\s*(?P<age2>{AGE_IN_DIGITS})\b"
        ),
        String::from(
            r"(?i)\b(?P<age>(?:non|cent)agenari(?:an|o|a)s?|(?:super)?centenari(?:an|o|a)s?|novent[oó]n(?:a|es|as)?|(?:early |mid[- ]?|late |high )?(?:nineties|hundreds)|(?:en|por) los noventa(?: (?:largos|y \p{L}+))?|(?:d[eé]cima|und[eé]cima) d[eé]cada|(?:tenth|eleventh) decade)\b",
        ),
        String::from(
            r"(?i)\b(?:in|into|mid|early|late)[- ](?:his|her|their|the|my)\s+(?:early |mid[- ]?|late )?(?P<age>(?:90|100)['’]?s)\b|\b(?:his|her|their|my|the|su|el)\s+(?P<age2>(?:9\d|1[0-2]\d)(?:st|nd|rd|th|\.?[ºª])(?:\s+(?:birthday|cumpleaños|aniversario))?|ninet(?:ieth|y[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))|(?:one )?hundredth|cent[eé]simo|nonag[eé]simo(?: \p{L}+)?)\b",
        ),
    ];
    texts.iter().map(|text| pattern(text)).collect()
});

static AGE_IN_WORDS: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"(?i)\b(?:{AGE_IN_ENGLISH}|{AGE_IN_SPANISH})\b")));

/// Returns the ages over 89 in a text, unordered.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    let counts_something = |end: usize| {
        let rest = text.get(end..).unwrap_or_default();
        measures::measures(rest) || measures::is_counted(rest)
    };
    let in_context =
        AGE_IN_CONTEXT.iter().flat_map(|pattern| pattern.captures_iter(text)).filter_map(|hit| {
            if let Some(years) = hit.name("years") {
                return Some(years.range());
            }
            let age = hit.name("age").or_else(|| hit.name("age2"))?;
            // "at 98 %", "a los 90 minutos": the only unit of an age is years.
            let is_age = measures::is_year(text.get(age.end()..)?) || !counts_something(age.end());
            is_age.then(|| age.range())
        });
    let in_words =
        AGE_IN_WORDS.find_iter(text).map(|hit| hit.range()).filter(|hit| !counts_something(hit.end));
    in_context.chain(in_words).collect()
}
