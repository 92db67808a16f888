//! The name of an author, in every style that drafts and sources use.
//!
//! [`Name::parse`] reads one name; [`read_names`] reads the name list at the start of a
//! reference.

mod given_first;
mod list;

pub(crate) use given_first::{given_first_names, has_word_of_titles, names_of_block};
pub use list::{NameList, read_names};
pub(crate) use list::{is_initials_first, leading_initials_first};

use referee_text::stop_words::{StopWordUse, is_stop_word};
use referee_text::visible::cleaned;
use std::borrow::Cow;

/// Removes control characters for terminals and editors from a text, and composes letters with
/// their accents, which macOS writes separately.
pub(crate) fn remove_controls(text: &mut String) {
    if !text.is_ascii() && text.chars().any(unicode_normalization::char::is_combining_mark) {
        let dotted = text.replace("ı\u{301}", "i\u{301}").replace("ı\u{300}", "i\u{300}");
        *text = unicode_normalization::UnicodeNormalization::nfc(dotted.as_str()).collect();
    }
    if let Cow::Owned(shown) = cleaned(text) {
        *text = shown.trim().to_owned();
    }
}

/// A person or an organisation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Name {
    /// A person.
    Person {
        /// The family name without its particle: `Gogh` of "van Gogh". Never empty.
        family: String,
        /// The given names, or the initials without dots: `Vincent Willem`, `V W`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        given: String,
        /// The particle before the family name: `van`, `de la`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        particle: String,
        /// A suffix: `Jr`, `III`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        suffix: String,
    },
    /// A consortium, an agency, a company.
    Organisation {
        /// Its full name, as written.
        name: String,
    },
}

impl Name {
    /// Removes control characters for terminals and editors from the name; see
    /// [`referee_text::visible`].
    #[must_use]
    pub fn without_controls(mut self) -> Self {
        match &mut self {
            Name::Person { family, given, particle, suffix } => {
                [family, given, particle, suffix].into_iter().for_each(remove_controls);
            }
            Name::Organisation { name } => remove_controls(name),
        }
        self
    }

    /// Creates a person without particle and suffix.
    pub fn person(family: impl Into<String>, given: impl Into<String>) -> Self {
        Name::Person {
            family: family.into(),
            given: given.into(),
            particle: String::new(),
            suffix: String::new(),
        }
    }

    /// Creates an organisation.
    pub fn organisation(name: impl Into<String>) -> Self {
        Name::Organisation { name: name.into() }
    }

    /// Creates a person from the parts that a source separates: splits the particle from the family
    /// name (`van der Berg`) and removes the dots of initials. `None` without a family name.
    #[must_use]
    pub fn from_parts(family: &str, given: &str, suffix: &str) -> Option<Self> {
        let (particle, family) = split_particle(family);
        if family.is_empty() {
            return None;
        }
        Some(Name::Person {
            family,
            given: plain_given(given),
            particle,
            suffix: suffix.trim().trim_end_matches('.').to_owned(),
        })
    }

    /// Returns the family name with its particle, or the organisation, as a citation shows it.
    #[must_use]
    pub fn surname(&self) -> String {
        match self {
            Name::Person { family, particle, .. } if particle.is_empty() => family.clone(),
            Name::Person { family, particle, .. } => format!("{particle} {family}"),
            Name::Organisation { name } => name.clone(),
        }
    }

    /// Returns the initials of the given names, in capitals: `VW` of "Vincent Willem", `JP` of
    /// "Jean-Paul"; empty for an organisation.
    #[must_use]
    pub fn initials(&self) -> String {
        let Name::Person { given, .. } = self else { return String::new() };
        let mut out = String::new();
        for part in
            given.split(|c: char| c.is_whitespace() || matches!(c, '-' | '\u{2010}' | '\u{2011}' | '.'))
        {
            if is_initials(part) {
                out.extend(part.chars().filter(|c| c.is_uppercase()));
            } else if let Some(first) = part.chars().find(|c| c.is_alphabetic()) {
                out.extend(first.to_uppercase());
            }
        }
        out
    }

