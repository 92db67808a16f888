//! Tests items of printed lists, whose fields are guessed from their form, and sometimes wrongly.

use super::*;
use referee_bibliography::read_item;

fn wearable_ai() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(String::from("Wearable AI: A Foundation for Gentle and Autonomous Nursing")),
        authors: people(&[("Zhou", "Jing"), ("Wagner", "Lena"), ("Gale", "R X")]),
        container: Some(String::from("Nursing Engineering")),
        date: year(2025),
        identifiers: [doi("10.1016/j.nen.2025.12.026")].into_iter().collect(),
        ..Work::default()
    }
}

#[test]
fn a_title_that_is_taken_for_names_accuses_nobody() {
    for text in [
        "Wearable AI: A Foundation for Gentle and Autonomous Nursing. Nursing Engineering. 2025 Dec. doi:10.1016/j.nen.2025.12.026",
        "J. Zhou, L. Wagner, R.X. Gale, Wearable AI: A Foundation for Gentle and Autonomous Nursing, Nursing Engineering (2025). https://doi.org/10.1016/j.nen.2025.12.026.",
        "WEARABLE AI: A FOUNDATION FOR GENTLE AND AUTONOMOUS NURSING. Nursing Engineering. 2025. doi:10.1016/j.nen.2025.12.026",
        "Zhou, J., Wagner, L. & Gale, R. X. Wearable AI: A Foundation for Gentle and Autonomous Nursing. Nursing Engineering https://doi.org/10.1016/j.nen.2025.12.026 (2025) doi:10.1016/j.nen.2025.12.026.",
    ] {
        let judgement = verdict_of(&read_item(text).work, &complete([wearable_ai()]));
        assert!(matches!(judgement.verdict, Verdict::Verified), "{text} {judgement:?}");
    }
}

#[test]
fn a_printed_reference_with_the_number_of_another_work_is_still_told() {
    for text in [
        "Zhou J, Wagner L. Portable robots: a survey of gentle lifting aids in wards. Nursing Engineering. 2025. doi:10.1016/j.nen.2025.12.026",
        "Portable AI: A Survey of Gentle Lifting Aids in Hospital Wards. Nursing Engineering. 2025 Dec. doi:10.1016/j.nen.2025.12.026",
        "Zhou J. Reply to Wearable AI: A Foundation for Gentle and Autonomous Nursing. Nursing Engineering. 2025;3:12-14. doi:10.1016/j.nen.2025.12.026",
    ] {
        let judgement = verdict_of(&read_item(text).work, &complete([wearable_ai()]));
        assert!(
            matches!(judgement.verdict, Verdict::Misidentified | Verdict::Differs),
            "{text} {judgement:?}"
        );
    }
}

#[test]
fn a_printed_title_that_goes_on_after_a_colon_is_told() {
    let text = "Zhou J, Wagner L, Gale RX. Wearable AI: A Foundation for Gentle and Autonomous Nursing: a trial in 214 children. Nursing Engineering. 2025. doi:10.1016/j.nen.2025.12.026";
    let judgement = verdict_of(&read_item(text).work, &complete([wearable_ai()]));
    assert_eq!(serious(&judgement), ["title"], "{judgement:?}");
}
