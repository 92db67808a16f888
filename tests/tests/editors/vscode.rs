//! A real VS Code workbench in a browser, with the packaged extension from editors/vscode and the
//! real server. The steps are in tests/editors/vscode.

use super::cold_cache::cold_cache;
use referee_tests::fixtures::{METFORMIN_BIB, METFORMIN_RIS, VISIT, VISIT_NOTE};
use referee_tests::tools::{at_home, installed, on_path, root, run, skip};
use referee_tests::{Folder, binary};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// An uncited entry.
const UNUSED: &str = "
@book{unused1990, author = {Moreau, C.}, title = {Nobody cites this}, year = {1990}}
";

/// A retracted work.
const WHALES_BIB: &str = "@article{quill2011, author = {Quill, Xenia}, title = {Whales that sing in dialects}, journal = {Annals of Examples}, year = {2011}, doi = {10.5555/whales.1}}\n";

const RETRACTIONS: &str = "Record ID,Title,Journal,Author,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason\n1,Whales that sing in dialects,Annals of Examples,Xenia Quill,3/1/2013 0:00,10.5555/whales.2,10.5555/whales.1,Retraction,+Concerns/Issues About Data;\n";

/// Returns the record of that work, with an abstract that is too long for a card.
fn whales_record() -> String {
    let middle = "They sang at night and by day. ".repeat(60);
    format!(
        "TY  - JOUR\nAU  - Quill, Xenia\nTI  - Whales that sing in dialects\nJO  - Annals of Examples\nPY  - 2011\nDO  - 10.5555/whales.1\nAB  - Whales were heard in two seas. {middle}END OF THE ABSTRACT.\nER  - \n"
    )
}

fn draft() -> Folder {
    let yaml = "---\nbibliography: refs.bib\n---\n\n";
    Folder::with(&[
        ("refs.bib", &format!("{METFORMIN_BIB}{UNUSED}")),
        ("library.ris", METFORMIN_RIS),
        ("whales.ris", &whales_record()),
        ("retractions.csv", RETRACTIONS),
        (
            "referee.toml",
            "[library]\nfiles = [\"library.ris\", \"whales.ris\", \"retractions.csv\"]\n[rules]\n\"citation/unused-entry\" = \"off\"\n",
        ),
        ("mechanical.md", "# Results\n\nMortality fell (p = 0.000).\n\nPain fell as well (p = 0.000).\n"),
        ("requirements.txt", "numpy==2.0\n"),
        ("retracted.md", "---\nbibliography: whales.bib\n---\n\nAs was sung [@quill2011].\n"),
        ("whales.bib", WHALES_BIB),
        ("differs.md", "---\nbibliography: differs.bib\n---\n\nAs was shown [@smith1999].\n"),
        ("differs.bib", &METFORMIN_BIB.replace("smith2020", "smith1999").replacen("{2020}", "{1999}", 1)),
        ("paper.md", &format!("{yaml}# Results\n\n😀 see [@smiht2020; @okafor1998].\n")),
        ("notebook.qmd", &format!("{yaml}😀 see [@smiht2020].\n")),
        ("analysis.Rmd", &format!("{yaml}😀 see [@smiht2020].\n")),
        (
            "chapter.tex",
            "\\documentclass{article}\n\\addbibresource{refs.bib}\n\nDépôt 😀 \\cite{smiht2020,okafor1998}.\n",
        ),
        ("essay.typ", "#bibliography(\"refs.bib\")\n\n😀 see @smiht2020.\n"),
        ("visit.txt", VISIT),
        ("visit-note.md", VISIT_NOTE),
        ("thesis.org", "#+bibliography: refs.bib\n\n😀 see [cite:@smiht2020].\n"),
        ("manual.rst", ".. bibliography:: refs.bib\n\n😀 see :cite:`smiht2020`.\n"),
    ])
}

