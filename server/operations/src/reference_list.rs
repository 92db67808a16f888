//! Turns a list of separately sent references into a text that is parsed like any other.

/// The text of a list of references, by format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListText {
    /// BibTeX entries, separated by blank lines.
    Bibtex(String),
    /// A numbered list under the heading "References", one item per line.
    Plain(String),
}

/// Makes a text from a list: a bibliography if every item is a BibTeX entry, otherwise a numbered
/// list.
#[must_use]
pub fn as_text(list: &[String]) -> ListText {
    if list.iter().all(|item| is_entry(item)) {
        return ListText::Bibtex(list.join("\n\n"));
    }
    let mut body = String::from("References\n\n");
    for (index, item) in list.iter().enumerate() {
        let spaced: String = item.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        body.push_str(&format!("{}. {}\n", index + 1, without_number(&line)));
    }
    ListText::Plain(body)
}

/// Splits a text into the items of a list without a heading: at blank lines, otherwise at every
/// line. The numbers of the items are removed.
#[must_use]
pub fn items_of(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let has_blank_lines = lines.iter().any(|line| line.is_empty());
    let paragraphs: Vec<Vec<&str>> = if has_blank_lines {
        lines.split(|line| line.is_empty()).map(<[&str]>::to_vec).collect()
    } else {
        lines.into_iter().map(|line| vec![line]).collect()
    };
    let items = paragraphs.into_iter().map(|lines| without_number(&lines.join(" ")).trim().to_owned());
    items.filter(|item| !item.is_empty()).collect()
}

/// Whether a text begins like a BibTeX entry.
#[must_use]
pub fn is_entry(text: &str) -> bool {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix('@') else { return false };
    let kind = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    kind.len() < rest.len() && kind.trim_start().starts_with(['{', '('])
}

/// Removes the number of an item in its original list: `12. `, `[12] `, `(12) `.
fn without_number(item: &str) -> &str {
    let bare = item.trim_start_matches(['[', '(']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 3 {
        return item;
    }
    let rest = &bare[digits..];
    let behind = rest.trim_start_matches([']', ')', '.']);
    if behind.len() < rest.len() && behind.starts_with(' ') { behind.trim_start() } else { item }
}

#[cfg(test)]
mod tests {
    use super::{items_of, without_number};

    #[test]
    fn paragraphs_or_else_lines_are_items() {
        assert_eq!(items_of("One\ntwo\n\n\nThree\n"), ["One two", "Three"]);
        assert_eq!(items_of("  1. One\n[2] Two\n"), ["One", "Two"]);
        assert_eq!(items_of(" \n"), Vec::<String>::new());
    }

    #[test]
    fn the_number_of_an_item_goes_and_nothing_else() {
        for (item, bare) in [
            ("12. Smith J. A title. 2019.", "Smith J. A title. 2019."),
            ("[3] Smith J.", "Smith J."),
            ("10.1056/NEJMoa012512", "10.1056/NEJMoa012512"),
            ("11832527", "11832527"),
            ("2019 was a year.", "2019 was a year."),
            ("3D printing in medicine.", "3D printing in medicine."),
        ] {
            assert_eq!(without_number(item), bare);
        }
    }
}
