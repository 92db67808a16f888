//! Recognizes text that follows a list of references and ends it.

/// Headings that follow a list of references, in lower case.
const HEADINGS: &[&str] = &[
    "acknowledg",
    "appendix",
    "appendices",
    "supplement",
    "supporting information",
    "author contributions",
    "authors' contributions",
    "author information",
    "funding",
    "conflict of interest",
    "conflicts of interest",
    "competing interests",
    "declaration of",
    "data availability",
    "publisher's note",
    "publisher’s note",
    "how to cite",
    "cite this article",
    "tables",
    "table 1",
    "figure legends",
    "figure captions",
    "figures",
    "footnotes",
    "abbreviations",
    "affiliation",
    "about the author",
    "additional information",
    "ethics",
    "received:",
    "correspondence",
    "open access this article",
    "agradecimientos",
    "anexo",
    "material suplementario",
];

/// The maximum length of a heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 60;

/// The words that a caption begins with, in lower case.
const CAPTIONS: &[&str] =
    &["figure", "fig.", "table", "figura", "tabla", "cuadro", "abbildung", "tabelle", "tableau"];

/// Returns whether a text ends a list of references: another heading, or a statement with a label
/// (`Funding: none.`).
pub(crate) fn is_heading_behind(text: &str) -> bool {
    let text = text.trim();
    let lower = text.to_lowercase();
    if has_year(text) || !HEADINGS.iter().any(|name| lower.starts_with(name)) {
        return false;
    }
    let names_itself = text.find(':').is_some_and(|colon| colon <= MAX_HEADING_CHARACTERS);
    is_short(text) || names_itself || lower.starts_with("publisher")
}

/// Returns whether a text is short enough for a heading and does not end like a sentence.
pub(crate) fn is_short(text: &str) -> bool {
    text.chars().count() <= MAX_HEADING_CHARACTERS && !text.ends_with('.') && !text.ends_with(',')
}

/// Returns whether a text is the caption of a figure or a table: `Figure 1. …`, `Table S2 …`.
pub(crate) fn is_caption(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let number = CAPTIONS.iter().find_map(|word| lower.strip_prefix(word)).unwrap_or_default();
    let number = number.strip_prefix(' ').unwrap_or_default();
    number.strip_prefix('s').unwrap_or(number).starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a text contains a year.
pub(crate) fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).enumerate().any(|(at, word)| {
        let alone =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_digit());
        matches!(word, [b'1', b'8'..=b'9', _, _] | [b'2', b'0', _, _])
            && word.iter().all(u8::is_ascii_digit)
            && alone(at.checked_sub(1))
            && alone(Some(at + 4))
    })
}
