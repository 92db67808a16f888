//! Reads LibreOffice documents: OpenDocument text in an archive.
//!
//! Source: OpenDocument 1.3, part 3. Zotero keeps its citations in the names of reference marks, as
//! its plug-in for LibreOffice writes them; LibreOffice uses bibliography marks.

use crate::DocumentError;
use crate::cited_works::CitedWorks;
use crate::container::Container;
use crate::found_paragraph::FoundParagraph;
use crate::paragraphs::into_document;
use crate::superscript::raised;
use crate::tables::TableCounter;
use referee_bibliography::xml_tree::{Element, Node};
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_syntax::{Document, SourcePlace};
use referee_text::Span;
use std::collections::{HashMap, HashSet};

/// The maximum number of formulas of a document that are read.
const MAX_FORMULAS: usize = 1_000;

/// The maximum number of blanks that one element adds.
const MAX_BLANKS: usize = 100;

/// Reads an OpenDocument text.
///
/// # Errors
///
/// If it is not OpenDocument text, is locked or damaged, or exceeds the size limit when unpacked.
pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
    let mut container = Container::open(bytes, "OpenDocument")?;
    let manifest = container.text("META-INF/manifest.xml", "its list of parts")?;
    if manifest.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(DocumentError::Locked);
    }
    let content = container.xml("content.xml", "its text")?.ok_or(DocumentError::Missing("text"))?;
    let shared = container.xml("styles.xml", "its styles")?;
    let mut formulas = HashMap::new();
    for object in content.descendants("object").into_iter().take(MAX_FORMULAS) {
        let folder =
            object.attribute("href").unwrap_or_default().trim_start_matches("./").trim_end_matches('/');
        // A picture or a table that cannot be read does not prevent reading the rest.
        if let Ok(Some(formula)) = container.xml(&format!("{folder}/content.xml"), "a formula")
            && formula.name == "math"
        {
            formulas.insert(folder.to_owned(), signs(&formula));
        }
    }
    let mut cited = CitedWorks::default();
    let mut reader = Reader {
        formulas,
        raised_styles: raised_styles(&content),
        numbered_lists: numbered_lists([Some(&content), shared.as_ref()]),
        cited: &mut cited,
        out: Vec::new(),
        open: Vec::new(),
        marks: HashMap::new(),
        counters: Vec::new(),
        tables: TableCounter::default(),
        is_generated: false,
        is_raised: false,
        paragraphs: 0,
        note: None,
        notes: 0,
    };
    let text = content.descendant("text");
    reader.walk(text.ok_or(DocumentError::Missing("text"))?);
    let paragraphs = reader.out;
    Ok(into_document(paragraphs, &cited))
}

/// Returns the symbols of a MathML formula, without the annotations of the program that wrote it.
fn signs(formula: &Element) -> String {
    let mut out = String::new();
    let mut waiting: Vec<&Node> = formula.content.iter().rev().collect();
    while let Some(node) = waiting.pop() {
        match node {
            Node::Text(words, _) => out.push_str(words.trim()),
            Node::Element(part) if part.name.starts_with("annotation") => {}
            Node::Element(part) => waiting.extend(part.content.iter().rev()),
        }
    }
    out
}

/// Returns the styles with raised letters.
fn raised_styles(content: &Element) -> HashSet<String> {
    let styles = content.descendants("style").into_iter();
    let raised = styles.filter(|style| {
        let position =
            style.child("text-properties").and_then(|properties| properties.attribute("text-position"));
        position.is_some_and(|position| position.starts_with("super"))
    });
    raised.filter_map(|style| style.attribute("name").map(str::to_owned)).collect()
}

/// Returns the lists with Arabic numbers, each with whether the number is in brackets.
fn numbered_lists(parts: [Option<&Element>; 2]) -> HashMap<String, bool> {
    let mut out = HashMap::new();
    for list in parts.into_iter().flatten().flat_map(|part| part.descendants("list-style")) {
        let first = list.children().find(|level| level.attribute("level") == Some("1"));
        let Some(first) = first.filter(|level| level.name == "list-level-style-number") else { continue };
        if let Some(name) = list.attribute("name").filter(|_| first.attribute("num-format") == Some("1")) {
            let in_brackets = first.attribute("num-prefix").is_some_and(|prefix| prefix.contains('['));
            out.insert(name.to_owned(), in_brackets);
        }
    }
    out
}

