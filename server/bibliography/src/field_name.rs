//! The fields of an entry, whatever its format.

/// A field of an entry, whatever the format calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldName {
    /// The title (with or without the subtitle).
    Title,
    /// The authors.
    Authors,
    /// The year, or the date that holds it.
    Year,
    /// The journal, proceedings or book.
    Journal,
    /// The volume.
    Volume,
    /// The issue.
    Issue,
    /// The pages.
    Pages,
    /// The DOI.
    Doi,
    /// The PubMed number.
    Pmid,
    /// The PubMed Central number.
    Pmcid,
    /// The arXiv number (BibTeX's `eprint`).
    Arxiv,
    /// The address.
    Url,
    /// The ISBN.
    Isbn,
}

impl FieldName {
    /// All fields.
    pub(crate) const ALL: &'static [FieldName] = &[
        FieldName::Title,
        FieldName::Authors,
        FieldName::Journal,
        FieldName::Year,
        FieldName::Volume,
        FieldName::Issue,
        FieldName::Pages,
        FieldName::Doi,
        FieldName::Pmid,
        FieldName::Pmcid,
        FieldName::Arxiv,
        FieldName::Url,
        FieldName::Isbn,
    ];
}
