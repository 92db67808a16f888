//! References to web pages, reports and source code: whether the page exists, which archive has a
//! copy, and that no such reference is accused.

use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::scholar::{Scholar, ServiceFault};
use serde_json::Value;
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

/// Returns a BibTeX entry for a page.
fn page(key: &str, url: &str) -> String {
    format!(
        "@online{{{key},\n  author = {{{{Harbour Board}}}},\n  title = {{A plan for the quays and the sheds}},\n  year = {{2014}},\n  url = {{{url}}}\n}}\n\n"
    )
}

fn program(key: &str, url: &str) -> String {
    format!(
        "@software{{{key},\n  author = {{Quill, Xenia}},\n  title = {{tidewright {key}: tables of tides}},\n  year = {{2019}},\n  url = {{{url}}}\n}}\n\n"
    )
}

/// Runs `check --online` on a bibliography; with `pages` the pages themselves may be requested.
fn check(folder: &Folder, home: &TempDir, scholar: &Scholar, pages: bool) -> Run {
    let mut settings = scholar.settings();
    if pages {
        settings.push((String::from("REFEREE_SOURCES__WEBPAGE__ENABLED"), String::from("true")));
    }
    let arguments = ["check", "refs.bib", "--online", "--format", "json", "--fail-on", "never"];
    run_at_home(&folder.path(""), home.path(), &settings, &arguments)
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

/// Returns the severity and the message of the findings about pages.
fn dead_links(report: &Value) -> Vec<(String, String)> {
    let findings = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .iter()
        .filter(|finding| finding["rule"] == "citation/dead-link")
        .map(|finding| (text(&finding["severity"]), text(&finding["message"])))
        .collect()
}

fn asked(scholar: &Scholar, service: &str) -> Vec<String> {
    let all = scholar.asked().into_iter().filter(|(name, _)| name == service);
    all.map(|(_, request)| format!("{} {}", request.method, referee_tests::web::decoded(request.path())))
        .collect()
}

#[test]
fn a_page_that_is_gone_is_information_with_its_archived_copy() {
    let scholar = Scholar::with(Vec::new());
    let entries = page("there", "https://example.org/plan")
        + &page("lost", "https://example.org/gone/plan")
        + &page("saved", "http://example.org/gone/kept?year=2014#quays")
        + &page("shut", "https://example.org/locked/plan");
    let run = check(&Folder::with(&[("refs.bib", &entries)]), &home(), &scholar, true);
    let report = json(&run);
    let found = dead_links(&report);
    assert_eq!(found.len(), 2, "{}", run.stdout);
    assert!(found.iter().all(|(severity, _)| severity == "information"), "{found:?}");
    assert!(found[0].1.contains("https://example.org/gone/plan no longer exists"), "{found:?}");
    assert!(
        found[1]
            .1
            .contains("The Internet Archive has a copy of 2014-09-19: https://web.archive.org/web/2014"),
        "{found:?}"
    );
    let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
    assert!(references.iter().all(|one| one["verdict"] == "uncovered"), "{}", run.stdout);
    let pages = asked(&scholar, "webpage");
    assert_eq!(pages.len(), 4, "{pages:?}");
    assert!(pages.iter().all(|one| one.starts_with("HEAD ")), "{pages:?}");
    assert!(pages.iter().all(|one| !one.contains("#quays")), "what stands behind # is nobody's: {pages:?}");
    let copies = asked(&scholar, "internetarchive");
    assert_eq!(copies.len(), 3, "a page that is there needs no copy: {copies:?}");
}

#[test]
fn pages_are_not_asked_themselves_unless_the_settings_say_so() {
    let scholar = Scholar::with(Vec::new());
    let folder = Folder::with(&[("refs.bib", &page("a", "https://example.org/gone/kept"))]);
    // A draft brings its own settings, but cannot enable page requests.
    folder.write("referee.toml", "[sources.webpage]\nenabled = true\n");
    let run = check(&folder, &home(), &scholar, false);
    assert!(asked(&scholar, "webpage").is_empty());
    assert_eq!(asked(&scholar, "internetarchive").len(), 1, "{}", run.stdout);
    assert!(dead_links(&json(&run)).is_empty(), "{}", run.stdout);
}

#[test]
fn addresses_of_the_local_network_and_with_secrets_are_told_to_nobody() {
    let scholar = Scholar::with(Vec::new());
    let entries = page("a", "http://intranet.hospital.local/gone/kept")
        + &page("b", "https://192.168.0.9/gone/kept")
        + &page("c", "https://me:word@example.org/gone/kept")
        + &page("d", "https://example.org/gone/kept?token=abc");
    let run = check(&Folder::with(&[("refs.bib", &entries)]), &home(), &scholar, true);
    assert!(asked(&scholar, "webpage").is_empty(), "{}", run.stdout);
    assert!(asked(&scholar, "internetarchive").is_empty(), "{}", run.stdout);
    assert!(dead_links(&json(&run)).is_empty());
}

#[test]
fn source_code_is_looked_for_at_software_heritage_and_then_at_the_internet_archive() {
    let scholar = Scholar::with(Vec::new());
    let entries = program("a", "https://github.com/quill/kept/tree/gone")
        + &program("b", "https://gitlab.com/quill/gone.git");
    let run = check(&Folder::with(&[("refs.bib", &entries)]), &home(), &scholar, true);
    let found = dead_links(&json(&run));
    assert_eq!(found.len(), 2, "{}", run.stdout);
    assert!(found[0].1.contains("Software Heritage has a copy"), "{found:?}");
    assert!(!found[1].1.contains("copy"), "{found:?}");
    let origins = asked(&scholar, "softwareheritage");
    assert!(
        origins.iter().any(|one| one.ends_with("/api/1/origin/https://github.com/quill/kept/get/")),
        "{origins:?}"
    );
    assert!(origins.iter().any(|one| one.ends_with("/https://gitlab.com/quill/gone/get/")), "{origins:?}");
    assert_eq!(asked(&scholar, "internetarchive").len(), 1);
}

#[test]
fn no_fault_of_a_page_or_an_archive_makes_an_accusation() {
    for service in ["webpage", "internetarchive", "softwareheritage"] {
        for fault in ServiceFault::ALL {
            let scholar = Scholar::with(Vec::new());
            scholar.set_service_fault(service, Some(fault));
            let entries =
                page("a", "https://example.org/busy/kept") + &program("b", "https://github.com/quill/kept");
            let run = check(&Folder::with(&[("refs.bib", &entries)]), &home(), &scholar, true);
            let report = json(&run);
            assert!(dead_links(&report).is_empty(), "{service} {fault:?}: {}", run.stdout);
            let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
            assert!(
                references.iter().all(|one| one["verdict"] == "uncovered"),
                "{service} {fault:?}: {}",
                run.stdout
            );
            // The source code page exists, so no copy is looked up.
            if matches!(fault, ServiceFault::Refuse) && service == "internetarchive" {
                let failed = |one: &Value| one["name"] == service && one["outcome"] == "error";
                let mut sources = references.iter().filter_map(|one| one["sources"].as_array()).flatten();
                assert!(sources.any(failed), "nobody is told that {service} was silent: {}", run.stdout);
            }
        }
    }
}
