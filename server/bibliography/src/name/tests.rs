#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use proptest::prelude::*;

/// Formats a person as `particle|family|given|suffix`, an organisation as `=name`.
fn shown(name: &Name) -> String {
    match name {
        Name::Person { family, given, particle, suffix } => format!("{particle}|{family}|{given}|{suffix}"),
        Name::Organisation { name } => format!("={name}"),
    }
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    assert_eq!(Name::parse(text).as_ref().map(shown).as_deref(), Some(expected), "{text}");
}

#[test]
fn one_name_reads_the_same_in_every_style() {
    reads("van der Berg JP", "van der|Berg|J P|");
    reads("van der Berg, J.P.", "van der|Berg|J P|");
    reads("J. P. van der Berg", "van der|Berg|J P|");
    reads("Berg, Jan Pieter van der", "van der|Berg|Jan Pieter|");
    reads("O'Neill M Jr", "|O'Neill|M|Jr");
    reads("O'Neill, M., Jr.", "|O'Neill|M|Jr");
    reads("Smith J 3rd", "|Smith|J|3rd");
    reads("Barrett-Connor E", "|Barrett-Connor|E|");
    reads("García Márquez G", "|García Márquez|G|");
    reads("Sartre J-P", "|Sartre|J-P|");
    reads("Sartre, J.-P.", "|Sartre|J-P|");
    reads("De Luca A", "|De Luca|A|");
    reads("Petrov IuV", "|Petrov|Iu V|");
    reads("Martin Luther King Jr.", "|King|Martin Luther|Jr");
    reads("Li Xiaoming", "|Xiaoming|Li|");
    reads("World Health Organization", "=World Health Organization");
    reads("DCCT Research Group", "=DCCT Research Group");
    assert_eq!(Name::parse(""), None);
    assert_eq!(Name::parse("123"), None);
}

#[test]
fn initials_come_from_names_and_from_initials() {
    for (given, initials) in [
        ("Vincent Willem", "VW"),
        ("V W", "VW"),
        ("VW", "VW"),
        ("Jean-Paul", "JP"),
        ("J.-P.", "JP"),
        ("ana maría", "AM"),
        ("", ""),
    ] {
        assert_eq!(Name::person("X", given).initials(), initials, "{given}");
    }
}

#[track_caller]
fn lists(text: &str, expected: &[&str], truncated: bool) {
    let list = read_names(text).unwrap_or_else(|| panic!("{text:?} is not read"));
    assert_eq!(list.names.iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
    assert_eq!(list.truncated, truncated, "{text}");
}

#[test]
fn lists_of_every_style_are_split() {
    let two = &["|Smith|J A|", "|Doe|R|"];
    lists("Smith JA, Doe R", two, false);
    lists("Smith JA, Doe R.", two, false);
    lists("Smith J.A., Doe R.", two, false);
    lists("Smith, J. A., & Doe, R.", two, false);
    lists("Smith, J.A. and Doe, R.", two, false);
    lists("Smith, J.A., Doe, R.,", two, false);
    lists("Smith JA and Doe R", two, false);
    lists("Smith JA y Doe R", two, false);
    lists("J. A. Smith and R. Doe", two, false);
    lists("J.A. Smith, R. Doe", two, false);
    lists("Smith, JA; Doe, R", two, false);
    lists("Smith, J. A.; Doe, R.", two, false);
    lists("Smith, John and Doe, Jane", &["|Smith|John|", "|Doe|Jane|"], false);
    lists("Smith, John A., and Jane Doe", &["|Smith|John A|", "|Doe|Jane|"], false);
    lists("Smith, John A., Jane Doe, and Max Roe", &["|Smith|John A|", "|Doe|Jane|", "|Roe|Max|"], false);
    lists("Ortega y Gasset J, Pérez de la Cruz M", &["|Ortega y Gasset|J|", "|Pérez de la Cruz|M|"], false);
    lists("King, M. L., Jr., & Doe, R.", &["|King|M L|Jr", "|Doe|R|"], false);
    lists("van den Oord, A., Li, Y., & Vinyals, O.", &["van den|Oord|A|", "|Li|Y|", "|Vinyals|O|"], false);
}

#[test]
fn what_is_left_out_is_said() {
    for text in [
        "Smith JA, et al.",
        "Smith JA, et al",
        "Smith JA et al.",
        "Smith JA, y cols.",
        "Smith JA y col.",
        "Smith JA, y otros",
        "Smith, J. A., et al.",
        "Smith, J. A., and others",
        "Smith, J. A., . . . Doe, R.",
        "Smith, J. A., … Doe, R.",
    ] {
        lists(text, &["|Smith|J A|"], true);
    }
}

#[test]
fn groups_stand_among_and_behind_people() {
    lists(
        "Knowler WC, Barrett-Connor E, et al; Diabetes Prevention Program Research Group",
        &["|Knowler|W C|", "|Barrett-Connor|E|", "=Diabetes Prevention Program Research Group"],
        true,
    );
    lists("World Health Organization", &["=World Health Organization"], false);
    lists("Smith J, ACCORD Study Group", &["|Smith|J|", "=ACCORD Study Group"], false);
}

#[test]
fn a_title_is_no_list_of_names() {
    for text in [
        "Effects of vitamin D on bone",
        "Metformin, insulin and the risk of cancer",
        "A randomized trial",
        "Smith JA, effects of vitamin D",
        "2020 guideline",
    ] {
        assert_eq!(read_names(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_reads(text in r"([A-Z][a-zé]{1,6}|[A-Z]{1,3}|[A-Z]\.|, |; | and | et al\.| y | |van|Jr|…|\PC){0,30}") {
        if let Some(name) = Name::parse(&text) {
            prop_assert!(!name.surname().trim().is_empty());
            let _ = name.initials();
        }
        if let Some(list) = read_names(&text) {
            prop_assert!(!list.names.is_empty());
        }
    }
}
