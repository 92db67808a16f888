//! Decides whether two titles are the title of one work.
//!
//! No single threshold of similarity can decide that: "Part I" and "Part II" of a work are 98 %
//! similar, the same title with and without its subtitle 67 %. So titles are compared word by word,
//! and the kind of difference counts: a spelling, a hyphen or a missing subtitle is ignored; a
//! number, a "not" or a drug is decisive.

mod cleaning;
mod segments;

pub(super) use cleaning::plain;

use super::words;
use cleaning::{bracketed, clean, translations, unnumbered};
use referee_bibliography::Work;
use referee_text::{fold, similarity};
use segments::{SegmentStart, segments};

/// The relation of two titles, the closest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TitleMatch {
    /// The same title, ignoring case, punctuation, hyphens, spelling variants and articles.
    Same,
    /// One is the other without its subtitle or without a part in parentheses.
    Part,
    /// The same except for a slip: a plural, a misspelt word.
    Slip,
    /// The reference has the recorded title and adds a subtitle, which the record lacks.
    Extended,
    /// Few words differ, none of them decisive.
    Near,
    /// Few words differ, and they are numbers, opposites or populations, as in works of a series.
    Sibling,
    /// Different titles.
    Different,
}

impl TitleMatch {
    /// Returns whether the titles may be regarded as one.
    pub(super) fn is_same(self) -> bool {
        matches!(self, TitleMatch::Same | TitleMatch::Part | TitleMatch::Slip)
    }

    /// Returns whether both are titles of one work, even if the reference adds a subtitle.
    pub(super) fn is_of_one_work(self) -> bool {
        self.is_same() || self == TitleMatch::Extended
    }
}

/// A title, parsed for comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Title {
    /// The significant words, each in its canonical spelling.
    words: Vec<String>,
    /// The places in `words` at which a subtitle may begin.
    cuts: Vec<Cut>,
    /// The words without spaces: two titles with the same key are the same.
    key: String,
    /// The words outside parentheses, if some are inside.
    outside: Option<String>,
    /// Whether the words inside parentheses state a design, a population or a direction.
    is_decided_inside: bool,
    /// Whether the work has a subtitle that this title leaves out.
    is_without_subtitle: bool,
}

/// A place at which a subtitle may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    /// The number of words before it.
    at: usize,
    /// Whether a full stop, a question mark or the like is there.
    is_after_sentence: bool,
    /// Whether the title ends there; what follows is the name of a site or a publisher.
    is_end: bool,
}

/// The maximum number of words that are read of a title; longer ones are abstracts in the wrong
/// field.
const MAX_WORDS: usize = 400;

impl Title {
    /// Parses a title as a reference or a record gives it.
    pub(super) fn read(raw: &str) -> Title {
        let cleaned = clean(raw);
        let mut title = Title::default();
        let segments = segments(&cleaned);
        // A site or a publisher ends the title; a subtitle may follow words in brackets.
        let last = segments.iter().rposition(|segment| !segment.is_apart_from_title()).unwrap_or_default();
        for (index, segment) in segments.iter().enumerate() {
            let before = title.words.len();
            push_words(&mut title.words, segment.text);
            if title.words.len() > MAX_WORDS {
                title.words.truncate(MAX_WORDS);
                break;
            }
            if before > 0 && before < title.words.len() {
                let is_end = index > last || segment.start == SegmentStart::Bar;
                let is_after_sentence = segment.start == SegmentStart::Sentence;
                title.cuts.push(Cut { at: before, is_after_sentence, is_end });
            }
            title.is_decided_inside |= segment.is_in_brackets && !segment.is_apart_from_title();
            if segment.is_in_brackets && before > 0 {
                title.outside.get_or_insert_with(|| title.words[..before].concat());
            } else if let Some(outside) = &mut title.outside {
                outside.push_str(&title.words[before..].concat());
            }
        }
        title.key = title.words.concat();
        title
    }

    /// Returns whether the title has English words, so that it can be compared with a translation
    /// into English.
    pub(super) fn is_english(&self) -> bool {
        self.words.iter().any(|word| matches!(word.as_str(), "of" | "with" | "from" | "by"))
    }

    /// Returns whether the title is written in ASCII letters.
    pub(super) fn is_ascii(&self) -> bool {
        self.key.is_ascii()
    }

    /// Returns whether nothing is left to compare.
    pub(super) fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// Returns whether the title has so many words that two works are unlikely to share it.
    pub(super) fn is_long(&self) -> bool {
        const MIN_LONG_WORDS: usize = 9;
        self.words.len() >= MIN_LONG_WORDS
    }

    /// Returns whether the title alone identifies the work: many works share titles of fewer than
    /// six words and fewer than 25 characters ("Editorial", "Diabetes mellitus"). The bounds are
    /// those of the hallucinator project.
    pub(super) fn is_distinctive(&self) -> bool {
        self.words.len() >= 6 || self.key.chars().count() >= 25
    }

