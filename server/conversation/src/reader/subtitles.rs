//! Reads subtitles: WebVTT and SRT.

use super::label::{is_role, label, lines};
use super::turn::{Turn, turn};
use referee_text::Span;

/// Reads WebVTT and SRT: a line of times, then the words, optionally after `<v Name>` or `Name:`.
pub(super) fn cues(text: &str) -> Vec<Turn> {
    let mut out: Vec<Turn> = Vec::new();
    let mut time: Option<&str> = None;
    let mut voice = String::new();
    let mut continues = false;
    let is_punctuated = lines(text).any(|(_, line)| line.trim_end().ends_with(['.', '?', '!']));
    for (start, line) in lines(text) {
        if let Some((from, _)) = line.split_once("-->") {
            time = Some(from.trim());
            continues = false;
            continue;
        }
        if line.trim().is_empty() {
            time = None;
            continue;
        }
        let Some(from) = time else { continue };
        for (piece_start, piece, named) in voices(line) {
            let at = start + piece_start;
            let mut length = 0;
            let mut is_new = false;
            if let Some(named) = named {
                is_new = named != voice;
                voice = named.to_owned();
            } else if let Some(label) = label(piece).filter(|label| {
                label.is_bracketed
                    || is_role(label.speaker)
                    || label.speaker.chars().next().is_some_and(char::is_uppercase)
            }) {
                voice = label.speaker.trim().to_owned();
                length = label.length;
                is_new = true;
            }
            if piece.trim().is_empty() {
                continue;
            }
            let end = Span::at(at + piece.len()).end;
            let gap = |last: &Turn| text.get(last.span.end as usize..at).unwrap_or_default();
            match out.last_mut() {
                // A tag between two words has a time that nobody said.
                Some(last) if continues && !is_new && gap(last).trim().is_empty() => last.span.end = end,
                last => {
                    let is_open = |last: &Turn| {
                        let said = text.get(last.span.range()).unwrap_or_default().trim_end();
                        is_punctuated && last.speaker == voice && !said.ends_with(['.', '?', '!'])
                    };
                    let is_continued = !is_new && last.is_some_and(|last| is_open(last));
                    out.push(Turn {
                        continues: is_continued,
                        ..turn(&voice, from, at + length, at + piece.len())
                    });
                }
            }
            continues = true;
        }
    }
    out
}

/// Splits a line of WebVTT at its tags; each piece has the voice that a tag before it names.
fn voices(line: &str) -> Vec<(usize, &str, Option<&str>)> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut named = None;
    while let Some(open) = line[at..].find('<') {
        let Some(close) = line[at + open..].find('>') else { break };
        if open > 0 {
            out.push((at, &line[at..at + open], named.take()));
        }
        let tag = &line[at + open + 1..at + open + close];
        if let Some(name) = tag.strip_prefix("v ").or_else(|| {
            tag.strip_prefix('v')
                .filter(|rest| rest.starts_with('.'))
                .and_then(|rest| rest.split_once(' ').map(|(_, name)| name))
        }) {
            named = Some(name.trim());
        }
        at += open + close + 1;
    }
    if at < line.len() {
        out.push((at, &line[at..], named));
    }
    out
}
