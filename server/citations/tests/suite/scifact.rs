//! Reads the claims and abstracts of SciFact (Wadden and others, 2020) and PubMedQA (Jin and
//! others, 2019) from the developers' folder.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Returns the folder of the claims; reports and returns `None` if it is missing.
pub(crate) fn folder() -> Option<PathBuf> {
    let shared = std::env::var_os("REFEREE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let folder = shared.join("data/claims");
    if !folder.is_dir() {
        crate::skipped(format_args!("there is no {}", folder.display()));
        return None;
    }
    Some(folder)
}

/// Reads a compressed file.
pub(crate) fn text(path: &Path) -> String {
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// Reads the rows of a compressed table, by column name.
pub(crate) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text(path).as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// Returns the sentences of an abstract, which the table holds as a printed list of quoted strings.
pub(crate) fn sentences(printed: &str) -> Vec<String> {
    let inner = printed.trim().trim_start_matches('[').trim_end_matches(']');
    let mut out = Vec::new();
    let mut rest = inner.trim_start();
    while let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let body = &rest[1..];
        let mut end = body.len();
        for (at, _) in body.match_indices(quote) {
            let behind = body[at + 1..].trim_start();
            if behind.is_empty()
                || (behind.starts_with(['\'', '"']) && body[at + 1..].starts_with(char::is_whitespace))
            {
                end = at;
                break;
            }
        }
        out.push(body[..end].trim().to_owned());
        rest = body.get(end + 1..).unwrap_or_default().trim_start();
    }
    out
}
