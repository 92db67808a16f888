//! The author's consents: which workspace may look references up online, and which language model
//! on this machine may read clinical notes.
//!
//! An answer is stored in the user's own state folder and never in the workspace, which may be of
//! unknown origin. It is valid for the hosts that the author saw: if a setting introduces another
//! host, the author is asked again.

use referee_literature::private_files;
use referee_text::Phrase;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The data that may be sent to the sources, in the words of the author's consent.
pub const KIND_OF_DATA: Phrase = Phrase {
    english: "DOIs, PMIDs, titles, authors, journals, years; never your text",
    spanish: "DOI, PMID, títulos, autores, revistas, años; nunca su texto",
};

/// The name of the file in the state folder.
const FILE: &str = "consent.json";

/// The member of the file with the answers for workspaces.
const WORKSPACES: &str = "workspaces";

/// The member of the file with the language models that may read clinical notes.
const MODELS: &str = "models";

/// The maximum size of the file, in bytes; a larger one is not ours.
const MAX_BYTES: u64 = 4 << 20;

/// The author's answer for a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Consent {
    /// References of this workspace may be looked up online.
    Allowed,
    /// They may not, and the author is not asked again.
    Never,
}

/// The stored answers on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consents {
    folder: PathBuf,
}

impl Consents {
    /// Returns the answers in a state folder.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Consents { folder: folder.into() }
    }

    /// Returns the answer for a workspace folder, if it covers at least these hosts.
    #[must_use]
    pub fn of(&self, workspace: &Path, hosts: &[String]) -> Option<Consent> {
        let all = self.read(WORKSPACES);
        let entry = all.get(&name(workspace))?;
        match entry["answer"].as_str()? {
            "never" => Some(Consent::Never),
            "allow" => {
                let shown = entry["hosts"].as_array()?;
                let covered = |host: &String| shown.iter().any(|known| known.as_str() == Some(host));
                hosts.iter().all(covered).then_some(Consent::Allowed)
            }
            _ => None,
        }
    }

    /// Stores an answer for a workspace folder and these hosts.
    ///
    /// # Errors
    ///
    /// If the state folder cannot be written.
    pub fn remember(&self, workspace: &Path, consent: Consent, hosts: &[String]) -> std::io::Result<()> {
        let word = match consent {
            Consent::Allowed => "allow",
            Consent::Never => "never",
        };
        self.insert(WORKSPACES, name(workspace), json!({"answer": word, "hosts": hosts, "at": now()}))
    }

    /// Whether the author allowed the language model `model` at an address on this machine to read
    /// clinical notes.
    #[must_use]
    pub fn allows_notes(&self, base_url: &str, model: &str) -> bool {
        self.read(MODELS).contains_key(&model_name(base_url, model))
    }

    /// Stores that the language model `model` at an address on this machine may read clinical
    /// notes.
    ///
    /// # Errors
    ///
    /// If the state folder cannot be written.
    pub fn remember_notes(&self, base_url: &str, model: &str) -> std::io::Result<()> {
        self.insert(MODELS, model_name(base_url, model), json!({"answer": "allow", "at": now()}))
    }

    /// Adds an answer to one member of the file.
    fn insert(&self, part: &str, name: String, answer: Value) -> std::io::Result<()> {
        private_files::create_folder(&self.folder)?;
        // Two sessions may answer at the same time: read the file again under the lock.
        let lock = private_files::create_file(&self.folder.join("consent.lock"))?;
        lock.lock()?;
        let mut all = Map::new();
        for known in [WORKSPACES, MODELS] {
            all.insert(known.to_owned(), Value::Object(self.read(known)));
        }
        if let Some(Value::Object(answers)) = all.get_mut(part) {
            answers.insert(name, answer);
        }
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(format!("{:#}\n", Value::Object(all)).as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.folder.join(FILE)).map_err(|error| error.error)?;
        Ok(())
    }

    /// Returns the answers in one member of the file; empty without a readable file, so that the
    /// author is asked again.
    fn read(&self, part: &str) -> Map<String, Value> {
        let path = self.folder.join(FILE);
        if std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() > MAX_BYTES) {
            return Map::new();
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        match serde_json::from_str::<Value>(&text) {
            Ok(Value::Object(mut file)) => match file.remove(part) {
                Some(Value::Object(all)) => all,
                _ => Map::new(),
            },
            _ => Map::new(),
        }
    }
}

/// Returns the key of a model in the file.
fn model_name(base_url: &str, model: &str) -> String {
    format!("{} {model}", base_url.trim_end_matches('/'))
}

/// Returns the current time in seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the key of a workspace folder. Links are resolved, so that every path to it has the same
/// key.
fn name(workspace: &Path) -> String {
    let path = std::fs::canonicalize(workspace).unwrap_or_else(|_| workspace.to_path_buf());
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn hosts(all: &[&str]) -> Vec<String> {
        all.iter().map(|host| (*host).to_owned()).collect()
    }

    #[test]
    fn an_answer_holds_for_its_workspace_and_the_hosts_that_were_shown() {
        let state = tempfile::tempdir().unwrap();
        let consents = Consents::new(state.path().join("deep"));
        let (mine, other) = (Path::new("/w/mine"), Path::new("/w/other"));
        assert_eq!(consents.of(mine, &hosts(&["a"])), None);
        consents.remember(mine, Consent::Allowed, &hosts(&["a", "b"])).unwrap();
        assert_eq!(consents.of(mine, &hosts(&["b"])), Some(Consent::Allowed));
        assert_eq!(consents.of(mine, &hosts(&["b", "c"])), None, "another host was never shown");
        assert_eq!(consents.of(other, &hosts(&["b"])), None);
        consents.remember(other, Consent::Never, &hosts(&["a"])).unwrap();
        assert_eq!(consents.of(other, &hosts(&["c"])), Some(Consent::Never));
        assert_eq!(consents.of(mine, &hosts(&["a"])), Some(Consent::Allowed));
    }

    #[test]
    fn a_damaged_file_is_no_consent_and_is_replaced_by_the_next_answer() {
        let state = tempfile::tempdir().unwrap();
        let consents = Consents::new(state.path());
        for damage in
            ["", "{", "[]", "{\"workspaces\": 3}", "{\"workspaces\": {\"/w\": {\"answer\": \"allow\"}}}"]
        {
            std::fs::write(state.path().join(FILE), damage).unwrap();
            assert_eq!(consents.of(Path::new("/w"), &[]), None, "{damage}");
        }
        consents.remember(Path::new("/w"), Consent::Allowed, &[]).unwrap();
        assert_eq!(consents.of(Path::new("/w"), &[]), Some(Consent::Allowed));
    }
}
