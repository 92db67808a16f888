//! Reads an article in JATS, the XML of PubMed Central, Europe PMC and publishers.
//!
//! Source: the JATS Archiving and Interchange tag set. Entities that a file defines are not
//! expanded, and depth and number of elements are limited
//! ([`xml_tree`](referee_bibliography::xml_tree)). Reviews and answers that are published with an
//! article (`sub-article`, `response`) are not its text.

mod front;
mod inline;

use crate::DocumentError;
use inline::{is_block, text_of};
use referee_bibliography::xml_tree::{Element, Node};
use referee_records::{FullText, FullTextForm, Passage, PassagePart};
use referee_text::decode::decode;

/// The maximum size of a file, in MB.
const MAX_MEGABYTES: u64 = 64;

/// The maximum number of passages of one work; the rest is left out.
const MAX_PASSAGES: usize = 50_000;

/// The part of the file, for messages.
const FILE: &str = "its text";

/// Reads an article.
///
/// # Errors
///
/// If it is not XML, not an article, larger than 64 MB, or has only an abstract.
pub(super) fn read(xml: &[u8], file_name: &str) -> Result<FullText, DocumentError> {
    if xml.len() as u64 > MAX_MEGABYTES << 20 {
        return Err(DocumentError::TooLarge { part: FILE, megabytes: MAX_MEGABYTES });
    }
    let text = decode(xml.to_vec()).text;
    let root = Element::parse(&text).map_err(|source| DocumentError::Xml { part: FILE, source })?;
    let article = if root.name == "article" { Some(&root) } else { root.descendant("article") };
    let article = article.ok_or(DocumentError::OtherFormat("JATS"))?;
    let front = front::read(article);
    let mut reader = Reader::default();
    if let Some(title) = front.work.full_title() {
        reader.push(&title, None, PassagePart::Title);
    }
    if let Some(meta) = front::meta(article) {
        for summary in meta.children().filter(|child| child.name == "abstract") {
            reader.read_abstract(summary);
        }
    }
    let before = reader.passages.len();
    for name in ["body", "floats-group", "back"] {
        for part in article.children().filter(|child| child.name == name) {
            reader.block(part, None, PassagePart::Body);
        }
    }
    let states = |passage: &Passage| passage.part != PassagePart::Reference;
    if !reader.passages.iter().skip(before).any(states) {
        return Err(DocumentError::AbstractOnly);
    }
    Ok(FullText {
        origin: file_name.to_owned(),
        form: FullTextForm::Jats,
        version: front.version,
        licence: front.licence,
        work: front.work.without_controls(),
        unread: None,
        passages: reader.passages,
    })
}

/// Elements whose text is not printed with the article, or is read elsewhere.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "title"
            | "label"
            | "graphic"
            | "media"
            | "object-id"
            | "permissions"
            | "alt-text"
            | "long-desc"
            | "sec-meta"
            | "ref"
            | "table"
            | "tbody"
            | "kwd-group"
            | "processing-meta"
            | "bio"
    )
}

#[derive(Debug, Default)]
struct Reader {
    passages: Vec<Passage>,
}

