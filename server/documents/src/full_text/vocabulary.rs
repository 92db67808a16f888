//! The words of a text, by which a word that was split at the end of a line is joined.

use std::collections::HashSet;

/// The maximum number of words that are kept.
const MAX_WORDS: usize = 200_000;

/// The words that occur within lines, in lower case.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// Words of letters only.
    plain: HashSet<String>,
    /// Words with a hyphen between two letters: `follow-up`.
    compound: HashSet<String>,
}

impl Vocabulary {
    /// Collects the words of lines; the first and the last of each line may be parts of words.
    pub(super) fn of<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let mut out = Vocabulary::default();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let last = words.len().saturating_sub(1);
            for (at, word) in words.into_iter().enumerate() {
                if out.plain.len() + out.compound.len() > MAX_WORDS {
                    return out;
                }
                let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
                if at == last && word.ends_with('-') || word.is_empty() || word.len() > 60 {
                    continue;
                }
                let word = word.trim_matches('-').to_lowercase();
                if word.contains('-') {
                    // Of `non-small-cell` each pair is known.
                    let parts: Vec<&str> = word.split('-').collect();
                    for pair in parts.windows(2) {
                        out.compound.insert(pair.join("-"));
                    }
                    out.plain.extend(parts.into_iter().map(str::to_owned));
                } else if at > 0 {
                    out.plain.insert(word);
                }
            }
        }
        out
    }

    /// Returns whether the hyphen between `head` at the end of a line and `tail` belongs to the
    /// word; `None` if the text does not show it.
    pub(super) fn keeps_hyphen(&self, head: &str, tail: &str) -> Option<bool> {
        let letters = |text: &str| text.to_lowercase();
        let head = letters(head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        let tail = letters(tail.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        if head.is_empty() || tail.is_empty() {
            return None;
        }
        let is_joined = self.plain.contains(&format!("{head}{tail}"));
        let is_compound = self.compound.contains(&format!("{head}-{tail}"));
        match (is_joined, is_compound) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            // Both halves are words, but the joined word does not occur in the text.
            (false, false) if head.len() > 3 && tail.len() > 3 => {
                (self.plain.contains(&head) && self.plain.contains(&tail)).then_some(true)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn the_text_shows_which_words_have_a_hyphen() {
        let lines = ["the follow-up was long and the information is", "of a well known trial was kept"];
        let words = Vocabulary::of(lines.into_iter());
        assert_eq!(words.keeps_hyphen("the follow", "up of"), Some(true));
        assert_eq!(words.keeps_hyphen("in", "formation"), Some(false));
        assert_eq!(words.keeps_hyphen("well", "known"), Some(true));
        assert_eq!(words.keeps_hyphen("ran", "domised"), None);
    }
}
