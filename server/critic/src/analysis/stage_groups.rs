//! Stage groups of the main cancer sites by TNM category.
//!
//! The groups are facts of the AJCC Cancer Staging Manual, eighth edition (2017), as published in reviews and by the
//! National Cancer Institute's SEER programme: `stages/sites.tsv` and `stages/groups.tsv` of `referee-knowledge`.

use crate::analysis::staging::{Group, Tnm};
use crate::pattern::{Pattern, exact, words};
use referee_knowledge::{Row, Table, built_in};
use std::sync::LazyLock;

/// A site with a table of stage groups.
pub struct Site {
    /// Its English name for messages.
    pub english: &'static str,
    /// Its Spanish name with its article.
    pub spanish: &'static str,
    /// Organ words and tumour names, as pattern alternatives over folded text.
    organ: &'static str,
    /// Tumour names that identify the site alone.
    tumour: &'static str,
    /// Teams and operations specific to the site; may be empty.
    team: &'static str,
    groups: Vec<GroupRow>,
}

/// Categories, each with space-separated alternatives (`*` for any), and the possible groups.
struct GroupRow {
    /// Whether only the eighth edition gives this group; it replaces the others if a note names that edition.
    is_of_eighth_alone: bool,
    t: &'static str,
    n: &'static str,
    m: &'static str,
    groups: &'static str,
}

impl GroupRow {
    fn fits(&self, tnm: &Tnm) -> bool {
        fits(tnm.t.as_deref(), self.t) && fits(tnm.n.as_deref(), self.n) && fits(tnm.m.as_deref(), self.m)
    }
}

/// The sites with a table.
pub static SITES: LazyLock<Vec<Site>> = LazyLock::new(|| {
    static SITE_TABLE: LazyLock<Table> = LazyLock::new(|| built_in("stages/sites.tsv").unwrap_or_default());
    static GROUP_TABLE: LazyLock<Table> = LazyLock::new(|| built_in("stages/groups.tsv").unwrap_or_default());
    let read = |row: &'static Row| Site {
        english: row.get("english"),
        spanish: row.get("spanish"),
        organ: row.get("organ"),
        tumour: row.get("tumour"),
        team: row.get("team"),
        groups: GROUP_TABLE
            .rows()
            .iter()
            .filter(|group| group.get("site") == row.get("english"))
            .map(|group| GroupRow {
                is_of_eighth_alone: group.get("edition") == "8",
                t: group.get("t"),
                n: group.get("n"),
                m: group.get("m"),
                groups: group.get("groups"),
            })
            .collect(),
    };
    SITE_TABLE.rows().iter().map(read).collect()
});

/// The only cancer site in a text; `None` for none or several. `folded` is folded text.
#[must_use]
pub fn site_of(folded: &str) -> Option<&'static Site> {
    static SITE_PATTERNS: LazyLock<Vec<Option<Pattern>>> = LazyLock::new(|| {
        let cancer = "(?:cancers?|adeno ?carcinoma|carcinoma|adenoca|adeno|ca|tumou?r|neoplasms?|neoplasia|malignancy)";
        let pattern = |site: &Site| {
            let (organ, tumour) = (site.organ, site.tumour);
            Some(Pattern::new(&format!(
                r"\b(?:{organ})(?:[ -][a-z-]+){{0,3}}[ -]{cancer}\b|\b{cancer}(?: [a-z-]+){{0,6}} (?:of|in|de|del|en) (?:[a-z]+ ){{0,4}}(?:{organ})\b|\b{cancer} (?:[a-z]+ )?(?:{organ})\b|\b(?:{tumour})\b"
            )))
        };
        SITES.iter().map(pattern).collect()
    });
    if is_of_other_histology(folded) {
        return None;
    }
    let mut named = SITES.iter().zip(SITE_PATTERNS.iter()).filter(|(_, pattern)| {
        pattern
            .as_ref()
            .is_some_and(|pattern| pattern.find_iter(folded).any(|found| !found.as_str().contains("metast")))
    });
    let (site, _) = named.next()?;
    named.next().is_none().then_some(site)
}

/// Whether a folded text mentions a tumour with a different table or without one.
fn is_of_other_histology(folded: &str) -> bool {
    // Tumours of these sites with a different table.
    static OTHER_HISTOLOGIES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("stage-groups/other-histologies"));
    let hides = |word: &&&str| {
        !(**word == "small cell lung" && folded.contains("non-small")) && folded.contains(**word)
    };
    OTHER_HISTOLOGIES.iter().any(|word| hides(&word))
}

/// Tumours of other sites, folded, whose notes may mention a team or an operation of a site with a table.
static OTHER_SITE: LazyLock<Pattern> = LazyLock::new(|| {
    let cancer = "(?:cancers?|carcinoma|tumou?r(?:es)?|neoplasms?|neoplasia)";
    exact(&format!(r"\b{cancer} (?:of|de|del) |\b[a-z]+al {cancer}\b"))
});

/// Whether a folded text mentions a team or an operation of the site.
#[must_use]
pub fn names_team(folded: &str) -> bool {
    static ANY_TEAM: LazyLock<Pattern> = LazyLock::new(|| {
        let teams: Vec<&str> = SITES.iter().map(|site| site.team).filter(|team| !team.is_empty()).collect();
        exact(&format!(r"\b(?:{})\b", teams.join("|")))
    });
    ANY_TEAM.is_match(folded)
}

