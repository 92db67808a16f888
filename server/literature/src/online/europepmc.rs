//! Europe PMC: all of PubMed, the full texts of PMC, and the preprints and patents of the life
//! sciences.
//!
//! One request both finds and describes: `resultType=core` includes authors, journal and notices
//! about the work. It is the only way to search bioRxiv and medRxiv by words. Errors have status
//! 200 and the field `errCode`.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use crate::import;
use referee_bibliography::{Date, Identifier, Identifiers, Name, Work, WorkKind, journal_id, subject};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Notice, NoticeKind, Question, Record, Relation, RelationKind};
use serde_json::Value;
use std::time::Duration;

pub(super) struct EuropePmc;

/// The maximum number of identifiers per search, as far as they fit into the address.
const MAX_BATCH: usize = 40;
/// The number of candidates to request for a reference.
const MAX_CANDIDATES: &str = "10";
/// The number of works of a journal to request, from the years around a decade.
const MAX_OF_JOURNAL: &str = "50";

/// The maximum number of references per search, as far as they fit into the address.
const MAX_SEARCHES: usize = 8;

/// The number of records to request for a subject.
const MAX_SUBJECT_RECORDS: &str = "40";

const CLASS: &str = "search";

impl Service for EuropePmc {
    fn profile(&self) -> ServiceProfile {
        services::EUROPE_PMC
    }

    fn default_base_url(&self) -> &'static str {
        "https://www.ebi.ac.uk/europepmc/webservices/rest"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => clause(identifier).is_some(),
            Question::Like(work) => query::is_about_journal(work) || searched(work).is_some(),
            Question::Subject(words) => !query::subject(words).is_empty(),
        }
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // It publishes no limits; these are reasonable for an anonymous client.
        vec![Limit { class: CLASS, requests: 50, per: Duration::from_secs(1), at_once: 10 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let mut out = Vec::new();
        let mut batch: Vec<(Question, String)> = Vec::new();
        let mut searches: Vec<(Question, String)> = Vec::new();
        for question in questions {
            match question {
                Question::Identifier(identifier) => {
                    batch.extend(clause(identifier).map(|clause| (question.clone(), clause)));
                }
                Question::Subject(words) => {
                    let either = |word: &str| format!("(TITLE:{word} OR ABSTRACT:{word})");
                    let Some(term) = query::two_of(&query::subject(words), &either) else { continue };
                    out.push(search(
                        access,
                        &term,
                        MAX_SUBJECT_RECORDS,
                        Disclosure::Terms,
                        vec![question.clone()],
                    ));
                }
                Question::Like(work) => {
                    let term = if query::is_about_journal(work) { in_journal(work) } else { searched(work) };
                    let Some(mut term) = term else { continue };
                    if work.kind == WorkKind::Patent {
                        term = format!("({term}) AND SRC:PAT");
                    }
                    searches.push((question.clone(), term));
                }
            }
        }
        // The works of a journal are searched separately, because their titles do not show to which
        // question they belong; the same applies to searches among patents only.
        let is_list = |work: &Work| work.full_title().is_none() || work.kind == WorkKind::Patent;
        let (lists, searches): (Vec<_>, Vec<_>) = searches
            .into_iter()
            .partition(|(question, _)| matches!(question, Question::Like(work) if is_list(work)));
        for (question, term) in lists {
            let is_journal = matches!(&question, Question::Like(work) if query::is_about_journal(work));
            let most = if is_journal { MAX_OF_JOURNAL } else { MAX_CANDIDATES };
            out.push(search(access, &term, most, Disclosure::References, vec![question]));
        }
        let room = wire::MAX_ADDRESS_BYTES - 300;
        for group in wire::groups(searches, MAX_SEARCHES, room, |(_, term)| wire::encoded(term).len() + 16) {
            let most = query::candidates_of(group.len(), MAX_CANDIDATES);
            let term = query::either(group.iter().map(|(_, term)| term.as_str()));
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(search(access, &term, &most, Disclosure::References, questions));
        }
        let size = |(_, clause): &(Question, String)| wire::encoded(clause).len() + 8;
        for group in wire::groups(batch, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 300, size) {
            let term = group.iter().map(|(_, clause)| clause.as_str()).collect::<Vec<_>>().join(" OR ");
            // A record of PubMed and one of a preprint may have the same DOI.
            let most = (group.len() * 3).max(25).to_string();
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(search(access, &term, &most, Disclosure::Identifiers, questions));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such search"));
        }
        let answer = wire::json(response)?;
        if answer.get("errCode").is_some() || answer.get("errMsg").is_some() {
            let why =
                value::text(&answer, "errMsg").unwrap_or_else(|| String::from("an error without a reason"));
            return Err(NotAnAnswer::Refused(why.chars().take(120).collect()));
        }
        let results = value::at(&answer, "resultList.result").and_then(Value::as_array);
        let results = results.ok_or_else(|| wire::unreadable("there is no list of results in it"))?;
        let is_cut = answer.get("hitCount").and_then(Value::as_u64) > u64::try_from(results.len()).ok();
        let records = results.iter().filter_map(record).collect();
        if request.tells == Disclosure::Identifiers {
            return Ok(wire::by_identifier(request, records));
        }
        Ok(wire::by_search(request, records, is_cut))
    }
}

