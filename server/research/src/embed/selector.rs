//! Selects evidence by vectors, which are computed once for each text and stored with the evidence;
//! word vectors are the fallback.

use super::{Embedder, lexical, normalised};
use crate::evidence::{Evidence, Store, StoreError, TextDigest};
use crate::model::{CallControl, ModelContribution, ModelError, one_line};
use crate::passage::stored_text;
use crate::publication_status::PublicationStatus;
use crate::select::{Vectors, select_diverse};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Up to this number, works are always shown completely and need no vectors.
const MIN_WORKS: usize = 10;

/// The maximum number of dimensions of a vector.
const MAX_DIMENSIONS: usize = 16_384;

/// Selects evidence for one question: by the vectors of an embedder if it made them, or else by
/// word vectors.
#[derive(Clone, Debug, Default)]
pub struct EvidenceSelector {
    question: Vec<f32>,
    /// The vectors of the works, by handle.
    works: HashMap<String, Vec<f32>>,
    /// The contribution of the embedder; `None` if it is missing or was not needed.
    pub part: Option<ModelContribution>,
}

impl EvidenceSelector {
    /// Describes in a sentence the embedder's contribution or failure; `None` if no embedder was
    /// asked.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        let part = self.part.as_ref()?;
        Some(self.complaint().unwrap_or_else(|| {
            format!("Works were chosen by vectors of the embedding model {}.", part.model)
        }))
    }

    /// Returns the failure of the embedder as a sentence.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let part = self.part.as_ref()?;
        let why = match part.error.as_ref()? {
            ModelError::Refused(404) => {
                "is not known at this address (status 404); see the settings embeddings.base_url and embeddings.model".to_owned()
            }
            error => error.to_string(),
        };
        Some(format!("The embedding model {} {why}. Works were chosen by their words instead.", part.model))
    }

    /// Selects at most `most` of these works, relevant to the question and different from each
    /// other; up to `most` works are returned unchanged. Without vectors, the words of
    /// `question` count.
    #[must_use]
    pub fn choose(&self, question: &str, works: &[Evidence], most: usize) -> Vec<Evidence> {
        if works.len() <= most {
            return works.to_vec();
        }
        let made: Option<Vec<&[f32]>> =
            works.iter().map(|one| self.works.get(&one.handle).map(Vec::as_slice)).collect();
        let relevance = |one: &Evidence| one.relevance;
        if let Some(items) = made.filter(|_| !self.question.is_empty()) {
            let vectors = Vectors { question: &self.question, items };
            return select_diverse(works, most, Some(&vectors), &relevance);
        }
        let question = lexical(question);
        let own: Vec<Vec<f32>> = works.iter().map(|one| lexical(&one.text())).collect();
        let vectors = Vectors { question: &question, items: own.iter().map(Vec::as_slice).collect() };
        select_diverse(works, most, Some(&vectors), &relevance)
    }
}

/// The texts that need vectors: the question first, then the works.
struct Texts<'a> {
    works: Vec<&'a Evidence>,
    all: Vec<String>,
    marks: Vec<TextDigest>,
}

impl<'a> Texts<'a> {
    /// Collects the texts; `None` if all works can be shown.
    fn of(
        question: &str,
        evidence: &'a [Evidence],
        embedder: &dyn Embedder,
    ) -> Option<Result<Texts<'a>, ModelError>> {
        let works: Vec<&Evidence> =
            evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted).collect();
        if works.len() <= MIN_WORKS {
            return None;
        }
        let published: Vec<String> = works.iter().map(|one| stored_text(&one.record)).collect();
        let question = match embedder.question(question, &published.join("\n")) {
            Ok(question) => question,
            Err(error) => return Some(Err(error)),
        };
        let all: Vec<String> =
            std::iter::once(question).chain(works.iter().map(|one| one_line(&one.text()))).collect();
        let marks = all.iter().map(|text| TextDigest::of(text)).collect();
        Some(Ok(Texts { works, all, marks }))
    }

    /// Returns the texts whose vector is missing, each once.
    fn missing(&self, known: &HashMap<TextDigest, Vec<f32>>) -> Vec<(TextDigest, &str)> {
        let mut seen = HashSet::new();
        self.marks
            .iter()
            .zip(&self.all)
            .filter(|(mark, _)| !known.contains_key(mark) && seen.insert(**mark))
            .map(|(mark, text)| (*mark, text.as_str()))
            .collect()
    }
}

