//! Edits of BibTeX files that keep the style of the entry and of the file.

use super::file::BibtexFile;
use super::known;
use super::raw::RawField;
use super::style::{Parts, Style};
use super::value;
use super::write;
use crate::program::RepeatedField;
use crate::structured::write::iso;
use crate::{FieldName, Work, latex_text};
use referee_text::{Rope, Span, TextEdit};

/// Fields that reference managers keep for themselves; new fields are inserted before them.
const LAST: &[&str] = &[
    "abstract",
    "keywords",
    "file",
    "annote",
    "annotation",
    "timestamp",
    "owner",
    "groups",
    "date-added",
    "date-modified",
    "bdsk-url-1",
    "bdsk-file-1",
    "bdsk-url-2",
    "local-url",
    "mendeley-groups",
    "comment",
    "creationdate",
    "modificationdate",
    "urldate",
    "langid",
    "language",
    "note",
];

/// An entry of a file, and which value counts if a field is repeated.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) file: &'a BibtexFile,
    pub(crate) text: &'a Rope,
    pub(crate) index: usize,
    pub(crate) repeated: RepeatedField,
}

impl<'a> Place<'a> {
    /// Returns the entry with its text, and the style of its file.
    pub(super) fn read(self) -> Option<(Parts<'a>, Style)> {
        let parts = Parts::of(self.file, self.text, self.index)?.with_repeated(self.repeated);
        Some((parts, Style::learn(self.file, self.text, Some(self.index))))
    }
}

/// Sets a field of the entry to `value`, which is plain Unicode.
pub(crate) fn set(place: Place<'_>, field: FieldName, value: &str) -> Vec<TextEdit> {
    let Some((parts, style)) = place.read() else {
        return Vec::new();
    };
    set_latex(&parts, &style, parts.entry.kind(), field, &write::encoded(field, value))
}

/// Sets the given fields from `work`; fields that `work` lacks are left alone.
pub(crate) fn take(place: Place<'_>, work: &Work, fields: &[FieldName]) -> Vec<TextEdit> {
    let Some((parts, style)) = place.read() else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for field in fields {
        if *field == FieldName::Title && parts.find(&["subtitle"]).is_some() && work.full_title().is_some() {
            edits.extend(take_title(&parts, &style, work));
            continue;
        }
        let Some(mut value) = write::value(work, *field) else {
            continue;
        };
        if *field == FieldName::Year && parts.find(&["date"]).is_some() {
            let dashes = parts
                .find(&["date"])
                .and_then(|at| parts.entry.fields.get(at))
                .map_or(0, |date| parts.slice(date.value).matches('-').count());
            if let Some(date) = work.date.or(work.online_date).filter(|_| dashes > 0) {
                value = iso(date);
            }
        }
        if *field == FieldName::Journal {
            value = journal(&parts, work, value);
        }
        edits.extend(set_latex(&parts, &style, parts.entry.kind(), *field, &value));
    }
    edits
}

/// Returns the journal, abbreviated if the entry abbreviates it.
fn journal(parts: &Parts<'_>, work: &Work, full: String) -> String {
    let own = parts.find(known::JOURNAL).and_then(|at| parts.entry.fields.get(at));
    let own = own.map(|field| latex_text::plain(parts.slice(field.value))).unwrap_or_default();
    match &work.container_short {
        Some(short) if own.contains('.') && own.chars().count() < full.chars().count() => {
            write::encoded(FieldName::Journal, short)
        }
        _ => full,
    }
}

/// Edits title and subtitle of an entry that keeps them in two fields.
fn take_title(parts: &Parts<'_>, style: &Style, work: &Work) -> Vec<TextEdit> {
    let full = work.full_title().unwrap_or_default();
    let (title, subtitle) = match (&work.title, &work.subtitle) {
        (Some(title), Some(subtitle)) => (title.clone(), Some(subtitle.clone())),
        _ => full
            .split_once(": ")
            .map_or((full.clone(), None), |(title, subtitle)| (title.to_owned(), Some(subtitle.to_owned()))),
    };
    let mut edits = set_latex(
        parts,
        style,
        parts.entry.kind(),
        FieldName::Title,
        &write::encoded(FieldName::Title, &title),
    );
    match subtitle {
        Some(subtitle) => {
            let latex = write::encoded(FieldName::Title, &subtitle);
            if let Some(field) = parts.find(&["subtitle"]).and_then(|at| parts.entry.fields.get(at)) {
                edits.push(replace(parts, style, *field, &latex));
            }
        }
        None => edits.extend(remove_named(parts, &["subtitle"])),
    }
    edits
}

