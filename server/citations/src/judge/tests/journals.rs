//! Tests the forms of journal and conference titles.

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
    for name in ["PubMed", "HAL (Le Centre pour la Communication Scientifique Directe)"] {
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

#[test]
fn vendors_write_one_journal_in_many_forms() {
    for (claimed, recorded) in [
        // Places and subtitles after a hyphen.
        ("WATER-SWITZERLAND", "Water"),
        ("POLYMERS-BASEL", "Polymers (Basel)"),
        ("PALLIATIVE CARE-ENGLAND", "Palliative care"),
        ("REGIONAL ENVIRONMENT REVIEW-LAND AND PEOPLE", "Regional Environment Review Part A: Land & People"),
        ("CANADIAN JOURNAL OF ZOOLOGY-REVUE CANADIENNE DE ZOOLOGIE", "Canadian journal of zoology"),
        ("JOURNAL OF HARBOUR ENGINEERING-ASCE", "Journal of Harbour Engineering"),
        // Two languages, acronyms and publishers around the name.
        ("Journal of Public Health", "Zeitschrift für Gesundheitswissenschaften = Journal of public health"),
        ("Turkish Journal of Ecology", "Turkish Journal of Ecology | Türkiye Ekoloji Dergisi"),
        ("Baltic Studies on Tobacco and Health", "BSTH Baltic Studies on Tobacco and Health"),
        ("Oxford Openings: Urban Mental Wellbeing", "Urban mental wellbeing (Oxford, England)"),
        ("Environmental Toxicology Letters", "Environmental toxicology letters [Web site]"),
        // Societies, families of journals, lost spaces.
        ("Botanical Reviews", "Botanical reviews of the Linnean Society"),
        ("Wiley Interdisciplinary Reviews: Water Policy", "WIREs Water Policy"),
        ("APPLIED WORLD JOURNAL", "TheAppliedWorldJournal"),
        ("Marine pollution and harbour research international", "MARINE POLLUTION AND HARBOUR RESEARCH"),
        // Former and later titles.
        ("Journal of Gambling Behavior", "Journal of gambling studies"),
        ("British Journal of Addiction", "Addiction (Abingdon, England)"),
    ] {
        assert_one_journal(claimed, recorded);
        assert_one_journal(recorded, claimed);
    }
}

#[test]
fn sections_and_subtitles_that_differ_are_two_journals() {
    for (claimed, recorded) in [
        (
            "Journal of Polymer Engineering Part A: Chemistry",
            "Journal of Polymer Engineering Part B: Physics",
        ),
        ("JOURNAL OF GEOPHYSICAL RESEARCH-OCEANS", "Journal of geophysical research. Planets"),
        ("American Journal of Pathology", "American Journal of Physiology"),
        ("Water Research", "Water"),
    ] {
        assert_two_journals(claimed, recorded);
    }
}

#[test]
fn a_name_that_is_akin_is_slight_where_the_place_in_the_journal_is_right() {
    let claimed = in_journal("Annals of Coastal Wetland Restoration");
    let recorded = in_journal("Coastal Wetland Restoration and Management");
    let judgement = verdict_of(&claimed, &complete([recorded.clone()]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    assert_differs(&Work { volume: None, pages: None, ..claimed }, recorded, &["journal"]);
}

#[test]
fn a_conference_filed_under_the_series_of_its_proceedings_is_no_other_venue() {
    assert_one_journal(
        "3RD INTERNATIONAL CONFERENCE ON COASTAL PLANNING",
        "IOP Conference Series: Earth and Environmental Science",
    );
}

#[test]
fn a_journal_is_the_same_under_any_name_where_a_catalogue_has_it_under_one_number() {
    let numbered = |numbers: &[&str], container: &str| Work {
        container: Some(String::from(container)),
        container_short: None,
        journal_ids: numbers.iter().map(|number| (*number).to_owned()).collect(),
        ..described()
    };
    let record = Work {
        identifiers: trial().identifiers,
        ..numbered(&["issn:1234-5679", "nlm:0123456"], "Acta Somnologica")
    };
    for number in ["issn:1234-5679", "nlm:0123456"] {
        let claim = numbered(&["issn:2049-3630", number], "Zeitschrift für angewandte Ruhe");
        assert_verified(&claim, record.clone());
    }
    let other = numbered(&["issn:2049-3630"], "Zeitschrift für angewandte Ruhe");
    let judgement = verdict_of(&other, &complete([record]));
    assert_ne!(judgement.verdict, Verdict::Verified, "{judgement:?}");
}

#[test]
fn the_number_of_a_series_of_proceedings_makes_two_conferences_no_one() {
    let paper = |container: &str| Work {
        kind: WorkKind::ConferencePaper,
        container: Some(String::from(container)),
        container_short: None,
        volume: None,
        issue: None,
        journal_ids: vec![String::from("issn:0302-9743")],
        ..described()
    };
    let record = paper("Medical Image Computing and Computer Assisted Intervention");
    let judgement = verdict_of(&paper("European Conference on Information Retrieval"), &complete([record]));
    assert_ne!(judgement.verdict, Verdict::Verified, "{judgement:?}");
}

/// A library that knows which journals its works are in.
struct Catalogue(Arc<dyn Source>, Vec<String>);

impl Source for Catalogue {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.0.covers(work)
    }

    fn ask(&self, question: &Question) -> Answer {
        self.0.ask(question)
    }

    fn has_journal(&self, name: &str) -> Option<bool> {
        Some(self.1.iter().any(|known| known == name))
    }
}

fn catalogue(records: &[Work], coverage: Coverage) -> Arc<dyn Source> {
    let journals = records.iter().filter_map(|work| work.container.clone()).collect();
    Arc::new(Catalogue(shelf(records.to_vec(), coverage), journals))
}

#[test]
fn a_journal_that_nobody_knows_beside_the_right_place_is_information() {
    let claim = Work {
        container: Some(String::from("Proceedings of the Harbour Society for Rest")),
        container_short: None,
        ..described()
    };
    let judgement = verdict_of(&claim, &catalogue(&[trial()], Coverage::Complete));
    let found: Vec<(&str, Weight)> =
        judgement.differences.iter().map(|difference| (difference.field, difference.weight)).collect();
    assert_eq!((judgement.verdict, found.as_slice()), (Verdict::Differs, &[("journal", Weight::Slight)][..]));
    // With another place or other authors, it is not a slip.
    let elsewhere =
        Work { volume: Some(String::from("77")), pages: Some(String::from("12-19")), ..claim.clone() };
    assert!(!serious(&verdict_of(&elsewhere, &catalogue(&[trial()], Coverage::Complete))).is_empty());
    let by_others = Work { authors: people(&[("Rossi", "Maria"), ("Tanaka", "Ken")]), ..claim.clone() };
    assert_ne!(verdict_of(&by_others, &catalogue(&[trial()], Coverage::Complete)).verdict, Verdict::Verified);
    // A library that may lack the journal cannot say that no source knows it.
    let partial = verdict_of(&claim, &catalogue(&[trial()], Coverage::Partial));
    assert_eq!(serious(&partial), ["journal"]);
}

#[test]
fn another_journal_that_exists_is_wrong_even_where_the_place_is_right() {
    let other = Work {
        title: Some(String::from("Coastal fog and the drying of nets")),
        authors: people(&[("Bell", "Ira")]),
        container: Some(String::from("Annals of Small Harbours")),
        container_short: None,
        identifiers: Default::default(),
        ..trial()
    };
    let claim = Work { container: other.container.clone(), container_short: None, ..described() };
    let judgement = verdict_of(&claim, &catalogue(&[trial(), other], Coverage::Complete));
    assert_eq!(serious(&judgement), ["journal"]);
}
