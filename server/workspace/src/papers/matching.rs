//! Decides which file is which work.

use super::keys::keys;
use super::planned_reference::PlannedReference;
use referee_bibliography::Work;
use referee_documents::full_text::{Identity, identify};
use referee_literature::papers::{ContentHash, Paper, PaperStore};
use referee_text::{Message, fold};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The maximum number of comparisons that are kept.
const MAX_KNOWN: usize = 100_000;

/// The minimum length of a citation key, or of a part of an identifier, in a file name.
const MIN_NAME: usize = 6;

/// The number of characters at the end of an identifier that a file name must have.
const MAX_IDENTIFIER: usize = 24;

/// The number of words of a title that a file name must have.
const MIN_TITLE_WORDS: usize = 4;

/// Whether a paper is a work.
#[derive(Clone, Debug)]
pub(super) enum Match {
    /// It is this work.
    ThisWork,
    /// It is another one, with the reason.
    OtherWork(Message),
    /// It does not show which work it is.
    Unknown,
}

/// The comparisons of papers and works that were made before: comparing reads the first pages.
#[derive(Default)]
pub(super) struct Matches {
    known: HashMap<(ContentHash, u64), Match>,
}

impl Matches {
    /// Compares a paper with the work of a reference: as its record describes it, or as the author
    /// does.
    pub(super) fn of(&mut self, store: &PaperStore, paper: &Paper, reference: &PlannedReference) -> Match {
        let key = (paper.hash, reference.hash);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // Without its beginning nothing is known, also not for the next time.
        let Some(head) = store.head(paper.hash) else { return Match::Unknown };
        let mut found = Match::Unknown;
        for work in &reference.works {
            match identify(&head, work) {
                Identity::ThisWork => {
                    found = Match::ThisWork;
                    break;
                }
                Identity::OtherWork { why } if matches!(found, Match::Unknown) => {
                    found = Match::OtherWork(why);
                }
                Identity::OtherWork { .. } | Identity::Unknown => {}
            }
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, found.clone());
        found
    }
}

/// The files of folders, by what they say about themselves and by their names.
pub(super) struct FileIndex<'a> {
    by_key: HashMap<String, Vec<usize>>,
    by_word: HashMap<String, Vec<usize>>,
    /// By the whole name, and by its last characters.
    by_name: HashMap<String, Vec<usize>>,
    names: Vec<FileName<'a>>,
}

struct FileName<'a> {
    path: &'a Path,
    /// The words of the name, folded.
    words: BTreeSet<String>,
    /// The name without spaces and punctuation, in lower case.
    compact: String,
}

impl<'a> FileIndex<'a> {
    /// Creates the index of files, each with its paper if it was read.
    pub(super) fn of(files: impl Iterator<Item = (&'a Path, Option<&'a Paper>)>) -> Self {
        let mut index = FileIndex {
            by_key: HashMap::new(),
            by_word: HashMap::new(),
            by_name: HashMap::new(),
            names: Vec::new(),
        };
        for (at, (path, paper)) in files.enumerate() {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let spaced = stem.replace(['_', '-', '.', ',', '(', ')', '[', ']', '+'], " ");
            let words: BTreeSet<String> = fold::words(&spaced).into_iter().collect();
            for word in &words {
                index.by_word.entry(word.clone()).or_default().push(at);
            }
            for key in paper.into_iter().flat_map(|paper| keys(paper.work())) {
                index.by_key.entry(key).or_default().push(at);
            }
            let compact = compact(&stem);
            // `2101.00001v2`: an identifier in a name may have a version.
            let without_version = compact.trim_end_matches(|c: char| c.is_ascii_digit());
            let without_version = without_version.strip_suffix('v').unwrap_or(&compact);
            let names = [Some(compact.as_str()), tail(&compact), tail(without_version)];
            let names: BTreeSet<&str> = names.into_iter().flatten().collect();
            for name in names {
                index.by_name.entry(name.to_owned()).or_default().push(at);
            }
            index.names.push(FileName { path, words, compact });
        }
        index
    }

    /// Returns the files that may be the work of a reference, those that say so first.
    pub(super) fn candidates(&self, reference: &PlannedReference) -> Vec<&'a Path> {
        let keys = reference.works.iter().flat_map(|work| keys(work));
        let mut found: Vec<usize> = keys.filter_map(|key| self.by_key.get(&key)).flatten().copied().collect();
        let likely = reference.works.iter().flat_map(|work| self.named_like(work));
        found.extend(likely);
        found.extend(self.named_as(&reference.label));
        let mut out = Vec::new();
        for path in found.into_iter().filter_map(|at| Some(self.names.get(at)?.path)) {
            if !out.contains(&path) {
                out.push(path);
            }
        }
        out
    }

    /// Returns the files whose name contains the author and the year, several words of the title,
    /// or an identifier.
    fn named_like(&self, work: &Work) -> Vec<usize> {
        let mut out = Vec::new();
        let author = work.authors.first().map(|name| fold::name(&name.surname()));
        let year = work.year().map(|year| year.to_string());
        if let (Some(author), Some(year)) = (author, year)
            && let Some(first) = author.split(' ').next_back()
        {
            out.extend(self.with_word(first).filter(|name| name.1.words.contains(&year)).map(|name| name.0));
            // `roe2019`, `Roe2019a`.
            let joined = format!("{first}{year}");
            out.extend(self.starting_with(&joined));
        }
        let title: Vec<String> = fold::words(&work.full_title().unwrap_or_default());
        let rare = title.iter().filter(|word| word.len() > 3).take(MIN_TITLE_WORDS * 2);
        let rare: Vec<&String> = rare.collect();
        if rare.len() >= MIN_TITLE_WORDS
            && let Some(first) = rare.first()
        {
            let has_words = |name: &FileName<'_>| {
                rare.iter().filter(|word| name.words.contains(**word)).count() >= MIN_TITLE_WORDS
            };
            out.extend(self.with_word(first).filter(|name| has_words(name.1)).map(|name| name.0));
        }
        for identifier in work.identifiers.iter() {
            let text = compact(&identifier.canonical().to_string());
            // A DOI in a file name lacks its slash, and often its prefix.
            let text = text.strip_prefix("doi").unwrap_or(&text);
            let end = text.get(text.len().saturating_sub(MAX_IDENTIFIER)..).unwrap_or(text);
            let alike = tail(end).and_then(|tail| self.by_name.get(tail)).into_iter().flatten().copied();
            out.extend(alike.filter(|at| self.names.get(*at).is_some_and(|name| name.compact.contains(end))));
        }
        out
    }

    fn named_as(&self, label: &str) -> Vec<usize> {
        let label = compact(label);
        if label.len() < MIN_NAME {
            return Vec::new();
        }
        self.by_name.get(&label).cloned().unwrap_or_default()
    }

    fn with_word(&self, word: &str) -> impl Iterator<Item = (usize, &FileName<'a>)> {
        let at = self.by_word.get(word).into_iter().flatten().copied();
        at.filter_map(|at| Some((at, self.names.get(at)?)))
    }

    fn starting_with(&self, start: &str) -> Vec<usize> {
        let all = self.names.iter().enumerate();
        all.filter_map(|(at, name)| name.compact.starts_with(start).then_some(at)).collect()
    }
}

/// Returns the last characters of a name; `None` if it has too few.
fn tail(compact: &str) -> Option<&str> {
    compact.get(compact.len().checked_sub(MIN_NAME)?..)
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
