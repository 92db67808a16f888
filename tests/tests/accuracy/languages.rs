//! True references by the language of their authors and titles, as exports and reference managers
//! write them.
//!
//! Accents are dropped, surname and given name exchanged, two surnames cut to one. The report
//! counts the false alarms for each language that letters and surnames indicate.

use crate::biomedical::ascii;
use crate::labelled::{self, Labelled};
use crate::{records, severity};
use referee_bibliography::{Name, Work};
use referee_citations::{Judgement, Weight, gather, judge};
use referee_findings::Severity;
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the language of the authors and the title, from letters and names that are rare in other
/// languages.
pub(crate) fn language(work: &Work) -> Option<&'static str> {
    const LETTERS: &[(&str, &str)] = &[
        ("Hungarian", "őűŐŰ"),
        ("Turkish", "ğışĞİŞ"),
        ("Polish", "łęąśżźńŁŚŻ"),
        ("Portuguese", "ãõÃÕ"),
        ("Spanish", "ñÑ¿¡"),
        ("German", "äöüßÄÖÜ"),
        ("French", "èêëîïùûœÈÊ"),
        ("Spanish", "áíóúÁÍÓÚ"),
        ("French", "éçÉÇ"),
    ];
    const CHINESE: &[&str] = &[
        "wang", "li", "zhang", "liu", "chen", "yang", "huang", "zhao", "wu", "zhou", "xu", "sun", "ma",
        "zhu", "hu", "guo", "he", "lin", "luo", "zheng", "liang", "xie", "tang", "cao", "deng", "feng",
        "peng", "zeng", "xiao",
    ];
    const ARABIC: &[&str] = &[
        "ahmed", "mohamed", "mohammed", "mohammad", "muhammad", "ali", "hassan", "hussein", "hussain",
        "ibrahim", "abdullah", "abdel", "abdul", "khalil", "saleh", "rahman", "khan",
    ];
    let texts: Vec<&str> = work
        .authors
        .iter()
        .flat_map(|name| match name {
            Name::Person { family, given, .. } => vec![family.as_str(), given.as_str()],
            Name::Organisation { .. } => Vec::new(),
        })
        .chain(work.title.as_deref())
        .collect();
    let lettered =
        LETTERS.iter().find(|(_, letters)| texts.iter().any(|text| text.contains(|c| letters.contains(c))));
    if let Some((language, _)) = lettered {
        return Some(language);
    }
    let named = |names: &[&str]| {
        work.authors.iter().any(|name| {
            let folded = name.surname().to_lowercase();
            folded.split([' ', '-']).any(|word| names.contains(&word))
                || (names == ARABIC && folded.starts_with("al-"))
        })
    };
    if named(ARABIC) {
        Some("Arabic, transliterated")
    } else if named(CHINESE) {
        Some("Chinese, transliterated")
    } else {
        None
    }
}

/// Prints how often authors or titles were reported as wrong, by language.
pub(crate) fn print(cases: &[Labelled], judgements: &[Judgement]) {
    let mut languages: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (case, judgement) in cases.iter().zip(judgements) {
        let counts = languages.entry(language(&case.work).unwrap_or("no sign of any")).or_default();
        counts[0] += 1;
        let told = judgement
            .differences
            .iter()
            .filter(|difference| matches!(difference.field, "title" | "authors"))
            .map(|difference| difference.weight)
            .max();
        match told {
            Some(Weight::Serious) => counts[1] += 1,
            Some(Weight::Slight) => counts[2] += 1,
            _ => {}
        }
    }
    for (language, [all, warned, informed]) in languages {
        eprintln!(
            "names and titles, {language}: {all} references, {warned} warned of, {informed} informed of"
        );
    }
}

/// Formats a person like an export does.
type Form = fn(family: &str, given: &str) -> String;

