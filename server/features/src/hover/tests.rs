#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use crate::fixture::{Fixture, PAPER, paper};
use referee_csl::CslPrinter;
use referee_workspace::{Session, load_pending};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

fn shown(fixture: &Fixture) -> Option<String> {
    hover(&fixture.snapshot, &fixture.file, fixture.offset, Style::Plain).map(|hover| hover.text)
}

#[test]
fn a_citation_shows_the_work_it_points_to() {
    for draft in ["As shown [see @smi$0th2020, p. 3].", "As @$0smith2020 says.", "[@ukpds:34; -@smith2020$0]"]
    {
        let card = shown(&paper(draft)).unwrap_or_default();
        assert!(
            card.starts_with("Smith A, Lindqvist B, Moreau C. Effect of Metformin on mortality."),
            "{draft}: {card}"
        );
        assert!(card.contains("https://doi.org/10.5555/example.1"), "{card}");
    }
}

#[test]
fn prose_and_unknown_keys_show_nothing() {
    for draft in ["As sho$0wn [@smith2020].", "[@no$0body]"] {
        assert_eq!(shown(&paper(draft)), None, "{draft}");
    }
}

#[test]
fn an_entry_shows_itself() {
    let fixture = Fixture::new("//- a.bib\n@book{x, title = {A $0title}, year = 1999}\n");
    assert_eq!(shown(&fixture).as_deref(), Some("A title. 1999."));
}

#[test]
fn a_bare_identifier_links_to_its_work() {
    let card = shown(&paper("See doi:10.5555/exam$0ple.9 for more.")).unwrap_or_default();
    assert!(card.contains("https://doi.org/10.5555/example.9"), "{card}");
}

/// The style of an invented journal, whose output is unlike that of any other style.
const HOUSE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
  <info>
    <title>House</title>
    <id>https://example.org/styles/house</id>
    <updated>2026-11-23T00:00:00+00:00</updated>
  </info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography>
    <layout suffix=" !">
      <text variable="citation-number" suffix=". "/>
      <names variable="author"><name form="short" delimiter=" + "/></names>
      <text variable="container-title" prefix=" in " font-style="italic"/>
    </layout>
  </bibliography>
</style>"#;

/// The output of the house style for `smith2020`.
const IN_HOUSE_STYLE: &str = "Smith + Lindqvist + Moreau in Journal of Examples !";

/// The beginning of the card of `smith2020` without a style.
const IN_NO_STYLE: &str = "Smith A, Lindqvist B, Moreau C. Effect of Metformin on mortality.";

/// Returns the card at the cursor, in a folder with these files, for a program that can or cannot
/// print in styles.
fn card_in_folder(files: &str, can_print: bool, style: Style) -> String {
    let folder = tempfile::tempdir().unwrap();
    let fixture = referee_fixture::Fixture::parse(&format!("{}{}", PAPER.trim_start(), files.trim_start()));
    let session = Mutex::new(Session::default());
    let mut cursor = None;
    for file in &fixture.files {
        let path = folder.path().join(&file.name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &file.text).unwrap();
        if let Some(offset) = file.cursors.first() {
            let id = FileId::new(path);
            session.lock().unwrap().open(id.clone(), "", 1, &file.text);
            cursor = Some((id, *offset));
        }
    }
    session.lock().unwrap().set_folders(vec![folder.path().to_path_buf()]);
    if can_print {
        session.lock().unwrap().print_references_with(Arc::new(CslPrinter));
    }
    load_pending(&session);
    let (file, offset) = cursor.unwrap();
    let snapshot = session.lock().unwrap().snapshot();
    // A style is not reviewed, and an unreadable one is not reported.
    let findings = snapshot.review(&file, &CancellationToken::new()).unwrap().findings;
    assert!(!findings.iter().any(|finding| finding.message.contains("csl")), "{findings:?}");
    assert!(!snapshot.known_files().iter().any(|file| file.name().ends_with(".csl")));
    hover(&snapshot, &file, offset, style).unwrap().text
}

#[test]
fn a_card_shows_the_work_in_the_style_that_the_draft_names() {
    for (name, draft) in [
        ("paper.md", "---\nbibliography: refs.bib\ncsl: house.csl\n---\n[@smi$0th2020]\n"),
        ("paper.qmd", "---\nbibliography: refs.bib\ncsl: styles/../house.csl\n---\n@smi$0th2020 says\n"),
        ("paper.Rmd", "---\ncsl: \"house.csl\"\nbibliography: [refs.bib]\n---\n[@smi$0th2020]\n"),
        ("paper.typ", "#bibliography(\"refs.bib\", style: \"house.csl\")\n\nAs @smi$0th2020 says.\n"),
        ("paper.org", "#+bibliography: refs.bib\n#+cite_export: csl house.csl\n\n[cite:@smi$0th2020]\n"),
    ] {
        let files = format!("//- house.csl\n{HOUSE}\n//- {name}\n{draft}");
        let card = card_in_folder(&files, true, Style::Plain);
        assert!(card.starts_with(IN_HOUSE_STYLE), "{name}: {card}");
        // The rest of the card is unchanged.
        assert!(card.contains("https://doi.org/10.5555/example.1"), "{name}: {card}");
        let card = card_in_folder(&files, false, Style::Plain);
        assert!(card.starts_with(IN_NO_STYLE), "{name}: {card}");
    }
}