    /// Computes a similarity like that of Crossref's matching of preprints and articles: two fifths
    /// of the similarity of the sets of words, two fifths of that of the sorted words, one fifth of
    /// that of the texts.
    pub(super) fn similarity(&self, other: &Title) -> f64 {
        let (a, b) = (self.words.join(" "), other.words.join(" "));
        0.4 * similarity::token_set(&a, &b)
            + 0.4 * similarity::token_sort(&a, &b)
            + 0.2 * similarity::ratio(&a, &b)
    }
}

/// Returns the titles of a work: as given, with the subtitle, in its original language.
pub(super) fn of(work: &Work) -> Vec<Title> {
    let mut out: Vec<Title> = Vec::new();
    if let Some(full) = work.full_title() {
        add(&mut out, &full);
    }
    let split = work.subtitle.as_ref().and(work.title.as_ref());
    if let Some(raw) = split {
        add(&mut out, raw);
        // If the two are the same, the subtitle is empty or repeats the title.
        if let [_, title] = out.as_mut_slice() {
            title.is_without_subtitle = true;
        }
    }
    if let Some(raw) = work.original_title.as_ref() {
        add(&mut out, raw);
    }
    for raw in [work.full_title().as_ref(), work.original_title.as_ref()].into_iter().flatten() {
        for part in translations(raw).into_iter().chain(unnumbered(raw)) {
            add(&mut out, part);
        }
    }
    out
}

/// Returns the titles that a reference may mean: those of the work, and both halves of "original
/// [translation]".
pub(super) fn claimed(work: &Work) -> Vec<Title> {
    let mut out = of(work);
    if work.printed.is_some() {
        // The title of a printed item ends at a full stop, and sometimes it is read too far.
        let cuts = out.iter_mut().flat_map(|title| &mut title.cuts);
        cuts.for_each(|cut| cut.is_end |= cut.is_after_sentence);
    }
    if let Some((outside, inside)) = work.title.as_deref().and_then(bracketed) {
        add(&mut out, outside);
        add(&mut out, inside);
    }
    out
}

fn add(titles: &mut Vec<Title>, raw: &str) {
    // A title that an index cut off within markup ("${{\\mathrm {Latent") cannot be compared.
    if raw.matches('{').count() > raw.matches('}').count() {
        return;
    }
    let title = Title::read(raw);
    if !title.is_empty() && !titles.contains(&title) {
        titles.push(title);
    }
}

/// Returns the closest relation between any two of the titles.
pub(super) fn relate(claimed: &[Title], recorded: &[Title]) -> TitleMatch {
    let mut best = TitleMatch::Different;
    for claim in claimed {
        for record in recorded {
            let relation = pair(claim, record);
            let leaves_out = claim.is_without_subtitle && relation.is_same();
            best = best.min(if leaves_out { TitleMatch::Extended } else { relation });
            if best == TitleMatch::Same {
                return best;
            }
        }
    }
    best
}

fn pair(claimed: &Title, recorded: &Title) -> TitleMatch {
    if claimed.is_empty() || recorded.is_empty() {
        return TitleMatch::Different;
    }
    if claimed.key == recorded.key {
        return TitleMatch::Same;
    }
    let is_shorter = claimed.key.len() <= recorded.key.len();
    let (short, long) = if is_shorter { (claimed, recorded) } else { (recorded, claimed) };
    match rest_of(short, long) {
        Some(Rest::Subtitle) if !is_shorter => TitleMatch::Extended,
        Some(_) => TitleMatch::Part,
        None => by_words(claimed, recorded),
    }
}

/// What a title has beyond a shorter form of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// A subtitle or words in parentheses.
    Subtitle,
    /// Words that say nothing about the work: the name of a site, an abbreviation in parentheses,
    /// words of the title again, the title of the work that a commentary is about.
    Nothing,
}

/// Returns what `long` has beyond `short`, if `short` is `long` up to a place where a subtitle may
/// begin, or without its parenthesis; otherwise `None`.
///
/// The rest must not be one that makes `long` a separate work: "…: reply", "…: part 2", "…: study
/// protocol".
fn rest_of(short: &Title, long: &Title) -> Option<Rest> {
    if short.words.len() < 2 && short.key.chars().count() < 8 {
        return None;
    }
    if long.outside.as_deref() == Some(short.key.as_str()) {
        return Some(if long.is_decided_inside { Rest::Subtitle } else { Rest::Nothing });
    }
    long.cuts.iter().find_map(|cut| {
        let (head, tail) = long.words.split_at(cut.at.min(long.words.len()));
        let same =
            head.iter().map(String::len).sum::<usize>() == short.key.len() && head.concat() == short.key;
        let is_repeated = tail.iter().all(|word| head.contains(word));
        let says_nothing = is_repeated || cut.is_end || words::is_commentary_on(tail);
        let rest = if says_nothing { Rest::Nothing } else { Rest::Subtitle };
        (same && (is_repeated || !words::is_work_of_its_own(tail))).then_some(rest)
    })
}