/// An open list.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// Whether the list is numbered (`Some`), and whether its numbers are in brackets.
    numbered: Option<bool>,
    count: u32,
    /// Whether the open item still lacks a paragraph.
    is_due: bool,
}

struct Reader<'a> {
    /// The symbols of formulas, by the folder that contains them.
    formulas: HashMap<String, String>,
    raised_styles: HashSet<String>,
    numbered_lists: HashMap<String, bool>,
    cited: &'a mut CitedWorks,
    out: Vec<FoundParagraph>,
    /// The open paragraphs: the paragraph of a note is nested in another.
    open: Vec<FoundParagraph>,
    /// The open reference marks by name: the works that they cite, the depth of the paragraph and
    /// the offset in it.
    marks: HashMap<String, (Vec<usize>, usize, usize)>,
    counters: Vec<Counter>,
    tables: TableCounter,
    is_generated: bool,
    is_raised: bool,
    paragraphs: u32,
    note: Option<u32>,
    notes: u32,
}

impl Reader<'_> {
    fn walk(&mut self, element: &Element) {
        for node in &element.content {
            match node {
                Node::Text(words, _) => self.write(words),
                Node::Element(child) => self.element(child),
            }
        }
    }

    fn element(&mut self, element: &Element) {
        match element.name.as_str() {
            "p" | "h" => self.paragraph(element),
            "span" => {
                let before = self.is_raised;
                self.is_raised |=
                    element.attribute("style-name").is_some_and(|name| self.raised_styles.contains(name));
                self.walk(element);
                self.is_raised = before;
            }
            "s" => {
                let count = element.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                self.write(&" ".repeat(count.min(MAX_BLANKS)));
            }
            "tab" | "line-break" => self.write(" "),
            "list" => self.list(element),
            "list-item" => {
                if let Some(counter) = self.counters.last_mut() {
                    counter.count += 1;
                    counter.is_due = true;
                }
                self.walk(element);
            }
            "table" => {
                self.tables.begin();
                self.walk(element);
                self.tables.end();
            }
            "table-row" => {
                self.tables.row();
                self.walk(element);
            }
            "table-cell" | "covered-table-cell" => {
                self.tables.cell(element.attribute("number-columns-repeated"));
                self.walk(element);
            }
            "note" => self.note(element),
            "reference-mark-start" => self.begin_mark(element.attribute("name").unwrap_or_default()),
            "reference-mark-end" => self.end_mark(element.attribute("name").unwrap_or_default()),
            "bibliography-mark" => {
                let start = self.len();
                let work = own_citation(element);
                let key = element.attribute("identifier");
                let identity = key.map(|key| format!("own {key}"));
                let index = self.cited.add(identity.as_deref(), key, work);
                self.walk(element);
                self.cite(start, vec![index]);
            }
            "section"
                if element.attribute("name").is_some_and(|name| {
                    name.contains("ZOTERO_BIBL") || name.contains("CSL_BIBLIOGRAPHY")
                }) =>
            {
                self.generated(element);
            }
            "bibliography" => self.generated(element),
            "object" => {
                let folder = element.attribute("href").unwrap_or_default();
                let folder = folder.trim_start_matches("./").trim_end_matches('/');
                if let Some(signs) = self.formulas.get(folder).cloned() {
                    self.write(&signs);
                }
            }
            "table-of-content"
            | "tracked-changes"
            | "annotation"
            | "annotation-end"
            | "sequence-decls"
            | "forms"
            | "bibliography-source"
            | "note-citation" => {}
            _ => self.walk(element),
        }
    }

    fn generated(&mut self, element: &Element) {
        let before = std::mem::replace(&mut self.is_generated, true);
        self.walk(element);
        self.is_generated = before;
    }

    fn paragraph(&mut self, element: &Element) {
        self.open.push(FoundParagraph { is_generated: self.is_generated, ..FoundParagraph::default() });
        self.walk(element);
        // A citation that continues in the next paragraph counts for both.
        let depth = self.open.len();
        let open: Vec<(Vec<usize>, usize)> = self
            .marks
            .values_mut()
            .filter(|(_, at_depth, _)| *at_depth == depth)
            .map(|(works, _, start)| (works.clone(), std::mem::take(start)))
            .collect();
        open.into_iter().for_each(|(works, start)| self.cite(start, works));
        let Some(mut found) = self.open.pop() else { return };
        if found.text.trim().is_empty() {
            return;
        }
        if element.name == "h" {
            let level = element.attribute("outline-level").and_then(|level| level.parse().ok());
            found.heading = Some(level.unwrap_or(1));
        }
        if let Some(counter) =
            self.counters.last_mut().filter(|counter| counter.is_due && found.heading.is_none())
        {
            counter.is_due = false;
            if let Some(in_brackets) = counter.numbered {
                let number = counter.count;
                let front = if in_brackets { format!("[{number}] ") } else { format!("{number}. ") };
                found.text.insert_str(0, &front);
                found.citations.iter_mut().for_each(|(span, _)| *span = span.shift(front.len()));
            }
        }
        match self.note {
            Some(number) => found.place = SourcePlace { note: Some(number), ..SourcePlace::default() },
            None => {
                self.paragraphs += 1;
                found.place = SourcePlace { paragraph: Some(self.paragraphs), ..SourcePlace::default() };
                found.cell = self.tables.place();
            }
        }
        self.out.push(found);
    }

    fn list(&mut self, element: &Element) {
        let style = element.attribute("style-name");
        let numbered = style.and_then(|style| self.numbered_lists.get(style).copied());
        // A nested list has the style of the outer one, and is not a list of references.
        self.counters.push(Counter {
            numbered: numbered.filter(|_| self.counters.is_empty()),
            count: 0,
            is_due: false,
        });
        self.walk(element);
        self.counters.pop();
    }

    fn note(&mut self, element: &Element) {
        let Some(body) = element.child("note-body") else { return };
        if self.note.is_some() {
            return;
        }
        self.notes += 1;
        self.note = Some(self.notes);
        let counters = std::mem::take(&mut self.counters);
        let was_raised = std::mem::take(&mut self.is_raised);
        self.walk(body);
        self.counters = counters;
        self.is_raised = was_raised;
        self.note = None;
    }

    fn begin_mark(&mut self, name: &str) {
        if name.contains("CSL_CITATION") {
            let works = self.cited.csl(name);
            if !works.is_empty() {
                self.marks.insert(name.to_owned(), (works, self.open.len(), self.len()));
            }
        }
    }

    fn end_mark(&mut self, name: &str) {
        if let Some((works, depth, start)) = self.marks.remove(name) {
            self.cite(if depth == self.open.len() { start } else { 0 }, works);
        }
    }

    fn len(&self) -> usize {
        self.open.last().map_or(0, |paragraph| paragraph.text.len())
    }

    fn cite(&mut self, start: usize, works: Vec<usize>) {
        if let Some(paragraph) = self.open.last_mut() {
            let end = paragraph.text.len();
            paragraph.citations.push((Span::new(start.min(end), end), works));
        }
    }

    fn write(&mut self, words: &str) {
        let Some(paragraph) = self.open.last_mut() else { return };
        // Runs of blanks and line breaks in the file are one blank.
        let mut plain = String::new();
        for c in words.chars() {
            match c {
                ' ' | '\t' | '\n' | '\r' if plain.ends_with(' ') => {}
                ' ' | '\t' | '\n' | '\r' => plain.push(' '),
                c => plain.push(c),
            }
        }
        paragraph.text.push_str(&if self.is_raised { raised(&plain) } else { plain });
    }
}

