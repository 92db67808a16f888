//! Composes letters with accents that are separate characters.

use unicode_normalization::char::compose;

/// Returns the combining form of a spacing accent: U+0308 for `¨`.
///
/// ASCII characters with other uses, such as `'`, `"`, `^`, `~` and `,`, are not treated as
/// accents. The grave accent is, so the caller must know that it belongs to a letter.
#[must_use]
pub fn combining(accent: char) -> Option<char> {
    match accent {
        '`' => Some('\u{300}'),
        '´' => Some('\u{301}'),
        'ˆ' => Some('\u{302}'),
        '˜' => Some('\u{303}'),
        '¯' => Some('\u{304}'),
        '˘' => Some('\u{306}'),
        '˙' => Some('\u{307}'),
        '¨' => Some('\u{308}'),
        '˚' => Some('\u{30a}'),
        '˝' => Some('\u{30b}'),
        'ˇ' => Some('\u{30c}'),
        '¸' => Some('\u{327}'),
        '˛' => Some('\u{328}'),
        '\u{300}'..='\u{304}' | '\u{306}'..='\u{308}' | '\u{30a}'..='\u{30c}' | '\u{327}' | '\u{328}' => {
            Some(accent)
        }
        _ => None,
    }
}

/// Composes a letter and an accent into one character: `o` and `¨` make `ö`, `ı` and `´` make `í`.
#[must_use]
pub fn accented(letter: char, accent: char) -> Option<char> {
    let letter = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        letter if letter.is_alphabetic() => letter,
        _ => return None,
    };
    compose(letter, combining(accent)?)
}

#[cfg(test)]
mod tests {
    use super::accented;

    #[test]
    fn letters_and_accents_make_one_character_or_none() {
        for (letter, accent, made) in [
            ('o', '¨', Some('ö')),
            ('ı', '´', Some('í')),
            ('c', '¸', Some('ç')),
            ('e', '\u{301}', Some('é')),
            ('Z', 'ˇ', Some('Ž')),
            ('b', '¨', None),
            ('3', '´', None),
            ('e', '\'', None),
        ] {
            assert_eq!(accented(letter, accent), made, "{letter} {accent}");
        }
    }
}
