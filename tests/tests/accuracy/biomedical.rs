//! True and false references made from PubMed's records.
//!
//! Each record is cited in the styles of honest authors, and falsified in the ways in which
//! references are falsified. Everything passes through BibTeX and its reader, like the bibliography
//! of a draft.

use crate::falsify::FALSIFICATIONS;
use crate::labelled::{self, Labelled};
use crate::printed_lists::LISTED;
use referee_bibliography::{Identifier, Name, Work, WorkKind};
use referee_records::Record;
use referee_text::fold;
use std::collections::HashMap;

/// Makes references from every `step`th PubMed record in `all`.
pub(crate) fn make(all: &[Record], step: usize) -> Vec<Labelled> {
    let records: Vec<&Record> = all
        .iter()
        .filter(|record| {
            record.source == "pubmed" && record.work.title.is_some() && record.work.kind == WorkKind::Article
        })
        .collect();
    let mut titles: HashMap<String, usize> = HashMap::new();
    for record in all {
        *titles.entry(title_key(&record.work)).or_default() += 1;
    }
    let mut out = Vec::new();
    for (at, record) in records.iter().enumerate().step_by(step) {
        // The record that provides the false parts, far enough away in the file to have another
        // subject.
        let other = records[(at * 7 + 331) % records.len()];
        for (style, cite) in STYLES {
            if let Some(source) = cite(&record.work) {
                push(&mut out, record, true, style, &source);
            }
        }
        for (style, cite) in LISTED {
            if let Some(text) = cite(&record.work) {
                let pmid = record.work.identifiers.pmid().unwrap_or_default();
                let work = referee_bibliography::read_item(&text).work;
                out.push(Labelled {
                    name: format!("PMID {pmid}"),
                    valid: true,
                    group: (*style).to_owned(),
                    remark: text,
                    work,
                });
            }
        }
        for (falsification, falsify) in FALSIFICATIONS {
            let mut false_work = record.work.clone();
            if !falsify(&mut false_work, &other.work, at) {
                continue;
            }
            // A falsified reference that happens to match another record is not a falsification.
            if false_work.title != record.work.title
                && titles.contains_key(&title_key(&false_work))
                && !falsification.starts_with("chimera")
            {
                continue;
            }
            push(
                &mut out,
                record,
                false,
                falsification,
                &Entry::of(&false_work).abbreviated(at % 2 == 0).write(),
            );
        }
    }
    out
}

fn title_key(work: &Work) -> String {
    fold::compact(&fold::title(&work.full_title().unwrap_or_default()))
}

fn push(out: &mut Vec<Labelled>, record: &Record, valid: bool, group: &str, source: &str) {
    let Some(work) = labelled::work(source) else { panic!("not read: {source}") };
    let pmid = record.work.identifiers.pmid().unwrap_or_default();
    out.push(Labelled {
        name: format!("PMID {pmid}"),
        valid,
        group: group.to_owned(),
        remark: String::new(),
        work,
    });
}

/// A BibTeX entry under construction.
#[derive(Clone)]
struct Entry {
    work: Work,
    names: Names,
    accents: bool,
}

#[derive(Clone, Copy)]
enum Names {
    /// `Makar, A B`
    AsRecorded,
    /// `A. B. Makar`
    Initials,
    /// `A B Makar`, given names first.
    GivenFirst,
    /// The first authors, up to this number, and "others".
    Others(usize),
}

impl Entry {
    fn of(work: &Work) -> Entry {
        Entry { work: work.clone(), names: Names::AsRecorded, accents: false }
    }

    fn abbreviated(mut self, abbreviated: bool) -> Entry {
        if abbreviated && let Some(short) = self.work.container_short.clone() {
            self.work.container = Some(short);
        }
        self
    }

    fn names(mut self, names: Names) -> Entry {
        self.names = names;
        self
    }

    fn without_identifiers(mut self) -> Entry {
        self.work.identifiers = Default::default();
        self
    }

    fn title(mut self, title: String) -> Entry {
        self.work.title = Some(title);
        self
    }

