//! Reads the paragraphs of a Word document in order, with notes after the paragraphs that refer to
//! them.

use super::fields::{FieldMeaning, OpenField, meaning};
use super::numbering::{Numbering, NumberingPlace};
use super::styles::{Styles, outline_level};
use super::symbols::symbol;
use crate::cited_works::CitedWorks;
use crate::found_paragraph::{FoundParagraph, FoundRun};
use crate::superscript::raised;
use crate::tables::TableCounter;
use referee_bibliography::Work;
use referee_bibliography::xml_tree::{Element, Node};
use referee_syntax::SourcePlace;
use referee_text::Span;
use std::collections::HashMap;

/// A paragraph that is being read.
#[derive(Debug, Default)]
struct OpenParagraph {
    /// A serial number, to know whether a field began in this paragraph.
    id: usize,
    found: FoundParagraph,
    /// The notes that it refers to.
    notes: Vec<(NoteKind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoteKind {
    Footnote,
    Endnote,
}

/// Reads the paragraphs of a document.
pub(super) struct BodyReader<'a> {
    styles: &'a Styles,
    numbering: Numbering,
    footnotes: &'a HashMap<String, Element>,
    endnotes: &'a HashMap<String, Element>,
    sources: &'a HashMap<String, Work>,
    cited: &'a mut CitedWorks,
    out: Vec<FoundParagraph>,
    /// The open paragraphs: a paragraph in a text box is nested in another.
    open: Vec<OpenParagraph>,
    fields: Vec<OpenField>,
    tables: TableCounter,
    begun: usize,
    /// The number of paragraphs of the text that were read.
    paragraphs: u32,
    /// The note that is being read.
    note: Option<u32>,
    notes: u32,
}

impl<'a> BodyReader<'a> {
    pub(super) fn new(
        styles: &'a Styles,
        numbering: Numbering,
        footnotes: &'a HashMap<String, Element>,
        endnotes: &'a HashMap<String, Element>,
        sources: &'a HashMap<String, Work>,
        cited: &'a mut CitedWorks,
    ) -> Self {
        BodyReader {
            styles,
            numbering,
            footnotes,
            endnotes,
            sources,
            cited,
            out: Vec::new(),
            open: Vec::new(),
            fields: Vec::new(),
            tables: TableCounter::default(),
            begun: 0,
            paragraphs: 0,
            note: None,
            notes: 0,
        }
    }

    pub(super) fn read(mut self, document: &Element) -> Vec<FoundParagraph> {
        self.walk(document);
        self.out
    }

    fn walk(&mut self, element: &Element) {
        for child in element.children() {
            self.element(child);
        }
    }

    /// Reads an element. The nesting depth is limited by the XML tree.
    fn element(&mut self, element: &Element) {
        match element.name.as_str() {
            "p" => self.paragraph(element),
            "r" => self.run(element),
            "sdt" => self.content_control(element),
            "fldSimple" => {
                self.begin_field(element.attribute("instr").unwrap_or_default());
                self.show_field();
                self.walk(element);
                self.end_field();
            }
            "tbl" => {
                self.tables.begin();
                self.walk(element);
                self.tables.end();
            }
            "tr" => {
                self.tables.row();
                self.walk(element);
            }
            "tc" => {
                let properties = element.child("tcPr");
                let span = properties.and_then(|properties| properties.child("gridSpan")?.attribute("val"));
                self.tables.cell(span);
                self.walk(element);
            }
            // Deleted and moved text does not count; a fallback repeats its sibling.
            "del" | "moveFrom" | "Fallback" | "pPr" | "rPr" | "sectPr" | "tblPr" | "trPr" | "tcPr"
            | "tblGrid" => {}
            _ => self.walk(element),
        }
    }