fn search(access: &Access, term: &str, most: &str, tells: Disclosure, questions: Vec<Question>) -> Request {
    let parameters = [("query", term), ("resultType", "core"), ("format", "json"), ("pageSize", most)];
    wire::get(wire::address(access, "/search", &parameters), CLASS, tells, questions)
}

/// Returns the clause that finds an identifier. A PMID in quotation marks finds nothing.
fn clause(identifier: &Identifier) -> Option<String> {
    Some(match identifier {
        Identifier::Doi(doi) => {
            let base = referee_bibliography::identifier::base_doi(doi);
            let clause = |doi: &str| format!("DOI:\"{}\"", doi.replace(['"', '\\'], " "));
            if base == doi { clause(doi) } else { format!("{} OR {}", clause(doi), clause(base)) }
        }
        Identifier::Pmid(number) => format!("(EXT_ID:{number} AND SRC:MED)"),
        Identifier::Pmcid(number) => format!("PMCID:PMC{number}"),
        _ => return None,
    })
}

/// Returns the search for the works of a journal in the years around that of the question.
fn in_journal(work: &Work) -> Option<String> {
    let name = query::phrase(work.container.as_deref()?);
    if name.is_empty() {
        return None;
    }
    let years =
        query::years_around(work).map(|year| format!("PUB_YEAR:{year}")).collect::<Vec<_>>().join(" OR ");
    // Search the exact title or its words: a journal has several titles and abbreviations.
    let words: Vec<String> = query::words(&name).into_iter().map(|word| format!("JOURNAL:{word}")).collect();
    let mut term = format!("JOURNAL:\"{name}\"");
    if !words.is_empty() {
        term = format!("({term} OR ({}))", words.join(" AND "));
    }
    Some(if years.is_empty() { term } else { format!("{term} AND ({years})") })
}

/// Returns the search for the words of either half of the title; a short title is combined with the
/// first author, or else the year or journal.
fn searched(work: &Work) -> Option<String> {
    const MAX_SHORT_TITLE_WORDS: usize = 4;
    let halves = query::halves(work);
    let all = |half: &Vec<String>| {
        half.iter().map(|word| format!("TITLE:{word}")).collect::<Vec<_>>().join(" AND ")
    };
    let long = halves.len() > 1;
    if long {
        return Some(halves.iter().map(|half| format!("({})", all(half))).collect::<Vec<_>>().join(" OR "));
    }
    let half = halves.first()?;
    let words = all(half);
    if half.len() > MAX_SHORT_TITLE_WORDS {
        return Some(words);
    }
    let narrower = [
        query::first_surname(work).map(|surname| format!("AUTH:\"{surname}\"")),
        work.container.as_deref().map(|name| format!("JOURNAL:\"{}\"", query::phrase(name))),
        work.year().map(|year| format!("PUB_YEAR:{year}")),
    ];
    let clauses: Vec<String> =
        narrower.into_iter().flatten().map(|narrower| format!("({words} AND {narrower})")).collect();
    Some(if clauses.is_empty() { words } else { clauses.join(" OR ") })
}

