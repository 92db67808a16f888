//! A small simulated service over real HTTP on loopback, and the `Service` that uses it.
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_literature::online::{
    Access, Body, Budget, Disclosure, Limit, NotAnAnswer, RateHeaders, Reading, Request, Response, Service,
};
use referee_literature::{Cache, Consent, Gate, GateOptions, LookupScheduler, ServiceEndpoint, Wanted};
use referee_records::services::ServiceProfile;
use referee_records::{Coverage, Question, Record};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A request as the server saw it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) at: Instant,
    pub(crate) target: String,
    pub(crate) head: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// The reaction of the server to a request.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// Answers with status, media type, further headers, and body.
    Answer(u16, &'static str, Vec<(&'static str, String)>, String),
    /// Answers with a file.
    File(Vec<u8>),
    /// Answers after a delay.
    After(Duration, Box<Reply>),
    /// Announces a longer body than it sends.
    CutOff(String),
    /// Sends nothing, and keeps the connection open.
    Silence,
    /// Closes the connection immediately.
    Reset,
}

pub(crate) fn json(body: impl Into<String>) -> Reply {
    Reply::Answer(200, "application/json", Vec::new(), body.into())
}

pub(crate) fn status(status: u16) -> Reply {
    Reply::Answer(status, "text/html", Vec::new(), "<html><body>No.</body></html>".to_owned())
}

/// A server on loopback.
pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
    pub(crate) connections: Arc<Mutex<usize>>,
}

impl Server {
    /// Starts a server with `play` as its handler, which gets the number of earlier requests and
    /// the request.
    pub(crate) fn start(play: impl Fn(usize, &Seen) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let connections: Arc<Mutex<usize>> = Arc::default();
        let play = Arc::new(play);
        let (log, count) = (Arc::clone(&seen), Arc::clone(&connections));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                *count.lock().unwrap() += 1;
                let (log, play) = (Arc::clone(&log), Arc::clone(&play));
                std::thread::spawn(move || {
                    let _ = serve(stream, &log, play.as_ref());
                });
            }
        });
        Server { address, seen, connections }
    }

    pub(crate) fn count(&self) -> usize {
        self.seen.lock().unwrap().len()
    }

    /// Waits until this many requests have arrived.
    pub(crate) fn wait_for(&self, requests: usize) {
        while self.count() < requests {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn targets(&self) -> Vec<String> {
        self.seen.lock().unwrap().iter().map(|seen| seen.target.clone()).collect()
    }

    /// Returns the largest number of requests within `per`.
    pub(crate) fn peak(&self, per: Duration) -> usize {
        let times: Vec<Instant> = self.seen.lock().unwrap().iter().map(|seen| seen.at).collect();
        times
            .iter()
            .map(|first| times.iter().filter(|at| *at >= first && **at - *first < per).count())
            .max()
            .unwrap_or(0)
    }
}

fn serve(
    stream: TcpStream,
    log: &Mutex<Vec<Seen>>,
    play: &(impl Fn(usize, &Seen) -> Reply + ?Sized),
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let mut words = line.split_whitespace();
        let target = words.nth(1).unwrap_or("").to_owned();
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                Some((key, value)) => head.push((key.to_owned(), value.trim().to_owned())),
                None => break,
            }
        }
        let mut seen = Seen { at: Instant::now(), target, head, body: String::new() };
        let length = seen.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        seen.body = String::from_utf8_lossy(&body).into_owned();
        let before = {
            let mut log = log.lock().unwrap();
            log.push(seen.clone());
            log.len() - 1
        };
        let mut reply = play(before, &seen);
        if let Reply::After(time, then) = reply {
            std::thread::sleep(time);
            reply = *then;
        }
        match reply {
            Reply::Answer(status, media, head, body) => {
                let mut out = format!(
                    "HTTP/1.1 {status} X\r\nContent-Type: {media}\r\nContent-Length: {}\r\n",
                    body.len()
                );
                for (key, value) in head {
                    out.push_str(&format!("{key}: {value}\r\n"));
                }
                stream.write_all(format!("{out}\r\n{body}").as_bytes())?;
            }
            Reply::File(body) => {
                let head = format!(
                    "HTTP/1.1 200 X\r\nContent-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n",
                    body.len()
                );
                stream.write_all(head.as_bytes())?;
                stream.write_all(&body)?;
            }
            Reply::CutOff(body) => {
                let out = format!(
                    "HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                    body.len() * 2
                );
                stream.write_all(format!("{out}{body}").as_bytes())?;
                return Ok(());
            }
            Reply::Silence => std::thread::sleep(Duration::from_secs(60)),
            Reply::Reset => return Ok(()),
            Reply::After(..) => {}
        }
    }
}

