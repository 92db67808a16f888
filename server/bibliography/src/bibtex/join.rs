//! Copies fields from one entry into another, or turns an entry into a different work.

use super::edit::{Place, add, remove_named, set_latex};
use super::known;
use super::style::{Parts, Style};
use super::value;
use super::write;
use crate::structured::write::iso;
use crate::{FieldName, Work, latex_text};
use referee_text::{Span, TextEdit};

/// Fields that describe the entry rather than the work.
const OWN: &[&str] = &["ids", "crossref", "xdata", "timestamp", "owner", "date-added", "date-modified"];

/// Adds the fields that only `other` has, as written there.
pub(crate) fn take_missing(place: Place<'_>, other: Place<'_>) -> Vec<TextEdit> {
    let same_file = std::ptr::eq(place.file, other.file);
    let (Some((parts, style)), Some((other, _))) = (place.read(), other.read()) else {
        return Vec::new();
    };
    let mut new: Vec<(String, String)> = Vec::new();
    for field in &other.entry.fields {
        let name = other.slice(field.name).to_ascii_lowercase();
        let mut names = vec![name.as_str()];
        for known in
            FieldName::ALL.iter().copied().map(known::names).filter(|names| names.contains(&name.as_str()))
        {
            names.extend(known);
        }
        let has = parts.find(&names).is_some() || new.iter().any(|(added, _)| *added == name);
        let value = other.slice(field.value);
        let delimited = value.starts_with(['{', '"'])
            && !matches!(value::inside(value, field.value), inside if inside == field.value);
        let number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let inside = if delimited { other.slice(value::inside(value, field.value)) } else { value };
        if has || inside.trim().is_empty() || OWN.contains(&name.as_str()) {
            continue;
        }
        if delimited || number {
            new.push((name, style.field(other.slice(field.name), inside)));
        } else if same_file {
            // The name of a `@string`, or several joined: it has the same value in the same file.
            let with_nothing = style.field(other.slice(field.name), "");
            let lead = with_nothing.trim_end_matches(['{', '}', '"']);
            new.push((name, format!("{lead}{value}")));
        }
    }
    if new.is_empty() {
        return Vec::new();
    }
    let written: Vec<String> = new.into_iter().map(|(_, written)| written).collect();
    vec![add(&parts, &style, &written)]
}

/// Rewrites the entry so that it describes `work` under the same key: its type and fields, without
/// those that belonged to another version of the work.
pub(crate) fn replace(place: Place<'_>, work: &Work) -> Vec<TextEdit> {
    let Some((parts, style)) = place.read() else {
        return Vec::new();
    };
    let kind = write::entry_type(work, style.biblatex);
    let mut edits = Vec::new();
    edits.extend(rename_kind(&parts, &style, kind));
    let mut gone: Vec<&str> = Vec::new();
    for field in FieldName::ALL.iter().copied() {
        match write::value(work, field) {
            Some(value) if field == FieldName::Year && parts.find(&["date"]).is_some() => {
                let value = work.date.or(work.online_date).map_or(value, iso);
                edits.extend(set_latex(&parts, &style, kind, field, &value));
            }
            Some(_) if field == FieldName::Url && parts.find(known::URL).is_none() => {}
            Some(value) => edits.extend(set_latex(&parts, &style, kind, field, &value)),
            // Title, authors and year are never removed.
            None if matches!(field, FieldName::Title | FieldName::Authors | FieldName::Year) => {}
            None => gone.extend(known::names(field)),
        }
    }
    if work.identifiers.arxiv().is_none() {
        gone.extend(["archiveprefix", "eprinttype", "primaryclass", "eprintclass"]);
    }
    if parts.find(&["subtitle"]).is_some() {
        // `title` now has the whole title.
        gone.push("subtitle");
    }
    gone.extend(["month", "day", "version", "pubstate"]);
    for name in
        ["publisher", "institution", "organization", "howpublished", "note", "addendum", "series", "type"]
    {
        if let Some(field) = parts.find(&[name]).and_then(|at| parts.entry.fields.get(at)) {
            let value = latex_text::plain(parts.slice(field.value)).to_lowercase();
            if PREPRINT.iter().any(|word| value.contains(word)) {
                gone.push(name);
            }
        }
    }
    edits.extend(remove_named(&parts, &gone));
    edits
}

/// Words in a field that mark a preprint.
const PREPRINT: &[&str] = &[
    "preprint",
    "arxiv",
    "biorxiv",
    "medrxiv",
    "research square",
    "ssrn",
    "cold spring harbor",
    "chemrxiv",
    "psyarxiv",
    "osf",
];

fn rename_kind(parts: &Parts<'_>, style: &Style, kind: &str) -> Option<TextEdit> {
    let own = parts.entry.kind();
    let at = parts.entry.span.start as usize;
    let head = parts.source.get(at..)?.strip_prefix('@')?;
    let start = at + 1 + (head.len() - head.trim_start().len());
    let there = parts.source.get(start..start + own.len())?;
    (there.eq_ignore_ascii_case(own) && !own.eq_ignore_ascii_case(kind))
        .then(|| TextEdit::new(Span::new(start, start + own.len()).shift(parts.start), style.kind(kind)))
}
