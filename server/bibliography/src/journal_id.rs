//! Journal identifiers in catalogues: records with the same identifier are the same journal,
//! whatever its title.
//!
//! Each is prefixed by its kind: `issn:0028-4793`, `nlm:0255562`, `openalex:s62468778`.

/// Returns the ISSNs in a text that have a valid check digit:
/// `0028-4793 (Print) 1533-4406 (Linking)`.
pub fn issns(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '–' | '‐'))).filter_map(issn)
}

/// Parses an ISSN, with or without its dash.
fn issn(word: &str) -> Option<String> {
    let signs: Vec<u8> = word.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let [digits @ .., check] = signs.as_slice() else { return None };
    if digits.len() != 7 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let weighted =
        digits.iter().zip((2_u32..=8).rev()).map(|(digit, weight)| u32::from(digit - b'0') * weight);
    let wanted = match (11 - weighted.sum::<u32>() % 11) % 11 {
        10 => b'X',
        small => b'0' + u8::try_from(small).ok()?,
    };
    let (first, second) = (digits.get(..4)?, digits.get(4..)?);
    (check.to_ascii_uppercase() == wanted).then(|| {
        let text = |digits: &[u8]| String::from_utf8_lossy(digits).into_owned();
        format!("issn:{}-{}{}", text(first), text(second), char::from(wanted))
    })
}

/// Parses a journal identifier of the National Library of Medicine: `0255562`, `101589544`.
#[must_use]
pub fn nlm(text: &str) -> Option<String> {
    let text = text.trim();
    let is_number = (5..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_number && text.bytes().any(|byte| byte.is_ascii_digit()))
        .then(|| format!("nlm:{}", text.to_ascii_lowercase()))
}

/// Parses the identifier of a source in OpenAlex, alone or as an address:
/// `https://openalex.org/S62468778`.
#[must_use]
pub fn openalex(text: &str) -> Option<String> {
    let number = text.rsplit('/').next()?.strip_prefix(['S', 's'])?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("openalex:s{number}"))
}

/// Adds identifiers that are not yet in the list.
pub fn add(numbers: &mut Vec<String>, new: impl IntoIterator<Item = String>) {
    for number in new {
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issn_is_read_however_it_is_written_if_its_check_digit_is_right() {
        let read = |text| issns(text).collect::<Vec<_>>();
        assert_eq!(read("0028-4793"), ["issn:0028-4793"]);
        assert_eq!(read("1533-4406 (Electronic) 0028-4793 (Linking)"), ["issn:1533-4406", "issn:0028-4793"]);
        assert_eq!(read("ISSN 2050084x"), ["issn:2050-084X"]);
        assert_eq!(read("0028-4794, 978-0-262-51763-8, 12345678"), [] as [String; 0]);
    }

    #[test]
    fn numbers_of_catalogues_are_told_from_words() {
        assert_eq!(nlm(" 101589544 ").as_deref(), Some("nlm:101589544"));
        assert_eq!(nlm("0375267"), Some(String::from("nlm:0375267")));
        assert_eq!((nlm("journal"), nlm("12")), (None, None));
        assert_eq!(openalex("https://openalex.org/S62468778").as_deref(), Some("openalex:s62468778"));
        assert_eq!(openalex("https://openalex.org/W1"), None);
    }
}
