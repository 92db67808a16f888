//! Splits the input into messages, and finds the next message after a malformed frame.
//!
//! A message is a head, an empty line and a body: `Content-Length: 17\r\n\r\n{…}`. The only error
//! that clients make in practice is a wrong length, which would leave the server waiting in the
//! wrong place forever. But a *length line* (`Content-Length: 17` and a line feed) cannot occur
//! within a body, because JSON escapes line feeds within strings. So a length line always
//! begins a head, wherever it occurs:
//!
//! - a body that contains a length line was announced as too long, and ends there;
//! - after a body that is not a message, and after a head without a single length, everything up to
//!   the next length line is skipped.
//!
//! The result does not depend on how the input is split into reads.

use serde_json::Value;

/// The maximum size of a body, in bytes. A larger length is treated as an error.
const MAX_BODY: usize = 1 << 30;

/// The maximum size of a head, in bytes; also the maximum kept while searching for the next length
/// line.
const MAX_HEAD: usize = 8 << 10;

/// An empty buffer with a larger capacity than this, in bytes, is freed.
const MAX_IDLE_BUFFER: usize = 1 << 20;

/// The name of the header with the length of the body, in lower case.
const LENGTH_HEADER: &[u8] = b"content-length";

/// A frame that the reader found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The body of a well-formed message.
    Message(String),
    /// A malformed stretch. The bytes up to the next head are skipped without another such frame.
    Broken,
}

/// Splits bytes into messages; see the module documentation.
#[derive(Debug, Default)]
pub(crate) struct FrameReader {
    /// Bytes that were read and are not part of a frame yet.
    buffer: Vec<u8>,
    /// The number of bytes of `buffer` that were already searched for line feeds.
    searched: usize,
    /// The length of the body at the start of `buffer`, after its head was removed.
    body: Option<usize>,
    /// Whether the current malformed stretch was already reported.
    skipping: bool,
}

/// A line `Content-Length: N` in the buffer.
struct LengthLine {
    /// The start of the header's name.
    start: usize,
    /// The index after the line feed.
    end: usize,
    length: usize,
}

/// The lines after a length line.
enum Head {
    /// The head is complete; the body starts at this byte.
    Ends(usize),
    /// The lines up to this byte are not a head.
    Broken(usize),
    /// More bytes are needed.
    Incomplete,
}

impl FrameReader {
    /// Appends bytes that were read.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next frame, or `None` if more bytes are needed.
    pub(crate) fn next_frame(&mut self) -> Option<Frame> {
        loop {
            let step = match self.body {
                Some(length) => self.take_body(length),
                None => self.take_head(),
            };
            match step {
                FrameStep::Frame(Frame::Broken) if self.skipping => {}
                FrameStep::Frame(frame) => {
                    self.skipping = frame == Frame::Broken;
                    return Some(frame);
                }
                FrameStep::Again => {}
                FrameStep::NeedsMore => return None,
            }
        }
    }

    /// Removes a body of `length` bytes from the buffer.
    fn take_body(&mut self, length: usize) -> FrameStep {
        if let Some(line) = self.next_length_line(length) {
            // The announced length of the body was too large.
            self.discard(line.start);
            self.body = None;
            return FrameStep::Frame(Frame::Broken);
        }
        if self.buffer.len() < length {
            return FrameStep::NeedsMore;
        }
        self.body = None;
        match self.buffer.get(..length).and_then(well_formed) {
            Some(message) => {
                self.discard(length);
                FrameStep::Frame(Frame::Message(message))
            }
            // The length or the body is wrong: search for the next head from the start of the body.
            None => {
                self.searched = 0;
                FrameStep::Frame(Frame::Broken)
            }
        }
    }

