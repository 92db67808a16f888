//! Tests of the requests and answers of mechanism services, in their documented formats.

use super::{access, response};
use crate::online::{
    Body, Disclosure, MechanismAnswer, MechanismQuestion, MechanismService, NameKind, NotAnAnswer, Reading,
    TargetAction, all, of_mechanisms,
};
use referee_records::{Question, services};

fn service(name: &str) -> &'static dyn MechanismService {
    *of_mechanisms().iter().find(|service| service.name() == name).unwrap()
}

fn read(
    name: &str,
    question: &MechanismQuestion,
    status: u16,
    body: &str,
) -> Result<MechanismAnswer, NotAnAnswer> {
    let service = service(name);
    let request = service.request(question, &access()).unwrap();
    match service.read(&request, &response(status, body))?.pop() {
        Some(Reading::Json(value)) => service.answer(question, &value),
        other => panic!("{other:?}"),
    }
}

const DOCUMENT: &str = r#"{"_id": "1|None", "id": "1", "pmid": 1, "infons": {}, "passages": [
    {"infons": {"type": "title"}, "offset": 0, "text": "β-blockers and ACE.", "annotations": [
        {"id": "2", "text": "ACE", "infons": {"identifier": "1636", "type": "Gene", "accession": "@GENE_ACE"},
         "locations": [{"offset": 15, "length": 3}]}]},
    {"infons": {"type": "abstract"}, "offset": 20, "text": "Lisinopril (5 µg) inhibits ACE.", "annotations": [
        {"id": "3", "text": "Lisinopril", "infons": {"accession": "@CHEMICAL_Lisinopril"}, "locations": [{"offset": 20, "length": 10}]},
        {"id": "4", "text": "ACE", "infons": {"accession": "@GENE_ACE"}, "locations": [{"offset": 47, "length": 3}]},
        {"id": "5", "text": "inhibits", "infons": {"accession": null}, "locations": [{"offset": 38, "length": 8}]},
        {"id": "6", "text": "ACE", "infons": {"accession": "@GENE_ACE"}, "locations": [{"offset": 46, "length": 3}]},
        {"id": "7", "text": "ACE", "infons": {"accession": "@GENE_ACE"}, "locations": [{"offset": 900, "length": 3}]},
        {"id": "8", "text": "ACE", "infons": {"accession": "@GENE_ACE"}, "locations": [{"offset": 3, "length": 0}]}]}],
    "relations": [], "relations_display": []}"#;

#[test]
fn mechanism_services_answer_no_question_about_a_work_and_are_none_of_the_others() {
    let named: Vec<&str> = of_mechanisms().iter().map(|service| service.name()).collect();
    let profiles: Vec<&str> = services::of_mechanisms().iter().map(|profile| profile.name).collect();
    assert_eq!(named, profiles);
    for service in of_mechanisms() {
        assert!(all().iter().all(|other| other.name() != service.name()));
        assert!(
            !service.answers(&Question::Subject("metformin".into())) && !service.answers(&super::pmid(1))
        );
        assert!(!services::is_service(service.name()));
    }
}

