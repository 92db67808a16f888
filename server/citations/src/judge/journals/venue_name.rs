//! A name of a journal or conference, read for comparison.

use super::vocabulary::{is_conference, is_generic, is_number, is_stop};
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
        (!words.is_empty()).then_some(VenueName { folded, words, core, acronym, conference })
    }
}

/// The names of the venue of a work: as it stands, abbreviated, and the parts that are names by themselves.
pub(super) fn venues(work: &Work) -> Vec<VenueName> {
    let mut out: Vec<VenueName> = Vec::new();
    for raw in [&work.container, &work.container_short].into_iter().flatten() {
        let mut add = |text: &str| {
            let Some(venue) = VenueName::read(text) else { return };
            if !out.contains(&venue) && !is_no_venue(&venue) {
                out.push(venue);
            }
        };
        add(raw);
        // "BMJ (Clinical research ed.)", "… Pattern Recognition (CVPR)": the name, and what is in parentheses if
        // that is a name.
        if let Some((outside, inside)) = parenthesis(raw) {
            add(&outside);
            if VenueName::read(inside).is_some_and(|venue| venue.acronym) {
                add(inside);
            }
        }
        // "Proteins : structure, function, and bioinformatics", "Acta crystallographica. Section F, …".
        for separator in [" : ", ": ", ". ", " = ", ", "] {
            if let Some((head, _)) = raw.split_once(separator)
                && VenueName::read(head).is_some_and(|venue| {
                    venue.core.len() >= 2 || (venue.acronym && venue.core.len() == 1 && separator != ". ")
                })
            {
                add(head);
            }
        }
        // "ACL/IJCNLP": held together.
        if raw.contains('/') {
            for part in raw.split('/') {
                if VenueName::read(part).is_some_and(|venue| !venue.core.is_empty()) {
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

/// Series, repositories and indexes: a work stands in them and appeared elsewhere.
fn is_no_venue(venue: &VenueName) -> bool {
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