/// The name under which [`Numbers`] answers.
pub(crate) const NUMBERS: referee_records::Service = referee_records::Service::OpenLibrary;

/// A service that lists works by number and by title: `/records?ids=1,2` and `/search?title=…`,
/// which returns numbers. It refuses every request that contains the number 13.
pub(crate) struct Numbers {
    pub(crate) name: referee_records::Service,
    pub(crate) limits: Vec<Limit>,
    pub(crate) batch: usize,
    pub(crate) redirects: &'static [&'static str],
    pub(crate) wants_contact: bool,
    /// The cost of a search, deducted from the budget in the headers.
    pub(crate) search_cost: u64,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers {
            name: NUMBERS,
            limits: Vec::new(),
            batch: 50,
            redirects: &[],
            wants_contact: false,
            search_cost: 0,
        }
    }
}

impl Numbers {
    pub(crate) fn at(self, base_url: &str) -> ServiceEndpoint {
        let access = Access { base_url: base_url.to_owned(), ..Access::default() };
        ServiceEndpoint { service: Box::leak(Box::new(self)), access }
    }
}

impl Service for Numbers {
    fn profile(&self) -> ServiceProfile {
        ServiceProfile::new(self.name, true, |_| Coverage::Complete)
    }

    fn default_base_url(&self) -> &'static str {
        "https://numbers.invalid"
    }

    fn answers(&self, question: &Question) -> bool {
        !matches!(question, Question::Identifier(Identifier::Isbn(_)))
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        self.limits.clone()
    }

    fn redirects_to(&self) -> &'static [&'static str] {
        self.redirects
    }

    fn wants_contact(&self) -> bool {
        self.wants_contact
    }

    fn cost(&self, class: &str) -> u64 {
        if class == "search" { self.search_cost } else { 0 }
    }

    fn budget(&self, headers: &RateHeaders, _: u64) -> Option<Budget> {
        Some(Budget {
            remaining: headers.number("x-ratelimit-remaining")?,
            total: headers.number("x-ratelimit-limit"),
            renewed_in: Duration::from_secs(headers.number("x-ratelimit-reset")?),
        })
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let secret = access.api_key.clone();
        let request = |url: String, class, tells, questions: Vec<Question>| Request {
            url,
            body: Body::None,
            accept: Some("application/json"),
            secret_header: secret.clone().map(|key| ("x-api-key", key)),
            secret_parameter: None,
            class,
            tells,
            questions,
        };
        let (numbers, titles): (Vec<&Question>, Vec<&Question>) =
            questions.iter().partition(|question| matches!(question, Question::Identifier(_)));
        let mut requests: Vec<Request> = numbers
            .chunks(self.batch)
            .map(|chunk| {
                let ids: Vec<String> = chunk
                    .iter()
                    .filter_map(|question| match question {
                        Question::Identifier(Identifier::Pmid(number)) => Some(number.to_string()),
                        _ => None,
                    })
                    .collect();
                let url = format!("{}/records?ids={}", access.base_url, ids.join(","));
                request(url, "list", Disclosure::Identifiers, chunk.iter().copied().cloned().collect())
            })
            .collect();
        requests.extend(titles.into_iter().map(|question| {
            let Question::Like(work) = question else { unreachable!() };
            let title = work.title.clone().unwrap_or_default().replace(' ', "+");
            let url = format!("{}/search?title={title}", access.base_url);
            request(url, "search", Disclosure::References, vec![question.clone()])
        }));
        requests
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if response.status == 400 {
            return Err(NotAnAnswer::Refused("13".to_owned()));
        }
        if matches!(response.status, 401 | 403) {
            return Err(NotAnAnswer::Denied("no".to_owned()));
        }
        let text = std::str::from_utf8(&response.body).unwrap_or_default();
        assert!(text != "PANIC", "a reader with an error");
        let Some(text) = text.strip_prefix("OK:").and_then(|text| text.strip_suffix('.')) else {
            return Err(NotAnAnswer::Unreadable("no OK".to_owned()));
        };
        let numbers: Vec<u32> = text.split(',').filter_map(|number| number.parse().ok()).collect();
        if request.class == "search" {
            return Ok(vec![Reading::See(numbers.into_iter().map(Identifier::Pmid).collect())]);
        }
        let reading = |question: &Question| {
            let Question::Identifier(Identifier::Pmid(number)) = question else { unreachable!() };
            Reading::Records(numbers.contains(number).then(|| record(*number)).into_iter().collect())
        };
        Ok(request.questions.iter().map(reading).collect())
    }
}

