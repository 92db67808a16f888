//! Checks one entry for what a program reads differently.

use super::{dates, edits_of, message, names, pages, signs};
use crate::bibtex::file::BibtexFile;
use crate::bibtex::raw::RawField;
use crate::bibtex::style::Parts;
use crate::bibtex::value::{self, Piece};
use crate::bibtex::write;
use crate::latex_text;
use crate::misreading::{Misreading, Row, notation_rows, rows};
use crate::program::RepeatedField;
use crate::{Work, bibtex::date as dates_of_fields};
use referee_text::{Rope, Span, TextEdit};

/// One field of the entry.
struct Field<'a> {
    raw: RawField,
    /// The name in lower case.
    name: String,
    /// The value as written.
    written: &'a str,
    /// The span of the value without its delimiters, if it is one piece of text in braces or
    /// quotes.
    inside: Option<Span>,
}

impl BibtexFile {
    /// Returns what is misread within the entry with this index; spans are relative to its start.
    pub(crate) fn misread_entry(&self, text: &Rope, index: usize) -> Vec<Misreading> {
        let Some(parts) = Parts::of(self, text, index).filter(|parts| parts.entry.damage.is_none()) else {
            return Vec::new();
        };
        let fields: Vec<Field<'_>> = parts
            .entry
            .fields
            .iter()
            .map(|raw| {
                let written = parts.slice(raw.value);
                let inside = value::inside(written, raw.value);
                Field {
                    raw: *raw,
                    name: parts.slice(raw.name).to_ascii_lowercase(),
                    written,
                    inside: (written.starts_with(['{', '"']) && inside != raw.value).then_some(inside),
                }
            })
            .collect();
        let mut out = Vec::new();
        head(&parts, &mut out);
        entry_type(&parts, &|| self.work(text, index, RepeatedField::First), &mut out);
        between_fields(&parts, &mut out);
        for field in &fields {
            name_of_field(field, &mut out);
            open_brace(field, &mut out);
            value(&parts, &fields, field, &mut out);
        }
        twice(&parts, &fields, &mut out);
        let start = parts.entry.span.start as usize;
        for misreading in &mut out {
            misreading.span = back(misreading.span, start);
            for edit in misreading.corrections.iter_mut().flat_map(|one| &mut one.edits) {
                edit.span = back(edit.span, start);
            }
        }
        out
    }
}

/// Converts a span in the block to one in the entry, which starts at `start`.
fn back(span: Span, start: usize) -> Span {
    Span::new((span.start as usize).saturating_sub(start), (span.end as usize).saturating_sub(start))
}

