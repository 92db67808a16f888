//! A name of a journal or conference, read for comparison.

use super::vocabulary::{is_common, is_conference, is_generic, is_number, is_place, is_society, is_stop};
use referee_bibliography::Work;
use referee_text::fold;

/// A name of a venue, read for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VenueName {
    /// Folded, with "and", without a leading article.
    pub(super) folded: String,
    /// The words without articles, prepositions, years and ordinals.
    pub(super) words: Vec<String>,
    /// The words that tell the venue from others: without "proceedings", "international conference", sponsors.
    pub(super) core: Vec<String>,
    /// Whether the name is written like an acronym: `CVPR`, `NeurIPS`.
    pub(super) acronym: bool,
    /// Whether it is, or may be, a conference: only there do generic words not count. "Journal of Cancer" and
    /// "International Journal of Cancer" are two journals.
    pub(super) conference: bool,
    /// The letter of the part or series.
    pub(super) section: Option<String>,
    /// The words of the subtitle, where this is a name without it.
    pub(super) left_out: Vec<String>,
}

impl VenueName {
    pub(super) fn read(raw: &str) -> Option<VenueName> {
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
        let section = section(&all);
        (!words.is_empty()).then_some(VenueName {
            folded,
            words,
            core,
            acronym,
            conference,
            section,
            left_out: Vec::new(),
        })
    }
}

/// The letter or number behind "Part", "Section" or "Series": journals with one name and two letters are two journals.
fn section(words: &[String]) -> Option<String> {
    let pairs = words.windows(2);
    let mut named = pairs.filter(|pair| {
        matches!(pair[0].as_str(), "part" | "section" | "sect" | "series" | "ser")
            && pair[1].chars().count() == 1
    });
    named.next().map(|pair| pair[1].clone())
}

/// The names of the venue of a work: as it stands, abbreviated, and the parts that are names by themselves.
pub(super) fn venues(work: &Work) -> Vec<VenueName> {
    let mut names = Names::default();
    for raw in [&work.container, &work.container_short].into_iter().flatten() {
        names.add_forms(raw);
    }
    names.found
}

/// The names that were found in what a work gives as its venue.
#[derive(Default)]
struct Names {
    found: Vec<VenueName>,
}

impl Names {
    fn add(&mut self, text: &str) {
        self.add_part(text, "");
    }

    /// Adds a part of a name; `left_out` is the rest of it.
    fn add_part(&mut self, text: &str, left_out: &str) {
        let Some(mut venue) = VenueName::read(text) else { return };
        if let Some(rest) = VenueName::read(left_out) {
            venue.section = venue.section.or(rest.section);
            venue.left_out = rest.words;
        }
        if !self.found.contains(&venue) && !is_no_venue(&venue) {
            self.found.push(venue);
        }
    }

    /// Adds a name in all the forms in which databases write it.
    fn add_forms(&mut self, raw: &str) {
        let spelled = spelled_out(raw);
        let raw = spelled.as_ref();
        self.add(raw);
        // "BMJ (Clinical research ed.)", "… Letters [Web site]", "… Pattern Recognition (CVPR)": the name, and what is
        // in parentheses if that is a name.
        for (open, close) in [('(', ')'), ('[', ']')] {
            if let Some((outside, inside)) = parenthesis(raw, open, close) {
                self.add(&outside);
                self.add_inner_forms(&outside);
                if VenueName::read(inside).is_some_and(|venue| venue.acronym) {
                    self.add(inside);
                }
            }
        }
        // "Zeitschrift für … = Journal of Public Health", "Turkish Journal of Forestry | …": one name in two languages.
        for separator in [" = ", " | ", " / "] {
            for part in raw.split(separator).filter(|_| raw.contains(separator)) {
                self.add(part);
                self.add_inner_forms(part);
            }
        }
        self.add_inner_forms(raw);
        // "ACL/IJCNLP": held together.
        if raw.contains('/') {
            for part in raw.split('/') {
                if VenueName::read(part).is_some_and(|venue| !venue.core.is_empty()) {
                    self.add(part);
                }
            }
        }
    }

