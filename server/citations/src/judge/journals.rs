//! Whether two names mean one journal or one conference.
//!
//! Journals are cited by their name, by the abbreviation of ISO 4 or of the NLM, by an acronym; conferences with
//! or without their year, ordinal, sponsor and place. Abbreviations are worked out word by word; only what no
//! rule leads to is in `data/venues.tsv`.

use referee_bibliography::{Work, WorkKind};
use referee_text::{fold, similarity};
use std::collections::HashMap;
use std::sync::LazyLock;

/// How the venues of a reference and of a record are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// One of the two names none, or names something that is no venue.
    Unknown,
    /// The same venue.
    Same,
    /// Cited as a preprint; the record is of a publication.
    CitedAsPreprint,
    /// Cited as published at a venue; the record is of a preprint.
    RecordedAsPreprint,
    /// The same name but for a slip of the pen in one word, where nothing else speaks for another venue.
    Misspelt,
    /// Two venues.
    Different,
}

/// Whether a work is a preprint: by its kind, its venue or the server that gave it its DOI.
pub(super) fn is_preprint(work: &Work) -> bool {
    match (&work.container, work.kind) {
        (Some(container), _) if is_preprint_server(container) => true,
        (Some(_), WorkKind::Preprint) => true,
        // A journal or proceedings is named: the arXiv number is only where one can read it.
        (Some(_), _) => false,
        (None, WorkKind::Preprint) => true,
        (
            None,
            WorkKind::Unknown | WorkKind::WebPage | WorkKind::Report | WorkKind::Article | WorkKind::Other,
        ) => {
            work.publisher.as_deref().is_some_and(is_preprint_server)
                || work.identifiers.doi().is_some_and(is_preprint_doi)
                || (work.identifiers.arxiv().is_some() && work.identifiers.doi().is_none())
        }
        (None, _) => false,
    }
}

/// Whether a DOI was given out by a preprint server.
pub(super) fn is_preprint_doi(doi: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "10.48550/arxiv",
        "10.21203/rs",
        "10.2139/ssrn",
        "10.26434/chemrxiv",
        "10.31234/",
        "10.31219/",
        "10.31235/",
        "10.20944/preprints",
        "10.22541/",
        "10.36227/techrxiv",
        "10.1101/20",
        "10.64898/",
        "10.31223/",
        "10.31222/",
        "10.35542/",
        "10.7287/peerj.preprints",
    ];
    // bioRxiv before 2019 numbered its papers: 10.1101/123456.
    let numbered = doi
        .strip_prefix("10.1101/")
        .is_some_and(|rest| rest.len() >= 6 && rest.bytes().take(6).all(|byte| byte.is_ascii_digit()));
    numbered || PREFIXES.iter().any(|prefix| doi.starts_with(prefix))
}

fn is_preprint_server(name: &str) -> bool {
    let folded = fold::title(name);
    const SERVERS: &[&str] = &[
        "arxiv",
        "biorxiv",
        "medrxiv",
        "chemrxiv",
        "psyarxiv",
        "socarxiv",
        "techrxiv",
        "engrxiv",
        "eartharxiv",
        "edarxiv",
        "osf preprints",
        "research square",
        "ssrn",
        "computing research repository",
        "preprints org",
        "authorea",
        "e prints",
        "eprint archive",
        "peerj preprints",
        "preprint",
    ];
    folded == "corr"
        || folded.starts_with("corr abs")
        || folded == "preprints"
        || SERVERS.iter().any(|server| folded.contains(server))
}

/// The venue of a reference, read for comparison once.
pub(super) struct Claimed {
    venues: Vec<Venue>,
}

impl Claimed {
    pub(super) fn read(work: &Work) -> Claimed {
        Claimed { venues: venues(work) }
    }
}

