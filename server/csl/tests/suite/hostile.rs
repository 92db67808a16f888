//! Styles from untrusted authors.

use crate::{LIST, printed, style, work};
use referee_bibliography::Work;
use referee_bibliography::printed::CitationStyle;
use referee_bibliography::xml_tree::Element;
use referee_csl::limits::{MAX_EXPANDED_ELEMENTS, expansion};
use referee_csl::{Style, StyleError};
use std::fmt::Write;

fn refused(macros: &str) -> StyleError {
    let list = format!(r#"{macros}<bibliography><layout><text macro="m0"/></layout></bibliography>"#);
    Style::read(&style("", &list)).unwrap_err()
}

#[test]
fn a_macro_that_uses_itself_is_refused() {
    let error =
        refused(r#"<macro name="m0"><text macro="m1"/></macro><macro name="m1"><text macro="m0"/></macro>"#);
    assert!(matches!(error, StyleError::Recursion), "{error}");
    let error = refused(r#"<macro name="m0"><group><text macro="m0"/></group></macro>"#);
    assert!(matches!(error, StyleError::Recursion), "{error}");
}

#[test]
fn macros_that_stand_for_billions_of_elements_are_refused() {
    let mut macros = String::new();
    for at in 0..40 {
        write!(macros, r#"<macro name="m{at}"><text macro="m{0}"/><text macro="m{0}"/></macro>"#, at + 1)
            .unwrap();
    }
    assert!(matches!(refused(&macros), StyleError::TooMuch));
}

#[test]
fn what_lies_too_deep_is_refused() {
    let mut macros = String::new();
    for at in 0..400 {
        write!(macros, r#"<macro name="m{at}"><text macro="m{}"/></macro>"#, at + 1).unwrap();
    }
    assert!(matches!(refused(&macros), StyleError::TooMuch));
    let deep = format!("<macro name=\"m0\">{}{}</macro>", "<group>".repeat(190), "</group>".repeat(190));
    // Deep, but within the limit: it is accepted and prints nothing.
    let list = format!(r#"{deep}<bibliography><layout><text macro="m0"/></layout></bibliography>"#);
    assert_eq!(printed(CitationStyle::Text(&style("", &list)), &work(), None), None);
}

/// Returns a style with this many levels of macros; each uses the next one ten times.
fn nested_macros(levels: usize) -> String {
    let mut macros = String::new();
    for at in 0..levels {
        let uses = format!(r#"<text macro="m{}"/>"#, at + 1).repeat(10);
        write!(macros, r#"<macro name="m{at}"><group>{uses}</group></macro>"#).unwrap();
    }
    write!(macros, r#"<macro name="m{levels}"><text variable="title"/></macro>"#).unwrap();
    style("", &format!(r#"{macros}<bibliography><layout><text macro="m0"/></layout></bibliography>"#))
}

#[test]
fn a_style_is_printed_up_to_a_number_of_elements_and_not_read_beyond_it() {
    let elements = |text: &str| expansion(&Element::parse(text).unwrap()).unwrap().elements;
    // Some 300,000 elements in five levels are printed once each; the cost is what was counted.
    let largest = nested_macros(5);
    assert!((200_000..MAX_EXPANDED_ELEMENTS).contains(&elements(&largest)), "{}", elements(&largest));
    let nobody = Work { authors: Vec::new(), ..work() };
    let text = printed(CitationStyle::Text(&largest), &nobody, None).unwrap();
    assert_eq!(text.matches(nobody.title.as_deref().unwrap()).count(), 100_000);
    // Ten times as many are rejected.
    let larger = nested_macros(6);
    assert!(elements(&larger) > MAX_EXPANDED_ELEMENTS);
    assert!(matches!(Style::read(&larger), Err(StyleError::TooMuch)));
}

#[test]
fn a_file_that_is_no_style_prints_nothing() {
    for text in [
        "",
        "not XML",
        "<style/>",
        "<html><body>404 Not Found</body></html>",
        "<!DOCTYPE style [<!ENTITY a \"aaaa\">]><style>&a;</style>",
    ] {
        assert_eq!(printed(CitationStyle::Text(text), &work(), None), None, "{text}");
    }
    let cut = style("", LIST);
    for end in (0..cut.len()).step_by(23).filter(|end| cut.is_char_boundary(*end)) {
        // It terminates; whether a truncated style prints anything is up to the parser.
        let _ = printed(CitationStyle::Text(&cut[..end]), &work(), None);
    }
}

#[test]
fn a_style_of_more_than_a_megabyte_is_not_read() {
    let text = style("", &format!("{LIST}<!--{}-->", "x".repeat(1 << 20)));
    assert!(matches!(Style::read(&text), Err(StyleError::TooLarge)));
}
