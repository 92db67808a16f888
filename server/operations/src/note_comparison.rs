//! Compares a note with its sources, given as texts, for programs without files: the result as
//! JSON, `referee.compare/1` (docs/json.md).

use referee_conversation::{Evidence, Note, Talk, compare_sources, terms};
use referee_text::position::{Encoding, positions};
use referee_text::{Language, Rope, Span};
use serde_json::{Value, json};

/// The maximum number of listed findings and terms; the answer contains the number of omitted ones.
const MAX_LISTED: usize = 2_000;

/// A source of a note: its name, whose extension gives the format, and its text.
pub type NamedSource = (String, String);

/// Compares a note with its sources and returns the findings, and for each drug, number and problem
/// of the note the passages that speak of it. Nothing is read or sent.
#[must_use]
pub fn compare_note(note: &str, sources: &[NamedSource], language: Language) -> Value {
    let pairs: Vec<(&str, &str)> =
        sources.iter().map(|(name, text)| (text.as_str(), name.as_str())).collect();
    let all = Talk::read(&pairs);
    let spoken = all.spoken(&pairs);
    let read = Note::read(note, 0);
    let remarks = compare_sources(&read, &all, spoken.as_ref());
    let terms = terms(&read, &all);
    let text = Rope::from(note);
    let texts: Vec<Rope> = sources.iter().map(|(_, text)| Rope::from(text.as_str())).collect();
    let evidence = |places: &[Evidence]| -> Vec<Value> {
        let one = |place: &Evidence| {
            let source = texts.get(place.source as usize)?;
            let words = source.get_byte_slice(place.span.range())?.to_string();
            Some(json!({
                "source": sources[place.source as usize].0,
                "range": range(source, place.span),
                "speaker": place.speaker,
                "time": place.time,
                "text": place.shown(&words),
            }))
        };
        places.iter().filter_map(one).collect()
    };
    let findings: Vec<Value> = remarks
        .iter()
        .take(MAX_LISTED)
        .map(|remark| {
            let replacement = remark
                .replacement
                .as_ref()
                .map(|(span, words)| json!({"range": range(&text, *span), "text": words}));
            json!({
                "rule": remark.rule,
                "severity": remark.severity.as_str(),
                "range": range(&text, remark.span),
                "message": remark.message.text(language),
                "evidence": evidence(&remark.evidence),
                "replacement": replacement,
            })
        })
        .collect();
    let listed: Vec<Value> = terms
        .iter()
        .take(MAX_LISTED)
        .map(|term| json!({"range": range(&text, term.span), "evidence": evidence(&term.evidence)}))
        .collect();
    json!({
        "schema": "referee.compare/1",
        "findings": findings,
        "terms": listed,
        "left_out": remarks.len().saturating_sub(MAX_LISTED) + terms.len().saturating_sub(MAX_LISTED),
    })
}

/// Returns a range as lines and characters, as in `referee.check/1`.
fn range(text: &Rope, span: Span) -> Value {
    let (start, end) = positions(text, span, Encoding::Utf32);
    json!({
        "start": {"line": start.line, "character": start.column},
        "end": {"line": end.line, "character": end.column},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_the_words_of_the_source_with_speaker_and_time() {
        let talk = "[00:10] Dr Vela: take the lisinopril , twenty milligrams a day\n[00:14] Ana: okay\n";
        let sources = [("visit.txt".to_owned(), talk.to_owned())];
        let result = compare_note("Seen today.\nLisinopril 40 mg daily.\n", &sources, Language::English);
        let finding = &result["findings"][0];
        assert_eq!(finding["rule"], "source/dose-differs");
        assert_eq!(finding["range"]["start"]["line"], 1);
        assert_eq!(finding["evidence"][0]["source"], "visit.txt");
        assert_eq!(finding["evidence"][0]["speaker"], "Dr Vela");
        assert_eq!(finding["evidence"][0]["time"], "00:10");
        assert_eq!(finding["replacement"]["text"], "20");
        let drug = &result["terms"][0];
        assert_eq!(drug["range"]["start"], json!({"line": 1, "character": 0}));
        assert!(drug["evidence"][0]["text"].as_str().is_some_and(|text| text.contains("lisinopril")));
    }

    #[test]
    fn a_note_without_words_or_sources_is_compared_without_a_panic() {
        for (note, sources) in [("", vec![]), ("Cough.", vec![("a.vtt".to_owned(), String::new())])] {
            let result = compare_note(note, &sources, Language::Spanish);
            assert_eq!(result["schema"], "referee.compare/1", "{result}");
        }
    }
}