    fn write(&self) -> String {
        let work = &self.work;
        let mut fields: Vec<(&str, String)> = Vec::new();
        let mut add = |name: &'static str, value: Option<String>| {
            fields.extend(value.map(|value| (name, self.escape(&value))))
        };
        add("title", work.full_title());
        add("journal", work.container.clone());
        add("year", work.year().map(|year| year.to_string()));
        add("volume", work.volume.clone());
        add("number", work.issue.clone());
        add("pages", work.pages.as_deref().map(|pages| pages.replace('-', "--")));
        let mut out = String::from("@article{key,\n");
        if !work.authors.is_empty() {
            out.push_str(&format!("  author = {{{}}},\n", self.authors()));
        }
        for (name, value) in fields {
            out.push_str(&format!("  {name} = {{{value}}},\n"));
        }
        for identifier in &work.identifiers {
            match identifier {
                Identifier::Doi(doi) => out.push_str(&format!("  doi = {{{doi}}},\n")),
                Identifier::Pmid(pmid) => out.push_str(&format!("  pmid = {{{pmid}}},\n")),
                _ => {}
            }
        }
        out.push_str("}\n");
        out
    }

    fn authors(&self) -> String {
        let shown = if let Names::Others(count) = self.names { count } else { usize::MAX };
        let mut names: Vec<String> =
            self.work.authors.iter().take(shown).map(|name| self.name(name)).collect();
        if self.work.authors.len() > shown {
            names.push(String::from("others"));
        }
        names.join(" and ")
    }

    fn name(&self, name: &Name) -> String {
        match name {
            Name::Organisation { name } => format!("{{{}}}", self.escape(name)),
            Name::Person { given, suffix, .. } => {
                let family = self.escape(&name.surname());
                let initials: Vec<String> = given
                    .split([' ', '-'])
                    .filter_map(|part| part.chars().next())
                    .map(|initial| format!("{initial}."))
                    .collect();
                let given = self.escape(given);
                let suffix = if suffix.is_empty() { String::new() } else { format!(", {suffix}") };
                match self.names {
                    _ if given.is_empty() => format!("{{{family}}}"),
                    Names::Initials => format!("{family}{suffix}, {}", initials.join(" ")),
                    Names::GivenFirst if suffix.is_empty() && !family.contains(' ') => {
                        format!("{given} {family}")
                    }
                    _ => format!("{family}{suffix}, {given}"),
                }
            }
        }
    }

    /// Escapes special characters of TeX, and writes accents in TeX if the style requires it.
    fn escape(&self, text: &str) -> String {
        let mut out = String::new();
        for c in text.chars() {
            match c {
                '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
                '{' | '}' | '\\' => {}
                '~' => out.push(' '),
                'é' if self.accents => out.push_str("{\\'e}"),
                'á' if self.accents => out.push_str("{\\'a}"),
                'í' if self.accents => out.push_str("{\\'\\i}"),
                'ó' if self.accents => out.push_str("\\'{o}"),
                'ü' if self.accents => out.push_str("{\\\"u}"),
                'ö' if self.accents => out.push_str("\\\"o"),
                'ä' if self.accents => out.push_str("{\\\"{a}}"),
                'ñ' if self.accents => out.push_str("{\\~n}"),
                'ç' if self.accents => out.push_str("{\\c c}"),
                'ø' if self.accents => out.push_str("{\\o}"),
                'α' if self.accents => out.push_str("$\\alpha$"),
                'β' if self.accents => out.push_str("$\\beta$"),
                'γ' if self.accents => out.push_str("$\\gamma$"),
                _ => out.push(c),
            }
        }
        out
    }
}

pub(crate) type Style = fn(&Work) -> Option<String>;

