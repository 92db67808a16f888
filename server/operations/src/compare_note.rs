//! Compares a clinical note with the texts that it was written from, for programs without files:
//! `referee.compare/1` (docs/json.md).

use crate::error::OperationError;
use crate::parameters::{MAX_TEXT_BYTES, text, within};
use crate::text_range::TextRange;
use referee_conversation::{Evidence, Note, Talk, compare_sources, terms};
use referee_text::{Language, Rope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum number of sources of a note.
const MAX_SOURCES: usize = 20;

/// The maximum number of listed findings and terms; the result has the number of omitted ones.
const MAX_LISTED: usize = 2_000;

/// Compares a clinical note with what it was written from: the conversation of the visit, an earlier
/// note, a table of results. Finds drugs and symptoms that no source mentions, doses, numbers and
/// sides that were said otherwise, reversed denials, and allergies or stopped drugs that the note
/// lacks, each with the passage, the speaker and the time. Nothing leaves this machine. A note
/// without findings is not a checked note: read it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Compare a note with its sources")]
pub struct CompareNote {
    /// The note.
    #[schemars(length(max = MAX_TEXT_BYTES))]
    note: String,
    /// What the note was written from; several count together.
    #[schemars(length(min = 1, max = MAX_SOURCES))]
    sources: Vec<NoteSource>,
    /// The language of the messages.
    language: Option<MessageLanguage>,
}

/// A text that a note was written from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoteSource {
    /// The file name; its extension gives the format: .txt, .vtt, .srt, .json, .csv, .md.
    name: Option<String>,
    /// Lines with or without speakers, WebVTT, SRT, turns as JSON, a table, or a note.
    #[schemars(length(max = MAX_TEXT_BYTES))]
    text: String,
}

/// A language of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
enum MessageLanguage {
    /// English.
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
}

impl From<MessageLanguage> for Language {
    fn from(language: MessageLanguage) -> Self {
        match language {
            MessageLanguage::English => Language::English,
            MessageLanguage::Spanish => Language::Spanish,
        }
    }
}

/// The comparison of a note with its sources.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoteComparison {
    #[schemars(extend("const" = "referee.compare/1"))]
    schema: &'static str,
    /// What the sources contradict or lack, in the order of the note.
    findings: Vec<NoteFinding>,
    /// Each drug, number and problem of the note with the passages that mention it; without
    /// `evidence`, no source does.
    terms: Vec<NoteTerm>,
    /// How many findings and terms more there are than are listed.
    left_out: usize,
}

/// A finding about a note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct NoteFinding {
    rule: &'static str,
    severity: &'static str,
    /// The range in the note.
    range: TextRange,
    message: String,
    /// The passages of the sources that it rests on.
    evidence: Vec<SourcePassage>,
    /// The words that would correct the note, if that is one edit.
    replacement: Option<Replacement>,
}

/// A correction of a note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Replacement {
    /// The range in the note.
    range: TextRange,
    text: String,
}

/// A drug, a number or a problem of a note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct NoteTerm {
    /// The range in the note.
    range: TextRange,
    /// The passages of the sources that mention it.
    evidence: Vec<SourcePassage>,
}

/// A passage of a source.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SourcePassage {
    /// The name of the source.
    source: String,
    /// The range in the source.
    range: TextRange,
    /// The speaker; empty if the source omits it.
    speaker: String,
    /// The time; empty if the source omits it.
    time: String,
    text: String,
}

/// Compares a note with its sources. Nothing is read from disk or sent.
///
/// # Errors
///
/// If the note or a source is empty or too large, or the number of sources is out of range.
pub fn compare_note(parameters: &CompareNote) -> Result<NoteComparison, OperationError> {
    let note = text("note", &parameters.note)?;
    within("sources", parameters.sources.len(), MAX_SOURCES, "items")?;
    if parameters.sources.is_empty() {
        return Err(OperationError::Empty("sources"));
    }
    let read = |(at, source): (usize, &NoteSource)| {
        let name = source.name.clone().unwrap_or_else(|| format!("source-{}.txt", at + 1));
        Ok((name, text("sources", &source.text)?))
    };
    let sources: Vec<(String, String)> =
        parameters.sources.iter().enumerate().map(read).collect::<Result<_, OperationError>>()?;
    let language = parameters.language.map_or(Language::English, Language::from);
    Ok(compare(&note, &sources, language))
}

/// Compares a note with its sources: pairs of a name, whose extension gives the format, and a text.
fn compare(note: &str, sources: &[(String, String)], language: Language) -> NoteComparison {
    let pairs: Vec<(&str, &str)> =
        sources.iter().map(|(name, text)| (text.as_str(), name.as_str())).collect();
    let all = Talk::read(&pairs);
    let spoken = all.spoken(&pairs);
    let read = Note::read(note, 0);
    let remarks = compare_sources(&read, &all, spoken.as_ref());
    let terms = terms(&read, &all);
    let text = Rope::from(note);
    let texts: Vec<Rope> = sources.iter().map(|(_, text)| Rope::from(text.as_str())).collect();
    let passages = |places: &[Evidence]| -> Vec<SourcePassage> {
        let one = |place: &Evidence| {
            let source = texts.get(place.source as usize)?;
            let words = source.get_byte_slice(place.span.range())?.to_string();
            Some(SourcePassage {
                source: sources[place.source as usize].0.clone(),
                range: TextRange::of(source, place.span),
                speaker: place.speaker.clone(),
                time: place.time.clone(),
                text: place.shown(&words),
            })
        };
        places.iter().filter_map(one).collect()
    };
    let findings = remarks.iter().take(MAX_LISTED).map(|remark| NoteFinding {
        rule: remark.rule,
        severity: remark.severity.as_str(),
        range: TextRange::of(&text, remark.span),
        message: remark.message.text(language).to_owned(),
        evidence: passages(&remark.evidence),
        replacement: remark
            .replacement
            .as_ref()
            .map(|(span, words)| Replacement { range: TextRange::of(&text, *span), text: words.clone() }),
    });
    let listed = terms
        .iter()
        .take(MAX_LISTED)
        .map(|term| NoteTerm { range: TextRange::of(&text, term.span), evidence: passages(&term.evidence) });
    NoteComparison {
        schema: "referee.compare/1",
        findings: findings.collect(),
        terms: listed.collect(),
        left_out: remarks.len().saturating_sub(MAX_LISTED) + terms.len().saturating_sub(MAX_LISTED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_finding_has_the_words_of_the_source_with_speaker_and_time() {
        let talk = "[00:10] Dr Vela: take the lisinopril , twenty milligrams a day\n[00:14] Ana: okay\n";
        let sources = [("visit.txt".to_owned(), talk.to_owned())];
        let result = json!(compare("Seen today.\nLisinopril 40 mg daily.\n", &sources, Language::English));
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
            let result = json!(compare(note, &sources, Language::Spanish));
            assert_eq!(result["schema"], "referee.compare/1", "{result}");
        }
    }
}
