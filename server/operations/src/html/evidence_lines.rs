//! A note with the passages of its sources, line by line, for a signature.

use super::markup::add;
use crate::checked_file::CheckedFile;
use crate::report::Report;
use referee_findings::{Finding, Severity};
use referee_text::Language;
use referee_text::Span;
use referee_text::html::{escaped, escaped_with_code};
use referee_workspace::SourcedTerm;

/// Writes the lines of a note with the passages that support them; nothing for a file without
/// sources.
pub(super) fn write(report: &Report, file: &CheckedFile, out: &mut String) {
    let Some(terms) = report.snapshot.sourced_terms(&file.file) else { return };
    let language = report.snapshot.language_of_findings(&file.file);
    let text = file.text.to_string();
    let heading = language.pick("The note and what was said", "La nota y lo que se dijo");
    add(out, format_args!("<section lang=\"{}\">\n<h3>{heading}</h3>\n", language.pick("en", "es")));
    let columns = [
        language.pick("Line", "Línea"),
        language.pick("The note", "La nota"),
        language.pick("The source", "La fuente"),
        language.pick("Checked", "Revisado"),
    ];
    out.push_str("<table class=\"evidence\">\n<tr>");
    for column in columns {
        add(out, format_args!("<th>{column}</th>"));
    }
    out.push_str("</tr>\n");
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        if !line.trim().is_empty() {
            self::line(number + 1, line.trim_end(), span, &terms, file, language, out);
        }
    }
    out.push_str("</table>\n");
    let (name, date) = (language.pick("Checked by", "Revisado por"), language.pick("Date", "Fecha"));
    add(
        out,
        format_args!(
            "<p class=\"sign\"><span>{name}</span><span class=\"line\"></span><span>{date}</span><span class=\"line\"></span></p>\n</section>\n"
        ),
    );
}

/// Writes a line of the note with its terms marked, its findings, and the passages.
fn line(
    number: usize,
    text: &str,
    span: Span,
    terms: &[SourcedTerm],
    file: &CheckedFile,
    language: Language,
    out: &mut String,
) {
    let is_here = |place: Span| place.start >= span.start && place.start < span.end.max(span.start + 1);
    let terms: Vec<&SourcedTerm> = terms.iter().filter(|term| is_here(term.span)).collect();
    add(out, format_args!("<tr><td>{number}</td><td>"));
    let mut at = 0;
    for term in &terms {
        let from = (term.span.start - span.start) as usize;
        let to = ((term.span.end - span.start) as usize).min(text.len());
        let (Some(before), Some(words)) = (text.get(at..from), text.get(from..to)) else { continue };
        let tag = if term.passages.is_empty() { "u" } else { "mark" };
        add(out, format_args!("{}<{tag}>{}</{tag}>", escaped(before), escaped(words)));
        at = to;
    }
    out.push_str(&escaped(text.get(at..).unwrap_or_default()));
    let findings = file.findings.iter().filter(|finding: &&Finding| {
        is_here(finding.span) && finding.rule.starts_with("source/") && finding.severity != Severity::Hint
    });
    for finding in findings {
        add(out, format_args!("<br><span class=\"notice\">{}</span>", escaped_with_code(&finding.message)));
    }
    out.push_str("</td><td>");
    let mut shown: Vec<(&str, &str)> = Vec::new();
    for term in &terms {
        for passage in term.passages.iter().take(PASSAGES) {
            if shown.contains(&(passage.text.as_str(), passage.time.as_str())) {
                continue;
            }
            shown.push((&passage.text, &passage.time));
            let who = passage.who();
            let who = if who.is_empty() { passage.file.name().to_string() } else { who };
            add(out, format_args!("<p><strong>{}</strong>: “{}”</p>", escaped(&who), escaped(&passage.text)));
        }
    }
    if shown.is_empty() && !terms.is_empty() {
        out.push_str(language.pick("not in the source", "no está en la fuente"));
    }
    out.push_str("</td><td><input type=\"checkbox\"></td></tr>\n");
}

/// The maximum number of passages for a term.
const PASSAGES: usize = 2;
