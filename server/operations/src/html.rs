//! A report as one page for an editor or a reviewer, with a box to sign for each reference.
//!
//! The page is self-contained: no script, no picture, no external style, so that it can be mailed,
//! printed and opened years later. All of its content is untrusted (drafts, records) and passes
//! through [`escaped`]; an address becomes a link only if it is a web address.

mod evidence_lines;
mod markup;

use crate::checked_file::CheckedFile;
use crate::compared_text::ComparedText;
use crate::report::Report;
use markup::add;
use referee_bibliography::render::vancouver;
use referee_bibliography::{Identifier, Work};
use referee_citations::json::verdict_of;
use referee_citations::{Judgement, Outcome, Reference, Verdict};
use referee_findings::{Finding, Severity};
use referee_records::{Record, source_name};
use referee_text::Language;
pub use referee_text::html::escaped;
use referee_text::html::escaped_with_code;
use referee_text::position::{Encoding, positions};

/// The style of the page. Colour is never the only cue: each verdict is also a word.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top; }
article { border: 1px solid #8888; border-left-width: .4rem; border-radius: .3rem; padding: .6rem 1rem; margin: .8rem 0; break-inside: avoid; }
body { overflow-wrap: anywhere; }
.verified { border-left-color: #2a7d2a; } .differs, .not-found { border-left-color: #b26a00; }
.misidentified { border-left-color: #b00020; } .uncovered, .unchecked { border-left-color: #777; }
.verdict { font-weight: 600; } .notice { font-weight: 600; color: #b00020; }
.banner { border: 1px solid #8888; border-radius: .3rem; padding: .4rem .8rem; font-weight: 600; }
.banner.warn { border-color: #b26a00; border-left-width: .4rem; }
.quote { opacity: .75; } blockquote { margin: .3rem 0; padding-left: .8rem; border-left: 2px solid #8888; }
.evidence p { margin: 0 0 .2rem; } .evidence td { border-top: 1px solid #8884; padding-top: .3rem; } tr { break-inside: avoid; }
ul { margin: .3rem 0; padding-left: 1.2rem; } .sign { display: flex; gap: 1rem; flex-wrap: wrap; margin-top: .5rem; }
.sign .line { border-bottom: 1px solid; min-width: 12rem; flex: 1; } a { color: inherit; }
@media (prefers-color-scheme: dark) { .notice { color: #ff8a80; } }
@media print { body { font-size: 10pt; max-width: none; margin: 0; } a[href]::after { content: \" (\" attr(href) \")\"; font-size: 85%; word-break: break-all; } }
";

/// Returns the whole page, including the doctype.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // Nothing may be loaded or run, whatever a record contains.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    let names: Vec<String> = report.files.iter().map(|file| report.shown(file.file.path())).collect();
    let title = match names.as_slice() {
        [one] => format!("References of {one}"),
        _ => format!("References of {} files", names.len()),
    };
    add(
        &mut out,
        format_args!("<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n", escaped(&title)),
    );
    add(&mut out, format_args!("<h1>{}</h1>\n", escaped(&title)));
    summary(report, &mut out);
    for file in &report.files {
        add(&mut out, format_args!("<section>\n<h2>{}</h2>\n", escaped(&report.shown(file.file.path()))));
        let general: Vec<&Finding> =
            file.findings.iter().filter(|finding| finding.data.key.is_none()).collect();
        let has_sources = !report.snapshot.note_sources(&file.file).is_empty();
        if file.references.is_empty() && general.is_empty() && !has_sources {
            out.push_str("<p>Nothing is cited in it.</p>\n");
        }
        for (number, (reference, judgement)) in file.references.iter().enumerate() {
            let about = |finding: &&Finding| finding.data.key.as_deref() == Some(reference.label.as_str());
            let findings: Vec<&Finding> = file.findings.iter().filter(about).collect();
            let compared = ComparedText::of(report, &file.file, reference, judgement.as_ref());
            let judged = (reference, judgement.as_deref());
            self::reference(report, number + 1, judged, compared.as_ref(), &findings, &mut out);
        }
        if !general.is_empty() {
            out.push_str("<h3>What else was found</h3>\n<ul>\n");
            for finding in general.iter().filter(|finding| finding.severity != Severity::Hint) {
                add(&mut out, format_args!("<li>{}</li>\n", remark(report, file, finding)));
            }
            out.push_str("</ul>\n");
        }
        evidence_lines::write(report, file, &mut out);
        out.push_str("</section>\n");
    }
    out.push_str("<h2>Signed off</h2>\n<p class=\"sign\"><span>Name</span><span class=\"line\"></span><span>Date</span><span class=\"line\"></span></p>\n");
    add(
        &mut out,
        format_args!(
            "<p class=\"quote\">Made by referee {}. A verdict rests on the sources that are named with it. “Unchecked” is not an accusation: it says that nothing is known.</p>\n</body>\n</html>\n",
            env!("CARGO_PKG_VERSION")
        ),
    );
    out
}

/// Writes how many references were looked up, the requests of services, the table of verdicts, the
/// sources that did not answer, and the influence of the workspace.
fn summary(report: &Report, out: &mut String) {
    let looked = report.looked_at();
    if looked.total() > 0 {
        let class = if looked.not_looked_at > 0 { "banner warn" } else { "banner" };
        add(out, format_args!("<p class=\"{class}\" role=\"status\">{}.</p>\n", looked.sentence()));
    }
    for sentence in report.about_the_run() {
        add(out, format_args!("<p class=\"banner warn\">{}</p>\n", escaped_with_code(&sentence)));
    }
    if let Some(open) = report.not_looked_up() {
        let sentence = escaped(&open.sentence());
        add(
            out,
            format_args!(
                "<p class=\"notice\">Provisional: {sentence}. They are neither confirmed nor accused.</p>\n"
            ),
        );
    }
    out.push_str("<table>\n");
    for (verdict, count) in report.verdicts() {
        if count > 0 {
            add(
                out,
                format_args!(
                    "<tr><td>{count}</td><td class=\"verdict\">{}</td></tr>\n",
                    words(verdict, count)
                ),
            );
        }
    }
    out.push_str("</table>\n");
    for sentence in report.workspace.sentences() {
        add(out, format_args!("<p>{}</p>\n", escaped_with_code(&sentence)));
    }
}

/// Returns the words for a verdict about so many references, for a reader who does not know this
/// program.
fn words(verdict: Verdict, count: usize) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::Differs if count == 1 => "differs from the record",
        Verdict::Differs => "differ from the record",
        Verdict::Misidentified if count == 1 => "its identifier belongs to another work",
        Verdict::Misidentified => "their identifiers belong to other works",
        Verdict::NotFound => "not found",
        Verdict::Uncovered => "of a kind that no source here lists",
        Verdict::Unchecked => "unchecked",
    }
}

/// Writes a reference: its claim, its verdict with the evidence, its findings and the line to sign.
/// The word of the verdict is the class in [`STYLE`].
fn reference(
    report: &Report,
    number: usize,
    (reference, judgement): (&Reference, Option<&Judgement>),
    compared: Option<&ComparedText>,
    findings: &[&Finding],
    out: &mut String,
) {
    let verdict = verdict_of(judgement);
    add(
        out,
        format_args!(
            "<article class=\"{}\">\n<h3>{number}. {}</h3>\n",
            verdict.as_str(),
            escaped(&reference.label)
        ),
    );
    add(out, format_args!("<p>{}{}</p>\n", escaped(&claimed(report, reference)), links(&reference.work)));
    let place = report.snapshot.source_place(&reference.file, reference.span.start as usize);
    if let Some(place) = place {
        add(out, format_args!("<p class=\"quote\">In the document: {place}.</p>\n"));
    }
    add(out, format_args!("<p><span class=\"verdict\">{}</span></p>\n", words(verdict, 1)));
    if let Some(judgement) = judgement {
        evidence(judgement, out);
    }
    if let Some(compared) = compared {
        add(out, format_args!("<p class=\"quote\">{}</p>\n", escaped(&compared.sentence(report))));
    }
    if !findings.is_empty() {
        out.push_str("<ul>\n");
        for finding in findings.iter().filter(|finding| finding.severity != Severity::Hint) {
            add(out, format_args!("<li>{}</li>\n", escaped_with_code(&finding.message)));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("<p class=\"sign\"><label><input type=\"checkbox\"> Looked at</label><span>Note</span><span class=\"line\"></span></p>\n</article>\n");
}

/// Returns the claim of a reference in printed form; the original text if no field was recognised.
pub(crate) fn claimed(report: &Report, reference: &Reference) -> String {
    let printed = vancouver(&reference.work);
    if !printed.trim().is_empty() {
        return printed;
    }
    let text = report.snapshot.text(&reference.file);
    text.and_then(|text| text.get_byte_slice(reference.span.range()).map(String::from)).unwrap_or_default()
}

/// Writes the evidence for a verdict: the record, the differences, the notices, the sources.
fn evidence(judgement: &Judgement, out: &mut String) {
    for notice in &judgement.notices {
        let kind = match notice.kind {
            referee_records::NoticeKind::Retraction => "Retracted",
            referee_records::NoticeKind::Withdrawal => "Withdrawn",
            referee_records::NoticeKind::Removal => "Removed",
            referee_records::NoticeKind::Concern => "Expression of concern",
            referee_records::NoticeKind::Correction => "Corrected",
            referee_records::NoticeKind::Reinstatement => continue,
        };
        let date = notice.date.map(|date| match (date.month, date.day) {
            (Some(month), Some(day)) => format!(" on {}-{month:02}-{day:02}", date.year),
            (Some(month), None) => format!(" in {}-{month:02}", date.year),
            _ => format!(" in {}", date.year),
        });
        let reason =
            notice.reason.as_ref().map(|reason| format!(": {}", escaped(reason))).unwrap_or_default();
        add(
            out,
            format_args!(
                "<p class=\"notice\">{kind}{} ({}){reason}</p>\n",
                date.unwrap_or_default(),
                escaped(source_name(Language::English, &notice.source))
            ),
        );
    }
    if let Some(record) = &judgement.record {
        add(out, format_args!("<blockquote>Record: {}</blockquote>\n", work(record)));
    }
    if let Some((identifier, record)) = &judgement.other {
        add(
            out,
            format_args!(
                "<blockquote>{} is: {}</blockquote>\n",
                escaped(&identifier.to_string()),
                work(record)
            ),
        );
    }
    if let Some(published) = &judgement.published {
        add(out, format_args!("<blockquote>Published as: {}</blockquote>\n", work(published)));
    }
    if !judgement.differences.is_empty() {
        out.push_str("<table>\n<tr><th>Field</th><th>Here</th><th>In the record</th></tr>\n");
        for difference in &judgement.differences {
            add(
                out,
                format_args!(
                    "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    escaped(difference.field),
                    escaped(&difference.claimed),
                    escaped(&difference.recorded)
                ),
            );
        }
        out.push_str("</table>\n");
    }
    let asked: Vec<String> = judgement
        .consulted
        .iter()
        .filter_map(|source| {
            let outcome = match source.outcome {
                Outcome::Match => "has it",
                Outcome::NoMatch => "does not have it",
                Outcome::Error => "did not answer",
                Outcome::Skipped => return None,
            };
            Some(format!("{} {outcome}", escaped(source_name(Language::English, &source.name))))
        })
        .collect();
    if !asked.is_empty() {
        add(out, format_args!("<p class=\"quote\">Asked: {}.</p>\n", asked.join("; ")));
    }
}

/// Returns a record as a citation with links.
fn work(record: &Record) -> String {
    format!("{}{}", escaped(&vancouver(&record.work)), links(&record.work))
}

/// Returns links for the identifiers of a work; without identifiers, a link to its own address.
fn links(work: &Work) -> String {
    let links = addresses(work)
        .into_iter()
        .map(|(name, address)| format!(" <a href=\"{}\" rel=\"noreferrer\">{name}</a>", escaped(&address)));
    links.collect()
}

/// Returns the labelled web addresses of a work: those of its identifiers or, without identifiers,
/// its own address. Other kinds of addresses are omitted.
pub(crate) fn addresses(work: &Work) -> Vec<(&'static str, String)> {
    let of_identifiers = work.identifiers.iter().filter_map(|identifier| {
        let name = match identifier {
            Identifier::Doi(_) => "DOI",
            Identifier::Pmid(_) => "PubMed",
            Identifier::Pmcid(_) => "PMC",
            Identifier::Arxiv(..) => "arXiv",
            Identifier::Trial(_) => "Trial",
            Identifier::Isbn(_) => return None,
        };
        Some((name, identifier.url()?))
    });
    let mut all: Vec<(&str, String)> = of_identifiers.collect();
    if all.is_empty() {
        all.extend(work.url.clone().map(|url| ("Address", url)));
    }
    all.retain(|(_, address)| address.starts_with("https://") || address.starts_with("http://"));
    all
}

/// Returns a finding that does not concern a reference, with its position and its text.
fn remark(report: &Report, file: &CheckedFile, finding: &Finding) -> String {
    let place = match report.snapshot.source_place(&file.file, finding.span.start as usize) {
        Some(place) => place.to_string(),
        None => format!("line {}", positions(&file.text, finding.span, Encoding::Utf32).0.line + 1),
    };
    let quoted = file.text.get_byte_slice(finding.span.range()).map(String::from).unwrap_or_default();
    let words: String = quoted.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(160).collect();
    let mut out = format!(
        "{place}: {} <span class=\"quote\">“{}”</span>",
        escaped_with_code(&finding.message),
        escaped(&words)
    );
    let sources = report.snapshot.note_sources(&file.file);
    for said in finding.related.iter().filter(|related| sources.contains(&related.file)) {
        out.push_str(&format!("<br>Source: {}", escaped(&said.message)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn words_of_strangers_are_no_markup() {
        assert_eq!(
            escaped("<script>alert('x')</script> & \"y\"\u{1b}[31m\u{202e}"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;[31m"
        );
    }
}
