//! Tests of the store of papers.

use referee_bibliography::{Identifier, Work};
use referee_literature::papers::{
    ContentHash, FileStamp, Paper, PaperBytes, PaperKind, PaperState, PaperStore, RemoteState,
};
use referee_records::{FullText, Passage, PassagePart};
use std::path::{Path, PathBuf};

/// Returns a paper of about 40 kilobytes.
fn paper(number: usize) -> (Paper, FullText) {
    let passage = |at: usize| Passage {
        text: format!("Passage {at} of paper {number}. ").repeat(6),
        page: u32::try_from(at / 10 + 1).ok(),
        section: Some("Results".to_owned()),
        ..Passage::default()
    };
    let title = format!("A trial with the number {number}");
    let front =
        Passage { text: title.clone(), page: Some(1), part: PassagePart::Title, ..Passage::default() };
    let text = FullText {
        origin: format!("{number}.pdf"),
        version: Some("accepted manuscript".to_owned()),
        work: Work {
            title: Some(title),
            identifiers: [Identifier::Doi(format!("10.5555/{number}"))].into_iter().collect(),
            ..Work::default()
        },
        passages: std::iter::once(front).chain((0..200).map(passage)).collect(),
        ..FullText::default()
    };
    (Paper::of(ContentHash::of(number.to_string().as_bytes()), &text, 20), text)
}

fn stamp(number: usize) -> FileStamp {
    FileStamp { size: number as u64, modified: 7 }
}

fn place(number: usize) -> PathBuf {
    PathBuf::from(format!("/papers/{number}.pdf"))
}

fn write(store: &PaperStore, number: usize) {
    let (paper, text) = paper(number);
    store.write(&paper, Some(&text), Some((&place(number), stamp(number)))).unwrap();
}

#[test]
fn a_paper_is_found_by_its_file_until_the_file_changes_and_its_text_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = PaperStore::new(folder.path());
    assert!(store.list().unwrap().is_empty() && !store.file().exists(), "reading creates nothing");
    write(&store, 1);
    let again = PaperStore::new(folder.path());
    let hash = again.content_of(&place(1), stamp(1)).unwrap().unwrap();
    let (expected, text) = paper(1);
    assert_eq!(again.paper(hash).unwrap().as_ref(), Some(&expected));
    assert_eq!(again.text(hash), Some(text));
    let head = again.head(hash).unwrap();
    assert!(!head.passages.is_empty() && head.passages.len() < 100 && head.work == *expected.work());
    assert_eq!(again.content_of(&place(1), FileStamp { modified: 8, ..stamp(1) }).unwrap(), None);
    // A copy is the same paper.
    again.note_place(Path::new("/copy.pdf"), stamp(1), hash).unwrap();
    let listed = again.list().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].places, [PathBuf::from("/copy.pdf"), place(1)]);
}

#[test]
fn a_removed_paper_leaves_no_text_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = PaperStore::new(folder.path());
    (1..4).for_each(|number| write(&store, number));
    let (marked, mut text) = paper(9);
    text.passages[0].text = "unmistakable".to_owned();
    let marked = Paper { damage: Some("unmistakable".to_owned()), ..marked };
    store.write(&marked, Some(&text), Some((&place(9), stamp(9)))).unwrap();
    assert!(store.remove(&place(9)).unwrap());
    assert!(!store.remove(&place(9)).unwrap());
    assert_eq!(store.list().unwrap().len(), 3);
    for end in ["", "-wal"] {
        let file = folder.path().join(format!("papers.sqlite{end}"));
        let bytes = std::fs::read(file).unwrap_or_default();
        assert!(!bytes.windows(12).any(|window| window == b"unmistakable"), "{end}");
    }
    assert_eq!(store.remove_all().unwrap(), 3);
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    write(&store, 5);
    assert_eq!(store.list().unwrap().len(), 1, "it can be used again");
}

#[test]
fn what_a_service_has_not_is_remembered_with_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = PaperStore::new(folder.path());
    assert_eq!(store.remote("europepmc:PMC1").unwrap(), None);
    store.note_absent("europepmc:PMC1", 1_000).unwrap();
    assert_eq!(store.remote("europepmc:PMC1").unwrap(), Some(RemoteState::Absent(1_000)));
    let (paper, text) = paper(1);
    store.write(&paper, Some(&text), Some((Path::new("europepmc:PMC1"), stamp(0)))).unwrap();
    assert_eq!(store.remote("europepmc:PMC1").unwrap(), Some(RemoteState::Stored(paper.hash)));
}

#[cfg(unix)]
#[test]
fn the_store_is_for_this_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = PaperStore::new(&folder.path().join("referee"));
    write(&store, 1);
    for entry in std::fs::read_dir(folder.path().join("referee")).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.path());
    }
}

