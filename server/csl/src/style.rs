//! What is read as a style.

use crate::limits::{self, MAX_EXPANDED_DEPTH, MAX_EXPANDED_ELEMENTS, MAX_STYLE_BYTES};
use hayagriva::archive::ArchivedStyle;
use hayagriva::citationberg;
use referee_bibliography::xml_tree::{Element, XmlError};

/// A style that works can be printed with.
#[derive(Clone, Debug)]
pub struct Style {
    pub(crate) inner: citationberg::IndependentStyle,
    /// The language that a journal's own style has over the style that it stands for.
    pub(crate) language: Option<String>,
}

/// Why a text is no style to print with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// It is larger than is read.
    #[error("it has more than {MAX_STYLE_BYTES} bytes")]
    TooLarge,
    /// It is no XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// A macro in it uses itself.
    #[error("a macro in it uses itself")]
    Recursion,
    /// Its macros use each other so often or so deep that printing with it would not end.
    #[error("its macros stand for more than is printed")]
    TooMuch,
    /// It is XML and no style.
    #[error("it is no style: {0}")]
    NoStyle(#[from] citationberg::XmlDeError),
    /// It says that another style is to be used, which is not known here.
    #[error("it stands for the style {0}, which is not known")]
    UnknownParent(String),
}

impl Style {
    /// The style that hayagriva has under a name, or that an address of the Zotero style repository ends in.
    #[must_use]
    pub fn named(name: &str) -> Option<Style> {
        match ArchivedStyle::by_name(name)?.get() {
            citationberg::Style::Independent(inner) => Some(Style { inner, language: None }),
            citationberg::Style::Dependent(_) => None,
        }
    }

    /// Reads the text of a style.
    ///
    /// # Errors
    ///
    /// If it is no style, would take too long to print with, or stands for another one that is not known.
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
