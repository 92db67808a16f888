//! The formats of files of records.

/// A format of files of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportFormat {
    /// PubMed XML: efetch answers, the baseline and its update files.
    PubmedXml,
    /// NBIB, also known as MEDLINE: the format of PubMed's "Send to: Citation manager".
    Nbib,
    /// RIS.
    Ris,
    /// BibTeX and BibLaTeX.
    Bibtex,
    /// CSL-JSON, exported by Zotero and others; also the JSON of Crossref's works.
    CslJson,
    /// The dump of dblp, `dblp.xml`.
    DblpXml,
    /// The ACL Anthology's file of all its works, `anthology.bib`: BibTeX, read in parts.
    AclAnthology,
    /// The table of Retraction Watch.
    RetractionWatch,
    /// The export of a library: records as JSON, one per line.
    Records,
    /// A guideline, or another document that is cited by page and section: Markdown, text, HTML or PDF.
    Guideline,
}

impl ImportFormat {
    /// Every format, in the order in which help lists them.
    pub const ALL: [ImportFormat; 10] = [
        ImportFormat::PubmedXml,
        ImportFormat::Nbib,
        ImportFormat::Ris,
        ImportFormat::Bibtex,
        ImportFormat::CslJson,
        ImportFormat::DblpXml,
        ImportFormat::AclAnthology,
        ImportFormat::RetractionWatch,
        ImportFormat::Records,
        ImportFormat::Guideline,
    ];

    /// Returns the name of the format, for messages and options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ImportFormat::PubmedXml => "pubmed-xml",
            ImportFormat::Nbib => "nbib",
            ImportFormat::Ris => "ris",
            ImportFormat::Bibtex => "bibtex",
            ImportFormat::CslJson => "csl-json",
            ImportFormat::DblpXml => "dblp-xml",
            ImportFormat::AclAnthology => "acl-anthology",
            ImportFormat::RetractionWatch => "retraction-watch",
            ImportFormat::Records => "records",
            ImportFormat::Guideline => "guideline",
        }
    }

    /// Returns the format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}
