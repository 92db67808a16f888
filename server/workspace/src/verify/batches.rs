//! Batches of references that are looked up together.

use crate::library::Sources;
use crate::settings::Network;
use crate::snapshot::Snapshot;
use referee_citations::Reference;
use referee_literature::Allowance;
use referee_text::FileId;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// References that are looked up together: with the same scheduler and the same privacy.
pub(super) struct LookupBatch {
    pub(super) sources: Arc<Sources>,
    pub(super) allowance: Allowance,
    pub(super) network: Network,
    pub(super) workspace: PathBuf,
    pub(super) references: Vec<Reference>,
}

impl LookupBatch {
    /// Returns what may be sent about references in `file`: for files outside the workspace, which
    /// a draft can refer to whoever owns them, only identifiers.
    pub(super) fn allowance_for(&self, snapshot: &Snapshot, file: &FileId) -> Allowance {
        if snapshot.may_share_titles(file) { self.allowance } else { Allowance::ClosedTermsOnly }
    }
}

/// Returns the batch of a file, initially without references; `None` without sources.
pub(super) fn lookup_batch(snapshot: &Snapshot, file: &FileId) -> Option<LookupBatch> {
    let folder = snapshot.folder_settings(file);
    let asks = folder.network == Network::Ask && snapshot.is_connected();
    let sources = snapshot.sources(file).filter(|sources| asks || sources.can_judge())?;
    let allowance = match snapshot.is_confidential(file) {
        true => Allowance::ClosedTermsOnly,
        false => Allowance::Everything,
    };
    Some(LookupBatch {
        sources,
        allowance,
        network: folder.network,
        workspace: snapshot.workspace_of(file),
        references: Vec::new(),
    })
}

pub(super) fn lookup_batches(snapshot: &Snapshot, files: &[FileId]) -> Vec<LookupBatch> {
    let mut lookup_batches: Vec<LookupBatch> = Vec::new();
    for file in files {
        let Some(own) = lookup_batch(snapshot, file) else { continue };
        let mut shared = HashMap::new();
        let mut allowance_of =
            |file: &FileId| *shared.entry(file.clone()).or_insert_with(|| own.allowance_for(snapshot, file));
        let all = snapshot.references_where(file, &|_| true);
        let (own_terms, closed_terms): (Vec<Reference>, Vec<Reference>) =
            all.into_iter().partition(|reference| allowance_of(&reference.file) == own.allowance);
        for (allowance, references) in
            [(own.allowance, own_terms), (Allowance::ClosedTermsOnly, closed_terms)]
        {
            if references.is_empty() {
                continue;
            }
            let same = |lookup_batch: &&mut LookupBatch| {
                lookup_batch.sources.generation == own.sources.generation
                    && lookup_batch.allowance == allowance
                    && lookup_batch.workspace == own.workspace
            };
            match lookup_batches.iter_mut().find(same) {
                Some(lookup_batch) => lookup_batch.references.extend(references),
                None => lookup_batches.push(LookupBatch {
                    sources: Arc::clone(&own.sources),
                    allowance,
                    network: own.network,
                    workspace: own.workspace.clone(),
                    references,
                }),
            }
        }
    }
    leave_out_repeated(&mut lookup_batches);
    lookup_batches
}

/// Leaves each reference in one batch only, except in batches whose author has to be asked first. A
/// chapter may be in a folder of its own and cite the same works as its main file.
fn leave_out_repeated(lookup_batches: &mut [LookupBatch]) {
    let mut looked_up: HashMap<u64, HashSet<u64>> = HashMap::new();
    // A reference whose title may be sent is not asked about by its identifiers alone.
    for allowance in [Allowance::Everything, Allowance::ClosedTermsOnly] {
        for batch in lookup_batches.iter_mut().filter(|batch| batch.allowance == allowance) {
            let mut own = HashSet::new();
            let seen = match batch.network {
                Network::Allow => looked_up.entry(batch.sources.generation).or_default(),
                Network::Ask | Network::Deny => &mut own,
            };
            batch.references.retain(|reference| seen.insert(reference.fingerprint));
        }
    }
}
