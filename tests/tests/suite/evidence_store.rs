//! The evidence stored for a folder: it is inaccessible to the author of the folder, readable only
//! by its user, and intact after a killed process, a full disk, changed bytes and a second process.

use referee_tests::cli::{Run, command, run_at_home, run_wrapped_at_home};
use referee_tests::fixtures::CHAIN;
use referee_tests::tools::skipped;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const QUESTION: &str = "metformin amyloid";
const DRAFT: &str = "# Plan\n\nMetformin activates AMPK.\n";

fn workspace() -> Folder {
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", CHAIN),
        ("paper.md", DRAFT),
    ])
}

/// A user with a private home.
struct User(Folder);

impl User {
    fn new() -> User {
        User(Folder::with(&[]))
    }

    fn run(&self, folder: &Folder, arguments: &[&str]) -> Run {
        run_at_home(&folder.path(""), &self.0.path(""), &[], arguments)
    }

    fn ask(&self, folder: &Folder, rounds: &str) -> Run {
        self.run(folder, &["hypothesize", QUESTION, "--offline", "--rounds", rounds])
    }

    /// Returns the file with the evidence of a folder.
    fn store(&self, folder: &Folder) -> PathBuf {
        PathBuf::from(self.run(folder, &["evidence", "path"]).stdout.trim())
    }

    /// Exports the evidence of this user, as a file that an attacker could have written.
    fn export(&self, folder: &Folder, to: &str) {
        assert_eq!(self.ask(folder, "3").code, 0);
        let exported = self.run(folder, &["evidence", "export", to]);
        assert_eq!(exported.code, 0, "{exported:?}");
    }
}

/// Returns every file below a folder with its bytes; a link with its target.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let kind = entry.file_type().expect("its type is known");
        if kind.is_symlink() {
            let to = std::fs::read_link(&path).expect("a link");
            out.insert(path, to.as_os_str().as_encoded_bytes().to_vec());
        } else if kind.is_dir() {
            out.append(&mut files(&path));
        } else if kind.is_file() {
            out.insert(path.clone(), std::fs::read(&path).expect("it can be read"));
        }
    }
    out
}

/// Runs everything on the command line and in an editor that reads or writes evidence.
fn open_everywhere(folder: &Folder, user: &User) -> Vec<Run> {
    let runs = [
        &["check", "paper.md"] as &[&str],
        &["hypothesize", QUESTION, "--offline"],
        &["report", QUESTION, "--offline"],
        &["research", QUESTION, "--offline"],
    ]
    .map(|arguments| user.run(folder, arguments));
    let state = [("REFEREE_STATE".to_owned(), user.0.path("editor").display().to_string())];
    let mut editor = Editor::start(folder, ClientCapabilities::default().with_environment(state));
    let uri = folder.uri("paper.md");
    editor.open(folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |_| true);
    let order =
        json!({"uri": uri, "position": {"line": 2, "character": 2}, "question": QUESTION, "online": false});
    let id = editor
        .ask("workspace/executeCommand", json!({"command": "referee.showEvidence", "arguments": [order]}));
    // A folder without records has nothing to show; the editor gets that message.
    let _ = editor.answer(id);
    drop(editor);
    runs.into()
}

