//! The answers of each service.

use super::Paper;
use crate::web::Reply;
use serde_json::{Value, json};

/// A request to a service.
pub(super) struct Question<'a> {
    /// The path below the service, decoded.
    pub(super) path: String,
    /// The parameters of the query and of a form, decoded.
    pub(super) parameters: Vec<(String, String)>,
    /// The body as it is.
    pub(super) body: &'a str,
    /// The accepted media types.
    pub(super) accept: &'a str,
}

impl Question<'_> {
    pub(super) fn get(&self, name: &str) -> &str {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

pub(super) fn answer(service: &str, question: &Question<'_>, papers: &[Paper]) -> Reply {
    match service {
        "crossref" => crossref(question, papers),
        "pubmed" => pubmed(question, papers),
        "doi" => doi(question, papers),
        // Europe PMC lacks conference papers.
        "europepmc" => {
            let articles: Vec<Paper> = papers.iter().filter(|paper| paper.event.is_none()).cloned().collect();
            europepmc(question, &articles)
        }
        "openalex" if question.path.starts_with("/works/") => {
            Reply::new(404, "text/html", "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n")
        }
        "openalex" => Reply::json(
            &json!({"meta": {"count": 0, "db_response_time_ms": 1, "page": 1, "per_page": 25}, "results": [], "group_by": []}),
        ),
        "semanticscholar" if question.path.ends_with("/batch") => {
            let ids = serde_json::from_str::<Value>(question.body).unwrap_or_default();
            let count = ids["ids"].as_array().map_or(0, Vec::len);
            Reply::json(&Value::Array(vec![Value::Null; count]))
        }
        "semanticscholar" => Reply { status: 404, ..Reply::json(&json!({"error": "Title match not found"})) },
        "datacite" if question.path.trim_matches('/') == "dois" => {
            Reply::json(&json!({"data": [], "meta": {"total": 0, "totalPages": 0, "page": 1}, "links": {}}))
        }
        "datacite" => Reply {
            status: 404,
            ..Reply::json(
                &json!({"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]}),
            )
        },
        "arxiv" => Reply::new(
            200,
            "application/atom+xml",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n  <title type=\"html\">ArXiv Query</title>\n  <opensearch:totalResults xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\">0</opensearch:totalResults>\n</feed>\n",
        ),
        "clinicaltrials" if question.path.contains("NCT") => {
            Reply::new(404, "text/plain", "NCT number not found")
        }
        "clinicaltrials" => Reply::json(&json!({"totalCount": 0, "studies": []})),
        "idconv" => {
            let missing = |id: &str| json!({"requested-id": id, "status": "error", "errmsg": "Identifier not found in PMC"});
            let records: Vec<Value> = question.get("ids").split(',').map(missing).collect();
            Reply::json(&json!({"status": "ok", "response-date": "2026-01-01 00:00:00", "records": records}))
        }
        // A page exists unless its address says otherwise.
        "webpage" => {
            let status = [("gone", 404), ("locked", 403), ("busy", 503)]
                .into_iter()
                .find_map(|(word, status)| question.path.contains(word).then_some(status));
            Reply::new(status.unwrap_or(200), "text/html", "")
        }
        "internetarchive" if question.get("url").contains("kept") => {
            Reply::json(&json!([["timestamp", "original"], ["20140919044612", question.get("url")]]))
        }
        "internetarchive" => Reply::json(&json!([])),
        "softwareheritage" => match question.path.strip_prefix("/api/1/origin/") {
            Some(origin) if origin.contains("kept") => {
                let origin = origin.trim_end_matches("/get/");
                Reply::json(&json!({"url": origin, "origin_visits_url": format!("{origin}/visits/")}))
            }
            _ => Reply {
                status: 404,
                ..Reply::json(&json!({"exception": "NotFoundExc", "reason": "Origin not found!"}))
            },
        },
        "retractionwatch" => Reply::new(200, "text/csv", retraction_watch(papers)),
        _ => Reply::new(404, "text/plain", "Not found"),
    }
}

/// Returns the paper with this DOI.
fn by_doi<'a>(papers: &'a [Paper], doi: &str) -> Option<&'a Paper> {
    papers.iter().find(|paper| paper.doi.eq_ignore_ascii_case(doi))
}

/// Returns the papers that contain most of the words, best first.
fn like<'a>(papers: &'a [Paper], text: &str) -> Vec<(usize, &'a Paper)> {
    let words = words(text);
    let mut found: Vec<(usize, &Paper)> = papers
        .iter()
        .map(|paper| {
            let own = self::words(&described(paper));
            (words.iter().filter(|word| own.contains(word)).count(), paper)
        })
        .filter(|(count, _)| *count * 10 >= words.len() * 4 && *count > 0)
        .collect();
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.truncate(5);
    found
}

