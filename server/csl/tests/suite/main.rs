//! Prints works in styles through the public interface.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

mod hostile;
mod styles;

use referee_bibliography::printed::{CitationStyle, Emphasis, ReferencePrinter};
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_csl::CslPrinter;

/// Returns the style of a fictitious journal, with this layout of its list.
fn style(head: &str, layout: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" {head}>
  <info>
    <title>House</title>
    <id>https://example.org/styles/house</id>
    <updated>2026-11-23T00:00:00+00:00</updated>
  </info>
  <macro name="who">
    <names variable="author">
      <name and="text" name-as-sort-order="first" initialize-with=". "/>
    </names>
  </macro>
  <citation><layout prefix="&lt;" suffix="&gt;"><text macro="who"/></layout></citation>
  {layout}
</style>"#
    )
}

/// A list layout with everything that a hover card has to keep: a number, italics, bold, and
/// surrounding spaces.
const LIST: &str = r#"<bibliography><layout suffix=".">
    <text variable="citation-number" prefix="[" suffix="] "/>
    <text macro="who"/>
    <date variable="issued" prefix=" ~ "><date-part name="year"/></date>
    <text variable="title" font-style="italic" prefix=" "/>
    <text variable="container-title" prefix=" / " font-weight="bold"/>
  </layout></bibliography>"#;

fn work() -> Work {
    let mut work = Work {
        kind: WorkKind::Article,
        title: Some(String::from("Effect of metformin on mortality")),
        authors: vec![Name::person("Smith", "Ada"), Name::person("Lindqvist", "Bo Erik")],
        container: Some(String::from("Journal of Examples")),
        date: Some(Date { year: 2020, month: Some(3), day: Some(4) }),
        volume: Some(String::from("12")),
        pages: Some(String::from("101-110")),
        ..Work::default()
    };
    work.identifiers.insert(Identifier::Doi(String::from("10.5555/example.1")));
    work
}

/// Prints a work in a style, with `*` around italics and `**` around bold text.
fn printed(style: CitationStyle<'_>, work: &Work, language: Option<&str>) -> Option<String> {
    let words = CslPrinter.print(style, work, language)?;
    let shown = words.iter().map(|words| match words.emphasis {
        Emphasis::None => words.text.clone(),
        Emphasis::Italic => format!("*{}*", words.text),
        Emphasis::Bold => format!("**{}**", words.text),
    });
    Some(shown.collect())
}
