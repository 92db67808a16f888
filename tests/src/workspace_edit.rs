//! The workspace edits that the server sends.

use serde_json::Value;

/// Returns the text of the file `uri` after a workspace edit; unchanged if the edit does not
/// concern it.
#[must_use]
pub fn applied(edit: &Value, uri: &str, text: &str) -> String {
    let changes = edit["documentChanges"].as_array().into_iter().flatten();
    let edits = changes
        .filter(|change| change["textDocument"]["uri"] == uri)
        .flat_map(|change| change["edits"].as_array().into_iter().flatten());
    let mut edits: Vec<(usize, usize, &str)> = edits
        .map(|edit| {
            let (start, end) = (byte(text, &edit["range"]["start"]), byte(text, &edit["range"]["end"]));
            (start, end, edit["newText"].as_str().unwrap_or_default())
        })
        .collect();
    edits.sort_by_key(|(start, ..)| *start);
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// Returns the byte offset of a position whose column counts UTF-16 units.
fn byte(text: &str, position: &Value) -> usize {
    let number =
        |name: &str| usize::try_from(position[name].as_u64().unwrap_or_default()).unwrap_or_default();
    let start = text.split_inclusive('\n').take(number("line")).map(str::len).sum::<usize>();
    let rest = text.get(start..).unwrap_or_default();
    let mut units = 0;
    let column = rest.char_indices().find(|(_, c)| {
        let here = units >= number("character");
        units += c.len_utf16();
        here
    });
    column.map_or(text.len(), |(at, _)| start + at)
}
