//! Comments that silence findings, whatever the format's comments look like.

use referee_findings::Silence;
use referee_text::Span;

/// Reads the text of one comment, with or without its markers, that stands at `span`. A comment about something
/// else is no silence.
#[expect(dead_code, reason = "the readers that find comments come next")]
pub(crate) fn parse(comment: &str, span: Span) -> Option<Silence> {
    Silence::parse(comment, span)
}
