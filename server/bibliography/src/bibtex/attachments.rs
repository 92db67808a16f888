//! The files that an entry lists as attachments in its field `file`.
//!
//! JabRef writes `description:path:type`, with semicolons between files; Zotero and Better BibTeX
//! write the same, or paths alone; Mendeley writes `:path:type`. A backslash escapes separators
//! within a part. People write a bare path.

use super::file::BibtexFile;
use super::value;
use referee_text::{Rope, Span};

/// A file that an entry lists as an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its path as in the entry, without escapes.
    pub path: String,
    /// The span of the field's value.
    pub span: Span,
}

impl BibtexFile {
    pub(crate) fn attachments(&self, text: &Rope, index: usize) -> Vec<Attachment> {
        let Some((placed, entry)) = self.placed(index) else { return Vec::new() };
        let source = String::from(text.byte_slice(placed.span().range()));
        let slice = |span: Span| source.get(span.range()).unwrap_or_default();
        let Some(field) = entry.fields.iter().find(|own| slice(own.name).eq_ignore_ascii_case("file")) else {
            return Vec::new();
        };
        let inside = value::inside(slice(field.value), field.value);
        let span = inside.shift(placed.start as usize);
        paths(slice(inside)).into_iter().map(|path| Attachment { path, span }).collect()
    }
}

/// Returns the paths in the value of a field `file`.
fn paths(value: &str) -> Vec<String> {
    split(value, ';').iter().filter_map(|item| path(item)).collect()
}

/// Returns the path of one file: the part between description and type, or the whole item.
fn path(item: &str) -> Option<String> {
    let parts = split(item, ':');
    let is_drive = |part: &str| matches!(part.trim().as_bytes(), [letter] if letter.is_ascii_alphabetic());
    let is_type = |part: &str| !part.contains(['.', '\\']) && part.len() <= 80;
    let raw = match parts.as_slice() {
        [] => return None,
        [path] => path.clone(),
        [drive, _] if is_drive(drive) => item.to_owned(),
        // An address, not a file.
        [scheme, rest, ..] if rest.starts_with("//") && !scheme.is_empty() => return None,
        [path, kind] if !path.is_empty() && is_type(kind) && !kind.contains('/') => path.clone(),
        [_, path] => path.clone(),
        [_, middle @ .., kind] if is_type(kind) => middle.join(":"),
        [_, rest @ ..] => rest.join(":"),
    };
    let path = plain(&raw)?;
    (!path.is_empty() && !path.contains("://")).then_some(path)
}

/// Splits a text at unescaped separators; escapes stay in the parts.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut is_protected = false;
    for c in text.chars() {
        if c == separator && !is_protected {
            out.push(String::new());
            continue;
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
        is_protected = c == '\\' && !is_protected;
    }
    out
}

/// Removes escapes and the braces and commands of LaTeX from a path; `None` if a command remains
/// that is not an escaped character.
fn plain(raw: &str) -> Option<String> {
    let raw = raw.trim().replace("{\\textbackslash}", "\\\\").replace("$\\backslash$", "\\\\");
    let raw = raw.replace("\\textunderscore", "\\_").replace("{\\_}", "\\_");
    let mut out = String::new();
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next()? {
                // An accent or a command.
                next if next.is_alphanumeric() || matches!(next, '"' | '\'' | '`' | '^' | '~') => {
                    return None;
                }
                next => out.push(next),
            },
            '{' | '}' => {}
            c => out.push(c),
        }
    }
    Some(out.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_reference_managers_write_them() {
        for (value, wanted) in [
            ("paper.pdf", &["paper.pdf"][..]),
            (":papers/Smith2020.pdf:PDF", &["papers/Smith2020.pdf"]),
            ("Full Text:files/12/Smith - 2020.pdf:application/pdf", &["files/12/Smith - 2020.pdf"]),
            (
                "Full Text PDF:files/1/a.pdf:application/pdf;Snapshot:files/2/b.html:text/html",
                &["files/1/a.pdf", "files/2/b.html"],
            ),
            (
                "/home/me/Zotero/storage/AB/x.pdf;/home/me/Zotero/storage/CD/y.pdf",
                &["/home/me/Zotero/storage/AB/x.pdf", "/home/me/Zotero/storage/CD/y.pdf"],
            ),
            (":a\\:b\\;c.pdf:PDF", &["a:b;c.pdf"]),
            (":C\\:\\\\Users\\\\me\\\\x.pdf:PDF", &["C:\\Users\\me\\x.pdf"]),
            ("C:/Users/me/x.pdf", &["C:/Users/me/x.pdf"]),
            ("papers/on{\\_}sleep\\_2.pdf", &["papers/on_sleep_2.pdf"]),
            ("papers/a.pdf:pdf", &["papers/a.pdf"]),
            ("https://example.org/a.pdf", &[]),
            (":https\\://example.org/a.pdf:PDF", &[]),
            ("papers/M{\\\"u}ller.pdf", &[]),
            ("papers/\\alpha.pdf", &[]),
            ("", &[]),
            (";;", &[]),
            ("::", &[]),
        ] {
            assert_eq!(paths(value), wanted, "{value}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_value_has_paths_without_a_panic(value in "\\PC{0,80}") {
            for path in paths(&value) {
                proptest::prop_assert!(!path.is_empty());
            }
        }
    }
}
