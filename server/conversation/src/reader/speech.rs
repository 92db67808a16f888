//! Speech without speakers, as programs for dictation write it: who says a sentence follows from questions and answers.

use super::turn::{Role, Turn};
use crate::vocabulary::lists;
use crate::words::{Word, WordKind};
use referee_text::Span;

/// The lowest share of words of a conversation in speech: "you", "I", "okay", and question marks. In 122 recorded visits
/// it is at least 0.09, in 622 notes at most 0.11, since some notes address the patient.
const LEAST_SHARE: f64 = 0.05;
/// The lowest share of words that are not written in notes or letters: "okay", "yeah", and question marks. It is at
/// least 0.011 in those visits, and at most 0.008 in the notes that address the patient.
const LEAST_TALK: f64 = 0.01;
/// The maximum number of words of a sentence for each end mark; with more, the text counts as unpunctuated.
const MAX_SENTENCE: usize = 40;
/// The number of sentences after a question that count as the answer.
const ANSWER_SENTENCES: usize = 3;

/// Splits lines without speakers at sentences and gives them roles; `None` if they are not speech. `is_recorded` is
/// whether the format is one of recordings, which contain nothing else.
pub(super) fn turns(lines: &[Turn], text: &str, is_recorded: bool) -> Option<Vec<Turn>> {
    let all: Vec<Vec<Word>> = lines.iter().map(|line| line.words(text)).collect();
    let count = |wanted: &dyn Fn(&Word) -> bool| all.iter().flatten().filter(|word| wanted(word)).count();
    let letters = count(&Word::is_letters);
    let marks = count(&|word| word.is_mark('?'));
    let talk =
        all.iter().map(|words| questions(words)).sum::<usize>() + count(&|word| lists().talk.has(word));
    let persons = count(&|word| lists().person.has(word));
    let is_least = |count: usize, share: f64| count as f64 >= share * letters as f64;
    let is_speech = talk > 0 && is_least(talk, LEAST_TALK) && is_least(talk + persons, LEAST_SHARE);
    if letters == 0 || !(is_recorded || is_speech) {
        return None;
    }
    let is_punctuated = count(&|word| is_end(word)) * MAX_SENTENCE >= letters;
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for (line, words) in all.iter().enumerate() {
        split(line, words, is_punctuated, &mut pieces);
    }
    assign(&mut pieces, marks > 0);
    Some(joined(&pieces, lines))
}

/// Counts the questions that are put to a person: "Any chest pain?", not "Chest pain?" as in a form.
fn questions(words: &[Word]) -> usize {
    words
        .split_inclusive(is_end)
        .filter(|sentence| {
            let is_put = |at: usize| {
                lists().person.has(&sentence[at])
                    || lists().question.length_at(sentence, at) > 0
                    || lists().asking.length_at(sentence, at) > 0
            };
            sentence.last().is_some_and(|word| word.is_mark('?')) && (0..sentence.len()).any(is_put)
        })
        .count()
}

fn is_end(word: &Word) -> bool {
    matches!(word.kind, WordKind::Mark('.' | '?' | '!'))
}

/// A sentence, or the part of one in a line.
struct Piece<'t> {
    line: usize,
    words: &'t [Word],
    role: Role,
    /// Whether it continues a sentence of the line before.
    continues: bool,
    /// Whether the sentence goes on in the next line.
    is_open: bool,
}

fn split<'t>(line: usize, words: &'t [Word], is_punctuated: bool, out: &mut Vec<Piece<'t>>) {
    let mut from = 0;
    for at in 0..words.len() {
        // "Any pain? ...": several marks end one sentence.
        let ends = is_end(&words[at]) && words.get(at + 1).is_none_or(|next| !is_end(next));
        if ends || at + 1 == words.len() {
            let continues = out.last().is_some_and(|before| before.is_open);
            let is_open = is_punctuated && !ends;
            out.push(Piece { line, words: &words[from..=at], role: Role::Other, continues, is_open });
            from = at + 1;
        }
    }
}

/// Gives each sentence a role: questions to the clinician, and the sentences after them to the patient.
fn assign(pieces: &mut [Piece<'_>], has_marks: bool) {
    let mut from = 0;
    let mut answers = 0;
    while from < pieces.len() {
        let open = pieces[from..].iter().take_while(|piece| piece.is_open).count();
        let to = (from + open + 1).min(pieces.len());
        let role = if asks(&pieces[from..to], has_marks) {
            answers = ANSWER_SENTENCES;
            Role::Clinician
        } else if answers > 0 {
            answers -= 1;
            Role::Patient
        } else {
            Role::Other
        };
        pieces[from..to].iter_mut().for_each(|piece| piece.role = role);
        from = to;
    }
}

/// Whether a sentence is a question. Without question marks in the text, a line asks if a question begins shortly before
/// its end.
fn asks(sentence: &[Piece<'_>], has_marks: bool) -> bool {
    const LAST_WORDS: usize = 14;
    const DENIED_WITHIN: usize = 5;
    let mut all = sentence.iter().map(|piece| piece.words);
    if has_marks {
        return all.any(|words| words.iter().any(|word| word.is_mark('?')));
    }
    let words = all.next_back().unwrap_or_default();
    (words.len().saturating_sub(LAST_WORDS)..words.len()).any(|at| {
        let begins = lists().question.length_at(words, at) > 0 || lists().asking.length_at(words, at) > 0;
        // "I don't have any"
        begins && !words[at.saturating_sub(DENIED_WITHIN)..at].iter().any(|word| lists().negation.has(word))
    })
}

/// Joins the sentences of one role in one line.
fn joined(pieces: &[Piece<'_>], lines: &[Turn]) -> Vec<Turn> {
    let mut out: Vec<Turn> = Vec::new();
    let mut last_line = None;
    for piece in pieces {
        let (Some(first), Some(last), Some(line)) =
            (piece.words.first(), piece.words.last(), lines.get(piece.line))
        else {
            continue;
        };
        let span = Span { start: first.span.start, end: last.span.end };
        match out.last_mut() {
            Some(turn) if last_line == Some(piece.line) && turn.role == piece.role => {
                turn.span.end = span.end
            }
            _ => out.push(Turn { role: piece.role, span, continues: piece.continues, ..line.clone() }),
        }
        last_line = Some(piece.line);
    }
    out
}
