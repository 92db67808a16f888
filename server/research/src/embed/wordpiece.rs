//! The WordPiece tokenizer of BERT, as described by `tokenizer.json`.
//!
//! Text is cleaned and folded as in the training of the models (no control characters, no accents,
//! lower case, each Chinese character separate) and split at spaces and punctuation; each word is
//! encoded by the longest pieces in the vocabulary.

use regex::Regex;
use serde_json::Value;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// The maximum length of a word that is split into pieces, in characters; a longer one is unknown.
const MAX_WORD_CHARACTERS: usize = 100;

/// The characters that are removed: control and format characters, unassigned ones, and U+FFFD.
const REMOVED_CHARACTERS: &str = r"[\p{C}\x{FFFD}&&[^\t\n\r]]";

/// Combining marks, which are separate characters after decomposition.
const COMBINING_MARKS: &str = r"\p{Mn}";

/// A token for lookup: a punctuation character, or a word up to the next punctuation character or
/// space.
const WORD_OR_PUNCTUATION: &str = r"[\p{P}!-/:-@\[-`{-~]|[^\s\p{P}!-/:-@\[-`{-~]+";

/// The reason why a `tokenizer.json` cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum TokenizerError {
    /// The file is not JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The file does not describe the WordPiece tokenizer of BERT.
    #[error("it does not describe a WordPiece tokenizer of BERT")]
    Other,
}

/// A tokenizer with its vocabulary.
pub(super) struct WordPiece {
    /// The token of each piece.
    vocabulary: HashMap<String, u32>,
    /// The prefix of a piece that does not begin a word: `##`.
    prefix: String,
    lowercase: bool,
    /// The token for unknown words: `[UNK]`.
    unknown: u32,
    /// The token before a text: `[CLS]`.
    start: u32,
    /// The token after a text: `[SEP]`.
    end: u32,
    unreadable: Regex,
    accents: Regex,
    words: Regex,
}

impl WordPiece {
    /// Reads a `tokenizer.json`.
    pub(super) fn read(json: &[u8]) -> Result<WordPiece, TokenizerError> {
        let description: Value = serde_json::from_slice(json)?;
        let model = &description["model"];
        let normalizer = &description["normalizer"];
        let is_bert = model["type"].as_str().is_none_or(|kind| kind == "WordPiece")
            && normalizer["type"] == "BertNormalizer"
            && description["pre_tokenizer"]["type"] == "BertPreTokenizer";
        let vocabulary: HashMap<String, u32> = match model["vocab"].as_object() {
            Some(vocabulary) if is_bert => vocabulary
                .iter()
                .filter_map(|(piece, number)| Some((piece.clone(), u32::try_from(number.as_u64()?).ok()?)))
                .collect(),
            _ => return Err(TokenizerError::Other),
        };
        let known = |piece: &str| vocabulary.get(piece).copied().ok_or(TokenizerError::Other);
        let pattern = |pattern: &str| Regex::new(pattern).map_err(|_| TokenizerError::Other);
        Ok(WordPiece {
            unknown: known(model["unk_token"].as_str().unwrap_or("[UNK]"))?,
            start: known("[CLS]")?,
            end: known("[SEP]")?,
            prefix: model["continuing_subword_prefix"].as_str().unwrap_or("##").to_owned(),
            lowercase: normalizer["lowercase"].as_bool().unwrap_or(true),
            unreadable: pattern(REMOVED_CHARACTERS)?,
            accents: pattern(COMBINING_MARKS)?,
            words: pattern(WORD_OR_PUNCTUATION)?,
            vocabulary,
        })
    }

    /// Returns the tokens of a text, at most `max`, including the start and end tokens.
    pub(super) fn tokens(&self, text: &str, max: usize) -> Vec<u32> {
        let mut tokens = vec![self.start];
        let most = max.max(2) - 1;
        for word in self.words.find_iter(&self.folded(text)) {
            self.add_pieces(word.as_str(), &mut tokens);
            if tokens.len() >= most {
                break;
            }
        }
        tokens.truncate(most);
        tokens.push(self.end);
        tokens
    }