pub(crate) fn record(number: u32) -> Record {
    Record::new(
        NUMBERS.name(),
        Work {
            kind: WorkKind::Article,
            title: Some(format!("Work number {number}")),
            identifiers: [Identifier::Pmid(number)].into_iter().collect(),
            ..Work::default()
        },
    )
}

/// Answers like the service: it has the even numbers, and a search for an even one finds it.
pub(crate) fn even(_: usize, seen: &Seen) -> Reply {
    answer_even(seen)
}

pub(crate) fn answer_even(seen: &Seen) -> Reply {
    if let Some(title) = seen.target.strip_prefix("/search?title=") {
        let number = title.rsplit('+').next().unwrap_or("");
        return json(if number.parse::<u32>().is_ok_and(|number| number % 2 == 0) {
            format!("OK:{number}.")
        } else {
            "OK:.".to_owned()
        });
    }
    let ids: Vec<u32> = seen
        .target
        .split_once("ids=")
        .unwrap_or_default()
        .1
        .split(',')
        .filter_map(|id| id.parse().ok())
        .collect();
    if ids.contains(&13) {
        return status(400);
    }
    let found: Vec<String> = ids.iter().filter(|id| **id % 2 == 0).map(ToString::to_string).collect();
    json(format!("OK:{}.", found.join(",")))
}

pub(crate) fn by_number(number: u32) -> Question {
    Question::Identifier(Identifier::Pmid(number))
}

pub(crate) fn by_title(title: &str) -> Question {
    Question::Like(Arc::new(Work { title: Some(title.to_owned()), ..Work::default() }))
}

pub(crate) fn wanted(questions: impl IntoIterator<Item = Question>) -> Vec<Wanted> {
    questions.into_iter().map(|question| Wanted { service: NUMBERS.name(), question }).collect()
}

/// Returns a gate with consent, with its state in `folder`.
pub(crate) fn gate(folder: &Path) -> Gate {
    Gate::new(GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.join("state")) })
}

/// Returns the same gate with timeouts of one hour, so that no test result is caused by a timeout.
pub(crate) fn patient_gate(folder: &Path) -> Gate {
    let mut options = GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.join("state")) };
    let hour = Duration::from_secs(3_600);
    options.timeouts.first_response = hour;
    options.timeouts.response = hour;
    Gate::new(options)
}

/// Creates a scheduler for one service at `server` with timeouts of one hour, without a cache.
pub(crate) fn patient_lookup(folder: &Path, server: &Server) -> LookupScheduler {
    LookupScheduler::new(patient_gate(folder), Cache::none(), vec![Numbers::default().at(&server.address)])
}

/// Creates a scheduler for one service at `server`, with a cache in `folder`.
pub(crate) fn lookup(folder: &Path, server: &Server) -> LookupScheduler {
    LookupScheduler::new(
        gate(folder),
        Cache::new(&folder.join("cache")),
        vec![Numbers::default().at(&server.address)],
    )
}
