//! The documentation holds together: every page is in the table of contents, and every link leads somewhere.

use referee_tests::tools::{installed, on_path, root, run, skip};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const RULES: (&str, &str) =
    ("<!-- The rules, written by this project's tests. -->\n", "<!-- End of the rules. -->\n");

/// The Markdown files below a folder, and of the folder itself.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut entries: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir()
            && !matches!(name.as_str(), "node_modules" | "target" | "example" | "examples" | "out")
        {
            out.extend(pages(&path));
        } else if name.ends_with(".md") {
            out.push(path);
        }
    }
    out
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page without its fenced code, in which nothing is a link.
fn prose(text: &str) -> String {
    let mut code = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What `](…)` names in a text.
fn targets(text: &str) -> Vec<String> {
    let after = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    after.map(|target| target.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            words
                .chars()
                .filter(|character| character.is_alphanumeric() || "-_".contains(*character))
                .collect()
        })
        .collect()
}

#[test]
fn every_link_leads_to_a_page_that_is_there() {
    let mut all = pages(&root().join("docs"));
    all.extend(pages(&root().join("editors")));
    all.extend(["README.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let mut dead = Vec::new();
    for page in &all {
        for target in targets(&prose(&read(page))) {
            let elsewhere = ["http://", "https://", "mailto:", "command:", "doi:"];
            if elsewhere.iter().any(|scheme| target.starts_with(scheme)) {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = match file {
                "" => page.clone(),
                file => page.parent().unwrap_or(root()).join(file),
            };
            let is_page = file.extension().is_some_and(|extension| extension == "md");
            let is_there = file.exists();
            if !is_there || (!anchor.is_empty() && is_page && !anchors(&read(&file)).contains(anchor)) {
                dead.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

/// The lines of the table of contents for the rules, by family.
fn rules() -> String {
    let mut out = String::new();
    let folder = root().join("docs/rules");
    let mut family = String::new();
    for page in pages(&folder) {
        let path = page.strip_prefix(&folder).unwrap_or(&page).to_string_lossy().replace('\\', "/");
        let Some((first, _)) = path.split_once('/') else { continue };
        if first != family {
            family = first.to_owned();
            out.push_str(&format!("  - [{family}]()\n"));
        }
        let name = path.trim_end_matches(".md");
        out.push_str(&format!("    - [{name}](rules/{path})\n"));
    }
    out
}

/// With `REFEREE_BLESS=1` the rules' part of the table of contents is written anew instead of compared.
#[test]
fn every_page_is_in_the_table_of_contents() {
    let file = root().join("docs/SUMMARY.md");
    let text = read(&file);
    let (before, rest) = text.split_once(RULES.0).expect("the part of the rules begins");
    let (stands, after) = rest.split_once(RULES.1).expect("the part of the rules ends");
    let wanted = rules();
    if std::env::var_os("REFEREE_BLESS").is_some() {
        let text = format!("{before}{}{wanted}{}{after}", RULES.0, RULES.1);
        std::fs::write(&file, text).expect("it can be written");
    } else {
        assert!(stands == wanted, "docs/SUMMARY.md is stale: run this test with REFEREE_BLESS=1");
    }
    let listed: BTreeSet<String> = targets(&read(&file)).into_iter().collect();
    let docs = root().join("docs");
    for page in pages(&docs) {
        let path = page.strip_prefix(&docs).unwrap_or(&page).to_string_lossy().replace('\\', "/");
        assert!(path == "SUMMARY.md" || listed.contains(&path), "{path} is in no table of contents");
    }
}

#[test]
fn the_site_can_be_built() {
    let brought = installed().join("mdbook/mdbook");
    let Some(program) = on_path("mdbook").or_else(|| brought.is_file().then_some(brought)) else {
        return skip("the documentation site", "mdbook");
    };
    let out = tempfile::tempdir().expect("a temporary folder can be made");
    let mut command = Command::new(program);
    command.args(["build", "--dest-dir"]).arg(out.path()).arg(root().join("docs"));
    let output = run(&mut command, Duration::from_secs(60)).expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.path().join("start.html").is_file(), "{said}");
    assert!(!said.contains("ERROR"), "{said}");
}
