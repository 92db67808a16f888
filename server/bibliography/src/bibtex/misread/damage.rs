//! Corrects malformed places in a .bib file, if there is only one way to correct them.

use super::message;
use crate::misreading::Correction;
use crate::{Problem, ProblemKind};
use referee_text::{Rope, Span, TextEdit};

/// The number of characters after the place that are read to find what is missing.
const MAX_LOOK_AHEAD: usize = 200;

/// Returns the correction of a malformed place, in offsets of the file.
pub(crate) fn correction(text: &Rope, problem: &Problem) -> Option<Correction> {
    let (start, end) = (problem.span.start as usize, problem.span.end as usize);
    if problem.kind == ProblemKind::Surplus {
        let title = message("Remove this brace", "Quitar esta llave");
        let edits = vec![TextEdit::new(problem.span, "")];
        return Some(Correction { title, edits, is_safe: true });
    }
    if problem.kind != ProblemKind::Damaged || end > text.len_bytes() {
        return None;
    }
    let before = text.get_byte_slice(..start)?;
    let before = before.chars_at(before.len_chars()).reversed().find(|c| !c.is_whitespace())?;
    let rest: String = text.get_byte_slice(start..)?.chars().take(MAX_LOOK_AHEAD).collect();
    let next = rest.trim_start();
    let ends_value = matches!(before, '}' | '"' | ')') || before.is_alphanumeric();
    if ends_value && next.starts_with(['{', '"']) {
        if !before.is_alphanumeric() {
            return None;
        }
        let title = message("Add the sign =", "Añadir el signo =");
        let is_after_blank = start
            .checked_sub(1)
            .and_then(|at| text.get_byte(at))
            .is_some_and(|byte| byte.is_ascii_whitespace());
        let edits = vec![TextEdit::new(Span::at(start), if is_after_blank { "= " } else { " = " })];
        return Some(Correction { title, edits, is_safe: false });
    }
    let name = next.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '+')))?;
    let after_name = next.get(name..)?.trim_start();
    let value = after_name.strip_prefix('=').filter(|_| name > 0)?;
    if ends_value {
        let title = message("Add the comma", "Añadir la coma");
        let edits = vec![TextEdit::new(Span::at(start), ",")];
        return Some(Correction { title, edits, is_safe: true });
    }
    if !matches!(value.trim_start().chars().next(), Some(',' | '}')) {
        return None;
    }
    // Insert the value after the blanks that follow the sign =.
    let value_at = start + (rest.len() - value.trim_start().len());
    let lead = if value.starts_with(char::is_whitespace) { "" } else { " " };
    let title = message("Write an empty value", "Escribir un valor vacío");
    let edits = vec![TextEdit::new(Span::at(value_at), format!("{lead}{{}}"))];
    Some(Correction { title, edits, is_safe: true })
}

#[cfg(test)]
mod tests {
    use crate::{Bibliography, Format};
    use referee_text::Rope;

    fn corrected(text: &str) -> Option<String> {
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(text));
        let problem = bibliography.problems().into_iter().next()?;
        let correction = bibliography.correction(&problem)?;
        let mut out = text.to_owned();
        for edit in correction.edits.iter().rev() {
            out.replace_range(edit.span.range(), &edit.text);
        }
        let read = Bibliography::read(Format::Bibtex, Rope::from_str(&out));
        assert_eq!(read.problems(), [], "{out}");
        Some(out)
    }

    #[test]
    fn places_with_one_possible_correction_are_corrected() {
        for (text, expected) in [
            ("@book{k, author = {A} title = {B}}\n", Some("@book{k, author = {A}, title = {B}}\n")),
            (
                "@book{k,\n  year = 2020\n  title = {B}\n}\n",
                Some("@book{k,\n  year = 2020,\n  title = {B}\n}\n"),
            ),
            ("@book{k\n  title = {B}\n}\n", Some("@book{k,\n  title = {B}\n}\n")),
            ("@book{k, note = , title = {B}}\n", Some("@book{k, note = {}, title = {B}}\n")),
            ("@book{k, title = {B}}, year = 2020}\n", Some("@book{k, title = {B}, year = 2020}\n")),
            ("@book{k, title {B}}\n", Some("@book{k, title = {B}}\n")),
            ("@book{k, title = {B}, year = 2020\n\n@book{l, title = {C}}\n", None),
            ("@book{k, title = {B, year = {2020}}\n\n@book{l, title = {C}}\n", None),
            ("@book{k, title = {B} C}\n", None),
            ("@book{k, {B}}\n", None),
        ] {
            assert_eq!(corrected(text).as_deref(), expected, "{text}");
        }
    }
}
