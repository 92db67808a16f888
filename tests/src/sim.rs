//! The simulation of the scholarly web in the shared folder, if available.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The services and their paths in the simulation.
const PLACES: [(&str, &str); 14] = [
    ("pubmed", "eutils"),
    ("idconv", "idconv"),
    ("crossref", "crossref"),
    ("doi", "doi"),
    ("openalex", "openalex"),
    ("europepmc", "europepmc"),
    ("semanticscholar", "semanticscholar"),
    ("datacite", "datacite"),
    ("arxiv", "arxiv"),
    ("clinicaltrials", "clinicaltrials"),
    ("retractionwatch", "retractionwatch"),
    ("dblp", "dblp"),
    ("openreview", "openreview"),
    ("pubtator", "pubtator"),
];

/// The services that are missing here and therefore disabled.
const ABSENT: [&str; 5] = ["openlibrary", "cran", "pypi", "github", "opentargets"];

/// Returns the shared folder: `REFEREE_SHARED`, or `shared` in the project or one of its ancestors.
#[must_use]
pub fn shared() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("REFEREE_SHARED") {
        return Some(PathBuf::from(folder)).filter(|folder| folder.is_dir());
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().skip(1).map(|above| above.join("shared")).find(|folder| folder.is_dir())
}

/// Prints the reason for a skipped test.
fn skip<T>(why: &str) -> Option<T> {
    crate::tools::skipped(format_args!("{why}"));
    None
}

/// A running simulation; dropping it ends the process.
pub struct Sim {
    child: Child,
    address: String,
    folder: TempDir,
}

impl Sim {
    /// Starts the simulation with the records of the shared folder, and further arguments; returns
    /// `None`, with a printed reason, if it is not available.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Option<Self> {
        let Some(shared) = shared() else { return skip("there is no shared folder") };
        Sim::over(&[shared.join("data/records/dev.jsonl.gz")], arguments)
    }

    /// Starts the simulation with files of records in JSON lines.
    #[must_use]
    pub fn over(records: &[PathBuf], arguments: &[&str]) -> Option<Self> {
        let Some(shared) = shared() else { return skip("there is no shared folder") };
        let program = shared.join("scholar-sim/scholar_sim.py");
        if !program.exists() || !records.iter().all(|file| file.exists()) {
            return skip("the shared folder has no simulation");
        }
        let folder = tempfile::tempdir().ok()?;
        let started = Command::new("python3")
            .arg(program)
            .args(records.iter().flat_map(|file| [OsStr::new("--records"), file.as_os_str()]))
            .args(["--port", "0", "--log"])
            .arg(folder.path().join("log.jsonl"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = started else { return skip("there is no python3") };
        let mut line = String::new();
        let _ = BufReader::new(child.stdout.take()?).read_line(&mut line);
        let Some(address) = line.trim().strip_prefix("listening on ").map(str::to_owned) else {
            let _ = child.kill();
            return skip("the simulation did not start");
        };
        Some(Sim { child, address, folder })
    }

    /// Returns the variables that direct referee to the simulation.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let variable = |(name, _): (&str, &str)| {
            (format!("REFEREE_SOURCES__{}__BASE_URL", name.to_uppercase()), self.base_url(name))
        };
        let mut out = PLACES.map(variable).to_vec();
        out.extend(ABSENT.map(|service| {
            (format!("REFEREE_SOURCES__{}__ENABLED", service.to_uppercase()), String::from("false"))
        }));
        out
    }

    /// Returns the base address of a service.
    #[must_use]
    pub fn base_url(&self, service: &str) -> String {
        let place = PLACES.iter().find(|(name, _)| *name == service).map_or(service, |(_, place)| place);
        format!("{}/{place}", self.address)
    }

    /// Returns the requests so far, from the log.
    #[must_use]
    pub fn requests(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("log.jsonl")).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter(|line| line.get("service").is_some()).collect()
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
