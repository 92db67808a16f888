//! A research run: from a question to the evidence and to what a language model writes about it.
//!
//! The command line, the editor commands and the recommendations for clinical notes all run
//! research through [`ResearchRun`]. It opens the store, reads the vocabulary of the folder, runs
//! the rounds of [`rounds::research`](crate::rounds::research) and has the report written. It makes
//! no decision about consent: the caller passes the sources that may be searched and the models
//! that may be asked.

mod warning;

pub use warning::ResearchWarning;

use crate::embed::{self, Embedder};
use crate::evidence::{EvidenceLocation, Store, StoreError};
use crate::model::report::{WrittenReport, write};
use crate::model::{self, CallControl, Model, ModelContribution, ModelError};
use crate::report::{NoEvidence, ResearchReport, compose_with};
use crate::rounds::{Progress, ResearchContext, ResearchOutcome, StopReason, research};
use crate::vocabulary::Vocabulary;
use referee_literature::MechanismLookup;
use referee_records::Source;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The file with a user's own names, relative to the folder that the evidence belongs to.
pub const VOCABULARY_FILE: &str = ".referee/vocabulary.txt";

/// The maximum number of bytes that are read from that file.
const MAX_VOCABULARY_BYTES: u64 = 4 << 20;

/// The use of the evidence; it decides which models take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The works are listed, and no model is asked.
    Evidence,
    /// Hypotheses: a language model proposes and judges, if there is one.
    Hypotheses,
    /// A report: a language model proposes, judges and writes, if there is one.
    Report,
    /// A language model reads the works and writes a recommendation; it takes no part in the
    /// search.
    Recommendation,
}

impl Purpose {
    /// Returns whether a language model is needed.
    #[must_use]
    pub fn asks_language_model(self) -> bool {
        self != Purpose::Evidence
    }

    /// Returns whether works are selected, for a report or for a language model, so that an
    /// embedder is useful.
    #[must_use]
    pub fn chooses_works(self, has_language_model: bool) -> bool {
        match self {
            Purpose::Evidence => false,
            Purpose::Hypotheses => has_language_model,
            Purpose::Report | Purpose::Recommendation => true,
        }
    }

    /// Returns whether the language model takes part in the search rounds.
    fn asks_in_rounds(self) -> bool {
        matches!(self, Purpose::Hypotheses | Purpose::Report)
    }
}

/// The models that take part in a run.
#[derive(Default)]
pub struct Models {
    /// The language model that proposes, judges and writes.
    pub language: Option<Model>,
    /// The embedder whose vectors select works; without it, word vectors are used.
    pub embedder: Option<Box<dyn Embedder>>,
    /// Embeds the queries, to compare them with the vectors of a library; only an embedder on this
    /// machine is used.
    pub query_embedder: Option<Arc<dyn Embedder>>,
}

/// The location of a run's evidence and of the vocabulary that is used.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    /// The location of the store; `None` keeps it in memory for the duration of the run.
    location: Option<EvidenceLocation>,
    /// The folder whose vocabulary is read.
    workspace: Option<PathBuf>,
}

impl Storage {
    /// Keeps the evidence of a workspace in this user's folder. Evidence for a clinical note, and
    /// for a file outside of any folder, is kept in memory.
    #[must_use]
    pub fn of_user(workspace: &Path, is_clinical: bool) -> Storage {
        if workspace.as_os_str().is_empty() {
            return Storage::default();
        }
        let location = if is_clinical { None } else { EvidenceLocation::of_user(workspace) };
        Storage { location, workspace: Some(workspace.to_path_buf()) }
    }

    /// Keeps the evidence at this location.
    #[must_use]
    pub fn at(location: EvidenceLocation) -> Storage {
        let workspace = Some(location.workspace().to_path_buf());
        Storage { location: Some(location), workspace }
    }
}

/// Receives the progress of a run.
pub trait ResearchObserver {
    /// Reports that the run continues without a part.
    fn warning(&mut self, warning: &ResearchWarning);

