//! Tests conferences in their usual forms, and chapters of book series.

use super::*;

fn paper(venue: &str, pages: &str) -> Work {
    Work {
        kind: WorkKind::ConferencePaper,
        title: Some(String::from("Harbours that learn their own tides from the letters of pilots")),
        authors: people(&[("Marsh", "Yorick"), ("Quill", "Xenia")]),
        container: Some(venue.to_owned()),
        date: year(2019),
        pages: (!pages.is_empty()).then(|| pages.to_owned()),
        ..Work::default()
    }
}

#[track_caller]
fn journal_weight(claimed: &Work, recorded: Work) -> Option<Weight> {
    let judgement = verdict_of(claimed, &complete([recorded]));
    assert!(judgement.record.is_some(), "{judgement:?}");
    judgement.differences.iter().find(|one| one.field == "journal").map(|one| one.weight)
}

/// Names under which a paper is cited, each with the name in the record.
const SAME: &[(&str, &str)] = &[
    ("CHI", "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems"),
    ("CHI '19", "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems"),
    (
        "Conference on Human Factors in Computing Systems",
        "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems",
    ),
    ("Proceedings of CHI", "Proceedings of the SIGCHI Conference on Human Factors in Computing Systems"),
    (
        "Proc. CHI 2006",
        "Proceedings of the SIGCHI Conference on Human Factors in Computing Systems - CHI '06",
    ),
    ("COLING", "Proceedings of the 28th International Conference on Computational Linguistics"),
    (
        "Proceedings of COLING 2014",
        "Proceedings of the 25th International Conference on Computational Linguistics: Technical Papers",
    ),
    (
        "LREC-COLING 2024",
        "Proceedings of the 2024 Joint International Conference on Computational Linguistics, Language Resources and Evaluation (LREC-COLING 2024)",
    ),
    ("CCS", "Proceedings of the 2016 ACM SIGSAC Conference on Computer and Communications Security"),
    ("ACM CCS", "Proceedings of the 14th ACM conference on Computer and communications security"),
    ("RecSys", "Proceedings of the 13th ACM Conference on Recommender Systems"),
    ("RecSys '16", "Proceedings of the 10th ACM Conference on Recommender Systems"),
    ("JCDL", "Proceedings of the 18th ACM/IEEE on Joint Conference on Digital Libraries"),
    (
        "Joint Conference on Digital Libraries (JCDL)",
        "2021 ACM/IEEE Joint Conference on Digital Libraries (JCDL)",
    ),
    ("USENIX Security", "28th USENIX Security Symposium (USENIX Security 19)"),
    ("USENIX Security Symposium", "Proceedings of the 25th USENIX Conference on Security Symposium"),
    (
        "EMNLP-IJCNLP",
        "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
    ),
    (
        "EMNLP",
        "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
    ),
    (
        "IJCNLP",
        "Proceedings of the 53rd Annual Meeting of the Association for Computational Linguistics and the 7th International Joint Conference on Natural Language Processing (Volume 1: Long Papers)",
    ),
    (
        "ACL-IJCNLP",
        "Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics and the 11th International Joint Conference on Natural Language Processing (Volume 2: Short Papers)",
    ),
    ("Findings of EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2020"),
    (
        "Findings of the ACL: EMNLP 2021",
        "Findings of the Association for Computational Linguistics: EMNLP 2021",
    ),
    ("Findings of ACL", "Findings of the Association for Computational Linguistics: ACL 2023"),
    (
        "Proceedings of NAACL-HLT",
        "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)",
    ),
    (
        "NAACL",
        "Proceedings of the 2018 Conference of the North American Chapter of           the Association for Computational Linguistics: Human Language           Technologies, Volume 1 (Long Papers)",
    ),
    (
        "HLT-NAACL",
        "Human Language Technologies: The 2009 Annual Conference of the North American Chapter of the Association for Computational Linguistics",
    ),
    ("*SEM", "Proceedings of the Seventh Joint Conference on Lexical and Computational Semantics"),
    ("*SEM 2018", "Proceedings of the Seventh Joint Conference on Lexical and Computational Semantics"),
    ("BioNLP Workshop", "Proceedings of the 18th BioNLP Workshop and Shared Task"),
    ("BioNLP@ACL", "Proceedings of the 21st Workshop on Biomedical Language Processing (BioNLP)"),
    (
        "Workshop on Biomedical Natural Language Processing",
        "Proceedings of the 2012 Workshop on Biomedical Natural Language Processing",
    ),
    (
        "EACL",
        "Proceedings of the 16th Conference of the European Chapter of the Association for Computational Linguistics: Main Volume",
    ),
    ("CoNLL", "Proceedings of the 20th SIGNLL Conference on Computational Natural Language Learning"),
    ("SemEval", "Proceedings of the 13th International Workshop on Semantic Evaluation"),
    (
        "WMT",
        "Proceedings of the Fourth Conference on Machine Translation (Volume 2: Shared Task Papers, Day 1)",
    ),
    (
        "LREC",
        "Proceedings of the Eleventh International Conference on Language Resources and Evaluation (LREC 2018)",
    ),
    (
        "KDD",
        "Proceedings of the 25th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining",
    ),
    (
        "SIGKDD",
        "Proceedings of the 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
    ),
    (
        "SIGIR",
        "Proceedings of the 42nd International ACM SIGIR Conference on Research and Development in Information Retrieval",
    ),
    ("CIKM", "Proceedings of the 28th ACM International Conference on Information and Knowledge Management"),
    ("WSDM", "Proceedings of the Twelfth ACM International Conference on Web Search and Data Mining"),
    ("WWW", "Proceedings of the 26th International Conference on World Wide Web"),
    ("The Web Conference", "Proceedings of the ACM Web Conference 2022"),
    ("UIST", "Proceedings of the 32nd Annual ACM Symposium on User Interface Software and Technology"),
    (
        "CSCW",
        "Proceedings of the 2017 ACM Conference on Computer Supported Cooperative Work and Social Computing",
    ),
    ("IUI", "Proceedings of the 24th International Conference on Intelligent User Interfaces"),
    ("SIGCOMM", "Proceedings of the ACM Special Interest Group on Data Communication"),
    ("MobiCom", "Proceedings of the 20th annual international conference on Mobile computing and networking"),
    ("SenSys", "Proceedings of the 16th ACM Conference on Embedded Networked Sensor Systems"),
    ("EuroSys", "Proceedings of the Fourteenth EuroSys Conference 2019"),
    ("HotNets", "Proceedings of the 18th ACM Workshop on Hot Topics in Networks"),
    (
        "PLDI",
        "Proceedings of the 40th ACM SIGPLAN Conference on Programming Language Design and Implementation",
    ),
    ("POPL", "Proceedings of the ACM on Programming Languages"),
    (
        "ESEC/FSE",
        "Proceedings of the 2019 27th ACM Joint Meeting on European Software Engineering Conference and Symposium on the Foundations of Software Engineering",
    ),
    (
        "FSE",
        "Proceedings of the 22nd ACM SIGSOFT International Symposium on Foundations of Software Engineering",
    ),
    ("ICSE", "2019 IEEE/ACM 41st International Conference on Software Engineering (ICSE)"),
    ("IEEE S&P", "2019 IEEE Symposium on Security and Privacy (SP)"),
    ("Oakland", "2017 IEEE Symposium on Security and Privacy (SP)"),
    ("NDSS", "Proceedings 2019 Network and Distributed System Security Symposium"),
    ("STOC", "Proceedings of the forty-fourth annual ACM symposium on Theory of computing"),
    ("FOCS", "2017 IEEE 58th Annual Symposium on Foundations of Computer Science (FOCS)"),
    ("SODA", "Proceedings of the Twenty-Eighth Annual ACM-SIAM Symposium on Discrete Algorithms"),
    (
        "ICASSP",
        "ICASSP 2021 - 2021 IEEE International Conference on Acoustics, Speech and Signal Processing (ICASSP)",
    ),
    ("INTERSPEECH", "Interspeech 2019"),
    ("INFOCOM", "IEEE INFOCOM 2019 - IEEE Conference on Computer Communications"),
    ("IJCAI", "Proceedings of the Thirty-ThirdInternational Joint Conference on Artificial Intelligence"),
    ("AAMAS", "International Joint Conference on Autonomous Agents and Multiagent Systems"),
    ("AIES", "Proceedings of the 2019 AAAI/ACM Conference on AI, Ethics, and Society"),
    ("FAT* '19", "Proceedings of the Conference on Fairness, Accountability, and Transparency"),
    ("ACM FAccT", "Proceedings of the 2021 ACM Conference on Fairness, Accountability, and Transparency"),
    ("EC", "Proceedings of the 2019 ACM Conference on Economics and Computation"),
    ("SIGCSE", "Proceedings of the 50th ACM Technical Symposium on Computer Science Education"),
    (
        "ITiCSE",
        "Proceedings of the 23rd Annual ACM Conference on Innovation and Technology in Computer Science Education",
    ),
    ("Learning @ Scale", "Proceedings of the Second (2015) ACM Conference on Learning @ Scale"),
    ("LAK", "Proceedings of the Seventh International Learning Analytics & Knowledge Conference"),
    (
        "ACM BCB",
        "Proceedings of the 5th ACM Conference on Bioinformatics, Computational Biology, and Health Informatics",
    ),
    ("ACM Multimedia", "Proceedings of the 31st ACM International Conference on Multimedia"),
    ("NeurIPS", "Proceedings of the 34th International Conference on Neural Information Processing Systems"),
    (
        "NIPS'17",
        "Advances in Neural Information Processing Systems 30: Annual Conference on Neural Information Processing Systems 2017",
    ),
    ("CVPR", "2019 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
    (
        "IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2016, Las Vegas, NV, USA, June 27-30, 2016",
        "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
    ),
    (
        "IEEE International Conference on Acoustics, Speech and Signal Processing, ICASSP 2019, Brighton, United Kingdom, May 12-17, 2019",
        "ICASSP 2019 - 2019 IEEE International Conference on Acoustics, Speech and Signal Processing (ICASSP)",
    ),
    (
        "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing, EMNLP-IJCNLP 2019, Hong Kong, China",
        "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
    ),
    (
        "In Proceedings of the 57th Annual Meeting of the ACL",
        "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics",
    ),
    ("CogSci", "Proceedings of the 41st Annual Meeting of the Cognitive Science Society"),
    ("ICRA", "2019 International Conference on Robotics and Automation (ICRA)"),
    ("MSR", "2019 IEEE/ACM 16th International Conference on Mining Software Repositories (MSR)"),
    ("HPCA", "2019 IEEE International Symposium on High Performance Computer Architecture (HPCA)"),
    ("MICRO", "Proceedings of the 52nd Annual IEEE/ACM International Symposium on Microarchitecture"),
    ("VLDB", "Proceedings of the VLDB Endowment"),
    ("SIGGRAPH", "ACM Transactions on Graphics"),
    ("ICDM", "2019 IEEE International Conference on Data Mining (ICDM)"),
    ("ISIT", "2012 IEEE International Symposium on Information Theory Proceedings"),
    ("AISTATS", "Proceedings of Machine Learning Research"),
    // These are in no table: the record has the acronym, or it follows from the words.
    ("GlobalSIP", "2015 IEEE Global Conference on Signal and Information Processing (GlobalSIP)"),
    ("E2SC", "Proceedings of the 3rd International Workshop on Energy Efficient Supercomputing - E2SC '15"),
    ("SIBGRAPI", "2025 38th SIBGRAPI Conference on Graphics, Patterns and Images (SIBGRAPI)"),
    ("OCEANS", "OCEANS 2022 - Chennai"),
    ("TENCON", "TENCON 2018 - 2018 IEEE Region 10 Conference"),
];

#[test]
fn conferences_are_known_by_their_everyday_names() {
    let warned: Vec<_> = SAME
        .iter()
        .filter_map(|(claimed, recorded)| {
            let weight = journal_weight(&paper(claimed, ""), paper(recorded, ""));
            weight.map(|weight| (weight, claimed, recorded))
        })
        .collect();
    assert!(warned.is_empty(), "{} of {}: {warned:#?}", warned.len(), SAME.len());
}

/// Venues at which the paper did not appear.
const OTHER: &[(&str, &str)] = &[
    ("CHI", "Proceedings of the 32nd Annual ACM Symposium on User Interface Software and Technology"),
    ("NAACL", "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics"),
    ("ACL", "Proceedings of the 28th International Conference on Computational Linguistics"),
    ("COLING", "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics"),
    (
        "EACL",
        "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies",
    ),
    ("CoNLL", "Proceedings of the 13th International Workshop on Semantic Evaluation"),
    ("CCS", "2019 IEEE Symposium on Security and Privacy (SP)"),
    (
        "USENIX Security",
        "Proceedings of the 2016 ACM SIGSAC Conference on Computer and Communications Security",
    ),
    ("NDSS", "28th USENIX Security Symposium (USENIX Security 19)"),
    (
        "RecSys",
        "Proceedings of the 42nd International ACM SIGIR Conference on Research and Development in Information Retrieval",
    ),
    ("KDD", "Proceedings of the 28th ACM International Conference on Information and Knowledge Management"),
    ("WSDM", "Proceedings of the 26th International Conference on World Wide Web"),
    ("ICML", "International Conference on Learning Representations"),
    ("ICLR", "Proceedings of the 38th International Conference on Machine Learning"),
    ("NeurIPS", "Proceedings of the AAAI Conference on Artificial Intelligence"),
    ("CVPR", "2019 IEEE/CVF International Conference on Computer Vision (ICCV)"),
    ("ICCV", "2019 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
    (
        "Interspeech",
        "ICASSP 2019 - 2019 IEEE International Conference on Acoustics, Speech and Signal Processing (ICASSP)",
    ),
    ("SOSP", "Proceedings of the Fourteenth EuroSys Conference 2019"),
    ("PLDI", "2019 IEEE/ACM 41st International Conference on Software Engineering (ICSE)"),
    ("STOC", "2017 IEEE 58th Annual Symposium on Foundations of Computer Science (FOCS)"),
    ("SODA", "Proceedings of the forty-fourth annual ACM symposium on Theory of computing"),
    ("ICRA", "2019 IEEE/RSJ International Conference on Intelligent Robots and Systems (IROS)"),
    ("SIGMOD", "Proceedings of the VLDB Endowment"),
    ("JCDL", "Proceedings of the 13th ACM Conference on Recommender Systems"),
    ("FAccT", "Proceedings of the 2019 AAAI/ACM Conference on AI, Ethics, and Society"),
    ("NeurIPS", "Proceedings of Machine Learning Letters Conference"),
    ("ICRLA", "International Conference on Learning Representations"),
    (
        "International Conference on Neural Learning and Reasoning",
        "Advances in Neural Information Processing Systems",
    ),
    (
        "Conference on Harbour Intelligence",
        "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems",
    ),
    (
        "ACL",
        "Proceedings of the 2nd Workshop on Natural Language Reasoning and Structured Explanations (@ACL 2024)",
    ),
    ("NeurIPS", "IEEE INFOCOM 2019 - IEEE Conference on Computer Communications"),
    ("BioNLP Workshop", "Proceedings of the Third Workshop on Fact Extraction and VERification (FEVER)"),
    ("Findings of EMNLP", "Proceedings of the 2019 CHI Conference on Human Factors in Computing Systems"),
];

#[test]
fn another_conference_is_serious() {
    let missed: Vec<_> = OTHER
        .iter()
        .filter(|(claimed, recorded)| {
            journal_weight(&paper(claimed, ""), paper(recorded, "")) != Some(Weight::Serious)
        })
        .collect();
    assert!(missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), OTHER.len());
}

#[test]
fn a_doi_says_at_which_conference_a_paper_appeared() {
    for (claimed, container, number) in [
        ("COLING", "", "10.18653/v1/2020.coling-main.5"),
        ("Findings of EMNLP", "Findings", "10.18653/v1/2020.findings-emnlp.12"),
        ("NAACL-HLT", "Proceedings of the 2019 Conference", "10.18653/v1/n19-1423"),
        ("ICSME", "Proceedings of the International Meeting on Software Upkeep", "10.1109/icsme.2019.00012"),
    ] {
        let mut recorded = paper(container, "");
        recorded.container = (!container.is_empty()).then(|| container.to_owned());
        recorded.identifiers = [doi(number)].into_iter().collect();
        let claimed = Work { identifiers: recorded.identifiers.clone(), ..paper(claimed, "") };
        assert_eq!(journal_weight(&claimed, recorded), None, "{:?} {number}", claimed.container);
    }
}

#[test]
fn the_event_of_a_record_names_its_conference() {
    let recorded = Work {
        container_others: vec![
            String::from("HARBOUR '19: Symposium on Coastal Machines"),
            String::from("HARBOUR '19"),
        ],
        ..paper("Proceedings of the ACM Meeting on Coastal Machines", "")
    };
    assert_eq!(journal_weight(&paper("HARBOUR 2019", ""), recorded.clone()), None);
    assert_eq!(journal_weight(&paper("TIDES 2019", ""), recorded), Some(Weight::Serious));
}

/// Returns a chapter in a series, with the DOI that the reference gives.
fn chapter() -> Work {
    Work {
        kind: WorkKind::Chapter,
        volume: Some(String::from("9351")),
        identifiers: [doi("10.1007/978-3-319-24574-4_28")].into_iter().collect(),
        ..paper("Lecture Notes in Computer Science", "234-241")
    }
}

fn cited(kind: WorkKind, venue: &str, pages: &str) -> Work {
    Work { kind, identifiers: chapter().identifiers, ..paper(venue, pages) }
}

#[test]
fn a_book_series_excuses_no_other_venue() {
    let lacks = |claimed: &Work, recorded: &Work, field: &str| {
        let judgement = verdict_of(claimed, &complete([recorded.clone()]));
        !serious(&judgement).contains(&field)
    };
    for recorded in [
        chapter(),
        Work { kind: WorkKind::ConferencePaper, ..chapter() },
        Work { container_others: vec![String::from("Coastal Computing – MICCAI 2019")], ..chapter() },
    ] {
        for (kind, venue) in [
            (WorkKind::Article, "Nature"),
            (WorkKind::Article, "Journal of Coastal Engineering"),
            (WorkKind::Article, "IEEE Transactions on Medical Imaging"),
            (WorkKind::Article, "Medical Image Analysis"),
            (WorkKind::ConferencePaper, "NeurIPS"),
            (
                WorkKind::ConferencePaper,
                "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition",
            ),
            (WorkKind::Article, "Advances in Neural Information Processing Systems"),
        ] {
            for pages in ["", "234-241", "1-10", "770-778"] {
                assert!(
                    !lacks(&cited(kind, venue, pages), &recorded, "journal"),
                    "{venue} {pages} {recorded:?}"
                );
            }
        }
    }
    let other = cited(WorkKind::ConferencePaper, "European Conference on Computer Vision", "630-645");
    assert!(!lacks(&other, &chapter(), "pages"));
}

#[test]
fn a_chapter_of_a_series_is_cited_under_its_volume_its_conference_or_its_series() {
    let volume = Work {
        container_others: vec![String::from(
            "Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015",
        )],
        ..chapter()
    };
    for recorded in [chapter(), volume] {
        for (kind, venue) in [
            (WorkKind::ConferencePaper, "MICCAI"),
            (
                WorkKind::ConferencePaper,
                "International Conference on Medical image computing and computer-assisted intervention",
            ),
            (WorkKind::Article, "Medical Image Computing and Computer-Assisted Intervention (MICCAI)"),
            (WorkKind::Chapter, "Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015"),
            (
                WorkKind::Article,
                "Lecture Notes in Computer Science (including subseries Lecture Notes in Artificial Intelligence and Lecture Notes in Bioinformatics)",
            ),
            (WorkKind::Article, "LNCS"),
            (WorkKind::ConferencePaper, "Lecture Notes in Computer Science"),
            (WorkKind::Article, "Lect Notes Comput Sci"),
        ] {
            let judgement = verdict_of(&cited(kind, venue, "234--241"), &complete([recorded.clone()]));
            assert_eq!(judgement.verdict, Verdict::Verified, "{venue} {judgement:?}");
        }
    }
    // A book or a small conference that is in no table.
    for (kind, venue) in [
        (WorkKind::ConferencePaper, "International Workshop on Coastal Hearts"),
        (WorkKind::Chapter, "Coastal Hearts"),
        (WorkKind::Article, "Statistical Atlases and Models of the Coast"),
    ] {
        let judgement = verdict_of(&cited(kind, venue, "234--241"), &complete([chapter()]));
        assert_eq!(judgement.verdict, Verdict::Verified, "{venue} {judgement:?}");
    }
}
