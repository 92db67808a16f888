use super::frame::{Frame, clock};
use super::label::Label;
use super::phrases::{PhraseList, Phrases, Searched};
use super::table::{Sides, TABLES};
use super::tokens::{Gap, Tokens};
use crate::rules::testing::{note, said};
use proptest::prelude::*;
use referee_syntax::Format;
use rustc_hash::FxHashSet;

/// The kinds of the contradictions in a note.
fn kinds(text: &str) -> Vec<&'static str> {
    let all = said("note/contradiction", Format::Markdown, text, &note());
    all.iter().filter_map(|hit| hit.remark.kind).map(|kind| kind.rsplit('.').next().unwrap_or(kind)).collect()
}

#[test]
fn every_cell_can_be_read() {
    assert_eq!(TABLES.errors, Vec::<String>::new());
    let lists = TABLES.rows.iter().flat_map(|row| [&row.with, &row.unless]);
    assert_eq!(lists.filter_map(PhraseList::unreadable).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(TABLES.rows.len() > 100 && TABLES.exclusions.len() > 50);
}

#[test]
fn a_row_gives_every_state_of_an_exclusion() {
    let given: FxHashSet<usize> = TABLES
        .rows
        .iter()
        .flat_map(|row| [row.state, row.denied])
        .flatten()
        .chain(TABLES.ranges.iter().map(|range| range.state))
        .collect();
    for exclusion in &TABLES.exclusions {
        let states = [&exclusion.one, &exclusion.other, &exclusion.unless];
        let missing: Vec<&usize> =
            states.into_iter().flatten().filter(|state| !given.contains(state)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", exclusion.english);
        assert!(!exclusion.one.is_empty() && !exclusion.other.is_empty(), "{}", exclusion.english);
        assert!(exclusion.sides != Sides::Any || exclusion.one != exclusion.other, "{}", exclusion.english);
    }
}

#[test]
fn tokens_are_words_and_numbers() {
    let tokens = Tokens::read("58M, T 38,9 °C; RASS -4. WBC 9.200 → 7,1");
    let words: Vec<&str> = (0..tokens.len()).map(|at| tokens.text(at)).collect();
    assert_eq!(words, ["58", "m", "t", "38,9", "c", "rass", "-4", "wbc", "9.200", "7,1"]);
    let numbers: Vec<f64> = (0..tokens.len()).filter_map(|at| tokens.number(at)).collect();
    assert_eq!(numbers, [58.0, 38.9, -4.0, 9200.0, 7.1]);
}

#[test]
fn a_day_of_a_calendar_has_a_month() {
    for (text, is_day) in [
        ("11 Feb", true),
        ("Feb 11, 2026", true),
        ("11 de febrero", true),
        ("11th March", true),
        ("11/02/2026", true),
        ("11/02", true),
        ("2/12", false),
        ("2019", false),
        ("11 years", false),
        ("February 2019", false),
        ("10/20", false),
    ] {
        let tokens = Tokens::read(text);
        assert_eq!((0..tokens.len()).any(|at| tokens.is_day(text, at)), is_day, "{text}");
    }
}

#[test]
fn devices_status_and_sides_of_a_stay_are_compared() {
    for text in [
        "Three-way catheter removed at 07:00.\n\nCatheter is draining clear urine.",
        "Legal status: informal.\n\nPlan: section 17 leave with staff.",
        "Diagnosis: triple-negative carcinoma of the breast.\n\n| Receptor | Score |\n|---|---|\n| ER (Allred) | 8/8 |",
        "DNACPR form signed in January.\n\nIf the heart stops, carers should start CPR.",
        "Normal vaginal birth 12/07 at 40 weeks.\n\nPfannenstiel wound clean.",
        "Parto eutócico 12/07.\n\nHerida de cesárea limpia.",
        "Non-weight-bearing R for 6 weeks.\n\nWalked 20 m, putting full weight through R.",
        "Procedure: left VATS lobectomy.\n\nDrain: one through the right camera port.",
        "Procedimiento: lobectomía izquierda.\n\nDrenaje pleural derecho.",
        "He remains in AF.\n\nECG today: sinus rhythm, 70 per minute.",
    ] {
        assert_eq!(kinds(text).len(), 1, "{text}");
    }
    for text in [
        "Extubated yesterday at 15:00.\n\nReintubated at night. Oral tube 7 at 22 cm, PSV 10/5.",
        "Catheter removed at 07:00.\n\nReinserted for retention: catheter is draining clear urine.",
        "Legal status: informal.\n\nPrevious section 3 in 2019.",
        "Previous triple-negative carcinoma of the right breast.\n\nNow ER (Allred) 8/8 on the left.",
        "DNACPR form signed.\n\nStaff should not start CPR.",
        "Previous normal vaginal birth 2019.\n\nPfannenstiel wound clean.",
        "Non-weight-bearing R for 6 weeks.\n\nFull weight through L.",
        "Procedure: left VATS lobectomy.\n\nDrain: one through the left camera port.",
        "She passed meconium on day one.\n\nPlan: clinic in three months.",
        "Niño Rh positivo.\n\nGrupo A Rh negativo.",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn a_leader_or_the_only_bar_of_a_row_joins_a_label_and_its_value() {
    let gap = |text: &str| Tokens::read(text).get(1).map(|token| token.gap);
    assert_eq!(gap("Pacemaker ... no"), Some(Gap::Mark));
    assert_eq!(gap("Pacemaker .. no"), Some(Gap::Stop));
    assert_eq!(gap("| Pacemaker | no |\n"), Some(Gap::Mark));
    assert_eq!(gap("| Pacemaker | no | today |\n"), Some(Gap::Stop));
    assert_eq!(gap(&format!("Pacemaker | no {}", "é".repeat(500))), Some(Gap::Stop));
}

#[test]
fn an_hour_is_read_as_minutes() {
    let at = |text: &str| clock(&Tokens::read(text), text, 0);
    assert_eq!(at("03:20"), Some(200));
    assert_eq!(at("3 pm"), Some(900));
    assert_eq!(at("0320 h"), Some(200));
    assert_eq!((at("38 C"), at("24:00"), at("3 mg")), (None, None, None));
}

#[test]
fn times_meet_only_where_they_are_one_time() {
    let (night, whole) = (Frame::At(Label::Night, 0), Frame::At(Label::Throughout, 0));
    assert!(night.meets(Frame::Clock(180), false) && !night.meets(Frame::Clock(720), false));
    assert!(whole.meets(Frame::At(Label::Day, 2), false) && whole.meets(Frame::Now, false));
    assert!(!Frame::At(Label::Day, 2).meets(Frame::At(Label::Day, 3), true));
    assert!(Frame::Clock(600).meets(Frame::Now, true) && !Frame::Clock(600).meets(Frame::Now, false));
    assert!(!Frame::At(Label::Elsewhere, 0).meets(Frame::At(Label::Elsewhere, 0), true));
}

#[test]
fn a_phrase_has_alternatives_gaps_sides_and_numbers() {
    let found = |cell: &'static str, text: &str| {
        let mut phrases = Phrases::default();
        phrases.add(cell, 0).expect("the phrase can be read");
        let tokens = Tokens::read(text);
        let mut out = Vec::new();
        let searched = Searched { tokens: &tokens, prose: text, drug_at: &|_| None, here: None };
        phrases.find(&searched, 0..tokens.len(), |one| out.push(one));
        out.first().map(|one| (one.first, one.last, one.which, one.number))
    };
    assert_eq!(found("(lives|living) [all] alone", "She lives all alone."), Some((1, 3, None, None)));
    assert_eq!(found("(full code|for cpr)", "He is for CPR."), Some((2, 3, None, None)));
    assert_eq!(found("cut down .. cigarettes", "cut down from his ten cigarettes"), Some((0, 5, None, None)));
    assert_eq!(found("weight # kg", "Weight: 62 kg"), Some((0, 2, None, Some(1))));
    assert_eq!(found("{side} [distal] radius", "left distal radius"), Some((0, 2, Some(0), None)));
    assert_eq!(found("never smoked", "never. Smoked"), None);
    let mut phrases = Phrases::default();
    for broken in ["(a|b", "a) b", "#", "{drug}", "ab*"] {
        assert!(phrases.add(broken, 0).is_err(), "{broken}");
    }
}

#[test]
fn two_statements_of_one_patient_and_time_exclude_each_other() {
    assert_eq!(kinds("Never smoked.\n\nStill smokes ten cigarettes a day.\n"), ["habit"]);
    assert_eq!(kinds("No bebe alcohol.\n\nJuicio: hepatopatía alcohólica.\n"), ["habit"]);
    assert_eq!(kinds("Left MCA infarct.\n\nNeuro: left hemiparesis.\n"), ["deficit"]);
    assert_eq!(kinds("Blood group O positive.\n\nBlood group A positive.\n"), ["state"]);
}

#[test]
fn another_person_time_or_side_is_no_contradiction() {
    for text in [
        "Never smoked.\n\nHer husband smokes ten cigarettes a day.\n",
        "No bebe alcohol.\n\nBebía dos litros de vino al día hasta 2010.\n",
        "GCS 4 on admission.\n\nToday alert and oriented.\n",
        "Right inguinal hernia repaired.\n\nDressing over the right groin dry.\n",
        "Afebrile overnight.\n\nTemperature 38.9 at 14:00.\n",
        "K 6.4 -> 4.4.\n\nNormal potassium.\n",
        "Day 1\nGCS 4.\n\nDay 9\nAlert and oriented.\n",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Any text can be read, whatever is cut off or torn apart.
    #[test]
    fn any_text_can_be_read(text in r#"(?:never smoked|smokes 20|left |right |derecha|\n|\n\n| |\. |, |; |-|38[.,]9|03:|Tª|K 6|GCS|alert and oriented|no |sin |ñ|é|→|\u{301}|\u{200b}|12/03|\(|\)|#|😀|nephrectomy|riñón){0,40}"#) {
        let tokens = Tokens::read(&text);
        for at in 0..tokens.len() {
            let place = tokens.get(at).map(|token| token.span.range()).unwrap_or_default();
            prop_assert!(text.get(place).is_some());
        }
        for hit in said("note/contradiction", Format::Markdown, &text, &note()) {
            prop_assert!(text.get(hit.remark.place.range()).is_some());
            for related in &hit.remark.related {
                prop_assert!(text.get(related.span.range()).is_some());
            }
        }
    }

    /// A note that says the same twice does not contradict itself.
    #[test]
    fn a_repeated_statement_is_no_contradiction(at in 0usize..8) {
        let lines = ["Never smoked", "Drinks two pints of beer a week", "Left hemiparesis", "Temperature 39.1",
            "Alert and oriented", "No previous operations", "Sin edemas", "Weight 62 kg"];
        let line = lines.get(at).copied().unwrap_or_default();
        prop_assert_eq!(kinds(&format!("{line}.\n\n{line}.\n")), Vec::<&str>::new());
    }
}

#[test]
fn numbers_have_thousands_and_words_and_years_are_apart() {
    let text = "plaq 285 000, leuc 2 900; three polyps in 2019, 03/05/2019, both";
    let tokens = Tokens::read(text);
    let at = |word: &str| (0..tokens.len()).find(|at| tokens.text(*at) == word).unwrap_or_default();
    assert_eq!(tokens.number(at("285")), Some(285_000.0));
    assert_eq!(tokens.number(at("2")), Some(2900.0));
    assert_eq!((tokens.count(at("three")), tokens.count(at("both"))), (Some(3.0), Some(2.0)));
    let years: Vec<usize> = (0..tokens.len()).filter(|at| tokens.is_year(text, *at)).collect();
    assert_eq!(years, [at("2019")]);
}

#[test]
fn a_target_in_a_bracket_is_that_of_its_own_value() {
    assert_eq!(
        kinds("Obs 07:30: HR 44, BP 122/70, SpO2 97 % RA (target 94-98 %).\n\nImp: tachycardia."),
        ["state"]
    );
    assert_eq!(kinds("Obs: HR 44 (target above 60), BP 122/70.\n\nImp: tachycardia."), Vec::<&str>::new());
}

#[test]
fn a_diagnosis_is_about_the_only_reading() {
    let bloods = "Bloods 01:20: Na 134, K 2.9. Given 02:20.\n\nImp: severe hyperkalaemia.";
    assert_eq!(kinds(bloods), ["state"]);
    let both = "Bloods 01:20: Na 134, K 6.9. Bloods 05:20: K 2.9.\n\nImp: severe hyperkalaemia.";
    assert_eq!(kinds(both), Vec::<&str>::new());
}

#[test]
fn a_total_is_one_of_the_numbers_or_their_sum() {
    assert_eq!(kinds("Findings: two polyps in the sigmoid.\n\nAll three polyps were retrieved."), ["state"]);
    let sum = "Two polyps in the sigmoid. One polyp in the caecum.\n\nAll three polyps were retrieved.";
    assert_eq!(kinds(sum), Vec::<&str>::new());
    assert_eq!(
        kinds("Colonoscopy 2019: two polyps.\n\nAll three polyps were retrieved."),
        Vec::<&str>::new()
    );
}

#[test]
fn a_vertebra_and_a_finger_are_compared_with_the_treated_one() {
    assert_eq!(kinds("MRI: disc prolapse L4/5.\n\nListed for L5/S1 microdiscectomy."), ["side"]);
    assert_eq!(
        kinds("MRI: prolapse L4/5, bulge L5/S1.\n\nListed for L5/S1 microdiscectomy."),
        Vec::<&str>::new()
    );
    assert_eq!(kinds("Laceration of the index finger.\n\nSutured middle finger."), ["side"]);
    assert_eq!(
        kinds("Laceration of the index and middle finger.\n\nSutured middle finger."),
        Vec::<&str>::new()
    );
}

#[test]
fn a_gestation_in_figures_is_compared() {
    assert_eq!(kinds("G2P1, 32+3 by dating scan.\n\nImp: reduced movements at 37+3."), ["obstetric"]);
    assert_eq!(
        kinds("G2P1, 32+3 by dating scan.\n\nImp: reduced movements at 32+3. Growth scan 36/40."),
        Vec::<&str>::new()
    );
    assert_eq!(kinds("Obs 24/24. Seen 10:40, HR 80. Visits 18/10 and 30/08."), Vec::<&str>::new());
}
