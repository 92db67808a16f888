//! The metadata of the packages: platforms, checksums, versions, and rejected input.

use super::{RELEASED, files, header, host, pack_header, printed, python, script};
use referee_tests::Folder;
use referee_tests::tools::{on_path, root, run};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Packs headers for every released platform; makes formula, flake and checksums for all of them.
fn release(python: &std::path::Path) -> Folder {
    let out = Folder::with(&[]);
    for target in RELEASED {
        let output = pack_header(python, target, &header(target), &out.path(""), &[]);
        assert!(output.status.success(), "{target}: {}", printed(&output));
    }
    let output = script(python, "describe", &["--complete", &out.path("").display().to_string()]);
    assert!(output.status.success(), "{}", printed(&output));
    out
}

#[test]
fn every_platform_has_its_packages_with_names_that_its_managers_know() {
    let Some(python) = python("packages of every platform") else { return };
    let out = release(&python);
    let made = files(&out.path(""));
    for name in [
        "referee-V-x86_64-unknown-linux-musl.tar.gz",
        "referee-V-aarch64-apple-darwin.tar.gz",
        "referee-V-x86_64-pc-windows-msvc.zip",
        "referee_lsp-V-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl",
        "referee_lsp-V-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
        "referee_lsp-V-py3-none-macosx_10_12_x86_64.whl",
        "referee_lsp-V-py3-none-macosx_11_0_arm64.whl",
        "referee_lsp-V-py3-none-win_amd64.whl",
        "referee-lsp-V.tgz",
        "referee-lsp-linux-x64-V.tgz",
        "referee-lsp-linux-arm64-V.tgz",
        "referee-lsp-darwin-x64-V.tgz",
        "referee-lsp-darwin-arm64-V.tgz",
        "referee-lsp-win32-x64-V.tgz",
        "referee_V-1_amd64.deb",
        "referee_V-1_arm64.deb",
        "referee-V-flake.tar.gz",
        "referee.rb",
    ] {
        let name = name.replace('V', VERSION);
        assert!(made.contains_key(&name), "{name} is not among {:?}", made.keys());
    }
    for machine in ["amd64", "arm64"] {
        assert!(out.path(&format!("container/linux-{machine}/referee")).is_file(), "{machine}");
    }
    assert!(out.read("container/Containerfile").contains(&format!("image.version=\"{VERSION}\"")));
}

