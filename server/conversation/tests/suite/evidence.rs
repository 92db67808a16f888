//! Tests the passages of the source that findings and terms show, and the words of messages.

use referee_conversation::{Note, Talk, compare, terms};
use referee_text::Language;

const VISIT: &str = "WEBVTT

00:00:13.200 --> 00:00:17.000
<v Patient>My knee is stiff, like ten minutes and then it loosens up. It swelled up a couple of times.

00:00:31.200 --> 00:00:36.000
<v Patient>Ibuprofen, four hundred, two or three times a day.

00:00:45.500 --> 00:00:47.000
<v Doctor>Any allergies to medicines?

00:00:47.300 --> 00:00:50.000
<v Patient>Sulfa. I got a rash all over from it.

00:01:15.500 --> 00:01:27.000
<v Doctor>Come back in six weeks, and have the nurse check your pressure in two.
";

/// Returns the passages that a word of the note has.
fn passages(note: &str, term: &str) -> Vec<String> {
    let talk = Talk::read(&[(VISIT, "visit.vtt")]);
    terms(&Note::read(note, 0), &talk)
        .into_iter()
        .filter(|found| &note[found.span.range()] == term)
        .flat_map(|found| found.evidence)
        .map(|place| place.shown(&VISIT[place.span.range()]))
        .collect()
}

#[test]
fn a_number_is_supported_by_the_same_thing_only() {
    assert_eq!(passages("Smokes 10 cigarettes a day.", "10"), Vec::<String>::new());
    assert_eq!(passages("Morning stiffness of 10 minutes.", "10").len(), 1);
    let follow_up = passages("Recheck pressure in 2 weeks.", "2");
    assert!(follow_up.iter().all(|passage| passage.contains("in two")), "{follow_up:?}");
    assert_eq!(passages("Knee pain for 6 weeks.", "6"), Vec::<String>::new());
    assert_eq!(passages("Follow-up in 6 weeks.", "6").len(), 1);
    assert_eq!(passages("Ibuprofen 400 mg daily.", "400").len(), 1);
    assert_eq!(passages("Metformin 400 mg daily.", "400"), Vec::<String>::new());
}

#[test]
fn a_finding_shows_the_words_of_the_source_without_markup() {
    let talk = Talk::read(&[(VISIT, "visit.vtt")]);
    let note = "Allergies: none known.\nIbuprofen 800 mg daily.\n";
    let found = compare(&Note::read(note, 0), &talk);
    let rules: Vec<&str> = found.iter().map(|remark| remark.rule).collect();
    assert_eq!(rules, ["source/left-out", "source/dose-differs"]);
    for remark in &found {
        assert!(!remark.evidence.is_empty(), "{remark:?}");
        for place in &remark.evidence {
            let shown = place.shown(&VISIT[place.span.range()]);
            assert!(!shown.contains("-->") && !shown.contains('<'), "{shown}");
        }
    }
    assert_eq!(found[0].evidence.len(), 2, "the question and the answer");
    assert_eq!(found[1].message.text(Language::English), "ibuprofen: 800 mg here, 400 in the source.");
}

#[test]
fn a_dose_that_the_source_lacks_shows_where_it_names_the_drug() {
    let visit = "[patient] i take ibuprofen for my knee\n";
    let talk = Talk::read(&[(visit, "visit.txt")]);
    let found = compare(&Note::read("Ibuprofen 800 mg daily.", 0), &talk);
    assert_eq!(found.len(), 1, "{found:?}");
    let place = &found[0].evidence[0];
    assert!(place.shown(&visit[place.span.range()]).contains("i take ibuprofen"), "{place:?}");
}

#[test]
fn a_dose_is_given_in_the_unit_of_the_note() {
    let talk = Talk::read(&[("[patient] metformin , a gram in the morning", "visit.txt")]);
    let found = compare(&Note::read("Metformin 850 mg in the morning.", 0), &talk);
    assert_eq!(found[0].message.text(Language::English), "metformin: 850 mg here, 1000 in the source.");
    assert_eq!(found[0].replacement.as_ref().map(|(_, text)| text.as_str()), Some("1000"));
}

#[test]
fn spanish_messages_have_gender_accents_and_names() {
    let message = |visit: &str, note: &str| -> Vec<String> {
        let talk = Talk::read(&[(visit, "visita.txt")]);
        compare(&Note::read(note, 0), &talk)
            .iter()
            .map(|remark| remark.message.text(Language::Spanish).to_owned())
            .collect()
    };
    assert_eq!(
        message("Paciente: me duele la pierna derecha .", "Dolor en la pierna izquierda."),
        ["pierna: izquierda aquí, solo derecha en la fuente."]
    );
    assert_eq!(
        message("Médico: ¿Tiene alergia a algo?\nPaciente: Sí, al Nolotil.", "Alergias: no conocidas."),
        ["La alergia a Nolotil que menciona la fuente no está en la nota."]
    );
    let denied = message(
        "Médico: ¿Ha notado debilidad?\nPaciente: Sí, pierdo fuerza en la pierna, cada vez tengo menos fuerza.",
        "Niega pérdida de fuerza.",
    );
    assert!(denied.iter().all(|text| text.starts_with("pérdida de fuerza: ")), "{denied:?}");
    assert_eq!(denied.len(), 1);
}
