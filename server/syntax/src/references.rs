//! Recognizes the headings of lists of references in the text, and finds their items.

use crate::ListItem;
use crate::lines::Lines;
use crate::list_marker::Marker;
use referee_bibliography::reference_list::read_item;
use referee_text::{Span, fold};

/// The maximum length of a heading that is compared, in bytes.
const MAX_HEADING_BYTES: usize = 64;

/// The length of the beginning of a reference that is searched for authors, in bytes.
const MAX_HEAD_BYTES: usize = 1_000;

/// Folded headings of lists of references, in the languages that clinicians and scholars write.
const LIST_HEADINGS: &[&str] = &[
    "references",
    "reference",
    "reference list",
    "list of references",
    "references cited",
    "references and notes",
    "notes and references",
    "bibliography",
    "works cited",
    "literature cited",
    "cited literature",
    "cited works",
    "literature",
    "sources",
    "selected references",
    "key references",
    "selected bibliography",
    "referencias",
    "referencias bibliograficas",
    "bibliografia",
    "literatura citada",
    "fuentes",
    "fuentes bibliograficas",
    "obras citadas",
    "bibliografia citada",
    "lista de referencias",
    "bibliografia consultada",
    "referencias e notas",
    "referencias bibliograficas e notas",
    "literatur",
    "literaturverzeichnis",
    "quellen",
    "quellenverzeichnis",
    "referenzen",
    "literaturangaben",
    "bibliographie",
    "references bibliographiques",
    "riferimenti",
    "riferimenti bibliografici",
    "literatuur",
    "referenties",
    "referenser",
    "litteraturliste",
    "referanser",
    "kallor",
    "lahteet",
    "literatura",
    "literatura cytowana",
    "irodalomjegyzek",
    "kaynaklar",
    "kaynakca",
    "литература",
    "список литературы",
    "список использованной литературы",
    "библиография",
    "література",
    "список літератури",
    "参 考 文 献",
    "參 考 文 獻",
    "引 用 文 献",
    "参 考 资 料",
    "참고문헌",
];

/// Returns whether a heading, without markup, is that of a list of references: `7. References`,
/// `BIBLIOGRAFÍA`.
pub(crate) fn is_heading(text: &str) -> bool {
    if text.len() > MAX_HEADING_BYTES {
        return false;
    }
    let folded = fold::title(text);
    let numbered = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            || word.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'))
    };
    let name = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let name = name.split_once(' ').filter(|(first, _)| numbered(first)).map_or(name, |(_, rest)| rest);
    LIST_HEADINGS.contains(&name)
}

/// Returns whether a line without heading markup is still the heading of a list of references:
/// `**References**`, `REFERENCES`, `Referencias:`.
pub(crate) fn is_heading_line(line: &str) -> bool {
    let line = line.trim_end();
    if line.is_empty()
        || line.len() > MAX_HEADING_BYTES
        || !line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '*' | '_'))
    {
        return false;
    }
    let text = line.trim_matches(['*', '_', ' ']).trim_end_matches([':', '*', '_', ' ']);
    // A sentence that consists of such a word ends with a full stop.
    !text.ends_with('.') && is_heading(text)
}

/// Returns whether a line of a document is the heading of a list of references: `References`, `7.
/// Bibliography`, `**Referencias:**`.
#[must_use]
pub fn is_references_heading(line: &str) -> bool {
    let line = line.trim();
    is_heading_line(line) || (!line.ends_with('.') && is_heading(line.trim_end_matches(':')))
}

/// Returns the number at the start of a block, if it is an item of a numbered list; 0 for `#. `,
/// which the format numbers.
pub(crate) fn item_number(text: &str) -> Option<u32> {
    let body = text.trim_start();
    match Marker::with_rest(body) {
        Some((Marker::Number | Marker::Bracket, number, _)) => Some(number.unwrap_or(0)),
        Some(_) => None,
        None => superscript_number(body).or_else(|| bare_number(body)).map(|(number, _)| number),
    }
}

/// Returns the items in a block of a list of references.
pub(crate) fn items(text: &str) -> Vec<ListItem> {
    let mut out = Vec::new();
    for (number, span) in split(text) {
        let Some(source) = text.get(span.range()) else { continue };
        if !is_reference(source, number.is_some()) {
            continue;
        }
        let item = read_item(source);
        out.push(ListItem {
            number,
            key: None,
            span,
            work: item.work,
            fields: item
                .fields
                .into_iter()
                .map(|(name, place)| (name, place.shift(span.start as usize)))
                .collect(),
        });
    }
    out
}

