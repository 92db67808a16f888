//! Finds addresses: a street by its word ("Road", "calle") or by its number, with the floor, the
//! door and the block after it.

use super::measures;
use super::patterns::{CAPITALISED_WORD, NAME_PARTICLE, pattern};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static STREET_PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let street_es = r"calle|avenido|carr\.?|prol(?:ongaci[oó]n|\.)|autopista|autov[ií]a|vereda|sendero|paraje|caser[ií]o|cortijo|explanada|malec[oó]n|rua|jr\.?|psje\.?|c/|avda\.?|avenida|av\.|plaza|plazuela|pza\.?|pl\.|paseo|pso\.?|p[ºo]\.|carretera|ctra\.?|camino|cno\.?|ronda|traves[ií]a|urbanizaci[oó]n|urb\.?|barrio|barriada|bda\.?|pol[ií]gono|glorieta|pasaje|callej[oó]n|r[uú]a|carrer|cuesta|v[ií]a|bulevar|alameda|jir[oó]n|carrera|cra\.?|diagonal|rambla|partida|lugar|grupo|residencial|colonia|finca";
    let street_en = r"street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|place|pl|way|terrace|close|crescent|boulevard|blvd|square|sq|gardens|grove|row|hill|walk|mews|park|parkway|pkwy|highway|hwy|circle|cir|trail|alley|rise|green|gate|bank|path|hollow|crossing|bridge|mead|meadow|paddock|common|esplanade|promenade|causeway|parade|loop|turnpike|pike|route|bypass|mill|brow|croft|yard|quay|wharf|view|heights";
    let texts = [
        format!(
            r"(?i:\b(?:{street_es}))\s*(?:(?:{NAME_PARTICLE})\s+)*(?:{CAPITALISED_WORD}|\d+)(?:[ ,]+(?:(?i:{NAME_PARTICLE})\s+)*(?:{CAPITALISED_WORD}|\d+\s?[ºª°]?|(?i:n[uú]mero|n[.º°]+|s/n|bis|bajo|esc|pta|piso|bloque|portal|puerta|planta)\.?))*(?:[ ,]*\d+[ºª°]?(?:\s?[A-Z]\b)?)*"
        ),
        format!(
            r"\b\d+[A-Za-z]?(?:[-/]\d+)?,?\s+(?:(?:North|South|East|West|N|S|E|W|Old|New|Upper|Lower|St)\.?\s+)?(?:{CAPITALISED_WORD}\s+){{1,4}}(?i:{street_en})\b\.?"
        ),
        format!(
            r"\b(?:{CAPITALISED_WORD}\s+){{1,3}}(?i:street|road|avenue|lane|drive|terrace|crescent|boulevard|mews|parkway|highway)\b(?:,?\s+\d+[A-Za-z]?)?"
        ),
        String::from(
            r"(?i)(?:\bcalle|\bc/|\bavda\.?|\bav[.,/ ]|\bavenida|\bplaza|\bpza\.?|\bpaseo|\bcarretera|\bctra\.?|\bronda|\btraves[ií]a|\burbanizaci[oó]n|\bpasaje)[ ./,]*(?:[\p{L}'’ªº]+[ ./,]+){1,7}(?:n[.ºo°]*\s*)?\d+(?:[ ,-]+(?:\d+\s?[ºª°]?|bajo|[a-z]\b))*",
        ),
        // "Old Mill 12", "San Martín número 14", "Frexes No. 121".
        format!(
            r"\b{CAPITALISED_WORD}(?:\s+(?:(?i:{NAME_PARTICLE})\s+){{0,3}}{CAPITALISED_WORD}){{0,4}},?\s+(?i:n[uú]mero|n[º°]\.?|n\.[º°o]|no\.|num\.|#)\s?\d+[A-Za-z]?\b"
        ),
        format!(
            r"\b(?i:corner|junction|intersection|crossing|cruce|esquina|confluencia)\s+(?i:of|de|entre|con)\s+(?P<name>(?:(?i:la|el|los|las|the|calle)\s+)?{CAPITALISED_WORD}(?:\s+{CAPITALISED_WORD})*\s+(?i:and|&|with|y|con)\s+(?:(?i:la|el|los|las|the|calle)\s+)?{CAPITALISED_WORD}(?:\s+{CAPITALISED_WORD})*)"
        ),
        // "County Road 418", "Route 66".
        format!(
            r"\b(?:{CAPITALISED_WORD}\s+){{0,3}}(?:Road|Route|Highway|Interstate|Avenue|Street)\s+(?:No\.?\s*)?\d+[A-Za-z]?\b"
        ),
    ];
    texts.iter().map(|text| pattern(text)).collect()
});

