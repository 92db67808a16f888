//! The program under test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;

/// The extensions of the sources of the program, including its web page.
const COMPILED: [&str; 5] = ["rs", "toml", "html", "css", "js"];

/// Returns the path of the binary `referee`, of the same profile as the running test. `cargo test
/// --workspace` builds it; if it is older than its sources it is built first. The variable
/// `PROGRAM_UNDER_TEST` selects another binary, such as that of an earlier commit, to show that a
/// test fails without its change.
///
/// # Panics
///
/// If it cannot be built.
pub fn binary() -> PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(find).clone()
}

fn find() -> PathBuf {
    if let Some(other) = std::env::var_os("PROGRAM_UNDER_TEST") {
        return PathBuf::from(other);
    }
    // target/<profile>/deps/<this test>
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.parent().and_then(|deps| deps.parent()).expect("a test lies in target/<profile>/deps");
    let binary = profile.join(format!("referee{}", std::env::consts::EXE_SUFFIX));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace");
    let built = std::fs::metadata(&binary).and_then(|data| data.modified());
    if built.is_ok_and(|built| newest(&root.join("server")) <= built) {
        return binary;
    }
    build(profile);
    binary
}

/// Returns the time of the latest change to a source below `folder`.
fn newest(folder: &Path) -> SystemTime {
    let mut out = SystemTime::UNIX_EPOCH;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            out = out.max(newest(&path));
        } else if path.extension().is_some_and(|extension| COMPILED.iter().any(|known| extension == *known)) {
            out = out.max(entry.metadata().and_then(|data| data.modified()).unwrap_or(out));
        }
    }
    out
}

fn build(profile: &Path) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "build",
        "--quiet",
        "--workspace",
        "--bin",
        "referee",
    ]);
    if profile.file_name().is_some_and(|name| name == "release") {
        command.arg("--release");
    }
    if let Some(target) = profile.parent() {
        command.arg("--target-dir").arg(target);
    }
    let status = command.status().expect("cargo can be started");
    assert!(status.success(), "the binary could not be built");
}