fn described(paper: &Paper) -> String {
    let authors: Vec<&str> = paper.authors.iter().map(|(_, family)| family.as_str()).collect();
    format!("{} {} {} {}", paper.title, authors.join(" "), paper.journal.0, paper.year)
}

fn words(text: &str) -> Vec<String> {
    let parts = text.split(|character: char| !character.is_alphanumeric());
    parts.filter(|word| word.len() > 3).map(str::to_lowercase).collect()
}

fn crossref(question: &Question<'_>, papers: &[Paper]) -> Reply {
    let list = |items: Vec<Value>| {
        Reply::json(&json!({"status": "ok", "message-type": "work-list", "message-version": "1.0.0",
            "message": {"facets": {}, "total-results": items.len(), "items": items, "items-per-page": 20,
                        "query": {"start-index": 0, "search-terms": null}}}))
    };
    if let Some(doi) = question.path.strip_prefix("/works/") {
        return match by_doi(papers, doi) {
            Some(paper) => Reply::json(
                &json!({"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": crossref_work(paper, 1.0)}),
            ),
            None => Reply::new(404, "text/plain", "Resource not found."),
        };
    }
    let filter = question.get("filter");
    if filter.contains("doi:") {
        let dois = filter.split(",").filter_map(|part| part.strip_prefix("doi:"));
        return list(
            dois.filter_map(|doi| by_doi(papers, doi)).map(|paper| crossref_work(paper, 1.0)).collect(),
        );
    }
    let searched = question.parameters.iter().filter(|(name, _)| name.starts_with("query"));
    let text: Vec<&str> = searched.map(|(_, value)| value.as_str()).collect();
    let found = like(papers, &text.join(" "));
    list(found.into_iter().map(|(score, paper)| crossref_work(paper, score as f64 * 10.0)).collect())
}

fn crossref_work(paper: &Paper, score: f64) -> Value {
    let author = |(index, (given, family)): (usize, &(String, String))| json!({"given": given, "family": family, "sequence": if index == 0 { "first" } else { "additional" }, "affiliation": []});
    let mut work = json!({
        "DOI": paper.doi, "type": "journal-article", "title": [paper.title], "subtitle": [],
        "author": paper.authors.iter().enumerate().map(author).collect::<Vec<_>>(),
        "container-title": [paper.journal.0], "short-container-title": [paper.journal.1],
        "issued": {"date-parts": [[paper.year]]}, "volume": paper.volume, "page": paper.pages, "score": score,
        "publisher": "Invented Press", "URL": format!("https://doi.org/{}", paper.doi), "relation": {},
    });
    if let Some((name, acronym)) = &paper.event {
        work["type"] = json!("proceedings-article");
        work["event"] = json!({"name": name, "location": "Nowhere"});
        if !acronym.is_empty() {
            work["event"]["acronym"] = json!(acronym);
        }
    }
    if let Some(notice) = &paper.retracted_by {
        work["updated-by"] = json!([{"DOI": notice, "type": "retraction", "label": "Retraction", "source": "publisher",
            "updated": {"date-parts": [[2024, 3, 1]], "date-time": "2024-03-01T00:00:00Z", "timestamp": 1_709_251_200_000_u64}}]);
    }
    work
}

