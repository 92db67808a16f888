//! The table of conferences: how they are called, the series and journals in which their papers
//! appear, their DOIs.

use super::venue_name::VenueName;
use super::vocabulary::{is_common, is_conference};
use crate::judge::tables::rows;
use referee_bibliography::Work;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A conference, as the index of its row in `conferences.tsv`.
pub(super) type Conference = usize;

/// Returns the conference with this name.
pub(super) fn conference(venue: &VenueName) -> Option<Conference> {
    // A full name has priority over a stripped one: "Human Factors in Computing Systems" is CHI,
    // although its extended abstracts end with the same words.
    let known = |key: String| {
        let of = |names: &HashMap<String, Option<Conference>>| names.get(&key).copied().flatten();
        of(&TABLE.names).or_else(|| of(&TABLE.stripped))
    };
    // One short word may be an ordinary word as well as an acronym.
    let is_name = venue.words.len() > 1 || venue.acronym || venue.folded.len() >= MIN_WORD_BYTES;
    if !is_name {
        return None;
    }
    let whole = TABLE.names.get(&venue.words.join(" ")).copied().flatten();
    whole.or_else(|| stripped(venue).into_iter().find_map(known).filter(|_| venue.conference))
}

/// Returns the name without parts that are often omitted: first without the words for a conference,
/// then without its organizers.
fn stripped(venue: &VenueName) -> Vec<String> {
    /// The length in bytes from which one word alone identifies a conference.
    const MIN_TELLING_BYTES: usize = 9;
    let mut out = Vec::new();
    let without = venue.words.iter().filter(|word| !is_conference(word)).map(String::as_str);
    let without = without.collect::<Vec<_>>().join(" ");
    if without.contains(' ') {
        out.push(without);
    }
    let tells = match venue.core.as_slice() {
        [] => false,
        [word] => word.len() >= MIN_TELLING_BYTES && !is_common(word),
        _ => true,
    };
    if tells {
        out.push(venue.core.join(" "));
    }
    out
}

/// Returns whether, according to the table, the proceedings of a conference never appeared in a
/// book series.
pub(super) fn has_own_proceedings(conference: Conference) -> bool {
    TABLE.own.contains(&conference)
}

/// Returns the words that distinguish a conference, in any of its forms.
pub(super) fn words_of(conference: Conference) -> &'static [String] {
    TABLE.words.get(&conference).map_or(&[], Vec::as_slice)
}

/// Returns whether a conference is an independent yearly workshop.
pub(super) fn is_workshop_series(conference: Conference) -> bool {
    TABLE.workshops.contains(&conference)
}

/// Returns whether the papers of the conference `venue` appear in the journal `journal`.
pub(super) fn publishes(journal: &VenueName, venue: &VenueName) -> bool {
    let Some(conference) = conference(venue) else { return false };
    let hosts =
        |names: &str| names.split('\t').filter_map(VenueName::read).any(|name| is_named(&name, conference));
    HOSTS.iter().any(|(names, conferences)| names.contains(&journal.words.join(" ")) && hosts(conferences))
}

fn is_named(name: &VenueName, conference: Conference) -> bool {
    self::conference(name) == Some(conference)
}

/// Returns the conferences that the DOI of a work points to.
pub(super) fn by_doi(work: &Work) -> Vec<VenueName> {
    let Some(doi) = work.identifiers.doi() else { return Vec::new() };
    // "10.18653/v1/2020.findings-emnlp.12", "10.18653/v1/2021.starsem-1.3".
    if let Some(rest) = doi.strip_prefix("10.18653/v1/")
        && let Some((year, rest)) = rest.split_once('.')
        && year.bytes().all(|byte| byte.is_ascii_digit())
    {
        let name = rest.strip_prefix("findings-").unwrap_or(rest);
        return named_by_letters(name).into_iter().collect();
    }
    let mut out = Vec::new();
    for (beginning, names) in DOIS.iter() {
        let Some(rest) = doi.strip_prefix(beginning) else { continue };
        if *names == "*" {
            out.extend(named_by_letters(rest));
        } else if beginning.ends_with(|c: char| c.is_ascii_digit())
            || rest.starts_with(|c: char| c.is_ascii_digit())
        {
            out.extend(names.split('\t').filter_map(VenueName::read));
        }
    }
    out
}

/// Returns the conference whose acronym is formed by the letters at the beginning of a text.
fn named_by_letters(text: &str) -> Option<VenueName> {
    const MIN_LETTERS: usize = 3;
    let letters: String = text.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
    let name = VenueName::read(&letters.to_ascii_uppercase()).filter(|_| letters.len() >= MIN_LETTERS)?;
    conference(&name).map(|_| name)
}

/// The length in bytes from which one word identifies a conference even if it is not written like
/// an acronym.
const MIN_WORD_BYTES: usize = 7;

struct Table {
    /// The conferences by name; `None` for a name that several conferences share.
    names: HashMap<String, Option<Conference>>,
    /// The conferences by the parts of a name that [`stripped`] leaves.
    stripped: HashMap<String, Option<Conference>>,
    /// The conferences whose proceedings never appeared in a book series.
    own: HashSet<Conference>,
    /// The words that distinguish each conference, in any of its forms.
    words: HashMap<Conference, Vec<String>>,
    workshops: HashSet<Conference>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut out = Table {
        names: HashMap::new(),
        stripped: HashMap::new(),
        own: HashSet::new(),
        words: HashMap::new(),
        workshops: HashSet::new(),
    };
    for (at, text) in rows(include_str!("../../../data/conferences.tsv")) {
        let mut columns = text.split('\t');
        if text.contains("Workshop") {
            out.workshops.insert(at);
        }
        if columns.next() == Some("own") {
            out.own.insert(at);
        }
        for venue in columns.filter_map(VenueName::read) {
            out.words.entry(at).or_default().extend(venue.core.iter().cloned());
            add(&mut out.names, venue.words.join(" "), at);
            for key in stripped(&venue) {
                add(&mut out.stripped, key, at);
            }
        }
    }
    out
});

fn add(names: &mut HashMap<String, Option<Conference>>, key: String, at: Conference) {
    let known = names.entry(key).or_insert(Some(at));
    if *known != Some(at) {
        *known = None;
    }
}

/// The known forms of each journal's name, and the conferences whose papers appear in it.
static HOSTS: LazyLock<Vec<(Vec<String>, &'static str)>> = LazyLock::new(|| {
    let read = |text: &'static str| {
        let (journals, conferences) = text.split_once("\t>\t")?;
        let names = journals.split('\t').filter_map(VenueName::read).map(|name| name.words.join(" "));
        Some((names.collect(), conferences))
    };
    rows(include_str!("../../../data/conference_journals.tsv")).filter_map(|(_, text)| read(text)).collect()
});

static DOIS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    rows(include_str!("../../../data/venue_dois.tsv")).filter_map(|(_, text)| text.split_once('\t')).collect()
});
