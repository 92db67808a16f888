//! Tests of the vectors of a library: computed once, stored next to it, and never wrong after
//! changes.
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_literature::Library;
use referee_literature::library::{Selection, VectorReport, VectorUpdateError};
use referee_records::{Record, Source};
use std::collections::BTreeSet;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// The dimension of the vectors in these tests.
const DIMENSIONS: usize = 96;

#[derive(Debug, thiserror::Error)]
#[error("the embedder failed")]
struct Failed;

fn record(pmid: u32, title: &str, summary: &str) -> Record {
    let mut work = Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        summary: Some(summary.to_owned()),
        ..Work::default()
    };
    work.identifiers.extend(Identifier::parse(&format!("PMID:{pmid}")));
    Record::new("pubmed", work)
}

/// Returns a vector of the words of a text: texts that share words are near each other.
fn vector(text: &str) -> Vec<f32> {
    let mut out = vec![0.01_f32; DIMENSIONS];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3) {
        let hash = word.bytes().fold(7_usize, |hash, byte| hash.wrapping_mul(31) ^ usize::from(byte));
        out[hash % DIMENSIONS] += 1.0;
    }
    let length = out.iter().map(|value| value * value).sum::<f32>().sqrt();
    out.into_iter().map(|value| value / length).collect()
}

fn import(root: &Path, records: Vec<Record>) {
    let mut writer = Library::create_or_open_for_import(root).unwrap();
    writer.add_records("pubmed", records).unwrap();
    writer.close().unwrap();
}

fn open(root: &Path) -> Library {
    Library::open(root).unwrap().unwrap()
}

/// Computes vectors as the command does, and returns the embedded texts.
fn update(library: &Library, model: &str) -> (VectorReport, Vec<String>) {
    let mut embedded = Vec::new();
    let report = library
        .update_vectors(
            model,
            &mut |texts| -> Result<_, Failed> {
                embedded.extend(texts.iter().map(|text| (*text).to_owned()));
                Ok(texts.iter().map(|text| vector(text)).collect())
            },
            &mut |_| {},
            &CancellationToken::new(),
        )
        .unwrap();
    (report, embedded)
}

fn nearest(library: &Library, text: &str) -> Vec<String> {
    let near = library.nearest("a", &vector(text), 3).unwrap();
    assert!(near.windows(2).all(|pair| pair[0].similarity >= pair[1].similarity));
    near.into_iter().filter_map(|near| near.record.work.title.clone()).collect()
}

fn records() -> Vec<Record> {
    let mut records = vec![
        record(1, "Metformin and glucose", "Metformin lowers glucose in diabetes."),
        record(2, "Statins and infarction", "Statins prevent infarction of the heart."),
        record(3, "Sleep of students", "Students slept longer during holidays."),
    ];
    records.extend((10..200).map(|pmid| record(pmid, &format!("Beetle number {pmid}"), "Insects.")));
    records
}

#[test]
fn vectors_are_made_once_and_only_of_what_was_added_or_changed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    import(&root, records());
    let library = open(&root);
    assert!(!library.has_vectors_of("a"));
    assert_eq!(nearest(&library, "statins infarction heart"), Vec::<String>::new());
    let (report, embedded) = update(&library, "a");
    assert_eq!((report.vectors, report.made, report.finished), (193, 193, true));
    assert!(embedded.contains(&"Metformin and glucose. Metformin lowers glucose in diabetes.".to_owned()));
    assert_eq!(nearest(&library, "statins infarction heart")[0], "Statins and infarction");
    assert_eq!(update(&library, "a").1, Vec::<String>::new());

    import(
        &root,
        vec![
            record(2, "Statins and infarction", "Statins were studied in beetles."),
            record(4, "Vaccines and measles", "Vaccines prevent measles."),
        ],
    );
    library.generation();
    // Until the vectors are updated, the vector of the changed text is skipped.
    assert!(!nearest(&library, "prevent infarction heart").contains(&"Statins and infarction".to_owned()));
    let (report, embedded) = update(&library, "a");
    let embedded: BTreeSet<String> = embedded.into_iter().collect();
    assert_eq!(embedded.len(), 2, "{embedded:?}");
    assert_eq!((report.made, report.finished), (2, true));
    assert_eq!(nearest(&library, "vaccines measles")[0], "Vaccines and measles");
    assert_eq!(nearest(&library, "statins studied beetles")[0], "Statins and infarction");
    // Another process that reads the same library sees them too.
    assert_eq!(nearest(&open(&root), "vaccines measles")[0], "Vaccines and measles");
}

