//! Authors who write in Spanish, and authors with a Spanish editor.

use referee_tests::cli::{Run, referee};
use referee_tests::editor::{PATIENCE, range};
use referee_tests::scholar::{Scholar, papers};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

const LIBRARY: &str = "PMID- 90000011
DP  - 2018 Mar
TI  - Salt intake and stroke in three island towns.
FAU - Ferrer, Marta
AU  - Ferrer M
JT  - Journal of examples
TA  - J Examples
VI  - 7
PG  - 20-31
LID - 10.5555/sal.1 [doi]
PT  - Journal Article

PMID- 90000012
DP  - 2012 Jun 2
TI  - A cohort of sailors that never left the harbour.
FAU - Quiroga, Luz
AU  - Quiroga L
JT  - Journal of examples
TA  - J Examples
VI  - 2
PG  - 5-9
LID - 10.5555/mar.2 [doi]
PT  - Journal Article
PT  - Retracted Publication
RIN - J Examples. 2014 Feb;4(1):1. doi: 10.5555/mar.3. PMID: 90000013

";

/// The first entry has a wrong year, the second is retracted.
const BIB: &str = "@article{ferrer2019,
  author = {Ferrer, Marta},
  title = {Salt intake and stroke in three island towns},
  journal = {Journal of Examples},
  volume = {7},
  pages = {20--31},
  year = {2013},
  doi = {10.5555/sal.1},
}

@article{quiroga2012,
  author = {Quiroga, Luz},
  title = {A cohort of sailors that never left the harbour},
  journal = {Journal of Examples},
  volume = {2},
  pages = {5--9},
  year = {2012},
  doi = {10.5555/mar.2},
}
";

const SPANISH: &str = "---\nbibliography: refs.bib\n---\n\nEl consumo de sal se asocia con el ictus en las islas [@ferrer2019], como ya se había \
    visto en los marineros del puerto [@quiroga2012] y en otros estudios de la misma región [@ferrer2099].\n";

const ENGLISH: &str = "---\nbibliography: refs.bib\n---\n\nThe intake of salt goes with stroke on the islands [@ferrer2019], as was seen \
    in the sailors of the harbour [@quiroga2012] and in other studies of that region [@ferrer2099].\n";

fn folder(draft: &str) -> Folder {
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("articulo.md", draft),
    ])
}

fn findings(run: &Run) -> Vec<Value> {
    let report: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{}", run.stderr));
    let files = report["files"].as_array().expect("files");
    files.iter().flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default()).collect()
}

