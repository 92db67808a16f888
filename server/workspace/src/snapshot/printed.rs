//! Works as the citation style of a draft prints them.

use super::Snapshot;
use crate::citation_style::NamedStyle;
use crate::files::Content;
use referee_bibliography::Work;
use referee_bibliography::printed::{CitationStyle, PrintedWords};
use referee_text::FileId;

impl Snapshot {
    /// A work as the citation style prints it that a draft names, or that the drafts of a bibliography agree on. `None`
    /// where none is named, it cannot be read, or the program was built without anything that prints in styles.
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
