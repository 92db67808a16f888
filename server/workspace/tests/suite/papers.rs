//! Tests of the full texts of cited works: which files are read, and which work they are.

use super::test_workspace::TestWorkspace;
use referee_bibliography::Work;
use referee_literature::papers::PaperState;
use referee_workspace::papers::{AttachedState, PaperReport, ReadPapers, read_papers};
use referee_workspace::{FileKind, Snapshot};
use std::cell::Cell;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Builds a PDF with one page: a title, authors, and paragraphs below.
fn pdf(title: &str, authors: &str, doi: &str, paragraphs: &[&str]) -> Vec<u8> {
    let mut lines = vec![(18, 60, title.to_owned()), (11, 90, authors.to_owned())];
    if !doi.is_empty() {
        lines.push((9, 110, format!("https://doi.org/{doi}")));
    }
    lines.push((14, 150, "Results".to_owned()));
    let mut down = 180;
    for paragraph in paragraphs {
        for words in paragraph.split(' ').collect::<Vec<_>>().chunks(12) {
            lines.push((10, down, words.join(" ")));
            down += 12;
        }
        down += 24;
    }
    let mut content = String::new();
    for (size, down, text) in lines {
        let text = text.replace('(', "\\(").replace(')', "\\)");
        let _ = writeln!(content, "BT /F1 {size} Tf 50 {} Td ({text}) Tj ET", 800 - down);
    }
    page(&content)
}

