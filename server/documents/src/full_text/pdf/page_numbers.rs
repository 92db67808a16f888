//! Finds the page numbers that are printed in the running heads.

use crate::pdf::PlacedLine;
use std::collections::{HashMap, HashSet};

/// The minimum number of pages whose printed number has the same distance from their place in the
/// file.
const MIN_PAGES: usize = 2;

/// The distance of the printed page numbers from the places of the pages in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageNumbers {
    offset: Option<i64>,
}

impl PageNumbers {
    /// Finds the numbers in the lines that were dropped as running heads: those of `all` that are
    /// not in `kept`.
    pub(super) fn find(all: &[PlacedLine], kept: &[PlacedLine]) -> Self {
        let place = |line: &PlacedLine| (line.page, line.y.to_bits(), line.x.to_bits());
        let kept: HashSet<_> = kept.iter().map(place).collect();
        let mut pages: HashMap<i64, HashSet<u32>> = HashMap::new();
        let mut numbered: HashSet<u32> = HashSet::new();
        for line in all.iter().filter(|line| !kept.contains(&place(line))) {
            for word in line.text.split(|c: char| !c.is_alphanumeric()) {
                let is_number =
                    (1..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
                if let Some(number) = word.parse::<i64>().ok().filter(|_| is_number) {
                    pages.entry(number - i64::from(line.page)).or_default().insert(line.page);
                    numbered.insert(line.page);
                }
            }
        }
        // The year and the volume are the same on each page; the page number rises.
        let best = pages.into_iter().max_by_key(|(offset, on)| (on.len(), std::cmp::Reverse(offset.abs())));
        let offset = best
            .filter(|(_, on)| on.len() >= MIN_PAGES && on.len() * 2 > numbered.len())
            .map(|(offset, _)| offset);
        PageNumbers { offset }
    }

    /// Returns the number that is printed on a page, if it differs from its place in the file.
    pub(super) fn printed(self, page: u32) -> Option<u32> {
        let offset = self.offset.filter(|offset| *offset != 0)?;
        u32::try_from(i64::from(page) + offset).ok().filter(|number| *number > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::PageNumbers;
    use crate::pdf::PlacedLine;

    #[test]
    fn the_number_that_rises_with_the_pages_is_the_page_number() {
        let head = |page: u32| PlacedLine {
            text: format!("Roe et al. J Wards 2019;12:100–110 {}", 99 + page),
            page,
            ..PlacedLine::default()
        };
        let heads: Vec<PlacedLine> = (1..=4).map(head).collect();
        let numbers = PageNumbers::find(&heads, &[]);
        assert_eq!(numbers.printed(3), Some(102));
        assert_eq!(PageNumbers::find(&heads, &heads).printed(3), None);
    }
}
