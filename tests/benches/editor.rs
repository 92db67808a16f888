//! Measures the latencies that a writer notices, on the real program over standard input and
//! output.
//!
//! `cargo bench -p referee-tests --bench editor` makes a manuscript of 2,000 citations over a
//! bibliography of 10,000 entries, and one ten times as long, and prints the time until each
//! complete answer has arrived. Every answer contains all findings: the worst case, an editor that
//! caches no results. Arguments after `--` are the lengths to measure: `-- 1 10`. It also prints
//! the memory of a server with one page and no bibliography.

#![allow(clippy::print_stdout, reason = "a benchmark reports on standard output")]

use referee_tests::{ClientCapabilities, Editor, Folder, chance, figures};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

const ENTRIES: usize = 10_000;
const CITATIONS: usize = 2_000;
const KEYSTROKES: usize = 200;

fn main() {
    let mut lengths: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    if lengths.is_empty() {
        lengths = vec![1, 10];
    }
    // Build before anything is timed.
    let _ = referee_tests::binary();
    for length in lengths {
        measure(length);
    }
    measure_page();
}

fn measure(length: usize) {
    let folder = corpus(length);
    println!(
        "{} citations, {} KB; {ENTRIES} entries, {} KB",
        CITATIONS * length,
        folder.read("paper.md").len() / 1024,
        folder.read("refs.bib").len() / 1024
    );
    let uri = folder.uri("paper.md");
    let started = Instant::now();
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    row(length, "start to initialized", &mut [started.elapsed()]);
    megabytes(length, "memory after the start", resident(editor.process_id()));
    let opened = Instant::now();
    editor.open(&folder, "paper.md", "markdown");
    let pull = json!({"textDocument": {"uri": uri}});
    let mut found = 0;
    // The bibliography is read in the background: the draft has findings once its undefined keys
    // are known.
    while found == 0 && opened.elapsed() < Duration::from_secs(20) {
        let report = editor.request("textDocument/diagnostic", pull.clone());
        found = report["items"].as_array().map_or(0, Vec::len);
    }
    println!("  {found} diagnostics");
    row(length, "open to diagnostics", &mut [opened.elapsed()]);

    let lines = folder.read("paper.md").lines().count();
    let line = middle(&folder.read("paper.md"), lines);
    let version = std::cell::Cell::new(1);
    let next = || {
        version.set(version.get() + 1);
        version.get()
    };
    let keystrokes = |editor: &mut Editor, what: &str| {
        let mut times = Vec::new();
        for _ in 0..KEYSTROKES {
            let at = Instant::now();
            editor.change(&uri, next(), &[(line, 0, line, 0, "x")]);
            let _: Value = editor.request("textDocument/diagnostic", pull.clone());
            times.push(editor.answered_at().saturating_duration_since(at));
        }
        row(length, what, &mut times);
    };
    keystrokes(&mut editor, "keystroke to diagnostics");
    let end = u32::try_from(lines).unwrap_or(u32::MAX);
    let comment =
        "\n\n<!-- referee:ignore citation/undefined-key the entry comes later -->\n\nSee [@later2031].\n";
    editor.change(&uri, next(), &[(end, 0, end, 0, comment)]);
    keystrokes(&mut editor, "the same with a comment that silences");

    let mut times = Vec::new();
    for n in 0..KEYSTROKES {
        let typed = format!("[@{}", ["oka", "lind2", "tanaka19", "placebo", "mor"][n % 5]);
        editor.change(&uri, next(), &[(line, 0, line, 0, &typed)]);
        let _: Value = editor.request("textDocument/diagnostic", pull.clone());
        let at = Instant::now();
        let place =
            json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": typed.len()}});
        let list = editor.request("textDocument/completion", place);
        times.push(editor.answered_at().saturating_duration_since(at));
        assert!(list["items"].as_array().is_some_and(|items| items.len() <= 100), "too many items at once");
        editor.change(&uri, next(), &[(line, 0, line, typed.len() as u32, "")]);
    }
    row(length, "completion of a key", &mut times);

    let mut times = Vec::new();
    let hover = json!({"textDocument": {"uri": uri}, "position": cited(&folder.read("paper.md"))});
    for _ in 0..KEYSTROKES {
        let at = Instant::now();
        let _: Value = editor.request("textDocument/hover", hover.clone());
        times.push(editor.answered_at().saturating_duration_since(at));
    }
    row(length, "hover", &mut times);

    for _ in 0..200 {
        editor.change(&uri, next(), &[(line, 0, line, 0, "y")]);
    }
    let at = Instant::now();
    let _: Value = editor.request("textDocument/diagnostic", pull);
    row(
        length,
        "last of 200 edits to diagnostics",
        &mut [editor.answered_at().saturating_duration_since(at)],
    );
    megabytes(length, "resident memory, at most", peak(editor.process_id()));
    println!();
}

