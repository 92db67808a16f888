//! Determines which program reads the bibliographies of a draft.

use referee_bibliography::{Program, Programs};

/// The declarations of a draft, or of several related drafts, about the program that reads the
/// bibliographies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BibliographySetup {
    /// The program that is set explicitly, by loading biblatex or by Org's citation processor.
    pub named: Option<Program>,
    /// Whether a biblatex command declares a bibliography (`\\addbibresource`).
    pub has_biblatex_command: bool,
    /// Whether the BibTeX command declares a bibliography (`\\bibliography`).
    pub has_bibtex_command: bool,
    /// Whether a MyST role or directive cites or lists works. None of the known programs reads
    /// these.
    pub is_of_myst: bool,
    /// The programs that are implied by the formats of the drafts.
    pub of_formats: Programs,
}

impl BibliographySetup {
    pub(crate) fn is_empty(&self) -> bool {
        *self == BibliographySetup::default()
    }

    /// Merges two declarations.
    #[must_use]
    pub fn with(self, other: BibliographySetup) -> BibliographySetup {
        BibliographySetup {
            named: self.named.or(other.named),
            has_biblatex_command: self.has_biblatex_command || other.has_biblatex_command,
            has_bibtex_command: self.has_bibtex_command || other.has_bibtex_command,
            is_of_myst: self.is_of_myst || other.is_of_myst,
            of_formats: self.of_formats.with(other.of_formats),
        }
    }

    /// Returns the programs; empty if they are not known.
    #[must_use]
    pub fn programs(self) -> Programs {
        let of_latex = self.named.or(match (self.has_biblatex_command, self.has_bibtex_command) {
            (true, _) => Some(Program::Biber),
            (false, true) => Some(Program::Bibtex),
            (false, false) => None,
        });
        of_latex.map_or(self.of_formats, |program| self.of_formats.with(program.into()))
    }

    /// Returns the program that biblatex works with, by the package options.
    pub(crate) fn of_biblatex(options: &str) -> Program {
        let backend = options.split(',').find_map(|option| {
            let (name, value) = option.split_once('=')?;
            (name.trim() == "backend")
                .then(|| value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}')))
        });
        match backend {
            Some("bibtex" | "bibtex8" | "bibtexu") => Program::Bibtex,
            _ => Program::Biber,
        }
    }

    /// Returns the program that an Org citation processor works with: `#+cite_export: biblatex`.
    pub(crate) fn of_org_processor(name: &str) -> Option<Program> {
        match name {
            "biblatex" => Some(Program::Biber),
            "natbib" | "bibtex" => Some(Program::Bibtex),
            _ => None,
        }
    }

    /// Returns what the front matter of a Pandoc draft declares. If the metadata ask for it, Pandoc
    /// passes citations on to LaTeX; Quarto passes those of Typst output on to Typst.
    pub(crate) fn of_front_matter(text: &str) -> BibliographySetup {
        let mut setup = BibliographySetup::default();
        let (mut is_typst, mut is_other) = (false, false);
        for line in text.lines() {
            let Some((name, value)) = line.split_once(':') else { continue };
            let name = name.trim();
            let value = value.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
            match (name, value) {
                ("cite-method" | "citation_package", "biblatex") => setup.named = Some(Program::Biber),
                ("cite-method" | "citation_package", "natbib") => setup.named = Some(Program::Bibtex),
                ("format", "typst") | ("typst", "" | "default") => is_typst = true,
                ("citeproc", "true") => is_other = true,
                ("html" | "pdf" | "docx" | "odt" | "epub", "" | "default") => is_other = true,
                _ => {}
            }
        }
        if is_typst {
            setup.of_formats = Program::Typst.into();
        }
        if !is_typst && setup.named.is_none() || is_typst && is_other {
            setup.of_formats = setup.of_formats.with(Program::Pandoc.into());
        }
        setup
    }
}
