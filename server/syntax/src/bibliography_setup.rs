//! Which program reads the bibliographies of a draft.

use crate::derived::flags;
use crate::{Document, Format};
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
    fn of_front_matter(text: &str) -> BibliographySetup {
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

impl Document {
    /// What the draft says about the program that reads its bibliographies.
    #[must_use]
    pub fn bibliography_setup(&self) -> BibliographySetup {
        if self.is_extracted() {
            return BibliographySetup::default();
        }
        match self.format() {
            Format::Latex | Format::Org => self.own_setup(),
            Format::Typst => {
                BibliographySetup { of_formats: Program::Typst.into(), ..BibliographySetup::default() }
            }
            Format::Markdown | Format::Quarto | Format::RMarkdown => {
                BibliographySetup::of_front_matter(&self.head().unwrap_or_default())
            }
            Format::Rst | Format::PlainText => BibliographySetup::default(),
        }
    }
}

impl Document {
    /// What the blocks of the draft say, together.
    fn own_setup(&self) -> BibliographySetup {
        let of_blocks = self.with(flags::FILES).map(|block| block.content.bibliography_setup);
        of_blocks.fold(BibliographySetup::default(), BibliographySetup::with)
    }

    /// The text of the front matter.
    fn head(&self) -> Option<String> {
        let block = self.with(flags::FRONT_MATTER).next()?;
        self.text().get_byte_slice(block.span().range()).map(|text| text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_text::Rope;
    use std::sync::Arc;

    fn programs(format: Format, texts: &[&str]) -> Programs {
        let setups = texts
            .iter()
            .map(|text| Document::read(format, Rope::from_str(text), Arc::default()).bibliography_setup());
        setups.fold(BibliographySetup::default(), BibliographySetup::with).programs()
    }

    #[test]
    fn the_draft_says_which_program_reads_its_bibliography() {
        use Program::{Biber, Bibtex, Pandoc, Typst};
        for (format, text, expected) in [
            (Format::Latex, "\\bibliographystyle{plain}\n\\bibliography{refs}\n", Some(Bibtex)),
            (Format::Latex, "\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n", Some(Biber)),
            (
                Format::Latex,
                "\\usepackage[style=apa,\n  backend=biber]{biblatex}\n\\bibliography{refs}\n",
                Some(Biber),
            ),
            (
                Format::Latex,
                "\\RequirePackage[backend = bibtex]{biblatex}\n\\addbibresource{refs.bib}\n",
                Some(Bibtex),
            ),
            (Format::Latex, "% \\usepackage{biblatex}\n\\bibliography{refs}\n", Some(Bibtex)),
            (Format::Latex, "\\cite{a}\n", None),
            (Format::Markdown, "---\nbibliography: refs.bib\n---\n[@a]\n", Some(Pandoc)),
            (Format::Markdown, "[@a]\n", Some(Pandoc)),
            (Format::Quarto, "---\nbibliography: refs.bib\nformat: typst\n---\n[@a]\n", Some(Typst)),
            (Format::Quarto, "---\nformat:\n  pdf:\n    cite-method: biblatex\n---\n[@a]\n", Some(Biber)),
            (
                Format::RMarkdown,
                "---\noutput:\n  pdf_document:\n    citation_package: natbib\n---\n[@a]\n",
                Some(Bibtex),
            ),
            (Format::Typst, "@a\n#bibliography(\"refs.bib\")\n", Some(Typst)),
            (Format::Org, "#+bibliography: refs.bib\n#+cite_export: biblatex\n", Some(Biber)),
            (Format::Org, "#+bibliography: refs.bib\n[cite:@a]\n", None),
            (Format::Rst, ":cite:`a`\n", None),
        ] {
            assert_eq!(programs(format, &[text]), expected.map(Programs::from).unwrap_or_default(), "{text}");
        }
    }

    #[test]
    fn the_preamble_may_be_another_file() {
        let texts = ["\\usepackage[backend=bibtex8]{biblatex}\n", "\\addbibresource{refs.bib}\n"];
        assert_eq!(programs(Format::Latex, &texts), Program::Bibtex.into());
    }
}