#[test]
fn verdicts_about_a_note_are_held_back_and_that_is_the_reason_given() {
    let (folder, user) = (workspace(), User::new());
    let report = json!({
        "schema": "referee.check/1",
        "files": [{"path": "note.md", "kind": "clinical-note", "references": []}],
    });
    folder.write("report.json", report.to_string());
    let run = user.run(&folder, &["evidence", "share", "knees", "--verdicts", "report.json"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("not shared: 1"), "{run:?}");
    assert!(run.stderr.contains("there is nothing else to share"), "{run:?}");
}

#[test]
fn evidence_that_came_with_a_folder_is_neither_read_nor_changed_until_it_is_imported() {
    let (folder, author, user) = (workspace(), User::new(), User::new());
    author.export(&folder, ".referee/evidence.sqlite");
    let other =
        "PMID- 9\nTI  - Soil moisture in alpine meadows.\nDP  - 1987\nTA  - Geoderma\nAU  - Ferrante C\n";
    folder.write("library.nbib", other);
    let before = files(&folder.path(""));
    for run in open_everywhere(&folder, &user) {
        assert!(run.stderr.contains("`referee evidence import`"), "{run:?}");
        assert!(!run.stdout.contains("activated AMPK"), "{run:?}");
    }
    assert_eq!(files(&folder.path("")), before);
    let imported = user.run(&folder, &["evidence", "import"]);
    assert!(imported.code == 0 && imported.stdout.contains("3 works for 1 question,"), "{imported:?}");
    let read = user.ask(&folder, "0");
    assert!(read.stdout.contains("Metformin activated AMPK in neurons."), "{read:?}");
    assert!(!read.stderr.contains("import"), "{read:?}");
    assert_eq!(files(&folder.path("")), before);
}

#[cfg(unix)]
#[test]
fn a_link_in_a_folder_leads_to_no_database_and_no_folder_of_the_user() {
    use std::os::unix::fs::symlink;
    let (author, user) = (User::new(), User::new());
    let elsewhere = workspace();
    author.export(&elsewhere, "own.sqlite");
    // Another program's database: the same tables with another application id.
    let mut bytes = std::fs::read(elsewhere.path("own.sqlite")).expect("it was exported");
    bytes[68..72].copy_from_slice(b"Fire");
    elsewhere.write("own.sqlite", &bytes);
    let before = files(&elsewhere.path(""));
    for as_folder in [false, true] {
        let folder = workspace();
        if as_folder {
            symlink(elsewhere.path(""), folder.path(".referee")).expect("a link can be made");
        } else {
            std::fs::create_dir(folder.path(".referee")).expect("a folder can be made");
            symlink(elsewhere.path("own.sqlite"), folder.path(".referee/evidence.sqlite")).expect("a link");
        }
        open_everywhere(&folder, &user);
        for refused in [
            user.run(&folder, &["evidence", "import"]),
            user.run(&folder, &["evidence", "import", &elsewhere.path("own.sqlite").display().to_string()]),
            user.run(&folder, &["evidence", "export"]),
        ] {
            assert_eq!(refused.code, 2, "{refused:?}");
        }
        assert_eq!(files(&elsewhere.path("")), before, "a folder: {as_folder}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_store_is_not_waited_for() {
    let (folder, user) = (workspace(), User::new());
    std::fs::create_dir(folder.path(".referee")).expect("a folder can be made");
    let made = std::process::Command::new("mkfifo").arg(folder.path(".referee/evidence.sqlite")).status();
    if !made.is_ok_and(|status| status.success()) {
        return skipped(format_args!("a named pipe: there is no mkfifo"));
    }
    assert_eq!(user.ask(&folder, "1").code, 0);
    let refused = user.run(&folder, &["evidence", "import"]);
    assert!(refused.code == 2 && refused.stderr.contains("not a regular file"), "{refused:?}");
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_readable_by_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, user) = (workspace(), User::new());
    assert_eq!(user.ask(&folder, "1").code, 0);
    let store = user.store(&folder);
    assert!(!store.starts_with(folder.path("")) && !folder.path(".referee").exists(), "{store:?}");
    let mode = |path: &Path| std::fs::metadata(path).map(|data| data.permissions().mode() & 0o777).ok();
    let kept = store.parent().expect("it lies in a folder");
    assert_eq!((mode(kept), mode(&store)), (Some(0o700), Some(0o600)));
    for journal in files(kept).keys() {
        assert_eq!(mode(journal), Some(0o600), "{journal:?}");
    }
    assert_eq!(user.run(&folder, &["evidence", "remove"]).code, 0);
    assert!(!kept.exists());
}

#[test]
fn nothing_of_a_clinical_note_is_on_disk_after_a_question_about_it() {
    let (folder, user) = (workspace(), User::new());
    let note =
        "---\nreferee:\n  kind: clinical-note\n---\n\nZacharias Quintanilla, HC 4455667.\n\nMetformin.\n";
    folder.write("note.md", note);
    let question = "Is metformin safe for Zacharias Quintanilla, HC 4455667?";
    let asked = user.run(&folder, &["hypothesize", question, "--offline", "--path", "note.md"]);
    assert_eq!(asked.code, 0, "{asked:?}");
    let state = [("REFEREE_STATE".to_owned(), user.0.path("editor").display().to_string())];
    let mut editor = Editor::start(&folder, ClientCapabilities::default().with_environment(state));
    let uri = folder.uri("note.md");
    editor.open(&folder, "note.md", "markdown");
    editor.diagnostics_until(&uri, |_| true);
    let order = json!({"uri": uri, "position": {"line": 7, "character": 0}, "question": question});
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.showEvidence", "arguments": [order]}),
    );
    drop(editor);
    for (path, bytes) in files(&user.0.path("")) {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains("quintanilla") && !text.contains("4455667"), "{}", path.display());
    }
    assert!(!folder.path(".referee").exists());
}