    /// Reports the progress of a search round.
    fn progress(&mut self, progress: Progress<'_>);

    /// Reports that the language model `name` has written this number of characters so far.
    fn writing(&mut self, name: &str, characters: usize);
}

/// A question to research, with everything that the run needs.
pub struct ResearchRun<'a> {
    /// The question in the author's words.
    pub question: &'a str,
    /// The maximum number of search rounds; with 0, only stored evidence is read.
    pub rounds: u32,
    /// The use of the evidence.
    pub purpose: Purpose,
    /// The location of the evidence.
    pub storage: Storage,
    /// The sources that may be searched.
    pub sources: &'a [Arc<dyn Source>],
    /// The services for drug mechanisms, if the author permits asking them. They are asked for
    /// hypotheses and reports only.
    pub mechanisms: Option<&'a MechanismLookup>,
    /// The models that may be asked.
    pub models: &'a Models,
}

/// The findings and texts of a run.
#[derive(Clone, Debug)]
pub struct ResearchResult {
    /// The outcome of the search rounds.
    pub outcome: ResearchOutcome,
    /// The report text that the language model wrote; `None` if it is missing, or no report was
    /// requested.
    pub written: Option<WrittenReport>,
    /// Whether the author cancelled the run at any point.
    pub cancelled: bool,
}

/// The reason why the payload of a run cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PayloadError {
    /// Nothing would be sent: no model is configured.
    #[error("there is no language model: llm.model is empty")]
    NoModel,
    /// No request to the language model can be built.
    #[error("the language model {name} {source}")]
    Model {
        /// The name of the model.
        name: String,
        /// The cause.
        source: ModelError,
    },
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ResearchRun<'_> {
    /// Searches, and has the language model write if the purpose is a report. Blocks on sources and
    /// models; do not call it from async code.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written. A model that fails is not an error;
    /// [`ResearchResult::complaints`] reports it.
    pub fn execute(
        &self,
        observer: &mut dyn ResearchObserver,
        cancel: &CancellationToken,
    ) -> Result<ResearchResult, StoreError> {
        let (mut store, vocabulary) = self.open(observer)?;
        let language = self.models.language.as_ref();
        let outcome = research(
            self.question,
            self.rounds,
            &mut store,
            &mut ResearchContext {
                sources: self.sources,
                vocabulary: &vocabulary,
                cancel,
                progress: &mut |progress| observer.progress(progress),
                model: language.filter(|_| self.purpose.asks_in_rounds()),
                embedder: self.models.embedder.as_deref(),
                mechanisms: self.mechanisms.filter(|_| self.purpose.asks_in_rounds()),
                query_embedder: self.models.query_embedder.as_deref(),
            },
        )?;
        let written = language.filter(|_| self.purpose == Purpose::Report).map(|model| {
            let mut on_progress = |characters| observer.writing(model.name(), characters);
            write(model, &outcome, &vocabulary, &mut CallControl { cancel, on_progress: &mut on_progress })
        });
        Ok(ResearchResult { outcome, written, cancelled: cancel.is_cancelled() })
    }

    /// Searches without asking a model and returns what the models would receive about the
    /// evidence: the first request to the language model and, under `embeddings`, the requests to
    /// the embedding server.
    ///
    /// # Errors
    ///
    /// If nothing would be sent, or the store cannot be read or written.
    pub fn payload(
        &self,
        observer: &mut dyn ResearchObserver,
        cancel: &CancellationToken,
    ) -> Result<Value, PayloadError> {
        let (mut store, vocabulary) = self.open(observer)?;
        let outcome = research(
            self.question,
            self.rounds,
            &mut store,
            &mut ResearchContext {
                sources: self.sources,
                vocabulary: &vocabulary,
                cancel,
                progress: &mut |progress| observer.progress(progress),
                model: None,
                embedder: None,
                mechanisms: self.mechanisms.filter(|_| self.purpose.asks_in_rounds()),
                query_embedder: None,
            },
        )?;
        let embeddings = match self.models.embedder.as_deref() {
            Some(embedder) => embed::payload(embedder, &outcome.question, &outcome.evidence, &store)?,
            None => None,
        };
        let mut payload = match &self.models.language {
            Some(model) => {
                let ResearchOutcome { question, evidence, compared, .. } = &outcome;
                model::hypotheses::payload(model, question, evidence, compared)
                    .map_err(|source| PayloadError::Model { name: model.name().to_owned(), source })?
            }
            None if embeddings.is_some() => json!({}),
            None => return Err(PayloadError::NoModel),
        };
        if let Some(embeddings) = embeddings {
            payload["embeddings"] = embeddings;
        }
        Ok(payload)
    }

    /// Opens the store and reads the vocabulary of its folder.
    fn open(&self, observer: &mut dyn ResearchObserver) -> Result<(Store, Arc<Vocabulary>), StoreError> {
        let store = match &self.storage.location {
            None => Store::in_memory()?,
            Some(location) => match Store::open(location) {
                Ok(store) => {
                    if let Some(aside) = store.put_aside() {
                        observer.warning(&ResearchWarning::PutAside(aside.to_owned()));
                    }
                    if store.damaged_works() > 0 {
                        observer.warning(&ResearchWarning::DamagedWorks(store.damaged_works()));
                    }
                    if store.has_unread_workspace_file(location) {
                        observer.warning(&ResearchWarning::WorkspaceFile(location.workspace_file()));
                    }
                    store
                }
                Err(error) => {
                    observer.warning(&ResearchWarning::NotKept(error));
                    Store::in_memory()?
                }
            },
        };
        let path = self.storage.workspace.as_ref().map(|workspace| workspace.join(VOCABULARY_FILE));
        let Some((path, text)) = path.and_then(|path| Some((path.clone(), read_vocabulary(&path)?))) else {
            return Ok((store, Vocabulary::shipped()));
        };
        let (vocabulary, complaints) = Vocabulary::with(&text);
        for complaint in complaints {
            observer.warning(&ResearchWarning::Vocabulary { path: path.clone(), complaint });
        }
        Ok((store, vocabulary))
    }
}