fn pubmed(question: &Question<'_>, papers: &[Paper]) -> Reply {
    let numbers = || question.get("id").split(',').filter_map(|id| id.trim().parse::<u64>().ok());
    let known = |number: u64| papers.iter().find(|paper| paper.pmid == number && number != 0);
    match question.path.trim_matches('/') {
        "esearch.fcgi" => esearch(question, papers),
        "esummary.fcgi" => {
            let mut result = serde_json::Map::new();
            result.insert("uids".into(), numbers().map(|number| json!(number.to_string())).collect());
            for number in numbers() {
                let summary = known(number).map_or_else(
                    || json!({"uid": number.to_string(), "error": "cannot get document summary"}),
                    esummary,
                );
                result.insert(number.to_string(), summary);
            }
            Reply::json(&json!({"header": {"type": "esummary", "version": "0.3"}, "result": result}))
        }
        "efetch.fcgi" => {
            let articles: String = numbers().filter_map(known).map(article).collect();
            Reply::new(
                200,
                "text/xml",
                format!(
                    "<?xml version=\"1.0\" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"-//NLM//DTD PubMedArticle, 1st January 2025//EN\" \"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd\">\n<PubmedArticleSet>{articles}</PubmedArticleSet>\n"
                ),
            )
        }
        "ecitmatch.cgi" => {
            let lines = question.get("bdata").split(['\r', '\n']).filter(|line| !line.is_empty());
            let answers = lines.map(|line| {
                let parts: Vec<&str> = line.split('|').collect();
                let part = |n: usize| parts.get(n).copied().unwrap_or_default();
                let found = papers.iter().find(|paper| {
                    let journal = [&paper.journal.0, &paper.journal.1];
                    journal.iter().any(|name| name.eq_ignore_ascii_case(part(0)))
                        && paper.volume == part(2)
                        && paper.pages.split('-').next() == Some(part(3))
                        && paper.pmid != 0
                });
                let answer = found.map_or_else(|| "NOT_FOUND".to_owned(), |paper| paper.pmid.to_string());
                format!("{}|{answer}\n", line.trim_end_matches('|'))
            });
            Reply::new(200, "text/plain", answers.collect::<String>())
        }
        _ => Reply::new(404, "text/plain", "Not found"),
    }
}

fn esearch(question: &Question<'_>, papers: &[Paper]) -> Reply {
    let term = question.get("term").to_lowercase();
    let mut found: Vec<u64> = papers
        .iter()
        .filter(|paper| paper.pmid != 0 && term.contains(&paper.doi.to_lowercase()))
        .map(|paper| paper.pmid)
        .collect();
    if found.is_empty() && !term.contains("10.") {
        found = boolean(papers, &term);
    }
    let ids: Vec<String> = found.iter().map(ToString::to_string).collect();
    if question.get("retmode") == "json" {
        return Reply::json(&json!({"header": {"type": "esearch", "version": "0.3"},
            "esearchresult": {"count": ids.len().to_string(), "retmax": ids.len().to_string(), "retstart": "0",
                "idlist": ids, "translationset": [], "querytranslation": question.get("term")}}));
    }
    let list: String = ids.iter().map(|id| format!("<Id>{id}</Id>")).collect();
    Reply::new(
        200,
        "text/xml",
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<eSearchResult><Count>{0}</Count><RetMax>{0}</RetMax><RetStart>0</RetStart><IdList>{list}</IdList><QueryTranslation/></eSearchResult>\n",
            ids.len()
        ),
    )
}

/// Returns the papers that contain every word of a query, ignoring fields and operators.
fn boolean(papers: &[Paper], term: &str) -> Vec<u64> {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for character in term.chars() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            other if depth == 0 => plain.push(other),
            _ => {}
        }
        if character == ']' {
            plain.push(' ');
        }
    }
    let wanted = words(&plain);
    let all = papers.iter().filter(|paper| {
        let own = words(&described(paper));
        paper.pmid != 0 && !wanted.is_empty() && wanted.iter().all(|word| own.contains(word))
    });
    all.map(|paper| paper.pmid).take(20).collect()
}

fn initials(given: &str) -> String {
    given.split_whitespace().filter_map(|part| part.chars().next()).collect()
}

fn esummary(paper: &Paper) -> Value {
    let name = |(given, family): &(String, String)| json!({"name": format!("{family} {}", initials(given)), "authtype": "Author", "clusterid": ""});
    let mut kinds = vec!["Journal Article"];
    if paper.retracted_by.is_some() {
        kinds.push("Retracted Publication");
    }
    json!({
        "uid": paper.pmid.to_string(), "title": format!("{}.", paper.title),
        "authors": paper.authors.iter().map(name).collect::<Vec<_>>(),
        "source": paper.journal.1, "fulljournalname": paper.journal.0, "pubdate": format!("{} Jan", paper.year),
        "epubdate": "", "sortpubdate": format!("{}/01/01 00:00", paper.year), "volume": paper.volume, "issue": "",
        "pages": paper.pages, "elocationid": format!("doi: {}", paper.doi), "lang": ["eng"], "pubtype": kinds,
        "articleids": [
            {"idtype": "pubmed", "idtypen": 1, "value": paper.pmid.to_string()},
            {"idtype": "doi", "idtypen": 3, "value": paper.doi},
        ],
        "references": [], "attributes": ["Has Abstract"], "history": [],
    })
}

