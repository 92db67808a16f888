//! Finds sentences of a paper that state a quantity of other people's work without a reference.

use super::{Prose, is_row};
use crate::support::{is_background_heading, is_own_heading, names_own_work, stated_quantity};
use referee_syntax::{Document, Mode};
use referee_text::{Span, fold};

/// A quantity without a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncitedNumber {
    /// The span of the number in the file.
    pub span: Span,
    /// The sentence, on one line.
    pub sentence: String,
    /// The number as written.
    pub number: String,
}

/// Returns the sentences with a percentage, millions or a multiple that neither cite nor are next
/// to a sentence that cites, in the order of the text. Sentences about the author's own work, and
/// sections about it (methods, results), are left out.
#[must_use]
pub fn uncited_numbers(document: &Document) -> Vec<UncitedNumber> {
    let headings = document.headings();
    let mut out = Vec::new();
    for index in 0..document.blocks().len() {
        if document.reference_blocks().contains(&index) {
            continue;
        }
        let Some(prose) = Prose::of(document, index) else { continue };
        let above = headings.iter().rev().filter(|heading| (heading.span.start as usize) <= prose.start);
        let mut known = above.filter_map(|heading| {
            let folded = fold::title(&heading.text);
            let name = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            is_background_heading(name).then_some(true).or(is_own_heading(name).then_some(false))
        });
        if known.next().is_some_and(|is_background| !is_background) {
            continue;
        }
        let citations: Vec<usize> = document
            .citations_in(index)
            .filter(|cited| cited.to_citation().mode != Mode::Hidden)
            .map(|cited| (cited.group.start as usize).saturating_sub(prose.start))
            .collect();
        let ranges = prose.sentences();
        let is_cited = |number: usize| {
            let Some(range) = ranges.get(number) else { return false };
            let end = ranges.get(number + 1).map_or(usize::MAX, |next| next.start);
            citations.iter().any(|at| (range.start..end).contains(at))
        };
        for (number, range) in ranges.iter().enumerate() {
            let Some(sentence) = prose.text.get(range.clone()) else { continue };
            let near = number.saturating_sub(1)..=number + 1;
            if near.into_iter().any(is_cited) || is_row(sentence) || names_own_work(sentence) {
                continue;
            }
            let Some(quantity) = stated_quantity(sentence) else { continue };
            let start = prose.start + range.start;
            out.push(UncitedNumber {
                span: Span::new(start + quantity.start, start + quantity.end),
                sentence: sentence.split_whitespace().collect::<Vec<_>>().join(" "),
                number: sentence.get(quantity).unwrap_or_default().to_owned(),
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uncited_numbers;
    use referee_syntax::{Document, Format};
    use referee_text::Rope;
    use std::sync::Arc;

    fn numbers(text: &str) -> Vec<String> {
        let document = Document::read(Format::Markdown, Rope::from_str(text), Arc::default());
        uncited_numbers(&document).into_iter().map(|found| found.number).collect()
    }

    #[test]
    fn a_quantity_far_from_any_citation_is_found() {
        let text = "# Introduction\n\nHypertension affects 31 % of adults. It is silent. Few know it [@roe].\n\n\
            About 1.3 million people die of it each year.\n\n# Results\n\nMortality was 12 %.\n";
        assert_eq!(numbers(text), ["31", "1.3 million"]);
    }

    #[test]
    fn own_work_cited_neighbours_and_figures_need_no_reference() {
        for text in [
            "We enrolled 40 % of them.\n",
            "Hypertension affects 31 % of adults. This was shown before [@roe].\n",
            "Table 2 lists the 31 % of adults.\n",
            "# Methods\n\nThe mean was 31 %.\n",
            "The trial ran for 12 weeks in 2019.\n",
        ] {
            assert!(numbers(text).is_empty(), "{text}");
        }
    }
}
