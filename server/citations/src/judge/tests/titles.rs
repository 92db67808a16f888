//! Tests which titles agree, and which never do.

use super::*;

#[test]
fn a_subtitle_that_is_split_off_is_no_difference() {
    assert_one_title(
        "Metformin and lifestyle change in adults",
        "Metformin and lifestyle change in adults: a randomised trial",
    );
    assert_one_title(
        "Metformin and lifestyle change in adults",
        "Metformin and lifestyle change in adults. A randomised trial",
    );
    assert_one_title(
        "Metformin and lifestyle change - a trial in adults",
        "Metformin and lifestyle change: A Trial in Adults",
    );
    let split = Work {
        title: Some(String::from("Metformin in adults")),
        subtitle: Some(String::from("a trial of two doses")),
        ..described()
    };
    assert_verified(&titled("Metformin in adults: a trial of two doses"), split);
}

#[test]
fn a_subtitle_that_pubmed_lacks_is_a_difference() {
    for subtitle in [
        ": a randomized placebo-controlled trial in 214 children",
        ". A randomised trial",
        " - evidence from twelve hospitals",
        " (a trial in children)",
        "? Evidence from twelve hospitals",
    ] {
        let title = "Metformin and lifestyle change in adults";
        assert_two_titles(&format!("{title}{subtitle}"), title);
    }
    let split = Work {
        title: Some(String::from("Metformin in adults with diabetes")),
        subtitle: Some(String::from("a trial of two doses")),
        ..described()
    };
    assert_differs(&split, titled("Metformin in adults with diabetes"), &["title"]);
    assert_differs(&titled("Metformin in adults with diabetes: evidence from Spain"), split, &["title"]);
}

