#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;

const RULE: &str = r#"id = "site/two-names"
severity = "warning"
drafts = "notes"
scope = "sentence"
place = "drug"
source = "our formulary"
checked = "2026-11-28"

[title]
english = "A drug beside another"
spanish = "Un fármaco junto a otro"

[message]
english = "“{drug}” ({drug.name}) beside “{other}” {source}."
spanish = "«{drug}» ({drug.name}) junto a «{other}» {source}."

[when.drug]
drugs = ["warfarin", "@nsaids"]

[when.other]
words = ["ginger tea", "infusión de jengibre"]

[speaks]
english = ["Warfarin with ginger tea."]
spanish = ["Warfarina con infusión de jengibre."]

[silent]
english = ["Warfarin."]
spanish = ["Warfarina."]
"#;

/// Reads a file of a user after a change.
fn read(from: &str, to: &str) -> RuleFiles {
    assert!(RULE.contains(from), "{from}");
    RuleFiles::with(&[OverlayFile {
        path: "rules/two-names.toml".to_owned(),
        name: "/home/rules/two-names.toml".to_owned(),
        text: RULE.replacen(from, to, 1),
    }])
}

#[test]
fn every_built_in_rule_can_be_read() {
    let files = RuleFiles::with(&[]);
    assert_eq!(files.errors(), []);
    assert_eq!(files.rules().len(), RULE_FILES.len());
}

#[test]
fn every_file_in_the_folder_is_built_in() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rules");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| format!("rules/{}", entry.unwrap().file_name().to_string_lossy()))
        .collect();
    names.sort();
    let listed: Vec<&str> = RULE_FILES.iter().map(|(path, _)| *path).collect();
    assert_eq!(names, listed);
}

#[test]
fn a_rule_of_a_user_is_read_with_its_lines() {
    let files = read("", "");
    assert_eq!(files.errors(), []);
    let rule = files.rules().last().unwrap();
    assert!(rule.is_of_user && rule.when.len() == 2 && rule.place == 0);
    assert_eq!(rule.message.english.first(), Some(&Piece::Text("“".to_owned())));
    assert!(rule.message.spanish.contains(&Piece::Source));
    let lines: Vec<(bool, usize)> = rule.sentences.iter().map(|one| (one.must, one.line)).collect();
    assert_eq!(lines, [(true, 24), (true, 25), (false, 28), (false, 29)]);
}

#[test]
fn an_error_names_the_line_and_what_is_allowed() {
    for (from, to, line, part) in [
        ("severity = \"warning\"", "severity = \"bad\"", 2, "expected one of `error`, `warning`"),
        ("scope =", "reach =", 4, "unknown field `reach`, expected one of"),
        ("scope = \"sentence\"\n", "", 1, "missing field `scope`"),
        ("[title]", "[title", 9, "invalid table header"),
        ("site/two-names", "medication/interaction", 1, "`id` should be of the family `site`"),
        ("site/two-names", "two-names", 1, "a family and a name"),
        ("place = \"drug\"", "place = \"drugs\"", 5, "`place` should be one of the frames drug, other"),
        ("place = \"drug\"\n", "", 16, "`place` is missing"),
        ("2026-11-28", "yesterday", 7, "`checked` should be a day such as 2026-11-28"),
        ("our formulary", "", 6, "`source` should be a text"),
        ("\"warfarin\"", "\"warfarine\"", 18, "`when.drug.drugs` should be the id of a drug"),
        ("@nsaids", "@nsaid", 18, "or a class of relations/classes.tsv"),
        ("ginger tea\", \"inf", "ginger [tea]\", \"inf", 21, "should be words; a word may end with `*`"),
        ("words = [", "sections = [\"plans\"]\nwords = [", 21, "`when.other.sections` should be one of"),
        ("words = [", "said = [\"perhaps\"]\nwords = [", 21, "expected one of `confirmed`, `past`"),
        (
            "words = [",
            "route = [\"po\"]\nwords = [",
            20,
            "`when.other.route` is only allowed beside `orders`",
        ),
        ("words = [", "drugs = [\"warfarin\"]\nwords = [", 20, "needs exactly one of `words`, `table`"),
        (
            "words = [\"ginger tea\", \"infusión de jengibre\"]",
            "patient = \"moon<3\"",
            21,
            "`egfr<30 & age>=65`",
        ),
        (
            "words = [\"ginger tea\", \"infusión de jengibre\"]",
            "patient = \"day>3\"",
            21,
            "about the patient",
        ),
        ("{drug.name}", "{drug.nom}", 14, "but may have {source}, {drug}, {drug.name}, {other}"),
        ("[\"Warfarin.\"]", "[]", 28, "`silent.english` needs at least one sentence"),
    ] {
        let files = read(from, to);
        let errors: Vec<String> = files.errors().iter().map(ToString::to_string).collect();
        let start = format!("/home/rules/two-names.toml:{line}: ");
        assert!(
            matches!(&errors[..], [one] if one.starts_with(&start) && one.contains(part)),
            "{to}: {errors:?}"
        );
        assert!(!files.rules().iter().any(|rule| rule.is_of_user), "{to}");
    }
}

#[test]
fn two_files_with_one_id_are_an_error() {
    let file = |name: &str| OverlayFile {
        path: format!("rules/{name}.toml"),
        name: format!("/home/rules/{name}.toml"),
        text: RULE.to_owned(),
    };
    let files = RuleFiles::with(&[file("a"), file("b")]);
    let errors: Vec<String> = files.errors().iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "/home/rules/b.toml:1: `id` should be an id of its own; /home/rules/a.toml has this one, but is `site/two-names`"
        ]
    );
}
