//! Tests of the parsing of answers.

use super::*;
use crate::online::Disclosure;
use referee_records::{NoticeKind, RelationKind};
use std::sync::Arc;

const CROSSREF: &str = r#"{"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[{
  "DOI":"10.1000/JRG.2019.77","type":"journal-article","title":["Walking <i>speed</i> &amp; frailty"],"subtitle":["a cohort of farmers"],
  "author":[{"given":"Ada","family":"Okonkwo","sequence":"first"},{"name":"RURAL Study Group","sequence":"additional"}],
  "container-title":["Journal of Rural Gerontology"],"short-container-title":["J Rural Gerontol"],"volume":"12","issue":"4","page":"345-351",
  "issued":{"date-parts":[[2018,12,3]]},"published-online":{"date-parts":[[2018,12,3]]},"published-print":{"date-parts":[[2019,4]]},
  "relation":{"has-preprint":[{"id-type":"doi","id":"10.1101/2018.01.01.1","asserted-by":"subject"}]},
  "updated-by":[{"DOI":"10.1000/jrg.2020.1","type":"correction","label":"Correction","source":"publisher","updated":{"date-parts":[[2020,1,9]]}}]}]}}"#;

#[test]
fn crossref_describes_an_article() {
    let record = records("crossref", &doi("10.1000/jrg.2019.77"), CROSSREF).pop().unwrap();
    let work = &record.work;
    assert_eq!(work.full_title().as_deref(), Some("Walking speed & frailty: a cohort of farmers"));
    assert_eq!(work.kind, WorkKind::Article);
    assert_eq!(work.authors, [Name::person("Okonkwo", "Ada"), Name::organisation("RURAL Study Group")]);
    assert_eq!(work.container.as_deref(), Some("Journal of Rural Gerontology"));
    assert_eq!(work.container_short.as_deref(), Some("J Rural Gerontol"));
    assert_eq!(work.date, Some(Date { year: 2019, month: Some(4), day: None }));
    assert_eq!(work.online_date.unwrap().year, 2018);
    assert_eq!((work.volume.as_deref(), work.pages.as_deref()), (Some("12"), Some("345-351")));
    assert_eq!(record.source, "crossref");
    assert_eq!(record.notices.len(), 1);
    assert_eq!(record.notices[0].kind, NoticeKind::Correction);
    assert_eq!(record.relations[0].kind, RelationKind::HasPreprint);
}

#[test]
fn a_record_goes_to_the_question_that_it_answers() {
    let service = service("crossref");
    let questions = [doi("10.1000/other"), doi("10.1000/jrg.2019.77")];
    let request = request(service, &questions);
    let readings = service.read(&request, &response(200, CROSSREF)).unwrap();
    let counts: Vec<usize> = readings
        .iter()
        .map(|reading| if let Reading::Records(records) = reading { records.len() } else { 99 })
        .collect();
    assert_eq!(counts, [0, 1]);
}

fn update(kind: &str, source: &str, day: u8) -> String {
    format!(
        r#"{{"DOI":"10.1000/n","type":"{kind}","source":"{source}","updated":{{"date-parts":[[2021,5,{day}]]}}}}"#
    )
}

fn updated(updates: &[String], field: &str) -> Record {
    let body = format!(
        r#"{{"status":"ok","message":{{"items":[{{"DOI":"10.1000/1","title":["A"],"type":"journal-article","{field}":[{}]}}]}}}}"#,
        updates.join(",")
    );
    records("crossref", &doi("10.1000/1"), &body).pop().unwrap()
}

