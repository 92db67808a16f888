//! The language of messages.

use crate::snapshot::Snapshot;
use referee_text::{FileId, Language};

impl Snapshot {
    /// Returns the language of messages about no particular text: that of the editor, or English by
    /// default.
    #[must_use]
    pub fn interface_language(&self) -> Language {
        self.parts().locale.unwrap_or_default()
    }

    /// Returns the language of the author of a file if the text does not determine it: that of the
    /// editor, otherwise that of the region in the settings.
    pub(crate) fn author_language(&self, file: &FileId) -> Language {
        let of_region = || {
            let region =
                referee_critic::Region::parse(&self.folder_settings(file).settings.values.critic_region);
            Language::spanish_if(region.is_spanish())
        };
        self.parts().locale.unwrap_or_else(of_region)
    }
}
