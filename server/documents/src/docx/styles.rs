//! Reads the styles of a Word document: which of them are headings, and which number their
//! paragraphs.

use super::numbering::NumberingPlace;
use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;

/// The maximum number of styles in a chain of styles that are based on each other.
const MAX_BASED_ON: usize = 20;

/// The properties of a style that matter for its paragraphs.
#[derive(Clone, Debug, Default)]
struct Style {
    heading: Option<u8>,
    numbering: Option<NumberingPlace>,
    based_on: Option<String>,
}

/// The styles of a document, by their identifiers.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

impl Styles {
    pub(super) fn read(root: &Element) -> Self {
        let styles = root.children().filter(|child| child.name == "style");
        let read = styles.filter_map(|style| {
            let value = |name: &str| style.child(name)?.attribute("val").map(str::to_owned);
            let name = value("name").unwrap_or_default().to_ascii_lowercase();
            let properties = style.child("pPr");
            // The name of a built-in style is English in every language of Word.
            let by_name = match name.as_str() {
                "title" => Some(1),
                _ => name.strip_prefix("heading ").and_then(|level| level.trim().parse().ok()),
            };
            let based_on = value("basedOn");
            let style_read = Style {
                heading: by_name.or_else(|| outline_level(properties?)),
                numbering: properties.and_then(NumberingPlace::of),
                based_on,
            };
            Some((style.attribute("styleId")?.to_owned(), style_read))
        });
        Styles(read.collect())
    }

    /// Returns the heading level of paragraphs of this style.
    pub(super) fn heading(&self, id: &str) -> Option<u8> {
        self.first(id, |style| style.heading)
    }

    /// Returns the numbering of paragraphs of this style.
    pub(super) fn numbering(&self, id: &str) -> Option<NumberingPlace> {
        self.first(id, |style| style.numbering.clone())
    }

    /// Returns the property of the style, or of the nearest style that it is based on.
    fn first<T>(&self, id: &str, says: impl Fn(&Style) -> Option<T>) -> Option<T> {
        let mut id = id;
        for _ in 0..MAX_BASED_ON {
            let style = self.0.get(id)?;
            if let Some(said) = says(style) {
                return Some(said);
            }
            id = style.based_on.as_deref()?;
        }
        None
    }
}

/// Returns the heading level in the properties of a paragraph; level 10 is body text.
pub(super) fn outline_level(properties: &Element) -> Option<u8> {
    let level: u8 = properties.child("outlineLvl")?.attribute("val")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}
