//! What kinds of things a text loses before it is shown to a language model.

/// What kind of thing was taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RedactedKind {
    /// A word with a capital: a name, a place, an institution, or a word that is not known.
    Name,
    /// Another word that is not known.
    Word,
    /// A date.
    Date,
    /// A telephone number, a record number, an age above 89.
    Number,
    /// An address of mail, of the web, of a computer.
    Contact,
}

impl RedactedKind {
    /// What stands in its place.
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
