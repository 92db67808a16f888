//! Tests a whole visit in Spanish, with a note that agrees and one that differs.

use referee_conversation::{Note, SourceRemark, Talk, compare};
use referee_text::Language;

const VISIT: &str = "\
[00:00:04] Dra. Soto: Buenos días. Cuénteme qué le pasa.
[00:00:09] Paciente: Me duele la rodilla izquierda desde hace tres semanas, sobre todo al subir escaleras.
[00:00:20] Dra. Soto: ¿Se cayó o se dio un golpe?
[00:00:23] Paciente: No, no me caí.
[00:00:27] Dra. Soto: ¿Ha tenido fiebre o escalofríos?
[00:00:31] Paciente: No, nada de eso. Tos sí, un poco de tos por las noches, pero fiebre no.
[00:00:40] Dra. Soto: ¿Y dolor de cabeza?
[00:00:42] Paciente: Sí, bastante. Me duele la cabeza casi todos los días.
[00:00:50] Dra. Soto: ¿Qué medicamentos toma?
[00:00:53] Paciente: Tomo enalapril, diez miligramos al día, y metformina, ochocientos cincuenta miligramos dos veces al día.
[00:01:05] Dra. Soto: ¿Es alérgico a algo?
[00:01:08] Paciente: A la penicilina.
[00:01:12] Dra. Soto: ¿Enfermedades en la familia?
[00:01:15] Paciente: Mi madre tiene asma.
[00:01:20] Dra. Soto: Su presión es ciento cuarenta y dos sobre ochenta y ocho, y el pulso setenta y seis. Suba el enalapril a veinte miligramos. Vuelva en dos semanas.
[00:01:35] Paciente: De acuerdo, gracias.
";

const TRUE_NOTE: &str = "\
Motivo de consulta: dolor en la rodilla izquierda desde hace 3 semanas.
Refiere tos nocturna y cefalea. Fiebre no. Niega caída.
Medicación: enalapril 10 mg al día, metformina 850 mg dos veces al día.
Alergias: penicilina.
Antecedentes familiares: madre con asma.
Presión arterial 142/88. Pulso: 76.
Plan: enalapril 20 mg al día. Volver en 2 semanas.
";

fn found(note: &str) -> Vec<SourceRemark> {
    compare(&Note::read(note, 0), &Talk::read(&[(VISIT, "visita.txt")]))
}

#[test]
fn a_note_that_agrees_with_a_spanish_visit_has_no_finding() {
    let shown: Vec<String> = found(TRUE_NOTE)
        .iter()
        .map(|remark| format!("{}: {}", remark.rule, remark.message.text(Language::Spanish)))
        .collect();
    assert!(shown.is_empty(), "{shown:#?}");
}

#[test]
fn each_change_of_a_spanish_note_is_found_at_its_place() {
    for (before, after, rule) in [
        ("rodilla izquierda", "rodilla derecha", "source/side-differs"),
        ("3 semanas", "9 semanas", "source/number-differs"),
        ("3 semanas", "3 meses", "source/number-differs"),
        ("Fiebre no", "Refiere fiebre", "source/negation-differs"),
        ("tos nocturna y cefalea", "tos. Niega cefalea", "source/negation-differs"),
        ("enalapril 10 mg", "enalapril 15 mg", "source/dose-differs"),
        ("metformina 850 mg", "losartán 50 mg", "source/drug-not-said"),
        ("Alergias: penicilina", "Alergias: ninguna conocida", "source/left-out"),
        ("Antecedentes familiares: madre con asma", "Refiere antecedentes de asma", "source/person-differs"),
        ("142/88", "124/88", "source/number-differs"),
        ("Pulso: 76", "Pulso: 96", "source/number-differs"),
        ("Volver en 2 semanas", "Volver en 6 semanas", "source/number-differs"),
    ] {
        assert!(TRUE_NOTE.contains(before), "{before}");
        let rules: Vec<&str> =
            found(&TRUE_NOTE.replacen(before, after, 1)).iter().map(|remark| remark.rule).collect();
        assert!(rules.contains(&rule), "{before} -> {after}: {rules:?}");
    }
}

#[test]
fn a_finding_has_the_speaker_and_the_time() {
    let remarks = found(&TRUE_NOTE.replacen("metformina 850 mg", "metformina 500 mg", 1));
    let dose = remarks.iter().find(|remark| remark.rule == "source/dose-differs").unwrap();
    assert_eq!((dose.evidence[0].speaker.as_str(), dose.evidence[0].time.as_str()), ("Paciente", "00:00:53"));
    assert!(dose.message.text(Language::Spanish).contains("850 en la fuente"), "{:?}", dose.message);
}

const UROLOGY: &str = "\
Doctora: ¿Qué le trae por aquí?
Paciente: Llevo tres días con fiebre y un dolor al orinar que no se me quita.
Doctora: ¿Ha notado sangre en la orina?
Paciente: No, sangre no.
Doctora: ¿Náuseas o vómitos?
Paciente: Náuseas sí, pero no he vomitado.
Doctora: ¿Toma alguna medicación?
Paciente: El enalapril de veinte por la mañana y el Sintrom.
Doctora: ¿Alergias?
Paciente: A la penicilina, me salió un sarpullido.
Doctora: Tiene la temperatura en treinta y ocho con cinco y la tensión en ciento treinta sobre setenta. Le voy a poner \
ciprofloxacino quinientos cada doce horas siete días.
";

#[test]
fn a_visit_with_decimal_commas_and_written_abbreviations() {
    let note = "Fiebre y disuria de 3 días de evolución. Niega vómitos y hematuria.\n\nAlergia a penicilina.\n\n\
Tratamiento: Enalapril 20 mg, acenocumarol.\n\nExploración: T 38,5 °C, TA 130/70.\n\n\
Plan: Ciprofloxacino 500 mg cada 12 horas 7 días.\n";
    let rules = |note: &str| -> Vec<&str> {
        let talk = Talk::read(&[(UROLOGY, "visita.txt")]);
        compare(&Note::read(note, 0), &talk).iter().map(|remark| remark.rule).collect()
    };
    assert_eq!(rules(note), Vec::<&str>::new());
    for (before, after, rule) in [
        ("38,5", "39,5", "source/number-differs"),
        ("130/70", "150/70", "source/number-differs"),
        ("7 días", "10 días", "source/number-differs"),
        ("de 3 días", "de 5 días", "source/number-differs"),
        ("Alergia a penicilina.", "", "source/left-out"),
        ("acenocumarol", "apixabán", "source/drug-not-said"),
        ("500 mg", "750 mg", "source/dose-differs"),
        ("Plan: ", "Plan: Ibuprofeno si dolor. ", "source/drug-not-said"),
        ("Niega vómitos y hematuria", "Niega vómitos. Refiere hematuria", "source/negation-differs"),
    ] {
        let changed = note.replace(before, after);
        assert_eq!(rules(&changed), [rule], "{before} -> {after}");
    }
}