#[test]
fn a_damaged_store_is_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("papers.sqlite"), "no database, and long enough".repeat(100)).unwrap();
    let store = PaperStore::new(folder.path());
    assert!(store.list().unwrap().is_empty());
    write(&store, 1);
    assert_eq!(store.list().unwrap().len(), 1);
    assert!(folder.path().join("papers.sqlite.damaged").exists());
}

/// The child process of the tests below: writes paper after paper until it is killed, or until the
/// disk is full.
#[test]
fn writing_child() {
    let Ok(folder) = std::env::var("REFEREE_TEST_PAPERS") else { return };
    let store = PaperStore::new(Path::new(&folder));
    let first = store.list().unwrap().len();
    for number in first..first + 400 {
        let (paper, text) = paper(number);
        if let Err(error) = store.write(&paper, Some(&text), Some((&place(number), stamp(number)))) {
            let listed = store.list().unwrap();
            let is_whole = listed.iter().all(|listed| store.text(listed.paper.hash).is_some());
            println!("stopped: {error}; {}", if is_whole { "all whole" } else { "a half" });
            return;
        }
    }
}

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_leaves_only_whole_papers() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = 0;
    for round in 0..25_u64 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "papers::writing_child", "--nocapture"])
            .env("REFEREE_TEST_PAPERS", folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(15 + crate::made::scramble(round) % 60));
        let _ = child.kill();
        child.wait().unwrap();
        let store = PaperStore::new(folder.path());
        let listed = store.list().unwrap();
        assert!(listed.len() >= before, "papers are lost");
        before = listed.len();
        for listed in &listed {
            let text = store.text(listed.paper.hash).expect("a whole text");
            assert_eq!(text.passages.len() as u32, listed.paper.passages);
            assert_eq!(listed.places.len(), 1);
        }
    }
    assert!(before > 0, "no process lived long enough to write");
    assert!(!folder.path().join("papers.sqlite.damaged").exists());
}

/// Runs the child that writes papers after a shell command; returns what it printed.
#[cfg(unix)]
fn write_after(shell: &[&str], command: &str, folder: &Path) -> String {
    let program = std::env::current_exe().unwrap();
    let script = format!("{command} && exec {program:?} --exact papers::writing_child --nocapture");
    let output = std::process::Command::new(shell[0])
        .args(&shell[1..])
        .args(["-c", &script])
        .env("REFEREE_TEST_PAPERS", folder)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_grow_keeps_what_is_whole_and_continues_later() {
    let folder = tempfile::tempdir().unwrap();
    let said = write_after(&["bash"], "ulimit -f 300; trap '' XFSZ", folder.path());
    assert!(said.contains("stopped: ") && said.contains("all whole"), "{said}");
    let store = PaperStore::new(folder.path());
    let before = store.list().unwrap().len();
    assert!(before > 0);
    write(&store, 1_000);
    assert_eq!(store.list().unwrap().len(), before + 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mount = format!("mount -t tmpfs -o size=400k tmpfs {:?}", folder.path());
    let is_possible = std::process::Command::new("unshare")
        .args(["-rm", "sh", "-c", &mount])
        .status()
        .is_ok_and(|status| status.success());
    if !is_possible {
        return crate::skipped(format_args!("this system gives nobody a small disk of their own"));
    }
    let said = write_after(&["unshare", "-rm", "sh"], &mount, folder.path());
    assert!(said.contains("stopped: ") && said.contains("the disk is full"), "{said}");
    assert!(said.contains("all whole"), "{said}");
}

#[test]
fn a_file_is_recognised_by_its_content_and_nothing_but_a_plain_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let kind = |content: &[u8]| {
        let file = folder.path().join("a.pdf");
        std::fs::write(&file, content).unwrap();
        PaperBytes::read(&file).unwrap().kind
    };
    assert_eq!(kind(b"%PDF-1.7\n"), PaperKind::Pdf);
    assert_eq!(kind(b"junk of a mail program\r\n%PDF-1.4"), PaperKind::Pdf);
    assert_eq!(kind(b"<?xml version=\"1.0\"?>\n<article></article>"), PaperKind::Jats);
    assert_eq!(kind(b"<html><p>Log in to read this article"), PaperKind::Other);
    assert!(PaperBytes::read(folder.path()).is_err() && FileStamp::of(folder.path()).is_none());
    assert!(PaperBytes::read(&folder.path().join("none.pdf")).is_err());
    #[cfg(unix)]
    {
        let link = folder.path().join("endless.pdf");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(PaperBytes::read(&link).is_err() && FileStamp::of(&link).is_none());
    }
    let unread = Paper::unread(ContentHash::of(b"x"), PaperState::Locked, "x.pdf", None);
    assert_eq!((unread.state, unread.passages), (PaperState::Locked, 0));
}
