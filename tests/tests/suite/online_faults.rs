//! Look-ups on a bad network: a reference without an answer remains open, and none is accused.
//!
//! Runs with the simulation of the scholarly web in the shared folder; skipped with a message if it
//! is missing. `REFEREE_FAULTS=all` tries every fault at every service and more random ones, which
//! takes minutes.
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_citations::{Disclosable, Verdict, gather, judge, plan};
use referee_literature::online::{Access, all};
use referee_literature::{
    Allowance, Arrival, Cache, Consent, Gate, GateOptions, LookupScheduler, ServiceEndpoint, Wanted,
};
use referee_records::Question;
use referee_tests::sim::Sim;
use serde_json::json;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

const FAULTS: [&str; 12] =
    ["refuse", "hang", "400", "403", "429", "500", "html", "truncate", "drop", "empty", "prolog", "slow"];

/// The subjects of the works in the simulation: enough words to make all titles dissimilar.
const SUBJECTS: [&str; 30] = [
    "Zinc lozenges for the common cold in shift workers",
    "Night splints after surgery of the flexor tendons",
    "Vitamin D and falls among residents of nursing homes",
    "Early mobilisation in patients with severe burns",
    "Copper intake and bone density in adolescents",
    "Home dialysis and sleep quality over five winters",
    "Music during colonoscopy, a crossover comparison",
    "Telephone follow-up after day surgery for hernia",
    "Salt substitutes in rural households with hypertension",
    "Nasal swabs against saliva for influenza in schools",
    "Handwriting as a marker of essential tremor",
    "Goat milk formula and growth of preterm infants",
    "Cycling to work and the incidence of gout",
    "Peppermint oil before barium enema examinations",
    "Chewing gum to shorten postoperative ileus",
    "Mirror therapy for phantom pain of the lower limb",
    "Beta-blockers in thyroid storm, an audit of charts",
    "Magnesium for leg cramps during pregnancy",
    "Leech therapy for congested replanted digits",
    "Stair climbing tests before resection of the lung",
    "Honey dressings for diabetic ulcers of the foot",
    "Weekend discharge and readmission after stroke",
    "Coffee consumption and recurrence of atrial fibrillation",
    "Balance training with video games in multiple sclerosis",
    "Iron infusion before hip arthroplasty in the elderly",
    "Cold caps and hair loss under taxane chemotherapy",
    "Acupressure bands for nausea after laparoscopy",
    "School gardens and dental caries in ten districts",
    "Ketamine mouthwash for oral mucositis of radiotherapy",
    "Yoga breathing and peak flow in seasonal asthma",
];

fn doi(n: usize) -> String {
    format!("10.5555/faults.{n}")
}

fn author(n: usize) -> (&'static str, &'static str) {
    [("Okafor", "Ngozi"), ("Lindqvist", "Sara"), ("Moreau", "Paul"), ("Tanaka", "Yuki"), ("Alvarez", "Rosa")]
        [n % 5]
}

fn records() -> String {
    let record = |(n, title): (usize, &&str)| {
        let (family, given) = author(n);
        let retracted = n % 10 == 9;
        json!({
            "doi": doi(n), "pmid": (31_000_000 + n).to_string(), "title": title, "type": "journal-article",
            "authors": [{"family": family, "given": given}, {"family": "Berg", "given": "Ida"}],
            "journal": "The Journal of Clinical Investigation", "journal_abbrev": "J Clin Invest", "issn": ["0021-9738"],
            "year": 2010 + n % 8, "volume": (100 + n).to_string(), "issue": "2", "pages": format!("{}-{}", 100 + n, 108 + n),
            "registration_agency": "Crossref", "language": "eng",
            "notices": if retracted { json!([{"kind": "retraction", "doi": format!("10.5555/notice.{n}"), "date": "2020-03-01"}]) } else { json!([]) },
        })
        .to_string()
    };
    SUBJECTS.iter().enumerate().map(record).collect::<Vec<_>>().join("\n")
}