fn article(paper: &Paper) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let authors: String = paper
        .authors
        .iter()
        .map(|(given, family)| {
            format!("<Author ValidYN=\"Y\"><LastName>{family}</LastName><ForeName>{given}</ForeName><Initials>{}</Initials></Author>", initials(given))
        })
        .collect();
    let (kind, notice) = match &paper.retracted_by {
        Some(doi) => (
            "<PublicationType UI=\"D016441\">Retracted Publication</PublicationType>",
            format!(
                "<CommentsCorrectionsList><CommentsCorrections RefType=\"RetractionIn\"><RefSource>{}. 2024 Mar;9(1):1. doi: {doi}</RefSource></CommentsCorrections></CommentsCorrectionsList>",
                paper.journal.1
            ),
        ),
        None => ("", String::new()),
    };
    format!(
        "<PubmedArticle><MedlineCitation Status=\"MEDLINE\" Owner=\"NLM\"><PMID Version=\"1\">{pmid}</PMID><Article PubModel=\"Print\"><Journal><JournalIssue CitedMedium=\"Print\"><Volume>{volume}</Volume><PubDate><Year>{year}</Year><Month>Jan</Month></PubDate></JournalIssue><Title>{journal}</Title><ISOAbbreviation>{abbreviated}</ISOAbbreviation></Journal><ArticleTitle>{title}.</ArticleTitle><Pagination><MedlinePgn>{pages}</MedlinePgn></Pagination><ELocationID EIdType=\"doi\" ValidYN=\"Y\">{doi}</ELocationID>{summary}<AuthorList CompleteYN=\"Y\">{authors}</AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI=\"D016428\">Journal Article</PublicationType>{kind}</PublicationTypeList></Article><MedlineJournalInfo><MedlineTA>{abbreviated}</MedlineTA></MedlineJournalInfo>{notice}</MedlineCitation><PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId IdType=\"pubmed\">{pmid}</ArticleId><ArticleId IdType=\"doi\">{doi}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>",
        pmid = paper.pmid,
        volume = paper.volume,
        year = paper.year,
        journal = escaped(&paper.journal.0),
        abbreviated = escaped(&paper.journal.1),
        title = escaped(&paper.title),
        summary = match paper.summary.as_str() {
            "" => String::new(),
            text => format!("<Abstract><AbstractText>{}</AbstractText></Abstract>", escaped(text)),
        },
        pages = paper.pages,
        doi = escaped(&paper.doi),
    )
}

fn doi(question: &Question<'_>, papers: &[Paper]) -> Reply {
    if let Some(handle) = question.path.strip_prefix("/api/handles/") {
        return match by_doi(papers, handle) {
            Some(_) => Reply::json(&json!({"responseCode": 1, "handle": handle, "values": [
                {"index": 1, "type": "URL", "data": {"format": "string", "value": "https://example.org/"}, "ttl": 86400, "timestamp": "2020-01-01T00:00:00Z"}]})),
            None => Reply { status: 404, ..Reply::json(&json!({"responseCode": 100, "handle": handle})) },
        };
    }
    if let Some(dois) = question.path.strip_prefix("/ra/") {
        let answer = |doi: &str| match by_doi(papers, doi) {
            Some(_) => json!({"DOI": doi, "RA": "Crossref"}),
            None => json!({"DOI": doi, "status": "DOI does not exist"}),
        };
        return Reply::json(&dois.split(',').map(answer).collect());
    }
    match by_doi(papers, question.path.trim_start_matches('/')) {
        Some(paper) if question.accept.contains("json") => {
            let mut work = crossref_work(paper, 1.0);
            work["type"] = json!("article-journal");
            work["title"] = json!(paper.title);
            work["container-title"] = json!(paper.journal.0);
            Reply { media_type: "application/vnd.citationstyles.csl+json", ..Reply::json(&work) }
        }
        Some(_) => Reply::new(200, "text/html", "<html><body>An article</body></html>"),
        None => Reply::new(404, "text/html", "<html><body>DOI Not Found</body></html>"),
    }
}

