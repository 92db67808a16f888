//! Executes docs/start.md: its commands in a shell, its keys in every Neovim on this machine. The
//! steps in VS Code are those of `vscode`, with the page's commands and keys. Both editors run with
//! the network allowed and denied; the services are simulated.

use referee_tests::scholar::{Scholar, papers};
use referee_tests::tools::{at_home, neovims, path_with, root, run, skip};
use referee_tests::{Folder, binary};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest that an editor may take to start, and a program to end.
const LIMIT: Duration = Duration::from_secs(90);

/// Returns the code blocks of the page in this language, in order.
fn blocks(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/start.md")).expect("the page is there");
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// Returns a shell in the checkout, with a private home and the program on its PATH.
fn shell(home: &Path, script: &str) -> Command {
    let program = binary();
    let mut command = at_home("sh", home);
    // The folders of a new machine, below the home.
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CARGO_HOME"] {
        command.env_remove(name);
    }
    command.env("PATH", path_with(program.parent().unwrap_or(&program)));
    command.args(["-e", "-c", script]).current_dir(root());
    command
}

/// Removes the commands that need an editor or a release build.
fn without(block: &str, prefixes: &[&str]) -> String {
    let lines = block.lines().filter(|line| !prefixes.iter().any(|prefix| line.starts_with(prefix)));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_first_steps_find_what_is_planted() {
    let home = Folder::with(&[]);
    let [install, example, ..] = &blocks("sh")[..] else { panic!("the page has commands") };
    assert!(install.starts_with("cargo install --path server/cli\n"), "{install}");
    let mut first = shell(&home.path(""), &without(install, &["cargo install"]));
    let output = run(&mut first, LIMIT).expect("it ends");
    assert!(output.status.success());
    let mut second = shell(&home.path(""), example);
    let output = run(&mut second, LIMIT).expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for planted in [
        "citation/misidentified",
        "citation/differs",
        "citation/not-found",
        "citation/undefined-key",
        "citation/retracted",
    ] {
        assert!(said.contains(planted), "{planted}: {said}");
    }
}

#[test]
fn the_package_is_built_as_the_page_says() {
    let block = &blocks("sh")[2];
    // `tests/editors/install` and `vscode` run the same commands, with code-server's equivalent of
    // `code`.
    let version = env!("CARGO_PKG_VERSION");
    let wanted = format!(
        "cd editors/vscode\nnpm ci\nnode scripts/package.mjs\ncode --install-extension out/referee-{version}.vsix\n"
    );
    assert_eq!(*block, wanted);
}

#[test]
fn a_citation_is_mended_in_neovim_by_the_keys_of_the_page() {
    let all = neovims();
    if all.is_empty() {
        return skip("the first steps in Neovim", "nvim");
    }
    // Cover both network settings at least once.
    for (index, network) in (0..all.len().max(2)).zip(["allow", "deny"].into_iter().cycle()) {
        let Some(neovim) = all.get(index % all.len()) else { continue };
        let scholar = Scholar::with(papers(1));
        mend(neovim, network, &scholar);
        let asked = scholar.asked().len();
        assert_eq!(asked > 0, network == "allow", "{network}: {asked} requests");
    }
}

/// Follows the page in one Neovim, with this network setting.
fn mend(neovim: &Path, network: &str, scholar: &Scholar) {
    let home = Folder::with(&[]);
    let [_, example, _, package] = &blocks("sh")[..] else { panic!("the page has four blocks of commands") };
    let (package, start) = package.trim_end().rsplit_once('\n').expect("the last line starts the editor");
    let copy = without(example, &["referee check"]);
    let mut prepare = shell(&home.path(""), &format!("{copy}\n{package}"));
    let output = run(&mut prepare, LIMIT).expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));

    // The page's `nvim` is this one, without a screen and with a socket for the keys.
    let socket = home.path("socket");
    let arguments = start.strip_prefix("nvim ").expect("the page starts Neovim");
    let script =
        format!("exec \"{}\" --headless -n --listen \"{}\" {arguments}", neovim.display(), socket.display());
    let mut command = shell(&home.path(""), &script);
    command.envs(scholar.settings()).env("REFEREE_NETWORK", network);
    let log = std::fs::File::create(home.path("log")).expect("a file can be made");
    let mut editor =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("it starts");
    let done = follow(neovim, &socket, &home);
    let _ = editor.kill();
    let _ = editor.wait();
    let text = home.read("metformin/paper.md");
    assert!(done, "{}: the findings do not come: {}", neovim.display(), home.read("log"));
    assert!(
        text.contains("@knowler2002].\n<!-- planted: there is no entry") && !text.contains("@knowler2020"),
        "{}: {text}",
        neovim.display()
    );
}

/// Types the keys of the page; returns whether the file was written with the fix.
fn follow(neovim: &Path, socket: &Path, home: &Folder) -> bool {
    let ask = |option: &str, text: &str| {
        let mut command = at_home(neovim, &home.path("other"));
        command.arg("--headless").arg("--server").arg(socket).args([option, text]);
        run(&mut command, LIMIT)
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
            .unwrap_or_default()
    };
    let until = |limit: Duration, condition: &dyn Fn() -> bool| {
        let end = Instant::now() + limit;
        while Instant::now() < end {
            if condition() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        false
    };
    if !until(LIMIT, &|| socket.exists()) {
        return false;
    }
    // The author sees the findings, including those of the sources on this machine.
    let findings = "luaeval('#vim.diagnostic.get(0) > 3 and 1 or 0')";
    if !until(LIMIT, &|| ask("--remote-expr", findings) == "1") {
        return false;
    }
    let mended = || !home.read("metformin/paper.md").contains("@knowler2020");
    // An author waits for the list of fixes before choosing. On a slow machine two seconds are too
    // short; then press the keys again with longer pauses.
    for pause in [2, 4, 8, 16] {
        for line in blocks("vim").concat().lines() {
            ask("--remote-send", &format!("{line}<CR>"));
            std::thread::sleep(Duration::from_secs(pause));
        }
        if until(Duration::from_secs(5 * pause), &mended) {
            return true;
        }
        ask("--remote-send", "<Esc><Esc>");
    }
    false
}
