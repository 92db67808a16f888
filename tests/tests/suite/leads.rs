//! Leads for hypotheses: PubTator3 and Open Targets decide where to search, and the stored abstract
//! decides what is shown.

use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::scholar::{Mechanisms, Named, Paper, Scholar, ServiceFault};
use serde_json::Value;

/// A paper with this abstract.
fn paper(pmid: u64, title: &str, summary: &str) -> Paper {
    Paper {
        doi: format!("10.5555/lead.{pmid}"),
        pmid,
        title: title.to_owned(),
        authors: vec![("Ada".to_owned(), "Okafor".to_owned())],
        journal: ("Annals of Examples".to_owned(), "Ann Examples".to_owned()),
        year: 2019,
        volume: "3".to_owned(),
        pages: "1-9".to_owned(),
        summary: summary.to_owned(),
        ..Paper::default()
    }
}

/// Returns papers whose titles match no search for the words of the question.
fn papers() -> Vec<Paper> {
    vec![
        paper(
            70_000_001,
            "A first look at an enzyme",
            "The study was long. Lisinopril inhibits angiotensin-converting enzyme. It was well tolerated.",
        ),
        paper(
            70_000_002,
            "A second look at an enzyme",
            "Angiotensin-converting enzyme causes hypertension. More work is needed.",
        ),
        // The abstract mentions both, but no single sentence does.
        paper(70_000_003, "A third look", "Renin was measured. Lisinopril was given in the morning."),
    ]
}

fn mechanisms() -> Mechanisms {
    let named = |kind, id, names: &[&'static str]| Named { kind, id, names: names.to_vec() };
    Mechanisms {
        names: vec![
            named("chemical", "@CHEMICAL_Lisinopril", &["Lisinopril"]),
            named("gene", "@GENE_ACE", &["ACE", "angiotensin-converting enzyme"]),
            named("gene", "@GENE_REN", &["REN", "renin"]),
            named("disease", "@DISEASE_Hypertension", &["Hypertension", "high blood pressure"]),
        ],
        targets: vec![("lisinopril", "ACE", "INHIBITOR", "Angiotensin-converting enzyme inhibitor")],
        respelled: Vec::new(),
    }
}

/// A drug against bacteria: no human gene is its target, and papers relate none to it.
fn of_bacteria(targets: Vec<(&'static str, &'static str, &'static str, &'static str)>) -> Setting {
    let named = |kind, id, names: &[&'static str]| Named { kind, id, names: names.to_vec() };
    let names = vec![
        named("chemical", "@CHEMICAL_Vancomycin", &["Vancomycin"]),
        named("chemical", "@CHEMICAL_Lipid_II", &["lipid II"]),
        named("disease", "@DISEASE_Endocarditis", &["Endocarditis"]),
    ];
    let papers = vec![
        paper(70_000_011, "A wall", "Cells grew. Vancomycin inhibits peptidoglycan synthesis. They died."),
        paper(70_000_012, "A valve", "Peptidoglycan synthesis causes endocarditis. More work is needed."),
        paper(70_000_013, "A precursor", "Vancomycin binds to lipid II. It was tolerated."),
    ];
    let mechanisms = Mechanisms { names, targets, respelled: Vec::new() };
    Setting::over(papers, mechanisms, &[])
}

struct Setting {
    folder: Folder,
    scholar: Scholar,
    variables: Vec<(String, String)>,
}

impl Setting {
    fn with(mechanisms: Mechanisms, more: &[(&str, &str)]) -> Setting {
        Setting::over(papers(), mechanisms, more)
    }

    fn over(papers: Vec<Paper>, mechanisms: Mechanisms, more: &[(&str, &str)]) -> Setting {
        let folder = Folder::with(&[("referee.toml", "")]);
        let scholar = Scholar::with_mechanisms(papers, mechanisms);
        let mut variables = scholar.settings();
        for name in ["REFEREE_STATE", "REFEREE_CACHE"] {
            variables.push((name.to_owned(), folder.path(name).to_string_lossy().into_owned()));
        }
        variables.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Setting { folder, scholar, variables }
    }

    fn run(&self, arguments: &[&str]) -> Run {
        run_at_home(&self.folder.path("."), &self.folder.path("."), &self.variables, arguments)
    }

    fn assessment(&self, question: &str) -> Value {
        let run = self.run(&["hypothesize", question, "--online", "--format", "json"]);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
        answer["assessment"].clone()
    }

    /// Returns the requests to a service.
    fn asked(&self, service: &str) -> Vec<String> {
        let all = self.scholar.asked().into_iter().filter(|(name, _)| name == service);
        all.map(|(_, asked)| format!("{} {}", asked.path(), asked.body)).collect()
    }
}

fn lead<'a>(assessment: &'a Value, source: &str) -> &'a Value {
    let leads = assessment["leads"].as_array().unwrap_or_else(|| panic!("{assessment:#}"));
    leads.iter().find(|lead| lead["source"] == source).unwrap_or_else(|| panic!("{assessment:#}"))
}