    fn paragraph(&mut self, element: &Element) {
        self.begun += 1;
        self.open.push(OpenParagraph { id: self.begun, ..OpenParagraph::default() });
        let in_list =
            |fields: &[OpenField]| fields.iter().any(|field| field.meaning == FieldMeaning::ReferenceList);
        let generated = in_list(&self.fields);
        self.walk(element);
        let Some(mut paragraph) = self.open.pop() else { return };
        // The first and the last paragraph contain the marks of the field's beginning and end.
        paragraph.found.is_generated |= generated;
        self.finish_citations_over_paragraphs(&mut paragraph);
        let properties = element.child("pPr");
        let style = properties
            .and_then(|properties| properties.child("pStyle")?.attribute("val"))
            .unwrap_or_default();
        if style.starts_with("TOC") && !style.eq_ignore_ascii_case("TOCHeading") {
            return;
        }
        let found = &mut paragraph.found;
        found.heading = properties.and_then(outline_level).or_else(|| self.styles.heading(style));
        let numbered = properties.and_then(NumberingPlace::of).or_else(|| self.styles.numbering(style));
        if found.text.trim().is_empty() {
            return;
        }
        let number = numbered.and_then(|place| self.numbering.next(&place));
        if let Some(number) = number.filter(|_| found.heading.is_none()) {
            let front = format!("{number} ");
            found.text.insert_str(0, &front);
            found.citations.iter_mut().for_each(|(span, _)| *span = span.shift(front.len()));
            for run in &mut found.runs {
                run.text = run.text.shift(front.len());
                run.elements.iter_mut().for_each(|(text, _)| *text = text.shift(front.len()));
            }
        }
        found.place = match self.note {
            Some(number) => SourcePlace { note: Some(number), ..SourcePlace::default() },
            None => {
                self.paragraphs += 1;
                found.cell = self.tables.place();
                SourcePlace { paragraph: Some(self.paragraphs), ..SourcePlace::default() }
            }
        };
        let notes = std::mem::take(&mut paragraph.notes);
        self.out.push(paragraph.found);
        if self.note.is_none() {
            notes.into_iter().for_each(|(kind, id)| self.read_note(kind, &id));
        }
    }

    /// Adds a citation to both paragraphs if its text begins in one and continues in the next.
    fn finish_citations_over_paragraphs(&mut self, paragraph: &mut OpenParagraph) {
        for field in self.fields.iter_mut().filter(|field| field.shows) {
            if let FieldMeaning::Citation(works) = &field.meaning {
                let start = if field.start.0 == paragraph.id { field.start.1 } else { 0 };
                let end = paragraph.found.text.len();
                if start < end {
                    paragraph.found.citations.push((Span::new(start, end), works.clone()));
                }
            }
        }
    }

    fn read_note(&mut self, kind: NoteKind, id: &str) {
        let notes = match kind {
            NoteKind::Footnote => self.footnotes,
            NoteKind::Endnote => self.endnotes,
        };
        let Some(note) = notes.get(id) else { return };
        self.notes += 1;
        let fields = std::mem::take(&mut self.fields);
        self.note = Some(self.notes);
        self.walk(note);
        self.note = None;
        self.fields = fields;
    }

    fn run(&mut self, element: &Element) {
        let properties = element.child("rPr");
        let value = |name: &str| properties.and_then(|properties| properties.child(name)?.attribute("val"));
        let is_raised = value("vertAlign") == Some("superscript");
        // What the author struck out is not said.
        let is_struck = properties.is_some_and(|properties| {
            ["strike", "dstrike"].iter().any(|name| properties.child(name).is_some_and(is_on))
        });
        let written = |reader: &Self| reader.open.last().map_or(0, |paragraph| paragraph.found.text.len());
        let start = written(self);
        let mut elements = Vec::new();
        for child in element.children() {
            match child.name.as_str() {
                "t" if is_struck => {}
                "t" => {
                    let words: String = words(child);
                    let before = written(self);
                    self.write(&if is_raised { raised(&words) } else { words });
                    if !is_raised && written(self) > before {
                        elements.push((Span::new(before, written(self)), child.span));
                    }
                }
                "tab" | "br" | "cr" | "ptab" => self.write(" "),
                "noBreakHyphen" => self.write("-"),
                "sym" => {
                    let sign = symbol(child);
                    self.write(sign.encode_utf8(&mut [0; 4]));
                }
                "softHyphen" | "delText" | "rPr" | "Fallback" => {}
                "instrText" => {
                    if let Some(field) = self.fields.last_mut().filter(|field| !field.shows) {
                        field.code.push_str(&words(child));
                    }
                }
                "fldChar" => self.field_mark(child),
                "footnoteReference" => self.refer(NoteKind::Footnote, child),
                "endnoteReference" => self.refer(NoteKind::Endnote, child),
                _ => self.element(child),
            }
        }
        if let Some(paragraph) = self.open.last_mut().filter(|one| one.found.text.len() > start) {
            paragraph.found.runs.push(FoundRun {
                text: Span::new(start, paragraph.found.text.len()),
                place: element.span,
                properties: properties.map(|properties| properties.span),
                elements,
            });
        }
    }

    fn refer(&mut self, kind: NoteKind, element: &Element) {
        if let (Some(paragraph), Some(id)) = (self.open.last_mut(), element.attribute("id")) {
            paragraph.notes.push((kind, id.to_owned()));
        }
    }

