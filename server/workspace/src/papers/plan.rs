//! What one run looks for: the works that each file cites, and where their papers may be.

use super::access::AllowedFolders;
use super::folder::PaperFolder;
use super::planned_reference::PlannedReference;
use crate::attachment_place::AttachmentPlace;
use crate::settings::Network;
use crate::snapshot::Snapshot;
use referee_bibliography::Work;
use referee_citations::{Reference, Verdict};
use referee_text::FileId;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// The works that a file cites, and where their papers may be.
pub(super) struct PlannedFile {
    pub(super) file: FileId,
    pub(super) references: Vec<PlannedReference>,
    pub(super) folders: Vec<PaperFolder>,
    /// Whether identifiers may be sent to services.
    pub(super) may_ask: bool,
}

/// Makes the plan for files. With `waits`, what Zotero has is waited for, for a few seconds at most;
/// otherwise the items count that are known so far.
pub(super) fn plan(snapshot: &Snapshot, files: &[FileId], waits: bool) -> Vec<PlannedFile> {
    // Following links asks the disk, and several drafts may share a bibliography.
    let mut allowed: HashMap<FileId, AllowedFolders> = HashMap::new();
    let mut may_read: HashMap<PathBuf, Option<bool>> = HashMap::new();
    let mut out = Vec::new();
    for file in files {
        let settings = snapshot.settings(file);
        let zotero = snapshot.zotero(file);
        if let Some(zotero) = zotero.as_ref().filter(|_| waits) {
            zotero.look();
        }
        let (folders, _) = PaperFolder::of(&settings);
        let mut references = Vec::new();
        for (reference, judgement) in snapshot.references(file) {
            let record = judgement
                .as_ref()
                .filter(|judgement| matches!(judgement.verdict, Verdict::Verified | Verdict::Differs));
            let record = record.and_then(|judgement| judgement.record.as_ref());
            let mut works: Vec<Arc<Work>> =
                record.map(|record| Arc::new(slim(&record.work))).into_iter().collect();
            // Most entries have no abstract, so their works are shared with the reviews.
            works.push(match reference.work.summary {
                None => Arc::clone(&reference.work),
                Some(_) => Arc::new(slim(&reference.work)),
            });
            // A bibliography that came with the workspace does not count in an isolated run.
            let paths = if snapshot.is_isolated() { Vec::new() } else { snapshot.attachments_of(&reference) };
            let attached = paths.into_iter().map(|place| {
                let path = match place {
                    AttachmentPlace::Inside(path) => path,
                    AttachmentPlace::Outside(path) => return (path, Some(false)),
                };
                let allowed = allowed
                    .entry(reference.file.clone())
                    .or_insert_with(|| AllowedFolders::of(snapshot, &reference.file));
                let may = *may_read.entry(path.clone()).or_insert_with(|| allowed.may_read(&path));
                (path, may)
            });
            let attached = attached.collect();
            let in_zotero = zotero.as_ref().map(|zotero| in_zotero(zotero, &works)).unwrap_or_default();
            references.push(PlannedReference {
                label: reference.label.clone(),
                hash: hash_of(&reference, &works),
                works,
                attached,
                in_zotero,
            });
        }
        let may_ask = snapshot.network(file) == Network::Allow && !snapshot.is_confidential(file);
        out.push(PlannedFile { file: file.clone(), references, folders, may_ask });
    }
    out
}

impl PlannedFile {
    /// Returns the papers that the entries list or Zotero has, without duplicates, in the order of
    /// the text.
    pub(super) fn named(&self) -> Vec<PathBuf> {
        let mut seen = BTreeSet::new();
        let mut out = Vec::new();
        for reference in &self.references {
            let attached = reference.attached.iter().filter(|(_, may)| *may == Some(true));
            for path in attached.map(|(path, _)| path).chain(&reference.in_zotero) {
                if seen.insert(path.clone()) {
                    out.push(path.clone());
                }
            }
        }
        out
    }
}

/// Returns a work without its abstract, which identifies nothing.
fn slim(work: &Work) -> Work {
    Work { summary: None, ..work.clone() }
}

fn hash_of(reference: &Reference, works: &[Arc<Work>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    reference.fingerprint.hash(&mut hasher);
    for work in works {
        (&work.title, &work.subtitle, &work.authors, work.date, &work.identifiers).hash(&mut hasher);
    }
    hasher.finish()
}

fn in_zotero(zotero: &referee_literature::Zotero, works: &[Arc<Work>]) -> Vec<PathBuf> {
    let item = works.iter().find_map(|work| zotero.item_of(work));
    let attached = item.iter().flat_map(|item| &item.attachments);
    attached.filter_map(|attachment| attachment.path.clone()).collect()
}
