//! Letters with accents, put together from an accent and a letter that stand apart.

use unicode_normalization::char::compose;

/// The accent that combines with a letter, for one that stands by itself: `¨` gives U+0308.
///
/// Signs that are also used otherwise, as `'`, `"`, `^`, `~` and `,` of ASCII, are no accents here. The grave accent is
/// one: whoever asks has to know that it stands over a letter.
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

/// The one character that a letter makes with an accent: `o` and `¨` make `ö`, `ı` and `´` make `í`.
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
