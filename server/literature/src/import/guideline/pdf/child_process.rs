//! Reading a PDF in a process of its own, whose time and memory are limited.
//!
//! A PDF is a program for drawing pages: what it takes to read one is only known when it was read. So the binary runs
//! itself, hands the file over on standard input and gets the document back on standard output as JSON. Whatever the
//! file does to that process, the one that imports or serves an editor goes on.

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

/// The longest that reading a PDF may take.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The most memory that reading a PDF may need, in bytes.
const MAX_MEMORY: u64 = 2 << 30;

/// The longest document that is taken from the process, in bytes of JSON.
const MAX_ANSWER_BYTES: u64 = 256 << 20;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Has every PDF that this process imports from now on read by `program`, which is run with [`READ_PDF_COMMAND`] and
/// has to call [`serve_pdf_reader`]. Without this a PDF is read in the process itself.
pub fn read_pdfs_with(program: PathBuf) {
    // The second of two is the same binary.
    let _ = PROGRAM.set(program);
}

/// The program that reads PDFs, where there is one.
pub(super) fn program() -> Option<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path)
}

/// Why the process did not read a PDF.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChildError {
    /// There is no process, or it cannot be talked to.
    #[error("there is no process to read it in: {0}")]
    Io(#[from] io::Error),
    /// It did not end in time.
    #[error("reading it took longer than {} seconds, and was given up", MAX_TIME.as_secs())]
    TooLong,
    /// It ended without an answer.
    #[error("reading it failed: it is damaged, or needs more than {} GB of memory", MAX_MEMORY >> 30)]
    Failed,
}

/// What of a PDF the process is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdfAnswer {
    /// Its sections, as a guideline is read.
    Sections,
    /// The fragments of its pages, with their places.
    Fragments,
}

/// The argument of [`READ_PDF_COMMAND`] that asks for the fragments.
pub const FRAGMENTS_OPTION: &str = "fragments";

/// Reads a PDF in a process of its own.
pub(super) fn read(program: &Path, bytes: Vec<u8>) -> Result<Document, ChildError> {
    serde_json::from_slice(&answer(program, bytes, PdfAnswer::Sections)?).map_err(|_| ChildError::Failed)
}

/// Reads the fragments of the pages of a PDF in a process of its own.
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
    // It needs nothing of what is set here, and keys may be.
    #[cfg(unix)]
    command.env_clear();
    let mut child = command.spawn()?;
    let answer = talk_to(&mut child, bytes);
    // It may have ended by itself; it is waited for in any case.
    let _ = child.kill();
    child.wait()?;
    answer
}

/// Hands the file over and waits for the answer, as long as it may take.
fn talk_to(child: &mut Child, bytes: Vec<u8>) -> Result<Vec<u8>, ChildError> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
    };
    // A process that ends before it has read all says so by its answer.
    let writer = std::thread::Builder::new().spawn(move || drop(input.write_all(&bytes)))?;
    let (sender, receiver) = sync_channel(1);
    let reader = std::thread::Builder::new().spawn(move || {
        let mut answer = Vec::new();
        let read = output.take(MAX_ANSWER_BYTES).read_to_end(&mut answer);
        // Nobody waits any longer where it came too late.
        let _ = sender.send(read.map(|_| answer));
    })?;
    let answer = receiver.recv_timeout(MAX_TIME);
    if answer.is_err() {
        child.kill()?;
    }
    // Both end with the process, at the latest.
    let _ = (writer.join(), reader.join());
    match answer {
        Ok(answer) => Ok(answer?),
        Err(RecvTimeoutError::Timeout) => Err(ChildError::TooLong),
        Err(RecvTimeoutError::Disconnected) => Err(ChildError::Failed),
    }
}

/// Reads a PDF from standard input and writes the document to standard output: what the process does that was started
/// for it.
///
/// # Errors
///
/// If standard input or output cannot be used.
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

/// Limits the memory and the processor time of this process. Windows has no such limits; time is limited there from
/// outside.
fn limit_this_process() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        // A system that refuses has lower limits already.
        let _ = setrlimit(Resource::As, limit(MAX_MEMORY));
        let _ = setrlimit(Resource::Cpu, limit(MAX_TIME.as_secs()));
        let _ = setrlimit(Resource::Core, limit(0));
    }
}
