//! The fields of an entry, independent of the format.

/// A field of an entry, independent of its name in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldName {
    /// The title (with or without the subtitle).
    Title,
    /// The authors.
    Authors,
    /// The year, or the date that contains it.
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
    /// The PubMed identifier (PMID).
    Pmid,
    /// The PubMed Central identifier (PMCID).
    Pmcid,
    /// The arXiv identifier (BibTeX's `eprint`).
    Arxiv,
    /// The web address (URL).
    Url,
    /// The ISBN.
    Isbn,
}

impl FieldName {
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