    /// Removes a head from the buffer.
    fn take_head(&mut self) -> FrameStep {
        let blank = self.buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blank > 0 {
            self.discard(blank);
        }
        let Some(line) = self.next_length_line(usize::MAX) else {
            if self.buffer.len() <= MAX_HEAD {
                return FrameStep::NeedsMore;
            }
            self.discard(self.buffer.len() - MAX_HEAD / 2);
            self.searched = self.buffer.len();
            return FrameStep::Frame(Frame::Broken);
        };
        let before = self.buffer.get(..line.start).unwrap_or_default();
        if !before.is_empty() && !is_start_of_head(before) {
            self.discard(line.start);
            return FrameStep::Frame(Frame::Broken);
        }
        match self.rest_of_head(&line) {
            Head::Incomplete if self.buffer.len() - line.start <= MAX_HEAD => {
                // The line is found again when more bytes arrive.
                self.searched = line.start;
                FrameStep::NeedsMore
            }
            Head::Incomplete => {
                self.discard(line.end);
                FrameStep::Frame(Frame::Broken)
            }
            Head::Broken(end) => {
                self.discard(end);
                FrameStep::Frame(Frame::Broken)
            }
            Head::Ends(end) if line.length <= MAX_BODY => {
                self.discard(end);
                self.body = Some(line.length);
                // The malformed stretch ends here; errors in this message are reported separately.
                self.skipping = false;
                FrameStep::Again
            }
            Head::Ends(end) => {
                self.discard(end);
                FrameStep::Frame(Frame::Broken)
            }
        }
    }

    /// Reads the lines of a head after its length line.
    fn rest_of_head(&self, length_line: &LengthLine) -> Head {
        let mut at = length_line.end;
        let mut agrees = true;
        while let Some(rest) = self.buffer.get(at..)
            && let Some(feed) = rest.iter().position(|byte| *byte == b'\n')
        {
            let line = rest.get(..feed).unwrap_or_default().trim_ascii();
            let end = at + feed + 1;
            if line.is_empty() {
                return if agrees { Head::Ends(end) } else { Head::Broken(end) };
            }
            let Some((name, value)) = header(line) else { return Head::Broken(length_line.end) };
            if name.eq_ignore_ascii_case(LENGTH_HEADER) {
                agrees &= number(value) == Some(length_line.length);
            }
            at = end;
        }
        Head::Incomplete
    }

    /// Returns the first length line of the buffer that starts before `limit`.
    fn next_length_line(&mut self, limit: usize) -> Option<LengthLine> {
        while let Some(rest) = self.buffer.get(self.searched..) {
            let Some(feed) = rest.iter().position(|byte| *byte == b'\n') else {
                self.searched = self.buffer.len();
                return None;
            };
            let feed = self.searched + feed;
            if let Some(line) = self.buffer.get(..feed).and_then(length_line).filter(|it| it.start < limit) {
                return Some(line);
            }
            if feed >= limit {
                // Do not search beyond the body.
                return None;
            }
            self.searched = feed + 1;
        }
        None
    }

    /// Drops the first `count` bytes.
    fn discard(&mut self, count: usize) {
        self.buffer.drain(..count.min(self.buffer.len()));
        self.searched = 0;
        if self.buffer.is_empty() && self.buffer.capacity() > MAX_IDLE_BUFFER {
            self.buffer = Vec::new();
        }
    }
}

/// One step of the reader.
enum FrameStep {
    Frame(Frame),
    /// Something was removed from the buffer, and more may follow.
    Again,
    NeedsMore,
}

/// Returns the length line at the end of `text`, which excludes its line feed.
fn length_line(text: &[u8]) -> Option<LengthLine> {
    // A header is short, so a long one-line body is not searched to its beginning.
    let from = text.len().saturating_sub(128);
    let value = text.get(from..)?.trim_ascii_end();
    let digits = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (name, digits) = value.split_at_checked(value.len() - digits)?;
    let name = name.trim_ascii_end().strip_suffix(b":")?.trim_ascii_end();
    let start = name.len().checked_sub(LENGTH_HEADER.len())?;
    name.get(start..)?.eq_ignore_ascii_case(LENGTH_HEADER).then_some(())?;
    Some(LengthLine { start: from + start, end: text.len() + 1, length: number(digits)? })
}

/// Returns whether these bytes are complete header lines that may precede the length line. A
/// second, unreadable length contradicts the readable one.
fn is_start_of_head(text: &[u8]) -> bool {
    let Some(lines) = text.strip_suffix(b"\n") else { return false };
    lines.split(|byte| *byte == b'\n').all(|line| {
        let line = line.trim_ascii();
        line.is_empty() || header(line).is_some_and(|(name, _)| !name.eq_ignore_ascii_case(LENGTH_HEADER))
    })
}