/// Returns the text of an article as JATS. The number of an article in PMC is its PubMed ID.
fn full_text(path: &str, papers: &[Paper]) -> Reply {
    let number = path.trim_start_matches("/PMC").trim_end_matches("/fullTextXML");
    let Some(paper) = papers.iter().find(|paper| paper.pmid.to_string() == number) else {
        return Reply::new(404, "text/html", "");
    };
    let author = |(given, family): &(String, String)| {
        format!(
            "<contrib contrib-type=\"author\"><name><surname>{family}</surname><given-names>{given}</given-names></name></contrib>"
        )
    };
    let authors: String = paper.authors.iter().map(author).collect();
    let (title, doi, year) = (&paper.title, &paper.doi, paper.year);
    Reply::new(
        200,
        "application/xml",
        format!(
            "<?xml version=\"1.0\"?><article><front><article-meta><article-id pub-id-type=\"pmcid\">PMC{number}</article-id>\
             <article-id pub-id-type=\"doi\">{doi}</article-id><title-group><article-title>{title}</article-title></title-group>\
             <contrib-group>{authors}</contrib-group><pub-date><year>{year}</year></pub-date>\
             <permissions><license><license-p>CC BY 4.0</license-p></license></permissions></article-meta></front>\
             <body><sec><title>Results</title><p>Of 412 participants, 37 withdrew before the second visit.</p></sec></body></article>"
        ),
    )
}

fn europepmc(question: &Question<'_>, papers: &[Paper]) -> Reply {
    if question.path.ends_with("/fullTextXML") {
        return full_text(&question.path, papers);
    }
    let query = question.get("query").to_lowercase();
    let by_identifier: Vec<&Paper> = papers
        .iter()
        .filter(|paper| {
            query.contains(&paper.doi.to_lowercase()) || query.contains(&format!("ext_id:{}", paper.pmid))
        })
        .collect();
    let found = if by_identifier.is_empty() && !query.contains("doi:") && !query.contains("ext_id:") {
        like(papers, &query).into_iter().map(|(_, paper)| paper).collect()
    } else {
        by_identifier
    };
    let result = |paper: &&Paper| {
        let author = |(given, family): &(String, String)| json!({"fullName": format!("{family} {}", initials(given)), "firstName": given, "lastName": family, "initials": initials(given)});
        json!({
            "id": paper.pmid.to_string(), "source": "MED", "pmid": paper.pmid.to_string(), "doi": paper.doi,
            "title": format!("{}.", paper.title), "authorString": "",
            "authorList": {"author": paper.authors.iter().map(author).collect::<Vec<_>>()},
            "journalInfo": {"volume": paper.volume, "yearOfPublication": paper.year,
                "journal": {"title": paper.journal.0, "medlineAbbreviation": paper.journal.1, "isoabbreviation": paper.journal.1}},
            "pubYear": paper.year.to_string(), "pageInfo": paper.pages,
            "pubTypeList": {"pubType": ["Journal Article"]},
        })
    };
    let results: Vec<Value> = found.iter().map(result).collect();
    Reply::json(&json!({"version": "6.9", "hitCount": results.len(), "nextCursorMark": "*",
        "request": {"queryString": question.get("query"), "resultType": "core", "cursorMark": "*", "pageSize": 25, "sort": "", "synonym": false},
        "resultList": {"result": results}}))
}

/// Returns a Retraction Watch table with the retracted papers.
fn retraction_watch(papers: &[Paper]) -> String {
    let mut out = String::from(
        "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n",
    );
    for (number, paper) in papers.iter().enumerate() {
        let Some(notice) = &paper.retracted_by else { continue };
        out.push_str(&format!(
            "{number},\"{}\",(HSC) Medicine;,An Institute,{},Invented Press,Nowhere,{},,Research Article;,3/1/2024 0:00,{notice},0,1/1/{} 0:00,{},{},Retraction,+Unreliable Data;,No,\n",
            paper.title, paper.journal.0, paper.authors.first().map_or("", |author| &author.1), paper.year, paper.doi, paper.pmid
        ));
    }
    out
}