/// The parts of an address after the house number: floor, door, block, kilometre.
static ADDRESS_PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?P<gap>[ ,.;/–-]{1,4}|\s?\()(?:(?P<word>(?i:n[uú]mero|n[.º°o]{1,2}|s/n|bis|bajo|bajos|entresuelo|entlo|principal|ppal|[aá]tico|sobre[aá]tico|s[oó]tano|escalera|esc|puerta|pta|piso|planta|pl|bloque|blq|bl|portal|edificio|edif|local|suite|kil[oó]metro|km|izquierda|izqda|izda|izq|derecha|dcha|dch|drcha|centro|interior|int|casa|torre|apartado de correos|apt|apartment|flat|unit|floor|fl|room|rm|block|box|po box|p\.o\. box|primero|segundo|tercero|cuarto|quinto|sexto|s[eé]ptimo)(?:[.:º°]*)(?:\s*[#-]?\s*-?(?:\d+[.,]?\d*|[A-Z]))?(?:\s?[A-Z])?)(?:\b|$|[ ,.;)])|(?P<number>(?:P-?)?\d+[A-Za-z]?(?:[.,]\d+)?(?:\.?\s?[ºª°o]|st|nd|rd|th)?(?: ?[-–/]? ?\d*(?:\.?[ºª°])? ?[A-Z]\b)?)|(?P<letter>[A-Z]))",
    )
});

/// An ordinal suffix of a number, and the letter of a door after it.
static ORDINAL_OR_DOOR_LETTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\.?\s?[ºª°](?:\s?[A-Z]\b)?|\s?[A-Z]\b)"));

/// Returns the end of an address whose street ends at `end`.
pub(super) fn address_end(text: &str, end: usize) -> usize {
    let read = text.get(..end).unwrap_or_default();
    let mut end = read.trim_end().len();
    loop {
        // The last number may continue: "3" of "3.º D".
        if read.ends_with(|c: char| c.is_ascii_digit()) || end > read.len() {
            end += ORDINAL_OR_DOOR_LETTER
                .find(text.get(end..).unwrap_or_default())
                .map_or(0, |ordinal| ordinal.end());
        }
        let Some(next) = next_part(text, end) else { return end };
        end = next;
    }
}

/// Returns the end of the part of an address that begins at `end`, if there is one.
fn next_part(text: &str, end: usize) -> Option<usize> {
    let rest = text.get(end..)?;
    let part = ADDRESS_PART.captures(rest)?;
    let gap = part.name("gap").map_or("", |gap| gap.as_str());
    let chosen = part.name("word").or_else(|| part.name("number")).or_else(|| part.name("letter"))?;
    let behind = rest.get(chosen.end()..).unwrap_or_default();
    // A part ends at the end of a word.
    if behind.chars().next().is_some_and(char::is_alphanumeric) {
        return None;
    }
    if part.name("word").is_none() {
        let is_mixed = chosen.as_str().chars().any(char::is_alphabetic)
            && chosen.as_str().chars().any(|c| c.is_ascii_digit());
        let measures = measures::measures(behind) || measures::is_counted(behind);
        // After a full stop a new sentence may begin: "…, 7. A los 3 días".
        let is_new_sentence = gap.contains('.')
            && !is_mixed
            && !behind.starts_with(['.', ',', '\n', '\r'])
            && !behind.is_empty();
        let is_lone_letter = part.name("letter").is_some()
            && (gap.contains(['.', ';', '(']) || behind.starts_with(' ') && gap != ", " && gap != " ");
        if measures || is_new_sentence || is_lone_letter {
            return None;
        }
    }
    Some(end + chosen.end())
}

/// Returns the addresses in a text, unordered.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    let hits = STREET_PATTERNS.iter().flat_map(|street| street.captures_iter(text));
    let places = hits.filter_map(|hit| hit.name("name").or_else(|| hit.get(0)));
    places.map(|place| place.start()..address_end(text, place.end())).collect()
}
