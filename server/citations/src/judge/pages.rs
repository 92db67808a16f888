//! Compares volumes and pages.

use referee_bibliography::{Pages, Work};
use referee_text::fold;

/// Returns whether the volumes are the same; `None` if this cannot be decided.
pub(super) fn same_volume(claimed: &Work, recorded: &Work) -> Option<bool> {
    let (a, b) = (volume(claimed.volume.as_deref()?)?, volume(recorded.volume.as_deref()?)?);
    if a == b {
        return Some(true);
    }
    // Some journals use the year as the volume, and some reference managers write the year there:
    // undecided.
    let years: Vec<String> =
        [claimed.year(), recorded.year()].into_iter().flatten().map(|year| year.to_string()).collect();
    if years.contains(&a) || years.contains(&b) {
        return None;
    }
    Some(false)
}

/// Returns the volume without issue, supplement and part: "12(3)", "12 Suppl 1", "Vol. 12", "XII"
/// are 12.
fn volume(text: &str) -> Option<String> {
    let before_issue = text.split('(').next().unwrap_or(text);
    let folded = fold::title(before_issue);
    let mut words = folded
        .split(' ')
        .filter(|word| !matches!(*word, "vol" | "volume" | "v" | "no" | "band" | "bd" | "tome" | "t" | "jg"));
    let word = words.next()?;
    if word.is_empty() {
        return None;
    }
    if let Some(number) = roman(word) {
        return Some(number.to_string());
    }
    Some(word.trim_start_matches('0').to_owned())
}

fn roman(word: &str) -> Option<u32> {
    let mut total = 0u32;
    let mut largest = 0u32;
    for c in word.chars().rev() {
        let value = match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        };
        if value < largest {
            total = total.checked_sub(value)?;
        } else {
            total = total.saturating_add(value);
            largest = value;
        }
    }
    (!word.is_empty() && word.len() <= 12).then_some(total)
}

/// Returns whether both begin on the same page or have the same article number; `None` if this
/// cannot be decided.
pub(super) fn same_first_page(claimed: &Work, recorded: &Work) -> Option<bool> {
    let (a, b) = (first(claimed.pages.as_deref()?)?, first(recorded.pages.as_deref()?)?);
    if a == b || a.digits == b.digits && (a.letters.is_empty() || b.letters.is_empty()) {
        return Some(true);
    }
    // An article number on one side, pages (often counted from 1) on the other. The volume has one
    // way of counting, unless the source has the pages of the first day online.
    let is_counted_anew = a.is_locator() != b.is_locator() || a.digits == "1" || b.digits == "1";
    let is_in_printed_volume = || b.digits != "1" && !b.is_locator() && range(recorded).is_some();
    let is_undecided =
        is_counted_anew && !(is_in_printed_volume() && same_volume(claimed, recorded) == Some(true));
    (!is_undecided).then_some(false)
}

/// Returns the pages of a work if there is more than one.
fn range(work: &Work) -> Option<Pages> {
    work.pages.as_deref().and_then(Pages::parse).filter(|pages| pages.last > pages.first)
}

/// Returns whether both give a last page after the same first page, and the last pages differ.
pub(super) fn other_last_page(claimed: &Work, recorded: &Work) -> bool {
    match (range(claimed), range(recorded)) {
        (Some(a), Some(b)) => a.first == b.first && a.last != b.last,
        _ => false,
    }
}

/// Returns whether both have the same range of more than one page.
pub(super) fn same_range(claimed: &Work, recorded: &Work) -> bool {
    matches!((range(claimed), range(recorded)), (Some(a), Some(b)) if a.first == b.first && a.last == b.last)
}

#[derive(Debug, PartialEq, Eq)]
struct FirstPage {
    letters: String,
    digits: String,
}

impl FirstPage {
    /// Returns whether this is an article number: `e1002533`, `CD001431`, `120503`.
    fn is_locator(&self) -> bool {
        (!self.letters.is_empty() && self.letters != "s" && self.digits.len() >= 3) || self.digits.len() >= 6
    }
}

fn first(text: &str) -> Option<FirstPage> {
    let text = text.trim().trim_start_matches("pp").trim_start_matches("p.").trim_start_matches(['.', ' ']);
    let end = text
        .find(['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', ',', ';', '+', ' '])
        .unwrap_or(text.len());
    // "98:1-98:76": the number of the paper, then its pages.
    let head = text.get(..end)?.split(':').next().unwrap_or_default();
    let folded = fold::compact(&fold::title(head));
    let letters: String = folded.chars().take_while(|c| !c.is_ascii_digit()).collect();
    let digits: String =
        folded.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0').to_owned();
    (!digits.is_empty()).then_some(FirstPage { letters, digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(volume: &str, pages: &str) -> Work {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Work { volume: some(volume), pages: some(pages), ..Work::default() }
    }

    #[test]
    fn abbreviated_pages_and_dashes_are_one() {
        assert_eq!(same_first_page(&work("", "117-26"), &work("", "117–126")), Some(true));
        assert!(!other_last_page(&work("", "117-26"), &work("", "117--126")));
        assert!(other_last_page(&work("", "117-28"), &work("", "117--126")));
        assert_eq!(same_first_page(&work("", "117-26"), &work("", "217-26")), Some(false));
    }

    #[test]
    fn an_article_number_is_not_compared_with_pages() {
        assert_eq!(same_first_page(&work("", "e1002533"), &work("", "1-12")), None);
        assert_eq!(same_first_page(&work("", "e1002533"), &work("", "1002533")), Some(true));
        assert_eq!(same_first_page(&work("", "S43-8"), &work("", "S43–S48")), Some(true));
        assert_eq!(same_first_page(&work("", "98:1-98:76"), &work("", "98:1--98:76")), Some(true));
    }

    #[test]
    fn page_one_and_an_article_number_are_not_in_a_volume_with_other_pages() {
        let recorded = work("289", "36275-83");
        for claimed in ["1--9", "e1234", "105797"] {
            assert_eq!(same_first_page(&work("289", claimed), &recorded), Some(false), "{claimed}");
            assert_eq!(same_first_page(&work("", claimed), &recorded), None, "{claimed}: ahead of print");
        }
        assert_eq!(same_first_page(&work("5", "105797"), &work("5", "1-21")), None, "counted by the article");
        assert_eq!(same_first_page(&work("289", "36275-83"), &work("289", "1-9")), None, "recorded early");
        assert_eq!(same_first_page(&work("37", "1-9"), &work("37", "e327-e335")), None);
        assert_eq!(same_first_page(&work("37", "1-9"), &work("37", "583")), None);
    }

    #[test]
    fn supplements_and_issues_do_not_change_the_volume() {
        assert_eq!(same_volume(&work("12(3)", ""), &work("12", "")), Some(true));
        assert_eq!(same_volume(&work("12 Suppl 1", ""), &work("12", "")), Some(true));
        assert_eq!(same_volume(&work("Vol. 12", ""), &work("XII", "")), Some(true));
        assert_eq!(same_volume(&work("13", ""), &work("12", "")), Some(false));
    }
}
