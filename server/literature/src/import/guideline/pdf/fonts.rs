//! Prepares the fonts of a PDF for `pdf-extract`, which does not read all of them.

use pdf_extract::{Document, Object, ObjectId};
use std::collections::BTreeSet;

/// The maximum number of widths of letters that are written out.
const MAX_WIDTHS: usize = 400_000;

/// The maximum length of a map from codes to text, in bytes.
const MAX_MAP_BYTES: usize = 1 << 20;

/// The hexadecimal digits of a UTF-16 unit.
const UNIT_DIGITS: usize = 4;

/// Those of two units.
const PAIR_DIGITS: usize = 8;

/// Changes descriptions of fonts so that `pdf-extract` reads the letters.
pub(super) fn prepare(pdf: &mut Document) {
    write_out_widths(pdf);
    write_out_texts(pdf);
}

/// Writes out ranges of codes whose text has more than two UTF-16 units (`<0E> <0E> <006600660069>`, a
/// ligature) or less than one (`<20> <20> <00>`), in the maps from codes to text (ISO 32000-1, 9.10.3):
/// `pdf-extract` otherwise ends the page.
fn write_out_texts(pdf: &mut Document) {
    let map_of = |object: &Object| object.as_dict().ok()?.get(b"ToUnicode").ok()?.as_reference().ok();
    let maps: BTreeSet<ObjectId> = pdf.objects.values().filter_map(map_of).collect();
    for id in maps {
        let Ok(stream) = pdf.get_object_mut(id).and_then(Object::as_stream_mut) else { continue };
        let Ok(map) = stream.get_plain_content() else { continue };
        if let Some(written) = std::str::from_utf8(&map).ok().and_then(with_arrays) {
            stream.set_plain_content(written.into_bytes());
        }
    }
}

/// Returns a map with an array instead of each text of more than two units in a range, and zeros before
/// shorter ones; `None` if nothing changes, and for a map that is too long.
fn with_arrays(map: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = map;
    let mut is_changed = false;
    while let Some((before, after)) = rest.split_once("beginbfrange") {
        let (ranges, after) = after.split_once("endbfrange")?;
        out.push_str(before);
        out.push_str("beginbfrange");
        let mut ranges = ranges;
        while let Some((lower, next)) = hex(ranges) {
            let (upper, next) = hex(next)?;
            out.push_str(&format!("\n<{lower}> <{upper}> "));
            if next.trim_start().starts_with('[') {
                let (array, next) = next.split_once(']')?;
                out.push_str(array.trim_start());
                out.push(']');
                ranges = next;
                continue;
            }
            let (text, next) = hex(next)?;
            ranges = next;
            is_changed |= !matches!(text.len(), UNIT_DIGITS | PAIR_DIGITS);
            if text.len() <= UNIT_DIGITS {
                out.push_str(&format!("<{text:0>UNIT_DIGITS$}>"));
            } else if text.len() <= PAIR_DIGITS {
                out.push_str(&format!("<{text:0>PAIR_DIGITS$}>"));
            } else {
                let (start, last) = text.split_at_checked(text.len() - UNIT_DIGITS)?;
                let of = |digits: &str| u16::from_str_radix(digits, 16).ok();
                let (last, count) = (of(last)?, of(upper)?.checked_sub(of(lower)?)?);
                let bytes = (usize::from(count) + 1).saturating_mul(text.len() + "<> ".len());
                if out.len().saturating_add(bytes) > MAX_MAP_BYTES {
                    return None;
                }
                let texts = (0..=count).map(|step| format!("<{start}{:04X}>", last.wrapping_add(step)));
                out.push_str(&format!("[{}]", texts.collect::<Vec<_>>().join(" ")));
            }
            if out.len() > MAX_MAP_BYTES {
                return None;
            }
        }
        out.push_str("\nendbfrange");
        rest = after;
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// Splits a text after its first string of hexadecimal digits, if it begins with one.
fn hex(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix('<')?.split_once('>')
}

/// Writes the widths of letters out one by one where a font gives them for a range of letters
/// (`c_first c_last w`, ISO 32000-1, 9.7.4.3): `pdf-extract` reads these as zero, so that all letters of
/// a line would be in one place.
fn write_out_widths(pdf: &mut Document) {
    let fonts: Vec<ObjectId> = pdf
        .objects
        .iter()
        .filter(|(_, object)| object.as_dict().is_ok_and(|font| font.has(b"W") && font.has(b"CIDSystemInfo")))
        .map(|(id, _)| *id)
        .collect();
    let mut left = MAX_WIDTHS;
    for id in fonts {
        let Some(widths) = pdf.get_dictionary(id).ok().and_then(|font| font.get(b"W").ok()) else { continue };
        let widths = match widths {
            Object::Reference(id) => pdf.get_object(*id).ok(),
            widths => Some(widths),
        };
        let Some(written) = widths.and_then(|widths| written_out(widths.as_array().ok()?, &mut left)) else {
            continue;
        };
        if let Ok(font) = pdf.get_object_mut(id).and_then(Object::as_dict_mut) {
            font.set("W", written);
        }
    }
}

/// Returns an array of widths with its ranges written out; `None` if it lacks ranges, is invalid or
/// too long.
fn written_out(widths: &[Object], left: &mut usize) -> Option<Vec<Object>> {
    let mut out = Vec::new();
    let mut rest = widths;
    let mut has_ranges = false;
    loop {
        match rest {
            [] => return has_ranges.then_some(out),
            [first, list @ Object::Array(_), behind @ ..] => {
                out.extend([first.clone(), list.clone()]);
                rest = behind;
            }
            [first, last, width, behind @ ..] => {
                let (from, to) = (first.as_i64().ok()?, last.as_i64().ok()?);
                let count = usize::try_from(to.checked_sub(from)?.checked_add(1)?).ok()?;
                *left = left.checked_sub(count)?;
                out.extend([first.clone(), Object::Array(vec![width.clone(); count])]);
                has_ranges = true;
                rest = behind;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_arrays;

    #[test]
    fn ranges_of_ligatures_and_of_half_units_are_written_out() {
        let map =
            "3 beginbfrange\n<0E> <0F> <006600660069>\n<20> <7E> <0020>\n<02><02><03>\nendbfrange\nendcmap";
        let written = "3 beginbfrange\n<0E> <0F> [<006600660069> <00660066006A>]\n<20> <7E> <0020>\n<02> <02> <0003>\nendbfrange\nendcmap";
        assert_eq!(with_arrays(map).as_deref(), Some(written));
        for other in [
            "1 beginbfrange\n<20> <7E> <0020>\nendbfrange",
            "1 beginbfrange\n<20> <21> [<0020> <0021>]\nendbfrange",
            "1 beginbfchar\n<0E> <006600660069>\nendbfchar",
            "1 beginbfrange\n<20> <7E",
            "",
        ] {
            assert_eq!(with_arrays(other), None, "{other}");
        }
    }
}