#[test]
fn formula_flake_and_sums_name_the_archives_as_they_are() {
    let Some(python) = python("formula and flake") else { return };
    let out = release(&python);
    let sums = out.read("SHA256SUMS");
    let formula = out.read("referee.rb");
    let archives: Vec<(&str, &str)> = sums
        .lines()
        .filter_map(|line| line.split_once("  "))
        .filter(|(_, name)| RELEASED.iter().any(|target| name.ends_with(&format!("{target}.tar.gz"))))
        .collect();
    assert_eq!(archives.len(), 4, "{sums}");
    for (sum, name) in &archives {
        let lines: Vec<&str> = formula.lines().map(str::trim).collect();
        let at = lines
            .iter()
            .position(|line| line.ends_with(&format!("/v{VERSION}/{name}\"")))
            .expect("its address");
        assert_eq!(lines[at + 1], format!("sha256 \"{sum}\""), "{name}");
    }
    if on_path("sha256sum").is_some() {
        let mut check = Command::new("sha256sum");
        check.args(["--check", "--strict", "SHA256SUMS"]).current_dir(out.path(""));
        let output = run(&mut check, Duration::from_secs(60)).expect("sums are soon checked");
        assert!(output.status.success(), "{}", printed(&output));
    }
    // The package managers themselves read them, if installed.
    let flake = Folder::with(&[]);
    let archive = out.path(&format!("referee-{VERSION}-flake.tar.gz"));
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(&archive).args(["--strip-components", "1"]).current_dir(flake.path(""));
    assert!(run(&mut unpack, Duration::from_secs(60)).expect("soon").status.success());
    let written = flake.read("flake.nix");
    for system in ["x86_64-linux", "aarch64-linux", "x86_64-darwin", "aarch64-darwin"] {
        assert!(written.contains(&format!("{system} = {{ file = ")), "{written}");
    }
    let beside = root().join("tests/tests/suite/packages");
    if let Some(said) = evaluated("ruby", &[beside.join("formula.rb"), out.path("referee.rb"), out.path("")])
    {
        for (sum, name) in &archives {
            let is_it = |resource: &&Value| resource["url"].as_str().is_some_and(|url| url.ends_with(name));
            let resource = said["resources"].as_array().and_then(|all| all.iter().find(is_it));
            let resource = resource.unwrap_or_else(|| panic!("{name}: {said}"));
            assert_eq!(resource["sha256"], *sum, "{name}");
            let arm = if name.contains("aarch64") { "on_arm" } else { "on_intel" };
            let system = if name.contains("apple") { "on_macos" } else { "on_linux" };
            assert_eq!(resource["place"], format!("{system} {arm}"), "{name}");
        }
        assert_eq!(said["version"], VERSION);
        assert_eq!(said["tested"][1], 1, "a draft with a fault has this status: {said}");
        assert!(said["done"].to_string().contains(r#"["cargo","install","--path","server/cli""#), "{said}");
    }
    let of_sources = root().join("scripts/packages/nix/flake.nix");
    for (flake, is_released) in [(of_sources, false), (flake.path("flake.nix"), true)] {
        let instantiate = ["--eval", "--strict", "--json"].map(PathBuf::from);
        let arguments = [beside.join("flake.nix"), "--arg".into(), "flake".into(), flake];
        let Some(said) = evaluated("nix-instantiate", &[&instantiate[..], &arguments].concat()) else {
            return;
        };
        for (system, target) in [
            ("x86_64-linux", "x86_64-unknown-linux-musl"),
            ("aarch64-linux", "aarch64-unknown-linux-musl"),
            ("x86_64-darwin", "x86_64-apple-darwin"),
            ("aarch64-darwin", "aarch64-apple-darwin"),
        ] {
            let package = &said[system];
            assert_eq!((&package["pname"], &package["version"]), (&json!("referee"), &json!(VERSION)));
            assert_eq!(package["meta"]["mainProgram"], "referee");
            if is_released {
                let archive = archives.iter().find(|(_, name)| name.ends_with(&format!("{target}.tar.gz")));
                let (sum, name) = archive.expect("its archive");
                assert!(package["src"]["url"].as_str().is_some_and(|url| url.ends_with(name)), "{package}");
                assert_eq!(package["src"]["hash"], subresource_integrity(sum), "{name}");
            } else {
                assert!(package["src"].to_string().contains("\"Cargo.lock\""), "{package}");
            }
        }
    }
}

/// Returns the JSON output of a program; reports a missing program.
fn evaluated(program: &str, arguments: &[PathBuf]) -> Option<Value> {
    if on_path(program).is_none() {
        referee_tests::tools::skipped(format_args!("{arguments:?}: {program} is not on this machine"));
        return None;
    }
    // Nix evaluates without a store, which would belong to root.
    let mut command = Command::new(program);
    command.args(arguments).env("NIX_REMOTE", "dummy://");
    let output = run(&mut command, Duration::from_secs(120)).expect("it is soon evaluated");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command:?}: {error}")))
}

/// Returns a hexadecimal SHA-256 sum in the notation of Nix: base64.
fn subresource_integrity(sum: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let byte = |at: usize| u32::from_str_radix(sum.get(2 * at..2 * at + 2).unwrap_or("00"), 16);
    let mut out = String::from("sha256-");
    // 32 bytes are ten groups of three, and one of two.
    for group in 0..11 {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | byte(3 * group + at).expect("hexadecimal digits"));
        for shift in [18, 12, 6, 0] {
            out.push(char::from(LETTERS[(bits >> shift) as usize % 64]));
        }
    }
    out.pop();
    out + "="
}

#[test]
fn a_release_that_lacks_a_platform_is_not_described_as_complete() {
    let Some(python) = python("an incomplete release") else { return };
    let out = Folder::with(&[]);
    let folder = out.path("").display().to_string();
    let packed = pack_header(&python, RELEASED[0], &header(RELEASED[0]), &out.path(""), &["archive"]);
    assert!(packed.status.success(), "{}", printed(&packed));
    let output = script(&python, "describe", &["--complete", &folder]);
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("aarch64-apple-darwin"), "{}", printed(&output));
    // Without the option a formula for the available platforms is written.
    assert!(script(&python, "describe", &[&folder]).status.success());
    let formula = out.read("referee.rb");
    assert!(formula.contains("on_linux") && !formula.contains("on_macos"), "{formula}");
}

#[test]
fn the_same_program_gives_the_same_packages() {
    let Some(python) = python("packages made twice") else { return };
    let made: Vec<_> = (0..2)
        .map(|_| {
            let out = Folder::with(&[]);
            let target = RELEASED[0];
            assert!(pack_header(&python, target, &header(target), &out.path(""), &[]).status.success());
            files(&out.path(""))
        })
        .collect();
    assert_eq!(made[0].keys().collect::<Vec<_>>(), made[1].keys().collect::<Vec<_>>());
    for (name, bytes) in &made[0] {
        assert!(bytes == &made[1][name], "{name} differs");
    }
}