/// The formats of people in vendors' exports and reference managers.
const FORMS: &[(&str, Form)] = &[
    ("family name and initials run together", |family, given| format!("{family}, {}", initials(given))),
    ("no accents, in capitals", |family, given| {
        format!("{}, {}", ascii(family).to_uppercase(), ascii(&initials(given)))
    }),
    ("family and given names exchanged", |family, given| format!("{given}, {family}")),
    ("family name first, no comma", |family, given| format!("{{{family}}} {given}")),
    ("the first of two surnames", |family, given| format!("{}, {given}", first_surname(family))),
    ("the last of two surnames, the first as a given name", |family, given| match family.rsplit_once(' ') {
        Some((first, last)) => format!("{last}, {given} {first}"),
        None => format!("{family}, {given}"),
    }),
    ("umlauts and crossed letters spelt out", |family, given| format!("{}, {given}", spelt_out(family))),
];

fn initials(given: &str) -> String {
    given.split([' ', '.', '-']).filter_map(|word| word.chars().next()).collect()
}

/// Returns the first surname with its particles: "de Souza" of de Souza Lima.
fn first_surname(family: &str) -> String {
    const MAX_PARTICLE_LETTERS: usize = 3;
    let mut out = Vec::new();
    for word in family.split(' ') {
        out.push(word);
        if word.chars().count() > MAX_PARTICLE_LETTERS {
            break;
        }
    }
    out.join(" ")
}

fn spelt_out(family: &str) -> String {
    let letters = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("ø", "oe"), ("å", "aa"), ("ł", "l")];
    letters.iter().fold(family.to_owned(), |name, (letter, plain)| name.replace(letter, plain))
}

/// Cites the record like such an export, without an identifier. Every second title is in capitals.
fn cite(record: &Record, at: usize, (name, form): (&str, Form)) -> Option<Labelled> {
    let recorded = &record.work;
    let people = recorded.authors.iter().map(|author| match author {
        Name::Person { family, given, particle, .. } if !given.is_empty() => {
            let family = if particle.is_empty() { family.clone() } else { format!("{particle} {family}") };
            Some(form(&family, given))
        }
        _ => None,
    });
    let authors = people.collect::<Option<Vec<String>>>()?.join(" and ");
    let plain = |text: &str| text.replace(['{', '}', '\\', '%', '#', '&', '$'], " ");
    let title = plain(recorded.title.as_deref()?);
    let title = if at.is_multiple_of(2) { title.to_uppercase() } else { title };
    let journal = plain(recorded.container.as_deref()?);
    let year = recorded.year()?;
    let source = format!(
        "@article{{k, author = {{{authors}}}, title = {{{title}}}, journal = {{{journal}}}, year = {{{year}}}}}"
    );
    Some(Labelled {
        name: format!("{at}"),
        valid: true,
        group: name.to_owned(),
        remark: authors,
        work: labelled::work(&source)?,
    })
}

#[test]
fn names_and_titles_of_every_language_are_no_ground_for_an_alarm() {
    /// The number of records per language that are cited in every form, unless the whole set is
    /// judged.
    const MAX_RECORDS: usize = 12;
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let all: Vec<Record> =
        records::lines(&data.join("records/dev.jsonl.gz")).iter().map(records::record).collect();
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    let mut cases = Vec::new();
    for (at, record) in all.iter().enumerate() {
        let Some(language) = language(&record.work).filter(|_| record.notices.is_empty()) else { continue };
        let count = taken.entry(language).or_default();
        let cited: Vec<Labelled> = FORMS.iter().filter_map(|form| cite(record, at, *form)).collect();
        if *count < max_records(MAX_RECORDS) && !cited.is_empty() {
            *count += 1;
            cases.extend(cited);
        }
    }
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(all, Completeness::everything()));
    let sources = [library];
    let judgements: Vec<Judgement> =
        cases.iter().map(|case| judge(&case.work, &gather(&case.work, &sources))).collect();
    let mut warned = 0;
    for (case, judgement) in cases.iter().zip(&judgements) {
        let severity = severity(judgement);
        warned += usize::from(severity == Some(Severity::Warning));
        if severity > Some(Severity::Hint) {
            eprintln!("{severity:?} {}", crate::explain(case, judgement));
        }
    }
    print(&cases, &judgements);
    eprintln!("names and titles by language: {warned} of {} warned of", cases.len());
    assert!(taken.len() >= 8 && cases.len() > 300, "the set was made in part only: {taken:?}");
    assert!(warned * 100 <= cases.len(), "{warned} warnings of {}", cases.len());
}

fn max_records(usual: usize) -> usize {
    if crate::step() == 1 { usize::MAX } else { usual }
}
