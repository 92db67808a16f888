//! Works printed in the citation style of a draft.

use super::Snapshot;
use crate::citation_style::NamedStyle;
use crate::files::Content;
use referee_bibliography::Work;
use referee_bibliography::printed::{CitationStyle, PrintedWords};
use referee_text::FileId;

impl Snapshot {
    /// Prints a work in the citation style of the draft, or in the one shared by the drafts of a
    /// bibliography. `None` if the style is missing, it cannot be read, or the program was built
    /// without a printer.
    #[must_use]
    pub fn printed(&self, file: &FileId, work: &Work) -> Option<Vec<PrintedWords>> {
        let printer = self.parts().printer.as_ref()?;
        let language = self.file(file).and_then(|read| read.draft()?.front_matter()?.lang);
        let language = language.as_ref().map(|language| language.name.as_str());
        match self.graph().style(file)? {
            NamedStyle::Known(name) => printer.print(CitationStyle::Named(name), work, language),
            NamedStyle::File(style) => {
                let Content::CitationStyle(text) = &self.file(style)?.content else { return None };
                printer.print(CitationStyle::Text(&text.to_string()), work, language)
            }
        }
    }
}