    /// Adds text to the paragraph, unless it belongs to the code of a field.
    fn write(&mut self, words: &str) {
        if self.fields.iter().any(|field| !field.shows) {
            return;
        }
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.found.text.push_str(&words.replace(['\n', '\r', '\t'], " "));
        }
    }

    fn field_mark(&mut self, element: &Element) {
        match element.attribute("fldCharType") {
            Some("begin") => {
                if let Some(answer) = element.child("ffData").and_then(form_answer) {
                    self.write(&answer);
                }
                self.begin_field("");
                let data = element.child("fldData").map(words).unwrap_or_default();
                if let Some(field) = self.fields.last_mut() {
                    field.data = data;
                }
            }
            Some("separate") => self.show_field(),
            Some("end") => self.end_field(),
            _ => {}
        }
    }

    fn begin_field(&mut self, code: &str) {
        let start = self.open.last().map_or((0, 0), |paragraph| (paragraph.id, paragraph.found.text.len()));
        self.fields.push(OpenField::new(code, start));
    }

    /// Ends the code of the innermost field; the text that it displays begins.
    fn show_field(&mut self) {
        let start = self.open.last().map_or((0, 0), |paragraph| (paragraph.id, paragraph.found.text.len()));
        let Some(field) = self.fields.last_mut() else { return };
        field.meaning = meaning(&field.code, &field.data, self.sources, self.cited);
        field.shows = true;
        field.start = start;
        if field.meaning == FieldMeaning::ReferenceList
            && let Some(paragraph) = self.open.last_mut()
        {
            paragraph.found.is_generated = paragraph.found.text.trim().is_empty();
        }
    }

    fn end_field(&mut self) {
        let Some(field) = self.fields.pop() else { return };
        if !field.shows {
            // EndNote keeps the data of a citation in a field nested in its code.
            if let Some(around) = self.fields.last_mut().filter(|around| around.data.is_empty()) {
                around.data = field.data;
            }
            return;
        }
        let Some(paragraph) = self.open.last_mut() else { return };
        if let FieldMeaning::Citation(works) = field.meaning {
            let start = if field.start.0 == paragraph.id { field.start.1 } else { 0 };
            paragraph.found.citations.push((Span::new(start, paragraph.found.text.len().max(start)), works));
        }
    }

    /// Reads a content control: Mendeley Cite keeps its data in the tag.
    fn content_control(&mut self, element: &Element) {
        let Some(content) = element.child("sdtContent") else { return };
        let properties = element.child("sdtPr");
        let gallery = properties.and_then(|properties| properties.descendant("docPartGallery"));
        if gallery.and_then(|gallery| gallery.attribute("val")) == Some("Table of Contents") {
            return;
        }
        let tag =
            properties.and_then(|properties| properties.child("tag")?.attribute("val")).unwrap_or_default();
        let field = if let Some(code) = tag.strip_prefix("MENDELEY_CITATION_") {
            // The data follow the version number.
            let works =
                code.split_once('_').map(|(_, code)| self.cited.csl_in_base64(code)).unwrap_or_default();
            FieldMeaning::Citation(works)
        } else if tag.starts_with("MENDELEY_BIBLIOGRAPHY") {
            FieldMeaning::ReferenceList
        } else {
            return self.walk(content);
        };
        self.begin_field("");
        if let Some(open) = self.fields.last_mut() {
            open.meaning = field;
            open.shows = true;
        }
        self.walk(content);
        self.end_field();
    }
}

/// The answer in a field of an old form: a box as ☒ or ☐, the chosen entry of a list. A text field shows its words itself.
fn form_answer(form: &Element) -> Option<String> {
    if let Some(check) = form.child("checkBox") {
        let state = check.child("checked").or_else(|| check.child("default"));
        return Some(if state.is_some_and(is_on) { "☒" } else { "☐" }.to_owned());
    }
    let list = form.child("ddList")?;
    let chosen = list.child("result").or_else(|| list.child("default"));
    let at: usize = chosen.and_then(|chosen| chosen.attribute("val")?.parse().ok()).unwrap_or(0);
    let entry = list.children().filter(|child| child.name == "listEntry").nth(at)?;
    Some(entry.attribute("val")?.to_owned())
}

/// Whether a property that may be written without a value is on.
fn is_on(property: &Element) -> bool {
    !matches!(property.attribute("val"), Some("0" | "false" | "off"))
}

/// Returns the text directly in an element, including blanks.
fn words(element: &Element) -> String {
    let texts = element.content.iter().filter_map(|node| match node {
        Node::Text(words, _) => Some(words.as_str()),
        Node::Element(_) => None,
    });
    texts.collect()
}