/// Converts one result into a record.
fn record(result: &Value) -> Option<Record> {
    let preprint = result["source"] == "PPR";
    let mut identifiers = Identifiers::default();
    identifiers.extend(value::text(result, "doi").and_then(|doi| Identifier::doi(&doi)));
    identifiers.extend(value::text(result, "pmid").and_then(|pmid| Identifier::pmid(&pmid)));
    identifiers.extend(value::text(result, "pmcid").and_then(|pmcid| Identifier::pmcid(&pmcid)));
    let types: Vec<String> = value::list(result, "pubTypeList.pubType")
        .filter_map(|kind| kind.as_str())
        .map(str::to_owned)
        .collect();
    let journal = |field: &str| value::plain(result, &format!("journalInfo.journal.{field}"));
    let publisher = value::plain(result, "bookOrReportDetails.publisher");
    let book = value::plain(result, "bookOrReportDetails.comprisingTitle");
    let kind = if preprint || types.iter().any(|kind| kind.eq_ignore_ascii_case("preprint")) {
        WorkKind::Preprint
    } else if result["source"] == "PAT" {
        WorkKind::Patent
    } else if value::at(result, "journalInfo").is_some() {
        WorkKind::Article
    } else if book.is_some() {
        WorkKind::Chapter
    } else if value::at(result, "bookOrReportDetails").is_some() {
        WorkKind::Book
    } else {
        WorkKind::Article
    };
    let names: Vec<Name> = value::list(result, "authorList.author").filter_map(name).collect();
    let authors = if names.is_empty() { listed(result) } else { names };
    let online = value::text(result, "electronicPublicationDate")
        .or_else(|| value::text(result, "firstPublicationDate").filter(|_| preprint))
        .and_then(|date| value::date(&date));
    let work = Work {
        kind,
        title: value::title(result, "title").map(|title| unbracketed(&title)),
        authors,
        container: journal("title").or_else(|| publisher.clone().filter(|_| preprint)).or(book),
        journal_ids: [journal("issn"), journal("essn")]
            .into_iter()
            .flatten()
            .flat_map(|text| journal_id::issns(&text).collect::<Vec<_>>())
            .chain(journal("nlmid").as_deref().and_then(journal_id::nlm))
            .collect(),
        container_short: journal("isoabbreviation").or_else(|| journal("medlineAbbreviation")),
        publisher,
        date: printed(result),
        online_date: online,
        volume: value::text(result, "journalInfo.volume"),
        issue: value::text(result, "journalInfo.issue"),
        pages: value::text(result, "pageInfo"),
        identifiers,
        language: value::text(result, "language"),
        summary: value::plain(result, "abstractText"),
        ..Work::default()
    };
    if work.title.is_none() && work.identifiers.is_empty() {
        return None;
    }
    let mut record = Record { subjects: subjects(result), types, ..Record::new("europepmc", work) };
    for link in value::list(result, "commentCorrectionList.commentCorrection") {
        add_link(&mut record, link);
    }
    import::add_what_is_marked(&mut record);
    Some(record)
}

/// Returns the MeSH headings, with the sub-headings that [`subject::tells`] interprets, and the
/// substances.
fn subjects(result: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for heading in value::list(result, "meshHeadingList.meshHeading") {
        let Some(name) = value::plain(heading, "descriptorName") else { continue };
        let told = value::list(heading, "meshQualifierList.meshQualifier")
            .filter_map(|one| value::plain(one, "qualifierName"))
            .filter(|one| subject::tells(one).is_some());
        out.push(std::iter::once(name).chain(told).collect::<Vec<_>>().join("/"));
    }
    for substance in value::list(result, "chemicalList.chemical") {
        if let Some(name) = value::plain(substance, "name") {
            subject::add_substance(&mut out, &name);
        }
    }
    out
}

