//! Real manuscripts with their bibliographies, if available: no panic, and no defined key is
//! reported as undefined.

use referee_tests::cli::run;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Returns a folder of real data in the shared folder, or in `REFEREE_SHARED`.
fn data(name: &str) -> Option<PathBuf> {
    let folder = referee_tests::sim::shared().map(|shared| shared.join("data").join(name));
    let folder = folder.filter(|folder| folder.is_dir());
    if folder.is_none() {
        referee_tests::tools::skipped(format_args!("there is no folder of {name} beside the project"));
    }
    folder
}

fn check(folder: &Path) -> Value {
    let run = run(folder, &["check", ".", "--format", "json"]);
    assert!((0..=2).contains(&run.code), "{}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr))
}

#[test]
fn no_key_of_a_real_manuscript_is_falsely_called_undefined() {
    let Some(manuscripts) = data("manuscripts") else { return };
    for name in ["quarto_lakens", "joss_pubmed_parser", "joss_refchecker", "rmd_scrutiny", "typst_tinymist"] {
        let found = check(&manuscripts.join(name));
        let files = found["files"].as_array().expect("files");
        assert!(!files.is_empty(), "{name}");
        let undefined: Vec<String> = files
            .iter()
            .flat_map(|file| file["findings"].as_array().expect("findings"))
            .filter(|finding| finding["rule"] == "citation/undefined-key")
            .map(ToString::to_string)
            .collect();
        assert!(undefined.is_empty(), "{name}: {undefined:#?}");
    }
}

#[test]
fn every_real_manuscript_and_bibliography_is_checked_without_a_panic() {
    for name in ["manuscripts", "bibliographies"] {
        let Some(folder) = data(name) else { return };
        let found = check(&folder);
        assert!(found["summary"]["files"].as_u64().expect("a count") > 50, "{name}");
    }
}
