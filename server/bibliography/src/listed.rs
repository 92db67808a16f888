//! The entries of a format that is read as a whole: JSON and YAML.

use crate::Work;
use crate::bibliography::{FieldName, Format, Problem};
use referee_text::{Rope, Span};
use std::collections::HashMap;

/// The entries of a file.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub items: Vec<Item>,
    pub problems: Vec<Problem>,
    keys: HashMap<Box<str>, usize>,
}

/// One entry.
#[derive(Debug)]
pub(crate) struct Item {
    pub key: Box<str>,
    pub kind: Box<str>,
    pub key_span: Span,
    pub span: Span,
    pub fields: Vec<(FieldName, Span)>,
    pub hash: u64,
    pub work: Box<Work>,
}

impl Listed {
    pub(crate) fn read(_format: Format, _text: &Rope) -> Self {
        Listed::default()
    }

    pub(crate) fn item(&self, index: usize) -> Option<&Item> {
        self.items.get(index)
    }

    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.keys.get(key).copied()
    }

    pub(crate) fn at(&self, offset: usize) -> Option<usize> {
        self.items.iter().position(|item| item.span.touches(offset))
    }
}

impl Item {
    pub(crate) fn work(&self, _text: &Rope) -> Work {
        Work::clone(&self.work)
    }

    pub(crate) fn field(&self, field: FieldName) -> Option<Span> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, span)| *span)
    }
}
