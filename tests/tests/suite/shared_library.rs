//! A lab's shared library on PostgreSQL, through the binary: import, look-up, outage, and access
//! control.

use referee_fixture::postgres::PostgresServer;
use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::scholar::{Scholar, papers};

const TRUE_ENTRY: &str = "@article{levo2016, title = {Levosimendan for the prevention of acute organ dysfunction in sepsis}, author = {Gordon, Anthony C and Perkins, Gavin D}, journal = {New England Journal of Medicine}, year = {2016}, volume = {375}, pages = {1638--1648}, doi = {10.1056/NEJMoa1609409}}\n";
const INVENTED_ENTRY: &str = "@article{made2019, title = {Singing bowls for the reversal of septic shock in submarine crews}, author = {Invented, Ann}, journal = {New England Journal of Medicine}, year = {2019}}\n";

/// The PubMed record of the true entry.
const RECORDS: &str = "PMID- 27705084\nTI  - Levosimendan for the Prevention of Acute Organ Dysfunction in Sepsis.\nAU  - Gordon AC\nFAU - Gordon, Anthony C\nAU  - Perkins GD\nFAU - Perkins, Gavin D\nDP  - 2016 Oct 27\nTA  - N Engl J Med\nJT  - The New England journal of medicine\nVI  - 375\nPG  - 1638-1648\nAID - 10.1056/NEJMoa1609409 [doi]\nPT  - Journal Article\n\n";

fn referee(folder: &Folder, url: &str, arguments: &[&str]) -> Run {
    let variables = [("REFEREE_LIBRARY__URL".to_owned(), url.to_owned())];
    run_at_home(&folder.path(""), &folder.home(), &variables, arguments)
}

fn checked(folder: &Folder, url: &str) -> (serde_json::Value, Run) {
    let run = referee(folder, url, &["check", "--format", "json", "refs.bib"]);
    let json = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{} {}", run.stdout, run.stderr));
    (json, run)
}

#[test]
fn a_shard_that_is_gone_leaves_open_what_it_might_have_had() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.database();
    let bibliography = format!("{TRUE_ENTRY}{INVENTED_ENTRY}");
    let folder = Folder::with(&[
        ("refs.bib", &bibliography),
        ("pubmed.nbib", RECORDS),
        ("more.nbib", &RECORDS.replace("27705084", "27705085").replace("1609409", "1609410")),
    ]);
    let settings = folder.home().join("referee");
    std::fs::create_dir_all(&settings).expect("a folder can be made");
    std::fs::write(settings.join("config.toml"), "[library]\ncomplete = [\"pubmed\"]\n")
        .expect("it can be written");
    assert_eq!(referee(&folder, &url, &["library", "import", "pubmed.nbib", "more.nbib"]).code, 0);
    let made = referee(&folder, &url, &["library", "shard", "shards", "--size", "1"]);
    assert!(made.stdout.contains("2 shards made"), "{made:?}");
    let check = || {
        let run = referee(
            &folder,
            "",
            &["check", "--offline", "--format", "json", "--library", "shards", "refs.bib"],
        );
        let json = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
        (json, run)
    };
    let (json, _) = check();
    assert_eq!(verdict(&json, "levo2016").0, "verified", "{json}");
    let gone = std::fs::read_dir(folder.path("shards")).expect("the folder is there").flatten();
    let gone = gone.map(|entry| entry.path()).find(|path| path.is_dir()).expect("there is a shard");
    std::fs::remove_dir_all(&gone).expect("it can be removed");
    let (json, run) = check();
    for key in ["levo2016", "made2019"] {
        assert_eq!(verdict(&json, key).0, "unchecked", "{json}");
    }
    assert!(run.stderr.contains("shards"), "what is damaged is named: {run:?}");
}

/// Returns the verdict about an entry, and the answers of the sources.
fn verdict(json: &serde_json::Value, key: &str) -> (String, String) {
    let references = json["files"][0]["references"].as_array().expect("references");
    let reference = references.iter().find(|reference| reference["key"] == key).expect("the entry");
    (reference["verdict"].as_str().unwrap_or_default().to_owned(), reference["sources"].to_string())
}

