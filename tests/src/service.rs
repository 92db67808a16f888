//! A running `referee serve`, `referee web` or `referee mcp --http`, and a small HTTP client for
//! it.

use crate::cli::command;
use crate::folder::Folder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest that an answer, or the end of the process after a signal, may take before the test
/// fails.
const SERVICE_TIMEOUT: Duration = Duration::from_secs(90);

/// A process of `referee serve`, `referee web` or `referee mcp --http`; dropping it kills the
/// process.
pub struct Service {
    child: Child,
    /// The host and port of the service: `127.0.0.1:40123`.
    pub address: String,
    /// The path printed after the address: `/mcp`, or `/` and the token of the page.
    pub path: String,
    log: Receiver<String>,
    /// The lines already read from `log`.
    log_lines: Vec<String>,
}

/// A received response.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status code: `200`.
    pub status: u16,
    /// The headers: lower-case name and value.
    pub headers: Vec<(String, String)>,
    /// The body; invalid UTF-8 is replaced.
    pub body: String,
}

impl HttpResponse {
    /// Parses the body as JSON.
    ///
    /// # Panics
    ///
    /// If it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Service {
    /// Starts the service in a folder, with its user's home, on a free port of loopback.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn start(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        Service::run(folder, variables, &["serve", "--listen", "127.0.0.1:0"], arguments)
    }

    /// Starts the MCP server over HTTP in a folder, on a free port of loopback.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn of_agents(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        Service::run(folder, variables, &["mcp", "--http", "127.0.0.1:0"], arguments)
    }

    /// Starts the single-user page in a folder, on a free port of loopback, without a browser.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn of_page(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        Service::run(folder, variables, &["web", "--no-open"], arguments)
    }

    /// Starts the single-user page in a folder, with the browser in the variable `BROWSER`.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn with_browser(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        Service::run(folder, variables, &["web"], arguments)
    }

    fn run(
        folder: &Folder,
        variables: &[(String, String)],
        command_words: &[&str],
        arguments: &[&str],
    ) -> Self {
        let words: Vec<&str> = command_words.iter().chain(arguments).copied().collect();
        let mut child = command(&folder.path("."), &folder.home(), variables, &words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary can be started");
        let (sender, log) = channel();
        let errors = child.stderr.take().expect("the log is piped");
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).try_for_each(|line| sender.send(line).ok())
        });
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("the output is piped"));
        output.read_line(&mut line).expect("the output can be read");
        let address = line.trim().trim_start_matches("listening on ").strip_prefix("http://");
        let address = address.unwrap_or_else(|| panic!("{line:?}; {:?}", log.try_iter().collect::<Vec<_>>()));
        let (address, path) = address.split_at(address.find('/').unwrap_or(address.len()));
        Service { child, address: address.to_owned(), path: path.to_owned(), log, log_lines: Vec::new() }
    }

    /// Sends a request over a new connection, and returns the response.
    ///
    /// # Panics
    ///
    /// If the response is missing.
    #[must_use]
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> HttpResponse {
        let mut stream = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !headers.iter().any(|(name, _)| *name == "content-length") {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        // A service that refuses early may close the connection before it has read everything.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        read_response(stream)
    }

    /// Sends a `GET` for a path and query.
    #[must_use]
    pub fn get(&self, path: &str) -> HttpResponse {
        self.request("GET", path, &[], b"")
    }

    /// Sends a draft to be checked, and waits for the result.
    #[must_use]
    pub fn check(&self, name: &str, text: impl AsRef<[u8]>) -> HttpResponse {
        self.request("POST", &format!("/check?wait=60&name={name}"), &[], text.as_ref())
    }

    /// Opens a connection with a read timeout.
    ///
    /// # Panics
    ///
    /// If the service does not accept the connection.
    #[must_use]
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the service takes connections");
        stream.set_read_timeout(Some(SERVICE_TIMEOUT)).expect("a time can be set");
        stream
    }

    /// Returns the lines of the log so far.
    pub fn log(&mut self) -> &[String] {
        self.log_lines.extend(self.log.try_iter());
        &self.log_lines
    }

    /// Sends SIGTERM and waits for the process; `None` if it does not end in time.
    pub fn end(&mut self) -> Option<ExitStatus> {
        self.signal("-TERM");
        self.wait()
    }

    /// Waits for the process; `None` if it does not end in time.
    pub fn wait(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + SERVICE_TIMEOUT;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Sends a signal to the process, in the notation of `kill`: `-TERM`.
    ///
    /// # Panics
    ///
    /// If `kill` cannot be run.
    pub fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        std::process::Command::new("kill").args([signal, &id]).status().expect("kill can be run");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a response to its end: by its length, or until the connection closes.
///
/// # Panics
///
/// If it is not an HTTP response.
#[must_use]
pub fn read_response(stream: TcpStream) -> HttpResponse {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    let mut next = |reader: &mut BufReader<TcpStream>| {
        line.clear();
        reader.read_line(&mut line).expect("an answer comes");
        line.trim_end().to_owned()
    };
    let first = next(&mut reader);
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no response of HTTP: {first:?}"));
    let mut headers = Vec::new();
    loop {
        let line = next(&mut reader);
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, length)| length.parse::<u64>().ok()).unwrap_or(u64::MAX);
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body).expect("the body can be read");
    HttpResponse { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}