#[test]
fn a_subtitle_that_only_crossref_lacks_is_slight() {
    let long = titled("Metformin and lifestyle change in adults: evidence from twelve hospitals");
    let crossref = |work: Work| Record::new("crossref", work);
    let of = |records: Vec<Record>| -> Arc<dyn Source> {
        Arc::new(Shelf { name: "library", records, coverage: Coverage::Complete, silent: false })
    };
    let short = titled("Metformin and lifestyle change in adults");
    let judgement = verdict_of(&long, &of(vec![crossref(short.clone())]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    let known = |work: Work| Work { identifiers: trial().identifiers, ..work };
    let both = of(vec![crossref(known(short.clone())), record(known(short.clone()))]);
    assert_eq!(serious(&verdict_of(&known(long.clone()), &both)), ["title"], "PubMed has the full title");
    let right = of(vec![crossref(known(short)), record(known(long.clone()))]);
    assert_eq!(verdict_of(&known(long), &right).verdict, Verdict::Verified);
}

#[test]
fn a_part_that_is_a_work_of_its_own_is_not_left_out() {
    for tail in ["reply", "study protocol", "part 2", "erratum", "authors' reply", "II"] {
        assert_two_titles(
            "Metformin and lifestyle change in adults",
            &format!("Metformin and lifestyle change in adults: {tail}"),
        );
    }
}

#[test]
fn case_full_stops_hyphens_and_dashes_do_not_matter() {
    assert_one_title(
        "METFORMIN AND LIFE-STYLE CHANGE IN ADULTS.",
        "Metformin and lifestyle change in adults",
    );
    assert_one_title(
        "Health care–associated infection in non‐surgical patients",
        "Healthcare-associated infection in nonsurgical patients",
    );
}

#[test]
fn british_and_american_spelling_is_one_title() {
    assert_one_title(
        "Tumour necrosis and oedema in randomised paediatric leukaemia",
        "Tumor necrosis and edema in randomized pediatric leukemia",
    );
}

#[test]
fn markup_in_a_title_does_not_matter() {
    assert_one_title(
        "Role of β-catenin and CO2 in E. coli",
        "Role of $\\beta$-catenin and CO<sub>2</sub> in <i>E. coli</i>",
    );
    assert_one_title(
        "Rights & duties of α1-antitrypsin carriers",
        "Rights &amp; duties of alpha1-antitrypsin carriers",
    );
    assert_one_title(
        "Survival at P<0.001 and beyond in heart failure",
        "Survival at P&lt;0.001 and beyond in heart failure",
    );
}

#[test]
fn notes_in_brackets_are_no_part_of_the_title() {
    assert_one_title(
        "[Metformin and lifestyle change in adults]. [Article in German]",
        "Metformin and lifestyle change in adults",
    );
    assert_one_title(
        "Interventions for metformin intolerance in adults (Review)",
        "Interventions for metformin intolerance in adults",
    );
    assert_one_title(
        "RETRACTED: Metformin and lifestyle change in adults",
        "Metformin and lifestyle change in adults",
    );
}

#[test]
fn a_work_may_be_cited_in_its_own_language() {
    let recorded = Work {
        title: Some(String::from("Hospitalized surgical patients comanaged by internists")),
        original_title: Some(String::from("Pacientes quirúrgicos ingresados: asistencia compartida")),
        language: Some(String::from("spa")),
        ..described()
    };
    assert_verified(&titled("Pacientes quirúrgicos ingresados: asistencia compartida"), recorded.clone());
    assert_verified(&titled("[Hospitalized surgical patients comanaged by internists]"), recorded.clone());
    assert_verified(
        &titled("Pacientes quirúrgicos ingresados [Hospitalized surgical patients comanaged by internists]"),
        recorded,
    );
}

#[test]
fn non_latin_titles_are_compared_letter_by_letter() {
    assert_one_title("糖尿病视网膜病变的流行病学研究", "糖尿病视网膜病变的流行病学研究");
    let judgement = verdict_of(
        &titled("高血压心脏病的临床治疗进展"),
        &complete([Work {
            authors: people(&[("Li", "Na")]),
            volume: None,
            pages: None,
            ..titled("糖尿病视网膜病变的流行病学研究")
        }]),
    );
    assert_eq!(judgement.verdict, Verdict::NotFound);
}

#[test]
fn one_changed_word_is_another_title() {
    assert_two_titles(
        "Metformin and lifestyle change towards glucose control",
        "Metformin and lifestyle change for glucose control",
    );
    assert_two_titles(
        "Learning to summarize with human feedback",
        "Learning to summarize from human feedback",
    );
}

#[test]
fn numbers_parts_and_opposites_are_never_forgiven() {
    for (claimed, recorded) in [
        ("Global burden of diabetes in 2019 by country", "Global burden of diabetes in 2017 by country"),
        ("Mechanisms of insulin release, part I", "Mechanisms of insulin release, part II"),
        ("Metformin in children with type 1 diabetes", "Metformin in children with type 2 diabetes"),
        ("Metformin in children with diabetes", "Metformin in adults with diabetes"),
        ("Surgery with drainage of the wound", "Surgery without drainage of the wound"),
        ("Outcome of arterial hypertension in pregnancy", "Outcome of arterial hypotension in pregnancy"),
        ("Symptomatic carotid stenosis in practice", "Asymptomatic carotid stenosis in practice"),
        ("Prednisone in severe alcoholic hepatitis", "Prednisolone in severe alcoholic hepatitis"),
        ("Effect of nitrate on vascular tone in rats", "Effect of nitrite on vascular tone in rats"),
        ("Dosing of insulin at 2.5 units per hour", "Dosing of insulin at 25 units per hour"),
        (
            "Hepatitis A in food handlers and their families",
            "Hepatitis B in food handlers and their families",
        ),
    ] {
        assert_two_titles(claimed, recorded);
    }
}

#[test]
fn roman_and_arabic_numbers_and_number_words_are_one() {
    assert_one_title(
        "Factor VIII in type II disease after two years",
        "Factor 8 in type 2 disease after 2 years",
    );
}

#[test]
fn a_plural_is_slight_where_the_page_agrees_and_serious_where_the_title_is_all() {
    let (claimed, recorded) = (
        titled("Metrics for evaluating generative model of disease"),
        titled("Metrics for evaluating generative models of disease"),
    );
    let judgement = verdict_of(&claimed, &complete([recorded.clone()]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    let bare =
        |work: Work| Work { volume: None, pages: None, container: None, container_short: None, ..work };
    assert_differs(&bare(claimed), bare(recorded), &["title"]);
}

#[test]
fn a_title_in_another_script_cannot_be_compared_and_is_not_accused() {
    let chinese = Work {
        identifiers: trial().identifiers,
        ..titled("二甲双胍与生活方式干预对糖耐量受损成人的影响")
    };
    let judgement = verdict_of(&chinese, &complete([trial()]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    let bare = Work {
        title: chinese.title.clone(),
        identifiers: [doi("10.1056/nejm.1")].into_iter().collect(),
        ..Work::default()
    };
    assert_ne!(verdict_of(&bare, &complete([trial()])).verdict, Verdict::Misidentified);
}

#[test]
fn an_invented_english_title_is_not_excused_by_a_translated_record() {
    let recorded =
        Work { language: Some(String::from("ger")), ..titled("[Metformin and exercise in the elderly]") };
    assert_two_titles_of(&titled("Emerging biomarkers of vascular outcome in primary care"), recorded);
}

#[track_caller]
fn assert_two_titles_of(claim: &Work, recorded: Work) {
    assert_differs(claim, recorded, &["title"]);
}

#[test]
fn the_title_of_a_paper_that_is_about_another_is_not_that_of_the_other() {
    let corrigendum = "Corrigendum to \"Metformin and lifestyle change\" [J. Biol. Chem. 12 (2003) 118]";
    let changed = "Corrigendum to \"Metformin without lifestyle change\" [J. Biol. Chem. 12 (2003) 118]";
    assert_two_titles(changed, corrigendum);
}

#[test]
fn a_genitive_may_be_left_out() {
    assert_one_title(
        "CROHN'S DISEASE AND ALZHEIMER’S DISEASE IN WOMEN",
        "Crohn disease and Alzheimer disease in women",
    );
}

#[test]
fn letters_of_a_long_word_in_another_order_are_a_slip() {
    let claimed = titled("Induction of synthesis by the carcinogen diethylhexylphthalate in mice");
    let recorded = titled("Induction of synthesis by the carcinogen diethylhexylphlathate in mice");
    let judgement = verdict_of(&claimed, &complete([recorded]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
}

#[test]
fn a_record_whose_title_was_cut_off_inside_of_markup_accuses_nobody() {
    let numbered = Work {
        identifiers: [doi("10.1007/s10994-023-06379-0")].into_iter().collect(),
        ..titled("Latent spaces for the detection of outliers")
    };
    let cut = Work { title: Some(String::from("${{\\mathrm {Latent")), ..numbered.clone() };
    assert_verified(&numbered, cut);
}

#[test]
fn marks_of_databases_are_no_part_of_a_title() {
    for (claimed, recorded) in [
        (
            "Equity and REDD plus in three villages of the coast",
            "Equity and REDD+ in three villages of the coast",
        ),
        ("Deaths from PM2<middle dot>5 in twelve cities", "Deaths from PM2·5 in twelve cities"),
        ("Deaths from PM2•5 in twelve cities", "Deaths from PM2.5 in twelve cities"),
        ("14 Effects of episodes of smoke on health", "Effects of episodes of smoke on health"),
        ("(1) Effects of episodes of smoke on health", "Effects of episodes of smoke on health"),
        (
            "Étude de la version courte d’une échelle = Study of the short version of a scale",
            "Study of the short version of a scale",
        ),
        (
            "Living with wells in dry villages",
            "Living with wells in dry villages / Vivir con pozos en pueblos secos",
        ),
        (
            "Exposure of foresters: protocol for a systematic review: Protocol",
            "Exposure of foresters: protocol for a systematic review",
        ),
        (
            "The risk of mixing harm and disorder: Commentary on: A paradox of prevention revisited (Roe, 2017)",
            "The risk of mixing harm and disorder",
        ),
    ] {
        assert_one_title(claimed, recorded);
        assert_one_title(recorded, claimed);
    }
}

#[test]
fn numbers_that_are_part_of_a_title_are_no_marks() {
    assert_two_titles("Effects of smoke on health: part 2", "Effects of smoke on health: part 3");
    assert_two_titles(
        "Outcome of sleep in 12 villages of the coast",
        "Outcome of sleep in 14 villages of the coast",
    );
}

#[test]
fn one_letter_beside_a_number_is_slight_where_the_place_is_right_and_a_word_is_serious() {
    let of = |pollutant: &str| {
        titled(&format!("Hospital visits of children and {pollutant} from fires in the north"))
    };
    let judgement = verdict_of(&of("PK10"), &complete([of("PM10")]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    assert_differs(&of("PM25"), of("PM10"), &["title"]);
    assert_differs(&of("soot"), of("PM10"), &["title"]);
}

#[test]
fn marks_of_search_results_and_names_of_sites_are_no_part_of_a_title() {
    let title = "Metformin and lifestyle change in adults";
    for marked in [
        "[PDF] {}",
        "(PDF) {}",
        "[HTML][HTML] {}",
        "[HTML] {}",
        "[BOOK][B] {}",
        "[CITATION] {}",
        "{} | Request PDF",
        "{} | Journal of Testing | Example Press",
        "{} - PubMed",
        "{} - ScienceDirect",
    ] {
        assert_one_title(&marked.replace("{}", title), title);
    }
    assert_two_titles("[PDF] Metformin and lifestyle change in children", title);
    assert_two_titles(&format!("{title} | Part 2"), title);
}
