//! Lists of cell lines known to be misidentified or contaminated, as their maintainers publish them.
//!
//! The program ships no list: the ICLAC register may not be modified or redistributed in part, and Cellosaurus requires
//! attribution. The author points to a downloaded file. Three formats are read:
//!
//! - the Cellosaurus flat file (`cellosaurus.txt`): records with lines `ID`, `AC`, `SY` and `CC`, terminated by `//`; a
//!   record counts if a `CC` line says `Problematic cell line`;
//! - the ICLAC register saved as CSV or tab-separated text, with a header row in which one column is the misidentified
//!   cell line and another its true identity;
//! - a list with one name per line, optionally followed by a tab or comma and the problem.

use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A cell line that should not be used under this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblematicLine {
    /// Its name in the list.
    pub name: String,
    /// Its Cellosaurus accession, if the list gives one: `CVCL_0030`.
    pub accession: Option<String>,
    /// The problem as the list describes it.
    pub problem: String,
}

/// The problematic cell lines in one list.
#[derive(Debug, Default)]
pub struct CellLines {
    lines: Vec<ProblematicLine>,
    /// Index into the lines by the [`key`] of every name and by accession.
    by_name: FxHashMap<String, usize>,
    fingerprint: u64,
}

impl PartialEq for CellLines {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for CellLines {}

impl Hash for CellLines {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

/// Shorter names are skipped: they are words or parts of other names.
const MIN_NAME_CHARS: usize = 3;
/// Descriptions of a problem are truncated to this many characters.
const MAX_PROBLEM_CHARS: usize = 200;

/// A name without hyphens, spaces, slashes or case, so that `MCF-7` and `MCF 7` are equal.
#[must_use]
pub fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl CellLines {
    /// Reads a list in any of the formats; skips what it cannot parse.
    #[must_use]
    pub fn read(text: &str) -> CellLines {
        let mut out = CellLines::default();
        let text = text.trim_start_matches('\u{feff}');
        if text.lines().any(|line| line.starts_with("AC   CVCL_")) {
            cellosaurus(text, &mut out);
        } else {
            table(text, &mut out);
        }
        let mut hasher = rustc_hash::FxHasher::default();
        text.hash(&mut hasher);
        out.fingerprint = hasher.finish();
        out
    }

    /// The number of cell lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The cell line with this name or accession.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ProblematicLine> {
        self.lines.get(*self.by_name.get(&key(name))?)
    }

    fn add(&mut self, line: ProblematicLine, synonyms: &[String]) {
        let index = self.lines.len();
        let names = std::iter::once(&line.name).chain(synonyms).chain(line.accession.as_ref());
        for name in names {
            let known = key(name);
            // A bare number, or a word without a digit, is too ambiguous to search for.
            let is_telling =
                known.chars().count() >= MIN_NAME_CHARS && known.chars().any(char::is_alphabetic);
            if is_telling {
                self.by_name.entry(known).or_insert(index);
            }
        }
        self.lines.push(line);
    }
}

fn shortened(problem: &str) -> String {
    let plain: String = problem.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.chars().take(MAX_PROBLEM_CHARS).collect::<String>().trim_end_matches(['.', ' ']).to_owned()
}

fn cellosaurus(text: &str, out: &mut CellLines) {
    for record in text.split("\n//") {
        let field = |code: &str| {
            record.lines().find_map(|line| line.strip_prefix(code).and_then(|rest| rest.strip_prefix("   ")))
        };
        let mut comments = record.lines().filter_map(|line| line.strip_prefix("CC   ")).map(str::trim);
        let problem = comments.find_map(|comment| comment.strip_prefix("Problematic cell line:"));
        let (Some(name), Some(problem)) = (field("ID"), problem) else { continue };
        let synonyms: Vec<String> = field("SY")
            .map_or(Vec::new(), |names| names.split(';').map(|name| name.trim().to_owned()).collect());
        let line = ProblematicLine {
            name: name.trim().to_owned(),
            accession: field("AC").map(|accession| accession.trim().to_owned()),
            problem: shortened(problem),
        };
        out.add(line, &synonyms);
    }
}

fn table(text: &str, out: &mut CellLines) {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).peekable();
    let Some(first) = lines.peek().copied() else { return };
    let separator = if first.contains('\t') {
        '\t'
    } else if first.contains(';') && !first.contains(',') {
        ';'
    } else {
        ','
    };
    let header: Vec<String> = cells(first, separator).iter().map(|cell| cell.to_lowercase()).collect();
    let is_header = header.iter().any(|cell| cell.contains("cell line") || cell == "name");
    let column = |words: &[&str]| header.iter().position(|cell| words.iter().any(|word| cell.contains(word)));
    let (name, problem, accession) = if is_header {
        lines.next();
        let name = column(&["misidentified", "false cell line", "name", "cell line"]).unwrap_or(0);
        let others = |wanted: Option<usize>| wanted.filter(|at| *at != name);
        (
            name,
            others(column(&["contaminating", "actual", "true", "problem", "reason", "contaminant"])),
            others(column(&["rrid", "cellosaurus", "accession", "cvcl"])),
        )
    } else {
        (0, Some(1), None)
    };
    for line in lines {
        let cells = cells(line, separator);
        let cell = |at: Option<usize>| {
            at.and_then(|at| cells.get(at)).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
        };
        let Some(found) = cell(Some(name)) else { continue };
        let line = ProblematicLine {
            name: found.to_owned(),
            accession: cell(accession).map(|text| text.trim_start_matches("RRID:").to_owned()),
            problem: shortened(cell(problem).unwrap_or("listed as misidentified")),
        };
        out.add(line, &[]);
    }
}

/// The cells of a table row; a quoted cell may contain the separator.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c == separator && !is_quoted => out.push(String::new()),
            c => {
                if let Some(last) = out.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_in_which_lists_are_published_is_read() {
        let flat = "ID   Made-up-2\nAC   CVCL_ZZ01\nSY   MU-2; Made up two\nCC   Problematic cell line: Contaminated. Shown to be a Other derivative.\nCA   Cancer cell line\n//\nID   Fine-1\nAC   CVCL_ZZ02\nCC   Population: none.\n//\n";
        let table = "Misidentified cell line,Contaminating cell line,RRID\n\"Made-up-2, late\",Other,RRID:CVCL_ZZ01\nMade-up-2,Other,CVCL_ZZ01\n";
        let plain = "# mine\nMade-up-2\tis Other\nMU-2\n";
        for text in [flat, table, plain] {
            let lines = CellLines::read(text);
            assert!(lines.get("made up 2").is_some_and(|line| line.problem.contains("Other")), "{text}");
            assert!(lines.get("Fine-1").is_none(), "{text}");
        }
        let lines = CellLines::read(flat);
        assert_eq!((lines.len(), lines.get("CVCL_ZZ01")), (1, lines.get("MU2")));
        assert!(CellLines::read("").is_empty() && CellLines::read("\u{feff}1\n2\n").get("1").is_none());
        assert_ne!(CellLines::read(flat), CellLines::read(table));
    }
}
