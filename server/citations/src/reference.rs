//! A work as the author claims it, with the spans of its fields.

use referee_bibliography::{Entry, FieldName, Identifier, Work};
use referee_syntax::ListItem;
use referee_text::{FileId, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// A work as the author claims it: a bibliography entry, an item of a list of references, a bare
/// identifier.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The label in reports: its key, `[n]` for a list item, the identifier for a bare one.
    pub label: String,
    /// The kind of text that the reference was made from.
    pub origin: Origin,
    /// The file that contains the reference.
    pub file: FileId,
    /// The span of the whole entry, item or identifier in the file.
    pub span: Span,
    /// The span of its key, its number or the identifier, at which findings about the whole
    /// reference are shown.
    pub name_span: Span,
    /// The claimed description of the work.
    pub work: Arc<Work>,
    /// The spans of the values of its fields in the file.
    pub fields: Vec<(FieldName, Span)>,
    /// A hash of `work`, the key under which a judgement is stored.
    pub fingerprint: u64,
}

/// The kind of text that a reference was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An entry of a bibliography file.
    Entry,
    /// An item of a list of references in the draft.
    ListItem,
    /// A bare identifier in the text.
    Identifier,
}

impl Reference {
    /// Makes the reference of a bibliography entry.
    #[must_use]
    pub fn from_entry(file: &FileId, entry: &Entry<'_>) -> Self {
        use FieldName::*;
        let wanted =
            [Title, Authors, Year, Journal, Volume, Issue, Pages, Doi, Pmid, Pmcid, Arxiv, Url, Isbn];
        Reference {
            label: entry.key().to_owned(),
            origin: Origin::Entry,
            file: file.clone(),
            span: entry.span(),
            name_span: entry.key_span(),
            work: entry.shared_work(),
            fields: entry.field_spans(&wanted),
            fingerprint: entry.fingerprint(),
        }
    }

    /// Makes the reference of a list item; `start` is the offset of its block in the file.
    #[must_use]
    pub fn from_list_item(file: &FileId, item: &ListItem, start: usize) -> Self {
        let label = match (&item.key, item.number) {
            (Some(key), _) => key.name.clone(),
            (None, Some(number)) => format!("[{number}]"),
            (None, None) => item.work.title.clone().unwrap_or_else(|| String::from("[?]")),
        };
        let span = item.span.shift(start);
        Reference {
            label,
            origin: Origin::ListItem,
            file: file.clone(),
            span,
            name_span: item.key.as_ref().map_or(span, |key| key.span.shift(start)),
            fingerprint: fingerprint(&item.work),
            work: Arc::new(item.work.clone()),
            fields: item.fields.iter().map(|(field, span)| (*field, span.shift(start))).collect(),
        }
    }

    /// Makes the reference of a bare identifier; `span` is its span in the file.
    #[must_use]
    pub fn from_identifier(file: &FileId, identifier: &Identifier, span: Span) -> Self {
        let work = Work { identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() };
        Reference { span, name_span: span, ..Reference::from_work(file, identifier.to_string(), work) }
    }

    /// Makes the reference of a work that is given directly and not read from a text; its span is
    /// the start of `file`.
    #[must_use]
    pub fn from_work(file: &FileId, label: String, work: Work) -> Self {
        Reference {
            label,
            origin: Origin::Identifier,
            file: file.clone(),
            span: Span::default(),
            name_span: Span::default(),
            fingerprint: fingerprint(&work),
            work: Arc::new(work),
            fields: Vec::new(),
        }
    }

    /// Returns the name for lists of references: its label, or the quoted title of an entry without
    /// a key.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match &self.work.title {
            _ if !self.label.is_empty() => Cow::Borrowed(&self.label),
            Some(title) => Cow::Owned(format!("“{title}”")),
            None => Cow::Borrowed("an entry without a key"),
        }
    }

    /// Returns the span of the value of a field.
    #[must_use]
    pub fn field(&self, name: FieldName) -> Option<Span> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, span)| *span)
    }
}

fn fingerprint(work: &Work) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    format!("{work:?}").hash(&mut hasher);
    hasher.finish()
}
