//! What is known beside a .bib file.

/// What is known about the files that are used beside this one.
pub struct Surroundings<'a> {
    /// No draft is known that uses the file, so other files that go with it are not known.
    pub is_alone: bool,
    /// Whether another file defines an abbreviation, by its name in small letters.
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
