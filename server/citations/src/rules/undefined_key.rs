//! Implements the rule `citation/undefined-key`.

use super::author_year;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use referee_bibliography::Program;
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_syntax::{Citation, Format, Mode, Target};
use referee_text::Message;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/undefined-key",
        summary: "A citation key has no entry",
        severity: Some(Severity::Error),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A key that no bibliography of the draft defines, and a number beyond the list of references. A bare `@word` in a \
Markdown sentence, which may be the name of an account, is a warning; so is a number outside the list. A number \
that is missing inside the list is information. A citation by author and year (“Kim & Lee, 2019”) that a list of \
references without numbers lacks is a warning; if the list has another year of this author, the message names it.

## Why

The finished paper shows `[?]`, `(smith2020?)` or nothing at all in that place.

## Example

```markdown
Metformin lowers mortality [@ukpds1989].
```

refs.bib defines `ukpds1998`.

## What it cannot tell

Whether the entry was forgotten or the key mistyped. It is silent where a bibliography that the draft names could \
not be found or read, and where the draft names none: the entry may be there. In Typst `@key` may be a label too: \
it is silent if the draft includes a file that is missing or whose name is computed. Where BibTeX builds the draft, capitals \
in keys do not count, as for BibTeX. Labels of figures, tables and \
equations are not keys. Citations by author and year are compared only if the list of references has at least half \
of the cited authors; a single name and a year in brackets (“Madrid, 2019”) counts only where such citations are \
otherwise listed. A key that is an identifier (`@doi:10.1000/xyz`, `@pmid:123`, `@https://doi.org/10.1000/xyz`) \
names its work by itself and is judged like an entry; the editor offers to make an entry of it.

## Fixes

- Write one of the nearest keys, up to three. If one key is close and no other is, it is the suggested one.
- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The bibliographies that the draft names, itself or through the files that include it, and its own list of \
references.
",
    },
    checks: &[Check::Citation(check), Check::Draft(author_year::undefined)],
    fixes: Some(fixes),
};

fn check(context: &RuleContext<'_>, citation: &Citation) -> Option<Remark> {
    match &citation.target {
        Target::Key(key) => undefined(context, citation, key),
        Target::Numbers(numbers) => beyond(context, numbers),
        Target::Identifier(_) | Target::Malformed(..) | Target::Named(_) => None,
    }
}

fn undefined(context: &RuleContext<'_>, citation: &Citation, key: &str) -> Option<Remark> {
    let is_none = key == "*"
        || key.contains("://")
        || referee_syntax::identifier_in_key(key).is_some()
        || !context.complete;
    let is_in_comment =
        || context.programs.is_only(Program::Bibtex) && context.commented_entry(key).is_some();
    if is_none || context.printed_entry(key).is_some() || is_in_comment() {
        return None;
    }
    let format = context.draft.map(referee_syntax::Document::format);
    // `\cite{fig:1}` is always an error; `@fig:1` can refer to the figure.
    if format != Some(Format::Latex) && (context.labels)(key) {
        return None;
    }
    let lists = context.reference_lists();
    let nothing_known = context.bibliographies.is_empty() && lists.keys.is_empty();
    if nothing_known || lists.keys.contains(key) || !context.are_bibliographies_readable() {
        return None;
    }
    let markdown = matches!(format, Some(Format::Markdown | Format::Quarto | Format::RMarkdown));
    let severity = (markdown && citation.mode == Mode::Textual).then_some(Severity::Warning);
    let mut files: Vec<String> =
        context.bibliographies.iter().map(|file| file.file.name().into_owned()).collect();
    files.dedup();
    let near = edits::one_slip_from(context, key);
    let message = Message::written(|language| {
        let lacks = |place: &str, many: bool| {
            language.pick(
                format!("{place} {} no entry “{key}”", if many { "have" } else { "has" }),
                format!("{place} no {} la entrada «{key}»", if many { "tienen" } else { "tiene" }),
            )
        };
        let count = files.len();
        let all = language.pick(
            format!("The draft, with {count} bibliographies,"),
            format!("El texto, con {count} bibliografías,"),
        );
        let fact = match count {
            0 => lacks(language.pick("The list of references", "La lista de referencias"), false),
            1..=3 => Some(lacks(&wording::list(language, &files), count > 1))
                .filter(|fact| count == 1 || wording::fits_first(fact))
                .unwrap_or_else(|| lacks(&all, false)),
            _ => lacks(&all, false),
        };
        let next = match &near {
            Some(near) => language.pick(format!("Did you mean “{near}”?"), format!("¿Quiso decir «{near}»?")),
            None => language
                .pick("Correct the key or add the entry.", "Corrija la clave o añada la entrada.")
                .to_owned(),
        };
        format!("{fact}. {next}")
    });
    let data = Data { key: Some(key.to_owned()), ..Data::default() };
    Some(Remark { message, severity, data, ..Remark::default() })
}