#[test]
fn crossref_tells_every_kind_of_notice_apart() {
    for (said, kind) in [
        ("retraction", NoticeKind::Retraction),
        ("Retraction", NoticeKind::Retraction),
        ("expression_of_concern", NoticeKind::Concern),
        ("correction", NoticeKind::Correction),
        ("corrigendum", NoticeKind::Correction),
        ("erratum", NoticeKind::Correction),
        ("partial_retraction", NoticeKind::Correction),
        ("withdrawal", NoticeKind::Withdrawal),
        ("removal", NoticeKind::Removal),
        ("reinstatement", NoticeKind::Reinstatement),
    ] {
        let record = updated(&[update(said, "publisher", 2)], "updated-by");
        assert_eq!(record.notices.len(), 1, "{said}");
        assert_eq!(record.notices[0].kind, kind, "{said}");
        assert_eq!(record.notices[0].date, Some(Date { year: 2021, month: Some(5), day: Some(2) }));
    }
    assert!(updated(&[update("new_version", "publisher", 2)], "updated-by").notices.is_empty());
}

#[test]
fn one_retraction_told_by_publisher_and_retraction_watch_is_one() {
    let both = [update("retraction", "publisher", 2), update("retraction", "retraction-watch", 1)];
    assert_eq!(updated(&both, "updated-by").notices.len(), 1);
}

#[test]
fn the_notice_itself_is_not_retracted() {
    let notice = updated(&[update("retraction", "publisher", 2)], "update-to");
    assert!(notice.notices.is_empty());
    assert_eq!(notice.relations[0].kind, RelationKind::NoticeAbout);
}

