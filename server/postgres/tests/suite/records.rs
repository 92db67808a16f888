//! Synthetic records for tests, similar enough to be confused with one another.

use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_literature::library::Selection;
use referee_postgres::{PoolLimits, SharedLibrary, SharedLibraryWriter};
use referee_records::{Notice, NoticeKind, Record, Relation, RelationKind};

/// Words with spellings that are folded together, and some that are not.
const WORDS: &[&str] = &[
    "Metformin",
    "insulin",
    "tumours",
    "tumor",
    "randomised",
    "randomized",
    "trial",
    "cohort",
    "mortality",
    "über",
    "cardiac",
    "children",
    "therapy",
    "therapies",
    "aspirin",
    "stroke",
    "O'Neill's",
    "β-blockers",
    "sepsis",
    "vaccine",
    "in",
    "of",
    "the",
    "and",
    "levosimendan",
    "polymyxin",
    "heart",
    "failure",
    "naïve",
];
const SURNAMES: &[&str] =
    &["Smith", "García", "Müller", "Nguyen", "de la Cruz", "Öztürk", "O'Brien", "Smith-Jones"];
const JOURNALS: &[(&str, &str)] = &[
    ("The New England journal of medicine", "N Engl J Med"),
    ("Lancet (London, England)", "Lancet"),
    ("Diabetes care", "Diabetes Care"),
];
const SOURCES: &[&str] = &["pubmed", "crossref", "bibtex", "ris", "retraction-watch"];

/// A pseudo-random number generator with a fixed seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ (x >> 31)) % end.max(1) as u64).unwrap_or(0)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn happens(&mut self, of_ten: usize) -> bool {
        self.below(10) < of_ten
    }
}

/// Returns a title of a few words.
pub(crate) fn title(dice: &mut Dice) -> String {
    let mut out = String::new();
    let colon = dice.below(12);
    for place in 0..3 + dice.below(7) {
        if place > 0 {
            out.push_str(if place == colon { ": " } else { " " });
        }
        let word: &&str = dice.pick(WORDS);
        out.push_str(word);
    }
    out
}

/// Returns a record that may share identifiers, words, authors and places with others from the same
/// generator.
pub(crate) fn record(dice: &mut Dice) -> Record {
    let number = u32::try_from(dice.below(12)).unwrap_or(0);
    let mut identifiers = Vec::new();
    if dice.happens(6) {
        identifiers.push(Identifier::Pmid(100 + number));
    }
    if dice.happens(6) {
        let version = if dice.happens(3) { "v2" } else { "" };
        identifiers.push(Identifier::Doi(format!("10.1101/2020.01.01.1000{number:02}{version}")));
    }
    if dice.happens(1) {
        identifiers.push(Identifier::Trial(format!("NCT000000{number:02}")));
    }
    let kind = if dice.happens(1) { WorkKind::Book } else { WorkKind::Article };
    if kind == WorkKind::Book {
        identifiers.push(Identifier::Isbn(format!("97800000000{number:02}")));
    }
    let (container, short) = dice.pick(JOURNALS);
    let work = Work {
        kind,
        title: dice.happens(9).then(|| title(dice)),
        authors: (0..dice.below(4)).map(|_| Name::person(*dice.pick(SURNAMES), "A B")).collect(),
        container: dice.happens(8).then(|| (*container).to_owned()),
        container_short: dice.happens(4).then(|| (*short).to_owned()),
        date: dice.happens(9).then(|| Date {
            year: 2000 + i32::try_from(dice.below(4)).unwrap_or(0),
            month: None,
            day: None,
        }),
        volume: dice.happens(5).then(|| (1 + dice.below(3)).to_string()),
        pages: dice.happens(5).then(|| format!("{}-{}", 10 + dice.below(4), 20)),
        summary: dice
            .happens(4)
            .then(|| format!("{}. {}\n\t\\ \"{}\"", title(dice), title(dice), title(dice))),
        identifiers: identifiers.into_iter().collect(),
        ..Work::default()
    };
    let mut record = Record::new(*dice.pick(SOURCES), work);
    record.as_of = dice.happens(5).then(|| Date {
        year: 2020 + i32::try_from(dice.below(3)).unwrap_or(0),
        month: Some(1),
        day: Some(2),
    });
    if dice.happens(2) {
        record.subjects = vec![title(dice)];
    }
    if dice.happens(2) {
        record.notices.push(Notice {
            kind: if dice.happens(5) { NoticeKind::Retraction } else { NoticeKind::Concern },
            date: record.as_of,
            identifiers: vec![Identifier::Pmid(900 + number)],
            source: record.source.clone(),
            reason: None,
        });
    }
    if dice.happens(1) {
        record.types = vec!["Retraction of Publication".into()];
        let identifier = Identifier::Pmid(100 + u32::try_from(dice.below(12)).unwrap_or(0));
        record.relations.push(Relation { kind: RelationKind::NoticeAbout, identifier });
    }
    record
}

/// Returns a record with only this PMID.
pub(crate) fn numbered(number: u32) -> Record {
    let mut dice = Dice(u64::from(number).wrapping_mul(77));
    let mut record = Record::new("pubmed", record(&mut dice).work);
    record.work.title = Some(format!("{} number {number}", title(&mut dice)));
    record.work.identifiers = [Identifier::Pmid(number)].into_iter().collect();
    record
}

/// Opens the library at an address for reading.
pub(crate) fn library(address: &str) -> SharedLibrary {
    SharedLibrary::new(&address.parse().expect("it is an address"), PoolLimits::default())
        .expect("a pool can be made")
}

/// Opens the library at an address for writing.
pub(crate) fn writer(address: &str) -> SharedLibraryWriter {
    SharedLibraryWriter::open(&address.parse().expect("it is an address")).expect("it can be written")
}

/// Replaces the contents of a library by records.
pub(crate) fn fill(writer: &mut SharedLibraryWriter, records: &[Record]) {
    writer.remove(&Selection::All).expect("all can be removed");
    writer.add_records("records", records.iter().cloned()).expect("records can be added");
}
