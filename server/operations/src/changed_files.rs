//! Sentences about the files that an edit changes besides the draft.

use referee_findings::FileEdit;
use referee_text::{FileId, Language};

/// Returns a sentence about the other files that edits change, with a leading space; empty without
/// such files. It is shown because editors undo the changes of each file separately, and leave a file
/// that was not open unsaved.
#[must_use]
pub fn also_changed(language: Language, file: &FileId, edits: &[FileEdit]) -> String {
    let names = others(file, edits);
    match names.as_slice() {
        [] => String::new(),
        [one] => language.pick(
            format!(" {one} was changed as well. Save it; to undo, undo in both files."),
            format!(" También cambió {one}. Guárdelo; para deshacer, deshaga en ambos archivos."),
        ),
        [first, rest @ ..] => {
            let more = rest.len();
            language.pick(
                format!(
                    " {first} and {more} more files were changed as well. Save them; to undo, undo in each file."
                ),
                format!(
                    " También cambiaron {first} y {more} archivos más. Guárdelos; para deshacer, deshaga en cada archivo."
                ),
            )
        }
    }
}

/// Returns a sentence about the other files that edits will change; empty without such files.
#[must_use]
pub fn also_changes(language: Language, file: &FileId, edits: &[FileEdit]) -> String {
    let names = others(file, edits);
    if names.is_empty() {
        return String::new();
    }
    let names = names.join(", ");
    language.pick(
        format!("This fix also changes {names}: save it; to undo, undo in each file."),
        format!("Este arreglo cambia también {names}: guárdelo; para deshacer, deshaga en cada archivo."),
    )
}

/// Returns the names of the files that edits change besides `file`.
fn others(file: &FileId, edits: &[FileEdit]) -> Vec<String> {
    let mut names: Vec<String> =
        edits.iter().filter(|edit| edit.file != *file).map(|edit| edit.file.name().into_owned()).collect();
    names.dedup();
    names
}