/// Compares evidence by an embedder: texts without a stored vector are embedded, and their vectors
/// are stored as they arrive.
///
/// # Errors
///
/// If the store cannot be read or written. A failure of the embedder is recorded in
/// [`EvidenceSelector::part`].
pub(crate) fn compare(
    embedder: &dyn Embedder,
    question: &str,
    evidence: &[Evidence],
    store: &mut Store,
    call: &mut CallControl<'_>,
) -> Result<EvidenceSelector, StoreError> {
    let part = ModelContribution { model: embedder.model().to_owned(), ..ModelContribution::default() };
    let failed = |error: ModelError| EvidenceSelector {
        part: Some(ModelContribution { error: Some(error), ..part.clone() }),
        ..EvidenceSelector::default()
    };
    let texts = match Texts::of(question, evidence, embedder) {
        None => return Ok(EvidenceSelector::default()),
        Some(Err(error)) => return Ok(failed(error)),
        Some(Ok(texts)) => texts,
    };
    let mut known = store.vectors(embedder.name(), &texts.marks)?;
    let stored = known.len();
    if width(&known).is_none() {
        known.clear();
    }
    if let Some(error) = fill(embedder, &texts, &mut known, store, call)? {
        return Ok(failed(error));
    }
    if width(&known).is_none() && stored > 0 {
        // The model with this name is not the one that made the stored vectors.
        known.clear();
        if let Some(error) = fill(embedder, &texts, &mut known, store, call)? {
            return Ok(failed(error));
        }
    }
    if width(&known).is_none() {
        return Ok(failed(ModelError::Unreadable));
    }
    let of = |mark: &TextDigest| known.get(mark).cloned().unwrap_or_default();
    Ok(EvidenceSelector {
        question: texts.marks.first().map(of).unwrap_or_default(),
        works: texts
            .works
            .iter()
            .zip(texts.marks.iter().skip(1))
            .map(|(one, mark)| (one.handle.clone(), of(mark)))
            .collect(),
        part: Some(part),
    })
}

/// Returns the common length of all vectors; `None` if they differ, or without vectors.
fn width(known: &HashMap<TextDigest, Vec<f32>>) -> Option<usize> {
    let mut lengths = known.values().map(Vec::len);
    let first = lengths.next()?;
    lengths.all(|length| length == first).then_some(first)
}

/// Has missing vectors made and stores them. Returns the error of the embedder, if any.
fn fill(
    embedder: &dyn Embedder,
    texts: &Texts<'_>,
    known: &mut HashMap<TextDigest, Vec<f32>>,
    store: &mut Store,
    call: &mut CallControl<'_>,
) -> Result<Option<ModelError>, StoreError> {
    let missing = texts.missing(known);
    if missing.is_empty() {
        return Ok(None);
    }
    if call.cancel.is_cancelled() {
        return Ok(Some(ModelError::Cancelled));
    }
    let wanted: Vec<&str> = missing.iter().map(|(_, text)| *text).collect();
    let mut left = missing.iter().map(|(mark, _)| *mark);
    let (mut wrong, mut broken) = (false, None);
    let made = embedder.embed(&wanted, call, &mut |vectors| {
        if wrong || broken.is_some() {
            return;
        }
        let mut fresh: Vec<(TextDigest, Vec<f32>)> = Vec::new();
        for vector in vectors {
            let fits = vector.len() <= MAX_DIMENSIONS;
            match left.next().zip(normalised(vector).filter(|_| fits)) {
                Some(one) => fresh.push(one),
                None => wrong = true,
            }
        }
        // Keep nothing of an answer that is partly wrong.
        if !wrong {
            broken = store.add_vectors(embedder.name(), &fresh).err();
            known.extend(fresh);
        }
    });
    if let Some(error) = broken {
        return Err(error);
    }
    Ok(match made {
        Err(error) => Some(error),
        Ok(()) if wrong || left.next().is_some() => Some(ModelError::Unreadable),
        Ok(()) => None,
    })
}