    /// Adds the parts of one name that are names by themselves.
    fn add_inner_forms(&mut self, raw: &str) {
        // "Proteins : structure, function, and bioinformatics", "Acta crystallographica. Section F, …".
        for separator in [" : ", ": ", ". ", ", "] {
            if let Some((head, tail)) = raw.split_once(separator)
                && VenueName::read(head).is_some_and(|venue| {
                    venue.core.len() >= 2 || (venue.acronym && venue.core.len() == 1 && separator != ". ")
                })
            {
                self.add_part(head, tail);
            }
        }
        // "Cambridge Prisms: Global Mental Health".
        if let Some((_, tail)) = raw.split_once(": ").filter(|(_, tail)| tells_enough(tail, 3)) {
            self.add(tail);
        }
        // "Global Environmental Change Part A: Human & Policy Dimensions".
        if let Some(at) = raw.find(" Part ").filter(|at| tells_enough(&raw[..*at], 2)) {
            self.add_part(&raw[..at], &raw[at..]);
        }
        self.add_hyphenated(raw);
        self.add_without_society(raw);
        // "NAD Nordic Studies on Alcohol and Drugs": its acronym stands in front of the name.
        if let Some((acronym, name)) = raw.split_once(' ')
            && is_acronym(acronym)
            && raw.chars().any(char::is_lowercase)
            && name.starts_with(char::is_alphabetic)
            && tells_enough(name, 3)
        {
            self.add(name);
        }
        // "Environmental science and pollution research international".
        if let Some(name) = raw.strip_suffix(" international").or_else(|| raw.strip_suffix(" International"))
            && tells_enough(name, 3)
        {
            self.add(name);
        }
    }

    /// Adds the parts of a name whose subtitle or place stands behind a hyphen, as Web of Science writes it:
    /// "FIRE-SWITZERLAND", "GLOBAL ENVIRONMENTAL CHANGE-HUMAN AND POLICY DIMENSIONS".
    fn add_hyphenated(&mut self, raw: &str) {
        for (at, _) in raw.match_indices('-') {
            let (head, tail) = (raw[..at].trim(), raw[at + 1..].trim());
            let is_place = fold::words(tail).last().is_some_and(|word| is_place(word))
                && fold::words(tail).len() <= 2
                && !head.is_empty();
            let is_title = tail.chars().next().is_some_and(char::is_uppercase);
            if is_place && is_title {
                self.add(head);
            } else if is_title && tells_enough(head, 2) {
                self.add_part(head, tail);
            }
            if is_title && tells_enough(tail, 3) {
                self.add(tail);
            }
        }
    }

    /// Adds a name without the society that publishes the journal: "Biological reviews of the Cambridge Philosophical
    /// Society".
    fn add_without_society(&mut self, raw: &str) {
        let lower = raw.to_ascii_lowercase();
        for (at, _) in lower.match_indices(" of the ") {
            let (Some(head), Some(tail)) = (raw.get(..at), lower.get(at..)) else { continue };
            if fold::words(tail).iter().any(|word| is_society(word)) && tells_enough(head, 2) {
                self.add(head);
            }
        }
    }
}

/// Whether a part of a name has at least so many words that tell it from others, and not only "journal" and its like.
fn tells_enough(part: &str, words: usize) -> bool {
    VenueName::read(part)
        .is_some_and(|venue| venue.core.len() >= words && venue.core.iter().any(|word| !is_common(word)))
}

fn is_acronym(word: &str) -> bool {
    (2..=6).contains(&word.len()) && word.chars().all(char::is_uppercase)
}

/// The name with the families of journals spelled out that publishers abbreviate.
fn spelled_out(raw: &str) -> std::borrow::Cow<'_, str> {
    for (short, long) in [
        ("WIREs ", "Wiley Interdisciplinary Reviews "),
        ("Wiley Interdiscip Rev ", "Wiley Interdisciplinary Reviews "),
    ] {
        if let Some(rest) = raw.strip_prefix(short) {
            return format!("{long}{rest}").into();
        }
    }
    raw.into()
}

fn parenthesis(raw: &str, open: char, close: char) -> Option<(String, &str)> {
    let from = raw.find(open)?;
    let to = from + raw.get(from..)?.find(close)?;
    let outside = format!("{} {}", raw.get(..from)?.trim_end(), raw.get(to + 1..)?.trim_start());
    Some((outside.trim().to_owned(), raw.get(from + 1..to)?))
}

/// Series, repositories and indexes: a work stands in them and appeared elsewhere.
fn is_no_venue(venue: &VenueName) -> bool {
    const BOOK_SERIES: &[&str] = &[
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
    const DATABASE_NAMES: &[&str] = &[
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
    DATABASE_NAMES.contains(&venue.folded.as_str())
        || BOOK_SERIES.iter().any(|name| venue.folded.starts_with(name))
        || venue.folded.ends_with("repository")
}
