//! A long typing session: memory must not grow.
//!
//! `REFEREE_SOAK_EDITS=100000 cargo test --release -p referee-tests --test suite soak --
//! --nocapture` gives the figure in docs/benchmarks.md; without the variable the session is short.

use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::json;
use std::time::Instant;

/// The number of edits in the ordinary suite.
const EDITS: usize = 1500;

/// The tolerated growth in bytes since the first third of the session.
const MAX_GROWTH: usize = 12 << 20;

/// Returns the resident memory of a process in bytes; `None` if the system does not provide it.
fn resident(process: u32) -> Option<usize> {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    Some(statm.split_whitespace().nth(1)?.parse::<usize>().ok()? * 4096)
}

#[test]
fn memory_is_flat_while_an_author_types_and_the_editor_pulls() {
    let edits = std::env::var("REFEREE_SOAK_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(EDITS);
    let bib: String = (0..50)
        .map(|n| format!("@article{{key{n}, author = {{Roe, J.}}, title = {{Title {n}}}, journal = {{J}}, year = {{2020}}}}\n"))
        .collect();
    let draft: String =
        (0..40).map(|n| format!("Paragraph {n} says it [@key{n}; @nobody{n}].\n\n")).collect();
    let front = "---\nbibliography: refs.bib\n---\n\n";
    let folder = Folder::with(&[("refs.bib", &bib), ("paper.md", &format!("{front}{draft}"))]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    editor.open(&folder, "paper.md", "markdown");
    let uri = folder.uri("paper.md");
    let process = editor.process_id();
    let started = Instant::now();
    let mut previous = serde_json::Value::Null;
    let mut warm = 0;
    for edit in 0..edits {
        // Insert a letter before a paragraph, and remove it again.
        let line = 4 + 2 * u32::try_from(edit / 2 % 40).unwrap_or_default();
        let change = if edit % 2 == 0 { (line, 0, line, 0, "x") } else { (line, 0, line, 1, "") };
        editor.change(&uri, i64::try_from(edit).unwrap_or_default() + 2, &[change]);
        let report = editor.request(
            "textDocument/diagnostic",
            json!({"textDocument": {"uri": uri}, "previousResultId": previous}),
        );
        previous = report["resultId"].clone();
        if edit % 100 == 0 {
            // Drop the notifications of the server, so that the test does not accumulate them.
            editor.forget_messages();
        }
        if edit == edits / 3 {
            warm = resident(process).unwrap_or_default();
        }
    }
    let Some(end) = resident(process) else { return };
    #[expect(clippy::print_stderr, reason = "the figure of docs/benchmarks.md")]
    {
        eprintln!(
            "{edits} edits in {:.0} s; resident after a third {:.1} MB, at the end {:.1} MB",
            started.elapsed().as_secs_f64(),
            warm as f64 / 1e6,
            end as f64 / 1e6
        );
    }
    assert!(end < warm + MAX_GROWTH, "{warm} bytes after a third of the edits, {end} at the end");
}