/// Compares where a reference says that the work appeared with where a record says so.
pub(super) fn relate(claimed: &Work, venue: &Claimed, recorded: &Work) -> Relation {
    let left = &venue.venues;
    match (is_preprint(claimed), is_preprint(recorded)) {
        (true, true) => return Relation::Same,
        (true, false) => return Relation::CitedAsPreprint,
        (false, true) if !left.is_empty() => return Relation::RecordedAsPreprint,
        _ => {}
    }
    let right = venues(recorded);
    if left.is_empty() || right.is_empty() {
        return Relation::Unknown;
    }
    if any(left, &right, same) {
        return Relation::Same;
    }
    // A publisher in the field for the journal.
    let publisher = |name: &Venue, work: &Work| {
        work.publisher.as_deref().is_some_and(|publisher| fold::title(publisher) == name.folded)
    };
    if left.iter().any(|name| publisher(name, recorded)) || right.iter().any(|name| publisher(name, claimed))
    {
        return Relation::Unknown;
    }
    if confused(left, &right) || confused(&right, left) {
        return Relation::Unknown;
    }
    if any(left, &right, misspelt) { Relation::Misspelt } else { Relation::Different }
}

/// Whether `name` is a name of the venue of a record.
pub(super) fn is_venue_of(name: &str, recorded: &Work) -> bool {
    Venue::read(name).is_some_and(|venue| any(&[venue], &venues(recorded), same))
}

fn any(left: &[Venue], right: &[Venue], related: fn(&Venue, &Venue) -> bool) -> bool {
    left.iter().any(|a| right.iter().any(|b| related(a, b)))
}

/// Whether two long names differ by two letters of one word: "Cnt Rev Toxicol".
fn misspelt(a: &Venue, b: &Venue) -> bool {
    const MIN_LONG_BYTES: usize = 12;
    a.words.len() == b.words.len()
        && a.folded.len().min(b.folded.len()) >= MIN_LONG_BYTES
        && a.words.iter().zip(&b.words).filter(|(one, other)| one != other).count() == 1
        && similarity::edits(&a.folded, &b.folded) <= 2
}

/// A name of a venue, read for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Venue {
    /// Folded, with "and", without a leading article.
    folded: String,
    /// The words without articles, prepositions, years and ordinals.
    words: Vec<String>,
    /// The words that tell the venue from others: without "proceedings", "international conference", sponsors.
    core: Vec<String>,
    /// Whether the name is written like an acronym: `CVPR`, `NeurIPS`.
    acronym: bool,
    /// Whether it is, or may be, a conference: only there do generic words not count. "Journal of Cancer" and
    /// "International Journal of Cancer" are two journals.
    conference: bool,
}

impl Venue {
    fn read(raw: &str) -> Option<Venue> {
        let spelled = raw.replace('&', " and ");
        let all = fold::words(&spelled);
        let words: Vec<String> =
            all.iter().filter(|word| !is_stop(word) && !is_number(word)).cloned().collect();
        let core: Vec<String> = words.iter().filter(|word| !is_generic(word)).cloned().collect();
        let letters = raw.chars().filter(|c| c.is_alphabetic()).count();
        let capitals = raw.chars().filter(|c| c.is_uppercase()).count();
        let acronym = words.len() == 1 && (2..=10).contains(&letters) && capitals * 2 >= letters;
        let folded = fold::without_article(&all.join(" ")).to_owned();
        let conference = acronym || all.iter().any(|word| is_conference(word));
        (!words.is_empty()).then_some(Venue { folded, words, core, acronym, conference })
    }
}

/// The names of the venue of a work: as it stands, abbreviated, and the parts that are names by themselves.
fn venues(work: &Work) -> Vec<Venue> {
    let mut out: Vec<Venue> = Vec::new();
    for raw in [&work.container, &work.container_short].into_iter().flatten() {
        let mut add = |text: &str| {
            let Some(venue) = Venue::read(text) else { return };
            if !out.contains(&venue) && !is_no_venue(&venue) {
                out.push(venue);
            }
        };
        add(raw);
        // "BMJ (Clinical research ed.)", "… Pattern Recognition (CVPR)": the name, and what is in parentheses if
        // that is a name.
        if let Some((outside, inside)) = parenthesis(raw) {
            add(&outside);
            if Venue::read(inside).is_some_and(|venue| venue.acronym) {
                add(inside);
            }
        }
        // "Proteins : structure, function, and bioinformatics", "Acta crystallographica. Section F, …".
        for separator in [" : ", ": ", ". ", " = ", ", "] {
            if let Some((head, _)) = raw.split_once(separator)
                && Venue::read(head).is_some_and(|venue| {
                    venue.core.len() >= 2 || (venue.acronym && venue.core.len() == 1 && separator != ". ")
                })
            {
                add(head);
            }
        }
        // "ACL/IJCNLP": held together.
        if raw.contains('/') {
            for part in raw.split('/') {
                if Venue::read(part).is_some_and(|venue| !venue.core.is_empty()) {
                    add(part);
                }
            }
        }
    }
    out
}

