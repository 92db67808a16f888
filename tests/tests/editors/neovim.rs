//! Every version of Neovim on this machine, with the plugin from editors/neovim and the real
//! server. The steps are in tests/editors/neovim.

use super::cold_cache::cold_cache;
use super::neovim_screen::{Screen, copy};
use referee_tests::fixtures::{METFORMIN_BIB, METFORMIN_RIS, VISIT, VISIT_NOTE};
use referee_tests::tools::{at_home, neovims, on_path, path_with, root, run, skip};
use referee_tests::{Folder, binary};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// A work from arXiv.
const PREPRINT_RIS: &str = "TY  - UNPB
AU  - Brandt, Ida
TI  - Lattices that remember the order of their folds
PY  - 2024
UR  - https://arxiv.org/abs/2401.90001
ER  - 
";

fn folder() -> Folder {
    let yaml = "---\nbibliography: refs.bib\n---\n\n";
    Folder::with(&[
        ("refs.bib", METFORMIN_BIB),
        ("library.ris", &format!("{METFORMIN_RIS}\n{PREPRINT_RIS}")),
        ("referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
        ("paper.md", &format!("{yaml}# Results\n\n😀 see [@smiht2020; @okafor1998].\n")),
        ("notebook.qmd", &format!("{yaml}😀 see [@smiht2020].\n")),
        ("analysis.Rmd", &format!("{yaml}😀 see [@smiht2020].\n")),
        (
            "chapter.tex",
            "\\documentclass{article}\n\\addbibresource{refs.bib}\n\nDépôt 😀 \\cite{smiht2020,okafor1998}.\n",
        ),
        ("unknown.md", "---\nbibliography: more.bib\n---\n\nAs was shown [@moreau2015].\n"),
        (
            "more.bib",
            "@article{moreau2015, author = {Moreau, C.}, title = {A trial that no library here has}, journal = {Journal of Examples}, year = {2015}}\n",
        ),
        ("essay.typ", "#bibliography(\"refs.bib\")\n\n😀 see @smiht2020.\n"),
    ])
}

/// Returns a note and the conversation it was written from.
fn visit() -> Folder {
    Folder::with(&[("visit.txt", VISIT), ("visit-note.md", VISIT_NOTE)])
}

/// Returns a workspace with a library that takes some time to search.
fn large() -> Folder {
    let mut library = String::new();
    for n in 0..4000 {
        let sentence = format!("Metformin reduced mortality of patients in cohort {n} and activated AMPK. ");
        library.push_str(&format!(
            "PMID- {}\nTI  - Metformin and mortality of patients, part {n}.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\nAB  - {}\n\n",
            9_000_000 + n,
            sentence.repeat(12)
        ));
    }
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", &library),
        ("paper.md", "# Plan\n\nAs was shown (PMID: 9000001).\n\nSome words.\n"),
    ])
}

/// Runs a script of steps in one Neovim, and panics with its output unless every step passed.
fn pass(neovim: &Path, script: &str, options: &str) {
    pass_in(&folder(), neovim, script, options);
}

fn pass_in(folder: &Folder, neovim: &Path, script: &str, options: &str) {
    pass_with(folder, neovim, script, options, Vec::new());
}

/// Runs a script with these variables in the environment.
fn pass_with(
    folder: &Folder,
    neovim: &Path,
    script: &str,
    options: &str,
    environment: Vec<(String, String)>,
) {
    let home = Folder::with(&[]);
    let steps = root().join("tests/editors/neovim");
    let program = binary();
    // Copy the plugin, because Neovim writes the index of its help into its folder.
    let plugin = Folder::with(&[]);
    copy(&root().join("editors/neovim"), &plugin.path(""));
    let mut command = at_home(neovim, &home.path(""));
    set(&mut command, folder, &plugin, options);
    command.envs(environment);
    command.env("PATH", path_with(program.parent().unwrap_or(&program)));
    command.args(["--headless", "-i", "NONE", "-n", "-u"]).arg(steps.join("init.lua"));
    command.arg("-c").arg(format!("helptags {}", plugin.path("doc").display()));
    command.arg("-c").arg(format!("luafile {}", steps.join(format!("{script}.lua")).display()));
    passed(neovim, script, &mut command);
}

fn set(command: &mut Command, folder: &Folder, plugin: &Folder, options: &str) {
    command
        .current_dir(folder.path(""))
        .env("EDITOR_TEST_FOLDER", folder.path(""))
        .env("EDITOR_TEST_PLUGIN", plugin.path(""))
        .env("EDITOR_TEST_TESTS", root().join("tests/editors/neovim"))
        .env("EDITOR_TEST_OPTIONS", options)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("CARGO_HOME");
}

fn passed(neovim: &Path, script: &str, command: &mut Command) {
    let output = run(command, Duration::from_secs(300));
    let output = output.unwrap_or_else(|| panic!("{}: {script} does not end", neovim.display()));
    let said = String::from_utf8_lossy(&output.stdout);
    let done = ended_well(output.status) && said.lines().any(|line| line.trim() == "DONE");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(done, "{}: {script}, {}\n{said}\n{complaints}", neovim.display(), output.status);
}

