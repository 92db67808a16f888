//! Files for further channels: the Neovim mirror, package manager manifests, the agent plugin.

use referee_tests::tools::{on_path, path_with, root, run, skipped};
use referee_tests::{Folder, binary};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

fn done(command: &mut Command) -> Output {
    run(command, PATIENCE).unwrap_or_else(|| panic!("not in time: {command:?}"))
}

#[cfg(unix)]
#[test]
fn the_mirror_is_a_repository_that_neovim_loads() {
    if on_path("git").is_none() || !root().join(".git").exists() {
        return skipped(format_args!("there is no git, or no repository"));
    }
    let folder = Folder::with(&[]);
    let mirror = folder.path("referee.nvim");
    let script = || {
        let mut command = Command::new(root().join("scripts/neovim-mirror"));
        for who in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{who}_NAME"), "A Test")
                .env(format!("GIT_{who}_EMAIL"), "test@example.org");
        }
        command.arg(&mirror).arg("v0.1.0");
        done(&mut command)
    };
    let made = script();
    assert!(made.status.success(), "{made:?}");
    assert!(String::from_utf8_lossy(&script().stdout).contains("nothing changed"));
    let git = |arguments: &[&str]| {
        let output = done(Command::new("git").arg("-C").arg(&mirror).args(arguments));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(git(&["tag"]).trim(), "v0.1.0");
    for file in
        ["plugin/referee.lua", "lua/referee/init.lua", "lsp/referee.lua", "doc/referee.txt", "LICENSE-MIT"]
    {
        assert!(mirror.join(file).is_file(), "{file}");
    }
    std::fs::write(mirror.join("own.txt"), "an edit of somebody").unwrap();
    assert!(!script().status.success(), "what is not committed is not removed");
    let Some(neovim) = on_path("nvim") else { return skipped(format_args!("there is no Neovim")) };
    let rtp = format!("set rtp^={}", mirror.display());
    let check = "lua require('referee').setup({}); vim.cmd('runtime plugin/referee.lua'); io.stdout:write(vim.fn.exists(':Referee'))";
    let output =
        done(Command::new(neovim).args(["--headless", "-u", "NONE", "-c", &rtp, "-c", check, "-c", "quit"]));
    assert!(String::from_utf8_lossy(&output.stdout).contains('2'), "{output:?}");
}