fn parenthesis(raw: &str) -> Option<(String, &str)> {
    let open = raw.find('(')?;
    let close = open + raw.get(open..)?.find(')')?;
    let outside = format!("{} {}", raw.get(..open)?, raw.get(close + 1..)?);
    Some((outside, raw.get(open + 1..close)?))
}

fn same(a: &Venue, b: &Venue) -> bool {
    let conferences = a.conference && b.conference;
    if a.words == b.words || (conferences && !a.core.is_empty() && a.core == b.core) {
        return true;
    }
    if let (Some(one), Some(other)) = (alias(a), alias(b)) {
        return one == other;
    }
    let stands = |short: &Venue, long: &Venue| {
        short.acronym && short.words.first().is_some_and(|word| stands_for(word, long))
    };
    stands(a, b)
        || stands(b, a)
        || abbreviates(&a.words, &b.words)
        || (conferences && a.core.len() >= 2 && b.core.len() >= 2 && abbreviates(&a.core, &b.core))
}

/// Whether the two lists of words are one name, abbreviated here or there or in both.
///
/// ISO 4 cuts words at the end (`J`, `Immunol`) or takes letters out (`Natl`); short runs of words become their
/// initials (`USA`).
fn abbreviates(a: &[String], b: &[String]) -> bool {
    if let ([one], [other]) = (a, b) {
        // "Cancer" and "Cancers", "Gene" and "Genes" are journals of their own.
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        return one == other
            || (short.len() >= 3 && short.len() + 3 <= long.len() && long.starts_with(short.as_str()));
    }
    let (short, long) =
        if a.iter().map(String::len).sum::<usize>() <= b.iter().map(String::len).sum::<usize>() {
            (a, b)
        } else {
            (b, a)
        };
    if short.len() > 40 || long.len() > 40 {
        return short == long;
    }
    let mut at = vec![(0usize, 0usize)];
    let mut seen = vec![false; (short.len() + 1) * (long.len() + 1)];
    while let Some((i, j)) = at.pop() {
        if std::mem::replace(&mut seen[i * (long.len() + 1) + j], true) {
            continue;
        }
        if i == short.len() && j == long.len() {
            return true;
        }
        let (Some(word), Some(whole)) = (short.get(i), long.get(j)) else { continue };
        if is_short_for(word, whole) || is_short_for(whole, word) {
            at.push((i + 1, j + 1));
        }
        let count = word.chars().count();
        let initials =
            |run: &[String]| run.iter().zip(word.chars()).all(|(whole, initial)| whole.starts_with(initial));
        if (2..=6).contains(&count) && long.get(j..j + count).is_some_and(initials) {
            at.push((i + 1, j + count));
        }
        let count = whole.chars().count();
        let initials =
            |run: &[String]| run.iter().zip(whole.chars()).all(|(word, initial)| word.starts_with(initial));
        if (2..=6).contains(&count) && short.get(i..i + count).is_some_and(initials) {
            at.push((i + count, j + 1));
        }
    }
    false
}

fn is_short_for(short: &str, long: &str) -> bool {
    if long.starts_with(short) {
        return true;
    }
    // A contraction keeps the first letter and the order, and is much shorter: "natl", "dtsch", "jpn".
    let long_enough = short.len() >= 3 && short.len() * 3 <= long.len() * 2;
    if !long_enough || short.as_bytes().first() != long.as_bytes().first() {
        return false;
    }
    let mut rest = long.chars();
    short.chars().all(|c| rest.any(|other| other == c))
}

/// Whether an acronym stands for a venue: its letters are the first letters of the words, generic words may
/// lack theirs.
fn stands_for(acronym: &str, venue: &Venue) -> bool {
    let letters: Vec<char> = acronym.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.len() < 3 || venue.words.len() < 2 {
        return false;
    }
    fn spell(letters: &[char], words: &[String], skip: bool) -> bool {
        let Some((word, rest)) = words.split_first() else { return letters.is_empty() };
        let taken = letters
            .split_first()
            .is_some_and(|(letter, left)| word.starts_with(*letter) && spell(left, rest, skip));
        taken || (skip && is_generic(word) && spell(letters, rest, skip))
    }
    venue.words.len() <= 24 && spell(&letters, &venue.words, venue.conference)
}

