//! Why nothing of a file can be imported.

/// Why nothing of a file can be imported; the message does not name the file.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A folder in which no file has a known extension.
    #[error("a folder without any file that can be imported")]
    EmptyFolder,
    /// A pipe, a device or a socket.
    #[error("it is no regular file")]
    NotRegular,
    /// It would be read into memory as a whole, and is too long for that.
    #[error("it has more than {} MB, which is as much as a file of this format may have: part it and import the parts", .0 >> 20)]
    TooLong(u64),
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// XML of another kind than PubMed's and dblp's.
    #[error("XML, but neither PubMed's (there is no PubmedArticleSet) nor dblp's")]
    OtherXml,
    /// A comma-separated table of another kind than Retraction Watch's.
    #[error("a table, but not that of Retraction Watch (there is no column RetractionNature)")]
    OtherTable,
    /// The extension promises XML.
    #[error("not XML, in spite of its name")]
    NotXml,
    /// The extension promises JSON.
    #[error("not JSON, in spite of its name")]
    NotJson,
    /// Neither content nor name say what it is.
    #[error(
        "the format is not known; PubMed XML, dblp's dump, NBIB, RIS, BibTeX, CSL-JSON, the table of Retraction Watch, and guidelines in Markdown, text, HTML or PDF can be imported"
    )]
    UnknownFormat,
}
