//! The packages of a release, made by scripts/packages with the program under test, installed into
//! empty folders and run there. Tests without their requirements (Python 3.11, npm, dpkg-deb) are
//! skipped with a message.

use referee_tests::tools::{on_path, root, run, skipped};
use referee_tests::{Folder, binary};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::Duration;

mod installed;
mod launcher;
mod made;
mod named;

/// The longest time for packing and installing on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The targets of a release, as Rust target triples.
const RELEASED: [&str; 5] = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// Returns a Python that can run the scripts; otherwise reports that the test is skipped.
fn python(what: &str) -> Option<PathBuf> {
    let python = on_path(if cfg!(windows) { "python.exe" } else { "python3" });
    let modern = python.filter(|python| {
        let asked = Command::new(python).args(["-c", "import tomllib"]).output();
        asked.is_ok_and(|output| output.status.success())
    });
    if modern.is_none() {
        skipped(format_args!("{what}: Python 3.11 or newer is not on this machine"));
    }
    modern
}

/// Runs a script of scripts/packages.
fn script(python: &Path, name: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(python);
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(root().join("scripts/packages").join(name))
        .args(arguments);
    run(&mut command, PATIENCE).unwrap_or_else(|| panic!("not in time: {command:?}"))
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns this machine as a Rust target.
fn host() -> Option<String> {
    let machine = std::env::consts::ARCH;
    let system = match std::env::consts::OS {
        "linux" => "unknown-linux-gnu",
        "macos" => "apple-darwin",
        "windows" => "pc-windows-msvc",
        _ => return None,
    };
    matches!(machine, "x86_64" | "aarch64").then(|| format!("{machine}-{system}"))
}

/// Returns a folder with the program under test in `program`, and its packages for this machine in
/// `packages`; made once.
fn packages(python: &Path) -> Option<&'static Path> {
    static PACKAGES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let packed = PACKAGES.get_or_init(|| {
        let target = host()?;
        // A folder in target/ that the next run replaces: a static is never dropped, so a temporary
        // folder would remain.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages-under-test");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the packages");
        let program = folder.join("program");
        std::fs::copy(binary(), &program).expect("the program can be copied");
        // Debug symbols would enlarge the packages without any effect on the tests.
        if let Some(strip) = on_path("strip").filter(|_| cfg!(target_os = "linux")) {
            let _ = Command::new(strip).arg(&program).status();
        }
        let (program, out) = (program.display().to_string(), folder.join("packages").display().to_string());
        let pages = binary().display().to_string();
        let mut arguments = vec![&*target, &program, "--pages-from", &pages, "--out", &out];
        for kind in ["archive", "wheel", "npm", "deb"] {
            arguments.extend(["--only", kind]);
        }
        let output = script(python, "pack", &arguments);
        assert!(output.status.success(), "{}", printed(&output));
        Some(folder)
    });
    if packed.is_none() {
        skipped(format_args!("packages: none is made for this platform"));
    }
    packed.as_deref()
}

/// Returns the files of a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder of packages") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            out.insert(name, std::fs::read(&path).expect("a package can be read"));
        }
    }
    out
}

/// Returns the header of a program for one of [`RELEASED`], without executable code.
fn header(target: &str) -> Vec<u8> {
    let arm = target.starts_with("aarch64");
    let mut out = Vec::new();
    if target.contains("linux") {
        // An ELF file without segments and sections, hence without an interpreter: it is static.
        out.extend(b"\x7fELF\x02\x01\x01");
        out.resize(64, 0);
        out[18..20].copy_from_slice(&if arm { 183_u16 } else { 62 }.to_le_bytes());
    } else if target.contains("apple") {
        let word = |out: &mut Vec<u8>, word: u32| out.extend(word.to_le_bytes());
        // Magic, machine, its subtype, file type, one command of 24 bytes, flags, reserved.
        for each in [0xfeed_facf, if arm { 0x0100_000c } else { 0x0100_0007 }, 0, 2, 1, 24, 0, 0] {
            word(&mut out, each);
        }
        // LC_BUILD_VERSION: macOS 11.0 or later, or 10.12 or later.
        let oldest = if arm { 11 << 16 } else { (10 << 16) | (12 << 8) };
        for each in [0x32, 24, 1, oldest, 0, 0] {
            word(&mut out, each);
        }
    } else {
        out.extend(b"MZ");
        out.resize(0x3c, 0);
        out.extend(0x40_u32.to_le_bytes());
        out.extend(b"PE\0\0");
        out.extend(if arm { 0xaa64_u16 } else { 0x8664 }.to_le_bytes());
        out.resize(0x80, 0);
    }
    out
}

/// Packs a header for a target; the real program prints the pages.
fn pack_header(python: &Path, target: &str, program: &[u8], out: &Path, only: &[&str]) -> Output {
    let folder = Folder::with(&[]);
    folder.write("program", program);
    let (program, pages, out) = (folder.path("program"), binary(), out.display().to_string());
    let (program, pages) = (program.display().to_string(), pages.display().to_string());
    let mut arguments = vec![target, &program, "--pages-from", &pages, "--out", &out];
    for kind in only {
        arguments.extend(["--only", kind]);
    }
    script(python, "pack", &arguments)
}