/// Returns the example of the documentation, copied to a new folder.
pub(crate) fn example() -> Folder {
    let folder = Folder::with(&[]);
    for name in ["paper.md", "refs.bib", "library.nbib", "referee.toml"] {
        let file = root().join("docs/examples/metformin").join(name);
        folder.write(name, std::fs::read(file).expect("the example is there"));
    }
    folder
}

/// Returns two papers with the same typo, each with its own bibliography; the first has a library
/// and a sentence without a citation, the settings of the second turn the rule off.
fn two_papers() -> Folder {
    let bibliography =
        "@article{smith2020, author = {Smith, Ada}, title = {A title}, journal = {Journal}, year = {2020}}\n";
    let paper = "---\nbibliography: refs.bib\n---\n\nAs shown [@smiht2020]. And [@smith2020].\n";
    let first = "---\nbibliography: refs.bib\n---\n\nAs shown [@smiht2020]. And [@smith2020; @okafor1998].\n\nMetformin has an effect on mortality.";
    Folder::with(&[
        ("first/paper.md", first),
        ("first/refs.bib", METFORMIN_BIB),
        ("first/library.ris", METFORMIN_RIS),
        ("first/referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
        ("second/paper.md", paper),
        ("second/refs.bib", bibliography),
        ("second/referee.toml", "[rules]\n\"citation/undefined-key\" = \"off\"\n"),
    ])
}

/// Returns the first missing requirement of these tests, if any.
fn missing() -> Option<&'static str> {
    let modules = root().join("editors/vscode/node_modules");
    if on_path("node").is_none() {
        return Some("node");
    }
    if !modules.join("esbuild").is_dir() || !modules.join("@vscode/vsce").is_dir() {
        return Some("what the extension is built with");
    }
    if !installed().join("code-server/ready").is_file() {
        return Some("code-server");
    }
    if !installed().join("playwright/node_modules/playwright-core").is_dir() {
        return Some("playwright-core");
    }
    (!Path::new("/usr/bin/chromium").is_file()).then_some("chromium")
}

/// The packages that the tests install, built once.
struct Packages {
    /// The package for this platform, with the program inside.
    platform: PathBuf,
    /// The package without the program.
    universal: PathBuf,
    /// The extension that runs tests inside the editor.
    driver: PathBuf,
}

fn packages() -> &'static Packages {
    static PACKAGES: OnceLock<Packages> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let out = installed().join("packages");
        let _ = std::fs::remove_dir_all(&out);
        let extension = root().join("editors/vscode");
        let pack = |more: &[&std::ffi::OsStr]| {
            let mut command = Command::new("node");
            command.arg(extension.join("scripts/package.mjs")).arg("--out").arg(&out).args(more);
            finished(&mut command, "the extension is packed");
        };
        pack(&[]);
        // Debug symbols would enlarge the package without any effect on the test.
        let program = out.join("referee");
        std::fs::copy(binary(), &program).expect("the program can be copied");
        if let Some(strip) = on_path("strip") {
            let _ = Command::new(strip).arg(&program).status();
        }
        pack(&["--target".as_ref(), target().as_ref(), "--server".as_ref(), program.as_os_str()]);
        let driver = out.join("driver.vsix");
        let mut command = Command::new("node");
        command
            .current_dir(root().join("tests/editors/vscode/driver"))
            .arg(extension.join("node_modules/@vscode/vsce/vsce"))
            .args(["package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "--out"])
            .arg(&driver);
        finished(&mut command, "the driver is packed");
        let version = env!("CARGO_PKG_VERSION");
        Packages {
            platform: out.join(format!("referee-{version}-{}.vsix", target())),
            universal: out.join(format!("referee-{version}.vsix")),
            driver,
        }
    })
}

/// Returns the name of this platform in the editor's packages.
fn target() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    format!("{system}-{}", if std::env::consts::ARCH == "aarch64" { "arm64" } else { "x64" })
}