/// Returns a correct reference to work `n`.
fn reference(n: usize) -> Work {
    let (family, given) = author(n);
    Work {
        kind: WorkKind::Article,
        title: SUBJECTS.get(n).map(|title| (*title).to_owned()),
        authors: vec![
            Name::from_parts(family, given, "").unwrap(),
            Name::from_parts("Berg", "Ida", "").unwrap(),
        ],
        container: Some("The Journal of Clinical Investigation".to_owned()),
        date: Some(Date { year: i32::try_from(2010 + n % 8).unwrap(), ..Date::default() }),
        volume: Some((100 + n).to_string()),
        pages: Some(format!("{}-{}", 100 + n, 108 + n)),
        ..Work::default()
    }
}

fn with(work: Work, identifier: Option<Identifier>) -> Work {
    Work { identifiers: identifier.into_iter().collect(), ..work }
}

/// Returns references of all kinds: true ones with and without identifiers, with the identifier of
/// another work, with an unregistered DOI, and invented ones.
fn references() -> Vec<Work> {
    let mut out = Vec::new();
    for n in 0..SUBJECTS.len() {
        let work = reference(n);
        let pmid = |n: usize| Identifier::pmid(&(31_000_000 + n).to_string());
        out.push(match n % 5 {
            0 => with(work, Identifier::doi(&doi(n))),
            1 => with(work, pmid(n)),
            2 => work,
            3 => with(work, Identifier::doi(&doi((n + 11) % SUBJECTS.len()))),
            _ => with(work, Identifier::doi(&format!("10.5555/nowhere.{n}"))),
        });
    }
    for n in 0..6 {
        let invented = ["Saffron", "Bagpipes", "Quartz", "Windsurfing", "Marzipan", "Origami"][n];
        out.push(Work {
            title: Some(format!(
                "{invented} for the relief of chronic hiccups: a randomised trial in {n} villages"
            )),
            authors: vec![Name::from_parts("Featherstone", "Quentin", "").unwrap()],
            volume: Some((300 + n).to_string()),
            pages: Some(format!("{}-{}", 900 + n, 905 + n)),
            ..reference(n)
        });
    }
    out
}

struct Simulation(Sim);

impl Simulation {
    fn start(folder: &Path, faults: &str) -> Option<Simulation> {
        let records = folder.join("records.jsonl");
        std::fs::write(&records, self::records()).unwrap();
        let options = ["--latency-ms", "20", "--rate-limits", "on", "--fault", faults];
        Sim::over(&[records], &options).map(Simulation)
    }

    fn lookup(&self, folder: &Path) -> LookupScheduler {
        let mut options = GateOptions::new(folder.join("state"));
        options.consent = Consent::Allowed;
        options.contact = Some("someone@example.org".to_owned());
        let reached = |service: &&'static dyn referee_literature::online::Service| {
            let access = Access {
                base_url: self.0.base_url(service.name()),
                contact: Some("someone@example.org".to_owned()),
                ..Access::default()
            };
            ServiceEndpoint { service: *service, access }
        };
        LookupScheduler::new(
            Gate::new(options),
            Cache::new(&folder.join("cache")),
            all().iter().map(reached).collect(),
        )
    }
}

/// The maximum number of attempts per request.
const MAX_ATTEMPTS: u64 = 6;

/// Returns the verdicts about `references`, and the number of requests.
fn check(references: &[Work], lookup: &LookupScheduler) -> (Vec<Verdict>, u64) {
    let sources = lookup.sources();
    let mut waiting: HashMap<(&'static str, String), Vec<usize>> = HashMap::new();
    let name = |question: &Question| format!("{question:?}");
    let next = |at: usize, waiting: &mut HashMap<(&'static str, String), Vec<usize>>| -> Vec<Wanted> {
        let asks = plan(references.get(at).unwrap(), Disclosable::Everything, &sources).into_iter();
        asks.map(|(service, question)| {
            let service = all().iter().find(|other| other.name() == service).unwrap().name();
            waiting.entry((service, name(&question))).or_default().push(at);
            Wanted { service, question }
        })
        .collect()
    };
    let wanted: Vec<Wanted> = (0..references.len()).flat_map(|at| next(at, &mut waiting)).collect();
    let fetched =
        lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |arrival: &Arrival| {
            let mut touched: Vec<usize> = arrival
                .questions
                .iter()
                .filter_map(|question| waiting.remove(&(arrival.service, name(question))))
                .flatten()
                .collect();
            touched.sort_unstable();
            touched.dedup();
            touched.into_iter().flat_map(|at| next(at, &mut waiting)).collect()
        });
    let verdicts = references.iter().map(|work| judge(work, &gather(work, &sources)).verdict).collect();
    (verdicts, fetched.requests())
}