/// Returns the work in the attributes of a LibreOffice citation.
fn own_citation(mark: &Element) -> Work {
    let text = |name: &str| mark.attribute(name).filter(|text| !text.is_empty()).map(str::to_owned);
    let kind = match mark.attribute("bibliography-type").unwrap_or_default() {
        "article" => WorkKind::Article,
        "book" | "proceedings" => WorkKind::Book,
        "incollection" | "inbook" => WorkKind::Chapter,
        "inproceedings" | "conference" => WorkKind::ConferencePaper,
        "phdthesis" | "mastersthesis" => WorkKind::Thesis,
        "techreport" => WorkKind::Report,
        "www" | "email" => WorkKind::WebPage,
        _ => WorkKind::Unknown,
    };
    let authors = text("author").unwrap_or_default();
    let mut work = Work {
        kind,
        title: text("title"),
        authors: authors
            .split(';')
            .flat_map(|part| part.split(" and "))
            .filter_map(|name| Name::parse(name.trim()))
            .collect(),
        container: text("journal").or_else(|| text("booktitle")),
        publisher: text("publisher").or_else(|| text("school")).or_else(|| text("institution")),
        date: text("year")
            .and_then(|year| year.trim().parse().ok())
            .map(|year| Date { year, ..Date::default() }),
        volume: text("volume"),
        issue: text("number"),
        pages: text("pages").map(|pages| pages.replace('–', "-")),
        edition: text("edition"),
        url: text("url"),
        ..Work::default()
    };
    work.identifiers.extend(text("isbn").and_then(|isbn| Identifier::isbn(&isbn)));
    work.identifiers.extend(text("url").and_then(|url| Identifier::parse(&url)));
    work.without_controls()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use crate::fixture::{archive, zotero};
    use crate::{DocumentError, DocumentKind, read};
    use referee_syntax::Document;

    fn odt(text: &str) -> Document {
        let content = format!(
            "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\"><office:automatic-styles><text:list-style style:name=\"L1\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\"/></text:list-style></office:automatic-styles><office:body><office:text>{text}</office:text></office:body></office:document-content>"
        );
        read(DocumentKind::Odt, &archive(&[("content.xml", content.as_bytes())])).unwrap()
    }

    #[test]
    fn reference_marks_of_zotero_are_references() {
        let name = format!("ZOTERO_ITEM CSL_CITATION {} RND1", zotero(1, "Ng", "Sleep after surgery", 2019));
        let name = name.replace('"', "&quot;");
        let document = odt(&format!(
            "<text:h text:outline-level=\"1\">Introduction</text:h><text:p>Rest<text:s text:c=\"2\"/>helps <text:reference-mark-start text:name=\"{name}\"/>(Ng, 2019)<text:reference-mark-end text:name=\"{name}\"/>.</text:p><text:section text:name=\"ZOTERO_BIBL {{}} CSL_BIBLIOGRAPHY RND\"><text:p>Ng, A. (2019). Sleep after surgery.</text:p></text:section>"
        ));
        let keys: Vec<String> =
            document.list_items().map(|listed| listed.item.key.clone().unwrap().name).collect();
        assert_eq!(keys, ["ng2019"]);
        let cited = document.citations().next().unwrap();
        assert_eq!(document.text().byte_slice(cited.span.range()).to_string(), "(Ng, 2019)");
    }

    #[test]
    fn numbered_lists_and_notes_are_read() {
        let document = odt(
            "<text:p>Rest helps [1].<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In a note.</text:p></text:note-body></text:note></text:p><text:h>References</text:h><text:list text:style-name=\"L1\"><text:list-item><text:p>Ng A. Sleep after surgery. J Wards. 2019;12:45-51.</text:p></text:list-item></text:list>",
        );
        let item = document.list_items().next().unwrap().item.into_owned();
        assert_eq!((item.number, item.work.title.as_deref()), (Some(1), Some("Sleep after surgery")));
        assert_eq!(document.citations().count(), 1);
        assert!(document.text().to_string().contains("In a note."));
    }

    #[test]
    fn own_citations_of_libreoffice_are_references() {
        let document = odt(
            "<text:p>Rest <text:bibliography-mark text:identifier=\"Ng19\" text:bibliography-type=\"article\" text:author=\"Ng, Ann\" text:title=\"Sleep after surgery\" text:year=\"2019\">[Ng19]</text:bibliography-mark></text:p>",
        );
        let item = document.list_items().next().unwrap().item.into_owned();
        assert_eq!(item.work.title.as_deref(), Some("Sleep after surgery"));
    }

    #[test]
    fn a_locked_document_is_said_to_be_locked() {
        let bytes =
            archive(&[("META-INF/manifest.xml", b"<m:encryption-data/>"), ("content.xml", b"\x01\x02")]);
        assert!(matches!(read(DocumentKind::Odt, &bytes), Err(DocumentError::Locked)));
    }

    #[test]
    fn the_signs_of_a_formula_are_read() {
        let content = "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:draw=\"d\" xmlns:xlink=\"x\"><office:body><office:text><text:h>References</text:h><text:p>Roe A. Effects of IL-1<draw:frame><draw:object xlink:href=\"./Object 1\"/></draw:frame> on voles. Vole. 2011;342:7-8.</text:p></office:text></office:body></office:document-content>";
        let formula = "<math xmlns=\"m\"><semantics><mrow><mi>β</mi></mrow><annotation encoding=\"StarMath 5.0\">%beta</annotation></semantics></math>";
        let bytes =
            archive(&[("content.xml", content.as_bytes()), ("Object 1/content.xml", formula.as_bytes())]);
        let document = read(DocumentKind::Odt, &bytes).unwrap();
        let item = document.list_items().next().unwrap().item.into_owned();
        assert_eq!(item.work.title.as_deref(), Some("Effects of IL-1β on voles"));
    }
}