#[test]
fn requests_hold_names_and_numbers_and_say_so() {
    let closed = [
        MechanismQuestion::Named { name: "lisinopril".into(), kind: NameKind::Chemical },
        MechanismQuestion::Partners { of: "@CHEMICAL_Lisinopril".into(), kind: NameKind::Gene },
        MechanismQuestion::Papers("@CHEMICAL_Lisinopril".into(), "@GENE_ACE".into()),
        MechanismQuestion::PapersWith("@GENE_ACE".into(), "autophagy".into()),
    ];
    for question in &closed {
        let request = service("pubtator").request(question, &access()).unwrap();
        assert_eq!((request.tells, &request.body), (Disclosure::ClosedTerms, &Body::None), "{question:?}");
        assert!(!crate::Allowance::ClosedTermsOnly.passes(&request), "nothing of a clinical note is asked");
    }
    let texts = MechanismQuestion::Texts((1..=140).collect());
    let request = service("pubtator").request(&texts, &access()).unwrap();
    assert_eq!(request.tells, Disclosure::Identifiers);
    assert_eq!(request.url.matches("%2C").count() + 1, MechanismQuestion::MAX_TEXTS, "{}", request.url);
    let targets = MechanismQuestion::Targets("lisinopril".into());
    assert_eq!(service("pubtator").request(&targets, &access()), None);
    let request = service("opentargets").request(&targets, &access()).unwrap();
    assert!(
        matches!(&request.body, Body::Json(body) if body.contains(r#""name":"lisinopril""#)),
        "{request:?}"
    );
    assert_eq!(service("opentargets").request(&texts, &access()), None);
}

#[test]
fn marks_are_read_at_characters_and_only_where_the_text_has_them() {
    let question = MechanismQuestion::Texts(vec![1]);
    for body in [
        format!(r#"{{"PubTator3": [{DOCUMENT}]}}"#),
        format!(r#"{{"documents": [{DOCUMENT}]}}"#),
        format!("[{DOCUMENT}]"),
        DOCUMENT.to_owned(),
    ] {
        let MechanismAnswer::Texts(texts) = read("pubtator", &question, 200, &body).unwrap() else {
            panic!()
        };
        let found: Vec<Vec<(&str, &str)>> = texts[0]
            .passages
            .iter()
            .map(|passage| {
                let mark = |mark: &crate::online::NameMark| mark.range.clone();
                passage
                    .marks
                    .iter()
                    .map(|one| (one.id.as_str(), passage.text.get(mark(one)).unwrap()))
                    .collect()
            })
            .collect();
        let ace = ("@GENE_ACE", "ACE");
        assert_eq!(found, [vec![ace], vec![("@CHEMICAL_Lisinopril", "Lisinopril"), ace]], "{body}");
    }
    let none = read("pubtator", &question, 400, r#"{"detail": "Could not retrieve publications"}"#);
    assert_eq!(none, Ok(MechanismAnswer::Texts(Vec::new())));
    assert!(matches!(
        read("pubtator", &question, 400, r#"["pmids is a mandatory parameter."]"#),
        Err(NotAnAnswer::Refused(_))
    ));
    for body in ["", "<html></html>", "{}", r#"{"PubTator3": ["#] {
        assert!(matches!(read("pubtator", &question, 200, body), Err(NotAnAnswer::Unreadable(_))), "{body}");
    }
}

#[test]
fn names_partners_and_papers_are_read() {
    let named = MechanismQuestion::Named { name: "Glucophage".into(), kind: NameKind::Chemical };
    let body = r#"[{"_id": "@CHEMICAL_Metformin", "biotype": "chemical", "db_id": "D008687", "db": "ncbi_mesh", "name": "Metformin",
        "match": "Matched on synonyms <m>Glucophage</m>"}, {"_id": "@GENE_GLU", "biotype": "gene", "name": "GLU", "match": "x"}]"#;
    let MechanismAnswer::Entities(found) = read("pubtator", &named, 200, body).unwrap() else { panic!() };
    assert_eq!(found.len(), 1, "a gene is not what was asked for");
    assert_eq!(
        (found[0].id.as_str(), found[0].matched.as_deref()),
        ("@CHEMICAL_Metformin", Some("Glucophage"))
    );
    let partners = MechanismQuestion::Partners { of: "@CHEMICAL_M".into(), kind: NameKind::Gene };
    let body = r#"[{"type": "associate", "source": "@CHEMICAL_M", "target": "@GENE_B", "publications": 3},
        {"type": "inhibit", "source": "@GENE_A", "target": "@CHEMICAL_M", "publications": 2},
        {"type": "cause", "source": "@CHEMICAL_M", "target": "@GENE_A", "publications": 4}, {"type": "x"}]"#;
    let MechanismAnswer::Partners(found) = read("pubtator", &partners, 200, body).unwrap() else { panic!() };
    let found: Vec<(&str, u64)> = found.iter().map(|one| (one.name.as_str(), one.papers)).collect();
    assert_eq!(found, [("A", 6), ("B", 3)], "each once, whichever end it stands at");
    let papers = MechanismQuestion::Papers("@A".into(), "@B".into());
    let body = r#"{"results": [{"pmid": 5}, {"pmid": "6"}, {"pmid": 0}, {"title": "x"}], "count": 4}"#;
    assert_eq!(read("pubtator", &papers, 200, body), Ok(MechanismAnswer::Papers(vec![5, 6])));
    assert!(matches!(read("pubtator", &papers, 200, "[]"), Err(NotAnAnswer::Unreadable(_))));
}

#[test]
fn targets_are_those_of_the_drug_that_was_asked_for() {
    let question = MechanismQuestion::Targets("aspirin".into());
    let body = r#"{"data": {"search": {"hits": [
        {"id": "CHEMBL1", "name": "ASPIRIN EUGENOL ESTER", "object": {"mechanismsOfAction": {"rows": [
            {"mechanismOfAction": "X agonist", "actionType": "AGONIST", "targets": [{"approvedSymbol": "X"}]}]}}},
        {"id": "CHEMBL25", "name": "ASPIRIN", "object": {"name": "ASPIRIN", "mechanismsOfAction": {"rows": [
            {"mechanismOfAction": "Cyclooxygenase inhibitor", "actionType": "INHIBITOR",
             "targets": [{"approvedSymbol": "PTGS1"}, {"approvedSymbol": "PTGS2"}]},
            {"mechanismOfAction": "Y opener", "actionType": "OPENER", "targets": [{"approvedSymbol": "Y"}]},
            {"mechanismOfAction": "Z binder", "actionType": "BINDING AGENT", "targets": [{"approvedSymbol": "Z"}]},
            {"mechanismOfAction": null, "actionType": null, "targets": []}]}}}]}}}"#;
    let MechanismAnswer::Targets(found) = read("opentargets", &question, 200, body).unwrap() else {
        panic!()
    };
    let found: Vec<(&str, TargetAction)> =
        found.iter().map(|one| (one.symbol.as_str(), one.action)).collect();
    assert_eq!(
        found,
        [
            ("PTGS1", TargetAction::Blocks),
            ("PTGS2", TargetAction::Blocks),
            ("Y", TargetAction::Activates),
            ("Z", TargetAction::Other)
        ]
    );
    let none = read("opentargets", &question, 200, r#"{"data": {"search": {"hits": []}}}"#);
    assert_eq!(none, Ok(MechanismAnswer::Targets(Vec::new())));
    let error = r#"{"errors": [{"message": "Cannot query field 'knownDrugs'"}]}"#;
    assert!(matches!(read("opentargets", &question, 200, error), Err(NotAnAnswer::Refused(_))));
    assert!(matches!(
        read("opentargets", &question, 200, r#"{"data": null}"#),
        Err(NotAnAnswer::Unreadable(_))
    ));
}
