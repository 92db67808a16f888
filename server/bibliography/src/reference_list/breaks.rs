//! Finds the end of a title: sentences, abbreviations, and abbreviated journals with full stops.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Abbreviations with a full stop that does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "vs", "v", "St", "Ste", "Dr", "Mr", "Mrs", "Ms", "Prof", "cf", "e.g", "i.e", "No", "no", "Nos", "Fig",
    "spp", "sp", "ssp", "subsp", "var", "approx", "ca", "resp", "Vol", "vol", "Pt", "pt", "Ph.D", "M.D",
    "U.S", "U.K", "N", "Inc", "Ltd", "Co", "Mt", "aff", "nov", "etc", "ed", "eds", "Ed", "Eds", "Rev", "al",
];

/// The frequent words of NLM's and ISO's journal abbreviations.
static JOURNAL_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("../../data/journal_words.txt").lines().filter(|line| !line.starts_with('#')).collect()
});

/// The names of journals that continue with a section after a full stop, in lower case and without
/// an initial "the".
static SECTIONED_JOURNALS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("../../data/sectioned_journals.txt").lines().filter(|line| !line.starts_with('#')).collect()
});

/// Journals whose title begins with a lower-case letter.
const SMALL_JOURNALS: &[&str] = &[
    "eLife",
    "medRxiv",
    "bioRxiv",
    "arXiv",
    "mBio",
    "mSphere",
    "mSystems",
    "npj",
    "iScience",
    "eClinicalMedicine",
    "eBioMedicine",
    "eNeuro",
    "e-SPEN",
    "chemRxiv",
    "psyArXiv",
    "eGEMS",
    "eCancerMedicalScience",
    "eCollection",
    "rev",
    "the",
];

/// Returns the sentence breaks in `text`: the end of a sentence with its punctuation, and the start
/// of the next. With `strict`, abbreviations and single capitals do not end a sentence.
pub(super) fn breaks(text: &str, strict: bool) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let last_closing = text.rfind([')', ']']).unwrap_or(0);
    let mut depth = 0_u32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // A sentence of the reference does not end within brackets that are closed later.
        if !matches!(byte, b'.' | b'?' | b'!') || (depth > 0 && at < last_closing && !closes_here(text, at)) {
            continue;
        }
        // A closing quotation mark or bracket may intervene.
        let behind = text.get(at + 1..).unwrap_or_default();
        let closed = behind.trim_start_matches(['"', '\u{201d}', '\u{2019}', '\u{bb}', ']', ')']);
        if !closed.starts_with(' ') {
            continue;
        }
        let next = closed.trim_start();
        let start = text.len() - next.len();
        let opens = next.starts_with(|c: char| {
            c.is_uppercase()
                || c.is_ascii_digit()
                || "\"\u{201c}\u{2018}\u{ab}[(¿¡'".contains(c)
                || (!c.is_lowercase() && c.is_alphabetic())
        }) || SMALL_JOURNALS.iter().any(|name| {
            next.starts_with(name)
                && next.get(name.len()..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        if !opens {
            continue;
        }
        if strict && *byte == b'.' {
            let word = text
                .get(..at)
                .and_then(|before| before.rsplit([' ', '(', '[', '\u{201c}', '"']).next())
                .unwrap_or_default();
            let single = word.chars().count() == 1 && word.starts_with(char::is_uppercase);
            if ABBREVIATIONS.contains(&word) || single {
                continue;
            }
        }
        out.push((text.len() - closed.len(), start));
    }
    out
}

/// Whether a bracket closes directly after the punctuation at `at`.
fn closes_here(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|behind| behind.starts_with([')', ']']))
}

/// Whether `tail` is the name of a section of a journal: `Part A`, `B, Biology`.
fn is_section(tail: &str) -> bool {
    let mut words = tail.split([' ', ',', '.', ':']).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let letter = first.len() == 1 && first.starts_with(|c: char| c.is_ascii_uppercase());
    (letter && matches!(tail.get(1..2), None | Some(",")))
        || (matches!(first, "Part" | "Series" | "Section" | "Ser" | "Sect" | "Pt")
            && words.next().is_some_and(|word| word.len() <= 3))
}

/// Whether `sentence`, with its full stop, is the name of a journal that continues with a section.
fn has_sections(sentence: &str) -> bool {
    let name = sentence.trim_end_matches('.').to_lowercase();
    SECTIONED_JOURNALS.contains(name.strip_prefix("the ").unwrap_or(&name))
}

