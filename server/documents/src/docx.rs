//! Reads Word documents: WordprocessingML in an archive.
//!
//! Source: ECMA-376, part 1, WordprocessingML. The field codes of Zotero, Mendeley and EndNote are
//! those that their plug-ins write.

mod body;
pub mod comments;
mod fields;
mod numbering;
mod styles;
mod symbols;

use crate::DocumentError;
use crate::cited_works::CitedWorks;
use crate::container::Container;
use crate::found_paragraph::FoundParagraph;
use crate::paragraphs::{into_document, into_lines};
use crate::word_sources;
use body::BodyReader;
use numbering::Numbering;
use referee_bibliography::xml_tree::Element;
use referee_syntax::Document;
use std::collections::HashMap;
use styles::Styles;

/// The maximum number of parts of `customXml` that are searched for Word's own sources.
const MAX_CUSTOM_PARTS: usize = 20;

/// Reads a Word document.
///
/// # Errors
///
/// If it is not a Word document, is locked or damaged, or exceeds the size limit when unpacked.
pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
    let mut container = Container::open(bytes, "Word")?;
    let main = main_part(&mut container)?;
    let mut cited = CitedWorks::default();
    let paragraphs = paragraphs(&mut container, &main, &mut cited)?;
    Ok(into_document(paragraphs, &cited))
}

/// The lines of a draft with the places of their runs.
fn body_paragraphs(container: &mut Container<'_>, main: &str) -> Result<Vec<FoundParagraph>, DocumentError> {
    Ok(into_lines(paragraphs(container, main, &mut CitedWorks::default())?))
}

/// Reads the paragraphs of the part `main`, and collects the works that they cite.
fn paragraphs(
    container: &mut Container<'_>,
    main: &str,
    cited: &mut CitedWorks,
) -> Result<Vec<FoundParagraph>, DocumentError> {
    let folder = main.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let document = container.xml(main, "its text")?.ok_or(DocumentError::Missing("text"))?;
    let styles = container.xml(&format!("{folder}styles.xml"), "its styles")?;
    let numbering = container.xml(&format!("{folder}numbering.xml"), "its numbering")?;
    let notes =
        |container: &mut Container<'_>, name: &str| -> Result<HashMap<String, Element>, DocumentError> {
            let part = container.xml(&format!("{folder}{name}.xml"), "its notes")?;
            let notes = part.map(|part| part.content).unwrap_or_default().into_iter();
            Ok(notes.filter_map(note).collect())
        };
    let footnotes = notes(container, "footnotes")?;
    let endnotes = notes(container, "endnotes")?;
    let mut sources = HashMap::new();
    for name in container.names("customXml/item", ".xml").into_iter().take(MAX_CUSTOM_PARTS) {
        // Other programs keep data there too; ignore parts that cannot be read.
        if let Ok(Some(part)) = container.xml(&name, "its sources") {
            sources.extend(word_sources::sources(&part));
        }
    }
    let styles = styles.as_ref().map(Styles::read).unwrap_or_default();
    let numbering = numbering.as_ref().map(Numbering::read).unwrap_or_default();
    let reader = BodyReader::new(&styles, numbering, &footnotes, &endnotes, &sources, cited);
    Ok(reader.read(&document))
}

/// Returns the name of the part that contains the text.
fn main_part(container: &mut Container<'_>) -> Result<String, DocumentError> {
    let relations = container.xml("_rels/.rels", "its list of parts")?;
    let target = relations.and_then(|relations| {
        let mut all = relations.children().filter(|child| child.name == "Relationship");
        let main =
            all.find(|one| one.attribute("Type").is_some_and(|kind| kind.ends_with("/officeDocument")))?;
        Some(main.attribute("Target")?.trim_start_matches('/').to_owned())
    });
    Ok(target.unwrap_or_else(|| String::from("word/document.xml")))
}

/// Returns a note with its identifier; `None` for separators.
fn note(node: referee_bibliography::xml_tree::Node) -> Option<(String, Element)> {
    let referee_bibliography::xml_tree::Node::Element(element) = node else { return None };
    let is_separator = element.attribute("type").is_some_and(|kind| kind != "normal");
    let id = element.attribute("id")?.to_owned();
    (!is_separator).then_some((id, element))
}

#[cfg(test)]
mod tests;