/// Measures the memory of a server with one page of text and no bibliography.
fn measure_page() {
    let page =
        "Patients were randomised. The outcome at baseline was adjusted for the hospital.\n\n".repeat(30);
    let folder = Folder::with(&[("page.md", &page)]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    editor.open(&folder, "page.md", "markdown");
    let pull = json!({"textDocument": {"uri": folder.uri("page.md")}});
    let _: Value = editor.request("textDocument/diagnostic", pull);
    println!("one page without a bibliography");
    megabytes(0, "memory with one page", resident(editor.process_id()));
    println!();
}

/// Returns the key of a figure: `what`, with the number of citations unless it is the usual 2,000.
fn key(length: usize, what: &str) -> String {
    if length > 1 { format!("{what}, {} citations", CITATIONS * length) } else { what.to_owned() }
}

fn megabytes(length: usize, what: &str, value: f64) {
    println!("  {what:36} {value:>8.1} MB");
    figures::record(&key(length, what), value, "MB");
}

/// Prints and records the median, the 99th percentile and the maximum.
fn row(length: usize, what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    if times.len() == 1 {
        println!("  {what:36} {:>8.2} ms", at(0));
        figures::record(&key(length, what), at(0), "ms");
    } else {
        for part in [50, 95, 99] {
            figures::record(&format!("{}, p{part}", key(length, what)), at(part), "ms");
        }
        println!("  {what:36} p50 {:>6.2} ms   p99 {:>6.2} ms   max {:>6.2} ms", at(50), at(99), at(100));
    }
}

/// Returns the peak resident memory of the process in MB; 0 on systems without `/proc`.
fn peak(process: u32) -> f64 {
    memory(process, "VmHWM:")
}

/// Returns the current resident memory of the process in MB; 0 on systems without `/proc`.
fn resident(process: u32) -> f64 {
    memory(process, "VmRSS:")
}

fn memory(process: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

/// Returns the number of a line of prose in the middle of the draft.
fn middle(text: &str, lines: usize) -> u32 {
    let prose = text.lines().enumerate().skip(lines / 2).find(|(_, line)| line.starts_with("Patients"));
    u32::try_from(prose.map_or(lines / 2, |(line, _)| line)).unwrap_or_default()
}

/// Returns the position of a cited key.
fn cited(text: &str) -> Value {
    let (line, found) =
        text.lines().enumerate().find(|(_, line)| line.contains("[@okafor")).unwrap_or((0, "[@okafor"));
    json!({"line": line, "character": found.find("[@okafor").unwrap_or_default() + 3})
}

fn corpus(length: usize) -> Folder {
    const NAMES: &[&str] = &["okafor", "lindqvist", "tanaka", "moreau", "silva", "novak", "haddad", "brandt"];
    const WORDS: &[&str] = &[
        "patients",
        "treatment",
        "outcome",
        "cohort",
        "randomised",
        "mortality",
        "estimate",
        "baseline",
        "placebo",
        "pathway",
        "response",
        "dose",
        "clinical",
        "adjusted",
        "hospital",
        "evidence",
        "marker",
        "reduction",
    ];
    // A generator with a fixed seed: the same corpus on every machine.
    let mut state = 7u64;
    let mut random = move |below: usize| chance::next(&mut state) as usize % below;
    let mut keys = Vec::new();
    let mut bib = String::new();
    for n in 0..ENTRIES {
        let name = NAMES[random(NAMES.len())];
        let year = 1990 + random(35);
        let key = format!("{name}{year}n{n:05}");
        let title: Vec<&str> = (0..9).map(|_| WORDS[random(WORDS.len())]).collect();
        let _ = writeln!(
            bib,
            "@article{{{key},\n  author = {{{name}, A. and {}, B.}},\n  title = {{{}}},\n  journal = {{Annals of Examples}},\n  year = {{{year}}},\n  volume = {{{}}},\n  pages = {{{n}--{}}},\n  doi = {{10.5555/example.{n}}}\n}}\n",
            NAMES[random(NAMES.len())],
            title.join(" "),
            1 + random(90),
            n + 9
        );
        keys.push(key);
    }
    let mut draft = String::from("---\ntitle: A manuscript\nbibliography: refs.bib\n---\n");
    let mut cited = 0;
    let mut paragraph = 0;
    while cited < CITATIONS * length {
        if paragraph % 5 == 0 {
            let _ = write!(draft, "\n## Section {}\n", paragraph / 5 + 1);
        }
        draft.push('\n');
        for _ in 0..4 {
            let words: Vec<&str> = (0..13).map(|_| WORDS[random(WORDS.len())]).collect();
            // One key in a hundred is undefined.
            let key = if random(100) == 0 { "missing".to_owned() } else { keys[random(ENTRIES)].clone() };
            let _ = writeln!(draft, "Patients {} [@{key}].", words.join(" "));
            cited += 1;
        }
        paragraph += 1;
    }
    Folder::with(&[("paper.md", &draft), ("refs.bib", &bib)])
}