/// Sets a field to a LaTeX value in an entry that has, or is getting, the type `kind`.
pub(super) fn set_latex(
    parts: &Parts<'_>,
    style: &Style,
    kind: &str,
    field: FieldName,
    value: &str,
) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    if field == FieldName::Doi {
        edits.extend(doi_in_url(parts, value));
    }
    if let Some(own) = parts.find(known::names(field)).and_then(|at| parts.entry.fields.get(at)) {
        let value = with_old_prefix(parts, *own, field, value);
        let edit = replace(parts, style, *own, &value);
        edits.push(edit);
        return edits;
    }
    if let Some(edit) = in_note(parts, field, value) {
        edits.push(edit);
        return edits;
    }
    let name = write::field_name(field, kind, style.biblatex);
    let mut new = vec![style.field(name, value)];
    if field == FieldName::Arxiv && parts.find(&["eprinttype", "archiveprefix"]).is_none() {
        new.push(style.field(if style.biblatex { "eprinttype" } else { "archiveprefix" }, "arXiv"));
    }
    edits.push(add(parts, style, &new));
    edits
}

/// Keeps a prefix `https://doi.org/` or `arXiv:` that the old value has.
fn with_old_prefix(parts: &Parts<'_>, own: RawField, field: FieldName, value: &str) -> String {
    let old = parts.slice(value::inside(parts.slice(own.value), own.value));
    let prefix = match field {
        FieldName::Doi => {
            old.find("10.").and_then(|at| old.get(..at)).filter(|prefix| prefix.ends_with("doi.org/"))
        }
        FieldName::Arxiv => old.get(..6).filter(|prefix| prefix.eq_ignore_ascii_case("arxiv:")),
        _ => None,
    };
    format!("{}{value}", prefix.unwrap_or_default())
}

/// Updates the DOI in a `url` that is a resolver address to match the field `doi`.
fn doi_in_url(parts: &Parts<'_>, doi: &str) -> Option<TextEdit> {
    let field = parts.find(known::URL).and_then(|at| parts.entry.fields.get(at))?;
    let inside = value::inside(parts.slice(field.value), field.value);
    let old = parts.slice(inside);
    let start = old.find("doi.org/10.")? + "doi.org/".len();
    let place = Span::new(inside.start as usize + start, inside.end as usize);
    (old.get(start..) != Some(doi)).then(|| TextEdit::new(place.shift(parts.start), doi))
}

/// Replaces the number in place in a note such as `note = {PMID: 123}`.
fn in_note(parts: &Parts<'_>, field: FieldName, value: &str) -> Option<TextEdit> {
    let label = match field {
        FieldName::Pmid => "pmid",
        FieldName::Pmcid => "pmcid",
        _ => return None,
    };
    for name in ["note", "annote", "annotation", "addendum"] {
        let Some(own) = parts.find(&[name]).and_then(|at| parts.entry.fields.get(at)) else {
            continue;
        };
        let old = parts.slice(own.value);
        let Some(at) = old.to_ascii_lowercase().find(label) else {
            continue;
        };
        let behind = at + label.len();
        let rest = old.get(behind..)?;
        let start = rest.find(|c: char| c.is_ascii_alphanumeric())?;
        if rest.get(..start)?.chars().any(|c| !matches!(c, ':' | '}' | '{' | ' ' | '=' | '\n' | '\t' | '\r'))
        {
            continue;
        }
        let word = rest.get(start..)?;
        let len = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
        let digits = word.get(..len)?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let from = own.value.start as usize + behind + start;
        return Some(TextEdit::new(Span::new(from, from + len).shift(parts.start), value));
    }
    None
}

