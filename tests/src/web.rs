//! A web server on loopback that records its requests. It is also a proxy: it handles a request for
//! an absolute address or for a tunnel like any other, and forwards nothing.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A received request.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    /// `GET`, `POST`, `CONNECT`.
    pub method: String,
    /// The target as it was sent: a path with its query, an absolute address, or a host and port.
    pub target: String,
    /// Its headers: lower-case name and value.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
    /// The time of arrival since the start of the server.
    pub at: Duration,
}

impl ReceivedRequest {
    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the requested host, without its port.
    #[must_use]
    pub fn host(&self) -> String {
        let authority = match self.absolute() {
            Some((_, rest)) => rest.split(['/', '?']).next().unwrap_or_default(),
            None if self.method == "CONNECT" => &self.target,
            None => self.header("host").unwrap_or_default(),
        };
        authority.rsplit_once(':').map_or(authority, |(host, _)| host).to_owned()
    }

    /// Returns the path and query, without scheme and host.
    #[must_use]
    pub fn path(&self) -> &str {
        match self.absolute() {
            Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
            None => &self.target,
        }
    }

    /// Returns scheme and rest of an absolute target, as a proxy receives it; `None` if the address
    /// is part of the path.
    fn absolute(&self) -> Option<(&str, &str)> {
        self.target.split_once("://").filter(|(scheme, _)| !scheme.contains('/'))
    }

    /// Returns everything that was sent, percent-decoded and in lower case, to search for a text in
    /// it.
    #[must_use]
    pub fn everything(&self) -> String {
        let mut all = format!("{} {}\n", self.method, self.target);
        for (name, value) in &self.headers {
            all.push_str(&format!("{name}: {value}\n"));
        }
        all.push_str(&self.body);
        decoded(&all).to_lowercase()
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status code of HTTP.
    pub status: u16,
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    /// The complete body.
    pub body: String,
    /// The headers other than length and media type.
    pub headers: Vec<(&'static str, String)>,
    /// The network fault to apply, if any.
    pub fault: Option<Fault>,
}

/// A network fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Closes the connection before sending anything.
    Refuse,
    /// Sends nothing for this long.
    Hang(Duration),
    /// Closes the connection in the middle of the body.
    Drop,
}

impl Reply {
    /// Returns an answer in JSON with status 200.
    #[must_use]
    pub fn json(value: &serde_json::Value) -> Self {
        Reply::new(200, "application/json", value.to_string())
    }

    /// Returns an answer without a fault.
    #[must_use]
    pub fn new(status: u16, media_type: &'static str, body: impl Into<String>) -> Self {
        Reply { status, media_type, body: body.into(), headers: Vec::new(), fault: None }
    }

    /// Adds a fault.
    #[must_use]
    pub fn with(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }
}

/// A server on loopback; it ends when dropped.
pub struct Web {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    asked: Mutex<Vec<ReceivedRequest>>,
    connections: AtomicUsize,
    open: AtomicUsize,
    most_open: AtomicUsize,
    over: AtomicBool,
    started: Instant,
}

impl Web {
    /// Starts a server that answers with `handler`.
    ///
    /// # Panics
    ///
    /// If every port is in use.
    pub fn serve(handler: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port on loopback");
        let address = listener.local_addr().expect("a bound port has an address");
        let shared = Arc::new(Shared {
            asked: Mutex::default(),
            connections: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
            most_open: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            started: Instant::now(),
        });
        let handler = Arc::new(handler);
        let mine = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if mine.over.load(Ordering::Acquire) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                mine.connections.fetch_add(1, Ordering::AcqRel);
                let (shared, handler) = (Arc::clone(&mine), Arc::clone(&handler));
                std::thread::spawn(move || {
                    let open = shared.open.fetch_add(1, Ordering::AcqRel) + 1;
                    shared.most_open.fetch_max(open, Ordering::AcqRel);
                    converse(&shared, &stream, handler.as_ref());
                    shared.open.fetch_sub(1, Ordering::AcqRel);
                });
            }
        });
        Web { address, shared }
    }

    /// Returns its address, without a trailing slash.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the requests so far.
    #[must_use]
    pub fn asked(&self) -> Vec<ReceivedRequest> {
        self.shared.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns how many connections were made to it.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::Acquire)
    }

    /// Clears the recorded requests and connections.
    pub fn forget(&self) {
        self.shared.asked.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shared.connections.store(0, Ordering::Release);
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Release);
        // Wake the accepting thread once more so that it ends.
        let _ = TcpStream::connect(self.address);
    }
}

/// Answers the requests of one connection.
fn converse(shared: &Shared, stream: &TcpStream, handler: &(impl Fn(&ReceivedRequest) -> Reply + ?Sized)) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
    let mut input = BufReader::new(stream);
    while let Some(mut asked) = read(&mut input) {
        asked.at = shared.started.elapsed();
        shared.asked.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
        let reply = handler(&asked);
        match reply.fault {
            Some(Fault::Refuse) => return,
            Some(Fault::Hang(time)) => {
                let end = Instant::now() + time;
                while Instant::now() < end && !shared.over.load(Ordering::Acquire) {
                    std::thread::sleep(Duration::from_millis(20));
                }
                return;
            }
            Some(Fault::Drop) | None => {}
        }
        let mut head = format!(
            "HTTP/1.1 {} X\r\nContent-Type: {}\r\nContent-Length: {}\r\n",
            reply.status,
            reply.media_type,
            reply.body.len()
        );
        for (name, value) in &reply.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let body = reply.body.as_bytes();
        let body = if reply.fault == Some(Fault::Drop) { &body[..body.len() / 2] } else { body };
        let mut output = stream;
        if output.write_all(&[head.as_bytes(), body].concat()).and_then(|()| output.flush()).is_err()
            || reply.fault.is_some()
        {
            return;
        }
    }
}

/// Reads the next request of a connection.
fn read(input: &mut impl BufRead) -> Option<ReceivedRequest> {
    let mut line = String::new();
    if input.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut parts = line.split_whitespace();
    let (method, target) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let value = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let length: usize = value("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    let body = String::from_utf8_lossy(&body).into_owned();
    Some(ReceivedRequest { method, target, headers, body, at: Duration::ZERO })
}

/// Returns percent-decoded text, with `+` as a space.
#[must_use]
pub fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = (byte == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(value) => {
                out.push(value);
                at += 3;
            }
            None => {
                out.push(if byte == b'+' { b' ' } else { byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
