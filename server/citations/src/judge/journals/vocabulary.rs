//! Words in the names of journals and conferences that tell little, and names that are those of no venue.

/// Articles and prepositions of the languages that journals are named in.
pub(super) fn is_stop(word: &str) -> bool {
    const STOP: &[&str] = &[
        "the", "a", "an", "of", "and", "for", "in", "on", "to", "at", "by", "with", "from", "de", "del",
        "della", "di", "des", "du", "da", "do", "dos", "la", "le", "les", "el", "los", "las", "y", "e", "et",
        "und", "der", "die", "das", "fur", "fuer", "og", "och", "voor", "van", "en", "i", "section", "sect",
        "ser", "series", "st", "nd", "rd", "th", "vol", "volume", "no",
    ];
    STOP.contains(&word)
}

/// Years and ordinals: "2021", "38th", "thirty", "eighth".
pub(super) fn is_number(word: &str) -> bool {
    const ORDINALS: &[&str] = &[
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
        "twenty",
        "thirtieth",
        "thirty",
        "fortieth",
        "forty",
        "fiftieth",
        "fifty",
    ];
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && (digits == word.len() || matches!(&word[digits..], "st" | "nd" | "rd" | "th"))
        || ORDINALS.contains(&word)
}

/// Words that make a name that of a conference.
pub(super) fn is_conference(word: &str) -> bool {
    const CONFERENCE: &[&str] = &[
        "conference",
        "conf",
        "symposium",
        "symp",
        "workshop",
        "workshops",
        "meeting",
        "proceedings",
        "proc",
        "congress",
        "findings",
    ];
    CONFERENCE.contains(&word)
}

/// Words that conferences share or leave out; they tell little.
pub(super) fn is_generic(word: &str) -> bool {
    const GENERIC: &[&str] = &[
        "international",
        "int",
        "intl",
        "annual",
        "annu",
        "ieee",
        "acm",
        "cvf",
        "rsj",
        "usenix",
        "siam",
        "joint",
        "companion",
        "main",
        "track",
        "held",
        "supplement",
        "suppl",
        "association",
        "advances",
        "extended",
        "abstracts",
        "papers",
        "long",
        "short",
        "online",
        "virtual",
        "event",
        "pmlr",
        "lncs",
        "springer",
        "society",
    ];
    is_conference(word) || GENERIC.contains(&word)
}