#[test]
fn crossref_says_that_it_has_no_such_work() {
    assert!(none("crossref", &doi("10.1000/with,comma"), 404, "Resource not found."));
    assert!(none("crossref", &doi("10.1000/1"), 200, r#"{"status":"ok","message":{"items":[]}}"#));
}

const EFETCH: &str = r#"<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_240101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article><Journal><JournalIssue><Volume>12</Volume><PubDate><Year>2019</Year></PubDate></JournalIssue><Title>Journal of rural gerontology</Title><ISOAbbreviation>J Rural Gerontol</ISOAbbreviation></Journal><ArticleTitle>Walking speed and <i>frailty</i>.</ArticleTitle><AuthorList CompleteYN="Y"><Author><LastName>Okonkwo</LastName><ForeName>Ada</ForeName></Author></AuthorList><PublicationTypeList><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList></Article><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>J Rural Gerontol. 2021 May 3;14(1):9</RefSource><PMID Version="1">456</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">123</ArticleId><ArticleId IdType="doi">10.1000/jrg.2019.77</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>"#;

#[test]
fn pubmed_describes_an_article_and_its_retraction() {
    let record = records("pubmed", &pmid(123), EFETCH).pop().unwrap();
    assert_eq!(record.work.title.as_deref(), Some("Walking speed and frailty"));
    assert_eq!(record.work.identifiers.doi(), Some("10.1000/jrg.2019.77"));
    assert_eq!(record.notices.len(), 1);
    assert_eq!(record.notices[0].kind, NoticeKind::Retraction);
    assert_eq!(record.notices[0].date, Some(Date { year: 2021, month: Some(5), day: Some(3) }));
    assert!(none("pubmed", &pmid(999), 200, EFETCH), "a number that was not given out");
}

#[test]
fn a_set_without_records_is_an_answer() {
    let empty = "<?xml version=\"1.0\" ?>\n<PubmedArticleSet>\n</PubmedArticleSet>\n";
    assert!(none("pubmed", &pmid(7), 200, empty));
    assert!(none("pubmed", &pmid(7), 200, "<?xml version=\"1.0\" ?><PubmedArticleSet></PubmedArticleSet>"));
}

#[test]
fn a_search_in_pubmed_gives_numbers_that_are_no_match_yet() {
    let found = r#"{"header":{"type":"esearch"},"esearchresult":{"count":"2","idlist":["123","456"],"errorlist":{"phrasesnotfound":["zzz"],"fieldsnotfound":[]}}}"#;
    let reading = read("pubmed", &like(), 200, found).unwrap();
    assert!(
        matches!(reading, Reading::See(numbers) if numbers == [Identifier::Pmid(123), Identifier::Pmid(456)])
    );
    let nothing = r#"{"header":{"type":"esearch"},"esearchresult":{"count":"0","idlist":[]}}"#;
    assert!(none("pubmed", &like(), 200, nothing));
}

#[test]
fn europepmc_describes_articles_and_preprints() {
    let body = r#"{"version":"6.9","hitCount":2,"resultList":{"result":[
      {"id":"123","source":"MED","pmid":"123","pmcid":"PMC55","doi":"10.1000/jrg.2019.77","title":"Walking speed and frailty.",
       "authorList":{"author":[{"fullName":"van der Berg J","firstName":"Jan","lastName":"van der Berg","initials":"J"},{"collectiveName":"RURAL Group"}]},
       "journalInfo":{"volume":"12","issue":"4","yearOfPublication":2019,"monthOfPublication":4,"journal":{"title":"Journal of rural gerontology","isoabbreviation":"J Rural Gerontol"}},
       "pubYear":"2019","pageInfo":"345-351","pubTypeList":{"pubType":["Journal Article"]},
       "meshHeadingList":{"meshHeading":[{"majorTopic_YN":"Y","descriptorName":"Frailty","meshQualifierList":{"meshQualifier":[{"abbreviation":"EP","qualifierName":"epidemiology"},{"abbreviation":"DT","qualifierName":"drug therapy"}]}},{"descriptorName":"Metformin"}]},
       "chemicalList":{"chemical":[{"name":"Metformin","registryNumber":"9100L32L2N"}]},
       "commentCorrectionList":{"commentCorrection":[{"id":"457","source":"MED","reference":"J Rural Gerontol. 2020 Feb","type":"Erratum in"},{"id":"458","source":"MED","reference":"J Rural Gerontol. 2021","type":"Expression of concern in"}]}},
      {"id":"PPR9","source":"PPR","doi":"10.1101/2018.01.01.1","title":"Walking speed and frailty","authorString":"Okonkwo A, Berg J.","bookOrReportDetails":{"publisher":"medRxiv","yearOfPublication":2018},"pubYear":"2018",
       "commentCorrectionList":{"commentCorrection":[{"id":"123","source":"MED","type":"Preprint of"}]}}]}}"#;
    let found = records("europepmc", &like(), body);
    let (article, preprint) = (&found[0], &found[1]);
    assert_eq!(article.work.title.as_deref(), Some("Walking speed and frailty"));
    assert_eq!(article.work.authors[0].surname(), "van der Berg");
    assert_eq!(article.work.container.as_deref(), Some("Journal of rural gerontology"));
    assert_eq!(article.work.identifiers.pmcid(), Some(55));
    let kinds: Vec<NoticeKind> = article.notices.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::Correction, NoticeKind::Concern]);
    assert_eq!(article.notices[0].date, Some(Date { year: 2020, month: Some(2), day: None }));
    assert_eq!(article.subjects, ["Frailty/drug therapy", "[Metformin]"]);
    assert_eq!(preprint.work.kind, WorkKind::Preprint);
    assert_eq!(preprint.work.authors.len(), 2);
    assert_eq!(preprint.relations[0].kind, RelationKind::PublishedAs);
    assert!(none("europepmc", &like(), 200, r#"{"hitCount":0,"resultList":{"result":[]}}"#));
}

#[test]
fn doi_org_says_who_registered_a_doi_and_that_nobody_did() {
    let service = service("doi");
    let questions = [doi("10.1000/1"), doi("10.5281/zenodo.1"), doi("10.9999/invented")];
    let request = request(service, &questions);
    let body = r#"[{"DOI":"10.1000/1","RA":"Crossref"},{"DOI":"10.5281/ZENODO.1","RA":"DataCite"},{"DOI":"10.9999/invented","status":"DOI does not exist"}]"#;
    let readings = service.read(&request, &response(200, body)).unwrap();
    let agency = |at: usize| match &readings[at] {
        Reading::Records(records) => records.first().map(|record| record.types.join("")),
        Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => None,
    };
    assert_eq!(agency(0).as_deref(), Some("Crossref"));
    assert_eq!(agency(1).as_deref(), Some("DataCite"));
    assert_eq!(agency(2), None);
    let short = r#"[{"DOI":"10.1000/1","RA":"Crossref"}]"#;
    assert!(service.read(&request, &response(200, short)).is_err(), "not all of them are answered");
    assert!(none(
        "doi",
        &doi("10.1000/with,comma"),
        404,
        r#"{"responseCode":100,"handle":"10.1000/with,comma"}"#
    ));
}

#[test]
fn doi_org_describes_a_doi_of_any_agency() {
    let question = Question::Like(Arc::new(Work {
        identifiers: [Identifier::Doi(String::from("10.11340/1"))].into_iter().collect(),
        ..Work::default()
    }));
    let found = records(
        "doi",
        &question,
        r#"{"DOI":"10.11340/1","type":"article-journal","title":"On rice","author":[{"family":"Mori","given":"Aki"}],"issued":{"date-parts":[[2001]]}}"#,
    );
    assert_eq!(found[0].work.title.as_deref(), Some("On rice"));
    assert!(none("doi", &question, 404, "<!DOCTYPE html><html><title>Error: DOI Not Found</title></html>"));
}

#[test]
fn openalex_describes_a_work_and_its_mark_is_no_notice() {
    let body = r#"{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1000/jrg.2019.77","title":"Walking speed and frailty: a cohort of farmers","publication_year":2019,"publication_date":"2019-04-01","type":"article","ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/123"},
      "primary_location":{"source":{"display_name":"Journal of Rural Gerontology","type":"journal"}},"biblio":{"volume":"12","issue":"4","first_page":"345","last_page":"351"},
      "authorships":[{"author":{"display_name":"Ada Okonkwo"}},{"author":{"display_name":"Jan van der Berg"}}],"is_retracted":true}"#;
    let question = doi("10.1000/jrg.2019.77");
    let record = records("openalex", &question, body).pop().unwrap();
    assert_eq!(record.work.pages.as_deref(), Some("345-351"));
    assert_eq!(record.work.authors[1].surname(), "van der Berg");
    assert_eq!(record.work.identifiers.pmid(), Some(123));
    assert!(record.notices.is_empty());
    let list = format!(r#"{{"meta":{{"count":1}},"results":[{body}]}}"#);
    assert_eq!(records("openalex", &like(), &list), [record]);
    assert!(none("openalex", &like(), 200, r#"{"meta":{"count":0},"results":[]}"#));
}

#[test]
fn a_work_that_openalex_does_not_have_alone_is_no_answer_of_a_stranger() {
    let own = "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>";
    assert!(none("openalex", &doi("10.1000/1"), 404, own));
    assert!(none("openalex", &doi("10.1000/1"), 404, r#"{"error":"Not found","message":"No such work"}"#));
    assert!(read("openalex", &like(), 404, own).is_err(), "a list is always there");
}

#[test]
fn a_work_that_was_merged_into_another_answers_for_its_own_doi() {
    let body = r#"{"id":"https://openalex.org/W2","doi":"https://doi.org/10.1000/kept","title":"Kept"}"#;
    let record = records("openalex", &doi("10.1000/merged"), body).pop().unwrap();
    assert!(record.work.identifiers.iter().any(|own| *own == Identifier::Doi("10.1000/merged".to_owned())));
}

#[test]
fn a_single_work_of_openalex_has_all_its_authors() {
    let names = vec![r#"{"author":{"display_name":"Ada Okonkwo"}}"#; 120].join(",");
    let body = format!(r#"{{"doi":"https://doi.org/10.1000/1","title":"Many","authorships":[{names}]}}"#);
    let alone = records("openalex", &doi("10.1000/1"), &body).pop().unwrap();
    assert!(alone.work.authors.len() == 120 && !alone.work.authors_truncated);
    let list = format!(r#"{{"meta":{{"count":1}},"results":[{body}]}}"#);
    assert!(records("openalex", &like(), &list)[0].work.authors_truncated);
}

#[test]
fn datacite_describes_preprints_and_data() {
    let body = r#"{"data":{"id":"10.48550/arxiv.2103.15348","attributes":{"doi":"10.48550/arxiv.2103.15348","titles":[{"title":"Reading old pages"}],"creators":[{"name":"Mori, Aki","nameType":"Personal","givenName":"Aki","familyName":"Mori"},{"name":"Page Group","nameType":"Organizational"}],"publisher":"arXiv","publicationYear":2021,"types":{"resourceTypeGeneral":"Preprint"},"identifiers":[{"identifier":"2103.15348","identifierType":"arXiv"}],"relatedIdentifiers":[{"relationType":"IsVersionOf","relatedIdentifier":"10.1000/published"}],"dates":[]}}}"#;
    let question = doi("10.48550/arxiv.2103.15348");
    let record = records("datacite", &question, body).pop().unwrap();
    assert_eq!(record.work.kind, WorkKind::Preprint);
    assert_eq!(record.work.year(), Some(2021));
    assert_eq!(record.work.identifiers.arxiv(), Some("2103.15348"));
    assert_eq!(record.relations[0].kind, RelationKind::PublishedAs);
    let missing =
        r#"{"errors":[{"status":"404","title":"The resource you are looking for doesn't exist."}]}"#;
    assert!(none("datacite", &question, 404, missing));
}

#[test]
fn arxiv_describes_papers_whatever_their_version() {
    let body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>ArXiv Query</title><entry><id>http://arxiv.org/abs/2103.15348v2</id><updated>2022-01-01T00:00:00Z</updated><published>2021-03-29T00:00:00Z</published><title>Reading old pages\n  &amp; new ones</title><summary> This paper has been withdrawn by the author. </summary><author><name>Aki Mori</name></author><arxiv:doi xmlns:arxiv=\"http://arxiv.org/schemas/atom\">10.1000/published</arxiv:doi></entry></feed>";
    let question = Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), Some(1)));
    let record = records("arxiv", &question, body).pop().unwrap();
    assert_eq!(record.work.title.as_deref(), Some("Reading old pages & new ones"));
    assert_eq!(record.work.authors, [Name::person("Mori", "Aki")]);
    assert_eq!(record.notices[0].kind, NoticeKind::Withdrawal);
    assert_eq!(record.relations[0].kind, RelationKind::PublishedAs);
    assert!(none(
        "arxiv",
        &question,
        200,
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>none</title></feed>"
    ));
}

#[test]
fn clinicaltrials_describes_trials() {
    let body = r#"{"studies":[{"protocolSection":{"identificationModule":{"nctId":"NCT01234567","briefTitle":"Walking for Farmers","officialTitle":"A Randomized Trial of Walking in Farmers"},"statusModule":{"overallStatus":"COMPLETED","startDateStruct":{"date":"2015-02","type":"ACTUAL"},"studyFirstSubmitDate":"2015-04-09"},"designModule":{"enrollmentInfo":{"count":212,"type":"ACTUAL"}},"outcomesModule":{"primaryOutcomes":[{"measure":"Gait speed","timeFrame":"12 weeks"}]},"conditionsModule":{"conditions":["Frailty"]}},"hasResults":false}]}"#;
    let question = Question::Identifier(Identifier::Trial(String::from("NCT01234567")));
    let record = records("clinicaltrials", &question, body).pop().unwrap();
    assert_eq!(record.work.kind, WorkKind::Trial);
    assert_eq!(record.work.title.as_deref(), Some("Walking for Farmers"));
    assert_eq!(record.subjects, ["Frailty"]);
    let trial = record.trial.unwrap();
    assert_eq!((trial.enrolled, trial.has_started), (Some(212), true));
    assert_eq!(trial.primary_outcomes, ["Gait speed"]);
    assert_eq!(trial.start, Some(Date { year: 2015, month: Some(2), day: None }));
    assert_eq!(trial.first_submitted, Some(Date { year: 2015, month: Some(4), day: Some(9) }));
    let planned = body.replace("ACTUAL", "ESTIMATED");
    let trial = records("clinicaltrials", &question, &planned).pop().unwrap().trial.unwrap();
    assert_eq!((trial.enrolled, trial.has_started), (None, false));
    assert!(none("clinicaltrials", &question, 200, r#"{"studies":[]}"#));
}

#[test]
fn the_converter_gives_the_numbers_of_a_work() {
    let question = Question::Identifier(Identifier::Pmcid(55));
    let found = records(
        "idconv",
        &question,
        r#"{"status":"ok","records":[{"pmcid":"PMC55","pmid":123,"doi":"10.1000/jrg.2019.77","requested-id":"PMC55"}]}"#,
    );
    assert_eq!(found[0].work.identifiers.pmid(), Some(123));
    let missing = r#"{"status":"ok","records":[{"pmcid":"PMC55","requested-id":"PMC55","status":"error","errmsg":"Identifier not found in PMC"}]}"#;
    assert!(none("idconv", &question, 200, missing));
}

#[test]
fn semantic_scholar_describes_papers_and_says_which_it_lacks() {
    let service = service("semanticscholar");
    let request = request(service, &[doi("10.1000/1"), doi("10.1000/2")]);
    let body = r#"[null,{"paperId":"x","title":"Walking speed","year":2019,"authors":[{"name":"Ada Okonkwo"}],"externalIds":{"DOI":"10.1000/2","ArXiv":"2103.15348"},"venue":"NeurIPS","publicationTypes":["Conference"]}]"#;
    let readings = service.read(&request, &response(200, body)).unwrap();
    assert!(matches!(&readings[0], Reading::Records(records) if records.is_empty()));
    assert!(
        matches!(&readings[1], Reading::Records(records) if records[0].work.kind == WorkKind::ConferencePaper)
    );
    assert!(none("semanticscholar", &like(), 404, r#"{"error":"Title match not found"}"#));
    assert!(none("semanticscholar", &doi("10.1000/1"), 400, r#"{"error":"No valid paper ids given"}"#));
}

#[test]
fn records_found_for_several_titles_are_left_to_their_own() {
    let titled =
        |title: &str| Record::new("pubmed", Work { title: Some(title.to_owned()), ..Work::default() });
    let all = [titled("Walking speed and frailty in farmers"), titled("A map of the zebrafish brain")];
    let own = crate::online::relevant(&like(), &all);
    assert_eq!(own.len(), 1);
    assert_eq!(own[0].work.title, all[0].work.title);
}

/// Returns the readings of a cheap service for two references in one search, one of which is found.
fn together(name: &str, body: &str) -> Vec<Reading> {
    let other = Work {
        title: Some(String::from("Harbour cranes and the tides that hinder their keepers")),
        ..article()
    };
    let questions = [like(), Question::Like(Arc::new(other))];
    let request = request(service(name), &questions);
    assert_eq!(request.tells, Disclosure::References);
    service(name).read(&request, &response(200, body)).unwrap()
}

#[test]
fn references_in_one_search_get_their_own_and_what_may_be_missing_is_asked_for_alone() {
    let europepmc = |count: usize| {
        format!(
            r#"{{"hitCount": {count}, "resultList": {{"result": [{{"id": "7", "source": "MED", "pmid": "7",
               "title": "Walking speed and frailty: a cohort of farmers."}}]}}}}"#
        )
    };
    let readings = together("europepmc", &europepmc(1));
    assert!(matches!(&readings[0], Reading::Records(found) if found.len() == 1), "{readings:?}");
    assert!(matches!(&readings[1], Reading::Records(found) if found.is_empty()), "{readings:?}");
    let readings = together("europepmc", &europepmc(400));
    assert!(matches!(&readings[0], Reading::Records(found) if found.len() == 1), "{readings:?}");
    assert!(matches!(&readings[1], Reading::AskAlone), "{readings:?}");
}
