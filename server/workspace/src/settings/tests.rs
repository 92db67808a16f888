use super::*;
use referee_text::Language;

fn workspace(text: &str) -> Layer {
    Layer::from_toml(Origin::WorkspaceFile("/w/referee.toml".into()), text)
}

fn user(text: &str) -> Layer {
    Layer::from_toml(Origin::UserFile("/u/config.toml".into()), text)
}

fn merged(layers: &[Layer]) -> Settings {
    Settings::merge(&layers.iter().cloned().map(Arc::new).collect::<Vec<_>>())
}

#[test]
fn a_password_in_the_address_of_a_shared_library_is_not_shown() {
    for (given, shown) in [
        ("postgres://ann:s3cret@db/library", "postgres://ann:…@db/library"),
        (
            "postgres://ann@db/library?password=s3cret&sslmode=require",
            "postgres://ann@db/library?password=…&sslmode=require",
        ),
        ("postgres://ann:p@ss@db/library", "postgres://ann:…@db/library"),
        ("postgres:///library?host=/run", "postgres:///library?host=/run"),
        ("", ""),
    ] {
        let settings = merged(&[user(&format!("[library]\nurl = \"{given}\"\n"))]);
        let all = settings.explain();
        let (_, value, _) = all.iter().find(|(path, ..)| path == "library.url").expect("it is a setting");
        assert_eq!(value, shown);
        assert_eq!(settings.values.library_url, given);
    }
}

#[test]
fn a_workspace_file_cannot_name_a_shared_library() {
    let settings = merged(&[workspace("[library]\nurl = \"postgres://evil.example/x\"\n")]);
    assert_eq!(settings.values.library_url, "");
}

#[test]
fn a_workspace_file_cannot_switch_the_network_on_or_move_the_library() {
    let layer = workspace(
        "network = \"allow\"\ncontact = \"a@b.c\"\n[library]\npath = \"/x\"\n[llm]\nmodel = \"m\"\n",
    );
    assert_eq!(layer.complaints.len(), 4, "{:?}", layer.complaints);
    assert!(layer.values.is_empty());
}

#[test]
fn a_workspace_file_can_narrow_what_the_user_allows() {
    let settings = merged(&[
        user("network = \"allow\"\n[sources.crossref]\nenabled = true"),
        workspace("network = \"deny\"\n[sources.crossref]\nenabled = false"),
        Layer::from_json(Origin::Editor, &json!({"network": "allow"})),
    ]);
    assert_eq!(settings.values.network, "deny");
    assert!(!settings.source("crossref").enabled);
    assert!(settings.source("pubmed").enabled);
}

#[test]
fn a_workspace_file_adds_clinical_notes_to_those_of_the_user_and_takes_none_away() {
    let settings = merged(&[
        user("[documents]\nclinical = [\"notes/**\"]"),
        workspace("[documents]\nclinical = [\"wards/**\"]"),
    ]);
    assert_eq!(settings.values.documents_clinical, ["notes/**", "wards/**"]);
    let settings =
        merged(&[user("[documents]\nclinical = [\"notes/**\"]"), workspace("[documents]\nclinical = []")]);
    assert_eq!(settings.values.documents_clinical, ["notes/**"]);
}

#[test]
fn no_place_takes_away_a_clinical_note_that_another_one_lists() {
    let settings = merged(&[
        user("[documents]\nclinical = [\"notes/**\"]"),
        workspace("[documents]\nclinical = [\"wards/**\"]"),
        Layer::from_json(Origin::Editor, &json!({"documents": {"clinical": []}})),
        Layer::from_json(Origin::CommandLine, &json!({"documents": {"clinical": ["tumour-board.md"]}})),
    ]);
    assert_eq!(settings.values.documents_clinical, ["notes/**", "wards/**", "tumour-board.md"]);
}

