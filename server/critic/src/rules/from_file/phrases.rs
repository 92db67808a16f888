//! The words and phrases of all rule files, found in one pass over the words of a block.

use super::compiled::{COMPILED, Wanted};
use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::analysis::words::{Id, Token, Word, end_of_phrase, tokens};
use referee_knowledge::rules::Target;
use referee_text::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

/// A phrase of a frame.
struct Phrase {
    rule: usize,
    frame: usize,
    role: Role,
    tokens: Vec<Token>,
}

/// What a phrase is for its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// What it looks for: the form, by its index.
    Form(usize),
    /// What must be beside a form.
    Beside(usize),
    /// A longer phrase in which forms do not count.
    Except,
}

/// A form of a frame in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhraseHit {
    /// The rule, by its number.
    pub(super) rule: usize,
    /// The frame, by its index.
    pub(super) frame: usize,
    /// The form, by its index.
    pub(super) form: usize,
    pub(super) span: Span,
}

/// The forms of all frames in a block.
struct BlockPhrases(Vec<PhraseHit>);

/// The phrases by how they begin.
#[derive(Default)]
struct Index {
    phrases: Vec<Phrase>,
    by_id: FxHashMap<Id, Vec<usize>>,
    /// Phrases that begin with the beginning of a word.
    by_beginning: Vec<(Box<str>, usize)>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for rule in COMPILED.iter() {
        for (at, frame) in rule.frames.iter().enumerate() {
            let (Wanted::Phrases, Target::Words(forms)) = (&frame.wanted, &frame.frame.target) else {
                continue;
            };
            let mut add = |text: &str, role: Role| index.add(rule.number, at, text, role);
            for (number, form) in forms.iter().enumerate() {
                add(&form.text, Role::Form(number));
                form.beside.iter().for_each(|text| add(text, Role::Beside(number)));
            }
            frame.frame.except.iter().for_each(|text| add(text, Role::Except));
        }
    }
    index
});

impl Index {
    fn add(&mut self, rule: usize, frame: usize, text: &str, role: Role) {
        let tokens = tokens(text);
        let number = self.phrases.len();
        match tokens.first() {
            Some(Token::Word(id, plural)) => {
                for id in std::iter::once(*id).chain(*plural) {
                    self.by_id.entry(id).or_default().push(number);
                }
            }
            Some(Token::Number(_)) => self.by_id.entry(Id::NUMBER).or_default().push(number),
            Some(Token::Mark(id)) => self.by_id.entry(*id).or_default().push(number),
            Some(Token::Beginning(start)) => self.by_beginning.push((start.clone(), number)),
            None => return,
        }
        self.phrases.push(Phrase { rule, frame, role, tokens });
    }

    /// Calls `each` for the phrases that may begin with a word.
    fn beginning_at(&self, text: &str, word: Word, mut each: impl FnMut(usize)) {
        if word.id != Id::UNKNOWN
            && let Some(all) = self.by_id.get(&word.id)
        {
            all.iter().for_each(|number| each(*number));
        }
        if !self.by_beginning.is_empty() && word.id.is_word() {
            let first = text.as_bytes().get(word.span.start as usize).map(u8::to_ascii_lowercase);
            let is_possible =
                |start: &str| !first.is_some_and(|byte| byte.is_ascii()) || start.bytes().next() == first;
            if self.by_beginning.iter().any(|(start, _)| is_possible(start)) {
                let shown = fold(text.get(word.span.range()).unwrap_or_default());
                let fitting = self.by_beginning.iter().filter(|(start, _)| shown.starts_with(&**start));
                fitting.for_each(|(_, number)| each(*number));
            }
        }
    }
}

/// Returns the forms of one rule in a block, in the order of the text.
pub(super) fn hits(rule: usize, block: &BlockContext<'_>) -> Vec<PhraseHit> {
    let all: Arc<BlockPhrases> = block.fact(|block| BlockPhrases(find(block)));
    all.0.iter().filter(|hit| hit.rule == rule).copied().collect()
}

fn find(block: &BlockContext<'_>) -> Vec<PhraseHit> {
    let (text, words) = (block.prose(), block.words());
    let mut found: Vec<(usize, Span)> = Vec::new();
    for (first, word) in words.iter().enumerate() {
        INDEX.beginning_at(text, *word, |number| {
            let Some(phrase) = INDEX.phrases.get(number) else { return };
            let end = end_of_phrase(text, words, first, &phrase.tokens);
            let last = end.and_then(|end| words.get(end.checked_sub(1)?));
            // "Non-steroidal" is another word than "steroidal".
            let is_part = || {
                let before = text.get(..word.span.start as usize).unwrap_or_default();
                before.strip_suffix('-').is_some_and(|before| before.ends_with(char::is_alphanumeric))
            };
            if let Some(last) = last.filter(|_| !is_part()) {
                found.push((number, word.span.cover(last.span)));
            }
        });
    }
    let of = |number: usize| INDEX.phrases.get(number);
    let is_in = |rule: usize, frame: usize, wanted: Role, place: Option<Span>| {
        found.iter().any(|(number, span)| {
            of(*number).is_some_and(|other| (other.rule, other.frame, other.role) == (rule, frame, wanted))
                && place.is_none_or(|place| span.contains(place))
        })
    };
    let mut out: Vec<PhraseHit> = Vec::new();
    for (number, span) in &found {
        let Some(phrase) = of(*number) else { continue };
        let Role::Form(form) = phrase.role else { continue };
        let frame = COMPILED.get(phrase.rule).and_then(|rule| rule.frames.get(phrase.frame));
        let Some(frame) = frame.map(|frame| frame.frame) else { continue };
        let Target::Words(forms) = &frame.target else { continue };
        let needs_company = forms.get(form).is_some_and(|form| !form.beside.is_empty());
        let before = text.get(..span.start as usize).unwrap_or_default();
        let is_quoted = before.ends_with(['"', '“', '‘', '\'', '«', '`']);
        if needs_company && !is_in(phrase.rule, phrase.frame, Role::Beside(form), None)
            || is_in(phrase.rule, phrase.frame, Role::Except, Some(*span))
            || is_quoted && !frame.quoted
        {
            continue;
        }
        out.push(PhraseHit { rule: phrase.rule, frame: phrase.frame, form, span: *span });
    }
    // Of overlapping forms of a frame, the first counts, and of those the longest.
    out.sort_by_key(|hit| (hit.rule, hit.frame, hit.span.start, std::cmp::Reverse(hit.span.end)));
    out.dedup_by(|next, known| {
        (next.rule, next.frame) == (known.rule, known.frame) && next.span.start < known.span.end
    });
    out.sort_by_key(|hit| (hit.rule, hit.span.start));
    out
}
