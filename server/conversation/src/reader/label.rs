//! The speaker and the time at the start of a line.

use super::turn::Role;
use crate::vocabulary::lists;
use crate::words::words;

/// Returns the lines of a text with their byte offsets, without the line endings.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// The time and the speaker at the start of a line.
pub(super) struct Label<'t> {
    pub(super) speaker: &'t str,
    pub(super) time: &'t str,
    pub(super) is_bracketed: bool,
    /// The length of the label, in bytes of the line.
    pub(super) length: usize,
}

/// The maximum length of a speaker's name, in bytes.
const MAX_NAME_BYTES: usize = 32;

fn is_time(text: &str) -> bool {
    text.contains(':')
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.' | ',' | ' '))
        && text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word may be part of a name: a full stop only ends a title or an initial, as in "Dra.".
fn is_name_word(word: &str) -> bool {
    const MAX_TITLE: usize = 4;
    match word.find('.') {
        Some(stop) => stop + 1 == word.len() && word.chars().count() <= MAX_TITLE + 1,
        None => true,
    }
}

pub(super) fn label(line: &str) -> Option<Label<'_>> {
    let mut at = line.len() - line.trim_start().len();
    let mut time = "";
    for (open, close) in [('[', ']'), ('(', ')')] {
        if let Some(rest) = line[at..].strip_prefix(open)
            && let Some(end) = rest.find(close)
        {
            let inside = &rest[..end];
            let after = at + 1 + end + 1;
            if is_time(inside) {
                time = inside;
                at = after + (line[after..].len() - line[after..].trim_start().len());
            } else if open == '[' && inside.len() <= MAX_NAME_BYTES && time.is_empty() {
                let length = after + usize::from(line[after..].starts_with(':'));
                return Some(Label { speaker: inside, time, is_bracketed: true, length });
            }
        }
    }
    let rest = &line[at..];
    if time.is_empty()
        && let Some((first, tail)) = rest.split_once(' ')
        && is_time(first)
    {
        time = first;
        at += rest.len() - tail.len();
    }
    let rest = &line[at..];
    let colon = rest.find(':').filter(|colon| *colon > 0 && *colon <= MAX_NAME_BYTES)?;
    let name = rest[..colon].trim().trim_matches('*');
    let is_name = name.split_whitespace().count() <= 3
        && name.starts_with(char::is_alphabetic)
        && !name.contains(['?', ','])
        && name.split_whitespace().all(is_name_word);
    is_name.then(|| Label { speaker: name, time, is_bracketed: false, length: at + colon + 1 })
}

/// Reads a line that consists of a speaker and a time: "Speaker 1  0:03", "00:00:03 Speaker 1", "Speaker 1 (00:03):".
pub(super) fn header(line: &str) -> Option<Label<'_>> {
    let content = line.trim().trim_end_matches(':').trim_end();
    let bare = |text: &str| is_time(text.trim_matches(['(', ')', '[', ']']));
    let (speaker, time) =
        match (content.split_once(char::is_whitespace), content.rsplit_once(char::is_whitespace)) {
            (_, Some((name, time))) if bare(time) => (name.trim(), time),
            (Some((time, name)), _) if bare(time) => (name.trim(), time),
            _ => return None,
        };
    let is_name = speaker.len() <= MAX_NAME_BYTES
        && speaker.split_whitespace().count() <= 4
        && speaker.starts_with(char::is_uppercase)
        && !speaker.contains([':', '?', '!', ';'])
        && speaker.split_whitespace().all(|word| is_name_word(word.trim_end_matches(',')));
    let time = time.trim_matches(['(', ')', '[', ']']);
    is_name.then_some(Label { speaker, time, is_bracketed: false, length: line.len() })
}

pub(super) fn is_role(name: &str) -> bool {
    role_of(name).is_some()
}

pub(super) fn role_of(name: &str) -> Option<Role> {
    let words = words(name, 0);
    let single = match name.trim().to_ascii_lowercase().as_str() {
        "d" | "m" => Some(Role::Clinician),
        "p" => Some(Role::Patient),
        _ => None,
    };
    if words.iter().any(|word| lists().clinician.has(word)) {
        Some(Role::Clinician)
    } else if words.iter().any(|word| lists().patient.has(word)) {
        Some(Role::Patient)
    } else if words.iter().any(|word| lists().family.has(word)) {
        // The parent of a child or the daughter of an old man answers for the patient.
        Some(Role::Patient)
    } else {
        single
    }
}
