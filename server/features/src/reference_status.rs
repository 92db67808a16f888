//! Lists the references of a draft with their verdicts and places, for a view next to the text.

use crate::attachment;
use crate::card::one_line;
use crate::links::{self, Link};
use referee_citations::{Judgement, Origin, Reference, Verdict};
use referee_records::{Notice, NoticeKind, SourceError};
use referee_syntax::Target;
use referee_text::{FileId, Language, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashMap;
use tokio_util::sync::CancellationToken;

/// The maximum number of places that are listed for one reference.
const MAX_PLACES: usize = 100;

/// The rule that finds keys without an entry.
const UNDEFINED_KEY: &str = "citation/undefined-key";

/// A reference with its verdict and its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceStatus {
    /// The label: the key, `[n]` for a list item, or a bare identifier.
    pub label: String,
    /// Author and year, title and journal in one line; empty if the reference gives none of them.
    pub title: String,
    /// The verdict; `None` for a cited key that is missing in every bibliography of the draft.
    pub verdict: Option<Verdict>,
    /// Why it is unchecked, in a word.
    pub unchecked_because: Option<&'static str>,
    /// The kinds of notices about the work, each once: `retraction`, `withdrawal`, `concern`,
    /// `correction`.
    pub notices: Vec<&'static str>,
    /// Links to information about it.
    pub links: Vec<Link>,
    /// The file that contains it: a bibliography, or the draft.
    pub file: FileId,
    /// The range of its key, its number or the identifier.
    pub span: Span,
    /// The places that cite it in the requested file and its chapters; the first hundred.
    pub cited: Vec<(FileId, Span)>,
}

impl ReferenceStatus {
    /// Whether an author should look at it: it does not match the work it claims to be, or has a
    /// notice that readers of the citation should know.
    #[must_use]
    pub fn needs_a_look(&self) -> bool {
        self.verdict.is_none_or(is_wrong) || self.notices.iter().any(|notice| *notice != "correction")
    }
}

/// The number of references by status. Each reference, and each cited key without an entry, is
/// counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Verified references without notices.
    pub verified: usize,
    /// References that an author should look at.
    pub to_look_at: usize,
    /// References that were not checked, or could not be.
    pub unchecked: usize,
    /// References of a kind that no source lists.
    pub uncovered: usize,
}

/// Counts the references of a file; `None` when cancelled.
#[must_use]
pub fn count(snapshot: &Snapshot, file: &FileId, cancel: &CancellationToken) -> Option<Count> {
    let mut count = Count { to_look_at: undefined(snapshot, file, cancel).len(), ..Count::default() };
    for judgement in snapshot.judgements_of(file) {
        if cancel.is_cancelled() {
            return None;
        }
        let judgement = judgement.as_deref();
        let verdict = judgement.map_or(Verdict::Unchecked, |judgement| judgement.verdict);
        let announced = judgement
            .is_some_and(|judgement| notices(judgement).iter().any(|notice| *notice != "correction"));
        match verdict {
            _ if announced || is_wrong(verdict) => count.to_look_at += 1,
            Verdict::Verified => count.verified += 1,
            Verdict::Uncovered => count.uncovered += 1,
            _ => count.unchecked += 1,
        }
    }
    Some(count)
}

/// Returns the references of a file in the order of the text, then the cited keys without an entry;
/// `None` when cancelled.
#[must_use]
pub fn reference_statuses(
    snapshot: &Snapshot,
    file: &FileId,
    cancel: &CancellationToken,
) -> Option<Vec<ReferenceStatus>> {
    let places = places(snapshot, &paper(snapshot, file));
    let language = snapshot.interface_language();
    let mut out = Vec::new();
    for (reference, judgement) in snapshot.references(file) {
        if cancel.is_cancelled() {
            return None;
        }
        let mut status = reference_status(language, &reference, judgement.as_deref(), file, &places);
        status.links.extend(attachment::link(snapshot, &reference));
        out.push(status);
    }
    out.extend(undefined(snapshot, file, cancel));
    (!cancel.is_cancelled()).then_some(out)
}