#[test]
fn a_program_of_another_machine_or_none_at_all_is_not_packed() {
    let Some(python) = python("programs that are refused") else { return };
    let out = Folder::with(&[]);
    for (target, program, words) in [
        ("aarch64-unknown-linux-musl", header("x86_64-unknown-linux-musl"), "is for linux x64"),
        ("x86_64-apple-darwin", header("x86_64-pc-windows-msvc"), "is for windows x64"),
        ("x86_64-unknown-linux-musl", b"#!/bin/sh\necho hello\n".to_vec(), "is no program"),
        ("x86_64-unknown-linux-musl", b"\x7fELF\x02\x01".to_vec(), "is damaged"),
        (
            "riscv64gc-unknown-linux-gnu",
            header("x86_64-unknown-linux-musl"),
            "no package is made for this platform",
        ),
    ] {
        let output = pack_header(&python, target, &program, &out.path(""), &[]);
        assert_eq!(output.status.code(), Some(1), "{target}: {}", printed(&output));
        assert!(printed(&output).contains(words), "{target}: {}", printed(&output));
        assert!(files(&out.path("")).is_empty(), "{target}");
    }
}

#[test]
fn a_program_that_needs_a_c_library_says_which_in_its_packages_and_makes_no_image() {
    if host().as_deref() != Some("x86_64-unknown-linux-gnu") {
        return referee_tests::tools::skipped(format_args!(
            "a program that needs glibc: this is another platform"
        ));
    }
    let Some(python) = python("a program that needs glibc") else { return };
    let program = std::fs::read(referee_tests::binary()).expect("the program can be read");
    let out = Folder::with(&[]);
    let packed = pack_header(
        &python,
        "x86_64-unknown-linux-gnu",
        &program[..],
        &out.path(""),
        &["wheel", "container"],
    );
    assert_eq!(packed.status.code(), Some(1), "{}", printed(&packed));
    assert!(printed(&packed).contains("the image has no C library"), "{}", printed(&packed));
    let wheel = files(&out.path("")).into_keys().next().expect("a wheel");
    let glibc =
        wheel.split("manylinux_2_").nth(1).and_then(|rest| rest.split('_').next()).expect("its glibc");
    let glibc: u32 = glibc.parse().expect("a number");
    // With a symbol of a newer glibc than its tag declares, pip would install a program that cannot
    // start.
    let text = String::from_utf8_lossy(&program);
    let newest = text.match_indices("GLIBC_2.").filter_map(|(at, found)| {
        let digits: String = text[at + found.len()..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    // Packed relocations, which `server/cli/build.rs` makes, need glibc 2.36.
    let of_relocations = text.contains("GLIBC_ABI_DT_RELR").then_some(36);
    assert_eq!(Some(glibc), newest.chain(of_relocations).max(), "{wheel}");
}

#[test]
fn the_workflow_builds_every_platform_that_npm_and_the_formula_name() {
    let workflow =
        std::fs::read_to_string(root().join(".github/workflows/release.yml")).expect("the workflow");
    let mut built: Vec<&str> = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- { target: ")?.split(',').next())
        .collect();
    built.sort_unstable();
    let mut released = RELEASED.to_vec();
    released.sort_unstable();
    assert_eq!(built, released);
    let scripts = std::fs::read_to_string(root().join("scripts/packages/release.py")).expect("the script");
    for target in RELEASED {
        assert!(scripts.contains(&format!("    \"{target}\",\n")), "{target}");
    }
}

#[test]
fn the_first_page_of_the_walkthrough_asks_for_no_terminal() {
    let folder = root().join("editors/vscode");
    let manifest = std::fs::read_to_string(folder.join("package.json")).expect("the manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("it is JSON");
    let step = &manifest["contributes"]["walkthroughs"][0]["steps"][0];
    let page = step["media"]["markdown"].as_str().expect("the page of the first step");
    let page = std::fs::read_to_string(folder.join(page)).expect("the page");
    let words = std::fs::read_to_string(folder.join("package.nls.json")).expect("the words of the manifest");
    let words: Value = serde_json::from_str(&words).expect("it is JSON");
    let said = |name: &str| {
        let key = step[name].as_str().unwrap_or_default().trim_matches('%');
        words[key].as_str().unwrap_or_else(|| panic!("{key} is not among the words")).to_owned()
    };
    let text = format!("{} {} {page}", said("title"), said("description"));
    for word in ["```", "terminal", "cargo", "npm ", "pip ", "PATH", "command line"] {
        assert!(!text.contains(word), "“{word}” in {text}");
    }
    assert!(page.contains("/releases"), "where to get a package with the program: {page}");
}
