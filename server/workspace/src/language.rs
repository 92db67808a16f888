//! In which language something is said.

use crate::snapshot::Snapshot;
use referee_text::{FileId, Language};

impl Snapshot {
    /// The language of what is said beside the texts: that of the editor, English where it names none.
    #[must_use]
    pub fn interface_language(&self) -> Language {
        self.parts().locale.unwrap_or_default()
    }

    /// The language that the author of a file reads, where the file's own words do not say it: that of the editor, else
    /// that of the region in the settings.
    pub(crate) fn author_language(&self, file: &FileId) -> Language {
        let of_region = || {
            let region =
                referee_critic::Region::parse(&self.folder_settings(file).settings.values.critic_region);
            Language::spanish_if(region.is_spanish())
        };
        self.parts().locale.unwrap_or_else(of_region)
    }
}