/// Builds a PDF from the drawing operators of its page.
fn page(content: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let start = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ =
        write!(out, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    out.into_bytes()
}

const SLEEP: &str = "Early waking and its treatment in older adults";

fn sleep() -> Vec<u8> {
    pdf(
        SLEEP,
        "Ada Roe, Bo Lindqvist",
        "10.5555/sleep.1",
        &[
            "Of the 412 participants, 37 withdrew before the second visit.",
            "No benefit of late treatment was seen.",
        ],
    )
}

fn other() -> Vec<u8> {
    pdf(
        "Zinc supplements for the common cold in children",
        "Carla Moreau, Dan Okafor",
        "10.5555/zinc.9",
        &["Zinc shortened the cold by a day in 120 children."],
    )
}

fn entry(key: &str, title: &str, doi: &str, file: &str) -> String {
    format!(
        "@article{{{key}, author = {{Roe, Ada and Lindqvist, Bo}}, title = {{{title}}}, year = {{2019}}, doi = {{{doi}}}, file = {{{file}}}}}\n"
    )
}

const DRAFT: &str = "---\nbibliography: refs.bib\n---\nNo benefit was seen [@roe2019].\n";

/// A workspace whose draft cites `roe2019`, with this bibliography.
fn workspace(bibliography: &str) -> TestWorkspace {
    workspace_with(&[("paper.md", DRAFT), ("refs.bib", bibliography)])
}

fn workspace_with(files: &[(&str, &str)]) -> TestWorkspace {
    let mut workspace = TestWorkspace::new(files);
    workspace.use_papers();
    workspace.open("paper.md");
    workspace
}

fn run(workspace: &TestWorkspace, whole_folders: bool) -> (Snapshot, PaperReport) {
    let snapshot = workspace.settled();
    let report = read_papers(
        &snapshot,
        &[workspace.file("paper.md")],
        &ReadPapers {
            cancel: &CancellationToken::new(),
            whole_folders,
            only_these: true,
            reads_files: true,
            asks: false,
            progress: &|_| {},
            rest: &|_| {},
            changed: &|| {},
        },
    );
    assert!(report.error.is_none(), "{report:?}");
    (snapshot, report)
}

/// Returns the work of the entry `key`.
fn work(workspace: &TestWorkspace, snapshot: &Snapshot, key: &str) -> Work {
    let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(&workspace.file("refs.bib")) else {
        panic!("no bibliography")
    };
    bibliography.get(key).expect("an entry").work()
}

/// Whether the full text of an entry is available.
fn has_text(workspace: &TestWorkspace, snapshot: &Snapshot, key: &str) -> bool {
    snapshot.full_text(&workspace.file("paper.md"), &work(workspace, snapshot, key)).is_some()
}

/// Returns what is known about the files of an entry.
fn states(workspace: &TestWorkspace, snapshot: &Snapshot) -> Vec<AttachedState> {
    let draft = workspace.file("paper.md");
    let references = snapshot.references(&draft);
    let attached = references.iter().flat_map(|(reference, _)| snapshot.attached_papers(&draft, reference));
    attached.map(|attached| attached.state).collect()
}

#[test]
fn an_attached_paper_is_used_until_it_is_removed() {
    let workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", ":papers/roe.pdf:PDF"));
    workspace.write_bytes("papers/roe.pdf", &sleep());
    let before = workspace.settled();
    assert!(!has_text(&workspace, &before, "roe2019"), "nothing is read without being asked");
    let (snapshot, report) = run(&workspace, false);
    assert_eq!((report.read, report.available), (1, 1));
    assert!(snapshot.papers_revision() > 0);
    let text = snapshot.full_text(&workspace.file("paper.md"), &work(&workspace, &snapshot, "roe2019"));
    let text = text.expect("a full text");
    assert_eq!(text.origin, "roe.pdf");
    let has = |words: &str| text.passages.iter().any(|passage| passage.text.contains(words));
    assert!(has("37 withdrew before the second visit"), "{text:?}");
    assert_eq!(states(&workspace, &snapshot), [AttachedState::ThisWork]);
    // The next run reads nothing again.
    let revision = snapshot.papers_revision();
    let (snapshot, report) = run(&workspace, false);
    assert_eq!((report.read, report.available, snapshot.papers_revision()), (0, 1, revision));
    std::fs::remove_file(workspace.path("papers/roe.pdf")).unwrap();
    let (snapshot, _) = run(&workspace, false);
    assert!(!has_text(&workspace, &snapshot, "roe2019") && snapshot.papers_revision() > revision);
    assert_eq!(states(&workspace, &snapshot), [AttachedState::Missing]);
}

/// A name, the bytes of a file, and which state it has.
type FileCase = (&'static str, Vec<u8>, fn(&AttachedState) -> bool);

#[test]
fn a_file_that_is_another_work_or_has_no_text_is_not_used() {
    let files: [FileCase; 5] = [
        ("another work", other(), |state| matches!(state, AttachedState::OtherWork(_))),
        ("a scan", page("0 0 m 100 100 l S\n"), |state| *state == AttachedState::Unread(PaperState::Scanned)),
        ("a page of a publisher", b"<html><p>Log in to read on".to_vec(), |state| {
            *state == AttachedState::Unread(PaperState::Damaged)
        }),
        ("cut off", sleep()[..200].to_vec(), |state| *state == AttachedState::Unread(PaperState::Damaged)),
        ("empty", Vec::new(), |state| *state == AttachedState::Unread(PaperState::Damaged)),
    ];
    for (name, bytes, expected) in files {
        let workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", "papers/roe.pdf"));
        workspace.write_bytes("papers/roe.pdf", &bytes);
        let (snapshot, report) = run(&workspace, false);
        assert!(!has_text(&workspace, &snapshot, "roe2019"), "{name}");
        let states = states(&workspace, &snapshot);
        assert!(states.len() == 1 && expected(&states[0]), "{name}: {states:?}");
        assert_eq!((report.read, report.available), (1, 0), "{name}");
        // A missing text is remembered, too.
        assert_eq!(run(&workspace, false).1.read, 0, "{name}");
    }
}

#[test]
fn a_file_that_changes_is_read_again() {
    let workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", "papers/roe.pdf"));
    workspace.write_bytes("papers/roe.pdf", &other());
    let (snapshot, _) = run(&workspace, false);
    assert!(!has_text(&workspace, &snapshot, "roe2019"));
    workspace.write_bytes("papers/roe.pdf", &sleep());
    let (snapshot, report) = run(&workspace, false);
    assert!(has_text(&workspace, &snapshot, "roe2019"));
    assert_eq!(report.read, 1);
}

#[cfg(unix)]
#[test]
fn links_of_a_workspace_lead_to_no_file_outside() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("roe.pdf"), sleep()).unwrap();
    let bibliography = entry("roe2019", SLEEP, "10.5555/sleep.1", "papers/link.pdf;linked/roe.pdf");
    let settings = "[library]\npapers = [\"papers\", \"linked\"]\n";
    let workspace =
        workspace_with(&[("paper.md", DRAFT), ("refs.bib", &bibliography), ("referee.toml", settings)]);
    std::fs::create_dir_all(workspace.path("papers")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("roe.pdf"), workspace.path("papers/link.pdf")).unwrap();
    std::os::unix::fs::symlink(outside.path(), workspace.path("linked")).unwrap();
    let (snapshot, report) = run(&workspace, true);
    assert_eq!((report.read, report.unread, report.available), (0, 0, 0));
    assert_eq!(states(&workspace, &snapshot), [AttachedState::NotAllowed, AttachedState::NotAllowed]);
    // A link that stays inside is followed.
    workspace.write_bytes("papers/real.pdf", &sleep());
    std::fs::remove_file(workspace.path("papers/link.pdf")).unwrap();
    std::os::unix::fs::symlink(workspace.path("papers/real.pdf"), workspace.path("papers/link.pdf")).unwrap();
    let (snapshot, _) = run(&workspace, false);
    assert_eq!(states(&workspace, &snapshot), [AttachedState::ThisWork, AttachedState::NotAllowed]);
}

