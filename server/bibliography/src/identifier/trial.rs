//! The registries of clinical trials and the notation of their numbers.

use referee_text::Phrase;
use regex::Regex;
use std::sync::LazyLock;

/// The message for the number of digits of a registry: `has_digits!("an", "NCT", 8)`.
macro_rules! has_digits {
    ($article:literal, $registry:literal, $count:literal) => {
        Phrase {
            english: concat!($article, " ", $registry, " number has ", $count, " digits"),
            spanish: concat!("un número ", $registry, " tiene ", $count, " cifras"),
        }
    };
}

/// A trial registry and the notation of its numbers.
struct Registry {
    /// The prefix of its numbers in the registry's own notation; lookup ignores case.
    literal: &'static str,
    /// Matches a number from its first character.
    pattern: Regex,
    /// Matches text that looks like a number of this registry but has the wrong number of digits.
    almost: Option<(Regex, Phrase)>,
}

/// The result of parsing text that begins with a registry's literal.
pub(super) enum Read {
    /// A number: its normal form and its length in bytes.
    Number(String, usize),
    /// An invalid number: its length in bytes, and what is wrong.
    Almost(usize, Phrase),
}

static REGISTRIES: LazyLock<Vec<Registry>> = LazyLock::new(|| {
    let anchored =
        |pattern: &str| Regex::new(&format!("^(?i-u:{pattern})")).expect("a registry's pattern is valid");
    let plain =
        |literal: &'static str, pattern: &str| Registry { literal, pattern: anchored(pattern), almost: None };
    let counted = |literal: &'static str, pattern: &str, almost: &str, reason: Phrase| Registry {
        literal,
        pattern: anchored(pattern),
        almost: Some((anchored(almost), reason)),
    };
    vec![
        counted("NCT", "NCT[ -]?[0-9]{8}", "NCT[0-9]{6,12}", has_digits!("an", "NCT", 8)),
        counted("ISRCTN", "ISRCTN[ -]?[0-9]{8}", "ISRCTN[0-9]{6,12}", has_digits!("an", "ISRCTN", 8)),
        counted("ACTRN", "ACTRN ?[0-9]{14}", "ACTRN ?[0-9]{10,18}", has_digits!("an", "ACTRN", 14)),
        counted("DRKS", "DRKS ?[0-9]{8}", "DRKS[0-9]{6,12}", has_digits!("a", "DRKS", 8)),
        plain("ChiCTR", "ChiCTR(?:-[A-Z]{2,5}-|-)?[0-9]{8,10}"),
        plain("jRCT", "jRCTs?[0-9]{9,10}"),
        plain("UMIN", "UMIN[0-9]{9}"),
        plain("JapicCTI", "JapicCTI-?[0-9]{6}"),
        plain("JMA-IIA", "JMA-IIA[0-9]{5}"),
        plain("CTRI/", "CTRI/[0-9]{4}/[0-9]{2,3}/[0-9]{6}"),
        plain("NTR", "NTR[0-9]{3,4}"),
        plain("NL-OMON", "NL-OMON[0-9]{4,6}"),
        plain("IRCT", "IRCT[0-9]{10,20}(?:N[0-9]{1,3})?"),
        plain("KCT", "KCT[0-9]{7}"),
        plain("PACTR", "PACTR[0-9]{15,16}"),
        plain("RBR-", "RBR-[0-9a-z]{6,8}"),
        plain("RPCEC", "RPCEC[0-9]{8}"),
        plain("SLCTR/", "SLCTR/[0-9]{4}/[0-9]{3}"),
        plain("TCTR", "TCTR[0-9]{11}"),
        plain("LBCTR", "LBCTR[0-9]{10}"),
        plain("U1111-", "U1111-[0-9]{4}-[0-9]{4}"),
        plain("EUCTR", "EUCTR[0-9]{4}-[0-9]{6}-[0-9]{2}"),
    ]
});

/// A number of a European register: `2004-000446-20`, `2022-501417-31-01`.
static EUROPEAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("^(?-u:20[0-9]{2}-(?:[0-46-9][0-9]{5}-[0-9]{2}|5[0-9]{5}-[0-9]{2}(?:-[0-9]{2})?))")
        .expect("the pattern is valid")
});

/// The literals of the registries, as written in drafts.
pub(super) const LITERALS: &[&str] = &[
    "NCT", "nct0", "Nct0", "ISRCTN", "isrctn", "ACTRN", "DRKS", "ChiCTR", "CHICTR", "Chictr", "jRCT", "JRCT",
    "UMIN", "JapicCTI", "JAPICCTI", "JMA-IIA", "CTRI/", "NTR", "NL-OMON", "IRCT", "KCT", "PACTR", "RBR-",
    "RPCEC", "SLCTR/", "TCTR", "LBCTR", "U1111-", "EUCTR",
];