fn finished(command: &mut Command, what: &str) {
    let output = run(command, Duration::from_secs(400)).unwrap_or_else(|| panic!("not in time: {what}"));
    assert!(output.status.success(), "{what}\n{}", String::from_utf8_lossy(&output.stdout));
}

/// Runs a script of tests/editors/vscode, and panics with its output unless it succeeds. A page
/// that is drawn too late gets another attempt; three failures are final.
fn pass(script: &str, package: &Path, folder: impl Fn() -> Folder, more: &[(&str, PathBuf)]) {
    let program = binary();
    let mut said = String::new();
    for _ in 0..3 {
        let (folder, home, scratch) = (folder(), Folder::with(&[]), Folder::with(&[]));
        // The name of the folder appears in the window, in the question to the author and in
        // screenshots.
        let place = scratch.path("metformin");
        std::fs::rename(folder.path(""), &place).expect("a folder can be renamed");
        let mut command = at_home("node", &home.path(""));
        command
            .arg(root().join("tests/editors/vscode").join(format!("{script}.mjs")))
            .current_dir(scratch.path(""))
            .env("EDITOR_TEST_TOOLS", installed())
            .env("EDITOR_TEST_VSIX", package)
            .env("EDITOR_TEST_DRIVER", &packages().driver)
            .env("EDITOR_TEST_FOLDER", &place)
            .env("EDITOR_TEST_SCRATCH", scratch.path(""))
            .env("EDITOR_TEST_BINARY", &program)
            .env_remove("CARGO_HOME");
        for (name, value) in more {
            command.env(name, value);
        }
        let Some(output) = run(&mut command, Duration::from_secs(400)) else { continue };
        said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() && said.contains("DONE") {
            return;
        }
        if output.status.code() == Some(77) {
            return skip("a session in VS Code", "a machine that starts the workbench in two minutes");
        }
    }
    panic!("{script}\n{said}");
}

/// The screenshots of the documentation, as seen by the test.
const PICTURES: [&str; 10] = [
    "references",
    "fix",
    "completion",
    "cite",
    "evidence",
    "consent",
    "hover",
    "silence",
    "walkthrough",
    "high-contrast",
];

// One test, because two simultaneous workbenches on a small machine slow each other down.
#[test]
fn a_draft_is_reviewed_mended_and_cited_in_vs_code() {
    if let Some(missing) = missing() {
        return skip("a session in VS Code", missing);
    }
    let Packages { platform, universal, .. } = packages();
    let pictures = installed().join("pictures");
    std::fs::create_dir_all(&pictures).expect("a folder can be made");
    // Take the program from the package,
    pass("journey", platform, example, &[("EDITOR_TEST_PICTURES", pictures.clone())]);
    // The services are simulated; none of them has the works that the example cites.
    let (_, scholar) = cold_cache();
    let mut online: Vec<(String, PathBuf)> =
        scholar.settings().into_iter().map(|(name, value)| (name, PathBuf::from(value))).collect();
    online.push(("EDITOR_TEST_PICTURES".to_owned(), pictures.clone()));
    let online: Vec<(&str, PathBuf)> =
        online.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    pass("trust", platform, || cold_cache().0, &online);
    pass("start", platform, example, &online);
    pass("roots", platform, two_papers, &[("EDITOR_TEST_PICTURES", pictures.clone())]);
    if std::env::var_os("REFEREE_BLESS").is_some() {
        // Update the documentation with the screenshots of the tests.
        for name in PICTURES.map(|name| format!("{name}.png")) {
            let to = root().join("docs/pictures").join(&name);
            std::fs::copy(pictures.join(&name), to).expect("a picture can be copied");
        }
    }
    // and from cargo's folder.
    pass("suite", universal, draft, &[("EDITOR_TEST_SUITE", PathBuf::from("everything"))]);
    pass("troubles", universal, example, &[]);
}

