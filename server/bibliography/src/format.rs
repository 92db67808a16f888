//! The formats of bibliographies.

use crate::ListFormat;
use std::path::Path;

/// The format of a draft's bibliography.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// BibTeX and BibLaTeX.
    Bibtex,
    /// CSL as JSON.
    CslJson,
    /// CSL as YAML (a `references:` list, or the list itself).
    CslYaml,
    /// Hayagriva's YAML (a mapping from keys to entries).
    Hayagriva,
    /// A list of references exported by another program; it is read but not edited.
    List(ListFormat),
}

impl Format {
    /// Whether entries can be edited, added and removed. Exports of other programs are read-only:
    /// errors in them are corrected in the program of origin.
    #[must_use]
    pub fn is_editable(self) -> bool {
        !matches!(self, Format::List(_))
    }

    /// Returns the format of the file `path`, by its extension; YAML formats are distinguished by
    /// the start of `text`. `None` if the file is not a bibliography.
    #[must_use]
    pub fn of(path: &Path, text: &str) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "bib" | "bibtex" | "biblatex" => Some(Format::Bibtex),
            "json" | "csljson" => Some(Format::CslJson),
            "yml" | "yaml" => Some(Format::of_yaml(text)),
            other => ListFormat::of(other, text).map(Format::List),
        }
    }

    /// Detects the format of a file from its beginning, whatever its name: exports are often saved
    /// with the extension of another format. `None` if the beginning fits no format.
    ///
    /// Any JSON is read as CSL: other JSON can begin in the same way.
    #[must_use]
    pub fn by_content(head: &str) -> Option<Format> {
        let head = head.trim_start_matches('\u{feff}');
        match head.trim_start().chars().next()? {
            '<' => return Some(Format::List(ListFormat::of_xml(head))),
            '[' | '{' => return Some(Format::CslJson),
            _ => {}
        }
        let is_refer = |line: &str| {
            let tag = line.strip_prefix('%').unwrap_or_default();
            tag.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
                && tag.get(1..).is_some_and(|rest| rest.starts_with(' '))
        };
        let mut lines = head.lines().filter(|line| !line.trim().is_empty()).peekable();
        if lines.peek().is_some_and(|line| is_refer(line)) && !head.lines().any(is_entry) {
            return Some(Format::List(ListFormat::Refer));
        }
        lines.find_map(|line| {
            if line.starts_with("PMID- ") {
                Some(Format::List(ListFormat::Nbib))
            } else if line.starts_with("TY  -") || line.starts_with("TY - ") {
                Some(Format::List(ListFormat::Ris))
            } else if is_entry(line) {
                Some(Format::Bibtex)
            } else if line.starts_with("\\begin{thebibliography}") || line.contains("$ biblatex") {
                Some(Format::List(ListFormat::Bbl))
            } else {
                None
            }
        })
    }

    /// Returns the format of a text without a file name, such as one that was pasted, if it is a list of references.
    /// Unlike [`Format::by_content`], it does not take other JSON and XML, or a draft that mentions a list, for one.
    #[must_use]
    pub fn of_unnamed(text: &str) -> Option<Format> {
        const XML_ROOTS: [&str; 7] = ["<?xml", "<xml", "<records", "<TEI", "<article", "<ref-list", "<back"];
        let head = text.get(..text.floor_char_boundary(MAX_HEAD_BYTES)).unwrap_or_default();
        let head = head.trim_start_matches('\u{feff}').trim_start();
        let lines = || head.lines().map(str::trim_end).filter(|line| !line.is_empty());
        if head.starts_with(['[', '{']) {
            let inner = head.get(1..).unwrap_or_default().trim_start();
            let has_fields = ["\"title\"", "\"DOI\"", "\"items\"", "\"references\""];
            let is_csl = inner.starts_with(['{', '"']) && has_fields.iter().any(|name| head.contains(name));
            return is_csl.then_some(Format::CslJson);
        }
        if head.starts_with('<') {
            let is_list = XML_ROOTS.iter().any(|root| head.starts_with(root));
            return is_list.then(|| Format::List(ListFormat::of_xml(text)));
        }
        if let Some(format) = lines().next().and_then(Format::by_content) {
            return Some(format);
        }
        let tagged = lines().filter(|line| is_tagged(line)).count();
        let format = Format::by_content(head).filter(|_| tagged * 2 > lines().count());
        format.filter(|format| matches!(format, Format::List(ListFormat::Ris | ListFormat::Nbib)))
    }

    /// Distinguishes YAML formats: CSL is a list, or has a list under `references`; Hayagriva is a
    /// mapping.
    fn of_yaml(text: &str) -> Format {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).filter(|line| {
            !line.is_empty() && !line.trim_start().starts_with('#') && !line.starts_with("---")
        });
        let csl = |line: &str| {
            line.trim_start().starts_with("- ") || line.trim() == "-" || line.starts_with("references:")
        };
        match lines.next() {
            Some(first) if csl(first) || text.lines().any(|line| line.starts_with("references:")) => {
                Format::CslYaml
            }
            _ => Format::Hayagriva,
        }
    }
}