/// Returns the name and the value of a header line.
fn header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at_checked(colon)?;
    let name = name.trim_ascii();
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    is_name.then_some((name, value.get(1..)?.trim_ascii()))
}

fn number(digits: &[u8]) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| std::str::from_utf8(digits).ok()?.parse().ok())?
}

/// Returns the message, repaired if possible; `None` if it is not a message.
fn well_formed(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    if let Ok(message) = serde_json::from_str(&text) {
        return is_message(&message).then(|| text.into_owned());
    }
    let mended = without_lone_surrogates(&text);
    let message = serde_json::from_str(&mended).ok()?;
    is_message(&message).then_some(mended)
}

fn is_message(message: &Value) -> bool {
    let Some(message) = message.as_object() else { return false };
    let id_is_fine = match message.get("id") {
        None | Some(Value::Null | Value::String(_)) => true,
        Some(Value::Number(number)) => number.is_i64(),
        Some(_) => false,
    };
    let is_request = message.get("method").is_some_and(Value::is_string);
    let is_response = !message.contains_key("method")
        && message.contains_key("id")
        && (message.contains_key("result")
            || message
                .get("error")
                .is_some_and(|error| error["code"].is_i64() && error["message"].is_string()));
    message.get("jsonrpc").is_some_and(|version| version == "2.0")
        && id_is_fine
        && (is_request || is_response)
}

/// Replaces escapes of lone surrogates by U+FFFD. It counts as one unit of UTF-16, like the
/// surrogate, so that columns stay correct.
fn without_lone_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let escape = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => 6,
            // `\\`, `\"`, or the backslash at the very end.
            (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&rest[..escape]);
        rest = &rest[escape..];
    }
    out.push_str(rest);
    out
}