/// The number of the line of `venues.tsv` that has the name.
fn alias(venue: &Venue) -> Option<usize> {
    /// By all words, and by the words that tell for conferences.
    struct Aliases {
        words: HashMap<String, usize>,
        core: HashMap<String, usize>,
    }
    static ALIASES: LazyLock<Aliases> = LazyLock::new(|| {
        let mut out = Aliases { words: HashMap::new(), core: HashMap::new() };
        let lines = include_str!("../../data/venues.tsv").lines().enumerate();
        for (line, text) in lines.filter(|(_, text)| !text.starts_with('#')) {
            for venue in text.split('\t').filter_map(Venue::read) {
                out.words.entry(venue.words.join(" ")).or_insert(line);
                if venue.conference && !venue.core.is_empty() {
                    out.core.entry(venue.core.join(" ")).or_insert(line);
                }
            }
        }
        out
    });
    let by_words = ALIASES.words.get(&venue.words.join(" "));
    by_words.or_else(|| ALIASES.core.get(&venue.core.join(" ")).filter(|_| venue.conference)).copied()
}

/// The proceedings of these conferences appear in the Proceedings of Machine Learning Research, which began as
/// a series of the Journal of Machine Learning Research: indexes file them under either.
fn confused(series: &[Venue], conference: &[Venue]) -> bool {
    const CONFERENCES: &[&str] =
        &["icml", "aistats", "colt", "uai", "acml", "alt", "corl", "mlhc", "clear", "automl", "chil", "midl"];
    let in_series = series.iter().any(|name| name.folded.contains("machine learning research"));
    in_series
        && conference.iter().any(|name| {
            let line = alias(name);
            CONFERENCES.iter().any(|acronym| {
                name.core.iter().any(|word| word == acronym)
                    || (line.is_some() && Venue::read(acronym).and_then(|venue| alias(&venue)) == line)
            })
        })
}

/// Series, repositories and indexes: a work stands in them and appeared elsewhere.
fn is_no_venue(venue: &Venue) -> bool {
    const SERIES: &[&str] = &[
        "lecture notes in",
        "proceedings of machine learning research",
        "communications in computer and information science",
        "ceur workshop proceedings",
        "advances in intelligent systems",
        "ifip advances",
        "studies in computational intelligence",
        "leibniz international proceedings",
        "acm international conference proceeding series",
        "springer proceedings",
        "europe pmc",
        "hal le centre",
        "doaj",
        "zenodo",
        "figshare",
        "dspace",
        "repec",
        "core",
        "datacite",
        "crossref",
        "dryad",
        "semantic scholar",
        "openreview",
        "osti",
        "digital commons",
        "university of",
        "digital library",
        "repository",
    ];
    const EXACT: &[&str] = &[
        "pmlr",
        "pubmed",
        "medline",
        "lncs",
        "lnai",
        "lnbi",
        "ccis",
        "hal",
        "springer",
        "elsevier",
        "wiley",
        "ieee",
        "acm",
        "web",
        "online",
        "internet",
        "dblp",
        "google scholar",
        "unknown",
        "n a",
        "none",
    ];
    EXACT.contains(&venue.folded.as_str())
        || SERIES.iter().any(|name| venue.folded.starts_with(name))
        || venue.folded.ends_with("repository")
}

/// Articles and prepositions of the languages that journals are named in.
fn is_stop(word: &str) -> bool {
    const STOP: &[&str] = &[
        "the", "a", "an", "of", "and", "for", "in", "on", "to", "at", "by", "with", "from", "de", "del",
        "della", "di", "des", "du", "da", "do", "dos", "la", "le", "les", "el", "los", "las", "y", "e", "et",
        "und", "der", "die", "das", "fur", "fuer", "og", "och", "voor", "van", "en", "i", "section", "sect",
        "ser", "series", "st", "nd", "rd", "th", "vol", "volume", "no",
    ];
    STOP.contains(&word)
}

/// Years and ordinals: "2021", "38th", "thirty", "eighth".
fn is_number(word: &str) -> bool {
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
fn is_conference(word: &str) -> bool {
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
fn is_generic(word: &str) -> bool {
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