#[test]
fn italics_of_a_style_are_those_of_the_card() {
    let files = format!(
        "//- house.csl\n{HOUSE}\n//- paper.md\n---\nbibliography: refs.bib\ncsl: house.csl\n---\n[@smi$0th2020]\n"
    );
    let card = card_in_folder(&files, true, Style::Markdown);
    assert!(card.starts_with(r"Smith + Lindqvist + Moreau *in Journal of Examples* \!"), "{card}");
}

#[test]
fn the_style_of_a_project_counts_for_its_documents() {
    let project = format!(
        "//- styles/house.csl\n{HOUSE}\n//- _quarto.yml\nbibliography: refs.bib\ncsl: styles/house.csl\n"
    );
    let card = card_in_folder(&format!("{project}//- one/paper.qmd\n[@smi$0th2020]\n"), true, Style::Plain);
    assert!(card.starts_with(IN_HOUSE_STYLE), "{card}");
    let own = "//- one/paper.qmd\n---\ncsl: apa\n---\n[@smi$0th2020]\n";
    let card = card_in_folder(&format!("{project}{own}"), true, Style::Plain);
    assert!(card.starts_with("Smith, A., Lindqvist, B., & Moreau, C. (2020). Effect of Metformin"), "{card}");
}

#[test]
fn an_entry_is_shown_in_the_style_that_its_drafts_agree_on() {
    let files = format!(
        "//- house.csl\n{HOUSE}\n//- more.bib\n@article{{okafor, author = {{Okafor, Grace}}, journal = {{Journal of Ex$0amples}}}}\n"
    );
    // Without an open draft that uses the bibliography, no style applies.
    let card = card_in_folder(&files, true, Style::Plain);
    assert!(card.starts_with("Okafor G."), "{card}");
}

#[test]
fn a_style_that_cannot_be_read_leaves_the_card_as_it_is() {
    for (style, named) in [
        ("no style at all", "house.csl"),
        (HOUSE, "elsewhere.csl"),
        (HOUSE, "no-such-style"),
        (HOUSE, "https://example.org/house.csl"),
    ] {
        let files = format!(
            "//- house.csl\n{style}\n//- paper.md\n---\nbibliography: refs.bib\ncsl: {named}\n---\n[@smi$0th2020]\n"
        );
        let card = card_in_folder(&files, true, Style::Plain);
        assert!(card.starts_with(IN_NO_STYLE), "{named}: {card}");
    }
}

#[test]
fn a_term_of_a_note_shows_who_says_it_in_the_source_and_when() {
    let shown = |body: &str| {
        let folder = tempfile::tempdir().unwrap();
        let source =
            "[00:01:20] Doctor: Continue the lisinopril, twenty milligrams.\n[00:01:25] Patient: Okay.\n";
        std::fs::write(folder.path().join("visit.txt"), source).unwrap();
        let note = format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{body}\n");
        let offset = note.find("$0").unwrap();
        let note = note.replace("$0", "");
        let path = folder.path().join("note.md");
        std::fs::write(&path, &note).unwrap();
        let (session, file) = (Mutex::new(Session::default()), FileId::new(path));
        session.lock().unwrap().open(file.clone(), "", 1, &note);
        session.lock().unwrap().set_folders(vec![folder.path().to_path_buf()]);
        load_pending(&session);
        let snapshot = session.into_inner().unwrap().snapshot();
        hover(&snapshot, &file, offset, Style::Plain).map(|hover| hover.text)
    };
    let card = shown("Continue lisin$0opril 20 mg daily.").unwrap_or_default();
    assert!(card.contains("Doctor, 00:01:20: Continue the lisinopril, twenty milligrams."), "{card}");
    // A finding shows what it was compared with.
    let card = shown("Continue lisinopril 4$00 mg daily.").unwrap_or_default();
    assert!(card.contains("twenty milligrams"), "{card}");
    let card = shown("Start gaba$0pentin.").unwrap_or_default();
    assert_eq!(card, "The source does not speak of this.");
    assert_eq!(shown("Seen in cli$0nic."), None);
}
