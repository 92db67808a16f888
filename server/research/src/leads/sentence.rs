//! Finds the sentence of an abstract that mentions two things, at the places where a service marks
//! them.

use crate::passage::Passage;
use referee_literature::online::{MarkedPassage, MarkedText};
use referee_text::fold;
use referee_text::sentences::sentences;

/// Returns the shortest sentence with a mark of both; `None` if no sentence contains both.
pub(super) fn sentence_with(text: &MarkedText, one: &str, other: &str) -> Option<String> {
    shortest(text, &|passage, sentence| {
        let has = |id: &str| {
            passage.marks.iter().any(|mark| {
                mark.id == id && mark.range.start >= sentence.start && mark.range.end <= sentence.end
            })
        };
        has(one) && has(other)
    })
}

/// Returns the shortest sentence with a mark of an entity and with these words.
pub(super) fn sentence_with_words(text: &MarkedText, one: &str, words: &str) -> Option<String> {
    let wanted = format!(" {} ", fold::title(words));
    shortest(text, &|passage, sentence| {
        let has_mark = passage.marks.iter().any(|mark| {
            mark.id == one && mark.range.start >= sentence.start && mark.range.end <= sentence.end
        });
        let said = passage.text.get(sentence.clone()).unwrap_or_default();
        has_mark && format!(" {} ", fold::title(said)).contains(&wanted)
    })
}

fn shortest(
    text: &MarkedText,
    is_wanted: &dyn Fn(&MarkedPassage, &std::ops::Range<usize>) -> bool,
) -> Option<String> {
    let all = text.passages.iter().flat_map(|passage| {
        let ranges = sentences(&passage.text).into_iter();
        let wanted = ranges.filter(|range| is_wanted(passage, range));
        wanted.filter_map(|range| passage.text.get(range)).collect::<Vec<_>>()
    });
    all.min_by_key(|sentence| sentence.len()).map(|sentence| sentence.trim().to_owned())
}

/// Returns the stored passage that contains a sentence verbatim. Titles may lack their full stop.
pub(super) fn stored_passage<'p>(sentence: &str, stored: &'p [Passage]) -> Option<&'p Passage> {
    let bare = sentence.trim_end_matches('.');
    if bare.is_empty() {
        return None;
    }
    // The service may split sentences differently: its sentence may be a part of a stored one or
    // begin with its label.
    stored.iter().find(|passage| passage.text.contains(bare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passage::passages;
    use crate::testing::record;
    use referee_literature::online::NameMark;

    fn marked(text: &str, names: &[(&str, &str)]) -> MarkedText {
        let mark = |(id, name): &(&str, &str)| {
            let at = text.find(name).expect("a name of the text");
            NameMark { id: (*id).to_owned(), range: at..at + name.len() }
        };
        let passage = MarkedPassage { text: text.to_owned(), marks: names.iter().map(mark).collect() };
        MarkedText { pmid: 1, passages: vec![passage] }
    }

    #[test]
    fn a_sentence_has_the_marks_of_both() {
        let text =
            "Lisinopril was given. It inhibits ACE. Lisinopril, an inhibitor of the enzyme, lowers pressure.";
        let apart = marked(text, &[("@L", "Lisinopril was"), ("@A", "ACE")]);
        assert_eq!(sentence_with(&apart, "@L", "@A"), None);
        let text = "It was given. Lisinopril inhibits ACE. More is unknown.";
        let together = marked(text, &[("@L", "Lisinopril"), ("@A", "ACE")]);
        assert_eq!(sentence_with(&together, "@L", "@A").as_deref(), Some("Lisinopril inhibits ACE."));
        assert_eq!(sentence_with_words(&together, "@L", "autophagy"), None);
        assert!(sentence_with_words(&together, "@L", "inhibits").is_some());
    }

    #[test]
    fn only_a_stored_sentence_counts() {
        let stored =
            passages(&record(1, "A title", "It was given. Lisinopril inhibits ACE. More is unknown."));
        assert!(stored_passage("Lisinopril inhibits ACE.", &stored).is_some());
        assert!(stored_passage("A title.", &stored).is_some());
        assert!(stored_passage("Lisinopril blocks ACE.", &stored).is_none());
        assert!(stored_passage("", &stored).is_none());
    }
}
