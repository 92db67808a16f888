//! What a file of records says, statement by statement.

use referee_bibliography::Identifier;
use referee_records::record::Record;

/// One thing that a file says.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// What the file states about one work.
    Record(Box<Record>),
    /// The source took back the record with this identifier.
    Deleted(Identifier),
}
