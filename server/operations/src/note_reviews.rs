//! Contradictions in clinical notes that a language model named: `referee.review-note/1`.

use crate::text_range::TextRange;
use referee_research::model::note_review::{NoteProblem, NoteReview, ProblemKind};
use referee_text::{Rope, Span};
use serde::Serialize;
use std::ops::Range;

/// The reviews of notes.
#[derive(Debug, Serialize)]
pub struct NoteReviews {
    schema: &'static str,
    files: Vec<ReviewedNote>,
}

impl NoteReviews {
    /// Combines the notes of one run.
    #[must_use]
    pub fn of(files: Vec<ReviewedNote>) -> Self {
        NoteReviews { schema: "referee.review-note/1", files }
    }
}

/// The review of one note.
#[derive(Debug, Serialize)]
pub struct ReviewedNote {
    path: String,
    /// Whether the model answered.
    read: bool,
    hints: Vec<ContradictionHint>,
    /// The rejected parts of the answer.
    left_out: Vec<String>,
}

/// Two places of a note that contradict each other.
#[derive(Debug, Serialize)]
struct ContradictionHint {
    kind: ProblemKind,
    severity: &'static str,
    /// The name of the language model.
    by: String,
    place: QuotedPlace,
    against: QuotedPlace,
    why: String,
}

/// A place of a note with its words.
#[derive(Debug, Serialize)]
struct QuotedPlace {
    quote: String,
    range: TextRange,
}

impl ReviewedNote {
    /// Describes a review. `path` is the path as it is shown, `text` the text of the note.
    #[must_use]
    pub fn of(path: String, text: &Rope, model: &str, review: &NoteReview) -> Self {
        let place = |range: &Range<usize>| QuotedPlace {
            quote: text.get_byte_slice(range.clone()).map(String::from).unwrap_or_default(),
            range: TextRange::of(text, Span::new(range.start, range.end)),
        };
        let hint = |problem: &NoteProblem| ContradictionHint {
            kind: problem.kind,
            severity: "hint",
            by: model.to_owned(),
            place: place(&problem.place),
            against: place(&problem.against),
            why: problem.why.clone(),
        };
        ReviewedNote {
            path,
            read: review.error.is_none(),
            hints: review.problems.iter().map(hint).collect(),
            left_out: review.left_out.clone(),
        }
    }
}
