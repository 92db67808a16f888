//! Tests that identifying text is removed, that redacted text is clean, and how much is found.

mod recall;

use super::*;

fn allowed() -> Allowed {
    Allowed::with("The tumour was resected laparoscopically in cirrhotic patients.")
}

#[test]
fn what_could_name_the_patient_goes_and_the_medicine_stays() {
    let text = "Mrs. Rosa Quintanilla-Paz (MRN 00451234, born 12/03/1951, tel. +56 9 8765 4321, r.paz@example.org) takes metformin 500 mg daily since March 3, 2019; is aspirin safe after the tumour was resected in Valparaíso?";
    let redacted = redact(text, &allowed());
    for secret in
        ["Rosa", "Quintanilla", "Paz", "00451234", "1951", "8765", "example.org", "March", "Valpara"]
    {
        assert!(!redacted.text.contains(secret), "{secret}: {}", redacted.text);
    }
    for kept in ["metformin 500 mg daily", "is aspirin safe after the tumour was resected in"] {
        assert!(redacted.text.contains(kept), "{kept}: {}", redacted.text);
    }
    assert!(is_clean(&redacted.text, &allowed()), "{}", redacted.text);
}

#[test]
fn the_same_words_have_the_same_surrogate_and_unknown_words_go() {
    let redacted = redact("Xavier asked; xavier of Zzyzx left.", &allowed());
    assert_eq!(redacted.text.matches("[NAME_1]").count(), 1, "{}", redacted.text);
    assert!(!redacted.text.to_lowercase().contains("xavier") && !redacted.text.contains("Zzyzx"));
    assert!(!is_clean("Will came on 3 May 2020.", &allowed()));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
    #[test]
    fn what_is_redacted_is_clean(text in "(\\PC{0,12} ?){0,8}") {
        let allowed = allowed();
        let redacted = redact(&text, &allowed);
        proptest::prop_assert!(is_clean(&redacted.text, &allowed), "{}", redacted.text);
    }
}
