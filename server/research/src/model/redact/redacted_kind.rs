//! The kinds of text that are removed before a text is shown to a language model.

/// The kind of a removed piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RedactedKind {
    /// A capitalised word: a name, a place, an institution, or an unknown word.
    Name,
    /// Another unknown word.
    Word,
    /// A date.
    Date,
    /// A telephone number, a record number, an age above 89.
    Number,
    /// An e-mail, web or network address.
    Contact,
}

impl RedactedKind {
    /// Returns the word for the kind in a surrogate.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RedactedKind::Name => "NAME",
            RedactedKind::Word => "WORD",
            RedactedKind::Date => "DATE",
            RedactedKind::Number => "NUMBER",
            RedactedKind::Contact => "CONTACT",
        }
    }
}
