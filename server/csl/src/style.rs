//! Parses styles.

use crate::limits::{self, MAX_EXPANDED_DEPTH, MAX_EXPANDED_ELEMENTS, MAX_STYLE_BYTES};
use hayagriva::archive::ArchivedStyle;
use hayagriva::citationberg;
use referee_bibliography::xml_tree::{Element, XmlError};

/// A style for printing works.
#[derive(Clone, Debug)]
pub struct Style {
    pub(crate) inner: citationberg::IndependentStyle,
    /// The language of a journal's dependent style, which overrides that of its parent style.
    pub(crate) language: Option<String>,
}

/// The reason why a text cannot be used as a style.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// The text is too large.
    #[error("it has more than {MAX_STYLE_BYTES} bytes")]
    TooLarge,
    /// The text is not valid XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// A macro is recursive.
    #[error("a macro in it uses itself")]
    Recursion,
    /// Its macros expand to more elements, or deeper, than can be printed.
    #[error("its macros expand to more than is printed")]
    TooMuch,
    /// The XML is not a style.
    #[error("it is not a style: {0}")]
    NoStyle(#[from] citationberg::XmlDeError),
    /// Its parent style is unknown.
    #[error("it refers to the style {0}, which is not known")]
    UnknownParent(String),
}

impl Style {
    /// Returns hayagriva's style with this name, which is also the last part of its address in the
    /// Zotero style repository.
    #[must_use]
    pub fn named(name: &str) -> Option<Style> {
        match ArchivedStyle::by_name(name)?.get() {
            citationberg::Style::Independent(inner) => Some(Style { inner, language: None }),
            citationberg::Style::Dependent(_) => None,
        }
    }

    /// Parses the text of a style.
    ///
    /// # Errors
    ///
    /// If it is not a style, expands to too many elements, or depends on an unknown style.
    pub fn read(text: &str) -> Result<Style, StyleError> {
        if text.len() > MAX_STYLE_BYTES {
            return Err(StyleError::TooLarge);
        }
        let root = Element::parse(text)?;
        let expansion = limits::expansion(&root).ok_or(StyleError::Recursion)?;
        if expansion.elements > MAX_EXPANDED_ELEMENTS || expansion.depth > MAX_EXPANDED_DEPTH {
            return Err(StyleError::TooMuch);
        }
        match citationberg::Style::from_xml(text)? {
            citationberg::Style::Independent(inner) => Ok(Style { inner, language: None }),
            citationberg::Style::Dependent(journal) => {
                let address = &journal.parent_link.href;
                let name = address.rsplit('/').next().unwrap_or_default();
                let parent = Style::named(name).ok_or_else(|| StyleError::UnknownParent(name.to_owned()))?;
                Ok(Style { language: journal.default_locale.map(|locale| locale.0), ..parent })
            }
        }
    }
}
