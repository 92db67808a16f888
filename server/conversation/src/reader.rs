//! Reads sources in any format into turns: plain text with or without speakers, WebVTT, SRT, JSON,
//! tables and notes.

mod escapes;
mod label;
mod speech;
mod subtitles;
mod turn;

use crate::vocabulary::lists;
pub(crate) use escapes::unescaped;
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::{CollectOptions, ParseOptions};
use label::{Label, header, is_role, label, lines, role_of};
use referee_text::Span;
use subtitles::cues;
use turn::turn;
pub use turn::{Role, Turn};

/// The largest source that is read, in bytes. [`read`] ignores the rest of a longer one, and
/// [`compare`](crate::compare) reports it.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;

/// Reads a source into turns; the extension of the file name `name` helps to detect the format.
#[must_use]
pub fn read(text: &str, name: &str) -> Vec<Turn> {
    let text = &text[..text.floor_char_boundary(MAX_SOURCE_BYTES)];
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    let is_subtitle = matches!(ending.as_str(), "srt" | "vtt")
        || trimmed.starts_with("WEBVTT")
        || (trimmed.contains("-->") && trimmed.starts_with(|c: char| c.is_ascii_digit()));
    let is_table = matches!(ending.as_str(), "csv" | "tsv");
    let mut turns = match ending.as_str() {
        "json" | "jsonl" => json(text),
        _ if is_table => table(text),
        _ if is_subtitle => cues(text),
        _ if is_json(trimmed) => json(text),
        _ => plain(text),
    };
    let is_spoken = !is_table && turns.iter().all(|turn| turn.speaker.is_empty());
    if let Some(spoken) = is_spoken.then(|| speech::turns(&turns, text, is_subtitle)).flatten() {
        return spoken;
    }
    assign_roles(&mut turns, text);
    turns
}

fn is_json(text: &str) -> bool {
    text.starts_with("[{")
        || text.starts_with('{')
        || (text.starts_with('[') && text[1..].trim_start().starts_with('{'))
}

/// Reads text whose lines may begin with a time and a speaker, or have both on a line before the words: `[doctor] …`,
/// `Dr Vela: …`, `[00:01:20] P: …`, `Speaker 1  0:03`.
fn plain(text: &str) -> Vec<Turn> {
    let labels: Vec<Option<Label<'_>>> =
        lines(text).map(|(_, line)| header(line).or_else(|| label(line))).collect();
    let is_repeated = |name: &str| {
        labels.iter().flatten().filter(|other| other.speaker.eq_ignore_ascii_case(name)).count() > 1
    };
    let is_marked =
        |label: &&Label<'_>| label.is_bracketed || is_role(label.speaker) || !label.time.is_empty();
    let is_blank = |line: &str| line.trim().is_empty();
    let is_all_roles = lines(text)
        .zip(&labels)
        .filter(|((_, line), _)| !is_blank(line))
        .all(|(_, label)| label.as_ref().is_some_and(|label| is_role(label.speaker)));
    let is_talk = is_all_roles
        || labels.iter().flatten().filter(is_marked).count() > 1
        || labels.iter().flatten().filter(|label| is_repeated(label.speaker)).count() * 2
            > labels.len().max(1);
    // A person may speak only once.
    let is_speaker = |label: &Label<'_>| {
        label.is_bracketed
            || is_role(label.speaker)
            || label.speaker.starts_with(char::is_uppercase)
            || is_repeated(label.speaker)
    };
    let mut out: Vec<Turn> = Vec::new();
    for ((start, line), label) in lines(text).zip(&labels) {
        if line.trim().is_empty() {
            continue;
        }
        match label.as_ref().filter(|label| is_talk && is_speaker(label)) {
            Some(label) => {
                out.push(turn(label.speaker, label.time, start + label.length, start + line.len()))
            }
            None => match out.last_mut() {
                // A line without a speaker continues the last turn.
                Some(last) if is_talk => last.span.end = Span::at(start + line.len()).end,
                _ => out.push(turn("", "", start, start + line.len())),
            },
        }
    }
    out
}

