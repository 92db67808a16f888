//! The citation style of a draft.

use referee_text::FileId;

/// The style that a draft refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamedStyle {
    /// A style of the public repository: `apa`.
    Known(String),
    /// A local file.
    File(FileId),
}

/// Addresses of repositories that use the common style ids.
const REPOSITORIES: [&str; 3] = [
    "https://www.zotero.org/styles/",
    "http://www.zotero.org/styles/",
    "https://raw.githubusercontent.com/citation-style-language/styles/",
];

/// Returns the common id of a style if the draft gives one instead of a file: `apa`, or its address
/// in a public repository. The address is never requested.
pub(crate) fn name(named: &str) -> Option<&str> {
    let named = named.trim();
    if REPOSITORIES.iter().any(|repository| named.starts_with(repository)) {
        let last = named.rsplit('/').next().unwrap_or_default();
        return Some(last.strip_suffix(".csl").unwrap_or(last)).filter(|name| !name.is_empty());
    }
    let is_name = !named.is_empty() && named.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name.then_some(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_known_by_its_name_and_by_its_address_in_the_repository_of_all() {
        assert_eq!(name("american-medical-association"), Some("american-medical-association"));
        assert_eq!(name("https://www.zotero.org/styles/apa"), Some("apa"));
        let raw = "https://raw.githubusercontent.com/citation-style-language/styles/master/bmj.csl";
        assert_eq!(name(raw), Some("bmj"));
    }

    #[test]
    fn a_file_and_another_address_are_no_names_of_styles() {
        for other in ["apa.csl", "styles/apa", "../house.csl", "https://example.org/apa", "", "/apa"] {
            assert_eq!(name(other), None, "{other}");
        }
    }
}