#[test]
fn a_library_on_postgresql_is_filled_searched_and_judged_by() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.database();
    let bibliography = format!("{TRUE_ENTRY}{INVENTED_ENTRY}");
    let folder = Folder::with(&[("refs.bib", &bibliography), ("pubmed.nbib", RECORDS)]);
    let imported = referee(&folder, &url, &["library", "import", "pubmed.nbib"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    assert!(imported.stdout.contains("1 record"), "{}", imported.stdout);
    let again = referee(&folder, &url, &["library", "import", "pubmed.nbib"]);
    assert!(again.stdout.contains("imported before and unchanged"), "{}", again.stdout);
    for question in [&["get", "PMID:27705084"][..], &["search", "levosimendan sepsis"]] {
        let found = referee(&folder, &url, &[&["library"], question].concat());
        assert!(found.stdout.contains("Levosimendan"), "{question:?}: {} {}", found.stdout, found.stderr);
    }
    let check = referee(&folder, &url, &["library", "check"]);
    assert!(check.stdout.contains("answers: 1 record from 1 file,"), "{} {}", check.stdout, check.stderr);
    let (json, _) = checked(&folder, &url);
    let (known, sources) = verdict(&json, "levo2016");
    assert_eq!(known, "verified", "{sources}");
    assert!(sources.contains("shared-library"), "{sources}");
    assert_ne!(verdict(&json, "made2019").0, "not-found", "a library that need not be complete says nothing");
    let removed = referee(&folder, &url, &["library", "remove", "PMID:27705084"]);
    assert!(removed.stdout.starts_with("1 record taken out"), "{} {}", removed.stdout, removed.stderr);
    let repair = referee(&folder, &url, &["library", "repair"]);
    assert_eq!(repair.code, 2);
    assert!(repair.stderr.contains("--library DIR"), "{}", repair.stderr);
}

#[test]
fn a_shared_library_that_is_down_leaves_open_what_needed_it_and_the_rest_goes_on() {
    let Some(mut server) = PostgresServer::start(&[]) else { return };
    let url = server.database();
    let bibliography = format!("{TRUE_ENTRY}{INVENTED_ENTRY}");
    let folder = Folder::with(&[("refs.bib", &bibliography), ("pubmed.nbib", RECORDS)]);
    let here = folder.home().join(".local/share/referee/library").display().to_string();
    let local = referee(&folder, &url, &["library", "import", "pubmed.nbib", "--library", &here]);
    assert_eq!(local.code, 0, "{}", local.stderr);
    let up = referee(&folder, &url, &["library", "stats"]);
    assert_eq!(up.code, 0, "{}", up.stderr);
    server.stop();
    let (json, run) = checked(&folder, &url);
    assert_eq!(
        verdict(&json, "levo2016").0,
        "verified",
        "the library on this machine goes on: {}",
        run.stderr
    );
    let (made, sources) = verdict(&json, "made2019");
    assert_eq!(made, "unchecked", "{sources}");
    let names_it = run.stderr.contains(&server.folder().display().to_string());
    assert!(names_it, "the message names the database: {}", run.stderr);
    let get = referee(&folder, &url, &["library", "get", "PMID:1"]);
    assert_eq!(get.code, 2);
    assert!(get.stderr.contains("cannot be reached"), "{}", get.stderr);
}

#[test]
fn a_workspace_cannot_name_a_database_and_a_password_is_never_printed() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.database();
    let folder =
        Folder::with(&[("refs.bib", TRUE_ENTRY), ("referee.toml", &format!("[library]\nurl = \"{url}\"\n"))]);
    let run = run_at_home(&folder.path(""), &folder.home(), &[], &["library", "stats"]);
    assert!(run.stderr.contains("there is no library in"), "{} {}", run.stdout, run.stderr);
    let secret = "postgres://ann:s3cret@127.0.0.1:1/none";
    for arguments in [&["config"][..], &["library", "stats"], &["check", "refs.bib"]] {
        let run = referee(&folder, secret, arguments);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("s3cret"), "{arguments:?}");
    }
    let wrong = referee(&folder, "mysql://db/x", &["library", "stats"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("postgres://"), "{}", wrong.stderr);
}

