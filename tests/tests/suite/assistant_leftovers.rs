//! Leftovers of a writing assistant in a bibliography: `draft/assistant-leftover` in the fields of
//! an entry.

use referee_tests::Folder;
use referee_tests::cli::referee;

const RULE: &str = "draft/assistant-leftover";

const BIBLIOGRAPHY: &str = "@article{able2020, author = {Able, Ann}, title = {On waking}, journal = {Lancet}, year = {2020},\n  url = {https://example.org/a?id=3&utm_source=chatgpt.com#part}}\n@misc{best2021, author = {Best, Bob}, title = {On sleep}, year = {2021},\n  howpublished = {\\url{https://example.org/b?utm\\_source=openai}}, note = {Read in 2021 turn0search3}}\n@misc{cole2022, author = {Cole, Cy}, title = {How utm\\_source=chatgpt.com spreads}, year = {2022},\n  url = {https://example.org/c?utm_source=newsletter}, abstract = {Links end in ?utm_source=chatgpt.com}}\n";

#[test]
fn marks_in_the_fields_of_an_entry_are_reported_at_their_place_and_removed() {
    let folder = Folder::with(&[("refs.bib", BIBLIOGRAPHY)]);
    let run = referee(&folder, &["check", "--offline", "--format", "json", "refs.bib"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let findings = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    let own = findings.iter().filter(|finding| finding["rule"] == RULE);
    let lines: Vec<&str> = BIBLIOGRAPHY.lines().collect();
    let places: Vec<(&str, &str, &str)> = own
        .map(|finding| {
            let end = |side: &str, part: &str| finding["range"][side][part].as_u64().unwrap() as usize;
            let line = lines[end("start", "line")];
            let words = &line[end("start", "character")..end("end", "character")];
            (
                finding["data"]["key"].as_str().unwrap_or_default(),
                finding["severity"].as_str().unwrap_or_default(),
                words,
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            ("able2020", "warning", "&utm_source=chatgpt.com"),
            ("best2021", "warning", "?utm\\_source=openai"),
            ("best2021", "warning", "turn0search3"),
        ]
    );

    let run = referee(&folder, &["check", "--offline", "--fix", "refs.bib"]);
    assert!(!run.stdout.contains(RULE), "{}", run.stdout);
    let wanted = BIBLIOGRAPHY
        .replace("&utm_source=chatgpt.com#", "#")
        .replace("?utm\\_source=openai", "")
        .replace(" turn0search3", "");
    assert_eq!(folder.read("refs.bib").replace("2021 }", "2021}"), wanted);
}

#[test]
fn an_address_in_a_list_of_another_program_is_looked_at_too() {
    let ris = "TY  - JOUR\nAU  - Able, Ann\nTI  - On waking\nJO  - Lancet\nPY  - 2020\nUR  - https://example.org/a?utm_source=perplexity.ai\nER  - \n";
    let csl = "[{\"id\": \"a\", \"type\": \"article-journal\", \"title\": \"On waking\", \"URL\": \"https://example.org/a?utm_source=chatgpt.com\"}]\n";
    for (name, text) in [("list.ris", ris), ("list.json", csl)] {
        let folder = Folder::with(&[(name, text)]);
        let run = referee(&folder, &["check", "--offline", name]);
        assert!(run.stdout.contains(RULE), "{name}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn a_comment_above_an_entry_and_a_setting_silence_the_rule() {
    let entry =
        "@misc{a, title = {On sleep}, year = {2021}, url = {https://example.org/b?utm_source=openai}}\n";
    let silenced = format!("% referee:ignore {RULE} kept\n{entry}");
    let folder = Folder::with(&[("refs.bib", &silenced)]);
    let run = referee(&folder, &["check", "--offline", "refs.bib"]);
    assert!(!run.stdout.contains("utm_source"), "{}", run.stdout);
    let folder =
        Folder::with(&[("refs.bib", entry), ("referee.toml", &format!("[rules]\n\"{RULE}\" = \"off\"\n"))]);
    let run = referee(&folder, &["check", "--offline", "refs.bib"]);
    assert!(!run.stdout.contains("utm_source"), "{}", run.stdout);
}