#[test]
fn the_files_of_the_channels_name_the_archives_of_a_release_and_their_sums() {
    let Some(python) = on_path("python3") else { return skipped(format_args!("there is no Python")) };
    let folder = Folder::with(&[]);
    let version = env!("CARGO_PKG_VERSION");
    let linux = format!("referee-{version}-x86_64-unknown-linux-musl.tar.gz");
    let windows = format!("referee-{version}-x86_64-pc-windows-msvc.zip");
    folder.write(&linux, "");
    folder.write(&windows, "");
    let out = done(
        Command::new(python)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg(root().join("scripts/packages/channels"))
            .arg(folder.path(".")),
    );
    if !out.status.success() && String::from_utf8_lossy(&out.stderr).contains("tomllib") {
        return skipped(format_args!("Python is older than 3.11"));
    }
    assert!(out.status.success(), "{out:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path("channels").join(name)).unwrap();
    // The sum of no bytes at all.
    let sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let scoop: serde_json::Value = serde_json::from_str(&read("scoop/referee.json")).unwrap();
    assert_eq!(scoop["architecture"]["64bit"]["hash"], sum);
    assert!(scoop["architecture"]["64bit"]["url"].as_str().unwrap().ends_with(&windows));
    let server: serde_json::Value = serde_json::from_str(&read("mcp/server.json")).unwrap();
    assert_eq!(
        (server["version"].as_str(), server["packages"].as_array().map(Vec::len)),
        (Some(version), Some(2))
    );
    // The registry looks for this name in the packages that it lists.
    let name = format!("\"{}\"", server["name"].as_str().unwrap());
    let packages = std::fs::read_to_string(root().join("scripts/packages/release.py")).unwrap();
    assert!(packages.contains(&format!("MCP_NAME = {name}")), "{name}");
    let build = read("aur/PKGBUILD");
    assert!(build.contains(&linux) && build.contains(sum) && !build.contains("aarch64"), "{build}");
    let mason = read("mason/packages/referee/package.yaml");
    assert!(mason.contains("linux_x64_musl") && mason.contains(&format!("file: {linux}")), "{mason}");
    assert!(read("winget/RefereeLsp.Referee.installer.yaml").contains(&sum.to_uppercase()));
}

/// Runs the hook with the input that an agent passes after a write.
fn hook(folder: &Folder, file: &Path) -> Output {
    let program = binary();
    let input = serde_json::json!({"tool_name": "Write", "tool_input": {"file_path": file}}).to_string();
    let mut child = Command::new(root().join("editors/claude/hooks/check-references"))
        .env("PATH", path_with(program.parent().unwrap()))
        .env("HOME", folder.home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn the_hook_of_the_agent_gives_findings_back_and_passes_over_the_rest() {
    if on_path("python3").is_none() {
        return skipped(format_args!("there is no Python"));
    }
    let folder = Folder::with(&[
        ("refs.bib", "@article{roe2020, title = {A}, author = {Roe, J}, year = {2020}, journal = {J}}\n"),
        ("bad.md", "---\nbibliography: refs.bib\n---\n\nA claim [@nobody2099].\n"),
        ("good.md", "---\nbibliography: refs.bib\n---\n\nA claim [@roe2020].\n"),
        ("notes.xyz", "[@nobody2099]"),
    ]);
    let bad = hook(&folder, &folder.path("bad.md"));
    assert_eq!(bad.status.code(), Some(2), "{bad:?}");
    assert!(String::from_utf8_lossy(&bad.stderr).contains("nobody2099"), "{bad:?}");
    for passed in ["good.md", "notes.xyz", "missing.md"] {
        assert_eq!(hook(&folder, &folder.path(passed)).status.code(), Some(0), "{passed}");
    }
}

#[test]
fn the_extension_for_zed_is_of_this_version_and_has_a_licence() {
    let folder = root().join("editors/zed");
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    for name in ["extension.toml", "Cargo.toml"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(text.lines().any(|line| line == version), "{name}: {text}");
    }
    // Zed's registry refuses a folder without one.
    let licence = std::fs::read_to_string(folder.join("LICENSE-MIT")).unwrap();
    assert_eq!(licence, std::fs::read_to_string(root().join("LICENSE-MIT")).unwrap());
}

#[test]
fn the_plugin_for_an_agent_is_of_this_version_and_its_files_are_there() {
    let plugin = root().join("editors/claude");
    let json = |name: &str| -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(plugin.join(name)).unwrap()).unwrap()
    };
    assert_eq!(json(".claude-plugin/plugin.json")["version"], env!("CARGO_PKG_VERSION"));
    let command = json("hooks/hooks.json")["hooks"]["PostToolUse"][0]["hooks"][0]["command"].to_string();
    assert!(command.contains("/hooks/check-references") && plugin.join("hooks/check-references").is_file());
    let skill = std::fs::read_to_string(plugin.join("skills/check-references/SKILL.md")).unwrap();
    assert!(skill.starts_with("---\nname: check-references\ndescription: "), "{skill}");
    // The repository itself is a marketplace with this plugin.
    let market: serde_json::Value = serde_json::from_str(
        &std::fs::read_to_string(root().join(".claude-plugin/marketplace.json")).unwrap(),
    )
    .unwrap();
    let source = market["plugins"][0]["source"].as_str().unwrap();
    assert_eq!(root().join(source).canonicalize().unwrap(), plugin.canonicalize().unwrap());
    assert_eq!(market["plugins"][0]["name"], json(".claude-plugin/plugin.json")["name"]);
}
