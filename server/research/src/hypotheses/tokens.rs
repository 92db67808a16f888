//! Splits a sentence into words and names, leaving out parentheses and adjusted covariates.

use super::abbreviations::long_form;
use super::lexicon::verbs::{is_agent_noun, verb};
use super::relation::Sign;
use crate::covariates::{CovariateKind, covariates};
use crate::cues::Cue;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary, words};
use referee_text::sentences::enumerators;
use std::ops::Range;

/// The maximum number of words of a sentence that are read.
const MAX_WORDS: usize = 160;

/// A name in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) entity: EntityId,
    pub(super) kind: EntityKind,
    pub(super) role: Role,
}

/// The role that a hyphenated word gives to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// No word is joined to it.
    Plain,
    /// `lipopolysaccharide-induced`: it acts on the following noun.
    Inducer,
    /// `metformin-treated`: a population that was given it.
    Given,
    /// `selenium-deficient`: a population that lacks it.
    Lacking,
    /// `AMPK-mediated`: it describes the following noun.
    Modifier,
    /// `HER2-targeting`, `TNF-blocking`: the noun that follows acts on it.
    Acted(Sign),
}

/// A word, or a complete name, of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// The text in lower case.
    pub(super) text: String,
    pub(super) name: Option<Name>,
    /// Its place in the sentence.
    pub(super) at: usize,
    /// Whether a comma precedes it.
    pub(super) comma: bool,
    /// Whether a semicolon, a colon, a question mark or a dash precedes it.
    pub(super) stop: bool,
    /// Whether a hyphen or a slash joins it to the word before.
    pub(super) joined: bool,
}

/// Splits a sentence into words and names. A name that is part of another word, as in
/// `non-insulin-dependent` or `caffeine-free`, is a plain word.
pub(super) fn tokens(sentence: &str, mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut depth = 0_usize;
    let mut end = 0;
    let (mut comma, mut stop) = (false, false);
    let mut in_mention: Option<usize> = None;
    let adjusted = covariates(sentence).into_iter().filter(|one| one.kind == CovariateKind::Adjusted);
    let adjusted: Vec<_> = adjusted.map(|one| one.range).collect();
    // While covariates are skipped: whether a comma preceded them.
    let mut comma_before_adjusted: Option<bool> = None;
    let kept = kept_parentheses(sentence, mentions, vocabulary);
    let label_end = label_end(sentence);
    let marks = enumerators(sentence);
    let mut clauses = own_clauses(sentence, &marks).into_iter().peekable();
    for (_, range) in words(sentence).into_iter().take(MAX_WORDS) {
        if range.start < end {
            continue;
        }
        let range_of_gap = end..range.start;
        let gap = sentence.get(range_of_gap.clone()).unwrap_or_default();
        let is_first = end == 0;
        end = range.end;
        // `P2Y(12)`, `GABA(A)`: an index, not a parenthesis.
        let is_index = depth == 0 && !is_first && gap == "(" && is_short_index(sentence, range.start);
        for (at, c) in gap.char_indices() {
            match c {
                '(' if is_index => {}
                '(' | ')'
                    if kept.iter().any(|one| {
                        one.range.start == range_of_gap.start + at
                            || one.range.end == range_of_gap.start + at + 1
                    }) =>
                {
                    comma |= kept.iter().any(|one| {
                        one.is_apposition
                            && (one.range.start == range_of_gap.start + at
                                || one.range.end == range_of_gap.start + at + 1)
                    });
                }
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => comma |= gap.contains(char::is_whitespace),
                ';' | ':' | '?' | '—' if depth == 0 => stop = true,
                _ => {}
            }
        }
        stop |= depth == 0 && (gap.contains(" - ") || gap.contains(" – "));
        if depth > 0 {
            in_mention = None;
            continue;
        }
        if range.end <= label_end {
            stop = true;
            continue;
        }
        while clauses.next_if(|start| *start <= range.start).is_some() {
            stop = true;
        }
        if marks.iter().any(|mark| mark.start <= range.start && range.end <= mark.end) {
            in_mention = None;
            continue;
        }
        if adjusted.iter().any(|part| part.start <= range.start && range.end <= part.end) {
            comma_before_adjusted.get_or_insert(comma);
            (comma, in_mention) = (false, None);
            continue;
        }
        // In `X, adjusted for age, was` the comma belongs to the covariates; the same holds at the
        // beginning of a sentence.
        if comma_before_adjusted.take().is_some_and(|before| before || out.is_empty()) {
            comma = false;
        }
        let mention = mentions
            .iter()
            .position(|mention| mention.range.start <= range.start && range.end <= mention.range.end);
        let text = sentence.get(range.clone()).unwrap_or_default().to_lowercase();
        let text = text.trim_end_matches("'s").trim_end_matches("’s").to_owned();
        if let (Some(mention), Some(last)) = (mention, out.last_mut())
            && in_mention == Some(mention)
        {
            last.text.push(' ');
            last.text.push_str(&text);
            continue;
        }
        in_mention = mention;
        if let Some(long) =
            mention.and_then(|at| mentions.get(at)).and_then(|mention| long_form_of(sentence, mention))
        {
            out.retain(|token: &Token| token.at < long);
        }
        let name = mention.and_then(|at| mentions.get(at)).and_then(|mention| {
            let kind = vocabulary.get(mention.entity)?.kind;
            Some(Name { entity: mention.entity, kind, role: Role::Plain })
        });
        let joined = !is_first && matches!(gap, "(" | ")-" | "-" | "\u{2010}" | "\u{2011}" | "–" | "/" | "");
        out.push(Token {
            text,
            name,
            at: range.start,
            comma: std::mem::take(&mut comma),
            stop: std::mem::take(&mut stop),
            joined,
        });
    }
    join(out)
}