#[test]
fn without_network_only_a_library_on_this_machine_is_asked() {
    // Nothing listens there; with `deny` no connection is attempted.
    let folder = Folder::with(&[("refs.bib", TRUE_ENTRY)]);
    let run = referee(&folder, "postgres://ann@192.0.2.1/library", &["check", "--offline", "refs.bib"]);
    assert!(
        run.stderr.contains("192.0.2.1") && run.stderr.contains("no network is allowed"),
        "{}",
        run.stderr
    );
}

/// Checks `file` of a folder online, from a simulated machine that shares a database.
fn checked_online(folder: &Folder, url: &str, scholar: &Scholar, file: &str) -> (serde_json::Value, usize) {
    let machine = tempfile::tempdir().expect("a home");
    let mut variables = scholar.settings();
    variables.push(("REFEREE_LIBRARY__URL".to_owned(), url.to_owned()));
    let before = scholar.asked().len();
    let arguments = ["check", file, "--online", "--format", "json"];
    let run = run_at_home(&folder.path(""), machine.path(), &variables, &arguments);
    let json = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{} {}", run.stdout, run.stderr));
    (json, scholar.asked().len() - before)
}

/// Returns the verdicts about the references of a file, by key.
fn verdicts(json: &serde_json::Value) -> Vec<(String, String)> {
    let references = json["files"][0]["references"].as_array().cloned().unwrap_or_default();
    let keys = references.iter().map(|reference| reference["key"].as_str().unwrap_or_default().to_owned());
    keys.map(|key| (key.clone(), verdict(json, &key).0)).collect()
}

#[test]
fn what_one_machine_looked_up_online_another_one_of_the_lab_need_not_ask_again() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.database();
    let mut all = papers(6);
    all[2].retracted_by = Some("10.5555/notice.1".to_owned());
    let entries: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("e{n}"), n != 4)).collect();
    let cited: Vec<String> = (0..6).map(|n| format!("Somebody showed it [@e{n}].\n")).collect();
    let text = format!("---\nbibliography: refs.bib\n---\n\n{}", cited.join("\n"));
    let folder = Folder::with(&[("paper.md", &text), ("refs.bib", &entries)]);
    let scholar = Scholar::with(all);

    let (first, requests) = checked_online(&folder, &url, &scholar, "paper.md");
    assert!(requests > 0, "{first}");
    let (second, requests) = checked_online(&folder, &url, &scholar, "paper.md");
    assert_eq!(requests, 0, "{second}");
    assert_eq!(verdicts(&second), verdicts(&first));
    assert!(verdicts(&first).iter().all(|(_, verdict)| verdict == "verified"), "{first}");
    let retracted = |json: &serde_json::Value| json.to_string().contains("citation/retracted");
    assert!(retracted(&first) && retracted(&second), "{second}");
    let kept = server.execute(&url, "SELECT string_agg(coalesce(records, ''), ' ') FROM referee.answer");
    assert!(!kept.contains("Somebody showed it"), "no text of the draft is kept");
}

#[test]
fn what_a_clinical_note_was_answered_is_not_shared() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.database();
    let all = papers(2);
    let doi = all[0].doi.clone();
    let scholar = Scholar::with(all);
    let note = format!(
        "---\nreferee:\n  kind: clinical-note\n---\n\nPatient: Ann Example\n\nPlan: as in https://doi.org/{doi}.\n"
    );
    let folder = Folder::with(&[("visit.md", &note)]);
    let (json, requests) = checked_online(&folder, &url, &scholar, "visit.md");
    assert!(requests > 0, "the identifier may be asked for: {json}");
    assert_eq!(server.execute(&url, "SELECT count(*) FROM referee.answer"), "0");
}
