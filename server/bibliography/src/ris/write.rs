//! Writes RIS.

use crate::{Identifier, Name, Work, WorkKind};
use std::fmt::Write;

/// Writes the record of a work, from `TY` to `ER`, followed by a blank line.
#[must_use]
pub fn write(work: &Work) -> String {
    let mut out = String::new();
    let mut line = |tag: &str, value: &str| {
        // A line break would begin a new field.
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if !value.is_empty() {
            let _ = write!(out, "{tag}  - {value}\r\n");
        }
    };
    line("TY", type_name(work.kind));
    for author in &work.authors {
        line("AU", &name(author));
    }
    for editor in &work.editors {
        line(
            if matches!(work.kind, WorkKind::Book | WorkKind::Chapter | WorkKind::ConferencePaper) {
                "A2"
            } else {
                "ED"
            },
            &name(editor),
        );
    }
    if let Some(title) = work.full_title() {
        line("TI", &title);
    }
    let fields = [
        ("OP", &work.original_title),
        ("T2", &work.container),
        ("J2", &work.container_short),
        ("PB", &work.publisher),
        ("VL", &work.volume),
        ("IS", &work.issue),
        ("ET", &work.edition),
        ("LA", &work.language),
        ("UR", &work.url),
        ("AB", &work.summary),
    ];
    for (tag, value) in fields {
        if let Some(value) = value {
            line(tag, value);
        }
    }
    if let Some(date) = work.date.or(work.online_date) {
        line("PY", &date.year.to_string());
        if let Some(month) = date.month {
            line(
                "DA",
                &format!(
                    "{}/{month:02}/{}",
                    date.year,
                    date.day.map_or_else(String::new, |day| format!("{day:02}"))
                ),
            );
        }
    }
    if let Some(pages) = &work.pages {
        match pages.split_once(['-', '\u{2013}']) {
            Some((first, last)) if !last.contains(['-', ',']) => {
                line("SP", first.trim_end_matches('-'));
                line("EP", last);
            }
            _ => line("SP", pages),
        }
    }
    for identifier in &work.identifiers {
        match identifier {
            Identifier::Doi(doi) => line("DO", doi),
            Identifier::Pmid(number) => {
                line("AN", &number.to_string());
                line("DB", "PubMed");
            }
            Identifier::Pmcid(number) => line("C2", &format!("PMC{number}")),
            Identifier::Isbn(isbn) => line("SN", isbn),
            Identifier::Arxiv(..) if work.url.is_none() => line("UR", &identifier.url().unwrap_or_default()),
            Identifier::Arxiv(..) | Identifier::Trial(_) => line("N1", &identifier.to_string()),
        }
    }
    out.push_str("ER  - \r\n\r\n");
    out
}

fn name(name: &Name) -> String {
    match name {
        Name::Person { family, given, particle, suffix } => {
            let family = if particle.is_empty() { family.clone() } else { format!("{particle} {family}") };
            let mut out = family;
            if !given.is_empty() || !suffix.is_empty() {
                let _ = write!(out, ", {given}");
            }
            if !suffix.is_empty() {
                let _ = write!(out, ", {suffix}");
            }
            out
        }
        // The comma keeps the words of a group together.
        Name::Organisation { name } => format!("{name},"),
    }
}

fn type_name(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::Article => "JOUR",
        WorkKind::Preprint => "PREPRINT",
        WorkKind::ConferencePaper => "CPAPER",
        WorkKind::Book => "BOOK",
        WorkKind::Chapter => "CHAP",
        WorkKind::Thesis => "THES",
        WorkKind::Report => "RPRT",
        WorkKind::WebPage => "ELEC",
        WorkKind::Software => "COMP",
        WorkKind::Dataset => "DATA",
        WorkKind::Standard => "STAND",
        WorkKind::Patent => "PAT",
        WorkKind::Trial | WorkKind::Other | WorkKind::Unknown => "GEN",
    }
}
