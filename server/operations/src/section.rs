//! Writes about a question into a draft: hypotheses, a report, or one section of it.
//!
//! The constructors of [`PageRequest`] read the parameters, the caller searches, and
//! [`ResearchedPage::of`] decides whether there is something to write.

mod answer;
mod error;
mod messages;
mod refreshed;
mod written_text;

use crate::changed_files::also_changed;
use crate::rounds::{MAX_ROUNDS, QUICK_ROUNDS, THOROUGH_ROUNDS};
use answer::{OfferedChain, WhatIsMissing};
pub use answer::{PageAnswer, ReadableText, ResearchSummary};
pub use error::SectionError;
use messages::nothing_to_write;
pub use messages::{no_evidence, written_before};
use referee_features::write::{self, GenerationInfo};
use referee_findings::FileEdit;
use referee_research::Evidence;
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_research::page::Page;
use referee_research::run::ResearchResult;
use referee_syntax::{DraftKind, WrittenPassage};
use referee_text::{FileId, Language, Span};
use referee_workspace::{FileKind, Snapshot};
pub use refreshed::{PassageRequest, RefreshPassage, RefreshedAnswer, RefreshedPassage};
use schemars::JsonSchema;
use serde::Deserialize;
use written_text::written;

/// The common parameters of what is written about a question.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WritePage {
    /// The question; by default the title of the draft.
    question: Option<String>,
    /// The maximum number of search rounds.
    rounds: Option<u32>,
    /// Whether the page is inserted into the draft; otherwise it is returned as text.
    insert: Option<bool>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    online: Option<bool>,
}

/// Inserts one section of a report about a question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WriteSection {
    #[serde(flatten)]
    common: WritePage,
    /// The section of a report.
    section: Option<String>,
}

/// Inserts the hypotheses about a question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WriteHypotheses {
    #[serde(flatten)]
    common: WritePage,
    /// Whether the chains are returned for the author to choose from, and nothing is inserted.
    choose: Option<bool>,
    /// The chosen chains, by the `id` in the answer; without it, all chains.
    chains: Option<Vec<String>>,
}

/// What is to be written about which question, and how it is searched for.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// What is written.
    pub deliverable: Deliverable,
    /// The question.
    pub question: String,
    /// The maximum number of search rounds.
    pub rounds: u32,
    /// Whether online sources are searched; `None` asks the author if the network is allowed.
    pub online: Option<bool>,
    /// Whether the page is inserted into the draft; otherwise it is returned as text.
    pub insert: bool,
    /// Whether the hypotheses are returned for the author to choose from.
    pub choose: bool,
    /// The chosen chains; all without it.
    pub chains: Option<Vec<String>>,
}

impl PageRequest {
    /// Reads the parameters of hypotheses.
    ///
    /// # Errors
    ///
    /// Without a question.
    pub fn of_hypotheses(
        snapshot: &Snapshot,
        file: &FileId,
        parameters: WriteHypotheses,
    ) -> Result<Self, SectionError> {
        let WriteHypotheses { common, choose, chains } = parameters;
        let request = PageRequest::of(snapshot, file, common, Deliverable::Hypotheses)?;
        Ok(PageRequest { choose: choose == Some(true), chains, ..request })
    }

    /// Reads the parameters of a section.
    ///
    /// # Errors
    ///
    /// Without a section or a question.
    pub fn of_section(
        snapshot: &Snapshot,
        file: &FileId,
        parameters: WriteSection,
    ) -> Result<Self, SectionError> {
        let section = parameters.section.ok_or(SectionError::NoSection)?;
        PageRequest::of(snapshot, file, parameters.common, Deliverable::Section(section))
    }

    /// Reads the parameters of a report that is inserted.
    ///
    /// # Errors
    ///
    /// Without a question.
    pub fn of_report(
        snapshot: &Snapshot,
        file: &FileId,
        parameters: WritePage,
    ) -> Result<Self, SectionError> {
        PageRequest::of(snapshot, file, parameters, Deliverable::Report)
    }

    /// Reads the parameters of a report that is returned as text, after a thorough search.
    ///
    /// # Errors
    ///
    /// Without a question.
    pub fn of_research(
        snapshot: &Snapshot,
        file: &FileId,
        mut parameters: WritePage,
    ) -> Result<Self, SectionError> {
        parameters.rounds.get_or_insert(THOROUGH_ROUNDS);
        parameters.insert.get_or_insert(false);
        PageRequest::of(snapshot, file, parameters, Deliverable::Report)
    }

    fn of(
        snapshot: &Snapshot,
        file: &FileId,
        parameters: WritePage,
        deliverable: Deliverable,
    ) -> Result<Self, SectionError> {
        Ok(PageRequest {
            deliverable,
            question: question(snapshot, file, parameters.question.as_deref())?,
            rounds: parameters.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS),
            online: parameters.online,
            insert: parameters.insert.unwrap_or(true),
            choose: false,
            chains: None,
        })
    }

    /// Returns the passage that was already written for the question at a place of the draft, if
    /// this would write another one.
    #[must_use]
    pub fn passage_before(&self, snapshot: &Snapshot, file: &FileId, place: Span) -> Option<WrittenPassage> {
        let Some(FileKind::Draft(document)) = snapshot.kind(file).filter(|_| self.insert && !self.choose)
        else {
            return None;
        };
        write::written_before(&document, place, &self.deliverable.to_string(), &self.question)
    }

    /// Returns the request that compares such a passage with its current version and rewrites it.
    #[must_use]
    pub fn refresh(&self, passage: WrittenPassage) -> PassageRequest {
        PassageRequest {
            passage,
            what: self.deliverable.to_string(),
            question: self.question.clone(),
            rounds: self.rounds,
            online: self.online,
            apply: true,
        }
    }
}

