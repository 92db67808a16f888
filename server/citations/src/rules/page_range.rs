//! Implements the rule `citation/page-range`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use crate::edits;
use referee_bibliography::{Entry, FieldName};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::{Message, TextEdit};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/page-range",
        summary: "The pages of an entry run backwards",
        severity: Some(Severity::Hint),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A range of pages whose last page comes before its first: `1245--1234`. A hint in the .bib file; `check` lists it with \
`--verbose`, or where the settings give the rule another severity.

## Why

Two digits were exchanged, or the two pages were; a reader who asks a library for the pages gets the wrong ones.

## Example

```bibtex
@article{smith2020, title = {On waking}, pages = {403--393}}
```

## What it cannot tell

Which of the two pages is wrong. A last page that is cut short (`1234-45`, `S12-8` in a list) is read with the digits \
of the first page before it. Numbers with more than one dash (`2-1--2-10`), Roman numerals and article numbers are \
left alone.

## Fixes

- Exchange the two pages.

## Sources

The entry alone.
",
    },
    checks: &[Check::Entry(check)],
    fixes: Some(fixes),
};

/// The characters between the first page and the last.
const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}'];

fn check(entry: &Entry<'_>) -> Vec<Remark> {
    let Some(range) = pages(entry).and_then(|text| backwards(&text)) else { return Vec::new() };
    let data = Data { key: Some(entry.key().to_owned()), ..Data::default() };
    vec![Remark {
        place: Anchor::Field(FieldName::Pages),
        message: Message::new(
            format!("The pages run backwards: {} comes before {}.", range.last, range.first),
            format!("Las páginas van hacia atrás: {} es anterior a {}.", range.last, range.first),
        ),
        data,
        ..Remark::default()
    }]
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((file, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let (Some(text), Some(span)) = (pages(&entry), entry.field_span(FieldName::Pages)) else {
        return Vec::new();
    };
    let Some(range) = backwards(&text) else { return Vec::new() };
    let turned = text.replacen(&range.text, &range.turned(), 1);
    vec![Fix {
        title: context
            .say(Message::new(format!("Write {}", range.turned()), format!("Escribir {}", range.turned()))),
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![edits::file_edit(&file.file, TextEdit::new(span, turned))],
    }]
}

/// Returns the pages as written in the file.
fn pages(entry: &Entry<'_>) -> Option<String> {
    let span = entry.field_span(FieldName::Pages)?;
    Some(entry.bibliography().text().get_byte_slice(span.range())?.to_string())
}

/// A range that runs backwards.
struct ReversedRange {
    /// The whole range as written.
    text: String,
    first: String,
    last: String,
}

impl ReversedRange {
    /// Returns the range with its pages swapped and the same separator.
    fn turned(&self) -> String {
        let between = self.text.get(self.first.len()..self.text.len() - self.last.len()).unwrap_or("--");
        format!("{}{between}{}", self.last, self.first)
    }
}

/// Returns the first range in a list of pages that runs backwards.
fn backwards(text: &str) -> Option<ReversedRange> {
    text.split([',', ';', '&', '+']).map(str::trim).find_map(|range| {
        let mut parts = range.split(DASHES).map(str::trim).filter(|part| !part.is_empty());
        let (first, last) = (parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let (letters, first_digits) = letters_and_digits(first)?;
        let (last_letters, last_digits) = letters_and_digits(last)?;
        // `S12-8` omits the letter, `e12-e8` repeats it; `A12-B8` is not a range of this kind.
        if !last_letters.is_empty() && !last_letters.eq_ignore_ascii_case(letters) {
            return None;
        }
        let kept = first_digits.len().saturating_sub(last_digits.len());
        let completed = format!("{}{last_digits}", first_digits.get(..kept)?);
        let (begin, end): (u64, u64) = (first_digits.parse().ok()?, completed.parse().ok()?);
        (end < begin).then(|| ReversedRange {
            text: range.to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
        })
    })
}

/// Splits a page into the letters before its number and its digits; `None` if it has another form.
fn letters_and_digits(page: &str) -> Option<(&str, &str)> {
    let at = page.find(|character: char| character.is_ascii_digit())?;
    let (letters, digits) = page.split_at(at);
    let is_plain = letters.chars().all(char::is_alphabetic)
        && letters.chars().count() <= 3
        && digits.len() <= 12
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then_some((letters, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_run_backwards_are_told_from_those_that_are_cut_short() {
        for text in
            ["403--393", "1245-1234", "25\u{2013}12, 30", "S45-S12", "e130 - e123", "10-12, 30--20", "345-12"]
        {
            assert!(backwards(text).is_some(), "{text}");
        }
        for text in [
            "393--403",
            "1234-45",
            "1234--5",
            "117-126",
            "S12-S15",
            "e1002533",
            "2-1--2-10",
            "xii--iv",
            "12",
            "299-302",
            "A12-B8",
            "",
            "100-",
            "10, 8",
            "117-117",
            "1-e5",
        ] {
            assert!(backwards(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_pages_are_exchanged_as_they_are_joined() {
        let turned = |text| backwards(text).map(|range| range.turned());
        assert_eq!(turned("403--393").as_deref(), Some("393--403"));
        assert_eq!(turned("S45 \u{2013} S12").as_deref(), Some("S12 \u{2013} S45"));
    }
}
