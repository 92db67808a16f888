//! Reads comments that give the origin of a passage: `referee:written 2026-11-20 by=counted
//! evidence=pmid:1 hash=…` above it, `referee:end` below it.

use crate::comments::html_comments;
use referee_text::Span;

/// The prefix of the comment above a written passage.
pub const WRITTEN_PREFIX: &str = "referee:written";

/// The text of the comment below it.
pub const END_COMMENT: &str = "referee:end";

/// The maximum length of the question in a comment, in characters.
const MAX_QUESTION_CHARS: usize = 300;

/// A comment that gives the origin of a passage, or marks its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The span of the comment, delimiters included.
    pub span: Span,
    /// Whether this is the comment below the passage.
    pub end: bool,
    /// The date, `2026-11-20`.
    pub date: String,
    /// The author of the passage: `counted`, the name of a model.
    pub by: String,
    /// The question that the passage answers.
    pub question: Option<String>,
    /// The kind of passage: `report`, `hypotheses`, the name of a section.
    pub what: Option<String>,
    /// The number of works for the question when the passage was written.
    pub works: Option<usize>,
    /// The works that the passage cites, by their handles in the evidence.
    pub evidence: Vec<String>,
    /// The hash of the text as it was written; if it differs now, the text was edited by hand.
    pub hash: Option<u64>,
}

impl Provenance {
    /// Parses a comment with its delimiters; `None` for other comments.
    #[must_use]
    pub fn parse(comment: &str, span: Span) -> Option<Provenance> {
        let trimmed = comment.trim();
        let inner =
            ["<!--", "%", "//", "/*"].iter().find_map(|mark| trimmed.strip_prefix(mark)).unwrap_or(trimmed);
        let inner =
            inner.trim_end_matches("-->").trim_end_matches("*/").trim_start_matches(['%', '/']).trim();
        if let Some(rest) = inner.strip_prefix(END_COMMENT) {
            return rest.trim().is_empty().then(|| Provenance { span, end: true, ..Provenance::default() });
        }
        let rest = inner.strip_prefix(WRITTEN_PREFIX)?;
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let mut out = Provenance { span, ..Provenance::default() };
        for (number, word) in words(rest).into_iter().enumerate() {
            match word.split_once('=') {
                Some(("by", value)) => out.by = value.to_owned(),
                Some(("question", value)) => out.question = Some(value.trim_matches('"').to_owned()),
                Some(("what", value)) => out.what = Some(value.to_owned()),
                Some(("works", value)) => out.works = value.parse().ok(),
                Some(("evidence", "none")) => {}
                Some(("evidence", value)) => {
                    for part in value.replace("%2D", "-").split(',').filter(|part| !part.is_empty()) {
                        // A DOI may contain a comma.
                        match out.evidence.last_mut() {
                            Some(last) if !part.contains(':') => last.push_str(&format!(",{part}")),
                            _ => out.evidence.push(part.to_owned()),
                        }
                    }
                }
                Some(("hash", value)) => out.hash = u64::from_str_radix(value, 16).ok(),
                None if number == 0 => out.date = word.to_owned(),
                _ => {}
            }
        }
        Some(out)
    }

    /// Returns the text of the comment, without its delimiters.
    #[must_use]
    pub fn words(&self) -> String {
        if self.end {
            return END_COMMENT.to_owned();
        }
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join("-").replace("--", "-");
        let mut out = format!("{WRITTEN_PREFIX} {} by={}", plain(&self.date), plain(&self.by));
        if let Some(what) = &self.what {
            out.push_str(&format!(" what={}", plain(what)));
        }
        if let Some(question) = &self.question {
            let mut kept = question.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ");
            // Two hyphens end an HTML comment.
            while kept.contains("--") {
                kept = kept.replace("--", "-");
            }
            kept = kept.replace('>', "").chars().take(MAX_QUESTION_CHARS).collect();
            out.push_str(&format!(" question=\"{kept}\""));
        }
        if let Some(works) = self.works {
            out.push_str(&format!(" works={works}"));
        }
        let evidence = if self.evidence.is_empty() {
            "none".to_owned()
        } else {
            self.evidence.join(",").replace("--", "%2D%2D")
        };
        out.push_str(&format!(" evidence={evidence}"));
        if let Some(hash) = self.hash {
            out.push_str(&format!(" hash={hash:016x}"));
        }
        out
    }
}

