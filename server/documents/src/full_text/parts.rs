//! The words by which papers label their parts and their kind: the table `paper_parts.tsv`.

use referee_knowledge::built_in;
use referee_text::fold;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The maximum length of a heading with known words, in bytes.
const MAX_HEADING_BYTES: usize = 80;

/// The words of the table, by part.
#[derive(Debug, Default)]
pub(super) struct Parts {
    sets: HashMap<String, HashSet<String>>,
    /// The names of versions, each with a phrase that says so, in the order of the table.
    versions: Vec<(String, String)>,
}

/// Returns the words of the table.
pub(super) fn parts() -> &'static Parts {
    static PARTS: LazyLock<Parts> = LazyLock::new(|| {
        let mut parts = Parts::default();
        let Ok(table) = built_in("paper_parts.tsv") else { return parts };
        for row in table.rows() {
            let part = row.get("part");
            let forms = row.list("forms").map(str::to_owned);
            match part.strip_prefix("version:") {
                Some(name) => parts.versions.extend(forms.map(|form| (name.to_owned(), form))),
                None => parts.sets.entry(part.to_owned()).or_default().extend(forms),
            }
        }
        parts
    });
    &PARTS
}

impl Parts {
    fn holds(&self, part: &str, folded: &str) -> bool {
        self.sets.get(part).is_some_and(|forms| forms.contains(folded))
    }

    fn begins(&self, part: &str, folded: &str) -> bool {
        self.sets.get(part).is_some_and(|forms| {
            forms.iter().any(|form| {
                folded
                    .strip_prefix(form.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
        })
    }

    /// Returns whether a line is the heading of a section by its words; a number before them does
    /// not count.
    pub(super) fn is_heading(&self, line: &str) -> bool {
        line.len() <= MAX_HEADING_BYTES && {
            let words = words_of_heading(line);
            self.holds("heading", &words) || self.holds("abstract", &words)
        }
    }

    /// Returns whether a heading is that of the abstract.
    pub(super) fn is_abstract(&self, heading: &str) -> bool {
        heading.len() <= MAX_HEADING_BYTES && self.holds("abstract", &words_of_heading(heading))
    }

    /// Returns whether a heading is the first one after an abstract.
    pub(super) fn ends_abstract(&self, heading: &str) -> bool {
        heading.len() <= MAX_HEADING_BYTES && self.holds("abstract-end", &words_of_heading(heading))
    }

    /// Returns the rest of a text that begins with the word for an abstract and a separator:
    /// `Abstract—We`, `ABSTRACT We`.
    pub(super) fn without_abstract_label<'t>(&self, text: &'t str) -> Option<&'t str> {
        let end = text.find(|c: char| !c.is_alphabetic())?;
        let (word, rest) = text.split_at_checked(end)?;
        let is_capitals = word.len() > 3 && word.chars().all(char::is_uppercase);
        let body = rest.trim_start_matches([' ', '.', ':', '—', '–', '-', '\u{a0}']);
        let is_separated = rest.trim_start().starts_with(['.', ':', '—', '–', '-']) || is_capitals;
        (is_separated && self.holds("abstract", &fold::title(word)) && body.starts_with(char::is_uppercase))
            .then_some(body)
    }

    /// Returns the kind of caption that a text begins as: `Table 2. …`, `Fig. S1 …`.
    pub(super) fn caption(&self, text: &str) -> Option<CaptionKind> {
        let head: String = text.chars().take(60).collect();
        let digit =
            head.char_indices().find(|(_, c)| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X' | 'S' | 'A'));
        let is_number = |from: usize| {
            let number: &str = head.get(from..).unwrap_or_default();
            let end = number
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '–')))
                .unwrap_or(number.len());
            let (number, rest) = number.split_at_checked(end).unwrap_or_default();
            let bare_number = number.trim_end_matches(['.', '-', '–']);
            // A sentence may begin with a figure: `Figure 2 shows`.
            let rest = rest.trim_start();
            let names_it = bare_number.len() < number.len()
                || rest.is_empty()
                || rest.starts_with(|c: char| !c.is_lowercase() && !matches!(c, ',' | ';' | ')'));
            let bare = bare_number.trim_start_matches(['S', 'A', '.', '-']);
            names_it
                && bare_number.len() <= 6
                && (bare.starts_with(|c: char| c.is_ascii_digit())
                    || !bare_number.is_empty() && bare_number.chars().all(|c| matches!(c, 'I' | 'V' | 'X')))
        };
        // The word may itself hold capitals: `TABLE IV`.
        let words = digit.into_iter().chain(head.char_indices().filter(|(at, c)| {
            head.get(..*at).is_some_and(|before| before.ends_with([' ', '\u{a0}', '.']))
                && (c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X' | 'S' | 'A'))
        }));
        for (at, _) in words {
            let word = fold::title(head.get(..at).unwrap_or_default());
            if word.is_empty() || !is_number(at) {
                continue;
            }
            if self.holds("table", &word) {
                return Some(CaptionKind::Table);
            }
            if self.holds("figure", &word) {
                return Some(CaptionKind::Figure);
            }
        }
        None
    }