/// Returns the UTF-16 unit of an escape at the start of `text`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOOD: &str = r#"{"jsonrpc":"2.0","method":"x","params":{"text":"a😀"}}"#;

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// Reads an input in pieces of `size` bytes.
    fn read_in_pieces(input: &[u8], size: usize) -> Vec<Frame> {
        let mut reader = FrameReader::default();
        let mut out = Vec::new();
        for piece in input.chunks(size.max(1)) {
            reader.push(piece);
            out.extend(std::iter::from_fn(|| reader.next_frame()));
        }
        out
    }

    /// Reads an input, and checks that the result does not depend on how it is split.
    fn read(input: &str) -> Vec<Frame> {
        let whole = read_in_pieces(input.as_bytes(), input.len());
        for size in [1, 2, 7, 64] {
            assert_eq!(read_in_pieces(input.as_bytes(), size), whole, "in pieces of {size}: {input}");
        }
        whole
    }

    fn good() -> Frame {
        Frame::Message(GOOD.to_owned())
    }

    #[test]
    fn a_good_message_is_read_whatever_its_head_looks_like() {
        for head in [
            format!("content-type: application/vscode-jsonrpc\r\ncontent-length: {}\r\n\r\n", GOOD.len()),
            format!("Content-Length:{}\r\nContent-Type: x; charset=utf-8\r\n\r\n", GOOD.len()),
            format!("Content-Length: {}\n\n", GOOD.len()),
            format!("\r\n\nContent-Length : {} \r\n\r\n", GOOD.len()),
            format!("Content-Length: {0}\r\nContent-Length: {0}\r\n\r\n", GOOD.len()),
        ] {
            assert_eq!(read(&format!("{head}{GOOD}{}", frame(GOOD))), [good(), good()], "{head:?}");
        }
    }

    #[test]
    fn a_body_that_is_no_message_does_not_hide_the_next() {
        for broken in
            ["{", "[]", "1", "", r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, r#"{"jsonrpc":"2.0","id":1}"#]
        {
            assert_eq!(read(&(frame(broken) + &frame(GOOD))), [Frame::Broken, good()], "{broken}");
        }
    }

    #[test]
    fn a_wrong_length_costs_one_message() {
        let length = GOOD.len();
        for head in [
            format!("Content-Length: {}\r\n\r\n", length + 1),
            format!("Content-Length: {}\r\n\r\n", length + 20),
            format!("Content-Length: {}\r\n\r\n", length + 2000),
            "Content-Length: 1000000000\r\n\r\n".to_owned(),
            "Content-Length: 99999999999999999999999\r\n\r\n".to_owned(),
            format!("Content-Length: {}\r\n\r\n", length - 1),
            "Content-Length: 3\r\n\r\n".to_owned(),
            "Content-Length: 0\r\n\r\n".to_owned(),
            "Content-Length: -5\r\n\r\n".to_owned(),
            "Content-Length: many\r\n\r\n".to_owned(),
            "Content-Length:\r\n\r\n".to_owned(),
            format!("Content-Length: 5\r\nContent-Length: {length}\r\n\r\n"),
            format!("Content-Length: {length}\r\nContent-Length: 5\r\n\r\n"),
            format!("Content-Length: -1\r\nContent-Length: {length}\r\n\r\n"),
            format!("Content-Length: {length}\r\n"),
            "\r\n\r\n".to_owned(),
            "Content-Type: x\r\n\r\n".to_owned(),
        ] {
            let input = format!("{}{head}{GOOD}{}{}", frame(GOOD), frame(GOOD), frame(GOOD));
            let read = read(&input);
            assert_eq!(read.first(), Some(&good()), "{head:?}");
            assert!(read.ends_with(&[good(), good()]), "{head:?}: {read:?}");
            assert_eq!(read.iter().filter(|frame| **frame == Frame::Broken).count(), 1, "{head:?}: {read:?}");
        }
    }

    #[test]
    fn a_header_that_is_written_about_in_a_text_is_no_header() {
        let body =
            r#"{"jsonrpc":"2.0","method":"x","params":"Content-Length: 5\r\n\r\n{}Content-Length: 7\n"}"#;
        let input = frame(body) + &frame(GOOD);
        assert_eq!(read(&input), [Frame::Message(body.to_owned()), good()]);
    }

    #[test]
    fn garbage_of_any_length_is_skipped_and_not_kept() {
        let mut reader = FrameReader::default();
        for _ in 0..1000 {
            reader.push(&[b'x'; 1000]);
            while reader.next_frame().is_some() {}
        }
        assert!(reader.buffer.len() <= MAX_HEAD);
        reader.push(frame(GOOD).as_bytes());
        assert_eq!(reader.next_frame(), Some(good()));
    }

    #[test]
    fn half_a_surrogate_pair_costs_one_character_and_nothing_else() {
        let body = r#"{"jsonrpc":"2.0","method":"x","params":["\ud83d","\ud83d\ude00","\\ud83d","\ude00x"]}"#;
        let mended =
            r#"{"jsonrpc":"2.0","method":"x","params":["\ufffd","\ud83d\ude00","\\ud83d","\ufffdx"]}"#;
        assert_eq!(read(&frame(body)), [Frame::Message(mended.to_owned())]);
    }

    #[test]
    fn nesting_without_end_is_no_message() {
        let deep =
            format!(r#"{{"jsonrpc":"2.0","method":"x","params":{}{}}}"#, "[".repeat(9000), "]".repeat(9000));
        assert_eq!(read(&frame(&deep)), [Frame::Broken]);
    }

    /// Pieces of an input: valid messages, and errors that a client can make.
    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => Just(frame(GOOD)),
            1 => (-20_i64..400).prop_map(|length| format!("Content-Length: {length}\r\n\r\n{GOOD}")),
            1 => "(Content-Length|Content-Type|X)?(:| )?-?[0-9]{0,3}(\r\n|\n|\r){0,3}",
            1 => r#"[{}"\[\]a-z:,\\é \r\n]{0,40}"#,
        ]
    }

    proptest! {
        #[test]
        fn whatever_came_before_two_good_messages_the_second_is_read(
            pieces in proptest::collection::vec(piece(), 0..8), size in 1_usize..80,
        ) {
            let input = pieces.concat() + "\n}" + &frame(GOOD) + &frame(GOOD);
            let whole = read_in_pieces(input.as_bytes(), input.len());
            prop_assert_eq!(whole.last(), Some(&good()));
            prop_assert_eq!(read_in_pieces(input.as_bytes(), size), whole);
        }

        #[test]
        fn any_bytes_are_read(input in proptest::collection::vec(any::<u8>(), 0..600), size in 1_usize..80) {
            let whole = read_in_pieces(&input, input.len());
            prop_assert_eq!(read_in_pieces(&input, size), whole);
        }
    }
}
