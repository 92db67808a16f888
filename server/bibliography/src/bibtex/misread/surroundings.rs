//! The context of a .bib file: other bibliographies that are used together with it.

/// Facts about the files that are used together with this one.
pub struct Surroundings<'a> {
    /// No known draft uses the file, so the files that accompany it are unknown.
    pub is_alone: bool,
    /// Whether another file defines an abbreviation; the name is in lower case.
    pub defines: &'a dyn Fn(&str) -> bool,
    /// Whether another file has an entry with this key.
    pub entry: &'a dyn Fn(&str) -> bool,
}

impl Surroundings<'_> {
    pub(super) fn is_abbreviation_defined(&self, name: &str) -> bool {
        (self.defines)(name)
    }

    pub(super) fn has_entry(&self, key: &str) -> bool {
        (self.entry)(key)
    }
}