#[test]
fn what_an_outer_workspace_file_protects_stays_protected() {
    let outer = Layer::from_toml(
        Origin::WorkspaceFile("/w/referee.toml".into()),
        "network = \"deny\"\n[documents]\nclinical = [\"notes/**\"]\n[rules]\n\"citation/differs\" = \"off\"\n",
    );
    let inner = Layer::from_toml(Origin::WorkspaceFile("/w/notes/referee.toml".into()), "[rules]\n");
    let own = Layer::from_json(Origin::Editor, &json!({"network": "allow"}));
    let settings = Settings::merge_within(&[Arc::new(inner), Arc::new(own)], &[Arc::new(outer)]);
    assert_eq!(settings.values.network, "deny");
    assert_eq!(settings.values.documents_clinical, ["notes/**"]);
    assert_eq!(settings.severity("citation/differs", Some(Severity::Warning)), Some(Severity::Warning));
    assert_eq!(settings.folder.as_deref(), Some(Path::new("/w/notes")));
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_rest_stays_in_force() {
    let text =
        "netwrok = \"deny\"\n[rules]\n\"citation/differs\" = \"loud\"\n\"citation/not-found\" = \"off\"\n";
    let layer = workspace(text);
    let at: Vec<&str> = layer.complaints.iter().map(|complaint| &text[complaint.span.range()]).collect();
    assert_eq!(at, ["netwrok = \"deny\"", "\"citation/differs\" = \"loud\""]);
    assert!(
        layer.complaints[0].message.text(Language::English).contains("`network`"),
        "{:?}",
        layer.complaints
    );
    assert_eq!(merged(&[layer]).severity("citation/not-found", Some(Severity::Warning)), None);
}

#[test]
fn a_file_that_is_no_toml_says_on_which_line() {
    let layer = workspace("network = \"deny\"\n[library\n");
    assert!(
        layer.complaints[0].message.text(Language::English).starts_with("Line 2 "),
        "{:?}",
        layer.complaints
    );
}

#[test]
fn the_environment_descends_by_two_underscores() {
    let variables = [
        ("REFEREE_SOURCES__CROSSREF__BASE_URL".to_owned(), "http://127.0.0.1:1".to_owned()),
        ("REFEREE_LIBRARY__FILES".to_owned(), "a.nbib, b.ris".to_owned()),
        ("HOME".to_owned(), "/root".to_owned()),
    ];
    let settings = merged(&[Layer::from_environment(variables.into_iter())]);
    assert_eq!(settings.source("crossref").base_url, "http://127.0.0.1:1");
    assert_eq!(settings.values.library_files, ["a.nbib", "b.ris"]);
}

#[test]
fn the_schema_knows_every_rule_and_every_source() {
    let schema = schema();
    assert!(schema["properties"]["sources"]["properties"]["pubmed"]["properties"]["api_key_env"].is_object());
    assert!(schema["properties"]["library"]["properties"]["complete"].is_object());
    for rule in crate::registry::all() {
        assert!(schema["properties"]["rules"]["properties"][rule.id].is_object(), "{}", rule.id);
    }
}

#[test]
fn a_setting_that_is_refused_is_refused_in_the_language_of_the_editor() {
    let layer = workspace(
        "netwrok = \"deny\"\n[rules]\n\"citation/differs\" = \"loud\"\n[library]\npath = \"/elsewhere\"\nfiles = 3\n",
    );
    let spanish: Vec<&str> =
        layer.complaints.iter().map(|complaint| complaint.message.text(Language::Spanish)).collect();
    assert_eq!(spanish[0], "No existe el ajuste `netwrok`. ¿Es `network`?");
    assert!(
        spanish[1].starts_with("`rules.citation/differs` debe ser uno de estos valores: "),
        "{spanish:?}"
    );
    assert!(spanish[2].starts_with("`library.path` solo cuenta si lo dice el propio usuario"), "{spanish:?}");
    assert_eq!(
        spanish[3],
        "`library.files` debe ser una lista de textos, como [\"a\", \"b\"]; queda como estaba."
    );
    let broken = workspace("[rules\n");
    let message = broken.complaints[0].message.text(Language::Spanish);
    assert!(message.starts_with("La línea 1 no es TOML: "), "{message}");
}

#[test]
fn a_workspace_makes_checks_stricter_and_never_laxer() {
    let toml = |word: &str| format!("[check]\nfail_on = \"{word}\"\n");
    let merged = |own: Option<&str>, theirs: &str| {
        let own = own.map(|word| Layer::from_toml(Origin::Editor, &toml(word)));
        let layers: Vec<Layer> = [Some(workspace(&toml(theirs))), own].into_iter().flatten().collect();
        merged(&layers).fail_on()
    };
    for (own, theirs, expected) in [
        (None, "never", "warning"),
        (None, "error", "warning"),
        (None, "information", "information"),
        (None, "unchecked", "unchecked"),
        (Some("error"), "unchecked", "unchecked"),
        (Some("unchecked"), "warning", "unchecked"),
        // Each fails on something that the other accepts: the user's own setting remains.
        (Some("unchecked"), "information", "unchecked"),
        (Some("information"), "unchecked", "information"),
        (Some("never"), "never", "never"),
    ] {
        assert_eq!(merged(own, theirs), FailOn::of(expected), "{own:?}, {theirs}");
    }
    for word in ["never", "error"] {
        assert_eq!(workspace(&toml(word)).complaints.len(), 1, "{word}");
    }
    assert!(workspace(&toml("unchecked")).complaints.is_empty());
}