/// Returns the start of the long form of a name that begins in parentheses: `hydroxymethylglutaryl coenzyme A (HMG-CoA)
/// reductase`.
fn long_form_of(sentence: &str, mention: &Mention) -> Option<usize> {
    let before = sentence.get(..mention.range.start)?;
    let open = before.strip_suffix('(')?;
    let inside = sentence.get(mention.range.clone())?;
    let short = inside.split_once(')').map(|(short, _)| short)?;
    let long = long_form(open, short)?;
    Some(open.trim_end().len() - long.trim_end().len())
}

/// Parentheses whose words are read.
struct KeptParentheses {
    /// From the opening to after the closing one.
    range: Range<usize>,
    /// Whether they replace commas: `X (a Y inhibitor)`. Otherwise their words continue the phrase: `the Y inhibitor
    /// (X)`.
    is_apposition: bool,
}

/// Returns the parentheses of a sentence that give an agent's drug or a drug's agent: `the Y inhibitor (X)`, `X (a Y
/// inhibitor)`.
fn kept_parentheses(sentence: &str, mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<KeptParentheses> {
    let is_agent = |word: &str| {
        let word = word.to_lowercase();
        let word = word.trim_end_matches('s');
        is_agent_noun(word) || Cue::AntibodyNoun.is(word)
    };
    let last_word = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).map(str::to_owned)
    };
    let is_drug = |text: &str| {
        vocabulary
            .find(text)
            .and_then(|id| vocabulary.get(id))
            .is_some_and(|one| one.kind == EntityKind::Drug)
    };
    let mut out = Vec::new();
    for (open, _) in sentence.match_indices('(') {
        let inside = sentence.get(open + 1..).unwrap_or_default();
        let Some(close) = inside.find([')', '(']).filter(|at| inside.as_bytes().get(*at) == Some(&b')'))
        else {
            continue;
        };
        let words = inside.get(..close).unwrap_or_default();
        let before = sentence.get(..open).unwrap_or_default().trim_end();
        let range = open..open + 1 + close + 1;
        let follows_agent = last_word(before).is_some_and(|word| is_agent(&word));
        let is_name = follows_agent && is_drug(words.trim());
        let follows_drug = mentions.iter().any(|one| one.range.end == before.len())
            && mentions
                .iter()
                .filter(|one| one.range.end == before.len())
                .any(|one| vocabulary.get(one.entity).is_some_and(|one| one.kind == EntityKind::Drug));
        let is_apposition = follows_drug
            && (words.starts_with("a ") || words.starts_with("an "))
            && last_word(words).is_some_and(|word| is_agent(&word));
        if is_name || is_apposition {
            out.push(KeptParentheses { range, is_apposition });
        }
    }
    out
}

/// Whether parentheses hold an index of the word before them: one or two letters or digits.
fn is_short_index(sentence: &str, start: usize) -> bool {
    const MAX_CHARACTERS: usize = 2;
    let rest = sentence.get(start..).unwrap_or_default();
    rest.find(')').is_some_and(|end| {
        end <= MAX_CHARACTERS && rest.get(..end).is_some_and(|index| index.chars().all(char::is_alphanumeric))
    })
}

/// Returns the starts of numbered parts of a sentence that are separate clauses:
/// `(1) metformin lowers X, (2) statins raise Y`. A part without a verb, or with its verb first,
/// belongs to the text before the first part.
fn own_clauses(sentence: &str, marks: &[Range<usize>]) -> Vec<usize> {
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([sentence.len()]);
    let is_clause = |mark: &Range<usize>, end: usize| {
        let part = sentence.get(mark.end..end).unwrap_or_default().to_lowercase();
        let words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.enumerate().find(|(_, word)| verb(word).is_some()).is_some_and(|(at, _)| at > 0)
    };
    marks.iter().zip(ends).filter(|(mark, end)| is_clause(mark, *end)).map(|(mark, _)| mark.start).collect()
}

