//! Labelled sentences: for each rule those at which it must speak and those at which it must be silent.
//!
//! `labelled/*.txt` hold them, written for this purpose. A line beginning with `+` must make the rule of the file
//! speak, one with `-` must not (those of `clean.txt` for every rule); `↵` is a line break. `@` sets region and profile for the lines below it.

use referee_critic::{Profile, Region, RuleCache, Setting};
use referee_syntax::{Document, Format, Kind};
use referee_text::Rope;
use std::path::Path;
use std::sync::Arc;

struct Case {
    must: bool,
    text: String,
    setting: Setting,
    line: usize,
}

fn read(path: &Path) -> (String, Vec<Case>) {
    let source = std::fs::read_to_string(path).unwrap();
    let mut rule = String::new();
    let mut setting = Setting { kind: Kind::ClinicalNote, ..Setting::default() };
    let mut cases = Vec::new();
    for (line, text) in source.lines().enumerate() {
        let Some((mark, rest)) = text.split_at_checked(1) else { continue };
        match mark {
            "=" => rule = rest.trim().to_owned(),
            "@" => {
                let mut words = rest.split_whitespace();
                setting.region = Region::parse(words.next().unwrap_or_default());
                setting.profile = Profile::parse(words.next().unwrap_or_default());
            }
            "+" | "-" => cases.push(Case {
                must: mark == "+",
                text: rest.trim().replace('↵', "\n"),
                setting,
                line: line + 1,
            }),
            _ => {}
        }
    }
    (rule, cases)
}

fn speaks(rule: &str, case: &Case, format: Format) -> bool {
    let document = Document::read(format, Rope::from_str(&case.text), Arc::default());
    let said = RuleCache::default().review(&document, &case.setting, &|| false).unwrap();
    said.iter().any(|said| said.rule.id == rule)
}

#[test]
fn every_rule_speaks_where_it_must_and_nowhere_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/labelled");
    let mut wrong = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let (_, clean) = read(&files.iter().find(|path| path.ends_with("clean.txt")).unwrap().clone());
    for path in files.iter().filter(|path| !path.ends_with("clean.txt")) {
        let (rule, mut cases) = read(path);
        cases.extend(clean.iter().map(|case| Case { text: case.text.clone(), ..*case }));
        assert!(referee_critic::rules::RULES.iter().any(|known| known.rule.id == rule), "no rule {rule}");
        let (must, must_not) =
            (cases.iter().filter(|case| case.must).count(), cases.iter().filter(|case| !case.must).count());
        assert!(must >= 40 && must_not >= 80, "{rule}: {must} must, {must_not} must not");
        eprintln!("{rule}: {must} must, {must_not} must not");
        for case in &cases {
            for format in [Format::PlainText, Format::Markdown] {
                if speaks(&rule, case, format) != case.must {
                    let what = if case.must { "is silent" } else { "speaks" };
                    wrong.push(format!("{rule} {what} at line {} ({format:?}): {}", case.line, case.text));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