/// Whether Neovim ended as expected after all steps.
///
/// Neovim 0.10 restores its signal handlers before it closes the pipes to its servers. A write to a
/// server that has already ended then kills Neovim with SIGPIPE, after the steps and after
/// everything was saved.
#[cfg(unix)]
fn ended_well(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const SIGPIPE: i32 = 13;
    status.success() || status.signal() == Some(SIGPIPE)
}

#[cfg(not(unix))]
fn ended_well(status: ExitStatus) -> bool {
    status.success()
}

/// Runs `test` in every Neovim, or reports that none is installed.
fn in_every_neovim(what: &str, test: impl Fn(&Path)) {
    let all = neovims();
    if all.is_empty() {
        skip(what, "nvim");
    }
    all.iter().for_each(|neovim| test(neovim));
}

#[test]
fn a_draft_is_reviewed_mended_and_cited_in_neovim() {
    in_every_neovim("a session in Neovim", |neovim| pass(neovim, "session", ""));
}

#[test]
fn the_plugin_loads_late_keeps_to_one_line_and_names_what_is_in_force_in_neovim() {
    in_every_neovim("the manners of the plugin in Neovim", |neovim| pass(neovim, "manners", ""));
}

#[test]
fn the_server_speaks_the_language_of_neovim() {
    in_every_neovim("a Spanish Neovim", |neovim| {
        let spanish = vec![("LC_ALL".to_owned(), "es_CL.UTF-8".to_owned())];
        pass_with(&folder(), neovim, "spanish", "", spanish);
    });
}

#[test]
fn two_neovims_review_one_workspace() {
    in_every_neovim("two Neovims on one workspace", |neovim| {
        let folder = folder();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| pass_in(&folder, neovim, "together", ""));
            }
        });
    });
}

/// The author has not decided whether references may be looked up.
#[test]
fn a_notice_never_has_to_be_confirmed_on_a_narrow_screen_of_neovim() {
    let Some(tmux) = on_path("tmux") else { return skip("Neovim in a narrow terminal", "tmux") };
    in_every_neovim("Neovim in a narrow terminal", |neovim| {
        let (folder, plugin) = (folder(), Folder::with(&[]));
        copy(&root().join("editors/neovim"), &plugin.path(""));
        let start = "set rtp^=$EDITOR_TEST_PLUGIN | filetype plugin on";
        let line = "set laststatus=2 statusline=%{v:lua.require'referee'.statusline()}";
        let arguments = ["-i", "NONE", "-n", "-u", "NORC", "--cmd", start, "--cmd", line];
        let environment = [
            ("EDITOR_TEST_PLUGIN".to_owned(), plugin.path("").display().to_string()),
            ("REFEREE_NETWORK".to_owned(), "ask".to_owned()),
        ];
        let screen = Screen::start(&tmux, (60, 20), &folder, neovim, &arguments, &environment);
        screen.edit("unknown.md");
        let terminal = &screen.terminal;
        // The notice came and went; the open question stays in the status line.
        terminal.wait_for("?1 :Referee allow");
        terminal.press(&[":Referee status", "Enter"]);
        terminal.wait_for("referee: 0 verified");
        terminal.press(&["ihello"]);
        terminal.wait_for("hello");
        let screen = terminal.screen();
        assert!(!screen.contains("Press ENTER") && !screen.contains("-- More --"), "{screen}");
    });
}

/// Takes the minimum of a few starts: other work on the machine can only slow a start down.
#[test]
fn the_plugin_costs_under_two_milliseconds_at_the_start_of_neovim() {
    in_every_neovim("the start of Neovim", |neovim| {
        let home = Folder::with(&[]);
        let log = home.path("startup");
        let mut least = f64::INFINITY;
        for _ in 0..8 {
            let _ = std::fs::remove_file(&log);
            let mut command = at_home(neovim, &home.path(""));
            command.args(["--headless", "-i", "NONE", "-n", "-u", "NORC", "--cmd"]);
            command.arg(format!("set rtp^={}", root().join("editors/neovim").display()));
            command.arg("--startuptime").arg(&log).args(["-c", "qall!"]);
            let output = run(&mut command, Duration::from_secs(60)).expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            // A line contains the clock, the time including nested files, the time excluding them,
            // and the file.
            let told = std::fs::read_to_string(&log).expect("the times are written");
            let line =
                told.lines().find(|line| line.trim_end().ends_with("editors/neovim/plugin/referee.lua"));
            let line = line.unwrap_or_else(|| panic!("{}: {told}", neovim.display()));
            let taken = line.split_whitespace().nth(1).and_then(|time| time.parse().ok());
            least = least.min(taken.unwrap_or_else(|| panic!("no time in {line}")));
        }
        assert!(least < 2.0, "{}: {least} ms", neovim.display());
    });
}

#[test]
fn a_note_is_held_against_its_visit_in_neovim() {
    in_every_neovim("a note and its visit in Neovim", |neovim| pass_in(&visit(), neovim, "visit", ""));
}

