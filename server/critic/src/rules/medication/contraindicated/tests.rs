use crate::rules::testing::{note, places, said};
use referee_syntax::Format;

const ID: &str = "medication/contraindicated";

#[test]
fn the_finding_stands_at_the_order_and_names_what_forbids_it() {
    let text = "History of asthma.\n\nPlan: propranolol 40 mg twice daily.";
    assert_eq!(places(ID, Format::PlainText, text, &note()), ["propranolol"]);
    let found = said(ID, Format::PlainText, text, &note());
    let message = &found[0].remark.message;
    assert!(message.contains("“asthma”") && message.contains("label"), "{message}");
    let spanish = "Antecedentes: asma.\n\nPlan: propranolol 40 mg cada 12 h por la migraña.";
    let found = said(ID, Format::PlainText, spanish, &note());
    assert!(found[0].remark.message.contains("ficha técnica"), "{}", found[0].remark.message);
}

#[test]
fn of_two_drugs_the_one_that_is_ordered_later_is_flagged() {
    for text in [
        "Medications:\n- isosorbide 30 mg daily\n- sildenafil 50 mg as needed",
        "Plan: isosorbide 30 mg daily.\n\nSildenafil 50 mg as needed.",
    ] {
        let found = places(ID, Format::PlainText, text, &note());
        assert_eq!(
            found.iter().map(|drug| drug.to_lowercase()).collect::<Vec<_>>(),
            ["sildenafil"],
            "{text}"
        );
    }
}

#[test]
fn one_filtration_rate_above_thirty_settles_the_matter() {
    let low = "eGFR 22.\n\nPlan: metformin 500 mg daily.";
    assert_eq!(places(ID, Format::PlainText, low, &note()).len(), 1);
    let recovered = "eGFR 22 on admission, eGFR 58 today.\n\nPlan: metformin 500 mg daily.";
    assert!(places(ID, Format::PlainText, recovered, &note()).is_empty());
}

#[test]
fn an_order_against_an_allergy_is_told_once() {
    let text = "Allergies: lisinopril (angioedema).\n\nPlan: start enalapril 5 mg daily.";
    assert!(places(ID, Format::PlainText, text, &note()).is_empty());
    assert_eq!(places("medication/allergy-conflict", Format::PlainText, text, &note()), ["enalapril"]);
    let history =
        "History of ACE inhibitor angioedema.\n\nPlan: start sacubitril/valsartan 24/26 mg twice daily.";
    assert_eq!(places(ID, Format::PlainText, history, &note()), ["sacubitril/valsartan"]);
}

#[test]
fn a_quoted_fact_ends_before_its_full_stop() {
    for (text, quoted) in [
        ("Función renal: filtrado 22.\n\nPlan: metformina 850 mg cada 12 h.", "«filtrado 22»"),
        ("Función renal: FG 22.\n\nPlan: metformina 850 mg cada 12 h.", "«FG 22»"),
        ("Función renal reducida (FG 22).\n\nPlan: metformina 850 mg cada 12 h.", "«FG 22»"),
        ("Gestante, 20 semanas.\n\nPlan: isotretinoína 20 mg al día.", "«Gestante, 20 semanas»"),
    ] {
        let found = said(ID, Format::PlainText, text, &note());
        let message = &found.first().unwrap_or_else(|| panic!("{text}")).remark.message;
        assert!(message.contains(quoted), "{message}");
    }
}

#[test]
fn an_order_with_several_reasons_is_one_finding_that_gives_all() {
    for (text, first, second) in [
        ("eGFR 20.\n\nMeds: warfarin 5 mg daily, ibuprofen 600 mg TDS.", "“eGFR 20”", "“warfarin 5 mg”"),
        (
            "Filtrado 20.\n\nTratamiento: warfarina 5 mg al día, ibuprofeno 600 mg cada 8 h.",
            "«Filtrado 20»",
            "«warfarina 5 mg»",
        ),
        (
            "Plan: linezolid 600 mg IV BD, phenelzine 15 mg TDS, sertraline 50 mg daily.",
            "“phenelzine”",
            "“linezolid”",
        ),
    ] {
        let found = said(ID, Format::PlainText, text, &note());
        let last = found.iter().max_by_key(|hit| hit.remark.place.start);
        let last = last.unwrap_or_else(|| panic!("{text}"));
        let of_order = found.iter().filter(|hit| hit.remark.place == last.remark.place).count();
        assert_eq!(of_order, 1, "{text}");
        let message = &last.remark.message;
        assert!(message.contains(first) && message.contains(second), "{message}");
        assert!(last.remark.related.len() >= 2, "{text}");
    }
}

#[test]
fn drops_and_gels_are_not_the_drug_that_is_swallowed() {
    for text in [
        "eGFR 20.\n\nMeds: diclofenac gel TDS, ketorolac eye drops QDS.",
        "Simvastatin 40 mg nocte.\n\nPlan: erythromycin eye ointment QDS.",
        "Filtrado 20.\n\nTratamiento: diclofenaco gel cada 8 h, ketorolaco colirio cada 6 h.",
    ] {
        assert!(places(ID, Format::PlainText, text, &note()).is_empty(), "{text}");
    }
    // A label of miconazole warns for the gel of the mouth and the vagina too.
    for text in [
        "Meds: warfarin 5 mg daily.\n\nPlan: miconazole oral gel 2.5 mL QDS.",
        "Tratamiento: acenocumarol 2 mg al día.\n\nPlan: miconazol óvulos vaginales 400 mg por la noche.",
    ] {
        assert_eq!(places(ID, Format::PlainText, text, &note()).len(), 1, "{text}");
    }
}
