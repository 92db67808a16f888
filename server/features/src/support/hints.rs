//! Hints about a whole paper, on request: numbers without a reference, references that no sentence
//! needs, and claims that the cited work itself repeats from another.

use super::{CheckedDraft, CheckedSentence};
use referee_bibliography::foreign::{Markup, foreign};
use referee_citations::claims::uncited_numbers;
use referee_syntax::Document;
use referee_text::{Language, Span};
use std::collections::BTreeMap;

/// The maximum share of a sentence's words in a passage of a work that has nothing on it.
const MAX_SHARE_OF_NOTHING: f64 = 0.4;

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A sentence states a quantity, and neither it nor a sentence beside it cites anything.
    NumberWithoutReference {
        /// The span of the number.
        span: Span,
        /// The number as written.
        number: String,
        /// The sentence.
        sentence: String,
    },
    /// A work is cited only together with others, and each sentence that cites it is said by one of
    /// the others and not by it.
    UnneededReference {
        /// The span of its first citation.
        span: Span,
        /// The label of the reference.
        key: String,
        /// The number of sentences that cite it.
        sentences: usize,
    },
    /// The passage that says what the sentence says repeats another work.
    RepeatedFrom {
        /// The span of the sentence.
        span: Span,
        /// The label of the cited work.
        key: String,
        /// The reference that the passage gives.
        primary: String,
    },
}

/// Returns the hints about a draft, in the order of the text.
#[must_use]
pub fn hints(document: &Document, draft: &CheckedDraft) -> Vec<Hint> {
    let mut out: Vec<Hint> = uncited_numbers(document)
        .into_iter()
        .map(|found| Hint::NumberWithoutReference {
            span: found.span,
            number: found.number,
            sentence: found.sentence,
        })
        .collect();
    out.extend(draft.sentences.iter().filter_map(repeated));
    // Sentences that were not looked up may need a reference.
    if draft.left_out == 0 {
        out.extend(unneeded(draft));
    }
    out.sort_by_key(|hint| hint.span().start);
    out
}

/// Returns the hints as a section of a Markdown document; empty without hints.
#[must_use]
pub fn hints_markdown(hints: &[Hint], language: Language) -> String {
    if hints.is_empty() {
        return String::new();
    }
    let lines = hints.iter().map(|hint| {
        let message = foreign(&hint.message(language), Markup::Markdown);
        format!("- {message}\n")
    });
    format!("\n## {}\n\n{}", language.pick("Hints", "Sugerencias"), lines.collect::<String>())
}

fn repeated(sentence: &CheckedSentence) -> Option<Hint> {
    let passage = sentence.passage().filter(|passage| passage.says_so)?;
    let key = sentence.sources.get(passage.work)?.label.clone();
    Some(Hint::RepeatedFrom { span: sentence.claim.span, key, primary: passage.primary.clone()? })
}

fn unneeded(draft: &CheckedDraft) -> Vec<Hint> {
    // Whether each sentence that cites a work does without it, by its label.
    let mut works: BTreeMap<&str, (Span, usize, bool)> = BTreeMap::new();
    for sentence in &draft.sentences {
        for (number, source) in sentence.sources.iter().enumerate() {
            let citation = sentence.claim.citations.first().map_or(sentence.claim.span, |first| first.span);
            let entry = works.entry(&source.label).or_insert((citation, 0, true));
            entry.1 += 1;
            entry.2 &= is_unneeded(sentence, number);
        }
    }
    works
        .into_iter()
        .filter(|(_, (_, _, is_unneeded))| *is_unneeded)
        .map(|(key, (span, sentences, _))| Hint::UnneededReference { span, key: key.to_owned(), sentences })
        .collect()
}

/// Returns whether another work that the sentence cites says it, and the work with this number has
/// nothing on it although its text is known.
fn is_unneeded(sentence: &CheckedSentence, number: usize) -> bool {
    let is_known = sentence.sources.get(number).is_some_and(|source| source.unknown.is_none());
    let Some(reading) = sentence.reading.as_ref().filter(|_| is_known && sentence.objections.is_empty())
    else {
        return false;
    };
    let is_said_by_other = reading.passages.iter().any(|passage| passage.work != number && passage.says_so);
    let has_nothing = reading
        .passages
        .iter()
        .filter(|passage| passage.work == number)
        .all(|passage| !passage.says_so && passage.share <= MAX_SHARE_OF_NOTHING);
    is_said_by_other && has_nothing
}

