//! What can speak against a sentence that cites.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What speaks against a sentence. Places are offsets in the sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Objection {
    /// A quotation does not stand in the text.
    QuoteNotFound {
        /// The quotation, without its marks.
        quote: String,
        /// Where it stands in the sentence.
        at: Range<usize>,
        /// The words of the text that are nearest to it.
        nearest: Option<String>,
    },
    /// A number of the sentence does not occur in the text.
    NumberNotInSource {
        /// As it stands in the sentence.
        number: String,
        /// Where it stands in the sentence.
        at: Range<usize>,
        /// The sentence of the text that speaks of the same and has other numbers.
        instead: Option<String>,
    },
    /// The text says the same with the opposite direction.
    OppositeDirection {
        /// The sentence of the text.
        sentence: String,
    },
    /// The work is another kind of study, or one of other subjects.
    OtherKind {
        /// What the sentence says.
        said: String,
        /// What the record is.
        is: String,
    },
    /// The text shares no content word with the sentence.
    OtherTopic,
}