/// Returns a draft and the chapters that it includes.
fn paper(snapshot: &Snapshot, file: &FileId) -> Vec<FileId> {
    [file.clone()].into_iter().chain(snapshot.included(file)).collect()
}

/// Returns the keys that a file or one of its chapters cites and that are missing in every
/// bibliography, if the settings report them; each once, with all of its places. Empty when
/// cancelled.
fn undefined(snapshot: &Snapshot, file: &FileId, cancel: &CancellationToken) -> Vec<ReferenceStatus> {
    let mut out: Vec<ReferenceStatus> = Vec::new();
    for draft in paper(snapshot, file) {
        let Some(review) = snapshot.review(&draft, cancel) else { return Vec::new() };
        for finding in review.findings.iter().filter(|finding| finding.rule == UNDEFINED_KEY) {
            let Some(key) = &finding.data.key else { continue };
            let place = (draft.clone(), finding.span);
            if let Some(known) = out.iter_mut().find(|known| known.label == *key) {
                if known.cited.len() < MAX_PLACES {
                    known.cited.push(place);
                }
                continue;
            }
            out.push(ReferenceStatus {
                label: key.clone(),
                title: String::new(),
                verdict: None,
                unchecked_because: None,
                notices: Vec::new(),
                links: Vec::new(),
                file: draft.clone(),
                span: finding.span,
                cited: vec![place],
            });
        }
    }
    out
}

fn is_wrong(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Differs | Verdict::Misidentified | Verdict::NotFound)
}

fn reference_status(
    language: Language,
    reference: &Reference,
    judgement: Option<&Judgement>,
    asked: &FileId,
    places: &HashMap<String, Vec<(FileId, Span)>>,
) -> ReferenceStatus {
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    // A bare identifier lacks a description; its record has one.
    let work = match record {
        Some(record) if reference.origin == Origin::Identifier => &record.work,
        _ => &reference.work,
    };
    let mut links = links::of_work(language, &reference.work);
    for link in record.map(|record| links::of_work(language, &record.work)).unwrap_or_default() {
        if !links.contains(&link) {
            links.push(link);
        }
    }
    let mut cited = places.get(&reference.label).cloned().unwrap_or_default();
    if cited.is_empty() && reference.origin == Origin::Identifier && reference.file == *asked {
        cited.push((asked.clone(), reference.span));
    }
    ReferenceStatus {
        label: reference.label.clone(),
        title: one_line(work),
        verdict: Some(judgement.map_or(Verdict::Unchecked, |judgement| judgement.verdict)),
        unchecked_because: judgement.and_then(|judgement| judgement.unchecked_because).map(why),
        notices: judgement.map(notices).unwrap_or_default(),
        links,
        file: reference.file.clone(),
        span: reference.name_span,
        cited,
    }
}

fn why(reason: SourceError) -> &'static str {
    if reason == SourceError::Offline { "offline" } else { "unavailable" }
}

/// The notices that are listed, the most serious first: a narrow list shows only the first word.
const NOTICES: [(NoticeKind, &str); 5] = [
    (NoticeKind::Retraction, "retraction"),
    (NoticeKind::Withdrawal, "withdrawal"),
    (NoticeKind::Removal, "removal"),
    (NoticeKind::Concern, "concern"),
    (NoticeKind::Correction, "correction"),
];

fn notices(judgement: &Judgement) -> Vec<&'static str> {
    kinds_of(&judgement.notices)
}

fn kinds_of(notices: &[Notice]) -> Vec<&'static str> {
    let has = |kind: NoticeKind| notices.iter().any(|notice| notice.kind == kind);
    NOTICES.iter().filter(|(kind, _)| has(*kind)).map(|(_, name)| *name).collect()
}