/// Returns the spans of the items of a block: after list markers, or one reference per line, or the
/// whole block.
fn split(text: &str) -> Vec<(Option<u32>, Span)> {
    let mut out: Vec<(Option<u32>, Span)> = Vec::new();
    let mut marked = false;
    // Pandoc puts each item in reStructuredText into a container: `.. container:: csl-entry`.
    let mut in_container = false;
    let mut are_contained = false;
    for line in Lines::of_text(text) {
        let visible = line.trimmed();
        let body = visible.trim_start();
        if body.is_empty() {
            continue;
        }
        let indent = visible.len() - body.len();
        let end = line.start + visible.len();
        if body.starts_with(".. container::") {
            (in_container, are_contained) = (true, true);
            continue;
        }
        if in_container {
            // An option: `:name: ref-smith2020`.
            if body.starts_with(':') && body.get(1..).is_some_and(|rest| rest.contains(": ")) {
                continue;
            }
            in_container = false;
            out.push((None, Span::new(line.start + indent, end)));
            continue;
        }
        let marker = Marker::with_rest(body).filter(|(marker, ..)| *marker != Marker::Footnote);
        let unmarked = || superscript_number(body).or_else(|| bare_number(body));
        let unmarked = || unmarked().map(|(number, len)| (Some(number), len));
        if let Some((number, len)) = marker.map(|(_, number, len)| (number, len)).or_else(unmarked)
            && (out.is_empty() || marked)
            && indent <= 8
        {
            marked = true;
            let inner = body.get(len..).unwrap_or_default();
            let start = end - inner.trim_start().len();
            out.push((number, Span::new(start, end)));
            continue;
        }
        match out.last_mut() {
            Some((_, last)) if marked || are_contained || !complete(text, *last, body) => {
                last.end = u32::try_from(end).unwrap_or(u32::MAX)
            }
            _ => out.push((None, Span::new(line.start + indent, end))),
        }
    }
    out
}

/// Returns whether an unnumbered reference is complete, so that the next line begins another one.
fn complete(text: &str, span: Span, next: &str) -> bool {
    let source = text.get(span.range()).unwrap_or_default();
    has_year(source)
        && has_year(next)
        && source.ends_with(|c: char| c == '.' || c.is_ascii_digit() || c == '/')
        && next.starts_with(char::is_uppercase)
        && next.contains(',')
}

/// Reads `^12^ ` or `¹² ` at the start of an item.
fn superscript_number(body: &str) -> Option<(u32, usize)> {
    if let Some(rest) = body.strip_prefix('^') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest.get(..digits).filter(|_| (1..=3).contains(&digits))?.parse().ok()?;
        return rest.get(digits..)?.starts_with('^').then_some((number, digits + 2));
    }
    let mut number = 0_u32;
    let mut len = 0;
    for c in body.chars().take(3) {
        let Some(digit) = crate::numbered::superscript_digit(c) else { break };
        number = number * 10 + digit;
        len += c.len_utf8();
    }
    (number > 0).then_some((number, len))
}

/// Reads `12 Smith J, Doe R. A title.`: a number without punctuation before the authors, as in the
/// BMJ and The Lancet.
fn bare_number(body: &str) -> Option<(u32, usize)> {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let number: u32 = body.get(..digits).filter(|_| (1..=3).contains(&digits))?.parse().ok()?;
    let rest = body.get(digits..)?;
    let words = rest.trim_start();
    if number == 0 || words.len() == rest.len() || !words.starts_with(char::is_alphabetic) {
        return None;
    }
    let words = words.get(..words.floor_char_boundary(MAX_HEAD_BYTES)).unwrap_or(words);
    let work = read_item(words).work;
    (!work.authors.is_empty() || !work.editors.is_empty())
        .then(|| (number, body.len() - rest.trim_start().len()))
}

/// The minimum total number of digits in a year, a volume and a page.
const MIN_PLACE_DIGITS: usize = 8;

/// Returns whether a text below the heading is a reference and not a remark.
pub(crate) fn is_reference(text: &str, numbered: bool) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if text.starts_with(":::") || text.starts_with("{{<") || text.starts_with('<') || text.starts_with("[^") {
        return false;
    }
    // `2. BMJ. 1996 Jan 13;312(7023):71-2`: a place in a journal has few letters and many digits.
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_place = numbered && letters >= 2 && digits >= MIN_PLACE_DIGITS && has_year(text);
    is_place || letters >= 8 && (numbered || has_year(text) || text.contains("10.") || text.contains("://"))
}

fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).enumerate().any(|(at, word)| {
        let alone =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_digit());
        matches!(word, [b'1', b'5'..=b'9', _, _] | [b'2', b'0', _, _])
            && word.iter().all(u8::is_ascii_digit)
            && alone(at.checked_sub(1))
            && alone(Some(at + 4))
    })
}
