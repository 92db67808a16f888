//! The npm launcher behaves exactly like the program, and explains what to do if the program is
//! missing.

use super::printed;
use referee_tests::Folder;
use referee_tests::tools::{on_path, root, run, skipped};
use std::process::{Command, Output};
use std::time::Duration;

const RELEASES: &str = "https://github.com/referee-lsp/referee/releases";

/// Returns the launcher in npm's layout, with programs for these platforms in its package.
fn launcher(platforms: &[&str]) -> Option<Folder> {
    if on_path("node").is_none() {
        skipped(format_args!("the npm launcher: node is not on this machine"));
        return None;
    }
    let folder = Folder::with(&[]);
    let source = std::fs::read(root().join("scripts/packages/npm/launcher.js")).expect("the launcher");
    folder.write("node_modules/referee-lsp/launcher.js", source);
    let wanted: serde_json::Map<String, serde_json::Value> =
        platforms.iter().map(|platform| (format!("@referee-lsp/{platform}"), "0.1.0".into())).collect();
    let manifest =
        serde_json::json!({"name": "referee-lsp", "version": "0.1.0", "optionalDependencies": wanted});
    folder.write("node_modules/referee-lsp/package.json", manifest.to_string());
    Some(folder)
}

fn start(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new("node");
    command.arg(folder.path("node_modules/referee-lsp/launcher.js")).args(arguments);
    run(&mut command, Duration::from_secs(120)).expect("the launcher ends")
}

/// Returns this platform in the notation of Node.js.
fn here() -> String {
    let output =
        Command::new("node").args(["-p", "process.platform + '-' + process.arch"]).output().expect("node");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn a_platform_without_a_build_is_named_with_those_that_have_one() {
    let Some(folder) = launcher(&["sunos-x64", "linux-mips"]) else { return };
    let output = start(&folder, &["check", "paper.md"]);
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for words in [&*here(), "sunos-x64", "linux-mips", RELEASES] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("at Object"), "a trace says nothing to an author: {said}");
}

#[test]
fn a_program_that_npm_left_out_is_named_with_the_command_that_brings_it() {
    if on_path("node").is_none() {
        return skipped(format_args!("the npm launcher: node is not on this machine"));
    }
    let Some(folder) = launcher(&[&here()]) else { return };
    let output = start(&folder, &["check", "paper.md"]);
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for words in [&format!("@referee-lsp/{}", here()), "--include=optional", RELEASES] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_damaged_program_is_named_with_its_platform() {
    if on_path("node").is_none() {
        return skipped(format_args!("the npm launcher: node is not on this machine"));
    }
    let Some(folder) = launcher(&[&here()]) else { return };
    let package = format!("node_modules/@referee-lsp/{}", here());
    folder.write(&format!("{package}/package.json"), "{\"programBytes\": 43000000}");
    let program = format!("{package}/bin/referee{}", std::env::consts::EXE_SUFFIX);
    for damage in [None, Some(&b""[..]), Some(&b"\x7fELF half of a download"[..])] {
        if let Some(bytes) = damage {
            folder.write(&program, bytes);
            executable(&folder.path(&program));
        }
        let output = start(&folder, &["--version"]);
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{damage:?}: {said}");
        for words in [&*here(), "cannot be run", "--force", RELEASES] {
            assert!(said.contains(words), "{damage:?}: {said}");
        }
    }
}

#[cfg(unix)]
fn executable(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("its mode can be set");
}

#[cfg(not(unix))]
fn executable(_path: &std::path::Path) {}

/// An editor session through the launcher.
#[cfg(unix)]
mod session {
    use super::super::{packages, python};
    use super::{here, launcher};
    use referee_tests::Folder;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ChildStdout, Command, Stdio};

    /// Returns the launcher with the program under test.
    fn with_program() -> Option<Folder> {
        let python = python("the npm launcher")?;
        let packed = packages(&python)?;
        // Reports a missing Node.js before it is asked for its platform.
        launcher(&[])?;
        let folder = launcher(&[&here()])?;
        let package = format!("node_modules/@referee-lsp/{}", here());
        let bytes = packed.join("program").metadata().expect("the program").len();
        folder.write(&format!("{package}/package.json"), format!("{{\"programBytes\": {bytes}}}"));
        let program = folder.path(&format!("{package}/bin/referee"));
        std::fs::create_dir_all(program.parent().expect("a folder")).expect("it can be made");
        std::os::unix::fs::symlink(packed.join("program"), &program).expect("a link can be made");
        Some(folder)
    }

    fn start(folder: &Folder) -> (Child, BufReader<ChildStdout>) {
        let mut child = Command::new("node")
            .arg(folder.path("node_modules/referee-lsp/launcher.js"))
            .arg("lsp")
            .current_dir(folder.path(""))
            .env("HOME", folder.home())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        (child, output)
    }

    fn send(child: &mut Child, message: &str) {
        let input = child.stdin.as_mut().expect("its input");
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).expect("it reads");
    }

    fn received(output: &mut BufReader<ChildStdout>) -> String {
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        let length = line.trim().strip_prefix("Content-Length: ").expect("a length first");
        // An empty line separates the length from the message.
        let mut answer = vec![0; length.parse::<usize>().expect("a number") + "\r\n".len()];
        output.read_exact(&mut answer).expect("the whole answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    const INITIALIZE: &str =
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#;

    #[test]
    fn an_editor_speaks_with_the_server_through_the_launcher() {
        let Some(folder) = with_program() else { return };
        let (mut child, mut output) = start(&folder);
        send(&mut child, INITIALIZE);
        assert!(received(&mut output).contains("\"capabilities\""));
        send(&mut child, r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
        send(&mut child, r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
        while !received(&mut output).contains("\"id\":2") {}
        send(&mut child, r#"{"jsonrpc":"2.0","method":"exit"}"#);
        assert_eq!(child.wait().expect("the launcher ends").code(), Some(0));
    }

    #[test]
    fn a_signal_to_the_launcher_ends_the_server_and_shows_in_how_the_launcher_ends() {
        let Some(folder) = with_program() else { return };
        for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
            let (mut child, mut output) = start(&folder);
            send(&mut child, INITIALIZE);
            assert!(received(&mut output).contains("\"capabilities\""), "{signal}");
            let killed =
                Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill");
            assert!(killed.success());
            // The output ends when neither the launcher nor the program has it open.
            let mut rest = Vec::new();
            output.read_to_end(&mut rest).expect("the output ends");
            let status = child.wait().expect("the launcher ends");
            assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        }
    }
}
