//! The letters of a text, as the set of all its runs of three.
//!
//! Many patterns search the same text in succession, so each thread keeps the sets of the last few
//! texts.

use memchr::memmem;
use std::cell::RefCell;

/// A letter in the reduced alphabet that compares patterns with texts. It is the same for both
/// cases; all digits are one letter; and so are all other characters (blanks, marks, accented
/// letters, and the ends of the text). Adjacent digits or other characters count as one.
pub(crate) type Letter = u8;

/// One or more digits.
pub(crate) const DIGIT: Letter = 26;
/// One or more characters that are neither a letter from `a` to `z` nor a digit.
pub(crate) const GAP: Letter = 27;

const fn of_byte(byte: u8) -> Letter {
    match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A',
        b'0'..=b'9' => DIGIT,
        _ => GAP,
    }
}

const LETTERS: [Letter; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = of_byte(byte as u8);
        byte += 1;
    }
    all
};

/// Returns the letter of a character.
pub(crate) fn letter(character: char) -> Letter {
    u8::try_from(character).map_or(GAP, of_byte)
}

/// Adds a letter to a run.
pub(crate) fn push(run: &mut Vec<Letter>, letter: Letter) {
    if letter < DIGIT || run.last() != Some(&letter) {
        run.push(letter);
    }
}

/// The maximum length of a text that is analysed before a pattern searches it, in bytes.
const MAX_TEXT: usize = 16 * 1024;
/// The number of texts whose sets each thread keeps.
const KEPT: usize = 4;

/// The runs of one, two and three letters in a text.
pub(crate) struct LetterSet {
    text: String,
    letters: Vec<Letter>,
    ones: u32,
    twos: Box<[u64; 16]>,
    threes: Box<[u64; 512]>,
    /// Whether the text contains a character that a case-insensitive pattern matches with an ASCII
    /// letter.
    folds: bool,
}

impl Default for LetterSet {
    fn default() -> Self {
        Self {
            text: String::new(),
            letters: Vec::new(),
            ones: 0,
            twos: Box::new([0; 16]),
            threes: Box::new([0; 512]),
            folds: false,
        }
    }
}

impl LetterSet {
    fn read(&mut self, text: &str) {
        self.text.clear();
        self.text.push_str(text);
        self.letters.clear();
        self.letters.push(GAP);
        for byte in text.bytes() {
            push(&mut self.letters, LETTERS[usize::from(byte)]);
        }
        push(&mut self.letters, GAP);
        self.ones = 0;
        self.twos.fill(0);
        self.threes.fill(0);
        let mut run = 0_usize;
        for (at, letter) in self.letters.iter().enumerate() {
            run = (run << 5 | usize::from(*letter)) & 0x7fff;
            self.ones |= 1 << letter;
            if at >= 1 {
                let two = run & 0x3ff;
                self.twos[two >> 6] |= 1 << (two & 63);
            }
            if at >= 2 {
                self.threes[run >> 6] |= 1 << (run & 63);
            }
        }
        // The long s and the Kelvin sign match `s` and `k`.
        self.folds = !text.is_ascii() && text.contains(['\u{17f}', '\u{212a}']);
    }

    /// Whether the text contains a run.
    pub(crate) fn has(&self, run: &[Letter]) -> bool {
        let number = |run: &[Letter]| run.iter().fold(0, |all, letter| all << 5 | usize::from(*letter));
        match run.len() {
            0 => true,
            1 => self.ones >> number(run) & 1 == 1,
            2 => self.twos[number(run) >> 6] >> (number(run) & 63) & 1 == 1,
            length => {
                let is_here = |three: usize| self.threes[three >> 6] >> (three & 63) & 1 == 1;
                run.windows(3).all(|three| is_here(number(three)))
                    && (length == 3 || memmem::find(&self.letters, run).is_some())
            }
        }
    }
}

thread_local! {
    static SETS: RefCell<([LetterSet; KEPT], usize)> = RefCell::default();
}

/// Returns the result of `ask` for the runs of a text; `None` if the text is too long, or if
/// `is_new` is false and its set is not kept.
pub(crate) fn of_text(text: &str, is_new: bool, ask: impl FnOnce(&LetterSet) -> bool) -> Option<bool> {
    if text.len() > MAX_TEXT {
        return None;
    }
    SETS.with_borrow_mut(|(sets, oldest)| {
        let known = sets.iter().position(|set| !set.letters.is_empty() && set.text == text);
        if known.is_none() && !is_new {
            return None;
        }
        let at = known.unwrap_or_else(|| {
            let at = *oldest;
            *oldest = (at + 1) % KEPT;
            sets[at].read(text);
            at
        });
        let set = &sets[at];
        Some(set.folds || ask(set))
    })
}