#[test]
fn a_workspace_file_names_no_folder_outside() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("roe2019.pdf"), sleep()).unwrap();
    let settings = format!("[library]\npapers = [{:?}, \"../up\"]\n", outside.path());
    let bibliography = entry("roe2019", SLEEP, "10.5555/sleep.1", "");
    let workspace =
        workspace_with(&[("paper.md", DRAFT), ("refs.bib", &bibliography), ("referee.toml", &settings)]);
    let (snapshot, report) = run(&workspace, true);
    assert_eq!((report.read, report.available), (0, 0));
    let findings = snapshot.review(&workspace.file("referee.toml"), &CancellationToken::new());
    let findings = findings.expect("a review").findings;
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings.iter().all(|finding| finding.message.contains("outside of the workspace")));
}

#[test]
fn an_isolated_run_reads_no_file_that_the_workspace_names() {
    let mut workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", "papers/roe.pdf"));
    workspace.write_bytes("papers/roe.pdf", &sleep());
    workspace.isolate();
    let (snapshot, report) = run(&workspace, true);
    assert_eq!(report.read, 0);
    assert!(!has_text(&workspace, &snapshot, "roe2019"));
}

#[test]
fn a_folder_of_200_papers_is_read_once_and_each_work_gets_its_own() {
    const COUNT: usize = 200;
    const SUBJECTS: [&str; 10] = [
        "sleep", "gout", "asthma", "anaemia", "migraine", "sepsis", "eczema", "glaucoma", "scurvy", "rickets",
    ];
    const PLACES: [&str; 20] = [
        "Bergen", "Lima", "Oslo", "Turin", "Quito", "Perth", "Osaka", "Accra", "Leeds", "Porto", "Dakar",
        "Hanoi", "Malmo", "Tunis", "Basel", "Natal", "Cairns", "Delft", "Gdansk", "Havana",
    ];
    let title = |number: usize| {
        format!("Treatment of {} in the hospitals of {}", SUBJECTS[number % 10], PLACES[number / 10])
    };
    let doi = |number: usize| format!("10.5555/many.{number}");
    let entries: String =
        (0..COUNT).map(|number| entry(&format!("key{number}"), &title(number), &doi(number), "")).collect();
    let draft: String = (0..COUNT).map(|number| format!("It is so [@key{number}].\n\n")).collect();
    let draft = format!("---\nbibliography: refs.bib\n---\n{draft}");
    let settings = "[library]\npapers = [\"papers\"]\n";
    let workspace =
        workspace_with(&[("paper.md", &draft), ("refs.bib", &entries), ("referee.toml", settings)]);
    for number in 0..COUNT {
        // Half of the papers lack a DOI.
        let doi = if number % 2 == 0 { doi(number) } else { String::new() };
        let text = format!("Patient {number} of {} recovered within a week of treatment.", number + 5);
        let bytes = pdf(&title(number), "Ada Roe, Bo Lindqvist", &doi, &[&text]);
        workspace.write_bytes(&format!("papers/{}/scan{number:03}.pdf", number % 7), &bytes);
    }
    let (_, report) = run(&workspace, false);
    assert_eq!((report.read, report.unread), (0, COUNT), "no name fits a cited work");
    let (snapshot, report) = run(&workspace, true);
    assert_eq!((report.read, report.unread, report.available), (COUNT, 0, COUNT));
    let draft = workspace.file("paper.md");
    for number in 0..COUNT {
        let work = work(&workspace, &snapshot, &format!("key{number}"));
        let text = snapshot.full_text(&draft, &work).expect("a full text");
        let own = format!("Patient {number} of ");
        assert!(text.passages.iter().any(|passage| passage.text.contains(&own)), "{number}: {text:?}");
    }
    assert_eq!(run(&workspace, true).1.read, 0);
}

