//! Unpacks the sources of an arXiv work: a compressed archive (tar), or one compressed file.

use flate2::read::GzDecoder;
use std::io::Read;

/// The maximum size of all files after decompression, in bytes.
const MAX_UNPACKED_BYTES: u64 = 64 << 20;

/// The maximum number of files.
const MAX_FILES: usize = 2_000;

/// The size of a block of an archive.
const BLOCK: usize = 512;

/// The endings of files with text. Figures are not unpacked.
const TEXTS: [&str; 4] = [".tex", ".ltx", ".bbl", ".txt"];

/// Returns the texts in what arXiv sends for a work, each with its name; empty unless it is an archive
/// of sources. Nothing is written to the disk, and links are ignored.
#[must_use]
pub fn unpack_sources(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut unpacked = Vec::new();
    // What was unpacked before an error is used: an archive may be cut off.
    let _ = GzDecoder::new(bytes).take(MAX_UNPACKED_BYTES).read_to_end(&mut unpacked);
    let archive = if unpacked.is_empty() { bytes } else { &unpacked };
    if archive.get(257..262) == Some(b"ustar") {
        return texts_of_archive(archive);
    }
    let is_latex = archive.windows(6).any(|window| matches!(window, b"\\begin" | b"\\input"));
    if is_latex { vec![("main.tex".to_owned(), archive.to_vec())] } else { Vec::new() }
}

/// Reads the regular files of an archive (POSIX.1-1988 `ustar`).
fn texts_of_archive(mut archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    while let Some((header, rest)) = archive.split_at_checked(BLOCK) {
        if header.iter().all(|byte| *byte == 0) || out.len() >= MAX_FILES {
            break;
        }
        let Some(size) = octal(header.get(124..136).unwrap_or_default()) else { break };
        let (content, after) = rest.split_at(size.min(rest.len()));
        let is_file = matches!(header.get(156), Some(b'0' | 0));
        let (prefix, name) = (text(header, 345..500), text(header, 0..100));
        let name = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        let lower = name.to_lowercase();
        if is_file && TEXTS.iter().any(|end| lower.ends_with(end)) {
            out.push((name, content.to_vec()));
        }
        // Each file fills whole blocks.
        archive = after.get((BLOCK - size % BLOCK) % BLOCK..).unwrap_or_default();
    }
    out
}

fn text(header: &[u8], range: std::ops::Range<usize>) -> String {
    let field = header.get(range).unwrap_or_default();
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(field.get(..end).unwrap_or_default()).into_owned()
}

fn octal(field: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(field).ok()?;
    usize::from_str_radix(text.trim_matches(['\0', ' ']), 8).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn entry(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut header = vec![0_u8; BLOCK];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        header[156] = kind;
        header[257..262].copy_from_slice(b"ustar");
        header.extend_from_slice(content);
        header.resize(header.len().div_ceil(BLOCK) * BLOCK, 0);
        header
    }

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn texts_of_an_archive_are_read_and_figures_and_links_are_not() {
        let mut archive = entry("main.tex", b'0', b"\\begin{document}\\input{part}\\end{document}");
        archive.extend(entry("figure.png", b'0', &[1; 700]));
        archive.extend(entry("passwd.tex", b'2', b""));
        archive.extend(entry("part.tex", b'0', &b"Sleep. ".repeat(200)));
        archive.extend(vec![0; BLOCK * 2]);
        let names = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, usize)> {
            files.into_iter().map(|(name, content)| (name, content.len())).collect()
        };
        let expected = [("main.tex".to_owned(), 42), ("part.tex".to_owned(), 1_400)];
        assert_eq!(names(unpack_sources(&packed(&archive))), expected);
        // Cut off anywhere, it is read as far as it goes.
        for end in 0..archive.len() {
            assert!(unpack_sources(&archive[..end]).len() <= 2);
        }
        assert_eq!(names(unpack_sources(&packed(b"\\begin{document}x"))), [("main.tex".to_owned(), 17)]);
        assert!(unpack_sources(b"%PDF-1.5").is_empty() && unpack_sources(&[]).is_empty());
    }
}
