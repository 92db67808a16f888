use super::*;
use proptest::prelude::*;

fn dose(text: &str) -> Option<(f64, &str)> {
    let found = read(text, false);
    let quantity = found.iter().find(|quantity| quantity.may_be_dose())?;
    Some((quantity.number.value(), text.get(quantity.unit.range())?))
}

// Regression: the pattern `\d+\s*(mg|mg/m2|…)` missed most of these and read "0.5 mg" as "5 mg", "1,000 mg" as "000 mg"
// and "75 mg/m2" as "75 mg".
#[test]
fn doses_are_read_whole_and_in_every_unit() {
    for (text, value, unit) in [
        ("give 1 g", 1.0, "g"),
        ("2 g/m2", 2.0, "g"),
        ("10 U", 10.0, "U"),
        ("5 UI/kg", 5.0, "UI"),
        ("20 unidades", 20.0, "unidades"),
        ("60 Gy", 60.0, "Gy"),
        ("50 µg", 50.0, "µg"),
        ("50 μg", 50.0, "μg"),
        ("15 mL", 15.0, "mL"),
        ("40 mEq", 40.0, "mEq"),
        ("AUC 5", 5.0, "AUC"),
        ("AUC of 6", 6.0, "AUC"),
        ("0.5 mg", 0.5, "mg"),
        ("1,000 mg", 1000.0, "mg"),
        ("75 mg/m2", 75.0, "mg"),
        ("5.0mg", 5.0, "mg"),
        (".5 mg", 0.5, "mg"),
        ("0,5 mg", 0.5, "mg"),
        ("5000 international units", 5000.0, "international units"),
    ] {
        assert_eq!(dose(text), Some((value, unit)), "{text}");
    }
    let per_surface = read("75 mg/m2", false);
    assert!(per_surface[0].per.surface && per_surface[0].span.len() == 8);
    let per_day = read("5 mg/kg/día", true);
    assert!(per_day[0].per.weight && per_day[0].per.time);
}

// Regression: a laboratory value is not a dose.
#[test]
fn what_is_per_volume_is_no_dose() {
    for text in
        ["glucose 110 mg/dL", "K 4.1 mEq/L", "5 g/dl", "20 U/L", "300 ng/mL", "albumin 30 mg/g", "7 mmol/l"]
    {
        assert_eq!(dose(text), None, "{text}");
    }
}

#[test]
fn ranges_have_two_ends_and_thousands_follow_the_language() {
    for text in ["5-10 mg", "5–10 mg", "5 to 10 mg", "5 a 10 mg", "5 mg - 10 mg"] {
        let found = read(text, false);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].upper.map(|upper| upper.value()), Some(10.0), "{text}");
    }
    assert_eq!(read("1.000 mg", true)[0].number.value(), 1000.0);
    assert_eq!(read("1.000 mg", false)[0].number.value(), 1.0);
    assert_eq!(read("1,500 mg", true)[0].number.value(), 1.5);
    assert_eq!(read("1\u{202f}500 mg", false)[0].number.value(), 1500.0);
}

#[test]
fn words_with_digits_and_words_that_begin_like_units_are_no_quantities() {
    for text in
        ["B12 mg", "5 months", "3 men", "12 gates", "page 5 under", "T2N1M0", "5 G", "10 m2", "2 units"]
    {
        let found = read(text, false);
        assert!(
            found.iter().all(|q| !matches!(q.measure, Measure::Mass | Measure::Length)),
            "{text}: {found:?}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_can_be_read_and_places_are_inside(text in "[0-9.,/ mgUIkdLµ²a-z\u{a0}–-]{0,60}", spanish: bool) {
        let mut last = 0;
        for quantity in read(&text, spanish) {
            prop_assert!(text.get(quantity.span.range()).is_some());
            prop_assert!(text.get(quantity.unit.range()).is_some());
            prop_assert!(quantity.number.span.end as usize >= last);
            last = quantity.number.span.end as usize;
        }
    }

    #[test]
    fn nothing_makes_it_fail(text in ".{0,80}") {
        let _ = read(&text, true);
        let _ = read(&text, false);
    }
}