/// The only site whose team or operation a text names: "Colorectal MDT", "hemicolectomía derecha". `None` for none,
/// several, or a tumour of another site. `folded` is folded text.
#[must_use]
pub fn site_by_team(folded: &str) -> Option<&'static Site> {
    static TEAM_PATTERNS: LazyLock<Vec<(&Site, Pattern)>> = LazyLock::new(|| {
        let with_team = SITES.iter().filter(|site| !site.team.is_empty());
        with_team.map(|site| (site, exact(&format!(r"\b(?:{})\b", site.team)))).collect()
    });
    let mut named = TEAM_PATTERNS.iter().filter(|(_, pattern)| pattern.is_match(folded));
    let (site, _) = named.next()?;
    let is_alone = named.next().is_none() && !is_of_other_histology(folded) && !OTHER_SITE.is_match(folded);
    is_alone.then_some(*site)
}

/// Whether a written category is compatible with a table's: one is a prefix of the other, or it is missing.
fn fits(written: Option<&str>, alternatives: &str) -> bool {
    let Some(written) = written.filter(|value| !value.eq_ignore_ascii_case("x")) else { return true };
    alternatives
        .split(' ')
        .any(|known| known == "*" || known.starts_with(written) || written.starts_with(known))
}

/// Parses a group in table notation: `3A`.
fn parse(group: &str) -> Group {
    let (number, sub) = group.split_at(1.min(group.len()));
    Group { number: number.parse().unwrap_or(0), sub: sub.to_owned() }
}

impl Site {
    /// The possible groups for these categories, by the eighth edition alone if `is_eighth`; empty if the table does
    /// not cover them.
    #[must_use]
    pub fn groups(&self, tnm: &Tnm, is_eighth: bool) -> Vec<Group> {
        let mut out: Vec<Group> = Vec::new();
        // A missing category can have any value.
        let is_whole = tnm.t.is_some() && tnm.n.is_some() && tnm.m.is_some();
        let of_edition =
            |eighth: bool| self.groups.iter().filter(move |row| row.is_of_eighth_alone == eighth);
        if is_eighth && is_whole {
            out.extend(
                of_edition(true).filter(|row| row.fits(tnm)).flat_map(|row| row.groups.split(' ').map(parse)),
            );
        }
        if !out.is_empty() {
            return out;
        }
        for row in of_edition(false).filter(|row| row.fits(tnm)) {
            for group in row.groups.split(' ').map(parse) {
                if !out.contains(&group) {
                    out.push(group);
                }
            }
        }
        out
    }
}

/// Whether a written group agrees with the table: same number, and same letter if both have one.
#[must_use]
pub fn agrees(written: &Group, known: &Group) -> bool {
    written.number == known.number
        && (written.sub.starts_with(&known.sub) || known.sub.starts_with(&written.sub))
}

/// A group in Roman notation: `IIIA`.
#[must_use]
pub fn roman(group: &Group) -> String {
    let number = ["0", "I", "II", "III", "IV"].get(usize::from(group.number)).copied().unwrap_or("?");
    format!("{number}{}", group.sub)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(site: &str, t: &str, n: &str, m: &str) -> String {
        let site = SITES.iter().find(|known| known.english == site).expect("a site of the table");
        let some = |text: &str| Some(text.to_owned());
        let tnm = Tnm { prefix: String::new(), t: some(t), n: some(n), m: some(m) };
        site.groups(&tnm, false).iter().map(roman).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn categories_give_the_published_groups() {
        assert_eq!(groups("breast", "2", "1", "0"), "IIB");
        assert_eq!(groups("breast", "4d", "1", "0"), "IIIB");
        assert_eq!(groups("colon and rectum", "3", "0", "0"), "IIA");
        assert_eq!(groups("colon and rectum", "4a", "2b", "0"), "IIIC");
        assert_eq!(groups("colon and rectum", "3", "1", "1a"), "IVA");
        assert_eq!(groups("lung", "1c", "0", "0"), "IA3 IA");
        assert_eq!(groups("pancreas", "2", "2", "0"), "III");
        assert_eq!(groups("kidney", "3a", "0", "0"), "III");
        assert_eq!(groups("bladder", "2b", "0", "0"), "II");
        assert_eq!(groups("prostate", "3a", "0", "0"), "III");
        // I by the eighth edition, III by the seventh.
        assert_eq!(groups("oropharynx (p16 positive)", "2", "1", "0"), "I III");
    }

    #[test]
    fn one_site_is_known_by_its_organ_or_its_tumour() {
        let of = |text: &str| site_of(text).map(|site| site.english);
        assert_eq!(of("right breast cancer"), Some("breast"));
        assert_eq!(of("adenocarcinoma de colon"), Some("colon and rectum"));
        assert_eq!(of("carcinoma ductal infiltrante de mama"), Some("breast"));
        assert_eq!(of("squamous cell carcinoma of the left lower lobe of the lung"), Some("lung"));
        assert_eq!(of("clear cell renal cell carcinoma"), Some("kidney"));
        assert_eq!(of("gastric neuroendocrine tumor"), None);
        assert_eq!(of("breast cancer and colon cancer"), None);
        assert_eq!(of("p16-positive squamous carcinoma of the tonsil"), Some("oropharynx (p16 positive)"));
        assert_eq!(of("carcinoma de amigdala, p16 positivo"), Some("oropharynx (p16 positive)"));
        assert_eq!(of("p16-negative carcinoma of the tonsil"), None);
        assert_eq!(of("ckd"), None);
    }
}
