//! A draft whose text was extracted from a document that is not plain text: of a word processor, or
//! a PDF.
//!
//! Each paragraph is one line and one block, each table one block with a line for each row. Such a draft is never edited: its spans are those of
//! the extracted text, and [`SourcePlace`] gives the place in the document as its readers see it.

use crate::plain::Plain;
use crate::{Block, Citation, Heading, ListItem, Mode, NamedSpan, Target, references};
use referee_bibliography::{Work, read_item};
use referee_text::{BlockReader, Span};
use std::fmt;

/// A paragraph that was extracted from a document, or a row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractedParagraph {
    /// The text, as one line; that of a row is `| a | b |`.
    pub text: String,
    /// The level of the heading, if the document marks it as one; 1 is the highest.
    pub heading: Option<u8>,
    /// The citations that the document itself marks, in order and without overlap.
    pub citations: Vec<ExtractedCitation>,
    /// The reference in this paragraph, if the document holds it as data and not only as text.
    pub reference: Option<ExtractedReference>,
    /// Whether the paragraph describes the document itself: an identifier in it is not a citation.
    pub names_itself: bool,
    /// The place in the document.
    pub place: SourcePlace,
}

/// A citation that a document marks as one: a field of a reference manager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtractedCitation {
    /// The span of the displayed text in the paragraph.
    pub span: Span,
    /// The keys of the cited works, as in [`ExtractedReference::key`].
    pub keys: Vec<String>,
}

/// A reference that a document holds as data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractedReference {
    /// The key that citations use.
    pub key: String,
    /// The work as the reference describes it.
    pub work: Work,
}

/// A place in a document, as its readers count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// The page, from 1.
    pub page: Option<u32>,
    /// The paragraph, from 1; empty ones are not counted. For a row of a table, the first of the row.
    pub paragraph: Option<u32>,
    /// The table, from 1.
    pub table: Option<u32>,
    /// The row of the table, from 1.
    pub row: Option<u32>,
    /// The footnote or endnote, from 1.
    pub note: Option<u32>,
    /// The cell of a notebook, from 1.
    pub cell: Option<u32>,
}

impl fmt::Display for SourcePlace {
    /// Writes `page 3`, `paragraph 12`, `table 1, row 3`, `note 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("page", self.page),
            ("paragraph", self.paragraph.filter(|_| self.table.is_none())),
            ("table", self.table),
            ("row", self.row),
            ("note", self.note),
            ("cell", self.cell),
        ];
        let mut said = parts.iter().filter_map(|(name, number)| Some((name, (*number)?)));
        match said.next() {
            Some((name, number)) => write!(f, "{name} {number}")?,
            None => f.write_str("the document")?,
        }
        said.try_for_each(|(name, number)| write!(f, ", {name} {number}"))
    }
}

/// Returns the text of the paragraphs, one line each, the contents of each block, and the places.
pub(crate) fn read(paragraphs: Vec<ExtractedParagraph>) -> (String, Vec<(usize, Block)>, Vec<SourcePlace>) {
    let (mut text, mut blocks, mut places) = (String::new(), Vec::new(), Vec::new());
    let mut paragraphs = paragraphs.into_iter().peekable();
    while let Some(mut paragraph) = paragraphs.next() {
        let mut lines = line(&paragraph);
        places.push(paragraph.place);
        let table = paragraph.place.table;
        while let Some(row) = paragraphs.next_if(|next| table.is_some() && next.place.table == table) {
            let start = lines.len();
            paragraph.citations.extend(
                row.citations
                    .iter()
                    .map(|field| ExtractedCitation { span: field.span.shift(start), ..field.clone() }),
            );
            lines.push_str(&line(&row));
            places.push(row.place);
        }
        text.push_str(&lines);
        let block = block(&lines, paragraph);
        if table.is_some() {
            // Values are no references.
            block.items.get_or_init(Vec::new);
        }
        blocks.push((lines.len(), block));
    }
    (text, blocks, places)
}

fn line(paragraph: &ExtractedParagraph) -> String {
    format!("{}\n", paragraph.text.replace(['\n', '\r'], " "))
}

fn block(line: &str, paragraph: ExtractedParagraph) -> Block {
    let whole = Span::new(0, line.trim_end().len());
    if let Some(reference) = paragraph.reference {
        return Block { list_items: vec![item(line, whole, reference)], ..Block::default() };
    }
    let mut block = Plain.read(line, false);
    if paragraph.names_itself {
        block.citations.retain(|found| !matches!(found.target, Target::Identifier(_)));
    }
    if let Some(level) = paragraph.heading {
        let text = line.trim().trim_end_matches(':').to_owned();
        block.headings =
            if text.is_empty() { Vec::new() } else { vec![Heading { level, text, span: whole }] };
        block.item_number = None;
    }
    if paragraph.citations.is_empty() {
        return block;
    }
    // A number inside a field is part of the text that the field shows, and not another citation.
    block.citations.retain(|found| !paragraph.citations.iter().any(|field| field.span.overlaps(found.group)));
    for field in paragraph.citations {
        block.citations.extend(field.keys.into_iter().map(|key| Citation {
            span: field.span,
            group: field.span,
            target: Target::Key(key),
            mode: Mode::Parenthetical,
        }));
    }
    block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
    block
}

/// Builds the item of a reference: its work as the document holds it, with the spans of the fields
/// in the text.
fn item(line: &str, whole: Span, reference: ExtractedReference) -> ListItem {
    let number = references::item_number(line).filter(|number| *number > 0);
    let source = line.get(whole.range()).unwrap_or_default();
    ListItem {
        number,
        key: Some(NamedSpan { name: reference.key, span: whole }),
        span: whole,
        work: reference.work,
        fields: read_item(source).fields,
    }
}
