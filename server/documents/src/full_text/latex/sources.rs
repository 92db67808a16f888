//! Finds the main file among LaTeX sources, and inserts the files that it includes.

use referee_text::decode::decode;
use std::collections::{HashMap, HashSet};

/// The maximum size of all files, and of the text with its included files, in bytes.
const MAX_BYTES: usize = 6 << 20;

/// The maximum depth of files that include others.
const MAX_DEPTH: usize = 12;

/// The maximum number of files that are inserted, each time counted.
const MAX_INSERTIONS: usize = 2_000;

/// The maximum length of an argument in braces, in bytes; a longer one counts as unclosed.
const MAX_GROUP_BYTES: usize = 10_000;

/// A file without its comments.
struct Source {
    /// The name within the archive, with `/`.
    name: String,
    text: String,
}

/// Returns the main file with the files that it includes; `None` without a main file.
pub(super) fn expand(sources: &[(String, Vec<u8>)]) -> Option<String> {
    let mut left = MAX_BYTES;
    let mut files: Vec<Source> = Vec::new();
    for (name, bytes) in sources {
        let name = name.trim_start_matches("./").replace('\\', "/");
        let lower = name.to_lowercase();
        // A single paper without an archive lacks an extension.
        let is_text = [".tex", ".bbl", ".ltx", ".latex", ".txt"].iter().any(|end| lower.ends_with(end))
            || !lower.rsplit('/').next().unwrap_or_default().contains('.')
            || sources.len() == 1;
        if is_text && bytes.len() <= left {
            left -= bytes.len();
            files.push(Source { name, text: without_comments(&decode(bytes.clone()).text) });
        }
    }
    let names: HashMap<&str, usize> =
        files.iter().enumerate().map(|(at, file)| (file.name.as_str(), at)).collect();
    let main = main_file(&files, &names)?;
    let mut expansion =
        Expansion { files: &files, names: &names, open: vec![main], inserted: 0, text: String::new() };
    expansion.insert(main);
    Some(expansion.text)
}

/// Returns the main file: it has a class and a text, no other file includes it, and it is the
/// longest such one.
fn main_file(files: &[Source], names: &HashMap<&str, usize>) -> Option<usize> {
    let mut included: HashSet<usize> = HashSet::new();
    for (at, file) in files.iter().enumerate() {
        for (_, name, _) in inclusions(&file.text) {
            included.extend(find(names, &file.name, name).filter(|found| *found != at));
        }
    }
    let is_main = |file: &Source| {
        (file.text.contains("\\documentclass") || file.text.contains("\\documentstyle"))
            && file.text.contains("\\begin{document}")
    };
    let candidates = files.iter().enumerate().filter(|(_, file)| is_main(file));
    candidates.max_by_key(|(at, file)| (!included.contains(at), file.text.len())).map(|(at, _)| at)
}

/// A main file while files are inserted into it.
struct Expansion<'s> {
    files: &'s [Source],
    names: &'s HashMap<&'s str, usize>,
    /// The files that are being read, each included by the one before it.
    open: Vec<usize>,
    inserted: usize,
    text: String,
}

impl Expansion<'_> {
    /// Writes a file with the files that it includes.
    fn insert(&mut self, at: usize) {
        let Some(file) = self.files.get(at) else { return };
        let mut from = 0;
        for (range, name, kind) in inclusions(&file.text) {
            if self.inserted >= MAX_INSERTIONS {
                break;
            }
            let found = match kind {
                Kind::Text => find(self.names, &file.name, name),
                Kind::Bibliography => self.list_of(file),
            };
            let is_new = |found: &usize| !self.open.contains(found) && self.open.len() < MAX_DEPTH;
            let Some(found) = found.filter(is_new) else { continue };
            self.text.push_str(file.text.get(from..range.start).unwrap_or_default());
            from = range.end;
            if self.text.len() + self.files.get(found).map_or(0, |file| file.text.len()) > MAX_BYTES {
                continue;
            }
            self.inserted += 1;
            self.open.push(found);
            self.insert(found);
            self.open.pop();
            self.text.push('\n');
        }
        self.text.push_str(file.text.get(from..).unwrap_or_default());
    }

    /// Returns the list of references that BibTeX made for a file, or the only one.
    fn list_of(&self, file: &Source) -> Option<usize> {
        let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
        let only = || {
            let mut lists = self.files.iter().enumerate().filter(|(_, file)| file.name.ends_with(".bbl"));
            lists.next().filter(|_| lists.next().is_none()).map(|(at, _)| at)
        };
        self.names.get(format!("{stem}.bbl").as_str()).copied().or_else(only)
    }
}