/// Returns the text in the brackets of "[Title of a translation]", as the PubMed reader does.
fn unbracketed(title: &str) -> String {
    let inside = title.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside.filter(|inside| !inside.contains(['[', ']'])).unwrap_or(title).to_owned()
}

fn printed(result: &Value) -> Option<Date> {
    let month = value::text(result, "journalInfo.monthOfPublication")
        .and_then(|month| month.parse().ok())
        .filter(|month| (1..=12).contains(month));
    let whole = value::text(result, "journalInfo.printPublicationDate").and_then(|date| value::date(&date));
    let year =
        value::year(result, "journalInfo.yearOfPublication").or_else(|| value::year(result, "pubYear"))?;
    Some(match whole {
        Some(date) if date.year == year.year && date.month == month => date,
        _ => Date { month, ..year },
    })
}

fn name(author: &Value) -> Option<Name> {
    let part = |field: &str| value::plain(author, field).unwrap_or_default();
    let collective = part("collectiveName");
    if !collective.is_empty() {
        return Some(Name::organisation(collective));
    }
    let given = if part("firstName").is_empty() { part("initials") } else { part("firstName") };
    Name::from_parts(&part("lastName"), &given, &part("suffix"))
        .or_else(|| Name::vancouver(&part("fullName")))
}

/// Returns the authors in `authorString`, if the author list is missing.
fn listed(result: &Value) -> Vec<Name> {
    let text = value::plain(result, "authorString").unwrap_or_default();
    text.trim_end_matches('.').split(", ").filter_map(Name::parse).collect()
}

/// Adds a link to another record: a notice about this one, the work that this notice is about, or
/// another version.
fn add_link(record: &mut Record, link: &Value) {
    let said = value::text(link, "type").unwrap_or_default().to_ascii_lowercase();
    let reference = value::text(link, "reference").unwrap_or_default();
    let number =
        value::text(link, "id").filter(|_| link["source"] == "MED").and_then(|id| Identifier::pmid(&id));
    let mut identifiers: Vec<Identifier> = number.into_iter().collect();
    identifiers.extend(
        referee_bibliography::find_identifiers(&reference).into_iter().filter_map(|found| found.result.ok()),
    );
    let notice = match said.as_str() {
        "retraction in" | "retracted and republished in" => Some(NoticeKind::Retraction),
        "expression of concern in" => Some(NoticeKind::Concern),
        // The National Library of Medicine counts partial retractions as errata.
        "erratum in" | "corrected and republished in" | "partial retraction in" => {
            Some(NoticeKind::Correction)
        }
        _ => None,
    };
    if let Some(kind) = notice {
        record.notices.push(Notice {
            kind,
            date: reference.split(". ").skip(1).find_map(value::date),
            identifiers: identifiers.clone(),
            source: String::from("europepmc"),
            reason: None,
        });
    }
    let relation = match said.as_str() {
        "retraction of" | "erratum for" | "expression of concern for" | "partial retraction of" => {
            RelationKind::NoticeAbout
        }
        "retracted and republished in" | "corrected and republished in" => RelationKind::RepublishedAs,
        "preprint of" => RelationKind::PublishedAs,
        "preprint in" | "has preprint" => RelationKind::HasPreprint,
        "update in" if record.work.kind == WorkKind::Preprint => RelationKind::PublishedAs,
        "update in" => RelationKind::UpdatedBy,
        _ => return,
    };
    for identifier in identifiers {
        let relation = Relation { kind: relation, identifier };
        if !record.relations.contains(&relation) {
            record.relations.push(relation);
        }
    }
}