#[test]
fn a_cancelled_run_keeps_what_it_read_and_the_next_one_continues() {
    let settings = "[library]\npapers = [\"papers\"]\n";
    let bibliography = entry("roe2019", SLEEP, "10.5555/sleep.1", "");
    let workspace =
        workspace_with(&[("paper.md", DRAFT), ("refs.bib", &bibliography), ("referee.toml", settings)]);
    for number in 0..6 {
        let bytes = pdf(&format!("Unrelated work with the number {number}"), "Nobody Else", "", &["Words."]);
        workspace.write_bytes(&format!("papers/{number}.pdf"), &bytes);
    }
    let snapshot = workspace.settled();
    let (cancel, begun) = (CancellationToken::new(), Cell::new(0));
    let run_until_cancelled = ReadPapers {
        cancel: &cancel,
        whole_folders: true,
        only_these: true,
        reads_files: true,
        asks: false,
        progress: &|now| {
            assert_eq!(now.of, 6);
            begun.set(begun.get() + 1);
            if begun.get() == 3 {
                cancel.cancel();
            }
        },
        rest: &|_| {},
        changed: &|| {},
    };
    let report = read_papers(&snapshot, &[workspace.file("paper.md")], &run_until_cancelled);
    assert_eq!((report.read, report.unread), (3, 3));
    assert_eq!(run(&workspace, true).1.read, 3);
}

#[test]
fn an_article_of_jats_is_read_like_a_pdf() {
    let xml = format!(
        "<?xml version=\"1.0\"?><article><front><article-meta><article-id pub-id-type=\"doi\">10.5555/sleep.1</article-id>\
         <title-group><article-title>{SLEEP}</article-title></title-group></article-meta></front>\
         <body><sec><title>Results</title><p>Of the 412 participants, 37 withdrew before the second visit.</p></sec></body></article>"
    );
    let workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", "roe.nxml"));
    workspace.write_bytes("roe.nxml", xml.as_bytes());
    let (snapshot, _) = run(&workspace, false);
    assert_eq!(states(&workspace, &snapshot), [AttachedState::ThisWork]);
    let text = snapshot.full_text(&workspace.file("paper.md"), &work(&workspace, &snapshot, "roe2019"));
    let text: Arc<_> = text.expect("a full text");
    assert!(text.passages.iter().any(|passage| passage.section.as_deref() == Some("Results")));
}

#[test]
fn the_store_may_be_removed_at_any_time() {
    let workspace = workspace(&entry("roe2019", SLEEP, "10.5555/sleep.1", "papers/roe.pdf"));
    workspace.write_bytes("papers/roe.pdf", &sleep());
    run(&workspace, false);
    std::fs::remove_file(workspace.path("cache/papers.sqlite")).unwrap();
    let (snapshot, report) = run(&workspace, false);
    assert_eq!(report.read, 1);
    assert!(has_text(&workspace, &snapshot, "roe2019"));
    assert!(Path::new(&workspace.path("cache/papers.sqlite")).exists());
}
