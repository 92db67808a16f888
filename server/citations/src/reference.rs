//! A work as the author claims it, with the spans of its fields.

use referee_bibliography::{Entry, FieldName, Identifier, Name, Work};
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
    /// The span of its key, its number or the identifier, or the title of an entry without a key. Findings about the
    /// whole reference are shown there.
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
        let mut reference = Reference {
            label: entry.key().to_owned(),
            origin: Origin::Entry,
            file: file.clone(),
            span: entry.span(),
            name_span: entry.key_span(),
            work: entry.shared_work(),
            fields: entry.field_spans(&wanted),
            fingerprint: entry.fingerprint(),
        };
        if reference.is_without_key() {
            // The first line of a record gives only its type.
            let shown = [Title, Doi, Pmid].into_iter().find_map(|field| reference.field(field));
            reference.name_span = shown.unwrap_or(reference.name_span);
        }
        reference
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

    /// Returns whether it is an entry without a key, as in RIS and NBIB; its label is then its position, `[16]`.
    #[must_use]
    pub fn is_without_key(&self) -> bool {
        let position = self.label.strip_prefix('[').and_then(|label| label.strip_suffix(']'));
        let is_position = position.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        self.origin == Origin::Entry && (is_position || self.label.is_empty())
    }

    /// Returns the name by which people find it: its label; author, year and the beginning of the title of an entry
    /// without a key, `Smith 2020 (Cooking with garlic in winter)`.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        if !self.is_without_key() {
            return Cow::Borrowed(&self.label);
        }
        let author = self.work.authors.first().or(self.work.editors.first()).map(Name::surname);
        let year = self.work.year().map(|year| year.to_string());
        let by = author.into_iter().chain(year).collect::<Vec<_>>().join(" ");
        let title = self.work.full_title().map(|title| beginning(&title));
        match (by.is_empty(), title) {
            (false, Some(title)) => Cow::Owned(format!("{by} ({title})")),
            (true, Some(title)) => Cow::Owned(title),
            (false, None) => Cow::Owned(by),
            (true, None) if self.label.is_empty() => Cow::Borrowed("an entry without a key"),
            (true, None) => Cow::Borrowed(&self.label),
        }
    }

    /// Returns the span of the value of a field.
    #[must_use]
    pub fn field(&self, name: FieldName) -> Option<Span> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, span)| *span)
    }
}

/// Returns the first words of a title.
fn beginning(title: &str) -> String {
    const MAX_CHARACTERS: usize = 48;
    if title.chars().count() <= MAX_CHARACTERS {
        return title.to_owned();
    }
    let cut: String = title.chars().take(MAX_CHARACTERS).collect();
    let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

fn fingerprint(work: &Work) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    format!("{work:?}").hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::{Bibliography, Format, ListFormat};
    use referee_text::Rope;

    fn references(format: Format, text: &str) -> Vec<Reference> {
        let bibliography = Bibliography::read(format, Rope::from_str(text));
        let file = FileId::new("refs");
        bibliography.entries().map(|entry| Reference::from_entry(&file, &entry)).collect()
    }

    #[test]
    fn a_record_without_a_key_is_named_by_author_year_and_title_and_shown_at_its_title() {
        let text = "TY  - JOUR\nTI  - Cooking with garlic in winter\nAU  - Smith, John\nPY  - 2020\nER  - \n\nTY  - JOUR\nTI  - A title that is so long that a summary of all references shows only its beginning\nER  - \n\nTY  - JOUR\nDO  - 10.1000/abc\nER  - \n";
        let references = references(Format::List(ListFormat::Ris), text);
        let names: Vec<_> = references.iter().map(Reference::name).collect();
        assert_eq!(
            names,
            [
                "Smith 2020 (Cooking with garlic in winter)",
                "A title that is so long that a summary of all…",
                "[3]"
            ]
        );
        let shown: Vec<_> = references.iter().filter_map(|one| text.get(one.name_span.range())).collect();
        assert!(shown[0].starts_with("Cooking") && shown[1].starts_with("A title"), "{shown:?}");
        assert_eq!(shown[2], "10.1000/abc");
    }

    #[test]
    fn a_key_is_the_name() {
        let references =
            references(Format::Bibtex, "@book{smith2020, title = {Garlic}}\n@book{, title = {Leek}}\n");
        let names: Vec<_> = references.iter().map(Reference::name).collect();
        assert_eq!(names, ["smith2020", "Leek"]);
    }
}