    /// Returns whether a title is that of a notice about another work: `Correction to: …`.
    pub(super) fn is_notice(&self, folded: &str) -> bool {
        self.begins("notice", folded)
    }

    /// Returns whether a title is that of an answer to another work, or of a review of it.
    pub(super) fn is_response(&self, folded: &str) -> bool {
        self.begins("response", folded)
    }

    /// Returns whether a title is that of a supplement to another work.
    pub(super) fn is_companion(&self, folded: &str) -> bool {
        self.begins("companion", folded)
    }

    /// Returns whether the folded first pages are those of a thesis.
    pub(super) fn says_thesis(&self, folded: &str) -> bool {
        self.sets.get("thesis").is_some_and(|forms| forms.iter().any(|form| has_phrase(folded, form)))
    }

    /// Returns the version stated on a folded first page.
    pub(super) fn version(&self, folded: &str) -> Option<&str> {
        self.versions.iter().find(|(_, form)| has_phrase(folded, form)).map(|(name, _)| name.as_str())
    }

    /// Returns whether a word is abbreviated within a sentence.
    pub(super) fn is_abbreviation(&self, word: &str) -> bool {
        self.holds("abbreviation", word)
    }

    /// Returns whether a word is a unit that papers print squared or cubed.
    pub(super) fn is_length(&self, word: &str) -> bool {
        self.holds("length-unit", word)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaptionKind {
    /// Of a figure, a box, a scheme.
    Figure,
    /// Of a table.
    Table,
}

/// Returns whether a folded text contains a phrase of whole words.
pub(super) fn has_phrase(folded: &str, phrase: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| c == ' ');
    folded.match_indices(phrase).any(|(at, _)| {
        is_end(folded.get(..at).and_then(|before| before.chars().next_back()))
            && is_end(folded.get(at + phrase.len()..).and_then(|rest| rest.chars().next()))
    })
}

/// Returns a heading, folded, without its number and without letter spacing.
fn words_of_heading(line: &str) -> String {
    let line = line.trim();
    let bare = without_number(line);
    let is_spaced = bare.len() >= 9
        && bare.split_whitespace().count() >= 5
        && bare.split_whitespace().all(|word| word.chars().count() == 1);
    let folded = fold::title(&bare.replace('&', " and "));
    if is_spaced { folded.replace(' ', "") } else { folded }
}

/// Returns a heading without the number before it: `2.1 Methods`, `IV. Results`, `A) Patients`.
pub(super) fn without_number(line: &str) -> &str {
    let Some((first, rest)) = line.split_once(char::is_whitespace) else { return line };
    let number = first.trim_end_matches(['.', ')', ':']);
    let is_number = !number.is_empty()
        && number.len() <= 8
        && (number.chars().all(|c| c.is_ascii_digit() || c == '.')
            || number.chars().all(|c| matches!(c, 'I' | 'V' | 'X'))
            || number.len() == 1 && first.len() > 1 && number.chars().all(|c| c.is_ascii_uppercase()));
    if is_number { rest.trim_start() } else { line }
}

#[cfg(test)]
mod tests {
    use super::{CaptionKind, parts, without_number};

    #[test]
    fn headings_are_known_with_and_without_numbers() {
        for heading in
            ["Methods", "2.1 Methods", "IV. RESULTS", "R E S U L T S", "Materials & Methods", "Discusión"]
        {
            assert!(parts().is_heading(heading), "{heading}");
        }
        for text in ["We used these methods", "Results were good", ""] {
            assert!(!parts().is_heading(text), "{text}");
        }
        assert_eq!(without_number("3 Patients"), "Patients");
        assert_eq!(without_number("A patient"), "A patient");
    }

    #[test]
    fn captions_have_a_word_and_a_number() {
        for (text, kind) in [
            ("Table 2. Characteristics", Some(CaptionKind::Table)),
            ("TABLE IV", Some(CaptionKind::Table)),
            ("Fig. 3 | Survival", Some(CaptionKind::Figure)),
            ("Figure S1: Flow", Some(CaptionKind::Figure)),
            ("Supplementary Table A2. Doses", Some(CaptionKind::Table)),
            ("Tables were set", None),
            ("Figure 2 shows the nights", None),
            ("In Table 2 the doses", None),
            ("Figure skating in 2019", None),
        ] {
            assert_eq!(parts().caption(text), kind, "{text}");
        }
    }

    #[test]
    fn an_abstract_may_begin_in_its_line() {
        assert_eq!(parts().without_abstract_label("Abstract—We count nights."), Some("We count nights."));
        assert_eq!(parts().without_abstract_label("ABSTRACT We count nights."), Some("We count nights."));
        assert_eq!(parts().without_abstract_label("Abstract nouns are rare."), None);
    }
}
