//! The program under test.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The path of the binary `referee`, of the same profile as the running test, built first if it is out of date.
///
/// # Panics
///
/// If it cannot be built: no test of it can say anything then.
pub fn binary() -> PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(build).clone()
}

fn build() -> PathBuf {
    // target/<profile>/deps/<this test>
    let test = std::env::current_exe().expect("a running test has a path");
    let profile_folder =
        test.parent().and_then(|deps| deps.parent()).expect("a test lies in target/<profile>/deps");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "build",
        "--quiet",
        "--workspace",
        "--bin",
        "referee",
    ]);
    if profile_folder.file_name().is_some_and(|name| name == "release") {
        command.arg("--release");
    }
    if let Some(target) = profile_folder.parent() {
        command.arg("--target-dir").arg(target);
    }
    let status = command.status().expect("cargo can be started");
    assert!(status.success(), "the binary could not be built");
    profile_folder.join(format!("referee{}", std::env::consts::EXE_SUFFIX))
}