/// Returns the end of an abstract's section label that precedes a sentence in capitals and without
/// a colon: `RESULTS Aspirin reduced`. Returns 0 without a label.
fn label_end(sentence: &str) -> usize {
    const SECTION_LABELS: &[&str] = &[
        "METHODS AND FINDINGS",
        "METHODS AND RESULTS",
        "METHODOLOGY/PRINCIPAL FINDINGS",
        "CONCLUSIONS AND RELEVANCE",
        "CONCLUSIONS/SIGNIFICANCE",
        "PRINCIPAL FINDINGS",
        "MAIN RESULTS",
        "AUTHORS' CONCLUSIONS",
        "BACKGROUND",
        "RESULTS",
        "FINDINGS",
        "CONCLUSIONS",
        "CONCLUSION",
        "INTERPRETATION",
        "IMPLICATIONS",
        "SIGNIFICANCE",
        "DISCUSSION",
    ];
    let is_label = |label: &&&str| {
        sentence.strip_prefix(**label).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    SECTION_LABELS.iter().find(is_label).map_or(0, |label| label.len())
}

/// Returns the direction of a suffix joined to a name: `HER2-targeted`, `TNF-blocking`.
fn acting_suffix(word: &str) -> Option<Sign> {
    match word {
        "targeting" | "targeted" | "directed" | "binding" => Some(Sign::Affects),
        "blocking" | "inhibiting" | "neutralizing" | "neutralising" | "lowering" => Some(Sign::Decreases),
        "activating" | "stimulating" => Some(Sign::Increases),
        _ => None,
    }
}

/// Gives names the role of the words joined to them, and clears names that are part of another word.
fn join(tokens: Vec<Token>) -> Vec<Token> {
    const INDUCER_SUFFIXES: &[&str] =
        &["induced", "evoked", "elicited", "triggered", "driven", "provoked", "stimulated", "caused"];
    const GIVEN_SUFFIXES: &[&str] =
        &["treated", "exposed", "fed", "medicated", "supplemented", "naive", "using"];
    const LACKING_SUFFIXES: &[&str] = &["deficient", "null", "depleted", "lacking", "knockout", "deprived"];
    const DESCRIBING_SUFFIXES: &[&str] =
        &["mediated", "dependent", "associated", "related", "positive", "activated", "negative", "specific"];
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(mut token) = tokens.next() {
        let Some(name) = token.name else {
            // `down-regulated` is one verb.
            let is_prefix = matches!(token.text.as_str(), "down" | "up");
            let regulated = tokens.next_if(|next| {
                is_prefix && next.joined && next.name.is_none() && next.text.starts_with("regulat")
            });
            if let Some(regulated) = regulated {
                token.text.push_str(&regulated.text);
            }
            out.push(token);
            continue;
        };
        // `p-AMPK` is AMPK; `pro-survival`, `non-insulin` are something else.
        let is_part = token.joined
            && !out.last().is_some_and(|before| matches!(before.text.as_str(), "p" | "phospho" | "total"));
        // `anti-TNF antibody`.
        let is_against = token.joined && out.last().is_some_and(|before| before.text == "anti");
        let next = tokens.peek().filter(|next| next.joined).map(|next| next.text.clone());
        let role = match next.as_deref() {
            None if is_against => Some(Role::Modifier),
            _ if is_part => None,
            None => Some(Role::Plain),
            Some(next) if INDUCER_SUFFIXES.contains(&next) => Some(Role::Inducer),
            // `p53-mediated apoptosis`: the molecule causes the process that it mediates.
            Some("mediated" | "dependent") if name.kind == EntityKind::Target => Some(Role::Inducer),
            // `metformin-mediated inhibition of Y`.
            Some("mediated") if name.kind == EntityKind::Drug => Some(Role::Inducer),
            Some(next) if GIVEN_SUFFIXES.contains(&next) && next != "naive" => Some(Role::Given),
            Some(next) if LACKING_SUFFIXES.contains(&next) => Some(Role::Lacking),
            Some(next) if DESCRIBING_SUFFIXES.contains(&next) => Some(Role::Modifier),
            Some(next) if name.kind == EntityKind::Target => acting_suffix(next).map(Role::Acted),
            Some(_) => None,
        };
        token.name = role.map(|role| Name { role, ..name });
        if role.is_some_and(|role| role != Role::Plain) && !is_against {
            tokens.next();
        }
        out.push(token);
    }
    out
}
