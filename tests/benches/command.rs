//! Measures how long a whole command takes, from start to exit, and how large the program is.
//!
//! `cargo bench -p referee-tests --bench command` checks a short clinical note, one of 200,000
//! words and the example in the README, each in a new process.

#![allow(clippy::print_stdout, reason = "a benchmark reports on standard output")]

use referee_tests::cli::run_at_home;
use referee_tests::{Folder, figures};
use std::time::Instant;

/// Number of runs; the median is reported.
const RUNS: usize = 5;

const NOTE: &str = "\
## Assessment

65-year-old man with a history of hypertension. He denies chest pain, dyspnoea or fever. CT shows a mass of 34 mm in \
the right upper lobe, cT2a N1 M0, stage IIB. Biopsy confirmed adenocarcinoma; PD-L1 is 60%. Glucose 110 mg/dL, \
creatinine 0.9 mg/dL, SpO2 96% on room air.

## Plan

- Start cisplatin 75 mg/m2 every 21 days [@smith2020].
- Continue metformin 500 mg twice daily and lisinopril 10 mg daily.
- Follow up in three weeks; no radiotherapy for now.

";

fn main() {
    let program = referee_tests::binary();
    let bytes = std::fs::metadata(&program).map_or(0, |data| data.len());
    println!("program {:.1} MB", bytes as f64 / 1e6);
    figures::record("program", bytes as f64 / 1e6, "MB");
    let long = NOTE.repeat(200_000 / NOTE.split_whitespace().count() + 1);
    time("short clinical note, whole command", &[("note.md", NOTE)]);
    time("clinical note of 200,000 words, whole command", &[("note.md", &long)]);
}

fn time(what: &str, files: &[(&str, &str)]) {
    let folder = Folder::with(files);
    let home = Folder::with(&[]);
    let arguments = [
        "check",
        "note.md",
        "--kind",
        "clinical-note",
        "--offline",
        "--format",
        "json",
        "--fail-on",
        "never",
    ];
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            let run = run_at_home(&folder.path(""), &home.path(""), &[], &arguments);
            assert!(run.stdout.starts_with('{'), "{}", run.stderr);
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let median = times.get(RUNS / 2).copied().unwrap_or_default();
    println!("  {what:46} {median:>8.1} ms");
    figures::record(what, median, "ms");
}
