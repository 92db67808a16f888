//! Reads a PDF in a separate process with limited time and memory.
//!
//! A PDF is a program that draws pages, so the cost of reading it is unknown in advance. The binary
//! therefore runs itself, passes the file on standard input and gets the document on standard
//! output as JSON. Whatever the file does to that process, the importing process or editor server
//! continues.

use super::in_process;
use super::pages::PdfText;
use crate::import::guideline::document::Document;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The hidden command of the binary that reads a PDF.
pub const READ_PDF_COMMAND: &str = "read-pdf";

/// The time limit for reading a PDF.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The memory limit for reading a PDF, in bytes.
const MAX_MEMORY: u64 = 2 << 30;

/// How much the process leaves the processor to others, from 0 to 19.
#[cfg(unix)]
const NICENESS: i32 = 10;

/// The maximum size of the answer, in bytes of JSON.
const MAX_ANSWER_BYTES: u64 = 256 << 20;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program that reads all further PDFs of this process. It is run with
/// [`READ_PDF_COMMAND`] and must call [`serve_pdf_reader`]. Without this call a PDF is read in the
/// current process.
pub fn read_pdfs_with(program: PathBuf) {
    // A second call passes the same binary, so its error can be ignored.
    let _ = PROGRAM.set(program);
}

/// Returns the program that reads PDFs, if one is set.
pub(super) fn program() -> Option<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path)
}

/// Why the child process did not read a PDF.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChildError {
    /// The process cannot be started, or communication with it failed.
    #[error("there is no process to read it in: {0}")]
    Io(#[from] io::Error),
    /// The process did not end in time.
    #[error("reading it took longer than {} seconds and was stopped", MAX_TIME.as_secs())]
    TooLong,
    /// The process ended without an answer.
    #[error("reading it failed: it is damaged, or needs more than {} GB of memory", MAX_MEMORY >> 30)]
    Failed,
}

/// The part of a PDF that the process returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdfAnswer {
    /// The sections, as for a guideline.
    Sections,
    /// The fragments of the pages, with their positions.
    Fragments,
}

/// The argument of [`READ_PDF_COMMAND`] that requests the fragments.
pub const FRAGMENTS_OPTION: &str = "fragments";

/// Reads a PDF in a separate process.
pub(super) fn read(program: &Path, bytes: Vec<u8>) -> Result<Document, ChildError> {
    serde_json::from_slice(&answer(program, bytes, PdfAnswer::Sections)?).map_err(|_| ChildError::Failed)
}

/// Reads the fragments of the pages of a PDF in a separate process.
pub(super) fn read_fragments(program: &Path, bytes: Vec<u8>) -> Result<PdfText, ChildError> {
    serde_json::from_slice(&answer(program, bytes, PdfAnswer::Fragments)?).map_err(|_| ChildError::Failed)
}

fn answer(program: &Path, bytes: Vec<u8>, wanted: PdfAnswer) -> Result<Vec<u8>, ChildError> {
    let mut command = Command::new(program);
    command.arg(READ_PDF_COMMAND);
    if wanted == PdfAnswer::Fragments {
        command.arg(format!("--{FRAGMENTS_OPTION}"));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // The process needs none of the environment variables, which may contain API keys.
    #[cfg(unix)]
    command.env_clear();
    let mut child = command.spawn()?;
    let answer = talk_to(&mut child, bytes);
    // Ignore the error: the process may have ended by itself. `wait` follows in any case.
    let _ = child.kill();
    child.wait()?;
    answer
}

/// Sends the file and waits for the answer, up to the time limit.
fn talk_to(child: &mut Child, bytes: Vec<u8>) -> Result<Vec<u8>, ChildError> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
    };
    // Ignore the write error: a process that ends before it has read everything is detected by its
    // answer.
    let writer = std::thread::Builder::new().spawn(move || drop(input.write_all(&bytes)))?;
    let (sender, receiver) = sync_channel(1);
    let reader = std::thread::Builder::new().spawn(move || {
        let mut answer = Vec::new();
        let read = output.take(MAX_ANSWER_BYTES).read_to_end(&mut answer);
        // After a timeout the receiver is gone; ignore the send error.
        let _ = sender.send(read.map(|_| answer));
    })?;
    let answer = receiver.recv_timeout(MAX_TIME);
    if answer.is_err() {
        child.kill()?;
    }
    // Both threads end with the process at the latest.
    let _ = (writer.join(), reader.join());
    match answer {
        Ok(answer) => Ok(answer?),
        Err(RecvTimeoutError::Timeout) => Err(ChildError::TooLong),
        Err(RecvTimeoutError::Disconnected) => Err(ChildError::Failed),
    }
}

/// Reads a PDF from standard input and writes the document to standard output. This is the main
/// function of the child process.
///
/// # Errors
///
/// Returns an error if standard input or output cannot be used.
pub fn serve_pdf_reader(wanted: PdfAnswer) -> io::Result<()> {
    limit_this_process();
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let answer = match wanted {
        PdfAnswer::Sections => serde_json::to_vec(&in_process::read(bytes)),
        PdfAnswer::Fragments => serde_json::to_vec(&in_process::read_fragments(bytes)),
    }?;
    let mut output = io::stdout().lock();
    output.write_all(&answer)?;
    output.flush()
}

/// Limits the memory and CPU time of this process. Windows lacks such limits; there the parent
/// limits the time.
fn limit_this_process() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        // Other work goes first; ignore the error.
        let _ = rustix::process::nice(NICENESS);
        // Ignore errors: a system that refuses already has lower limits.
        let _ = setrlimit(Resource::As, limit(MAX_MEMORY));
        let _ = setrlimit(Resource::Cpu, limit(MAX_TIME.as_secs()));
        let _ = setrlimit(Resource::Core, limit(0));
    }
}
