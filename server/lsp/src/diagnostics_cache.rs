//! Caches the findings of a file as JSON text and encodes only those that changed.
//!
//! A keystroke changes one finding out of hundreds and moves some others. The encoding of a finding
//! without its range is cached; the range is prepended each time, and recomputed only if the text
//! changed.

mod unchanged_text;

use crate::sync::lock;
use crate::to_protocol::{ProtocolEncoder, range};
use referee_findings::{Finding, Related};
use referee_text::{FileId, Rope, Span};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};
use tower_lsp::lsp_types::{Diagnostic, Position, Range};
use unchanged_text::UnchangedText;

/// The encoded findings of a file.
pub(crate) struct EncodedDiagnostics {
    /// A JSON array of diagnostics.
    pub(crate) items: String,
    /// A hash that changes when the shown content changes.
    pub(crate) content: u64,
}

#[derive(Default)]
pub(crate) struct DiagnosticsCache(Mutex<HashMap<FileId, EncodedFindings>>);

/// The findings of one file in their last encoding.
#[derive(Default)]
struct EncodedFindings {
    parts: Parts,
    /// The text that the findings refer to.
    text: Rope,
    /// The ranges of the findings in that text.
    ranges: FxHashMap<Span, Range>,
}

/// The encoding of each finding without its range, by the hash of its content.
type Parts = HashMap<u64, Arc<str>>;

/// The maximum number of unused parts beyond the number of used ones; if exceeded, unused parts are
/// dropped.
const MAX_UNUSED_PARTS: usize = 256;

impl DiagnosticsCache {
    /// Removes a file.
    pub(crate) fn forget(&self, file: &FileId) {
        lock(&self.0).remove(file);
    }

    /// Encodes the findings of a file.
    pub(crate) fn write(
        &self,
        encoder: &ProtocolEncoder<'_>,
        file: &FileId,
        text: &Rope,
        findings: &[Finding],
    ) -> EncodedDiagnostics {
        // Two concurrent calls do the work twice; neither waits for the other.
        let EncodedFindings { mut parts, text: earlier, ranges } =
            lock(&self.0).remove(file).unwrap_or_default();
        let unchanged = UnchangedText::between(&earlier, text);
        let place_of = |span: Span| {
            let known = unchanged.earlier(span).and_then(|(span, lines)| {
                let Range { start, end } = ranges.get(&span)?;
                let moved =
                    |at: &Position| Some(Position::new(at.line.checked_add_signed(lines)?, at.character));
                Some(Range::new(moved(start)?, moved(end)?))
            });
            known.unwrap_or_else(|| range(text, span, encoder.client_capabilities.encoding))
        };
        let mut items = String::with_capacity(findings.len() * 480 + 2);
        let mut whole = FxHasher::default();
        let mut used = Vec::with_capacity(findings.len());
        let mut ranges_now = FxHashMap::with_capacity_and_hasher(findings.len(), rustc_hash::FxBuildHasher);
        items.push('[');
        for (number, finding) in findings.iter().enumerate() {
            if number > 0 {
                items.push(',');
            }
            let place = place_of(finding.span);
            ranges_now.insert(finding.span, place);
            let name = name(encoder, finding);
            (name, place.start.line, place.start.character, place.end.line, place.end.character)
                .hash(&mut whole);
            let part = parts.entry(name).or_insert_with(|| part(&encoder.diagnostic(text, finding)));
            write_range(&mut items, place);
            items.push_str(part);
            used.push(name);
        }
        items.push(']');
        if parts.len() > 2 * used.len() + MAX_UNUSED_PARTS {
            parts = used.iter().filter_map(|name| parts.remove_entry(name)).collect();
        }
        lock(&self.0).insert(file.clone(), EncodedFindings { parts, text: text.clone(), ranges: ranges_now });
        findings.len().hash(&mut whole);
        EncodedDiagnostics { items, content: whole.finish() }
    }
}

/// Returns the hash of a finding without its range.
fn name(encoder: &ProtocolEncoder<'_>, finding: &Finding) -> u64 {
    let mut hasher = FxHasher::default();
    (finding.rule, finding.severity, &finding.message).hash(&mut hasher);
    (finding.tag.map(|tag| tag as u8), &finding.data.key, &finding.data.more).hash(&mut hasher);
    if encoder.client_capabilities.related_information {
        for Related { file, span, message } in &finding.related {
            (file, span, message).hash(&mut hasher);
            // The same byte offsets in a changed text may be on another line.
            let place = encoder.location(file, *span).map(|found| found.range);
            place
                .map(|it| (it.start.line, it.start.character, it.end.line, it.end.character))
                .hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Returns the JSON of a diagnostic after its range.
fn part(diagnostic: &Diagnostic) -> Arc<str> {
    let diagnostic = Diagnostic { range: Range::default(), ..diagnostic.clone() };
    let text = serde_json::to_string(&diagnostic).unwrap_or_default();
    let mut none = String::new();
    write_range(&mut none, Range::default());
    debug_assert!(text.starts_with(&none), "a diagnostic begins with its range: {text}");
    text.strip_prefix(&none).map_or_else(|| Arc::from(r#","message":""}"#), Arc::from)
}

/// Writes the beginning of a diagnostic: its range.
fn write_range(out: &mut String, Range { start, end }: Range) {
    let position = |out: &mut String, Position { line, character }: Position| {
        out.push_str(r#"{"line":"#);
        write_number(out, line);
        out.push_str(r#","character":"#);
        write_number(out, character);
        out.push('}');
    };
    out.push_str(r#"{"range":{"start":"#);
    position(out, start);
    out.push_str(r#","end":"#);
    position(out, end);
    out.push('}');
}

/// Writes a number without the formatting machinery: there are four for each of hundreds of
/// findings.
fn write_number(out: &mut String, mut number: u32) {
    let mut digits = [b'0'; 10];
    let mut length = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
        length += 1;
        if number == 0 {
            break;
        }
    }
    let digits = digits.get(digits.len() - length..).unwrap_or_default();
    out.push_str(std::str::from_utf8(digits).unwrap_or("0"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_its_range_and_the_rest() {
        let ends = [0, 7, 10, 4_294_967_295];
        for (line, character) in ends.into_iter().zip(ends.into_iter().rev()) {
            let range = Range::new(Position::new(line, character), Position::new(character, line));
            let mut diagnostic = Diagnostic::new_simple(range, String::from("a “message”\n"));
            diagnostic.source = Some(String::from("referee"));
            let mut out = String::new();
            write_range(&mut out, range);
            out.push_str(&part(&diagnostic));
            assert_eq!(out, serde_json::to_string(&diagnostic).unwrap_or_default());
        }
    }
}