/// Parts of host names whose addresses contain registrations.
pub(super) const HOSTS: &[&str] = &[
    "clinicaltrials",
    "isrctn",
    "anzctr",
    "drks",
    "who.int",
    "chictr",
    "jrct",
    "umin.ac.jp",
    "ctri.nic",
    "trialregister",
    "onderzoekmetmensen",
    "irct",
    "cris.nih",
    "pactr",
    "ensaiosclinicos",
    "slctr",
    "lbctr",
    "rpcec",
];

/// Parses the registration at the start of `text`.
pub(super) fn at(text: &str) -> Option<Read> {
    let registry = REGISTRIES
        .iter()
        .find(|registry| super::parts::strip_prefix_folded(text, registry.literal).is_some())?;
    if let Some(number) = whole_word(&registry.pattern, text) {
        // A number has a digit; `RBR-related` is a word.
        let behind = number.get(registry.literal.len()..).unwrap_or_default();
        let counts = behind.bytes().any(|b| b.is_ascii_digit());
        return counts.then(|| Read::Number(spelled(registry.literal, number), number.len()));
    }
    let (almost, reason) = registry.almost.as_ref()?;
    whole_word(almost, text).map(|number| Read::Almost(number.len(), *reason))
}

/// Matches `pattern` at the start of `text`, unless a letter or digit follows.
fn whole_word<'t>(pattern: &Regex, text: &'t str) -> Option<&'t str> {
    let found = pattern.find(text)?;
    let runs_on = text.get(found.end()..)?.starts_with(|c: char| c.is_alphanumeric());
    (!runs_on).then(|| found.as_str())
}

/// Parses the number of a European register at the start of `text`.
pub(super) fn european(text: &str) -> Option<(String, usize)> {
    let found = EUROPEAN.find(text)?;
    let behind = text.get(found.end()..)?;
    if behind.starts_with(|c: char| c.is_alphanumeric())
        || (behind.starts_with('-')
            && behind.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
    {
        return None;
    }
    Some((found.as_str().to_owned(), found.end()))
}

/// Parses `text` as a registration: alone, after a label or in the address of its registry.
pub(super) fn read(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if lower.contains("://") || lower.starts_with("www.") {
        if !HOSTS.iter().any(|host| lower.contains(host)) {
            return None;
        }
        let tail = text.split(['/', '=', '?']).rev();
        // The host name is also a part, but not a registration: `www.isrctn.com` alone.
        return tail.into_iter().find_map(|part| read_number(part.split(['#', '&']).next()?));
    }
    read_number(text)
}

/// Parses `text` as a registration number, alone or after a label.
fn read_number(text: &str) -> Option<String> {
    let text = super::parts::after_label(
        text,
        &["eudract number", "eudract no.", "eudract", "euct number", "euct", "ctis"],
    )
    .unwrap_or(text);
    let (normal, length) = match at(text) {
        Some(Read::Number(normal, length)) => (normal, length),
        Some(Read::Almost(..)) => return None,
        None => european(text)?,
    };
    super::parts::ends_here(text.get(length..)?).then_some(normal)
}

/// Returns `number` in the notation of its registry.
fn spelled(literal: &str, number: &str) -> String {
    let behind = number.get(literal.len()..).unwrap_or_default();
    match literal {
        "EUCTR" => behind.to_owned(),
        "RBR-" => format!("RBR-{}", behind.to_ascii_lowercase()),
        "NCT" | "ISRCTN" | "ACTRN" | "DRKS" => format!("{literal}{}", behind.trim_start_matches([' ', '-'])),
        "jRCT" => format!("jRCT{}", behind.to_ascii_lowercase()),
        "ChiCTR" | "IRCT" => format!("{literal}{}", behind.to_ascii_uppercase()),
        _ => format!("{literal}{behind}"),
    }
}

/// Returns the web address of the registration, for registries with stable addresses.
pub(super) fn url(id: &str) -> Option<String> {
    if id.starts_with("NCT") {
        Some(format!("https://clinicaltrials.gov/study/{id}"))
    } else if id.starts_with("ISRCTN") {
        Some(format!("https://www.isrctn.com/{id}"))
    } else if id.starts_with("DRKS") {
        Some(format!("https://drks.de/search/en/trial/{id}"))
    } else if EUROPEAN.is_match(id) && id.get(5..6) == Some("5") {
        Some(format!("https://euclinicaltrials.eu/ctis-public/view/{id}"))
    } else if EUROPEAN.is_match(id) {
        Some(format!("https://www.clinicaltrialsregister.eu/ctr-search/search?query={id}"))
    } else {
        None
    }
}
