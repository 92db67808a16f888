//! Decodes the bytes of a file.

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8, the usual case.
    Utf8,
    /// UTF-8 with a byte-order mark.
    Utf8Bom,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// Not UTF-8: decoded as Windows-1252, the superset of Latin-1 that such files use in practice.
    Latin1,
}

impl Charset {
    /// Returns the name for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Utf8Bom => "UTF-8 with a byte-order mark",
            Charset::Utf16Le => "UTF-16 (little-endian)",
            Charset::Utf16Be => "UTF-16 (big-endian)",
            Charset::Latin1 => "Latin-1 (Windows-1252)",
        }
    }
}

/// The text of a file and its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte-order mark.
    pub text: String,
    /// The encoding.
    pub charset: Charset,
    /// Whether some bytes could not be decoded and became U+FFFD.
    pub damaged: bool,
}

/// Decodes `bytes`. Never fails: bytes that cannot be decoded become U+FFFD, and `damaged` is set.
///
/// A file that is mostly UTF-8 with a few invalid bytes is decoded as UTF-8 with replacements
/// rather than as Latin-1, so that valid accents are kept. It counts as UTF-8 if it has at least as
/// many valid as invalid multi-byte sequences.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        let text = String::from_utf8_lossy(rest);
        let damaged = matches!(text, std::borrow::Cow::Owned(_));
        return Decoded { text: text.into_owned(), charset: Charset::Utf8Bom, damaged };
    }
    for (mark, encoding, charset) in [
        (b"\xFF\xFE", encoding_rs::UTF_16LE, Charset::Utf16Le),
        (b"\xFE\xFF", encoding_rs::UTF_16BE, Charset::Utf16Be),
    ] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let (text, damaged) = encoding.decode_without_bom_handling(rest);
            return Decoded { text: text.into_owned(), charset, damaged };
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, charset: Charset::Utf8, damaged: false },
        Err(error) => decode_broken(error.as_bytes()),
    }
}

fn decode_broken(bytes: &[u8]) -> Decoded {
    if let Some((encoding, charset)) = unmarked_utf16(bytes) {
        let (text, damaged) = encoding.decode_without_bom_handling(bytes);
        return Decoded { text: text.into_owned(), charset, damaged };
    }
    let (mut good, mut broken) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if good >= broken {
        let text = String::from_utf8_lossy(bytes).into_owned();
        return Decoded { text, charset: Charset::Utf8, damaged: true };
    }
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
    Decoded { text: text.into_owned(), charset: Charset::Latin1, damaged: false }
}

/// Detects UTF-16 without a mark: Latin text has a zero in every second byte.
fn unmarked_utf16(bytes: &[u8]) -> Option<(&'static encoding_rs::Encoding, Charset)> {
    let head = &bytes[..bytes.len().min(512) & !1];
    if head.len() < 4 {
        return None;
    }
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let many = head.len() * 3 / 8;
    match (zeros(0) >= many, zeros(1) >= many) {
        (false, true) => Some((encoding_rs::UTF_16LE, Charset::Utf16Le)),
        (true, false) => Some((encoding_rs::UTF_16BE, Charset::Utf16Be)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_read_with_its_accents() {
        let decoded = decode(b"M\xFCller".to_vec());
        assert_eq!((decoded.text.as_str(), decoded.charset), ("Müller", Charset::Latin1));
    }

    #[test]
    fn one_broken_byte_does_not_spoil_the_accents_of_a_utf_8_file() {
        let mut bytes = "Müller, García".as_bytes().to_vec();
        bytes.push(0xFF);
        let decoded = decode(bytes);
        assert!(decoded.text.starts_with("Müller, García"));
        assert!(decoded.damaged);
    }

    #[test]
    fn utf_16_is_read_with_and_without_a_mark() {
        for mark in [true, false] {
            let mut bytes: Vec<u8> = if mark { vec![0xFF, 0xFE] } else { Vec::new() };
            // A lone high byte makes the unmarked text invalid UTF-8, as real text with accents is.
            bytes.extend("@article{é}".encode_utf16().flat_map(u16::to_le_bytes));
            let decoded = decode(bytes);
            assert_eq!((decoded.text.as_str(), decoded.charset), ("@article{é}", Charset::Utf16Le));
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(decode(b"\xEF\xBB\xBFabc".to_vec()).text, "abc");
    }
}
