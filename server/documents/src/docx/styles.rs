//! The styles of a Word document: which of them are headings, which number their paragraphs.

use super::numbering::NumberingPlace;
use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;

/// How many styles may be based on each other.
const MAX_BASED_ON: usize = 20;

/// What a style says of its paragraphs.
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
            // Its name is English in every language of Word.
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

    /// The level of the heading that a paragraph of this style is.
    pub(super) fn heading(&self, id: &str) -> Option<u8> {
        self.first(id, |style| style.heading)
    }

    /// The numbering of a paragraph of this style.
    pub(super) fn numbering(&self, id: &str) -> Option<NumberingPlace> {
        self.first(id, |style| style.numbering.clone())
    }

    /// What the style says, or the one that it is based on.
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

/// The level of a heading that the properties of a paragraph say; level 10 is no heading.
pub(super) fn outline_level(properties: &Element) -> Option<u8> {
    let level: u8 = properties.child("outlineLvl")?.attribute("val")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}