/// Checks the delimiters and the key.
fn head(parts: &Parts<'_>, out: &mut Vec<Misreading>) {
    let entry = parts.entry;
    let (start, end) = (entry.span.start as usize, entry.span.end as usize);
    if entry.key().is_empty() {
        let head = parts.source.get(start..end).and_then(|source| source.find(['{', '(']));
        let place = Span::new(start, start + head.map_or(1, |open| open + 1));
        out.push(Misreading::new(&notation_rows::NO_KEY, place, ""));
    }
    let before_key = parts.source.get(start..entry.key_span.start as usize).unwrap_or_default();
    if let Some(open) = before_key.find('(').filter(|_| !before_key.contains('{')) {
        let place = Span::new(start + open, start + open + 1);
        let edits = edits_of([(place, "{"), (Span::new(end - 1, end), "}")].into_iter());
        let title = message("Write braces", "Escribir llaves");
        out.push(Misreading::new(&notation_rows::PARENTHESES, place, "(").with(title, edits, true));
    }
    let key = entry.key();
    let mut rows: Vec<(&'static Row, char)> = Vec::new();
    for sign in key.chars() {
        let row = match sign {
            sign if sign.is_whitespace() => &notation_rows::BLANK_IN_KEY,
            '\'' | '=' | '(' | ')' => &notation_rows::KEY_SIGN_BIBER,
            '#' | '"' | '%' | '\\' => &notation_rows::KEY_SIGN_BIBER_PANDOC,
            '~' | '<' | '>' | '|' | '^' => &notation_rows::KEY_SIGN_PANDOC,
            _ => continue,
        };
        if !rows.iter().any(|(known, _)| std::ptr::eq(*known, row)) {
            rows.push((row, sign));
        }
    }
    // A blank stops every program, so the other signs do not matter.
    if let Some(blank) = rows.iter().position(|(_, sign)| sign.is_whitespace()) {
        rows = rows.get(blank..=blank).map(<[_]>::to_vec).unwrap_or_default();
    }
    for (row, sign) in rows {
        out.push(Misreading::new(row, entry.key_span, &sign.to_string()));
    }
}

/// The entry types that the standard styles of BibTeX define. Every program knows them.
const TYPES: &[&str] = &[
    "article",
    "book",
    "booklet",
    "inbook",
    "incollection",
    "inproceedings",
    "manual",
    "mastersthesis",
    "misc",
    "phdthesis",
    "proceedings",
    "techreport",
    "unpublished",
];

/// Checks the type of the entry; `work` returns the work that the entry describes.
fn entry_type(parts: &Parts<'_>, work: &dyn Fn() -> Work, out: &mut Vec<Misreading>) {
    let entry = parts.entry;
    let kind = entry.kind();
    let at = entry.span.start as usize + 1;
    let Some(head) = parts.source.get(at..) else { return };
    let blanks = head.len() - head.trim_start().len();
    let span = Span::new(at + blanks, at + blanks + kind.len());
    if blanks > 0 {
        let title = message("Remove the blank", "Quitar el espacio");
        let edit = TextEdit::new(Span::new(at, at + blanks), "");
        out.push(Misreading::new(&notation_rows::BLANK_BEFORE_TYPE, span, kind).with(
            title,
            vec![edit],
            true,
        ));
    }
    if kind.chars().all(char::is_alphabetic) {
        return;
    }
    let letters: String = kind.chars().filter(|c| c.is_alphabetic()).collect();
    let known = TYPES.iter().find(|known| known.eq_ignore_ascii_case(&letters));
    let new = known.copied().unwrap_or_else(|| write::entry_type(&work(), false));
    let title = message(&format!("Write @{new}"), &format!("Escribir @{new}"));
    let edit = TextEdit::new(span, new);
    out.push(Misreading::new(&notation_rows::SIGN_IN_TYPE, span, kind).with(
        title,
        vec![edit],
        known.is_some(),
    ));
}

/// Checks comments and commas between the fields.
fn between_fields(parts: &Parts<'_>, out: &mut Vec<Misreading>) {
    let entry = parts.entry;
    let mut from = entry.key_span.end;
    let close = entry.span.end.saturating_sub(1);
    let ends = entry.fields.iter().map(|field| (field.name.start, field.value.end));
    let (mut has_comment, mut has_commas) = (false, false);
    for (to, next) in ends.chain([(close, close)]) {
        let gap = parts.between(from, to);
        let start = from as usize;
        from = next;
        let mut commas = 0;
        let mut before = 0;
        for line in gap.split_inclusive('\n') {
            let code = line.split('%').next().unwrap_or_default();
            if code.len() < line.len() && !has_comment {
                has_comment = true;
                // Remove a comment line as a whole.
                let is_whole =
                    code.trim().is_empty() && gap.get(..before).is_some_and(|gap| gap.contains('\n'));
                let (first, last) = match is_whole {
                    true => (before, before + line.len()),
                    false => (before + code.trim_end().len(), before + line.trim_end().len()),
                };
                let title = message("Remove the comment", "Quitar el comentario");
                let place = Span::new(start + before + code.len(), start + before + line.trim_end().len());
                let edit = TextEdit::new(Span::new(start + first, start + last), "");
                let words = line.get(code.len()..).unwrap_or_default();
                out.push(Misreading::new(&notation_rows::COMMENT_IN_ENTRY, place, words).with(
                    title,
                    vec![edit],
                    false,
                ));
            }
            for (at, _) in code.match_indices(',') {
                commas += 1;
                if commas > 1 && !has_commas {
                    has_commas = true;
                    let place = Span::new(start + before + at, start + before + at + 1);
                    let title = message("Remove this comma", "Quitar esta coma");
                    let edit = TextEdit::new(place, "");
                    out.push(Misreading::new(&notation_rows::TWO_COMMAS, place, ",").with(
                        title,
                        vec![edit],
                        true,
                    ));
                }
            }
            before += line.len();
        }
    }
}

fn name_of_field(field: &Field<'_>, out: &mut Vec<Misreading>) {
    if field.name.contains([' ', '\t']) {
        let title = message("Write hyphens", "Escribir guiones");
        let hyphens = field.name.split_whitespace().collect::<Vec<_>>().join("-");
        let edit = TextEdit::new(field.raw.name, hyphens);
        out.push(Misreading::new(&notation_rows::BLANK_IN_FIELD_NAME, field.raw.name, &field.name).with(
            title,
            vec![edit],
            true,
        ));
    } else if field.name.starts_with(|c: char| c.is_ascii_digit()) {
        let new = format!("x{}", field.name);
        let title = message(&format!("Write {new}"), &format!("Escribir {new}"));
        let edit = TextEdit::new(field.raw.name, new);
        let row = &notation_rows::DIGIT_STARTS_FIELD_NAME;
        // No style uses a name that begins with a digit, so nothing is lost.
        out.push(Misreading::new(row, field.raw.name, &field.name).with(title, vec![edit], true));
    }
}

/// Checks the value of a field.
fn value(parts: &Parts<'_>, fields: &[Field<'_>], field: &Field<'_>, out: &mut Vec<Misreading>) {
    let Some(inside) = field.inside else {
        bare(field, out);
        return;
    };
    let value = parts.slice(inside);
    let base = inside.start as usize;
    let add = |out: &mut Vec<Misreading>, found: Vec<Misreading>| {
        out.extend(found.into_iter().map(|misreading| misreading.shift(base)));
    };
    match field.name.as_str() {
        "author" | "editor" => add(out, names::misread(value)),
        "date" => {
            let year = find(fields, "year").and_then(|year| year.inside).map(|inside| parts.slice(inside));
            let year = year.or_else(|| find(fields, "year").map(|year| year.written));
            let found = dates::misread_date(value, year);
            if found.is_none()
                && let Some(other) = find(fields, "year")
                && let Some((of_year, of_date)) = differing_years(year, value)
            {
                let years = format!("{of_year}, {of_date}");
                let keep = |year: i32| message(&format!("Keep {year}"), &format!("Dejar {year}"));
                let remove =
                    |field: &Field<'_>| vec![TextEdit::new(whole_field(&parts.source, field.raw), "")];
                let both = Misreading::new(&rows::YEAR_AND_DATE, inside, &years);
                out.push(both.with(keep(of_date), remove(other), false).with(
                    keep(of_year),
                    remove(field),
                    false,
                ));
            }
            out.extend(
                found.map(|one| with_removal_if_empty(parts, field, one.shift(base), &rows::EMPTY_DATE)),
            );
        }
        "urldate" | "eventdate" | "origdate" => {
            add(out, dates::misread_other_date(value).into_iter().collect())
        }
        "year" if find(fields, "date").is_none_or(|date| is_empty(parts, date)) => {
            let Some(found) = dates::misread_year(value) else { return };
            let is_in_words = std::ptr::eq(found.row, &rows::YEAR_IN_WORDS);
            let mut found = with_removal_if_empty(parts, field, found.shift(base), &rows::EMPTY_YEAR);
            if is_in_words && found.corrections.is_empty() {
                let title =
                    message("Move the words to the field `note`", "Pasar las palabras al campo `note`");
                found = found.with(title, vec![TextEdit::new(field.raw.name, "note")], false);
            }
            out.push(found);
        }
        "pages" => add(out, pages::misread(value).into_iter().collect()),
        name => {
            if let Some(used) = signs::use_of(name) {
                add(out, signs::misread(value, used));
            }
        }
    }
}