    /// Reads one name in any style: `Gogh, Vincent van`, `Vincent van Gogh`, `van Gogh VW`,
    /// `Smith J Jr`. Text that reads like a group is an organisation; `None` for text without
    /// letters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_matches(['{', '}']).trim().trim_end_matches([',', ';']);
        if !text.contains(char::is_alphabetic) {
            return None;
        }
        if is_organisation(text) {
            return Some(Name::organisation(collapsed(text)));
        }
        if text.contains(',') {
            return Self::family_first(text);
        }
        Self::vancouver(text).or_else(|| Self::given_first(text))
    }

    /// Reads `Family, Given`, `Family, Jr, Given` and `Family, Given, Jr`.
    #[must_use]
    pub(crate) fn family_first(text: &str) -> Option<Self> {
        let mut parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let family = parts.next()?;
        let (mut given, mut suffix) = ("", "");
        for part in parts {
            if suffix.is_empty() && is_suffix(part) {
                suffix = part;
            } else if given.is_empty() {
                given = part;
            }
        }
        let (given, particle) = trailing_particle(given);
        Some(Self::from_parts(family, given, suffix)?.with_particle(particle))
    }

    /// Reads `Given Family`, with particle and suffix.
    #[must_use]
    pub fn given_first(text: &str) -> Option<Self> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let suffix = if words.len() > 2 && words.last().is_some_and(|word| is_suffix(word)) {
            words.pop()
        } else {
            None
        };
        let last = words.len().checked_sub(1)?;
        let family = words
            .iter()
            .position(|word| is_particle(word))
            .filter(|at| *at > 0 && *at < last)
            .unwrap_or(last);
        Self::from_parts(
            &words.get(family..)?.join(" "),
            &words.get(..family)?.join(" "),
            suffix.unwrap_or_default(),
        )
    }

    /// Reads the style of PubMed and Vancouver, family name first, then bare initials:
    /// `van der Berg JP`, `O'Neill M Jr`, `Smith J 3rd`. `None` for other styles.
    #[must_use]
    pub fn vancouver(text: &str) -> Option<Self> {
        // Some styles print the particle last: `Elm E von`.
        let (text, particle) = trailing_particle(text);
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut suffix = "";
        if words.len() > 2
            && let Some(last) = words.last().copied()
            && is_suffix(last)
        {
            suffix = last;
            words.pop();
        }
        let initials = words
            .iter()
            .rev()
            .enumerate()
            // `MARTINEZ LICHA C R`: a word in capitals before single initials is a family name.
            .take_while(|(at, word)| is_initials(word) && (*at == 0 || word.len() < 4 || word.contains('.')))
            .count()
            .min(words.len().saturating_sub(1));
        let split = words.len() - initials;
        let (family, given) = (words.get(..split)?, words.get(split..)?);
        let runs_on = runs_on(given);
        let long =
            given.iter().map(|word| word.chars().filter(|c| c.is_uppercase()).count()).sum::<usize>() > 5;
        if initials == 0 || long || runs_on || !is_family(family) {
            return None;
        }
        Some(Self::from_parts(&family.join(" "), &spread(&given.join(" ")), suffix)?.with_particle(particle))
    }
}

/// Whether the initials continue as the beginning of a title: `Doe R. HIA`, `Doe RG. T.M.`
fn runs_on(initials: &[&str]) -> bool {
    let capitals = |word: &str| word.chars().filter(|c| c.is_uppercase()).count();
    let dots = |word: &str| word.matches('.').count();
    initials.split_last().is_some_and(|(last, head)| {
        head.iter().any(|word| {
            word.ends_with('.') && (capitals(word) > dots(word) || capitals(last) > dots(last).max(1))
        })
    })
}

/// Collapses white space into single blanks.
fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Normalises given names: single blanks, initials without dots and separated: `J.A.` becomes
/// `J A`, `J.-P.` becomes `J-P`.
fn plain_given(given: &str) -> String {
    let text = given.replace(".-", "-").replace('.', " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Separates bare initials: `JP` becomes `J P`; `J-P` is kept.
fn spread(initials: &str) -> String {
    let mut out = String::with_capacity(initials.len() * 2);
    let mut before = ' ';
    for c in initials.chars() {
        if c == '.' {
            continue;
        }
        if c.is_uppercase() && before.is_alphabetic() {
            out.push(' ');
        }
        out.push(c);
        before = c;
    }
    collapsed(&out)
}

/// Splits `van der Berg` into particle and family name. Only words in lower case are particles:
/// `De Luca` is a family name.
fn split_particle(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let last = words.len().saturating_sub(1);
    let particles = words.iter().take(last).take_while(|word| is_particle(word)).count();
    let join = |words: Option<&[&str]>| words.unwrap_or_default().join(" ");
    (join(words.get(..particles)), join(words.get(particles..)))
}

/// Splits `Vincent van` into given names and particle.
fn trailing_particle(given: &str) -> (&str, String) {
    let mut rest = given.trim_end();
    let mut particle: Vec<&str> = Vec::new();
    while let Some((before, word)) = rest.rsplit_once(char::is_whitespace) {
        // A sentence that ends with "in" or "und" is not a name.
        if !is_particle(word) || word.chars().count() < 2 || matches!(word, "in" | "und" | "op" | "st") {
            break;
        }
        particle.insert(0, word);
        rest = before.trim_end();
    }
    (rest, particle.join(" "))
}

/// Whether `word` is a particle of family names.
fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "van"
            | "von"
            | "der"
            | "den"
            | "dem"
            | "de"
            | "del"
            | "della"
            | "dello"
            | "degli"
            | "dei"
            | "di"
            | "da"
            | "das"
            | "do"
            | "dos"
            | "du"
            | "d'"
            | "d\u{2019}"
            | "la"
            | "le"
            | "las"
            | "les"
            | "los"
            | "lo"
            | "el"
            | "al"
            | "bin"
            | "ibn"
            | "ben"
            | "abu"
            | "ten"
            | "ter"
            | "te"
            | "'t"
            | "\u{2019}t"
            | "op"
            | "zu"
            | "zum"
            | "zur"
            | "vom"
            | "af"
            | "av"
            | "st"
            | "und"
            | "y"
            | "e"
            | "i"
            | "in"
    )
}