#[test]
fn a_long_command_is_cancelled_in_neovim() {
    in_every_neovim("a long command in Neovim", |neovim| pass_in(&large(), neovim, "cancel", ""));
}

#[test]
fn what_is_looked_up_is_shown_without_an_edit_in_neovim() {
    in_every_neovim("a cold cache in Neovim", |neovim| {
        let (folder, scholar) = cold_cache();
        let options = r#"{"settings": {"network": "ask"}}"#;
        pass_with(&folder, neovim, "cold", options, scholar.settings());
    });
}

#[test]
fn what_is_looked_up_comes_up_on_the_screen_of_neovim() {
    let Some(tmux) = on_path("tmux") else { return skip("Neovim in a terminal", "tmux") };
    in_every_neovim("Neovim in a terminal", |neovim| {
        let ((folder, scholar), plugin) = (cold_cache(), Folder::with(&[]));
        copy(&root().join("editors/neovim"), &plugin.path(""));
        let steps = root().join("tests/editors/neovim/init.lua").display().to_string();
        let show = "lua vim.diagnostic.config({virtual_text = true})";
        let arguments = ["-i", "NONE", "-n", "-u", &steps, "-c", show];
        let mut environment = scholar.settings();
        environment.push(("EDITOR_TEST_PLUGIN".to_owned(), plugin.path("").display().to_string()));
        environment.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
        let screen = Screen::start(&tmux, (260, 40), &folder, neovim, &arguments, &environment);
        screen.edit("cold.md");
        for words in ["retracted on", "was not found in Crossref", "has no entry"] {
            screen.terminal.wait_for(words);
        }
    });
}

#[test]
fn a_missing_program_is_said_once_in_neovim() {
    in_every_neovim("a missing program in Neovim", |neovim| {
        pass(neovim, "missing", r#"{"cmd": "/no/such/referee"}"#);
    });
}

#[cfg(unix)]
#[test]
fn a_server_that_crashes_at_the_start_is_given_up_in_neovim() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("crash", "#!/bin/sh\nexit 3\n")]);
    let program = folder.path("crash");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it can be made one");
    in_every_neovim("a crashing server in Neovim", |neovim| {
        pass(neovim, "crashing", &format!(r#"{{"cmd": "{}", "restarts": 2}}"#, program.display()));
    });
}

#[test]
fn one_file_is_enough_where_neovim_configures_servers_itself() {
    let enables = |neovim: &Path| {
        let mut command = Command::new(neovim);
        command.args(["--headless", "-u", "NONE", "-i", "NONE", "-c"]);
        command.arg("lua vim.cmd(vim.lsp.enable and 'qall!' or 'cquit 1')");
        run(&mut command, Duration::from_secs(60)).is_some_and(|output| output.status.success())
    };
    let all: Vec<_> = neovims().into_iter().filter(|neovim| enables(neovim)).collect();
    if all.is_empty() {
        skip("lsp/referee.lua", "a Neovim with vim.lsp.enable");
    }
    for neovim in all {
        let (folder, home) = (folder(), Folder::with(&[]));
        let lsp = std::fs::read_to_string(root().join("editors/neovim/lsp/referee.lua"));
        home.write("config/nvim/lsp/referee.lua", lsp.expect("the file is there"));
        let program = binary();
        let mut command = at_home(&neovim, &home.path(""));
        set(&mut command, &folder, &Folder::with(&[]), "");
        command.env("PATH", path_with(program.parent().unwrap_or(&program)));
        command.args(["--headless", "-i", "NONE", "-n", "--noplugin", "-c"]);
        command.arg(format!("luafile {}", root().join("tests/editors/neovim/plain.lua").display()));
        passed(&neovim, "plain", &mut command);
    }
}

#[cfg(unix)]
#[test]
fn a_strangers_workspace_changes_nothing_in_neovim() {
    use referee_tests::hostile::{Hostile, WORKSPACE};
    in_every_neovim("a stranger's workspace in Neovim", |neovim| {
        let hostile = Hostile::new();
        let program = binary();
        let plugin = Folder::with(&[]);
        copy(&root().join("editors/neovim"), &plugin.path(""));
        let steps = root().join("tests/editors/neovim");
        let mut command = at_home(neovim, &hostile.home.path(""));
        set(&mut command, &Folder::with(&[]), &plugin, "");
        command
            .current_dir(hostile.workspace())
            .env("EDITOR_TEST_FOLDER", hostile.home.path(WORKSPACE))
            .env("PATH", path_with(program.parent().unwrap_or(&program)))
            .args(["--headless", "-i", "NONE", "-n", "-u"])
            .arg(steps.join("init.lua"))
            .arg("-c")
            .arg(format!("luafile {}", steps.join("stranger.lua").display()));
        passed(neovim, "stranger", &mut command);
        hostile.assert_home_unchanged(&[
            "config", "data", "state", "cache", "run", ".local", ".cache", ".config",
        ]);
    });
}