/// Gives each speaker a role: by the name, otherwise by who asks more questions.
fn assign_roles(turns: &mut [Turn], text: &str) {
    let has_speakers = turns.iter().any(|turn| !turn.speaker.is_empty());
    let mut names: Vec<(String, usize)> = Vec::new();
    for turn in turns.iter_mut() {
        turn.role = match role_of(&turn.speaker) {
            Some(role) if !turn.speaker.is_empty() => role,
            _ if has_speakers => Role::Other,
            _ => Role::Record,
        };
        if turn.role == Role::Other && !turn.speaker.is_empty() {
            let asked = text.get(turn.span.range()).unwrap_or_default().matches('?').count();
            match names.iter_mut().find(|(name, _)| *name == turn.speaker) {
                Some((_, count)) => *count += asked,
                None => names.push((turn.speaker.clone(), asked)),
            }
        }
    }
    exchange_roles(turns, text);
    let has_clinician = turns.iter().any(|turn| turn.role == Role::Clinician);
    if names.len() < 2 && !(names.len() == 1 && has_clinician) {
        return;
    }
    let asker = names.iter().max_by_key(|(_, count)| *count).map(|(name, _)| name.clone());
    for turn in turns.iter_mut().filter(|turn| turn.role == Role::Other && !turn.speaker.is_empty()) {
        let asks = !has_clinician && asker.as_ref() == Some(&turn.speaker);
        turn.role = if asks { Role::Clinician } else { Role::Patient };
    }
}

/// Exchanges the two roles if the speakers are named the wrong way round, as programs that separate
/// voices do: the one who is called the patient asks nearly all questions.
fn exchange_roles(turns: &mut [Turn], text: &str) {
    const MIN_QUESTIONS: usize = 6;
    const FACTOR: usize = 3;
    let asked = |role: Role| -> usize {
        turns
            .iter()
            .filter(|turn| turn.role == role)
            .map(|turn| {
                let words = turn.words(text);
                (0..words.len()).filter(|at| lists().asking.length_at(&words, *at) > 0).count()
            })
            .sum()
    };
    let (clinician, patient) = (asked(Role::Clinician), asked(Role::Patient));
    if patient < MIN_QUESTIONS || patient < FACTOR * clinician {
        return;
    }
    for turn in turns {
        turn.role = match turn.role {
            Role::Clinician => Role::Patient,
            Role::Patient => Role::Clinician,
            other => other,
        };
    }
}

/// The keys under which programs store the words of a turn.
const TEXT_KEYS: [&str; 6] = ["text", "utterance", "content", "transcript", "words", "message"];
const SPEAKER_KEYS: [&str; 5] = ["speaker", "role", "name", "participant", "channel"];
const TIME_KEYS: [&str; 5] = ["start", "begin", "time", "start_time", "timestamp"];

/// Reads turns from JSON: a single value, or one object per line.
fn json(text: &str) -> Vec<Turn> {
    let mut out = Vec::new();
    if let Some(value) = parsed(text) {
        collect(&value, 0, &mut out);
        if !out.is_empty() {
            return out;
        }
    }
    for (start, line) in lines(text) {
        if let Some(value) = parsed(line) {
            collect(&value, start, &mut out);
        }
    }
    out
}

fn parsed(text: &str) -> Option<Value<'_>> {
    jsonc_parser::parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?.value
}

fn collect(value: &Value<'_>, base: usize, out: &mut Vec<Turn>) {
    match value {
        Value::Array(Array { elements, .. }) => {
            elements.iter().for_each(|element| collect(element, base, out))
        }
        Value::Object(object) => {
            if let Some(Value::StringLit(said)) = first_of(object, &TEXT_KEYS) {
                let plain = |keys: &[&str]| match first_of(object, keys) {
                    Some(Value::StringLit(value)) => value.value.to_string(),
                    Some(Value::NumberLit(value)) => value.value.to_string(),
                    _ => String::new(),
                };
                // Exclude the quotes.
                let (start, end) = (said.range.start + 1, said.range.end.saturating_sub(1));
                let is_escaped = said.value.len() != end.saturating_sub(start);
                out.push(Turn {
                    is_escaped,
                    ..turn(&plain(&SPEAKER_KEYS), &plain(&TIME_KEYS), base + start, base + end)
                });
                return;
            }
            object.properties.iter().for_each(|property| collect(&property.value, base, out));
        }
        _ => {}
    }
}

fn first_of<'a, 'v>(object: &'a Object<'v>, keys: &[&str]) -> Option<&'a Value<'v>> {
    keys.iter().find_map(|key| {
        object
            .properties
            .iter()
            .find(|property| property.name.as_str().eq_ignore_ascii_case(key))
            .map(|property| &property.value)
    })
}

