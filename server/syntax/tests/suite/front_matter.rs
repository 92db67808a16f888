//! Tests the front matter of a draft.

use super::{cites, modes, read, targets};
use referee_syntax::Format::{Markdown, PlainText, Quarto};
use referee_syntax::{DraftKind, Mode};

fn bibliographies(text: &str) -> Vec<String> {
    read(Quarto, text)
        .names_bibliographies()
        .into_iter()
        .map(|named| {
            assert_eq!(text[named.span.range()].replace("\\\\", "\\"), named.name);
            named.name
        })
        .collect()
}

#[test]
fn bibliographies_are_named_with_their_places() {
    assert_eq!(bibliographies("---\nbibliography: refs.bib\n---\n"), ["refs.bib"]);
    assert_eq!(bibliographies("---\ntitle: é \"x\"\nbibliography: \"réfs.bib\" # mine\n---\n"), ["réfs.bib"]);
    assert_eq!(bibliographies("---\nbibliography: [a.bib, 'b c.bib']\n...\n"), ["a.bib", "b c.bib"]);
    assert_eq!(
        bibliographies("---\nbibliography:\n  - a.bib\n  - b.json\nlang: en\n---\n\nText\n"),
        ["a.bib", "b.json"]
    );
    assert_eq!(
        bibliographies("---\ntitle: x\n---\n\nText\n\n---\nbibliography: late.bib\n---\n"),
        ["late.bib"]
    );
    assert_eq!(bibliographies("---\nbibliography: \"a.bib\"\n"), [""; 0]);
}

#[test]
fn a_broken_entry_does_not_hide_the_bibliography() {
    assert_eq!(
        bibliographies("---\ntitle: \"half\nbibliography: refs.bib\nauthor: [a, {b\n---\n"),
        ["refs.bib"]
    );
    assert_eq!(bibliographies("---\nbibliography: [a.bib, b.bib\ntitle: x\n---\n"), ["a.bib", "b.bib"]);
    assert_eq!(bibliographies("---\na: :x\n\tbad: [\n@x: y\nbibliography: refs.bib\n---\n"), ["refs.bib"]);
}

#[test]
fn nocite_cites_without_showing() {
    cites(Markdown, "---\nnocite: |\n  @‹a›, @‹b›,\n      @‹c›\n---\n\nText\n");
    assert_eq!(modes(Markdown, "---\nnocite: '@a'\n---\n"), [Mode::Hidden]);
    for text in ["---\nnocite: '@*'\n---\n", "---\nnocite: |\n  @*\n---\n", "---\nnocite: \"[@*]\"\n---\n"] {
        assert!(read(Markdown, text).cites_all(), "{text}");
        assert_eq!(targets(Markdown, text), [""; 0]);
    }
}

#[test]
fn an_abstract_and_a_title_may_cite_and_an_author_does_not() {
    cites(
        Quarto,
        "---\ntitle: \"On [@‹a›]\"\nauthor: \"@handle\"\nemail: x@y.org\nabstract: |\n  We follow @‹b›\n  and [@‹c›].\ntwitter: '@no'\n---\n",
    );
}

#[test]
fn the_style_has_its_place() {
    let text = "---\ntitle: x\ncsl: 'house.csl'\n---\n";
    let named = read(Quarto, text).citation_style().unwrap();
    assert_eq!((named.name.as_str(), &text[named.span.range()]), ("house.csl", "house.csl"));
    assert_eq!(read(Quarto, "---\ntitle: x\n---\n\ncsl: house.csl\n").citation_style(), None);
}

#[test]
fn the_draft_says_what_it_is() {
    let note = "---\nreferee: {kind: clinical-note, profile: soap}\n---\n\nS: …\n";
    for format in [Markdown, PlainText] {
        let document = read(format, note);
        assert_eq!(document.declared_kind(), Some(DraftKind::ClinicalNote));
        assert_eq!(document.front_matter().unwrap().profile.unwrap().name, "soap");
    }
    assert_eq!(
        read(Markdown, "---\nreferee:\n  kind: manuscript\n---\n").declared_kind(),
        Some(DraftKind::Manuscript)
    );
    assert_eq!(read(Markdown, "Text\n").declared_kind(), None);
}

#[test]
fn references_in_the_front_matter_are_a_bibliography() {
    let text = "---\ntitle: x\nreferences:\n- id: smith2020\n  title: A\n- id: doe\nlang: es-CL\n---\n\n@smith2020\n";
    let matter = read(Quarto, text).front_matter().unwrap();
    assert_eq!(
        &text[matter.inline_references.unwrap().range()],
        "references:\n- id: smith2020\n  title: A\n- id: doe"
    );
    assert_eq!(
        matter.inline_keys.iter().map(|key| &text[key.span.range()]).collect::<Vec<_>>(),
        ["smith2020", "doe"]
    );
    assert_eq!(matter.lang.unwrap().name, "es-CL");
}

#[test]
fn a_rule_between_paragraphs_is_no_metadata() {
    cites(Markdown, "Text @‹a›\n\n---\n\nText @‹b›\n\n---\n\nText @‹c›\n");
    cites(Markdown, "---\n\nText @‹a›\n\n---\n");
}
