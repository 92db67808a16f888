//! The arguments of `check` and `references`.

use super::lookup::LookupOptions;
use super::paper_options::PaperOptions;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The arguments of `referee check`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing at or above --fail-on\n  \
    1  something at or above --fail-on\n  \
    2  the command could not do its work\n  \
    3  nothing was found, but with --fail-on unchecked a reference was not looked up,\n     \
    or look-ups were allowed and no service answered about any reference\n\n\
    Examples:\n  \
    referee check paper.md\n  \
    referee check thesis/ --online --fail-on unchecked\n  \
    referee check submission/ --isolated    a stranger's manuscript\n  \
    referee check note.md --against visit.vtt    a note against what was said\n  \
    referee check manuscript.docx           a Word file; also .odt, .rtf, .pdf, .ipynb\n  \
    referee check manuscript.docx --fix-copy    and a copy of it with comments\n  \
    pbpaste | referee check -               standard input, here what was copied on a Mac\n  \
    referee check export.ris                a list of another program; also .nbib, .enw, .bbl, .xml\n  \
    referee check paper.pdf --format html > report.html\n  \
    referee check refs.bib --library ~/pubmed --format json")]
pub(crate) struct Check {
    /// Files or folders; `-` is standard input. Folders are walked, including .docx, .odt, .rtf and
    /// .pdf; files ignored by .gitignore are omitted.
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The file name to assume for standard input. It determines the format, which is otherwise
    /// detected from the text, and the folder whose settings apply.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) stdin_name: Option<PathBuf>,
    /// The format of the report.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// Whether the papers that the author has are read.
    #[command(flatten)]
    pub(crate) papers: PaperOptions,
    /// What the notes were written from: a transcript of the visit (.txt, .vtt, .srt, .json), an earlier note, a table of
    /// results. The source/ rules compare each note with it.
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) against: Vec<PathBuf>,
    /// Whether the drafts are papers or clinical notes.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) kind: RequestedKind,
    /// Ignore everything that the workspace declares about itself: its referee.toml, its baseline,
    /// its .gitignore, comments that suppress findings, and its own libraries and evidence.
    #[arg(long, conflicts_with_all = ["write_baseline", "fix"])]
    pub(crate) isolated: bool,
    /// The lowest severity for which the exit status is 1; `unchecked` also fails with 3 for
    /// references that were not looked up. The default is the setting `check.fail_on`, which is
    /// `warning`.
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
    /// Apply the mechanical fixes, and report the remaining findings.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Write a copy of a Word file (paper.referee.docx) with a comment at each finding. Nothing else changes.
    #[arg(long, conflicts_with_all = ["fix", "write_baseline"])]
    pub(crate) fix_copy: bool,
    /// Write the current findings to referee.baseline.json, and do not report them again.
    #[arg(long, conflicts_with = "fix")]
    pub(crate) write_baseline: bool,
    /// Also print hints, and every reference.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// The formats of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for a terminal.
    #[default]
    Human,
    /// JSON for programs: `referee.check/1`.
    Json,
    /// SARIF 2.1.0 for code scanning.
    Sarif,
    /// Annotations for GitHub Actions.
    Github,
    /// One page for an editor or a reviewer: each reference with its evidence and a box to sign.
    Html,
}

/// The kind that drafts are reviewed as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RequestedKind {
    /// The kind set by the draft itself or by the settings.
    #[default]
    Auto,
    /// All drafts are papers.
    Manuscript,
    /// All drafts are clinical notes: only identifiers are looked up online.
    ClinicalNote,
}

/// The condition for `check` to fail, with the values of the setting `check.fail_on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// The exit status is 1 if there is an error.
    Error,
    /// The exit status is 1 if there is a warning or an error.
    Warning,
    /// The exit status is 1 if there is an information, a warning or an error.
    Information,
    /// Like warning; the exit status is 3 without such findings, but with a reference that was not
    /// looked up.
    Unchecked,
    /// The exit status is 0 whatever the findings.
    Never,
}

impl FailOn {
    /// Returns the value in the settings.
    pub(crate) fn word(self) -> &'static str {
        match self {
            FailOn::Error => "error",
            FailOn::Warning => "warning",
            FailOn::Information => "information",
            FailOn::Unchecked => "unchecked",
            FailOn::Never => "never",
        }
    }
}

/// The arguments of `referee references`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee references manuscript.docx                     what the Word file cites\n  \
    referee references paper.pdf --format bibtex > refs.bib\n  \
    referee references export.enw --format csl-json")]
pub(crate) struct References {
    /// Files: drafts, bibliographies, .docx, .odt, .rtf, .pdf, .ris, .nbib, .enw, .bbl, EndNote,
    /// JATS or TEI XML.
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReferenceFormat,
}

/// The output formats for references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferenceFormat {
    /// A line of text for each reference.
    #[default]
    Text,
    /// The original text of each reference, one per line, to compare with the document.
    Printed,
    /// CSL-JSON, for Zotero and Pandoc.
    CslJson,
    /// BibTeX, for LaTeX.
    Bibtex,
    /// RIS, for any reference manager.
    Ris,
}