/// The checks of a release before its package is published.
#[test]
fn the_package_for_vs_code_has_the_program_and_the_licences_and_checks_the_example() {
    if let Some(missing) = missing() {
        return skip("the package for VS Code", missing);
    }
    if on_path("python3").is_none() {
        return skip("the package for VS Code", "python3");
    }
    let folder = packages().platform.parent().expect("a folder");
    let mut command = Command::new("python3");
    command.arg(root().join("scripts/packages/try")).arg(folder).args(["--only", "vscode"]);
    let output = run(&mut command, Duration::from_secs(200)).expect("the script ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("vscode: installed and run"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_strangers_workspace_changes_nothing_in_vs_code() {
    use referee_tests::hostile::Hostile;
    if let Some(missing) = missing() {
        return skip("a stranger's workspace in VS Code", missing);
    }
    let (hostile, scratch) = (Hostile::new(), Folder::with(&[]));
    let mut command = at_home("node", &hostile.home.path(""));
    command
        .arg(root().join("tests/editors/vscode/stranger.mjs"))
        .current_dir(scratch.path(""))
        .env("EDITOR_TEST_TOOLS", installed())
        .env("EDITOR_TEST_VSIX", &packages().platform)
        .env("EDITOR_TEST_DRIVER", &packages().driver)
        .env("EDITOR_TEST_FOLDER", hostile.workspace())
        .env("EDITOR_TEST_SCRATCH", scratch.path(""))
        .env("EDITOR_TEST_BINARY", binary())
        .env_remove("CARGO_HOME");
    let output = run(&mut command, Duration::from_secs(400)).expect("the workbench ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.code() == Some(77) {
        return skip(
            "a stranger's workspace in VS Code",
            "a machine that starts the workbench in two minutes",
        );
    }
    assert!(output.status.success() && said.contains("DONE"), "{said}");
    // The folders that the editor itself maintains for its user.
    let own = [
        "config",
        "data",
        "state",
        "cache",
        "run",
        ".local",
        ".cache",
        ".config",
        ".pki",
        ".npm",
        ".vscode-server",
    ];
    hostile.assert_home_unchanged(&own);
}

#[test]
fn the_settings_of_the_extension_are_those_of_the_server() {
    if on_path("node").is_none() {
        return skip("the settings of the extension", "node");
    }
    let script = root().join("editors/vscode/scripts/settings.mjs");
    let mut command = Command::new("node");
    command.arg(&script);
    if std::env::var_os("REFEREE_BLESS").is_none() {
        command.arg("--check");
    }
    let output = run(&mut command, Duration::from_secs(60)).expect("the script ends");
    assert!(
        output.status.success(),
        "editors/vscode/package.json is stale: run this test with REFEREE_BLESS=1, or {}",
        script.display()
    );
}

#[test]
fn the_unit_tests_and_lints_of_the_extension_pass() {
    let extension = root().join("editors/vscode");
    let modules = extension.join("node_modules");
    if on_path("node").is_none() || !modules.join("esbuild").is_dir() || !modules.join("eslint").is_dir() {
        return skip("the unit tests of the extension", "what they are built and linted with");
    }
    let mut tests = Command::new("node");
    finished(tests.current_dir(&extension).arg("scripts/test.mjs"), "the unit tests pass");
    let mut lints = Command::new("node");
    lints.current_dir(&extension).arg(modules.join("eslint/bin/eslint.js")).args(["src", "test", "scripts"]);
    finished(&mut lints, "the lints pass");
}

#[test]
fn the_types_of_the_extension_fit() {
    let compiler = root().join("editors/vscode/node_modules/typescript/bin/tsc");
    if on_path("node").is_none() || !compiler.is_file() {
        return skip("the types of the extension", "typescript");
    }
    let mut command = Command::new("node");
    command.arg(compiler).args(["--noEmit", "--project"]).arg(root().join("editors/vscode"));
    finished(&mut command, "the types fit");
}
