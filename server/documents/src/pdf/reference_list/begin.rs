//! Recognizes the words at which a reference begins and ends.

/// Returns whether a line can be the last of a reference.
pub(super) fn is_complete(line: &str) -> bool {
    let line = line.trim_end();
    let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    // An initial ends with a full stop too.
    let is_initial =
        last.trim_end_matches('.').chars().count() <= 2 && last.chars().all(|c| c.is_uppercase() || c == '.');
    (line.ends_with('.') && !is_initial)
        || last.starts_with("http")
        || last.contains("10.")
        || last.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a line begins like a reference: `Smith, J.`, `Smith J,`, `van der Berg A`, `de
/// Vries AB (2019)`, `World Health Organization.`
pub(super) fn looks_like_start(line: &str) -> bool {
    let line = line.trim_start();
    if behind_dash(line).is_some() {
        return true;
    }
    let head = line.get(..line.floor_char_boundary(60)).unwrap_or(line);
    let names = head.split([',', '.', ';']).next().unwrap_or_default();
    // A journal is followed by its volume: `Gut, 69(3)`.
    let behind = head.get(names.len()..).unwrap_or_default().trim_start_matches([',', ' ']);
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    if head.get(names.len()..).is_some_and(|rest| rest.starts_with(',')) && matches!(digits, 1..=3) {
        return false;
    }
    let year = names.find(" (1").or_else(|| names.find(" (2")).unwrap_or(names.len());
    let names = names.get(..year).unwrap_or(names);
    let words: Vec<&str> = names.split_whitespace().collect();
    let particle = |word: &&str| {
        matches!(
            word.to_lowercase().as_str(),
            "van"
                | "von"
                | "de"
                | "der"
                | "den"
                | "ter"
                | "ten"
                | "del"
                | "dos"
                | "du"
                | "di"
                | "da"
                | "la"
                | "le"
                | "el"
                | "al"
                | "of"
                | "for"
                | "and"
        )
    };
    let named = words.iter().all(|word| word.starts_with(|c: char| c.is_uppercase()) || particle(word));
    !words.is_empty()
        && words.len() <= 8
        && named
        && names.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && head.len() > names.len()
}

/// Returns the text after the dash that a list prints in place of repeated authors: `———. 2004.`,
/// `— (2004)`.
pub(super) fn behind_dash(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(['—', '–', '―', '_', '-', '⸺', '⸻']);
    let dash = line.len() - rest.len();
    let is_long = line.starts_with(['—', '―', '⸺', '⸻']) || dash >= 3;
    (is_long && rest.starts_with([' ', '.', ',', '('])).then_some(rest)
}

/// Returns whether a line continues the reference above: a reference does not begin with its
/// identifier, its pages or its address.
pub(super) fn goes_on(line: &str) -> bool {
    let line = line.trim_start();
    let lower = line.get(..line.floor_char_boundary(12)).unwrap_or(line).to_lowercase();
    // A capital `P.` is an initial.
    line.starts_with("pp. ")
        || line.starts_with("p. ")
        || ["doi:", "doi.org", "https://", "http://", "isbn", "issn", "pmid", "pmcid", "url ", "url:"]
            .iter()
            .any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::{behind_dash, goes_on, looks_like_start};

    #[test]
    fn names_begin_a_reference_and_journals_and_publishers_do_not() {
        for line in [
            "Smith, J. (2019). Sleep.",
            "Smith J, Doe R. Sleep.",
            "van der Berg A, Roe C. Sleep.",
            "World Health Organization, 2022. Report.",
            "— (2004). Sleep again.",
            "———. 2004. Sleep again.",
            "------, 2004, Sleep again.",
        ] {
            assert!(looks_like_start(line), "{line}");
        }
        for line in ["Gut, 69(3), 500–512.", "Lancet, 395, 1–9.", "J Wards, 2, 1–9.", "the ward, and more."]
        {
            assert!(!looks_like_start(line), "{line}");
        }
        assert_eq!(behind_dash("— (2004). Sleep"), Some(" (2004). Sleep"));
        assert_eq!(behind_dash("-dependent kinases"), None);
        assert!(goes_on("doi:10.5555/a") && goes_on("pp. 1–9.") && !goes_on("P. Van Kerm. Incomes."));
    }
}
