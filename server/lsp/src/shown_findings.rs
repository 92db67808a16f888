//! The findings of a file as an editor shows them: each fault once.
//!
//! A review is complete in itself: a problem of an entry is reported at the citation in the draft
//! and at the entry in the bibliography. If an editor shows both files, one of the two suffices:
//! the draft keeps the problem, with the place in the bibliography as related information. A
//! bibliography whose drafts are not shown keeps its problems, with the citation as related
//! information. Fixes are always offered at both places.

use crate::sync::lock;
use referee_findings::{Finding, Related};
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::rules::is_about_the_build;
use referee_workspace::{FileKind, Review, Snapshot};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A rule and the place in another file to which one of its findings refers.
type Fault = (&'static str, FileId, Span);

/// The faults in the findings of one draft, and the draft's fingerprint at that time.
struct DraftFaults {
    fingerprint: u64,
    faults: Arc<BTreeSet<Fault>>,
}

/// The faults that each reviewed draft shows.
#[derive(Default)]
pub(crate) struct ShownFindings {
    drafts: Mutex<HashMap<FileId, DraftFaults>>,
    /// Whether the editor pulls the findings of files that are not open, and shows them too.
    shows_workspace: AtomicBool,
    /// Whether the findings of chapters that are not open are sent to the editor with those of
    /// their main file.
    shows_chapters: AtomicBool,
}

impl ShownFindings {
    /// Records that the editor shows findings of files that are not open.
    pub(crate) fn set_shows_workspace(&self) {
        self.shows_workspace.store(true, Ordering::Relaxed);
    }

    /// Records that the editor receives the findings of the closed chapters of open drafts.
    pub(crate) fn set_shows_chapters(&self) {
        self.shows_chapters.store(true, Ordering::Relaxed);
    }

    /// Removes the faults of a closed draft.
    pub(crate) fn forget(&self, file: &FileId) {
        lock(&self.drafts).remove(file);
    }

    /// Returns the findings of a file as they are shown; `None` if cancelled, or if the file is not
    /// one of referee's. `limit` is that of [`Snapshot::review_within`]; without it, every file is
    /// reviewed to its end.
    pub(crate) fn review(
        &self,
        snapshot: &Snapshot,
        file: &FileId,
        limit: Option<Duration>,
        cancel: &CancellationToken,
    ) -> Option<Review> {
        if !is_bibliography(snapshot, file) {
            // Taken before the review, so that later judgements are noticed next time.
            let fingerprint = snapshot.fingerprint(file);
            let review = reviewed(snapshot, file, limit, cancel)?;
            self.faults_of(file, fingerprint, &review);
            return Some(review);
        }
        let mut review = reviewed(snapshot, file, limit, cancel)?;
        let shown = self.at_citations(snapshot, file, limit, cancel)?;
        review.unfinished |= shown.unfinished;
        let is_shown = |finding: &Finding| shown.faults.contains(&(finding.rule, file.clone(), finding.span));
        review.findings.retain(|finding| !is_shown(finding));
        if !snapshot.is_open(file) && !self.shows_workspace.load(Ordering::Relaxed) {
            // The file is shown only because a draft uses it, so only findings that affect the
            // build count.
            review.findings.retain(is_about_the_build);
        }
        self.point_at_citations(snapshot, file, &mut review.findings);
        Some(review)
    }

    /// Returns a number that changes whenever an input of the file's shown findings changes; `None`
    /// if cancelled.
    pub(crate) fn fingerprint(
        &self,
        snapshot: &Snapshot,
        file: &FileId,
        limit: Option<Duration>,
        cancel: &CancellationToken,
    ) -> Option<u64> {
        let own = snapshot.fingerprint(file);
        if !is_bibliography(snapshot, file) {
            return Some(own);
        }
        let shown = self.at_citations(snapshot, file, limit, cancel)?;
        let mut hasher = DefaultHasher::new();
        let shows_workspace = self.shows_workspace.load(Ordering::Relaxed);
        (own, shown.unfinished, shown.faults, shows_workspace).hash(&mut hasher);
        for draft in snapshot.drafts(file).into_iter().filter(|draft| !self.shows(snapshot, &draft.file)) {
            (&draft.file, snapshot.fingerprint(&draft.file)).hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    fn shows(&self, snapshot: &Snapshot, draft: &FileId) -> bool {
        snapshot.is_open(draft)
            || self.shows_workspace.load(Ordering::Relaxed)
            || (self.shows_chapters.load(Ordering::Relaxed) && snapshot.closed_chapters().contains(draft))
    }

    /// Returns the faults that a review of a draft shows; those of a complete review are cached.
    fn faults_of(&self, draft: &FileId, fingerprint: u64, review: &Review) -> Arc<BTreeSet<Fault>> {
        let faults = review.findings.iter().flat_map(|finding| {
            let elsewhere = finding.related.iter().filter(|related| related.file != *draft);
            elsewhere.map(|related| (finding.rule, related.file.clone(), related.span))
        });
        let faults = Arc::new(faults.collect());
        if !review.unfinished {
            lock(&self.drafts)
                .insert(draft.clone(), DraftFaults { fingerprint, faults: Arc::clone(&faults) });
        }
        faults
    }

    /// Returns the faults of a bibliography that the visible drafts show at the citations.
    fn at_citations(
        &self,
        snapshot: &Snapshot,
        bibliography: &FileId,
        limit: Option<Duration>,
        cancel: &CancellationToken,
    ) -> Option<AtCitations> {
        let mut out = AtCitations { faults: BTreeSet::new(), unfinished: false };
        for draft in snapshot.drafts(bibliography) {
            if !self.shows(snapshot, &draft.file) {
                continue;
            }
            let fingerprint = snapshot.fingerprint(&draft.file);
            let known = lock(&self.drafts)
                .get(&draft.file)
                .filter(|known| known.fingerprint == fingerprint)
                .map(|known| Arc::clone(&known.faults));
            let faults = match known {
                Some(known) => known,
                None => {
                    let review = reviewed(snapshot, &draft.file, limit, cancel)?;
                    out.unfinished |= review.unfinished;
                    self.faults_of(&draft.file, fingerprint, &review)
                }
            };
            out.faults.extend(faults.iter().filter(|(_, file, _)| file == bibliography).cloned());
        }
        Some(out)
    }

    /// Adds to each finding about an entry a citation of it in a draft that is not shown.
    fn point_at_citations(&self, snapshot: &Snapshot, bibliography: &FileId, findings: &mut [Finding]) {
        let mut first_citations: HashMap<String, (FileId, Span)> = HashMap::new();
        for draft in snapshot.drafts(bibliography) {
            if self.shows(snapshot, &draft.file) {
                continue;
            }
            for cited in draft.document.citations() {
                if let Target::Key(key) = &cited.citation.target
                    && !first_citations.contains_key(key)
                {
                    first_citations.insert(key.clone(), (draft.file.clone(), cited.span));
                }
            }
        }
        let language = snapshot.language_of_findings(bibliography);
        for finding in findings.iter_mut().filter(|finding| finding.related.is_empty()) {
            let place = finding.data.key.as_ref().and_then(|key| first_citations.get(key));
            if let Some((file, span)) = place {
                let message = language.pick("cited here", "se cita aquí").to_owned();
                finding.related.push(Related { file: file.clone(), span: *span, message });
            }
        }
    }
}

/// The faults that are shown at citations.
struct AtCitations {
    faults: BTreeSet<Fault>,
    /// Whether the review of a draft is incomplete.
    unfinished: bool,
}

fn is_bibliography(snapshot: &Snapshot, file: &FileId) -> bool {
    matches!(snapshot.kind(file), Some(FileKind::Bibliography(_)))
}

fn reviewed(
    snapshot: &Snapshot,
    file: &FileId,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> Option<Review> {
    match limit {
        Some(limit) => snapshot.review_within(file, limit, cancel),
        None => snapshot.review(file, cancel),
    }
}
