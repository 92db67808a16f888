//! Assigns the returned records to the questions that they answer.

use super::query;
use referee_bibliography::{Identifier, identifier::base_doi};
use referee_records::{Question, Record};

/// Returns the records with `identifier`, or else those with another version of it
/// (`10.1101/2020.01.01.123456v2`, a Cochrane review's `.pub3`).
///
/// A request may answer many questions, and a search returns ids for all of them together: this
/// function assigns the records.
#[must_use]
pub fn bearing(records: &[Record], identifier: &Identifier) -> Vec<Record> {
    let pick = |test: &dyn Fn(&Identifier) -> bool| -> Vec<Record> {
        records.iter().filter(|record| record.work.identifiers.iter().any(test)).cloned().collect()
    };
    let wanted = identifier.canonical();
    let exact = pick(&|own| own.canonical() == wanted);
    match &wanted {
        Identifier::Doi(doi) if exact.is_empty() => {
            let base = base_doi(doi);
            pick(&|own| matches!(own, Identifier::Doi(own) if base_doi(own) == base))
        }
        _ => exact,
    }
}

/// Returns the records that could answer `question`: those with its identifier, or that share words
/// with its title. Assigns the results of a search for several questions.
#[must_use]
pub fn relevant(question: &Question, records: &[Record]) -> Vec<Record> {
    match question {
        Question::Identifier(identifier) => bearing(records, identifier),
        Question::Subject(_) => records.to_vec(),
        Question::Like(work) => {
            let Some(title) = work.full_title() else { return records.to_vec() };
            let wanted = query::words(&title);
            let shared = |record: &Record| {
                let titles = [record.work.full_title(), record.work.original_title.clone()];
                let own: Vec<String> =
                    titles.iter().flatten().flat_map(|title| query::words(title)).collect();
                wanted.iter().filter(|word| own.contains(word)).count()
            };
            records.iter().filter(|record| shared(record) * 2 >= wanted.len()).cloned().collect()
        }
    }
}