/// Compares two titles word by word.
fn by_words(a: &Title, b: &Title) -> TitleMatch {
    let common = a.words.iter().filter(|word| b.words.contains(word)).count();
    let most = a.words.len().max(b.words.len());
    let similar = || similarity::ratio_at_least(&a.key, &b.key, 0.8).is_some();
    if common * 2 < most && !similar() {
        return TitleMatch::Different;
    }
    let mut changed = 0;
    let (mut slips, mut decisive) = (0, false);
    for (left, right) in changes(&a.words, &b.words) {
        if left.concat() == right.concat() {
            continue;
        }
        if let ([one], [other]) = (left, right) {
            if is_slip(one, other) {
                slips += 1;
                continue;
            }
            decisive |= words::differ_by_prefix(one, other);
        }
        changed += left.len().max(right.len());
        decisive |= left.iter().chain(right).any(|word| words::is_decisive(word) || words::is_mark(word));
    }
    match changed {
        0 if slips == 0 => TitleMatch::Same,
        0 if slips <= 2 => TitleMatch::Slip,
        // Two fifths of the words: a title of five words with two changed is still recognized.
        _ if changed * 5 <= most * 2 || similar() => {
            if decisive {
                TitleMatch::Sibling
            } else {
                TitleMatch::Near
            }
        }
        _ => TitleMatch::Different,
    }
}

/// Returns whether two words differ by a plural, or by one wrong letter inside a long word. False
/// if they could be different words: a decisive one, another prefix, another ending of a substance.
fn is_slip(a: &str, b: &str) -> bool {
    if singular(a) == singular(b) {
        return true;
    }
    if is_letter_of_a_number(a, b) {
        return true;
    }
    const MIN_SLIP_BYTES: usize = 8;
    // The same letters in another order: "phlathate", "phthalate". Short words have real anagrams.
    const MIN_SHUFFLED_BYTES: usize = 14;
    if a.len() == b.len() && a.len() >= MIN_SHUFFLED_BYTES && letters(a) == letters(b) {
        return true;
    }
    a.is_ascii()
        && b.is_ascii()
        && a.len().min(b.len()) >= MIN_SLIP_BYTES
        && a.get(..3) == b.get(..3)
        && !words::is_decisive(a)
        && !words::is_decisive(b)
        && !words::differ_by_prefix(a, b)
        && !words::differ_in_ending(a, b)
        && similarity::edits(a, b) == 1
}

/// Returns whether two words with the same digits differ in one letter: "PK10" for PM10.
fn is_letter_of_a_number(a: &str, b: &str) -> bool {
    const MIN_BYTES: usize = 4;
    let digits = |word: &str| -> String { word.chars().filter(char::is_ascii_digit).collect() };
    a.len() == b.len()
        && a.len() >= MIN_BYTES
        && !digits(a).is_empty()
        && digits(a) == digits(b)
        && similarity::edits(a, b) == 1
}

fn letters(word: &str) -> Vec<u8> {
    let mut out: Vec<u8> = word.bytes().collect();
    out.sort_unstable();
    out
}

fn singular(word: &str) -> String {
    if word.len() < 4 || words::is_decisive(word) {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("ses").or_else(|| word.strip_suffix("sis")) {
        return format!("{stem}s");
    }
    word.strip_suffix("es")
        .or_else(|| word.strip_suffix('s'))
        .or_else(|| word.strip_suffix('e'))
        .unwrap_or(word)
        .to_owned()
}

/// Returns the runs of words in which two lists differ, in order (by the longest common
/// subsequence).
fn changes<'a>(a: &'a [String], b: &'a [String]) -> Vec<(&'a [String], &'a [String])> {
    let width = b.len() + 1;
    let mut longest = vec![0u16; (a.len() + 1) * width];
    for (i, left) in a.iter().enumerate().rev() {
        for (j, right) in b.iter().enumerate().rev() {
            longest[i * width + j] = if left == right {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    let (mut from_i, mut from_j) = (0, 0);
    loop {
        let done = i >= a.len() && j >= b.len();
        if done || (i < a.len() && j < b.len() && a[i] == b[j]) {
            if from_i < i || from_j < j {
                out.push((&a[from_i..i], &b[from_j..j]));
            }
            if done {
                return out;
            }
            i += 1;
            j += 1;
            (from_i, from_j) = (i, j);
        } else if j >= b.len() || (i < a.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// Folds a segment of a title and appends its words, each in its canonical spelling, without
/// articles and "and".
fn push_words(out: &mut Vec<String>, segment: &str) {
    let folded = fold::title(segment);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| words.get(at)).copied();
        let after = words.get(index + 1);
        match *word {
            "the" | "an" | "and" => continue,
            // "Vitamin A", "hepatitis A" and a title that ends in A: not an article.
            "a" if !before.is_some_and(words::counts)
                && after.is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit())) =>
            {
                continue;
            }
            word => out.push(words::canonical(word, before)),
        }
    }
}
