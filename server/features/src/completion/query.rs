//! Scores how well an entry matches the typed text.

use memchr::memmem::Finder;
use referee_text::fold;

/// The typed text, in the forms that are searched for.
pub(super) struct Query {
    /// All of it, in lower case: it may be part of a key.
    pub(super) key: String,
    pub(super) finder: Finder<'static>,
    /// Its words, which may be from authors and titles, and its numbers: `smith2020` has two.
    pub(super) words: Vec<Word>,
}

pub(super) struct Word {
    text: String,
    pub(super) finder: Finder<'static>,
    pub(super) is_number: bool,
}

impl Query {
    pub(super) fn new(text: &str) -> Self {
        let key = text.trim().to_lowercase();
        let mut words: Vec<String> = Vec::new();
        for word in fold::name(&key.replace(|c: char| !c.is_alphanumeric(), " ")).split(' ') {
            let mut last = None;
            for c in word.chars() {
                let is_digit = c.is_ascii_digit();
                match words.last_mut() {
                    Some(word) if last == Some(is_digit) => word.push(c),
                    _ => words.push(c.to_string()),
                }
                last = Some(is_digit);
            }
        }
        Query {
            finder: Finder::new(&key).into_owned(),
            key,
            words: words.into_iter().map(Word::new).collect(),
        }
    }

    /// Returns the score of an entry; `None` if it does not match.
    pub(super) fn score(&self, [key, authors, title]: [&str; 3], year: i16) -> Option<u32> {
        let mut score = 0;
        if let Some(at) = self.finder.find(key.as_bytes()) {
            score = match at {
                0 if key.len() == self.key.len() => 1000,
                // Of keys that begin with the typed text, shorter ones are better matches.
                0 => 900 - u32::try_from((key.len() - self.key.len()).min(50)).unwrap_or_default(),
                at if at_word(key, at) => 700,
                // The beginning of a word in the title is a better match.
                _ => 450,
            };
        }
        if score < 800 {
            let words = self.words.iter().map(|word| word.score(authors, title, year));
            score = score.max(words.min().unwrap_or_default());
        }
        (score > 0).then_some(score)
    }
}

impl Word {
    fn new(text: String) -> Self {
        let finder = Finder::new(&text).into_owned();
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        Word { finder, is_number, text }
    }

    /// Whether it is a year or the end of one: `2020`, `20`.
    pub(super) fn is_year(&self, year: i16) -> bool {
        if !self.is_number || year == 0 {
            return false;
        }
        let Ok(number) = self.text.parse::<i16>() else { return false };
        match self.text.len() {
            4 => year == number,
            3 => year / 10 == number,
            2 => year / 100 == number || year % 100 == number,
            _ => false,
        }
    }

    /// Scores the match: a name is better than a word of the title, a beginning better than a
    /// middle.
    fn score(&self, authors: &str, title: &str, year: i16) -> u32 {
        if self.is_year(year) {
            return 640;
        }
        let in_authors = self.score_in(authors, [680, 620, 300]);
        if in_authors >= 620 {
            return in_authors;
        }
        in_authors.max(self.score_in(title, [520, 480, 200]))
    }

    /// Returns the score of the best match in `text`, given the scores for a whole word, its
    /// beginning and its middle.
    fn score_in(&self, text: &str, [whole, beginning, middle]: [u32; 3]) -> u32 {
        let mut best = 0;
        for at in self.finder.find_iter(text.as_bytes()) {
            let ends = !text[at + self.text.len()..].starts_with(|c: char| c.is_alphanumeric());
            best = best.max(match (at_word(text, at), ends) {
                (true, true) => return whole,
                (true, false) => beginning,
                _ if self.text.len() >= 3 => middle,
                _ => 0,
            });
        }
        best
    }
}

/// Whether a word begins at `at`.
fn at_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let here = text[at..].chars().next();
    match (before, here) {
        (None, _) => true,
        (Some(before), Some(here)) => {
            !before.is_alphanumeric() || before.is_ascii_digit() != here.is_ascii_digit()
        }
        _ => false,
    }
}
