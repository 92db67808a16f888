//! Lists of references exported by programs: RIS, NBIB, EndNote's tagged and XML exports, `.bbl`
//! files, and the references of an article in JATS or TEI.
//!
//! Such a list is a read-only bibliography. An entry without a key gets its number: `[3]`.

mod bbl;
mod endnote_xml;
mod jats;
mod listed_reference;
mod refer;
mod tagged_records;
mod tei;

pub use endnote_xml::records as endnote_records;
pub(crate) use listed_reference::ListedReference;

use crate::{Problem, ProblemKind};
use referee_text::{Message, Span};

/// A format of a reference list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListFormat {
    /// RIS.
    Ris,
    /// MEDLINE's tagged text: PubMed's `.nbib`.
    Nbib,
    /// EndNote's tagged text in the format of refer: `.enw`.
    Refer,
    /// EndNote's XML export.
    EndnoteXml,
    /// The output of BibTeX or biber for LaTeX: `.bbl`.
    Bbl,
    /// The reference list of an article in JATS, the XML of PubMed Central and of journals.
    Jats,
    /// The reference list of a document in TEI, as written by GROBID.
    Tei,
}

impl ListFormat {
    /// Returns the format of a file with this extension (in lower case); XML formats are
    /// distinguished by content. `None` for other files.
    #[must_use]
    pub fn of(extension: &str, text: &str) -> Option<ListFormat> {
        Some(match extension {
            "ris" => ListFormat::Ris,
            "nbib" | "medline" => ListFormat::Nbib,
            "enw" | "refer" => ListFormat::Refer,
            "bbl" => ListFormat::Bbl,
            "xml" | "nxml" | "jats" | "tei" => ListFormat::of_xml(text),
            _ => return None,
        })
    }

    /// Returns the usual file extension of the format, which [`ListFormat::of`] knows.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            ListFormat::Ris => "ris",
            ListFormat::Nbib => "nbib",
            ListFormat::Refer => "enw",
            ListFormat::Bbl => "bbl",
            ListFormat::EndnoteXml | ListFormat::Jats | ListFormat::Tei => "xml",
        }
    }

    /// Determines the XML format by the first element that identifies it.
    pub(crate) fn of_xml(text: &str) -> ListFormat {
        let head = text.get(..text.floor_char_boundary(4_000)).unwrap_or_default();
        if head.contains("<TEI") || head.contains("tei-c.org") {
            ListFormat::Tei
        } else if head.contains("<article") || text.contains("<ref-list") {
            ListFormat::Jats
        } else {
            ListFormat::EndnoteXml
        }
    }
}

/// Parses the references of a list, in order; also returns what could not be parsed.
pub(crate) fn read(format: ListFormat, text: &str) -> (Vec<ListedReference>, Vec<Problem>) {
    let mut problems = Vec::new();
    // Old Mac programs end lines with a carriage return. The replacement keeps offsets.
    let lines = (text.contains('\r') && !text.contains('\n')).then(|| text.replace('\r', "\n"));
    let text = lines.as_deref().unwrap_or(text);
    let of_xml = |read: fn(&crate::xml_tree::Element) -> Vec<ListedReference>,
                  problems: &mut Vec<Problem>| {
        match crate::xml_tree::Element::parse(text) {
            Ok(root) => read(&root),
            Err(error) => {
                let at = match &error {
                    crate::xml_tree::XmlError::NotWellFormed { at, .. } => text.floor_char_boundary(*at),
                    _ => 0,
                };
                problems.push(Problem {
                    span: Span::new(at.min(text.len()), text.len().min(text.ceil_char_boundary(at + 1))),
                    kind: ProblemKind::NotReadable,
                    message: Message::new(
                        format!("This list of references could not be read: {error}."),
                        format!("Esta lista de referencias no se pudo leer: {error}."),
                    ),
                });
                Vec::new()
            }
        }
    };
    let mut references = match format {
        ListFormat::Ris => tagged_records::ris(text),
        ListFormat::Nbib => tagged_records::nbib(text),
        ListFormat::Refer => refer::read(text),
        ListFormat::Bbl => bbl::read(text),
        ListFormat::EndnoteXml => of_xml(endnote_xml::read, &mut problems),
        ListFormat::Jats => of_xml(jats::read, &mut problems),
        ListFormat::Tei => of_xml(tei::read, &mut problems),
    };
    for (index, reference) in references.iter_mut().enumerate() {
        if reference.key.is_empty() {
            reference.key = format!("[{}]", index + 1);
        }
        reference.work = std::mem::take(&mut reference.work).without_controls();
    }
    (references, problems)
}

#[cfg(test)]
mod tests;
