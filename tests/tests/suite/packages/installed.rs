//! Each package is installed into an empty folder and run on the example.

use super::{packages, printed, python, script};
use referee_tests::tools::skipped;

/// Runs scripts/packages/try for one kind of package; reports what is impossible on this machine.
fn works(kind: &str) {
    let Some(python) = python(kind) else { return };
    let Some(packages) = packages(&python) else { return };
    let folder = packages.join("packages").display().to_string();
    let output = script(&python, "try", &[&folder, "--only", kind]);
    let said = printed(&output);
    assert!(output.status.success(), "{said}");
    if let Some(why) = said.strip_prefix("skipped: ") {
        skipped(format_args!("{}", why.trim_end()));
    } else {
        assert!(said.contains(&format!("{kind}: installed and run")), "{said}");
    }
}

#[test]
fn the_archive_runs_where_it_is_unpacked() {
    works("archive");
}

#[test]
fn pip_installs_the_wheel_and_both_commands_check_the_example() {
    works("wheel");
}

#[test]
fn uv_installs_the_wheel_and_runs_it_without_installing() {
    works("uv");
}

#[test]
fn npm_installs_the_packages_and_npx_checks_the_example() {
    works("npm");
}

#[test]
fn the_debian_package_unpacks_to_a_program_with_its_pages() {
    works("deb");
}
