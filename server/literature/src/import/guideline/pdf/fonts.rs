//! Prepares the fonts of a PDF for `pdf-extract`, which does not read all of them.

use pdf_extract::{Dictionary, Document, Object, ObjectId};

/// The maximum number of widths of letters that are written out.
const MAX_WIDTHS: usize = 400_000;

/// Changes descriptions of fonts so that `pdf-extract` reads the letters.
pub(super) fn prepare(pdf: &mut Document) {
    write_out_widths(pdf);
    add_encodings(pdf);
}

/// Gives simple fonts with a program in the compact format (`FontFile3`) and no encoding of their own an
/// empty one: `pdf-extract` otherwise ends the page at the first letter whose name is in no list, as
/// those of mathematical fonts are. The encoding of the program still takes precedence.
fn add_encodings(pdf: &mut Document) {
    let has_program = |font: &Dictionary| {
        let descriptor = font.get_deref(b"FontDescriptor", pdf).and_then(Object::as_dict);
        descriptor.is_ok_and(|descriptor| descriptor.has(b"FontFile3"))
    };
    let lacks_encoding = |object: &Object| {
        object.as_dict().is_ok_and(|font| {
            let subtype = font.get(b"Subtype").and_then(Object::as_name);
            subtype.is_ok_and(|name| matches!(name, b"Type1" | b"MMType1"))
                && !font.has(b"Encoding")
                && has_program(font)
        })
    };
    let fonts: Vec<ObjectId> =
        pdf.objects.iter().filter(|(_, object)| lacks_encoding(object)).map(|(id, _)| *id).collect();
    for id in fonts {
        if let Ok(font) = pdf.get_object_mut(id).and_then(Object::as_dict_mut) {
            font.set("Encoding", Dictionary::new());
        }
    }
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