    /// Folds a text as in the training of the models; see the module documentation.
    fn folded(&self, text: &str) -> String {
        let clean = self.unreadable.replace_all(text, "");
        let mut apart = String::with_capacity(clean.len());
        for character in clean.chars() {
            if is_chinese(character) {
                apart.extend([' ', character, ' ']);
            } else {
                apart.push(character);
            }
        }
        if !self.lowercase {
            return apart;
        }
        let letters: String = apart.nfd().collect();
        self.accents.replace_all(&letters, "").chars().flat_map(char::to_lowercase).collect()
    }

    /// Adds the pieces of a word: the longest piece at its beginning, then the longest that
    /// continues it, and so on.
    fn add_pieces(&self, word: &str, tokens: &mut Vec<u32>) {
        if word.chars().nth(MAX_WORD_CHARACTERS).is_some() {
            tokens.push(self.unknown);
            return;
        }
        let before = tokens.len();
        let mut start = 0;
        let mut piece = String::new();
        while start < word.len() {
            let mut found = None;
            let mut end = word.len();
            while end > start {
                piece.clear();
                piece.push_str(if start > 0 { &self.prefix } else { "" });
                piece.push_str(word.get(start..end).unwrap_or_default());
                if let Some(token) = self.vocabulary.get(&piece) {
                    found = Some(*token);
                    break;
                }
                end = word.floor_char_boundary(end - 1);
            }
            let Some(token) = found else {
                tokens.truncate(before);
                tokens.push(self.unknown);
                return;
            };
            tokens.push(token);
            start = end;
        }
    }
}

/// Returns whether a character is in one of the blocks that BERT treats as Chinese.
fn is_chinese(character: char) -> bool {
    matches!(u32::from(character),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F | 0x2B740..=0x2B81F
        | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn tokenizer() -> WordPiece {
        let pieces = [
            "[PAD]", "[UNK]", "[CLS]", "[SEP]", "met", "##form", "##in", "deja", "vu", ",", "病", "naive",
            "-", "cell", "##s", "<",
        ];
        let vocabulary: HashMap<&str, usize> =
            pieces.iter().enumerate().map(|(number, piece)| (*piece, number)).collect();
        let json = serde_json::json!({
            "normalizer": {"type": "BertNormalizer", "lowercase": true},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": vocabulary},
        });
        WordPiece::read(json.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn words_are_folded_and_cut_into_the_longest_pieces() {
        let tokenizer = tokenizer();
        let of = |text: &str| tokenizer.tokens(text, 64);
        assert_eq!(of("Metformin"), [2, 4, 5, 6, 3]);
        assert_eq!(of("Déjà  vu,\u{200b} NAÏVE\u{ad} cells<"), [2, 7, 8, 9, 11, 13, 14, 15, 3]);
        assert_eq!(of("x病x"), [2, 1, 10, 1, 3]);
        assert_eq!(of("metformins metformin-vu"), [2, 4, 5, 6, 14, 4, 5, 6, 12, 8, 3]);
        assert_eq!(of(&"met".repeat(40)), [2, 1, 3], "a word without end is unknown");
        assert_eq!(of(""), [2, 3]);
        assert_eq!(tokenizer.tokens(&"vu ".repeat(99), 8), [2, 8, 8, 8, 8, 8, 8, 3]);
        assert_eq!(of("[SEP]").last(), Some(&3));
    }

    #[test]
    fn another_tokenizer_is_refused() {
        for json in ["", "{}", "{\"model\": {\"type\": \"BPE\", \"vocab\": {}}}", "[1]"] {
            assert!(WordPiece::read(json.as_bytes()).is_err(), "{json}");
        }
    }
}