#[test]
fn a_process_that_is_killed_forty_times_leaves_a_store_that_opens() {
    let (folder, user) = (workspace(), User::new());
    for number in 0..40_u64 {
        let question = format!("{QUESTION} {number}");
        let arguments = ["research", question.as_str(), "--offline"];
        let mut child = command(&folder.path(""), &user.0.path(""), &[], &arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the binary can be started");
        std::thread::sleep(Duration::from_millis(number * 5));
        child.kill().expect("a process of this test can be killed");
        child.wait().expect("it has ended");
    }
    let whole = user.ask(&folder, "3");
    assert!(whole.code == 0 && !whole.stderr.contains("damaged"), "{whole:?}");
    let read = user.ask(&folder, "0");
    assert!(read.stdout.contains("Metformin activated AMPK in neurons."), "{read:?}");
}

#[test]
fn changed_bytes_cost_what_they_hit_and_are_said() {
    let (folder, user) = (workspace(), User::new());
    assert_eq!(user.ask(&folder, "1").code, 0);
    let store = user.store(&folder);
    let sound = std::fs::read(&store).expect("it can be read");
    let expected = user.ask(&folder, "0").stdout;
    for at in (0..sound.len()).step_by((sound.len() / 24).max(1)) {
        let mut bytes = sound.clone();
        for byte in bytes.iter_mut().skip(at).take(16) {
            *byte ^= 0x55;
        }
        std::fs::write(&store, &bytes).expect("it can be written");
        // Left over from the previous attempt.
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", store.display()));
        }
        let checked = user.run(&folder, &["check", "paper.md"]);
        assert_eq!(checked.code, 0, "{at}: {checked:?}");
        let read = user.ask(&folder, "0");
        let said = read.stderr.contains("damaged") || read.stderr.contains("another application id");
        assert!(read.stdout == expected || said, "{at}: {read:?}");
        let again = user.ask(&folder, "1");
        assert!(again.code == 0 && again.stdout == expected, "{at}: asking again finds it again: {again:?}");
    }
}

#[test]
fn two_processes_ask_at_the_same_time() {
    let (folder, user) = (workspace(), User::new());
    let start = |question: &str| {
        command(&folder.path(""), &user.0.path(""), &[], &["research", question, "--offline"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the binary can be started")
    };
    let all: Vec<_> = (0..6).map(|number| start(&format!("{QUESTION} {}", number % 2))).collect();
    for child in all {
        let done = child.wait_with_output().expect("it ends");
        assert!(done.status.success() && done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn a_full_disk_costs_what_is_new_and_nothing_else() {
    const SCRIPT: &str = r#"mount -t tmpfs -o size=16k tmpfs "$0" && exec "$@""#;
    let (folder, user, disk) = (workspace(), User::new(), Folder::with(&[]));
    let place = disk.path("").display().to_string();
    let words = ["unshare", "-m", "--", "sh", "-c", SCRIPT, &place].map(str::to_owned).to_vec();
    let can = std::process::Command::new("unshare").args(&words[1..]).arg("true").status();
    if !can.is_ok_and(|status| status.success()) {
        return skipped(format_args!("a full disk: this machine lets nobody mount one"));
    }
    let state = [("REFEREE_STATE".to_owned(), place)];
    let full = run_wrapped_at_home(
        &words,
        &folder.path(""),
        &user.0.path(""),
        &state,
        &["hypothesize", QUESTION, "--offline"],
    );
    let said = full.stderr.contains("disk is full") || full.stderr.contains("no space left");
    assert!(said, "{full:?}");
}