fn run(faults: &str) -> Option<(Vec<Verdict>, u64)> {
    let folder = tempfile::tempdir().unwrap();
    let simulation = Simulation::start(folder.path(), faults)?;
    Some(check(&references(), &simulation.lookup(folder.path())))
}

fn is_accusation(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::NotFound | Verdict::Misidentified)
}

#[test]
fn no_fault_of_a_service_makes_an_accusation() {
    let Some((sound, usual)) = run("[]") else { return };
    let count = |verdict| sound.iter().filter(|other| **other == verdict).count();
    println!(
        "without faults: {} verified, {} misidentified, {} not found of {}",
        count(Verdict::Verified),
        count(Verdict::Misidentified),
        count(Verdict::NotFound),
        sound.len()
    );
    assert!(count(Verdict::Verified) >= 15, "{sound:?}");
    assert!(count(Verdict::Misidentified) >= 4 && count(Verdict::NotFound) >= 4, "{sound:?}");

    let every = std::env::var("REFEREE_FAULTS").is_ok_and(|value| value == "all");
    let services: Vec<&str> = all()
        .iter()
        .map(|service| if service.name() == "pubmed" { "eutils" } else { service.name() })
        .collect();
    let one =
        |service: &str, fault: &str| json!([{"service": service, "fault": fault, "ms": 30_000}]).to_string();
    let mut cases: Vec<String> = FAULTS.iter().map(|fault| one("*", fault)).collect();
    for (at, service) in services.iter().enumerate() {
        let faults = FAULTS.iter().enumerate();
        cases.extend(
            faults.filter(|(n, _)| every || (n + at) % 10 == 0).map(|(_, fault)| one(service, fault)),
        );
    }
    for seed in 0..if every { 30 } else { 4 } {
        let rules: Vec<_> = FAULTS
            .iter()
            .map(|fault| json!({"service": "*", "fault": fault, "p": 0.05, "ms": 3_000, "seconds": 30}))
            .collect();
        cases.push(json!({"seed": seed, "rules": rules}).to_string());
    }

    let next = Mutex::new(cases.iter());
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(faults) = next.lock().unwrap().next() else { return };
                    let Some((verdicts, requests)) = run(faults) else { return };
                    for (at, (verdict, sound)) in verdicts.iter().zip(&sound).enumerate() {
                        if is_accusation(*verdict) && verdict != sound {
                            let complaint = format!("{faults}: reference {at} is {verdict:?}, not {sound:?}");
                            complaints.lock().unwrap().push(complaint);
                        }
                    }
                    let open = verdicts.iter().filter(|verdict| **verdict == Verdict::Unchecked).count();
                    println!("{requests:>4} requests {open:>3} unchecked  {faults:.90}");
                    // A failing service gets a few retries, but no flood of requests.
                    if requests > MAX_ATTEMPTS * usual {
                        complaints
                            .lock()
                            .unwrap()
                            .push(format!("{faults}: {requests} requests, not {usual}"));
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn when_nothing_answers_nothing_is_checked_and_services_are_left_alone_after_their_first_requests() {
    // The duration depends on the clock, and is tested with a test clock in the look-up crate:
    // `a_service_that_says_nothing_is_given_up_before_two_seconds_are_over`.
    let Some((_, usual)) = run("[]") else { return };
    for fault in FAULTS {
        let faults = json!([{"service": "*", "fault": fault, "ms": 30_000}]).to_string();
        let Some((verdicts, requests)) = run(&faults) else { return };
        println!("{fault}: {requests} requests, {usual} where all is well");
        assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Unchecked), "{fault}: {verdicts:?}");
        assert!(requests <= MAX_ATTEMPTS * usual, "{fault}: {requests} requests");
    }
}
