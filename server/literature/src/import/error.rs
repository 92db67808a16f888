//! The error for a file of which nothing can be imported.

/// Why nothing can be imported from a file; the message does not contain the path.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A folder that contains no file with a known extension.
    #[error("a folder without any file that can be imported")]
    EmptyFolder,
    /// A pipe, a device or a socket.
    #[error("it is not a regular file")]
    NotRegular,
    /// The file would have to be read into memory as a whole, and is too long for that.
    #[error("it has more than {} MB, the limit for this format: split it and import the parts", .0 >> 20)]
    TooLong(u64),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// XML from a source other than PubMed and dblp.
    #[error("XML, but neither PubMed's (there is no PubmedArticleSet) nor dblp's")]
    OtherXml,
    /// A comma-separated table other than that of Retraction Watch.
    #[error("a table, but not that of Retraction Watch (there is no column RetractionNature)")]
    OtherTable,
    /// The extension is that of XML, but the content is not.
    #[error("not XML, in spite of its name")]
    NotXml,
    /// The extension is that of JSON, but the content is not.
    #[error("not JSON, in spite of its name")]
    NotJson,
    /// Neither the content nor the extension reveals the format.
    #[error(
        "the format is not known; PubMed XML, dblp's dump, NBIB, RIS, BibTeX, CSL-JSON, the table of Retraction Watch, and guidelines in Markdown, text, HTML or PDF can be imported"
    )]
    UnknownFormat,
}