/// Returns the request of an embedder about a question and its evidence, exactly as it would be
/// sent; `None` if it would send nothing.
///
/// # Errors
///
/// If the store cannot be read.
pub fn payload(
    embedder: &dyn Embedder,
    question: &str,
    evidence: &[Evidence],
    store: &Store,
) -> Result<Option<Value>, StoreError> {
    let Some(Ok(texts)) = Texts::of(question, evidence, embedder) else { return Ok(None) };
    let known = store.vectors(embedder.name(), &texts.marks)?;
    let missing: Vec<&str> = texts.missing(&known).into_iter().map(|(_, text)| text).collect();
    Ok(if missing.is_empty() { None } else { embedder.payload(&missing) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::passage::passages;
    use crate::testing::{self, record};
    use std::sync::Mutex;
    use tokio_util::sync::CancellationToken;

    /// Places a work near the question if its title contains the word.
    struct ByWord {
        name: String,
        word: &'static str,
        width: usize,
        asked: Mutex<Vec<String>>,
        answer: fn(Vec<f32>) -> Vec<f32>,
    }

    impl ByWord {
        fn new(name: &str, word: &'static str, width: usize) -> ByWord {
            ByWord { name: name.to_owned(), word, width, asked: Mutex::default(), answer: |vector| vector }
        }

        fn asked(&self) -> usize {
            self.asked.lock().unwrap().len()
        }
    }

    impl Embedder for ByWord {
        fn name(&self) -> &str {
            &self.name
        }
        fn model(&self) -> &str {
            &self.name
        }
        fn embed(
            &self,
            texts: &[&str],
            _: &mut CallControl<'_>,
            take: &mut dyn FnMut(Vec<Vec<f32>>),
        ) -> Result<(), ModelError> {
            for text in texts {
                self.asked.lock().unwrap().push((*text).to_owned());
                let mut vector = vec![0.001; self.width];
                let near = text.contains(self.word) || text.contains("question");
                vector[usize::from(!near)] = 1.0;
                take(vec![(self.answer)(vector)]);
            }
            Ok(())
        }
    }

    fn works(count: u32) -> Vec<Evidence> {
        let work = |pmid: u32| {
            let word = if pmid > count - 3 { "Rare" } else { "Common" };
            let record = record(pmid, &format!("{word} work {pmid}"), "");
            Evidence { relevance: 0.5, passages: passages(&record), ..testing::evidence(record) }
        };
        (1..=count).map(work).collect()
    }

    fn by(embedder: &ByWord, works: &[Evidence], store: &mut Store) -> EvidenceSelector {
        let mut call = CallControl { cancel: &CancellationToken::new(), on_progress: &mut |_| {} };
        compare(embedder, "a question", works, store, &mut call).unwrap()
    }

    fn chosen(compared: &EvidenceSelector, works: &[Evidence]) -> Vec<String> {
        let mut handles: Vec<String> =
            compared.choose("a question", works, 3).into_iter().map(|one| one.handle).collect();
        handles.sort();
        handles
    }

    #[test]
    fn vectors_decide_which_works_are_shown_and_are_made_once() {
        let mut store = Store::in_memory().unwrap();
        let (works, embedder) = (works(12), ByWord::new("a", "Rare", 8));
        let compared = by(&embedder, &works, &mut store);
        assert_eq!(chosen(&compared, &works), ["pmid:10", "pmid:11", "pmid:12"]);
        assert_eq!((embedder.asked(), compared.complaint()), (13, None));
        assert_eq!(chosen(&by(&embedder, &works, &mut store), &works), ["pmid:10", "pmid:11", "pmid:12"]);
        assert_eq!(embedder.asked(), 13, "what is stored is not embedded again");
        let more = self::works(14);
        let _ = by(&embedder, &more, &mut store);
        // Two works are new, and two have another title.
        assert_eq!(embedder.asked(), 13 + 4);
    }

    #[test]
    fn vectors_of_another_model_are_not_compared_with_the_stored_ones() {
        let mut store = Store::in_memory().unwrap();
        let works = works(12);
        let _ = by(&ByWord::new("a", "Rare", 8), &works, &mut store);
        let other = ByWord::new("b", "Common", 8);
        let compared = by(&other, &works, &mut store);
        assert_eq!(other.asked(), 13);
        assert!(!chosen(&compared, &works).contains(&"pmid:12".to_owned()), "{compared:?}");
        // The same name for another model: its vectors have another length, and all are recomputed.
        let wider = ByWord::new("a", "Rare", 16);
        let more = self::works(13);
        assert_eq!(by(&wider, &more, &mut store).complaint(), None);
        assert!(wider.asked() > 14);
        let before = wider.asked();
        let _ = by(&wider, &more, &mut store);
        assert_eq!(wider.asked(), before);
    }

    #[test]
    fn few_works_need_no_vectors() {
        let mut store = Store::in_memory().unwrap();
        let embedder = ByWord::new("a", "Rare", 8);
        let compared = by(&embedder, &works(10), &mut store);
        assert_eq!((embedder.asked(), compared.describe()), (0, None));
    }

    #[test]
    fn what_is_no_vector_is_said_and_the_words_decide() {
        let works = works(12);
        type Answer = fn(Vec<f32>) -> Vec<f32>;
        let nonsense: [Answer; 4] = [
            |_| vec![f32::NAN, 1.0],
            |_| Vec::new(),
            |_| vec![0.0; 8],
            |vector| vec![1.0; if vector[0] > 0.5 { 8 } else { 9 }],
        ];
        for answer in nonsense {
            let mut store = Store::in_memory().unwrap();
            let embedder = ByWord { answer, ..ByWord::new("a", "Rare", 8) };
            let compared = by(&embedder, &works, &mut store);
            let said = compared.complaint().unwrap_or_default();
            assert!(said.contains("did not answer in the required form"), "{said}");
            assert_eq!(compared.choose("rare work", &works, 3).len(), 3);
        }
    }
}