impl Hint {
    /// Returns the span in the draft.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Hint::NumberWithoutReference { span, .. }
            | Hint::UnneededReference { span, .. }
            | Hint::RepeatedFrom { span, .. } => *span,
        }
    }

    /// Returns the name in machine-readable output.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Hint::NumberWithoutReference { .. } => "number-without-reference",
            Hint::UnneededReference { .. } => "unneeded-reference",
            Hint::RepeatedFrom { .. } => "repeated-from",
        }
    }

    /// Describes the hint.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match self {
            Hint::NumberWithoutReference { number, sentence, .. } => language.pick(
                format!("{number} has no reference nearby: “{sentence}”"),
                format!("{number} no tiene ninguna referencia cerca: «{sentence}»"),
            ),
            Hint::UnneededReference { key, sentences: 1, .. } => language.pick(
                format!("{key}: another work cited in the same place says the sentence, and this one has nothing on it."),
                format!("{key}: otra obra citada en el mismo lugar dice la frase, y esta no contiene nada de ella."),
            ),
            Hint::UnneededReference { key, sentences, .. } => language.pick(
                format!("{key}: other works cited in the same places say its {sentences} sentences, and this one has nothing on them."),
                format!("{key}: otros trabajos citados en los mismos lugares dicen sus {sentences} frases, y este no contiene nada de ellas."),
            ),
            Hint::RepeatedFrom { key, primary, .. } => {
                let primary = primary.trim_end_matches('.');
                language.pick(
                    format!("{key} repeats this from another work: {primary}. Consider citing that."),
                    format!("{key} repite esto de otra obra: {primary}. Valore citar esa."),
                )
            }
        }
    }

    /// Returns the label of the reference that it is about, and the reference to cite instead.
    #[must_use]
    pub fn references(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Hint::NumberWithoutReference { .. } => (None, None),
            Hint::UnneededReference { key, .. } => (Some(key), None),
            Hint::RepeatedFrom { key, primary, .. } => (Some(key), Some(primary)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Hint, hints};
    use crate::support::{CheckedDraft, check_sentence};
    use referee_bibliography::{Work, WorkKind};
    use referee_citations::claims::Cited;
    use referee_records::Record;
    use referee_syntax::{Document, Format};
    use referee_text::Rope;
    use std::sync::Arc;

    fn cited(label: &str, summary: &str) -> Cited {
        let work = Work {
            kind: WorkKind::Article,
            title: Some(format!("Work of {label}")),
            summary: Some(summary.to_owned()),
            ..Work::default()
        };
        Cited { label: label.to_owned(), own: Some(Record::new("pubmed", work)), ..Cited::default() }
    }

    #[test]
    fn a_work_that_has_nothing_on_its_only_sentence_is_not_needed() {
        let said = "Metformin activates AMPK in the liver of obese mice. It was given for twelve weeks in the drinking water, and no toxicity was seen at any dose.";
        let other = "Chronic insomnia was treated with cognitive behavioural therapy by telephone. Patients slept longer after eight weeks than those on a waiting list did.";
        let sentence = check_sentence(
            "Metformin activates AMPK in the liver of obese mice.",
            vec![cited("roe", said), cited("doe", other)],
        );
        let draft = CheckedDraft { sentences: vec![sentence], left_out: 0 };
        let document = Document::read(Format::Markdown, Rope::from_str("Nothing here.\n"), Arc::default());
        let found = hints(&document, &draft);
        assert!(
            matches!(found.as_slice(), [Hint::UnneededReference { key, sentences: 1, .. }] if key == "doe"),
            "{found:?}"
        );
        let longer = CheckedDraft { left_out: 1, ..draft };
        assert!(hints(&document, &longer).is_empty());
    }
}
