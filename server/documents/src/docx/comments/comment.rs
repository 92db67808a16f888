//! A comment on words of a Word document.

/// A comment to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The paragraph, counted from 1 like the places of findings; `None` for the first.
    pub paragraph: Option<u32>,
    /// The words of the paragraph that the comment is about; if the paragraph does not contain them, the comment is
    /// about all of it.
    pub words: String,
    /// The offset of these words in the text of the paragraph, in bytes; otherwise their first occurrence counts.
    pub offset: Option<usize>,
    /// The text of the comment.
    pub text: String,
}
