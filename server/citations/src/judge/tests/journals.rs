//! Names of journals and conferences.

use super::*;

#[test]
fn abbreviations_are_the_journal() {
    for (claimed, recorded) in [
        ("N Engl J Med", "The New England journal of medicine"),
        ("N. Engl. J. Med.", "New England Journal of Medicine"),
        (
            "Proc Natl Acad Sci U S A",
            "Proceedings of the National Academy of Sciences of the United States of America",
        ),
        ("PNAS", "Proceedings of the National Academy of Sciences"),
        ("J Biol Chem", "The Journal of biological chemistry"),
        ("Biochim Biophys Acta", "Biochimica et biophysica acta"),
        ("JAMA", "Journal of the American Medical Association"),
        ("BMJ", "BMJ (Clinical research ed.)"),
        ("Lancet", "Lancet (London, England)"),
        (
            "Am J Physiol Heart Circ Physiol",
            "American journal of physiology. Heart and circulatory physiology",
        ),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
        ("Dtsch Med Wochenschr", "Deutsche medizinische Wochenschrift (1946)"),
        ("Journal of Hospital Infection", "The Journal of hospital infection"),
        ("Obstetrics & Gynecology", "Obstetrics and gynecology"),
        ("Kidney Int Suppl", "Kidney international. Supplement"),
        ("Cochrane Database Syst Rev", "The Cochrane database of systematic reviews"),
        ("Rev Esp Cardiol", "Revista española de cardiología"),
    ] {
        assert_one_journal(claimed, recorded);
        assert_one_journal(recorded, claimed);
    }
}

#[test]
fn conferences_are_cited_with_years_ordinals_sponsors_and_acronyms() {
    for (claimed, recorded) in [
        ("NeurIPS", "Advances in Neural Information Processing Systems 34"),
        ("NIPS", "Advances in Neural Information Processing Systems"),
        ("ICML", "Proceedings of the 38th International Conference on Machine Learning"),
        ("CVPR", "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
        ("Proceedings of the IEEE conference on computer vision and pattern recognition", "CVPR"),
        ("AAAI", "Proceedings of the AAAI Conference on Artificial Intelligence"),
        ("ACL", "Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics"),
        (
            "EMNLP",
            "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)",
        ),
        ("KDD '21", "Proceedings of the 27th ACM SIGKDD Conference on Knowledge Discovery & Data Mining"),
    ] {
        assert_one_journal(claimed, recorded);
    }
}

#[test]
fn other_venues_are_serious() {
    for (claimed, recorded) in [
        ("ICML", "AAAI"),
        ("ACL", "NAACL"),
        ("Conference on Reward Learning and Alignment", "NeurIPS"),
        ("International Journal of Cancer", "Journal of Cancer"),
        ("Cancers", "Cancer"),
        ("Journal of Clinical Oncology", "Journal of clinical investigation"),
        ("Neurology", "Neuropathology"),
        ("Am J Med", "Am J Med Sci"),
        ("Machine Learning", "International Conference on Machine Learning"),
        ("Lancet Oncology", "Lancet (London, England)"),
    ] {
        assert_two_journals(claimed, recorded);
    }
}

#[test]
fn repositories_series_and_publishers_are_no_venues() {
    for name in [
        "PubMed",
        "Lecture Notes in Computer Science",
        "HAL (Le Centre pour la Communication Scientifique Directe)",
    ] {
        assert_one_journal("Diabetes Care", name);
    }
    let recorded = Work { publisher: Some(String::from("Oxford University Press")), ..described() };
    assert_verified(&in_journal("Oxford University Press"), recorded);
}

#[test]
fn a_proceedings_paper_filed_under_the_journal_that_prints_them_is_no_other_venue() {
    assert_one_journal("ICML", "Journal of machine learning research");
}

#[test]
fn a_reader_of_lists_that_cuts_title_and_journal_in_the_wrong_place_accuses_nobody() {
    let claimed = Work {
        title: Some(String::from("Activation of receptors by phthalate monoesters , Toxicol")),
        container: Some(String::from("Appl. Pharmacol")),
        container_short: None,
        ..described()
    };
    let recorded = Work {
        title: Some(String::from("Activation of receptors by phthalate monoesters")),
        container: Some(String::from("Toxicology and applied pharmacology")),
        container_short: None,
        ..described()
    };
    assert_verified(&claimed, recorded);
}

#[test]
fn a_misspelt_journal_is_slight_where_volume_and_page_agree() {
    let claimed = in_journal("Cnt Rev Toxicol");
    let judgement = verdict_of(&claimed, &complete([in_journal("Crit Rev Toxicol")]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    let unplaced = Work { volume: None, pages: None, ..claimed };
    assert_differs(&unplaced, in_journal("Crit Rev Toxicol"), &["journal"]);
}
