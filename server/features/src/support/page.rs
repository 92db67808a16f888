//! The table of citing sentences as one self-contained page for a reviewer.
//!
//! The page contains neither scripts nor pictures nor external styles. All of it that comes from a
//! draft, a record or a paper is escaped.

use super::table::rows;
use super::{CheckedDraft, CheckedSentence};
use referee_records::source_name;
use referee_text::Language;
use referee_text::html::escaped;
use std::fmt::Write;

/// The style of the page. Colour is never the only cue: each state is also a word.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .6rem; vertical-align: top; border-bottom: 1px solid #8888; }
tr { break-inside: avoid; } .state { font-weight: 600; white-space: nowrap; } .quiet { opacity: .75; font-size: 90%; }
.r0, .r1, .r2 { border-left: .4rem solid #b26a00; } .r3, .r4 { border-left: .4rem solid #777; } .r5 { border-left: .4rem solid #2a7d2a; }
@media print { body { font-size: 9pt; max-width: none; margin: 0; } }
";

/// A draft on the page.
#[derive(Debug)]
pub struct Section<'a> {
    /// The name of the draft.
    pub name: String,
    /// Its sentences.
    pub draft: &'a CheckedDraft,
    /// The place of each sentence.
    pub places: Vec<String>,
    /// The place and the words of each hint.
    pub hints: Vec<(String, String)>,
}

/// Returns the page of these drafts.
#[must_use]
pub fn page(drafts: &[Section<'_>]) -> String {
    let title = match drafts {
        [Section { name, .. }] => format!("Do the cited works say so? {name}"),
        _ => format!("Do the cited works say so? {} drafts", drafts.len()),
    };
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    add(
        &mut out,
        format_args!(
            "<title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
            escaped(&title)
        ),
    );
    for Section { name, draft, places, hints } in drafts {
        add(
            &mut out,
            format_args!(
                "<section>\n<h2>{}</h2>\n<p>{}</p>\n<p class=\"quiet\">{}. “Says so” is the reading of a program, not a proof.</p>\n",
                escaped(name),
                escaped(&draft.message(Language::English)),
                escaped(&draft.compared_with())
            ),
        );
        if !draft.sentences.is_empty() {
            table(draft, places, &mut out);
        }
        if !hints.is_empty() {
            out.push_str("<h3>Hints</h3>\n<ul>\n");
            for (place, hint) in hints {
                add(
                    &mut out,
                    format_args!(
                        "<li><span class=\"quiet\">{}</span> {}</li>\n",
                        escaped(place),
                        escaped(hint)
                    ),
                );
            }
            out.push_str("</ul>\n");
        }
        out.push_str("</section>\n");
    }
    add(
        &mut out,
        format_args!(
            "<p class=\"quiet\">Made by referee {}.</p>\n</body>\n</html>\n",
            env!("CARGO_PKG_VERSION")
        ),
    );
    out
}

fn table(draft: &CheckedDraft, places: &[String], out: &mut String) {
    out.push_str(
        "<table>\n<thead><tr><th scope=\"col\">State</th><th scope=\"col\">Sentence</th><th scope=\"col\">Work</th><th scope=\"col\">Passage</th></tr></thead>\n<tbody>\n",
    );
    for row in rows(&draft.sentences) {
        let one = row.sentence;
        let number = draft.sentences.iter().position(|other| std::ptr::eq(other, one));
        let place = number.and_then(|number| places.get(number)).map_or("", String::as_str);
        add(
            out,
            format_args!(
                "<tr class=\"r{}\"><td class=\"state\">{}</td><td>{}<br><span class=\"quiet\">{}</span></td><td>{}</td><td>{}</td></tr>\n",
                row.rank,
                row.state().english,
                escaped(&one.sentence()),
                escaped(place),
                works(one),
                passages(one)
            ),
        );
    }
    out.push_str("</tbody>\n</table>\n");
}

/// Returns the cited works, one per line.
fn works(one: &CheckedSentence) -> String {
    let lines: Vec<String> = one
        .sources
        .iter()
        .map(|source| {
            let title = source.record.as_ref().and_then(|record| record.work.full_title());
            let year = source.record.as_ref().and_then(|record| record.work.year());
            let year = year.map_or_else(String::new, |year| format!(" ({year})"));
            let text = match (&source.paper, source.unknown) {
                (Some(paper), _) => {
                    let text = paper.full_text();
                    let version =
                        text.version.as_ref().map_or_else(String::new, |version| format!(", {version}"));
                    let part = if paper.is_partial() { "partly read" } else { "full text" };
                    format!("{part}: {}{version}", text.origin)
                }
                (None, None) => {
                    let origin = source.record.as_ref().map_or_else(String::new, |record| {
                        format!(" ({})", source_name(Language::English, &record.source))
                    });
                    format!("title and abstract only{origin}")
                }
                (None, Some(why)) => why.english.to_owned(),
            };
            format!(
                "{}: {}{}<br><span class=\"quiet\">{}</span>",
                escaped(&source.label),
                escaped(&title.unwrap_or_default()),
                escaped(&year),
                escaped(&text)
            )
        })
        .collect();
    lines.join("<br>")
}

/// Returns the reasons and the first passage, one per line.
fn passages(one: &CheckedSentence) -> String {
    one.reasons().iter().map(|reason| escaped(reason)).collect::<Vec<_>>().join("<br>")
}

fn add(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::{Section, page};
    use crate::support::{CheckedDraft, check_sentence};
    use referee_citations::claims::Cited;

    #[test]
    fn the_page_escapes_what_it_shows_and_loads_nothing() {
        let cited = Cited { label: "<b>roe</b>".to_owned(), ..Cited::default() };
        let sentence = check_sentence("Statins <script>alert(1)</script> help.", vec![cited]);
        let draft = CheckedDraft { sentences: vec![sentence], left_out: 0 };
        let html = page(&[Section {
            name: "a&b.md".to_owned(),
            draft: &draft,
            places: vec!["3:1".to_owned()],
            hints: vec![("4:1".to_owned(), "31 % has no <reference>".to_owned())],
        }]);
        assert!(html.contains("<h3>Hints</h3>") && html.contains("no &lt;reference&gt;"), "{html}");
        assert!(html.contains("Statins &lt;script&gt;alert(1)&lt;/script&gt; help."), "{html}");
        assert!(
            html.contains("&lt;b&gt;roe&lt;/b&gt;") && html.contains("a&amp;b.md") && html.contains("3:1")
        );
        assert!(html.contains("not checked") && !html.contains("<script") && !html.contains("://"), "{html}");
    }
}
