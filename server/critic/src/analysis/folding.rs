//! Words without accents and capitals.

use std::borrow::Cow;

/// A word folded: lower case, without accents.
#[must_use]
pub(crate) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold_into(text, &mut out);
    out
}

/// A text folded like [`fold`], with the lines that an editor wrapped joined: a line break before a small letter, which
/// goes on with the sentence, is a blank. The number of characters is that of [`fold`].
#[must_use]
pub(crate) fn fold_joined(text: &str) -> String {
    fold(&joined(text))
}

/// A text of the same length, in bytes, in which a line break before a small letter is a blank.
#[must_use]
pub(crate) fn joined(text: &str) -> Cow<'_, str> {
    let goes_on = |at: usize| {
        let rest = text.get(at + 1..).unwrap_or_default();
        rest.trim_start_matches([' ', '\t']).starts_with(char::is_lowercase)
    };
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).filter(|at| goes_on(*at)).collect();
    if breaks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for at in breaks {
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push(' ');
        from = at + 1;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// Folds `text` into `out`, whose old content goes.
pub(crate) fn fold_into(text: &str, out: &mut String) {
    out.clear();
    if text.is_ascii() {
        out.push_str(text);
        out.make_ascii_lowercase();
        return;
    }
    for c in text.chars() {
        match c {
            'A'..='Z' => out.push(c.to_ascii_lowercase()),
            _ if c.is_ascii() => out.push(c),
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'Á' | 'À' | 'Â' | 'Ä' | 'Ã' => out.push('a'),
            'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => out.push('e'),
            'í' | 'ì' | 'î' | 'ï' | 'Í' | 'Ì' | 'Î' | 'Ï' => out.push('i'),
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'Ó' | 'Ò' | 'Ô' | 'Ö' | 'Õ' => out.push('o'),
            'ú' | 'ù' | 'û' | 'ü' | 'Ú' | 'Ù' | 'Û' | 'Ü' => out.push('u'),
            'ñ' | 'Ñ' => out.push('n'),
            'ç' | 'Ç' => out.push('c'),
            // Combining marks in decomposed text.
            '\u{300}'..='\u{36f}' => {}
            _ => out.extend(c.to_lowercase()),
        }
    }
}