/// Splits `text` into title and journal at the last break that is not part of the journal's
/// abbreviation: `… with metformin. N. Engl. J. Med.`
pub(super) fn journal_start(text: &str) -> Option<(usize, usize)> {
    let all = breaks(text, false);
    let Some(mut chosen) = all.last().copied() else { return behind_bracket(text) };
    let mut all = all;
    if text.get(chosen.1..).is_some_and(is_section) {
        all.pop();
        chosen = all.last().copied()?;
    }
    // `The Lancet. Oncology`
    if let [.., (_, start), (end, _)] = all.as_slice()
        && text.get(*start..*end).is_some_and(has_sections)
    {
        return all.len().checked_sub(2).and_then(|before| all.get(before)).copied();
    }
    let all = all;
    // Walk back over the words of an abbreviation with full stops. The first sentence always
    // belongs to the title.
    for (index, (_, start)) in all.iter().enumerate().rev().skip(1) {
        let Some(segment) = all.get(index + 1).and_then(|(end, _)| text.get(*start..*end)) else { break };
        let Some(words) = segment.strip_suffix('.') else { break };
        let words: Vec<&str> = words.split([' ', '.', '-']).filter(|word| !word.is_empty()).collect();
        let known = words.iter().all(|word| JOURNAL_WORDS.contains(word));
        let tail: Vec<&str> = text.get(chosen.1..).unwrap_or_default().split_whitespace().collect();
        // `Crit Care Med` is written without full stops, so the words before it are not part of it.
        let undotted = tail.len() >= 3 && !tail.iter().rev().skip(1).any(|word| word.ends_with('.'));
        let single = words.len() == 1
            && words.iter().all(|word| word.len() <= 12 && word.chars().all(char::is_alphabetic));
        let ends_known = words.len() <= 3
            && words.iter().all(|word| word.starts_with(char::is_uppercase))
            && words.last().is_some_and(|word| JOURNAL_WORDS.contains(word));
        if known || ((single || ends_known) && !undotted) {
            chosen = (all.get(index)?.0, *start);
            continue;
        }
        let capitalised = words.len() <= 3 && words.iter().all(|word| word.starts_with(char::is_uppercase));
        if capitalised && !undotted {
            // It may be the end of the title or the middle of the journal.
            return None;
        }
        break;
    }
    Some(chosen)
}

/// Whether `text` is only an abbreviated journal with full stops: `Phys. Rev. Lett.`
pub(super) fn is_dotted_journal(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((_, head)) = words.split_last() else { return false };
    !head.is_empty()
        && head.iter().all(|word| word.ends_with('.'))
        && words.iter().all(|word| JOURNAL_WORDS.contains(&word.trim_end_matches('.')))
}

/// Splits after a bracket without a full stop, `… and its analogue (DCB) Arch Toxicol`, if every
/// word after it occurs in journal abbreviations.
fn behind_bracket(text: &str) -> Option<(usize, usize)> {
    let at = text.rfind([')', ']'])?;
    let tail = text.get(at + 1..)?.strip_prefix(' ')?;
    let words: Vec<&str> = tail.split_whitespace().map(|word| word.trim_end_matches('.')).collect();
    (words.len() >= 2 && words.iter().all(|word| JOURNAL_WORDS.contains(word))).then_some((at + 1, at + 2))
}

/// Whether `text` can be the name of a journal, of proceedings or of a server.
pub(super) fn is_container(text: &str) -> bool {
    // Catalogues add a journal's subtitle after a colon: "Thorax : official journal of the …".
    // Exports add it after a semicolon: "Xenobiotica; the fate of …"; name lists also have
    // semicolons, but with commas and full stops.
    let plain = |part: &str| !part.contains(['.', ',', ';']);
    let behind_semicolon = || text.split_once("; ").filter(|(name, rest)| plain(name) && plain(rest));
    let text = text.split_once(" : ").or_else(behind_semicolon).map_or(text, |(name, _)| name);
    let words: Vec<&str> = text.split_whitespace().collect();
    let starts = text.starts_with(|c: char| {
        c.is_uppercase() || c.is_ascii_digit() || (c.is_alphabetic() && !c.is_lowercase())
    }) || SMALL_JOURNALS.iter().any(|name| text.starts_with(name));
    let years = words.iter().any(|word| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|b| b.is_ascii_digit())
    });
    starts
        && !years
        && (1..=16).contains(&words.len())
        && text.len() <= 140
        && !text.contains(['?', '"', '\u{201c}', ';', '\u{1}'])
        && text.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Option<(&str, &str)> {
        journal_start(text).and_then(|(end, start)| Some((text.get(..end)?, text.get(start..)?)))
    }

    #[test]
    fn the_journal_is_behind_the_last_sentence_of_the_title() {
        for (text, title, journal) in [
            ("Reduction with metformin. N Engl J Med.", "Reduction with metformin.", "N Engl J Med."),
            ("Reduction with metformin. N. Engl. J. Med.", "Reduction with metformin.", "N. Engl. J. Med."),
            ("Is metformin safe? Lancet.", "Is metformin safe?", "Lancet."),
            (
                "Growth of E. coli. Proc. Natl Acad. Sci. USA",
                "Growth of E. coli.",
                "Proc. Natl Acad. Sci. USA",
            ),
            ("Effects of vitamin D. BMJ", "Effects of vitamin D.", "BMJ"),
            ("Aspirin vs. placebo. J. Clin. Invest.", "Aspirin vs. placebo.", "J. Clin. Invest."),
            ("A new tool. eLife.", "A new tool.", "eLife."),
            ("U-net for maps. Pattern Recogn. Lett.", "U-net for maps.", "Pattern Recogn. Lett."),
            ("What went wrong? Computer Comm. Rev.", "What went wrong?", "Computer Comm. Rev."),
            ("Light in thin films. Appl. Opt.", "Light in thin films.", "Appl. Opt."),
            ("Failure in dogs. The Lancet. Oncology", "Failure in dogs.", "The Lancet. Oncology"),
            (
                "Failure in dogs. Nature reviews. Drug discovery",
                "Failure in dogs.",
                "Nature reviews. Drug discovery",
            ),
            (
                "Failure. In dogs? American journal of physiology. Heart and circulatory physiology",
                "Failure. In dogs?",
                "American journal of physiology. Heart and circulatory physiology",
            ),
        ] {
            assert_eq!(split(text), Some((title, journal)), "{text}");
        }
    }

    #[test]
    fn abbreviations_end_no_sentence() {
        let ends = |text: &str| breaks(text, true).len();
        assert_eq!(ends("Metformin vs. Placebo in St. John's wort by S. Typhi"), 0);
        assert_eq!(ends("Safe. Yes? No! Then"), 3);
    }
}