#[test]
fn what_was_removed_is_not_found_by_its_vector_and_goes_when_it_is_much() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    import(&root, records());
    let library = open(&root);
    update(&library, "a");
    let mut writer = Library::create_or_open_for_import(&root).unwrap();
    writer.remove(&Selection::Identifier(Identifier::parse("PMID:2").unwrap())).unwrap();
    writer.close().unwrap();
    library.generation();
    assert!(!nearest(&library, "statins infarction heart").contains(&"Statins and infarction".to_owned()));
    // A few stale rows do not justify a rewrite of all; many do.
    assert_eq!(update(&library, "a").0.removed, 0);
    let mut writer = Library::create_or_open_for_import(&root).unwrap();
    for pmid in 10..100 {
        let identifier = Identifier::parse(&format!("PMID:{pmid}")).unwrap();
        writer.remove(&Selection::Identifier(identifier)).unwrap();
    }
    writer.close().unwrap();
    let (report, embedded) = update(&library, "a");
    assert_eq!((report.removed, report.vectors, embedded.len()), (91, 102, 0));
    assert_eq!(nearest(&library, "metformin glucose")[0], "Metformin and glucose");
}

#[test]
fn what_was_made_before_it_was_stopped_or_killed_is_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    import(&root, records());
    let library = open(&root);
    let cancel = CancellationToken::new();
    let report = library
        .update_vectors(
            "a",
            &mut |texts| -> Result<_, Failed> {
                cancel.cancel();
                Ok(texts.iter().map(|text| vector(text)).collect())
            },
            &mut |_| {},
            &cancel,
        )
        .unwrap();
    assert!(!report.finished && report.made > 0 && report.made < 193, "{report:?}");
    // A process that is killed while it writes leaves an incomplete row.
    let vectors = root.join("vectors");
    let of_model = std::fs::read_dir(&vectors).unwrap().next().unwrap().unwrap().path();
    for file in ["signs", "codes", "keys"] {
        let mut bytes = std::fs::read(of_model.join(file)).unwrap();
        bytes.extend_from_slice(b"torn");
        std::fs::write(of_model.join(file), bytes).unwrap();
    }
    assert_eq!(library.count_vectors("a") as u64, report.made);
    let failing = library.update_vectors(
        "a",
        &mut |_| -> Result<Vec<Vec<f32>>, Failed> { Err(Failed) },
        &mut |_| {},
        &CancellationToken::new(),
    );
    assert!(matches!(failing, Err(VectorUpdateError::Embedder(Failed))), "{failing:?}");
    let (rest, embedded) = update(&library, "a");
    assert_eq!((rest.vectors, rest.made), (193, 193 - report.made));
    assert_eq!(embedded.len() as u64, rest.made);
    assert_eq!(nearest(&library, "students slept holidays")[0], "Sleep of students");
    assert_eq!(nearest(&library, "metformin glucose")[0], "Metformin and glucose");
}

#[test]
fn vectors_of_another_model_are_made_anew_and_never_compared() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    import(&root, records());
    let library = open(&root);
    update(&library, "a");
    let source: &dyn Source = &library;
    assert!(source.has_vectors_of("a") && !source.has_vectors_of("b"));
    assert!(source.nearest("b", &vector("metformin"), 3).is_empty());
    assert!(source.nearest("a", &[1.0, 0.0], 3).is_empty(), "a vector of another length");
    let (report, embedded) = update(&library, "b");
    assert_eq!((report.vectors, embedded.len()), (193, 193));
    assert!(library.has_vectors_of("b") && !library.has_vectors_of("a"));
    assert_eq!(std::fs::read_dir(root.join("vectors")).unwrap().count(), 1);
    #[cfg(unix)]
    for entry in
        std::fs::read_dir(std::fs::read_dir(root.join("vectors")).unwrap().next().unwrap().unwrap().path())
            .unwrap()
    {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
    }
    // An answer without exactly one valid vector per text is an error.
    import(&root, vec![record(5, "Another work", "Of another kind.")]);
    for wrong in [vec![], vec![vec![]], vec![vec![f32::NAN; DIMENSIONS]], vec![vec![1.0; 7]]] {
        let failing = library.update_vectors(
            "b",
            &mut |_| -> Result<_, Failed> { Ok(wrong.clone()) },
            &mut |_| {},
            &CancellationToken::new(),
        );
        assert!(matches!(failing, Err(VectorUpdateError::NoVectors)), "{failing:?}");
    }
    assert_eq!(library.count_vectors("b"), 193);
}
