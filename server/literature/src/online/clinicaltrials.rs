//! ClinicalTrials.gov: the registered data of a trial number.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record, RegisteredTrial};
use serde_json::Value;
use std::time::Duration;

/// ClinicalTrials.gov.
pub(super) struct ClinicalTrials;

/// The maximum number of trials per request.
const MAX_BATCH: usize = 100;

/// The number of trials to request for a subject.
const MAX_SUBJECT_RECORDS: &str = "20";

const CLASS: &str = "studies";

impl Service for ClinicalTrials {
    fn profile(&self) -> ServiceProfile {
        services::CLINICAL_TRIALS
    }

    fn default_base_url(&self) -> &'static str {
        "https://clinicaltrials.gov/api/v2"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(Identifier::Trial(id)) => is_own(id),
            Question::Subject(words) => !query::subject(words).is_empty(),
            Question::Identifier(_) | Question::Like(_) => false,
        }
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // No limit is documented; its robots.txt asks for one second between requests.
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let own: Vec<(Question, String)> = questions
            .iter()
            .filter_map(|question| match question {
                Question::Identifier(Identifier::Trial(id)) if is_own(id) => {
                    Some((question.clone(), id.clone()))
                }
                _ => None,
            })
            .collect();
        let subjects = questions.iter().filter_map(|question| {
            let Question::Subject(words) = question else { return None };
            let term = query::two_of(&query::subject(words), &str::to_owned)?;
            let url = wire::address(
                access,
                "/studies",
                &[("query.term", term.as_str()), ("pageSize", MAX_SUBJECT_RECORDS)],
            );
            Some(wire::get(url, CLASS, Disclosure::Terms, vec![question.clone()]))
        });
        let subjects: Vec<Request> = subjects.collect();
        wire::groups(own, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 300, |(_, id)| id.len() + 3)
            .into_iter()
            .map(|group| {
                let ids = group.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>().join(",");
                let most = group.len().to_string();
                let parameters = [("filter.ids", ids.as_str()), ("pageSize", most.as_str())];
                let url = wire::address(access, "/studies", &parameters);
                let questions = group.into_iter().map(|(question, _)| question).collect();
                wire::get(url, CLASS, Disclosure::Identifiers, questions)
            })
            .chain(subjects)
            .collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such list"));
        }
        let answer = wire::json(response)?;
        let studies = answer.get("studies").and_then(Value::as_array);
        let studies = studies.ok_or_else(|| wire::unreadable("there is no list of trials in it"))?;
        Ok(wire::by_identifier(request, studies.iter().filter_map(record).collect()))
    }
}

fn is_own(id: &str) -> bool {
    id.strip_prefix("NCT")
        .is_some_and(|digits| digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads the registered primary outcomes, participants and dates.
fn registered(study: &Value) -> RegisteredTrial {
    let module = |path: &str| study.pointer(&format!("/protocolSection/{path}"));
    let outcomes =
        value::list(study, "protocolSection.outcomesModule.primaryOutcomes").filter_map(|outcome| {
            let measure = value::plain(outcome, "measure")?;
            // The description often spells out what the measure abbreviates.
            let more = value::plain(outcome, "description").unwrap_or_default();
            Some(format!("{measure}. {more}").trim_end_matches([' ', '.']).to_owned())
        });
    let is_actual = module("designModule/enrollmentInfo/type").and_then(Value::as_str) == Some("ACTUAL");
    let date = |path: &str| {
        value::plain(study, &format!("protocolSection.statusModule.{path}"))
            .and_then(|date| value::date(&date))
    };
    let enrolled = module("designModule/enrollmentInfo/count").and_then(Value::as_u64);
    RegisteredTrial {
        primary_outcomes: outcomes.collect(),
        enrolled: enrolled.filter(|_| is_actual).and_then(|count| u32::try_from(count).ok()),
        start: date("startDateStruct.date"),
        has_started: module("statusModule/startDateStruct/type").and_then(Value::as_str) == Some("ACTUAL"),
        first_submitted: date("studyFirstSubmitDate"),
    }
}

fn record(study: &Value) -> Option<Record> {
    let module = |path: &str| value::plain(study, &format!("protocolSection.{path}"));
    let number = module("identificationModule.nctId").and_then(|id| Identifier::trial(&id))?;
    let mut identifiers = Identifiers::default();
    identifiers.insert(number);
    let names = |path: &str, field: &str| -> Vec<String> {
        value::list(study, &format!("protocolSection.{path}"))
            .filter_map(|item| value::plain(item, field))
            .collect()
    };
    let mut subjects: Vec<String> = value::list(study, "protocolSection.conditionsModule.conditions")
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    subjects.extend(names("armsInterventionsModule.interventions", "name"));
    // Publications of the trial: the reference may cite one of them.
    subjects.extend(names("referencesModule.references", "citation"));
    let sponsor = module("sponsorCollaboratorsModule.leadSponsor.name");
    Some(Record {
        subjects,
        types: module("statusModule.overallStatus").into_iter().collect(),
        trial: Some(registered(study)),
        ..Record::new(
            "clinicaltrials",
            Work {
                kind: WorkKind::Trial,
                title: module("identificationModule.briefTitle")
                    .or_else(|| module("identificationModule.officialTitle")),
                original_title: module("identificationModule.officialTitle"),
                authors: sponsor.into_iter().map(Name::organisation).collect(),
                container: Some(String::from("ClinicalTrials.gov")),
                date: module("statusModule.startDateStruct.date").and_then(|date| value::date(&date)),
                identifiers,
                summary: module("descriptionModule.briefSummary"),
                ..Work::default()
            },
        )
    })
}
