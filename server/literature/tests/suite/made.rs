//! Synthetic records for tests: always the same record for the same number.

use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_records::Record;

const WORDS: &[&str] = &[
    "metformin",
    "insulin",
    "glucose",
    "tumour",
    "randomised",
    "controlled",
    "cohort",
    "survival",
    "mortality",
    "prevention",
    "cardiac",
    "renal",
    "hepatic",
    "pulmonary",
    "children",
    "adults",
    "elderly",
    "women",
    "therapy",
    "placebo",
    "statins",
    "aspirin",
    "warfarin",
    "bleeding",
    "stroke",
    "infarction",
    "failure",
    "kidney",
    "dialysis",
    "transplantation",
    "rejection",
    "infection",
    "sepsis",
    "antibiotics",
    "resistance",
    "virus",
    "vaccine",
    "immunity",
    "antibodies",
    "receptor",
    "kinase",
    "inhibitor",
    "pathway",
    "signalling",
    "expression",
    "mutation",
    "genome",
    "sequencing",
    "protein",
    "structure",
    "imaging",
    "resonance",
    "screening",
    "colorectal",
    "breast",
    "prostate",
    "lymphoma",
    "leukaemia",
    "melanoma",
    "chemotherapy",
    "radiotherapy",
    "surgery",
    "outcomes",
    "quality",
    "depression",
    "anxiety",
    "schizophrenia",
    "dementia",
];
const FAMILIES: &[&str] = &[
    "Smith",
    "García",
    "Müller",
    "Nguyen",
    "Kowalski",
    "Rossi",
    "Tanaka",
    "Öztürk",
    "Jensen",
    "Dubois",
    "Novák",
    "Silva",
    "Haddad",
    "Okafor",
    "Ivanova",
    "Lindqvist",
];
const JOURNALS: &[(&str, &str)] = &[
    ("The New England journal of medicine", "N Engl J Med"),
    ("Lancet (London, England)", "Lancet"),
    ("Journal of clinical oncology", "J Clin Oncol"),
    ("Diabetes care", "Diabetes Care"),
    ("Circulation", "Circulation"),
];

/// Returns a deterministic pseudo-random number.
pub(crate) fn scramble(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn pick<T: Copy>(from: &[T], number: u64) -> T {
    from[usize::try_from(scramble(number) % from.len() as u64).unwrap_or(0)]
}

/// Returns the title of the record with this number.
pub(crate) fn title(number: u32) -> String {
    let number = u64::from(number);
    let words: Vec<&str> = (0..7).map(|place| pick(WORDS, number * 31 + place)).collect();
    format!(
        "{} and {} in {} {}: a study of {} and {} {}",
        words[0], words[1], words[2], words[3], words[4], words[5], words[6]
    )
}

/// Returns the record with this number, as PubMed would state it.
pub(crate) fn record(number: u32) -> Record {
    let seed = u64::from(number);
    let (container, short) = pick(JOURNALS, seed * 7);
    Record {
        types: vec![String::from("Journal Article")],
        ..Record::new(
            "pubmed",
            Work {
                kind: WorkKind::Article,
                title: Some(title(number)),
                authors: (0..3)
                    .map(|author| Name::person(pick(FAMILIES, seed * 3 + author), "A B"))
                    .collect(),
                container: Some(container.to_owned()),
                container_short: Some(short.to_owned()),
                date: Some(Date {
                    year: 1990 + i32::try_from(scramble(seed) % 30).unwrap_or(0),
                    month: Some(3),
                    day: None,
                }),
                volume: Some((scramble(seed * 5) % 300 + 1).to_string()),
                pages: Some(format!("{}-{}", number % 900 + 1, number % 900 + 9)),
                identifiers: [
                    Identifier::Pmid(1_000_000 + number),
                    Identifier::Doi(format!("10.1000/made.{number}")),
                ]
                .into_iter()
                .collect(),
                ..Work::default()
            },
        )
    }
}

/// Writes the records with these numbers to a file that can be imported.
pub(crate) fn write_records(path: &std::path::Path, numbers: impl Iterator<Item = u32>) {
    let mut text = String::new();
    for number in numbers {
        text.push_str(&serde_json::to_string(&record(number)).unwrap_or_default());
        text.push('\n');
    }
    assert!(std::fs::write(path, text).is_ok());
}
