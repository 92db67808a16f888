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

/// Whether a letter counts as one with the last of a run: adjacent digits, adjacent other characters.
pub(crate) fn is_collapsed(run: &[Letter], letter: Letter) -> bool {
    letter >= DIGIT && run.last() == Some(&letter)
}

/// The maximum length of a text that is analysed before a pattern searches it, in bytes.
const MAX_TEXT: usize = 16 * 1024;
/// The number of texts whose sets each thread keeps: the sentences of a block as they are, in small letters and folded,
/// which one rule after another searches. A set takes 4 KB.
const KEPT: usize = 24;

/// The number of a run of one, two or three letters.
pub(crate) type Code = u16;

/// The number of bits of a letter in a code.
const LETTER_BITS: u32 = 5;
/// The codes of runs of two letters begin here, after those of three.
const TWOS: Code = 1 << (3 * LETTER_BITS);
/// The codes of single letters begin here.
const ONES: Code = TWOS + (1 << (2 * LETTER_BITS));
/// One past the last code.
const CODES: Code = ONES + (1 << LETTER_BITS);
/// The words of a set of codes; every `Code` has its bit, so that no look-up can fail.
const WORDS: usize = (Code::MAX as usize + 1) / 64;

/// Returns the number of up to three letters.
fn number(run: &[Letter]) -> Code {
    run.iter().fold(0, |all, letter| all << LETTER_BITS | Code::from(*letter))
}

/// Returns the code of the rarest part of a run: of its three adjacent letters that are least
/// frequent in ordinary text, or of the whole run if it is shorter. `None` for an empty run.
pub(crate) fn rarest(run: &[Letter]) -> Option<Code> {
    let frequency = |run: &&[Letter]| -> u32 {
        run.iter()
            .map(|letter| u32::from(FREQUENCY.get(usize::from(*letter)).copied().unwrap_or(1)))
            .product()
    };
    match run.len() {
        0 => None,
        1 => Some(ONES + number(run)),
        2 => Some(TWOS + number(run)),
        _ => run.windows(3).min_by_key(frequency).map(number),
    }
}

/// How often each letter occurs in clinical text of English and Spanish, in per mille, at least 1:
/// `a` to `z`, then digits and other characters. It only affects the speed.
const FREQUENCY: [u8; 28] = [
    82, 15, 36, 38, 110, 16, 15, 32, 68, 2, 6, 42, 26, 62, 68, 22, 4, 62, 66, 72, 26, 9, 10, 3, 14, 3, 40,
    190,
];

/// The runs of one, two and three letters in a text.
pub(crate) struct LetterSet {
    text: String,
    letters: Vec<Letter>,
    codes: Box<[u64; WORDS]>,
    /// Whether the text contains a character that a case-insensitive pattern matches with an ASCII
    /// letter.
    folds: bool,
}

impl Default for LetterSet {
    fn default() -> Self {
        Self { text: String::new(), letters: Vec::new(), codes: Box::new([0; WORDS]), folds: false }
    }
}

impl LetterSet {
    fn read(&mut self, text: &str) {
        self.text.clear();
        self.text.push_str(text);
        self.letters.clear();
        self.letters.push(GAP);
        for letter in text.bytes().map(|byte| LETTERS[usize::from(byte)]).chain([GAP]) {
            if !is_collapsed(&self.letters, letter) {
                self.letters.push(letter);
            }
        }
        self.codes[..=usize::from(CODES >> 6)].fill(0);
        let mut run: Code = 0;
        for (at, letter) in self.letters.iter().enumerate() {
            run = (run << LETTER_BITS | Code::from(*letter)) & (TWOS - 1);
            let mut add = |code: Code| self.codes[usize::from(code >> 6)] |= 1 << (code & 63);
            add(ONES + Code::from(*letter));
            if at >= 1 {
                add(TWOS + (run & (ONES - TWOS - 1)));
            }
            if at >= 2 {
                add(run);
            }
        }
        // The long s and the Kelvin sign match `s` and `k`.
        self.folds = !text.is_ascii() && text.contains(['\u{17f}', '\u{212a}']);
    }

    /// Whether the text contains the run with this code.
    pub(crate) fn has_code(&self, code: Code) -> bool {
        self.codes[usize::from(code >> 6)] >> (code & 63) & 1 == 1
    }

    /// Whether the text contains a run whose [`rarest`] code it has.
    pub(crate) fn has_whole(&self, run: &[Letter]) -> bool {
        let has_parts = || run.windows(3).all(|part| self.has_code(number(part)));
        run.len() <= 3 || has_parts() && memmem::find(&self.letters, run).is_some()
    }
}

thread_local! {
    static SETS: RefCell<Sets> = RefCell::default();
}

/// The sets of the last few texts.
#[derive(Default)]
struct Sets {
    sets: [LetterSet; KEPT],
    /// The set that was used last, which most look-ups want again.
    last: usize,
    /// The set that is replaced next.
    oldest: usize,
}

impl Sets {
    /// Returns the index of the set of a text; reads the text if its set is not kept and `is_new`.
    fn of(&mut self, text: &str, is_new: bool) -> Option<usize> {
        let is_of = |set: &LetterSet| !set.letters.is_empty() && set.text == text;
        if is_of(self.sets.get(self.last)?) {
            return Some(self.last);
        }
        let at = match self.sets.iter().position(is_of) {
            Some(at) => at,
            None if !is_new => return None,
            None => {
                let at = self.oldest;
                self.oldest = (at + 1) % KEPT;
                self.sets.get_mut(at)?.read(text);
                at
            }
        };
        self.last = at;
        Some(at)
    }
}

/// Returns the result of `ask` for the runs of a text; `None` if the text is too long, or if
/// `is_new` is false and its set is not kept.
pub(crate) fn of_text(text: &str, is_new: bool, ask: impl FnOnce(&LetterSet) -> bool) -> Option<bool> {
    if text.len() > MAX_TEXT {
        return None;
    }
    SETS.with_borrow_mut(|sets| {
        let set = sets.of(text, is_new).and_then(|at| sets.sets.get(at))?;
        Some(set.folds || ask(set))
    })
}