fn message_of(findings: &[Value], rule: &str) -> String {
    let found = findings.iter().find(|finding| finding["rule"] == rule);
    found.unwrap_or_else(|| panic!("no {rule} in {findings:#?}"))["message"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn a_draft_in_spanish_is_told_of_its_citations_in_spanish() {
    let folder = folder(SPANISH);
    let found = findings(&referee(&folder, &["check", "--format", "json", "articulo.md"]));
    let undefined = message_of(&found, "citation/undefined-key");
    assert!(undefined.starts_with("refs.bib no tiene la entrada «ferrer2099»."), "{undefined}");
    let retracted = message_of(&found, "citation/retracted");
    assert!(retracted.contains(": retractado"), "{retracted}");
    assert!(retracted.contains("Cite otro trabajo"), "{retracted}");
    let differs = message_of(&found, "citation/differs");
    assert!(differs.starts_with("ferrer2019: el año es 2013 aquí pero 2018 en PubMed"), "{differs}");
    let titles: Vec<&str> = found
        .iter()
        .flat_map(|finding| finding["fixes"].as_array().into_iter().flatten())
        .filter_map(|fix| fix["title"].as_str())
        .collect();
    assert!(titles.contains(&"Sustituir esta cita por [cita requerida]"), "{titles:?}");
    assert!(
        titles.iter().all(|title| !title.starts_with("Remove") && !title.starts_with("Take")),
        "{titles:?}"
    );
}

#[test]
fn a_draft_in_english_is_told_of_its_citations_in_english() {
    let found = findings(&referee(&folder(ENGLISH), &["check", "--format", "json", "articulo.md"]));
    assert!(message_of(&found, "citation/undefined-key").contains("has no entry"), "{found:#?}");
    assert!(message_of(&found, "citation/retracted").contains(": retracted"), "{found:#?}");
}

#[test]
fn the_language_of_the_messages_follows_the_words_of_the_draft_as_they_are_typed() {
    let folder = folder(ENGLISH);
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("articulo.md");
    editor.open(&folder, "articulo.md", "markdown");
    let contain = |found: &[Value], words: &str| {
        found.iter().any(|one| one["message"].as_str().is_some_and(|message| message.contains(words)))
    };
    editor.diagnostics_until(&uri, |found| contain(found, "refs.bib has no entry"));
    let text = SPANISH.split_once("---\n\n").map_or("", |(_, text)| text);
    let line = u32::try_from(ENGLISH.lines().nth(4).unwrap_or_default().chars().count()).unwrap_or_default();
    editor.change(&uri, 2, &[(4, 0, 4, line, text.trim_end())]);
    let found = editor.diagnostics_until(&uri, |found| contain(found, "no tiene la entrada"));
    assert!(!contain(&found, ": retracted"), "{found:#?}");
}

#[test]
fn a_bibliography_is_spoken_of_in_the_language_of_the_editor() {
    let folder = folder(ENGLISH);
    for (locale, words) in [
        (None, "is defined twice"),
        (Some("es-ES"), "está definida dos veces"),
        (Some("de"), "is defined twice"),
    ] {
        folder.write("twice.bib", "@misc{a, title = {One thing}}\n@misc{a, title = {Another thing}}\n");
        let abilities =
            ClientCapabilities { locale: locale.map(str::to_owned), ..ClientCapabilities::default() };
        let editor = Editor::start(&folder, abilities);
        editor.open(&folder, "twice.bib", "bibtex");
        let found = editor.diagnostics_until(&folder.uri("twice.bib"), |found| {
            found.iter().any(|one| one["code"] == "citation/duplicate-key")
        });
        let said =
            found.iter().find(|one| one["code"] == "citation/duplicate-key").cloned().unwrap_or_default();
        assert!(
            said["message"].as_str().is_some_and(|message| message.contains(words)),
            "{locale:?}: {said}"
        );
    }
}

#[test]
fn an_editor_in_spanish_asks_for_consent_and_reports_in_spanish_whatever_the_draft_is_written_in() {
    let all = papers(4);
    let bib: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), true)).collect();
    let cited: String = (0..4).map(|n| format!("Shown by the others [@true{n}].\n\n")).collect();
    let draft = format!("---\nbibliography: refs.bib\n---\n\n{cited}");
    let folder = Folder::with(&[("paper.md", &draft), ("refs.bib", &bib)]);
    let scholar = Scholar::with(all);
    let home = tempfile::tempdir().expect("a home");
    let place = |name: &str| home.path().join(name).to_string_lossy().into_owned();
    let folders = [("REFEREE_STATE", place("state")), ("REFEREE_CACHE", place("cache"))];
    let abilities = ClientCapabilities { locale: Some("es".to_owned()), ..ClientCapabilities::default() }
        .with_environment(scholar.settings())
        .with_environment(folders.map(|(name, value)| (name.to_owned(), value)))
        .choosing("Permitir");
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    let asked = editor.server_request(PATIENCE, "window/showMessageRequest").expect("the author is asked");
    let question = asked["params"]["message"].as_str().unwrap_or_default();
    assert!(question.starts_with("¿Consultar en línea 4 referencias"), "{question}");
    assert!(question.contains("nunca su texto"), "{question}");
    let answers: Vec<&str> = asked["params"]["actions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|action| action["title"].as_str())
        .collect();
    assert_eq!(answers, ["Permitir", "Ahora no", "Nunca en esta área de trabajo"]);
    let told = editor.notification_where(PATIENCE, "window/showMessage", |said| {
        said["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("Referencias: 4 verificadas, 0 por revisar"))
    });
    assert!(told.is_some(), "what came of it is told");
    let uri = folder.uri("paper.md");
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 25}});
    let card = editor.request("textDocument/hover", at);
    let text = card["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("**Verificada**") && text.contains("coincide con el registro de"), "{text}");
    let place = range(4, 10, 4, 10);
    let params = json!({"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}});
    let actions = editor.request("textDocument/codeAction", params);
    let titles: Vec<&str> =
        actions.as_array().into_iter().flatten().filter_map(|action| action["title"].as_str()).collect();
    assert!(titles.iter().any(|title| title.starts_with("Comprobar si los trabajos")), "{titles:?}");
}

#[test]
fn commands_lenses_and_refused_settings_answer_an_editor_in_spanish() {
    let folder = folder(ENGLISH);
    folder.write("referee.toml", "netwrok = \"deny\"\n[library]\nfiles = [\"library.nbib\"]\n");
    let abilities = ClientCapabilities { locale: Some("es-CL".to_owned()), ..ClientCapabilities::default() };
    let mut editor = Editor::start(&folder, abilities);
    for (name, language) in [("articulo.md", "markdown"), ("refs.bib", "bibtex"), ("referee.toml", "toml")] {
        editor.open(&folder, name, language);
    }
    let refused = editor.diagnostics_until(&folder.uri("referee.toml"), |found| !found.is_empty());
    let message = refused[0]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("No existe el ajuste `netwrok`. ¿Es `network`?"), "{refused:?}");
    // Wait until the library has been read.
    editor.diagnostics_until(&folder.uri("articulo.md"), |found| {
        found.iter().any(|one| one["code"] == "citation/retracted")
    });
    let lenses = editor
        .request("textDocument/codeLens", json!({"textDocument": {"uri": folder.uri("refs.bib")}}))
        .to_string();
    assert!(lenses.contains("citada una vez") && lenses.contains("retractada"), "{lenses}");
    let place = json!({"uri": folder.uri("articulo.md"), "position": {"line": 4, "character": 10}});
    let mut answer = |command: &str, more: Value| {
        let mut argument = place.clone();
        for (name, value) in more.as_object().into_iter().flatten() {
            argument[name] = value.clone();
        }
        let params = json!({"command": command, "arguments": [argument]});
        let id = editor.ask("workspace/executeCommand", params);
        match editor.answer(id) {
            Ok(answer) => answer["message"].as_str().unwrap_or_default().to_owned(),
            Err(error) => error.message,
        }
    };
    let unknown = json!({"question": "xenolith basalt geochemistry", "online": false});
    for (command, more, words) in [
        ("referee.refreshSection", json!({}), "Aquí no hay ningún pasaje escrito por referee"),
        ("referee.checkSupport", json!({}), "1 frase con sus trabajos consultados: "),
        ("referee.insertReport", unknown.clone(), "No se reunió evidencia: "),
        ("referee.writeRecommendation", json!({}), "Las recomendaciones se escriben para una nota clínica"),
        ("referee.showEvidence", json!({"all": true}), "Todavía no hay evidencia"),
        ("referee.insertCitation", json!({"identifier": "nada"}), "«nada» no es un DOI"),
        (
            "referee.insertCitation",
            json!({"question": "salt stroke", "id": "PMID:1"}),
            "Ninguna fuente devuelve ya",
        ),
    ] {
        let said = answer(command, more);
        assert!(said.starts_with(words), "{command}: {said}");
    }
}
