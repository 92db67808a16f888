//! Tests journals with sections, whose names contain a full stop: "The Lancet. Oncology".

use super::reads;

#[test]
fn the_name_of_a_journal_may_go_on_after_a_full_stop() {
    for journal in [
        "The Lancet. Oncology",
        "JAMA. Cardiology",
        "JAMA cardiology",
        "Nature reviews. Drug discovery",
        "American journal of physiology. Heart and circulatory physiology",
        "The journals of gerontology. Series A, Biological sciences and medical sciences",
        "The journal of allergy and clinical immunology. In practice",
        "Proceedings. Biological sciences",
        "Proc. Natl. Acad. Sci.",
        "Proc. Natl. Acad. Sci. USA",
        "Environ. Health Perspect.",
        "Circulation. Heart failure",
    ] {
        let fields = |volume: &str| {
            let journal = journal.trim_end_matches('.');
            format!(
                "Shaw AT, Yeap BY, Camidge DR | Failure of crizotinib in dogs with diabetes | {journal} | 2011;{volume}"
            )
        };
        reads(
            &format!(
                "Shaw, A. T., Yeap, B. Y., & Camidge, D. R. (2011). Failure of crizotinib in dogs with diabetes. {journal}, 12(11), 1004-12. https://doi.org/10.1016/S1470-2045(11)70232-7"
            ),
            &fields("12(11):1004-12"),
        );
        let stop = if journal.ends_with('.') { "" } else { "." };
        reads(
            &format!(
                "Shaw AT, Yeap BY, Camidge DR. Failure of crizotinib in dogs with diabetes. {journal}{stop} 2011;12(11):1004-12."
            ),
            &fields("12(11):1004-12"),
        );
    }
}

#[test]
fn if_the_journal_may_begin_at_two_places_the_first_sentence_is_the_title() {
    reads(
        "Shaw, A. T., & Camidge, D. R. (2011). Failure of crizotinib in dogs with diabetes. Strange Annals. Medicine, 12(11), 1004-12.",
        "Shaw AT, Camidge DR | Failure of crizotinib in dogs with diabetes | - | 2011;12(11):1004-12",
    );
}