fn gaps(assessment: &Value) -> String {
    let gaps = assessment["knowledge_gaps"].as_array().cloned().unwrap_or_default();
    gaps.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

fn chains(assessment: &Value) -> Vec<String> {
    let of = |one: &Value| {
        let hops = one["hops"].as_array().cloned().unwrap_or_default();
        hops.iter()
            .map(|hop| format!("{} {} {}", hop["from"], hop["sign"], hop["to"]))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assessment["hypotheses"].as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn a_question_that_no_library_knows_is_answered_from_the_papers_that_are_pointed_to() {
    let setting = Setting::with(mechanisms(), &[]);
    let found = setting.assessment("lisinopril hypertension");
    let chains = chains(&found);
    assert!(
        chains.first().is_some_and(|first| first
            .contains("\"lisinopril\" \"decreases\" \"angiotensin-converting enzyme\"")
            && first.contains("\"angiotensin-converting enzyme\" \"increases\" \"hypertension\"")),
        "{found:#}"
    );
    let quote = &found["hypotheses"][0]["hops"][0]["supporting"][0];
    assert_eq!(quote["text"], "Lisinopril inhibits angiotensin-converting enzyme.");
    assert_eq!(quote["source"], "pubmed");
    let (pubtator, opentargets) = (lead(&found, "pubtator"), lead(&found, "opentargets"));
    assert_eq!((&pubtator["state"], &opentargets["state"]), (&"answered".into(), &"answered".into()));
    assert!(pubtator["kept"].as_u64() >= Some(2) && pubtator["papers"].as_u64() >= Some(3), "{found:#}");
    let asked = setting.asked("pubtator");
    assert!(asked.len() <= 16 && setting.asked("opentargets").len() == 1, "{asked:#?}");
    // The same question again sends no request.
    setting.assessment("lisinopril hypertension");
    assert_eq!(setting.asked("pubtator").len(), asked.len());
}

#[test]
fn a_target_without_a_human_gene_is_asked_for_by_its_words() {
    let listed = vec![("vancomycin", "", "INHIBITOR", "Bacterial peptidoglycan synthesis inhibitor")];
    let setting = of_bacteria(listed);
    let found = setting.assessment("vancomycin endocarditis");
    let chains = chains(&found);
    assert!(
        chains.iter().any(|chain| chain.contains("\"vancomycin\" \"decreases\" \"peptidoglycan synthesis\"")),
        "{chains:#?} {found:#}"
    );
    let asked = setting.asked("pubtator");
    assert!(asked.len() <= 16 && asked.iter().any(|one| one.contains("peptidoglycan")), "{asked:#?}");
}

#[test]
fn where_papers_relate_no_gene_other_substances_are_asked_for() {
    let setting = of_bacteria(Vec::new());
    let found = setting.assessment("vancomycin endocarditis");
    let asked = setting.asked("pubtator");
    assert!(asked.iter().any(|one| one.contains("e2=chemical")), "{asked:#?}");
    assert!(lead(&found, "pubtator")["kept"].as_u64() >= Some(1) && asked.len() <= 16, "{found:#}");
}

#[test]
fn nothing_but_names_and_pubmed_numbers_leaves_and_the_log_says_so() {
    let setting = Setting::with(mechanisms(), &[]);
    setting.assessment("Would lisinopril calm my grandmother's hypertension after dinner?");
    let asked = [setting.asked("pubtator"), setting.asked("opentargets")].concat().join("\n").to_lowercase();
    assert!(
        asked.contains("lisinopril") && asked.contains("hypertension") && asked.contains("70000001"),
        "{asked}"
    );
    for word in ["grandmother", "dinner", "calm", "would"] {
        assert!(!asked.contains(word), "{asked}");
    }
    let log = setting.run(&["egress"]).stdout;
    let of = |service: &str| log.lines().filter(|line| line.contains(service)).collect::<Vec<_>>().join("\n");
    assert!(of("  pubtator ").contains("closed-terms") && of("  pubtator ").contains("identifiers"), "{log}");
    assert!(of("  opentargets ").contains("closed-terms"), "{log}");
    assert!(!log.to_lowercase().contains("lisinopril"), "{log}");
}

#[test]
fn without_the_flag_and_for_a_clinical_note_nobody_is_asked() {
    let setting = Setting::with(mechanisms(), &[]);
    setting.folder.write("referee.toml", "[documents]\nclinical = [\"notes/**\"]\n");
    setting.folder.write("notes/visit.md", "# Plan\n\nStart lisinopril for hypertension.\n");
    setting.run(&["hypothesize", "lisinopril hypertension", "--format", "json"]);
    let refused =
        setting.run(&["hypothesize", "lisinopril hypertension", "--online", "--path", "notes/visit.md"]);
    assert!(refused.code == 2 && refused.stderr.contains("clinical note"), "{refused:?}");
    assert!(setting.scholar.asked().is_empty(), "{:?}", setting.scholar.asked());
}

#[test]
fn a_source_that_is_off_is_not_asked_and_named() {
    let off =
        [("REFEREE_SOURCES__PUBTATOR__ENABLED", "false"), ("REFEREE_SOURCES__OPENTARGETS__ENABLED", "false")];
    let setting = Setting::with(mechanisms(), &off);
    let found = setting.assessment("lisinopril hypertension");
    assert!(setting.asked("pubtator").is_empty() && setting.asked("opentargets").is_empty());
    for (source, name) in [("pubtator", "PubTator3"), ("opentargets", "Open Targets")] {
        assert_eq!(lead(&found, source)["state"], "off", "{found:#}");
        assert!(
            gaps(&found)
                .contains(&format!("{name} was not asked: it is switched off (sources.{source}.enabled)."))
        );
    }
}

#[test]
fn a_source_that_fails_is_named_with_why_and_the_other_counts() {
    let cases = [
        (ServiceFault::Status(500), "unavailable"),
        (ServiceFault::Refuse, "unavailable"),
        (ServiceFault::Pause(429, 3_600), "busy"),
        (ServiceFault::Status(403), "forbidden"),
        (ServiceFault::Page, "unreadable"),
        (ServiceFault::Cut, "unreadable"),
        (ServiceFault::Empty, "unreadable"),
    ];
    for (fault, because) in cases {
        let setting = Setting::with(mechanisms(), &[]);
        setting.scholar.set_service_fault("pubtator", Some(fault));
        let found = setting.assessment("lisinopril hypertension");
        let pubtator = lead(&found, "pubtator");
        assert_eq!(
            (&pubtator["state"], &pubtator["because"]),
            (&"failed".into(), &because.into()),
            "{fault:?} {found:#}"
        );
        assert!(gaps(&found).contains("PubTator3 did not answer"), "{fault:?} {}", gaps(&found));
        assert_eq!(lead(&found, "opentargets")["state"], "answered", "{fault:?}");
        assert!(
            gaps(&found).contains("Open Targets lists ACE as what lisinopril acts on"),
            "{}",
            gaps(&found)
        );
    }
}

#[test]
fn without_the_list_of_targets_the_papers_still_lead_to_the_molecule() {
    let setting = Setting::with(mechanisms(), &[]);
    setting.scholar.set_service_fault("opentargets", Some(ServiceFault::Page));
    let found = setting.assessment("lisinopril hypertension");
    assert_eq!(lead(&found, "opentargets")["because"], "unreadable", "{found:#}");
    assert!(chains(&found).iter().any(|chain| chain.contains("angiotensin-converting enzyme")), "{found:#}");
}

#[test]
fn a_sentence_that_the_stored_abstract_lacks_is_left_out_and_counted() {
    let respelled = vec![("Lisinopril inhibits", "Lisinopril potently inhibits")];
    let setting = Setting::with(Mechanisms { respelled, ..mechanisms() }, &[]);
    let found = setting.assessment("lisinopril hypertension");
    assert!(gaps(&found).contains("Left out: 1 sentence that PubTator3 marks"), "{}", gaps(&found));
    assert!(!found.to_string().contains("potently"), "{found:#}");
}

#[test]
fn a_pair_without_a_sentence_is_named_with_a_paper() {
    let setting = Setting::with(mechanisms(), &[]);
    let found = setting.assessment("lisinopril hypertension");
    assert!(
        gaps(&found).contains("PubTator3 relates lisinopril and REN in 1 paper, such as PMID 70000003"),
        "{}",
        gaps(&found)
    );
}

#[test]
fn a_name_that_the_service_lacks_is_named() {
    let setting = Setting::with(mechanisms(), &[]);
    let found = setting.assessment("metformin hypertension");
    assert!(gaps(&found).contains("PubTator3 has no entry for metformin"), "{}", gaps(&found));
    assert!(chains(&found).is_empty(), "{found:#}");
    let found = setting.assessment("why do quokkas smile");
    assert_eq!(lead(&found, "pubtator")["state"], "nothing-to-ask", "{found:#}");
}
