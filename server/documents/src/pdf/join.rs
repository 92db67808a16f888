//! Joins lines to running text.

/// A paragraph while lines are being added.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    pub(super) text: String,
    /// The page on which it begins.
    pub(super) page: u32,
}

/// Adds a line. A word that was split at the end of the line before is joined; an address or a DOI
/// continues without a blank.
pub(super) fn join_line(text: &mut String, line: &str) {
    join_line_as(text, line, |_, _| None);
}

/// Adds a line like [`join_line`]. `keeps_hyphen` returns whether the hyphen of a word that was split
/// belongs to it, if that is known of its two parts.
pub(crate) fn join_line_as(text: &mut String, line: &str, keeps_hyphen: impl Fn(&str, &str) -> Option<bool>) {
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let lower = last.to_ascii_lowercase();
    let is_address = lower.contains("://") || lower.contains("doi.org") || lower.contains("www.") || {
        let bare = lower.trim_start_matches("doi:").trim_start_matches(['(', '[']);
        bare.starts_with("10.") && bare.contains('/')
    };
    let first = line.chars().next().unwrap_or(' ');
    if is_address {
        let goes_on = last.ends_with(['/', '-', '_', '.', ':', '=', '?', '&'])
            || (first.is_ascii_digit() || first.is_lowercase() || matches!(first, '/' | '.' | '-' | '_'));
        let next = line.split(char::is_whitespace).next().unwrap_or_default();
        // A sentence that begins after an address has words.
        let is_part = next.contains(['/', '.', '-', '_']) || next.bytes().any(|byte| byte.is_ascii_digit());
        // Publishers print the ISSN below the DOI: `0927-0248/© 2015`.
        let ended =
            last.ends_with('.') && first.is_uppercase() || (begins_with_issn(next) && !last.ends_with('/'));
        if goes_on && (is_part || last.ends_with(['/', '-', '_'])) && !ended {
            text.push_str(line);
            return;
        }
    } else if let Some(stem) = text.strip_suffix(['-', '\u{2010}', '\u{ad}']) {
        let letter = stem.chars().next_back().is_some_and(char::is_alphabetic);
        // Hyphenated words are split at their hyphen: `angiotensin-` and `converting-enzyme`.
        let own = |word: &str| word.split('-').filter(|part| part.len() > 1).count() > 1;
        let next = line.split(char::is_whitespace).next().unwrap_or_default();
        let is_compound = match keeps_hyphen(stem, next) {
            Some(keeps) => keeps,
            None => own(last.trim_end_matches('-')) || own(next),
        };
        if letter && first.is_lowercase() && !is_compound {
            let len = stem.len();
            text.truncate(len);
            text.push_str(line);
            return;
        }
        // `45-` and `51`, `COVID-` and `19`, `Smith-` and `Jones`: the hyphen belongs to the text.
        if stem.chars().next_back().is_some_and(char::is_alphanumeric) && first.is_alphanumeric() {
            text.push_str(line);
            return;
        }
    } else if text.ends_with(['–', '/']) && first.is_alphanumeric() {
        text.push_str(line);
        return;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}

/// Returns whether a word begins with an ISSN that is not followed by a digit.
fn begins_with_issn(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [a, b, c, d, b'-', e, f, g, h, rest @ ..]
            if [a, b, c, d, e, f, g].iter().all(|byte| byte.is_ascii_digit())
                && (h.is_ascii_digit() || *h == b'X')
                && rest.first().is_none_or(|byte| matches!(byte, b'/' | b',' | b';' | 0x80..))
    )
}

#[cfg(test)]
mod tests {
    use super::join_line;

    #[test]
    fn parted_words_and_addresses_are_joined() {
        for (first, second, joined) in [
            ("the higher of the val-", "ues that", "the higher of the values that"),
            ("an angiotensin-", "converting-enzyme inhibitor", "an angiotensin-converting-enzyme inhibitor"),
            ("an angiotensin-converting-", "enzyme inhibitor", "an angiotensin-converting-enzyme inhibitor"),
            ("J Wards. 2019;12:45-", "51.", "J Wards. 2019;12:45-51."),
            ("Ann Smith-", "Jones B.", "Ann Smith-Jones B."),
            ("COVID-", "19 in wards", "COVID-19 in wards"),
            ("doi:10.1016/j.ward.", "2019.01.002", "doi:10.1016/j.ward.2019.01.002"),
            (
                "https://doi.org/10.1016/",
                "S0140-6736(20)31180-6",
                "https://doi.org/10.1016/S0140-6736(20)31180-6",
            ),
            ("https://doi.org/10.1000/abc-", "12", "https://doi.org/10.1000/abc-12"),
            ("See https://example.org.", "Then rest.", "See https://example.org. Then rest."),
            ("of the", "ward", "of the ward"),
            (
                "http://dx.doi.org/10.1016/j.ward.2015.01.021",
                "0927-0248/© 2015",
                "http://dx.doi.org/10.1016/j.ward.2015.01.021 0927-0248/© 2015",
            ),
        ] {
            let mut text = first.to_owned();
            join_line(&mut text, second);
            assert_eq!(text, joined);
        }
    }
}
