//! References in package definitions and workflows exist, with the right path and version: a
//! package that cannot be built on this machine at least matches the repository.

use referee_tests::tools::root;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the value of a key in a section of a TOML file with one key per line.
fn toml(path: &str, section: &str, key: &str) -> String {
    let text = read(path);
    let body =
        text.split(&format!("[{section}]\n")).nth(1).unwrap_or_else(|| panic!("{path}: no [{section}]"));
    let body = body.split("\n[").next().unwrap_or_default();
    let line = body.lines().find_map(|line| line.strip_prefix(&format!("{key} = "))).unwrap_or_default();
    line.trim_matches('"').to_owned()
}

/// Returns words of a text that look like the path of a file in one of these folders.
fn files_named(text: &str) -> Vec<String> {
    let ends = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '(' | ',' | ';' | '`' | '$' | '{' | '}')
    };
    text.split(ends)
        .map(|word| word.trim_start_matches("../../").trim_end_matches([':', '.']))
        .filter(|word| {
            ["scripts/", "tests/", "editors/", "server/", ".ci/", "docs/"]
                .iter()
                .any(|folder| word.starts_with(folder))
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn workflows_and_definitions_name_files_that_are_there() {
    let mut named = 0;
    for definition in [
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".ci/run",
        "Dockerfile",
        "scripts/release",
        "scripts/packages/homebrew/referee.rb",
        "scripts/packages/nix/flake.nix",
    ] {
        for file in files_named(&read(definition)) {
            named += 1;
            // A folder of installed packages exists only after `npm ci`.
            let made = file.contains("node_modules") || file.contains("target/");
            assert!(made || root().join(&file).exists(), "{definition} names {file}");
        }
    }
    assert!(named >= 12, "only {named} names were read");
}

#[test]
fn formula_flake_image_and_scripts_build_the_program_that_the_manifest_names() {
    let package = toml("server/cli/Cargo.toml", "package", "name");
    let program = toml("server/cli/Cargo.toml", "[bin]", "name");
    assert_eq!((package.as_str(), program.as_str()), ("referee-cli", "referee"));
    for (definition, words) in [
        (
            "scripts/packages/homebrew/referee.rb",
            vec!["path: \"server/cli\"", "bin/\"referee\"", "bin.install \"referee\""],
        ),
        (
            "scripts/packages/nix/flake.nix",
            vec![
                "\"--package\" \"referee-cli\"",
                "mainProgram = \"referee\"",
                "manifest.workspace.package.version",
            ],
        ),
        ("scripts/packages/nix/release.nix", vec!["mainProgram = \"referee\"", "version = \"@VERSION@\""]),
        (
            "scripts/packages/container/Containerfile",
            vec!["/usr/local/bin/referee", "image.version=\"@VERSION@\""],
        ),
        ("scripts/release", vec!["--package referee-cli --features csl"]),
        // npm treats a path that begins with a folder name as a repository on GitHub.
        (
            ".github/workflows/release.yml",
            vec![" ./packages/referee-lsp-{linux,darwin,win32}-*.tgz ./packages/referee-lsp-[0-9]*.tgz;"],
        ),
        ("Dockerfile", vec!["--bin referee", "target/release/referee"]),
    ] {
        let text = read(definition);
        for word in words {
            assert!(text.contains(word), "{definition} lacks {word}");
        }
    }
    let release = read("scripts/packages/release.py");
    for key in ["repository", "homepage"] {
        let address = toml("Cargo.toml", "workspace.package", key);
        assert!(
            !address.is_empty() && release.contains(&format!("\"{address}\"")),
            "release.py lacks {address}"
        );
    }
}

#[test]
fn every_manifest_has_the_version_of_the_workspace() {
    let version = toml("Cargo.toml", "workspace.package", "version");
    let manifest: serde_json::Value =
        serde_json::from_str(&read("editors/vscode/package.json")).expect("JSON");
    let lock: serde_json::Value =
        serde_json::from_str(&read("editors/vscode/package-lock.json")).expect("JSON");
    assert_eq!(manifest["version"], version.as_str());
    assert_eq!(lock["version"], version.as_str());
    assert_eq!(lock["packages"][""]["version"], version.as_str());
    let mason = read("docs/publishing.md");
    for line in mason.lines().filter(|line| line.trim_start().starts_with("file: referee-")) {
        assert!(line.contains(&format!("referee-{version}-")), "docs/publishing.md: {line}");
    }
    assert!(
        mason.contains(&format!("scripts/neovim-mirror ../referee.nvim v{version}")),
        "docs/publishing.md gives another version"
    );
}

#[test]
fn the_image_is_built_by_a_compiler_that_is_new_enough_and_runs_as_nobody_in_particular() {
    let oldest = toml("Cargo.toml", "workspace.package", "rust-version");
    let number =
        |version: &str| -> Vec<u32> { version.split('.').filter_map(|part| part.parse().ok()).collect() };
    let image = read("Dockerfile");
    let compiler =
        image.split("FROM rust:").nth(1).and_then(|rest| rest.split('-').next()).expect("a compiler");
    assert!(number(compiler) >= number(&oldest), "Dockerfile builds with {compiler}, and {oldest} must do");
    for definition in ["Dockerfile", "scripts/packages/container/Containerfile"] {
        let text = read(definition);
        let user = text.lines().filter_map(|line| line.strip_prefix("USER ")).next_back().expect("a user");
        let id = user.split(':').next().and_then(|id| id.parse::<u32>().ok());
        assert!(
            id.is_some_and(|id| id > 0),
            "{definition}: whether {user} is root cannot be told by its name"
        );
    }
    assert!(
        Path::new(&root().join(".dockerignore")).exists() || !image.contains("COPY . ."),
        "the image copies target/"
    );
}