/// The length of the beginning of a text in which its format is detected, in bytes.
const MAX_HEAD_BYTES: usize = 8_000;

/// Whether a line begins with a tag of RIS or NBIB: `TY  - `, `PMID- `.
fn is_tagged(line: &str) -> bool {
    line.split_once('-').is_some_and(|(tag, rest)| {
        let name = tag.trim_end();
        (2..=4).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && (rest.is_empty() || rest.starts_with(' '))
    })
}

/// Whether a line begins a BibTeX entry: `@article{`, `@string (`.
fn is_entry(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('@') else { return false };
    let rest_of_name = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    rest_of_name.len() < rest.len() && rest_of_name.trim_start().starts_with(['{', '('])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_name_is_a_list_only_if_it_looks_like_one() {
        let list = |format| Some(Format::List(format));
        for (text, format) in [
            ("TY  - JOUR\nTI  - A title\nER  - \n", list(ListFormat::Ris)),
            ("Provider: X\n\nTY  - JOUR\nTI  - A title\nDO  - 10.1/x\nER  - \n", list(ListFormat::Ris)),
            ("\u{feff}\nPMID- 12\nOWN - NLM\nTI  - A title\n", list(ListFormat::Nbib)),
            ("%0 Journal Article\n%T A title\n", list(ListFormat::Refer)),
            ("@article{a, title = {T}}\n", Some(Format::Bibtex)),
            ("[\n {\"id\": \"a\", \"title\": \"T\"}]", Some(Format::CslJson)),
            ("<?xml version=\"1.0\"?>\n<xml><records>", list(ListFormat::EndnoteXml)),
            ("\\begin{thebibliography}{1}\n", list(ListFormat::Bbl)),
            ("# Export\n\nA record of RIS begins with its type:\n\nTY  - JOUR\n", None),
            ("[Rest](https://example.org) helps.\n", None),
            ("[{\"patient\": 7}]", None),
            ("<div>Rest helps.</div>\n", None),
            ("\\documentclass{article}\n\\begin{thebibliography}{1}\n", None),
            ("Rest helps.\n", None),
            ("", None),
        ] {
            assert_eq!(Format::of_unnamed(text), format, "{text}");
        }
    }

    #[test]
    fn the_format_is_detected_from_the_beginning_of_a_file() {
        let list = |format| Some(Format::List(format));
        for (head, format) in [
            ("\u{feff}\nPMID- 12\nOWN - NLM\n", list(ListFormat::Nbib)),
            ("DB  - X\nTI  - A title\nTY  - JOUR\n", list(ListFormat::Ris)),
            ("Provider: X\n\nTY  - JOUR\n", list(ListFormat::Ris)),
            ("%0 Journal Article\n%T A title\n", list(ListFormat::Refer)),
            ("% A file of mine\n@article{a,\n note = {TY  - x}}\n", Some(Format::Bibtex)),
            ("%A file of mine\n@article{a,\n}\n", Some(Format::Bibtex)),
            ("  @Book (a, title = {x})\n", Some(Format::Bibtex)),
            ("[{\"id\": \"a\"}]", Some(Format::CslJson)),
            ("<?xml version=\"1.0\"?>\n<xml><records>", list(ListFormat::EndnoteXml)),
            ("\\begin{thebibliography}{1}\n", list(ListFormat::Bbl)),
            ("Some words, and me@example.org {x}\n", None),
            ("", None),
        ] {
            assert_eq!(Format::by_content(head), format, "{head}");
        }
    }
}
