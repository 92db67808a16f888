//! The statements in a file of records.

use referee_bibliography::Identifier;
use referee_records::record::Record;

/// One statement in a file.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// A description of one work.
    Record(Box<Record>),
    /// The source deleted the record with this identifier.
    Deleted(Identifier),
}