/// Replaces the value of a field and keeps its delimiters.
fn replace(parts: &Parts<'_>, style: &Style, field: RawField, value: &str) -> TextEdit {
    let old = parts.slice(field.value);
    let at = |span: Span| span.shift(parts.start);
    let closed = (old.starts_with('{') && old.ends_with('}') || old.starts_with('"') && old.ends_with('"'))
        && old.len() > 1;
    let inside = value::inside(old, field.value);
    if !closed || inside == field.value {
        let bare = !old.is_empty() && old.bytes().all(|byte| byte.is_ascii_digit());
        if bare && !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
            return TextEdit::new(at(field.value), value);
        }
        // The missing brace of an open value stays missing: replace only its text.
        if old.starts_with('{') && !old.ends_with('}') {
            return TextEdit::new(at(field.value), format!("{{{value}}}"));
        }
        let blank = if old.is_empty()
            && parts.source.get(..field.value.start as usize).is_some_and(|before| before.ends_with('='))
        {
            " "
        } else {
            ""
        };
        return TextEdit::new(at(field.value), format!("{blank}{}", style.value(value)));
    }
    let text = parts.slice(inside);
    if old.starts_with('"') && value.contains('"') {
        return TextEdit::new(at(field.value), format!("{{{value}}}"));
    }
    // `{{Title}}` keeps its second pair of braces.
    let is_list = ["author", "editor"].iter().any(|name| parts.slice(field.name).eq_ignore_ascii_case(name));
    if !is_list && is_group(text) {
        let inner = value.replace(['{', '}'], "");
        let inner = if value.contains('\\') { value.to_owned() } else { inner };
        return TextEdit::new(at(Span::new(inside.start as usize + 1, inside.end as usize - 1)), inner);
    }
    TextEdit::new(at(inside), value)
}

fn is_group(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return false;
    };
    let mut depth = 0i32;
    let stays_open = inner.bytes().all(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth >= 0
    });
    stays_open && depth == 0
}

/// Adds fields, already formatted, after the last field that does not belong to a reference
/// manager.
pub(super) fn add(parts: &Parts<'_>, style: &Style, new: &[String]) -> TextEdit {
    let fields = &parts.entry.fields;
    let ordinary = fields.iter().rposition(|field| {
        let name = parts.slice(field.name).to_ascii_lowercase();
        !LAST.contains(&name.as_str())
    });
    let written = |lead_comma: bool| {
        new.iter().enumerate().fold(String::new(), |out, (at, field)| {
            let comma = if lead_comma || at > 0 { "," } else { "" };
            format!("{out}{comma}{}{field}", style.lead())
        })
    };
    if let Some(last) = ordinary.and_then(|at| fields.get(at)) {
        let place = Span::at(last.value.end as usize + parts.start);
        return TextEdit::new(place, written(true));
    }
    let key_end = parts.entry.key_span.end as usize;
    let behind = parts.source.get(key_end..).unwrap_or_default();
    match behind.find(',').filter(|at| behind.get(..*at).is_some_and(|gap| gap.trim().is_empty())) {
        Some(comma) => {
            let ends = if !fields.is_empty() || style.trailing_comma() { "," } else { "" };
            TextEdit::new(Span::at(key_end + comma + 1 + parts.start), format!("{}{ends}", written(false)))
        }
        None => {
            let ends = if !fields.is_empty() || style.trailing_comma() { "," } else { "" };
            TextEdit::new(
                Span::at(key_end + parts.start),
                format!("{}{ends}{}", written(true), style.newline),
            )
        }
    }
}

/// Removes a field, under any name that it may have.
pub(crate) fn remove(file: &BibtexFile, text: &Rope, index: usize, field: FieldName) -> Vec<TextEdit> {
    let Some(parts) = Parts::of(file, text, index) else {
        return Vec::new();
    };
    let mut names = known::names(field).to_vec();
    if field == FieldName::Arxiv && parts.find(&names).is_some() {
        names.extend(["archiveprefix", "eprinttype", "primaryclass", "eprintclass"]);
    }
    remove_named(&parts, &names)
}

