//! Determines from the whole draft which program reads its bibliographies.

use crate::derived::flags;
use crate::{BibliographySetup, Document, Format};
use referee_bibliography::Program;

impl Document {
    /// Returns what the draft declares about the program that reads its bibliographies.
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
            Format::Markdown if self.own_setup().is_of_myst => BibliographySetup::default(),
            Format::Markdown | Format::Quarto | Format::RMarkdown => {
                BibliographySetup::of_front_matter(&self.head().unwrap_or_default())
            }
            Format::Rst | Format::PlainText => BibliographySetup::default(),
        }
    }

    /// Merges the declarations of all blocks of the draft.
    fn own_setup(&self) -> BibliographySetup {
        let of_blocks = self.with(flags::FILES).map(|block| block.content.bibliography_setup);
        of_blocks.fold(BibliographySetup::default(), BibliographySetup::with)
    }

    /// Returns the text of the front matter.
    fn head(&self) -> Option<String> {
        let block = self.with(flags::FRONT_MATTER).next()?;
        self.text().get_byte_slice(block.span().range()).map(|text| text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::Programs;
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
            (Format::Markdown, "As {cite:p}`a` says.\n", None),
            (Format::Markdown, "# A\n\n```{bibliography} refs.bib\n```\n", None),
            (Format::Markdown, "`{cite}` and `{bibliography}` are MyST's, [@a] is not.\n", Some(Pandoc)),
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
