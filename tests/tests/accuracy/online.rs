//! The simulated scholarly web, and referee's access to it: services, scheduler, plan, judge.

use crate::labelled::Labelled;
use referee_citations::{Disclosable, Judgement, gather, judge, plan};
use referee_literature::online::{Access, Limit, NotAnAnswer, Reading, Request, Response, Service, all};
use referee_literature::{
    Allowance, Cache, Consent, Gate, GateOptions, LookupScheduler, ServiceEndpoint, Wanted,
};
use referee_records::services::ServiceProfile;
use referee_records::{Question, Source};
use referee_tests::sim::Sim;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The simulation, for the duration of a test.
pub(crate) struct Web {
    simulation: Sim,
    /// How long to wait for its answers.
    pub(crate) patience: Duration,
}

impl Web {
    /// Starts the simulation over `records`, with command-line `options`; returns `None`, with a
    /// printed reason, if it is not on this machine.
    pub(crate) fn start(records: &[PathBuf], options: &[&str]) -> Option<Web> {
        Some(Web { simulation: Sim::over(records, options)?, patience: Duration::from_secs(60) })
    }

    /// Returns a scheduler for all services; with `polite` it keeps their real rate limits,
    /// otherwise none apply.
    pub(crate) fn lookup(&self, state: &Path, polite: bool) -> LookupScheduler {
        let mut options = GateOptions::new(state);
        options.consent = Consent::Allowed;
        options.contact = Some(String::from("someone@example.org"));
        // This machine may be busy with other work.
        options.timeouts.first_response = self.patience;
        options.timeouts.response = self.patience;
        let services = all()
            .iter()
            .map(|service| ServiceEndpoint {
                service: if polite { *service } else { Box::leak(Box::new(Unlimited(*service))) },
                access: Access {
                    base_url: self.simulation.base_url(service.name()),
                    contact: Some(String::from("someone@example.org")),
                    ..Access::default()
                },
            })
            .collect();
        LookupScheduler::new(Gate::new(options), Cache::none(), services)
    }
}

/// A service without rate limits.
struct Unlimited(&'static dyn Service);

impl Service for Unlimited {
    fn profile(&self) -> ServiceProfile {
        self.0.profile()
    }
    fn default_base_url(&self) -> &'static str {
        self.0.default_base_url()
    }
    fn answers(&self, question: &Question) -> bool {
        self.0.answers(question)
    }
    fn limits(&self, access: &Access) -> Vec<Limit> {
        let limits = self.0.limits(access).into_iter();
        limits
            .map(|limit| Limit { requests: 1_000, per: Duration::from_secs(1), at_once: 8, ..limit })
            .collect()
    }
    fn is_scarce(&self, access: &Access) -> bool {
        self.0.is_scarce(access)
    }
    fn redirects_to(&self) -> &'static [&'static str] {
        self.0.redirects_to()
    }
    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        self.0.requests(questions, access)
    }
    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        self.0.read(request, response)
    }
}

/// The result of checking references online.
pub(crate) struct Checked {
    /// The judgements, in the order of the references.
    pub(crate) judgements: Vec<Judgement>,
    /// The requests that were sent, by service.
    pub(crate) requests: Vec<(&'static str, u64)>,
    /// The time of the queries.
    pub(crate) time: Duration,
    /// The time to gather and judge once the answers are known.
    pub(crate) again: Duration,
}

impl Checked {
    /// Returns how many requests were sent.
    pub(crate) fn sent(&self) -> u64 {
        self.requests.iter().map(|(_, count)| count).sum()
    }
}

/// Checks the references of `cases` like a review: in rounds, each with the questions that the last
/// one left open.
pub(crate) fn check(cases: &[Labelled], lookup: &LookupScheduler, reach: Disclosable) -> Checked {
    let start = Instant::now();
    let sources: Vec<Arc<dyn Source>> = lookup.sources();
    let mut waiting: HashMap<(&'static str, String), Vec<usize>> = HashMap::new();
    let next = |at: usize, waiting: &mut HashMap<(&'static str, String), Vec<usize>>| -> Vec<Wanted> {
        let Some(case) = cases.get(at) else { return Vec::new() };
        let asks = plan(&case.work, reach, &sources).into_iter();
        asks.filter_map(|(name, question)| {
            let service = all().iter().find(|service| service.name() == name)?.name();
            waiting.entry((service, format!("{question:?}"))).or_default().push(at);
            Some(Wanted { service, question })
        })
        .collect()
    };
    let mut requests: HashMap<&'static str, u64> = HashMap::new();
    // The answer for one reference may open a question for another that had none left.
    for _ in 0..5 {
        let wanted: Vec<Wanted> = (0..cases.len()).flat_map(|at| next(at, &mut waiting)).collect();
        if wanted.is_empty() {
            break;
        }
        let fetched =
            lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |arrival| {
                let mut touched: Vec<usize> = arrival
                    .questions
                    .iter()
                    .filter_map(|question| waiting.remove(&(arrival.service, format!("{question:?}"))))
                    .flatten()
                    .collect();
                touched.sort_unstable();
                touched.dedup();
                touched.into_iter().flat_map(|at| next(at, &mut waiting)).collect()
            });
        for (service, count) in fetched.requests {
            *requests.entry(service).or_default() += count;
        }
        for fault in &fetched.failures {
            eprintln!("{}: {} ({}), {} questions", fault.service, fault.why, fault.detail, fault.questions);
        }
    }
    let mut requests: Vec<(&'static str, u64)> = requests.into_iter().collect();
    requests.sort_unstable();
    let time = start.elapsed();
    let known = Instant::now();
    let judgements = cases.iter().map(|case| judge(&case.work, &gather(&case.work, &sources))).collect();
    Checked { judgements, requests, time, again: known.elapsed() }
}
