//! Attachments of entries: a missing file is a hint, and files outside the workspace are never
//! looked up.

use referee_tests::cli::run_at_home;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

/// Returns the messages of `check` about attachments.
fn missing(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let home = tempfile::tempdir().expect("a home");
    let all: Vec<&str> = ["check", "refs.bib", "--format", "json", "--fail-on", "never"]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    let run = run_at_home(&folder.path(""), home.path(), &[], &all);
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr));
    let findings = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    findings
        .iter()
        .filter(|finding| finding["rule"] == "bibliography/missing-attachment")
        .inspect(|finding| assert_eq!(finding["severity"], "hint", "{finding}"))
        .map(|finding| finding["message"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Returns an entry with this value in its field `file`.
fn entry(key: &str, file: &str) -> String {
    format!("@misc{{{key}, title = {{On tides}}, year = {{2020}}, file = {{{file}}}}}\n")
}

#[test]
fn a_file_that_is_gone_is_a_hint_in_every_form_that_reference_managers_write() {
    let folder = Folder::with(&[("papers/there.pdf", "%PDF"), ("files/7/snap; shot.html", "<html>")]);
    let absolute = folder.path("papers/lost.pdf");
    let there = folder.path("papers/there.pdf");
    let entries = entry("plain", "papers/there.pdf")
        + &entry("jabref", ":papers/gone.pdf:PDF")
        + &entry(
            "zotero",
            "Full Text:papers/there.pdf:application/pdf;Snapshot:files/7/snap\\; shot.html:text/html",
        )
        + &entry("bbt", &format!("{};{}", there.display(), absolute.display()))
        + &entry("windows", ":papers/two\\: parts.pdf:PDF");
    folder.write("refs.bib", &entries);
    assert!(missing(&folder, &[]).is_empty(), "a hint is for editors until it is asked for");
    let found = missing(&folder, &["--verbose"]);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].contains("papers/gone.pdf"), "{found:?}");
    assert!(found[1].contains("papers/lost.pdf"), "{found:?}");
    assert!(found[2].contains("papers/two: parts.pdf"), "{found:?}");
    folder.write("papers/gone.pdf", "%PDF");
    assert_eq!(missing(&folder, &["--verbose"]).len(), 2);
}

#[test]
fn nothing_is_said_where_the_place_is_doubtful_or_outside() {
    let folder = Folder::with(&[]);
    let entries = entry("manager", ":Smith2020.pdf:PDF")
        + &entry("elsewhere", "no-such-folder/Smith2020.pdf")
        + &entry("outside", "/etc/no-such-file.pdf")
        + &entry("above", "../../../../../../../../etc/no-such-file.pdf")
        + &entry("machine", "//no-such-host/share/x.pdf")
        + &entry("web", "https://example.org/x.pdf")
        + &entry("accent", "papers/M{\\\"u}ller.pdf");
    folder.write("refs.bib", &entries);
    assert_eq!(missing(&folder, &["--verbose"]), [] as [String; 0]);
    // An attachment that exists in the bibliography's folder shows that paths are relative to it.
    folder.write("Jones2019.pdf", "%PDF");
    folder.write("refs.bib", &(entries + &entry("beside", ":Jones2019.pdf:PDF")));
    let found = missing(&folder, &["--verbose"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("Smith2020.pdf"), "{found:?}");
}

#[test]
fn the_file_of_an_entry_opens_from_its_field_from_the_card_and_from_the_list() {
    let folder = Folder::with(&[
        ("papers/two words.pdf", "%PDF"),
        (
            "refs.bib",
            &entry("tides2020", "Notes:papers/none.txt:text/plain;Full Text:papers/two words.pdf:PDF"),
        ),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nSee [@tides2020].\n"),
    ]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "refs.bib", "bibtex");
    editor.open(&folder, "paper.md", "markdown");
    let bibliography = json!({"textDocument": {"uri": folder.uri("refs.bib")}});
    let links = editor.request("textDocument/documentLink", bibliography);
    let targets: Vec<String> = links
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|link| {
            editor.request("documentLink/resolve", link.clone())["target"].as_str().map(str::to_owned)
        })
        .collect();
    assert_eq!(targets, [folder.uri("papers/two words.pdf")]);
    let place =
        json!({"textDocument": {"uri": folder.uri("paper.md")}, "position": {"line": 4, "character": 8}});
    let card = editor.request("textDocument/hover", place);
    let text = card["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("Open PDF") && text.contains("two%20words.pdf"), "{card}");
    let draft = json!({"textDocument": {"uri": folder.uri("paper.md")}});
    let listed = editor.request("referee/references", draft);
    assert_eq!(listed["references"][0]["links"][0]["title"], "Open PDF", "{listed}");
}
