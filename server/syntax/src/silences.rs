//! Comments that silence findings, whatever the format's comments look like.

use referee_findings::Silence;
use referee_findings::silence::Extent;
use referee_text::Span;

/// Reads the text of one comment, without its markers, that stands at `span`:
/// `referee:ignore RULE reason`, `referee:ignore-file RULE reason`, `referee:ignore-start RULE reason`,
/// `referee:ignore-end`. Anything else is no silence.
#[expect(dead_code, reason = "the readers that find comments come next")]
pub(crate) fn parse(comment: &str, span: Span) -> Option<Silence> {
    let rest = comment.trim().strip_prefix("referee:")?.trim_start();
    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let extent = match word {
        "ignore" => Extent::NextLine,
        "ignore-file" => Extent::File,
        "ignore-start" => Extent::Start,
        "ignore-end" => Extent::End,
        _ => return None,
    };
    let rest = rest.trim_start();
    let (rule, reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some(Silence { span, extent, rule: rule.to_owned(), reason: reason.trim().to_owned() })
}
