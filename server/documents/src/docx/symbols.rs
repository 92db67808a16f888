//! Decodes characters that Word writes with a font: `<w:sym w:font="Symbol" w:char="F061"/>` is α.
//!
//! Source: ECMA-376, part 1, 17.3.3.30, and Adobe's encoding of the Symbol font.

use referee_bibliography::xml_tree::Element;

/// The letters of the Symbol font, for `A` to `Z` and `a` to `z`.
const SYMBOL_CAPITALS: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SYMBOL_SMALL_LETTERS: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// Returns the character of a symbol; a blank if it is not known.
pub(super) fn symbol(element: &Element) -> char {
    let code =
        element.attribute("char").and_then(|code| u32::from_str_radix(code, 16).ok()).unwrap_or_default();
    let is_private = (0xf000..=0xf0ff).contains(&code);
    if !element.attribute("font").is_some_and(|font| font.starts_with("Symbol")) {
        let sign = char::from_u32(code).filter(|sign| !is_private && !sign.is_control());
        return sign.unwrap_or(' ');
    }
    let code = if is_private { code - 0xf000 } else { code };
    let letter =
        |letters: &str, from: u32| usize::try_from(code - from).ok().and_then(|at| letters.chars().nth(at));
    let sign = match code {
        0x41..=0x5a => letter(SYMBOL_CAPITALS, 0x41),
        0x61..=0x7a => letter(SYMBOL_SMALL_LETTERS, 0x61),
        0x2d => Some('−'),
        0xa2 => Some('′'),
        0xa3 => Some('≤'),
        0xa5 => Some('∞'),
        0xae => Some('→'),
        0xb0 => Some('°'),
        0xb1 => Some('±'),
        0xb3 => Some('≥'),
        0xb4 => Some('×'),
        0xb7 => Some('·'),
        0xb9 => Some('≠'),
        0xbb => Some('≈'),
        0xd2 => Some('®'),
        0xd3 => Some('©'),
        0x21..=0x3f => char::from_u32(code),
        _ => None,
    };
    sign.unwrap_or(' ')
}
