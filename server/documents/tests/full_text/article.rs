//! The text of an article, as its JATS says it: the truth that a reading is compared with.
//!
//! This is a second, simpler reader of JATS than that of the program, so that a fault of one shows.

use referee_bibliography::xml_tree::{Element, Node};
use std::path::Path;

/// A piece of a paragraph.
#[derive(Clone, Debug)]
pub(crate) enum Run {
    Text(String),
    /// The numbers of references, raised.
    Cite(String),
    Super(String),
    Sub(String),
}

/// A paragraph of the body with the heading above it.
#[derive(Clone, Debug)]
pub(crate) struct Paragraph {
    pub(crate) heading: String,
    pub(crate) runs: Vec<Run>,
}

/// A table with its caption.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Article {
    pub(crate) name: String,
    pub(crate) doi: String,
    pub(crate) title: String,
    pub(crate) authors: Vec<String>,
    pub(crate) summary: Vec<Vec<Run>>,
    pub(crate) body: Vec<Paragraph>,
    pub(crate) figures: Vec<String>,
    pub(crate) tables: Vec<Table>,
    pub(crate) references: Vec<String>,
}

impl Article {
    pub(crate) fn read(path: &Path) -> Option<Article> {
        let text = std::fs::read_to_string(path).ok()?;
        let root = Element::parse(&text).ok()?;
        let meta = root.descendant("article-meta")?;
        let mut out = Article {
            name: path.file_stem()?.to_string_lossy().into_owned(),
            doi: meta
                .children()
                .find(|id| id.name == "article-id" && id.attribute("pub-id-type") == Some("doi"))
                .map(Element::text)
                .unwrap_or_default(),
            title: meta.descendant("article-title")?.text(),
            ..Article::default()
        };
        for person in meta.descendants("contrib") {
            if let Some(name) = person.child("name") {
                let part = |part: &str| name.child(part).map(Element::text).unwrap_or_default();
                out.authors.push(format!("{} {}", part("given-names"), part("surname")));
            }
        }
        for paragraph in meta.child("abstract").map(|summary| summary.descendants("p")).unwrap_or_default() {
            out.summary.push(runs(paragraph));
        }
        out.sections(root.child("body")?, "");
        for figure in root.descendants("fig") {
            let caption: String = figure.child("caption").map(Element::text).unwrap_or_default();
            if caption.len() > 20 {
                out.figures.push(caption);
            }
        }
        for wrap in root.descendants("table-wrap") {
            let caption = wrap.child("caption").map(Element::text).unwrap_or_default();
            let cells = |row: &Element| {
                row.children()
                    .filter(|cell| cell.name == "td" || cell.name == "th")
                    .map(Element::text)
                    .collect()
            };
            let rows: Vec<Vec<String>> = wrap.descendants("tr").into_iter().map(cells).collect();
            let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
            let fits = (2..=4).contains(&columns)
                && rows.len() <= 12
                && rows.iter().flatten().all(|cell| cell.chars().count() < 28);
            if fits && caption.len() > 20 {
                out.tables.push(Table { caption, rows });
            }
        }
        for reference in root.descendants("ref") {
            let citation = ["mixed-citation", "citation", "element-citation", "nlm-citation"]
                .iter()
                .find_map(|name| reference.descendant(name));
            if let Some(citation) = citation {
                out.references.push(spaced(citation));
            }
        }
        Some(out)
    }

    fn sections(&mut self, element: &Element, heading: &str) {
        let title = element.child("title").map(Element::text).unwrap_or_default();
        let heading = if title.is_empty() { heading } else { &title };
        for child in element.children() {
            match child.name.as_str() {
                "sec" => self.sections(child, heading),
                "p" if child.text().len() > 30 => {
                    self.body.push(Paragraph { heading: heading.to_owned(), runs: runs(child) });
                }
                _ => {}
            }
        }
    }
}

fn spaced(element: &Element) -> String {
    let mut words = Vec::new();
    for node in &element.content {
        match node {
            Node::Text(text, _) => words.push(text.trim().to_owned()),
            Node::Element(child) if child.children().next().is_some() => words.push(spaced(child)),
            Node::Element(child) => words.push(child.text()),
        }
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

fn runs(paragraph: &Element) -> Vec<Run> {
    let mut out = Vec::new();
    collect(paragraph, &mut out);
    out
}

fn collect(element: &Element, out: &mut Vec<Run>) {
    for node in &element.content {
        match node {
            Node::Text(text, _) => out.push(Run::Text(one_line(text))),
            Node::Element(child) => match child.name.as_str() {
                "fig"
                | "table-wrap"
                | "list"
                | "disp-formula"
                | "inline-formula"
                | "fn"
                | "graphic"
                | "inline-graphic"
                | "supplementary-material" => {}
                "sup" => out.push(raised(child)),
                "sub" => out.push(Run::Sub(child.text())),
                "xref" if child.attribute("ref-type") == Some("bibr") && child.child("sup").is_some() => {
                    out.push(Run::Cite(child.text()));
                }
                _ => collect(child, out),
            },
        }
    }
}

fn raised(child: &Element) -> Run {
    let text = child.text();
    if child.descendant("xref").is_some() { Run::Cite(text) } else { Run::Super(text) }
}

fn one_line(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

/// Returns the text of runs, without the numbers of references.
pub(crate) fn plain(runs: &[Run]) -> String {
    let mut out = String::new();
    for run in runs {
        match run {
            Run::Text(text) | Run::Super(text) | Run::Sub(text) => out.push_str(text),
            Run::Cite(_) => {}
        }
    }
    out
}

/// Returns the letters and digits of a text; compatibility forms are folded, numbers of references
/// in brackets are left out.
pub(crate) fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        out.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let close = inside.find(']').filter(|close| {
            inside[..*close].chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ",;-–−".contains(c))
        });
        rest = close.map_or(inside, |close| &inside[close + 1..]);
    }
    out.push_str(rest);
    referee_text::fold::title(&out).replace(' ', "")
}