/// Removes the fields with these names.
pub(super) fn remove_named(parts: &Parts<'_>, names: &[&str]) -> Vec<TextEdit> {
    let fields = &parts.entry.fields;
    let gone: Vec<bool> = fields
        .iter()
        .map(|field| names.iter().any(|name| parts.slice(field.name).eq_ignore_ascii_case(name)))
        .collect();
    let mut edits = Vec::new();
    // The end of the last field that is kept.
    let mut kept: Option<u32> = None;
    for (at, field) in fields.iter().enumerate() {
        if !gone.get(at).copied().unwrap_or(false) {
            kept = Some(field.value.end);
            continue;
        }
        let end = field.value.end as usize;
        let before = at.checked_sub(1).and_then(|before| fields.get(before)).map(|before| before.value.end);
        let span = match before {
            // With the comma and the line break before it; what follows is kept.
            Some(before) if kept.is_some() && !parts.between(before, field.name.start).contains('%') => {
                Span::new(before as usize, end)
            }
            // The first field: with its comma, up to what follows.
            _ => {
                let behind = parts.source.get(end..).unwrap_or_default();
                let comma =
                    behind.find(',').filter(|at| behind.get(..*at).is_some_and(|gap| gap.trim().is_empty()));
                let end = comma.map_or(end, |comma| end + comma + 1);
                let line = parts.source.get(..field.name.start as usize).unwrap_or_default();
                let start = line.trim_end_matches([' ', '\t']);
                let whole_line = start.ends_with('\n')
                    && parts
                        .source
                        .get(end..)
                        .is_some_and(|rest| rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n'));
                if whole_line {
                    let start = start.strip_suffix('\n').unwrap_or(start);
                    let start = start.strip_suffix('\r').unwrap_or(start);
                    Span::new(start.len(), end)
                } else {
                    let rest = parts.source.get(end..).unwrap_or_default();
                    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                    Span::new(field.name.start as usize, end + blanks)
                }
            }
        };
        edits.push(TextEdit::new(span.shift(parts.start), ""));
    }
    edits
}

/// Appends an entry for `work` to the file, in the style of the file.
pub(crate) fn append(file: &BibtexFile, text: &Rope, key: &str, work: &Work) -> TextEdit {
    let style = Style::learn(file, text, None);
    let end = text.len_bytes();
    let tail: Vec<char> = text.chars_at(text.len_chars()).reversed().filter(|c| *c != '\r').take(2).collect();
    let lead = match tail.as_slice() {
        [] => String::new(),
        ['\n', '\n'] | ['\n'] => String::new(),
        ['\n', ..] => style.newline.to_owned(),
        _ => style.newline.repeat(2),
    };
    TextEdit::new(Span::at(end), format!("{lead}{}{}", write::in_style(work, key, &style), style.newline))
}

/// Returns the keys of entries that other entries refer to, with their spans: `crossref`, `xdata`,
/// `xref`, `related`, `entryset`, and the entry's own `ids`.
pub(crate) fn links(file: &BibtexFile, text: &Rope) -> Vec<(String, Span)> {
    const NAMES: [&str; 6] = ["crossref", "xdata", "xref", "related", "entryset", "ids"];
    let mut out = Vec::new();
    for index in 0..file.len() {
        let Some(parts) = Parts::of(file, text, index) else {
            continue;
        };
        for field in &parts.entry.fields {
            if !NAMES.iter().any(|name| parts.slice(field.name).eq_ignore_ascii_case(name)) {
                continue;
            }
            let inside = value::inside(parts.slice(field.value), field.value);
            let mut at = inside.start as usize;
            for piece in parts.slice(inside).split(',') {
                let start = at + (piece.len() - piece.trim_start().len());
                let key = piece.trim();
                if !key.is_empty() {
                    out.push((key.to_owned(), Span::new(start, start + key.len()).shift(parts.start)));
                }
                at += piece.len() + 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests;