fn beyond(context: &RuleContext<'_>, numbers: &[u32]) -> Option<Remark> {
    let lists = context.reference_lists();
    // A year or a quantity in brackets is not a reference.
    let plausible = |number: &u32| *number > 0 && *number < 1000.max(lists.last.saturating_mul(2));
    if lists.numbers.is_empty() || !numbers.iter().all(plausible) {
        return None;
    }
    let missing: Vec<u32> =
        numbers.iter().copied().filter(|number| !lists.numbers.contains(number)).collect();
    let last = missing.last()?;
    let words: Vec<String> = missing.iter().map(u32::to_string).collect();
    let is_beyond = *last > lists.last;
    let severity = if is_beyond { Severity::Warning } else { Severity::Information };
    let message = Message::written(|language| {
        let numbers = wording::list(language, &words);
        let many = words.len() > 1;
        let fact = language.pick(
            format!(
                "The list of references has no {} {numbers}",
                if many && is_beyond { "items" } else { "item" }
            ),
            format!(
                "La lista de referencias no tiene {} {numbers}",
                if many { "los números" } else { "el número" }
            ),
        );
        if !is_beyond {
            return format!("{fact}.");
        }
        language.pick(
            format!("{fact}: it ends at {}. Correct the number or add the reference.", lists.last),
            format!("{fact}: termina en {}. Corrija el número o añada la referencia.", lists.last),
        )
    });
    let data = Data { key: Some(format!("[{}]", words.join(","))), ..Data::default() };
    Some(Remark { message, severity: Some(severity), data, ..Remark::default() })
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((draft, citation)) = super::subject::citation_at(context, finding.span) else {
        return Vec::new();
    };
    let Target::Key(key) = &citation.target else { return Vec::new() };
    let nearest = edits::nearest_keys(context, key);
    // One key is close, and no other is equally close.
    let obvious = match nearest.as_slice() {
        [] => false,
        [one] => one.distance <= 2,
        [first, second, ..] => first.distance <= 2 && first.distance < second.distance,
    };
    let mut out: Vec<Fix> = nearest
        .into_iter()
        .enumerate()
        .map(|(index, near)| Fix {
            title: context.say(Message::new(
                format!("Write “{}” instead of “{key}”", near.key),
                format!("Escribir «{}» en lugar de «{key}»", near.key),
            )),
            kind: FixKind::Chosen,
            preferred: obvious && index == 0,
            edits: vec![edits::file_edit(context.file, edits::write_key(draft, &citation, &near.key))],
        })
        .collect();
    if let Some(removal) = edits::remove_citation(draft, &citation, (context.language)()) {
        let title = if removal.is_marked {
            super::subject::replacing(&format!("the citation of “{key}”"), &format!("la cita de «{key}»"))
        } else {
            Message::new(format!("Remove the citation of “{key}”"), format!("Quitar la cita de «{key}»"))
        };
        out.push(Fix {
            title: context.say(title),
            kind: FixKind::Chosen,
            preferred: false,
            edits: vec![edits::file_edit(context.file, removal.edit)],
        });
    }
    out
}