/// Returns the years of the fields `year` and `date` if they differ.
fn differing_years(year: Option<&str>, date: &str) -> Option<(i32, i32)> {
    let year = year?.trim().trim_matches(['{', '}']);
    let of_year = (year.len() == 4).then(|| year.parse::<i32>().ok())??;
    // The end of a range of dates counts too: `2019-12/2020-02`.
    let of_date = dates_of_fields::parse(date)?.year;
    let is_within = date.split('/').filter_map(dates_of_fields::parse).any(|date| date.year == of_year);
    (of_year != of_date && !is_within).then_some((of_year, of_date))
}

fn is_empty(parts: &Parts<'_>, field: &Field<'_>) -> bool {
    field.inside.is_some_and(|inside| parts.slice(inside).trim().is_empty())
}

fn find<'f, 'a>(fields: &'f [Field<'a>], name: &str) -> Option<&'f Field<'a>> {
    fields.iter().find(|field| field.name == name)
}

/// Adds the correction that removes an empty field.
fn with_removal_if_empty(
    parts: &Parts<'_>,
    field: &Field<'_>,
    misreading: Misreading,
    empty: &'static Row,
) -> Misreading {
    if !std::ptr::eq(misreading.row, empty) {
        return misreading;
    }
    let title = message("Remove the field", "Quitar el campo");
    misreading.with(title, vec![TextEdit::new(whole_field(&parts.source, field.raw), "")], true)
}