/// Returns the given question, or else the title of the draft. A clinical note is never used as a
/// question.
///
/// # Errors
///
/// Without a question and a title.
pub fn question(snapshot: &Snapshot, file: &FileId, given: Option<&str>) -> Result<String, SectionError> {
    if let Some(question) = given.map(str::trim).filter(|text| !text.is_empty()) {
        return Ok(question.to_owned());
    }
    let title = match snapshot.kind(file) {
        Some(FileKind::Draft(document)) if snapshot.document_kind(file) != DraftKind::ClinicalNote => {
            write::question_of(&document)
        }
        _ => None,
    };
    title.ok_or(SectionError::NoQuestion)
}

/// The page of a run, or the answer why there is none.
#[derive(Debug)]
pub enum ResearchedPage {
    /// Nothing is to be written: the answer says why, or offers the chains.
    Answer(Box<PageAnswer>),
    /// A page.
    Ready(Box<ReadyPage>),
}

impl ResearchedPage {
    /// Decides whether a run has something to write. Only the hypotheses that the request chooses
    /// are written.
    ///
    /// # Errors
    ///
    /// Without evidence, unless chains are to be offered, or if a report has no such section.
    pub fn of(
        request: &PageRequest,
        mut result: ResearchResult,
        language: Language,
    ) -> Result<Self, SectionError> {
        if let Some(chosen) = &request.chains {
            result.outcome.assessment.keep_only(chosen);
        }
        let summary = ResearchSummary::of(&request.question, &result);
        let without_evidence = no_evidence(&result);
        let assessment = &result.outcome.assessment;
        if request.choose {
            let why = without_evidence.or_else(|| nothing_to_write(&request.deliverable, &result));
            return Ok(ResearchedPage::Answer(Box::new(PageAnswer {
                message: why.map(|why| why.into_text(language)),
                hypotheses: Some(assessment.hypotheses.iter().map(OfferedChain::of).collect()),
                missing: Some(WhatIsMissing::of(assessment)),
                ..PageAnswer::of(summary)
            })));
        }
        if let Some(why) = without_evidence {
            return Err(SectionError::NoEvidence(why));
        }
        let must_cite = request.insert || request.deliverable == Deliverable::Hypotheses;
        if let Some(why) = nothing_to_write(&request.deliverable, &result).filter(|_| must_cite) {
            return Ok(ResearchedPage::Answer(Box::new(PageAnswer {
                message: Some(why.into_text(language)),
                missing: Some(WhatIsMissing::of(assessment)),
                ..PageAnswer::of(summary)
            })));
        }
        let AuthoredPage { page, author } = request.deliverable.page(&result)?;
        let what = written(language, &request.deliverable, &result, page.cited().len());
        Ok(ResearchedPage::Ready(Box::new(ReadyPage {
            summary,
            page,
            author,
            what,
            works: result.outcome.counted_works(),
            evidence: result.outcome.evidence,
        })))
    }
}

/// A page that can be inserted into the draft or returned as text.
#[derive(Debug)]
pub struct ReadyPage {
    summary: ResearchSummary,
    page: Page,
    author: String,
    /// What it is and its basis: `the summary (47 papers read, 12 cited)`.
    what: String,
    works: usize,
    evidence: Vec<Evidence>,
}

impl ReadyPage {
    /// Returns the failures of the models, a sentence each.
    #[must_use]
    pub fn complaints(&self) -> &[String] {
        &self.summary.complaints
    }

    /// Returns the edits that insert the page after the block at a place.
    ///
    /// # Errors
    ///
    /// If the draft cannot take the text or its entries.
    pub fn edits(
        &self,
        request: &PageRequest,
        snapshot: &Snapshot,
        file: &FileId,
        place: Span,
    ) -> Result<Vec<FileEdit>, SectionError> {
        let told = GenerationInfo {
            by: &self.author,
            question: &request.question,
            what: &request.deliverable.to_string(),
            works: self.works,
        };
        Ok(write::insert(snapshot, file, place, &self.page, &self.evidence, told)?)
    }

    /// Returns the answer after the edits were made.
    #[must_use]
    pub fn inserted(self, language: Language, file: &FileId, edits: &[FileEdit]) -> PageAnswer {
        let done = language.pick("Inserted", "Insertado:");
        let message = format!("{done} {}.{}", self.what, also_changed(language, file, edits));
        PageAnswer { message: Some(message), ..PageAnswer::of(self.summary) }
    }

    /// Returns the answer with the page as text.
    #[must_use]
    pub fn as_text(self, language: Language) -> PageAnswer {
        let done = language.pick("Ready: ", "Listo: ");
        PageAnswer {
            message: Some(format!("{done}{}.", self.what)),
            text: Some(ReadableText::of_page(self.page, &self.evidence)),
            ..PageAnswer::of(self.summary)
        }
    }
}
