//! The objections to a sentence that cites a work.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// An objection to a sentence. Ranges are byte offsets in the sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Objection {
    /// A quotation is not in the text.
    QuoteNotFound {
        /// The quotation, without its quotation marks.
        quote: String,
        /// The range of the quotation in the sentence.
        at: Range<usize>,
        /// The most similar words of the text.
        nearest: Option<String>,
    },
    /// A number of the sentence does not occur in the text.
    NumberNotInSource {
        /// The number as written in the sentence.
        number: String,
        /// The range of the number in the sentence.
        at: Range<usize>,
        /// The sentence of the text about the same subject that has other numbers.
        instead: Option<String>,
    },
    /// The text makes the same statement with the opposite direction.
    OppositeDirection {
        /// The sentence of the text.
        sentence: String,
    },
    /// The work is another kind of study, or has other subjects.
    OtherKind {
        /// The kind that the sentence states.
        said: String,
        /// The kind of the record.
        is: String,
    },
    /// The text shares no content word with the sentence.
    OtherTopic,
}
