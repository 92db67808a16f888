//! Compares pairs of a conversation and a note, one JSON object (`talk`, `note`) per line, and
//! prints the findings of each pair as one line of JSON, with places in characters of the note. Use
//! it to measure many pairs at once.

use referee_conversation::{Note, Talk, compare};
use referee_text::Language;
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let mut known: Option<(String, Talk)> = None;
    for line in std::io::stdin().lock().lines() {
        let pair: serde_json::Value = serde_json::from_str(&line?)?;
        let (talk, note) =
            (pair["talk"].as_str().unwrap_or_default(), pair["note"].as_str().unwrap_or_default());
        if known.as_ref().is_none_or(|(text, _)| text != talk) {
            known = Some((talk.to_owned(), Talk::read(&[(talk, "visit.txt")])));
        }
        let Some((_, read)) = &known else { continue };
        let characters = |at: u32| note.get(..at as usize).map_or(0, |text| text.chars().count());
        let found: Vec<serde_json::Value> = compare(&Note::read(note, 0), read)
            .iter()
            .map(|remark| {
                serde_json::json!({
                    "start": characters(remark.span.start),
                    "end": characters(remark.span.end),
                    "kind": remark.rule,
                    "severity": remark.severity.as_str(),
                    "message": remark.message.text(Language::English),
                    "evidence": remark.evidence.iter().map(|place| talk.get(place.span.range()).unwrap_or_default()).collect::<Vec<_>>(),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::Value::from(found))?;
    }
    Ok(())
}