/// Reads a table: each row is a line of a record.
fn table(text: &str) -> Vec<Turn> {
    lines(text)
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(start, line)| Turn { is_row: true, ..turn("", "", start, start + line.len()) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, name: &str) -> Vec<(Role, String, String, String)> {
        read(text, name)
            .into_iter()
            .map(|turn| (turn.role, turn.speaker, turn.time, text[turn.span.range()].trim().to_owned()))
            .collect()
    }

    fn own(role: Role, speaker: &str, time: &str, text: &str) -> (Role, String, String, String) {
        (role, speaker.to_owned(), time.to_owned(), text.to_owned())
    }

    #[test]
    fn plain_text_has_turns_where_it_names_speakers() {
        assert_eq!(
            shown("[doctor] any pain ?\n[patient] no .\n", "v.txt"),
            [own(Role::Clinician, "doctor", "", "any pain ?"), own(Role::Patient, "patient", "", "no .")]
        );
        assert_eq!(
            shown(
                "[00:01] Dr Vela: Any pain?\n[00:04] Ana: No.\nNone at all.\n[00:09] Dr Vela: Good.",
                "v.txt"
            )[1],
            own(Role::Patient, "Ana", "00:04", "No.\nNone at all.")
        );
        assert_eq!(
            shown("Seen yesterday. Pain: none.\nPlan: rest.", "note.md")[0],
            own(Role::Record, "", "", "Seen yesterday. Pain: none.")
        );
    }

    #[test]
    fn subtitles_have_times_and_voices() {
        let vtt = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n<v Doctor>Any fever?</v>\n\n00:00:03.000 --> 00:00:05.000\n<v Patient>No.</v>\n";
        assert_eq!(
            shown(vtt, "v.vtt"),
            [
                own(Role::Clinician, "Doctor", "00:00:01.000", "Any fever?"),
                own(Role::Patient, "Patient", "00:00:03.000", "No.")
            ]
        );
        let srt = "1\n00:00:01,000 --> 00:00:04,000\nDoctor: Any fever?\n\n2\n00:00:03,000 --> 00:00:05,000\nPatient: No.\n";
        assert_eq!(shown(srt, "v.srt")[1], own(Role::Patient, "Patient", "00:00:03,000", "No."));
    }

    #[test]
    fn a_sentence_may_go_on_in_the_next_subtitle() {
        let vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Doctor>Do you take <00:01.500>any\n\n00:02.000 --> 00:03.000\n<v Doctor>warfarin?\n\n00:03.000 --> 00:04.000\n<v Patient>No.\n";
        let turns = read(vtt, "v.vtt");
        let read: Vec<(&str, bool)> =
            turns.iter().map(|turn| (vtt[turn.span.range()].trim(), turn.continues)).collect();
        assert_eq!(read, [("Do you take", false), ("any", true), ("warfarin?", true), ("No.", false)]);
    }

    #[test]
    fn speech_without_speakers_has_questions_and_answers() {
        let text =
            "Hi there, any chest\npain at all? No. But I cough. Okay. And fever?\nYeah, I do have a fever.\n";
        let turns = read(text, "v.txt");
        let read: Vec<(Role, &str)> =
            turns.iter().map(|turn| (turn.role, &text[turn.span.range()])).collect();
        let expected = [
            (Role::Clinician, "Hi there, any chest"),
            (Role::Clinician, "pain at all?"),
            (Role::Patient, "No. But I cough. Okay."),
            (Role::Clinician, "And fever?"),
            (Role::Patient, "Yeah, I do have a fever."),
        ];
        assert_eq!(read, expected);
        assert!(turns[1].continues, "{turns:?}");
        // A note that addresses the patient is not speech.
        let letter = "You have a cough. You take ramipril. Chest pain? No.\nPlan: we will see you again.";
        assert!(super::read(letter, "note.md").iter().all(|turn| turn.role == Role::Record));
    }

    #[test]
    fn json_has_turns_whatever_its_keys_are() {
        let json = r#"{"turns": [{"speaker": "doctor", "start": 1.5, "text": "Any fever?"}, {"speaker": "patient", "text": "No."}]}"#;
        assert_eq!(shown(json, "v.json")[0], own(Role::Clinician, "doctor", "1.5", "Any fever?"));
        let lines =
            "{\"role\": \"patient\", \"content\": \"No.\"}\n{\"role\": \"doctor\", \"content\": \"Fine.\"}\n";
        assert_eq!(shown(lines, "v.jsonl")[1], own(Role::Clinician, "doctor", "", "Fine."));
    }
}
