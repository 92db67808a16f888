//! The venues of computer science that dblp and OpenReview list completely, with the years.
//!
//! The list is `data/computing_venues.tsv`. Names are compared by [`Journals`], without text that
//! bibliographies add: numbers, years, places, and acronyms in brackets.

use crate::journals::Journals;
use crate::ordinals::is_in_ordinal;
use crate::words::journal_key;
use referee_bibliography::Work;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A journal or a conference of computer science.
pub(super) struct ComputingVenue {
    names: Journals,
    /// The years for which dblp has every paper.
    pub(super) dblp: Option<RangeInclusive<i32>>,
    /// The years for which OpenReview has every accepted paper.
    pub(super) openreview: Option<RangeInclusive<i32>>,
}

/// Returns the listed venue of a work; `None` if the venue is not on the list.
pub(super) fn venue_of(work: &Work) -> Option<&'static ComputingVenue> {
    [&work.container, &work.container_short].into_iter().flatten().find_map(|name| venue(name))
}

/// The venues of the list.
struct KnownVenues {
    venues: Vec<ComputingVenue>,
    /// The names of all of them. Most journals have none of these names, which one look-up shows.
    names: Journals,
}

impl KnownVenues {
    fn read(table: &str) -> Self {
        let mut names = Journals::default();
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(|line| line.split('\t').skip(2)).for_each(|name| names.add(name));
        KnownVenues { venues: table.lines().filter_map(read).collect(), names }
    }
}

/// Returns the venue with this name.
fn venue(name: &str) -> Option<&'static ComputingVenue> {
    static KNOWN: LazyLock<KnownVenues> =
        LazyLock::new(|| KnownVenues::read(include_str!("../../data/computing_venues.tsv")));
    if is_beside_a_venue(name) {
        return None;
    }
    // "Advances in Neural Information Processing Systems 33: Annual Conference …, NeurIPS 2020,
    // December 6-12".
    let mut parts = vec![name];
    for part in [',', '(', ':'].map(|end| name.split(end).next().unwrap_or(name)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let mut keys =
        parts.into_iter().flat_map(|part| [journal_key(part.trim()), journal_key(&unnumbered(part))]);
    keys.find_map(|key| {
        if !KNOWN.names.knows_key(&key) {
            return None;
        }
        KNOWN.venues.iter().find(|venue| venue.names.knows_key(&key))
    })
}

fn read(line: &str) -> Option<ComputingVenue> {
    let mut fields = line.split('\t').filter(|_| !line.starts_with('#'));
    let (dblp, openreview) = (years(fields.next()?), years(fields.next()?));
    let mut names = Journals::default();
    fields.for_each(|name| names.add(name));
    (!names.is_empty()).then_some(ComputingVenue { names, dblp, openreview })
}

fn years(text: &str) -> Option<RangeInclusive<i32>> {
    let (first, last) = text.split_once('-')?;
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Whether the name only contains the name of a venue: its workshops, its second volume.
fn is_beside_a_venue(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "workshop",
        "workshops",
        "companion",
        "findings",
        "adjunct",
        "extended",
        "doctoral",
        "tutorial",
        "tutorials",
        "demonstrations",
        "demo",
        "student",
        "tiny",
        "blogposts",
        "satellite",
        "regional",
        "asian",
    ];
    let folded = referee_text::fold::title(name);
    folded.split(' ').any(|word| WORDS.contains(&word))
}

/// Removes an ordinal in words, the year, and the frame of a proceedings title: "The Eleventh
/// International Conference on Learning Representations".
fn unnumbered(name: &str) -> String {
    const FRAME: &[&str] = &["the", "proceedings", "proc", "of", "in", "annual"];
    let folded = referee_text::fold::title(name);
    let words = folded.split(' ').filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let kept: Vec<&str> =
        words.filter(|word| !is_in_ordinal(word)).skip_while(|word| FRAME.contains(word)).collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_read_and_found_by_each_of_its_names() {
        let lines: Vec<&str> = include_str!("../../data/computing_venues.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert!(lines.len() > 30);
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            assert!(fields.len() > 2, "{line}");
            for years_of in &fields[..2] {
                assert!(*years_of == "-" || years(years_of).is_some_and(|years| !years.is_empty()), "{line}");
            }
            for name in &fields[2..] {
                let found = venue(name).unwrap_or_else(|| panic!("{name} is not found"));
                let expected = (years(fields[0]), years(fields[1]));
                assert_eq!((found.dblp.clone(), found.openreview.clone()), expected, "{name}");
            }
        }
    }

    #[test]
    fn a_venue_is_known_as_bibliographies_write_it() {
        for name in [
            "The Eleventh International Conference on Learning Representations",
            "9th International Conference on Learning Representations, ICLR 2021, Virtual Event, Austria, May 3-7, 2021",
            "International Conference on Learning Representations (ICLR)",
            "Proceedings of the 38th International Conference on Machine Learning",
            "Proceedings of the 38th International Conference on Machine Learning, ICML 2021, 18-24 July 2021",
            "Advances in Neural Information Processing Systems 33: Annual Conference on Neural Information Processing Systems 2020",
            "Thirty-seventh Conference on Neural Information Processing Systems",
            "NeurIPS 2020",
            "Advances in Neural Information Processing Systems",
            "The Journal of Machine Learning Research",
            "J. Mach. Learn. Res.",
        ] {
            assert!(venue(name).is_some_and(|venue| venue.dblp.is_some()), "{name}");
        }
    }

    #[test]
    fn what_only_bears_the_name_of_a_venue_is_another_place() {
        for name in [
            "ICLR 2023 Workshop on Machine Learning for Drug Discovery",
            "NIPS Workshop on Deep Learning",
            "Findings of the Association for Computational Linguistics: ACL 2023",
            "Proceedings of Machine Learning Research",
            "Extended Abstracts of the CHI Conference on Human Factors in Computing Systems",
            "International Conference on Machine Learning and Cybernetics",
            "Journal of Learning Representations",
            "Asian Conference on Machine Learning",
            "Journal of Clinical Oncology",
            "",
        ] {
            assert!(venue(name).is_none(), "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_name_is_looked_up(name in "\\PC{0,120}") {
            let _ = venue(&name);
        }
    }
}
