//! Formats a BibTeX file: one field per line, with the `=` signs aligned.
//!
//! Only white space and the comma after the last field change. An entry with anything else (a
//! comment between its fields, damage, parentheses for braces) is left as it is.

use super::file::BibtexFile;
use super::style::Parts;
use referee_text::{Rope, Span, TextEdit};

/// Returns the edits that format every entry; each field is indented by `indent`.
pub(crate) fn layout(file: &BibtexFile, text: &Rope, indent: &str) -> Vec<TextEdit> {
    let newline = if text.chunks().any(|chunk| chunk.contains("\r\n")) { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    for index in 0..file.len() {
        let Some(parts) = Parts::of(file, text, index) else { continue };
        let Some(wanted) = laid_out(&parts, indent, newline) else { continue };
        let span = parts.entry.span;
        if parts.slice(span) != wanted {
            let at = parts.start;
            edits.push(TextEdit {
                span: Span::new(at + span.start as usize, at + span.end as usize),
                text: wanted,
            });
        }
    }
    edits
}

/// Returns the formatted entry; `None` if formatting would lose text.
fn laid_out(parts: &Parts<'_>, indent: &str, newline: &str) -> Option<String> {
    let entry = parts.entry;
    if entry.damage.is_some() || entry.fields.is_empty() {
        return None;
    }
    let head: String = parts.between(entry.span.start, entry.key_span.start).split_whitespace().collect();
    if head != format!("@{}{{", entry.kind()) {
        return None;
    }
    let width =
        entry.fields.iter().map(|field| parts.slice(field.name).chars().count()).max().unwrap_or_default();
    let mut out = format!("{head}{},", parts.slice(entry.key_span));
    let mut before = entry.key_span.end;
    for field in &entry.fields {
        let (name, value) = (parts.slice(field.name), parts.slice(field.value));
        let is_kept = parts.between(before, field.name.start).trim() == ","
            && parts.between(field.name.end, field.value.start).trim() == "="
            && !value.is_empty();
        if !is_kept {
            return None;
        }
        let pad = " ".repeat(width - name.chars().count());
        out.push_str(&format!("{newline}{indent}{name}{pad} = {value},"));
        before = field.value.end;
    }
    let tail: String = parts.between(before, entry.span.end).split_whitespace().collect();
    if tail != "}" && tail != ",}" {
        return None;
    }
    out.push_str(newline);
    out.push('}');
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::{Bibliography, Format, edit};
    use proptest::prelude::*;
    use referee_text::{Rope, edit::apply_all};

    fn laid_out(text: &str) -> String {
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(text));
        apply_all(text, &edit::layout(&bibliography, "  "))
    }

    #[test]
    fn fields_stand_below_each_other_with_their_signs_in_one_column() {
        let text = "% Ours\n@article{ smith2020 , title={A {B}  c},\n\tyear = 2020 , author=\"Smith, A\" # and}\n\n@misc{x,\n  url = {u}\n}\n";
        let wanted = "% Ours\n@article{smith2020,\n  title  = {A {B}  c},\n  year   = 2020,\n  author = \"Smith, A\" # and,\n}\n\n@misc{x,\n  url = {u},\n}\n";
        assert_eq!(laid_out(text), wanted);
        assert_eq!(laid_out(wanted), wanted);
    }

    #[test]
    fn an_entry_that_holds_a_comment_or_is_damaged_stays_as_it_is() {
        for text in [
            "@article{a, % why\n title = {T},\n year = 2020}\n",
            "@article{a,\n title = {T}\n year = 2020}\n",
            "@article(a, title = {T})\n",
            "@article{a, title = {T",
            "@string{x = {y}}\n",
            "@article{a}\n",
        ] {
            assert_eq!(laid_out(text), text);
        }
    }

    #[test]
    fn line_ends_stay_what_they_are() {
        assert_eq!(laid_out("@misc{x, a = {b}}\r\n"), "@misc{x,\r\n  a = {b},\r\n}\r\n");
    }

    proptest! {
        #[test]
        fn nothing_but_blanks_and_commas_changes(text in "(@[a-z]{1,6}[{(] ?[a-z0-9]{0,4} ?,?[ \n]{0,2}([a-z]{1,5} ?=? ?([{]([a-z %{}]|ü){0,5}[}]|\"[a-z]{0,3}\"|[0-9]{1,4}),?[ \n%]{0,2}){0,3}[}\n]{0,2}){0,4}") {
            let out = laid_out(&text);
            let bare = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect() };
            prop_assert_eq!(bare(&out), bare(&text));
            let works = |text: &str| -> Vec<_> {
                let read = Bibliography::read(Format::Bibtex, Rope::from_str(text));
                read.entries().map(|entry| (entry.key().to_owned(), entry.work())).collect()
            };
            prop_assert_eq!(works(&out), works(&text));
            prop_assert_eq!(laid_out(&out), out);
        }
    }
}