/// What a command inserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Bibliography,
}

/// Returns the commands that include files, with the names of the files.
fn inclusions(text: &str) -> Vec<(std::ops::Range<usize>, &str, Kind)> {
    let mut out = Vec::new();
    for (command, kind) in [
        ("\\input", Kind::Text),
        ("\\include", Kind::Text),
        ("\\subfile", Kind::Text),
        ("\\bibliography", Kind::Bibliography),
        ("\\printbibliography", Kind::Bibliography),
    ] {
        for (at, _) in text.match_indices(command) {
            let start = at + command.len();
            let rest = text.get(start..).unwrap_or_default();
            let spaced = rest.trim_start_matches([' ', '\t']);
            let blanks = rest.len() - spaced.len();
            if let Some((name, after)) = group(spaced) {
                let end = text.len() - after.len();
                out.push((at..end, name.trim().trim_matches('"'), kind));
            } else if command == "\\printbibliography" {
                out.push((at..start, "", kind));
            } else if command == "\\input" && blanks > 0 {
                // `\input file`
                let len = spaced.find(|c: char| c.is_whitespace() || c == '\\').unwrap_or(spaced.len());
                let name = spaced.get(..len).unwrap_or_default();
                out.push((at..start + blanks + len, name, kind));
            }
        }
    }
    out.sort_by_key(|(range, ..)| (range.start, std::cmp::Reverse(range.end)));
    out.dedup_by(|later, earlier| later.0.start < earlier.0.end);
    out
}

/// Returns the file of a name, with or without its ending, from the top of the archive or from the
/// folder of the file that includes it.
fn find(names: &HashMap<&str, usize>, from: &str, name: &str) -> Option<usize> {
    let name = name.trim_start_matches("./");
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let wanted =
        [name.to_owned(), format!("{name}.tex"), format!("{folder}/{name}"), format!("{folder}/{name}.tex")];
    wanted.iter().find_map(|wanted| names.get(wanted.as_str()).copied())
}

/// Returns the content of the group in braces with which a text begins, and the text after it.
pub(super) fn group(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let mut depth = 1_usize;
    let mut escaped = false;
    for (at, byte) in inner.bytes().enumerate().take(MAX_GROUP_BYTES) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((inner.get(..at)?, inner.get(at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text after the options in brackets with which a text begins.
pub(super) fn after_options(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..3 {
        let Some(options) = rest.trim_start_matches([' ', '\t']).strip_prefix('[') else { return rest };
        let mut depth = 0_usize;
        let end = options.bytes().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            byte == b']' && depth == 0
        });
        match end {
            Some(end) => rest = options.get(end + 1..).unwrap_or_default(),
            None => return rest,
        }
    }
    rest
}

/// Returns a text without its comments; the line break after one goes with it, as in TeX.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut escaped = false;
        let comment = line.bytes().position(|byte| {
            let begins = byte == b'%' && !escaped;
            escaped = byte == b'\\' && !escaped;
            begins
        });
        match comment {
            Some(at) => {
                let kept = line.get(..at).unwrap_or_default();
                out.push_str(kept);
                // A line with only a comment is not a blank line.
                if !kept.trim().is_empty() && kept.ends_with(char::is_whitespace) {
                    out.push('\n');
                }
            }
            None => out.push_str(line),
        }
    }
    out
}
