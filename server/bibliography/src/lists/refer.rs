//! Reads EndNote's tagged text (`.enw`), which is the format of refer: `%A`, `%T`, `%D`.
//!
//! Source: the tags that EndNote's "EndNote Import" filter reads.

use super::listed_reference::ListedReference;
use crate::bibtex::parse_date;
use crate::gather::{add, addresses, labelled};
use crate::{FieldName, Identifier, Name, Work, WorkKind};
use referee_text::Span;
use std::borrow::Cow;

/// A value with its tag.
struct Tagged<'a> {
    tag: char,
    value: Cow<'a, str>,
    span: Span,
}

/// Reads the records of a file. A record begins with `%0` or, without it, after a blank line.
pub(super) fn read(text: &str) -> Vec<ListedReference> {
    let mut out = Vec::new();
    let mut open: Vec<Tagged<'_>> = Vec::new();
    let mut at = 0;
    let mut blank = false;
    for line in text.split_inclusive('\n') {
        let visible = line.trim_end();
        let mark = visible.len() - visible.trim_start_matches('\u{feff}').len();
        let body = visible.get(mark..).unwrap_or_default();
        let tag = body.strip_prefix('%').and_then(|rest| rest.chars().next()).filter(char::is_ascii);
        match tag {
            Some(tag) => {
                let behind = body.get(2..).unwrap_or_default();
                if behind.is_empty() || behind.starts_with([' ', '\t']) {
                    if tag == '0' || blank {
                        finish(&mut open, &mut out);
                    }
                    let value = behind.trim();
                    let start = at + mark + 2 + (behind.len() - behind.trim_start().len());
                    open.push(Tagged {
                        tag,
                        value: Cow::Borrowed(value),
                        span: Span::new(start, start + value.len()),
                    });
                }
                blank = false;
            }
            None if body.trim().is_empty() => blank = !open.is_empty(),
            // An abstract continues after blank lines, a title on the next line.
            None => {
                if let Some(last) = open.last_mut().filter(|last| last.tag == 'X' || !blank) {
                    let value = last.value.to_mut();
                    value.push(if last.tag == 'X' { '\n' } else { ' ' });
                    value.push_str(body.trim());
                    blank = false;
                }
            }
        }
        at += line.len();
    }
    finish(&mut open, &mut out);
    out
}

fn finish(open: &mut Vec<Tagged<'_>>, out: &mut Vec<ListedReference>) {
    let tags = std::mem::take(open);
    let (Some(first), Some(last)) = (tags.first(), tags.last()) else { return };
    // A record with only its kind is not a reference.
    if tags.iter().all(|one| one.tag == '0' || one.value.is_empty()) {
        return;
    }
    let span = Span::new((first.span.start as usize).saturating_sub(3), last.span.end as usize);
    let get = |tag: char| tags.iter().find(|one| one.tag == tag && !one.value.is_empty());
    let text = |tag: char| get(tag).map(|one| one.value.clone().into_owned());
    let kind_name = text('0').unwrap_or_default();
    let kind = kind(&kind_name);
    let people = |tag: char| {
        let all = tags.iter().filter(|one| one.tag == tag);
        all.filter_map(|one| person(&one.value)).collect::<Vec<Name>>()
    };
    let within = matches!(kind, WorkKind::Chapter | WorkKind::ConferencePaper);
    let mut work = Work {
        kind,
        title: text('T'),
        authors: people('A'),
        editors: people('E'),
        container: if within { text('B').or_else(|| text('J')) } else { text('J').or_else(|| text('B')) }
            .filter(|_| kind != WorkKind::Book),
        publisher: text('I'),
        date: get('D')
            .and_then(|one| parse_date(&one.value))
            .or_else(|| get('8').and_then(|one| parse_date(&one.value))),
        volume: text('V'),
        issue: text('N').filter(|_| matches!(kind, WorkKind::Article | WorkKind::Unknown)),
        pages: text('P').map(|pages| pages.replace('–', "-")),
        edition: text('7'),
        url: text('U'),
        summary: text('X'),
        ..Work::default()
    };
    let found = &mut work.identifiers;
    for one in &tags {
        match one.tag {
            'R' => add(found, Identifier::doi(&one.value)),
            '@' => add(found, Identifier::isbn(&one.value)),
            'U' => addresses(&one.value, found),
            'Z' | 'O' => labelled(&one.value, found),
            'M' if one.value.to_ascii_lowercase().starts_with("pmid") => labelled(&one.value, found),
            // EndNote's record number in its database; only up to eight digits can be a PubMed
            // identifier.
            'M' if is_pubmed_number(&one.value) => add(found, Identifier::pmid(&one.value)),
            '2' if one.value.starts_with("PMC") => add(found, Identifier::pmcid(&one.value)),
            _ => {}
        }
    }
    let key = get('F').filter(|one| !one.value.contains(char::is_whitespace));
    let places = [
        (FieldName::Title, 'T'),
        (FieldName::Authors, 'A'),
        (FieldName::Year, 'D'),
        (FieldName::Journal, if within { 'B' } else { 'J' }),
        (FieldName::Volume, 'V'),
        (FieldName::Issue, 'N'),
        (FieldName::Pages, 'P'),
        (FieldName::Doi, 'R'),
        (FieldName::Url, 'U'),
    ];
    out.push(ListedReference {
        key: key.map(|one| one.value.clone().into_owned()).unwrap_or_default(),
        key_span: key.map(|one| one.span),
        span,
        kind: kind_name,
        work,
        fields: places.iter().filter_map(|(field, tag)| Some((*field, get(*tag)?.span))).collect(),
    });
}

/// Whether a record number can be a PubMed identifier rather than one of another database.
pub(super) fn is_pubmed_number(number: &str) -> bool {
    (1..=8).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn person(text: &str) -> Option<Name> {
    let text = text.trim();
    match text.strip_suffix(',') {
        // EndNote marks an organisation with a trailing comma.
        Some(name) if !name.contains(',') => Some(Name::organisation(name)),
        _ if text.contains(',') => Name::family_first(text),
        _ => Name::parse(text),
    }
}

/// Returns the kind for EndNote's name of it, in its tagged text and its XML.
pub(super) fn kind(name: &str) -> WorkKind {
    match name.trim().to_ascii_lowercase().as_str() {
        "journal article" | "electronic article" | "magazine article" | "journal" => WorkKind::Article,
        "preprint" => WorkKind::Preprint,
        "conference paper" | "conference proceedings" | "conference" => WorkKind::ConferencePaper,
        "book" | "edited book" | "electronic book" | "serial" => WorkKind::Book,
        "book section" | "electronic book section" | "encyclopedia" | "dictionary" => WorkKind::Chapter,
        "thesis" => WorkKind::Thesis,
        "report" | "government document" => WorkKind::Report,
        "web page" | "blog" | "online multimedia" => WorkKind::WebPage,
        "computer program" => WorkKind::Software,
        "dataset" | "online database" | "aggregated database" => WorkKind::Dataset,
        "standard" => WorkKind::Standard,
        "patent" => WorkKind::Patent,
        "generic" | "unpublished work" | "manuscript" | "" => WorkKind::Unknown,
        _ => WorkKind::Other,
    }
}