/// Whether `word` is the suffix of a name: `Jr`, `III`, `3rd`. `JR` and `SR` in capitals are
/// initials.
fn is_suffix(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    matches!(word, "Jr" | "Sr" | "jr" | "sr" | "Jnr" | "Snr" | "II" | "III" | "IV" | "2nd" | "3rd" | "4th")
}

/// Whether `word` consists of initials: `JP`, `J.P.`, `J-P`, `IuV`.
fn is_initials(word: &str) -> bool {
    let mut upper = 0;
    let mut lower = 0;
    let mut last_upper = false;
    for c in word.chars() {
        match c {
            '.' | '-' | '\u{2010}' | '\u{2011}' => {}
            c if c.is_uppercase() => {
                upper += 1;
                last_upper = true;
            }
            // Transliterated initials may have two letters: `IuV`, `ShA`.
            c if c.is_lowercase() && last_upper => {
                lower += 1;
                last_upper = false;
            }
            _ => return false,
        }
    }
    let dotted_pair = lower == 1 && upper == 1 && word.ends_with('.');
    (1..=5).contains(&upper) && (lower == 0 || (upper >= 2 && last_upper) || dotted_pair)
}

/// Whether `words` can be a family name: capitalised words and particles, without digits or words
/// of titles.
fn is_family(words: &[&str]) -> bool {
    let word_fits = |word: &&str| {
        let ended = word.contains('.') && !matches!(*word, "St." | "Ste.");
        let letters = word.chars().all(|c| {
            c.is_alphabetic()
                || matches!(
                    c,
                    '\'' | '\u{2019}' | '\u{2bc}' | '-' | '\u{2010}' | '\u{2011}' | '.' | '`' | '\u{b4}'
                )
        });
        let prefixed = ["d'", "d\u{2019}", "al-", "el-", "l'", "ul-", "'t", "t'", "de"]
            .iter()
            .any(|prefix| word.starts_with(prefix));
        letters
            && !ended
            && (word.starts_with(char::is_uppercase)
                || !word.starts_with(char::is_lowercase)
                || is_particle(word)
                || prefixed)
    };
    let named = words.iter().any(|word| {
        word.chars().filter(|c| c.is_alphabetic()).count() >= 2
            || word.chars().all(|c| !c.is_lowercase() && !c.is_uppercase())
    });
    !words.is_empty()
        && words.len() <= 6
        && named
        && words.iter().all(word_fits)
        && !words.iter().any(|word| matches!(*word, "The" | "And" | "Of" | "For" | "On" | "With" | "From"))
}

/// Whether `text` reads like the name of a group of people.
#[must_use]
pub fn is_organisation(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "group",
        "groups",
        "consortium",
        "committee",
        "subcommittee",
        "collaborators",
        "collaboration",
        "collaborative",
        "collaborations",
        "investigators",
        "organization",
        "organisation",
        "association",
        "society",
        "institute",
        "institutes",
        "university",
        "college",
        "team",
        "network",
        "agency",
        "ministry",
        "federation",
        "foundation",
        "center",
        "centre",
        "centers",
        "centres",
        "council",
        "department",
        "trialists",
        "panel",
        "force",
        "initiative",
        "program",
        "programme",
        "registry",
        "academy",
        "commission",
        "administration",
        "service",
        "services",
        "board",
        "bureau",
        "alliance",
        "company",
        "inc",
        "ltd",
        "gmbh",
        "corporation",
        "nations",
        "researchers",
        "contributors",
        "grupo",
        "sociedad",
        "ministerio",
        "comité",
        "comite",
        "fundación",
        "fundacion",
        "asociación",
        "asociacion",
        "universidad",
        "instituto",
        "organización",
        "organizacion",
        "colegio",
        "centro",
        "agencia",
        "consejo",
        "servicio",
        "gobierno",
        "clinic",
        "unit",
        "workgroup",
        "forum",
        "coalition",
        "cooperative",
        "government",
        "authority",
        "institut",
        "société",
        "gesellschaft",
    ];
    let words: Vec<&str> = text.split_whitespace().collect();
    let initials_behind = words.len() == 2 && words.last().is_some_and(|last| is_initials(last));
    let named = words
        .iter()
        .all(|word| !word.starts_with(char::is_lowercase) || is_stop_word(word, StopWordUse::Organisation));
    let grouped = text
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| !word.is_empty() && WORDS.contains(&word.to_lowercase().as_str()));
    words.len() >= 2 && named && grouped && !initials_behind
}

#[cfg(test)]
mod tests;
