//! A name of a journal or conference, parsed for comparison.

use super::book_series::{Series, series};
use super::vocabulary::{is_conference, is_generic, is_number, is_stop};
use referee_text::fold;

/// A name of a venue, parsed for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VenueName {
    /// The folded name, with "and", without a leading article.
    pub(super) folded: String,
    /// The words without articles, prepositions, years and ordinals.
    pub(super) words: Vec<String>,
    /// The distinctive words: without "proceedings", "international conference" and sponsors.
    pub(super) core: Vec<String>,
    /// Whether the name is written like an acronym: `CVPR`, `NeurIPS`.
    pub(super) acronym: bool,
    /// Whether the venue is, or may be, a conference. Generic words are ignored only for
    /// conferences: "Journal of Cancer" and "International Journal of Cancer" are two journals.
    pub(super) conference: bool,
    /// The letter of the part or series.
    pub(super) section: Option<String>,
    /// The words of the subtitle, if this is the name without its subtitle.
    pub(super) left_out: Vec<String>,
    /// The book series with this name.
    pub(super) series: Option<Series>,
}

impl VenueName {
    pub(super) fn read(raw: &str) -> Option<VenueName> {
        // "Thirty-ThirdInternational Joint Conference": ordinals may be joined to the next word.
        let spelled = raw.replace('&', " and ").replace("International", " International");
        let all = fold::words(&spelled);
        let words: Vec<String> =
            all.iter().filter(|word| !is_stop(word) && !is_number(word)).cloned().collect();
        let core: Vec<String> = words.iter().filter(|word| !is_generic(word)).cloned().collect();
        let core = without_groups(core);
        let acronym = words.len() == 1 && is_written_as_acronym(raw);
        let folded = fold::without_article(&all.join(" ")).to_owned();
        let conference = acronym || all.iter().any(|word| is_conference(word));
        let section = section(&all);
        let series = series(&folded);
        (!words.is_empty()).then_some(VenueName {
            folded,
            words,
            core,
            acronym,
            conference,
            section,
            left_out: Vec::new(),
            series,
        })
    }
}

/// Returns whether a word is written like an acronym, mostly in capitals or with capitals inside:
/// `CVPR`, `RecSys`.
pub(super) fn is_written_as_acronym(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let lower = word.chars().filter(|c| c.is_lowercase()).count();
    (2..=10).contains(&letters) && (capitals * 2 >= letters || capitals >= 2 && lower >= capitals)
}

/// Returns the words without the special interest groups that organize the conference, if at least
/// two words remain: "SIGSAC Conference on Computer and Communications Security".
fn without_groups(core: Vec<String>) -> Vec<String> {
    const MIN_LEFT: usize = 2;
    let is_group =
        |word: &String| word.len() > 4 && word.starts_with("sig") && word != "signal" && word != "signals";
    let left: Vec<String> = core.iter().filter(|word| !is_group(word)).cloned().collect();
    if left.len() >= MIN_LEFT { left } else { core }
}

/// Returns the letter or number after "Part", "Section" or "Series": journals with the same name
/// and different letters are different.
fn section(words: &[String]) -> Option<String> {
    let pairs = words.windows(2);
    let mut named = pairs.filter(|pair| {
        matches!(pair[0].as_str(), "part" | "section" | "sect" | "series" | "ser")
            && pair[1].chars().count() == 1
    });
    named.next().map(|pair| pair[1].clone())
}