/// Returns the span of a field with its comma and the blanks before it.
pub(super) fn whole_field(source: &str, field: RawField) -> Span {
    let (name, end) = (field.name.start as usize, field.value.end as usize);
    let before = source.get(..name).unwrap_or_default();
    let start = before.trim_end_matches(|c: char| c.is_whitespace()).len();
    let rest = source.get(end..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start().len();
    let end = if rest.trim_start().starts_with(',') { end + blanks + 1 } else { end };
    Span::new(start, end)
}

/// Checks for a value without braces or quotes that is neither a number nor an abbreviation.
fn bare(field: &Field<'_>, out: &mut Vec<Misreading>) {
    let is_one_word = matches!(value::pieces(field.written).as_slice(), [Piece::Text(_)]);
    let is_number = field.written.bytes().all(|byte| byte.is_ascii_digit());
    if field.written.is_empty() || field.written.starts_with(['{', '"']) || !is_one_word || is_number {
        return;
    }
    let span = field.raw.value;
    let title = message("Put it into braces", "Ponerlo entre llaves");
    let edit = TextEdit::new(span, format!("{{{}}}", field.written));
    out.push(Misreading::new(&notation_rows::BARE_VALUE, span, field.written).with(title, vec![edit], true));
}

/// Checks for a value in quotation marks with an unclosed brace.
fn open_brace(field: &Field<'_>, out: &mut Vec<Misreading>) {
    if !field.written.starts_with('"') || !field.written.contains('{') {
        return;
    }
    let mut open: Vec<usize> = Vec::new();
    for (at, byte) in field.written.bytes().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => _ = open.pop(),
            _ => {}
        }
    }
    let Some(at) = open.first().copied() else { return };
    let is_escaped = field.written.get(..at).is_some_and(|before| before.ends_with('\\'));
    let row = match is_escaped {
        true => &notation_rows::ESCAPED_BRACE_IN_QUOTES,
        false => &notation_rows::BRACE_IN_QUOTES,
    };
    let start = field.raw.value.start as usize;
    let brace = Span::new(start + at, start + at + 1);
    let whole = Span::new(start + at - usize::from(is_escaped), start + at + 1);
    let is_address = matches!(field.name.as_str(), "url" | "doi" | "ee" | "link");
    let misreading = Misreading::new(row, brace, &format!("`{}`", field.name));
    out.push(if is_address {
        misreading.with(message("Write %7B", "Escribir %7B"), vec![TextEdit::new(whole, "%7B")], true)
    } else {
        misreading.with(message("Remove the brace", "Quitar la llave"), vec![TextEdit::new(whole, "")], false)
    });
}

/// Checks for repeated fields with different values.
fn twice(parts: &Parts<'_>, fields: &[Field<'_>], out: &mut Vec<Misreading>) {
    for (at, field) in fields.iter().enumerate() {
        let row = match field.name.as_str() {
            "title" | "subtitle" | "doi" | "eprint" | "pmid" | "pmcid" => &rows::WORK_TWICE,
            "author" | "editor" => &rows::AUTHOR_TWICE,
            "year" | "date" => &rows::YEAR_TWICE,
            "journal" | "journaltitle" | "booktitle" | "volume" | "number" | "issue" | "pages" | "eid"
            | "publisher" | "edition" | "series" | "url" | "urldate" | "month" | "day" | "chapter"
            | "address" | "location" | "school" | "institution" | "organization" | "howpublished"
            | "isbn" | "issn" | "type" | "note" | "addendum" | "translator" | "version" | "crossref"
            | "archiveprefix" | "eprinttype" | "primaryclass" | "eprintclass" => &rows::FIELD_TWICE,
            _ => continue,
        };
        let Some(first) = fields.iter().take(at).find(|first| first.name == field.name) else { continue };
        let plain = |field: &Field<'_>| {
            let value = field.inside.map_or(field.written, |inside| parts.slice(inside));
            latex_text::plain(value).to_lowercase().replace(|c: char| !c.is_alphanumeric(), "")
        };
        if plain(first) == plain(field) {
            continue;
        }
        let value = |field: &Field<'_>| {
            let value = field.inside.map_or(field.written, |inside| parts.slice(inside));
            value.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(50).collect::<String>()
        };
        let keep = |kept: &Field<'_>| {
            let kept = value(kept);
            message(&format!("Keep “{kept}”"), &format!("Dejar «{kept}»"))
        };
        let remove = |field: &Field<'_>| vec![TextEdit::new(whole_field(&parts.source, field.raw), "")];
        let span = field.inside.unwrap_or(field.raw.value);
        out.push(Misreading::new(row, span, &field.name).with(keep(first), remove(field), false).with(
            keep(field),
            remove(first),
            false,
        ));
    }
}
