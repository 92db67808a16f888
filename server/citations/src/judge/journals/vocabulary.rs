//! Words in a venue's name that distinguish little, and expressions that are not a venue.

use referee_knowledge::{Table, TableError};
use referee_records::ordinals::is_in_ordinal;
use referee_text::stop_words::{StopWordUse, is_stop_word};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Returns whether a word is an article, a preposition or a similar word in a language of journal
/// titles, or names a part of a series.
pub(super) fn is_stop(word: &str) -> bool {
    const PARTS_OF_SERIES: &[&str] =
        &["section", "sect", "ser", "series", "st", "nd", "rd", "th", "vol", "volume", "no"];
    is_stop_word(word, StopWordUse::Venue) || PARTS_OF_SERIES.contains(&word)
}

/// Returns whether a word is a year or belongs to an ordinal: "2021", "38th", "thirty", "eighth".
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && (digits == word.len() || matches!(&word[digits..], "st" | "nd" | "rd" | "th"))
        || is_in_ordinal(word)
}

/// Returns whether a word marks a name as that of a conference.
pub(super) fn is_conference(word: &str) -> bool {
    const CONFERENCE_WORDS: &[&str] = &[
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
    CONFERENCE_WORDS.contains(&word)
}

/// Returns whether a word is an organization that holds conferences, or a short word in capitals
/// that is not the acronym of a conference.
pub(super) fn is_sponsor(word: &str) -> bool {
    WORDS.sponsors.contains(word)
}

/// Returns whether a word is common in journal titles and rare in book titles.
pub(super) fn is_journal_word(word: &str) -> bool {
    WORDS.journals.contains(word)
}

/// Returns whether a folded name is that of a repository, a publisher or an index, which hold works
/// that appeared elsewhere.
pub(super) fn is_repository(folded: &str) -> bool {
    WORDS.databases.contains(folded)
        || WORDS.repositories.iter().any(|name| folded.starts_with(name))
        || folded.ends_with("repository")
}

/// The words of `data/venue_words.tsv`.
struct VenueWords {
    sponsors: HashSet<String>,
    journals: HashSet<String>,
    repositories: HashSet<String>,
    databases: HashSet<String>,
}

static WORDS: LazyLock<VenueWords> = LazyLock::new(|| {
    let table = venue_words().unwrap_or_default();
    let of = |kind: &str| {
        let rows = table.rows().iter().filter(|row| row.get("kind") == kind);
        rows.map(|row| row.get("word").to_owned()).collect()
    };
    VenueWords {
        sponsors: of("sponsor"),
        journals: of("journal"),
        repositories: of("repository"),
        databases: of("database"),
    }
});

fn venue_words() -> Result<Table, TableError> {
    let text = include_str!("../../../data/venue_words.tsv");
    Table::parse("venue_words.tsv", text, &["kind", "word", "source", "checked"])
}

/// Returns whether a word is one that many conferences share or omit, so that it distinguishes
/// little.
pub(super) fn is_generic(word: &str) -> bool {
    const GENERIC_WORDS: &[&str] = &[
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
    ];
    is_conference(word) || GENERIC_WORDS.contains(&word)
}

/// Returns whether many journals have a word in their title; sharing such a word is not evidence.
pub(super) fn is_common(word: &str) -> bool {
    const COMMON_WORDS: &[&str] = &[
        "journal",
        "journals",
        "j",
        "research",
        "res",
        "studies",
        "review",
        "reviews",
        "rev",
        "annals",
        "ann",
        "archives",
        "arch",
        "bulletin",
        "bull",
        "letters",
        "lett",
        "science",
        "sciences",
        "sci",
        "medicine",
        "med",
        "medical",
        "clinical",
        "clin",
        "applied",
        "appl",
        "american",
        "am",
        "european",
        "eur",
        "british",
        "br",
        "quarterly",
        "reports",
        "rep",
        "communications",
        "commun",
        "transactions",
        "trans",
        "proceedings",
        "proc",
        "advances",
        "adv",
        "current",
        "curr",
        "opinion",
        "opin",
        "experimental",
        "exp",
        "general",
        "gen",
        "new",
        "open",
        "acta",
        "revista",
        "zeitschrift",
        "world",
        "global",
        "theory",
        "practice",
        "technology",
        "association",
        "society",
    ];
    is_generic(word) || COMMON_WORDS.contains(&word)
}

/// Returns whether a word marks the name of a society that publishes a journal.
pub(super) fn is_society(word: &str) -> bool {
    const SOCIETIES: &[&str] = &[
        "society",
        "association",
        "college",
        "academy",
        "institute",
        "institution",
        "federation",
        "union",
        "congress",
        "council",
        "societies",
        "foundation",
        "universities",
    ];
    SOCIETIES.contains(&word)
}

/// Returns whether a word is a place that databases append to the name of a journal to distinguish
/// it from others of that name.
pub(super) fn is_place(word: &str) -> bool {
    const PLACES: &[&str] = &[
        "switzerland",
        "basel",
        "bern",
        "zurich",
        "geneva",
        "england",
        "london",
        "oxford",
        "cambridge",
        "uk",
        "scotland",
        "edinburgh",
        "glasgow",
        "ireland",
        "dublin",
        "wales",
        "us",
        "usa",
        "america",
        "york",
        "washington",
        "philadelphia",
        "boston",
        "chicago",
        "germany",
        "berlin",
        "munich",
        "stuttgart",
        "heidelberg",
        "netherlands",
        "holland",
        "amsterdam",
        "leiden",
        "dordrecht",
        "utrecht",
        "belgium",
        "brussels",
        "france",
        "paris",
        "spain",
        "madrid",
        "barcelona",
        "portugal",
        "lisbon",
        "italy",
        "rome",
        "milan",
        "torino",
        "greece",
        "athens",
        "austria",
        "vienna",
        "hungary",
        "budapest",
        "poland",
        "warsaw",
        "krakow",
        "czech",
        "prague",
        "slovakia",
        "bratislava",
        "slovenia",
        "ljubljana",
        "croatia",
        "zagreb",
        "serbia",
        "belgrade",
        "romania",
        "bucharest",
        "bulgaria",
        "sofia",
        "ukraine",
        "kiev",
        "russia",
        "moscow",
        "lithuania",
        "vilnius",
        "latvia",
        "estonia",
        "tallinn",
        "finland",
        "helsinki",
        "sweden",
        "stockholm",
        "norway",
        "oslo",
        "denmark",
        "copenhagen",
        "iceland",
        "turkey",
        "ankara",
        "istanbul",
        "iran",
        "tehran",
        "israel",
        "egypt",
        "cairo",
        "africa",
        "nigeria",
        "kenya",
        "nairobi",
        "india",
        "delhi",
        "mumbai",
        "pakistan",
        "lahore",
        "bangladesh",
        "china",
        "beijing",
        "shanghai",
        "taiwan",
        "taipei",
        "japan",
        "tokyo",
        "korea",
        "seoul",
        "singapore",
        "malaysia",
        "thailand",
        "bangkok",
        "indonesia",
        "philippines",
        "manila",
        "vietnam",
        "australia",
        "sydney",
        "melbourne",
        "zealand",
        "auckland",
        "canada",
        "toronto",
        "montreal",
        "mexico",
        "brazil",
        "argentina",
        "chile",
        "colombia",
        "venezuela",
        "peru",
        "cuba",
    ];
    PLACES.contains(&word)
}

/// Returns whether a folded name is that of a series of conference proceedings.
pub(super) fn is_series_of_proceedings(folded: &str) -> bool {
    const PROCEEDINGS_SERIES: &[&str] = &[
        "iop conference series",
        "journal of physics conference series",
        "procedia",
        "wit transactions",
        "proceedings of spie",
        "aip conference proceedings",
        "e3s web of conferences",
        "matec web of conferences",
        "epj web of conferences",
        "bio web of conferences",
        "shs web of conferences",
        "itm web of conferences",
        "international archives of the photogrammetry",
        "isprs annals",
        "isprs archives",
        "ecs transactions",
        "ifac papersonline",
        "ifac proceedings",
        "advanced materials research",
        "key engineering materials",
        "applied mechanics and materials",
        "acta horticulturae",
        "studies in health technology and informatics",
        "transportation research procedia",
    ];
    PROCEEDINGS_SERIES.iter().any(|series| folded.starts_with(series))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn every_row_of_the_venue_words_has_a_known_kind_and_a_source() {
        let table = venue_words().unwrap();
        for row in table.rows() {
            assert_eq!(row.provenance(), Ok(()), "line {}", row.line());
            let kind = row.get("kind");
            assert!(["sponsor", "journal", "repository", "database"].contains(&kind), "line {}", row.line());
        }
        let all = [&WORDS.sponsors, &WORDS.journals, &WORDS.repositories, &WORDS.databases];
        assert_eq!(all.iter().map(|words| words.len()).sum::<usize>(), table.rows().len());
    }
}