/// Splits a text into words; a quoted string is one word.
fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut quoted) = (None, false);
    for (at, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        match (c.is_whitespace() && !quoted, start) {
            (true, Some(from)) => {
                out.extend(text.get(from..at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    out.extend(start.and_then(|from| text.get(from..)));
    out
}

/// A passage that was written on request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPassage {
    /// The comment above it.
    pub provenance: Provenance,
    /// The passage between the comments, with spans in the file.
    pub span: Span,
    /// The comment below it, if it is still there.
    pub end: Option<Span>,
}

/// Returns the FNV-1a hash of a passage without surrounding white space; a passage with another
/// hash was edited by hand.
#[must_use]
pub fn hash(text: &str) -> u64 {
    // Editors change line breaks and remove white space at the end of a line.
    let lines = text.trim().lines().map(str::trim_end);
    lines
        .flat_map(|line| line.bytes().chain(std::iter::once(b'\n')))
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the provenance comments among the HTML comments of `text`; `is_code` returns whether an
/// offset is in code, which contains no comments.
pub(crate) fn in_html(text: &str, is_code: impl Fn(usize) -> bool) -> Vec<Provenance> {
    if !(text.contains(WRITTEN_PREFIX) || text.contains(END_COMMENT)) {
        return Vec::new();
    }
    html_comments(text)
        .filter(|(span, _)| !is_code(span.start as usize))
        .filter_map(|(span, comment)| Provenance::parse(comment, span))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> Provenance {
        Provenance {
            date: "2026-11-20".to_owned(),
            by: "counted".to_owned(),
            question: Some("does sleep help memory?".to_owned()),
            what: Some("limitations".to_owned()),
            works: Some(12),
            evidence: vec!["pmid:1".to_owned(), "doi:10.1/x".to_owned()],
            hash: Some(0xabc),
            ..Provenance::default()
        }
    }

    #[test]
    fn what_is_written_above_a_passage_is_read_back_in_every_syntax() {
        let words = told().words();
        for comment in [format!("<!-- {words} -->"), format!("% {words}"), format!("// {words}")] {
            let span = Span::new(0, comment.len());
            assert_eq!(Provenance::parse(&comment, span), Some(Provenance { span, ..told() }));
        }
        assert!(Provenance::parse("<!-- referee:end -->", Span::at(0)).is_some_and(|read| read.end));
        for other in ["<!-- referee:ignore citation/differs -->", "% referee:writtens 2026", "% words", ""] {
            assert_eq!(Provenance::parse(other, Span::at(0)), None, "{other}");
        }
    }

    #[test]
    fn line_ends_do_not_make_a_text_another() {
        assert_eq!(hash("one  \r\ntwo\r\n"), hash("\none\ntwo\n\n"));
        assert_ne!(hash("one two"), hash("one\ntwo"));
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_question_breaks_the_comment(question in "\\PC{0,60}", comment in "\\PC{0,60}") {
            let written = Provenance { question: Some(question), ..told() };
            let line = format!("<!-- {} -->", written.words());
            proptest::prop_assert_eq!(line.matches("-->").count(), 1, "{}", line);
            let read = Provenance::parse(&line, Span::at(0)).map(|read| (read.evidence, read.hash));
            proptest::prop_assert_eq!(read, Some((told().evidence, Some(0xabc))));
            let _ = Provenance::parse(&comment, Span::at(0));
            let _ = Provenance::parse(&format!("% referee:written {comment}"), Span::at(0));
        }
    }
}