/// Returns the places where the drafts of a paper cite each label.
fn places(snapshot: &Snapshot, paper: &[FileId]) -> HashMap<String, Vec<(FileId, Span)>> {
    let mut out: HashMap<String, Vec<(FileId, Span)>> = HashMap::new();
    for file in paper {
        let Some(FileKind::Draft(document)) = snapshot.kind(file) else { continue };
        for cited in document.citations() {
            let mut add = |label: String| {
                let places = out.entry(label).or_default();
                if places.len() < MAX_PLACES {
                    places.push((file.clone(), cited.span));
                }
            };
            match &cited.citation.target {
                Target::Key(key) => add(key.clone()),
                Target::Numbers(numbers) => numbers.iter().for_each(|number| add(format!("[{number}]"))),
                Target::Identifier(_) | Target::Malformed(..) | Target::Named(_) => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, paper};

    #[test]
    fn a_reference_is_listed_once_with_all_its_places() {
        let fixture = paper("$0[@smith2020; @ukpds:34] and again @smith2020");
        let all = reference_statuses(&fixture.snapshot, &fixture.file, &CancellationToken::new())
            .unwrap_or_default();
        let shown: Vec<(&str, usize)> = all
            .iter()
            .map(|reference_status| (reference_status.label.as_str(), reference_status.cited.len()))
            .collect();
        assert_eq!(shown, [("smith2020", 2), ("ukpds:34", 1)]);
        for (file, span) in all.iter().flat_map(|reference_status| &reference_status.cited) {
            let text = fixture.shown(file, *span);
            assert!(text.ends_with("smith2020") || text.ends_with("ukpds:34"), "{text}");
        }
    }

    #[test]
    fn what_nobody_was_asked_about_is_unchecked_and_not_wrong() {
        let fixture = paper("$0[@smith2020; @ukpds:34]");
        let counted = count(&fixture.snapshot, &fixture.file, &CancellationToken::new());
        assert_eq!(counted, Some(Count { unchecked: 2, ..Count::default() }));
        let all = reference_statuses(&fixture.snapshot, &fixture.file, &CancellationToken::new())
            .unwrap_or_default();
        assert!(all.iter().all(|reference_status| !reference_status.needs_a_look()));
    }

    #[test]
    fn a_paper_counts_and_lists_what_its_chapters_cite() {
        let fixture = Fixture::new(
            "//- refs.bib
@article{smith2020, author = {Smith, Ada}, title = {Metformin}, year = {2020}}
//- chapters/one.tex
See \\cite{smith2020} and \\cite{nobody1999}.
//- main.tex
\\documentclass{article}
\\addbibresource{refs.bib}
\\begin{document}
\\input{chapters/one}$0
Again \\cite{nobody1999}.
\\end{document}
",
        );
        let counted = count(&fixture.snapshot, &fixture.file, &CancellationToken::new());
        assert_eq!(counted, Some(Count { unchecked: 1, to_look_at: 1, ..Count::default() }));
        let all = reference_statuses(&fixture.snapshot, &fixture.file, &CancellationToken::new())
            .unwrap_or_default();
        let shown: Vec<(&str, Vec<String>)> = all
            .iter()
            .map(|status| {
                let places = status.cited.iter().map(|(file, span)| fixture.shown(file, *span));
                (status.label.as_str(), places.collect())
            })
            .collect();
        let expected = [
            ("smith2020", vec!["one.tex:smith2020".to_owned()]),
            ("nobody1999", vec!["main.tex:nobody1999".to_owned(), "one.tex:nobody1999".to_owned()]),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_most_serious_notice_comes_first() {
        let notice = |kind| Notice {
            kind,
            date: None,
            identifiers: Vec::new(),
            source: "pubmed".to_owned(),
            reason: None,
        };
        let kinds =
            [NoticeKind::Correction, NoticeKind::Concern, NoticeKind::Retraction, NoticeKind::Concern];
        assert_eq!(kinds_of(&kinds.map(notice)), ["retraction", "concern", "correction"]);
        assert!(kinds_of(&[notice(NoticeKind::Reinstatement)]).is_empty());
    }

    #[test]
    fn nothing_is_listed_after_cancellation() {
        let fixture = paper("$0[@smith2020]");
        let cancel = CancellationToken::new();
        cancel.cancel();
        assert_eq!(reference_statuses(&fixture.snapshot, &fixture.file, &cancel), None);
        assert_eq!(count(&fixture.snapshot, &fixture.file, &cancel), None);
    }
}
