//! What the sentences that cite a work are compared with: its full text, or its abstract only.

use crate::report::Report;
use referee_citations::claims::Cited;
use referee_citations::support::is_comparable;
use referee_citations::{Judgement, Reference, Verdict};
use referee_records::source_name;
use referee_text::language::counted;
use referee_text::{FileId, Language};
use referee_workspace::FileKind;
use referee_workspace::papers::{PaperOrigin, ShelvedPaper};
use std::sync::Arc;

/// The text of a work that sentences are compared with.
#[derive(Clone, Debug)]
pub(crate) enum ComparedText {
    /// Its full text.
    FullText(Arc<ShelvedPaper>),
    /// Its title and abstract, from the source with this name in the settings.
    Abstract(String),
    /// None: no abstract is known, or it is not sure which work it is.
    Nothing,
}

impl ComparedText {
    /// Returns the text that the sentences of a draft which cite this reference are compared with;
    /// `None` in another file.
    pub(crate) fn of(
        report: &Report,
        file: &FileId,
        reference: &Reference,
        judgement: Option<&Arc<Judgement>>,
    ) -> Option<Self> {
        let Some(FileKind::Draft(_)) = report.snapshot.kind(file) else { return None };
        let is_open = judgement
            .is_none_or(|judgement| matches!(judgement.verdict, Verdict::Unchecked | Verdict::Uncovered));
        let cited = Cited { judgement: judgement.cloned(), ..Cited::default() };
        let record = cited.record();
        if (is_open || record.is_some())
            && let Some(paper) = report.snapshot.paper_of_reference(file, reference)
        {
            return Some(ComparedText::FullText(paper));
        }
        Some(match record.filter(|record| is_comparable(record)) {
            Some(record) => ComparedText::Abstract(record.source.clone()),
            None => ComparedText::Nothing,
        })
    }

    /// Returns the name in machine-readable output.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            ComparedText::FullText(_) => "full-text",
            ComparedText::Abstract(_) => "abstract",
            ComparedText::Nothing => "nothing",
        }
    }

    /// Describes it in a sentence: the file or service of a full text, pages, version, and what could
    /// not be read of it.
    pub(crate) fn sentence(&self, report: &Report) -> String {
        let found = match self {
            ComparedText::FullText(found) => found,
            ComparedText::Abstract(source) => {
                let source = source_name(Language::English, source);
                return format!("Compared with title and abstract only ({source}), not with the full text.");
            }
            ComparedText::Nothing => {
                return "Its text was not compared: no full text, and no abstract of at least 20 words, is known that is certainly of this work.".to_owned();
            }
        };
        let paper = &found.paper;
        let origin = match &found.origin {
            PaperOrigin::Service(service) => source_name(Language::English, service).to_owned(),
            origin => origin.path().map_or_else(|| paper.about.origin.clone(), |path| report.relative(path)),
        };
        let pages = (paper.pages > 0).then(|| counted(paper.pages as usize, "page", "pages"));
        let unread = paper.damage.as_ref().map(|why| format!("incomplete: {why}"));
        let more = pages.into_iter().chain(paper.about.version.clone()).chain(unread);
        let parts: Vec<String> = std::iter::once(origin).chain(more).collect();
        format!("Compared with the full text: {}.", parts.join(", "))
    }
}