impl Reader {
    fn push(&mut self, text: &str, section: Option<&str>, part: PassagePart) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().any(char::is_alphanumeric) && self.passages.len() < MAX_PASSAGES {
            self.passages.push(Passage {
                text,
                section: section.map(str::to_owned),
                part,
                ..Passage::default()
            });
        }
    }

    fn read_abstract(&mut self, summary: &Element) {
        let kind = summary.attribute("abstract-type").unwrap_or_default();
        // A graphical abstract and a list of highlights repeat the article.
        if !matches!(kind, "graphical" | "toc" | "teaser") {
            self.block(summary, None, PassagePart::Abstract);
        }
    }

    /// Reads the children of an element that holds paragraphs.
    fn block(&mut self, element: &Element, section: Option<&str>, part: PassagePart) {
        let heading = element.child("title").map(text_of).filter(|title| !title.is_empty());
        let section = heading.as_deref().or(section);
        // Text between elements other than paragraphs, as some publishers tag it.
        let mut loose = Element::default();
        for node in &element.content {
            match node {
                Node::Element(child) if is_left_out(&child.name) => {}
                Node::Element(child) if is_block(&child.name) || holds_blocks(child) => {
                    self.push(&text_of(&std::mem::take(&mut loose)), section, part);
                    self.child(child, section, part);
                }
                node => loose.content.push(node.clone()),
            }
        }
        self.push(&text_of(&loose), section, part);
    }

    fn child(&mut self, child: &Element, section: Option<&str>, part: PassagePart) {
        match child.name.as_str() {
            "p" | "verse-group" | "preformat" | "code" => self.paragraph(child, section, part),
            "fig" | "supplementary-material" => self.caption(child, section),
            "table-wrap" => self.table(child, section),
            "ref-list" => self.references(child),
            "def-list" => self.definitions(child, section, part),
            _ => self.block(child, section, part),
        }
    }

    /// Reads a paragraph; figures, tables, lists and notes within it follow it.
    fn paragraph(&mut self, paragraph: &Element, section: Option<&str>, part: PassagePart) {
        let mut inner = Vec::new();
        let text = inline::text_around(paragraph, &mut inner);
        self.push(&text, section, part);
        for block in inner {
            self.child(block, section, part);
        }
    }

    /// Reads the label and caption of a figure or table.
    fn caption(&mut self, figure: &Element, section: Option<&str>) {
        let label = figure.child("label").map(text_of).unwrap_or_default();
        let mut text = label.trim_end_matches('.').to_owned();
        let mut rest = Vec::new();
        if let Some(caption) = figure.child("caption") {
            if !text.is_empty() {
                text.push_str(". ");
            }
            for child in caption.children().filter(|child| matches!(child.name.as_str(), "title" | "p")) {
                let words = inline::text_around(child, &mut rest);
                if !text.is_empty() && !text.ends_with(' ') {
                    text.push_str(if text.ends_with(['.', '?', '!', ':']) { " " } else { ". " });
                }
                text.push_str(&words);
            }
        }
        self.push(&text, section, PassagePart::Caption);
        for block in rest {
            self.child(block, section, PassagePart::Caption);
        }
        for paragraph in figure.children().filter(|child| child.name == "p") {
            self.paragraph(paragraph, section, PassagePart::Caption);
        }
    }

    fn table(&mut self, wrap: &Element, section: Option<&str>) {
        self.caption(wrap, section);
        for table in wrap.descendants("table") {
            let rows: Vec<String> = table
                .descendants("tr")
                .into_iter()
                .map(|row| {
                    let cells = row.children().filter(|cell| matches!(cell.name.as_str(), "td" | "th"));
                    cells.map(text_of).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" | ")
                })
                .filter(|row| !row.is_empty())
                .collect();
            self.push(&rows.join("; "), section, PassagePart::Table);
        }
        for foot in wrap.children().filter(|child| child.name == "table-wrap-foot") {
            self.block(foot, section, PassagePart::Caption);
        }
    }

    fn definitions(&mut self, list: &Element, section: Option<&str>, part: PassagePart) {
        for item in list.descendants("def-item") {
            let of = |name: &str| item.child(name).map(text_of).unwrap_or_default();
            self.push(&format!("{}: {}", of("term"), of("def")), section, part);
        }
    }

    fn references(&mut self, list: &Element) {
        for reference in list.descendants("ref") {
            self.push(&inline::reference(reference), None, PassagePart::Reference);
        }
    }
}

/// Returns whether an unknown element holds paragraphs or other blocks.
fn holds_blocks(element: &Element) -> bool {
    let mut waiting: Vec<&Element> = element.children().collect();
    while let Some(next) = waiting.pop() {
        if is_block(&next.name) {
            return true;
        }
        waiting.extend(next.children());
    }
    false
}

#[cfg(test)]
mod tests;