/// The styles of honest authors.
const STYLES: &[(&str, Style)] = &[
    ("as recorded, abbreviated journal", |work| Some(Entry::of(work).abbreviated(true).write())),
    ("as recorded, full journal", |work| Some(Entry::of(work).write())),
    ("no identifiers, abbreviated journal", |work| {
        Some(Entry::of(work).abbreviated(true).without_identifiers().write())
    }),
    ("no identifiers, full journal", |work| Some(Entry::of(work).without_identifiers().write())),
    ("initials with dots", |work| Some(Entry::of(work).names(Names::Initials).without_identifiers().write())),
    ("given names first", |work| {
        Some(Entry::of(work).names(Names::GivenFirst).abbreviated(true).without_identifiers().write())
    }),
    ("three authors and others", |work| {
        Some(Entry::of(work).names(Names::Others(3)).abbreviated(true).without_identifiers().write())
    }),
    ("six authors and others", |work| Some(Entry::of(work).names(Names::Others(6)).write())),
    ("one author and others", |work| {
        Some(Entry::of(work).names(Names::Others(1)).without_identifiers().write())
    }),
    ("accents as TeX writes them", |work| {
        let mut entry = Entry::of(work).without_identifiers();
        entry.accents = true;
        Some(entry.write())
    }),
    ("without accents", |work| {
        let mut entry = Entry::of(work).without_identifiers();
        for name in &mut entry.work.authors {
            if let Name::Person { family, given, .. } = name {
                *family = ascii(family);
                *given = ascii(given);
            }
        }
        Some(entry.write())
    }),
    ("umlauts spelled out", |work| {
        let mut entry = Entry::of(work).without_identifiers();
        let spell = |text: &str| {
            text.replace('ä', "ae")
                .replace('ö', "oe")
                .replace('ü', "ue")
                .replace('ß', "ss")
                .replace('ø', "oe")
                .replace('å', "aa")
        };
        let mut changed = false;
        for name in &mut entry.work.authors {
            if let Name::Person { family, .. } = name {
                changed |= spell(family) != *family;
                *family = spell(family);
            }
        }
        changed.then(|| entry.write())
    }),
    ("without its subtitle", |work| {
        let title = work.full_title()?;
        let (main, _) = title.split_once(": ")?;
        (main.split(' ').count() >= 3)
            .then(|| Entry::of(work).title(main.to_owned()).without_identifiers().write())
    }),
    ("title in capitals of titles", |work| {
        let title = work.full_title()?;
        let capital = |word: &str| {
            let mut chars = word.chars();
            chars
                .next()
                .map(|first| first.to_uppercase().chain(chars).collect::<String>())
                .unwrap_or_default()
        };
        let title = title.split(' ').map(capital).collect::<Vec<_>>().join(" ");
        Some(Entry::of(work).title(title).without_identifiers().write())
    }),
    ("title in capital letters", |work| {
        Some(Entry::of(work).title(work.full_title()?.to_uppercase()).without_identifiers().write())
    }),
    ("title in protecting braces", |work| {
        let source = Entry::of(work).without_identifiers().write();
        Some(source.replacen("title = {", "title = {{", 1).replacen("},\n  journal", "}},\n  journal", 1))
    }),
    ("title with a full stop", |work| {
        Some(Entry::of(work).title(format!("{}.", work.full_title()?)).write())
    }),
    ("translated title in brackets", |work| {
        work.original_title.is_some().then(|| {
            Entry::of(work)
                .title(format!("[{}]", work.title.clone().unwrap_or_default()))
                .without_identifiers()
                .write()
        })
    }),
    ("title in its own language", |work| {
        Some(Entry::of(work).title(work.original_title.clone()?).without_identifiers().write())
    }),
    ("the year online", |work| {
        let year = work.online_date?.year;
        let mut entry = Entry::of(work).without_identifiers();
        entry.work.date.as_mut()?.year = year;
        Some(entry.write())
    }),
    ("a year later", |work| {
        let mut entry = Entry::of(work);
        entry.work.date.as_mut()?.year += 1;
        Some(entry.write())
    }),
    ("ahead of print", |work| {
        let mut entry = Entry::of(work).abbreviated(true);
        entry.work.volume = None;
        entry.work.issue = None;
        entry.work.pages = None;
        Some(entry.write())
    }),
    ("nothing but title, authors and year", |work| {
        let mut entry = Entry::of(work).without_identifiers();
        entry.work.volume = None;
        entry.work.issue = None;
        entry.work.pages = None;
        entry.work.container = None;
        Some(entry.write())
    }),
    ("nothing but a DOI", |work| {
        work.identifiers.doi().map(|doi| format!("@article{{key, doi = {{{doi}}}}}"))
    }),
    ("nothing but a PubMed number", |work| {
        work.identifiers.pmid().map(|pmid| format!("@article{{key, pmid = {{{pmid}}}}}"))
    }),
    ("dots in the journal", |work| {
        let short = work.container_short.clone()?;
        let dotted = short
            .split(' ')
            .map(|word| if word.len() < 9 { format!("{word}.") } else { word.to_owned() })
            .collect::<Vec<_>>()
            .join(" ");
        let mut entry = Entry::of(work).without_identifiers();
        entry.work.container = Some(dotted);
        Some(entry.write())
    }),
    ("all pages written out", |work| {
        let pages = referee_bibliography::Pages::parse(work.pages.as_deref()?)?;
        let mut entry = Entry::of(work).without_identifiers();
        entry.work.pages = Some(format!("{}-{}", pages.first, pages.last));
        Some(entry.write())
    }),
    ("British spelling made American", |work| {
        let title = work.full_title()?;
        let changed = title
            .replace("our ", "or ")
            .replace("isation", "ization")
            .replace("ised", "ized")
            .replace("aem", "em")
            .replace("oed", "ed")
            .replace("centre", "center");
        // Only if the title contains words with British spelling.
        let british = [
            "tumour ",
            "behaviour ",
            "colour ",
            "isation",
            "ised ",
            "anaem",
            "haem",
            "oedem",
            "leukaem",
            "centre",
        ];
        (changed != title
            && british.iter().any(|word| title.to_lowercase().contains(word))
            && !title.contains("four ")
            && !title.contains("our "))
        .then(|| Entry::of(work).title(changed).without_identifiers().write())
    }),
];

pub(crate) fn ascii(text: &str) -> String {
    // Accents are dropped, as by an author without the keys for them.
    const PLAIN: &[(&str, &str)] = &[
        ("áàâäãåā", "a"),
        ("éèêëē", "e"),
        ("íìîï", "i"),
        ("óòôöõø", "o"),
        ("úùûü", "u"),
        ("ñ", "n"),
        ("çćč", "c"),
        ("šś", "s"),
        ("žźż", "z"),
        ("ł", "l"),
        ("ÁÀÂÄÅ", "A"),
        ("ÉÈ", "E"),
        ("ÓÖØ", "O"),
        ("Ü", "U"),
        ("ŠŚ", "S"),
        ("ŽŻ", "Z"),
        ("Č", "C"),
        ("Ł", "L"),
        ("ß", "ss"),
        ("ğ", "g"),
        ("ý", "y"),
        ("ř", "r"),
    ];
    text.chars()
        .map(|c| {
            PLAIN
                .iter()
                .find(|(marked, _)| marked.contains(c))
                .map_or_else(|| c.to_string(), |(_, plain)| (*plain).to_owned())
        })
        .collect()
}
