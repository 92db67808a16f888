//! Which program reads the bibliographies of a draft.

use referee_bibliography::{Program, Programs};

/// What a draft, or several that belong together, says about the program that reads its bibliographies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BibliographySetup {
    /// biblatex is loaded, or the processor of Org is named: the program that it works with.
    pub named: Option<Program>,
    /// A command of biblatex names a bibliography (`\\addbibresource`).
    pub has_biblatex_command: bool,
    /// The command of BibTeX names a bibliography (`\\bibliography`).
    pub has_bibtex_command: bool,
    /// A role or a directive of MyST cites or lists works. None of the known programs reads these.
    pub is_of_myst: bool,
    /// The programs of formats that have one of their own.
    pub of_formats: Programs,
}

impl BibliographySetup {
    pub(crate) fn is_empty(&self) -> bool {
        *self == BibliographySetup::default()
    }

    /// What both say together.
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

    /// The programs; empty where nothing says which.
    #[must_use]
    pub fn programs(self) -> Programs {
        let of_latex = self.named.or(match (self.has_biblatex_command, self.has_bibtex_command) {
            (true, _) => Some(Program::Biber),
            (false, true) => Some(Program::Bibtex),
            (false, false) => None,
        });
        of_latex.map_or(self.of_formats, |program| self.of_formats.with(program.into()))
    }

    /// The program that biblatex works with, by the options of the package.
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

    /// The program that the processor with this name works with, `#+cite_export: biblatex`.
    pub(crate) fn of_org_processor(name: &str) -> Option<Program> {
        match name {
            "biblatex" => Some(Program::Biber),
            "natbib" | "bibtex" => Some(Program::Bibtex),
            _ => None,
        }
    }

    /// What the front matter of a draft of Pandoc says. Pandoc hands the citations on to LaTeX where it is asked to,
    /// Quarto those of Typst to Typst.
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