/// Reads a vocabulary up to its size limit; `None` if it is not a regular file.
fn read_vocabulary(path: &Path) -> Option<String> {
    if !std::fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_VOCABULARY_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

impl ResearchResult {
    /// Composes the report, using the sections that the language model wrote, if any.
    ///
    /// # Errors
    ///
    /// If no evidence was found.
    pub fn report(&self) -> Result<ResearchReport, NoEvidence> {
        compose_with(&self.outcome, self.written.clone())
    }

    /// Returns whether the author ended the run early.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled || self.outcome.stop == StopReason::Cancelled
    }

    /// Returns the failures of the models, one sentence each.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = self.outcome.complaints();
        complaints.extend(self.written.iter().filter_map(|written| written.part.complaint()));
        complaints.dedup();
        complaints
    }

    /// Returns the parts of the language model's answers that were left out, with reasons.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let mut left_out = self.outcome.left_out();
        left_out.extend(self.written.iter().flat_map(|written| written.part.left_out.iter().cloned()));
        left_out
    }
}

/// Returns the name of the language model that made a contribution; `otherwise` if none did.
pub(crate) fn author(part: Option<&ModelContribution>, otherwise: &str) -> String {
    let model = part.filter(|part| part.error.is_none());
    model.map_or_else(|| otherwise.to_owned(), |part| part.model.clone())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::testing::{library, record};

    /// Records what it receives; cancels the run when `cancel_at` is reported as the current
    /// activity.
    #[derive(Default)]
    struct RecordingObserver {
        warnings: Vec<String>,
        progress: Vec<String>,
        cancel_at: Option<(&'static str, CancellationToken)>,
    }

    impl ResearchObserver for RecordingObserver {
        fn warning(&mut self, warning: &ResearchWarning) {
            self.warnings.push(warning.to_string());
        }

        fn progress(&mut self, progress: Progress<'_>) {
            self.progress.push(progress.doing.to_owned());
            if let Some((doing, cancel)) = &self.cancel_at
                && *doing == progress.doing
            {
                cancel.cancel();
            }
        }

        fn writing(&mut self, _: &str, _: usize) {}
    }

    fn sources() -> Vec<Arc<dyn Source>> {
        library(vec![
            record(1, "Metformin and a kinase", "Metformin activated AMPK in neurons."),
            record(2, "A kinase and plaques", "In neurons, AMPK reduces amyloid plaques."),
        ])
    }

    fn run<'a>(
        storage: Storage,
        rounds: u32,
        sources: &'a [Arc<dyn Source>],
        models: &'a Models,
    ) -> ResearchRun<'a> {
        ResearchRun {
            question: "metformin amyloid",
            rounds,
            purpose: Purpose::Report,
            storage,
            sources,
            mechanisms: None,
            models,
        }
    }

    #[test]
    fn evidence_is_kept_in_the_folder_and_read_again_without_a_search() {
        let folder = tempfile::tempdir().unwrap();
        let storage = || Storage::at(EvidenceLocation::below(&folder.path().join("state"), folder.path()));
        let (sources, models, cancel) = (sources(), Models::default(), CancellationToken::new());
        let mut log = RecordingObserver::default();
        let first = run(storage(), 2, &sources, &models).execute(&mut log, &cancel).unwrap();
        assert!(!first.outcome.evidence.is_empty() && log.warnings.is_empty(), "{:?}", log.warnings);
        assert!(log.progress.iter().any(|doing| doing == "extracting hypotheses"), "{:?}", log.progress);
        let again =
            run(storage(), 0, &[], &models).execute(&mut RecordingObserver::default(), &cancel).unwrap();
        assert_eq!(again.outcome.evidence.len(), first.outcome.evidence.len());
        assert!(again.report().is_ok() && !again.is_cancelled());
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_the_storage_and_not_the_answer() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a-file");
        std::fs::write(&file, "").unwrap();
        let (sources, models) = (sources(), Models::default());
        let mut log = RecordingObserver::default();
        let result = run(Storage::at(EvidenceLocation::below(&file, folder.path())), 1, &sources, &models)
            .execute(&mut log, &CancellationToken::new())
            .unwrap();
        assert!(!result.outcome.evidence.is_empty());
        assert!(
            matches!(&log.warnings[..], [one] if one.ends_with("the evidence is not kept")),
            "{log:?}",
            log = log.warnings
        );
    }

    #[test]
    fn names_of_the_folder_are_read_and_bad_lines_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join(".referee")).unwrap();
        std::fs::write(folder.path().join(VOCABULARY_FILE), "drug: examplinib\nno colon\n").unwrap();
        let models = Models::default();
        let mut log = RecordingObserver::default();
        let location = EvidenceLocation::below(&folder.path().join("state"), folder.path());
        let run = run(Storage::at(location), 0, &[], &models);
        let (_, vocabulary) = run.open(&mut log).unwrap();
        assert!(vocabulary.find("examplinib").is_some());
        assert!(matches!(&log.warnings[..], [one] if one.contains("line 2")), "{:?}", log.warnings);
    }

    #[test]
    fn without_evidence_there_is_no_report() {
        let models = Models::default();
        let result = run(Storage::default(), 1, &[], &models)
            .execute(&mut RecordingObserver::default(), &CancellationToken::new())
            .unwrap();
        assert!(result.report().is_err());
    }

    #[test]
    fn a_cancelled_run_keeps_what_it_found_and_says_that_it_was_cancelled() {
        let cancel = CancellationToken::new();
        let mut log = RecordingObserver {
            cancel_at: Some(("extracting hypotheses", cancel.clone())),
            ..RecordingObserver::default()
        };
        let (sources, models) = (sources(), Models::default());
        let result = run(Storage::default(), 3, &sources, &models).execute(&mut log, &cancel).unwrap();
        assert!(result.is_cancelled() && !result.outcome.evidence.is_empty());
    }

    #[test]
    fn nothing_is_shown_where_no_model_is_set_up() {
        let models = Models::default();
        let shown = run(Storage::default(), 0, &[], &models)
            .payload(&mut RecordingObserver::default(), &CancellationToken::new());
        assert!(matches!(shown, Err(PayloadError::NoModel)));
    }

    #[test]
    fn an_embedder_is_of_use_where_works_are_chosen() {
        assert!(!Purpose::Evidence.chooses_works(true) && !Purpose::Evidence.asks_language_model());
        assert!(Purpose::Hypotheses.chooses_works(true) && !Purpose::Hypotheses.chooses_works(false));
        assert!(Purpose::Report.chooses_works(false) && Purpose::Recommendation.chooses_works(true));
    }
}
