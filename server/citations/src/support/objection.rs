//! The objections to a sentence that cites a work.

use referee_text::Phrase;
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
    /// A quotation is in the full text, but not on the page that the citation gives.
    QuoteOnOtherPage {
        /// The quotation, without its quotation marks.
        quote: String,
        /// The range of the quotation in the sentence.
        at: Range<usize>,
        /// The index of the work among the compared ones.
        work: usize,
        /// The pages that the citation gives, as written.
        cited: String,
        /// The page that has the quotation, in the numbering of the citation.
        page: u32,
    },
    /// The text makes the same statement and differs in one field.
    OppositeDirection {
        /// The sentence of the text.
        sentence: String,
        /// The field.
        field: Field,
    },
    /// The work is another kind of study, or has other subjects.
    OtherKind {
        /// The kind that the sentence states.
        said: String,
        /// The kind of the record.
        is: String,
        /// The field.
        field: Field,
    },
    /// The text shares no content word with the sentence.
    OtherTopic,
}

/// The field of a statement in which a sentence and the cited text differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// More or less.
    Direction,
    /// An effect, or none.
    Negation,
    /// Which of two things has more.
    Comparator,
    /// The population.
    Population,
    /// The treatment.
    Treatment,
    /// The kind of study.
    Design,
    /// How certain it is: a cause for an association.
    Certainty,
}

impl Field {
    /// Returns the name in machine-readable output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Field::Direction => "direction",
            Field::Negation => "negation",
            Field::Comparator => "comparator",
            Field::Population => "population",
            Field::Treatment => "treatment",
            Field::Design => "design",
            Field::Certainty => "certainty",
        }
    }

    /// Returns the name of the field for people.
    #[must_use]
    pub fn phrase(self) -> Phrase {
        match self {
            Field::Direction => Phrase { english: "direction", spanish: "la dirección" },
            Field::Negation => Phrase { english: "effect or no effect", spanish: "si hay efecto o no" },
            Field::Comparator => Phrase { english: "comparison", spanish: "la comparación" },
            Field::Population => Phrase { english: "population", spanish: "la población" },
            Field::Treatment => Phrase { english: "treatment", spanish: "el tratamiento" },
            Field::Design => Phrase { english: "kind of study", spanish: "el tipo de estudio" },
            Field::Certainty => Phrase { english: "certainty", spanish: "la certeza" },
        }
    }
}
