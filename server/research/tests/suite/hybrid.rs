//! Tests searching a library by words and by vectors together.

use crate::claims::make_vectors;
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_literature::Library;
use referee_records::{Record, Source};
use referee_research::model::{CallControl, ModelError};
use referee_research::{Embedder, Query, SearchResults, Vocabulary, search};
use std::path::Path;
use std::sync::Arc;

/// An embedder that knows synonyms: each value of its vectors counts the words of one of
/// [`GROUPS`].
struct Thesaurus {
    name: &'static str,
    /// Whether it claims to be on this machine.
    local: bool,
}

const GROUPS: [&[&str]; 5] = [
    &["heart", "attack", "myocardial", "infarction"],
    &["statin", "cholesterol", "drugs"],
    &["sleep", "slept", "students"],
    &["beetle", "insect"],
    &["cathedral", "rebuilt"],
];

impl Embedder for Thesaurus {
    fn name(&self) -> &str {
        self.name
    }
    fn model(&self) -> &str {
        self.name
    }
    fn is_on_this_machine(&self) -> bool {
        self.local
    }
    fn embed(
        &self,
        texts: &[&str],
        _: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        let vector = |text: &&str| {
            let text = text.to_lowercase();
            let of = |group: &&[&str]| group.iter().filter(|word| text.contains(**word)).count() as f32;
            let mut values: Vec<f32> = GROUPS.iter().map(of).collect();
            values.push(0.2);
            let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            values.into_iter().map(|value| value / length).collect()
        };
        take(texts.iter().map(vector).collect());
        Ok(())
    }
}

fn record(pmid: u32, title: &str, summary: &str) -> Record {
    let work = Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        summary: Some(summary.to_owned()),
        identifiers: [Identifier::Pmid(pmid)].into_iter().collect(),
        ..Work::default()
    };
    Record::new("pubmed", work)
}

/// Creates a library on disk with vectors of the embedder `model`.
fn library(folder: &Path, model: Option<&Thesaurus>) -> Vec<Arc<dyn Source>> {
    let mut records = vec![
        record(1, "Cholesterol-lowering drugs", "Fewer heart attacks were seen in those who took the drugs."),
        record(2, "Statins and myocardial infarction", "Statins prevent myocardial infarction."),
        record(3, "Myocardial scintigraphy", "A prospective comparison of myocardial tracers."),
        record(4, "Sleep", "Students slept."),
    ];
    records.extend((10..40).map(|pmid| record(pmid, &format!("Beetle {pmid}"), "An insect.")));
    let mut writer = Library::create_or_open_for_import(folder).unwrap();
    writer.add_records("pubmed", records).unwrap();
    writer.close().unwrap();
    let library = Library::open(folder).unwrap().unwrap();
    if let Some(model) = model {
        make_vectors(&library, model);
    }
    vec![Arc::new(library)]
}

fn found(text: &str, sources: &[Arc<dyn Source>], embedder: Option<&dyn Embedder>) -> SearchResults {
    search(&Query::of(text, &Vocabulary::shipped()).with_vector(embedder, sources), sources, 10)
}

fn handles(found: &SearchResults) -> Vec<&str> {
    found.candidates.iter().map(|candidate| candidate.handle.as_str()).collect()
}

const SENTENCE: &str = "Statins prevent myocardial infarction.";
const MODEL: Thesaurus = Thesaurus { name: "thesaurus", local: true };

#[test]
fn a_work_that_says_it_in_other_words_is_offered_and_called_weak() {
    let folder = tempfile::tempdir().unwrap();
    let sources = library(&folder.path().join("library"), Some(&MODEL));
    let by_words = found(SENTENCE, &sources, None);
    assert!(!handles(&by_words).contains(&"pmid:1"), "{:?}", handles(&by_words));
    let both = found(SENTENCE, &sources, Some(&MODEL));
    let first = both.candidates.first().expect("a candidate");
    assert!(first.handle == "pmid:2" && !first.is_weak());
    assert!((first.relevance - 1.0).abs() < 1e-6, "{}", first.relevance);
    let other = both.candidates.iter().find(|one| one.handle == "pmid:1").expect("the other words");
    // Its word overlap with the sentence is reported unchanged: nearly zero.
    assert!(other.is_weak() && other.coverage < 0.33, "{}", other.coverage);
    assert!(!handles(&both).contains(&"pmid:4"), "{:?}", handles(&both));
}

#[test]
fn without_vectors_of_this_model_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let without = library(&folder.path().join("without"), None);
    let with = library(&folder.path().join("with"), Some(&MODEL));
    let plain = found(SENTENCE, &without, None);
    let other = Thesaurus { name: "another", local: true };
    let remote = Thesaurus { name: "thesaurus", local: false };
    let cases: [(&str, SearchResults); 4] = [
        ("no embedder", found(SENTENCE, &with, None)),
        ("no vectors", found(SENTENCE, &without, Some(&MODEL))),
        ("another model", found(SENTENCE, &with, Some(&other))),
        ("a server, which would be told the sentence", found(SENTENCE, &with, Some(&remote))),
    ];
    for (name, results) in cases {
        let of = |found: &SearchResults| -> Vec<(String, f32, f32)> {
            found.candidates.iter().map(|one| (one.handle.clone(), one.relevance, one.coverage)).collect()
        };
        assert_eq!(of(&results), of(&plain), "{name}");
    }
}

#[test]
fn what_nothing_is_near_to_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sources = library(&folder.path().join("library"), Some(&MODEL));
    let nothing = found("The cathedral was rebuilt.", &sources, Some(&MODEL));
    assert_eq!(handles(&nothing), Vec::<&str>::new());
}
